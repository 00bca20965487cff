"""Calls as Hermes, Qwen and many others write them: ``<tool_call>{"name": ..., "arguments": {...}}</tool_call>``.

Small models leave the tags out, and replies that have to be a call are held to bare JSON; so a reply that begins as the
call of a tool there is counts as one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable

from engine.prompt.tools.events import CallArguments, CallBegun, CallEnded, Said, Tool, ToolEvent

OPEN, CLOSE = "<tool_call>", "</tool_call>"

_HEAD = re.compile(r'\s*\{\s*"name"\s*:\s*("(?:[^"\\]|\\.)*")\s*,\s*"(?:arguments|parameters)"\s*:\s*(?=\{)')


BARE_MOST = 400  # characters within which a call without tags has to be told


class TaggedJson:
    """The parser (:class:`engine.prompt.tools.events.ToolCallParser`)."""

    def __init__(self, tools: Iterable[Tool] = ()) -> None:
        """``tools``: those there are, which may be called without tags."""
        self._names = {tool.name for tool in tools}
        self._begins = bool(self._names)  # nothing was told of the reply yet
        self._bare = False  # the call that is being read has no tags
        self._held = ""
        self._inside = False  # a call's tag was opened
        self._value: _JsonValue | None = None  # of the arguments that are being read
        self._calls = 0
        self._after_call = False  # blanks between calls are no text

    def feed(self, text: str) -> list[ToolEvent]:
        """As the protocol says."""
        self._held += text
        events: list[ToolEvent] = []
        while self._step(events):
            pass
        return _merged(events)

    def finish(self) -> list[ToolEvent]:
        """As the protocol says."""
        events: list[ToolEvent] = []
        held, self._held = self._held, ""
        if self._begins and held.lstrip().startswith("{") and _called(held) in self._names:
            self._late(held, events, closed=True)
        elif self._bare and self._value is not None and self._value.whole:
            events.append(CallEnded(self._calls - 1))
            events += [Said(rest)] if (rest := held.strip().removeprefix("}").strip()) else []
            self._value = None
        elif self._value is not None:
            events.append(CallEnded(self._calls - 1))
            self._value = None
        elif self._inside:
            self._late(held, events, closed=False)
        elif held.strip() or not self._after_call:
            events += [Said(held)] if held else []
        self._inside = False
        return _merged(events)

    def _step(self, events: list[ToolEvent]) -> bool:
        if self._begins:
            return self._begin(events)
        if self._value is not None:
            return self._in_arguments(self._value, events)
        return self._in_call(events) if self._inside else self._in_text(events)

    def _begin(self, events: list[ToolEvent]) -> bool:
        """Tell a call without tags from all else; False: not yet."""
        begin = self._held.lstrip()
        if not begin:
            return False
        if begin.startswith("{"):
            head = _HEAD.match(self._held[:BARE_MOST])
            name = _name(head[1]) if head is not None else None
            if head is not None and name in self._names:
                events.append(CallBegun(self._calls, name or ""))
                self._calls += 1
                self._held, self._value, self._bare = self._held[head.end() :], _JsonValue(), True
            elif head is None and len(self._held) < BARE_MOST:
                return False
        self._begins = False
        return True

    def _in_text(self, events: list[ToolEvent]) -> bool:
        at = self._held.find(OPEN)
        if at >= 0:
            self._say(self._held[:at], events, before_call=True)
            self._held, self._inside = self._held[at + len(OPEN) :], True
            return True
        free = len(self._held) - _may_become(self._held, OPEN)
        free = len(self._held[:free].rstrip())  # blanks before a call are none of the text
        if free:
            self._say(self._held[:free], events)
            self._held = self._held[free:]
        return False

    def _say(self, text: str, events: list[ToolEvent], *, before_call: bool = False) -> None:
        if before_call:
            text = text.rstrip()
        if self._after_call:
            text = text.lstrip()
        if text:
            self._after_call = False
            events.append(Said(text))

    def _in_call(self, events: list[ToolEvent]) -> bool:
        head = _HEAD.match(self._held)
        if head is not None:
            name = _name(head[1])
            if name is not None:
                events.append(CallBegun(self._calls, name))
                self._calls += 1
                self._held, self._value = self._held[head.end() :], _JsonValue()
                return True
        at = self._held.find(CLOSE)
        if at < 0:
            return False
        body, self._held, self._inside = self._held[:at], self._held[at + len(CLOSE) :], False
        self._late(body, events, closed=True)
        return True

    def _late(self, body: str, events: list[ToolEvent], *, closed: bool) -> None:
        """A call in another order, or without arguments, known only now that it is whole; else text."""
        try:
            said = json.loads(body)
        except ValueError:
            said = None
        name = said.get("name") if isinstance(said, dict) else None
        if not isinstance(said, dict) or not isinstance(name, str) or not name:
            events.append(Said(f"{OPEN}{body}{CLOSE if closed else ''}"))
            self._after_call = False
            return
        given = said.get("arguments", said.get("parameters", {}))
        text = given if isinstance(given, str) else json.dumps(given, ensure_ascii=False)
        events += [CallBegun(self._calls, name), CallArguments(self._calls, text), CallEnded(self._calls)]
        self._calls, self._after_call = self._calls + 1, True

    def _in_arguments(self, value: _JsonValue, events: list[ToolEvent]) -> bool:
        n = value.feed(self._held)
        if n:
            events.append(CallArguments(self._calls - 1, self._held[:n]))
            self._held = self._held[n:]
        if not value.whole:
            return False
        if self._bare:
            rest = self._held.lstrip()
            if not rest:
                return False
            self._held = rest.removeprefix("}")
            events.append(CallEnded(self._calls - 1))
            self._value, self._bare, self._after_call = None, False, True
            return True
        at = self._held.find(CLOSE)
        if at < 0:  # what stands between the arguments and the mark says nothing
            return False
        events.append(CallEnded(self._calls - 1))
        self._held, self._value, self._inside, self._after_call = self._held[at + len(CLOSE) :], None, False, True
        return True


class _JsonValue:
    """Where a JSON object ends that is read piece by piece.

    Attributes:
        whole: its last brace was read.
    """

    def __init__(self) -> None:
        self.whole = False
        self._depth = 0
        self._in_text = self._escaped = False

    def feed(self, text: str) -> int:
        """How many of the characters belong to it."""
        if self.whole:
            return 0
        for i, char in enumerate(text):
            if self._in_text:
                if self._escaped:
                    self._escaped = False
                elif char == "\\":
                    self._escaped = True
                elif char == '"':
                    self._in_text = False
            elif char == '"':
                self._in_text = True
            elif char in "{[":
                self._depth += 1
            elif char in "}]":
                self._depth -= 1
                if self._depth <= 0:
                    self.whole = True
                    return i + 1
        return len(text)


def _called(body: str) -> str:
    """The tool that a whole JSON text calls; "": none."""
    try:
        said = json.loads(body)
    except (ValueError, RecursionError):
        return ""
    name = said.get("name") if isinstance(said, dict) else None
    return name if isinstance(name, str) else ""


def _name(quoted: str) -> str | None:
    try:
        name = json.loads(quoted)
    except ValueError:
        return None
    return name if isinstance(name, str) and name else None


def _may_become(text: str, mark: str) -> int:
    """How many of the last characters may be the beginning of ``mark``."""
    return next((n for n in range(min(len(text), len(mark) - 1), 0, -1) if mark.startswith(text[-n:])), 0)


def _merged(events: list[ToolEvent]) -> list[ToolEvent]:
    """The same with texts that follow one another put together."""
    found: list[ToolEvent] = []
    for event in events:
        last = found[-1] if found else None
        if isinstance(event, Said) and isinstance(last, Said):
            found[-1] = Said(last.text + event.text)
        elif isinstance(event, CallArguments) and isinstance(last, CallArguments) and last.index == event.index:
            found[-1] = CallArguments(event.index, last.text + event.text)
        else:
            found.append(event)
    return found
