"""The engine process: frames with requests in on stdin, frames with events out on stdout.

stdout belongs to the protocol alone: at start its file descriptor is duplicated and the old one pointed at stderr,
since native libraries print. A thread reads requests, so that a Cancel is answered while something runs; the other one
goes on with all of them step by step. When stdin closes, the parent is gone: what is unsaved is saved, and the process
ends.
"""

from __future__ import annotations

import contextlib
import faulthandler
import logging
import os
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

import msgspec

from engine import protocol as p
from engine.errors import EngineError
from engine.logs import FOLDER_ENV, Lines, catch_uncaught, level_wanted, start_logging
from engine.model.plugins import quit_begun
from engine.private import keep_private
from engine.process.devices import devices
from engine.process.host import IDLE_SECONDS, Host
from engine.prompt.renderer import renderer
from engine.texts import say

log = logging.getLogger("engine.process.worker")

_READ = 1 << 16

Serving = Callable[[Host, Callable[[], None]], tuple[Callable[[p.ServerRequest], p.ServerState], Callable[[], None]]]


class _Output:
    """Writes events as frames; usable from several threads. ``broken`` is called when nobody reads them any more."""

    def __init__(self, file: BinaryIO, broken: Callable[[], None]) -> None:
        self._file = file
        self._broken = broken
        self._lock = threading.Lock()

    def emit(self, event: p.AnyEvent) -> None:
        """Send ``event``; one that no frame can hold closes its request with an error instead of ending the process."""
        try:
            frame = p.encode(event)
        except (OverflowError, TypeError, ValueError, p.FrameError) as error:
            log.error("a %s cannot be sent: %s", type(event).__name__, type(error).__name__)
            frame = p.encode(p.Error(id=event.id, code="internal", text=say("request.answer_unsendable")))
        with self._lock:
            try:
                self._file.write(frame)
                self._file.flush()
            except (OSError, ValueError):
                self._broken()


class Worker:
    """Reads requests on one thread and carries them out on another, the caller of :meth:`run`."""

    def __init__(self, source: BinaryIO, output: BinaryIO, serving: Serving | None = None) -> None:
        """``serving``: makes what carries out requests about the local server, and what ends it."""
        self._source = source
        self._out = _Output(output, self._end)
        self._something = threading.Event()  # came in
        self._ended = False
        self.emit = self._out.emit
        self.host = Host(self.emit)
        self._stop_serving: Callable[[], None] = lambda: None
        if serving is not None:
            serve, self._stop_serving = serving(self.host, self._something.set)
            self.host.serve_with(serve)

    def run(self) -> None:
        """Carry out requests until Quit, or until the source ends."""
        self._out.emit(p.Ready(engine="longthread", pid=os.getpid()))
        threading.Thread(target=self._read, name="requests", daemon=True).start()
        renderer.warm()
        with contextlib.suppress(EngineError):  # it is said again, to somebody, when a model is loaded
            self._out.emit(devices())
        while not (self.host.finished or self._ended):
            self._something.clear()
            if self.host.busy or self.host.tidying:
                self.host.step()
            elif not self._something.wait(IDLE_SECONDS):
                self.host.idle()
        self._stop_serving()  # at once: the server's clients would go on asking
        while self.host.busy and not self.host.finished:
            self.host.end()  # in each round: something may have come in after the one before
            self.host.step()
        self.host.unload()

    def _read(self) -> None:
        frames = p.FrameBuffer()
        try:
            while data := os.read(self._source.fileno(), _READ):
                for body in frames.feed(data):
                    self._take(body)
                    self._something.set()
        except (OSError, p.FrameError) as error:
            log.error("the requests cannot be read any more: %s", error)
        finally:  # also without memory for a request: nobody would ever be answered again
            self._end()

    def _end(self) -> None:
        """The parent is gone."""
        self._ended = True
        self.host.end()
        self._something.set()

    def _take(self, body: bytes) -> None:
        try:
            request = p.decode_request(body)
        except p.UNREADABLE as error:
            self._out.emit(p.Error(id=_id_of(body), code="bad_request", text=say("request.unknown", reason=str(error))))
            return
        if isinstance(request, p.Quit):
            quit_begun()
        if isinstance(request, p.Cancel):
            self.host.cancel(request.target)
            self._out.emit(p.Done(id=request.id))
        else:
            self.host.submit(request)


class _LogEvents(logging.Handler):
    """Sends warnings and errors to the program; everything goes to stderr as well."""

    def __init__(self, worker: Worker) -> None:
        super().__init__(logging.WARNING)
        self.setFormatter(Lines())
        self._worker = worker

    def emit(self, record: logging.LogRecord) -> None:
        text = self.format(record)
        error = record.levelno >= logging.ERROR
        self._worker.emit(p.Log(level="error", text=text) if error else p.Log(level="warning", text=text))


def _id_of(body: bytes) -> int:
    """The id of a request that could not be understood, 0 when it has none."""

    class _Any(msgspec.Struct):
        id: int = 0

    try:
        return msgspec.msgpack.decode(body, type=_Any).id
    except p.UNREADABLE:
        return 0


def main(serving: Serving | None = None) -> int:
    """Run the engine process until its parent is done with it; ``serving``: as of :class:`Worker`."""
    keep_private()
    catch_uncaught()
    faulthandler.enable()
    output = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    if os.name == "nt":
        import msvcrt

        msvcrt.setmode(output.fileno(), os.O_BINARY)  # type: ignore[attr-defined]
        msvcrt.setmode(0, os.O_BINARY)  # type: ignore[attr-defined]
    folder = os.environ.get(FOLDER_ENV)
    start_logging(Path(folder) if folder else None, "engine", level_wanted())
    worker = Worker(sys.stdin.buffer, output, serving)
    logging.getLogger().addHandler(_LogEvents(worker))
    try:
        worker.run()
    except EngineError as error:
        log.error("%s", error)
        return 1
    return 0
