"""Where a setting may be set, and which value is in force: the chat's, else the model's, else the general one.

A :class:`Scope` looks at the settings from one place. It reads what is in force there and changes what is set there;
the wider places show through where nothing is set.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

import msgspec

from engine.protocol import UNREADABLE

log = logging.getLogger("settings")

Value = bool | int | float | str | tuple[str, ...]
Level = Literal["general", "model", "chat"]
Origin = Literal["default", "general", "model", "chat"]
Listener = Callable[[str, Value], None]
Applier = Callable[[Value], object]


class ScopedPlace(NamedTuple):
    """Where a value is set. ``owner``: a chat's id or a model's fingerprint, "" for the general settings."""

    level: Level
    owner: str = ""


LONGEST = 1 << 20  # characters of a text
LONGEST_OF_LIST, MOST_TEXTS = 200, 32
GENERAL = ScopedPlace("general")
Watcher = Callable[[ScopedPlace, str], None]
Write = Callable[[str, str | None, ScopedPlace], None]

# where settings may be set, by the first part of their key, or by the whole; the others only generally
LEVELS: dict[str, tuple[Level, ...]] = {
    "sampling": ("general", "model", "chat"),
    "reply": ("general", "model", "chat"),
    "memory": ("general", "model"),
    "memory.disk_quota": ("general",),
    "model": ("general", "model"),
    "model.last": ("general",),
    "workers.on": ("general", "model"),
    "chat.system_prompt": ("general", "model"),
    "documents.passages": ("general", "chat"),
    "documents.budget": ("general", "chat"),
    "knowledge.use": ("general", "chat"),
}


@dataclass(frozen=True)
class Setting:
    """One setting. ``page``, ``group`` and ``label`` place it in the settings page; ``unit`` stands after its value.

    ``choices``: the values it may have, and ``labels``, what each is called; "", or none at all, where it is a
    name (q8_0).
    ``needs``: a setting and the values of it with which this one means something; ``above``: a setting and the number
    that it has to exceed for that. ``automatic``: its least number stands for what the engine chooses.
    """

    key: str
    default: Value
    label: str
    help: str
    page: str
    minimum: float | None = None
    maximum: float | None = None
    step: float = 1.0
    choices: tuple[str, ...] = ()
    unit: str = ""
    hidden: bool = False
    group: str = ""
    needs: tuple[str, tuple[Value, ...]] | None = None
    above: tuple[str, float] | None = None
    labels: tuple[str, ...] = ()
    automatic: bool = False

    @property
    def master(self) -> str:
        """The key of the setting that decides whether this one means something, "" if none does."""
        return self.needs[0] if self.needs is not None else self.above[0] if self.above is not None else ""

    @property
    def levels(self) -> tuple[Level, ...]:
        """Where it may be set."""
        return LEVELS.get(self.key) or LEVELS.get(self.key.split(".")[0], ("general",))

    def check(self, value: object) -> Value:
        """``value`` in this setting's type.

        Raises:
            ValueError: wrong type, out of range, or not one of the choices.
        """
        kind = type(self.default)
        if kind is float and isinstance(value, int) and not isinstance(value, bool):
            value = float(value)
        if kind is tuple:
            return self._check_texts(value)
        if type(value) is not kind:
            raise ValueError(f"{self.key}: {value!r} is not {kind.__name__}")
        if self.choices and value not in self.choices:
            raise ValueError(f"{self.key}: {value!r} is not one of {', '.join(self.choices)}")
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            if not value == value:
                raise ValueError(f"{self.key}: not a number")
            if self.minimum is not None and value < self.minimum:
                raise ValueError(f"{self.key}: {value} is below {self.minimum:g}")
            if self.maximum is not None and value > self.maximum:
                raise ValueError(f"{self.key}: {value} is above {self.maximum:g}")
        if isinstance(value, str) and (len(value) > LONGEST or _broken(value)):
            raise ValueError(f"{self.key}: too long, or no text")
        assert isinstance(value, (bool, int, float, str))
        return value

    def _check_texts(self, value: object) -> tuple[str, ...]:
        texts = tuple(value) if isinstance(value, (list, tuple)) else (None,)
        if len(texts) > MOST_TEXTS:
            raise ValueError(f"{self.key}: more than {MOST_TEXTS} texts")
        found: list[str] = []
        for text in texts:
            if not isinstance(text, str) or not text or len(text) > LONGEST_OF_LIST or _broken(text):
                raise ValueError(f"{self.key}: {text!r} is no text, or too long")
            found.append(text)
        return tuple(dict.fromkeys(found))


def _broken(text: str) -> bool:
    """Whether it holds halves of characters, which no file can take."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return True
    return False


class Values:
    """What is set where. Reads are from memory; each change is handed to ``write`` and told."""

    def __init__(self, declared: Mapping[str, Setting], write: Write | None) -> None:
        self.declared = declared
        self._write = write
        self._set: dict[ScopedPlace, dict[str, Value]] = {}
        self._listeners: list[tuple[Scope, Listener]] = []
        self._watchers: list[Watcher] = []

    def adopt(self, place: ScopedPlace, stored: Mapping[str, str]) -> None:
        """Take in what is stored for ``place`` (key to JSON text), unless that is known already.

        A value that cannot be understood (of another version, or written by hand) counts as not set.
        """
        if place in self._set:
            return
        found: dict[str, Value] = {}
        for key, text in stored.items():
            setting = self.declared.get(key)
            if setting is None or place.level not in setting.levels:
                continue  # of another version: left alone in the table
            try:
                found[key] = setting.check(msgspec.json.decode(text))
            except (ValueError, *UNREADABLE) as problem:
                log.warning("setting ignored: %s", problem)
        self._set[place] = found

    def at(self, place: ScopedPlace) -> Mapping[str, Value]:
        """What is set at ``place``."""
        return self._set.get(place, {})

    def put(self, place: ScopedPlace, key: str, value: Value | None) -> None:
        """Set ``key`` at ``place``; None takes it away. Nothing happens if it is so already."""
        here = self._set.setdefault(place, {})
        if here.get(key) == value and type(here.get(key)) is type(value):
            return
        concerned = [(scope, listener, scope.get(key)) for scope, listener in self._listeners if place in scope.places]
        if value is None:
            del here[key]
        else:
            here[key] = value
        if self._write is not None:
            self._write(key, None if value is None else msgspec.json.encode(value).decode(), place)
        for scope, listener, before in concerned:
            if scope.get(key) != before:
                listener(key, scope.get(key))
        for watcher in tuple(self._watchers):
            watcher(place, key)

    def subscribe(self, scope: Scope, listener: Listener) -> Callable[[], None]:
        entry = (scope, listener)
        self._listeners.append(entry)
        return lambda: self._listeners.remove(entry) if entry in self._listeners else None

    def watch(self, watcher: Watcher) -> Callable[[], None]:
        self._watchers.append(watcher)
        return lambda: self._watchers.remove(watcher) if watcher in self._watchers else None


class Scope:
    """The settings as one place sees them. Use from one thread (the window's).

    Attributes:
        places: where values are looked for, the narrowest first; what is set here is set there.
    """

    def __init__(self, values: Values, places: tuple[ScopedPlace, ...]) -> None:
        self._values = values
        self.places = places

    @property
    def here(self) -> ScopedPlace:
        """The narrowest place: what ``set`` changes."""
        return self.places[0]

    @property
    def wider(self) -> Scope:
        """The same without the narrowest place (the general settings stay what they are)."""
        return Scope(self._values, self.places[1:] or self.places)

    def declared(self, key: str) -> Setting:
        """The declaration of ``key``.

        Raises:
            KeyError: there is no such setting.
        """
        return self._values.declared[key]

    def get(self, key: str) -> Value:
        """The value in force of ``key`` (KeyError if there is no such setting)."""
        setting = self._values.declared[key]
        for place in self.places:
            value = self._values.at(place).get(key)
            if value is not None:
                return value
        return setting.default

    def where_from(self, key: str) -> Origin:
        """Where the value in force of ``key`` is set."""
        self.declared(key)
        for place in self.places:
            if key in self._values.at(place):
                return place.level
        return "default"

    def is_set(self, key: str) -> bool:
        """Whether ``key`` is set here, not at a wider place."""
        return key in self._values.at(self.here)

    def inherited(self, key: str) -> Value:
        """The value that would be in force if nothing were set here."""
        return self.wider.get(key) if len(self.places) > 1 else self.declared(key).default

    def flag(self, key: str) -> bool:
        value = self.get(key)
        assert isinstance(value, bool)
        return value

    def number(self, key: str) -> float:
        value = self.get(key)
        assert isinstance(value, (int, float))
        return float(value)

    def integer(self, key: str) -> int:
        value = self.get(key)
        assert isinstance(value, int)
        return value

    def text(self, key: str) -> str:
        value = self.get(key)
        assert isinstance(value, str)
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        value = self.get(key)
        assert isinstance(value, tuple)
        return value

    def applies(self, key: str) -> bool:
        """Whether the setting means something with what is in force."""
        setting = self.declared(key)
        if setting.master and not self.applies(setting.master):
            return False
        if setting.needs is not None and self.get(setting.needs[0]) not in setting.needs[1]:
            return False
        return setting.above is None or self.number(setting.above[0]) > setting.above[1]

    def set(self, key: str, value: object) -> None:
        """Set it here, store it and tell the listeners; nothing happens if it is set to this already.

        Raises:
            KeyError: there is no such setting.
            ValueError: wrong type, out of range, or it cannot be set here.
        """
        setting = self.declared(key)
        if self.here.level not in setting.levels:
            raise ValueError(f"{key} cannot be set for one {self.here.level}")
        self._values.put(self.here, key, setting.check(value))

    def clear(self, key: str) -> None:
        """Take away what is set here: the wider place shows through."""
        self.declared(key)
        self._values.put(self.here, key, None)

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call ``listener(key, value)`` after each change of a value in force here; returns what ends it."""
        return self._values.subscribe(self, listener)

    def apply(self, appliers: Mapping[str, Applier], *, now: bool = False) -> Callable[[], None]:
        """Give each applier the value in force here of its setting after each change; returns what ends it.

        ``now``: and give it the present value at once.

        Raises:
            KeyError: there is no such setting.
        """
        for key, applier in appliers.items():
            value = self.get(key)
            if now:
                applier(value)

        def changed(key: str, value: Value) -> None:
            if key in appliers:
                appliers[key](value)

        return self.subscribe(changed)

    def keys(self, beginning: str) -> tuple[str, ...]:
        """The keys of all settings that begin so."""
        return tuple(key for key in self._values.declared if key.startswith(beginning))

    def watch(self, watcher: Watcher, *keys: str) -> Callable[[], None]:
        """Call ``watcher(place, key)`` after one of ``keys`` was set or cleared anywhere; returns what ends it.

        Without ``keys``: after anything was.
        """
        if not keys:
            return self._values.watch(watcher)
        return self._values.watch(lambda place, key: watcher(place, key) if key in keys else None)
