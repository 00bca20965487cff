"""What every benchmark does with a model: read text, prefill, score a continuation, go back to a state, time it."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from engine.errors import EngineError
from engine.gguf.ggml_types import KV_TYPES
from engine.model.model import Model
from engine.model.reading import last_logits, read

SEQ = 0


class BenchError(EngineError):
    """A benchmark cannot run with these options. Benchmarks speak English, on a terminal alone."""

    code = "bench"

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__("bench")
        self._message, self._hint = message, hint

    @property
    def message(self) -> str:
        return self._message

    @property
    def hint(self) -> str:
        return self._hint


def read_text(path: str | Path) -> str:
    """The text of a file.

    Raises:
        BenchError: it cannot be read, or is not UTF-8.
    """
    try:
        return Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BenchError(f"The text {path} cannot be read: {error}", "Give a UTF-8 text file.") from error


def listed(text: str, name: str, least: float = 0) -> list[float]:
    """The numbers of an option.

    Raises:
        BenchError: they are none, or less than ``least``.
    """
    try:
        numbers = [float(part) for part in text.split(",")]
    except ValueError:
        numbers = [math.nan]
    if not all(math.isfinite(number) and number >= least for number in numbers):
        raise BenchError(f"--{name} {text!r} can't be measured.", f"Give numbers from {least:g}, with commas between.")
    return numbers


def windows(tokens: Sequence[int], size: int, n: int, first: int | None) -> list[list[int]]:
    """``n`` pieces of ``size`` tokens, spaced evenly; ``first`` (a BOS) replaces each one's first token.

    Raises:
        BenchError: the text is too short for one piece.
    """
    room = len(tokens) - size
    if room < 0:
        raise BenchError(f"The text has {len(tokens)} tokens; this needs {size}.", "Give a longer text.")
    pieces = []
    for i in range(n):
        start = room * i // max(1, n - 1) if n > 1 else room // 2
        piece = list(tokens[start : start + size])
        if first is not None:
            piece[0] = first
        pieces.append(piece)
    return pieces


def prefill(model: Model, tokens: Sequence[int], pos: int = 0) -> float:
    """Decode ``tokens`` at ``pos``, in batches; only the last token's logits. Returns milliseconds."""
    start = time.perf_counter()
    read(model, tokens, pos, SEQ)
    last_logits(model)
    return (time.perf_counter() - start) * 1000


def decode_ms(model: Model, first: int, pos: int, n: int) -> list[float]:
    """Milliseconds of each of ``n`` greedy single-token steps from ``pos``."""
    times: list[float] = []
    token = first
    for i in range(n):
        start = time.perf_counter()
        model.decode([token], pos + i, SEQ)
        token = int(last_logits(model).argmax())
        times.append((time.perf_counter() - start) * 1000)
    return times


def reset(model: Model) -> None:
    """Empty the memory and see that it is as it was when it was made.

    Raises:
        BenchError: blocks or converted rows are left, so what follows would not be a run on a full memory.
    """
    model.clear()
    if model.info(SEQ) is None:
        return
    heads = model.compact_api.heads(model.context)
    if any(head.n_rows or head.type_k != KV_TYPES[model.kv_type] for head in heads):
        raise BenchError("The emptied memory still has the layout of a compacted one.", "This is a defect; report it.")


class SavedState:
    """A copy of the memory, to come back to. Taken before anything is asked, so that nothing asked leaks into it."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self.data = bytearray(model.state(SEQ))

    def restore(self, model: Model | None = None) -> None:
        """Put the memory back as it was, in the same model or in another one opened from the same file."""
        target = model or self._model
        reset(target)
        target.set_state(np.frombuffer(self.data, np.uint8), SEQ)

    @property
    def bytes(self) -> int:
        return len(self.data)


def memory_bytes(model: Model, live: int) -> int:
    """Physical bytes of the rows in use (K, V, log-weights), blocks and live rows.

    ``live``: tokens whose rows are live, for a library without compaction, which cannot tell.
    """
    info = model.info(SEQ)
    if info is not None:
        return info.bytes_blocks + info.bytes_live
    return live * model.facts.kv_bytes_per_token


def bytes_per_token(model: Model) -> float:
    """Physical bytes that one live token takes now, in the layers that can be compacted."""
    info = model.info(SEQ)
    if info is not None and info.capacity_used:
        return info.bytes_live / info.capacity_used
    return model.facts.kv_bytes_per_token
