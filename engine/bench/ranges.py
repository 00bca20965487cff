"""Which numbers options may have, for benchmarks and all other commands: what can't work is refused at once."""

from __future__ import annotations

import math

MOST_THREADS = 512  # that ggml takes; the library would believe any


def problem(value: float, least: float, most: float = math.inf) -> str:
    """What is wrong with a number that is to be from ``least`` to ``most``; "" if nothing."""
    if not math.isfinite(value):
        return "isn't a number"
    if value < least:
        return f"is too small; use at least {_shown(least)}"
    return f"is too large; use at most {_shown(most)}" if value > most else ""


def _shown(limit: float) -> str:
    return str(limit) if isinstance(limit, int) else f"{limit:g}"
