"""Work in steps: what the parts of a chat's memory ask of the scheduler, so that many can go on at once.

Whatever takes long is a generator. It yields what it needs next, a :class:`Decode` or :data:`PAUSE`, and is gone on
with when that is done; errors are raised where it waits. Between two steps of one, others have theirs.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
import numpy.typing as npt

T = TypeVar("T")


@dataclass(frozen=True)
class Decode:
    """Tokens to decode at positions ``pos...`` of a sequence; a part of them may be taken at a time.

    ``rows``: embeddings in place of the tokens, shape [len(tokens), n_embd]; they make a batch of their own.
    ``places``: where each of them stands (:class:`engine.model.batches.Piece`). ``whole``: they are decoded at once or
    not at all; not ``causal``: because they see one another. ``sample``: called with the index of the last token's
    logits when all of them were decoded, before anything else is; ``cancelled`` is asked while they compute.
    """

    seq_id: int
    tokens: Sequence[int]
    pos: int
    sample: Callable[[int], int] | None = None
    cancelled: Callable[[], bool] | None = None
    rows: npt.NDArray[np.float32] | None = None
    whole: bool = False
    places: npt.NDArray[np.int32] | None = None
    causal: bool = True


class Pause:
    """Nothing to decode: the others have their step first."""


PAUSE = Pause()


@dataclass(frozen=True)
class StepResult:
    """How many tokens were decoded, and what was sampled after the last one (-1: nothing)."""

    n: int = 0
    token: int = -1


Work = Decode | Pause
Steps = Generator[Work, StepResult, T]
