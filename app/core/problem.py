"""What can go wrong because of the world outside of the program, in words for a person."""

from __future__ import annotations

from app.core.texts import Arg, Text, english


def reason_of(problem: Exception) -> Text | str:
    """What an error says, to be put into a sentence."""
    return problem.text if isinstance(problem, Problem) else str(problem)


class Problem(Exception):
    """Base of what is raised to be told to a person.

    Attributes:
        text: what to tell, a code of :mod:`app.core.texts` and its arguments.
    """

    def __init__(self, text: str | Text, /, **args: Arg) -> None:
        """``text``: a code, with ``args`` for what its sentence names, or a text that is whole."""
        super().__init__(text)
        self.text = Text(text, args) if isinstance(text, str) else text

    def __str__(self) -> str:
        return self.message

    @property
    def message(self) -> str:
        """What happened, in English, for a log or a terminal."""
        return english.sentence(self.text)

    @property
    def hint(self) -> str:
        """What to do about it, in English (may be empty)."""
        return english.hint(self.text)
