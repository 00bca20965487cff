"""A look at an attached file: what was read out of it, or the picture as it is kept, which is what the model sees."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QGuiApplication, QImage, QPainter, QPaintEvent, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from app.core.chat_values import Attachment
from app.ui.chat.file_words import facts_of, note_of
from app.ui.chat.transcript.highlight import spans
from app.ui.numbers import count
from app.ui.theme import colors, font, qcolor, theme
from app.ui.widgets.buttons import TextButton
from app.ui.widgets.labels import ElidedLabel, dim
from app.ui.widgets.long_lines import LONGEST_LINE, folded
from app.ui.widgets.text import follow_direction
from app.ui.widgets.tips import set_title

translate = QCoreApplication.translate

SHOWN = 60_000  # characters at first: an editor is slow with millions
COLOURED = 20_000


class AttachmentPreview(QDialog):
    """The text of ``attachment`` to read and copy; nothing in it can be changed. ``picture``: where that is, of one."""

    def __init__(
        self, attachment: Attachment, tokens: int, counted: bool, parent: QWidget, picture: Path | None = None
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._file = attachment
        set_title(self, attachment.name)
        self.setAccessibleName(translate("Preview", "Preview of {name}").format(name=attachment.name))
        kinds = theme().tokens.type
        name = ElidedLabel(attachment.name)
        name.setFont(font(kinds.title, 600))
        self.facts = dim(facts_of(attachment, tokens, counted), "dim", wrap=True)
        self.note = dim(note_of(attachment), "warn", wrap=True)
        if not attachment.note:
            self.note.hide()
        self.view = QPlainTextEdit()
        self.picture = PictureView(picture)
        self.view.setReadOnly(True)
        follow_direction(self.view)
        self.view.setProperty("kind", "field")
        self.view.setFont(font(kinds.base, mono=attachment.kind == "code"))
        self.view.setTabChangesFocus(True)
        self.view.setAccessibleName(translate("Preview", "File text"))
        flags = Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        self.view.setTextInteractionFlags(flags)
        self.more = TextButton("", "link")
        self.more.clicked.connect(lambda: self._show(len(attachment.text)))
        copy = translate("Preview", "Copy text") if picture is None else translate("Preview", "Copy image")
        self.copy = TextButton(copy, "", "copy")
        self.copy.clicked.connect(self._copy)
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
        column.addWidget(self.view if picture is None else self.picture, 1)
        (self.picture if picture is None else self.view).hide()
        self.copy.setEnabled(picture is None or self.picture.there)
        column.addLayout(buttons)
        room = parent.window().size()
        self.resize(QSize(760, 600).boundedTo(room - QSize(40, 40)))
        self._show(SHOWN)

    def _copy(self) -> None:
        if self.picture.there:
            QGuiApplication.clipboard().setImage(self.picture.image)
        else:
            QGuiApplication.clipboard().setText(self._file.text)

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


class PictureView(QWidget):
    """A picture as large as there is room for, never larger than it is.

    Attributes:
        image: the picture; null if there is none.
    """

    def __init__(self, path: Path | None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.image = QImage(str(path)) if path is not None else QImage()
        self.setAccessibleName(translate("Preview", "Image"))

    @property
    def there(self) -> bool:
        return not self.image.isNull()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        if self.there:
            ratio = self.devicePixelRatioF()
            room = self.size().boundedTo(self.image.size() / ratio)
            place = QRect(QPoint(), (self.image.size() / ratio).scaled(room, Qt.AspectRatioMode.KeepAspectRatio))
            place.moveCenter(self.rect().center())
            painter.drawImage(place, self.image)
        else:
            painter.setPen(qcolor(colors().dim))
            text = translate("Preview", "The image is no longer on this computer.")
            painter.drawText(self.rect(), int(Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap), text)
        painter.end()
