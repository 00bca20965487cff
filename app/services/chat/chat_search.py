"""Looking for words in all chats, of one window."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from shiboken6 import isValid

from app.core.store import Store
from app.core.types import SearchHit
from app.services.background import Ops
from app.services.chat.chat_list import ChatList


class ChatSearch(QObject):
    """``found(str, tuple[Found, ...])``: a search text and what it found; empty text: the search is over."""

    found = Signal(str, object)

    def __init__(self, store: Store, ops: Ops, chats: ChatList, parent: QObject) -> None:
        super().__init__(parent)
        self._store, self._ops = store, ops
        self._text = ""
        chats.changed.connect(self._again)

    def search(self, text: str) -> None:
        """Look for the words of ``text`` in titles and messages; ``found`` follows ("": with nothing, at once)."""
        self._text = text.strip()
        if self._text:
            self._find()
        else:
            self.found.emit("", ())

    def _again(self, _: object) -> None:
        if self._text:
            self._find()

    def _find(self) -> None:
        text = self._text

        def show(found: list[SearchHit]) -> None:
            if text == self._text and isValid(self):  # else a newer search is on its way, or its window was closed
                self.found.emit(text, tuple(found))

        # what was typed over by now is not looked for
        self._ops.store(lambda: self._store.search(text) if text == self._text else [], show)
