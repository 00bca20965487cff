"""What was made of the texts shown last: a row that is laid out, measured or copied again need not read them anew."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

Made = TypeVar("Made")


class Memo(Generic[Made]):
    """Keeps what was made for as many keys as stand for ``most`` characters. Safe on any thread."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._known: OrderedDict[Hashable, tuple[int, Made]] = OrderedDict()
        self._characters = 0
        self._lock = Lock()

    def get(self, key: Hashable) -> Made | None:
        """What was put in under ``key``, if it is still there."""
        with self._lock:
            known = self._known.get(key)
            if known is None:
                return None
            self._known.move_to_end(key)
            return known[1]

    def put(self, key: Hashable, characters: int, made: Made) -> None:
        """Keep ``made``, unless it stands for too much; what was not asked for longest goes."""
        if characters > self._most:
            return
        with self._lock:
            self._characters += characters - self._known.pop(key, (0, made))[0]
            self._known[key] = (characters, made)
            while self._characters > self._most:
                self._characters -= self._known.popitem(last=False)[1][0]

    def once(self, key: Hashable, characters: int, make: Callable[[], Made]) -> Made:
        """What is kept under ``key``; made if there is nothing."""
        made = self.get(key)
        if made is None:
            made = make()
            self.put(key, characters, made)
        return made

    def clear(self) -> None:
        with self._lock:
            self._known.clear()
            self._characters = 0
