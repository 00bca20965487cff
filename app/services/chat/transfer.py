"""Export and import of chats in slices: the store's thread is never held for long, and it can be stopped."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Generator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, Literal

import msgspec
from PySide6.QtCore import QCoreApplication, QObject, Signal

from app.core.chat_values import Chat, ChatView, Message
from app.core.store import Store, StoreError
from app.core.texts import say, why
from app.core.transfer import (
    Imported,
    ImportProgress,
    ImportStopped,
    JsonExport,
    TransferError,
    file_name,
    imported,
    markdown,
    sources,
)
from app.core.work_values import Notice
from app.services.background import Ops
from engine.files import discard, put_in_place

translate = QCoreApplication.translate

log = logging.getLogger("transfer")

SLICE = 32  # chats at once
SLICE_SECONDS = 0.1
SLICE_MESSAGES = 200  # to be stored at once; both indexes are kept, which takes half a millisecond each
SLICE_CHARACTERS = 1 << 19


class Transfer(msgspec.Struct, frozen=True):
    """What goes on: ``done`` of ``total`` (bytes read, or chats written), and ``chats`` so far."""

    kind: Literal["import", "export"]
    name: str
    done: int = 0
    total: int = 0
    chats: int = 0


class Transfers(QObject):
    """One export or import at a time.

    Signals:
        progress_changed(Transfer | None): None when nothing goes on.
        imported(tuple[str, ...]): ids of the chats that came in.
        exported(str): the file or folder that was written.
        notice(Notice)
    """

    progress_changed = Signal(object)
    imported = Signal(object)
    exported = Signal(str)
    notice = Signal(object)

    def __init__(self, store: Store, ops: Ops, parent: QObject) -> None:
        super().__init__(parent)
        self._store, self._ops = store, ops
        self._now: Transfer | None = None
        self._stop = False
        ops.store(store.drop_left_imports)

    @property
    def present(self) -> Transfer | None:
        """What goes on."""
        return self._now

    def cancel(self) -> None:
        """Stop what goes on; of an import nothing stays, of an export no file."""
        self._stop = True

    def shutdown(self) -> None:
        """The program ends: what goes on stops at its next step, also in the middle of a chat."""
        self._stop = True

    def _begin(self, transfer: Transfer) -> bool:
        if self._now is not None:
            self.notice.emit(Notice("info", say("transfer.busy")))
            return False
        self._stop = False
        self._show(transfer)
        return True

    def _show(self, transfer: Transfer | None) -> None:
        self._now = transfer
        self.progress_changed.emit(transfer)

    def _failed(self, problem: Exception) -> None:
        self._show(None)
        if isinstance(problem, (TransferError, StoreError)):
            self.notice.emit(Notice("error", problem.text))
        elif isinstance(problem, OSError):
            self.notice.emit(Notice("error", say("transfer.not_written", reason=why(problem))))
        else:
            log.error("transfer failed", exc_info=problem)
            self.notice.emit(Notice("error", say("transfer.failed", reason=str(problem))))

    # export --------------------------------------------------------------------

    def export_json(self, ids: Sequence[str], path: Path) -> None:
        """Write chats with all branches into one file that can be imported again."""
        self._export(_JsonFile(path), ids, path)

    def export_markdown(self, ids: Sequence[str], path: Path) -> None:
        """Write the branch shown of each chat: one chat into the file ``path``, else files in the folder ``path``."""
        self._export(_MarkdownFile(path) if len(ids) == 1 and not path.is_dir() else _MarkdownFolder(path), ids, path)

    def _export(self, target: _Target, ids: Sequence[str], path: Path) -> None:
        if not ids or not self._begin(Transfer("export", path.name, 0, len(ids))):
            return
        at = 0  # of ids, up to where chats were read
        left_out: set[str] = set()  # pictures, which are files of their own

        def failed(problem: Exception) -> None:
            self._ops.run(target.discard)
            self._failed(problem)

        def read() -> list[_Whole]:
            nonlocal at
            folders = {folder.id: folder.name for folder in self._store.folders()}
            found: list[_Whole] = []
            until = time.monotonic() + SLICE_SECONDS
            while at < len(ids) and len(found) < SLICE and (not found or time.monotonic() < until):
                view = self._store.view(ids[at])
                if view is not None:
                    found.append(_Whole(view, self._store.messages_of(ids[at]), folders.get(view.chat.folder, "")))
                at += 1
            return found

        def write(found: list[_Whole]) -> None:
            if self._stop:
                self._ops.run(target.discard, lambda _: self._show(None), failed)
                return
            last = at == len(ids)

            def work() -> None:
                for whole in found:
                    target.put(whole)
                if last:
                    target.finish()

            def written(_: None) -> None:
                assert self._now is not None
                total = self._now.chats + len(found)
                left_out.update(digest for whole in found for digest in whole.pictures)
                if not last:
                    self._show(msgspec.structs.replace(self._now, done=at, chats=total))
                    self._ops.store(read, write, failed)
                    return
                self._show(None)
                self.notice.emit(Notice("info", _exported(total, path.name), _without(len(left_out))))
                self.exported.emit(str(path))

            self._ops.run(work, written, failed)

        self._ops.store(read, write, failed)

    # import --------------------------------------------------------------------

    def import_paths(self, paths: Sequence[str | Path]) -> None:
        """Take in the chats of files, folders and archives; all of them, or none if one file is broken."""
        given = [Path(path) for path in paths]
        name = given[0].name if len(given) == 1 else f"{len(given)} files"
        if not given or not self._begin(Transfer("import", name)):
            return
        progress = ImportProgress(lambda: self._stop)
        source: Generator[Imported | None, None, None] | None = None
        staged: list[tuple[str, str]] = []
        messages = left_out = total = 0

        def give_up(problem: Exception | None) -> None:
            def gone(_: None) -> None:
                if problem is None:
                    self._show(None)
                    self.notice.emit(Notice("info", say("import.cancelled")))
                else:
                    self._failed(problem)

            if source is not None:
                self._ops.run(source.close)
            ids = [chat for chat, _ in staged]
            # should even this fail: they are out of sight, and go at the next start
            self._ops.store(lambda: self._store.drop_import(ids), gone, lambda other: self._failed(problem or other))

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
                    if self._stop or full or time.monotonic() > until:
                        return chats
            return chats or None

        def stage(chats: list[Imported] | None) -> None:
            nonlocal messages, left_out
            if self._stop:
                give_up(None)
            elif chats is None:
                finish()
            else:
                messages += sum(len(one.messages) for one in chats)
                left_out += sum(one.left_out for one in chats)
                staged.extend((one.chat.id, one.folder) for one in chats)
                self._ops.store(
                    lambda: self._store.stage_chats(
                        ((one.chat, one.messages) for one in chats), {one.chat.id: one.settings for one in chats}
                    ),
                    more,
                    give_up,
                )

        def more(_: None) -> None:
            self._show(Transfer("import", name, min(progress.done, total), total, len(staged)))
            self._ops.run(read, stage, give_up)

        def finish() -> None:
            if not staged:
                self._show(None)
                self.notice.emit(Notice("warning", say("import.no_chats", name=name)))
                return

            def done(_: None) -> None:
                self._show(None)
                missing = translate("Transfers", "Skipped %Ln non-text item(s).", "", left_out) if left_out else ""
                self.notice.emit(Notice("info", _imported(len(staged), messages), missing))
                self.imported.emit(tuple(chat for chat, _ in staged))

            self._ops.store(lambda: self._store.finish_import(staged), done, give_up)

        self._ops.run(read, stage, give_up)


def _exported(chats: int, name: str) -> str:
    return translate("Transfers", "Exported %Ln chat(s) to {name}.", "", chats).format(name=name)


def _without(pictures: int) -> str:
    return translate("Transfers", "Exported %Ln image(s) by name only.", "", pictures) if pictures else ""


def _imported(chats: int, messages: int) -> str:
    with_messages = translate("Transfers", "%Ln message(s)", "", messages)
    return translate("Transfers", "Imported %Ln chat(s) with {messages}.", "", chats).format(messages=with_messages)


# --------------------------------------------------------------------------- what is written


class _Whole(msgspec.Struct, frozen=True):
    view: ChatView
    messages: list[Message]
    folder: str

    @property
    def chat(self) -> Chat:
        return self.view.chat

    @property
    def pictures(self) -> set[str]:
        return {file.digest for message in self.messages for file in message.attachments if file.kind == "picture"}


class _Target:
    """Takes chats one after the other. ``finish`` makes what was written count; ``discard`` leaves nothing."""

    def put(self, whole: _Whole) -> None: ...

    def finish(self) -> None: ...

    def discard(self) -> None: ...


class _File(_Target):
    """Written beside its place and put there when it is whole."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._partial = path.with_name(path.name + ".part")
        self._file: BinaryIO | None = None

    def _write(self, data: bytes) -> None:
        if self._file is None:
            self._file = self._partial.open("wb")
        self._file.write(data)

    def finish(self) -> None:
        if self._file is None:
            raise TransferError("export.nothing")
        self._file.flush()
        os.fsync(self._file.fileno())
        self._file.close()
        put_in_place(self._partial, self._path)

    def discard(self) -> None:
        if self._file is not None:
            with suppress(OSError):
                self._file.close()
            discard(self._partial)


class _JsonFile(_File):
    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self._json = JsonExport()

    def put(self, whole: _Whole) -> None:
        self._head()
        self._write(self._json.chat(whole.chat, whole.messages, whole.folder, whole.view.settings))

    def finish(self) -> None:
        self._head()
        self._write(self._json.end())
        super().finish()

    def _head(self) -> None:
        if self._file is None:
            self._write(self._json.begin(time.time()))


class _MarkdownFile(_File):
    def put(self, whole: _Whole) -> None:
        self._write(markdown(whole.view).encode("utf-8"))


class _MarkdownFolder(_Target):
    """A file for each chat, in folders like those of the list; nothing that is there is written over."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._written: list[Path] = []
        self._taken: dict[Path, set[str]] = {}

    def put(self, whole: _Whole) -> None:
        place = self._folder / file_name(whole.folder, "", set()) if whole.folder else self._folder
        if place not in self._taken:
            place.mkdir(parents=True, exist_ok=True)
            self._taken[place] = {entry.name.lower() for entry in place.iterdir()}
        path = place / file_name(whole.chat.title, ".md", self._taken[place])
        with path.open("x", encoding="utf-8", newline="\n") as file:
            self._written.append(path)
            file.write(markdown(whole.view))

    def discard(self) -> None:
        for path in self._written:
            discard(path)
