"""The models there are, those on their way, and the hub to find more."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QWidget

from app.core.hub import Fit
from app.core.model_values import ModelEntry, ModelState
from app.services.models.downloads import Download
from app.ui.library.detail import ModelDetail
from app.ui.library.downloads import DownloadsCard, starter_button
from app.ui.library.find import FindPanel
from app.ui.library.folders import FoldersPanel
from app.ui.library.rows import DropHint, ModelRow, look_of
from app.ui.widgets.buttons import IconButton, TextButton
from app.ui.widgets.card import Card
from app.ui.widgets.controls import ChoiceSegment
from app.ui.widgets.page import Page

translate = QCoreApplication.translate


class LibraryPage(Page):
    """Signals: ``load(path)``, ``unload()``, ``remove(path)``, ``opened(path)``, ``add()``, ``refresh()``,
    ``get_starter()``; those of ``hub``, ``downloads`` and ``folders``.

    Attributes:
        detail: the page of one model, shown in place of all; None while there is none.
    """

    load = Signal(str)
    unload = Signal()
    remove = Signal(str)
    opened = Signal(str)
    add = Signal()
    refresh = Signal()
    get_starter = Signal()

    def __init__(
        self,
        hub: str,
        judge: Callable[[int], Fit],
        curated: QWidget | None = None,
        starter: int = 0,
        parent: QWidget | None = None,
    ) -> None:
        """``starter``: bytes of the small model to begin with, offered where there is none; 0: not."""
        super().__init__(translate("Library", "Model library"), parent)
        self._entries: Sequence[ModelEntry] = ()
        self._state = ModelState()
        self._place = 0  # where the list was scrolled to
        again = IconButton("refresh-cw", translate("Library", "Refresh"), size=17, box=32)
        again.clicked.connect(self.refresh)
        add = TextButton(translate("Library", "Add model file…"), "", "plus")
        add.clicked.connect(self.add)
        self.head.addWidget(again)
        self.head.addWidget(add)
        tabs = QButtonGroup(self)
        self.mine_tab, self.find_tab = (
            ChoiceSegment(translate("Library", "On this computer")),
            ChoiceSegment(translate("Library", "Find models")),
        )
        line = QHBoxLayout()
        line.setSpacing(0)
        for tab in (self.mine_tab, self.find_tab):
            tabs.addButton(tab)
            line.addWidget(tab)
            tab.setAccessibleName(tab.text())
            tab.clicked.connect(self._show_tab)
        line.addStretch(1)
        self.mine_tab.setChecked(True)
        self._tabs = QWidget()
        self._tabs.setLayout(line)
        line.setContentsMargins(0, 0, 0, 0)
        self.detail: ModelDetail | None = None
        self.folders = FoldersPanel()
        self.hint = DropHint()
        self.fetch = starter_button(starter)
        self.fetch.clicked.connect(self.get_starter)
        self._offers, self._coming = bool(starter), False
        self.card = Card()
        self.rows: list[ModelRow] = []
        self.downloads = DownloadsCard()
        self.hub = FindPanel(hub, judge, curated)
        self.body.addWidget(self._tabs)
        self.body.addWidget(self.downloads)
        self.body.addWidget(self.hub)
        self.body.addWidget(self.hint)
        self.body.addWidget(self.fetch, 0, Qt.AlignmentFlag.AlignHCenter)
        self.body.addWidget(self.card)
        self.body.addWidget(self.folders)
        self.body.addStretch(1)
        self._fill()
        self._show_tab()

    def show_entries(self, entries: Sequence[ModelEntry]) -> None:
        if tuple(entries) != tuple(self._entries):
            self._entries = entries
            self._fill()

    def show_model(self, state: ModelState) -> None:
        before = (self._state.path, self._state.phase)
        self._state = state
        if before != (state.path, state.phase):
            self._fill()

    def show_starter(self, state: Download | None) -> None:
        """The small model is on its way, as the card of downloads says, or (None) not."""
        self._coming = state is not None
        self._show_mine()

    def show_find(self) -> None:
        """Go to the hub's search."""
        self.find_tab.setChecked(True)
        self._show_tab()

    def _show_tab(self) -> None:
        find = self.find_tab.isChecked() and self.detail is None
        self.hub.setVisible(find)
        self._show_mine()
        if find:
            self.hub.field.setFocus()
        else:
            self.hub.cancel()

    def _show_mine(self) -> None:
        mine = not self.find_tab.isChecked() and self.detail is None
        self.hint.setVisible(mine)
        self.fetch.setVisible(mine and self._offers and not self._coming and not self._entries)
        self.folders.setVisible(mine)
        self.card.setVisible(mine and bool(self._entries))

    def show_detail(self, detail: ModelDetail | None) -> None:
        """Show the page of one model, or (None) all of them."""
        place = self.area.verticalScrollBar()
        before, self.detail = self.detail, detail
        if before is not None:
            self.body.removeWidget(before)
            before.hide()
            before.deleteLater()
        elif detail is not None:
            self._place = place.value()
        self._tabs.setVisible(detail is None)
        if detail is not None:
            self.body.insertWidget(1, detail)
            detail.back_button.setFocus()
        self._show_tab()
        self._fill()
        place.setValue(0 if detail is not None else self._place)

    def leave_detail(self) -> bool:
        """Go back from one model to all of them; whether there was one."""
        if self.detail is None:
            return False
        self.detail.leave()
        return True

    def leave_part(self) -> bool:
        """Leave the page of one model, or what stands in place of the results of a search; whether there was one."""
        return self.leave_detail() or (not self.hub.isHidden() and self.hub.leave_part())

    def _fill(self) -> None:
        focus = self.window().focusWidget()
        kept = next(((row.entry.path, row.controls.index(focus)) for row in self.rows if focus in row.controls), None)
        before = {row.entry.path: row for row in self.rows}
        self.rows = [self._row(entry, before.get(entry.path)) for entry in self._entries]
        self.card.put(self.rows)
        for row in self.rows:
            if kept is not None and kept[0] == row.entry.path:  # the keyboard stays where it was
                same = row.controls[kept[1]]
                (same if same.isEnabled() else row.more).setFocus()
        self.hint.set_tall(not self._entries)
        self._show_mine()

    def _row(self, entry: ModelEntry, before: ModelRow | None) -> ModelRow:
        """The row of a model: the one from before where that looks the same, since each takes 3 ms to make."""
        if before is not None and before.look == look_of(entry, self._state):
            return before
        row = ModelRow(entry, self._state)
        row.load.connect(self.load)
        row.unload.connect(self.unload)
        row.remove.connect(self.remove)
        row.opened.connect(self.opened)
        return row
