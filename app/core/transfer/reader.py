"""Reads JSON piece by piece: a file of any size costs no more memory than its largest chat."""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from app.core.texts import Arg, say
from app.core.transfer.errors import TooLarge, TransferError

BLOCK = 1 << 16  # bytes read at once, at least
LARGEST = 64 << 20  # characters of one value, and of all that are kept together
MOST_PARTS = 1 << 21  # members and elements in it: each takes up to 300 bytes, however short it is
SPACE = " \t\r\n"
NUMBER = "0123456789+-.eE"  # a number at the end of what was read may go on
WINDOW = 1 << 16  # characters that are looked through at once: what that takes is little, however long the text is
_MARK = re.compile(r'["\[\]{}]')
_IN_STRING = re.compile(r'(?:[^"\\]++|\\.)*+', re.DOTALL)
_TITLE = re.compile(r'"(?:title|name)"\s*:\s*("(?:[^"\\]|\\.){0,1000}")')
_HEAD = 1 << 12  # characters in which the title of a chat is looked for that is not read


class Bytes(Protocol):
    """What is read from."""

    def read(self, size: int, /) -> bytes: ...


@dataclass(frozen=True)
class Skipped:
    """Stands for an element that is too large. ``title``: what it begins with says so, "" where it does not."""

    title: str


class Kept:
    """What is in memory at once of the values of one file: refused before it becomes too much."""

    def __init__(self, name: str) -> None:
        self._name = name
        self.characters = self.parts = 0

    def add(self, characters: int, parts: int) -> None:
        """One more value stays. Raises TooLarge: with it, it is too much."""
        self.characters += characters
        self.parts += parts
        self.check(0, 0)

    def check(self, characters: int, parts: int) -> None:
        """Raise TooLarge if so much more is too much."""
        if self.characters + characters > LARGEST or self.parts + parts > MOST_PARTS:
            raise TooLarge("import.chat_too_large", name=self._name)


def parts_of(text: str, start: int, end: int) -> int:
    """How many members and elements the JSON text between two places, which begins outside of strings, has at most.

    Marks in strings do not count: a table has as many commas as values, and is one of them.
    """
    count, inside, cut = 0, 0, ""
    for at in range(start, end, WINDOW):
        window = cut + text[at : min(at + WINDOW, end)]
        cut = "\\" * ((len(window) - len(window.rstrip("\\"))) % 2)  # what it escapes is in the next one
        window = window[: len(window) - len(cut)]
        # without what is escaped, each quotation mark begins a string or ends one
        pieces = window.replace("\\\\", "").replace('\\"', "").split('"')
        outside = "".join(pieces[inside::2])
        count += sum(outside.count(mark) for mark in (",", "[", "{"))
        inside = (inside + len(pieces) - 1) % 2
    return count


def _end_of_text(text: str, start: int) -> int:
    """Where what is in a string ends, or what was looked through of it: not all at once, since no other thread runs
    meanwhile.
    """
    found = _IN_STRING.match(text, start, start + WINDOW)
    return found.end() if found is not None else start


class JsonReader:
    """The top level of one JSON text, one value at a time.

    Attributes:
        consumed: bytes read by now.
    """

    def __init__(self, file: Bytes, name: str) -> None:
        """``name``: of the file, for messages."""
        self._file, self._name = file, name
        self._text = codecs.getincrementaldecoder("utf-8-sig")()
        self._json = json.JSONDecoder(parse_constant=self._no_number)
        self._buffer, self._at, self._end = "", 0, False
        self._kept = Kept(name)
        self.consumed = 0

    def items(self, listed: str) -> Iterator[tuple[str, object]]:
        """Elements of a list as ``("", element)``; members of an object as ``(key, value)``.

        The elements of the member ``listed`` come one by one, each with that key; :class:`Skipped` for one that is too
        large. All other members of an object are taken to be kept, so that together they may be no larger than one
        value.

        Raises:
            TransferError: this is not JSON, or ends too early.
            TooLarge: the members are too large.
        """
        first = self._peek()
        if first == "[":
            self._at += 1
            yield from (("", value) for value in self._elements())
        elif first == "{":
            self._at += 1
            yield from self._members(listed)
        else:
            raise self._broken("json.not_json")
        if self._peek():
            raise self._broken("json.goes_on")

    def _members(self, listed: str) -> Iterator[tuple[str, object]]:
        if self._peek() == "}":
            self._at += 1
            return
        while True:
            key = self._value()
            if not isinstance(key, str) or self._peek() != ":":
                raise self._broken("json.not_json")
            self._at += 1
            if key == listed and self._peek() == "[":
                self._at += 1
                yield from ((key, value) for value in self._elements())
            else:
                yield key, self._value(kept=True)
            if self._ends("}"):
                return

    def _elements(self) -> Iterator[object]:
        if self._peek() == "]":
            self._at += 1
            return
        while True:
            yield self._element()
            if self._ends("]"):
                return

    def _element(self) -> object:
        try:
            return self._value()
        except TooLarge:
            if self._peek() not in ("{", "["):
                raise
        found = _TITLE.search(self._buffer, self._at, self._at + _HEAD)
        self._skip()
        try:
            return Skipped(str(json.loads(found[1])) if found is not None else "")
        except ValueError:
            return Skipped("")

    def _skip(self) -> None:
        """Step over an object or a list of any size. What is in it may be anything but brackets that do not end."""
        depth, inside = 0, False
        while True:
            if inside:
                self._at = _end_of_text(self._buffer, self._at)
                if self._buffer.startswith('"', self._at):
                    self._at += 1
                    inside = False
                    continue
                if self._at + 1 < len(self._buffer):
                    continue
            elif found := _MARK.search(self._buffer, self._at):
                self._at = found.end()
                inside = found[0] == '"'
                depth += (found[0] in "{[") - (found[0] in "}]")
                if not depth:
                    return
                continue
            else:
                self._at = len(self._buffer)
            if self._end:
                raise self._broken("json.ends")
            self._fill(BLOCK)

    def _ends(self, bracket: str) -> bool:
        """Step over a comma (False) or the closing bracket (True)."""
        found = self._peek()
        if found not in (",", bracket) or not found:
            raise self._broken("json.ends" if not found else "json.not_json")
        self._at += 1
        return found == bracket

    def _value(self, *, kept: bool = False) -> object:
        self._peek()
        while True:
            try:
                value, end = self._json.raw_decode(self._buffer, self._at)
            except RecursionError:
                raise self._broken("json.nested") from None
            except json.JSONDecodeError:
                if self._end:
                    raise self._broken("json.ends_or_not_json") from None
            except ValueError:
                raise self._broken("json.long_number") from None
            else:
                if self._end or not isinstance(value, (int, float)) or self._buffer[end:].strip(NUMBER):
                    if kept:
                        self._kept.add(end - self._at, parts_of(self._buffer, self._at, end))
                    self._at = end
                    return value
            self._more()

    def _peek(self) -> str:
        """The next character that is no space; "" at the end."""
        while True:
            while self._at < len(self._buffer):
                if self._buffer[self._at] not in SPACE:
                    return self._buffer[self._at]
                self._at += 1
            if self._end:
                return ""
            self._more()

    def _more(self) -> None:
        rest = self._buffer[self._at :]
        self._kept.check(len(rest), parts_of(rest, 0, len(rest)))
        self._fill(max(BLOCK, len(rest)))

    def _fill(self, size: int) -> None:
        """Read on behind what is not taken yet."""
        rest = self._buffer[self._at :]
        try:
            block = self._file.read(size)
            self._end = not block
            self._buffer = rest + self._text.decode(block, final=self._end)
        except UnicodeDecodeError:
            raise self._broken("json.not_utf8") from None
        self._at = 0
        self.consumed += len(block)

    def _broken(self, code: str, /, **args: Arg) -> TransferError:
        return TransferError("import.not_readable", name=self._name, reason=say(code, **args))

    def _no_number(self, text: str) -> float:
        raise self._broken("json.no_number", text=text)
