"""Reads the tables of a database that may be damaged: all rows that can be reached, around what cannot be read."""

from __future__ import annotations

import logging
import sqlite3
import time
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path

from app.core.read_only import uri_of
from app.core.store.connection import decode

log = logging.getLogger("store")

TABLES = (
    "setting", "scoped_setting", "model", "folder", "chat", "message", "document", "attachment", "mark", "activity",
    "draft", "draft_file", "watched_folder", "left_out_source", "library_document", "passage", "mounted_document",
    "citation", "knowledge_document",
)  # fmt: skip
NUMBERED = {
    "message": "content",
    "document": "text",
    "activity": "figures",
    "passage": "text",
}  # rows keep their numbers
_KEYS = {  # of tables without row numbers
    "scoped_setting": ("level", "owner", "key"),
    "attachment": ("message", "place"),
    "draft_file": ("draft", "place"),
    "mounted_document": ("level", "owner", "document"),
    "citation": ("message", "place"),
    "knowledge_document": ("document",),
}
_OWNERS = {"draft_file": "draft.chat", "knowledge_document": "library_document.id"}  # of which others than messages
_TRIES = 20_000  # reads that fail, of one table
_VAIN = 3_000  # those after which no other row was found: they are spread evenly over what is not read yet
_SECONDS = 20.0  # of one table
_FAR = 50_000  # how far behind the last row others are looked for where no index tells
_LOWEST, _HIGHEST = -(2**63) - 1, 2**63
_GO_ON = (
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_TOOBIG,
)  # other rows may be readable nevertheless

Row = dict[str, object]


@dataclass(frozen=True)
class Gaps:
    """Row numbers of which nothing is known: those between the two of each pair."""

    pairs: tuple[tuple[int, int], ...] = ()

    def __bool__(self) -> bool:
        return bool(self.pairs)

    def has(self, number: object) -> bool:
        """Whether a row of this number may be lost."""
        return isinstance(number, int) and any(low < number < high for low, high in self.pairs)

    @classmethod
    def of(cls, pairs: Iterable[tuple[int, int]]) -> Gaps:
        """Those that touch are one."""
        joined: list[tuple[int, int]] = []
        for low, high in sorted(pairs):
            if joined and low < joined[-1][1]:
                joined[-1] = joined[-1][0], max(high, joined[-1][1])
            else:
                joined.append((low, high))
        return cls(tuple(joined))

    def common(self, other: Gaps) -> Gaps:
        """What is in both."""
        both = ((max(a, c), min(b, d)) for a, b in self.pairs for c, d in other.pairs)
        return Gaps.of((low, high) for low, high in both if high - low > 1)


EVERYTHING = Gaps(((_LOWEST, _HIGHEST),))


@dataclass
class TableRows:
    """The rows of a table in the order of their keys, and where others may have been."""

    rows: list[Row] = field(default_factory=list)
    gaps: Gaps = EVERYTHING


def read_tables(file: Path, columns: Mapping[str, Sequence[str]]) -> dict[str, TableRows]:
    """What can be read of each table. Never raises for damage. ``columns``: their names in a sound file."""
    found = {table: TableRows() for table in TABLES}
    try:
        with closing(sqlite3.connect(_uri(file), uri=True)) as db:
            db.text_factory = decode
            db.row_factory = sqlite3.Row
            db.execute("PRAGMA writable_schema = ON")  # else nothing is read of a file that was cut off
            db.execute("SELECT count(*) FROM sqlite_master").fetchone()
            for table in sorted(TABLES, key=lambda table: table in _KEYS):
                with suppress(UnicodeDecodeError):  # of words that quote a damaged byte; the others may be sound
                    names = _names(db, table, columns.get(table, ()))
                    found[table] = (
                        _by_owner(db, table, names, found) if table in _KEYS else _by_number(db, table, names)
                    )
                if found[table].gaps:
                    log.warning("not all of %s could be read: %d rows", table, len(found[table].rows))
    except (sqlite3.Error, UnicodeDecodeError) as problem:
        log.warning("nothing could be read out of %s: %s", file, problem)
    return found


def read_index(file: Path, table: str, column: str, index: str) -> frozenset[object]:
    """The values of a column that an index begins with, whatever became of the table; none if it cannot be read."""
    try:
        with closing(sqlite3.connect(_uri(file), uri=True)) as db:
            db.text_factory = decode
            db.execute("PRAGMA writable_schema = ON")
            query = f"SELECT DISTINCT {column} FROM {table} INDEXED BY {index}"
            return frozenset(row[0] for row in db.execute(query))
    except (sqlite3.Error, UnicodeDecodeError) as problem:
        log.debug("%s: %s", index, problem)
        return frozenset()


def _uri(file: Path) -> str:
    """Without a journal beside it a file is read as it lies, so that SQLite makes none."""
    journal = file.with_name(file.name + "-wal")
    with suppress(OSError):
        if journal.exists() and journal.stat().st_size:
            return f"{uri_of(file.absolute())}?mode=ro"
    return f"{uri_of(file.absolute())}?mode=ro&immutable=1"


def _names(db: sqlite3.Connection, table: str, wanted: Sequence[str]) -> str:
    """The names of its columns where a damaged byte has changed one; "" if they are as they should be."""
    (count,) = db.execute("SELECT count(*) FROM pragma_table_info(?)", (table,)).fetchone()
    with suppress(UnicodeDecodeError):
        names = {column["name"] for column in db.execute(f"PRAGMA table_info({table})")}
        if names <= set(wanted) or count != len(wanted):
            return ""  # as they are, or of a version that has others
    return ", ".join(f'"{name}"' for name in wanted) if count == len(wanted) else ""


def _by_number(db: sqlite3.Connection, table: str, names: str) -> TableRows:
    """First from both ends towards the damage, then what lies between two damaged places, by halves."""
    found: dict[int, Row] = {}
    gaps: list[tuple[int, int]] = []
    end, tries, vain = time.monotonic() + _SECONDS, _TRIES, _VAIN
    indexed = _indexed(db, table)
    pending = deque([(_LOWEST, _HIGHEST)])
    while pending:
        low, high = pending.popleft()
        if high - low < 2:
            continue
        if not tries or not vain or time.monotonic() > end:
            gaps.append((low, high))
            continue
        before = len(found)
        try:
            start = _scan(db, table, names, low, high, "ASC", found)
            stop = high if start is None else _scan(db, table, names, start, high, "DESC", found)
        except sqlite3.Error as problem:
            log.warning("%s: %s", table, problem)
            return TableRows()
        if start is None or stop is None:
            continue
        tries -= 1
        vain = vain - 1 if len(found) == before else _VAIN
        if start == _LOWEST:  # its beginning is damaged
            gaps.append((_LOWEST, 0))
            start = -1
        if stop == _HIGHEST:  # its end is damaged: rows are not looked for in all numbers that there are
            far = max(start, *(indexed or {start + _FAR})) + 1
            gaps.append((far - 1, stop))
            width = 500
            while far - start > width:  # nearer ones are likelier, and looked for more closely
                pending.append((start, start + width))
                start, width = start + width - 1, width * 2
            stop = far
        if stop - start == 2:
            rest = _partial(db, table, start + 1)
            if rest is None:
                gaps.append((start, stop))
            else:
                found[start + 1] = rest
        elif stop - start > 2:
            middle = (start + stop + 1) // 2
            pending.extend(((start, middle), (middle - 1, stop)))
    known = Gaps.of(gaps)  # beside these, a page of long ago may hide what was written since
    gaps.extend((number - 1, number + 1) for number in sorted(indexed - found.keys()) if not known.has(number))
    if gaps and table not in NUMBERED:
        return TableRows([found[number] for number in sorted(found)])
    return TableRows([found[number] for number in sorted(found)], Gaps.of(gaps))


def _scan(
    db: sqlite3.Connection, table: str, names: str, low: int, high: int, order: str, found: dict[int, Row]
) -> int | None:
    """Read the rows between ``low`` and ``high`` up to the first that cannot be read; the number of the last that
    could be (or where it began), None if all could.

    Raises:
        sqlite3.Error: nothing of the table can be.
    """
    upwards = order == "ASC"
    last = low if upwards else high
    try:
        query = f"SELECT rowid AS _key, * FROM {table} WHERE rowid >= ? AND rowid <= ? ORDER BY rowid {order}"
        if names:
            rows = f"WITH named (_key, {names}) AS (SELECT rowid, * FROM {table}) SELECT * FROM named"
            query = f"{rows} WHERE _key >= ? AND _key <= ? ORDER BY _key {order}"
        for row in db.execute(query, (max(low + 1, _LOWEST + 1), min(high - 1, _HIGHEST - 1))):
            values = dict(row)
            number = values.pop("_key")
            if not isinstance(number, int) or (number <= last if upwards else number >= last):
                return last  # pages in a circle
            found[number] = values
            last = number
    except sqlite3.Error as problem:
        if (getattr(problem, "sqlite_errorcode", 0) or 0) & 0xFF not in _GO_ON:
            raise
        return last
    except MemoryError:  # a length that is damaged
        return last
    return None


def _partial(db: sqlite3.Connection, table: str, number: int) -> Row | None:
    """A row of which something cannot be read, if its text can be."""
    row: Row = {}
    try:
        names = [column["name"] for column in db.execute(f"PRAGMA table_info({table})")]
    except (sqlite3.Error, UnicodeDecodeError):
        return None
    for name in names:
        with suppress(sqlite3.Error, MemoryError):
            value = db.execute(f"SELECT {name} FROM {table} WHERE rowid = ?", (number,)).fetchone()
            if value is not None:
                row[name] = value[0]
    return row if NUMBERED.get(table, "") in row else None


def _indexed(db: sqlite3.Connection, table: str) -> set[int]:
    """The numbers that all readable indexes of a table agree on."""
    agreed: set[int] | None = None
    with suppress(sqlite3.Error):
        for name in [index["name"] for index in db.execute(f"PRAGMA index_list({table})")]:
            with suppress(sqlite3.Error):
                numbers = {row[0] for row in db.execute(f"SELECT rowid FROM {table} INDEXED BY {name}")}
                agreed = numbers if agreed is None else agreed & numbers
    return agreed or set()


def _by_owner(db: sqlite3.Connection, table: str, names: str, read: Mapping[str, TableRows]) -> TableRows:
    """From both ends towards the damage, then of each owner that is known."""
    keys = _KEYS[table]
    rows = f"SELECT * FROM {table}"
    if names:
        rows = f"WITH named ({names}) AS ({rows}) SELECT * FROM named"
    found: dict[tuple[object, ...], Row] = {}

    def take(query: str, values: Sequence[object] = ()) -> bool:
        try:
            for row in db.execute(f"{rows} {query}", values):
                key = tuple(row[name] for name in keys)
                if not values and key in found:
                    break
                found[key] = dict(row)
        except (sqlite3.Error, IndexError) as problem:
            log.debug("%s: %s", table, problem)
            return False
        return True

    if take(f"ORDER BY {', '.join(keys)}"):
        return TableRows(list(found.values()), Gaps())
    if take("LIMIT 0"):  # it is there
        take(f"ORDER BY {', '.join(f'{key} DESC' for key in keys)}")
        owners, end = list(_owners(table, read)), time.monotonic() + _SECONDS
        where = " AND ".join(f"{key} = ?" for key in keys[: len(owners[0]) if owners else 0])
        for owner in owners:
            if time.monotonic() > end:
                break
            take(f"WHERE {where}", owner)
    return TableRows(list(found.values()))


def _owners(table: str, read: Mapping[str, TableRows]) -> Iterable[tuple[object, ...]]:
    if _KEYS[table][0] == "level":
        for row in read["chat"].rows:
            yield "chat", row.get("id")
            yield "model", row.get("model_fingerprint")
        for row in read["folder"].rows:
            yield "folder", row.get("id")
        return
    owner, name = _OWNERS.get(table, "message.id").split(".")
    for row in read[owner].rows:
        yield (row.get(name),)
