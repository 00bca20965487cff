"""What a head's keys tell of their being looked up: a line, measured once on a text that is read twice.

Queries of running text say little of what a question asks for later: heads that look up a name or a number pay it no
attention until then. When a text is read once more (KVzip, arXiv 2505.23416), each token is looked up once. The
logarithm of the squared attention that it gets then, mean over the query heads, is close to linear in its key before
RoPE, as KVzap (arXiv 2601.07891) has it of hidden states, and a line through it holds for other texts. Compactions
count such look-ups beside the queries that were sampled (``llama_compact_params.n_lookups``).
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.heads.profile import MOST_WEIGHT, HeadProfile
from engine.model.compact_structs import Reduce
from engine.model.model import Model

TEXT = Path(__file__).resolve().parents[2] / "resources" / "calibration" / "looked_up.txt"
SINKS = 4  # first tokens of a part, which much else is paid to
RIDGE = 0.3  # of the spread of each number of a key
LEAST = 0.01  # of the mean over a head's tokens: below it they are not told apart
PAID = 0.1  # attention that a head pays a token that is looked up, mean over all: with less it looks nothing up
SEQ = 0

Floats = NDArray[np.float64]


def lines_steps(model: Model, instruction: str, n_part: int) -> Generator[float, None, list[list[float]]]:
    """The line of each head, [d_k + 1]; yields the share that is done after each batch.

    Args:
        model: opened with room for two parts and the instruction, all of whose queries are sampled.
        instruction: stands between a part and the same part once more.
        n_part: tokens that are read, and read once more, at a time.

    Raises:
        CannotCompact: the library refused or failed.
    """
    tokens = model.tokenize(TEXT.read_text(encoding="utf-8"), special=False)
    n_parts = -(-len(tokens) // n_part)
    parts = [tokens[len(tokens) * i // n_parts : len(tokens) * (i + 1) // n_parts] for i in range(n_parts)]
    first = [] if model.bos_token is None else [model.bos_token]
    middle = model.tokenize(instruction, special=False)
    heads = model.compact_api.heads(model.context)
    d_k = {layer: model.layers[layer].d_k for layer in {head.layer for head in heads}}
    keys: list[list[NDArray[np.float16]]] = [[] for _ in heads]
    looked_up: list[list[Floats]] = [[] for _ in heads]
    for n, part in enumerate(parts):
        model.clear()
        text = [*first, *part, *middle, *part]
        for at in range(0, len(text), model.n_ubatch):
            yield (n + at / len(text)) / n_parts
            model.decode(text[at : at + model.n_ubatch], at, SEQ)
        yield (n + 1) / n_parts
        again = (len(first) + len(part) + len(middle), len(text))
        api, span = model.compact_api, (SINKS, len(first) + len(part))
        scores = np.asarray(api.scores(model.context, SEQ, (0, len(text)), again, Reduce.RMS, len(heads)))
        for i, head in enumerate(heads):
            own = api.keys_before_rope(model.context, SEQ, span, i, d_k[head.layer])
            keys[i].append(own.astype(np.float16))  # as the cache has them: hundreds of megabytes otherwise
            looked_up[i].append(np.square(scores[i, slice(*span)]) * len(part))
    lines = []
    for k, y in zip(keys, looked_up, strict=True):
        yield 1.0
        lines.append(line(np.concatenate(k).astype(np.float64), np.concatenate(y)))
    return lines


def line(keys: Floats, looked_up: Floats) -> list[float]:
    """The line through the logarithms, by ridge regression, so that its exponentials have the mean of what they tell.

    Args:
        keys: [n, d_k].
        looked_up: squared attention that each gets when all are looked up once, [n].

    Returns:
        Weights and a constant, [d_k + 1]; empty for a head that looks nothing up: a few tokens that get much, as the
        first ones do, tell nothing of the others, and what queries see of a head's keys would be held back for nothing.
    """
    mean = float(looked_up.mean())
    if not (np.isfinite(mean) and np.isfinite(keys).all() and np.sqrt(looked_up).mean() >= PAID):
        return []
    y = np.log(looked_up + LEAST * mean)
    center, spread = keys.mean(axis=0), keys.std(axis=0)
    spread[spread < 1e-6 * max(float(spread.max()), 1e-30)] = np.inf  # tells nothing
    z = (keys - center) / spread
    gram = z.T @ z / len(z) + RIDGE * np.eye(z.shape[1])
    weights = [float(f"{x:.4g}") for x in np.linalg.solve(gram, z.T @ (y - y.mean()) / len(z)) / spread]
    told = keys @ weights  # as they are rounded: centers may be large
    constant = np.log(mean) - np.log(np.exp(np.clip(told - told.max(), -80, 0)).mean()) - told.max()
    found = [*weights, float(f"{constant:.8g}")]
    return found if max(map(abs, found)) <= MOST_WEIGHT else []


def usable(head: HeadProfile | None, d_k: int) -> Sequence[float]:
    """The line of a head with keys of ``d_k`` numbers; empty where none is known."""
    return head.lookups if head is not None and len(head.lookups) == d_k + 1 else ()
