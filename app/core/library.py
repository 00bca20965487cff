"""The model library: files in the models folder, in folders that the person chose, and files used where they lie,
judged by their headers.
"""

from __future__ import annotations

import logging
import os
import re
import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from pathlib import Path

import msgspec

from app.core import vision
from app.core.model_folders import look
from app.core.model_values import ModelEntry, ModelFolder, VisionPart
from app.core.problem import Problem
from app.core.store.tables import StoredModel
from app.core.texts import say, why
from engine.errors import EngineError, IncompleteModelFile
from engine.files import on_disk
from engine.protocol import ModelFacts

log = logging.getLogger("library")

STARTER_PREFIX = "SmolLM2-135M-Instruct"
GROWING_S = 60.0  # since the last write, in which a file that ends too early is taken for one that is still written
STAYS = 256  # folders whose changes can be watched
_PART = re.compile(r"^(?P<stem>.+)-(?P<number>\d{5})-of-(?P<count>00\d{3})\.gguf$", re.IGNORECASE)  # 999 at most

ReadFacts = Callable[[str], ModelFacts]


class LibraryScan(msgspec.Struct):
    """What a look at the disk found: the entries to show and the rows to store.

    ``vision``: files that look at pictures for models; ``folders``: those that were asked for, with what was in them;
    ``places``: all folders that were looked into, at most ``STAYS``; ``above``: those in which ``folders`` lie, where
    these are none of ``places``, and whether each was there; ``moved``: by the path that a model had, which is to be
    forgotten, the one that it has now; ``files``: by its name each file itself, whatever links lead to it.
    """

    entries: list[ModelEntry]
    changed: list[StoredModel]
    vision: list[VisionPart] = []
    folders: list[ModelFolder] = []
    places: list[str] = []
    above: dict[str, dict[str, bool]] = {}
    moved: dict[str, str] = {}
    files: dict[str, str] = {}

    @property
    def arriving(self) -> list[str]:
        """Files that are still being written."""
        return [part for entry in self.entries if entry.status == "arriving" for part in entry.parts]


def read_facts(path: str) -> ModelFacts:
    """Facts from the file's header; BadModelFile if it is none."""
    from engine.gguf.header import read_facts as read  # pulls in numpy-free hashing only when a file is judged

    return read(path)


def canonical(path: str | Path) -> str:
    """The name of a file as the person put it: absolute, in its real folder; a link keeps its own name and place.

    But a link to one part of a split model, without links to the others, stands for the part, beside which they are.
    """
    named = Path(os.path.expanduser(path))
    kept = Path(real(named.parent)) / named.name
    if os.path.islink(kept) and len(parts_of(kept)) < len(parts_of(file := Path(real(kept)))):
        return str(file)
    return str(kept)


def real(path: str | Path) -> str:
    """The file itself, whatever links lead to it: the same for two names of one file."""
    return os.path.realpath(path)


def parts_of(path: Path) -> list[Path]:
    """All files of a split model that are there, in order; the file alone if it is whole."""
    match = _PART.match(path.name)
    if not match:
        return [path]
    stem, count = match["stem"], int(match["count"])
    named = [path.with_name(f"{stem}-{number:05d}-of-{match['count']}.gguf") for number in range(1, count + 1)]
    return [part for part in named if os.path.exists(on_disk(part))]


def first_part(path: Path) -> Path:
    """The file that stands for a split model: its first part (which may be missing)."""
    match = _PART.match(path.name)
    return path.with_name(f"{match['stem']}-{1:05d}-of-{match['count']}.gguf") if match else path


class UnusableModel(Problem):
    """A file that a person wants to use is no model, or none that is whole."""


class Library:
    """Finds models and remembers what their headers say. Touches the disk: call from a background thread.

    It writes nothing itself; rows to store come back with each answer.

    Attributes:
        at: the folder that is being looked at.
    """

    def __init__(self, folder: Path, read: ReadFacts = read_facts) -> None:
        self.folder = folder
        self.at = str(folder)
        self._read = read

    def scan(
        self, rows: Iterable[StoredModel], folders: Sequence[str] = (), settle: float = 0.0, in_use: str = ""
    ) -> LibraryScan:
        """Entries for the files of the models folder and of ``folders``, and for all that ``rows`` tell of.

        Headers are read where files changed, but not if they were written to less than ``settle`` seconds ago. A file
        that was moved or renamed takes along what the person made of it, unless it is the model ``in_use``.
        Never raises for a bad file or folder: its entry says what is wrong.
        """
        known = {row.path: row for row in rows}
        found = LibraryScan([], [])
        paths = self._listed(folders, found)
        roots = {one.path: Path(one.real) for one in found.folders}
        for row in known.values():
            was_there = row.facts is not None and not set(roots.values()).isdisjoint(Path(row.path).parents)
            if row.referenced or was_there:
                paths.setdefault(row.path, row.referenced)
        looked: dict[str, StoredModel] = {}
        rows_of_files = {self._real(row.path): row for row in known.values() if not row.hidden}
        for path, referenced in _once(paths, known).items():
            self.at = str(Path(path).parent)
            row_before = known.get(path)
            if row_before is None and (other := rows_of_files.get(real(path))) is not None:
                row_before = msgspec.structs.replace(  # it was known by another name; its file is read once more
                    other, path=path, referenced=referenced, facts=None, problem=None
                )
            row, changed, arriving = self._look(path, row_before, referenced, settle)
            if changed:
                found.changed.append(row)
            if arriving:
                found.entries.append(msgspec.structs.replace(self._entry(row), status="arriving", problem=None))
            else:
                looked[path] = row
        before_now = [row for row in known.values() if row.path != in_use]
        found.moved = _moved(before_now, looked, looked.keys() - known.keys())
        for before, path in found.moved.items():
            looked[path] = _as_before(known[before], looked[path], found.moved)
            found.changed.append(looked[path])
            looked.pop(before, None)
        found.files = {path: real(path) for path in (*looked, *(entry.path for entry in found.entries))}
        seen: list[StoredModel] = []
        for row in looked.values():
            if row.facts is None or row.facts.kind != "vision":
                seen.append(row)
            elif (part := _vision_part(row)) is not None:
                found.vision.append(part)
        found.entries += [self._entry(row, found.vision) for row in seen if not row.hidden]
        found.entries.sort(key=lambda entry: (-entry.last_used, entry.name.casefold(), entry.path))
        there = [Path(entry.path).parents for entry in found.entries if entry.status != "missing"]
        found.folders = [
            msgspec.structs.replace(one, models=sum(roots[one.path] in parents for parents in there))
            for one in found.folders
        ]
        return found

    def alone(self, path: str, rows: Iterable[StoredModel]) -> ModelEntry | None:
        """The entry of a model that is as ``rows`` tell; None: it is not, or cannot be used. Only its own files and
        those of vision parts beside it are looked at: other folders may lie on a drive that does not answer.
        """
        known = {row.path: row for row in rows}
        row = known.get(path)
        if row is None or row.hidden or row.facts is None or self._look(path, row, row.referenced)[0] is not row:
            return None
        beside = [other for other in known.values() if Path(other.path).parent == Path(path).parent]
        entry = self._entry(row, [part for part in map(_vision_part, beside) if part is not None])
        return entry if entry.status == "ok" else None

    def _listed(self, folders: Sequence[str], found: LibraryScan) -> dict[str, bool]:
        """The files in all folders (none of them referenced); what was looked into goes to ``found``."""
        paths: dict[str, bool] = {}
        places: dict[str, None] = {}
        for folder in dict.fromkeys([str(self.folder), *folders]):
            self.at = folder
            seen = look(Path(folder))
            for file in seen.files:
                paths.setdefault(canonical(first_part(file)), False)
            own = folder == str(self.folder)
            found.folders.append(ModelFolder(path=folder, real=real(folder), own=own, problem=seen.problem))
            places |= dict.fromkeys(map(str, seen.folders))
        found.places = list(places)[:STAYS]
        found.above = _above(found)
        return paths

    def judge(self, path: str | Path, known: StoredModel | None = None) -> StoredModel:
        """The row of a file that a person wants to use.

        Raises:
            UnusableModel: missing, not a GGUF, broken, or parts are missing; with words for people.
        """
        name = canonical(first_part(Path(path)))
        referenced = not self._own(name)
        row, _, arriving = self._look(name, known, referenced)
        if arriving and row.problem is None:
            raise UnusableModel("library.arriving", name=Path(name).name)
        row = msgspec.structs.replace(row, hidden=False, referenced=referenced)
        entry = self._entry(row)
        if entry.status != "ok":
            file = Path(name).name
            assert entry.problem is not None
            if file in entry.problem.args.values():
                raise UnusableModel(entry.problem)
            raise UnusableModel("library.of_file", name=file, problem=entry.problem)
        return row

    def _real(self, path: str) -> str:
        self.at = str(Path(path).parent)
        return real(path)

    def _own(self, path: str) -> bool:
        """Whether it lies in the program's own models folder."""
        return Path(real(self.folder)) in Path(path).parents

    def _look(
        self, path: str, known: StoredModel | None, referenced: bool, settle: float = 0.0
    ) -> tuple[StoredModel, bool, bool]:
        """The row as it should be, whether it differs from ``known``, and whether the file is still being written."""
        row = known or StoredModel(path=path, size=0, mtime=0.0, referenced=referenced)
        try:
            stats = [on_disk(part).stat() for part in parts_of(Path(path))]
            if not stats:
                raise FileNotFoundError(path)
            size, mtime = sum(stat.st_size for stat in stats), max(stat.st_mtime for stat in stats)
        except OSError:
            return row, False, False  # kept as it is: the disk may come back
        if (row.size, row.mtime) == (size, mtime) and (row.facts is not None or row.problem is not None):
            return row, False, False
        fresh = msgspec.structs.replace(row, size=size, mtime=mtime, facts=None, problem=None)
        age = time.time() - mtime
        if 0 <= age < settle or os.path.exists(on_disk(Path(f"{path}.aria2"))):
            return fresh, False, True
        try:
            fresh = msgspec.structs.replace(fresh, facts=self._read(path))
        except EngineError as bad:
            if isinstance(bad, IncompleteModelFile) and 0 <= age < GROWING_S:
                return msgspec.structs.replace(fresh, problem=bad.text), False, True
            fresh = msgspec.structs.replace(fresh, problem=bad.text)
        except OSError as bad:
            fresh = msgspec.structs.replace(fresh, problem=say("library.unreadable", reason=why(bad)))
        except Exception as bad:  # whatever a file makes the reader raise: the other models are still to be listed
            log.error("a model file cannot be understood: %s", type(bad).__name__)
            fresh = msgspec.structs.replace(fresh, problem=say("library.broken"))
        return fresh, fresh != known, False

    def _entry(self, row: StoredModel, parts_that_see: Sequence[VisionPart] = ()) -> ModelEntry:
        file = Path(row.path)
        parts = tuple(str(part) for part in parts_of(file) if os.path.exists(on_disk(part)))
        own_name = (row.facts.name if row.facts else "") or file.stem
        mmproj = vision.by_itself(row.path, row.facts, parts_that_see) if row.mmproj is None else row.mmproj
        entry = ModelEntry(
            path=row.path,
            name=row.title or own_name,
            own_name=own_name,
            notes=row.notes,
            mmproj=mmproj,
            size=row.size,
            mtime=row.mtime,
            parts=parts,
            facts=row.facts,
            referenced=row.referenced,
            starter=file.name.startswith(STARTER_PREFIX) and self._own(row.path),
            last_used=row.last_used,
        )
        if not parts:
            return msgspec.structs.replace(
                entry,
                status="missing",
                problem=say("library.missing", name=file.name, parent=str(file.parent)),
            )
        if row.facts is None:
            return msgspec.structs.replace(
                entry,
                status="broken",
                problem=row.problem or say("library.not_model", name=file.name),
            )
        return entry


def _vision_part(row: StoredModel) -> VisionPart | None:
    """The file as one that looks at pictures; None: it is no such file, is hidden or is gone."""
    if row.facts is None or row.facts.kind != "vision" or row.hidden or not os.path.exists(on_disk(Path(row.path))):
        return None
    return VisionPart(path=row.path, name=Path(row.path).name, size=row.size, facts=row.facts)


def _moved(known: Iterable[StoredModel], looked: Mapping[str, StoredModel], new: Collection[str]) -> dict[str, str]:
    """By the path of a model that is gone the one where it lies now; told by its fingerprint.

    A disk that is away may come back: where the folder is gone or empty, too, only files count that are ``new``.
    """
    here = {
        row.facts.fingerprint: path
        for path, row in looked.items()
        if row.facts is not None and row == _untouched(row) and _there(path)
    }
    moved: dict[str, str] = {}
    for row in known:
        mark = row.facts.fingerprint if row.facts is not None and not row.hidden else ""
        if not mark or mark not in here or _there(row.path):
            continue
        if here[mark] in new or _shows_files(Path(row.path).parent):
            moved[row.path] = here.pop(mark)
    return moved


def _there(path: str) -> bool:
    return any(os.path.exists(on_disk(part)) for part in parts_of(Path(path)))


def _shows_files(folder: Path) -> bool:
    """Whether a folder is there and not empty, as the one is that a disk is mounted at while the disk is away."""
    try:
        with os.scandir(on_disk(folder)) as entries:
            return any(True for _ in entries)
    except OSError:
        return False


def _untouched(row: StoredModel) -> StoredModel:
    """It, as if nobody had made anything of it; it may have been used."""
    return msgspec.structs.replace(row, title="", notes="", mmproj=None, hidden=False)


def _as_before(before: StoredModel, now: StoredModel, moved: Mapping[str, str]) -> StoredModel:
    """``now`` with what the person made of it where it lay ``before``; its vision part may have moved along."""
    mmproj = moved.get(before.mmproj, before.mmproj) if before.mmproj is not None else None
    last_used = max(before.last_used, now.last_used)
    return msgspec.structs.replace(now, title=before.title, notes=before.notes, mmproj=mmproj, last_used=last_used)


def _above(found: LibraryScan) -> dict[str, dict[str, bool]]:
    above: dict[str, dict[str, bool]] = {}
    for folder in found.folders:
        parent = str(Path(folder.path).parent)
        if parent not in found.places and os.path.isdir(parent):
            above.setdefault(parent, {})[folder.path] = os.path.isdir(folder.path)
    return above


def _once(paths: Mapping[str, bool], known: Mapping[str, StoredModel]) -> dict[str, bool]:
    """Of several names of one file the first; or, of two that were found in folders, the one that is ``known``."""
    chosen: dict[str, str] = {}
    for path, referenced in paths.items():
        before = chosen.setdefault(real(path), path)
        if path in known and before not in known and paths[before] == referenced:
            chosen[real(path)] = path
    return {path: paths[path] for path in chosen.values()}


def used(row: StoredModel) -> StoredModel:
    """The row of a model that was loaded just now."""
    return msgspec.structs.replace(row, last_used=time.time())


def first_choice(entries: Iterable[ModelEntry], last: str) -> ModelEntry | None:
    """The model to load at start: the last used one, else the starter model, else the only one there is."""
    usable = [entry for entry in entries if entry.status == "ok"]
    for entry in usable:
        if last and real(entry.path) == real(last):
            return entry
    starters = [entry for entry in usable if entry.starter]
    if starters:
        return starters[0]
    return usable[0] if len(usable) == 1 else None
