"""What can be wrong with a file."""

from __future__ import annotations

from app.core.problem import Problem


class TransferError(Problem):
    """A file cannot be imported or written."""
