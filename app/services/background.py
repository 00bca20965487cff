"""Background operations: run a function on another thread, get its result in the window's thread."""

from __future__ import annotations

import logging
import queue
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

from PySide6.QtCore import QObject, Qt, Signal

log = logging.getLogger("ops")

T = TypeVar("T")
Failed = Callable[[Exception], None]


class Ops(QObject):
    """One thread for the store, so that its operations happen in the order they were asked for; two for the rest.

    Signals:
        failed(Exception): an operation without a failure handler of its own failed.
    """

    failed = Signal(object)
    _arrived = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="store")
        self._others = ThreadPoolExecutor(2, thread_name_prefix="ops")
        self._results: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._closed = False
        self._arrived.connect(self._deliver, Qt.ConnectionType.QueuedConnection)

    def store(
        self, work: Callable[[], T], done: Callable[[T], None] | None = None, failed: Failed | None = None
    ) -> None:
        """Run ``work`` on the store's thread, after all earlier store operations."""
        self._submit(self._writer, work, done, failed)

    def run(self, work: Callable[[], T], done: Callable[[T], None] | None = None, failed: Failed | None = None) -> None:
        """Run ``work`` (reading headers, hashing, scanning folders) on any thread."""
        self._submit(self._others, work, done, failed)

    def _submit(
        self,
        pool: ThreadPoolExecutor,
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
            log.error("an operation failed", exc_info=problem)
            self.failed.emit(problem)

    def _deliver(self) -> None:
        while True:
            try:
                callback = self._results.get_nowait()
            except queue.Empty:
                return
            callback()

    def flush(self) -> None:
        """Wait until all store operations asked for by now are done, and deliver their results."""
        self._writer.submit(lambda: None).result()
        self._deliver()

    def shutdown(self) -> None:
        """Finish the store's operations, drop the others that have not begun, end the threads. Safe to call twice."""
        if self._closed:
            return
        for _ in range(3):  # a result may ask for one more operation (save, then list)
            self.flush()
        self._closed = True
        self._others.shutdown(wait=True, cancel_futures=True)
        self._writer.shutdown(wait=True)
