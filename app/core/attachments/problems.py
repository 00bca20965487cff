"""Why a file cannot be read, in words for a person."""

from __future__ import annotations


class ReadProblem(Exception):
    """A file cannot become an attachment.

    Attributes:
        message: what is the matter, one sentence with the file's name.
        hint: what to do about it (may be empty).
    """

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class ReadStopped(Exception):
    """The person does not want the file any more."""
