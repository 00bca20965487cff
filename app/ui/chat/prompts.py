"""Examples of what to ask: cards that send a message, or begin one."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QGridLayout, QWidget

from app.ui.theme import colors, font, icon_pixmap, qcolor, theme

translate = QCoreApplication.translate

WIDTH, NARROW = 740, 460  # px: of all cards; below it there is one column
HIGH, GAP = 58, 10


@dataclass(frozen=True)
class ExamplePrompt:
    """``whole``: it can be sent as it is; else the person adds to it."""

    icon: str
    title: str
    text: str
    whole: bool = True


def prompts() -> tuple[ExamplePrompt, ...]:
    """The examples, in the language of the window. Short answers: a small model gives them within seconds."""
    return (
        ExamplePrompt(
            "lightbulb",
            translate("Prompts", "Explain something"),
            translate("Prompts", "Explain in three sentences why the sky is blue."),
        ),
        ExamplePrompt(
            "pen-line",
            translate("Prompts", "Write something"),
            translate("Prompts", "Write a short poem about rain at a window."),
        ),
        ExamplePrompt(
            "list",
            translate("Prompts", "Find ideas"),
            translate("Prompts", "Give me five names for a gray cat."),
        ),
        ExamplePrompt(
            "text-quote",
            translate("Prompts", "Work on a text"),
            translate("Prompts", "Summarize this text in one paragraph:") + "\n\n",
            whole=False,
        ),
    )


class PromptCard(QAbstractButton):
    """Icon, what it is for, and the message itself."""

    def __init__(self, prompt: ExamplePrompt) -> None:
        super().__init__()
        self.prompt = prompt
        self.setAccessibleName(f"{prompt.title}: {prompt.text.strip()}")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFixedHeight(HIGH)
        theme().changed.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(200, HIGH)

    def paintEvent(self, event: QPaintEvent) -> None:
        scheme, kinds = colors(), theme().tokens.type
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        edge = scheme.accent if self.hasFocus() else scheme.line_strong if self.underMouse() else scheme.line
        painter.setPen(QPen(qcolor(edge), 2 if self.hasFocus() else 1))
        painter.setBrush(qcolor(scheme.hover if self.underMouse() or self.isDown() else scheme.card))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 10, 10)
        ratio = self.devicePixelRatioF()
        painter.drawPixmap(14, (self.height() - 18) // 2, icon_pixmap(self.prompt.icon, scheme.accent, 18, ratio))
        room = self.width() - 58
        for words, size, weight, color, top in (
            (self.prompt.title, kinds.base, 600, scheme.text, 10),
            (self.prompt.text.strip(), kinds.small, 400, scheme.dim, 29),
        ):
            painter.setFont(font(size, weight))
            painter.setPen(qcolor(color))
            shown = painter.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, room)
            painter.drawText(QRectF(46, top, room + 4, 19), Qt.AlignmentFlag.AlignVCenter, shown)
        painter.end()


class Prompts(QWidget):
    """The cards side by side, or one under the other. ``chosen(text, whole)``."""

    chosen = Signal(str, bool)

    def __init__(self) -> None:
        super().__init__()
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(GAP)
        self.cards = [PromptCard(prompt) for prompt in prompts()]
        self._columns = 0
        for card in self.cards:
            card.clicked.connect(lambda _=False, one=card.prompt: self.chosen.emit(one.text, one.whole))
        self._arrange(2)  # it is shown by its place: a widget that is shown before it has a parent gets a window

    def set_room(self, width: int, height: int) -> None:
        """Take the room there is; without any, hide."""
        columns = 1 if width < NARROW else 2
        rows = -(-len(self.cards) // columns)
        self.setVisible(height >= rows * (HIGH + GAP))
        self.setFixedWidth(min(WIDTH, max(200, width)))
        self._arrange(columns)

    def _arrange(self, columns: int) -> None:
        if columns != self._columns:
            self._columns = columns
            for at, card in enumerate(self.cards):
                self._grid.addWidget(card, at // columns, at % columns)
