"""What the program says of itself: its codes, beside those of the engine, and their English sentences.

The window says them in its language (:mod:`app.ui.sentences`); English is for the log, and is what translations start
from.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from app.core.texts.files import FILES
from app.core.texts.models import MODELS
from app.core.texts.program import PROGRAM
from engine.protocol import UNREADABLE
from engine.texts import ENGINE, Arg, Entry, Sentences, Text, say, why

__all__ = ["EVERYTHING", "Arg", "Sentences", "Text", "column", "english", "from_column", "say", "strings_of", "why"]

EVERYTHING: dict[str, Entry] = {**ENGINE, **FILES, **MODELS, **PROGRAM}
english = Sentences(EVERYTHING)

_decoder = msgspec.json.Decoder(Text)


def column(text: Text | str) -> str:
    """A text as it lies in a column of the store; a sentence of before there were codes stays one."""
    return text if isinstance(text, str) else msgspec.json.encode(text).decode()


def from_column(text: str) -> Text | str:
    """What :func:`column` made."""
    if text.startswith("{"):
        try:
            return _decoder.decode(text)
        except UNREADABLE:
            return ""  # of a later version
    return text


def strings_of(text: Arg) -> Iterator[str]:
    """All strings that a text of a foreign file holds.

    Raises:
        ValueError: a number in it is none that could be shown.
    """
    if isinstance(text, Text):
        yield text.code
        for name, value in text.args.items():
            yield name
            yield from strings_of(value)
    elif isinstance(text, str):
        yield text
    elif not abs(text) < 2**53:
        raise ValueError("a number is out of bounds")
