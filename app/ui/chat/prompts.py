"""Examples of what to ask: cards that send a message, or begin one."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QGridLayout, QWidget

from app.ui.theme import colors, font, icon_pixmap, qcolor, theme
from app.ui.widgets.tips import set_tip

translate = QCoreApplication.translate

WIDTH, NARROW = 740, 600  # px: of all cards; below it there is one column
TALL, HIGH, GAP = 96, 58, 10  # px: of a card beside others, and below others
SIDES = 54  # px of a card's width that its title does not have


@dataclass(frozen=True)
class ExamplePrompt:
    """``whole``: it can be sent as it is; else the person adds to it. ``attach``: files to it."""

    icon: str
    title: str
    text: str
    whole: bool = True
    attach: bool = False


def prompts() -> tuple[ExamplePrompt, ...]:
    """Examples of what a long context gives, in the language of the window."""
    return (
        ExamplePrompt(
            "file-text",
            translate("Prompts", "Discuss a long document"),
            translate("Prompts", "Summarize the attached document section by section, then list its open questions."),
            whole=False,
            attach=True,
        ),
        ExamplePrompt(
            "pen-line",
            translate("Prompts", "Write a story for weeks"),
            translate(
                "Prompts",
                "Let's write a story, one scene at a time. Keep track of every name and place. Begin with a lighthouse "
                "keeper who gets a letter.",
            ),
        ),
        ExamplePrompt(
            "lightbulb",
            translate("Prompts", "Learn step by step"),
            translate(
                "Prompts",
                "Teach me how the sky works, one short lesson at a time. Before each new lesson, ask me a question "
                "about an earlier one.",
            ),
        ),
    )


class PromptCard(QAbstractButton):
    """Icon, what it is for, and the message itself."""

    def __init__(self, prompt: ExamplePrompt) -> None:
        super().__init__()
        self.prompt = prompt
        self._tall = False
        self.setAccessibleName(f"{prompt.title}: {prompt.text.strip()}")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFixedHeight(HIGH)
        set_tip(self, prompt.text.strip())
        theme().changed.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(200, self.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        scheme, kinds = colors(), theme().tokens.type
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        edge = scheme.accent if self.hasFocus() else scheme.line_strong if self.underMouse() else scheme.line
        painter.setPen(QPen(qcolor(edge), 2 if self.hasFocus() else 1))
        painter.setBrush(qcolor(scheme.hover if self.underMouse() or self.isDown() else scheme.card))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 10, 10)
        ratio = self.devicePixelRatioF()
        painter.drawPixmap(14, 14 if self._tall else 20, icon_pixmap(self.prompt.icon, scheme.accent, 18, ratio))
        painter.setFont(font(kinds.base, 600))
        painter.setPen(qcolor(scheme.text))
        title = QRectF(42, 13 if self._tall else 10, self.width() - SIDES, 20)
        shown = painter.fontMetrics().elidedText(self.prompt.title, Qt.TextElideMode.ElideRight, int(title.width()))
        painter.drawText(title, Qt.AlignmentFlag.AlignVCenter, shown)
        painter.setFont(font(kinds.small))
        painter.setPen(qcolor(scheme.dim))
        place = QRectF(14, 38, self.width() - 26, 49) if self._tall else QRectF(42, 29, self.width() - SIDES, 19)
        self._draw_text(painter, place)
        painter.end()

    @property
    def title_width(self) -> int:
        """The px that the whole title takes."""
        return QFontMetrics(font(theme().tokens.type.base, 600)).horizontalAdvance(self.prompt.title)

    def set_tall(self, tall: bool) -> None:
        """Show the message in three lines instead of one."""
        if tall != self._tall:
            self._tall = tall
            self.setFixedHeight(TALL if tall else HIGH)
            self.update()

    def _draw_text(self, painter: QPainter, place: QRectF) -> None:
        """As many words as there is room for, with "…" behind them where there are more."""
        wrap = int(Qt.TextFlag.TextWordWrap) if self._tall else 0
        text, metrics = self.prompt.text.strip(), painter.fontMetrics()
        if not self._tall:
            text = metrics.elidedText(text, Qt.TextElideMode.ElideRight, int(place.width()))
        words = text.split(" ")
        room = place.toRect()

        def fits(count: int) -> bool:
            shown = " ".join(words[:count]) + ("…" if count < len(words) else "")
            return metrics.boundingRect(room, wrap, shown).height() <= room.height()

        if not fits(len(words)):
            count = bisect_left(range(len(words)), True, key=lambda count: not fits(count)) - 1
            text = " ".join(words[:count]) + "…"
        painter.drawText(place, wrap, text)


class Prompts(QWidget):
    """The cards side by side, or one under the other. Signals: ``chosen(ExamplePrompt)``."""

    chosen = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(GAP)
        self.cards = [PromptCard(prompt) for prompt in prompts()]
        self._columns = 0
        for card in self.cards:
            card.clicked.connect(lambda _=False, one=card.prompt: self.chosen.emit(one))
        self._arrange(
            len(self.cards)
        )  # it is shown by its place: a widget that is shown before it has a parent gets a window

    def set_room(self, width: int, height: int) -> None:
        """Take the room there is; without any, hide."""
        wide, beside = min(WIDTH, max(200, width)), len(self.cards)
        below = beside * (HIGH + GAP)
        each = (wide - (beside - 1) * GAP) // beside
        whole = all(card.title_width <= each - SIDES for card in self.cards)
        columns = 1 if width < NARROW or (not whole and height >= below) else beside
        self.setVisible(height >= (TALL if columns > 1 else below))
        self.setFixedWidth(wide)
        self._arrange(columns)

    def _arrange(self, columns: int) -> None:
        if columns != self._columns:
            self._columns = columns
            for at, card in enumerate(self.cards):
                self._grid.addWidget(card, at // columns, at % columns)
                card.set_tall(columns > 1)
