"""Chats out of a copy of the program's database, as backups are: the file itself is read once, and never written."""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Callable, Generator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import msgspec

from app.core.store import Store, StoreError, StoreTooNew
from app.core.store.database import MAJOR, UserVersion
from app.core.store.transfer import ExportedFolder
from app.core.texts import why
from app.core.transfer import records
from app.core.transfer.errors import TooLarge, TransferError
from app.core.transfer.tree import LARGEST, Imported, ImportLosses
from engine.files import open_file

MAGIC = b"SQLite format 3\0"
BLOCK = 1 << 20
NEEDED = frozenset({"chat", "message"})


def is_one(path: Path) -> bool:
    """Whether the file is a database of SQLite."""
    try:
        with open_file(path) as file:
            return file.read(len(MAGIC)) == MAGIC
    except OSError:
        return False  # said when it is read


def chats(
    path: Path, ask: Callable[[], None], empty: list[ExportedFolder], lost: ImportLosses
) -> Generator[tuple[float, Imported | None]]:
    """Its chats that are not in its trash, each with the share of them that was read by then.

    ``ask``: called often; raises ImportStopped when the person does not want the import any more; ``empty``: gets the
    folders in which none of them is; ``lost``: told of chats that are too large, and of damage.

    Raises:
        TransferError: it is in use, so damaged that nothing can be read, or no database of this program.
    """
    journal = path.with_name(path.name + "-wal")
    if journal.exists() and journal.stat().st_size:
        raise TransferError("import.database_in_use", name=path.name)
    with tempfile.TemporaryDirectory(prefix="longthread-", ignore_cleanup_errors=True) as place:
        copy = Path(place, "longthread.db")
        try:
            with open_file(path) as source, copy.open("wb") as target:
                while block := source.read(BLOCK):
                    ask()
                    target.write(block)
        except OSError as problem:
            raise TransferError("import.unreadable", name=path.name, reason=why(problem)) from None
        _check(copy, path.name)
        try:
            store = Store(copy, Path(place, "backups"))
        except StoreTooNew:
            raise TransferError("import.newer_version", name=path.name) from None
        except StoreError as problem:
            raise TransferError("import.not_readable", name=path.name, reason=problem.text) from None
        with closing(store):
            if store.damaged is not None:
                if not store.rescued:
                    raise TransferError("import.database_damaged", name=path.name)
                lost.damaged.append((path.name, store.rescued))
            yield from _chats(store, path.name, ask, empty, lost)


def _check(copy: Path, name: str) -> None:
    """Raise TransferError if it is a database, but not of this program."""
    try:
        with closing(sqlite3.connect(copy)) as db:
            number = db.execute("PRAGMA user_version").fetchone()[0]
            tables = {row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    except sqlite3.Error as problem:
        raise TransferError("import.not_readable", name=name, reason=str(problem)) from None
    if number <= 0 or not UserVersion.of(number).minor or not tables >= NEEDED:
        raise TransferError("import.unknown_database", name=name)
    if UserVersion.of(number).major > MAJOR:
        raise TransferError("import.newer_version", name=name)


def _chats(
    store: Store, name: str, ask: Callable[[], None], empty: list[ExportedFolder], lost: ImportLosses
) -> Generator[tuple[float, Imported | None]]:
    try:
        found = sorted(store.chats(), key=lambda chat: (chat.created, chat.id))
        folders = store.exported_folders()
        used = {chat.folder for chat in found}
        empty += [folder for key, folder in folders.items() if folder.name and key not in used]
        for number, chat in enumerate(found, 1):
            ask()
            if store.size_of(chat.id) > LARGEST:
                lost.too_large.append(TooLarge("import.titled_chat_too_large", title=chat.title))
                yield number / len(found), None
                continue
            record = records.record_of(chat, store.messages_of(chat.id), "", store.chat_settings(chat.id))
            # through what the file would have, so that the same is left out, refused and made anew
            one = records.chat_of(msgspec.json.decode(msgspec.json.encode(record)), ask)
            yield number / len(found), replace(one, project=folders.get(chat.folder))
    except StoreError as problem:
        raise TransferError("import.not_readable", name=name, reason=problem.text) from None
    except ValueError as problem:
        raise TransferError("import.broken_chat", name=name, reason=str(problem)) from None
