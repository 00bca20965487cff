"""Background operations: run a function on another thread, get its result in the window's thread."""

from __future__ import annotations

import logging
import queue
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

from PySide6.QtCore import QObject, Qt, QTimer, Signal

log = logging.getLogger("ops")

T = TypeVar("T")
Failed = Callable[[Exception], None]


SLOW_MS = 15_000  # after which it is told that a file or folder of the person takes long
PATIENCE = 2.0  # s that the end of the program waits for work that is no store's
OUTSIDE = 64  # threads for what may hang; few are made, but each try on a drive that does not answer may cost one


class _Workers:
    """Threads that the end of the program does not wait for: what hangs in one (a drive that is gone) ends with it.

    They are made when there is work for them.
    """

    def __init__(self, count: int, name: str) -> None:
        self._count, self._name = count, name
        self._waiting: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._futures: set[Future[Any]] = set()
        self._threads: list[threading.Thread] = []

    def submit(self, work: Callable[[], T]) -> Future[T]:
        """Run ``work`` on one of the threads."""
        future: Future[T] = Future()

        def run() -> None:
            if not future.set_running_or_notify_cancel():
                return
            try:
                result = work()
            except BaseException as problem:  # it is the caller's
                future.set_exception(problem)
            else:
                future.set_result(result)

        self._futures.add(future)
        future.add_done_callback(self._futures.discard)
        self._waiting.put(run)
        if len(self._threads) < min(self._count, len(self._futures)):
            thread = threading.Thread(target=self._run, name=f"{self._name}_{len(self._threads)}", daemon=True)
            self._threads.append(thread)
            thread.start()
        return future

    def drop(self) -> None:
        """Drop what has not begun; nothing more is submitted."""
        for future in list(self._futures):
            future.cancel()
        for _ in self._threads:
            self._waiting.put(None)

    def join(self, until: float) -> None:
        """Wait for what has begun, until that moment of the monotonic clock."""
        for thread in self._threads:
            thread.join(max(0.0, until - time.monotonic()))
            if thread.is_alive():
                log.warning("%s did not end in time", thread.name)

    def _run(self) -> None:
        while (work := self._waiting.get()) is not None:
            work()
            del work  # and what it read, which may be a large document, until there is more to do


class Ops(QObject):
    """One thread for the store, so that its operations happen in the order they were asked for; two for other work on
    what is the program's own, and some for files of the person, which may lie on a drive that does not answer.

    Signals:
        failed(Exception): an operation without a failure handler of its own failed.
        slow(str): work on this file or folder of the person takes long: its drive may not answer.
    """

    failed = Signal(object)
    slow = Signal(str)
    _arrived = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="store")
        self._others = _Workers(2, "ops")
        self._outside = _Workers(OUTSIDE, "outside")
        self._results: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._closed = False
        self._arrived.connect(self._deliver, Qt.ConnectionType.QueuedConnection)

    def store(
        self, work: Callable[[], T], done: Callable[[T], None] | None = None, failed: Failed | None = None
    ) -> None:
        """Run ``work`` on the store's thread, after all earlier store operations."""
        self._submit(self._writer, work, done, failed)

    def run(self, work: Callable[[], T], done: Callable[[T], None] | None = None, failed: Failed | None = None) -> None:
        """Run ``work`` (hashing, measuring, deleting in the data folder) on any thread."""
        self._submit(self._others, work, done, failed)

    def outside(
        self, work: Callable[[], T], done: Callable[[T], None] | None = None, failed: Failed | None = None, *,
        name: str = "",
    ) -> None:  # fmt: skip
        """Run ``work`` on files of the person, or on what is the system's. Where that does not answer (a network share
        that sleeps or is gone, a store of secrets that asks for a password), nothing but that work waits.

        ``name``: of the file or folder, where nothing shows that the work goes on.
        """
        if not name or self._closed:
            self._submit(self._outside, work, done, failed)
            return
        late = QTimer(self, singleShot=True, interval=SLOW_MS)
        late.timeout.connect(lambda: self.slow.emit(name))
        late.start()

        def over(result: T) -> None:
            late.stop()
            late.deleteLater()
            if done is not None:
                done(result)

        def refused(problem: Exception) -> None:
            late.stop()
            late.deleteLater()
            self._fail(problem, failed)

        self._submit(self._outside, work, over, refused)

    def _submit(
        self,
        pool: ThreadPoolExecutor | _Workers,
        work: Callable[[], T],
        done: Callable[[T], None] | None,
        failed: Failed | None,
    ) -> None:
        if self._closed:
            log.error(
                "an operation was asked for after the end: %s", getattr(work, "__qualname__", type(work).__name__)
            )
            return

        def finished(future: Future[T]) -> None:
            if future.cancelled():
                return
            problem = future.exception()
            if problem is None:
                if done is not None:
                    self._results.put(lambda: done(future.result()))
            elif isinstance(problem, Exception):
                self._results.put(lambda: self._fail(problem, failed))
            else:  # pragma: no cover - SystemExit in a thread is a defect
                log.error("an operation ended its thread", exc_info=problem)
            if not self._closed:
                self._arrived.emit()

        pool.submit(work).add_done_callback(finished)

    def _fail(self, problem: Exception, failed: Failed | None) -> None:
        if failed is not None:
            failed(problem)
        else:
            self.pass_on(problem)

    def pass_on(self, problem: Exception) -> None:
        """Tell of a failure as if its operation had no handler of its own."""
        log.error("an operation failed", exc_info=problem)
        self.failed.emit(problem)

    def _deliver(self) -> None:
        """Hand over what has arrived; what goes wrong with one result keeps no other from being taken."""
        while True:
            try:
                callback = self._results.get_nowait()
            except queue.Empty:
                return
            try:
                callback()
            except Exception:
                sys.excepthook(*sys.exc_info())

    def flush(self) -> None:
        """Wait until all store operations asked for by now are done, and deliver their results."""
        self._writer.submit(lambda: None).result()
        self._deliver()

    def shutdown(self, patience: float = PATIENCE) -> None:
        """Finish the store's operations, drop the others that have not begun, end the threads. Safe to call twice.

        ``patience``: seconds for the others that have begun; they may go on until the process ends.
        """
        if self._closed:
            return
        for _ in range(3):  # a result may ask for one more operation (save, then list)
            self.flush()
        self._closed = True
        for late in self.findChildren(QTimer):
            late.stop()
        until = time.monotonic() + patience
        for workers in (self._others, self._outside):
            workers.drop()
        for workers in (self._others, self._outside):
            workers.join(until)
        self._writer.shutdown(wait=True)
