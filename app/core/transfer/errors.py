"""What can be wrong with a file."""

from __future__ import annotations


class TransferError(Exception):
    """A file cannot be imported or written.

    Attributes:
        message: what happened, one sentence.
        hint: what to do about it.
    """

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
