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
