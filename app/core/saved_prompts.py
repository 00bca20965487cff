"""Prompts that a person keeps to use again, each with a command of its own ("/translate")."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress

import msgspec

from engine.protocol import UNREADABLE

NAME_LENGTH = 60
TEXT_LENGTH = 20_000
FORMAT = "longthread prompts"

_TYPED = re.compile(r"/(\S{0,60})")
_APART = re.compile(r"[^\w]+")


class SavedPrompt(msgspec.Struct, frozen=True):
    """``name`` for people; :attr:`command` is made of it."""

    id: str
    name: str
    text: str

    @property
    def command(self) -> str:
        """What stands behind the slash: "Fix the grammar" -> "fix-the-grammar"."""
        return command_of(self.name)


class PromptFile(msgspec.Struct):
    """Prompts in a file."""

    format: str = FORMAT
    prompts: list[SavedPrompt] = []


def command_of(name: str) -> str:
    """The command of a name, "" for one without letters and digits."""
    return _APART.sub("-", name.casefold()).strip("-_")


def clean_name(name: str) -> str:
    """``name`` on one line, not too long."""
    return " ".join(name.split())[:NAME_LENGTH].strip()


def says_the_same(one: SavedPrompt, other: SavedPrompt) -> bool:
    """Whether nothing of ``one`` is lost where ``other`` takes its place."""
    return (one.name, one.text) == (other.name, other.text)


def stored(text: str) -> tuple[SavedPrompt, ...]:
    """Prompts from the setting they are kept in, by name; what cannot be read is left out."""
    found: list[SavedPrompt] = []
    with suppress(*UNREADABLE):
        for one in msgspec.json.decode(text, type=list[msgspec.Raw]):
            with suppress(*UNREADABLE):
                found.append(msgspec.json.decode(one, type=SavedPrompt))
    return in_order(found)


def in_order(prompts: Iterable[SavedPrompt]) -> tuple[SavedPrompt, ...]:
    """By name."""
    return tuple(sorted(prompts, key=lambda prompt: (prompt.name.casefold(), prompt.id)))


def typed(before: str) -> str | None:
    """The beginning of a command at the start of a message, from the text before the cursor; None: it is none."""
    match = _TYPED.fullmatch(before)
    return match[1].casefold() if match else None


def matching(prompts: Sequence[SavedPrompt], beginning: str) -> list[SavedPrompt]:
    """Those whose command begins so, then those that have it inside."""
    first = [prompt for prompt in prompts if prompt.command.startswith(beginning)]
    return first + [prompt for prompt in prompts if beginning in prompt.command and prompt not in first]


def to_file(prompts: Sequence[SavedPrompt]) -> bytes:
    """Prompts as a file that can be read again."""
    return msgspec.json.format(msgspec.json.encode(PromptFile(prompts=list(prompts))), indent=2)


def from_file(data: bytes) -> tuple[SavedPrompt, ...]:
    """The prompts in a file, each under a name that is allowed; texts may be longer than ``TEXT_LENGTH``.

    Raises:
        ValueError: it holds none.
    """
    try:
        found = msgspec.json.decode(data, type=PromptFile)
    except UNREADABLE as problem:
        raise ValueError("no prompts") from problem
    if found.format != FORMAT:
        raise ValueError("no prompts")
    named = (SavedPrompt(one.id, clean_name(one.name), one.text) for one in found.prompts)
    return tuple(one for one in named if one.command and one.text.strip())
