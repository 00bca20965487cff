"""What is asked of a system: a combination of keys, and what can be said when it is refused."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from app.core.problem import Problem

MODIFIERS = ("Ctrl", "Alt", "Shift", "Meta")  # on macOS "Ctrl" is Command and "Meta" is Control, as in Qt


class KeysRefused(Problem):
    """The combination cannot be had; the text says why and what to do."""


class Combination(NamedTuple):
    """Modifiers of ``MODIFIERS``, and a key by Qt's name for it: "A", "F5", "Space", ","."""

    modifiers: frozenset[str]
    key: str


class KeyGrabber(Protocol):
    """A system's way to be told of a combination."""

    def grab(self, keys: Combination) -> None:
        """Be told of ``keys``, and of no others any more.

        Raises:
            KeysRefused: another program has them, or this system does not know the key.
        """

    def release(self) -> None:
        """Be told of none."""


def combination(keys: str) -> Combination:
    """``keys`` in Qt's portable text: "Ctrl+Alt+Space", "Ctrl++".

    Raises:
        KeysRefused: there is no key, or a modifier that nobody knows.
    """
    head, plus, key = (keys[:-2], "+", "+") if keys.endswith("++") else keys.rpartition("+")
    modifiers = frozenset(head.split("+")) if plus and head else frozenset()
    if not key or not modifiers <= set(MODIFIERS):
        raise KeysRefused("keys.unknown")
    return Combination(modifiers, key)
