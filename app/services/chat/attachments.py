"""Files on their way into a message: read one after the other in the background, and counted in tokens."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QImage

from app.core.attachments import ReadProblem, ReadStopped, read_file
from app.core.attachments.prompt import block, seen
from app.core.attachments.text import estimated
from app.core.chat_values import Attachment, new_id
from app.core.model_values import ModelPhase
from app.core.pictures import Pictures
from app.services.background import Ops
from app.services.chat.pictures import holds_picture, kept, picture_of
from app.services.engine_client.process import Engine
from app.services.models.models import Models
from engine import protocol

KEPT = 500  # counts, of all models
Work = Callable[[str, threading.Event], Attachment]  # of a job; the event ends it early
OF_A_PICTURE = 576  # tokens, about: that is as the vision part of the model has it


class Attachments(QObject):
    """Signals:
    progress(str, int, int): job, pages read, pages in all.
    read(str, Attachment), failed(str, ReadProblem): a job is over; a cancelled one says nothing.
    counted(): tokens of something that ``count`` was asked for are known.

    Attributes:
        idle: whether the engine may be asked to count now; set by whoever knows.
    """

    progress = Signal(str, int, int)
    read = Signal(str, object)
    failed = Signal(str, object)
    counted = Signal()
    _told = Signal(str, int, int)

    def __init__(self, ops: Ops, engine: Engine, models: Models, pictures: Pictures, parent: QObject) -> None:
        super().__init__(parent)
        self._ops, self._engine, self._models, self._pictures = ops, engine, models, pictures
        self._waiting: deque[tuple[str, Work]] = deque()
        self._running = ""
        self._stops: dict[str, threading.Event] = {}
        self._counts: dict[tuple[str, str], int] = {}  # (attachment, model) -> tokens
        self._asked: set[tuple[str, str]] = set()
        self.idle: Callable[[], bool] = lambda: True
        self._told.connect(self._progress, Qt.ConnectionType.QueuedConnection)

    # reading -------------------------------------------------------------------

    def start(self, path: Path) -> str:
        """Read ``path`` after those that were asked for before; the job's id. Pictures count as such for a model that
        looks at them.
        """
        sees = self._models.sees

        def work(job: str, stop: threading.Event) -> Attachment:
            if sees and holds_picture(path):
                return picture_of(path, self._pictures)
            return read_file(path, lambda done, total: self._told.emit(job, done, total), stop)

        return self._begin(work)

    def start_picture(self, image: QImage, name: str) -> str:
        """Take in a picture that is in no file, as :meth:`start`."""
        return self._begin(lambda _job, _stop: kept(image, name, self._pictures))

    def _begin(self, work: Work) -> str:
        job = new_id()
        self._stops[job] = threading.Event()
        self._waiting.append((job, work))
        self._next()
        return job

    def cancel(self, job: str) -> None:
        """Stop reading; nothing is told of the job any more. The next file has its turn at once: one on a drive that
        does not answer may be read for as long as it likes.
        """
        stop = self._stops.pop(job, None)
        if stop is not None:
            stop.set()
        self._waiting = deque(entry for entry in self._waiting if entry[0] != job)
        if job == self._running:
            self._running = ""
            self._next()

    def _next(self) -> None:
        if self._running or not self._waiting:
            return
        job, work = self._waiting.popleft()
        self._running, stop = job, self._stops[job]
        self._ops.outside(
            lambda: work(job, stop), lambda found: self._done(job, found), lambda problem: self._failed(job, problem)
        )

    def _progress(self, job: str, done: int, total: int) -> None:
        if job in self._stops:
            self.progress.emit(job, done, total)

    def _over(self, job: str) -> bool:
        """Go on with the next; whether somebody still wants to hear of this one."""
        if job == self._running:
            self._running = ""
        wanted = self._stops.pop(job, None) is not None
        self._next()
        return wanted

    def _done(self, job: str, found: Attachment) -> None:
        if self._over(job):
            self.read.emit(job, found)

    def _failed(self, job: str, problem: Exception) -> None:
        if self._over(job) and not isinstance(problem, ReadStopped):
            if not isinstance(problem, ReadProblem):
                problem = ReadProblem("attachment.unreadable", kind=type(problem).__name__)
            self.failed.emit(job, problem)

    # counting ------------------------------------------------------------------

    def tokens(self, attachment: Attachment) -> tuple[int, bool]:
        """Tokens that ``attachment`` takes in a message, and whether they are counted, not estimated."""
        known = self._counts.get((attachment.id, self._model))
        if known is not None:
            return known, True
        return OF_A_PICTURE if attachment.kind == "picture" else estimated(block(attachment)), False

    def count(self, attachment: Attachment) -> None:
        """Have the engine count its tokens, if that was not done and it has time; ``counted`` follows."""
        key = (attachment.id, self._model)
        if not key[1] or key in self._counts or key in self._asked or not self._engine.running or not self.idle():
            return
        self._asked.add(key)

        def answered(event: protocol.AnyEvent) -> None:
            self._asked.discard(key)
            if isinstance(event, protocol.Tokenized):
                self._counts[key] = event.tokens
                while len(self._counts) > KEPT:
                    self._counts.pop(next(iter(self._counts)))
                self.counted.emit()

        if attachment.kind == "picture":
            request = protocol.Tokenize(id=0, text="", pictures=(seen(attachment, self._pictures),))
        else:
            request = protocol.Tokenize(id=0, text=block(attachment))
        self._engine.request(request, answered)

    @property
    def _model(self) -> str:
        state = self._models.state
        return state.path if state.phase is ModelPhase.LOADED else ""

    def shutdown(self) -> None:
        """Stop what is read; call before the threads are ended."""
        self._waiting.clear()
        for stop in self._stops.values():
            stop.set()
        self._stops.clear()
