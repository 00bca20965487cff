"""What the program is started with: read before the rest of the interface is imported."""

from __future__ import annotations

import argparse
import logging
from collections.abc import Sequence
from pathlib import Path

log = logging.getLogger("ui")


def arguments(argv: Sequence[str]) -> argparse.Namespace:
    """``data``, ``safe_mode`` and ``files``; what is unknown is Qt's. Ends the process where they make no sense."""
    parser = argparse.ArgumentParser(
        prog="longthread", description="Chat with local models; long chats are compacted, not cut."
    )
    parser.add_argument("--data", type=Path, help="folder of conversations, models and settings")
    parser.add_argument("--safe-mode", action="store_true", help="leave out the last chat and the model")
    parser.add_argument("files", nargs="*", help="models (.gguf) to use, chats to import, files for a message")
    known, rest = parser.parse_known_args(argv[1:])
    if rest:
        log.info("%d arguments are left to Qt", len(rest))
    return known
