"""The list of saved prompts that opens when a message begins with a slash."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QCoreApplication,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QTextCursor
from PySide6.QtWidgets import QHBoxLayout, QListView, QPlainTextEdit, QStyle, QStyledItemDelegate, QVBoxLayout, QWidget
from PySide6.QtWidgets import QStyleOptionViewItem as Option

from app.core.saved_prompts import SavedPrompt, matching, typed
from app.ui.theme import colors, font, qcolor, theme
from app.ui.widgets.buttons import TextButton
from app.ui.widgets.paint import paint_panel

translate = QCoreApplication.translate

WIDTH, ROW, MOST = 460, 46, 6  # px, px, rows in sight
GAP = 6  # px between the list and the composer
PROMPT = Qt.ItemDataRole.UserRole + 1
Index = QModelIndex | QPersistentModelIndex


class PromptModel(QAbstractListModel):
    """Prompts with their commands."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.prompts: list[SavedPrompt] = []

    def show(self, prompts: Sequence[SavedPrompt]) -> None:
        self.beginResetModel()
        self.prompts = list(prompts)
        self.endResetModel()

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.prompts)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        prompt = self.prompts[index.row()]
        if role == PROMPT:
            return prompt
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return f"/{prompt.command}: {prompt.text}"
        return None


class PromptRows(QStyledItemDelegate):
    """A command, and the beginning of its prompt below."""

    def sizeHint(self, option: Option, index: Index) -> QSize:
        return QSize(100, ROW)

    def paint(self, painter: QPainter, option: Option, index: Index) -> None:
        scheme, kinds = colors(), theme().tokens.type
        prompt: SavedPrompt = index.data(PROMPT)
        card = QRectF(option.rect).adjusted(6, 1, -6, -1)  # type: ignore[attr-defined]
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if option.state & QStyle.StateFlag.State_Selected:  # type: ignore[attr-defined]
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(qcolor(scheme.accent, 0.16))
            painter.drawRoundedRect(card, 7, 7)
        room = int(card.width()) - 20
        for words, size, weight, color, top in (
            (f"/{prompt.command}", kinds.base, 600, scheme.text, 4),
            (" ".join(prompt.text.split()), kinds.small, 400, scheme.dim, 22),
        ):
            painter.setFont(font(size, weight))
            painter.setPen(qcolor(color))
            shown = painter.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, room)
            place = QRectF(card.left() + 10, card.top() + top, room + 4, 18)
            painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, shown)
        painter.restore()


class SlashMenu(QWidget):
    """Lies over the window, above the composer, while a message begins with a command; the editor keeps the focus.

    Signals: ``manage()``: the person wants to change the prompts.

    Attributes:
        offer: gives the prompts there are.
    """

    manage = Signal()

    def __init__(self, editor: QPlainTextEdit, composer: QWidget) -> None:
        super().__init__(composer)
        self.offer: Callable[[], Sequence[SavedPrompt]] = tuple
        self._editor, self._composer = editor, composer
        self._left = ""  # the text at which the person closed it
        self.model = PromptModel(self)
        self.list = QListView()
        self.list.setModel(self.model)
        self.list.setItemDelegate(PromptRows(self))
        self.list.setAccessibleName(translate("Composer", "Saved prompts"))
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setUniformItemSizes(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setMouseTracking(True)
        self.list.entered.connect(self.list.setCurrentIndex)
        self.list.clicked.connect(lambda index: self._take(index.row()))
        self.button = TextButton(translate("Composer", "Manage prompts…"), "link", "bookmark")
        self.button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.button.clicked.connect(self._manage)
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 6, 1, 6)
        column.setSpacing(4)
        column.addWidget(self.list)
        foot = QHBoxLayout()
        foot.setContentsMargins(10, 0, 10, 0)
        foot.addWidget(self.button)
        foot.addStretch(1)
        column.addLayout(foot)
        self.hide()
        editor.textChanged.connect(self._look)
        editor.cursorPositionChanged.connect(self._look)
        editor.installEventFilter(self)
        composer.installEventFilter(self)
        theme().changed.connect(self.update)

    def _before(self) -> str:
        """The text before the cursor, as far as it may be a command."""
        cursor = self._editor.textCursor()
        if cursor.blockNumber() or cursor.hasSelection():
            return ""
        return cursor.block().text()[: cursor.positionInBlock()]

    def _look(self) -> None:
        before = self._before()
        beginning = typed(before)
        if before != self._left:
            self._left = ""
        if beginning is None or self._left or not self._editor.hasFocus():
            self.hide()
            return
        found = matching(self.offer(), beginning)
        if not found and beginning:
            self.hide()
            return
        if found != self.model.prompts:
            self.model.show(found)
            self.list.setCurrentIndex(self.model.index(0))
        self._place()
        self.show()
        self.raise_()

    def _place(self) -> None:
        """Above the composer, as wide as there is room."""
        window = self._composer.window()
        if self.parentWidget() is not window:
            self.setParent(window)
        rows = min(MOST, len(self.model.prompts))
        self.list.setFixedHeight(rows * ROW)
        self.list.setVisible(rows > 0)
        corner = self._composer.mapTo(window, QPoint(0, 0))
        high = self.sizeHint().height()
        wide = min(WIDTH, self._composer.width())
        self.setGeometry(corner.x(), max(0, corner.y() - high - GAP), wide, high)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._composer:
            if not self.isHidden() and event.type() in (QEvent.Type.Resize, QEvent.Type.Move):
                self._place()
            return False
        if self.isHidden():
            return False
        if event.type() == QEvent.Type.FocusOut:
            self.hide()
        elif isinstance(event, QKeyEvent):
            ours = self._is_ours(event)
            if event.type() == QEvent.Type.ShortcutOverride and ours:
                event.accept()  # else a shortcut of the window would take the key
                return True
            if event.type() == QEvent.Type.KeyPress and ours:
                self._press(event)
                return True
        return False

    def _is_ours(self, event: QKeyEvent) -> bool:
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            return False
        keys = Qt.Key
        if event.key() == keys.Key_Escape:
            return True
        taking = (keys.Key_Up, keys.Key_Down, keys.Key_Return, keys.Key_Enter, keys.Key_Tab)
        return event.key() in taking and bool(self.model.prompts)

    def _press(self, event: QKeyEvent) -> None:
        row, rows = self.list.currentIndex().row(), len(self.model.prompts)
        match event.key():
            case Qt.Key.Key_Escape:
                self._left = self._before()
                self.hide()
            case Qt.Key.Key_Up | Qt.Key.Key_Down:
                step = 1 if event.key() == Qt.Key.Key_Down else -1
                self.list.setCurrentIndex(self.model.index((row + step) % rows))
            case _:
                self._take(row)

    def _take(self, row: int) -> None:
        """Put the prompt in the place of its command; the rest of the message stays behind it."""
        prompt = self.model.prompts[row]
        self.hide()
        cursor = self._editor.textCursor()
        cursor.movePosition(QTextCursor.MoveOperation.Start, QTextCursor.MoveMode.KeepAnchor)
        rest = bool(self._editor.toPlainText()[cursor.selectionEnd() :].strip())
        cursor.insertText(prompt.text if rest else prompt.text.rstrip() + "\n\n" * prompt.text.rstrip().endswith(":"))
        self._editor.setTextCursor(cursor)
        self._editor.setFocus()

    def _manage(self) -> None:
        self.hide()
        self.manage.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        scheme = colors()
        painter = QPainter(self)
        paint_panel(painter, self.rect(), 10, qcolor(scheme.raised), qcolor(scheme.line_strong))
        painter.end()
