"""What is raised to be told to a person, in whichever process."""

from __future__ import annotations

from typing import ClassVar

from engine.texts.sentences import Sentences
from engine.texts.text import Arg, Text


class TextError(Exception):
    """Base of errors that carry a text; who derives from it says which sentences its codes have.

    Attributes:
        text: what to tell: a code, and its arguments.
    """

    sentences: ClassVar[Sentences]

    def __init__(self, text: str | Text, /, **args: Arg) -> None:
        """``text``: a code, with ``args`` for what its sentence names, or a text that is whole."""
        super().__init__(text)
        self.text = Text(text, args) if isinstance(text, str) else text

    def __str__(self) -> str:
        return self.message

    @property
    def message(self) -> str:
        """What happened, in English, for a log or a terminal."""
        return self.sentences.sentence(self.text)

    @property
    def hint(self) -> str:
        """What to do about it, in English (may be empty)."""
        return self.sentences.hint(self.text)
