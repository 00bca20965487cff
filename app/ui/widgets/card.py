"""A card: a rounded surface that holds rows."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from app.ui.theme import colors, qcolor, theme
from app.ui.widgets.focus import put_inside, stops_of
from app.ui.widgets.paint import paint_panel


class Card(QFrame):
    """Rows one under the other with hairlines between them."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows = QVBoxLayout(self)
        self.rows.setContentsMargins(1, 1, 1, 1)
        self.rows.setSpacing(1)
        self._widgets: list[QWidget] = []
        theme().changed.connect(self.update)

    def add(self, row: QWidget) -> None:
        self._widgets.append(row)
        self.rows.addWidget(row)

    def clear(self) -> None:
        self.put([])

    def put(self, rows: Sequence[QWidget]) -> None:
        """Show these rows; those that were there before stay, all others go. Where the keyboard was in one that goes,
        it goes on in the row that stands in its place."""
        kept = set(rows)
        row, stop = self._place_of_keyboard()
        leaves = row >= 0 and self._widgets[row] not in kept
        for widget in self._widgets:
            if widget not in kept:
                self.rows.removeWidget(widget)
                widget.hide()
                widget.deleteLater()
        self._widgets = list(rows)
        for at, widget in enumerate(rows):
            if self.rows.indexOf(widget) != at:
                self.rows.insertWidget(at, widget)
        put_inside(self, list(stops_of(self.rows)))
        stops = _stops_in(rows[min(row, len(rows) - 1)]) if leaves and rows else []
        if stops:
            stops[min(stop, len(stops) - 1)].setFocus()

    def _place_of_keyboard(self) -> tuple[int, int]:
        """The number of the row that has it, and where in that; -1: none."""
        focus = self.window().focusWidget()
        for at, row in enumerate(self._widgets if focus is not None else ()):
            stops = _stops_in(row)
            if focus in stops:
                return at, stops.index(focus)
        return -1, 0

    def paintEvent(self, event: QPaintEvent) -> None:
        scheme = colors()
        painter = QPainter(self)
        paint_panel(painter, self.rect(), 10, qcolor(scheme.card), qcolor(scheme.line))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        shown = [widget for widget in self._widgets if not widget.isHidden()]
        for widget in shown[:-1]:
            y = widget.geometry().bottom() + 1
            painter.drawLine(1, y, self.width() - 2, y)
        painter.end()


def _stops_in(row: QWidget) -> list[QWidget]:
    """What the Tab key reaches in a row."""
    layout = row.layout()
    return [one for one in stops_of(layout) if one.isEnabled() and not one.isHidden()] if layout is not None else []
