"""What can go wrong because of the world outside of the program, in words for a person."""

from __future__ import annotations

from app.core.texts import Text, english
from engine.texts import TextError, why


def reason_of(problem: Exception) -> Text | str:
    """What an error says, to be put into a sentence."""
    if isinstance(problem, OSError):
        return why(problem)
    return problem.text if isinstance(problem, Problem) else str(problem)


class Problem(TextError):
    """Base of what is raised to be told to a person; its codes are of :mod:`app.core.texts`."""

    sentences = english
