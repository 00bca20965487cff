"""A sentence as it crosses the pipe and lies in files: a code, and what is put into the sentence."""

from __future__ import annotations

from typing import Union

import msgspec


class Text(msgspec.Struct, frozen=True):
    """Something to tell a person, in no language yet.

    ``code`` is stable and has an entry in :data:`engine.texts.ENGINE` or in the table of the program; ``args`` are the
    values named in its sentence, unformatted: counts and bytes as numbers, another sentence as a text of its own.
    """

    code: str
    args: dict[str, Arg]

    def __hash__(self) -> int:
        return hash((self.code, *self.args))


Arg = Union[str, int, float, Text]  # noqa: UP007 - msgspec reads it where Text is not a class yet


def say(code: str, /, **args: Arg) -> Text:
    """A text by its code and what its sentence names."""
    return Text(code, args)


def why(error: OSError) -> str:
    """What the system says of an error, without its number and file."""
    return error.strerror or str(error)
