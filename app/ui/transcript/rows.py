"""The row widgets of the transcript. Each can be given another item of its kind, so a screenful of them is enough."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, Qt, Signal
from PySide6.QtGui import QEnterEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from app.ui.theme import colors, font, icon_pixmap, qcolor, theme
from app.ui.transcript.blocks import CodeBlock, TextBlock
from app.ui.transcript.items import ErrorItem, Item, MarkerItem, MessageItem
from app.ui.transcript.markdown import Splitter
from app.ui.widgets.buttons import IconButton, TextButton
from app.ui.widgets.labels import count, dim, duration, size

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


class MessageTools(QWidget):
    """The line under a message: tools and figures, seen while the message is pointed at, focused or last."""

    asked = Signal(str, str)

    def __init__(self, right: bool, parent: QWidget) -> None:
        super().__init__(parent)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(2)
        self.buttons = {
            "copy": IconButton("copy", "Copy message", size=15, box=26),
            "regenerate": IconButton("refresh-cw", "Answer again", size=15, box=26),
            "edit": IconButton("pencil", "Edit and send again", size=15, box=26),
            "continue": IconButton("play", "Continue this reply", size=15, box=26),
        }
        for what, button in self.buttons.items():
            button.clicked.connect(lambda _=False, what=what: self.asked.emit(what, ""))
        self._back = IconButton("chevron-left", "Earlier version", size=14, box=22)
        self._forth = IconButton("chevron-right", "Later version", size=14, box=22)
        self._version = dim("", "faint")
        self._version.setFont(font(theme().tokens.type.small))
        self._figures = dim("", "faint")
        self._figures.setParent(self)
        self._figures.setFont(font(theme().tokens.type.small))
        self._siblings: tuple[str, ...] = ()
        self._at = 0
        self._back.clicked.connect(lambda: self._step(-1))
        self._forth.clicked.connect(lambda: self._step(1))
        if right:
            line.addStretch(1)
        for button in self.buttons.values():
            line.addWidget(button)
        for part in (self._back, self._version, self._forth):
            line.addWidget(part)
        if not right:
            line.addSpacing(10)
            line.addWidget(self._figures)
            line.addStretch(1)

    def show_for(self, item: MessageItem) -> None:
        user = item.role == "user"
        streaming = item.state == "streaming"
        self.buttons["copy"].setVisible(not streaming)
        self.buttons["regenerate"].setVisible(not user and not item.busy)
        self.buttons["edit"].setVisible(user and not item.busy)
        self.buttons["continue"].setVisible(item.can_continue and item.last and not item.busy)
        self._siblings = item.siblings
        several = len(item.siblings) > 1 and item.key in item.siblings
        self._at = item.siblings.index(item.key) if several else 0
        for part in (self._back, self._version, self._forth):
            part.setVisible(several and not item.busy)
        self._back.setEnabled(self._at > 0)
        self._forth.setEnabled(self._at + 1 < len(item.siblings))
        self._version.setText(f"{self._at + 1}/{len(item.siblings)}")
        self._figures.setText("" if streaming else figures(item))
        self._figures.setVisible(not user)

    def _step(self, by: int) -> None:
        at = self._at + by
        if 0 <= at < len(self._siblings):
            self.asked.emit("version", self._siblings[at])


def figures(item: MessageItem) -> str:
    """"38.2 tok/s · 212 tokens · 0.31 s to first token"."""
    meta = item.meta
    parts = []
    if meta.tokens_per_second:
        parts.append(f"{meta.tokens_per_second:.1f} tok/s")
    if meta.tokens:
        parts.append(f"{count(meta.tokens)} tokens")
    if meta.first_token_ms:
        parts.append(f"{duration(meta.first_token_ms / 1000)} to first token")
    return " · ".join(parts)


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
        self._tools = MessageTools(right, self)
        self._tools.asked.connect(self._ask)
        self._hover = False
        self._focus = False
        theme().changed.connect(self.update)

    def bind(self, item: Item) -> None:
        assert isinstance(item, MessageItem)
        super().bind(item)
        who = "You" if item.role == "user" else "Reply"
        where = ", in compacted memory" if item.compacted else ""
        self.setAccessibleName(f"{who}{where}: {item.text[:80]}")
        self._tools.show_for(item)
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
        self._tools.setVisible(self._hover or self._focus or always)

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
        self._more = TextButton("", "link", parent=self)
        self._more.clicked.connect(self._toggle)
        self._bubble = QRectF()
        self._open_key = ""

    @property
    def text(self) -> TextBlock:
        return self._text

    def bind(self, item: Item) -> None:
        super().bind(item)
        assert isinstance(item, MessageItem)
        long = len(item.text) > COLLAPSE_AT
        opened = self._open_key == item.key
        self._more.setVisible(long)
        self._more.set_text("Show less" if opened else f"Show all {count(len(item.text))} characters")
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
        more = self._more.isVisibleTo(self)
        if more:
            text_width = max(text_width, self._more.sizeHint().width())
        text_height = self._text.height_for(text_width)
        extra = 30 if more else 0
        bubble_width = text_width + 2 * self.PAD_X
        left = GUTTER + width - bubble_width
        # the line height of 150 % lies below the last line too, so less padding is needed there
        self._bubble = QRectF(left, 0, bubble_width, text_height + 2 * self.PAD_Y - 6 + extra)
        self._text.setGeometry(int(left) + self.PAD_X, self.PAD_Y, text_width, text_height)
        if more:
            self._more.move(int(left) + self.PAD_X - 5, self.PAD_Y + text_height + 4)
        below = int(self._bubble.bottom()) + 3
        self._tools.setGeometry(GUTTER, below, width, TOOLS - 6)
        return below + TOOLS

    def paintEvent(self, event: QPaintEvent) -> None:
        scheme = colors()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(qcolor(scheme.line), 1))
        painter.setBrush(qcolor(scheme.card))
        radius = theme().tokens.radius.l
        painter.drawRoundedRect(self._bubble.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
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
        self._note.setParent(self)
        self._note.setFont(font(theme().tokens.type.base))
        self._go_on = TextButton("Continue", "small", "play", self)
        self._go_on.clicked.connect(lambda: self._ask("continue"))
        self._caret = Caret(self)

    @property
    def blocks(self) -> list[TextBlock | CodeBlock]:
        """The blocks shown, from top to bottom."""
        return list(self._order)

    def bind(self, item: Item) -> None:
        super().bind(item)
        assert isinstance(item, MessageItem)
        if item.key != self._key or not item.text.startswith(self._fed):
            self._splitter = Splitter()
            self._key = item.key
        self._fed = item.text
        self._fill(item)
        stopped = item.state in ("interrupted", "error") or item.meta.reason in STOPPED
        self._note.setVisible(stopped)
        self._go_on.setVisible(stopped and item.can_continue and item.last and not item.busy)
        if stopped:
            why = item.meta.error or STOPPED.get(item.meta.reason, "Interrupted")
            self._note.setText(f"{why} {item.meta.hint}".strip() if item.meta.error else why)
        self._caret.setVisible(item.state == "streaming")

    def _fill(self, item: MessageItem) -> None:
        _, chunks = self._splitter.feed(item.text)
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
            wide = min(self._note.sizeHint().width(), width - room)
            self._note.setToolTip(self._note.text())
            self._note.setGeometry(GUTTER, top, wide, 28)
            self._go_on.setGeometry(GUTTER + wide + 12, top + 1, self._go_on.sizeHint().width(), 26)
            top += 34
        self._tools.setGeometry(GUTTER - 5, top, width + 5, TOOLS - 6)
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


class MarkerRow(Row):
    """A compaction: a violet pill on a thin line; a click opens what it did."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._label = ""
        self._detail = QLabel(self)
        self._detail.setTextFormat(Qt.TextFormat.PlainText)
        self._detail.setWordWrap(True)
        self._detail.setProperty("role", "dim")
        self._detail.setFont(font(theme().tokens.type.small + 1))
        self._column = 0
        theme().changed.connect(self.update)

    @property
    def label(self) -> str:
        return self._label

    def bind(self, item: Item) -> None:
        super().bind(item)
        assert isinstance(item, MarkerItem)
        assert item.mark is not None
        mark = item.mark
        self._label = " · ".join(
            (
                f"Compacted {count(mark.tokens)} tokens",
                f"{size(mark.bytes_before)} → {size(mark.bytes_after)}",
                f"{mark.ratio:.1f}×",
                f"attention error {mark.error * 100:.1f} %",
                duration(mark.ms / 1000),
            )
        )
        self._detail.setText(
            f"{count(mark.tokens)} tokens above this line now live in {size(mark.bytes_after)} instead of "
            f"{size(mark.bytes_before)}. The text stays here to read; the model remembers it through the compacted "
            f"memory. Attention over the held-out queries differs by {mark.error * 100:.2f} % on average and "
            f"{mark.error_max * 100:.2f} % at most. Preset “{mark.preset}”, {count(mark.rows)} rows, "
            f"{duration(mark.ms / 1000)}."
        )
        self._detail.setVisible(item.opened)
        self.setAccessibleName(self._label)

    def height_for(self, width: int) -> int:
        self._column = width
        assert isinstance(self.item, MarkerItem)
        if not self.item.opened:
            return 62
        inner = width - 48
        high = self._detail.heightForWidth(inner)
        self._detail.setGeometry(GUTTER + 24, 66, inner, high)
        return 66 + high + 36

    def mousePressEvent(self, event: object) -> None:
        self._toggle()

    def keyPressEvent(self, event) -> None:  # type: ignore[no-untyped-def]
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._toggle()
        else:
            super().keyPressEvent(event)

    def _toggle(self) -> None:
        assert isinstance(self.item, MarkerItem)
        self.item.opened = not self.item.opened
        self.item.revision += 1
        self.bind(self.item)
        self.resized.emit(self.item.key)

    def paintEvent(self, event: QPaintEvent) -> None:
        scheme = colors()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        face = font(theme().tokens.type.small)
        painter.setFont(face)
        metrics = painter.fontMetrics()
        room = self._column - 60
        label = self._label
        parts = label.split(" · ")
        while metrics.horizontalAdvance(label) > room and len(parts) > 2:
            parts.pop(-2)
            label = " · ".join(parts)
        wide = metrics.horizontalAdvance(label) + 50
        left = GUTTER + (self._column - wide) / 2
        pill = QRectF(left + 0.5, 14.5, wide - 1, 27)
        painter.setPen(QPen(qcolor(scheme.line), 1))
        painter.drawLine(GUTTER, 28, int(left) - 1, 28)
        painter.drawLine(int(left + wide) + 1, 28, GUTTER + self._column, 28)
        painter.setPen(QPen(qcolor(scheme.compacted), 2 if self.hasFocus() else 1.2))
        painter.setBrush(qcolor(scheme.compacted, 0.07))
        painter.drawRoundedRect(pill, 14, 14)
        ratio = self.devicePixelRatioF()
        painter.drawPixmap(int(left) + 14, 21, icon_pixmap("fold-vertical", scheme.compacted, 14, ratio))
        painter.setPen(qcolor(scheme.dim))
        painter.drawText(
            pill.adjusted(34, 0, -14, 0), Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, label
        )
        if isinstance(self.item, MarkerItem) and self.item.opened:
            painter.setPen(QPen(qcolor(scheme.line), 1))
            painter.setBrush(qcolor(scheme.card))
            painter.drawRoundedRect(QRectF(GUTTER + 0.5, 52.5, self._column - 1, self.height() - 71), 10, 10)
        painter.end()


class ErrorRow(Row):
    """A card that says what went wrong and what to do."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text = dim("", "", wrap=True)
        self._text.setFont(font(theme().tokens.type.base, 600))
        self._hint = dim("", "dim", wrap=True)
        self._button = TextButton("", "small", parent=self)
        self._text.setParent(self)
        self._hint.setParent(self)
        self._button.clicked.connect(self._clicked)
        self._card = QRectF()

    def bind(self, item: Item) -> None:
        super().bind(item)
        assert isinstance(item, ErrorItem)
        self._text.setText(item.text)
        self._hint.setText(item.hint)
        self._hint.setVisible(bool(item.hint))
        self._button.setVisible(bool(item.action))
        self._button.set_text(item.action_label or "Try again")
        self.setAccessibleName(f"Error: {item.text} {item.hint}".strip())

    def _clicked(self) -> None:
        assert isinstance(self.item, ErrorItem)
        self._ask(self.item.action)

    def height_for(self, width: int) -> int:
        left, inner = GUTTER + 44, width - 60
        top = 14
        high = self._text.heightForWidth(inner)
        self._text.setGeometry(left, top, inner, high)
        top += high + 4
        if self._hint.isVisibleTo(self):
            high = self._hint.heightForWidth(inner)
            self._hint.setGeometry(left, top, inner, high)
            top += high + 4
        if self._button.isVisibleTo(self):
            self._button.setGeometry(left, top + 4, self._button.sizeHint().width(), 28)
            top += 36
        self._card = QRectF(GUTTER, 0, width, top + 10)
        return top + 28

    def paintEvent(self, event: QPaintEvent) -> None:
        scheme = colors()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(qcolor(scheme.error, 0.6), 1))
        painter.setBrush(qcolor(scheme.error, 0.07))
        painter.drawRoundedRect(self._card.adjusted(0.5, 0.5, -0.5, -0.5), 10, 10)
        ratio = self.devicePixelRatioF()
        painter.drawPixmap(GUTTER + 16, 14, icon_pixmap("circle-alert", scheme.error, 18, ratio))
        painter.end()
