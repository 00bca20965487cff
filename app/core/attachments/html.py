"""The text of a web page that was saved as HTML, as Markdown: headings, paragraphs, lists, tables, code.

Nothing that a page refers to is looked at. What is not for reading (scripts, styles, navigation, buttons) is left out.
Python's own reader of HTML is used, in a process that may be ended: a page may be made to take it long.
"""

from __future__ import annotations

import codecs
import re
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

from app.core.attachments.names import clean_name
from app.core.attachments.problems import ReadProblem
from app.core.attachments.tables import markdown_table
from app.core.attachments.text import decode

MOST_HTML = 64 << 20  # bytes: a saved page may hold its images
_SKIPPED = frozenset(
    ["script", "style", "noscript", "template", "svg", "math", "nav", "iframe", "object", "button", "select"]
)
_VOID = frozenset(
    ["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"]
)
_NAMES = """
p div section article main header footer aside blockquote ul ol dl figure figcaption table details summary address
fieldset body
"""
_BLOCKS = frozenset(_NAMES.split())
_HEADINGS = {f"h{level}": "#" * level for level in range(1, 7)}
# what a start tag ends where the end tag may be left out: the element -> what ends it
_ENDED_BY = {
    "p": _BLOCKS | _HEADINGS.keys() | {"pre", "hr", "li", "dt", "dd", "tr", "td", "th"},
    "li": frozenset(["li"]), "dt": frozenset(["dt", "dd"]), "dd": frozenset(["dt", "dd"]),
    "td": frozenset(["td", "th", "tr"]), "th": frozenset(["td", "th", "tr"]), "tr": frozenset(["tr"]),
}  # fmt: skip
_AROUND = (_BLOCKS - {"p"}) | {"li", "tr", "td", "th", "html"}  # their end tags end what is open inside
_CHARSET = re.compile(
    rb"(?:<meta[^>]{0,200}?charset|<\?xml[^>]{0,100}?encoding)\s*=\s*[\"']?\s*([\w.:-]{2,40})", re.IGNORECASE
)
_NOT_SAID = ("utf", "unicode", "raw_", "punycode", "idna", "undefined")  # codecs that no page of plain letters is in
_MEANT = {  # what browsers take for it
    "ascii": "cp1252", "iso8859-1": "cp1252", "iso8859-9": "cp1254", "iso8859-11": "cp874", "tis-620": "cp874",
    "gb2312": "gb18030", "gbk": "gb18030", "shift_jis": "cp932", "euc_kr": "cp949",
}  # fmt: skip
_DATA = re.compile(rb"data:[\w/+.-]{1,60};base64,[A-Za-z0-9+/=]*(?:\s+[A-Za-z0-9+/=]{40,})*")
_BREAK = "\v"  # a line break that the page wants
MOST_TABLES = 100  # in one another: what is in them is handed on by each
MOST_IN_CELL = 400  # characters and
MOST_BLOCKS = 2  # paragraphs of a cell: a table with more in one only arranges what is in it


def read(path: Path) -> str:
    """The text of the page at ``path``.

    Raises:
        ReadProblem: it is too large or no text.
    """
    name = clean_name(path.name)
    with path.open("rb") as file:
        data = file.read(MOST_HTML + 1)
    if len(data) > MOST_HTML:
        raise ReadProblem("attachment.too_large", name=name, size=len(data), most=MOST_HTML)
    return text_of(_decoded(_DATA.sub(b"", data), name))


def _decoded(data: bytes, name: str) -> str:
    said = _CHARSET.search(data[:4096])
    if said is not None and not data.startswith((codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        try:
            if not data.isascii():  # what saves a page may write UTF-8, and leave what the page says of itself
                return data.decode("utf-8")
        except UnicodeDecodeError:
            pass
        try:
            codec = codecs.lookup(said[1].decode("ascii")).name
            if not codec.startswith(_NOT_SAID):
                return data.decode(_MEANT.get(codec, codec))
        except (LookupError, UnicodeError):
            pass  # what it says of itself is wrong
    return decode(data, name)[0]


def text_of(html: str) -> str:
    """The text of a page."""
    page = _Page()
    page.feed(html)
    page.close()
    return page.text()


class _LeftOut:
    """The elements that are open inside one that is left out, itself the first."""

    def __init__(self) -> None:
        self._open: list[str] = []
        self._names: Counter[str] = Counter()

    def __bool__(self) -> bool:
        return bool(self._open)

    def begin(self, tag: str) -> None:
        """An element opens."""
        self._open.append(tag)
        self._names[tag] += 1

    def has_start(self, tag: str) -> bool:
        """Whether a start tag is inside; it may end what is open."""
        while self._open and tag in _ENDED_BY.get(self._open[-1], ()):
            self._names[self._open.pop()] -= 1
        if self._open and tag not in _VOID:
            self.begin(tag)
        return bool(self._open)

    def has_end(self, tag: str) -> bool:
        """Whether an end tag is of something inside; one of what is around ends all."""
        if self._names[tag]:
            while (last := self._open.pop()) != tag:
                self._names[last] -= 1
            self._names[tag] -= 1
            return True
        if tag in _AROUND:
            self._open.clear()
            self._names.clear()
        return bool(self._open)


class _Heading(str):
    """A block that is a heading, its signs included."""


class _Table:
    """``rows`` of cells, each the blocks in it; ``around``: the blocks that the table is to be one of."""

    def __init__(self, around: list[str]) -> None:
        self.around = around
        self.rows: list[list[list[str]]] = []


class _Page(HTMLParser):
    """Writes down what is for reading as it comes by."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._blocks: list[str] = []  # of the page, or of the cell that is open
        self._line: list[str] = []
        self._prefix = ""
        self._left_out = _LeftOut()
        self._title: list[str] | None = None
        self._titled = ""
        self._preformatted = 0
        self._lists: list[tuple[bool, int]] = []  # whether it is ordered, and its items by now
        self._tables: list[_Table] = []

    def text(self) -> str:
        """All of it, below the page's title if no heading says the same."""
        self._end()
        while self._tables:
            self._end_table()
        body = re.sub(r"\n{3,}", "\n\n", "\n\n".join(self._blocks)).replace("\n\n\0", "\n").replace("\0", "")
        first = next((block for block in self._blocks if isinstance(block, _Heading)), "")
        if self._titled and not first.lstrip("# ").startswith(self._titled[:40]):
            body = f"# {self._titled}\n\n{body}"
        return body.strip()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self._left_out and self._left_out.has_start(tag):
            return
        hidden = any(name == "hidden" or (name == "aria-hidden" and value == "true") for name, value in attrs)
        if tag in _SKIPPED or (hidden and tag not in _VOID and tag not in ("body", "html")):
            self._left_out.begin(tag)
        elif tag == "title" and not self._titled:
            self._title = []
        elif tag == "br":
            self._line.append("\n" if self._preformatted else _BREAK)
        elif tag in _HEADINGS:
            self._end()
            self._prefix = _HEADINGS[tag] + " "
        elif tag == "pre":
            self._end()
            self._preformatted += 1
        elif tag in ("ul", "ol"):
            self._end()
            self._lists.append((tag == "ol", 0))
        elif tag == "li":
            self._end()
            self._item()
        elif tag == "table":
            self._end()
            if len(self._tables) < MOST_TABLES:
                self._tables.append(_Table(self._blocks))
        elif tag == "tr" and self._tables:
            self._end_cell()
            self._tables[-1].rows.append([])
        elif tag in ("td", "th") and self._tables:
            self._begin_cell()
        elif tag in _BLOCKS or tag in ("hr", "dt", "dd", "caption"):
            self._end()

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _VOID:
            self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        if self._left_out and self._left_out.has_end(tag):
            return
        if tag == "title" and self._title is not None:
            self._titled, self._title = " ".join("".join(self._title).split())[:300], None
        elif tag == "pre" and self._preformatted:
            self._preformatted -= 1
            code = "".join(self._line).strip("\n")
            self._line = []
            if code.strip():
                self._blocks.append(f"```\n{code}\n```")
        elif tag in ("ul", "ol") and self._lists:
            self._end()
            self._lists.pop()
        elif tag in ("td", "th", "tr") and self._tables:
            self._end_cell()
        elif tag == "table" and self._tables:
            self._end_table()
        elif tag in _HEADINGS or tag in _BLOCKS or tag in ("li", "dt", "dd", "caption"):
            self._end()

    def handle_data(self, data: str) -> None:
        if self._title is not None:
            self._title.append(data)
        elif not self._left_out:
            self._line.append(data.replace(_BREAK, " "))

    def _item(self) -> None:
        if not self._lists:
            self._lists.append((False, 0))
        ordered, count = self._lists[-1]
        self._lists[-1] = ordered, count + 1
        close = "\0" if count or len(self._lists) > 1 else ""  # to the item before
        sign = f"{count + 1}." if ordered else "-"
        self._prefix = f"{close}{'  ' * (min(len(self._lists), 8) - 1)}{sign} "

    def _end(self) -> None:
        """What was written down since the last block is one; two line breaks end a block, too."""
        whole, self._line = "".join(self._line), []
        if self._preformatted:
            texts = [whole.strip("\n")]
        else:
            parts = re.split(rf"{_BREAK}\s*{_BREAK}", whole) if not self._prefix else (whole,)
            texts = [" ".join(part.split()) for part in parts]
        for text in filter(None, texts):
            block = self._prefix + text
            self._blocks.append(_Heading(block) if self._prefix.startswith("#") else block)
            self._prefix = ""
        if self._prefix.startswith("#"):
            self._prefix = ""

    def _begin_cell(self) -> None:
        self._end_cell()
        table = self._tables[-1]
        if not table.rows:
            table.rows.append([])
        self._blocks, self._prefix = [], ""
        table.rows[-1].append(self._blocks)

    def _end_cell(self) -> None:
        self._end()
        self._blocks, self._prefix = self._tables[-1].around, ""

    def _end_table(self) -> None:
        """A table is one block; what it only arranges are the blocks in its cells."""
        self._end_cell()
        rows = [row for row in self._tables.pop().rows if any(row)]
        width = max(map(len, rows), default=0)
        if width > 200 or len(rows) * width > 200_000:
            self._blocks.extend(" ".join(map(_cell, row)) for row in rows)
        elif width == 1 or any(_arranged(cell) for row in rows for cell in row):
            self._blocks.extend(block for row in rows for cell in row for block in cell)
        elif rows:
            self._blocks.append(markdown_table([list(map(_cell, row)) for row in rows]))


def _cell(blocks: list[str]) -> str:
    """A cell on one line."""
    texts = (block.lstrip("#") if isinstance(block, _Heading) else block for block in blocks)
    return " ".join(" ".join(texts).replace("\0", "").split())


def _arranged(blocks: list[str]) -> bool:
    """Whether a cell holds more than a table of data has in one: paragraphs, code, a table."""
    if any("\n" in block for block in blocks):  # code and tables have several lines
        return True
    return len(blocks) > MOST_BLOCKS and sum(map(len, blocks)) > MOST_IN_CELL
