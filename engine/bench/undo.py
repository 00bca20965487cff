"""``bench undo``: taking back the last compaction of a long chat, against reading its text.

A text is read in and compacted as by a person; what the compaction replaces is saved in the background meanwhile, as in
the program. Then the compaction is undone. ``same_tokens``: the same greedy tokens follow as before it.
"""

from __future__ import annotations

import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.bench.harness import BenchError
from engine.bench.progress import BenchProgress
from engine.chat.chat_context import ChatContext
from engine.heads.calibration import random_tokens
from engine.model.model import Model
from engine.model.reading import greedy, last_logits
from engine.protocol import CompactionPolicy
from engine.snapshots.writer import Saver

STEPS = 3
SAME = 32
LEAST = 256
PATIENCE = 600.0  # seconds that the disk is waited for


@dataclass(frozen=True)
class UndoOptions:
    model: str
    context: int = 4096
    ratio: float = 8.0
    threads: int = 0


class _Kept:
    """Where the memory is saved, with how long that held up the compaction."""

    def __init__(self, memory: ChatContext, folder: Path) -> None:
        self._memory, self._saver = memory, Saver()
        self._snapshots = self._saver.chat_snapshots(folder)
        self.folder, self.blocking_ms = folder, 0.0

    def keep(self, *, asked: bool) -> None:
        start = time.perf_counter()
        self._snapshots.keep(self._memory, "bench", asked=asked)
        self.blocking_ms += _ms_since(start)

    def put_back(self) -> bool:
        return self._snapshots.put_back(self._memory)

    def save(self) -> int:
        """Bytes of the saved state."""
        job = self._snapshots.save(self._memory, "bench")
        self.written()
        return job.result().bytes

    def written(self) -> None:
        if not self._saver.finish(PATIENCE):
            raise BenchError("The disk takes too long.")

    def stored_bytes(self) -> int:
        return self._snapshots.store.stored_bytes()


def run(options: UndoOptions, progress: BenchProgress) -> dict[str, Any]:
    """Measure; the keys are those of ``--json``. Times in milliseconds.

    ``undo_to_prefill``: ``undo_ms`` to ``prefill_ms``, the time of reading the text; ``reread_tokens``: read for the
    undo; ``keep_ms``: that the compaction was held up by a copy of the memory; ``kept_bytes``: on disk for the undo
    alone, after the compacted memory was saved as well.
    """
    if options.context < LEAST:
        raise BenchError(f"--context must be at least {LEAST}.")
    with (
        tempfile.TemporaryDirectory() as folder,
        Model.open(options.model, n_ctx=options.context + SAME + LEAST, n_threads=options.threads) as model,
    ):
        memory = ChatContext(model, policy=CompactionPolicy(auto=False, keep_recent=LEAST // 4, reserve=16))
        saved = memory.saved = _Kept(memory, Path(folder))
        tokens = random_tokens(model, options.context)
        memory.log.open_span("m", "user")
        memory.log.append(tokens)
        progress.stage("reading")
        start = time.perf_counter()
        memory.catch_up("prefill")
        prefill_ms = _ms_since(start)
        said = _go_on(memory)
        progress.step()
        progress.stage("compacting")
        memory.compact(options.ratio)
        saved.written()
        kept_bytes = -saved.save() + saved.stored_bytes()
        (block,) = memory.log.marks
        progress.step()
        progress.stage("undoing")
        start = time.perf_counter()
        before = memory.rebuilds
        memory.undo()
        undo_ms = _ms_since(start)
        again = _go_on(memory)
        progress.step()
        return {
            "prefill_ms": prefill_ms,
            "undo_ms": undo_ms,
            "undo_to_prefill": undo_ms / prefill_ms,
            "same_tokens": said == again,
            "reread_tokens": len(memory.log) if memory.rebuilds > before else 0,
            "keep_ms": saved.blocking_ms,
            "kept_bytes": kept_bytes,
            "compacted_tokens": block.p1 - block.p0,
            "context_tokens": len(memory.log),
        }


def _go_on(memory: ChatContext) -> list[int]:
    """Greedy tokens behind the chat, which are forgotten again where the memory can be cut."""
    model, end = memory.model, memory.following
    model.decode([1], end)
    said = greedy(model, int(last_logits(model).argmax()), end + 1, SAME - 1)
    if not memory.forget_after(len(memory.log)):
        memory.rebuild()
    return said


def _ms_since(start: float) -> float:
    return (time.perf_counter() - start) * 1000
