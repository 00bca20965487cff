"""Cells of tables as text that spreadsheets take: a tab between cells, a line for each row."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtGui import QTextCursor, QTextTable
from PySide6.QtWidgets import QTextEdit

Span = tuple[int, int]


def cells_between(edit: QTextEdit, start: int, end: int, text: Callable[[Span], str]) -> str | None:
    """The cells of the table in ``edit`` that ``start`` to ``end`` selects; None if that is not several cells.

    ``text``: what stands between two places that lie in one cell.
    """
    table = next((frame for frame in edit.document().rootFrame().childFrames() if isinstance(frame, QTextTable)), None)
    if table is None:
        return None
    first, last = table.cellAt(start), table.cellAt(end)
    if first.isValid() and last.isValid():
        if first == last:
            return None
        cursor = QTextCursor(edit.document())
        cursor.setPosition(start)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        top, high, left, wide = _selected(cursor)
    else:  # text around the table is selected, so that rows are
        top = first.row() if first.isValid() else 0
        high = (last.row() + 1 if last.isValid() else table.rows()) - top
        left, wide = 0, table.columns()
    return "\n".join(
        "\t".join(_cell_text(table, row, column, text) for column in range(left, left + wide))
        for row in range(top, top + high)
    )


def _selected(cursor: QTextCursor) -> tuple[int, int, int, int]:
    """First row, rows, first column, columns."""
    found = cursor.selectedTableCells()
    assert isinstance(found, tuple)
    top, high, left, wide = found
    return top, high, left, wide


def _cell_text(table: QTextTable, row: int, column: int, text: Callable[[Span], str]) -> str:
    cell = table.cellAt(row, column)
    return " ".join(text((cell.firstPosition(), cell.lastPosition())).split())
