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


if __name__ == "__main__":
    multiprocessing.freeze_support()
    restore_streams()
    sys.exit(main(sys.argv))
