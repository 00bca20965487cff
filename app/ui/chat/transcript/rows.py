"""The row widgets of the transcript. Each can be given another item of its kind, so a screenful of them is enough."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QCoreApplication, QEvent, QRectF, Qt, Signal
from PySide6.QtGui import QEnterEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QTextEdit, QWidget

from app.ui.chat.transcript.chips import Chips
from app.ui.chat.transcript.code import CodeBlock
from app.ui.chat.transcript.items import Item, MessageItem
from app.ui.chat.transcript.message_tools import MessageTools
from app.ui.chat.transcript.text import TextBlock
from app.ui.theme import colors, qcolor, theme
from app.ui.widgets.buttons import TextButton
from app.ui.widgets.paint import paint_panel

translate = QCoreApplication.translate

GUTTER = 24  # room left and right of the column: the rule of compacted messages lies in it
TOOLS = 34
COLLAPSE_AT = 1500  # characters of a user message shown before "show all"
COLLAPSED = 900


class RowPart(NamedTuple):
    """A piece of a row that holds text. ``at``: its number in the message; ``block``: the widget around ``edit``."""

    at: int
    edit: QTextEdit
    block: QWidget


class TranscriptRow(QWidget):
    """A row of the transcript. ``action(what, key, argument)`` tells what the person asked for.

    ``resized(key)``: the person opened or closed a part; ``grown(key)``: formulas came; ``pointed(link)``;
    ``source_pointed(words)``: the number of a source is pointed at.

    Attributes:
        room: px of the column, as far as known before the row is laid out.
    """

    action = Signal(str, str, str)
    resized = Signal(str)
    grown = Signal(str)
    pointed = Signal(str)
    source_pointed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.item: Item | None = None
        self.room = 0

    def bind(self, item: Item) -> None:
        """Show ``item``."""
        self.item = item

    def release(self) -> None:
        """Hold no text: what is shown next is rendered, also if it is the same."""
        for text in self.findChildren(TextBlock):
            text.release()
        for code in self.findChildren(CodeBlock):
            code.release()

    def height_for(self, width: int) -> int:
        """The exact height in a column of ``width`` px; lays the parts out for it."""
        raise NotImplementedError

    def parts(self) -> list[RowPart]:
        """The pieces of text shown, from top to bottom."""
        return []

    def source(self, at: int) -> str:
        """The Markdown of part ``at``."""
        return ""

    def open_part(self, at: int) -> bool:
        """Unfold what hides the text of part ``at``; whether something was folded."""
        return False

    def show_rest(self, at: int) -> bool:
        """Show what part ``at`` leaves out; whether it left anything out."""
        return False

    def focusables(self) -> list[QWidget]:
        """What the Tab key reaches in this row, in order."""
        return [self] if self.focusPolicy() & Qt.FocusPolicy.TabFocus else []

    def _ask(self, what: str, argument: str = "") -> None:
        if self.item is not None:
            self.action.emit(what, self.item.key, argument)

    def _adopt(self, block: TextBlock) -> TextBlock:
        """Pass on what a block of this row tells."""
        block.grown.connect(lambda: self.grown.emit(self.item.key if self.item is not None else ""))
        block.pointed.connect(self.pointed)
        block.source_pointed.connect(self.source_pointed)
        return block


def paint_rule(row: TranscriptRow) -> None:
    """The rule beside a message that lives in compacted memory; it goes on in the next row."""
    if isinstance(row.item, MessageItem) and row.item.compacted:
        painter = QPainter(row)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(qcolor(colors().compacted, 0.8))
        painter.drawRect(QRectF(4, 0, 2, row.height()))
        painter.end()


class MessageRow(TranscriptRow):
    """A message of either side: common parts."""

    def __init__(self, right: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.tools = MessageTools(right, self)
        self.tools.asked.connect(self._ask)
        self._hover = False
        self._focus = False
        theme().changed.connect(self.update)

    def bind(self, item: Item) -> None:
        assert isinstance(item, MessageItem)
        super().bind(item)
        who = translate("Transcript", "You") if item.role == "user" else translate("Transcript", "Reply")
        where = translate("Transcript", ", compacted") if item.compacted else ""
        self.setAccessibleName(f"{who}{where}: {item.text[:80]}")
        self.tools.show_for(item)
        self._show_tools()
        self.update()  # the rule may have come or gone

    def set_focus_inside(self, inside: bool) -> None:
        self._focus = inside
        self._show_tools()

    def enterEvent(self, event: QEnterEvent) -> None:
        self._hover = True
        self._show_tools()

    def leaveEvent(self, event: QEvent) -> None:
        self._hover = False
        self._show_tools()

    def _show_tools(self) -> None:
        item = self.item
        assert isinstance(item, MessageItem)
        last = item.last and item.rests
        always = last or len(item.siblings) > 1  # else nobody knows that there are other versions
        nothing = item.state == "error" and not item.text  # the card below has its own button
        self.tools.setVisible((self._hover or self._focus or always) and not nothing)

    def paintEvent(self, event: QPaintEvent) -> None:
        paint_rule(self)


class UserRow(MessageRow):
    """What the person wrote: a soft bubble at the right."""

    PAD_X = 17
    PAD_Y = 13

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(True, parent)
        self._text = self._adopt(TextBlock(self))
        self._text.setAccessibleName(translate("Transcript", "Your message"))
        self.chips = Chips(self)
        self.chips.opened.connect(self._open_chip)
        self.more = TextButton("", "link", parent=self)
        self.more.clicked.connect(self._toggle)
        self.bubble = QRectF()

    @property
    def text(self) -> TextBlock:
        return self._text

    def _open_chip(self, at: int) -> None:
        """A file; or, as the last one, the passages that came with the message."""
        item = self.item
        passages = isinstance(item, MessageItem) and bool(item.meta.passages) and at == len(item.chips) - 1
        self._ask("passages" if passages else "attachment", str(at))

    def bind(self, item: Item) -> None:
        super().bind(item)
        assert isinstance(item, MessageItem)
        long = len(item.text) > COLLAPSE_AT
        opened = item.unfolded
        self.more.setVisible(long)
        self.more.set_text(
            translate("Transcript", "Show less")
            if opened
            else translate("Transcript", "Show all %Ln character(s)", "", len(item.text))
        )
        shown = item.text if opened or not long else item.text[:COLLAPSED].rsplit(maxsplit=1)[0] + " …"
        self._text.show_plain(shown)
        self.chips.show_chips(item.chips)
        self._text.setVisible(bool(item.text.strip()) or not item.chips)

    def parts(self) -> list[RowPart]:
        return [RowPart(0, self._text, self._text)]

    def source(self, at: int) -> str:
        return self.item.text if isinstance(self.item, MessageItem) else ""

    def open_part(self, at: int) -> bool:
        folded = self.more.isVisibleTo(self) and isinstance(self.item, MessageItem) and not self.item.unfolded
        if folded:
            self._toggle()
        return folded

    def focusables(self) -> list[QWidget]:
        more = [self.more] if self.more.isVisibleTo(self) else []
        parts = [part for part in (self.chips, self._text) if part.isVisibleTo(self)]
        return [*parts, *more, *self.tools.focusables()]

    def _toggle(self) -> None:
        if not isinstance(self.item, MessageItem):
            return
        self.item.unfolded = not self.item.unfolded
        self.bind(self.item)
        self.resized.emit(self.item.key)

    def height_for(self, width: int) -> int:
        limit = int(width * 0.76) - 2 * self.PAD_X
        text_width = max(self._text.ideal_width(limit), 24)
        more = self.more.isVisibleTo(self)
        if more:
            text_width = max(text_width, self.more.sizeHint().width())
        chips = self.chips.height_for(limit)
        if chips:
            text_width = max(text_width, self.chips.taken)
        text_height = self._text.height_for(text_width)
        if not self._text.isVisibleTo(self):
            text_height = 0
        extra = (30 if more else 0) + chips
        bubble_width = text_width + 2 * self.PAD_X
        left = GUTTER + width - bubble_width
        # the line height of 150 % lies below the last line too, so less padding is needed there
        self.bubble = QRectF(left, 0, bubble_width, text_height + 2 * self.PAD_Y - 6 + extra)
        self.chips.setGeometry(int(left) + self.PAD_X, self.PAD_Y, text_width, chips)
        top = self.PAD_Y + chips
        self._text.setGeometry(int(left) + self.PAD_X, top, text_width, text_height)
        if more:
            hint = self.more.sizeHint()
            self.more.setGeometry(int(left) + self.PAD_X - 5, top + text_height + 4, hint.width(), hint.height())
        below = int(self.bubble.bottom()) + 3
        self.tools.setGeometry(GUTTER, below, width, TOOLS - 6)
        return below + TOOLS

    def paintEvent(self, event: QPaintEvent) -> None:
        scheme = colors()
        painter = QPainter(self)
        paint_panel(painter, self.bubble, theme().tokens.radius.l, qcolor(scheme.card), qcolor(scheme.line))
        painter.end()
        super().paintEvent(event)
