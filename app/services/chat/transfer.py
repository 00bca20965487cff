"""Export and import of chats in slices: the store's thread is never held for long, and it can be stopped."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Literal, TypeVar

import msgspec
from blake3 import blake3
from PySide6.QtCore import QCoreApplication, QObject, Qt, QTimer, Signal

from app.core.chat_values import ChatView, new_id
from app.core.store import Store, StoreError
from app.core.store.transfer import ExportedFolder, FolderOfChat
from app.core.texts import say, why
from app.core.transfer import (
    Imported,
    ImportProgress,
    ImportStopped,
    TransferError,
    imported,
    sources,
)
from app.core.work_values import Notice
from app.services.background import Ops
from app.services.chat import transfer_words
from app.services.chat.deletion import delete_hidden
from app.services.chat.transfer_targets import ExportTarget, JsonFile, MarkdownFile, MarkdownFolder, WholeChat
from app.services.wording import said_together

translate = QCoreApplication.translate

log = logging.getLogger("transfer")

SLICE = 32  # chats at once
SLICE_SECONDS = 0.1
SLICE_MESSAGES = 200  # to be stored at once; both indexes are kept, which takes half a millisecond each
SLICE_CHARACTERS = 1 << 19
PER_MILLE = 1000
LET_GO_MS = 10_000  # after it was cancelled; a drive that does not answer holds up no other import or export

T = TypeVar("T")

Step = Callable[[float], None]  # told how much is done, 0 to 1; raises PagesStopped


class PagesStopped(Exception):
    """The person has cancelled what is written page by page."""


class Transfer(msgspec.Struct, frozen=True):
    """What goes on: ``done`` of ``total`` (bytes read, chats written, or per mille), and ``chats`` so far."""

    kind: Literal["import", "export", "print"]
    name: str
    done: int = 0
    total: int = 0
    chats: int = 0


class _Run:
    """One export or import.

    Attributes:
        stopped: it is to end.
        steps: how many on files of the person were begun; outside: the one that goes on, 0: none does.
        leave: leaves nothing of an export that nothing is written of just now.
        let_go: leaves nothing in the store of one that nobody waits for any more.
    """

    def __init__(self) -> None:
        self.stopped = False
        self.steps = self.outside = 0
        self.leave: Callable[[], None] | None = None
        self.let_go: Callable[[], None] = lambda: None


class Transfers(QObject):
    """One export or import at a time. One that is cancelled and hangs, since a drive does not answer, is waited for no
    more: it ends by itself when that does.

    Signals:
        progress_changed(Transfer | None): None when nothing goes on.
        imported(tuple[str, ...]): ids of the chats that came in.
        dropped(): chats of an import that did not end were deleted, or some of them.
        notice(Notice)
    """

    progress_changed = Signal(object)
    imported = Signal(object)
    dropped = Signal()
    notice = Signal(object)
    _pages_done = Signal(int)  # per mille

    def __init__(self, store: Store, ops: Ops, parent: QObject) -> None:
        super().__init__(parent)
        self._store, self._ops = store, ops
        self._now: Transfer | None = None
        self._run: _Run | None = None
        self._closed = False
        self._skipped: dict[str, tuple[list[Path], frozenset[bytes]]] = {}
        self._pages_done.connect(self._show_pages, Qt.ConnectionType.QueuedConnection)
        ops.store(store.hidden, lambda left: self._drop(left, lambda: None, ops.pass_on))

    def _drop(self, ids: Sequence[str], then: Callable[[], None], failed: Callable[[Exception], None]) -> None:
        """Delete staged chats, some at a time; should it fail: they are out of sight, and go at the next start."""

        def over(_: Sequence[str], problem: Exception | None) -> None:
            if ids:
                self.dropped.emit()
            if problem is None:
                then()
            else:
                failed(problem)

        delete_hidden(self._store, self._ops, ids, over)

    @property
    def present(self) -> Transfer | None:
        """What goes on."""
        return self._now

    def cancel(self) -> None:
        """Stop what goes on; of an import nothing stays, of an export no file."""
        run = self._run
        if run is not None and not run.stopped:
            run.stopped = True
            self._wait(run)

    def cancel_import(self) -> None:
        """:meth:`cancel` what goes on if it brings chats."""
        if self._now is not None and self._now.kind == "import":
            self.cancel()

    def _wait(self, run: _Run) -> None:
        step = run.outside
        QTimer.singleShot(LET_GO_MS, self, lambda: self._wait_no_more(run, step))

    def _wait_no_more(self, run: _Run, step: int) -> None:
        """``step``: the one outside that it was at a while ago, 0: the store was at it."""
        if run is not self._run or self._closed:
            return
        if not step or run.outside != step:
            self._wait(run)
            return
        log.warning("what was cancelled does not end")
        run.let_go()
        self._end(run)
        self.notice.emit(Notice("warning", say("transfer.no_answer")))

    def shutdown(self) -> None:
        """The program ends: what goes on stops at its next step, also in the middle of a chat."""
        self._closed = True
        if self._run is not None:
            self._run.stopped = True
            if self._run.leave is not None:
                self._ops.outside(self._run.leave)

    def _begin(self, transfer: Transfer) -> _Run | None:
        if self._now is not None:
            self.notice.emit(Notice("info", say("transfer.busy")))
            return None
        self._run = run = _Run()
        self._show(run, transfer)
        return run

    def _show(self, run: _Run, transfer: Transfer | None) -> None:
        if run is self._run:
            self._now = transfer
            self.progress_changed.emit(transfer)

    def _end(self, run: _Run) -> bool:
        """It is over; whether it was waited for."""
        waited = run is self._run
        self._show(run, None)
        if waited:
            self._run = None
        return waited

    def _outside(
        self, run: _Run, work: Callable[[], T], done: Callable[[T], None], failed: Callable[[Exception], None],
        name: str = "",
    ) -> None:  # fmt: skip
        """A step of it on files of the person. ``name``: see :meth:`Ops.outside`."""
        run.steps += 1
        run.outside = run.steps

        def over(then: Callable[[], None]) -> None:
            run.outside = 0
            then()

        self._ops.outside(
            work, lambda result: over(lambda: done(result)), lambda problem: over(lambda: failed(problem)), name=name
        )

    def _failed(self, run: _Run, problem: Exception) -> None:
        if not self._end(run):
            log.info("what nobody waited for failed: %s", type(problem).__name__)
            return
        if isinstance(problem, (TransferError, StoreError)):
            self.notice.emit(Notice("error", problem.text))
        elif isinstance(problem, OSError):
            self.notice.emit(Notice("error", say("transfer.not_written", reason=why(problem))))
        else:
            log.error("transfer failed", exc_info=problem)
            self.notice.emit(Notice("error", say("transfer.failed", reason=str(problem))))

    # export --------------------------------------------------------------------

    def export_json(self, ids: Sequence[str], path: Path, all_folders: bool = False) -> None:
        """Write chats with all branches into one file that can be imported again. ``all_folders``: also the folders
        that none of them is in.
        """
        self._export(lambda folders: JsonFile(path, folders), ids, path, all_folders)

    def export_markdown(self, ids: Sequence[str], path: Path) -> None:
        """Write the branch shown of each chat: one chat into the file ``path``, else files in the folder ``path``."""
        one = len(ids) == 1 and not os.path.isdir(path)
        words = transfer_words.markdown_words()
        self._export(lambda _: MarkdownFile(path, words) if one else MarkdownFolder(path, words), ids, path)

    def export_pages(self, chat: str, path: Path, write: Callable[[ChatView, Path, Step], None]) -> None:
        """Write the branch shown of a chat into the file ``path``. ``write`` runs on another thread and leaves nothing
        of what it did not finish.
        """

        run = self._begin(Transfer("export", path.name, 0, PER_MILLE, 1))
        if run is None:
            return

        def written() -> None:
            self.notice.emit(Notice("info", transfer_words.exported(1, path.name)))

        def begin(view: ChatView | None) -> None:
            if view is None:
                self._failed(run, TransferError("export.nothing"))
            else:
                self._write_pages(run, lambda step: write(view, path, step), written)

        self._ops.store(lambda: self._store.view(chat), begin, partial(self._failed, run))

    def print_pages(self, name: str, write: Callable[[Step], None]) -> None:
        """Let ``write`` print on another thread. ``name``: of what it prints on."""

        def printed() -> None:
            self.notice.emit(Notice("info", translate("Transfers", "Chat sent to {name}.").format(name=name)))

        run = self._begin(Transfer("print", name, 0, PER_MILLE, 1))
        if run is not None:
            self._write_pages(run, write, printed)

    def _write_pages(self, run: _Run, write: Callable[[Step], None], written: Callable[[], None]) -> None:
        told = 0

        def step(share: float) -> None:
            nonlocal told
            if run.stopped:
                raise PagesStopped
            if round(share * PER_MILLE) > told:
                told = round(share * PER_MILLE)
                self._pages_done.emit(told)

        def done(_: None) -> None:
            self._end(run)
            written()

        def failed(problem: Exception) -> None:
            if isinstance(problem, PagesStopped):
                self._end(run)
            else:
                self._failed(run, problem)

        self._outside(run, lambda: write(step), done, failed)

    def _show_pages(self, done: int) -> None:
        run = self._run
        if run and self._now is not None and self._now.total == PER_MILLE and self._now.kind != "import":
            self._show(run, msgspec.structs.replace(self._now, done=done))

    def _export(
        self,
        make: Callable[[Sequence[ExportedFolder]], ExportTarget],
        ids: Sequence[str],
        path: Path,
        all_folders: bool = False,
    ) -> None:
        run = self._begin(Transfer("export", path.name, 0, len(ids))) if ids or all_folders else None
        if run is None:
            return
        at = total = 0  # of ids, up to where chats were read; chats that were written
        left_out: set[str] = set()  # pictures, which are files of their own
        folders: dict[str, ExportedFolder] = {}
        target: ExportTarget | None = None

        def discard() -> None:
            if target is not None:
                target.discard()

        def ended() -> None:
            self._end(run)

        def failed(problem: Exception) -> None:
            run.leave = None
            self._ops.outside(discard)
            self._failed(run, problem)

        def read() -> list[WholeChat]:
            nonlocal at, target
            if target is None:
                folders.update(self._store.exported_folders(None if all_folders else ids))
                target = make(list(folders.values()))
            found: list[WholeChat] = []
            until = time.monotonic() + SLICE_SECONDS
            while at < len(ids) and len(found) < SLICE and (not found or time.monotonic() < until):
                view = self._store.view(ids[at])
                if view is not None:
                    found.append(WholeChat(view, self._store.messages_of(ids[at]), folders.get(view.chat.folder, "")))
                at += 1
            return found

        def write(found: list[WholeChat]) -> None:
            if run.stopped:
                run.leave = None
                self._outside(run, discard, lambda _: ended(), failed)
                return
            assert target is not None
            writes, last = target, at == len(ids)
            run.leave = None

            def work() -> bool:
                """Whether it was not stopped. Leaves nothing itself: after the program's end nobody else does."""
                try:
                    for whole in found:
                        if run.stopped:
                            break
                        writes.put(whole)
                    if run.stopped:
                        writes.discard()
                        return False
                    if last:
                        writes.finish()
                except BaseException:
                    writes.discard()
                    raise
                return True

            def written(whole: bool) -> None:
                nonlocal total
                if not whole:
                    ended()
                    return
                total += len(found)
                left_out.update(digest for whole in found for digest in whole.pictures)
                if not last:
                    run.leave = discard
                    self._show(run, Transfer("export", path.name, at, len(ids), total))
                    self._ops.store(read, write, failed)
                    return
                ended()
                told = transfer_words.exported(total, path.name), transfer_words.without(len(left_out))
                self.notice.emit(Notice("info", *told))

            self._outside(run, work, written, failed, path.name)

        run.leave = discard
        self._ops.store(read, write, failed)

    # import --------------------------------------------------------------------

    def import_skipped(self, key: str) -> None:
        """Take in the chats that an import left out since they are here already; ``key``: of its notice."""
        if key in self._skipped:
            given, chosen = self._skipped[key] if self._now is not None else self._skipped.pop(key)
            self._import(given, chosen)

    def import_paths(self, paths: Sequence[str | Path]) -> None:
        """Take in the chats of files, folders and archives; all of them, or none if one file is broken.

        Those that are here already are left out; so are those that are too large and what cannot be read of a damaged
        database, which the notice at the end tells.
        """
        self._import([Path(path) for path in paths])

    def _import(self, given: list[Path], chosen: frozenset[bytes] | None = None) -> None:
        """``chosen``: take in the chats with these marks (:func:`_mark_of`), and no others."""
        name = given[0].name if len(given) == 1 else translate("Transfers", "%Ln file(s)", "", len(given))
        run = self._begin(Transfer("import", name)) if given else None
        if run is None:
            return
        progress = ImportProgress(lambda: run.stopped)
        source: Generator[Imported | None, None, None] | None = None
        staged: dict[str, FolderOfChat] = {}
        here: list[bytes] = []  # marks of those that were read and that the store has
        count = messages = left_out = total = 0

        def drop(then: Callable[[], None], failed: Callable[[Exception], None]) -> None:
            ids = list(staged)
            staged.clear()
            self._drop(ids, then, failed)

        def give_up(problem: Exception | None) -> None:
            def gone() -> None:
                if problem is not None:
                    self._failed(run, problem)
                elif self._end(run):
                    self.notice.emit(Notice("info", say("import.cancelled")))

            if source is not None:
                self._ops.outside(source.close)
            drop(gone, lambda other: self._failed(run, problem or other))

        def read() -> list[Imported] | None:
            """The next chats; None at the end."""
            nonlocal source, total
            until = time.monotonic() + SLICE_SECONDS
            chats: list[Imported] = []
            size = number = 0
            with suppress(ImportStopped):  # what comes next sees that it was cancelled
                if source is None:
                    found = sources(given, progress.ask)
                    total = sum(one.size for one in found)
                    source = imported(found, progress)
                for one in source:
                    if one is not None:
                        chats.append(one)
                        number += len(one.messages)
                        size += sum(len(message.content) for message in one.messages)
                        files = {file.id: len(file.text) for message in one.messages for file in message.attachments}
                        size += sum(files.values())
                    full = len(chats) >= SLICE or number >= SLICE_MESSAGES or size >= SLICE_CHARACTERS
                    if run.stopped or full or time.monotonic() > until:
                        return chats
            return chats or None

        def stage(chats: list[Imported] | None) -> None:
            nonlocal count
            if run.stopped:
                give_up(None)
                return
            if chats is None:
                finish()
                return
            wanted = [one for one in chats if chosen is None or _mark_of(one) in chosen]
            count += len(chats)
            staged.update((one.chat.id, one.project or one.folder) for one in wanted)

            def put() -> set[str]:
                known: set[str] = set()
                if chosen is None:
                    known = self._store.already_here((one.chat, one.messages) for one in wanted)
                new = [one for one in wanted if one.chat.id not in known]
                self._store.stage_chats(
                    ((one.chat, one.messages) for one in new), {one.chat.id: one.settings for one in new}
                )
                return known

            def more(known: set[str]) -> None:
                nonlocal messages, left_out
                for one in wanted:
                    if one.chat.id in known:
                        here.append(_mark_of(one))
                        del staged[one.chat.id]
                    else:
                        messages += len(one.messages)
                        left_out += one.left_out
                self._show(run, Transfer("import", name, min(progress.done, total), total, len(staged)))
                self._outside(run, read, stage, give_up, name)

            self._ops.store(put, more, give_up)

        def finish() -> None:
            empty = progress.empty if chosen is None else []
            if not count and not empty:
                self._end(run)
                self.notice.emit(
                    Notice("warning", say("import.no_chats", name=name), transfer_words.lost(progress.lost))
                )
                return

            def done(made: int) -> None:
                self._end(run)
                added = (
                    transfer_words.imported(len(staged), messages)
                    if staged
                    else translate("Transfers", "No new chats.")
                )
                known = transfer_words.here(len(here), count) if here else ""
                lost = transfer_words.lost(progress.lost)
                beside = transfer_words.folders(made), transfer_words.missing(left_out)
                about = said_together(lost, known, *beside)
                level: Literal["info", "warning"] = "warning" if lost else "info"
                if here:
                    key = new_id()
                    self._skipped[key] = given, frozenset(here)
                    self.notice.emit(Notice(level, added, about, "import_skipped", key))
                else:
                    self.notice.emit(Notice(level, added, about))
                if staged or made:
                    self.imported.emit(tuple(staged))

            self._ops.store(lambda: self._store.finish_import(staged.items(), empty), done, give_up)

        run.let_go = lambda: drop(lambda: None, self._ops.pass_on)
        self._outside(run, read, stage, give_up, name)


def _mark_of(one: Imported) -> bytes:
    """What tells a chat from others when its file is read again: its place in a folder may be another one by then."""
    mark = blake3(msgspec.json.encode((one.chat.created, one.chat.title)))
    for message in one.messages:
        mark.update(msgspec.json.encode((message.role, message.created, message.content)))
    return mark.digest()
