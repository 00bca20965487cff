"""Starts the program; in a frozen build the same executable is also the engine process and reads attachments.

python -m app [--data FOLDER] [--safe-mode] [FILE ...]
Longthread --engine             the engine process, frames on stdin and stdout
Longthread --templates BYTES    renders chat templates for the engine, see engine.prompt.renderer
Longthread --try-backend DIR FILE  tries a driver for the engine, see engine.model.trial
Longthread --rpc-worker         lends this computer's memory, see engine.cli.rpc_worker
Longthread --read KIND          reads one attachment, see app.core.attachments.child
"""

from __future__ import annotations

import importlib
import os
import sys

from engine.logs import catch_uncaught
from engine.private import fill_gaps, keep_private

# names of variables: each tells Qt where to draw
SCREENS = ("DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET", "QT_QPA_PLATFORM")
NO_SCREEN = (
    "Longthread needs a screen, and none was found.\n"
    "On a computer without one, use the command line in Longthread's source folder, after python3 dev.py setup:\n"
    "python -m engine chat MODEL.gguf, or python -m engine serve MODEL.gguf for other programs (docs/SERVER.md)."
)


def has_screen(arguments: list[str]) -> bool:
    """Whether Qt finds something to draw on; where it does not, it ends the process."""
    if not sys.platform.startswith("linux") or os.environ.get("XDG_SESSION_TYPE") == "wayland":
        return True
    return any(map(os.environ.get, SCREENS)) or any(one.startswith(("-platform", "--platform")) for one in arguments)


def main(argv: list[str] | None = None) -> int:
    """Run what the arguments ask for; the exit status."""
    arguments = sys.argv if argv is None else argv
    first = arguments[1] if len(arguments) > 1 else ""
    fill_gaps()
    keep_private()
    catch_uncaught()
    if first == "--engine":
        # by name: the window's process must never load the engine, and the import rules hold it to that
        worker = importlib.import_module("engine.process.worker")
        return int(worker.main())
    if first == "--templates":
        renderer = importlib.import_module("engine.prompt.renderer")
        return int(renderer.main(arguments[2:]))
    if first == "--try-backend":
        trial = importlib.import_module("engine.model.trial")
        return int(trial.main(arguments[2:]))
    if first == "--rpc-worker":
        lender = importlib.import_module("engine.cli.rpc_worker")
        return int(lender.main(arguments[2:]))
    if first == "--read":
        from app.core.attachments import child

        return child.main(arguments[2:])
    from app.core.logs import start_logging
    from app.core.paths import Paths
    from app.ui.arguments import arguments as parsed

    given = parsed(arguments)
    if not has_screen(arguments):
        print(NO_SCREEN, file=sys.stderr)
        return 1
    paths = Paths(given.data) if given.data else Paths.default()
    start_logging(paths.logs)
    from app.services.single_instance import hand_over

    taken = hand_over(paths.data, given.files, once=True)  # before the window is imported, which takes longest
    if taken:
        return 0
    from app.ui.application import run

    return run(arguments, asked=taken is not None)


if __name__ == "__main__":
    sys.exit(main())
