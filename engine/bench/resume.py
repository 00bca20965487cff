"""``bench resume``: coming back to a chat from its snapshot, against reading the whole text again.

Prefill, compact (``ratio`` 1: not), write the snapshot as the engine does at quit, forget everything, read it into a
new context, and go on: the same 32 greedy tokens must come out as before the save.
"""

from __future__ import annotations

import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.bench import presets
from engine.bench.harness import SEQ, greedy, last_logits, prefill, read_text, synthetic_tokens, windows
from engine.bench.progress import Progress
from engine.model import Model

STEPS = 5
SAME = 32


@dataclass(frozen=True)
class ResumeOptions:
    model: str
    text: str = ""
    context: int = 4096
    ratio: float = 4.0
    preset: str = "default"
    threads: int = 0


def run(options: ResumeOptions, progress: Progress) -> dict[str, Any]:
    """Measure; the keys are those of ``--json``. Times in milliseconds, sizes in bytes."""
    n = options.context
    with tempfile.TemporaryDirectory(prefix="longthread-bench-") as folder:
        path = Path(folder) / "snapshot"
        with _open(options) as model:
            if options.text:
                text = model.tokenize(read_text(options.text), special=False)
                tokens = windows(text, n, 1, model.bos_token)[0]
            else:
                tokens = synthetic_tokens(model, n)
            progress.stage("prefill")
            prefill_ms = prefill(model, tokens)
            first = int(last_logits(model).argmax())
            progress.step()
            shrunk = None
            if options.ratio > 1:
                progress.stage("compaction")
                shrunk = presets.shrink(model, n, options.preset, options.ratio)
            progress.step()
            progress.stage("save")
            start = time.perf_counter()
            save(model, path, tokens)
            save_ms = (time.perf_counter() - start) * 1000
            progress.step()
            before = greedy(model, first, n, SAME)
        with _open(options) as model:
            progress.stage("load")
            start = time.perf_counter()
            load(model, path, tokens)
            load_ms = (time.perf_counter() - start) * 1000
            progress.step()
            after = greedy(model, first, n, SAME)
            progress.step()
        return {
            "prefill_ms": prefill_ms,
            "save_ms": save_ms,
            "load_ms": load_ms,
            "load_to_prefill": load_ms / prefill_ms,
            "snapshot_bytes": path.stat().st_size,
            "same_tokens": before == after,
            "compaction_ms": shrunk.ms if shrunk else 0.0,
            "bytes_before": shrunk.bytes_before if shrunk else 0,
            "bytes_after": shrunk.bytes_after if shrunk else 0,
        }


def _open(options: ResumeOptions) -> Model:
    return Model.open(
        options.model,
        n_ctx=options.context + SAME,
        n_threads=options.threads,
        n_recent_queries=presets.recent_queries_needed(options.preset),
    )


def save(model: Model, path: Path, tokens: list[int]) -> None:
    path.write_bytes(memoryview(model.state(SEQ)).cast("B"))


def load(model: Model, path: Path, tokens: list[int]) -> None:
    model.set_state(bytearray(path.read_bytes()), SEQ)
