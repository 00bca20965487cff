"""The SQLite file: opening, checking, migrating, backing up, setting a damaged one aside."""

from __future__ import annotations

import logging
import os
import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from pathlib import Path

from app.core.store.connection import connect, transaction
from app.core.store.errors import StoreBroken, StoreTooNew, told
from app.core.store.indexes import MendingConnection
from app.core.store.salvage import salvage
from app.core.store.schema import Part, cut_circles, mend_schema, parts_of
from app.core.texts import say
from engine.files import put_in_place

log = logging.getLogger("store")

MAJOR = 1  # raised when an older program must not open the file any more
KEEP_BACKUPS = 5


@dataclass(frozen=True, order=True)
class UserVersion:
    """Version of the schema in SQLite's ``user_version``: ``major << 16 | minor``, minor = last migration done."""

    major: int
    minor: int

    @classmethod
    def of(cls, number: int) -> UserVersion:
        """The version in a ``user_version`` (ValueError if negative)."""
        if number < 0:
            raise ValueError(f"{number} is no version")
        return cls(number >> 16, number & 0xFFFF)

    def __int__(self) -> int:
        return self.major << 16 | self.minor

    def __str__(self) -> str:
        return f"{self.major}.{self.minor}"


def migrations() -> list[tuple[int, str, str]]:
    """All migrations in order: number, file name, SQL."""
    found = []
    for entry in resources.files("app.core.store").joinpath("migrations").iterdir():
        if entry.name.endswith(".sql"):
            found.append((int(entry.name.split("_")[0]), entry.name, entry.read_text(encoding="utf-8")))
    return sorted(found)


def current_version() -> UserVersion:
    """The version this program writes."""
    return UserVersion(MAJOR, migrations()[-1][0])


def version_of(connection: sqlite3.Connection) -> UserVersion:
    """The version of a file. Raises StoreBroken: it says one that there cannot be."""
    number = connection.execute("PRAGMA user_version").fetchone()[0]
    if number < 0:
        raise StoreBroken("store.damaged", reason=say("store.bad_version", version=number))
    return UserVersion.of(number)


@cache
def _made_by(scripts: tuple[str, ...]) -> list[Part]:
    """What a file is made of after these migrations."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        for sql in scripts:
            for statement in statements(sql):
                connection.execute(statement)
        return parts_of(connection)


def check(connection: sqlite3.Connection) -> None:
    """Look for damage.

    Raises:
        StoreBroken: there is some.
    """
    with told():
        rows = [row[0] for row in connection.execute("PRAGMA quick_check(5)")]
    if rows != ["ok"]:
        raise StoreBroken("store.damaged", reason=str(rows[0]))


def backup(connection: sqlite3.Connection, folder: Path, label: str) -> Path:
    """A consistent copy of the open database as ``folder/longthread-<label>-<time>.db``; older copies are pruned.

    Raises:
        StoreFull: no room for it. StoreUnavailable: the folder cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    target = free_name(folder, f"longthread-{label}")
    partial = target.with_suffix(".part")
    try:
        with told(), closing(sqlite3.connect(partial)) as copy:
            connection.backup(copy)
        put_in_place(partial, target)
    except BaseException:
        with suppress(OSError):
            partial.unlink(missing_ok=True)
        raise
    os.chmod(target, 0o600)
    for old in sorted(folder.glob("longthread-*.db"), key=lambda entry: entry.stat().st_mtime)[:-KEEP_BACKUPS]:
        old.unlink(missing_ok=True)
    return target


def free_name(folder: Path, stem: str) -> Path:
    """A path in ``folder`` that does not exist: stem, time of day, and a number if needed."""
    base = f"{stem}-{time.strftime('%Y%m%d-%H%M%S')}"
    candidate, n = folder / f"{base}.db", 1
    while candidate.exists():
        n += 1
        candidate = folder / f"{base}-{n}.db"
    return candidate


def migrate(connection: sqlite3.Connection, backups: Path) -> None:
    """Bring the schema up to date, each step in one transaction, after a copy of the file as it was.

    Raises:
        StoreTooNew: a later version made this file.
        StoreBroken: its version is none.
    """
    version = version_of(connection)
    if version.major > MAJOR:
        raise StoreTooNew("store.too_new", version=int(version))
    pending = [step for step in migrations() if step[0] > version.minor]
    if not pending:
        return
    if version.minor > 0:
        backup(connection, backups, f"before-{MAJOR}.{pending[-1][0]}")
    connection.execute(
        "PRAGMA foreign_keys = OFF"
    )  # so that a table can be made anew; what it leaves is looked at below
    try:
        for number, name, sql in pending:
            log.info("migration %s", name)
            with transaction(connection):
                for statement in statements(sql):
                    connection.execute(statement)
                connection.execute(f"PRAGMA user_version = {int(UserVersion(MAJOR, number))}")
    finally:
        connection.execute("PRAGMA foreign_keys = ON")
    problems = connection.execute("PRAGMA foreign_key_check").fetchall()
    if problems:
        log.warning("%d rows refer to missing rows", len(problems))


def statements(sql: str) -> Iterator[str]:
    """The statements of a script one by one (``executescript`` would commit the transaction)."""
    pending = ""
    for line in sql.splitlines(keepends=True):
        pending += line
        if sqlite3.complete_statement(pending):
            yield pending
            pending = ""
    if any(line.strip() and not line.strip().startswith("--") for line in pending.splitlines()):
        raise ValueError(f"unfinished statement: {pending[:80]!r}")


def set_aside(path: Path, folder: Path) -> Path:
    """Move a damaged database with its side files into ``folder``; nothing of it is deleted."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    target = free_name(folder, "damaged")
    for suffix in ("", "-wal", "-shm"):
        part = path.with_name(path.name + suffix)
        if part.exists():
            shutil.move(part, target.with_name(target.name + suffix))
    return target


@dataclass(frozen=True)
class OpenedDatabase:
    """An open database.

    ``damaged``: where the damaged one went that it stands in for, None if all was well; ``copy``: the earlier copy of
    the file whose chats are in it, since there was no file or nothing in it; ``rescued``: messages read out of these;
    ``loosened``: messages that followed one another in a circle and begin branches now; ``fresh``: there was no file.
    """

    connection: MendingConnection
    damaged: Path | None = None
    copy: Path | None = None
    rescued: int = 0
    loosened: int = 0
    fresh: bool = False


def open_database(path: Path, backups: Path) -> OpenedDatabase:
    """Open or create the database, check and migrate it.

    A damaged file is set aside and a new one made in its place, with what can be read of it. Where nothing can be, or
    the file is gone or empty, the newest copy of it that holds messages is read instead.

    Raises:
        StoreTooNew, StoreFull, StoreUnavailable.
    """
    with told():
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    damaged: Path | None = None
    with told():
        fresh = not path.exists() or path.stat().st_size == 0
        if fresh and _left_beside(path):  # SQLite would delete a journal without a file
            damaged = set_aside(path, backups)
    try:
        opened = _open(path, backups, fresh)
    except StoreBroken as problem:
        log.error("%s: %s", path, problem.message)
        with told():
            damaged = set_aside(path, backups)
        opened = _open(path, backups, True)
        rescued = salvage(damaged, opened.connection)
        opened = replace(opened, damaged=damaged, rescued=rescued, loosened=cut_circles(opened.connection))
    opened = replace(opened, damaged=damaged, fresh=fresh)
    return opened if opened.rescued or not (fresh or damaged) else _from_copy(opened, backups)


def _left_beside(path: Path) -> bool:
    journal = path.with_name(path.name + "-wal")
    return journal.exists() and journal.stat().st_size > 0


def _from_copy(opened: OpenedDatabase, backups: Path) -> OpenedDatabase:
    """Fill a new database from the newest copy that holds messages, if there is one."""
    with told():
        copies = sorted(backups.glob("longthread-*.db"), key=lambda copy: copy.stat().st_mtime, reverse=True)
    for copy in copies:
        rescued = salvage(copy, opened.connection)
        if rescued:
            log.warning("%d messages are from the copy %s", rescued, copy.name)
            return replace(opened, copy=copy, rescued=rescued, loosened=cut_circles(opened.connection))
    return opened


def _open(path: Path, backups: Path, fresh: bool) -> OpenedDatabase:
    with told():
        connection = connect(path)
        try:
            if not fresh:
                check(connection)
                _mend(connection)
            migrate(connection, backups)
            loosened = 0
            if not fresh:
                with transaction(connection):
                    loosened = cut_circles(connection)
            if os.name == "posix":
                path.chmod(0o600)
        except BaseException:
            connection.close()
            raise
    return OpenedDatabase(connection, loosened=loosened)


def _mend(connection: MendingConnection) -> None:
    """Make anew what is derived and missing or damaged, of a file of any version up to this one.

    Raises:
        StoreBroken: what cannot be derived is missing.
    """
    version, steps = version_of(connection), migrations()
    if not 0 < version.minor <= steps[-1][0] or version.major > MAJOR:
        return
    with transaction(connection):
        mend_schema(connection, _made_by(tuple(sql for number, _, sql in steps if number <= version.minor)))
    if not connection.probe_indexes():
        connection.mend_indexes()
