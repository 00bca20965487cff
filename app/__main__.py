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
import sys

from engine.logs import catch_uncaught
from engine.private import keep_private


def main(argv: list[str] | None = None) -> int:
    """Run what the arguments ask for; the exit status."""
    arguments = sys.argv if argv is None else argv
    first = arguments[1] if len(arguments) > 1 else ""
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
    from app.ui.application import arguments as parsed
    from app.ui.application import run

    data = parsed(arguments).data
    start_logging((Paths(data) if data else Paths.default()).logs)
    return run(arguments)


if __name__ == "__main__":
    sys.exit(main())
