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
        self.entry = entry
        self.name = TextButton(shortened(entry.name), "small", icon_of(entry))
        self.name.setAccessibleName(translate("ChatDocuments", "Open {name}").format(name=entry.name))
        self.name.clicked.connect(self.opened)
        words = translate("ChatDocuments", "Remove {name} from this chat").format(name=entry.name)
        self.cross = IconButton("x", words, size=14, box=24, parent=self)
        self.cross.clicked.connect(self.removed)
        self.cross.setVisible(own)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(0)
        line.addWidget(self.name)
        line.addWidget(self.cross)

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
        if [(chip.entry, not chip.cross.isHidden()) for chip in self.chips] == [
            (one, one.id in own) for one in entries
        ]:
            return
        for chip in self.chips:
            self._line.removeWidget(chip)
            chip.hide()
            chip.deleteLater()
        self.chips = []
        for at, entry in enumerate(entries):
            chip = MountedChip(entry, entry.id in own, self)
            chip.opened.connect(partial(self.opened.emit, entry.id))
            chip.removed.connect(partial(self.removed.emit, entry.id))
            self._line.insertWidget(at, chip)
            self.chips.append(chip)
        self.refresh()
        self.setVisible(bool(entries))
        self._fit()

    def refresh(self, document: str = "") -> None:
        """Where a document ("": each) stands with the model has changed."""
        for chip in self.chips:
            if document in ("", chip.entry.id):
                chip.show_standing(self._state_of(chip.entry.id))

    def _fit(self) -> None:
        """As many chips as there is room for; a menu has the rest."""
        room = self.width() - 2 * AROUND
        wides = [chip.sizeHint().width() + GAP for chip in self.chips]
        shown = len(wides)
        if sum(wides) > room:
            self.more.set_text(translate("ChatDocuments", "%Ln more", "", len(wides)))
            room -= self.more.sizeHint().width()
            shown = next((at for at in range(len(wides)) if sum(wides[: at + 1]) > room), len(wides))
        for at, chip in enumerate(self.chips):
            chip.setVisible(at < shown)
        left = len(wides) - shown
        self.more.setVisible(left > 0)
        self.more.set_text(translate("ChatDocuments", "%Ln more", "", left))

    def _show_more(self) -> None:
        menu = self.menu_of_rest()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        let_go(self.more, menu)
        menu.popup(self.more.mapToGlobal(self.more.rect().bottomLeft()))

    def menu_of_rest(self) -> QMenu:
        """The documents that there is no room for, to open."""
        menu = QMenu(self)
        for chip in self.chips:
            if chip.isHidden():
                name = chip.entry.name.replace("&", "&&")
                opened = partial(self.opened.emit, chip.entry.id)
                menu.addAction(icon(icon_of(chip.entry), colors().dim, 16), name, opened)
        return menu

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()
