"""How much of a table is shown, and widths for the columns of those with words too long for a line, such as digests.

Qt gives a column the width of its longest word, and the others what is left, which may be a word a line. So such words
are broken anywhere, and each column gets what its other words need, and of the rest as much as it has text.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtGui import QFontMetricsF, QTextCursor, QTextDocument, QTextLength, QTextTable

from app.ui.chat.transcript.markdown import LINE_ENDS, table_lines

LONG = 28  # characters
LINES = 300  # of a table that are measured
LEAST = 120.0  # px of a column with a long word
SHARE = 0.3  # of the room, for such a column
INSET = 16.0  # px that the edges of a cell take
EDGES = 4.0  # px around a table
_TARGET = re.compile(r"\]\([^)\s]*\)")
SHOWN, STEP = 200, 1_000  # rows of a very long table: shown at first, and more at a time
SPARE = 20  # rows that are not worth a link
LONG_TABLE = SHOWN + SPARE  # rows: only longer ones are not shown whole


class TextWidths(NamedTuple):
    """Of the texts of a column, px: its longest word that is to stay whole, its longest word, its longest text."""

    word: float
    longest: float
    whole: float


def first_rows(source: str, more: int = 0) -> tuple[str, int]:
    """What is shown of a table, as Markdown, while the person wants no more; its rows, 0 if that is all of it.

    ``more``: rows that are shown beyond the first ones. Each row takes Qt about 0.2 ms whenever the table is laid out.
    """
    rows = source.rstrip().count("\n") - 1  # without its head and the line below that
    if rows <= LONG_TABLE + more:
        return source, 0
    end = -1
    for _ in range(SHOWN + more + 2):
        end = source.index("\n", end + 1)
    return source[: end + 1], rows


def first_rows_inside(source: str, more: int = 0) -> tuple[str, dict[int, int]]:
    """The same of the tables in lists and quotes: what is shown of all, and the rows of each that is not shown whole,
    by its number from the top."""
    if source.count("\n") <= LONG_TABLE + more:
        return source, {}
    ends = [0, *(end.end() for end in LINE_ENDS.finditer(source)), len(source)]
    shown, done = "", 0
    cut: dict[int, int] = {}
    for number, (first, last) in enumerate(table_lines(source)):
        rows = last - first - 2
        if rows > LONG_TABLE + more:
            cut[number] = rows
            shown += source[done : ends[first + 2 + SHOWN + more]]
            done = ends[last]
    return shown + source[done:], cut


def has_long_words(source: str) -> bool:
    """Whether a table, as Markdown, has words too long for a line of a cell."""
    shown = _TARGET.sub("]", source)
    return any(len(word) >= LONG and word.strip("-:") for word in re.split(r"[\s|]+", shown))


def measure(document: QTextDocument) -> list[TextWidths]:
    """The columns of the table in a document."""
    table = _table(document)
    if table is None:
        return []
    return [_column(table, column) for column in range(table.columns())]


def _column(table: QTextTable, column: int) -> TextWidths:
    word = longest = whole = 0.0
    for row in range(min(table.rows(), LINES)):
        cell = table.cellAt(row, column)
        cursor = cell.firstCursorPosition()
        cursor.setPosition(cell.lastPosition(), QTextCursor.MoveMode.KeepAnchor)
        text = cursor.selectedText()
        metrics = QFontMetricsF(cursor.charFormat().font())
        for line in re.split("[\u2028\u2029]", text):
            whole = max(whole, metrics.horizontalAdvance(line))
        words = text.split()
        short = max((one for one in words if len(one) < LONG), key=len, default="")
        word = max(word, metrics.horizontalAdvance(short))
        longest = max(longest, metrics.horizontalAdvance(max(words, key=len, default="")))
    return TextWidths(word, longest, whole)


def shares(columns: Sequence[TextWidths], room: float) -> list[float]:
    """A width for each column, px; together ``room``, or more if the words do not fit; none if all texts fit."""
    room -= EDGES
    whole = [column.whole + INSET for column in columns]
    if sum(whole) <= room:
        return []
    limit = max(LEAST, SHARE * room)
    least = [max(column.word, min(column.longest, limit)) + INSET for column in columns]
    rest, wanted = room - sum(least), sum(whole) - sum(least)
    if rest <= 0 or wanted <= 0:
        return least
    return [low + rest * (high - low) / wanted for low, high in zip(least, whole, strict=True)]


def set_widths(document: QTextDocument, widths: Sequence[float]) -> None:
    """Give the columns of the table in a document these widths; none: those that Qt finds."""
    table = _table(document)
    if table is None:
        return
    wanted = [QTextLength(QTextLength.Type.FixedLength, width) for width in widths]
    shape = table.format()
    if shape.columnWidthConstraints() != wanted:
        shape.setColumnWidthConstraints(wanted or [QTextLength()] * table.columns())
        table.setFormat(shape)


def _table(document: QTextDocument) -> QTextTable | None:
    frames = document.rootFrame().childFrames()
    return next((frame for frame in frames if isinstance(frame, QTextTable)), None)
