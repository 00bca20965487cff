"""Keeps a reply to a grammar: what the native grammar sampler is asked, so that it never sees a token it cannot take.

The library ends the process when it is given a token that the grammar does not allow. So a token is tried first, and
given only then. Most tokens that a model would write fit, so the whole vocabulary is looked through only after one
that does not.
"""

from __future__ import annotations

import ctypes
from typing import Any

from engine.errors import BadForm
from engine.model.model import Model
from engine.prompt import reasoning

_TAIL = len(reasoning.CLOSE) - 1


class Constraint:
    """The grammar of one reply.

    Attributes:
        waiting: thoughts are being written, which are free; the grammar begins after them.
    """

    def __init__(self, model: Model, grammar: str) -> None:
        """``grammar`` was checked (engine.sampling.gbnf).

        Raises:
            BadForm: the library does not take it all the same.
        """
        self._c, self._model = model.functions, model
        self._sampler: Any = self._c.llama_sampler_init_grammar(model.vocab, grammar.encode(), b"root")
        if not self._sampler:
            raise BadForm("The engine cannot use this grammar: it repeats too much within repetitions.", "Simplify it.")
        self.waiting = False
        self._tail = b""

    def allows(self, token: int) -> bool:
        """Whether the reply may go on with ``token`` (or end, if it is an end token)."""
        one = (self._c.llama_token_data * 1)(self._c.llama_token_data(token, 0.0, 0.0))
        self.apply(one)
        return bool(one[0].logit > float("-inf"))

    def apply(self, candidates: Any) -> None:
        """Set the logit of each candidate (an array of llama_token_data) that does not fit to minus infinity."""
        data = self._c.llama_token_data_array(
            ctypes.cast(candidates, self._c.llama_token_data_p), len(candidates), -1, False
        )
        self._c.llama_sampler_apply(self._sampler, ctypes.byref(data))

    def accept(self, token: int) -> None:
        """Go on with a token that is allowed; one that ends the reply changes nothing."""
        if self.waiting:
            self._tail += self._model.piece(token, special=True)
            self.waiting = reasoning.CLOSE.encode() not in self._tail
            self._tail = self._tail[-_TAIL:]
        elif not self._model.is_end(token):
            self._c.llama_sampler_accept(self._sampler, token)

    def resume(self, content: str) -> None:
        """Take in what was written of the reply before.

        Raises:
            BadForm: it does not have this form.
        """
        thoughts, closed, answer = content.partition(reasoning.CLOSE)
        if thoughts.lstrip().startswith(reasoning.OPEN):
            self.waiting = not closed
            self._tail = thoughts.encode()[-_TAIL:]  # their end may be half written
            content = answer.lstrip()
        for token in () if self.waiting else self._model.tokenize(content, special=False):
            if not self.allows(token):
                raise BadForm("What there is of this reply does not have the form that is wanted.", "Answer again.")
            self.accept(token)

    def close(self) -> None:
        if self._sampler:
            self._c.llama_sampler_free(self._sampler)
            self._sampler = None
