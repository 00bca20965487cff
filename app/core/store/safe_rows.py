"""Puts rows that may be damaged into a sound table: one that its rules refuse gets values they allow."""

from __future__ import annotations

import logging
import re
import sqlite3
from collections.abc import Mapping
from difflib import get_close_matches

from app.core.chat_values import new_id

log = logging.getLogger("store")

_RULE = re.compile(r"CHECK\s*\(\s*(\w+)\s+IN\s*\(([^)]*)\)\s*\)")
_EMPTY: dict[str, object] = {"TEXT": "", "INTEGER": 0, "REAL": 0.0, "BLOB": b""}
_TAKEN = (sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY, sqlite3.SQLITE_CONSTRAINT_UNIQUE, sqlite3.SQLITE_CONSTRAINT_ROWID)


class RowWriter:
    """Writes rows of one table, within a transaction. ``columns``: its names."""

    def __init__(self, db: sqlite3.Connection, table: str) -> None:
        self._db = db
        self._table = table
        self._columns = {row[1]: row for row in db.execute(f"PRAGMA table_info({table})").fetchall()}
        (sql,) = db.execute("SELECT sql FROM sqlite_master WHERE type = 'table' AND name = ?", (table,)).fetchone()
        self.columns = tuple(self._columns)
        self._allowed = {
            name: [value.strip().strip("'") for value in values.split(",")] for name, values in _RULE.findall(sql)
        }

    def put(self, row: Mapping[str, object]) -> bool:
        """Whether it is in the table now; not if another has its key. Columns that the table does not have are left
        out."""
        values = {name: value for name, value in row.items() if name in self._columns}
        if not values:
            return False
        try:
            return self._insert(values)
        except sqlite3.IntegrityError as problem:
            safe = self._safe(values)
            changed = sorted(name for name in safe if name not in values or safe[name] != values[name])
            log.warning("a row of %s (%s): %s; changed: %s", self._table, row.get("id", ""), problem, changed)
        try:
            return self._insert(safe)
        except sqlite3.IntegrityError as problem:
            log.warning("a row of %s was left out: %s", self._table, problem)
            return False

    def _insert(self, values: Mapping[str, object]) -> bool:
        try:
            self._db.execute(
                f"INSERT INTO {self._table} ({', '.join(values)}) VALUES ({', '.join('?' * len(values))})",
                tuple(values.values()),
            )
        except sqlite3.IntegrityError as problem:
            if problem.sqlite_errorcode in _TAKEN:
                return False
            raise
        return True

    def _safe(self, values: Mapping[str, object]) -> dict[str, object]:
        safe: dict[str, object] = {}
        for name, (_, _, kind, needed, default, key) in self._columns.items():
            value = _as(kind, values.get(name))
            if name in self._allowed and str(value) not in self._allowed[name]:
                value = _as(kind, self._likely(name, str(value), values))
            if value is None and needed and default is None:
                value = new_id() if name in ("id", "chat") else _EMPTY[kind]
            if value is not None or (not key and default is None):  # else SQLite has a value for it
                safe[name] = value
        return safe

    def _likely(self, name: str, value: str, values: Mapping[str, object]) -> str | None:
        """The value that this one was most likely."""
        allowed = self._allowed[name]
        for close in get_close_matches(value, allowed, 1, 0.6):
            return str(close)
        if (self._table, name) == ("message", "role"):
            before = self._db.execute(
                "SELECT role FROM message WHERE chat = :chat AND (id = :parent OR n < :n)"
                " ORDER BY id = :parent DESC, n DESC LIMIT 1",
                {key: values.get(key) for key in ("chat", "parent", "n")},
            ).fetchone()
            return "assistant" if before == ("user",) else "user"
        if name == "level":
            owner = (values.get("owner"),)
            of_chat = self._db.execute("SELECT 1 FROM chat WHERE id = ?", owner).fetchone()
            return "chat" if of_chat else next(level for level in allowed if level != "chat")
        if name == "live":
            return "1"  # only while a document is read anew are there others
        return None if self._columns[name][4] is not None else allowed[0]


def _as(kind: str, value: object) -> object:
    """A value in the type of its column; None if it has none in that."""
    if value is None:
        return None
    try:
        if kind == "TEXT":
            return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)
        if kind == "INTEGER":
            number = int(value)  # type: ignore[call-overload]
            return number if -(2**63) <= number < 2**63 else None
        if kind == "REAL":
            return float(value)  # type: ignore[arg-type]
    except (ValueError, OverflowError):
        return None
    return value if isinstance(value, bytes) else str(value).encode()
