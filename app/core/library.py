"""The model library: files in the models folder and files used in place, judged by their headers."""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Callable, Iterable
from pathlib import Path

import msgspec

from app.core.store.tables import ModelRow
from app.core.types import ModelEntry
from engine.errors import BadModelFile, EngineError
from engine.protocol import ModelFacts

log = logging.getLogger("library")

STARTER_PREFIX = "SmolLM2-135M-Instruct"
_PART = re.compile(r"^(?P<stem>.+)-(?P<number>\d{5})-of-(?P<count>\d{5})\.gguf$", re.IGNORECASE)

ReadFacts = Callable[[str], ModelFacts]


class Found(msgspec.Struct):
    """What a look at the disk found: the entries to show and the rows to store."""

    entries: list[ModelEntry]
    changed: list[ModelRow]


def read_facts(path: str) -> ModelFacts:
    """Facts from the file's header; BadModelFile if it is none."""
    from engine.gguf_header import read_facts as read  # pulls in numpy-free hashing only when a file is judged

    return read(path)


def canonical(path: str | Path) -> str:
    """One name for one file: absolute, links resolved, so that a file dropped in twice is one entry."""
    return str(Path(path).expanduser().resolve())


def parts_of(path: Path) -> list[Path]:
    """All files of a split model that are there, in order; the file alone if it is whole."""
    match = _PART.match(path.name)
    if not match:
        return [path]
    stem, count = match["stem"], int(match["count"])
    named = [path.with_name(f"{stem}-{number:05d}-of-{match['count']}.gguf") for number in range(1, count + 1)]
    return [part for part in named if part.exists()]


def first_part(path: Path) -> Path:
    """The file that stands for a split model: its first part (which may be missing)."""
    match = _PART.match(path.name)
    return path.with_name(f"{match['stem']}-{1:05d}-of-{match['count']}.gguf") if match else path


class Library:
    """Finds models and remembers what their headers say. Touches the disk: call from a background thread.

    It writes nothing itself; rows to store come back with each answer.
    """

    def __init__(self, folder: Path, read: ReadFacts = read_facts) -> None:
        self.folder = folder
        self._read = read

    def scan(self, rows: Iterable[ModelRow]) -> Found:
        """Entries for the folder's files and for all referenced ones in ``rows``; headers are read if they changed.

        Never raises for a bad file: its entry says what is wrong.
        """
        known = {row.path: row for row in rows}
        paths: dict[str, bool] = {}  # path -> referenced
        for file in self._folder_files():
            paths.setdefault(canonical(first_part(file)), False)
        for row in known.values():
            if row.referenced:
                paths.setdefault(row.path, True)
        found = Found([], [])
        for path, referenced in paths.items():
            row, changed = self._look(path, known.get(path), referenced)
            if changed:
                found.changed.append(row)
            found.entries.append(self._entry(row))
        found.entries.sort(key=lambda entry: (-entry.last_used, entry.name.casefold(), entry.path))
        return found

    def judge(self, path: str | Path, known: ModelRow | None = None) -> ModelRow:
        """The row of a file that a person wants to use.

        Raises:
            BadModelFile: missing, not a GGUF, broken, or parts are missing; with words for people.
        """
        name = canonical(first_part(Path(path)))
        row, _ = self._look(name, known, referenced=not self._inside(name))
        entry = self._entry(row)
        if entry.status != "ok":
            file = Path(name).name
            raise BadModelFile(entry.problem if file in entry.problem else f"{file}: {entry.problem}", entry.hint)
        return row

    def _inside(self, path: str) -> bool:
        return Path(path).parent == self.folder.resolve() or self.folder.resolve() in Path(path).parents

    def _folder_files(self) -> list[Path]:
        try:
            return sorted(file for file in self.folder.rglob("*.gguf") if file.is_file())
        except OSError as problem:
            log.warning("%s: %s", self.folder, problem)
            return []

    def _look(self, path: str, known: ModelRow | None, referenced: bool) -> tuple[ModelRow, bool]:
        """The row as it should be, and whether it differs from ``known``."""
        last_used = known.last_used if known else 0.0
        try:
            stats = [part.stat() for part in parts_of(Path(path))]
            if not stats:
                raise FileNotFoundError(path)
            size, mtime = sum(stat.st_size for stat in stats), max(stat.st_mtime for stat in stats)
        except OSError:
            row = known or ModelRow(path=path, size=0, mtime=0.0, referenced=referenced)
            return row, False  # kept as it is: the disk may come back
        fresh = known is not None and (known.size, known.mtime) == (size, mtime)
        if known is not None and fresh and (known.facts is not None or known.problem):
            return known, False
        facts, problem, hint = None, "", ""
        try:
            facts = self._read(path)
        except EngineError as bad:
            problem, hint = bad.message, bad.hint
        except OSError as bad:
            problem, hint = f"The file cannot be read ({bad.strerror}).", "Check its rights."
        row = ModelRow(
            path=path,
            size=size,
            mtime=mtime,
            facts=facts,
            problem=problem,
            hint=hint,
            referenced=referenced,
            last_used=last_used,
        )
        return row, row != known

    def _entry(self, row: ModelRow) -> ModelEntry:
        file = Path(row.path)
        parts = tuple(str(part) for part in parts_of(file) if part.exists())
        name = (row.facts.name if row.facts else "") or file.stem
        entry = ModelEntry(
            path=row.path,
            name=name,
            size=row.size,
            mtime=row.mtime,
            parts=parts,
            facts=row.facts,
            referenced=row.referenced,
            starter=file.name.startswith(STARTER_PREFIX) and self._inside(row.path),
            last_used=row.last_used,
        )
        if not parts:
            return msgspec.structs.replace(
                entry,
                status="missing",
                problem=f"{file.name} is not where it was.",
                hint=f"Put it back into {file.parent}, or drop it into the window from its new place.",
            )
        if row.facts is None:
            return msgspec.structs.replace(
                entry,
                status="broken",
                problem=row.problem or f"{file.name} is not a model file.",
                hint=row.hint or "Download it again, or choose another file ending in .gguf.",
            )
        return entry


def used(row: ModelRow) -> ModelRow:
    """The row of a model that was loaded just now."""
    return msgspec.structs.replace(row, last_used=time.time())


def first_choice(entries: Iterable[ModelEntry], last: str) -> ModelEntry | None:
    """The model to load at start: the last used one, else the starter model, else the only one there is."""
    usable = [entry for entry in entries if entry.status == "ok"]
    for entry in usable:
        if entry.path == last:
            return entry
    starters = [entry for entry in usable if entry.starter]
    if starters:
        return starters[0]
    return usable[0] if len(usable) == 1 else None
