"""Keeps a reply to its form, which begins after the thoughts.

Most tokens that a model would write fit, so the chosen one is tried alone; the whole vocabulary is looked through only
after one that does not. What reads the form itself is a matcher: llguidance for JSON, the engine library for GBNF.
"""

from __future__ import annotations

from typing import Any, Protocol

from engine.errors import BadForm
from engine.model.model import Model
from engine.prompt.marks import CLOSE, OPEN
from engine.sampling.gbnf_matcher import GbnfMatcher
from engine.sampling.json_matcher import JsonMatcher
from engine.sampling.output_format import OutputGrammar


class Matcher(Protocol):
    """A form, and how far a reply has come in it."""

    def allows(self, token: int) -> bool:
        """Whether the reply may go on with ``token`` (or end, if it is an end token)."""

    def fitting(self) -> Any:
        """Which tokens the reply may go on with: an array with a bool for each of the vocabulary.

        None does where the form leads nowhere, or takes too much to be followed further.
        """

    def accept(self, token: int) -> None:
        """Go on with a token that is allowed and does not end the reply."""

    def close(self) -> None:
        """Give back what it took."""


class Constraint:
    """The form of one reply.

    Attributes:
        waiting: thoughts are being written, which are free; the form begins after them.
        begins_after: the mark that the form begins after, then.
        thoughts: the form has room for them, so it begins at once.
    """

    def __init__(self, model: Model, form: OutputGrammar) -> None:
        """``form``: as engine.sampling.output_format makes it.

        Raises:
            BadForm: what reads it does not take it all the same.
        """
        self._model = model
        self._matcher: Matcher = (
            GbnfMatcher(model, form.grammar) if form.kind == "gbnf" else JsonMatcher(model, form.grammar)
        )
        self.waiting = False
        self.thoughts = form.thoughts
        self.begins_after = CLOSE
        self._tail = b""

    def allows(self, token: int) -> bool:
        """Whether the reply may go on with ``token`` (or end, if it is an end token)."""
        return self._matcher.allows(token)

    def fitting(self) -> Any:
        """Which tokens the reply may go on with, see :meth:`Matcher.fitting`."""
        return self._matcher.fitting()

    def accept(self, token: int) -> None:
        """Go on with a token that is allowed; one that ends the reply changes nothing."""
        if self.waiting:
            self._tail += self._model.piece(token, special=True)
            self.waiting = self.begins_after.encode() not in self._tail
            self._tail = self._tail[1 - len(self.begins_after) :]
        elif not self._model.is_end(token):
            self._matcher.accept(token)

    def resume(self, content: str) -> None:
        """Take in what was written of the reply before.

        Raises:
            BadForm: it does not have this form.
        """
        thoughts, closed, answer = content.partition(CLOSE)
        if thoughts.lstrip().startswith(OPEN):
            self.waiting = not closed
            self._tail = thoughts.encode()[1 - len(self.begins_after) :]  # their end may be half written
            content = answer.lstrip()
        for token in () if self.waiting else self._model.tokenize_on(content):
            if not self.allows(token):
                raise BadForm("output.wrong_format")
            self.accept(token)

    def close(self) -> None:
        """Give back what the form took."""
        self._matcher.close()
