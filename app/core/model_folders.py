"""Folders in which models are looked for: which files lie there, and what could not be seen."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from app.core.settings import Settings
from app.core.texts import Text, say, why
from engine.files import on_disk
from engine.protocol import UNREADABLE

DEPTH = 6  # folders in folders; model programs nest them as owner/name/file
MOST_FOLDERS = 2000
KEY = "library.folders"


@dataclass
class Look:
    """What is in a folder and below it.

    Attributes:
        files: all that end in .gguf, sorted.
        folders: those that were looked into, itself first.
        problem: why not all of it was seen, None if it was.
    """

    files: list[Path] = field(default_factory=list)
    folders: list[Path] = field(default_factory=list)
    problem: Text | None = None


def look(folder: Path) -> Look:
    """Find the model files of a folder. Never raises: what cannot be read is told."""
    found = Look()
    queue = [(folder, 0)]
    while queue:
        here, depth = queue.pop(0)
        if len(found.folders) >= MOST_FOLDERS:
            found.problem = found.problem or say("folder.too_many", most=MOST_FOLDERS)
            break
        try:
            with os.scandir(on_disk(here)) as entries:
                for entry in entries:
                    path = here / entry.name
                    folder_in_it = entry.is_dir(follow_symlinks=False)
                    if folder_in_it and (depth >= DEPTH or entry.name.startswith(".")):
                        continue
                    if not folder_in_it and not (entry.name.lower().endswith(".gguf") and _leads_to_a_file(entry)):
                        continue
                    if name := _unsayable(entry.name):
                        found.problem = found.problem or say("folder.bad_name", name=name)
                    elif folder_in_it:
                        queue.append((path, depth + 1))
                    else:
                        found.files.append(path)
        except OSError as problem:
            found.problem = found.problem or _told(here, folder, problem)
            continue
        found.folders.append(here)
    found.files.sort()
    return found


def _leads_to_a_file(entry: os.DirEntry[str]) -> bool:
    """A link in a circle, or to where nobody may look, is none: what lies beside it counts all the same."""
    try:
        return entry.is_file()
    except OSError:
        return False


def _unsayable(name: str) -> str:
    """A name that is no text, as it can be shown: of a disk that writes names in another encoding. Neither the store
    nor the engine can be told of it. "": it is text.
    """
    try:
        name.encode()
    except UnicodeEncodeError:
        return os.fsencode(name).decode("utf-8", "replace")
    return ""


def _told(here: Path, folder: Path, problem: OSError) -> Text | None:
    """What to say of a folder that cannot be looked into; None: it has just gone, and is not the one asked for."""
    if isinstance(problem, FileNotFoundError):
        return say("folder.missing") if here == folder else None
    if isinstance(problem, NotADirectoryError):
        return say("folder.not_folder")
    if here == folder:
        return say("folder.unreadable", reason=why(problem))
    return say("folder.part_unreadable", name=here.name, reason=why(problem))


def chosen(settings: Settings) -> tuple[str, ...]:
    """The folders that the person chose, in their order."""
    try:
        return msgspec.json.decode(settings.text(KEY) or "[]", type=tuple[str, ...])
    except (ValueError, *UNREADABLE):
        return ()


def choose(settings: Settings, folders: Sequence[str]) -> None:
    """Store the folders to look through."""
    settings.set(KEY, msgspec.json.encode(list(dict.fromkeys(folders))).decode())
