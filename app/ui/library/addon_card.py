"""Support for NVIDIA's cards, where the computer has their driver: what it takes, and the way to it."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.services.addons import AddOnPhase, AddOnState
from app.ui.library.downloads import ProgressLine, share_of, words_for
from app.ui.numbers import size
from app.ui.sentences import whole
from app.ui.theme import font, theme
from app.ui.widgets.buttons import TextButton
from app.ui.widgets.card import Card
from app.ui.widgets.labels import dim

translate = QCoreApplication.translate


class AddOnCard(Card):
    """Hidden where there is nothing to offer. Signals: ``check()``, ``download()``, ``stop()``."""

    check = Signal()
    download = Signal()
    stop = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._phase: AddOnPhase = "hidden"
        self._found = False
        row = QWidget()
        column = QVBoxLayout(row)
        column.setContentsMargins(16, 12, 16, 12)
        column.setSpacing(4)
        head = QHBoxLayout()
        self.title = dim(translate("AddOn", "CUDA add-on for NVIDIA cards"), "", wrap=True)
        self.title.setFont(font(theme().tokens.type.base, 500))
        self.button = TextButton("", "small")
        self.button.clicked.connect(self._pressed)
        head.addWidget(self.title, 1)
        head.addWidget(self.button)
        column.addLayout(head)
        self.words = dim("", "dim", wrap=True)
        self.words.setFont(font(theme().tokens.type.small))
        self.bar = ProgressLine()
        self.bar.setAccessibleName(translate("AddOn", "Add-on progress"))
        column.addWidget(self.words)
        column.addWidget(self.bar)
        self.add(row)
        self.show_state(AddOnState())

    def show_state(self, state: AddOnState) -> None:
        self._phase, self._found = state.phase, state.addon is not None
        self.setVisible(state.phase != "hidden")
        busy = state.phase == "unpacking" or state.download is not None
        self.bar.setVisible(busy)
        if busy:
            self.bar.show_share(share_of(state.download) if state.download is not None else state.share, "accent")
        self.words.setText(self._said(state))
        self.words.setProperty("role", "error" if state.phase == "failed" else "dim")
        self.words.style().polish(self.words)
        label = {
            "checking": translate("AddOn", "Checking…"), "downloading": translate("AddOn", "Cancel"),
            "unpacking": translate("AddOn", "Cancel"), "found": translate("AddOn", "Download"),
            "failed": translate("AddOn", "Try again"),
        }.get(state.phase, translate("AddOn", "Check size…"))  # fmt: skip
        self.button.set_text(label)
        self.button.setEnabled(state.phase != "checking")
        self.button.setVisible(state.phase != "installed")

    def _pressed(self) -> None:
        if self._phase in ("downloading", "unpacking"):
            self.stop.emit()
        elif self._found:
            self.download.emit()
        else:
            self.check.emit()

    def _said(self, state: AddOnState) -> str:
        if state.phase == "failed" and state.problem is not None:
            return whole(state.problem)
        if state.download is not None:
            return words_for(state.download)
        match state.phase:
            case "found" if state.addon is not None:
                return translate(
                    "AddOn", "{size} to download, {unpacked} on disk. You can delete it on the Privacy page."
                ).format(size=size(state.addon.package.size), unpacked=size(state.addon.unpacked))
            case "unpacking":
                return translate("AddOn", "Unpacking…")
            case "installed":
                return translate("AddOn", "Installed. Restart Longthread to use it.")
        return translate(
            "AddOn", "This computer has an NVIDIA driver. With the add-on, models can run on the card. Experimental."
        )
