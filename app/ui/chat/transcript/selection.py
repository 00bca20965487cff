"""Selecting text across messages: by dragging from one into another, or all of the chat.

Inside one block its own selection does; as soon as a drag leaves it, the selection is kept here as two places, each a
message, a part of it and a character. So it outlives the row widgets, which come and go while the transcript scrolls.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from html import escape
from typing import NamedTuple

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPoint, Qt, QTimer
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QMouseEvent
from PySide6.QtWidgets import QTextEdit

from app.ui.chat.transcript.fragments import LateText
from app.ui.chat.transcript.items import MessageItem
from app.ui.chat.transcript.items_view import ItemsView
from app.ui.chat.transcript.overlay import length
from app.ui.chat.transcript.plain import message_text
from app.ui.chat.transcript.rich import message_html
from app.ui.chat.transcript.rows import RowPart, TranscriptRow
from app.ui.chat.transcript.wide import WideBlock, copied_html, copied_text

translate = QCoreApplication.translate

SCROLL_MS = 30
ENDLESS = 1 << 30


class TextPlace(NamedTuple):
    """A character of a part of an item."""

    key: str
    at: int
    position: int


class Spoken(NamedTuple):
    """Who speaks, and what gives the words."""

    who: str
    say: Callable[[], str]


class Selection(QObject):
    """The selection that spans blocks; also watches the rows' texts for drags and keys."""

    def __init__(self, view: ItemsView, dress: Callable[[], None], take_key: Callable[[QKeyEvent], bool]) -> None:
        """``dress``: shows in the rows what is selected; ``take_key``: is asked first for keys typed in a text."""
        super().__init__(view)
        self._view, self._dress, self._take_key = view, dress, take_key
        self._anchor: TextPlace | None = None
        self._head: TextPlace | None = None
        self._origin: QTextEdit | None = None  # where the button went down
        self._pressed: TextPlace | None = None
        self._mouse = QPoint()
        self._scroll = QTimer(self)
        self._scroll.setInterval(SCROLL_MS)
        self._scroll.timeout.connect(self._scroll_on)
        view.row_bound.connect(self._watch)
        view.changed.connect(self._items_changed)

    @property
    def active(self) -> bool:
        """Whether something is selected here."""
        return self._anchor is not None

    def clear(self) -> None:
        """Select nothing, in no block either."""
        for row in self._view.visible_rows.values():
            for part in row.parts():
                cursor = part.edit.textCursor()
                if cursor.hasSelection():
                    cursor.clearSelection()
                    part.edit.setTextCursor(cursor)
        if self._anchor is not None:
            self._anchor = self._head = None
            self._dress()

    def select_all(self) -> None:
        """Select all messages of the chat."""
        keys = [item.key for item in self._view.items if isinstance(item, MessageItem)]
        if keys:
            self.clear()
            self._anchor, self._head = TextPlace(keys[0], -ENDLESS, 0), TextPlace(keys[-1], ENDLESS, ENDLESS)
            self._view.setFocus()
            self._dress()

    def _span(self) -> tuple[tuple[int, int, int], tuple[int, int, int]] | None:
        """First and last place as (row, part, character)."""
        if self._anchor is None or self._head is None:
            return None
        ends = [(self._view.index(place.key), place.at, place.position) for place in (self._anchor, self._head)]
        return min(ends), max(ends)

    def cover(self, key: str, at: int, characters: int) -> tuple[int, int] | None:
        """What is selected of a part with so many characters: from, to; None if nothing is."""
        span = self._span()
        if span is None:
            return None
        here = (self._view.index(key), at)
        first, last = span
        if not first[:2] <= here <= last[:2]:
            return None
        start = first[2] if here == first[:2] else 0
        end = last[2] if here == last[:2] else characters
        return min(start, characters), min(end, characters)

    # copying ------------------------------------------------------------------

    def text(self, markdown: bool = False) -> str:
        """What is selected, as plain text or as Markdown; messages are told apart if there are several."""
        return _joined_text(self._texts(markdown), markdown)

    def html(self) -> str:
        """What is selected, as HTML for other programs; messages are told apart if there are several."""
        return _joined_html(self._htmls())

    def _texts(self, markdown: bool) -> list[Spoken]:
        return self._pieces(lambda item: message_text(item, markdown), lambda item: self._text_of(item, markdown))

    def _htmls(self) -> list[Spoken]:
        return self._pieces(message_html, self._html_of)

    def _pieces(self, whole: Callable[[MessageItem], str], piece: Callable[[MessageItem], str]) -> list[Spoken]:
        """What is selected of each message. ``whole``: of one as it is now, whenever it is asked for; ``piece``: of one
        at an end of the selection, read now."""
        span = self._span()
        if span is None:
            return []
        (first, begin, _), (last, end, _) = span
        pieces = []
        for at in range(first, last + 1):
            item = self._view.items[at]
            if isinstance(item, MessageItem):
                all_of_it = (at > first or begin == -ENDLESS) and (at < last or end == ENDLESS)
                say = partial(whole, replace(item, card=None)) if all_of_it else partial(str, piece(item))
                you = item.role == "user"
                who = translate("Transcript", "You") if you else translate("Transcript", "Reply")
                pieces.append(Spoken(who, say))
        return pieces

    def _text_of(self, item: MessageItem, markdown: bool) -> str:
        """What is selected of a message at an end of the selection."""
        row, covers = self._covers(item)
        if all(whole for part, _, whole in covers if part.at >= 0):
            return message_text(item, markdown)
        texts = []
        for part, cover, whole in covers:
            if cover is not None and cover[0] < cover[1]:
                source = row.source(part.at) if whole and markdown else copied_text(part.edit, *cover)
                texts.append(source.lstrip("\n").rstrip())
        return "\n\n".join(texts)

    def _html_of(self, item: MessageItem) -> str:
        """The same as HTML."""
        _, covers = self._covers(item)
        if all(whole for part, _, whole in covers if part.at >= 0):
            return message_html(item)
        found = [(part.edit, cover) for part, cover, _ in covers if cover is not None and cover[0] < cover[1]]
        return "\n".join(copied_html(edit, *cover) for edit, cover in found)

    def _covers(self, item: MessageItem) -> tuple[TranscriptRow, list[tuple[RowPart, tuple[int, int] | None, bool]]]:
        """The row of a message, and what is selected of each of its parts, all of it or not.

        A table of which only the first rows are shown is shown whole if the selection begins in it and goes on below.
        """
        row, span = self._view.row_for(item), self._span()
        if span is not None:
            (first, begin, start), (last, end, _) = span
            here = next((part.edit for part in row.parts() if part.at == begin), None)
            below = first == self._view.index(item.key) and start > 0 and (first, begin) < (last, end)
            if below and isinstance(here, WideBlock):
                row.show_rest(begin)
        covers = []
        for part in row.parts():
            characters = length(part.edit)
            cover = self.cover(item.key, part.at, characters)
            covers.append((part, cover, cover == (0, characters)))
        return row, covers

    def copy(self, markdown: bool = False) -> bool:
        """Put what is selected on the clipboard, as text, rich text and Markdown (``markdown``: the text, too)."""
        if not self.active:
            return False
        source, words, html = self._texts(True), self._texts(markdown), self._htmls()
        data = LateText(
            lambda: _joined_text(words, markdown), lambda: _joined_html(html), lambda: _joined_text(source, True)
        )
        QGuiApplication.clipboard().setMimeData(data)
        return True

    # mouse and keys ---------------------------------------------------------------

    def _watch(self, row: TranscriptRow) -> None:
        for part in row.parts():
            if not part.edit.property("watched"):
                part.edit.setProperty("watched", True)
                part.edit.installEventFilter(self)
                part.edit.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(watched, QTextEdit):
            return event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and self._take_key(event)
        edit = watched.parent()
        if isinstance(event, QMouseEvent) and isinstance(edit, QTextEdit):
            return self._mouse_event(edit, event)
        return False

    def key(self, event: QKeyEvent) -> bool:
        """Whether a key was one for the selection, and was taken."""
        if event.matches(QKeySequence.StandardKey.SelectAll):
            self.select_all()
            return True
        return event.matches(QKeySequence.StandardKey.Copy) and self.copy()

    def _mouse_event(self, edit: QTextEdit, event: QMouseEvent) -> bool:
        place = edit.viewport().mapTo(self._view.viewport(), event.position().toPoint())
        match event.type():
            case QEvent.Type.MouseButtonPress if event.button() == Qt.MouseButton.LeftButton:
                self.clear()
                self._origin = edit
                self._pressed = self.place_at(place)
            case QEvent.Type.MouseMove if event.buttons() & Qt.MouseButton.LeftButton and self._origin is edit:
                outside = not edit.viewport().rect().contains(event.position().toPoint())
                if self._anchor is None and outside:
                    self._begin(edit)
                if self._anchor is not None:
                    self.drag(place)
                    return True
            case QEvent.Type.MouseButtonRelease:
                self.release()
        return False

    def _begin(self, edit: QTextEdit) -> None:
        """The drag left the block it began in: its own selection becomes one that spans blocks."""
        cursor = edit.textCursor()
        if self._pressed is not None:
            self._anchor = self._head = self._pressed._replace(position=cursor.anchor())
        cursor.clearSelection()
        edit.setTextCursor(cursor)
        self._view.setFocus()

    def press(self, place: QPoint) -> None:
        """The button went down beside the texts."""
        self.clear()
        self._origin = None
        self._pressed = self.place_at(place)

    def drag(self, place: QPoint) -> None:
        """The pointer moved with the button down."""
        self._mouse = place
        if self._anchor is None:
            self._anchor = self._pressed
        found = self.place_at(place)
        if found is not None and self._anchor is not None and found != self._head:
            self._head = found
            self._dress()
        if not 0 <= place.y() <= self._view.viewport().height():
            self._scroll.start()
        else:
            self._scroll.stop()

    def release(self) -> None:
        """The button went up."""
        self._scroll.stop()
        self._origin = self._pressed = None
        if self._anchor == self._head:
            self._anchor = self._head = None

    def _scroll_on(self) -> None:
        over = self._mouse.y() - (self._view.viewport().height() if self._mouse.y() > 0 else 0)
        bar = self._view.verticalScrollBar()
        bar.setValue(bar.value() + max(-60, min(60, over)))
        self.drag(self._mouse)

    def place_at(self, spot: QPoint) -> TextPlace | None:
        """The character nearest to a point of the viewport."""
        rows = sorted(self._view.visible_rows.items(), key=lambda pair: pair[1].y())
        rows = [pair for pair in rows if pair[1].parts()]
        if not rows:
            return None
        key, row = next((pair for pair in rows if spot.y() < pair[1].geometry().bottom()), rows[-1])
        parts = row.parts()
        inside = row.mapFrom(self._view.viewport(), spot)
        part = next((part for part in parts if inside.y() <= part.block.geometry().bottom()), parts[-1])
        if inside.y() < part.block.geometry().top():
            return TextPlace(key, part.at, 0)
        if inside.y() > part.block.geometry().bottom():
            return TextPlace(key, part.at, length(part.edit))
        local = part.edit.viewport().mapFrom(self._view.viewport(), spot)
        return TextPlace(key, part.at, part.edit.cursorForPosition(local).position())

    def _items_changed(self) -> None:
        ends = [place.key for place in (self._anchor, self._head) if place is not None]
        if any(self._view.item(key) is None for key in ends):
            self._anchor = self._head = None


def _joined_text(pieces: Sequence[Spoken], markdown: bool) -> str:
    said = [(who, text) for who, say in pieces if (text := say())]
    if len(said) < 2:
        return "".join(text for _, text in said)
    heads = "**{}:**\n\n{}" if markdown else "{}:\n{}"
    return "\n\n".join(heads.format(who, text) for who, text in said)


def _joined_html(pieces: Sequence[Spoken]) -> str:
    said = [(who, html) for who, say in pieces if (html := say())]
    if len(said) < 2:
        return "".join(html for _, html in said)
    return "".join(f"<p><b>{escape(who)}:</b></p>\n{html}" for who, html in said)
