"""What the frozen executable runs: the window, the engine process, or the smoke test.

Longthread [MODEL.gguf ...]           the window
Longthread --engine                   the engine process, frames on stdin and stdout
Longthread --read KIND                reads one attachment, see app.core.attachments.child
Longthread --smoke-test [MODEL.gguf]  one real reply through window and engine, without a screen; see app.smoke
"""

from __future__ import annotations

import multiprocessing
import os
import sys


def restore_streams() -> None:
    """Give Python its standard streams back.

    A windowed executable on Windows may start without them, though its parent gave it pipes; libraries that print,
    and the engine's protocol, need them.
    """
    for fd, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        if getattr(sys, name) is not None:
            continue
        try:
            os.fstat(fd)
            stream = os.fdopen(fd, mode, encoding="utf-8", errors="replace", closefd=False)
        except OSError:
            stream = open(os.devnull, mode, encoding="utf-8")  # noqa: SIM115  # lives as long as the process
        setattr(sys, name, stream)


def arguments(argv: list[str]) -> list[str]:
    """``argv`` in the words of ``app.__main__``: ``--smoke-test [MODEL] ...`` is ``--smoke [--model MODEL] ...``."""
    if argv[1:2] != ["--smoke-test"]:
        return argv
    rest = argv[2:]
    if rest and not rest[0].startswith("-"):
        rest = ["--model", *rest]
    return [argv[0], "--smoke", *rest]


if __name__ == "__main__":
    multiprocessing.freeze_support()
    restore_streams()
    from app.__main__ import main

    sys.exit(main(arguments(sys.argv)))
