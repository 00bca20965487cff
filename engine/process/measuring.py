"""Measurements of a model's heads: of the loaded one in quiet moments, of any when a person asks for it."""

from __future__ import annotations

import logging
import math
from collections.abc import Callable, Generator

from engine import protocol as p
from engine.errors import Cancelled, EngineError, Internal
from engine.gguf.header import read_facts
from engine.heads import profile
from engine.heads.prior import FEW_HEADS
from engine.heads.profile import Profile
from engine.model.model import Model
from engine.model.reading import telling
from engine.process.queue import Ticket
from engine.scheduling.steps import PAUSE, Steps
from engine.sizing.estimate import available, check_fits, estimate

log = logging.getLogger("engine.process.measuring")

_LONGEST_SECONDS = 24 * 3600.0


class ModelHeads:
    """What is known of the loaded model's heads.

    Attributes:
        profile: its head profile, None: none yet.
        done: there is nothing to measure by itself.
    """

    def __init__(self, profile: Profile | None = None, *, done: bool = False) -> None:
        self.profile, self.done = profile, done
        self._ranking = False

    @classmethod
    def of(cls, model: Model) -> ModelHeads:
        """What is stored of the heads of ``model``."""
        known = profile.load_for(model.facts)
        if known is not None and _ranked_by_less(known):
            known = None  # once more, before the next compaction
        return cls(known, done=(known is not None and bool(known.rows)) or bool(model.why_not_compactable()))

    def rank_steps(self, model: Model, found: Callable[[], None]) -> Steps[None]:
        """Rank the heads of ``model`` if nothing is known of them, before its first compaction needs it.

        Some seconds of work, more with a large model on a processor: without it all heads would be treated alike.
        ``found``: called once there is a profile. A failure leaves it at none.
        """
        while self._ranking:
            yield PAUSE
        if self.profile is not None or self.done:
            return
        from engine.heads.calibration import N_TOKENS, calibrate_steps  # seldom needed

        self._ranking = True
        try:
            if estimate(model.facts.path, 2 * N_TOKENS).total > available():
                self.done = True
                return
            self.profile = yield from paused(calibrate_steps(model.facts.path, seconds=0.0))
        except EngineError as error:
            log.warning("the model's heads could not be ranked: %s", error)
            self.done = True
            return
        finally:
            self._ranking = False
        profile.save(model.facts.fingerprint, self.profile)
        found()

    def measure(self, model: Model, wanted: Callable[[], bool]) -> bool:
        """Find the copying heads of ``model``, once, for compactions that keep facts; whether there is a new profile.

        ``wanted``: the engine is, so that this is given up until the next quiet moment.
        """
        if self.done:
            return False
        from engine.heads.calibration import N_TOKENS, SECONDS, calibrate  # seldom needed

        try:
            if estimate(model.facts.path, 2 * N_TOKENS).total > available():
                self.done = True
                return False
            # the ranking takes seconds and serves at once; the losses wait for a longer quiet moment
            seconds = 0.0 if self.profile is None else SECONDS
            self.profile = calibrate(model.facts.path, seconds=seconds, progress=lambda _share: wanted())
        except Cancelled:
            return False  # at the next quiet moment
        except EngineError as error:
            log.warning("the model's heads could not be measured: %s", error)
            self.done = True
            return False
        profile.save(model.facts.fingerprint, self.profile)
        self.done = seconds > 0
        return True


def _ranked_by_less(known: Profile) -> bool:
    """Whether it is a ranking from before errors were measured, or what few heads lose alone."""
    few = len(known.heads) < FEW_HEADS
    return not known.rows and any(head.errors is None or (few and head.alone is None) for head in known.heads)


def paused(shares: Generator[float, None, Profile]) -> Steps[Profile]:
    """``shares`` as steps that others' work goes on between; closes it when given up."""
    return (yield from telling(shares, lambda _: PAUSE))


class Measurement:
    """One request to measure. ``stored(fingerprint, profile)`` is called when it has succeeded."""

    def __init__(
        self,
        request: p.Measure,
        ticket: Ticket,
        emit: Callable[[p.AnyEvent], None],
        stored: Callable[[str, Profile], None],
    ) -> None:
        """Takes the request on; the model is read by the first :meth:`step`.

        Raises:
            BadModelFile: the file is broken. ModelTooLarge: there is no memory for a second context.
            ValueError: its time is no time.
        """
        from engine.heads.calibration import N_TOKENS, calibrate_steps  # seldom needed

        if not math.isfinite(request.seconds) or not 0 <= request.seconds <= _LONGEST_SECONDS:
            raise ValueError(f"{request.seconds} seconds is no time to measure in")
        facts = read_facts(request.path)
        if facts.why_not:
            raise Internal("heads.needless", name=facts.name, reason=facts.why_not)
        check_fits(estimate(request.path, 2 * N_TOKENS), available())
        self.ticket = ticket
        self._fingerprint = facts.fingerprint
        self._steps = calibrate_steps(request.path, seconds=request.seconds, cancelled=ticket.cancel.is_set)
        self._emit, self._stored = emit, stored
        self._permille = -1

    @property
    def stopped(self) -> bool:
        return self.ticket.cancel.is_set()

    def step(self) -> p.AnyEvent | None:
        """Go on by a batch; the closing event at the end.

        Raises:
            Cancelled: it was stopped; nothing is stored. EngineError: as the measurement.
        """
        try:
            if self.stopped:
                raise Cancelled("heads.stopped")
            share = next(self._steps)
        except StopIteration as end:
            return self._keep(end.value)
        except BaseException:
            self.close()
            raise
        if round(share * 1000) != self._permille:
            self._permille = round(share * 1000)
            self._emit(p.Progress(id=self.ticket.request.id, what="measure", done=self._permille, total=1000))
        return None

    def _keep(self, measured: Profile) -> p.Measured:
        if profile.save(self._fingerprint, measured) is None:
            raise Internal("heads.not_stored")
        self._stored(self._fingerprint, measured)
        return p.Measured(
            id=self.ticket.request.id, fingerprint=self._fingerprint, heads=profile.known(self._fingerprint)
        )

    def close(self) -> None:
        """Give the model back."""
        self._steps.close()
