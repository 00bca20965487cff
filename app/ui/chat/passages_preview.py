"""The passages that a message was given, as the model got them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QSize, Qt, Signal
from PySide6.QtWidgets import QDialog, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from app.core.document_values import GivenPassage
from app.ui.chat.mounted_bar import shortened
from app.ui.documents.document_words import place_of
from app.ui.library.rows import IconLine
from app.ui.theme import font, theme
from app.ui.widgets.buttons import TextButton
from app.ui.widgets.labels import dim

translate = QCoreApplication.translate


def linked_words() -> str:
    """What is said of a passage that only facts led to."""
    return translate("ChatDocuments", "Found through linked facts")


class PassagesPreview(QDialog):
    """Signals: ``opened(GivenPassage)``: show it in its document."""

    opened = Signal(object)

    def __init__(self, passages: Sequence[GivenPassage], parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        title = translate("ChatDocuments", "Passages given with this message")
        self.setWindowTitle(title)
        self.setAccessibleName(title)
        kinds = theme().tokens.type
        head = dim(title, "", wrap=True)
        head.setFont(font(kinds.title, 600))
        inner = QWidget()
        rows = QVBoxLayout(inner)
        rows.setContentsMargins(0, 0, 8, 0)
        rows.setSpacing(6)
        self.buttons: list[TextButton] = []
        for passage in passages:
            where = " · ".join(part for part in (shortened(passage.name), place_of(passage)) if part)
            button = TextButton(where, "link", "file-text")
            button.setSizePolicy(button.sizePolicy().Policy.Ignored, button.sizePolicy().verticalPolicy())
            button.setStyleSheet("text-align: left;")
            button.clicked.connect(lambda _=False, one=passage: self.opened.emit(one))
            text = dim(passage.text, "dim", wrap=True)
            text.setFont(font(kinds.base))
            text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            rows.addWidget(button)
            if passage.linked:
                rows.addWidget(IconLine("waypoints", "dim", linked_words()))
                button.setAccessibleDescription(linked_words())
            rows.addWidget(text)
            rows.addSpacing(10)
            self.buttons.append(button)
        rows.addStretch(1)
        area = QScrollArea()
        area.setWidget(inner)
        area.setWidgetResizable(True)
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setAccessibleName(title)
        close = TextButton(translate("ChatDocuments", "Close"), "accent")
        close.setDefault(True)
        close.clicked.connect(self.accept)
        foot = QHBoxLayout()
        foot.addStretch(1)
        foot.addWidget(close)
        column = QVBoxLayout(self)
        column.setContentsMargins(22, 20, 22, 18)
        column.setSpacing(8)
        column.addWidget(head)
        column.addWidget(area, 1)
        column.addLayout(foot)
        room = parent.window().size()
        self.resize(QSize(640, 480).boundedTo(room - QSize(40, 40)))
