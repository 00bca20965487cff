"""Small questions: a line of text, or whether to go on. They do not stop the program; the answer comes later."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QInputDialog, QLineEdit, QMessageBox, QWidget

from app.ui.widgets.tips import plain


def ask_text(parent: QWidget, title: str, label: str, text: str, done: Callable[[str], object]) -> QInputDialog:
    """Ask for a line; ``done`` gets it unless it is blank or the question was dismissed."""
    dialog = QInputDialog(parent)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setWindowTitle(title)
    dialog.setLabelText(plain(label))
    dialog.setTextValue(text)
    dialog.resize(380, dialog.sizeHint().height())
    field = dialog.findChild(QLineEdit)
    if field is not None:
        field.setAccessibleName(label)
        field.selectAll()
    dialog.textValueSelected.connect(lambda value: done(value) if value.strip() else None)
    dialog.open()
    return dialog


def ask_sure(parent: QWidget, question: str, detail: str, word: str, done: Callable[[], None]) -> QMessageBox:
    """Ask once before something that cannot be taken back; ``word`` is on the button that does it."""
    box = QMessageBox(QMessageBox.Icon.Warning, question, plain(question), parent=parent)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.setInformativeText(plain(detail))
    box.setAccessibleName(f"{question} {detail}")
    yes = box.addButton(word, QMessageBox.ButtonRole.DestructiveRole)
    no = box.addButton(QMessageBox.StandardButton.Cancel)
    box.setDefaultButton(no)
    box.setEscapeButton(no)
    box.buttonClicked.connect(lambda button: done() if button is yes else None)
    box.open()
    return box
