"""``python -m engine``: the engine on a terminal, and the engine process itself (``worker``)."""

from __future__ import annotations

import sys

from engine.cli import main

if __name__ == "__main__":
    sys.exit(main())
