"""The way of the Tab key where widgets come later than their neighbours."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLayout, QWidget


def put_in_order(layout: QLayout) -> None:
    """Tab goes through what is in ``layout`` as it stands there; Qt puts what comes later behind all else."""
    for before, after in pairwise(_stops(layout)):
        QWidget.setTabOrder(before, after)


def _stops(layout: QLayout) -> Iterator[QWidget]:
    for at in range(layout.count()):
        item = layout.itemAt(at)
        inner, widget = (item.layout(), item.widget()) if item is not None else (None, None)
        if widget is not None:
            if widget.focusPolicy() & Qt.FocusPolicy.TabFocus:
                yield widget
                continue
            inner = widget.layout()
        if inner is not None:
            yield from _stops(inner)


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
