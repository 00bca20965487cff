"""Tables of documents as Markdown."""

from __future__ import annotations

from collections.abc import Sequence


def markdown_table(rows: Sequence[Sequence[str]]) -> str:
    """``rows`` of cells on one line each, the first as the heading; short ones are filled up. "" for none."""
    if not rows:
        return ""
    width = max(map(len, rows))
    cells = [[cell.replace("|", "\\|") for cell in (*row, *[""] * (width - len(row)))] for row in rows]
    heading, *others = (f"| {' | '.join(row)} |" for row in cells)
    return "\n".join([heading, f"|{' --- |' * width}", *others])
