"""``bench share``: several chats that begin with the same text, read at once, with its cells shared and without.

Each chat is the common beginning and a suffix of its own. All are read side by side, as the engine does it, and each
says one token; ``same_tokens``: how many of these are the same both ways.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine.bench.harness import BenchError
from engine.bench.progress import BenchProgress
from engine.chat.cached_chats import CachedChats
from engine.chat.chat_context import ChatContext
from engine.heads.calibration import random_tokens
from engine.model.model import Model
from engine.protocol import CompactionPolicy, Sampling
from engine.sampling.sampler import Sampler
from engine.scheduling.scheduler import Scheduler

STEPS = 2


@dataclass(frozen=True)
class ShareOptions:
    model: str
    sequences: int = 8
    prefix: int = 1000
    suffix: int = 32
    threads: int = 0


def run(options: ShareOptions, progress: BenchProgress) -> dict[str, Any]:
    """Measure; the keys are those of ``--json``.

    ``prefill_tokens``, ``prefill_tokens_unshared``: tokens computed; ``wall_ratio``: time with sharing to without;
    ``cells``, ``cells_unshared``: of the memory, in use afterwards.
    """
    if min(options.sequences, options.prefix, options.suffix) < 1 or options.sequences > 64:
        raise BenchError("--sequences must be 1 to 64, --prefix and --suffix at least 1.")
    total = options.sequences * (options.prefix + options.suffix)
    with Model.open(options.model, n_ctx=total + 64, n_threads=options.threads, n_seq_max=options.sequences) as model:
        tokens = random_tokens(model, total + 1)
        prefix, rest = tokens[: options.prefix], tokens[options.prefix :]
        texts = [[*prefix, *rest[i * options.suffix :][: options.suffix]] for i in range(options.sequences)]
        progress.stage("each on its own")
        alone = _read(model, texts, shared=False)
        progress.step()
        progress.stage("sharing")
        together = _read(model, texts, shared=True)
        progress.step()
    return {
        "prefill_tokens": together.tokens,
        "prefill_tokens_unshared": alone.tokens,
        "wall_ratio": together.seconds / alone.seconds,
        "wall_ms": together.seconds * 1000,
        "wall_ms_unshared": alone.seconds * 1000,
        "cells": together.cells,
        "cells_unshared": alone.cells,
        "same_tokens": sum(a == b for a, b in zip(together.said, alone.said, strict=True)),
    }


@dataclass(frozen=True)
class _SharedReading:
    tokens: int
    seconds: float
    cells: int
    said: list[int]


def _read(model: Model, texts: Sequence[Sequence[int]], *, shared: bool) -> _SharedReading:
    model.clear()
    work, everyone = Scheduler(model), CachedChats(model)
    chats = []
    start = time.perf_counter()
    with Sampler(model, Sampling(temperature=0)) as sampler:
        tasks = []
        for i, text in enumerate(texts):
            cached_chats = everyone if shared else CachedChats(model)
            chat = ChatContext(model, policy=CompactionPolicy(auto=False), seq_id=i, cached_chats=cached_chats)
            chat.log.open_span("bench", "user")
            chat.log.append(text)
            chat.active = True
            cached_chats.admit(chat)
            chats.append(chat)
            tasks.append(work.add(chat.catch_up_steps("prefill", sample=sampler.next)))
        while work.busy:
            work.step()
        said = [task.outcome() for task in tasks]
    seconds = time.perf_counter() - start
    info = model.info()
    return _SharedReading(work.tokens, seconds, info.capacity_used if info else 0, said)
