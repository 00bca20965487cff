"""Finding text in a chat: in slices of time, from what is in sight onwards, so that length costs no waiting."""

from __future__ import annotations

import re
from collections.abc import Callable

from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Signal
from PySide6.QtGui import QTextCursor

from app.ui.chat.transcript.folding import ProseBlock
from app.ui.chat.transcript.items import MessageItem
from app.ui.chat.transcript.items_view import ItemsView
from app.ui.chat.transcript.overlay import Hit, found_in, plain_blanks
from app.ui.chat.transcript.plain import parts_of
from app.ui.chat.transcript.rows import RowPart

SLICE_MS = 8
LATER_MS = 250  # after the messages changed
MARKUP = str.maketrans("", "", "*_`~\\")  # may stand inside of a word that is shown as one


class Finder(QObject):
    """Finds a text in all messages. ``changed``: hits came or went, or another one is the current one.

    Attributes:
        query: what is looked for; "": nothing.
        current: the hit that the person is at.
    """

    changed = Signal()

    def __init__(self, view: ItemsView, dress: Callable[[], None]) -> None:
        """``dress``: shows in the rows what was found."""
        super().__init__(view)
        self._view, self._dress = view, dress
        self.query = ""
        self.current: Hit | None = None
        self._texts: dict[str, tuple[str, list[tuple[int, str]]]] = {}  # of each message: source, parts
        self._found: dict[str, tuple[str, list[Hit]]] = {}  # of each message: source, hits
        self._left: list[str] = []
        self._jump = False
        self._from = ""  # the message that is looked at first
        self._hits: list[Hit] | None = None
        self._slice = QTimer(self)
        self._slice.setSingleShot(True)
        self._slice.timeout.connect(self._look)
        view.changed.connect(self._later)

    @property
    def hits(self) -> list[Hit]:
        """All that was found so far, from top to bottom."""
        if self._hits is None:
            keys = (item.key for item in self._view.items)
            self._hits = [hit for key in keys if key in self._found for hit in self._found[key][1]]
        return self._hits

    @property
    def searching(self) -> bool:
        """Whether there are messages that were not looked at yet."""
        return bool(self._left)

    @property
    def place(self) -> int:
        """The number of the current hit from the top, from 1; 0 if there is none."""
        hits = self.hits
        return hits.index(self.current) + 1 if self.current in hits else 0

    def search(self, query: str, key: str = "") -> None:
        """Look for ``query``, from the message ``key`` ("": the first row in sight) onwards; the first hit becomes the
        current one."""
        query = plain_blanks(query)
        if query == self.query and not key:
            return
        self.query, self.current, self._jump, self._from = query, None, True, key
        self._found.clear()
        self._begin()

    def close(self) -> None:
        """Look for nothing, and forget what was read."""
        self.search("")
        self._texts.clear()

    def step(self, by: int) -> None:
        """Go to the next hit (``by`` 1) or the one before (-1), round the ends."""
        hits = self.hits
        if hits:
            at = hits.index(self.current) + by if self.current in hits else 0 if by > 0 else -1
            self._go(hits[at % len(hits)])

    def _later(self) -> None:
        if self.query and not self._slice.isActive():
            self._jump = False
            QTimer.singleShot(LATER_MS, self, self._begin)

    def _begin(self) -> None:
        items = self._view.items
        first = self._first
        self._hits = None
        here = {item.key for item in items}
        self._found = {key: value for key, value in self._found.items() if key in here}
        keys = [item.key for item in (*items[first:], *items[:first]) if isinstance(item, MessageItem)]
        self._left = keys[::-1] if self.query else []
        self._look()

    @property
    def _first(self) -> int:
        """The number of the item that is looked at first."""
        at = self._view.index(self._from) if self._jump or self.current is None else -1
        return at if at >= 0 else self._view.first_in_sight

    def _look(self) -> None:
        clock = QElapsedTimer()
        clock.start()
        words = re.findall(r"\w+", self.query.translate(MARKUP).casefold())  # as in _hits_in
        pattern = re.compile(re.escape(self.query), re.IGNORECASE)
        while self._left and clock.elapsed() < SLICE_MS:
            item = self._view.item(self._left.pop())
            if isinstance(item, MessageItem):
                known = self._found.get(item.key)
                if known is None or known[0] != item.text:
                    self._found[item.key] = item.text, self._hits_in(item, words, pattern)
        self._hits = None
        if self._jump and self.current is None and self.hits:
            ahead = {item.key for item in self._view.items[self._first :]}
            self._jump = False
            self.current = next((hit for hit in self.hits if hit.key in ahead), self.hits[0])
            self._go(self.current)
        else:
            self._dress()
            self.changed.emit()
        if self._left:
            self._slice.start(0)

    def _hits_in(self, item: MessageItem, words: list[str], pattern: re.Pattern[str]) -> list[Hit]:
        raw = item.text.translate(MARKUP).casefold()
        if not all(word in raw for word in words):  # most messages are done with here
            return []
        known = self._texts.get(item.key)
        if known is None or known[0] != item.text:
            known = self._texts[item.key] = item.text, parts_of(item)
        return [
            Hit(item.key, at, nth)
            for at, text in known[1]
            for nth, _ in enumerate(pattern.finditer(plain_blanks(text)))
        ]

    def _go(self, hit: Hit) -> None:
        """Make ``hit`` the current one and bring it into sight."""
        self.current = hit
        part = self._view.bring(hit.key, hit.at)
        places = self._places(part)
        if hit.nth >= len(places):  # it may be in the rest of a long table
            part = self._view.whole_part(hit.key, hit.at)
            places = self._places(part)
        if part is not None and places:
            self._view.show_place(hit.key, part, places[min(hit.nth, len(places) - 1)].selectionStart())
        self._dress()
        self.changed.emit()

    def _places(self, part: RowPart | None) -> list[QTextCursor]:
        """Where the query stands in a part, as far as nothing is left out before."""
        if part is None:
            return []
        seen = part.edit.seen if isinstance(part.edit, ProseBlock) else None
        places = found_in(part.edit.document(), self.query)
        return [place for place in places if seen is None or place.selectionEnd() <= seen]
