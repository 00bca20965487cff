"""Earlier copies of the database: making them, which is the newest, which one goes."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from app.core.store.errors import told
from engine.files import discard, put_in_place

KEEP_BACKUPS = 5
_DAY = 86400.0


def backup(
    connection: sqlite3.Connection, folder: Path, label: str, accept: Callable[[Path], bool] = lambda _: True
) -> Path | None:
    """A consistent copy of the open database as ``folder/longthread-<label>-<time>.db``; older copies are pruned, and
    what a copy that was interrupted left.

    ``accept`` looks at the copy before it counts; where it does not take it, nothing stays of it, and this is None.

    Raises:
        StoreFull: no room for it. StoreUnavailable: the folder cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    for left in folder.glob("longthread-*.part*"):
        discard(left)
    target = free_name(folder, f"longthread-{label}")
    partial = target.with_suffix(".part")
    try:
        with told(), closing(sqlite3.connect(partial)) as copy:
            connection.backup(copy)
        if not accept(partial):
            discard(partial)
            return None
        put_in_place(partial, target)
    except BaseException:
        discard(partial)
        raise
    os.chmod(target, 0o600)
    for old in reversed(best_first(folder)[KEEP_BACKUPS:]):
        for suffix in ("", "-wal", "-shm"):  # of those that somebody looked into
            old.with_name(old.name + suffix).unlink(missing_ok=True)
    return target


def free_name(folder: Path, stem: str) -> Path:
    """A path in ``folder`` that does not exist: stem, time of day, and a number if needed."""
    base = f"{stem}-{time.strftime('%Y%m%d-%H%M%S')}"
    candidate, n = folder / f"{base}.db", 1
    while candidate.exists():
        n += 1
        candidate = folder / f"{base}-{n}.db"
    return candidate


def best_first(folder: Path) -> list[Path]:
    """All copies, the newest first; last those of days to come: they were made while the clock was wrong."""
    now = time.time()
    times = {copy: copy.stat().st_mtime for copy in folder.glob("longthread-*.db")}
    return sorted(times, key=lambda copy: (times[copy] <= now + _DAY, times[copy]), reverse=True)


def is_due(folder: Path, now: float | None = None) -> bool:
    """Whether the last weekly copy is older than a week. Copies of days to come do not count."""
    now = time.time() if now is None else now
    times = (copy.stat().st_mtime for copy in folder.glob("longthread-weekly-*.db"))
    return now - max((made for made in times if made <= now + _DAY), default=0.0) >= 7 * _DAY
