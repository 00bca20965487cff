"""A file on its way: its bytes so far, and beside them what it is to become, so that any later start can go on.

``name.gguf.part`` holds the bytes, ``name.gguf.part.json`` the source, with those of the files that belong to it: a
split model is one download. The finished file appears under its own name in one step, after its size and checksum were
found right; the note of a part stays until the whole download is done.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Callable, Iterable
from pathlib import Path

import msgspec

from app.core.hub import is_repo, safe_path
from app.core.problem import Problem
from app.core.texts import why
from engine.files import discard, on_disk, put_in_place
from engine.protocol import UNREADABLE

SUFFIX = ".part"
ROOM_LEFT = 256 << 20  # bytes of the disk that a download leaves free
_PIECE = 4 << 20
_LONGEST_NOTE = 256 << 10  # bytes; with hundreds of parts it is shorter
_SHA256 = 64  # hex digits

GoOn = Callable[[float], bool]  # told a share of 1 of the bytes; False: stop


class PartProblem(Problem):
    """The file cannot be kept or is not what it should be."""


class DownloadSource(msgspec.Struct, frozen=True):
    """Where a file comes from: repository, revision, path in it, bytes, SHA-256 in hex ("" unknown).

    ``url``: of a file that does not come from the hub.
    """

    repo: str
    revision: str
    path: str
    size: int
    sha256: str = ""
    url: str = ""


class _Note(DownloadSource, frozen=True):
    """A source as it is written beside the bytes. ``parts``: all files of its download, in order; none: it is alone."""

    parts: tuple[DownloadSource, ...] = ()

    @property
    def source(self) -> DownloadSource:
        return DownloadSource(self.repo, self.revision, self.path, self.size, self.sha256, self.url)


class PartFile:
    """The bytes that have come so far. Not for use from several threads at once."""

    def __init__(self, target: Path, source: DownloadSource) -> None:
        """``target``: the finished file."""
        self.target, self.source = target, source
        self._place = on_disk(target)
        self.part = on_disk(target.with_name(target.name + SUFFIX))
        self._note = on_disk(target.with_name(target.name + SUFFIX + ".json"))

    @classmethod
    def left_over(cls, folder: Path) -> list[list[PartFile]]:
        """Downloads that were not finished, anywhere below ``folder``, each with all its files.

        Notes that cannot be read, or that no download of ours can have left, are passed over.
        """
        found: list[list[PartFile]] = []
        known: set[Path] = set()
        below = (Path(here, name) for here, _, names in os.walk(folder) for name in names)  # as far as it can be read
        for path in sorted(path for path in below if path.name.endswith(f"{SUFFIX}.json")):
            note, target = _read_note(on_disk(path)), path.with_name(path.name.removesuffix(f"{SUFFIX}.json"))
            if note is not None and target not in known and _believable(note):
                found.append(_together(target, note))
                known.update(part.target for part in found[-1])
        return found

    @property
    def here(self) -> int:
        """Bytes on the disk, of the finished file or of what has come of it."""
        if self.present:
            return self.source.size
        try:
            return self.part.stat().st_size
        except OSError:
            return 0

    @property
    def present(self) -> bool:
        """Whether a file of the full size lies in its place; :meth:`whole` says whether it is the right one."""
        try:
            return self._place.is_file() and self._place.stat().st_size == self.source.size
        except OSError:
            return False

    @property
    def begun(self) -> bool:
        """Whether a download of this file of this repository was begun here, of whatever revision."""
        note = _read_note(self._note)
        return note is not None and (note.repo, note.path) == (self.source.repo, self.source.path)

    def whole(self, go_on: GoOn = lambda _share: True) -> bool | None:
        """Whether the file in its place has the checksum of its source (or none is known); None: told to stop."""
        if not self.source.sha256:
            return True
        try:
            found = _sha256(self._place, self.source.size, go_on)
        except OSError:
            return False  # what cannot be read is as good as damaged
        return None if found is None else found == self.source.sha256

    def begin(self, together: Iterable[DownloadSource] = ()) -> int:
        """Make ready; returns how many bytes are here already and can be built upon.

        ``together``: all files of its download, in order, so that a later start goes on with all of them.

        Raises:
            PartProblem: no room on the disk for what has not come of all of them, or the folder cannot be written.
        """
        together = tuple(together)
        try:
            folder = on_disk(self.target.parent)
            folder.mkdir(parents=True, exist_ok=True)
            have = self._usable()
            free = shutil.disk_usage(folder).free
            others = (PartFile(_beside(self.target, one), one) for one in together if one != self.source)
            need = self.source.size - have + sum(max(0, one.source.size - one.here) for one in others)
            if need + ROOM_LEFT > free:
                room = max(0, free - ROOM_LEFT)
                raise PartProblem("download.no_room", name=self.target.name, size=need, free=room)
            scratch = on_disk(self.target.with_name(f"{self.target.name}{SUFFIX}.json.new"))
            note = _Note(**msgspec.structs.asdict(self.source), parts=together)
            scratch.write_bytes(msgspec.json.encode(note))
            put_in_place(scratch, self._note)
            if not have:
                self.part.write_bytes(b"")
        except OSError as problem:
            raise _cannot_write(self.target, problem) from problem
        return have

    def _usable(self) -> int:
        """Bytes of the part if they are of the same source; a part of another one is worth nothing."""
        try:
            size = self.part.stat().st_size
        except OSError:
            return 0
        note = _read_note(self._note)
        return size if size <= self.source.size and note is not None and note.source == self.source else 0

    def append(self, at: int, data: bytes) -> int:
        """Write ``data`` at byte ``at``; returns the byte after it.

        Raises:
            PartProblem: more bytes than the file has, or the disk is full.
        """
        if at + len(data) > self.source.size:
            raise PartProblem("download.longer", name=self.target.name)
        try:
            with self.part.open("r+b") as file:
                file.seek(at)
                file.write(data)
                file.truncate()
        except OSError as problem:
            raise _cannot_write(self.target, problem) from problem
        return at + len(data)

    def finish(self, go_on: GoOn = lambda _share: True) -> bool:
        """Check size and checksum, then put the file in its place. False: told to stop.

        Raises:
            PartProblem: size or checksum are wrong (the bytes are thrown away), or the disk failed.
        """
        try:
            if self.part.stat().st_size != self.source.size:
                raise PartProblem("download.incomplete", name=self.target.name)
            if self.source.sha256:
                found = _sha256(self.part, self.source.size, go_on)
                if found is None:
                    return False
                if found != self.source.sha256:
                    self.discard()
                    raise PartProblem("download.wrong_checksum", name=self.target.name)
            with self.part.open("rb+") as file:
                os.fsync(file.fileno())
            put_in_place(self.part, self._place)
        except OSError as problem:
            # a check that was stopped when it was nearly done, and begun again, may have put the file in its place
            there = isinstance(problem, FileNotFoundError) and self.present
            whole = self.whole(go_on) if there else False
            if whole is None:
                return False
            if not whole:
                raise _cannot_write(self.target, problem) from problem
        note = _read_note(self._note)
        if note is None or not note.parts:
            discard(self._note)
        return True

    def discard(self) -> None:
        """Throw away what has come so far; of a finished file, the note."""
        discard(self.part)
        discard(self._note)


def _read_note(note: Path) -> _Note | None:
    """What a note says; None: there is none, or none that can be read."""
    try:
        if not note.is_file() or note.stat().st_size > _LONGEST_NOTE:
            return None
        return msgspec.json.decode(note.read_bytes(), type=_Note)
    except (OSError, *UNREADABLE):
        return None


def _believable(source: DownloadSource) -> bool:
    """Whether a download can have left this note: anybody may have put it there."""
    known = source.url.startswith(("https://", "http://")) if source.url else is_repo(source.repo)
    return known and safe_path(source.path) and source.size > 0 and len(source.sha256) in (0, _SHA256)


def _together(target: Path, note: _Note) -> list[PartFile]:
    """All files of a download, as the note of one of them tells. They lie beside it: it can name no other folder."""
    alone = [PartFile(target, note.source)]
    if not all(map(_believable, note.parts)):
        return alone
    parts = {_beside(target, part): part for part in note.parts}
    if len(parts) < len(note.parts) or parts.get(target) != note.source:
        return alone
    return [PartFile(*pair) for pair in parts.items()]


def _beside(target: Path, source: DownloadSource) -> Path:
    """Where a file lies that belongs to the one at ``target``."""
    return target.with_name(source.path.rpartition("/")[2])


def _sha256(path: Path, size: int, go_on: GoOn) -> str | None:
    """Checksum of a file of ``size`` bytes in hex; None: told to stop.

    Raises:
        OSError: it cannot be read.
    """
    found = hashlib.sha256()
    done = 0
    with path.open("rb") as file:
        while piece := file.read(_PIECE):
            found.update(piece)
            done += len(piece)
            if not go_on(done / size):
                return None
    return found.hexdigest()


def _cannot_write(target: Path, problem: OSError) -> PartProblem:
    return PartProblem("download.not_written", name=target.name, reason=why(problem), parent=str(target.parent))
