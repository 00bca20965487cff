"""``bench rewind``: saying the last turn of a chat anew, against reading the whole chat again.

A chat of turns of one length is read in. Then its last turn is cut and another one read in its place, as after an
edited message; models whose memory cannot be cut go back to a checkpoint. ``same_tokens``: the same 32 greedy tokens
follow as after reading that chat from the beginning.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from engine.bench.harness import BenchError
from engine.bench.progress import BenchProgress
from engine.chat.chat_context import ChatContext
from engine.heads.calibration import random_tokens
from engine.model.model import Model
from engine.model.reading import greedy, last_logits
from engine.protocol import CompactionPolicy

STEPS = 3
SAME = 32
REPLY = 4  # a message takes all of a turn but a share of one in so many, which is its reply


@dataclass(frozen=True)
class RewindOptions:
    model: str
    context: int = 4096
    turn: int = 256
    threads: int = 0


def run(options: RewindOptions, progress: BenchProgress) -> dict[str, Any]:
    """Measure; the keys are those of ``--json``. Times in milliseconds.

    ``rewind_to_read``: ``rewind_ms`` to ``full_read_ms``; ``rewind_tokens``: read for it, of ``context_tokens``;
    ``checkpoints``, ``checkpoint_bytes``: what is kept.
    """
    turns = options.context // max(1, options.turn)
    if options.turn < 2 * REPLY or turns < 2:
        raise BenchError(f"--turn must be at least {2 * REPLY}, and --context two of them.")
    with Model.open(options.model, n_ctx=turns * options.turn + SAME, n_threads=options.threads) as model:
        memory = ChatContext(model, policy=CompactionPolicy(auto=False))
        tokens = random_tokens(model, (turns + 1) * options.turn)
        progress.stage("reading")
        for number in range(turns):
            _say(memory, tokens[number * options.turn :][: options.turn])
        progress.step()
        progress.stage("rewinding")
        start = time.perf_counter()
        memory.drop_after((turns - 1) * options.turn)
        rewind_tokens = len(memory.log) - memory.cached + options.turn
        _say(memory, tokens[-options.turn :])
        rewind_ms = _ms_since(start)
        kept = memory.checkpoints.all
        said = _go_on(model)
        progress.step()
        progress.stage("reading all of it")
        memory.memory_lost()
        memory.checkpoints.put([])
        start = time.perf_counter()
        memory.catch_up("rebuild")
        full_read_ms = _ms_since(start)
        progress.step()
        return {
            "full_read_ms": full_read_ms,
            "rewind_ms": rewind_ms,
            "rewind_to_read": rewind_ms / full_read_ms,
            "same_tokens": said == _go_on(model),
            "checkpoints": len(kept),
            "checkpoint_bytes": sum(len(one.data) for one in kept),
            "rewind_tokens": rewind_tokens,
            "context_tokens": len(memory.log),
            "turn_tokens": options.turn,
        }


def _say(memory: ChatContext, turn: list[int]) -> None:
    """Read a message and a reply, with what is kept after each."""
    message = len(turn) - len(turn) // REPLY
    memory.log.open_span(f"m{len(memory.log)}", "user")
    memory.log.append(turn[:message])
    memory.catch_up("prefill")
    memory.log.open_span(f"r{len(memory.log)}", "assistant")
    memory.log.append(turn[message:])
    memory.catch_up("prefill")
    memory.keep_checkpoint()


def _go_on(model: Model) -> list[int]:
    end = model.length()
    model.decode([1], end)
    return greedy(model, int(last_logits(model).argmax()), end + 1, SAME - 1)


def _ms_since(start: float) -> float:
    return (time.perf_counter() - start) * 1000
