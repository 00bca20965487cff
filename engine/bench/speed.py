"""``bench speed``: going on at the end of a long context, full against compacted, and what the compaction costs.

Full and compacted memory take turns, so that a machine whose speed drifts slows both alike; a tokens-per-second
figure is one over the median step.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.bench import presets
from engine.bench.harness import SavedState, decode_ms, prefill, read_text, windows
from engine.bench.progress import BenchProgress
from engine.heads.calibration import random_tokens
from engine.model.model import Model
from engine.model.reading import last_logits

ROUNDS = 4
READ = 512  # further tokens that are read at once,
READ_ROUNDS = 2  # in so many of the rounds


@dataclass(frozen=True)
class SpeedOptions:
    model: str
    text: str = ""
    context: int = 4096
    steps: int = 64
    ratio: float = 8.0
    preset: str = "default"
    threads: int = 0


def run(options: SpeedOptions, progress: BenchProgress) -> dict[str, Any]:
    """Measure; the keys are those of ``--json``. Times in milliseconds, sizes in bytes, speeds in tokens per second."""
    presets.kept_tokens(options.context, options.ratio)
    n = options.context
    per_round = max(2, -(-options.steps // ROUNDS))
    with Model.open(
        options.model,
        n_ctx=n + per_round + READ,
        n_threads=options.threads,
        n_recent_queries=presets.recent_queries_needed(options.preset),
    ) as model:
        tokens = _context(model, options)
        progress.stage("prefill")
        prefill_ms = prefill(model, tokens)
        first = int(last_logits(model).argmax())
        states = {"full": SavedState(model)}
        progress.step()
        progress.stage("compaction")
        shrunk = presets.shrink(model, n, options.preset, options.ratio, tokens)
        states["compacted"] = SavedState(model)
        progress.step()
        times: dict[str, list[float]] = {"full": [], "compacted": []}
        reading: dict[str, list[float]] = {"full": [], "compacted": []}
        more = random_tokens(model, READ)
        for turn in range(ROUNDS):
            for name, state in states.items():
                progress.stage(f"decoding, {name}")
                state.restore()
                times[name] += decode_ms(model, first, n, per_round)
                if turn < READ_ROUNDS:
                    progress.stage(f"reading, {name}")
                    reading[name].append(prefill(model, more, n + per_round))
            progress.step()
    full, compacted = (1000 / float(np.median(times[name])) for name in ("full", "compacted"))
    read_full, read_compacted = (1000 * READ / min(reading[name]) for name in ("full", "compacted"))
    return {
        "decode_tps_full": full,
        "decode_tps": compacted,
        "speedup": compacted / full,
        "read_tps_full": read_full,
        "read_tps": read_compacted,
        "read_speedup": read_compacted / read_full,
        "compaction_ms": shrunk.ms,
        "prefill_ms": prefill_ms,
        "compaction_to_prefill": shrunk.ms / prefill_ms,
        "peak_extra_bytes": shrunk.peak_extra_bytes,
        "bytes_before": shrunk.bytes_before,
        "bytes_after": shrunk.bytes_after,
        "profiled": shrunk.profiled,
    }


def _context(model: Model, options: SpeedOptions) -> list[int]:
    if not options.text:
        return random_tokens(model, options.context)
    text = model.tokenize(read_text(options.text), special=False)
    return windows(text, options.context, 1, model.bos_token)[0]
