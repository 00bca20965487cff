"""Finds a model's copying heads: which (layer, KV head) pairs look far back for the very tokens they repeat.

Random tokens are read twice. Of each head, the attention that the second reading's queries pay to the first one's keys
is scored (largest over the queries, as KVzip's reconstruction score, arXiv 2505.23416); one threshold over all heads
keeps an eighth of all (head, key) pairs, and a head's share is the part of its keys that is kept.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from engine.compact_api import Reduce
from engine.errors import Cancelled
from engine.model import Model
from engine.profile import Shares

N_TOKENS = 768
KEPT = 1 / 8
INSTRUCTION = " Repeat the previous context exactly."


def calibrate(
    path: str, *, n_threads: int = 0, n_tokens: int = N_TOKENS, progress: Callable[[float], bool] | None = None
) -> Shares:
    """Shares in [0, 1] by (layer, KV head); opens the model on its own for the seconds it takes.

    Args:
        progress: gets a share of 1, returns True to stop.

    Raises:
        CannotCompact: the model's memory cannot be compacted, so there is nothing to find out.
        Cancelled: ``progress`` asked to stop.
        BadModelFile, ModelLoadFailed: as :meth:`Model.open`.
    """

    def report(share: float) -> None:
        if progress is not None and progress(share):
            raise Cancelled("The measurement of the model's heads was stopped.")

    with Model.open(path, n_ctx=2 * n_tokens + 64, n_threads=n_threads, sample_queries=False) as model:
        api = model.compact_api
        api.enable(model.context, 2 * n_tokens + 64, 0)
        first = random_tokens(model, n_tokens)
        middle = model.tokenize(INSTRUCTION, special=False)
        tokens = [*first, *middle, *first]
        for at in range(0, len(tokens), model.n_ubatch):
            report(0.8 * at / len(tokens))
            model.decode(tokens[at : at + model.n_ubatch], at, 0)
        report(0.8)
        heads = [(row.layer, row.head) for row in api.heads(model.context)]
        second = (n_tokens + len(middle), len(tokens))
        scores = api.scores(model.context, 0, (0, n_tokens), second, Reduce.MAX, len(heads))
        report(1.0)
    return dict(zip(heads, shares_of(np.asarray(scores, dtype=np.float32)), strict=True))


def shares_of(scores: NDArray[np.float32]) -> list[float]:
    """The part of each head's keys among the ``KEPT`` best of all heads; scores [heads, keys]."""
    n_kept = max(1, round(scores.size * KEPT))
    threshold = np.partition(scores.ravel(), scores.size - n_kept)[scores.size - n_kept]
    return [float(share) for share in (scores >= threshold).mean(axis=1)]


def random_tokens(model: Model, n: int, seed: int = 1) -> list[int]:
    """``n`` seeded random tokens that have a text (no marks), with BOS first where the model wants one."""
    source = np.random.default_rng(seed)
    tokens: list[int] = [] if model.bos_token is None else [model.bos_token]
    while len(tokens) < n:
        token = int(source.integers(model.n_vocab))
        if model.piece(token) and not model.is_end(token):
            tokens.append(token)
    return tokens[:n]
