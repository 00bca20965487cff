"""A long paste: the offer to make a file of it, and the way back."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.ui.numbers import count
from app.ui.theme import font, theme
from app.ui.widgets.buttons import IconButton, TextButton
from app.ui.widgets.labels import ElidedLabel

translate = QCoreApplication.translate

LONG = 4_000  # characters from which on a paste is offered to become a file


class PasteOffer(QWidget):
    """One line with a button. ``accepted``: make it a file; ``taken_back``: put it into the text again; ``left``: the
    person pressed one of its buttons, and it is gone."""

    accepted = Signal()
    taken_back = Signal()
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = ElidedLabel()
        self._words.setProperty("role", "dim")
        self._words.setFont(font(theme().tokens.type.small))
        self.button = TextButton(translate("Composer", "Attach as file"), "small", parent=self)
        self.dismiss = IconButton("x", translate("Composer", "Dismiss"), size=13, box=24)
        self._back = False
        line = QHBoxLayout(self)
        line.setContentsMargins(2, 0, 0, 0)
        line.setSpacing(8)
        line.addWidget(self._words, 1)
        line.addWidget(self.button)
        line.addWidget(self.dismiss)
        self.button.clicked.connect(self._clicked)
        self.dismiss.clicked.connect(self._leave)
        self.hide()

    @property
    def words(self) -> str:
        return self._words.text()

    def offer(self, characters: int) -> None:
        """Offer to make a file of a paste."""
        words = translate("Composer", "Pasted {count} characters.").format(count=count(characters))
        self._show(words, translate("Composer", "Attach as file"), False)

    def confirm(self) -> None:
        """Say that it was done, with the way back."""
        self._show(
            translate("Composer", "Attached the pasted text as a file."),
            translate("Composer", "Put back as text"), True,
        )  # fmt: skip

    def _show(self, words: str, button: str, back: bool) -> None:
        self._words.setText(words)
        self.button.set_text(button)
        self._back = back
        self.show()

    def _leave(self) -> None:
        self.hide()
        self.left.emit()

    def _clicked(self) -> None:
        self._leave()
        if self._back:
            self.taken_back.emit()
        else:
            self.accepted.emit()
