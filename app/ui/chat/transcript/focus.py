"""The way of the Tab key through the transcript: from row to row, and inside a row from its texts to its tools."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget

from app.ui.chat.transcript.items_view import ItemsView
from app.ui.chat.transcript.rows import MessageRow, TranscriptRow


def _rows(view: ItemsView) -> list[TranscriptRow]:
    return sorted(view.visible_rows.values(), key=lambda row: row.y())


def _reason(forward: bool) -> Qt.FocusReason:
    return Qt.FocusReason.TabFocusReason if forward else Qt.FocusReason.BacktabFocusReason


def _enter(view: ItemsView, row: TranscriptRow, widget: QWidget, forward: bool) -> None:
    """Give the focus to a part of a row; its tools are shown first, since they may be what gets it."""
    if isinstance(row, MessageRow):
        row.set_focus_inside(True)
    view.show_widget(row, widget)
    widget.setFocus(_reason(forward))


def step(view: ItemsView, forward: bool) -> bool:
    """Move the focus one on; False at the end of the transcript."""
    focus = QApplication.focusWidget()
    chain = [(row, widget) for row in _rows(view) for widget in row.focusables()]
    if focus is view:
        at = -1 if forward else 0
    else:
        at = next((n for n, (_, widget) in enumerate(chain) if widget is focus), -1)
        if at < 0:
            return False
    target = at + (1 if forward else -1)
    if 0 <= target < len(chain):
        _enter(view, *chain[target], forward)
        return True
    if focus is view and not forward:
        return False
    return message(view, 1 if forward else -1, last=not forward)


def message(view: ItemsView, by: int, last: bool = False) -> bool:
    """Move the focus to the message after (1) or before (-1) the one it is in; False if there is none.

    ``last``: to its last part instead of the first.
    """
    focus = QApplication.focusWidget()
    inside = next((row for row in _rows(view) if (focus is not None and row.isAncestorOf(focus)) or row is focus), None)
    if inside is None or inside.item is None:
        at = view.first_in_sight - 1 if by > 0 else view.first_in_sight if focus is view else view.last_in_sight + 1
    else:
        at = view.index(inside.item.key)
    at += by
    while 0 <= at < len(view.items):
        key = view.items[at].key
        view.bring(key, None)
        row = view.visible_rows[key]
        widgets = row.focusables()
        if widgets:
            _enter(view, row, widgets[-1 if last else 0], by > 0)
            return True
        at += by
    return False


def enter_end(view: ItemsView) -> bool:
    """Give the focus to the last part of the last message; False if there is none."""
    for item in reversed(view.items):
        view.bring(item.key, None)
        row = view.visible_rows.get(item.key)
        widgets = row.focusables() if row is not None else []
        if row is not None and widgets:
            _enter(view, row, widgets[-1], False)
            return True
    return False


def leave(view: ItemsView, forward: bool) -> bool:
    """Give the focus to the next widget outside the rows."""
    focus = QApplication.focusWidget()
    return move(view if focus is None or _in_row(focus) else focus, view, forward)


def _in_row(widget: QWidget) -> bool:
    above: QWidget | None = widget
    while above is not None and not isinstance(above, TranscriptRow):
        above = above.parentWidget()
    return above is not None


def move(start: QWidget, view: ItemsView, forward: bool, besides: QWidget | None = None) -> bool:
    """Give the focus to the widget after ``start`` in the chain; what lies in the transcript is passed over, and what
    lies in ``besides``.

    Its rows are made when they come into sight, so in the chain they stand after all else; in them the view leads.
    """
    widget = start
    while True:
        following = widget.nextInFocusChain() if forward else widget.previousInFocusChain()
        if following is None or following is start:
            return False
        widget = following
        if widget.window() is not view.window() or _in_row(widget):
            continue
        if besides is not None and besides.isAncestorOf(widget):
            continue
        reachable = widget.focusPolicy() & Qt.FocusPolicy.TabFocus == Qt.FocusPolicy.TabFocus
        if reachable and widget.isVisible() and widget.isEnabled() and widget.focusProxy() is None:
            if widget is view and not forward and enter_end(view):
                return True
            widget.setFocus(_reason(forward))
            return True
