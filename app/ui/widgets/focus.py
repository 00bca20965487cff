"""The way of the Tab key where widgets come later than their neighbours, and where the keyboard goes back to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLayout, QWidget
from shiboken6 import isValid


def put_in_order(layout: QLayout) -> None:
    """Tab goes through what is in ``layout`` as it stands there; Qt puts what comes later behind all else."""
    for before, after in pairwise(stops_of(layout)):
        QWidget.setTabOrder(before, after)


def put_inside(whole: QWidget, stops: Sequence[QWidget]) -> None:
    """Tab goes through ``stops``, in ``whole``, where that stands; Qt puts what comes later behind all else."""
    before = whole.previousInFocusChain()
    while before is not None and before is not whole:
        if before.focusPolicy() & Qt.FocusPolicy.TabFocus and not whole.isAncestorOf(before):
            break
        before = before.previousInFocusChain()
    first = [before] if before is not None and before is not whole else []
    for one, other in pairwise([*first, *stops]):
        QWidget.setTabOrder(one, other)


def stops_of(layout: QLayout) -> Iterator[QWidget]:
    """What the Tab key reaches in ``layout``, as it stands there."""
    for at in range(layout.count()):
        item = layout.itemAt(at)
        inner, widget = (item.layout(), item.widget()) if item is not None else (None, None)
        if widget is not None:
            if widget.focusPolicy() & Qt.FocusPolicy.TabFocus:
                yield widget
                continue
            inner = widget.layout()
        if inner is not None:
            yield from stops_of(inner)


def give_back(widget: QWidget | None) -> None:
    """Give the keyboard back to what had it, unless that is gone, or out of sight, by now."""
    if widget is not None and isValid(widget) and widget.isVisible():
        widget.setFocus()


def hand_over(one: QWidget, show_one: bool, other: QWidget, show_other: bool, within: QWidget | None = None) -> None:
    """Show and hide two widgets that take turns: one that is hidden leaves its focus to the other, not to what is next.

    ``within``: what is shown and hidden in place of ``other``, which lies in it.
    """
    shown = within or other
    for widget, show in ((one, show_one), (shown, show_other)):
        if show:
            widget.show()
    if one.hasFocus() and not show_one and show_other:
        other.setFocus()
    elif other.hasFocus() and not show_other and show_one:
        one.setFocus()
    one.setVisible(show_one)
    shown.setVisible(show_other)
