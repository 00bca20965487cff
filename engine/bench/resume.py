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

from engine.bench.harness import BenchError, read_text, windows
from engine.bench.progress import BenchProgress
from engine.chat.session import Session
from engine.heads import profile
from engine.heads.calibration import random_tokens
from engine.model.model import Model
from engine.model.reading import greedy, last_logits
from engine.protocol import CompactionPolicy
from engine.snapshots import snapshot

STEPS = 5
SAME = 32


@dataclass(frozen=True)
class ResumeOptions:
    model: str
    text: str = ""
    context: int = 4096
    ratio: float = 4.0
    threads: int = 0


def run(options: ResumeOptions, progress: BenchProgress) -> dict[str, Any]:
    """Measure; the keys are those of ``--json``. Times in milliseconds, sizes in bytes.

    ``ratio`` is that of the compacted block; 1 saves the memory as it is.
    """
    n = options.context
    with tempfile.TemporaryDirectory(prefix="longthread-bench-") as name:
        folder = Path(name)
        with _open(options) as model:
            session = _session(model)
            tokens = _context(model, options)
            session.log.open_span("bench", "user")
            session.log.append(tokens[: max(1, n - len(session.log))])
            n = len(session.log)
            progress.stage("prefill")
            start = time.perf_counter()
            session.catch_up("prefill", n - 1)
            model.decode(session.log.tokens[n - 1 :], n - 1)
            first = int(last_logits(model).argmax())
            prefill_ms = _ms_since(start)
            progress.step()
            report = None
            if options.ratio > 1:
                progress.stage("compaction")
                report, _ = session.compact(options.ratio)
            progress.step()
            progress.stage("save")
            start = time.perf_counter()
            written = snapshot.save(session, folder, "bench")
            save_ms = _ms_since(start)
            progress.step()
            before = greedy(model, first, n, SAME)
        with _open(options) as model:
            session = _session(model)
            progress.stage("load")
            start = time.perf_counter()
            if snapshot.restore(session, folder, None) is None:
                raise BenchError("The snapshot just written is not there.")
            load_ms = _ms_since(start)
            progress.step()
            after = greedy(model, first, n, SAME)
            progress.step()
    return {
        "prefill_ms": prefill_ms,
        "save_ms": save_ms,
        "load_ms": load_ms,
        "load_to_prefill": load_ms / prefill_ms,
        "snapshot_bytes": written.bytes,
        "same_tokens": before == after,
        "context_tokens": n,
        "compaction_ms": report.ms if report else 0.0,
        "bytes_before": report.bytes_before if report else 0,
        "bytes_after": report.bytes_after if report else 0,
    }


def _open(options: ResumeOptions) -> Model:
    return Model.open(options.model, n_ctx=options.context + SAME, n_threads=options.threads)


def _session(model: Model) -> Session:
    """A chat that compacts itself only when told to."""
    policy = CompactionPolicy(auto=False, least_same=0.0)
    return Session(model, policy=policy, shares=profile.load_for(model.facts))


def _context(model: Model, options: ResumeOptions) -> list[int]:
    if not options.text:
        return random_tokens(model, options.context)
    text = model.tokenize(read_text(options.text), special=False)
    return windows(text, options.context, 1, model.bos_token)[0]


def _ms_since(start: float) -> float:
    return (time.perf_counter() - start) * 1000
