"""``snapshots list|verify|prune``: the saved states of all chats, what they take, and whether they are whole."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from engine.cli.arguments import number
from engine.files import data_folder
from engine.snapshots.store import CHUNKS, SnapshotStore, StoredSnapshot

MOST_MB = 1e9  # of a quota


def main(argv: Sequence[str]) -> int:
    """Show, check or evict snapshots; 1 when one is damaged, or the folder that is named is not there."""
    parser = argparse.ArgumentParser(
        prog="python -m engine snapshots", description="The saved states of all chats. Their text stays."
    )
    parser.add_argument("command", choices=("list", "verify", "prune"), help="list them; read and check "
                        "them; delete the least recently used, and what no chat needs")  # fmt: skip
    parser.add_argument("--folder", type=Path, help="the chats' folder, or one chat's (default: the program's)")
    parser.add_argument("--quota", type=number(0, MOST_MB), default=0.0, metavar="MB", help="prune: limit (0: the "
                        "program's, a tenth of the free space and 20 GB at most)")  # fmt: skip
    parser.add_argument("--all", action="store_true", help="prune: keep none")
    parser.add_argument("--json", action="store_true", help="one JSON object on stdout")
    options = parser.parse_args(argv)
    folder = options.folder or data_folder() / "chats"  # before the first chat there is none
    if options.folder and not folder.is_dir():
        print(f"There is no folder {folder}. Name the chats' folder with --folder.", file=sys.stderr)
        return 1
    store = SnapshotStore(folder / CHUNKS)
    if options.command == "prune":
        return _prune(store, 0 if options.all else store.quota(round(options.quota * 1e6)), options.json)
    entries = store.entries()
    problems = {
        entry.path: store.verify(entry) if options.command == "verify" else entry.problem for entry in reversed(entries)
    }
    _tell(store, entries, problems, options.json)
    return int(options.command == "verify" and any(problems.values()))


def _prune(store: SnapshotStore, quota: int, as_json: bool) -> int:
    before = store.stored_bytes()
    gone = store.trim(quota)
    freed = store.tidy()
    after = store.stored_bytes()
    if as_json:
        print(json.dumps({"evicted": [_name(entry) for entry in gone], "freed": before - after + freed, "left": after}))
    else:
        for entry in gone:
            print(f"deleted {_name(entry)}")
        print(f"{len(gone)} deleted, {_mb(before - after + freed)} freed, {_mb(after)} left of {_mb(quota)}")
    return 0


def _tell(store: SnapshotStore, entries: list[StoredSnapshot], problems: dict[Path, str], as_json: bool) -> None:
    total = store.stored_bytes()
    if as_json:
        rows = [{**_facts(entry), "problem": problems[entry.path]} for entry in reversed(entries)]
        print(json.dumps({"snapshots": rows, "bytes": total}, indent=2))
        return
    for entry in reversed(entries):
        tokens = f"{entry.header.tokens} tokens" if entry.header is not None else ""
        used = time.strftime("%Y-%m-%d %H:%M", time.localtime(entry.used))
        print(f"{_name(entry):36}  {used}  {tokens:>14}  {_mb(entry.bytes):>10}  {problems[entry.path] or 'ok'}")
    print(f"{len(entries)} saved states, {_mb(total)} on disk, shared parts counted once")


def _facts(entry: StoredSnapshot) -> dict[str, Any]:
    header = entry.header
    return {
        "chat": _name(entry),
        "path": str(entry.path),
        "used": entry.used,
        "tokens": header.tokens if header is not None else 0,
        "fingerprint": header.fingerprint if header is not None else "",
        "bytes": entry.bytes,
        "pieces": len(entry.chunks),
    }


def _name(entry: StoredSnapshot) -> str:
    return entry.chat


def _mb(n_bytes: int) -> str:
    return f"{n_bytes / 1e6:.1f} MB"
