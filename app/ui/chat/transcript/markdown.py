"""Markdown to blocks, in pieces that stay what they are while more text arrives.

A text is cut into *chunks*: runs of prose of about ``CHUNK`` characters, code, tables and formulas on lines of their
own. Cuts lie at borders of top-level blocks. All chunks but the last are final: whatever is appended later changes only
the last one, so a streaming reply re-renders its tail and nothing else. markdown-it is imported at first use, out of
the way of the first paint.

No text may take more work than its length: it is parsed a window at a time, a block of prose longer than a window is
shown as it is, and quotes in quotes, which Qt lays out twice as often at each level, are drawn to a depth of
``QUOTES``.
"""

from __future__ import annotations

import gc
import re
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from html import escape
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from app.ui.chat.transcript.memo import Memo

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from markdown_it import MarkdownIt
    from markdown_it.token import Token

CHUNK = 1200
WINDOW = 1 << 16  # characters that are parsed at once
REMEMBERED = 1_500_000  # characters of texts whose chunks, and whose HTML, are kept
NESTED = 60  # levels of blocks in blocks that are read; a list has two
LAST = 14  # px below the last item of a list
PIECE = 500  # items; a longer list is several of Qt's, which looks through all of a list for each item it puts in
QUOTES = 3  # bars beside a quote; quotes in those are drawn in the innermost

SAFE_SCHEMES = ("http://", "https://", "mailto:")
NOTE = "note:"  # scheme of links to footnotes; they stay inside the message
CITE = "cite:"  # scheme of links to the sources of a reply
CITE_OPEN, CITE_CLOSE = "{\ufdd0", "}"  # around their numbers in Markdown; no text has this character
GRID = '<table class="grid"'  # how a table begins in HTML
BOXES = {"": "•", " ": "☐", "x": "☑"}
DELIMITERS = {False: ("$", "$"), True: ("$$", "$$")}
PLACE = "\0"  # of a formula in HTML; no text that was parsed has this character
FENCE = re.compile(r"\s*(`{3,}|~{3,})")
LINE_ENDS = re.compile(r"\r\n?|\n")  # as markdown-it counts them
APART = {"fence": "code", "code_block": "code", "table_open": "table", "math_block": "math"}  # chunks of their own


class Formula(NamedTuple):
    """``kind``: of its token."""

    tex: str
    kind: str


@dataclass
class OpenList:
    """A list whose items are being written. ``first``: the number of the first; ``items``: so many have begun."""

    tag: str
    first: int
    items: int = 0

    def seam(self) -> str:
        """What stands before the next item: where a piece of a long list ends, that, and the beginning of another."""
        begun, self.items = self.items, self.items + 1
        if not begun or begun % PIECE:
            return ""
        start = f' start="{self.first + begun}"' if self.tag == "ol" else ""
        return f"</{self.tag}><{self.tag}{start}>"


@dataclass(frozen=True)
class Chunk:
    """A piece of a message. ``start``: its place in the source; ``closed`` False: a fence or formula still open.

    ``source`` is what is inside a fence or between a formula's delimiters, text as it is in a plain chunk, else
    Markdown.
    """

    kind: Literal["text", "code", "table", "math", "plain"]
    source: str
    start: int
    language: str = ""
    closed: bool = True


@contextmanager
def without_collections() -> Iterator[None]:
    """Tokens are in no circles, but thousands that are made at once have Python look for some again and again, which
    takes as long as reading does."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


def bare_parser() -> MarkdownIt:
    """CommonMark with tables, strikethrough, formulas and footnotes; raw HTML stays text, links only where safe."""
    from markdown_it import MarkdownIt

    from app.ui.chat.transcript import rules

    made = MarkdownIt("commonmark", {"html": False, "linkify": False, "breaks": False, "maxNesting": NESTED})
    made.enable(["table", "strikethrough"])
    rules.install(made)
    made.validateLink = safe_link  # type: ignore[method-assign, assignment]
    return made


_splits: Memo[SplitState] = Memo(REMEMBERED)
_templates: Memo[tuple[str | Formula, ...]] = Memo(REMEMBERED)


@cache
def _outline() -> MarkdownIt:
    """Reads which blocks there are, and nothing of what stands in their lines: a text is cut between them."""
    made = bare_parser()
    made.core.ruler.enableOnly(["normalize", "block"])
    made.disable("reference")  # whether one is seen depends on what follows
    return made


@cache
def parser() -> MarkdownIt:
    """Renders for Qt's documents; images become links."""
    made = bare_parser()
    made.add_render_rule("image", _image)
    made.add_render_rule("fence", _inner_code)
    made.add_render_rule("code_block", _inner_code)
    for kind in ("softbreak", "hardbreak"):
        made.add_render_rule(kind, lambda *_: "<br/>")
    made.add_render_rule("table_open", _table_open)
    made.add_render_rule("th_open", _cell_open)
    made.add_render_rule("td_open", _cell_open)
    made.add_render_rule("th_close", lambda *_: "</td>")
    made.add_render_rule("hr", _rule)
    made.add_render_rule("blockquote_open", _quote_open)
    made.add_render_rule("blockquote_close", _quote_close)
    made.add_render_rule("s_open", lambda *_: "<s>")
    made.add_render_rule("paragraph_open", _paragraph_open)
    for kind in ("bullet", "ordered"):  # a line end before or behind a list would be a blank at the end of an item
        made.add_render_rule(f"{kind}_list_open", _list_open)
        made.add_render_rule(f"{kind}_list_close", _list_close)
    made.add_render_rule("list_item_open", _list_item_open)
    made.add_render_rule("list_item_close", _list_item_close)
    made.add_render_rule("heading_open", _heading_open)
    made.add_render_rule("heading_close", lambda *_: "</p>")
    made.add_render_rule("math_inline", _math)
    made.add_render_rule("math_inline_double", _math)
    made.add_render_rule("math_block", _math)
    made.add_render_rule("note_ref", _note_ref)
    made.add_render_rule("cite_ref", _cite_ref)
    made.add_render_rule("note_open", _note_open)
    made.add_render_rule("note_close", lambda *_: "</p>")
    return made


def safe_link(address: str) -> bool:
    """Whether a link may be followed at all: http, https or mailto."""
    return address.strip().lower().startswith(SAFE_SCHEMES)


def code_html(lines: str) -> str:
    """Code inside prose, as it is."""
    box = '<table class="quote" width="100%" cellpadding="8"><tr><td class="codebox"><pre>'
    return f"{box}{escape(lines)}</pre></td></tr></table>"


# render rules: markdown-it calls them bound to its renderer, so ``self`` comes first


def _image(self: Any, tokens: Sequence[Token], at: int, *rest: Any) -> str:
    token = tokens[at]
    address = str(token.attrGet("src") or "")
    words = escape(token.content or "image")
    return f'<a href="{escape(address)}">{words}</a>' if safe_link(address) else words


def _inner_code(self: Any, tokens: Sequence[Token], at: int, *rest: Any) -> str:
    return code_html(tokens[at].content.rstrip("\n"))


def _table_open(self: Any, *rest: Any) -> str:
    return f'{GRID} cellspacing="0" cellpadding="7" border="1">'


def _cell_open(self: Any, tokens: Sequence[Token], at: int, *rest: Any) -> str:
    """Without an alignment of its own, each text begins at the side that it is read from: Qt would centre a th."""
    token = tokens[at]
    head = ' class="head"' if token.type == "th_open" else ""
    style = str(token.attrGet("style") or "")
    align = style.removeprefix("text-align:").strip()
    return f'<td{head} align="{align}">' if align in ("left", "right", "center") else f"<td{head}>"


def _rule(self: Any, *rest: Any) -> str:
    return '<table class="rule" width="100%" cellspacing="0" cellpadding="0"><tr><td></td></tr></table>'


def _quote_open(self: Any, tokens: Sequence[Token], at: int, options: Any, env: dict[str, Any]) -> str:
    env["quotes"] = env.get("quotes", 0) + 1
    if env["quotes"] > QUOTES:
        return ""
    table = '<table class="quote" width="100%" cellspacing="0" cellpadding="0">'
    return f'{table}<tr><td class="bar" width="3"></td><td class="quoted">'


def _quote_close(self: Any, tokens: Sequence[Token], at: int, options: Any, env: dict[str, Any]) -> str:
    env["quotes"] -= 1
    return "" if env["quotes"] >= QUOTES else "</td></tr></table>"


def _paragraph_open(self: Any, tokens: Sequence[Token], at: int, *rest: Any) -> str:
    token = tokens[at]
    if token.hidden:
        return ""
    if tokens[at + 3 : at + 4] and tokens[at + 3].type == "blockquote_close":
        return '<p class="end">'
    return '<p class="item">' if token.level > 0 else "<p>"


def _heading_open(self: Any, tokens: Sequence[Token], at: int, *rest: Any) -> str:
    """Headings as paragraphs of a class: Qt enlarges h1 to h6 whatever the style sheet says."""
    return f'<p class="h{min(3, int(tokens[at].tag[1:]))}">'


def _list_open(self: Any, tokens: Sequence[Token], at: int, options: Any, env: dict[str, Any]) -> str:
    first = tokens[at].attrGet("start")  # it may be 0
    env["lists"].append(OpenList(tokens[at].tag, 1 if first is None else int(first)))
    return f"<{tokens[at].tag}{self.renderAttrs(tokens[at])}>"


def _list_close(self: Any, tokens: Sequence[Token], at: int, options: Any, env: dict[str, Any]) -> str:
    env["lists"].pop()
    return f"</{tokens[at].tag}>"


def _list_item_open(self: Any, tokens: Sequence[Token], at: int, options: Any, env: dict[str, Any]) -> str:
    """Qt knows the items of tasks by their class, which may be no other then; the signs are for what draws no boxes.
    An item without words of its own gets a blank: Qt would leave it out, and count the ones behind it wrong."""
    task, last = tokens[at].meta["task"], tokens[at].meta.get("last")
    seam = env["lists"][-1].seam()
    if task and not env["signs"]:
        state = "checked" if task == "x" else "unchecked"
        room = f' style="margin-bottom: {LAST}px"' if last else ""
        return f'{seam}<li class="{state}"{room}>'
    words = BOXES[task] + "&nbsp;&nbsp;" if task else "&nbsp;" if tokens[at].meta["bare"] else ""
    return f'{seam}<li class="item{" last" if last else ""}">{words}'


def _list_item_close(self: Any, *rest: Any) -> str:
    return "</li>\n"


def _math(self: Any, tokens: Sequence[Token], at: int, options: Any, env: dict[str, Any]) -> str:
    env["formulas"].append(Formula(tokens[at].content, tokens[at].type))
    return PLACE


def _formula(formula: Formula, draw: Callable[[str, bool], str]) -> str:
    display = formula.kind != "math_inline"
    made = draw(formula.tex, display)
    if not made:
        opening, closing = DELIMITERS[display]
        return f"<code>{escape(opening + formula.tex + closing)}</code>"
    return f'<p class="math" align="center">{made}</p>' if formula.kind == "math_block" else made


def _note_ref(self: Any, tokens: Sequence[Token], at: int, *rest: Any) -> str:
    label = escape(tokens[at].content)
    return f'<a href="{NOTE}{label}" class="note"><sup>{label}</sup></a>'


def _cite_ref(self: Any, tokens: Sequence[Token], at: int, *rest: Any) -> str:
    """The blank between two numbers belongs to the second: no text stands there."""
    links = []
    for nth, number in enumerate(tokens[at].content.split(",")):
        gap = "&#8239;" if nth else ""
        links.append(f'<a href="{CITE}{number}" class="cite"><sup>{gap}{number}</sup></a>')
    return "".join(links)


def _note_open(self: Any, tokens: Sequence[Token], at: int, *rest: Any) -> str:
    label = escape(tokens[at].content)
    return f'<p class="note"><a name="{label}"></a>{label}.&nbsp; '


def to_html(source: str, draw: Callable[[str, bool], str] = lambda tex, display: "", signs: bool = False) -> str:
    """Prose as the HTML subset that Qt's documents lay out; everything of the source that is not markup is escaped.

    ``draw``: HTML for a formula (its source, whether it is set apart); "" shows the source. ``signs``: boxes of tasks
    are text; else the blocks of the document have them as markers.
    """
    pieces = _templates.once((source, signs), len(source), lambda: _template(source, signs))
    return "".join(piece if isinstance(piece, str) else _formula(piece, draw) for piece in pieces)


def _template(source: str, signs: bool) -> tuple[str | Formula, ...]:
    """The HTML around the formulas, and these."""
    from app.ui.chat.transcript.rules import mark_tasks

    made = parser()
    env: dict[str, Any] = {"formulas": [], "lists": [], "signs": signs}
    with without_collections():
        tokens = made.parse(source, env)
    if any(token.level >= NESTED - 1 for token in tokens):  # what is deeper would be left out
        return (f"<p>{escape(source).replace(chr(10), '<br/>')}</p>",)
    mark_tasks(tokens)
    first, *more = str(made.renderer.render(tokens, made.options, env)).split(PLACE)
    return (first, *(piece for pair in zip(env["formulas"], more, strict=True) for piece in pair))


def table_lines(source: str) -> list[tuple[int, int]]:
    """The first line of each table, in lists and quotes too, and the line behind its last."""
    if "|" not in source:
        return []
    with without_collections():
        tokens = _outline().parse(source)
    if any(token.level >= NESTED - 1 for token in tokens):  # then it is shown as it is
        return []
    return [(token.map[0], token.map[1]) for token in tokens if token.type == "table_open" and token.map]


def split(text: str, chunk: int = CHUNK) -> list[Chunk]:
    """All chunks of ``text``."""
    return Splitter(chunk).feed(text)[1]


class SplitState(NamedTuple):
    """How far a text was cut: what is final, where the rest begins, whether that is a block too long for Markdown, how
    much of it is known to be one block; and what is not final."""

    final: tuple[Chunk, ...]
    at: int
    plain: bool
    reach: int
    rest: tuple[Chunk, ...]


class Splitter:
    """Cuts a growing text. Each ``feed`` gets the whole text so far and re-reads only what is not final yet."""

    def __init__(self, chunk: int = CHUNK, window: int = WINDOW) -> None:
        self._chunk = chunk
        self._window = window
        self._text = ""
        self._rest: tuple[Chunk, ...] = ()
        self._final: list[Chunk] = []
        self._at = 0
        self._plain = False  # a block too long for Markdown goes on
        self._reach = 0  # so many characters are of one code block or table

    def feed(self, text: str) -> tuple[int, list[Chunk]]:
        """How many of the leading chunks are the same as before, and all chunks now."""
        kept = len(self._final)
        if text != self._text:
            key = (text, self._chunk, self._window)
            known = None if self._text else _splits.get(key)
            if known is not None:
                final, self._at, self._plain, self._reach, self._rest = known
                self._final = list(final)
            else:
                self._rest = tuple(self._read(text))
                if not self._text:
                    state = SplitState(tuple(self._final), self._at, self._plain, self._reach, self._rest)
                    _splits.put(key, len(text), state)
            self._text = text
        return kept, [*self._final, *self._rest]

    def _read(self, text: str) -> list[Chunk]:
        """Cut off what is final; the rest."""
        while True:
            if self._plain:
                tail = self._piece(text)
                if self._plain:
                    return tail
            end = self._beyond(text, self._at + self._reach) if self._reach else self._at + self._window
            tail = self._cut(text[self._at : end], self._at)
            while _one_long(tail) and end < len(text):
                end = self._beyond(text, end)  # these are read and laid out in one go, however long they are
                tail = self._cut(text[self._at : end], self._at)
            long = end - self._at > self._window
            self._reach = min(end, len(text)) - self._at if long and _one_long(tail) else 0
            if long and len(tail) > 1:  # what follows is read in a window of its own
                self._final.append(tail[0])
                self._at = tail[1].start
                continue
            self._final += tail[:-1]
            if len(tail) == 1 and end < len(text):
                self._plain = True
            elif tail:
                self._at = tail[-1].start
            if end >= len(text):
                return tail[-1:]
            if not tail:
                self._at = end  # nothing but blanks

    def _beyond(self, text: str, end: int) -> int:
        """A place behind the code block or the table that goes on at ``end``; or at least twice as far in it."""
        fence = FENCE.match(text, self._at)
        twice = end + (end - self._at)
        if fence is None and text[self._at : self._at + 4].isspace():
            return twice  # lines that are indented
        closing = rf"\n {{0,3}}{fence[1]}{fence[1][0]}*[ \t]*\r?(?:\n|\Z)" if fence is not None else r"\n[ \t]*\r?\n"
        found = re.compile(closing).search(text, max(self._at, text.rfind("\n", self._at, end - 1)))
        return len(text) if found is None else max(found.end() + self._window // 8, twice)  # what follows is seen too

    def _piece(self, text: str) -> list[Chunk]:
        """Cut plain chunks off a block that is too long, up to the next blank line; what is not final yet."""
        while True:
            blank = text.find("\n\n", max(0, self._at - 1))
            stop = len(text) if blank < 0 else blank + 2
            end = self._at + self._window
            if end < stop:
                end = text.rfind("\n", self._at, end) + 1 or text.rfind(" ", self._at, end) + 1 or end
                self._final.append(Chunk("plain", text[self._at : end], self._at))
                self._at = end
                continue
            piece = Chunk("plain", text[self._at : stop], self._at)
            if blank < 0:
                return [piece] if piece.source else []
            if piece.source.strip("\n"):
                self._final.append(piece)
            self._at, self._plain = stop, False
            return []

    def _cut(self, body: str, base: int) -> list[Chunk]:
        blocks = _blocks(body)
        # A block that begins in a line without its end may still turn into part of the one before ("2" -> "2. item").
        complete = body.rfind("\n") + 1
        chunks: list[Chunk] = []
        run: tuple[int, int] | None = None
        edge = 0
        for start, end, token in blocks:
            solid = start < complete
            if token.type in APART and solid:
                if run is not None:
                    chunks.append(Chunk("text", body[run[0] : start], base + run[0]))
                    run = None
                chunks.append(_apart(body[start:end], token, base + start))
                edge = end
                continue
            if not solid and run is None and chunks and chunks[-1].kind == "table" and start == edge:
                # nor is it told from a row yet ("***" -> "***word", "#" -> "#word")
                chunks[-1] = Chunk("table", body[chunks[-1].start - base :], chunks[-1].start)
                continue
            if run is not None and solid and start - run[0] >= self._chunk:
                chunks.append(Chunk("text", body[run[0] : start], base + run[0]))
                run = None
            run = (start, end) if run is None else (run[0], end)
        if run is not None:
            chunks.append(Chunk("text", body[run[0] :], base + run[0]))
        return chunks


def _one_long(tail: list[Chunk]) -> bool:
    """Whether all that was read is one block of code or one table, which may go on."""
    return len(tail) == 1 and tail[0].kind in ("code", "table")


def _blocks(body: str) -> list[tuple[int, int, Token]]:
    """Start, end (character places) and opening token of each top-level block."""
    lines = [0, *(end.end() for end in LINE_ENDS.finditer(body)), len(body)]
    found = []
    with without_collections():
        tokens = _outline().parse(body)
    for token in tokens:
        if token.level == 0 and token.map and token.nesting >= 0:
            first, last = token.map
            found.append((lines[min(first, len(lines) - 1)], lines[min(last, len(lines) - 1)], token))
    return found


def _apart(source: str, token: Token, start: int) -> Chunk:
    if token.type == "math_block":
        return Chunk("math", token.content, start, closed=bool(token.markup))
    return Chunk("table", source, start) if token.type == "table_open" else _code(source, token, start)


def _code(source: str, token: Token, start: int) -> Chunk:
    if token.type == "code_block":
        return Chunk("code", token.content.rstrip("\n"), start)
    lines = LINE_ENDS.split(source.rstrip("\r\n"))
    closing = lines[-1].strip() if len(lines) > 1 else ""
    mark = token.markup
    closed = bool(closing) and set(closing) == {mark[0]} and len(closing) >= len(mark)
    words = token.info.strip().split()
    return Chunk(
        "code", token.content.removesuffix("\n"), start, words[0].strip("{}.").lower() if words else "", closed
    )
