"""What can go wrong because of the world outside of the program, in words for a person."""

from __future__ import annotations


class Problem(Exception):
    """Base of what is raised to be told to a person.

    Attributes:
        message: what happened, one sentence.
        hint: what to do about it (may be empty).
    """

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
