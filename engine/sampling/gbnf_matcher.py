"""Matches replies to GBNF: asks the engine library's grammar sampler, so that it never sees a token it cannot take.

The library ends the process when it is given a token that the grammar does not allow. So a token is tried first, and
given only then.
"""

from __future__ import annotations

import ctypes
from typing import Any

from engine.errors import BadForm
from engine.model.model import Model
from engine.private import unheard


class GbnfMatcher:
    """A GBNF grammar, and how far a reply has come in it."""

    def __init__(self, model: Model, grammar: str) -> None:
        """``grammar`` was checked (engine.sampling.gbnf).

        Raises:
            BadForm: the library does not take it all the same.
        """
        self._c, self._model = model.functions, model
        with unheard():  # it prints a grammar that it refuses, and that is the person's
            self._sampler: Any = self._c.llama_sampler_init_grammar(model.vocab, grammar.encode(), b"root")
        if not self._sampler:
            raise BadForm("grammar.repeats_nested")

    def allows(self, token: int) -> bool:
        """Whether the reply may go on with ``token`` (or end, if it is an end token)."""
        one = (self._c.llama_token_data * 1)(self._c.llama_token_data(token, 0.0, 0.0))
        self._apply(one)
        return bool(one[0].logit > float("-inf"))

    def fitting(self) -> Any:
        """Which tokens the reply may go on with: an array with a bool for each of the vocabulary."""
        import numpy as np  # only replies of a given form need it

        tokens = np.zeros(self._model.n_vocab, dtype=[("id", np.int32), ("logit", np.float32), ("p", np.float32)])
        tokens["id"] = np.arange(self._model.n_vocab, dtype=np.int32)
        self._apply((self._c.llama_token_data * len(tokens)).from_buffer(tokens))
        return tokens["logit"] > float("-inf")

    def _apply(self, candidates: Any) -> None:
        """Set the logit of each candidate (an array of llama_token_data) that does not fit to minus infinity."""
        data = self._c.llama_token_data_array(
            ctypes.cast(candidates, self._c.llama_token_data_p), len(candidates), -1, False
        )
        self._c.llama_sampler_apply(self._sampler, ctypes.byref(data))

    def accept(self, token: int) -> None:
        """Go on with a token that is allowed and does not end the reply."""
        self._c.llama_sampler_accept(self._sampler, token)

    def close(self) -> None:
        """Free the sampler."""
        if self._sampler:
            self._c.llama_sampler_free(self._sampler)
            self._sampler = None
