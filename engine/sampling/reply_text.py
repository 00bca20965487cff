"""From the bytes of tokens to text that can be shown."""

from __future__ import annotations

import codecs

LONGEST_CHARACTER = 4  # bytes, and so tokens that it may be cut into


def begun_character(data: bytes) -> bytes:
    """The bytes at the end of ``data`` that begin a character of UTF-8 whose rest is still to come."""
    for n in range(1, min(len(data), 3) + 1):
        first = data[-n]
        if first & 0xC0 != 0x80:  # no byte of the middle
            needed = 2 + (first >= 0xE0) + (first >= 0xF0) if 0xC2 <= first <= 0xF4 else 1
            return data[-n:] if n < needed else b""
    return b""


class ReplyText:
    """Turns the bytes of tokens into text that can be shown, and finds stop strings.

    Characters cut between tokens wait for their rest, which may come when the reply goes on; so does text that may
    become a stop string.

    Attributes:
        stopped_by: the stop string that was completed, "" so far.
        received: characters so far; ``shown``: those of them that may be shown.
        begins_stop: the last token begins what may become a stop string; what was said before it may be shown.
    """

    def __init__(self, stop: tuple[str, ...] = (), begun: bytes = b"") -> None:
        """``begun``: the first bytes of a character that the reply ended in before (:func:`begun_character`)."""
        self._stop = tuple(text for text in stop if text)
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._decoder.decode(begun)
        self._held = ""
        self.stopped_by = ""
        self.begins_stop = False
        self.received = self.shown = 0

    @property
    def stopped(self) -> bool:
        """Whether a stop string was completed."""
        return bool(self.stopped_by)

    def feed(self, piece: bytes) -> str:
        """Text that may be shown after one more token; ``stopped`` is set when a stop string was completed."""
        if self.stopped:
            return ""
        text, before = self._decoder.decode(piece), self.received
        self._held += text
        self.received += len(text)
        found = [(at, text) for text in self._stop if (at := self._held.find(text)) >= 0]
        if found:
            at, self.stopped_by = min(found, key=lambda one: one[0])
            return self._show(at)
        said = self._show(len(self._held) - self._may_become_stop())
        self.begins_stop = before <= self.shown < self.received
        return said

    def finish(self) -> str:
        """What was held back, now that the reply is over, but for a character whose rest did not come."""
        return "" if self.stopped else self._show(len(self._held))

    def _show(self, n: int) -> str:
        shown, self._held = self._held[:n], self._held[n:]
        self.shown += len(shown)
        return shown

    def _may_become_stop(self) -> int:
        for length in range(min(len(self._held), max(map(len, self._stop), default=1) - 1), 0, -1):
            tail = self._held[-length:]
            if any(len(text) > length and text.startswith(tail) for text in self._stop):
                return length
        return 0
