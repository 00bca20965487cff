"""The bar with which a chat is searched: text, how many places, next and previous."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QWidget

from app.ui.chat.transcript.find import Finder
from app.ui.chat.transcript.view import TranscriptView
from app.ui.numbers import count
from app.ui.theme import colors, font, icon_pixmap, qcolor, theme
from app.ui.widgets.buttons import IconButton
from app.ui.widgets.keys import with_keys
from app.ui.widgets.labels import dim
from app.ui.widgets.paint import paint_panel

translate = QCoreApplication.translate


class FindBar(QWidget):
    """Lies over the upper right corner of the transcript. ``closed``: the person is done."""

    WIDTH, HEIGHT, TOP = 380, 44, 12
    closed = Signal()

    def __init__(self, finder: Finder, parent: TranscriptView) -> None:
        super().__init__(parent)
        self._finder = finder
        self._over = parent
        self.setAccessibleName(translate("Transcript", "Find in chat"))
        self.field = QLineEdit()
        self.field.setProperty("kind", "bare")
        self.field.setPlaceholderText(translate("Transcript", "Find in chat"))
        self.field.setAccessibleName(translate("Transcript", "Find in chat"))
        self.field.setAcceptDrops(False)
        self.field.textChanged.connect(finder.search)
        self.field.installEventFilter(self)
        self.label = dim("", "dim")
        self.label.setFont(font(theme().tokens.type.small))
        before, after = translate("Transcript", "Previous match"), translate("Transcript", "Next match")
        self.back = IconButton("chevron-up", with_keys(before, "Shift+Return"), size=16, box=28)
        self.forth = IconButton("chevron-down", with_keys(after, "Return"), size=16, box=28)
        self.close_button = IconButton("x", with_keys(translate("Transcript", "Close"), "Esc"), size=16, box=28)
        self.back.clicked.connect(lambda: finder.step(-1))
        self.forth.clicked.connect(lambda: finder.step(1))
        self.close_button.clicked.connect(self.leave)
        line = QHBoxLayout(self)
        line.setContentsMargins(34, 0, 8, 0)
        line.setSpacing(2)
        line.addWidget(self.field, 1)
        line.addSpacing(6)
        line.addWidget(self.label)
        line.addSpacing(6)
        for button in (self.back, self.forth, self.close_button):
            line.addWidget(button)
        finder.changed.connect(self._show_count)
        parent.installEventFilter(self)
        theme().changed.connect(self.update)
        self.hide()

    def open(self, text: str = "", key: str = "") -> None:
        """Show the bar; ``text``: look for this, from the message ``key`` onwards ("": the first one in sight)."""
        self.show()
        self._place()
        self._over.cover(self.TOP + self.HEIGHT + 8)
        if text:
            self._finder.search(text, key)
            self.field.setText(text)
        self._finder.search(self.field.text())
        self._show_count()
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()

    def leave(self) -> None:
        """Hide the bar; the places found are no longer marked."""
        if not self.isHidden():
            self.hide()
            self._over.cover(0)
            self._finder.close()
            self.closed.emit()

    def _show_count(self) -> None:
        finder = self._finder
        total = len(finder.hits)
        if not finder.query:
            words = ""
        elif total:
            words = translate("Transcript", "{place} of {total}").format(place=count(finder.place), total=count(total))
            words += "…" if finder.searching else ""
        else:
            searching = finder.searching
            words = translate("Transcript", "searching…") if searching else translate("Transcript", "no matches")
        self.label.setText(words)
        self.label.setAccessibleName(words)
        for button in (self.back, self.forth):
            button.setEnabled(total > 0)

    def _place(self) -> None:
        wide = min(self.WIDTH, self._over.width() - 32)
        self.setGeometry(self._over.width() - wide - 20, self.TOP, wide, self.HEIGHT)
        self.raise_()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._over and event.type() == QEvent.Type.Resize and not self.isHidden():
            self._place()
        if watched is self.field and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            keys = event.key()
            if keys in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_F3):
                back = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
                self._finder.step(-1 if back else 1)
                return True
            if keys == Qt.Key.Key_Escape:
                self.leave()
                return True
        return super().eventFilter(watched, event)

    def paintEvent(self, event: QPaintEvent) -> None:
        scheme = colors()
        painter = QPainter(self)
        radius = theme().tokens.radius.m
        paint_panel(painter, self.rect(), radius, qcolor(scheme.raised), qcolor(scheme.line_strong))
        painter.drawPixmap(14, 14, icon_pixmap("search", scheme.dim, 16, self.devicePixelRatioF()))
        painter.end()
