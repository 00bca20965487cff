"""What the program keeps on this computer: where, how much, and how to be rid of it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Literal

import msgspec

from app.core.paths import Paths

Part = Literal[
    "chats", "memories", "documents", "knowledge", "server", "models", "addons", "logs", "prompts", "words", "secrets",
]  # fmt: skip
PARTS: tuple[Part, ...] = (
    "chats", "memories", "documents", "knowledge", "server", "models", "addons", "logs", "prompts", "words", "secrets",
)  # fmt: skip


class StoredKind(msgspec.Struct, frozen=True):
    """One kind of thing. ``files`` of ``bytes`` below ``path``; ``path`` is "" for what lies in no folder.

    Of knowledge, which lies in the database, ``files`` are facts, and ``bytes`` about what they take.
    """

    part: Part
    path: str
    files: int = 0
    bytes: int = 0


def places(paths: Paths, part: Part) -> tuple[Path, ...]:
    """Files and folders that hold a part."""
    match part:
        case "chats":
            database = paths.database
            beside = (database.with_name(database.name + end) for end in ("-wal", "-shm"))
            return (database, *beside, paths.backups, paths.pictures)
        case "memories":
            return (paths.chats,)
        case "documents":
            return (paths.documents, paths.cartridges)
        case "server":
            return (paths.server,)
        case "models":
            return (paths.models, paths.updates)
        case "addons":
            return (paths.addons,)
        case "logs":
            return (paths.logs,)
        case "knowledge" | "prompts" | "words" | "secrets":  # in the database, in the system's store
            return ()


def shown_place(paths: Paths, part: Part) -> Path | None:
    """The folder that a person may look into."""
    return paths.data if part == "chats" else next(iter(places(paths, part)), None)


def _files(place: Path) -> Iterator[Path]:
    if place.is_file():
        yield place
    else:
        for folder, _, names in os.walk(place):
            yield from (Path(folder, name) for name in names)


def measure(paths: Paths) -> tuple[StoredKind, ...]:
    """How much of each part there is; touches the disk."""
    found = []
    for part in PARTS:
        files = size = 0
        for place in places(paths, part):
            for file in _files(place):
                with suppress(OSError):
                    size += file.stat(follow_symlinks=False).st_size
                    files += 1
        found.append(StoredKind(part, str(shown_place(paths, part) or ""), files, size))
    return tuple(found)


def wipe_folder(folder: Path, told: Callable[[int, int], None] = lambda _done, _of: None) -> int:
    """Delete all that lies in ``folder`` but not the folder; returns how many things could not be deleted.

    ``told(done, of)`` after each. Links are removed, never followed.
    """
    try:
        things = sorted(folder.iterdir())
    except FileNotFoundError:
        return 0
    except OSError:
        return 1
    for done, thing in enumerate(things, 1):
        with suppress(OSError):
            if thing.is_dir() and not thing.is_symlink():
                shutil.rmtree(thing, ignore_errors=True)
            else:
                thing.unlink()
        told(done, len(things))
    return sum(1 for thing in things if thing.exists() or thing.is_symlink())


def wipe_logs(folder: Path) -> int:
    """Delete log files; those that are written to are emptied instead. Returns how many could not be."""
    left = 0
    for file in list(_files(folder)):
        try:
            if file.suffix == ".log":
                os.truncate(file, 0)
            else:
                file.unlink()
        except OSError:
            left += 1
    return left
