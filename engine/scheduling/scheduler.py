"""Runs many pieces of work on one model: in every step all tokens that replies wait for, then what is left to read.

A step decodes one batch (continuous batching): first the single tokens of replies, then chunks of the texts that are
being read, in equal shares. While a reply is being written, chunks are kept so short that it goes on smoothly. An
error ends the work that it belongs to and nothing else.
"""

from __future__ import annotations

import functools
import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Concatenate, Generic, Literal, ParamSpec, Protocol, TypeVar

from engine.errors import Cancelled, EngineError
from engine.model.batches import Piece
from engine.model.model import Model
from engine.scheduling.steps import Decode, StepResult, Steps, T, Work

log = logging.getLogger("engine.scheduling.scheduler")

SMOOTH_SECONDS = 0.08  # reading may hold up a reply by so much in each step
LONGEST_SECONDS = 10.0  # of a step in which nobody waits for a token: that one can be stopped within moments
LEAST_CHUNK = 16
SLOWLY = 0.3  # weight of a new measurement of the speed


@dataclass(eq=False)
class Task(Generic[T]):
    """A piece of work. ``background``: it has its turn only while nothing else is there to do; ``cancelled`` is asked
    while it waits for that.

    Attributes:
        done: it has ended, with ``result`` or ``error``.
    """

    steps: Steps[T]
    background: bool = False
    ended: Callable[[Task[T]], None] | None = None
    cancelled: Callable[[], bool] | None = None
    work: Work | None = None
    started: bool = False
    done: bool = False
    result: T | None = None
    error: Exception | None = None

    def outcome(self) -> T:
        """The result; raises the error if there was one."""
        if self.error is not None:
            raise self.error
        return self.result  # type: ignore[return-value]


@dataclass
class _Share:
    """The tokens of a task's work that go into a batch."""

    task: Task[Any]
    work: Decode
    n: int
    token: int = -1

    @property
    def whole(self) -> bool:
        return self.n == len(self.work.tokens)

    def piece(self) -> Piece:
        wanted = self.whole and self.work.sample is not None
        work = self.work
        rows = None if work.rows is None else work.rows[: self.n]
        places = None if work.places is None else work.places[: self.n]
        logits: Literal["last", "none"] = "last" if wanted else "none"
        return Piece(work.tokens[: self.n], work.pos, work.seq_id, logits, rows, work.causal, places)


@dataclass
class Speed:
    """What reading a token takes, measured as it goes; how long a chunk may be in a given time."""

    seconds: float = 0.0  # of a token in a chunk; 0: not known yet

    def heard(self, n_tokens: int, seconds: float) -> None:
        if n_tokens < LEAST_CHUNK:
            return
        each = seconds / n_tokens
        self.seconds = each if not self.seconds else (1 - SLOWLY) * self.seconds + SLOWLY * each

    def tokens_in(self, seconds: float, unknown: int) -> int:
        return max(LEAST_CHUNK, int(seconds / self.seconds)) if self.seconds else unknown


@dataclass
class Scheduler:
    """The work on one model, step by step. Not for use from several threads at once.

    Attributes:
        tokens: tokens decoded so far.
    """

    model: Model
    speed: Speed = field(default_factory=Speed)
    tokens: int = 0
    _tasks: list[Task[Any]] = field(default_factory=list)

    def add(
        self,
        steps: Steps[T],
        ended: Callable[[Task[T]], None] | None = None,
        *,
        background: bool = False,
        cancelled: Callable[[], bool] | None = None,
    ) -> Task[T]:
        """Take on a piece of work; ``ended`` is called when it is done, within a :meth:`step`."""
        task = Task(steps, background, ended, cancelled)
        self._tasks.append(task)
        return task

    @property
    def busy(self) -> bool:
        """Whether there is anything to do."""
        return bool(self._tasks)

    def busy_beside(self, task: Task[Any] | None) -> bool:
        """Whether there is anything else to do than ``task``."""
        return any(other is not task for other in self._tasks)

    def run(self, steps: Steps[T]) -> T:
        """Do a piece of work to its end, along with everything else there is; its result.

        Raises whatever it raises.
        """
        task = self.add(steps)
        while not task.done:
            self.step()
        return task.outcome()

    def step(self) -> None:
        """Go on with everything once: what pauses or is new is resumed, then one batch is decoded."""
        turn = self._turn()
        for task in list(self._tasks):
            if task not in turn and task.cancelled is not None and task.cancelled():
                self._raise(task, Cancelled("request.stopped"))
        for task in turn:
            if not isinstance(task.work, Decode) and not task.done:  # another one may have dropped it
                self._resume(task, StepResult())
        shares = self._pack([task for task in self._turn() if isinstance(task.work, Decode)])
        if shares:
            self._decode(shares)
            self._tasks.sort(key=lambda task: any(share.task is task for share in shares))  # who waited comes first

    def drop(self, task: Task[Any]) -> None:
        """Give up a piece of work between two of its steps; it cleans up by itself, ``ended`` is not called."""
        if not task.done:
            task.done = True
            self._tasks = [other for other in self._tasks if other is not task]
            _close(task)

    def close(self) -> None:
        """Drop all work; what it had begun is cleaned up by itself, nobody is told."""
        tasks, self._tasks = self._tasks, []
        for task in tasks:
            _close(task)

    def _turn(self) -> list[Task[Any]]:
        return [task for task in self._tasks if not task.background] or list(self._tasks)

    # ------------------------------------------------------------------ tasks

    def _resume(self, task: Task[Any], done: StepResult) -> None:
        try:
            task.work = task.steps.send(done) if task.started else next(task.steps)
            task.started = True
        except StopIteration as stop:
            task.result = stop.value
            self._end(task)
        except Exception as error:
            self._failed(task, error)

    def _raise(self, task: Task[Any], error: EngineError) -> None:
        """Raise an error where the task waits; it may go on after it."""
        try:
            task.work = task.steps.throw(error)
        except StopIteration as stop:
            task.result = stop.value
            self._end(task)
        except Exception as raised:
            self._failed(task, raised)

    def _failed(self, task: Task[Any], error: Exception) -> None:
        task.error = error
        self._end(task)

    def _end(self, task: Task[Any]) -> None:
        task.done = True
        self._tasks = [other for other in self._tasks if other is not task]
        if task.ended is not None:
            task.ended(task)

    # ------------------------------------------------------------------ batches

    def _pack(self, tasks: Sequence[Task[Any]]) -> list[_Share]:
        """One batch: the single tokens first, then chunks in equal shares. A sequence has one piece at most."""
        waiting: dict[int, Task[Any]] = {}
        for task in tasks:
            assert isinstance(task.work, Decode)
            waiting.setdefault(task.work.seq_id, task)
        works = [(task, task.work) for task in waiting.values() if isinstance(task.work, Decode)]
        if works and works[0][1].rows is not None:  # embeddings and tokens do not mix; who waited longest comes first
            task, work = works[0]
            seconds = SMOOTH_SECONDS if len(works) > 1 else LONGEST_SECONDS
            room = min(self.model.n_ubatch, self.speed.tokens_in(seconds, self.model.n_ubatch))
            return [_Share(task, work, len(work.tokens) if work.whole else min(len(work.tokens), room))]
        works = [(task, work) for task, work in works if work.rows is None]
        shares = [_Share(task, work, 1) for task, work in works if len(work.tokens) == 1][: self.model.n_ubatch]
        texts = sorted(((task, work) for task, work in works if len(work.tokens) > 1), key=lambda tw: len(tw[1].tokens))
        seconds = SMOOTH_SECONDS if shares else LONGEST_SECONDS
        unknown = self.model.n_ubatch // 4 if shares else self.model.n_ubatch
        room = min(self.model.n_ubatch - len(shares), self.speed.tokens_in(seconds, unknown))
        for i, (task, work) in enumerate(texts):  # the short ones first: what they leave is for the others
            n = min(len(work.tokens), room // (len(texts) - i) or min(1, room))
            if n:
                shares.append(_Share(task, work, n))
                room -= n
        return shares

    def _decode(self, shares: list[_Share]) -> None:
        shares = [share for share in shares if not share.task.done]  # those before it may have dropped others
        if not shares:
            return
        stopped: list[_Share] = []

        def asked_to_stop() -> bool:
            stopped.extend(share for share in shares if share.work.cancelled is not None and share.work.cancelled())
            return bool(stopped)

        start = time.perf_counter()
        try:
            last = self.model.decode_batch([share.piece() for share in shares], asked_to_stop)
        except Cancelled as error:
            # nothing of the batch was taken in: the others' tokens come again with the next one
            for share in stopped:
                if not share.task.done:
                    self._raise(share.task, error)
            return
        except EngineError as error:
            # recurrent states that a failure has advanced half way are taken out: nothing can go on behind them
            lost = [share for share in shares if share.work.pos > 0 and not self.model.length(share.work.seq_id)]
            ended = shares if len(shares) == 1 else lost
            for share in ended:
                if not share.task.done:
                    self._raise(share.task, error)
            left = [share for share in shares if share not in ended]
            if ended:
                if left:
                    self._decode(left)
                return
            middle = len(shares) // 2  # whose fault it is shows when they are tried apart
            self._decode(shares[:middle])
            self._decode(shares[middle:])
            return
        n = sum(share.n for share in shares)
        self.tokens += n
        self._sample(shares, last)
        self.speed.heard(n, time.perf_counter() - start)
        for share in shares:
            if not share.task.done:
                self._resume(share.task, StepResult(share.n, share.token))

    def _sample(self, shares: list[_Share], rows: Sequence[int]) -> None:
        """Sample for all of the batch before anyone goes on, which may decode something else."""
        for share, row in zip(shares, rows, strict=True):
            if share.whole and share.work.sample is not None:
                try:
                    share.token = share.work.sample(row)
                except Exception as error:
                    _close(share.task)
                    self._failed(share.task, error)


def _close(task: Task[Any]) -> None:
    """Have a piece of work clean up; what fails in that is its own and keeps nobody else from ending."""
    try:
        task.steps.close()
    except Exception as error:
        log.error("work that was given up failed to clean up", exc_info=error)


P = ParamSpec("P")


class _OnModel(Protocol):
    model: Model


M = TypeVar("M", bound=_OnModel)


def completed(steps: Callable[Concatenate[M, P], Steps[T]]) -> Callable[Concatenate[M, P], T]:
    """The method that does all the steps of ``steps`` at once and returns its result."""

    @functools.wraps(steps)
    def method(self: M, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return Scheduler(self.model).run(steps(self, *args, **kwargs))

    return method
