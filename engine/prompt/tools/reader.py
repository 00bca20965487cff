"""What the readers of all families share: text until a mark, calls as JSON objects, waiting for more of the reply.

A reader is written as a generator that yields whenever it needs more text to decide. So where the text is cut cannot
matter: the same decisions are taken on the same characters. Bare JSON at the beginning of a reply (small models
write them, also in a block of code, and replies that have to be a call are held to them) and those in ``<tool_call>``
(what models are asked for whose template knows no tools) are read in every family.
"""

from __future__ import annotations

import json
import re
from collections.abc import Generator, Iterable
from typing import Any, TypeVar

from engine.prompt.characters import whole_characters
from engine.prompt.tools.events import CallArguments, CallBegun, CallEnded, Said, Tool, ToolEvent

OPEN, CLOSE = "<tool_call>", "</tool_call>"
MARKS = (OPEN, CLOSE)
FENCE = "```"
FENCES = (FENCE, f"{FENCE}json")  # of blocks in which Qwen's smaller models write calls
HEAD_MOST = 400  # characters within which a call that streams has to be told

T = TypeVar("T")
Wait = Generator[None, None, T]

_HEAD = re.compile(
    r'\{\s*(?:"(?:type|id|tool_call_id)"\s*:\s*"[^"\\]*"\s*,\s*)?"(?:name|tool_name)"\s*:\s*("(?:[^"\\]|\\.)*")'
    r'\s*,\s*"(?:arguments|parameters)"\s*:\s*(?=\{)'
)


class CallReader:
    """A reader (:class:`engine.prompt.tools.events.ToolCallParser`) of calls in JSON, bare or tagged."""

    opens: tuple[str, ...] = (OPEN,)  # where calls may begin; none is the beginning of another

    def __init__(self, tools: Iterable[Tool] = ()) -> None:
        """``tools``: those there are, which may be called without tags."""
        self._tools = {tool.name: tool for tool in tools}
        self._held = ""  # not read yet
        self._taken = ""  # read, and text if it turns out to be no call
        self._over = self._after_call = False  # blanks between calls are no text
        self._calls = 0
        self._events: list[ToolEvent] = []
        self._run = self._reply()

    def feed(self, text: str) -> list[ToolEvent]:
        """As the protocol says."""
        self._held += text
        return self._go_on()

    def finish(self) -> list[ToolEvent]:
        """As the protocol says."""
        self._over = True
        return self._go_on()

    def _go_on(self) -> list[ToolEvent]:
        next(self._run, None)
        found, self._events = self._events, []
        return _merged(found)

    def _reply(self) -> Wait[None]:
        if self._tools:
            yield from self._bare()
        while mark := (yield from self._text()):
            if not (yield from self._call(mark)):
                self._say(self._taken)
            self._taken = ""

    def _call(self, mark: str) -> Wait[bool]:
        """What follows ``mark``; False: no call, what was taken is text."""
        return (yield from self._tagged()) if mark == OPEN else False

    # ------------------------------------------------------------------ text

    def _more(self) -> Wait[bool]:
        """Wait for more of the reply; False: it is over."""
        if self._over:
            return False
        yield
        return True

    def _take(self, n: int) -> str:
        text, self._held = self._held[:n], self._held[n:]
        self._taken += text
        return text

    def _say(self, text: str) -> None:
        if self._after_call:
            text = text.lstrip()
        if text:
            self._after_call = False
            self._events.append(Said(text))

    def _text(self) -> Wait[str]:
        """Text until a mark of ``opens``, which is taken with the blanks before it; "": the reply is over."""
        while True:
            at, mark = first_mark(self._held, self.opens)
            free = len(self._held[:at].rstrip()) if mark else len(self._free(self.opens).rstrip())
            self._say(self._held[:free])
            self._held = self._held[free:]
            if mark:
                self._take(at - free + len(mark))
                return mark
            if not (yield from self._more()):
                self._say(self._held)
                self._held = ""
                return ""

    def _free(self, marks: Iterable[str]) -> str:
        """What is held but what may become one of ``marks``."""
        return self._held[: len(self._held) - max(_may_become(self._held, mark) for mark in marks)]

    def _until(self, *marks: str) -> Wait[tuple[str, str]]:
        """What stands before the first of ``marks``, and that one, both taken; "" for it: the reply is over."""
        start, longest = 0, max(map(len, marks))
        while True:
            at, mark = first_mark(self._held, marks, start)
            if mark:
                text = self._take(at)
                self._take(len(mark))
                return text, mark
            start = max(0, len(self._held) - longest)
            if not (yield from self._more()):
                return self._take(len(self._held)), ""

    def _head(self, *marks: str) -> Wait[str | None]:
        """What stands before the first of ``marks``, taken without it; None: none is near, and nothing was taken."""
        while True:
            at, mark = first_mark(self._held[:HEAD_MOST], marks)
            if mark:
                return self._take(at)
            if len(self._held) >= HEAD_MOST or not (yield from self._more()):
                return None

    def _peek(self) -> Wait[str]:
        """The next character that is no blank, those before it taken; "": the reply is over."""
        while True:
            self._take(len(self._held) - len(self._held.lstrip()))
            if self._held or not (yield from self._more()):
                return self._held[:1]

    def _skip(self, *marks: str) -> Wait[str]:
        """Take the one of ``marks`` that is next, with the blanks before it; "": none is."""
        while True:
            begin = self._held.lstrip()
            blank = len(self._held) - len(begin)
            found = max((mark for mark in marks if begin.startswith(mark)), key=len, default="")
            longer = any(len(mark) > len(begin) and mark.startswith(begin) for mark in marks)
            if not longer or not (yield from self._more()):
                self._take(blank + len(found) if found else 0)
                return found

    def _skip_all(self, *marks: str) -> Wait[None]:
        while marks and (yield from self._skip(*marks)):
            pass

    # ------------------------------------------------------------------ calls

    def _begin(self, name: str) -> None:
        self._events.append(CallBegun(self._calls, whole_characters(name)))
        self._calls += 1
        self._taken = ""

    def _argue(self, text: str) -> None:
        self._events.append(CallArguments(self._calls - 1, whole_characters(text)))

    def _end(self) -> None:
        self._events.append(CallEnded(self._calls - 1))
        self._taken, self._after_call = "", True

    def _whole(self, name: str, arguments: str) -> None:
        self._begin(name)
        self._argue(arguments)
        self._end()

    def _arguments(self) -> Wait[None]:
        """A JSON object, as it is written; it may be cut off."""
        value = _JsonValue()
        while True:
            n = value.feed(self._held)
            if n:
                self._argue(self._held[:n])
                self._held = self._held[n:]
            if value.whole or not (yield from self._more()):
                return

    def _bare(self) -> Wait[None]:
        """Calls of tools there are at the beginning of the reply, in blocks of code, too."""
        while True:
            fence, before = (yield from self._skip(*FENCES)), self._calls
            yield from self._bare_calls()
            if not fence or self._calls == before:
                break
            yield from self._skip(FENCE)
            self._taken = ""
        self._held, self._taken = self._taken + self._held, ""

    def _bare_calls(self) -> Wait[None]:
        first = yield from self._peek()
        if first == "[":
            self._take(1)
        while (yield from self._peek()) == "{" and (yield from self._object(bare=True)):
            if (yield from self._skip(";", ",") if first != "[" else self._skip(",", "]")) == "]":
                self._taken = ""
                break

    def _tagged(self) -> Wait[bool]:
        if (yield from self._peek()) == "{" and (yield from self._object()):
            yield from self._skip(CLOSE)
            return True
        yield from self._until(CLOSE)
        return False

    def _objects(self) -> Wait[bool]:
        """Calls in a JSON list or one behind the other; False: none, or what is behind them is none."""
        before, listed = self._calls, (yield from self._skip("["))
        while True:
            char = yield from self._peek()
            if char == "{":
                if not (yield from self._object()):
                    return False
            elif listed and char == ",":
                self._take(1)
            else:
                if listed and char == "]":
                    self._take(1)
                return self._calls > before

    def _object(self, *, bare: bool = False) -> Wait[bool]:
        """A call as the JSON object that is next; False: it is none, and nothing was taken."""
        value, read = _JsonValue(), 0
        while True:
            head = _HEAD.match(self._held[:HEAD_MOST])
            name = _name(head[1]) if head is not None else None
            if bare and head is not None and name not in self._tools:
                return False
            if head is not None and name is not None:
                self._take(head.end())
                self._begin(name)
                yield from self._arguments()
                yield from self._rest_of_object()
                self._end()
                return True
            window = self._held[:HEAD_MOST] if bare else self._held
            read += value.feed(window[read:])
            if value.whole or (bare and len(window) == HEAD_MOST) or not (yield from self._more()):
                break
        call = call_in(self._held[:read]) if value.whole else None
        if call is None or (bare and call[0] not in self._tools):
            return False
        self._held = self._held[read:]
        self._whole(*call)
        return True

    def _rest_of_object(self) -> Wait[None]:
        """What stands behind the arguments in a call's object says nothing."""
        if not (yield from self._peek()) or self._held[0] not in ",}":
            return
        value = _JsonValue(depth=1)
        while not value.whole:
            self._take(value.feed(self._held))
            if not value.whole and not (yield from self._more()):
                return


class _JsonValue:
    """Where a JSON object ends that is read piece by piece.

    Attributes:
        whole: its last brace was read.
    """

    def __init__(self, depth: int = 0) -> None:
        """``depth``: of braces that are open already."""
        self.whole = False
        self._depth = depth
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


def call_in(body: str) -> tuple[str, str] | None:
    """Name and arguments of the call that a whole JSON text is; None: it is none."""
    try:
        said = json.loads(body)
    except (ValueError, RecursionError):
        return None
    return call_of(said)


def call_of(said: Any) -> tuple[str, str] | None:
    """The same of parsed JSON."""
    if not isinstance(said, dict):
        return None
    if isinstance(said.get("function"), dict):
        said = said["function"]
    name = said.get("name", said.get("tool_name"))
    if not isinstance(name, str) or not name:
        return None
    given = said.get("arguments", said.get("parameters"))
    if given in (None, ""):  # which models write of tools without parameters
        given = {}
    return name, given if isinstance(given, str) else json.dumps(given, ensure_ascii=False)


def _name(quoted: str) -> str | None:
    try:
        name = json.loads(quoted)
    except ValueError:
        return None
    return name if isinstance(name, str) and name else None


def first_mark(text: str, marks: Iterable[str], start: int = 0) -> tuple[int, str]:
    """Where the first of ``marks`` stands in ``text``, the longest there; "": none does."""
    places = [(at, -len(mark), mark) for mark in marks if (at := text.find(mark, start)) >= 0]
    at, _, mark = min(places, default=(-1, 0, ""))
    return at, mark


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
