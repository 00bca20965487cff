"""Reading with a model and looking at its logits, without sampling: for measurements and questions in passing."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Generator, Sequence
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from engine.model.metrics import Rows
from engine.model.model import Model

S = TypeVar("S")
T = TypeVar("T")
U = TypeVar("U")
Pauses = Generator[None, None, T]  # work that may be left alone for a while where it yields


def read(model: Model, tokens: Sequence[int], pos: int = 0, seq_id: int = 0) -> None:
    """Decode ``tokens`` at ``pos``, in batches; only the last token's logits."""
    at_once(read_steps(model, tokens, pos, seq_id))


def read_steps(model: Model, tokens: Sequence[int], pos: int = 0, seq_id: int = 0) -> Pauses[None]:
    """As :func:`read`, with a pause after each batch."""
    for at in range(0, len(tokens), model.n_ubatch):
        model.decode(tokens[at : at + model.n_ubatch], pos + at, seq_id)
        yield


def at_once(steps: Pauses[T]) -> T:
    """Do all of it without a pause; its result."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: T = end.value
            return result


def telling(steps: Generator[S, None, T], told: Callable[[S], U]) -> Generator[U, None, T]:
    """``steps`` that yield what ``told`` makes of what they yield; their result. Closes them when given up."""
    try:
        while True:
            try:
                step = next(steps)
            except StopIteration as end:
                result: T = end.value
                return result
            yield told(step)
    finally:
        steps.close()


def last_logits(model: Model) -> NDArray[np.float32]:
    """Logits after the last token decoded, shape [n_vocab]; waits for the device."""
    return _row(model, -1)


def forced(model: Model, tokens: Sequence[int], pos: int, seq_id: int = 0) -> Rows:
    """Teacher-force ``tokens`` at ``pos``; the logits after each of them, shape [len(tokens), n_vocab]."""
    return at_once(forced_steps(model, tokens, pos, seq_id))


def forced_steps(model: Model, tokens: Sequence[int], pos: int, seq_id: int = 0) -> Pauses[Rows]:
    """As :func:`forced`, with a pause after each batch."""
    rows = np.empty((len(tokens), model.n_vocab), dtype=np.float32)
    for at in range(0, len(tokens), model.n_ubatch):
        batch = tokens[at : at + model.n_ubatch]
        model.decode(batch, pos + at, seq_id, all_logits=True)
        for i in range(len(batch)):
            rows[at + i] = _row(model, i)
        yield
    return rows


def greedy(model: Model, first: int, pos: int, n: int, seq_id: int = 0) -> list[int]:
    """Feed ``first`` at ``pos``, then what the model says, one token at a time; the ``n`` tokens it says."""
    said: list[int] = []
    token = first
    for i in range(n):
        model.decode([token], pos + i, seq_id)
        token = int(last_logits(model).argmax())
        said.append(token)
    return said


def _row(model: Model, index: int) -> NDArray[np.float32]:
    pointer = model.logits(index)
    address = ctypes.cast(pointer, ctypes.POINTER(ctypes.c_float))
    return np.array(np.ctypeslib.as_array(address, shape=(model.n_vocab,)), dtype=np.float32)
