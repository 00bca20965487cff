"""What a reply turns out to be while it streams: text, and calls of tools with their arguments piece by piece."""

from __future__ import annotations

from typing import Any, Protocol

import msgspec


class Tool(msgspec.Struct, frozen=True, omit_defaults=True):
    """A tool that a reply may call. ``parameters``: JSON schema of its arguments."""

    name: str
    description: str = ""
    parameters: dict[str, Any] = {}

    def declared(self) -> dict[str, Any]:
        """As chat templates expect it in their variable ``tools``."""
        function = {"name": self.name, "description": self.description, "parameters": self.parameters}
        return {"type": "function", "function": function}


class ToolCall(msgspec.Struct, frozen=True, omit_defaults=True):
    """A call that a reply holds. ``arguments``: JSON text of an object; ``id``: what its result refers to."""

    name: str
    arguments: str = "{}"
    id: str = ""


class Said(msgspec.Struct, frozen=True):
    """Text for the reader, outside of calls."""

    text: str


class CallBegun(msgspec.Struct, frozen=True):
    """Call ``index`` (0 is the first of the reply) of the tool ``name`` begins."""

    index: int
    name: str


class CallArguments(msgspec.Struct, frozen=True):
    """More of the arguments of call ``index``; all pieces together are the JSON text of an object."""

    index: int
    text: str


class CallEnded(msgspec.Struct, frozen=True):
    """Call ``index`` is whole."""

    index: int


ToolEvent = Said | CallBegun | CallArguments | CallEnded


class ToolCallParser(Protocol):
    """Reads one reply, without its reasoning. However the text is cut into pieces, the events tell the same.

    Events of a call come in order and do not mix with those of others: begun, arguments (none or several), ended. What
    looked like a call and is none comes as :class:`Said`; nothing is lost and nothing raises.
    """

    def feed(self, text: str) -> list[ToolEvent]:
        """What is known after ``text``; what may still become a call is held back."""

    def finish(self) -> list[ToolEvent]:
        """What was held back, now that the reply is over; a call that was cut off ends."""


def joined(events: list[ToolEvent]) -> tuple[str, list[ToolCall]]:
    """The text and the calls that ``events`` tell of."""
    text, names, arguments = "", [], []  # type: tuple[str, list[str], list[str]]
    for event in events:
        match event:
            case Said():
                text += event.text
            case CallBegun():
                names.append(event.name)
                arguments.append("")
            case CallArguments():
                arguments[event.index] += event.text
            case CallEnded():
                pass
    calls = [ToolCall(name, given or "{}") for name, given in zip(names, arguments, strict=True)]
    return text, calls
