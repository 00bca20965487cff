"""Lists whose rows are shown anew, and what is chosen in them."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QItemSelectionModel
from PySide6.QtWidgets import QListView


def show_keeping(view: QListView, role: int, show: Callable[[], None]) -> None:
    """Show other rows (``show``): what was chosen stays so where it is still there, and the view where it was."""
    chosen = {index.data(role).id for index in view.selectionModel().selectedIndexes()}
    current = view.currentIndex().data(role).id if view.currentIndex().isValid() else None
    place = view.verticalScrollBar().value()
    show()
    model, selection, flags = view.model(), view.selectionModel(), QItemSelectionModel.SelectionFlag
    for row in range(model.rowCount()):
        index = model.index(row, 0)
        if index.data(role).id in chosen:
            selection.select(index, flags.Select)
        if index.data(role).id == current:
            selection.setCurrentIndex(index, flags.NoUpdate)
    view.doItemsLayout()
    view.verticalScrollBar().setValue(place)
