"""Documents that wait to be read, and the one that is: text out of its source, passages into the store."""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path

import msgspec
from PySide6.QtCore import QObject, Qt, Signal

from app.core.attachments.problems import ReadProblem, ReadStopped
from app.core.document_values import DocumentEntry, DocumentWork, Passage
from app.core.documents.chunks import passages_of
from app.core.documents.reading import SourceText, read_document, signature_of
from app.core.problem import Problem
from app.core.store import Store
from app.core.texts import say
from app.services.background import Ops
from app.services.documents.text_copies import TextCopies
from engine.errors import EngineError

log = logging.getLogger("documents")

SLICE = 200  # passages that are stored at once: what else waits for the store waits no longer
EVERY = 20  # pages (or files) between two signs of progress


class ReadingQueue(QObject):
    """Reads one document after the other. What it was before serves until all of it is stored.

    Signals:
        progress(str, DocumentWork | None): how far the reading of a document is; None: nothing is done for it any more.
        was_read(DocumentEntry): a document as it is now, and stored.
        failed(DocumentEntry): one that could not be read, with why; yet to be stored.
    """

    progress = Signal(str, object)
    was_read = Signal(object)
    failed = Signal(object)
    _told = Signal(str, int, int)

    def __init__(
        self,
        store: Store,
        ops: Ops,
        copies: TextCopies,
        own: Path,
        entry_of: Callable[[str], DocumentEntry | None],
        parent: QObject,
    ) -> None:
        """``own``: the data folder, left out of folders that are read; ``entry_of``: a document as it is by now."""
        super().__init__(parent)
        self._store, self._ops, self._copies, self._own, self._entry_of = store, ops, copies, own, entry_of
        self._work: dict[str, DocumentWork] = {}
        self._queue: deque[str] = deque()
        self._running = ""
        self._stop = threading.Event()
        self._closed = False
        self._told.connect(self._read_on, Qt.ConnectionType.QueuedConnection)

    @property
    def idle(self) -> bool:
        """Whether nothing is read or waits to be."""
        return not self._running and not self._queue

    def waits(self, document: str) -> bool:
        """Whether its turn is still to come (it may be read now as well)."""
        return document in self._queue

    def work_of(self, document: str) -> DocumentWork | None:
        """How far its reading is; None: nothing is done for it."""
        return self._work.get(document)

    def add(self, document: str) -> None:
        """Read a document once all that wait have been."""
        if document not in self._queue and not self._closed:
            self._queue.append(document)
            self._tell(document, DocumentWork("read"))
            self._next()

    def drop(self, document: str) -> bool:
        """Do not read a document, or stop reading it; whether there was anything to stop.

        The next has its turn at once: a source on a drive that does not answer may be read for as long as it likes.
        """
        waits, runs = document in self._queue, document == self._running
        if waits:
            self._queue.remove(document)
        if runs:
            self._stop.set()
            self._running = ""
        if waits or runs:
            self._end_work(document)
        self._next()
        return waits or runs

    def shutdown(self) -> None:
        """Stop what is read, for good."""
        self._closed = True
        self._stop.set()
        self._queue.clear()

    def _next(self) -> None:
        if self._running or not self._queue or self._closed:
            return
        document = self._queue.popleft()
        entry = self._entry_of(document)
        if entry is None:
            self._next()
            return
        self._running, self._stop = document, threading.Event()
        stop, signature = self._stop, ""

        def told(done: int, total: int) -> None:
            if (done % EVERY == 0 or done == total) and not stop.is_set():
                self._told.emit(document, done, total)

        def work() -> tuple[SourceText, list[Passage]]:
            nonlocal signature
            try:
                found = read_document(Path(entry.source), told, stop, own=self._own)
            except Exception:
                if entry.kind != "folder" and not stop.is_set():
                    signature = signature_of(Path(entry.source), own=self._own)
                raise
            passages = list(passages_of(found.text, found.kind, found.language))
            if stop.is_set():
                raise ReadStopped  # its text may be gone from everywhere else by now
            self._copies.write(found.text, found.digest)
            return found, passages

        def failed(problem: Exception) -> None:
            self._failed(entry, stop, problem, signature)

        self._ops.outside(work, lambda result: self._index(entry, stop, *result), failed)

    def _read_on(self, document: str, done: int, total: int) -> None:
        if document == self._running:
            self._tell(document, DocumentWork("read", done, total))

    def _index(self, before: DocumentEntry, stop: threading.Event, found: SourceText, passages: list[Passage]) -> None:
        """Store what was read, a slice at a time; in the last step it takes the place of what was before."""
        entry = self._entry_of(before.id)
        if entry is None or stop.is_set():
            self._give_up(before.id, stop, found.digest)
            return
        entry = msgspec.structs.replace(
            entry, kind=found.kind, status="indexed", origin="same", digest=found.digest, signature=found.signature,
            language=found.language, size=found.size, pages=found.pages, words=len(found.text.split()),
            characters=len(found.text), passages=len(passages), note=found.note, problem=None, read=time.time(),
        )  # fmt: skip

        def store(at: int, there: bool = True) -> None:
            if not there or stop.is_set() or self._closed:
                self._give_up(entry.id, stop, found.digest)
            elif at < len(passages):
                self._tell(entry.id, DocumentWork("index", at, len(passages)))
                part = passages[at : at + SLICE]
                self._ops.store(
                    lambda: self._store.add_passages(entry.id, part), lambda there: store(at + SLICE, there), failed
                )
            else:
                now = self._entry_of(entry.id) or entry
                whole = msgspec.structs.replace(entry, keep=now.keep, folder=now.folder)  # as they are by now
                self._ops.store(lambda: self._finish(whole, before.digest), finished, failed)

        def finished(there: bool) -> None:
            now = self._entry_of(entry.id)
            if there and now is not None and not stop.is_set():
                self.was_read.emit(msgspec.structs.replace(entry, keep=now.keep, folder=now.folder))
                self._over(entry.id, stop)
            else:
                self._give_up(entry.id, stop, found.digest)

        def failed(problem: Exception) -> None:
            self._drop_copy(found.digest)
            self._failed(before, stop, problem, found.signature)

        self._ops.store(lambda: self._store.begin_passages(entry.id), lambda _: store(0), failed)

    def _finish(self, entry: DocumentEntry, earlier: str) -> bool:
        there = self._store.finish_passages(entry)
        if earlier and earlier != entry.digest:
            self._delete_unused(earlier)
        return there

    def _give_up(self, document: str, stop: threading.Event, digest: str) -> None:
        """What was read of a document is not stored: nothing of it stays."""
        self._drop_copy(digest)
        self._over(document, stop)

    def _drop_copy(self, digest: str) -> None:
        if not self._closed:  # else, and where the store cannot be asked, it goes with the next start
            self._ops.store(lambda: self._delete_unused(digest), None, lambda _: None)

    def _delete_unused(self, digest: str) -> None:
        """Delete the copy of a text that no document has; whoever reads that text now has it written again."""
        if digest not in self._store.document_digests():
            self._copies.delete(digest)

    def _failed(self, entry: DocumentEntry, stop: threading.Event, problem: Exception, signature: str) -> None:
        """``signature``: of the source that failed."""
        wanted = not stop.is_set() and not isinstance(problem, ReadStopped)
        self._over(entry.id, stop)
        now = self._entry_of(entry.id)
        if not wanted or now is None or self._closed:
            return
        if isinstance(problem, Problem | EngineError):
            text = problem.text
        else:
            log.warning("a document could not be read: %s", type(problem).__name__)
            text = say("source.not_read", name=now.name, reason=type(problem).__name__)
        gone = isinstance(problem, ReadProblem) and text.code == "source.gone"
        now = msgspec.structs.replace(now, status="failed", problem=text)
        if gone:
            now = msgspec.structs.replace(now, origin="gone")
        elif now.kind != "folder":  # it is tried again once the source is another one than this, which failed
            now = msgspec.structs.replace(now, origin="same", signature=signature or now.signature)
        self.failed.emit(now)

    def _over(self, document: str, stop: threading.Event) -> None:
        """Nothing is done for a document any more; the next has its turn, unless this one was stopped and it had."""
        if stop.is_set():
            return
        self._running = ""
        if document not in self._queue:
            self._end_work(document)
        self._next()

    def _tell(self, document: str, work: DocumentWork) -> None:
        self._work[document] = work
        self.progress.emit(document, work)

    def _end_work(self, document: str) -> None:
        if self._work.pop(document, None) is not None:
            self.progress.emit(document, None)
