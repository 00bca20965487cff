"""A look at an attached file: what was read out of it, which is what the model sees."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QSize, Qt
from PySide6.QtGui import QGuiApplication, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from app.core.types import Attachment
from app.ui.file_words import facts_of, note_of
from app.ui.theme import font, qcolor, theme
from app.ui.transcript.highlight import spans
from app.ui.widgets.buttons import TextButton
from app.ui.widgets.labels import ElidedLabel, count, dim

translate = QCoreApplication.translate

SHOWN = 60_000  # characters at first: an editor is slow with millions
COLOURED = 20_000
LONGEST_LINE = 20_000  # characters: longer ones are laid out too slowly


class Preview(QDialog):
    """The text of ``attachment`` to read and copy; nothing in it can be changed."""

    def __init__(self, attachment: Attachment, tokens: int, counted: bool, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._file = attachment
        self.setWindowTitle(attachment.name)
        self.setAccessibleName(translate("Preview", "Preview of {name}").format(name=attachment.name))
        kinds = theme().tokens.type
        name = ElidedLabel(attachment.name)
        name.setFont(font(kinds.title, 600))
        self.facts = dim(facts_of(attachment, tokens, counted), "dim", wrap=True)
        self.note = dim(note_of(attachment), "warn", wrap=True)
        if not attachment.note:
            self.note.hide()
        self.view = QPlainTextEdit()
        self.view.setReadOnly(True)
        self.view.setProperty("kind", "field")
        self.view.setFont(font(kinds.base, mono=attachment.kind == "code"))
        self.view.setTabChangesFocus(True)
        self.view.setAccessibleName(translate("Preview", "Text of the file"))
        flags = Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        self.view.setTextInteractionFlags(flags)
        self.more = TextButton("", "link")
        self.more.clicked.connect(lambda: self._show(len(attachment.text)))
        self.copy = TextButton(translate("Preview", "Copy the text"), "", "copy")
        self.copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(attachment.text))
        close = TextButton(translate("Preview", "Close"), "accent")
        close.setDefault(True)
        close.clicked.connect(self.accept)

        buttons = QHBoxLayout()
        buttons.addWidget(self.more)
        buttons.addStretch(1)
        buttons.addWidget(self.copy)
        buttons.addWidget(close)
        column = QVBoxLayout(self)
        column.setContentsMargins(22, 20, 22, 18)
        column.setSpacing(8)
        column.addWidget(name)
        column.addWidget(self.facts)
        column.addWidget(self.note)
        column.addSpacing(4)
        column.addWidget(self.view, 1)
        column.addLayout(buttons)
        room = parent.window().size()
        self.resize(QSize(760, 600).boundedTo(room - QSize(40, 40)))
        self._show(SHOWN)

    def _show(self, most: int) -> None:
        text = self._file.text
        shown = text[:most]
        cut = any(len(line) > LONGEST_LINE for line in shown.splitlines())
        self.view.setPlainText("\n".join(folded(line) for line in shown.split("\n")) if cut else shown)
        if self._file.language and len(shown) <= COLOURED and not cut:
            self._colour(shown)
        self.more.setVisible(len(text) > most)
        self.more.set_text(translate("Preview", "Show all {count} characters").format(count=count(len(text))))

    def _colour(self, code: str) -> None:
        cursor = QTextCursor(self.view.document())
        cursor.beginEditBlock()
        for start, length, color, italic in spans(code, self._file.language):
            form = QTextCharFormat()
            form.setForeground(qcolor(color))
            form.setFontItalic(italic)
            cursor.setPosition(start)
            cursor.setPosition(start + length, QTextCursor.MoveMode.KeepAnchor)
            cursor.mergeCharFormat(form)
        cursor.endEditBlock()


def folded(line: str) -> str:
    """A line in pieces that can be laid out."""
    return "\n".join(line[at : at + LONGEST_LINE] for at in range(0, max(1, len(line)), LONGEST_LINE))
