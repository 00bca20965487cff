"""Lines that are too long to be laid out."""

from __future__ import annotations

LONGEST_LINE = 20_000  # characters: longer ones are laid out too slowly


def folded(line: str) -> str:
    """A line in pieces that can be laid out."""
    return "\n".join(line[at : at + LONGEST_LINE] for at in range(0, max(1, len(line)), LONGEST_LINE))
