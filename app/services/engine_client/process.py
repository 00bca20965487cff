"""The engine in a child process: requests, cancel, death, restart. Waits only to quit."""

from __future__ import annotations

import logging
import sys
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import msgspec
from PySide6.QtCore import QObject, QProcess, QProcessEnvironment, QTimer, Signal

from app.core.texts import Text, english, say
from app.services.engine_client.failure import EngineDied, explain
from app.services.engine_client.watchdog import Watchdog
from engine.errors import MessageTooLong
from engine.protocol import (
    PROTOCOL_VERSION,
    UNREADABLE,
    AnyEvent,
    AnyRequest,
    Cancel,
    Compacted,
    Done,
    Error,
    Estimate,
    Event,
    FrameBuffer,
    FrameError,
    Load,
    Loaded,
    Log,
    Opened,
    Quit,
    Ready,
    Replied,
    SnapshotWritten,
    Undone,
    decode_event,
    encode,
)

__all__ = ["DIED", "TIMED", "Engine", "EngineDied", "EngineProcess", "engine_command"]

log = logging.getLogger("engine")

Handler = Callable[[AnyEvent], None]

DIED = "engine_died"  # code of the Error that closes requests a dead engine left open
LINES = 200
LONGEST_LINE = 8_000  # of what the child writes for people; the rest of a longer one is dropped
START_MS = 60_000
PATIENCE_MS = 5_000
LOOP_S = 60.0
MOST_DEATHS = 3  # with one model, however far apart, without a reply that came to its end


def engine_command() -> list[str]:
    """The command line of the real engine, from a source tree or inside a frozen program."""
    if getattr(sys, "frozen", False):
        return [sys.executable, "--engine"]
    return [sys.executable, "-m", "engine", "worker"]


class Engine(QObject):
    """What the rest of the program needs of an engine; tests put a scripted one in its place.

    Signals (all in the thread of this object):
        ready(Ready): a process is up and can be asked.
        unasked(AnyEvent): an event with id 0 (logs, snapshots the engine wrote by itself, memory).
        died(EngineDied): the process ended unasked. All open requests were closed with an Error before.
        timed(AnyEvent): the engine ended something and says how long it took: Loaded, Opened, Replied, Compacted,
            Undone, SnapshotWritten; before whoever asked for it gets it.
        placing(Load or Estimate): it is asked where a model would lie, or to put it there; it may connect to workers.
        unresponsive(int): the request did not end within 5 s of its cancel; offer ``force_stop``.

    Attributes:
        watchdog: tells when what was asked with :meth:`watched` makes no progress; offer ``force_stop``.
    """

    ready = Signal(object)
    unasked = Signal(object)
    died = Signal(object)
    timed = Signal(object)
    placing = Signal(object)
    unresponsive = Signal(int)

    def __init__(self, parent: QObject | None = None, *, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(parent)
        self.watchdog = Watchdog(self, clock=clock)

    def start(self) -> None:
        """Start the process; ``ready`` or ``died`` follows. Nothing if it runs."""
        raise NotImplementedError

    @property
    def running(self) -> bool:
        """Whether requests can be sent."""
        raise NotImplementedError

    def request(self, request: AnyRequest, closed: Handler, event: Handler | None = None) -> int:
        """Send a request (its ``id`` is set here and returned).

        ``event`` gets each event in between, ``closed`` the closing one, exactly once: also an
        ``Error(code=DIED)`` when the process ends before it answers, or is not running. Never before this returns.
        """
        raise NotImplementedError

    def watched(self, request: AnyRequest, closed: Handler, event: Handler | None = None) -> int:
        """:meth:`request` under the eyes of the watchdog."""

        def moved(step: AnyEvent) -> None:
            self.watchdog.sign()
            if event is not None:
                event(step)

        def over(end: AnyEvent) -> None:
            if not (isinstance(end, Error) and end.code == DIED):
                self.watchdog.sign()
            self.watchdog.over(number)
            closed(end)

        number = self.request(request, over, moved)
        self.watchdog.begun(number)
        return number

    def cancel(self, target: int) -> None:
        """Ask the engine to stop the request ``target``; its closing event still comes."""
        raise NotImplementedError

    def force_stop(self) -> None:
        """Kill the process now; ``died`` follows, and it is started again."""
        raise NotImplementedError

    def stop(self, timeout_ms: int = 3000) -> None:
        """Ask it to save and quit, wait at most ``timeout_ms``, then kill it. No ``died`` follows."""
        raise NotImplementedError

    def lines(self) -> tuple[str, ...]:
        """The last lines (at most 200) the engine wrote to its stderr."""
        raise NotImplementedError


TIMED = (Loaded, Opened, Replied, Compacted, Undone, SnapshotWritten)


class _Open(msgspec.Struct):
    closed: Handler
    event: Handler | None
    ends: type[Event]


def _hand_on(handler: Handler, event: AnyEvent) -> None:
    """Give an event to a handler; one that fails keeps no other from being told."""
    try:
        handler(event)
    except Exception:
        sys.excepthook(*sys.exc_info())


class EngineProcess(Engine):
    """An engine in a child process, over its stdin and stdout.

    After a death it is started again. A second death with the same model within 60 s is left to the person, who may
    call :meth:`start`, and so is the third at any distance, unless a reply was finished in between.
    """

    def __init__(
        self,
        command: Sequence[str] | None = None,
        parent: QObject | None = None,
        *,
        environment: Mapping[str, str] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """``environment``: added to this process's own for the child."""
        super().__init__(parent, clock=clock)
        self._environment = {**(environment or {}), "PYTHONUTF8": "1", "PYTHONUNBUFFERED": "1"}
        self._command = list(command) if command is not None else engine_command()
        self._clock = clock
        self._process: QProcess | None = None
        self._frames = FrameBuffer()
        self._open: dict[int, _Open] = {}
        self._next_id = 0
        self._ready = False
        self._stopping = False
        self._forced = False
        self._fault: Text | None = None
        self._lines: deque[str] = deque(maxlen=LINES)
        self._partial = b""
        self._model = ""
        self._deaths: dict[str, list[float]] = {}  # by model, since the last reply that came to its end
        self._start_timer = QTimer(self, singleShot=True, interval=START_MS)
        self._start_timer.timeout.connect(lambda: self._give_up(say("engine.no_answer")))

    # start and stop --------------------------------------------------------------

    def start(self) -> None:
        if self._process is not None:
            return
        self._stopping = self._ready = False
        self._fault, self._partial, self._frames = None, b"", FrameBuffer()
        process = QProcess(self)
        environment = QProcessEnvironment.systemEnvironment()
        for name, value in self._environment.items():
            environment.insert(name, value)
        process.setProcessEnvironment(environment)
        if not getattr(sys, "frozen", False):
            process.setWorkingDirectory(str(Path(__file__).resolve().parents[3]))
        process.readyReadStandardOutput.connect(self._on_stdout)
        process.readyReadStandardError.connect(self._on_stderr)
        process.finished.connect(self._on_finished)
        process.errorOccurred.connect(self._on_error)
        self._process = process
        self._start_timer.start()
        process.start(self._command[0], self._command[1:])

    @property
    def running(self) -> bool:
        return self._ready and not self._stopping

    @property
    def pid(self) -> int:
        """Process id of the child, 0 if there is none."""
        return int(self._process.processId()) if self._process is not None else 0

    def stop(self, timeout_ms: int = 3000) -> None:
        self._start_timer.stop()
        self._stopping = True
        process = self._process
        if process is None:
            return
        if self._ready:
            self._next_id += 1
            process.write(encode(Quit(id=self._next_id)))
        process.closeWriteChannel()
        if not process.waitForFinished(timeout_ms):
            log.warning("the engine did not quit within %d ms", timeout_ms)
            process.kill()
            process.waitForFinished(1000)
        self._drop()

    def force_stop(self) -> None:
        if self._process is not None:
            self._forced = True
            self._process.kill()

    # requests -----------------------------------------------------------------

    def request(self, request: AnyRequest, closed: Handler, event: Handler | None = None) -> int:
        self._next_id += 1
        number = self._next_id
        if not self.running or self._process is None:
            dead = Error(id=number, code=DIED, text=say("engine.not_running"))
            QTimer.singleShot(0, self, lambda: closed(dead))
            return number
        if isinstance(request, Load | Estimate):
            self.placing.emit(request)
        try:
            frame = encode(msgspec.structs.replace(request, id=number))
        except FrameError as problem:
            log.warning("%s: %s", type(request).__name__, problem)
            large = Error(id=number, code=MessageTooLong.code, text=say("engine.too_much_text"))
            QTimer.singleShot(0, self, lambda: closed(large))
            return number
        if isinstance(request, Load):
            self._model = request.path
        self._open[number] = _Open(closed, event, type(request).closes)
        self._process.write(frame)
        return number

    def cancel(self, target: int) -> None:
        if target not in self._open:
            return
        self.request(Cancel(id=0, target=target), lambda answer: None)
        QTimer.singleShot(PATIENCE_MS, self, lambda: self._check_cancelled(target))

    def _check_cancelled(self, target: int) -> None:
        if target in self._open:
            self.unresponsive.emit(target)

    def lines(self) -> tuple[str, ...]:
        return tuple(self._lines)

    # what the child sends --------------------------------------------------------

    def _on_stdout(self) -> None:
        if self._process is None or self._fault:
            return
        data = bytes(self._process.readAllStandardOutput().data())
        try:
            for body in self._frames.feed(data):
                _hand_on(self._dispatch, decode_event(body))
                if self._process is None:
                    return  # a handler stopped the engine
        except (FrameError, *UNREADABLE) as problem:
            self._give_up(say("engine.bad_message", reason=type(problem).__name__))

    def _dispatch(self, event: AnyEvent) -> None:
        if isinstance(event, Log):
            self._lines.append(f"{event.level}: {event.text[:LONGEST_LINE]}")
        if not isinstance(event, (Done, Log)):  # those come from a thread that answers while the other hangs
            self.watchdog.sign()
        if isinstance(event, Replied):
            self._deaths.clear()
        if isinstance(event, TIMED):
            self.timed.emit(event)
        if event.id == 0:
            if isinstance(event, Ready) and not self._ready:
                self._on_ready(event)
            else:
                self.unasked.emit(event)
            return
        pending = self._open.get(event.id)
        if pending is None:
            return  # of a request that was given up
        if isinstance(event, (pending.ends, Error)):
            del self._open[event.id]
            pending.closed(event)
        elif pending.event is not None:
            pending.event(event)

    def _on_ready(self, event: Ready) -> None:
        self._start_timer.stop()
        if event.version != PROTOCOL_VERSION:
            self._give_up(say("engine.version", version=event.version, own=PROTOCOL_VERSION))
            return
        self._ready = True
        self.ready.emit(event)

    def _on_stderr(self) -> None:
        if self._process is None:
            return
        for end in bytes(self._process.readAllStandardError().data()).splitlines(keepends=True):
            self._partial += end[: LONGEST_LINE - len(self._partial)]
            if end.endswith(b"\n"):
                self._lines.append(self._partial.decode("utf-8", "replace").rstrip("\r\n"))
                self._partial = b""

    # death ------------------------------------------------------------------

    def _give_up(self, fault: Text) -> None:
        self._fault = self._fault or fault
        log.error("%s", english.sentence(fault))
        if self._process is not None:
            self._process.kill()

    def _on_error(self, error: QProcess.ProcessError) -> None:
        if error == QProcess.ProcessError.FailedToStart and self._process is not None:
            self._fault = say("engine.not_started", reason=self._process.errorString())
            self._died(0, crashed=False)

    def _on_finished(self, code: int, status: QProcess.ExitStatus) -> None:
        if self._process is None:
            return
        self._on_stdout()
        self._on_stderr()
        if self._partial:
            self._lines.append(self._partial.decode("utf-8", "replace"))
            self._partial = b""
        if self._stopping:
            return
        self._died(code, crashed=status == QProcess.ExitStatus.CrashExit)

    def _died(self, code: int, *, crashed: bool) -> None:
        death = explain(code, crashed, self._lines)
        if self._fault:
            death = msgspec.structs.replace(death, reason=self._fault)
        never_started = not self._ready
        if self._forced:
            self._forced = False
            death = msgspec.structs.replace(death, reason=say("engine.forced"))
            restart = True
        else:
            restart = not never_started and not self._looping()
        death = msgspec.structs.replace(death, restarting=restart)
        log.error("%s", english.sentence(death.reason))
        self._drop()
        for number, pending in self._take_open():
            _hand_on(pending.closed, Error(id=number, code=DIED, text=death.reason))
        self.died.emit(death)
        if restart:
            self.start()

    def _looping(self) -> bool:
        deaths = self._deaths.setdefault(self._model, [])
        deaths.append(self._clock())
        soon = len(deaths) > 1 and deaths[-1] - deaths[-2] < LOOP_S
        return soon or len(deaths) >= MOST_DEATHS

    def _take_open(self) -> list[tuple[int, _Open]]:
        taken, self._open = list(self._open.items()), {}
        return taken

    def _drop(self) -> None:
        self._start_timer.stop()
        self._ready = False
        if self._process is not None:
            process, self._process = self._process, None
            process.finished.disconnect(self._on_finished)
            process.errorOccurred.disconnect(self._on_error)
            process.readyReadStandardOutput.disconnect(self._on_stdout)
            process.readyReadStandardError.disconnect(self._on_stderr)
            process.deleteLater()
