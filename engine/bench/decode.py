"""``bench decode``: decoding at the end of a context that nothing is compacted in, as a stock library does it.

Nothing of the compaction is switched on, so the same runs with the stock library (``LLAMA_CPP_LIB_PATH``), to compare.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.bench.harness import decode_ms, prefill
from engine.bench.progress import BenchProgress
from engine.heads.calibration import random_tokens
from engine.model.model import Model
from engine.model.reading import last_logits
from engine.model.runtime import runtime


@dataclass(frozen=True)
class DecodeOptions:
    model: str
    context: int = 2048
    steps: int = 64
    threads: int = 0


def run(options: DecodeOptions, progress: BenchProgress) -> dict[str, Any]:
    """Measure; the keys are those of ``--json``. Times in milliseconds, sizes in bytes."""
    free = _device_free()
    with Model.open(
        options.model,
        n_ctx=options.context + options.steps,
        n_threads=options.threads,
        sample_queries=False,
    ) as model:
        progress.stage("prefill")
        prefill_ms = prefill(model, random_tokens(model, options.context))
        progress.stage("decoding")
        times = decode_ms(model, int(last_logits(model).argmax()), options.context, options.steps)
        progress.step()
        return {
            "decode_tps": 1000 / float(np.median(times)),
            "prefill_ms": prefill_ms,
            "device_bytes": max(0, free - _device_free()),
            "devices": [f"{device.name}: {device.description}" for device in runtime().devices()],
        }


def _device_free() -> int:
    return sum(device.free for device in runtime().devices() if device.kind in ("gpu", "igpu"))
