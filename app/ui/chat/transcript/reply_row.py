"""The row of a reply: plain text on the page; code, tables and formulas as blocks of their own."""

from __future__ import annotations

import re
from dataclasses import replace

from PySide6.QtCore import QCoreApplication, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from app.core.chat_values import STOPPED
from app.core.document_values import Citation
from app.ui.chat.transcript import tables
from app.ui.chat.transcript.chips import Chips
from app.ui.chat.transcript.cite_marks import Cite, cited, cites_of
from app.ui.chat.transcript.code import CodeBlock
from app.ui.chat.transcript.folding import FoldingBlock, ProseBlock
from app.ui.chat.transcript.items import THINKING, Item, MessageChip, MessageItem
from app.ui.chat.transcript.markdown import Chunk, Splitter
from app.ui.chat.transcript.plain import json_chunk
from app.ui.chat.transcript.rows import GUTTER, TOOLS, MessageRow, RowPart
from app.ui.chat.transcript.structured import FormatChip
from app.ui.chat.transcript.text import TextBlock
from app.ui.chat.transcript.thinking import ThinkingCard, part
from app.ui.chat.transcript.token_view import TokenView
from app.ui.chat.transcript.wide import WideBlock
from app.ui.numbers import quoted
from app.ui.sentences import hint, sentence
from app.ui.theme import colors, font, qcolor, theme
from app.ui.widgets.buttons import TextButton
from app.ui.widgets.labels import dim
from app.ui.widgets.tips import set_tip

translate = QCoreApplication.translate

Block = TextBlock | CodeBlock
KINDS: dict[str, type[Block]] = {
    "text": ProseBlock, "plain": ProseBlock, "code": CodeBlock, "table": WideBlock, "math": WideBlock,
}  # fmt: skip
ALL = 1 << 30  # rows
OPENING = re.compile(r"^ {0,3}#{1,6}[ \t]*\Z", re.MULTILINE)  # of a heading whose words are still to come
SOURCES = 10  # px above the sources of a reply


def name_of(kind: str) -> str:
    """What a block is called."""
    if kind == "table":
        return translate("Transcript", "Table")
    return translate("Transcript", "Formula") if kind == "math" else translate("Transcript", "Reply")


def why_stopped(reason: str) -> str:
    """Why a reply ended before its end."""
    match reason:
        case "cancelled":
            return translate("Transcript", "Stopped")
        case "closed":
            return translate("Transcript", "Interrupted when Longthread was closed")
        case "model":
            return translate("Transcript", "Interrupted when a model was loaded")
        case "length":
            return translate("Transcript", "Reply limit reached")
        case "memory":
            return translate("Transcript", "Context full")
        case "crash":
            return translate("Transcript", "The engine stopped during the reply")
    return translate("Transcript", "Interrupted")


def why_ended(item: MessageItem) -> str:
    """Why a reply ended before its end; "" if it did not, goes on, or failed: then a card of its own says why."""
    ended = item.state not in ("streaming", "error")
    if not ended or (item.state != "interrupted" and item.meta.reason not in STOPPED):
        return ""
    return sentence(item.meta.error) or why_stopped(item.meta.reason)


def numbered(citations: tuple[Citation, ...]) -> list[Citation]:
    """The first citation of each place, by number."""
    first: dict[int, Citation] = {}
    for one in citations:
        first.setdefault(one.number, one)
    return [first[number] for number in sorted(first)]


def source_chips(citations: tuple[Citation, ...]) -> tuple[MessageChip, ...]:
    """A chip for each place that a reply cites: its number, the document, and the page."""
    return tuple(
        MessageChip(
            f"{one.number}  {one.name}",
            translate("Transcript", "page {number}").format(number=one.page) if one.page else "",
            "text-quote",
            tip=source_words(one),
        )
        for one in numbered(citations)
    )


def source_words(one: Citation) -> str:
    """A line each: the document, where in it, and what it says there."""
    page = translate("Transcript", "page {number}").format(number=one.page) if one.page else ""
    where = " · ".join(part for part in (page, one.heading) if part)
    return "\n".join(part for part in (one.name, where, quoted(one.quote) if one.quote else "") if part)


class AssistantRow(MessageRow):
    """A reply. Only blocks whose text changed are rendered again."""

    SPACE = 14

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(False, parent)
        self._blocks: dict[type[Block], list[Block]] = {}  # made so far, by kind; more than are shown
        self._order: list[Block] = []
        self._chunks: list[Chunk] = []
        self._splitter = Splitter()
        self._fed = ""
        self._key = ""
        self.tail_start = 0  # where the block that still changes begins in the text
        self._note = dim("", "warn", wrap=False)
        self._why = ""
        self._note.setParent(self)
        self._note.setFont(font(theme().tokens.type.base))
        self.go_on = TextButton(translate("Transcript", "Continue"), "small", "play", self)
        self.go_on.setAccessibleName(translate("Transcript", "Continue reply"))
        self.go_on.clicked.connect(lambda: self._ask("continue"))
        self._caret = Caret(self)
        self.token_view: TokenView | None = None  # made when it is first asked for
        self.format = FormatChip(self)
        self.thinking = ThinkingCard(self)
        self.thinking.toggled.connect(self._toggle_thinking)
        self.sources = Chips(self, cited=True)
        self.sources.opened.connect(self._open_source)

    @property
    def note(self) -> str:
        """Why the reply ended early, or does not begin; else ""."""
        return "" if self._note.isHidden() else self._why

    @property
    def blocks(self) -> list[Block]:
        """The blocks shown, from top to bottom."""
        return list(self._order)

    @property
    def drawn(self) -> bool:
        """Whether no formula of it is still being drawn."""
        return not any(isinstance(block, TextBlock) and block.pending for block in self._order)

    def bind(self, item: Item) -> None:
        super().bind(item)
        assert isinstance(item, MessageItem)
        thinking, answer, over = part(item.text)
        self.thinking.setVisible(bool(thinking) or not over)
        self.thinking.show_thinking(
            thinking, over or item.state != "streaming", item.thinking_open, item.meta.thinking_ms / 1000
        )
        if item.key != self._key or not answer.startswith(self._fed):
            self._splitter = Splitter()
            self._key = item.key
        self.format.show_format(item.meta.output)
        self._fed = answer
        self._fill(answer)
        self.tail_start += len(item.text) - len(answer)
        ended = item.state != "streaming"
        stopped = why_ended(item)
        waiting = (item.waiting or item.no_model) and not ended
        self._note.setVisible(bool(stopped) or waiting)
        self._note.setProperty("role", "dim" if waiting else "warn")
        self._note.style().polish(self._note)
        self.go_on.setVisible(bool(stopped) and item.can_continue and item.last and not item.busy)
        if waiting:
            self._why = (
                translate("Transcript", "Queued") if item.waiting else translate("Transcript", "Waiting for a model")
            )
            self._note.setText(self._why)
            set_tip(self._note, "")
        elif stopped:
            self._why = stopped
            if not item.text and not item.last:
                self._why = translate("Transcript", "{why} · the model hasn't read this message").format(why=self._why)
            self._note.setText(self._why)
            set_tip(self._note, f"{self._why}\n{hint(item.meta.error) or sentence(item.meta.hint)}".strip())
        self._caret.setVisible(item.state == "streaming" and not waiting)
        self.sources.show_chips(source_chips(item.citations) if ended else ())
        self._show_tokens(item)

    def _show_tokens(self, item: MessageItem) -> None:
        """Show the tokens of the reply in place of its text, if they are wanted."""
        if item.tokens and self.token_view is None:
            self.token_view = TokenView(self)
        if self.token_view is not None:
            self.token_view.setVisible(bool(item.tokens))
            self.token_view.show_tokens(item.tokens)
        if item.tokens:
            self._order = []
            for part in (self.thinking, self.format, *(block for made in self._blocks.values() for block in made)):
                part.hide()

    def _open_source(self, at: int) -> None:
        assert isinstance(self.item, MessageItem)
        self._ask("citation", str(numbered(self.item.citations)[at].number))

    def _toggle_thinking(self) -> None:
        assert isinstance(self.item, MessageItem)
        self.item.thinking_open = not self.item.thinking_open
        self.bind(self.item)
        self.resized.emit(self.item.key)

    def _fill(self, answer: str) -> None:
        assert isinstance(self.item, MessageItem)
        card = json_chunk(self.item, answer)
        self._chunks = [card] if card is not None else self._splitter.feed(answer)[1]
        citations = self.item.citations if self.item.state != "streaming" else ()
        skip = len(self.item.text) - len(answer)
        cites = [Cite(one.place - skip, one.numbers) for one in cites_of(citations)]
        tips = {one.number: source_words(one) for one in numbered(citations)}
        self.tail_start = self._chunks[-1].start if self._chunks else 0
        used: dict[type[Block], int] = {}
        order: list[Block] = []
        for at, chunk in enumerate(self._chunks):
            kind = KINDS[chunk.kind]
            block = self._block(kind, used.get(kind, 0))
            used[kind] = used.get(kind, 0) + 1
            if isinstance(block, CodeBlock):
                block.show_chunk(chunk)
                block.set_wrapped(at in self.item.wrapped)
            else:
                end = self._chunks[at + 1].start if at + 1 < len(self._chunks) else len(answer)
                source = cited(chunk, end, cites)
                if at + 1 == len(self._chunks) and self.item.state == "streaming":
                    source = OPENING.sub("", source)
                if isinstance(block, FoldingBlock):
                    source = block.fold(chunk, source, self.item.more_rows)
                block.cite_tips, block.room = tips, self.room
                block.show_chunk(replace(chunk, source=source))
                block.setAccessibleName(name_of(chunk.kind))
            order.append(block)
        self._order = order
        used_now = set(order)
        for made in self._blocks.values():
            for block in made:
                block.setVisible(block in used_now)

    def _block(self, kind: type[Block], at: int) -> Block:
        made = self._blocks.setdefault(kind, [])
        while len(made) <= at:
            made.append(self._make(kind))
        return made[at]

    def _make(self, kind: type[Block]) -> Block:
        block = kind(self)
        if isinstance(block, CodeBlock):
            block.wrap_changed.connect(lambda on: self._wrap(block, on))
            block.copied.connect(lambda _: self._ask("code_copied"))
            block.save_asked.connect(lambda language, code: self._ask("save_code", f"{language}\n{code}"))
        else:
            self._adopt(block).note_asked.connect(lambda label: self._ask("footnote", label))
            block.cite_asked.connect(lambda number: self._ask("citation", number))
            if isinstance(block, FoldingBlock):
                block.rest_asked.connect(lambda: self._unfold(tables.STEP))
        return block

    def _unfold(self, more: int) -> None:
        """Show so many more rows of very long tables: all at once would take seconds, for each 5,000 one."""
        assert isinstance(self.item, MessageItem)
        self.item.more_rows += more
        self.bind(self.item)
        self.resized.emit(self.item.key)

    def _wrap(self, block: CodeBlock, on: bool) -> None:
        assert isinstance(self.item, MessageItem)
        if block in self._order:
            (self.item.wrapped.add if on else self.item.wrapped.discard)(self._order.index(block))
            self.resized.emit(self.item.key)

    # parts ------------------------------------------------------------------------

    def parts(self) -> list[RowPart]:
        found = [RowPart(at, block.edit, block) for at, block in enumerate(self._order)]
        thought = self.thinking.opened and self.thinking.isVisibleTo(self)
        return [RowPart(THINKING, self.thinking.edit, self.thinking), *found] if thought else found

    def open_part(self, at: int) -> bool:
        folded = at == THINKING and not self.thinking.opened and self.thinking.isVisibleTo(self)
        if folded:
            self._toggle_thinking()
        return folded

    def show_rest(self, at: int) -> bool:
        block = self._order[at] if 0 <= at < len(self._order) else None
        left = isinstance(block, FoldingBlock) and bool(block.links)
        if left:
            self._unfold(ALL)
        return left

    def source(self, at: int) -> str:
        """The Markdown of a part."""
        assert isinstance(self.item, MessageItem)
        thinking, answer, _ = part(self.item.text)
        if at == THINKING:
            return thinking
        end = self._chunks[at + 1].start if at + 1 < len(self._chunks) else len(answer)
        return answer[self._chunks[at].start : end].strip("\n")

    def part_of_footnote(self, label: str) -> int | None:
        """The number of the part in which a footnote stands."""
        opening = f"[^{label}]:"
        for at, chunk in enumerate(self._chunks):
            if chunk.kind == "text" and (chunk.source.startswith(opening) or f"\n{opening}" in chunk.source):
                return at
        return None

    def focusables(self) -> list[QWidget]:
        found: list[QWidget] = [self.thinking] if self.thinking.isVisibleTo(self) else []
        if found and self.thinking.opened:
            found.append(self.thinking.edit)
        for block in self._order:
            found += [*block.buttons, block.edit] if isinstance(block, CodeBlock) else [block]
            if isinstance(block, FoldingBlock):
                found += block.links
        if self.token_view is not None and self.token_view.isVisibleTo(self):
            found.append(self.token_view.text)
        if self.sources.isVisibleTo(self):
            found.append(self.sources)
        if self.go_on.isVisibleTo(self):
            found.append(self.go_on)
        return [*found, *self.tools.focusables()]

    # layout -----------------------------------------------------------------------

    def height_for(self, width: int) -> int:
        top, self.room = 0, width
        if self.thinking.isVisibleTo(self):
            high = self.thinking.height_for(width)
            self.thinking.setGeometry(GUTTER, top, width, high)
            top += high + self.SPACE
        if self.format.isVisibleTo(self):
            self.format.setGeometry(GUTTER, top, self.format.sizeHint().width(), self.format.HEIGHT)
            top += self.format.HEIGHT + self.format.BELOW
        if self.token_view is not None and self.token_view.isVisibleTo(self):
            high = self.token_view.height_for(width)
            self.token_view.setGeometry(GUTTER, top, width, high)
            top += high + self.SPACE
        previous: Block | None = None
        for block in self._order:
            top += below(previous) + space(block)[0] if previous is not None else 0
            height = block.height_for(width)
            block.setGeometry(GUTTER, top, width, height)
            top += height + space(block)[1]
            previous = block
        if self._caret.isVisibleTo(self):
            self._caret.setGeometry(GUTTER, top, width, 22)
            top += 22
        if self.sources.isVisibleTo(self):
            high = self.sources.height_for(width)
            self.sources.setGeometry(GUTTER, top + SOURCES, width, high)
            top += high + SOURCES
        if self._note.isVisibleTo(self):
            top += 2
            room = self.go_on.sizeHint().width() + 12 if self.go_on.isVisibleTo(self) else 0
            metrics = self._note.fontMetrics()
            wide = min(metrics.horizontalAdvance(self._why) + 2, width - room)
            self._note.setText(metrics.elidedText(self._why, Qt.TextElideMode.ElideRight, wide))
            self._note.setGeometry(GUTTER, top, wide, 28)
            self.go_on.setGeometry(GUTTER + wide + 12, top + 1, self.go_on.sizeHint().width(), 26)
            top += 34
        item = self.item
        if isinstance(item, MessageItem) and item.state == "error" and not item.text:
            return 4  # nothing came; the card below says why
        self.tools.setGeometry(GUTTER - 5, top, width + 5, TOOLS - 6)
        return top + TOOLS + 6


def below(block: Block) -> int:
    """Room after the last line of prose, px, as between two of its paragraphs: a document's height leaves it out."""
    return 0 if isinstance(block, (CodeBlock, WideBlock)) else block.room_below


def space(block: Block) -> tuple[int, int]:
    """Room above and below a block, px, beyond that of its lines."""
    if isinstance(block, CodeBlock):
        return 4, AssistantRow.SPACE
    return block.space if isinstance(block, WideBlock) else (0, 0)


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
