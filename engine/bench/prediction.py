"""``bench prediction``: whether the next words change as much as a compaction says they will.

Windows as in ``bench quality``, each compacted at every ratio; per compaction the divergence in nats and the agreement
of next words that were predicted when it was done (:mod:`engine.compaction.prediction`), and those that were measured.
``within_2``: the share of compactions of which the predicted divergence is within a factor of two of the measured one;
``bias``: predicted by measured, the geometric mean; ``words_off``: by how many of 100 next words it was off, mean.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.bench import quality
from engine.bench.grid import GridPoint, Result
from engine.bench.harness import BenchError, listed
from engine.bench.progress import BenchProgress

FACTOR = 2.0


@dataclass(frozen=True)
class PredictionOptions:
    model: str
    text: str
    context: int = 2048
    continuation: int = 256
    windows: int = 3
    ratio: str = "4,8,16"
    threads: int = 0


def run(options: PredictionOptions, progress: BenchProgress) -> dict[str, Any]:
    """Measure; the keys are those of ``--json``.

    Raises:
        BenchError: a ratio is no number, or nothing was predicted.
    """
    points = [GridPoint("default", ratio) for ratio in listed(options.ratio, "ratio", 1)]
    of_quality = quality.QualityOptions(
        options.model, options.text, options.context, options.continuation, options.windows, threads=options.threads
    )
    grid = quality.run_grid(of_quality, points, progress)
    return summary([{"ratio": point.ratio, **result} for point in points for result in grid.outcome(point)])


def summary(results: Sequence[Result]) -> dict[str, Any]:
    """The predictions of compactions, each with ``kl``, ``kl_predicted``, ``top1``, ``top1_predicted`` and ``ratio``.

    Raises:
        BenchError: nothing was predicted.
    """
    known = [result for result in results if result["kl_predicted"] is not None and result["kl_predicted"] > 0]
    if not known:
        raise BenchError("Nothing was predicted.", "Measure the heads of this model first: engine calibrate.")
    least = 1e-7
    factors = np.array([result["kl_predicted"] / max(result["kl"], least) for result in known])
    off = np.array([abs(result["top1_predicted"] - result["top1"]) for result in known])
    keys = ("ratio", "kl", "kl_predicted", "top1", "top1_predicted", "held_out_error")
    return {
        "compactions": len(known),
        "within_2": float(np.mean((factors <= FACTOR) & (factors >= 1 / FACTOR))),
        "bias": float(np.exp(np.log(factors).mean())),
        "factor_least": float(factors.min()),
        "factor_most": float(factors.max()),
        "words_off": float(100 * off.mean()),
        "per_compaction": [{key: result[key] for key in keys} for result in known],
    }
