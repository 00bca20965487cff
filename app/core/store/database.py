"""The SQLite file: opening, checking, migrating."""

from __future__ import annotations

import logging
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from pathlib import Path

from app.core.store.connection import connect, transaction
from app.core.store.copies import backup, best_first
from app.core.store.errors import StoreBroken, StoreTooNew, told
from app.core.store.indexes import MendingConnection
from app.core.store.integrity import make_anew, mend_branches, unequal
from app.core.store.rebuild import copy_of, finish, has_journal, rebuild
from app.core.store.schema_repair import Part, mend_schema, parts_of
from app.core.texts import say

log = logging.getLogger("store")

MAJOR = 1  # raised when an older program must not open the file any more


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


@dataclass(frozen=True)
class OpenedDatabase:
    """An open database.

    ``damaged``: where the damaged one went that it stands in for, None if all was well; ``copy``: the earlier copy of
    the file whose chats are in it, since there was no file or nothing in it; ``rescued``: messages that are from these;
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

    A damaged file is set aside and a new one made in its place, with what can be read of it and what the newest copies
    have of the rest. Where nothing can be, or the file is gone or empty, it is the newest copy that holds messages.

    Raises:
        StoreTooNew, StoreFull, StoreUnavailable.
    """
    with told():
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    aside = finish(path, backups)
    with told():
        fresh = not path.exists() or path.stat().st_size == 0
        bare = fresh and (has_journal(path) or bool(best_first(backups)))
    if bare:
        return _rebuilt(path, backups, fresh=True)
    try:
        opened = _open(path, backups, fresh)
    except StoreBroken as problem:
        log.error("%s: %s", path, problem.message)
        return _rebuilt(path, backups, fresh=False)
    if aside is not None:
        with told():
            rescued = opened.connection.execute("SELECT count(*) FROM message").fetchone()[0]
            copy = copy_of(opened.connection, backups)
        return replace(opened, damaged=aside, copy=copy, rescued=rescued)
    return replace(opened, fresh=fresh)


def _rebuilt(path: Path, backups: Path, *, fresh: bool) -> OpenedDatabase:
    def create(building: Path) -> MendingConnection:
        return _open(building, backups, True).connection

    made = rebuild(path, backups, create, damaged=not fresh)
    opened = _open(path, backups, True)
    messages, copy = made.salvaged.messages, made.salvaged.copy
    return OpenedDatabase(opened.connection, made.damaged, copy, messages, made.loosened, fresh)


def _open(path: Path, backups: Path, fresh: bool) -> OpenedDatabase:
    with told():
        connection = connect(path)
        try:
            if not fresh:
                check(connection)
                make_anew(connection, unequal(connection))
                _mend(connection)
            migrate(connection, backups)
            loosened = 0
            if not fresh:
                loosened = mend_branches(connection)
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
