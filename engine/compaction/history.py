"""What compactions of a model have taken and cost so far, to tell the next one's time and error before it is done.

The error of attention grows as the square root of what the model's profile expects to be lost: on SmolLM2-135M at 4x
to 32x their quotient stays within a tenth of 1.6. Without a profile it grows slowly with the ratio, and from where
differs from model to model. Time goes with the heads that are fitted: what each is begun with, the rows that its
queries see, the rows that it keeps, and pairs of those. Heads that keep every row cost next to nothing.
"""

from __future__ import annotations

import logging
import math
import re
from collections.abc import Sequence
from pathlib import Path

import msgspec

from engine.compaction.budget import HeadShape, Room
from engine.errors import DiskFull
from engine.files import data_folder, replacing
from engine.model.compact_structs import HeadBudget
from engine.protocol import UNREADABLE, CompactionReport

log = logging.getLogger("engine.compaction.history")

VERSION = 2
BY_LOSS = 1.6  # error over the root of the loss, before anything was measured
EVEN_SLOPE = 0.25  # power of the ratio that the error grows with where rows are split evenly
# Milliseconds of a fitted head of SmolLM2-135M, least squares over compactions of 100 to 2000 tokens. Only their
# proportions count: what a unit takes on the machine at hand is measured.
BEGUN, SEEN, KEPT, PAIR = 2.0, 0.006, 0.03, 0.00008
JOINT = 384  # rows that are fitted jointly
MOVED = 1.0  # of the cache that is laid out anew, by head
OF_READING = 12.0  # time of a unit of work, in tokens that are read in it
WEIGHT = 0.4  # of a new measurement

_NAME = re.compile(r"[0-9A-Za-z._-]{1,128}")


class _Known(msgspec.Struct, frozen=True):
    ms: float = 0.0  # of a unit of work
    by_loss: float = 0.0
    even: float = 0.0
    version: int = VERSION


def work(shapes: Sequence[HeadShape], room: Room, budgets: Sequence[HeadBudget]) -> float:
    """Units of work of a compaction with these budgets, as a mean over the heads."""
    units = 0.0
    for shape, budget in zip(shapes, budgets, strict=True):
        whole, rows = room.n_block + shape.merged_rows, budget.n_rows
        if 0 <= rows < whole:
            seen = room.n_live + whole + shape.old_rows
            units += BEGUN + SEEN * seen + KEPT * rows + PAIR * rows * min(rows, JOINT)
    return MOVED + units / max(1, len(shapes))


class CompactionHistory:
    """Running means for one model; 0 where nothing was measured."""

    def __init__(self, known: _Known | None = None) -> None:
        self._known = known or _Known()
        self._changed = False

    @classmethod
    def load(cls, fingerprint: str) -> CompactionHistory:
        """What was kept of the model with that fingerprint; nothing, where nothing can be read."""
        path = _path(fingerprint)
        try:
            known = msgspec.json.decode(path.read_bytes(), type=_Known) if path is not None else None
        except FileNotFoundError:
            return cls()
        except (OSError, *UNREADABLE) as error:
            log.warning("what compactions took cannot be read: %s", error)
            return cls()
        numbers = (known.ms, known.by_loss, known.even) if known is not None else ()
        sound = all(math.isfinite(number) and number >= 0 for number in numbers)
        return cls(known if known is not None and known.version == VERSION and sound else None)

    def save(self, fingerprint: str) -> None:
        """Keep it for the next time, if something is new; a failure is only logged."""
        path = _path(fingerprint)
        if not self._changed or path is None:
            return
        try:
            with replacing(path) as file:
                file.write(msgspec.json.encode(self._known))
            self._changed = False
        except DiskFull as error:
            log.warning("%s", error)

    def add(self, report: CompactionReport, units: float) -> None:
        """A compaction of so many ``units`` of work was done, in all its tries. 0: not known, as are tiny ones."""
        known = self._known
        if report.tokens <= 0 or report.ms <= 0:
            return
        ms = _mean(known.ms, report.ms / units) if units > 0 else known.ms
        by_loss, even = known.by_loss, known.even
        error = min(report.error, 1.0)  # as it is expected: one head far off must not be learned from
        if error > 0 and report.loss > 1e-5:
            by_loss = _mean(by_loss, error / math.sqrt(report.loss))
        elif error > 0 and not report.loss and report.ratio > 2:
            even = _mean(even, error / report.ratio**EVEN_SLOPE)
        self._known, self._changed = _Known(ms, by_loss, even), True

    def error(self, loss: float | None, ratio: float) -> float:
        """The error to expect: from the ``loss`` in nats that the profile tells (None: no profile). -1: not known."""
        if loss is not None:
            return min(1.0, (self._known.by_loss or BY_LOSS) * math.sqrt(loss))
        return min(1.0, self._known.even * ratio**EVEN_SLOPE) if self._known.even else -1.0

    def ms(self, units: float, reading_seconds: float) -> float:
        """The time to expect, ``reading_seconds`` being what reading a token takes (0: not known). 0: not known."""
        return units * (self._known.ms or OF_READING * reading_seconds * 1000)


def _mean(before: float, now: float) -> float:
    return (1 - WEIGHT) * before + WEIGHT * now if before else now


def _path(fingerprint: str) -> Path | None:
    return data_folder() / "compactions" / f"{fingerprint}.json" if _NAME.fullmatch(fingerprint) else None
