"""The documents of a chat, below its header: a chip for each, with a cross."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QWidget

from app.core.document_values import DocumentEntry
from app.services.documents.cartridges import CartridgeState
from app.ui.documents.document_words import facts_of, icon_of, standing_of, tip_of
from app.ui.theme import colors, icon, theme
from app.ui.widgets.buttons import IconButton, TextButton, let_go
from app.ui.widgets.focus import put_inside
from app.ui.widgets.tips import set_tip

translate = QCoreApplication.translate

HIGH = 38  # px
LONGEST = 28  # characters of a name
AROUND, GAP = 16, 6  # px


def shortened(name: str) -> str:
    """A name that fits on a chip; its end says what kind of file it is."""
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 9]}…{name[-8:]}"


class MountedChip(QWidget):
    """A document of the chat. Signals: ``opened()``, ``removed()``."""

    opened = Signal()
    removed = Signal()

    def __init__(self, entry: DocumentEntry, own: bool, parent: QWidget) -> None:
        """``own``: the chat has it itself, not by its project."""
        super().__init__(parent)
        self.name = TextButton("", "small", icon_of(entry))
        self.name.clicked.connect(self.opened)
        self.cross = IconButton("x", "", size=14, box=24, parent=self)
        self.cross.clicked.connect(self.removed)
        self.show_entry(entry, own)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(0)
        line.addWidget(self.name)
        line.addWidget(self.cross)

    def show_entry(self, entry: DocumentEntry, own: bool) -> None:
        """Bring the words up to date with the document."""
        self.entry = entry
        self.name.set_text(shortened(entry.name))
        self.name.set_icon(icon_of(entry))
        self.name.setAccessibleName(translate("ChatDocuments", "Open {name}").format(name=entry.name))
        self.cross.set_label(translate("ChatDocuments", "Remove {name} from this chat").format(name=entry.name))
        self.cross.setVisible(own)

    def show_standing(self, state: CartridgeState) -> None:
        """Where it stands with the model that is loaded; a tip says it."""
        own = not self.cross.isHidden()
        where = "" if own else translate("ChatDocuments", "From the chat's folder")
        first = f"{self.entry.name}\n{facts_of(self.entry)}"
        set_tip(self.name, tip_of(first, standing_of(self.entry, None, state), where))


class MountedBar(QWidget):
    """Hidden while the chat has no documents. Signals: ``opened(id)``, ``removed(id)``."""

    opened = Signal(str)
    removed = Signal(str)

    def __init__(
        self, state_of: Callable[[str], CartridgeState] = lambda _: CartridgeState(), parent: QWidget | None = None
    ) -> None:
        """``state_of``: where a document stands with the model that is loaded."""
        super().__init__(parent)
        self._state_of = state_of
        self.setFixedHeight(HIGH)
        self._entries: list[DocumentEntry] = []
        self._own: frozenset[str] = frozenset()
        self._shown = 0  # of them, on chips
        self.chips: list[MountedChip] = []
        self.more = TextButton(translate("ChatDocuments", "%Ln more", "", 0), "link")
        self.more.clicked.connect(self._show_more)
        self._line = QHBoxLayout(self)
        self._line.setContentsMargins(AROUND, 4, AROUND, 4)
        self._line.setSpacing(GAP)
        self._line.addWidget(self.more)
        self._line.addStretch(1)
        theme().changed.connect(self.update)
        self.hide()

    def show_documents(self, entries: Sequence[DocumentEntry], own: frozenset[str]) -> None:
        """``own``: ids of those that the chat has itself."""
        if (list(entries), own) == (self._entries, self._own):
            return
        self._entries, self._own = list(entries), own
        before = {chip.entry.id: chip for chip in self.chips}
        self.chips = []
        for entry in entries:
            if entry.id not in before:
                break
            chip = before.pop(entry.id)  # stays, with its focus
            chip.show_entry(entry, entry.id in own)
            if self._line.indexOf(chip) != len(self.chips):
                self._line.insertWidget(len(self.chips), chip)
            self.chips.append(chip)
        for chip in before.values():
            self._line.removeWidget(chip)
            chip.hide()
            chip.deleteLater()
        self.setVisible(bool(entries))
        self._fit()
        self.refresh()

    def _add_chip(self) -> None:
        """The chip of the first document that has none."""
        entry = self._entries[len(self.chips)]
        chip = MountedChip(entry, entry.id in self._own, self)
        chip.opened.connect(partial(self.opened.emit, entry.id))
        chip.removed.connect(partial(self.removed.emit, entry.id))
        chip.show_standing(self._state_of(entry.id))
        self._line.insertWidget(len(self.chips), chip)
        self.chips.append(chip)

    def refresh(self, document: str = "") -> None:
        """Where a document ("": each) stands with the model has changed."""
        for chip in self.chips:
            if document in ("", chip.entry.id):
                chip.show_standing(self._state_of(chip.entry.id))

    def _fit(self) -> None:
        """As many chips as there is room for, and no others are made of thousands; a menu has the rest."""
        room = self.width() - 2 * AROUND
        wides = [chip.sizeHint().width() + GAP for chip in self.chips]
        while len(self.chips) < len(self._entries) and sum(wides) <= room:
            self._add_chip()
            wides.append(self.chips[-1].sizeHint().width() + GAP)
        self._shown = len(wides)
        if sum(wides) > room:
            self.more.set_text(translate("ChatDocuments", "%Ln more", "", len(self._entries)))
            room -= self.more.sizeHint().width()
            self._shown = next((at for at in range(len(wides)) if sum(wides[: at + 1]) > room), len(wides))
        for at, chip in enumerate(self.chips):
            chip.setVisible(at < self._shown)
        left = len(self._entries) - self._shown
        self.more.setVisible(left > 0)
        self.more.set_text(translate("ChatDocuments", "%Ln more", "", left))
        put_inside(self, [*(button for chip in self.chips for button in (chip.name, chip.cross)), self.more])

    def _show_more(self) -> None:
        menu = self.menu_of_rest()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        let_go(self.more, menu)
        menu.popup(self.more.mapToGlobal(self.more.rect().bottomLeft()))

    def menu_of_rest(self) -> QMenu:
        """The documents that there is no room for, to open."""
        menu = QMenu(self)
        for entry in self._entries[self._shown :]:
            opened = partial(self.opened.emit, entry.id)
            menu.addAction(icon(icon_of(entry), colors().dim, 16), entry.name.replace("&", "&&"), opened)
        return menu

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()
