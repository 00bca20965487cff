"""Small questions: a line of text, or whether to go on. They do not stop the program; the answer comes later."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QLineEdit, QWidget

from app.ui.theme import font, theme
from app.ui.widgets.labels import dim
from app.ui.widgets.sheet import Sheet

translate = QCoreApplication.translate


class TextSheet(Sheet):
    """Asks for a line of text, which may not be blank."""

    def __init__(self, parent: QWidget, title: str, label: str, text: str, word: str) -> None:
        super().__init__(parent, title)
        name = dim(label, "dim", wrap=True)
        name.setFont(font(theme().tokens.type.small))
        self.field = QLineEdit(text)
        self.field.setAccessibleName(label)
        self.field.setAcceptDrops(False)
        self.field.selectAll()
        name.setBuddy(self.field)
        self.body.addWidget(name)
        self.body.addWidget(self.field)
        self.no = self.add_button(translate("Sheet", "Cancel"))
        self.yes = self.add_button(word or translate("Sheet", "Save"), "accent")
        self.yes.setDefault(True)
        self.field.textChanged.connect(self._judge)
        self._judge(text)

    def _judge(self, text: str) -> None:
        self.yes.setEnabled(bool(text.strip()))


class SureSheet(Sheet):
    """Asks before something that cannot be taken back; Enter alone does nothing."""

    def __init__(self, parent: QWidget, question: str, detail: str, word: str, kind: str = "danger") -> None:
        super().__init__(parent, question, detail)
        self.no = self.add_button(translate("Sheet", "Cancel"))
        self.yes = self.add_button(word, kind)
        self.no.setDefault(True)


def ask_text(
    parent: QWidget, title: str, label: str, text: str, done: Callable[[str], object], word: str = ""
) -> TextSheet:
    """Ask for a line; ``done`` gets it unless the question was dismissed. ``word``: on the button, "" for "Save"."""
    sheet = TextSheet(parent, title, label, text, word)
    sheet.accepted.connect(lambda: done(sheet.field.text()))
    sheet.open()
    sheet.field.setFocus()
    return sheet


def ask_sure(
    parent: QWidget, question: str, detail: str, word: str, done: Callable[[], None], kind: str = "danger"
) -> SureSheet:
    """Ask once before something that cannot be taken back, or (``kind`` "accent") that takes long; ``word`` is on the
    button that does it."""
    sheet = SureSheet(parent, question, detail, word, kind)
    sheet.accepted.connect(done)
    sheet.open()
    sheet.no.setFocus()
    return sheet
