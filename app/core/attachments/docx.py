"""The text of a Word document: the parts of its zip that hold text, as Markdown.

Headings, lists, tables and footnotes come out as such; deleted and hidden text, comments, headers and pictures are left
out. A small reader on a hardened XML parser, because the libraries for the format bring a native XML library along and
leave out footnotes.
"""

from __future__ import annotations

import posixpath
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from xml.etree.ElementTree import Element

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import ParseError, fromstring

from app.core.attachments.docx_hidden import HiddenText, W
from app.core.attachments.docx_symbols import sign_of
from app.core.attachments.names import clean_name
from app.core.attachments.problems import ReadProblem
from app.core.attachments.tables import markdown_table

MAIN = "word/document.xml"
MOST_XML = 64 << 20  # bytes of a part once it is unpacked
MATH = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
MATH_TEXT = f"{MATH}t"
_STRICT = {  # namespaces as "Strict Open XML" has them
    b"http://purl.oclc.org/ooxml/wordprocessingml/main": W[1:-1].encode(),
    b"http://purl.oclc.org/ooxml/officeDocument/math": MATH[1:-1].encode(),
}
MOST_SPAN = 63  # columns that a cell may be wide, as Word has it
FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
_SKIPPED = frozenset({W + tag for tag in ("del", "moveFrom", "instrText", "delText", "pPr", "rPr", "tblPr", "sectPr")})
_SKIPPED |= {FALLBACK}
_RUNS = frozenset({W + "r", f"{MATH}r"})
_SIGNS = {W + "tab": "\t", W + "br": "\n", W + "cr": "\n", W + "noBreakHyphen": "-", W + "ptab": "\t"}


class DamagedPart(ReadProblem):
    """A part is no XML."""


def read(path: Path) -> str:
    """The text of the document at ``path``.

    Raises:
        ReadProblem: it is damaged, locked, too large once unpacked, or holds XML that a document has no use for.
    """
    name = clean_name(path.name)
    try:
        with zipfile.ZipFile(path) as archive:
            main = _related(archive, name, "").get("officeDocument", MAIN)
            body = _part(archive, name, main)
            if body is None:
                raise ReadProblem("attachment.not_word", name=name)
            others = _related(archive, name, main)

            def other(kind: str) -> Element | None:
                return _part(archive, name, others.get(kind, f"word/{kind}.xml"))

            try:
                styles = other("styles")
            except DamagedPart:  # what it says of looks is lost, and no text
                styles = None
            return Document(styles, other("numbering"), other("footnotes"), other("endnotes")).text(body)
    except zipfile.BadZipFile as problem:
        raise ReadProblem("attachment.cut", name=name) from problem


def _related(archive: zipfile.ZipFile, name: str, part: str) -> dict[str, str]:
    """Kind -> the part of that kind that belongs to ``part`` ("": to the whole): Word in the browser numbers them."""
    folder, file = posixpath.split(part)
    root = _part(archive, name, posixpath.join(folder, "_rels", f"{file}.rels"))
    found: dict[str, str] = {}
    for one in root if root is not None else ():
        kind, target = one.get("Type", "").rpartition("/")[2], one.get("Target", "").replace("\\", "/")
        place = posixpath.normpath(posixpath.join("/", folder, target)).lstrip("/")
        if one.get("TargetMode") != "External" and place in archive.NameToInfo:  # else it is where Word has it
            found.setdefault(kind, place)
    return found


def _part(archive: zipfile.ZipFile, name: str, part: str) -> Element | None:
    try:
        entry = archive.getinfo(part)
    except KeyError:
        return None
    if entry.flag_bits & 1:
        raise ReadProblem("attachment.locked", name=name)
    with archive.open(entry) as stream:  # what the archive says of its size is not trusted: no more is unpacked
        data = stream.read(MOST_XML + 1)
    if len(data) > MOST_XML:
        raise ReadProblem("attachment.unpacked_too_large", name=name)
    for strict, usual in _STRICT.items():
        data = data.replace(strict, usual)
    try:
        root: Element = fromstring(data, forbid_dtd=True)
    except DefusedXmlException as problem:
        raise ReadProblem("attachment.harmful_xml", name=name) from problem
    except (ParseError, LookupError, ValueError) as problem:  # the last ones: of an encoding that nobody knows
        raise DamagedPart("attachment.damaged", name=name) from problem
    return root


class Document:
    """What the other parts say about paragraphs: which styles are headings, how lists count, notes by number."""

    def __init__(
        self, styles: Element | None, numbering: Element | None, footnotes: Element | None, endnotes: Element | None
    ) -> None:
        self._hidden = HiddenText(styles)
        self._headings = dict(_headings(styles)) if styles is not None else {}
        self._numbered = dict(_numbered(numbering)) if numbering is not None else {}
        self._notes = {"footnoteReference": _notes(footnotes), "endnoteReference": _notes(endnotes)}
        self._counts: dict[tuple[str, int], int] = {}
        self._used: list[Element] = []  # notes in the order they are referred to
        self._numbers: dict[Element, int] = {}  # of these

    def text(self, root: Element) -> str:
        """The whole document; its notes at the end."""
        body = root.find(W + "body")
        found = list(self._blocks(body if body is not None else root))
        at = 0
        while at < len(self._used):  # a note may refer to one more
            found.append(f"[^{at + 1}]: " + " ".join(self._blocks(self._used[at])))
            at += 1
        return re.sub(r"\n{3,}", "\n\n", "\n\n".join(found)).replace("\n\n\0", "\n").replace("\0", "").strip()

    def _blocks(self, parent: Element, *, inside_table: bool = False, hidden: bool = False) -> Iterator[str]:
        """Paragraphs and tables; an item of a list begins with NUL, so that it can be put close to the one before.

        ``inside_table``: of a cell, in which a table is no more than its words. ``hidden``: by the table's style.
        """
        for child in parent:
            if child.tag == W + "p":
                text = self._paragraph(child, hidden)
                if text:
                    yield text
            elif child.tag == W + "tbl" and inside_table:
                yield from (" ".join(filter(None, row)) for row in self._rows(child))
            elif child.tag == W + "tbl":
                text = self._table(child)
                if text:
                    yield text
            elif child.tag not in _SKIPPED:  # what wraps blocks: content controls, insertions
                yield from self._blocks(child, inside_table=inside_table, hidden=hidden)

    def _paragraph(self, paragraph: Element, hidden: bool) -> str:
        inside: list[str] = []  # blocks of text boxes: they come after the paragraph that they hang on
        properties = paragraph.find(W + "pPr")
        hidden = hidden != self._hidden.by_paragraph(properties)
        text = self._runs(paragraph, inside, hidden).strip(" \t")
        if text.strip() and properties is not None:
            text = self._marked(text, properties)
        return "\n\n".join(filter(None, [text if text.strip() else "", *inside]))

    def _marked(self, text: str, properties: Element) -> str:
        style = properties.find(W + "pStyle")
        level = self._headings.get(style.get(W + "val", "") if style is not None else "", 0)
        if level:
            return f"{'#' * level} {' '.join(text.split())}"
        numbers = properties.find(W + "numPr")
        if numbers is None:
            return text
        list_id, depth = _value(numbers, "numId"), min(8, _number(_value(numbers, "ilvl")))
        if list_id in ("", "0"):
            return text
        sign = "-"
        if self._numbered.get((list_id, depth), False):
            count = self._counts[list_id, depth] = self._counts.get((list_id, depth), 0) + 1
            sign = f"{count}."
        for deeper in range(depth + 1, 9):
            self._counts.pop((list_id, deeper), None)
        first = "\0" if (list_id, -1) in self._counts else ""
        self._counts[list_id, -1] = 1
        return f"{first}{'  ' * depth}{sign} {text}"

    def _runs(self, parent: Element, inside: list[str], hidden: bool) -> str:
        """``inside``: takes blocks of text boxes. ``hidden``: by the styles around, for runs that say nothing else."""
        parts: list[str] = []
        for child in parent:
            tag = child.tag
            if tag in (W + "t", MATH_TEXT):
                parts.append(child.text or "")
            elif tag in _SIGNS:
                parts.append(_SIGNS[tag])
            elif tag == W + "sym":
                parts.append(sign_of(child.get(W + "font", ""), child.get(W + "char", "")))
            elif tag in (W + "footnoteReference", W + "endnoteReference"):
                note = self._notes[tag.removeprefix(W)].get(child.get(W + "id", ""))
                if note is not None and note not in self._numbers:
                    self._used.append(note)
                    self._numbers[note] = len(self._used)
                if note is not None:
                    parts.append(f"[^{self._numbers[note]}]")
            elif tag == W + "txbxContent":
                inside.extend(self._blocks(child))
            elif tag not in _SKIPPED and not (tag in _RUNS and self._hidden.hides(child, hidden)):
                parts.append(self._runs(child, inside, hidden))
        return "".join(parts)

    def _table(self, table: Element) -> str:
        return markdown_table([row for row in self._rows(table) if any(row)])

    def _rows(self, table: Element) -> Iterator[list[str]]:
        """Its cells, each on one line; behind one that is several columns wide, empty ones."""
        hidden = self._hidden.by_table(table)
        for row in _inside(table, W + "tr"):
            cells: list[str] = []
            for cell in _inside(row, W + "tc"):
                inside = self._blocks(cell, inside_table=True, hidden=hidden)
                text = " ".join(" ".join(inside).replace("\0", "").split())
                properties = cell.find(W + "tcPr")
                wide = _number(_value(properties, "gridSpan")) if properties is not None else 1
                cells += [text, *[""] * (min(wide, MOST_SPAN) - 1)]
            yield cells


def _inside(parent: Element, tag: str) -> Iterator[Element]:
    """The rows of a table or the cells of a row, also those that something wraps, and none of a table in it."""
    for child in parent:
        if child.tag == tag:
            yield child
        elif child.tag not in _SKIPPED:
            yield from _inside(child, tag)


def _value(parent: Element, tag: str) -> str:
    child = parent.find(W + tag)
    return child.get(W + "val", "") if child is not None else ""


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else 0


def _headings(styles: Element) -> Iterator[tuple[str, int]]:
    for style in styles.iter(W + "style"):
        name = _value(style, "name").lower()
        level = 1 if name == "title" else _number(name.removeprefix("heading ")) if name.startswith("heading ") else 0
        if 1 <= level <= 6:
            yield style.get(W + "styleId", ""), level


def _numbered(numbering: Element) -> Iterator[tuple[tuple[str, int], bool]]:
    """(list, depth) -> whether it counts."""
    kinds: dict[str, dict[int, bool]] = {}
    for abstract in numbering.iter(W + "abstractNum"):
        levels = kinds.setdefault(abstract.get(W + "abstractNumId", ""), {})
        for level in abstract.iter(W + "lvl"):
            levels[_number(level.get(W + "ilvl", ""))] = _value(level, "numFmt") not in ("bullet", "none", "")
    for one in numbering.iter(W + "num"):
        for depth, counts in kinds.get(_value(one, "abstractNumId"), {}).items():
            yield (one.get(W + "numId", ""), depth), counts


def _notes(part: Element | None) -> dict[str, Element]:
    if part is None:
        return {}
    return {
        note.get(W + "id", ""): note
        for tag in ("footnote", "endnote")
        for note in part.iter(W + tag)
        if note.get(W + "type", "normal") == "normal"
    }
