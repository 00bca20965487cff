"""What other programs get of parts of messages: HTML without the window's colours and fonts.

Mail and word processors take it from the clipboard beside the plain text; both are put there together.
"""

from __future__ import annotations

import atexit
import re
from collections.abc import Callable, Sequence
from html import escape

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication, QTextCursor, QTextDocument
from PySide6.QtWidgets import QTextEdit

from app.ui.chat.transcript import lists
from app.ui.chat.transcript.cites import without_cites

KEPT_STYLES = ("font-weight", "font-style", "text-decoration", "vertical-align", "text-align", "white-space")

_STYLE = re.compile(r'\s?style="([^"]*)"')
_LOOKS = re.compile(r'\s(?:bgcolor|border-color|class|width|border|cellspacing|cellpadding)="[^"]*"')
_BODY = re.compile(r"<body[^>]*>(.*)</body>", re.DOTALL)
_MARKS = re.compile(r"<!--(?:Start|End)Fragment-->")
_FORMULA = re.compile(r'<img\b[^>]*\bsrc="formula:(\d+)"[^>]*/?>')


def part_html(edit: QTextEdit, start: int, end: int) -> str:
    """The characters from ``start`` to ``end`` of a text of the transcript; formulas as their sources."""
    cursor = QTextCursor(edit.document())
    cursor.setPosition(start)
    cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
    document = QTextDocument()
    QTextCursor(document).insertFragment(cursor.selection())
    without_cites(document)
    lists.show_own(document)
    return without_looks(document.toHtml(), getattr(edit, "sources", ()))


def without_looks(html: str, formulas: Sequence[str] = ()) -> str:
    """The body of what Qt writes as HTML, without the colours, fonts and distances of the window."""
    body = _BODY.search(html)
    text = _MARKS.sub("", body[1] if body else html)
    text = _LOOKS.sub("", _STYLE.sub(_kept, text))

    def source(match: re.Match[str]) -> str:
        number = int(match[1])
        return escape(formulas[number]) if number < len(formulas) else ""

    return _FORMULA.sub(source, text).strip()


def _kept(match: re.Match[str]) -> str:
    pairs = (pair.strip() for pair in match[1].split(";"))
    kept = [pair for pair in pairs if pair.partition(":")[0].strip() in KEPT_STYLES]
    if "Mono" in match[1] or "monospace" in match[1]:
        kept.append("font-family:monospace")
    return f' style="{"; ".join(kept)}"' if kept else ""


def rich_data(plain: str, html: str, markdown: str = "") -> QMimeData:
    """The same text in the forms that other programs choose from."""
    data = QMimeData()
    data.setText(plain)
    data.setHtml(f'<meta charset="utf-8">{html}')
    if markdown:
        data.setData("text/markdown", markdown.encode("utf-8", "replace"))
    return data


class LateText(QMimeData):
    """The same text in the forms that other programs choose from, each made when it is asked for."""

    def __init__(self, plain: Callable[[], str], html: Callable[[], str], markdown: Callable[[], str]) -> None:
        super().__init__()
        self._forms = {"text/plain": plain, "text/html": html, "text/markdown": markdown}
        self._made: dict[str, str] = {}

    def formats(self) -> list[str]:
        return list(self._forms)

    def hasFormat(self, kind: str) -> bool:
        return kind in self._forms

    def whole(self) -> QMimeData:
        """The same with all forms made."""
        made = QMimeData()
        for kind in self._forms:
            made.setData(kind, str(self.retrieveData(kind, None)).encode("utf-8", "replace"))
        return made

    def retrieveData(self, kind: str, wanted: object) -> object:
        if kind not in self._forms:
            return None
        if kind not in self._made:
            self._made[kind] = self._forms[kind]()
        text = self._made[kind]
        return f'<meta charset="utf-8">{text}' if kind == "text/html" else text


@atexit.register
def _settle() -> None:
    """The clipboard asks until its end, which comes after that of Python."""
    if QGuiApplication.instance() is not None:
        clipboard = QGuiApplication.clipboard()
        data = clipboard.mimeData()
        if isinstance(data, LateText):
            clipboard.setMimeData(data.whole())
