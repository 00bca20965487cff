"""Looking for words in all chats, of one window."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from shiboken6 import isValid

from app.core.found import SearchHit, SearchPlaces
from app.core.store import Store
from app.services.background import Ops
from app.services.chat.chat_list import ChatList

COUNTED = 50  # chats found whose places are looked up before anybody asks


class ChatSearch(QObject):
    """``found(str, tuple[SearchHit, ...])``: a search text and what it found; empty text: the search is over.

    ``placed(str, SearchPlaces)``: a search text, and all messages of one of the chats found that hold it.
    """

    found = Signal(str, object)
    placed = Signal(str, object)

    def __init__(self, store: Store, ops: Ops, chats: ChatList, parent: QObject) -> None:
        super().__init__(parent)
        self._store, self._ops = store, ops
        self._text = ""
        self._uncounted: list[str] = []  # chats whose places are to be looked up, the next one last
        chats.changed.connect(self._again)

    def search(self, text: str) -> None:
        """Look for the words of ``text`` in titles and messages; ``found`` follows ("": with nothing, at once), and
        ``placed`` of chat after chat."""
        self._text = text.strip()
        self._uncounted = []
        if self._text:
            self._find()
        else:
            self.found.emit("", ())

    def look_up(self, chat: str) -> None:
        """Look up the places in a chat; ``placed`` follows."""
        text = self._text

        def show(places: SearchPlaces | None) -> None:
            if places is not None and text == self._text and isValid(self):
                self.placed.emit(text, places)
                self._count_next()

        def failed(problem: Exception) -> None:
            self._uncounted = []  # told once, not of each chat; the next look at what was found counts anew
            self._ops.pass_on(problem)

        # one chat at a time, so that other work of the store comes in between
        self._ops.store(lambda: self._store.places(chat, text) if text == self._text else None, show, failed)

    def _count_next(self) -> None:
        if self._uncounted:
            self.look_up(self._uncounted.pop())

    def _again(self, _: object) -> None:
        if self._text:
            self._find()

    def _find(self) -> None:
        text = self._text

        def show(found: list[SearchHit]) -> None:
            if text == self._text and isValid(self):  # else a newer search is on its way, or its window was closed
                self.found.emit(text, tuple(found))
                waiting = bool(self._uncounted)
                self._uncounted = [hit.chat.id for hit in found[:COUNTED] if hit.message][::-1]
                if not waiting:
                    self._count_next()

        # what was typed over by now is not looked for
        self._ops.store(lambda: self._store.search(text) if text == self._text else [], show)
