"""The text of a web page that was saved as HTML, as Markdown: headings, paragraphs, lists, tables, code.

Nothing that a page refers to is looked at. What is not for reading (scripts, styles, navigation, forms) is left out.
Python's own reader of HTML is used, in a process that may be ended: a page may be made to take it long.
"""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

from app.core.attachments.names import clean_name
from app.core.attachments.problems import ReadProblem
from app.core.attachments.text import decode

MOST_HTML = 64 << 20  # bytes: a saved page may hold its images
_SKIPPED = frozenset(
    ["script", "style", "noscript", "template", "svg", "math", "nav", "form", "iframe", "object", "button", "select"]
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
_CHARSET = re.compile(rb"<meta[^>]{0,200}?charset\s*=\s*[\"']?\s*([\w.:-]{2,40})", re.IGNORECASE)
_DATA = re.compile(rb"data:[\w/+.-]{1,60};base64,[A-Za-z0-9+/=\s]*")


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
    if said is not None and said[1].lower() not in (b"utf-8", b"utf8"):
        try:
            return data.decode(said[1].decode("ascii"))
        except (LookupError, UnicodeDecodeError):
            pass  # what it says of itself is wrong
    return decode(data, name)[0]


def text_of(html: str) -> str:
    """The text of a page."""
    page = _Page()
    page.feed(html)
    page.close()
    return page.text()


class _Page(HTMLParser):
    """Writes down what is for reading as it comes by."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._blocks: list[str] = []
        self._line: list[str] = []
        self._prefix = ""
        self._skipped = ""  # the element that is left out, and how deep we are in elements of its name
        self._depth = 0
        self._title: list[str] | None = None
        self._titled = ""
        self._preformatted = 0
        self._lists: list[tuple[bool, int]] = []  # whether it is ordered, and its items by now
        self._row: list[str] | None = None
        self._rows: list[list[str]] = []
        self._tables = 0

    def text(self) -> str:
        """All of it, below the page's title if no heading says the same."""
        self._end()
        self._table()
        body = re.sub(r"\n{3,}", "\n\n", "\n\n".join(self._blocks)).replace("\n\n\0", "\n").replace("\0", "")
        first = next((block for block in self._blocks if block.startswith("#")), "")
        if self._titled and not first.lstrip("# ").startswith(self._titled[:40]):
            body = f"# {self._titled}\n\n{body}"
        return body.strip()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self._skipped:
            self._depth += tag == self._skipped
            return
        hidden = any(name == "hidden" or (name == "aria-hidden" and value == "true") for name, value in attrs)
        if tag in _SKIPPED or (hidden and tag not in _VOID and tag not in ("body", "html")):
            self._skipped, self._depth = tag, 1
        elif tag == "title" and not self._titled:
            self._title = []
        elif tag == "br":
            self._line.append("\n" if self._preformatted or not self._row else " ")
        elif tag == "hr":
            self._end()
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
        elif tag in ("dt", "dd"):
            self._end()
        elif tag == "table":
            self._end()
            self._tables += 1
        elif tag == "tr" and self._tables:
            self._row = []
            self._rows.append(self._row)
        elif tag in ("td", "th") and self._row is not None:
            self._line = []
        elif tag in _BLOCKS and self._row is None:
            self._end()

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _VOID:
            self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        if self._skipped:
            self._depth -= tag == self._skipped
            if not self._depth:
                self._skipped = ""
        elif tag == "title" and self._title is not None:
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
        elif tag in ("td", "th") and self._row is not None:
            self._row.append(" ".join("".join(self._line).split()).replace("|", "\\|"))
            self._line = []
        elif tag == "tr":
            self._row = None
        elif tag == "table" and self._tables:
            self._tables -= 1
            if not self._tables:
                self._table()
        elif (tag in _HEADINGS or tag in _BLOCKS or tag in ("li", "dt", "dd")) and self._row is None:
            self._end()

    def handle_data(self, data: str) -> None:
        if self._title is not None:
            self._title.append(data)
        elif not self._skipped:
            self._line.append(data)

    def _item(self) -> None:
        if not self._lists:
            self._lists.append((False, 0))
        ordered, count = self._lists[-1]
        self._lists[-1] = ordered, count + 1
        close = "\0" if count or len(self._lists) > 1 else ""  # to the item before
        sign = f"{count + 1}." if ordered else "-"
        self._prefix = f"{close}{'  ' * (min(len(self._lists), 8) - 1)}{sign} "

    def _end(self) -> None:
        """What was written down since the last block is one."""
        whole, self._line = "".join(self._line), []
        if self._preformatted:
            text = whole.strip("\n")
        else:
            text = "\n".join(filter(None, (" ".join(line.split()) for line in whole.split("\n\n"))))
            text = " ".join(text.split())
        if text:
            self._blocks.append(self._prefix + text)
            self._prefix = ""
        elif self._prefix.startswith("#"):
            self._prefix = ""

    def _table(self) -> None:
        rows, self._rows, self._row = [row for row in self._rows if any(row)], [], None
        if not rows:
            return
        width = max(map(len, rows))
        if width > 200 or len(rows) * width > 200_000:
            self._blocks.extend(" ".join(row) for row in rows)
            return
        lines = [f"| {' | '.join([*row, *[''] * (width - len(row))])} |" for row in rows]
        self._blocks.append("\n".join([lines[0], f"|{' --- |' * width}", *lines[1:]]))
