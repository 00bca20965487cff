"""Picks the next token: the native sampler chain of one reply.

The chain, in the library's usual order; what a reply's parameters do not ask for is not in it:

1. penalties: repeat, frequency, presence (over ``repeat_window``), then DRY (over ``dry_window``)
2. what cuts the choice: top-n-sigma, top-k, typical, top-p, min-p, XTC; or Mirostat in place of all of them
3. temperature, dynamic where it has a range
4. the choice itself by the seed; greedy at temperature 0, and then nothing of 2 and 3

The form of the reply stands beside the chain: it is asked about the token that the chain chose, and only if that does
not fit, the chain chooses once more among those that do.
"""

from __future__ import annotations

import ctypes
import random
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.errors import Internal
from engine.model.model import Model
from engine.protocol import Sampling, TokenLogprob
from engine.sampling.constraint import Constraint
from engine.sampling.logprobs import logprob_of
from engine.sampling.output_format import OutputGrammar

MAX_SEED = 2**32 - 2
LEAST_TEMPERATURE = 1e-6  # a smaller one is greedy: logits divided by it leave what a float32 holds
DRY_BREAKERS = (b"\n", b":", b'"', b"*")


class Sampler:
    """The sampler chain of one reply. Greedy when the temperature is 0.

    Attributes:
        logprob: how likely the model held the last token that was chosen, if that is to be told.
        stuck: the reply was ended because nothing fits its form any more.
    """

    def __init__(self, model: Model, sampling: Sampling, form: OutputGrammar | None = None) -> None:
        """``form``: of the reply, as engine.sampling.output_format makes it.

        Raises:
            BadForm: what reads the form does not take it.
        """
        self._c = model.functions
        self._model = model
        self.constraint = Constraint(model, form) if form else None
        self._chain: Any = self._c.llama_sampler_chain_init(self._c.llama_sampler_chain_default_params())
        seed = sampling.seed if sampling.seed >= 0 else random.SystemRandom().randint(0, MAX_SEED)
        for link in _links(model, sampling, seed % (MAX_SEED + 1)):
            self._c.llama_sampler_chain_add(self._chain, link)
        self._window = max(_repeat_window(model, sampling), _dry_window(model, sampling))
        self._n_options = sampling.top_logprobs
        self.logprob: TokenLogprob | None = None
        self.stuck = False

    def begin(self, past: Sequence[int]) -> None:
        """Let the penalties look at the chat so far: they count its last tokens, too."""
        for token in past[max(0, len(past) - self._window) :] if self._window else ():
            if token >= 0:  # the rows of a picture are no tokens
                self._c.llama_sampler_accept(self._chain, token)

    def next(self, row: int = -1) -> int:
        """A token sampled from the logits at index ``row`` of the last batch (-1: its last ones)."""
        if self.constraint is None or self.constraint.waiting:
            token = int(self._c.llama_sampler_sample(self._chain, self._model.context, row))
        else:
            token = self._choose(self._candidates(row))
            if not self.constraint.allows(token):
                fitting = self._candidates(row)[self.constraint.fitting()]
                if not len(fitting):
                    self.stuck = True
                    return self._model.end_token  # the form leads nowhere: the reply ends as it is
                token = self._choose(fitting)
            self._c.llama_sampler_accept(self._chain, token)
        if self.constraint is not None:
            self.constraint.accept(token)
        if self._n_options >= 0:
            self.logprob = logprob_of(
                self._logits(row), token, self._n_options, lambda one: self._model.piece(one, special=True)
            )
        return token

    def _logits(self, row: int) -> npt.NDArray[np.float32]:
        """The library's own numbers, shape [n_vocab]."""
        pointer = self._c.llama_get_logits_ith(self._model.context, row)
        if not pointer:
            raise Internal("model.no_logits")
        return np.ctypeslib.as_array(pointer, shape=(self._model.n_vocab,))

    def _candidates(self, row: int) -> Any:
        """All tokens with their logits, as the library's structure of (id, logit, p)."""
        n = self._model.n_vocab
        found = np.zeros(n, dtype=[("id", np.int32), ("logit", np.float32), ("p", np.float32)])
        found["id"] = np.arange(n, dtype=np.int32)
        found["logit"] = self._logits(row)
        return found

    def _choose(self, candidates: Any) -> int:
        array = _as_library(self._c, candidates)
        data = self._c.llama_token_data_array(
            ctypes.cast(array, self._c.llama_token_data_p), len(candidates), -1, False
        )
        self._c.llama_sampler_apply(self._chain, ctypes.byref(data))
        return int(data.data[data.selected].id)

    def close(self) -> None:
        if self._chain:
            self._c.llama_sampler_free(self._chain)
            self._chain = None
        if self.constraint is not None:
            self.constraint.close()

    def __enter__(self) -> Sampler:
        return self

    def __exit__(self, *_exc: object) -> None:
        self.close()


def _as_library(c: Any, candidates: Any) -> Any:
    """The same memory as an array of the library's structures."""
    return (c.llama_token_data * len(candidates)).from_buffer(candidates)


def _repeat_window(model: Model, sampling: Sampling) -> int:
    idle = sampling.repeat_penalty == 1.0 and sampling.frequency_penalty == 0.0 and sampling.presence_penalty == 0.0
    return 0 if idle else _tokens(model, sampling.repeat_window)


def _dry_window(model: Model, sampling: Sampling) -> int:
    return _tokens(model, sampling.dry_window) if sampling.dry_multiplier > 0 else 0


def _tokens(model: Model, window: int) -> int:
    """A window in tokens: the library makes buffers of that size."""
    return model.n_ctx if window < 0 else min(window, model.n_ctx)


def _links(model: Model, sampling: Sampling, seed: int) -> list[Any]:
    c = model.functions
    links: list[Any] = []
    if window := _repeat_window(model, sampling):
        links.append(
            c.llama_sampler_init_penalties(
                model.n_vocab, window, max(sampling.repeat_penalty, 0.01), sampling.frequency_penalty,
                sampling.presence_penalty,
            )
        )  # fmt: skip
    if window := _dry_window(model, sampling):
        breakers = (ctypes.c_char_p * len(DRY_BREAKERS))(*DRY_BREAKERS)
        links.append(
            c.llama_sampler_init_dry(
                model.vocab, sampling.dry_multiplier, sampling.dry_base, sampling.dry_allowed_length, window, breakers,
                len(DRY_BREAKERS),
            )
        )  # fmt: skip
    if sampling.temperature < LEAST_TEMPERATURE:
        return [*links, c.llama_sampler_init_greedy()]
    if sampling.mirostat:
        links += _temperature(c, sampling)
        return [*links, c.llama_sampler_init_mirostat_v2(seed, sampling.mirostat_tau, sampling.mirostat_eta)]
    if sampling.top_n_sigma > 0:
        links.append(c.llama_sampler_init_top_n_sigma(sampling.top_n_sigma))
    if sampling.top_k > 0:
        links.append(c.llama_sampler_init_top_k(sampling.top_k))
    if 0 < sampling.typical_p < 1:
        links.append(c.llama_sampler_init_typical(sampling.typical_p, 1))
    if sampling.top_p < 1:  # 0 leaves the likeliest token alone
        links.append(c.llama_sampler_init_top_p(sampling.top_p, 1))
    if sampling.min_p > 0:
        links.append(c.llama_sampler_init_min_p(sampling.min_p, 1))
    if sampling.xtc_probability > 0 and sampling.xtc_threshold <= 0.5:
        links.append(c.llama_sampler_init_xtc(sampling.xtc_probability, sampling.xtc_threshold, 1, seed))
    return [*links, *_temperature(c, sampling), c.llama_sampler_init_dist(seed)]


def _temperature(c: Any, sampling: Sampling) -> list[Any]:
    if sampling.temperature_range > 0:
        exponent = sampling.temperature_exponent
        return [c.llama_sampler_init_temp_ext(sampling.temperature, sampling.temperature_range, exponent)]
    return [c.llama_sampler_init_temp(sampling.temperature)] if sampling.temperature != 1.0 else []
