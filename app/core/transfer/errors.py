"""What can be wrong with a file."""

from __future__ import annotations

from app.core.problem import Problem


class TransferError(Problem):
    """A file cannot be imported or written."""


class TooLarge(TransferError):
    """A chat, or a file that is one, is more than is taken into memory; others beside it can be read.

    Attributes:
        title: of the chat, or the file's name.
    """

    @property
    def title(self) -> str:
        return str(next(iter(self.text.args.values()), ""))
