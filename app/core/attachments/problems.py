"""Why a file cannot be read, in words for a person."""

from __future__ import annotations

from app.core.problem import Problem


class ReadProblem(Problem):
    """A file cannot become an attachment; the message has its name."""


class ReadStopped(Exception):
    """The person does not want the file any more."""
