"""What a folder of chats has of its own: a system prompt, documents, notes."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QFrame, QLabel, QPlainTextEdit, QScrollArea, QVBoxLayout, QWidget

from app.core.chat_values import ChatGroup
from app.core.document_values import DocumentEntry, Project
from app.ui.theme import font, theme
from app.ui.widgets.labels import dim
from app.ui.widgets.sheet import AROUND, WIDTH, Sheet
from app.ui.widgets.switch_list import SwitchList
from app.ui.widgets.text import follow_direction

translate = QCoreApplication.translate

TEXT = 74  # px of a field
TALLEST, LEAST = 430, 80  # px of all fields
BESIDE = 8  # px between the fields and their scroll bar


def as_typed(text: str) -> str:
    """A text as a field gives it back: fields make plain spaces and line ends of others."""
    return QTextDocument(text).toPlainText()


class ProjectSheet(Sheet):
    """``accepted``: keep what is in ``prompt``, ``chosen`` and ``notes``; ``changed()``: one of them is another;
    ``called_off()``: all drafts were emptied, or the folder is gone: it closes and offers nothing.
    """

    changed = Signal()
    called_off = Signal()

    def __init__(self, parent: QWidget, name: str, project: Project, entries: Sequence[DocumentEntry]) -> None:
        super().__init__(parent, self._title(name))
        self._folder = project.folder
        self.prompt = self._field(translate("Project", "System prompt of new chats in this folder"))
        self.prompt.setPlainText(project.system_prompt)
        self.prompt.setPlaceholderText(translate("Project", "Same as for all new chats"))
        self.notes = self._field(translate("Project", "Notes (models don't see them)"))
        self.notes.setPlainText(project.notes)
        on = frozenset(project.documents)
        names = sorted(((entry.id, entry.name) for entry in entries), key=lambda one: one[0] not in on)
        label = translate("Project", "Documents in all chats of this folder")
        self.documents = SwitchList(label, names, on)
        inner = QWidget()
        column = QVBoxLayout(inner)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        inner.setObjectName("projectFields")
        self._labelled(column, self.prompt)
        for part in (self._label(label), self.documents):
            column.addWidget(part)
            part.setVisible(bool(entries))
        column.addSpacing(4)
        self._labelled(column, self.notes)
        area = self._area = QScrollArea()
        area.setWidget(inner)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setAccessibleName(self.accessibleName())
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setStyleSheet("QScrollArea, #projectFields { background: transparent; }")
        area.verticalScrollBar().rangeChanged.connect(
            lambda _least, most: column.setContentsMargins(0, 0, BESIDE if most else 0, 0)
        )
        area.viewport().setAutoFillBackground(False)
        inner.setAutoFillBackground(False)
        self._high = min(TALLEST, inner.sizeHint().height() + 4)
        area.setFixedHeight(self._high)
        self.body.addWidget(area)
        for field in (self.prompt, self.notes):
            field.textChanged.connect(self.changed)
        self.documents.rows.dataChanged.connect(self.changed)
        self.no = self.add_button(translate("Project", "Cancel"))
        self.yes = self.add_button(translate("Project", "Save"), "accent")

    def show_name(self, groups: Sequence[ChatGroup]) -> None:
        """What the folder is called by now."""
        for folder in (group.folder for group in groups):
            if folder is not None and folder.id == self._folder and self._title(folder.name) != self.title.text():
                self.show_title(self._title(folder.name))
                self._area.setAccessibleName(self.accessibleName())

    @staticmethod
    def _title(name: str) -> str:
        return translate("Project", "Folder “{name}”").format(name=name)

    def _place(self) -> None:
        assert self._over is not None
        wide, room = min(WIDTH, self._over.width() - 2 * AROUND), self._over.height() - 2 * AROUND
        beside = self._column.heightForWidth(wide) - self._area.minimumHeight()
        self._area.setFixedHeight(max(LEAST, min(self._high, room - beside)))
        super()._place()

    @staticmethod
    def _label(words: str) -> QLabel:
        label = dim(words, "dim", wrap=True)
        label.setFont(font(theme().tokens.type.small))
        return label

    def _labelled(self, column: QVBoxLayout, field: QPlainTextEdit) -> None:
        column.addWidget(self._label(field.accessibleName()))
        column.addWidget(field)
        column.addSpacing(4)

    @staticmethod
    def _field(name: str) -> QPlainTextEdit:
        field = QPlainTextEdit()
        follow_direction(field)
        field.setAccessibleName(name)
        field.setProperty("kind", "field")
        field.setTabChangesFocus(True)
        field.setAcceptDrops(False)
        field.setFixedHeight(TEXT)
        return field

    @property
    def chosen(self) -> list[str]:
        """Ids of the documents that all chats of the folder have."""
        return self.documents.on
