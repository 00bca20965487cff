"""Deleted text leaves the search indexes: their older segments hold it until they are merged, which takes seconds where
much is in them. So that is done in slices, between which others use the store.
"""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Sequence

from app.core.store.indexes import indexes_of

OF_MESSAGES = ("message_search", "message_words", "document_search", "document_words")
OF_DRAFTS = ("document_search", "document_words")
OF_PASSAGES = ("passage_words",)

SLICE_S = 0.05
_PAGES = 100  # of an index that one statement writes, about: some milliseconds
_LEFT = "store.merging"  # row of the table of settings: index -> whether its merge was begun


def merge_deleted(db: sqlite3.Connection, indexes: Sequence[str]) -> None:
    """Begin to merge indexes, in the transaction in which something of theirs was deleted: of a little, all of it.

    What is left then, is done by :func:`go_on`, if need be after the next start.
    """
    put_off_merging(db, indexes)
    go_on(db, SLICE_S)


def put_off_merging(db: sqlite3.Connection, indexes: Sequence[str]) -> None:
    """Keep for :func:`go_on` that indexes are to be merged, in the transaction in which text of theirs was deleted.

    Where much is deleted a slice at a time: each merge that begins anew adds levels to an index, and SQLite 3.40 takes
    one with 2000 of them for damaged.
    """
    _keep(db, {**_left(db), **dict.fromkeys(indexes, False)})


def is_left(db: sqlite3.Connection) -> bool:
    """Whether there is an index to be merged."""
    return bool(_left(db))


def go_on(db: sqlite3.Connection, seconds: float) -> bool:
    """Merge for about so many seconds, in a transaction; whether all is done."""
    end, left = time.monotonic() + seconds, _left(db)
    there = {name for name, _ in indexes_of(db)} if left else set()
    for name in list(left):
        whole = name not in there
        while not whole and time.monotonic() < end:
            pages = _PAGES
            if not left[name]:
                # below 0: all of its segments into one, those that a merge is working on as well; what is written
                # between two slices makes others, of which SQLite must join two, or it may take the merge for done
                pages = -_PAGES
                db.execute(f"INSERT INTO {name} ({name}, rank) VALUES ('usermerge', 2)")
            before = db.total_changes
            db.execute(f"INSERT INTO {name} ({name}, rank) VALUES ('merge', ?)", (pages,))
            whole, left[name] = db.total_changes - before < 2, True
        if whole:
            del left[name]
    _keep(db, left)
    return not left


def _left(db: sqlite3.Connection) -> dict[str, bool]:
    row = db.execute("SELECT value FROM setting WHERE key = ?", (_LEFT,)).fetchone()
    try:
        found = json.loads(row[0]) if row is not None else {}
    except ValueError:
        found = {}
    return {name: bool(begun) for name, begun in found.items()} if isinstance(found, dict) else {}


def _keep(db: sqlite3.Connection, left: dict[str, bool]) -> None:
    if left:
        db.execute("INSERT OR REPLACE INTO setting VALUES (?, ?)", (_LEFT, json.dumps(left)))
    else:
        db.execute("DELETE FROM setting WHERE key = ?", (_LEFT,))
