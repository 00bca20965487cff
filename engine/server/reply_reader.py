"""A reply as it streams, told apart: reasoning, text, calls of tools."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engine.prompt.marks import CLOSE, OPEN
from engine.prompt.tools.events import Said, ToolCallParser, ToolEvent


class Thought(msgspec.Struct, frozen=True):
    """Text of the reasoning before a reply."""

    text: str


Piece = Thought | ToolEvent


class ReplyReader:
    """Reads one reply. However its text is cut, the pieces tell the same."""

    def __init__(self, parser: ToolCallParser | None = None, *, one_call: bool = False) -> None:
        """``parser``: of calls; None: there are none. ``one_call``: what follows the first of them is none."""
        self._parser, self._one_call = parser, one_call
        self._state = "start"
        self._held = ""

    @property
    def thinks(self) -> bool:
        """Whether the reasoning has begun and goes on."""
        return self._state in ("opened", "thinks")

    @property
    def answers(self) -> bool:
        """Whether no reasoning comes any more."""
        return self._state in ("answers", "says")

    def feed(self, text: str) -> list[Piece]:
        """What is known after ``text``."""
        self._held += text
        found: list[Piece] = []
        if self._state == "start":
            begin = self._held.lstrip()
            if begin.startswith(OPEN):
                self._state, self._held = "opened", begin[len(OPEN) :]
            elif not OPEN.startswith(begin):
                self._state = "says"
        if self._state == "opened" and self._held.strip():  # the line break after the mark is none of it
            self._state, self._held = "thinks", self._held.lstrip()
        if self._state == "thinks":
            found += self._think()
        if self._state == "answers" and self._held.strip():
            self._state, self._held = "says", self._held.lstrip()
        if self._state == "says" and self._held:
            said, self._held = self._held, ""
            found += self._say(said)
        return found

    def finish(self) -> list[Piece]:
        """What was held back, now that the reply is over."""
        held, self._held = self._held, ""
        found: list[Piece] = []
        if self._state == "thinks" and held.rstrip():
            found.append(Thought(held.rstrip()))
        elif self._state == "start" and held:
            found += self._say(held)
        return found + (self._kept(self._parser.finish()) if self._parser is not None else [])

    def _think(self) -> list[Piece]:
        at = self._held.find(CLOSE)
        if at >= 0:
            thought, self._held, self._state = self._held[:at].rstrip(), self._held[at + len(CLOSE) :], "answers"
            return [Thought(thought)] if thought else []
        may = next((n for n in range(len(CLOSE) - 1, 0, -1) if self._held.endswith(CLOSE[:n])), 0)
        free = len(self._held[: len(self._held) - may].rstrip())
        thought, self._held = self._held[:free], self._held[free:]
        return [Thought(thought)] if thought else []

    def _say(self, text: str) -> list[Piece]:
        return self._kept(self._parser.feed(text)) if self._parser is not None else [Said(text)]

    def _kept(self, events: Sequence[ToolEvent]) -> list[Piece]:
        return [event for event in events if not self._one_call or isinstance(event, Said) or event.index == 0]
