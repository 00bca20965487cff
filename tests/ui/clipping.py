"""What of a window cannot be seen whole: texts cut off, parts outside of their place, parts over one another."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QPoint, QRect, QSize
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QComboBox,
    QLabel,
    QLayout,
    QLineEdit,
    QMenu,
    QScrollArea,
    QScrollBar,
    QWidget,
)
from pytestqt.exceptions import TimeoutError as WaitedInVain
from pytestqt.qtbot import QtBot

from app.ui.chat.meter.line import MeterLine
from app.ui.chat.transcript.markers import MarkerRow
from app.ui.widgets.labels import ElidedLabel
from app.ui.window.main_window import MainWindow
from tests.ui.screens import Stage

SLACK = 1  # px that rounding may take
SETTLED_MS, KNOWN_MS = 10_000, 1_000  # for the first that is not seen whole, and after it


def said(widget: QWidget) -> str:
    """A widget in words: what it is, what it says, whose it is."""
    text = getattr(widget, "text", lambda: "")() or widget.accessibleName()
    return f"{type(widget).__name__} {str(text)[:60]!r} in {type(widget.parent()).__name__} {_of(widget)}"


def _of(widget: QWidget) -> str:
    place = widget.geometry()
    return f"({place.x()},{place.y()} {place.width()}x{place.height()})"


def shown(window: QWidget) -> Iterator[QWidget]:
    """All visible widgets below ``window`` that are not windows of their own or parts that Qt makes."""
    for widget in window.findChildren(QWidget):
        inside = isinstance(widget.parent(), (QComboBox, QLineEdit, QScrollBar)) or widget.property("window")
        if widget.isVisible() and not widget.isWindow() and not inside and not isinstance(widget, (QScrollBar, QMenu)):
            yield widget


def needed(widget: QWidget) -> QSize:
    """The size that a widget's own text needs, in px; an empty size where the text adapts itself."""
    if isinstance(widget, ElidedLabel):
        return QSize(0, widget.fontMetrics().height())
    if isinstance(widget, MeterLine):
        return widget.minimumSizeHint()
    if isinstance(widget, QLabel):
        if not widget.text() or (widget.pixmap() and not widget.pixmap().isNull()):
            return QSize()
        if widget.wordWrap():
            return QSize(0, widget.heightForWidth(widget.width()))
        return widget.sizeHint()
    if isinstance(widget, QAbstractButton):
        return widget.sizeHint() if widget.text() or not widget.icon().isNull() else QSize()
    if isinstance(widget, QComboBox):
        metrics = widget.fontMetrics()
        return QSize(metrics.horizontalAdvance(widget.currentText()), metrics.height())
    if isinstance(widget, QLineEdit):
        return QSize(0, widget.fontMetrics().height())
    return QSize()


def outside(widget: QWidget) -> bool:
    """Whether something of it lies outside of its parent, where it cannot be scrolled to."""
    parent = widget.parentWidget()
    if parent is None:
        return False
    room, place = parent.rect().adjusted(-SLACK, -SLACK, SLACK, SLACK), widget.geometry()
    area = parent.parentWidget()
    if isinstance(area, QAbstractScrollArea) and area.viewport() is parent:
        sideways = isinstance(area, QScrollArea) and area.widgetResizable()
        return sideways and place.width() > room.width()
    return not room.contains(place)


def laid_out(layout: QLayout) -> Iterator[QWidget]:
    """The visible widgets of a layout and of those inside it."""
    for at in range(layout.count()):
        item = layout.itemAt(at)
        widget, inner = item.widget(), item.layout()
        if widget is not None and widget.isVisible():
            yield widget
        if inner is not None:
            yield from laid_out(inner)


def overlaps(layout: QLayout) -> Iterator[tuple[QWidget, QWidget]]:
    """Visible widgets of one layout that lie over one another."""
    seen = list(laid_out(layout))
    for index, one in enumerate(seen):
        for other in seen[index + 1 :]:
            common = one.geometry() & other.geometry()
            if common.width() > SLACK and common.height() > SLACK:
                yield one, other


def crowded(row: MarkerRow) -> bool:
    """Whether the pill of a compaction lies over its button, or outside of its row."""
    pill, room = row.pill.toAlignedRect(), row.rect()
    if row.undo.isVisible():
        room.setRight(row.undo.x() - 1)
    return not room.adjusted(-SLACK, 0, SLACK, 0).contains(pill)


def faults(window: MainWindow) -> list[str]:
    """Each thing that is not seen whole, in words; the composer of a chat that is shown counts as one."""
    found = []
    composer = window.chat.composer
    if composer.isVisible() and not window.rect().contains(QRect(composer.mapTo(window, QPoint()), composer.size())):
        found.append(f"outside of the window: {said(composer)}")
    for widget in shown(window):
        if outside(widget):
            parent = widget.parentWidget()
            found.append(f"outside: {said(widget)} of {parent.width()}x{parent.height()}")
        if isinstance(widget, MarkerRow) and crowded(widget):
            found.append(f"over its button: {said(widget)}")
        need = needed(widget)
        if need.width() > widget.width() + SLACK or need.height() > widget.height() + SLACK:
            found.append(f"cut: {said(widget)} needs {need.width()}x{need.height()}")
        layout = widget.layout()
        if layout is not None:
            found += [f"over one another: {said(one)} and {said(other)}" for one, other in overlaps(layout)]
    return found


def cut_off(stage: Stage, sizes: tuple[tuple[int, int], ...], qtbot: QtBot) -> dict[str, list[str]]:
    """What is not seen whole of a scene, by the size of the window."""
    found: dict[str, list[str]] = {}
    for wide, high in sizes:
        stage.window.resize(wide, high)
        stage.settle()
        try:
            qtbot.waitUntil(
                lambda: not faults(stage.window), timeout=KNOWN_MS if found else SETTLED_MS
            )  # counts and pictures come later
        except WaitedInVain:
            found[f"{wide}x{high}"] = faults(stage.window)
    return found
