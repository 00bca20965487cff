"""The part of a reply in which a model thinks: a card of one line that opens."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QTextEdit, QWidget

from app.ui.chat.transcript.text import TextBlock
from app.ui.numbers import duration
from app.ui.theme import colors, font, icon_pixmap, qcolor, theme
from app.ui.widgets.paint import paint_panel

translate = QCoreApplication.translate

OPEN, CLOSE = "<think>", "</think>"


def part(text: str) -> tuple[str, str, bool]:
    """Thinking, answer, and whether the thinking is over. Only a reply that begins with the mark has any."""
    begin = text.lstrip()
    if not begin.startswith(OPEN):
        # while the mark itself is still arriving, there is neither
        return ("", "", False) if begin and OPEN.startswith(begin) else ("", text, True)
    thinking, found, answer = begin[len(OPEN) :].partition(CLOSE)
    return thinking.strip(), answer.lstrip("\n"), bool(found)


class ThinkingCard(QWidget):
    """``toggled``: the person opened or closed it."""

    HEAD = 38
    toggled = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.opened = False
        self._over = True
        self._seconds = 0.0
        self._text = TextBlock(self)
        self._text.setAccessibleName(translate("Transcript", "Reasoning"))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        theme().changed.connect(self.update)

    @property
    def label(self) -> str:
        if not self._over:
            return translate("Transcript", "Reasoning…")
        seconds = max(1, round(self._seconds))
        if not self._seconds:
            return translate("Transcript", "Reasoning")
        time = duration(seconds) if seconds >= 60 else f"{seconds} s"
        return translate("Transcript", "Reasoned for {time}").format(time=time)

    @property
    def edit(self) -> QTextEdit:
        """What holds the text, for selections and marks."""
        return self._text

    @property
    def text(self) -> str:
        return self._text.toPlainText() if self.opened else ""

    def show_thinking(self, thinking: str, over: bool, opened: bool, seconds: float = 0.0) -> None:
        """``opened``: whether the text is seen; it is rendered only then. ``seconds``: what it took, 0 if unknown."""
        self._over, self.opened, self._seconds = over, opened, seconds
        self._text.setVisible(opened)
        if opened:
            self._text.show_plain(thinking, quiet=True)
        state = translate("Transcript", "expanded") if opened else translate("Transcript", "collapsed")
        self.setAccessibleName(f"{self.label}, {state}")
        self.update()

    def height_for(self, width: int) -> int:
        """The exact height; lays the text out."""
        if not self.opened:
            return self.HEAD
        inner = width - 32
        high = self._text.height_for(inner)
        self._text.setGeometry(16, self.HEAD + 4, inner, high)
        return self.HEAD + high + 10

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        event.accept()
        if event.position().y() <= self.HEAD and self.rect().contains(event.position().toPoint()):
            self.toggled.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.toggled.emit()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        scheme = colors()
        ratio = self.devicePixelRatioF()
        painter = QPainter(self)
        edge = scheme.accent if self.hasFocus() else scheme.line
        paint_panel(painter, self.rect(), theme().tokens.radius.m, qcolor(scheme.card), qcolor(edge))
        painter.drawPixmap(14, 11, icon_pixmap("brain", scheme.dim, 16, ratio))
        name = "chevron-down" if self.opened else "chevron-right"
        painter.drawPixmap(self.width() - 30, 11, icon_pixmap(name, scheme.dim, 16, ratio))
        painter.setPen(qcolor(scheme.dim))
        painter.setFont(font(theme().tokens.type.base))
        place = QRectF(40, 0, self.width() - 80, self.HEAD)
        painter.drawText(place, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, self.label)
        painter.end()
