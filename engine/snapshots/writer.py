"""Saves memories on a thread of its own, so that the next request does not wait for the disk."""

from __future__ import annotations

import logging
import shutil
import threading
from array import array
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine import protocol as p
from engine.chat.chat_context import ChatContext
from engine.chat.token_log import FILE_NAME as LOG_NAME
from engine.chat.token_log import BlockMark, TokenLog
from engine.errors import BadSnapshot, EngineError, Internal, Unplaceable
from engine.model.model import Model
from engine.snapshots import snapshot
from engine.snapshots.header import BEFORE_NAME, FILE_NAME, SnapshotHeader, key_of
from engine.snapshots.snapshot import Capture, Written
from engine.snapshots.store import CHUNKS, SnapshotStore

log = logging.getLogger("engine.snapshots.writer")

MOST_WAITING = 2  # memories of other chats that wait to be written, before somebody waits for the disk after all
PATIENCE = 30.0  # seconds
UNDO_REREADS = 64  # tokens that an undo may read again rather than that a memory is saved before a compaction
MOST_KEPT = 256 << 20  # bytes of a memory that is copied before a compaction, while a reply may wait for it
MOST_ASKED = 2 << 30  # before one that a person asked for


@dataclass(frozen=True)
class Outcome:
    """How a save ended: ``written``, or ``error``."""

    chat_id: str
    written: Written | None = None
    error: EngineError | None = None

    def event(self, request_id: int = 0) -> p.AnyEvent:
        """The outcome as it is told to the program."""
        if self.error is not None:
            return p.Error(id=request_id, code=self.error.code, text=self.error.text)
        assert self.written is not None
        done = self.written
        return p.SnapshotWritten(
            id=request_id, chat_id=self.chat_id, path=str(done.path), bytes=done.bytes, tokens=done.tokens, ms=done.ms,
            new_bytes=done.new_bytes, blocking_ms=done.blocking_ms,
        )  # fmt: skip


OnDone = Callable[[Outcome], None]


class SaveJob:
    """A memory on its way to the disk. ``on_done`` is called on the writing thread when it ends.

    ``for_undo``: from before a compaction; the memory that is saved after it does not take its place. ``withdrawn``:
    what it holds is not wanted any more, nor on disk.
    """

    def __init__(
        self, taken: Capture, chat_snapshots: ChatSnapshots, on_done: OnDone | None, *, for_undo: bool = False
    ) -> None:
        self.taken: Capture | None = taken  # None at the end: who asks for the outcome does not hold the memory
        self.key = key_of(taken.header.fingerprint, taken.header.layout)
        self.place = chat_snapshots.folder, self.key, for_undo
        self.tokens = taken.header.tokens
        self._log = chat_snapshots.folder / LOG_NAME
        self._had_log = not _is_gone(self._log)
        self.chat_snapshots, self.on_done = chat_snapshots, on_done
        self.withdrawn = False
        self.outcome: Outcome | None = None
        self._ended = threading.Event()

    @property
    def deleted(self) -> bool:
        """Whether the chat's folder was deleted meanwhile: nothing comes into it any more."""
        return self._had_log and _is_gone(self._log)

    def end(self, outcome: Outcome, *, tell: bool = True) -> None:
        """Make the outcome known."""
        self.outcome, self.taken = outcome, None
        self._ended.set()
        if tell and self.on_done is not None:
            self.on_done(outcome)

    def ended(self, seconds: float = 0.0) -> bool:
        """Whether it is over, after waiting at most ``seconds``."""
        return self._ended.wait(seconds)

    def result(self) -> Written:
        """Wait for the end; raises what went wrong."""
        self._ended.wait()
        assert self.outcome is not None
        if self.outcome.error is not None:
            raise self.outcome.error
        assert self.outcome.written is not None
        return self.outcome.written


class Saver:
    """Writes memories one after another. Of each chat and model only the newest waits, and the newest from before a
    compaction.

    Attributes:
        quota: bytes that the snapshots of a store may take; 0: chosen from what the disk has free.
    """

    def __init__(self) -> None:
        self.quota = 0
        self._changed = threading.Condition()
        self._waiting: dict[tuple[Path, str, bool], SaveJob] = {}
        self._running: SaveJob | None = None
        self._thread: threading.Thread | None = None
        self._stores: dict[Path, SnapshotStore] = {}
        self._tidied: set[SnapshotStore] = set()
        self._untidy: set[SnapshotStore] = set()  # that chats were deleted from
        self._tidying = False

    def chat_snapshots(self, folder: Path, chunks: Path | None = None) -> ChatSnapshots:
        """The place of a chat that is opened; ``chunks``: the folder it shares with others (None: its own)."""
        return ChatSnapshots(self, self.store(folder, chunks), folder)

    def store(self, folder: Path, chunks: Path | None = None) -> SnapshotStore:
        """The store of a chat's snapshots.

        The first one starts the thread: where memory has run out, a thread that is started waits for ever.
        """
        with self._changed:
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="snapshots", daemon=True)
                self._thread.start()
        chunks = chunks or folder / CHUNKS
        return self._stores.setdefault(chunks, SnapshotStore(chunks))

    def submit(self, job: SaveJob) -> None:
        """Write a memory soon."""
        with self._changed:
            if job.place not in self._waiting:  # bounds the memory taken when the disk is slow
                self._changed.wait_for(lambda: len(self._waiting) < MOST_WAITING, PATIENCE)
            older = self._waiting.pop(job.place, None)
            self._waiting[job.place] = job
            self._changed.notify_all()
        if older is not None:
            _supersede(older)

    def withdraw(self, folder: Path, key: str) -> None:
        """Save no memory of a chat that is still on its way to the disk, but for one from before a compaction."""
        place = folder, key, False
        with self._changed:
            waiting = self._waiting.pop(place, None)
            if self._running is not None and self._running.place == place:
                self._running.withdrawn = True
            self._changed.notify_all()
        if waiting is not None:
            _supersede(waiting)

    @property
    def crowded(self) -> bool:
        """Whether the next one that is to be written may have to wait for the disk."""
        with self._changed:
            return len(self._waiting) >= MOST_WAITING

    def unsaved(self, folder: Path, key: str = "") -> list[Capture]:
        """The memories of a chat that are still on their way to the disk, the newest first; ``key``: only those with
        that :func:`key_of`.
        """
        with self._changed:
            jobs = [*([self._running] if self._running is not None else []), *self._waiting.values()]
            jobs = [job for job in jobs if job.place[0] == folder and key in ("", job.key) and not job.withdrawn]
            taken = [job.taken for job in reversed(jobs)]
        return [one for one in taken if one is not None]

    def tidy(self, chunks: Path) -> None:
        """Delete, soon, what no chat in the store of these chunks has any more: some were deleted."""
        store = self.store(chunks, chunks)
        with self._changed:
            self._untidy.add(store)
            self._changed.notify_all()

    def finish(self, seconds: float) -> bool:
        """Wait until everything is written and tidied, at most ``seconds``. False: something is not."""
        with self._changed:
            return self._changed.wait_for(
                lambda: not (self._waiting or self._untidy or self._tidying or self._running is not None), seconds
            )

    def _work(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: bool(self._waiting or self._untidy))
                job = self._running = self._waiting.pop(next(iter(self._waiting))) if self._waiting else None
                untidy: set[SnapshotStore] = set()
                if job is None:
                    untidy, self._untidy, self._tidying = self._untidy, untidy, True
                self._changed.notify_all()
            if job is None:
                self._tidy(untidy)
                continue
            try:
                job.end(self._write(job), tell=not (job.deleted or job.withdrawn))
            except Exception:  # such as without memory for the event: the next ones are to be written all the same
                log.exception("it could not be told how a save ended")
            self._make_room(job.chat_snapshots.store)
            with self._changed:
                self._running = None
                del job  # and the memory it holds
                self._changed.notify_all()

    def _write(self, job: SaveJob) -> Outcome:
        taken = job.taken
        assert taken is not None
        chat_id = taken.header.chat_id
        folder, store = job.chat_snapshots.folder, job.chat_snapshots.store
        try:
            if not job.deleted:
                written = snapshot.write(taken, folder, store)
                if job.deleted:  # during that
                    shutil.rmtree(folder, ignore_errors=True)
                    store.tidy()
                elif job.withdrawn:
                    store.discard(folder, job.key)
                else:
                    return Outcome(chat_id, written)
            return Outcome(chat_id, error=Internal("snapshot.superseded"))
        except EngineError as error:
            return Outcome(chat_id, error=error)
        except Exception as error:
            log.exception("a memory could not be saved")
            failed = Internal("snapshot.not_saved", kind=type(error).__name__, reason=str(error))
            return Outcome(chat_id, error=failed)

    def _tidy(self, stores: Iterable[SnapshotStore]) -> None:
        for store in stores:
            try:
                store.tidy()
                self._tidied.add(store)
            except Exception:
                log.exception("saved states of chats that were deleted could not be tidied up")
        with self._changed:
            self._tidying = False
            self._changed.notify_all()

    def _make_room(self, store: SnapshotStore) -> None:
        try:
            if store not in self._tidied:
                store.tidy()
                self._tidied.add(store)
            for entry in store.trim(store.quota(self.quota)):
                log.info("the saved state of %s was deleted to make room", entry.chat)
        except Exception:
            log.exception("old saved states could not be tidied up")


class ChatSnapshots:
    """Where the memory of one open chat is kept. Its snapshot is not evicted before :meth:`close`.

    Attributes:
        folder: the chat's folder, with its token log.
        store: the store that its snapshot is in.
    """

    def __init__(self, saver: Saver, store: SnapshotStore, folder: Path) -> None:
        self._saver, self.store, self.folder = saver, store, folder
        self._job: SaveJob | None = None
        self._kept: tuple[array[int], list[str]] | None = None  # tokens and compactions of the last save
        store.hold(folder)

    @property
    def failed(self) -> bool:
        """Whether the last save ended with an error."""
        outcome = self._job.outcome if self._job is not None else None
        return outcome is not None and outcome.error is not None

    def save(self, session: ChatContext, chat_id: str, on_done: OnDone | None = None) -> SaveJob:
        """Copy the session's memory and write it in the background; the token log is written at once.

        Raises:
            DiskFull: the token log could not be written. Internal: the library could not copy the memory.
        """
        session.save_log(self.folder)
        return self._submit(session, chat_id, on_done)

    def _submit(self, session: ChatContext, chat_id: str, on_done: OnDone | None, *, for_undo: bool = False) -> SaveJob:
        job = self._job = SaveJob(snapshot.capture(session, chat_id), self, on_done, for_undo=for_undo)
        self._kept = session.log.tokens[: job.tokens], snapshot.compactions_of(session.log.marks)
        self._saver.submit(job)
        return job

    def keep(self, session: ChatContext, chat_id: str, *, asked: bool) -> None:
        """Before a compaction (``asked`` for by a person): save the memory in the background, for an undo.

        Not where the last save has nearly all of it, it is very large, or others wait for the disk. A failure costs an
        undo the time to read the text again.
        """
        same = False
        if self._kept is not None and self._kept[1] == snapshot.compactions_of(session.log.marks):
            before, now = self._kept[0], session.log.tokens[: session.cached]  # an edit may have left as many tokens
            same = max(len(before), len(now)) - snapshot.common(before, now) <= UNDO_REREADS
        try:
            most = MOST_ASKED if asked else MOST_KEPT
            if same or self._saver.crowded or session.model.state_size(session.seq_id) > most:
                return
            self._submit(session, chat_id, None, for_undo=True)
        except (EngineError, MemoryError) as error:
            log.info("an undo will read the text again: %s", error)

    def put_back(self, session: ChatContext) -> bool:
        """Put a memory back as it was saved with none but the first of the compactions that the session's log has.

        False: nothing of the kind is there, or it is damaged or does not fit; the session's memory may be empty then.
        """
        has = snapshot.compactions_of(session.log.marks)

        def fits(marks: Sequence[BlockMark]) -> bool:
            return snapshot.compactions_of(marks) == has[: len(marks)]

        places = [(FILE_NAME, taken) for taken in self._unsaved(session.model)]
        for name, unsaved in (*places, (FILE_NAME, None), (BEFORE_NAME, None)):
            for _ in range(2):
                try:
                    if snapshot.restore(session, self.folder, session.log, self.store, unsaved, name=name, fits=fits):
                        return True
                except Unplaceable:
                    if session.cached_chats.evict(session, everything=True):
                        continue
                except BadSnapshot as error:
                    log.info("an undo does not use %s: %s", name, error)
                break
        return False

    def discard(self, model: Model) -> None:
        """Delete what is saved, or on its way to the disk, but for what is from before a compaction."""
        self._kept = None
        self._saver.withdraw(self.folder, _key(model))
        self.store.discard(self.folder, _key(model))

    def choose(self, model: Model) -> None:
        """Make the snapshot of that model the chat's, where another one was used since."""
        self.store.choose(self.folder, _key(model))

    def log(self, model: Model) -> TokenLog | None:
        """The token log of that model's snapshot, also one not written yet; None: there is none."""
        taken = self._unsaved(model)
        return snapshot.log_in(self.folder, model, taken[0] if taken else None)

    def restore(self, session: ChatContext, log: TokenLog | None) -> SnapshotHeader | None:
        """Put the saved memory into an empty session, also one not written yet.

        As :func:`engine.snapshots.snapshot.restore`.
        """
        taken = self._unsaved(session.model)
        header = snapshot.restore(session, self.folder, log, self.store, taken[0] if taken else None)
        if header is not None:
            self.store.touch(self.folder)
        return header

    def _unsaved(self, model: Model) -> list[Capture]:
        return self._saver.unsaved(self.folder, _key(model))

    def close(self) -> None:
        """The chat is closed; what is being written goes on."""
        self.store.release(self.folder)


def _supersede(job: SaveJob) -> None:
    """End a job that waits and is not done any more."""
    if job.taken is not None:
        error = Internal("snapshot.superseded")
        job.end(Outcome(job.taken.header.chat_id, error=error), tell=False)


def _is_gone(file: Path) -> bool:
    """Whether a file is not there; one that cannot be looked at is."""
    try:
        file.stat()
    except FileNotFoundError:
        return True
    except OSError:
        pass
    return False


def _key(model: Model) -> str:
    return key_of(model.facts.fingerprint, snapshot.layout_of(model))
