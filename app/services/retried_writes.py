"""Writes to the store that must not get lost: what the disk refuses is kept, and written when there is room again."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass

from PySide6.QtCore import QObject, QTimer

from app.core.chat_values import Message
from app.core.store import StoreError
from app.services.background import Ops

RETRY_MS = 10_000  # after a write was refused, where no other one succeeds before


Work = Callable[[], None]  # on the store's thread
Write = Callable[[Hashable, Work], None]  # see RetriedWrites.write


@dataclass(frozen=True)
class _Write:
    make: Callable[[], Work]  # called each time it is tried
    message: Message | None = None


class RetriedWrites(QObject):
    """One write a key: a newer one takes the place of the one before, which is never written after it.

    A refusal is told once, until a write succeeds again: a reply that streams onto a full disk is refused every second.
    """

    def __init__(self, ops: Ops, tell: Callable[[Exception], None], parent: QObject | None = None) -> None:
        """``tell``: gets why something could not be written."""
        super().__init__(parent)
        self._ops, self._tell = ops, tell
        self._waiting: dict[Hashable, _Write] = {}  # not written yet, those under way too
        self._refused: set[Hashable] = set()
        self._told = self._closed = False
        self._timer = QTimer(self, interval=RETRY_MS, singleShot=True)
        self._timer.timeout.connect(self.retry)

    def write(self, key: Hashable, work: Work) -> None:
        """Run ``work`` on the store's thread until it succeeds."""
        self._add(key, _Write(lambda: work))

    def write_message(self, message: Message, make: Callable[[], Work]) -> None:
        """Store ``message``, with its id for a key. ``make``: gives what to run, as things are when it is tried."""
        self._add(message.id, _Write(make, message))

    def _add(self, key: Hashable, write: _Write) -> None:
        self._waiting[key] = write
        self._order(key, write)

    def unsaved(self, key: Hashable) -> Message | None:
        """The message that the store does not have yet in this state."""
        write = self._waiting.get(key)
        return write.message if write is not None else None

    def drop(self, key: Hashable) -> bool:
        """What waits is written no more, since something else is stored in its place; whether anything waited."""
        self._refused.discard(key)
        return self._waiting.pop(key, None) is not None

    def retry(self) -> None:
        """Write what was refused; called whenever the store took something."""
        self._timer.stop()
        if not self._closed:
            for key in [key for key in self._waiting if key in self._refused]:  # in the order they were asked for
                self._order(key, self._waiting[key])

    def close(self) -> None:
        """The last try; call before the operations end."""
        self.retry()
        self._closed = True

    def _order(self, key: Hashable, write: _Write) -> None:
        self._refused.discard(key)
        self._ops.store(
            write.make(), lambda _: self._written(key, write), lambda problem: self._failed(key, write, problem)
        )

    def _written(self, key: Hashable, write: _Write) -> None:
        self._told = False
        if self._waiting.get(key) is write:
            del self._waiting[key]
        self.retry()

    def _failed(self, key: Hashable, write: _Write, problem: Exception) -> None:
        if not isinstance(problem, StoreError):  # a defect, which would come again
            if self._waiting.get(key) is write:
                self.drop(key)
            self._tell(problem)
            return
        if self._waiting.get(key) is write:  # else a newer one is under way
            self._refused.add(key)
            if not self._closed:
                self._timer.start()
        if not self._told:
            self._told = True
            self._tell(problem)
