"""Reading messages aloud: what the person asks for, and what the tools under the messages show of it."""

from __future__ import annotations

from PySide6.QtCore import QObject

from app.services.chat.conversation import Conversation
from app.services.speech import Speech
from app.ui.chat.transcript import MessageItem, TranscriptView
from app.ui.chat.transcript.rows import MessageRow, TranscriptRow
from app.ui.chat.transcript.spoken import spoken_markdown, spoken_reply, spoken_text


class ReadingAloud(QObject):
    """Between a transcript and the system's voice. Without one, nothing is offered."""

    def __init__(self, speech: Speech, talk: Conversation, view: TranscriptView) -> None:
        super().__init__(view)
        self._speech, self._talk, self._view = speech, talk, view
        self._own: str | None = None  # what was asked for here
        if speech.available:
            view.reads_aloud = True
            view.row_bound.connect(self._show)
            view.changed.connect(self._items_changed)
            view.action.connect(self._act)
            speech.changed.connect(self._changed)
            self._changed()  # another window may have something read

    def read_last(self) -> None:
        """Read the last reply; stop where something is read."""
        replies = [one for one in self._talk.view.messages if one.role == "assistant" and one.content]
        if self._speech.reading is not None:
            self._speech.stop()
        elif replies:
            self._read(spoken_reply(replies[-1].content), replies[-1].id)

    def _act(self, what: str, key: str, argument: str) -> None:
        item = self._view.item(key)
        if what == "read_aloud" and isinstance(item, MessageItem):
            if self._speech.reading == key:
                self._speech.stop()
            else:
                self._read(spoken_reply(item.text) if item.role == "assistant" else spoken_text(item.text), key)
        elif what == "read_markdown":
            self._read(spoken_markdown(argument), "")
        elif what == "read_text":
            self._read(spoken_text(argument), "")
        elif what == "stop_reading":
            self._speech.stop()

    def _read(self, text: str, name: str) -> None:
        self._own = name
        self._speech.read(text, name)

    def _items_changed(self) -> None:
        """A message that is gone, or in a chat that was left, is not read to its end."""
        if self._own and self._speech.reading == self._own and self._view.item(self._own) is None:
            self._speech.stop()

    def _changed(self) -> None:
        self._view.reading = self._speech.reading
        for row in self._view.visible_rows.values():
            self._show(row)

    def _show(self, row: TranscriptRow) -> None:
        item = row.item
        if isinstance(row, MessageRow) and isinstance(item, MessageItem):
            offered = item.role == "assistant" and item.state != "streaming" and bool(item.text)
            row.tools.show_reading(offered, self._speech.reading == item.key)
