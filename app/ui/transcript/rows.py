"""The row widgets of the transcript. Each can be given another item of its kind, so a screenful of them is enough."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, Qt, Signal
from PySide6.QtGui import QEnterEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from app.ui.theme import colors, font, qcolor, theme
from app.ui.transcript.blocks import CodeBlock, TextBlock
from app.ui.transcript.items import Item, MessageItem
from app.ui.transcript.markdown import Splitter
from app.ui.transcript.thinking import ThinkingCard, part
from app.ui.transcript.tools import MessageTools
from app.ui.widgets.buttons import TextButton
from app.ui.widgets.labels import count, dim

GUTTER = 24  # room left and right of the column: the rule of compacted messages lies in it
TOOLS = 34
COLLAPSE_AT = 1500  # characters of a user message shown before "show all"
COLLAPSED = 900


class Row(QWidget):
    """A row of the transcript. ``action(what, key, argument)`` tells what the person asked for."""

    action = Signal(str, str, str)
    resized = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.item: Item | None = None

    def bind(self, item: Item) -> None:
        """Show ``item``."""
        self.item = item

    def height_for(self, width: int) -> int:
        """The exact height in a column of ``width`` px; lays the parts out for it."""
        raise NotImplementedError

    def _ask(self, what: str, argument: str = "") -> None:
        if self.item is not None:
            self.action.emit(what, self.item.key, argument)


STOPPED = {
    "cancelled": "Stopped",
    "length": "The longest reply length was reached",
    "memory": "The memory is full",
    "crash": "The engine stopped in mid-reply",
}


class MessageRow(Row):
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
        who = "You" if item.role == "user" else "Reply"
        where = ", in compacted memory" if item.compacted else ""
        self.setAccessibleName(f"{who}{where}: {item.text[:80]}")
        self.tools.show_for(item)
        self._show_tools()

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
        always = item.last and item.role == "assistant" and item.state != "streaming"
        nothing = item.state == "error" and not item.text  # the card below has its own button
        self.tools.setVisible((self._hover or self._focus or always) and not nothing)

    def paintEvent(self, event: QPaintEvent) -> None:
        item = self.item
        if not isinstance(item, MessageItem) or not item.compacted:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(qcolor(colors().compacted, 0.8))
        painter.drawRoundedRect(QRectF(4, 0, 2, self.height() - 10), 1, 1)
        painter.end()


class UserRow(MessageRow):
    """What the person wrote: a soft bubble at the right."""

    PAD_X = 17
    PAD_Y = 13

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(True, parent)
        self._text = TextBlock(self)
        self._text.setAccessibleName("Your message")
        self.more = TextButton("", "link", parent=self)
        self.more.clicked.connect(self._toggle)
        self.bubble = QRectF()
        self._open_key = ""

    @property
    def text(self) -> TextBlock:
        return self._text

    def bind(self, item: Item) -> None:
        super().bind(item)
        assert isinstance(item, MessageItem)
        long = len(item.text) > COLLAPSE_AT
        opened = self._open_key == item.key
        self.more.setVisible(long)
        self.more.set_text("Show less" if opened else f"Show all {count(len(item.text))} characters")
        shown = item.text if opened or not long else item.text[:COLLAPSED].rsplit(maxsplit=1)[0] + " …"
        self._text.show_plain(shown)

    def _toggle(self) -> None:
        if self.item is None:
            return
        self._open_key = "" if self._open_key == self.item.key else self.item.key
        self.bind(self.item)
        self.resized.emit(self.item.key)

    def height_for(self, width: int) -> int:
        limit = int(width * 0.76) - 2 * self.PAD_X
        text_width = max(self._text.ideal_width(limit), 24)
        more = self.more.isVisibleTo(self)
        if more:
            text_width = max(text_width, self.more.sizeHint().width())
        text_height = self._text.height_for(text_width)
        extra = 30 if more else 0
        bubble_width = text_width + 2 * self.PAD_X
        left = GUTTER + width - bubble_width
        # the line height of 150 % lies below the last line too, so less padding is needed there
        self.bubble = QRectF(left, 0, bubble_width, text_height + 2 * self.PAD_Y - 6 + extra)
        self._text.setGeometry(int(left) + self.PAD_X, self.PAD_Y, text_width, text_height)
        if more:
            hint = self.more.sizeHint()
            self.more.setGeometry(int(left) + self.PAD_X - 5, self.PAD_Y + text_height + 4, hint.width(), hint.height())
        below = int(self.bubble.bottom()) + 3
        self.tools.setGeometry(GUTTER, below, width, TOOLS - 6)
        return below + TOOLS

    def paintEvent(self, event: QPaintEvent) -> None:
        scheme = colors()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(qcolor(scheme.line), 1))
        painter.setBrush(qcolor(scheme.card))
        radius = theme().tokens.radius.l
        painter.drawRoundedRect(self.bubble.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
        painter.end()
        super().paintEvent(event)


class AssistantRow(MessageRow):
    """A reply: plain text on the page, code in cards. Only blocks whose text changed are rendered again."""

    SPACE = 14

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(False, parent)
        self._texts: list[TextBlock] = []
        self._codes: list[CodeBlock] = []
        self._order: list[TextBlock | CodeBlock] = []
        self._splitter = Splitter()
        self._fed = ""
        self._key = ""
        self.tail_start = 0  # where the block that still changes begins in the text
        self._note = dim("", "warn", wrap=False)
        self._why = ""
        self._note.setParent(self)
        self._note.setFont(font(theme().tokens.type.base))
        self._go_on = TextButton("Continue", "small", "play", self)
        self._go_on.clicked.connect(lambda: self._ask("continue"))
        self._caret = Caret(self)
        self.thinking = ThinkingCard(self)
        self.thinking.toggled.connect(self._toggle_thinking)

    @property
    def note(self) -> str:
        """Why the reply ended early; "" if it did not."""
        return "" if self._note.isHidden() else self._why

    @property
    def blocks(self) -> list[TextBlock | CodeBlock]:
        """The blocks shown, from top to bottom."""
        return list(self._order)

    def bind(self, item: Item) -> None:
        super().bind(item)
        assert isinstance(item, MessageItem)
        thinking, answer, over = part(item.text)
        self.thinking.setVisible(bool(thinking) or not over)
        self.thinking.show_thinking(thinking, over or item.state != "streaming", item.thinking_open)
        if item.key != self._key or not answer.startswith(self._fed):
            self._splitter = Splitter()
            self._key = item.key
        self._fed = answer
        self._fill(answer)
        self.tail_start += len(item.text) - len(answer)
        ended = item.state != "streaming"
        failed = item.state == "error"  # a card of its own says why
        stopped = ended and not failed and (item.state == "interrupted" or item.meta.reason in STOPPED)
        self._note.setVisible(stopped)
        self._go_on.setVisible(stopped and item.can_continue and item.last and not item.busy)
        if stopped:
            self._why = item.meta.error or STOPPED.get(item.meta.reason, "Interrupted")
            if not item.text and not item.last:
                self._why += " · the model has not read this message"
            self._note.setText(self._why)
            self._note.setToolTip(f"{self._why}\n{item.meta.hint}".strip())
        self._caret.setVisible(item.state == "streaming")

    def _toggle_thinking(self) -> None:
        assert isinstance(self.item, MessageItem)
        self.item.thinking_open = not self.item.thinking_open
        self.bind(self.item)
        self.resized.emit(self.item.key)

    def _fill(self, answer: str) -> None:
        _, chunks = self._splitter.feed(answer)
        self.tail_start = chunks[-1].start if chunks else 0
        texts, codes = iter(range(len(chunks))), iter(range(len(chunks)))
        order: list[TextBlock | CodeBlock] = []
        for chunk in chunks:
            if chunk.kind == "code":
                code = self._code(next(codes))
                code.show_code(chunk)
                order.append(code)
            else:
                text = self._text(next(texts))
                text.show_markdown(chunk.source)
                order.append(text)
        self._order = order
        for block in (*self._texts, *self._codes):
            block.setVisible(block in order)

    def _text(self, at: int) -> TextBlock:
        while len(self._texts) <= at:
            self._texts.append(TextBlock(self))
            self._texts[-1].setAccessibleName("Reply")
        return self._texts[at]

    def _code(self, at: int) -> CodeBlock:
        while len(self._codes) <= at:
            self._codes.append(CodeBlock(self))
        return self._codes[at]

    def height_for(self, width: int) -> int:
        top = 0
        if self.thinking.isVisibleTo(self):
            high = self.thinking.height_for(width)
            self.thinking.setGeometry(GUTTER, 0, width, high)
            top = high + self.SPACE
        previous: TextBlock | CodeBlock | None = None
        for block in self._order:
            if isinstance(previous, TextBlock) and isinstance(block, CodeBlock):
                top += 4
            height = block.height_for(width)
            block.setGeometry(GUTTER, top, width, height)
            top += height
            if isinstance(block, CodeBlock):
                top += self.SPACE
            previous = block
        if self._caret.isVisibleTo(self):
            self._caret.setGeometry(GUTTER, top, width, 22)
            top += 22
        if self._note.isVisibleTo(self):
            top += 2
            room = self._go_on.sizeHint().width() + 12 if self._go_on.isVisibleTo(self) else 0
            metrics = self._note.fontMetrics()
            wide = min(metrics.horizontalAdvance(self._why) + 2, width - room)
            self._note.setText(metrics.elidedText(self._why, Qt.TextElideMode.ElideRight, wide))
            self._note.setGeometry(GUTTER, top, wide, 28)
            self._go_on.setGeometry(GUTTER + wide + 12, top + 1, self._go_on.sizeHint().width(), 26)
            top += 34
        item = self.item
        if isinstance(item, MessageItem) and item.state == "error" and not item.text:
            return 4  # nothing came; the card below says why
        self.tools.setGeometry(GUTTER - 5, top, width + 5, TOOLS - 6)
        return top + TOOLS + 6


class Caret(QWidget):
    """Three quiet dots where a reply is being written."""

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        for at, alpha in enumerate((0.9, 0.6, 0.3)):
            painter.setBrush(qcolor(colors().accent, alpha))
            painter.drawEllipse(QRectF(1 + at * 11, 6, 6, 6))
        painter.end()
