"""Replies that a test dictates: which tokens a model chooses differs between processors; no test may hang on them."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from engine.model.model import Model
from engine.sampling.sampler import Sampler


class Dictation:
    """Every reply is ``text`` and then ends; what the model would have said instead is kept as logits.

    A reply that was stopped goes on where it stopped.
    """

    def __init__(self, model: Model, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
        end = next(token for token in range(model.n_vocab) if model.is_end(token))
        self._model, self._tokens = model, [*model.tokenize(text, special=True), end]
        self._heard: dict[tuple[int, ...], list[Any]] = {}
        self._prompts: dict[Sampler, tuple[int, ...]] = {}
        self._given: dict[Sampler, int] = {}
        begin = Sampler.begin

        def begun(sampler: Sampler, past: Sequence[int]) -> None:
            prompt = self._prompts[sampler] = tuple(past)
            self._heard[prompt] = []
            said = range(len(self._tokens))
            self._given[sampler] = max(n for n in said if prompt[len(prompt) - n :] == tuple(self._tokens[:n]))
            begin(sampler, past)

        def dictated(sampler: Sampler, row: int = -1) -> int:
            heard = self._heard[self._prompts[sampler]]
            pointer = ctypes.cast(model.logits(row), ctypes.POINTER(ctypes.c_float))
            heard.append(np.array(np.ctypeslib.as_array(pointer, shape=(model.n_vocab,))))
            self._given[sampler] += 1
            return self._tokens[self._given[sampler] - 1]

        monkeypatch.setattr(Sampler, "begin", begun)
        monkeypatch.setattr(Sampler, "next", dictated)

    def heard(self) -> dict[tuple[int, ...], Any]:
        """Logits of each reply since the last call, shape [tokens, n_vocab], by the tokens in front of it."""
        heard, self._heard = {prompt: np.stack(rows) for prompt, rows in self._heard.items() if rows}, {}
        return heard


def apart(one: Any, other: Any) -> float:
    """How far the logits of two replies of the same tokens are apart on average."""
    n = min(len(one), len(other))
    return float(np.abs(one[:n] - other[:n]).mean())
