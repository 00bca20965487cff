"""What the frozen executable runs: the window, the engine process, or the smoke test.

Longthread [MODEL.gguf ...]           the window
Longthread --engine                   the engine process, frames on stdin and stdout
Longthread --read KIND                reads one attachment, see app.core.attachments.child
Longthread --smoke-test [MODEL.gguf]  one real reply through window and engine, without a screen; see smoke_test.py
"""

from __future__ import annotations

import multiprocessing
import os
import sys

WITHOUT_WINDOW = ("--engine", "--templates", "--try-backend", "--rpc-worker", "--read", "--smoke-test")


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


def spare_others() -> None:
    """Let programs that are started from here find the libraries of the system (Linux).

    The frozen executable has set a search path to its own, which a browser, a file manager or a voice would load as
    well, and fail. Where this process looks is settled. Those that are this executable again set the path anew, if they
    are told that they are not part of this one.
    """
    if not sys.platform.startswith("linux") or not getattr(sys, "frozen", False):
        return
    before = os.environ.pop("LD_LIBRARY_PATH_ORIG", "")
    os.environ.pop("LD_LIBRARY_PATH", None)
    if before:
        os.environ["LD_LIBRARY_PATH"] = before
    os.environ["PYINSTALLER_RESET_ENVIRONMENT"] = "1"


def main(argv: list[str]) -> int:
    """Run what the arguments ask for; the exit status."""
    if argv[1:2] == ["--smoke-test"]:
        import smoke_test

        rest = argv[2:]
        if rest and not rest[0].startswith("-"):
            rest = ["--model", *rest]
        return smoke_test.main([argv[0], *rest])
    from app.__main__ import main as program

    return program(argv)


def run(argv: list[str]) -> int:
    """:func:`main`; what nobody catches goes where the program sends it.

    PyInstaller would tell what it says to the system's log (macOS), or show it in a dialog (Windows), which keeps the
    process until somebody closes it, while the one that started it waits. So it does for the window alone.
    """
    try:
        return main(argv)
    except Exception:
        if sys.platform == "win32" and argv[1:2] not in [[name] for name in WITHOUT_WINDOW]:
            raise
        sys.excepthook(*sys.exc_info())
        return 1


if __name__ == "__main__":
    multiprocessing.freeze_support()
    restore_streams()
    spare_others()
    sys.exit(run(sys.argv))
