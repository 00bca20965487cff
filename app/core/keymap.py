"""Which keys do what: the defaults of the program and what the person made of them. Key combinations are in Qt's
portable text ("Ctrl+Shift+F"), "" for none."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from app.core.settings import Settings
from app.core.texts import Text, say
from engine.protocol import UNREADABLE

KEY = "window.keys"
EDITING = (
    "Ctrl+C", "Ctrl+V", "Ctrl+X", "Ctrl+A", "Ctrl+Z", "Ctrl+Y", "Ctrl+Shift+Z", "Ctrl+Backspace", "Ctrl+Del",
    "Ctrl+Left", "Ctrl+Right", "Ctrl+Home", "Ctrl+End", "Ctrl+Return", "Ctrl+Enter", "Ctrl+Ins",
)  # fmt: skip
"""What text fields and lists do by themselves."""


class Keymap:
    """Keys by the id of an action; changes are kept in the settings."""

    def __init__(self, settings: Settings, defaults: Mapping[str, str]) -> None:
        """What cannot be read, or names an action that is not there, counts as not set."""
        self._settings, self.defaults = settings, dict(defaults)
        self._own: dict[str, str] = {}
        self.read()

    def read(self) -> None:
        """Take over what the settings have now."""
        try:
            stored = msgspec.json.decode(self._settings.text(KEY) or "{}", type=dict[str, str])
        except UNREADABLE:
            stored = {}
        self._own = {action: keys for action, keys in stored.items() if action in self.defaults}

    def keys(self, action: str) -> str:
        """The keys of an action in force; its default goes to another one that a person gave the same keys."""
        own = self._own.get(action)
        if own is not None:
            return own
        default = self.defaults[action]
        return "" if default in self._own.values() else default

    def changed(self, action: str) -> bool:
        """Whether they are not the default."""
        return self.keys(action) != self.defaults[action]

    def user_of(self, keys: str, besides: str = "") -> str:
        """The action that has ``keys`` already, "" if none has."""
        return next((one for one in self.defaults if keys and one != besides and self.keys(one) == keys), "")

    def set(self, action: str, keys: str) -> None:
        """Give ``keys`` to ``action``; whichever other one has them goes without."""
        taken = self.user_of(keys, action)
        if taken:
            self._put(taken, "")
        self._put(action, keys)
        self._save()

    def reset(self, action: str) -> str:
        """Back to the default; returns the action that went without its keys for it, "" if none did."""
        taken = self.user_of(self.defaults[action], action)
        if taken:
            self._put(taken, "")
        self._own.pop(action, None)
        self._save()
        return taken

    def reset_all(self) -> None:
        self._own = {}
        self._save()

    def _put(self, action: str, keys: str) -> None:
        if keys == self.defaults[action]:
            self._own.pop(action, None)
        else:
            self._own[action] = keys

    def _save(self) -> None:
        self._settings.set(KEY, msgspec.json.encode(self._own, order="sorted").decode() if self._own else "")


def unfit(keys: str, plain: bool, function_key: bool) -> Text | None:
    """Why ``keys`` cannot be a shortcut, None if they can.

    ``plain``: without Ctrl, Alt or Meta; ``function_key``: F1 to F35.
    """
    if plain and not function_key:
        return say("keys.need_modifier")
    if keys in EDITING:
        return say("keys.for_writing")
    return None
