"""How far two runs of the same model are apart. All sums are in float64; logits come in as ``[n, n_vocab]`` rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Rows = NDArray[np.float32]
Floats = NDArray[np.float64]

_CHUNK = 2  # rows turned into float64 at a time: one of a large vocabulary is 2 MB, and should stay in the cache


def log_softmax(rows: NDArray[np.floating]) -> Floats:
    """Log-probabilities of each row, float64."""
    x = np.asarray(rows, dtype=np.float64)
    x = x - x.max(axis=-1, keepdims=True)
    return np.asarray(x - np.log(np.exp(x).sum(axis=-1, keepdims=True)), dtype=np.float64)


def kl_divergence(full: Rows, other: Rows) -> Floats:
    """KL(full || other) in nats of each row's next-token distributions, shape [n].

    Raises:
        ValueError: the shapes differ, or a logit is not finite.
    """
    _check(full, other)
    nats = np.empty(len(full))
    p, q, apart = (np.empty(full.shape[-1]) for _ in range(3))  # a row is megabytes of a large vocabulary
    for i in range(len(full)):
        p[:], q[:] = full[i], other[i]
        p -= p.max()
        q -= q.max()
        np.subtract(p, q, out=apart)
        np.exp(p, out=p)  # not normalized: exponentials are most of the time
        np.exp(q, out=q)
        total = p.sum()
        apart *= p  # a product by BLAS is slower: its threads wait for each other
        nats[i] = apart.sum() / total - np.log(total / q.sum())
    return nats


def top1_agreement(full: Rows, other: Rows) -> float:
    """Share of rows whose most probable token is the same."""
    _check(full, other)
    return float(np.mean(full.argmax(axis=-1) == other.argmax(axis=-1)))


def cosine_similarity(full: Rows, other: Rows) -> float:
    """Mean cosine between the logit vectors. A weak measure: it stays near one for bad caches too."""
    _check(full, other)
    cosines = []
    for at in range(0, len(full), _CHUNK):
        a = np.asarray(full[at : at + _CHUNK], dtype=np.float64)
        b = np.asarray(other[at : at + _CHUNK], dtype=np.float64)
        cosines.append((a * b).sum(axis=-1) / (np.linalg.norm(a, axis=-1) * np.linalg.norm(b, axis=-1)))
    return float(np.mean(np.concatenate(cosines)))


def token_log_probabilities(rows: Rows, tokens: Sequence[int]) -> Floats:
    """Log-probability that each row gives to the token that really came next, shape [n]."""
    if len(rows) != len(tokens):
        raise ValueError(f"{len(rows)} rows of logits for {len(tokens)} tokens")
    result = np.empty(len(tokens), dtype=np.float64)
    for at in range(0, len(rows), _CHUNK):
        chosen = np.asarray(tokens[at : at + _CHUNK], dtype=np.intp)[:, None]
        log_p = log_softmax(rows[at : at + _CHUNK])
        result[at : at + _CHUNK] = np.take_along_axis(log_p, chosen, axis=-1)[:, 0]
    return result


def perplexity_ratio(full: Rows, other: Rows, tokens: Sequence[int]) -> float:
    """Perplexity of ``other`` over that of ``full`` on the tokens that really came."""
    difference = token_log_probabilities(full, tokens) - token_log_probabilities(other, tokens)
    return float(np.exp(difference.mean()))


@dataclass(frozen=True)
class Distance:
    """Distance of a run from the full one: means over rows, ``kl`` in nats."""

    kl: float
    kl_max: float
    top1: float
    cosine: float
    ppl_ratio: float


def distance(full: Rows, other: Rows, tokens: Sequence[int]) -> Distance:
    """All of the above at once; ``tokens`` are those that really followed each row."""
    kl = kl_divergence(full, other)
    return Distance(
        kl=float(kl.mean()),
        kl_max=float(kl.max()),
        top1=top1_agreement(full, other),
        cosine=cosine_similarity(full, other),
        ppl_ratio=perplexity_ratio(full, other, tokens),
    )


def _check(full: Rows, other: Rows) -> None:
    if full.shape != other.shape or full.ndim != 2 or not len(full):
        raise ValueError(f"logits of shapes {full.shape} and {other.shape} cannot be compared")
    if not (np.isfinite(full).all() and np.isfinite(other).all()):
        raise ValueError("a logit is not finite")
