"""``bench calibration``: what a measurement of the heads is worth, by how many forward passes it took.

The model's heads are measured anew with every number of ``--passes`` (:mod:`engine.heads.passes`; 0: only ranked), and
the same windows as in ``bench quality`` are compacted by each of these profiles and by the known one (``full``):
``kl`` in nats, and ``to_full``, by how much more it is than with that one. Nothing that is measured here is kept.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.bench import presets
from engine.bench.harness import (
    SEQ,
    BenchError,
    SavedState,
    listed,
    memory_bytes,
    prefill,
    read_text,
    reset,
    windows,
)
from engine.bench.progress import BenchProgress
from engine.compaction.pipeline import begin
from engine.gguf.header import read_facts
from engine.heads import profile
from engine.heads.calibration import calibrate
from engine.heads.passes import LEAST_PASSES
from engine.heads.profile import Profile
from engine.model.metrics import kl_divergence
from engine.model.model import Model
from engine.model.reading import forced

_SLICE = 1.0  # seconds of a compaction at a stretch


@dataclass(frozen=True)
class CalibrationOptions:
    model: str
    text: str
    passes: str = "0,32"
    context: int = 2048
    continuation: int = 256
    windows: int = 2
    ratio: str = "4,8,16"
    threads: int = 0


def run(options: CalibrationOptions, progress: BenchProgress) -> dict[str, Any]:
    """Measure; the keys are those of ``--json``.

    Raises:
        BenchError: options that cannot be.
        CannotCompact: the model cannot be compacted.
    """
    ratios = listed(options.ratio, "ratio", 1)
    counts = sorted({int(number) for number in listed(options.passes, "passes")})
    if any(0 < number < LEAST_PASSES for number in counts) or counts[0] < 0:
        raise BenchError(f"{LEAST_PASSES} passes are the fewest.", "Give more --passes, or 0 for the ranking alone.")
    found: list[tuple[str, int, float, Profile]] = []
    for number in counts:
        progress.stage(f"{number} passes")
        start = time.perf_counter()
        given = {"passes": number} if number else {"seconds": 0.0}
        one = calibrate(options.model, n_threads=options.threads, **given)
        found.append((str(number), number, time.perf_counter() - start, one))
    known = profile.load_for(read_facts(options.model))
    if known is not None and known.rows:
        found.append(("full", 0, 0.0, known))
    divergence = _divergence(options, ratios, [one for *_, one in found], progress)
    progress.step()
    return summary([(name, number, seconds) for name, number, seconds, _ in found], ratios, divergence)


def _divergence(
    options: CalibrationOptions, ratios: Sequence[float], profiles: Sequence[Profile], progress: BenchProgress
) -> Any:
    """KL of each window, profile and ratio [windows, profiles, ratios]."""
    n = options.context
    nats = np.zeros((options.windows, len(profiles), len(ratios)))
    with Model.open(options.model, n_ctx=n + options.continuation + 64, n_threads=options.threads) as model:
        size = n + options.continuation + 1
        tokens = model.tokenize(read_text(options.text), special=False)
        for w, piece in enumerate(windows(tokens, size, options.windows, model.bos_token)):
            progress.stage(f"window {w}: prefill")
            reset(model)
            prefill(model, piece[:n])
            saved = SavedState(model)
            full = forced(model, piece[n:-1], n)
            for p, one in enumerate(profiles):
                for r, ratio in enumerate(ratios):
                    progress.stage(f"window {w}: profile {p}, {ratio:g}x")
                    end = n - presets.recent_of(presets.kept_tokens(n, ratio))
                    saved.restore()
                    after = memory_bytes(model, n) / ratio
                    with begin(model, presets.SINKS, end, after, seq_id=SEQ, shares=one) as job:
                        while not job.step(_SLICE):
                            pass
                        job.commit()
                    nats[w, p, r] = kl_divergence(full, forced(model, piece[n:-1], n)).mean()
    return nats


def summary(rows: Sequence[tuple[str, int, float]], ratios: Sequence[float], nats: Any) -> dict[str, Any]:
    """``rows``: name, passes and seconds of each profile; ``nats``: [windows, profiles, ratios]."""
    mean = np.asarray(nats).mean(axis=0)
    names = [name for name, *_ in rows]
    base = mean[names.index("full")] if "full" in names else None
    return {
        "ratios": list(ratios),
        "profiles": [
            {
                "passes": number,
                "profile": name,
                "seconds": seconds,
                "kl": mean[i].tolist(),
                "to_full": None if base is None else (mean[i] / base).tolist(),
            }
            for i, (name, number, seconds) in enumerate(rows)
        ],
        "to_full_worst": None if base is None else float((mean / base).max()),
    }
