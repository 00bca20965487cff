"""What a process does so that nobody else reads what people write with it, and no library writes into its files.
Standard library alone.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path

FOR_THE_OWNER = 0o077  # what a new file's mode is never to hold


def keep_private() -> None:
    """New files and folders of this process are its owner's alone, and it leaves no core dump. For the start of a
    process that holds chats.

    A mode that each place sets for itself would miss what SQLite, Qt and the logs make by themselves.
    """
    os.umask(FOR_THE_OWNER)
    no_core_dumps()


def no_core_dumps() -> None:
    """A crash writes no image of this process's memory, nor of its children's. On Windows it opens no dialog, which
    would keep the process from its end, and neither does a library that a driver lacks.
    """
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with contextlib.suppress(ImportError):
        import msvcrt

        quiet = msvcrt.SEM_FAILCRITICALERRORS | msvcrt.SEM_NOGPFAULTERRORBOX  # type: ignore[attr-defined]
        msvcrt.SetErrorMode(msvcrt.GetErrorMode() | quiet)  # type: ignore[attr-defined]


def close_folder(folder: Path) -> None:
    """Make a folder that may have been there before its owner's alone, where the file system knows of such rights."""
    if os.name == "nt":
        return
    with contextlib.suppress(OSError):  # another's folder, or a stick without modes: what is made in it has its own
        if folder.stat().st_mode & FOR_THE_OWNER:
            folder.chmod(0o700)


def fill_gaps() -> None:
    """Open stdin, stdout and stderr where the process was started without: files that it opens would take their places,
    and get what libraries print.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode, encoding="utf-8"))


@contextlib.contextmanager
def unheard() -> Iterator[None]:
    """What a native library prints to stderr inside goes nowhere: it would print what it was given."""
    kept, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)
