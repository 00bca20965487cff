"""The saved states of all chats: a manifest in each chat's folder, the chunks they list in one folder for all.

Chunks are counted by reading the manifests, so that nothing can come apart: a manifest is written when all its chunks
are on disk, and a chunk is deleted when no manifest lists it. What a crash leaves between the two are chunks that
nobody lists; :meth:`SnapshotStore.tidy` takes them away.
"""

from __future__ import annotations

import contextlib
import logging
import os
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import msgspec
import numpy as np
import numpy.typing as npt

from engine.errors import BadSnapshot, DiskFull
from engine.files import put_in_place, replacing
from engine.model.buffers import buffer
from engine.snapshots.chunk_forms import forms_of
from engine.snapshots.chunks import Chunks, name_of
from engine.snapshots.header import (
    BEFORE_NAME,
    FILE_NAME,
    OTHERS,
    NewerSnapshot,
    SnapshotHeader,
    encode_manifest,
    key_of,
    read_snapshot_header,
    snapshots_in,
)
from engine.snapshots.lock import FolderLock
from engine.snapshots.plan import Extent, StatePlan
from engine.snapshots.quota import usual_quota
from engine.texts import english, say

log = logging.getLogger("engine.snapshots.store")

CHUNKS = "pieces"  # the folder's name, which saved states of earlier versions have, too
READERS = 4  # threads
WAIT_WRITE, WAIT_READ, WAIT_DELETE = 30.0, 2.0, 0.0  # seconds for another process
TICK = 1e-3  # seconds by which the snapshot used last is newer than the one before, whatever the clock says
MOST_STATE = 1 << 44  # bytes; no memory is larger, whatever a manifest says

Bytes = npt.NDArray[np.uint8]


@dataclass(frozen=True)
class WriteResult:
    """What a write did: bytes of the whole snapshot, and those of them that were not on disk before."""

    path: Path
    bytes: int
    new_bytes: int


@dataclass(frozen=True)
class StoredSnapshot:
    """A chat's snapshot. ``chunks``: bytes that they take, by name; ``used``: when it was last written or loaded, in
    seconds since 1970, later than of all that were used before it, also where the clock was set back since.

    ``header``: without its lists; None when it cannot be used, which ``problem`` explains. ``unknown``: it cannot be
    read now, or is of a newer version: what it lists is not known.
    """

    path: Path
    used: float
    file_bytes: int
    header: SnapshotHeader | None = None
    problem: str = ""
    unknown: bool = False
    chunks: dict[bytes, int] = field(default_factory=dict)

    @property
    def key(self) -> str:
        """Its :func:`key_of`; "": it cannot be used."""
        return key_of(self.header.fingerprint, self.header.layout) if self.header is not None else ""

    @property
    def chat(self) -> str:
        """The name of the chat's folder."""
        folder = self.path.parent
        return folder.parent.parent.name if folder.parent.name == OTHERS else folder.name

    @property
    def bytes(self) -> int:
        """All of it, shared chunks included."""
        return self.file_bytes + sum(self.chunks.values())


class SnapshotStore:
    """The snapshots whose chunks lie in the folder ``chunks``: those of the chats beside it, or around it.

    Attributes:
        limit: bytes that all of them may take, whatever is asked for (0: as asked).
    """

    def __init__(self, chunks: Path) -> None:
        self.limit = 0
        self._chunks = Chunks(chunks)
        self._lock = FolderLock(chunks / ".lock")
        self._mutex = threading.Lock()  # between holding a chat and evicting one
        self._places = threading.RLock()  # between moving a manifest and deleting chunks that none lists
        self._writing: Counter[bytes] = Counter()  # chunks that a manifest will list which is not in place yet
        self._held: dict[Path, int] = {}
        self._chosen: dict[Path, str] = {}  # the key of whose snapshot a chat's is, however late others are written
        self._known: dict[Path, tuple[tuple[int, int], StoredSnapshot]] = {}

    # ------------------------------------------------------------------ one chat

    def write(self, folder: Path, header: SnapshotHeader, state: Bytes) -> WriteResult:
        """Save ``state`` with what ``header`` says of it as the chat's snapshot, in place of the one before.

        One of another model, or of another layout of its cache, is kept beside it. Where that one was chosen, since the
        chat has gone on with it meanwhile, this one is.
        ``header.state`` tells how to cut it (None: blindly); the names of its chunks are found here.

        Raises:
            DiskFull: it could not be written; the snapshot before is untouched.
        """
        key = key_of(header.fingerprint, header.layout)
        self._make()
        with self._lock.held(WAIT_WRITE) as got:
            if not got:
                raise DiskFull("snapshot.busy")
            plan = header.state or StatePlan(len(state))
            names: list[bytes] = []
            new: list[bytes] = []
            n_new = 0
            try:
                with self._spared(names):
                    forms = forms_of(state[: len(state) - sum(kept.size for kept in header.checkpoints)], plan)
                    for (_, extents), form in zip(plan.chunks(), forms, strict=True):
                        data, written = form.written(_gather(state, extents))
                        self._spare(names, name_of(data))
                        if taken := self._chunks.put(names[-1], data, written):
                            new.append(names[-1])
                            n_new += taken
                    self._chunks.sync(new)
                    manifest = encode_manifest(msgspec.structs.replace(header, state=plan.named(names), sections=[]))
                    with self._places:  # another model may have been chosen while the chunks were written
                        path = self._place_for(folder, key)
                        before = self._read(path)
                        unused = self._keep_before(folder, before, header) if path.parent == folder else set()
                        with replacing(path) as file:
                            file.write(manifest)
                        self._used_last(path)
            except BaseException:
                self._drop(names)  # also those that lost their lists meanwhile
                raise
            if before is not None:
                unused |= before.chunks.keys()
            self._drop(unused - set(names))
        n = sum(self._chunks.size(name) or 0 for name in set(names))
        return WriteResult(path, len(manifest) + n, len(manifest) + n_new)

    @contextlib.contextmanager
    def _spared(self, names: list[bytes]) -> Iterator[None]:
        """Inside, other threads delete none of the chunks that :meth:`_spare` adds to ``names``."""
        try:
            yield
        finally:
            with self._places:
                self._writing -= Counter(names)

    def _spare(self, names: list[bytes], name: bytes) -> None:
        """To be called before looking whether a chunk is there: one that others list may go with their manifests."""
        with self._places:
            names.append(name)
            self._writing[name] += 1

    def _place_for(self, folder: Path, key: str) -> Path:
        """Where a snapshot with that :func:`key_of` is written; that of another model gives it the chat's own place."""
        path = folder / FILE_NAME
        now = self._read(path)
        if now is None or now.key in ("", key):
            return path
        if now.key == self._chosen.get(folder):
            return folder / OTHERS / key / FILE_NAME
        self._put_aside(now)
        return path

    def _keep_before(self, folder: Path, before: StoredSnapshot | None, header: SnapshotHeader) -> set[bytes]:
        """Keep the snapshot ``before`` for an undo of the compaction that only ``header`` has, until the next one.

        Returns what the one kept so far lists, if it is given up.
        """
        had = before.header.compactions if before is not None and before.header is not None else None
        if had is None or had == header.compactions:
            return set()
        place = folder / BEFORE_NAME
        kept = self._read(place)
        with self._places, contextlib.suppress(OSError, DiskFull):
            if header.compactions[: len(had)] == had:
                with replacing(place) as file:
                    file.write((folder / FILE_NAME).read_bytes())
            else:  # it was taken back, or what it was of is cut off
                place.unlink(missing_ok=True)
        return set(kept.chunks) if kept is not None else set()

    def read(self, header: SnapshotHeader, most: int) -> Bytes:
        """The state that a snapshot lists, checked chunk by chunk; at most ``most`` bytes.

        Raises:
            BadSnapshot: a chunk is missing or damaged, or the list is; nothing was allocated for a bad list.
        """
        plan = header.state
        assert plan is not None
        try:
            plan.check(most)
        except ValueError as error:
            raise BadSnapshot("snapshot.list_damaged", reason=str(error)) from error
        with self._lock.held(WAIT_READ):
            parts = list(plan.chunks())
            for name, extents in parts:
                if not self._chunks.holds(name, sum(length for _, length in extents)):
                    if self._chunks.size(name) is not None:
                        self._chunks.remove(name)  # to be written anew
                    raise BadSnapshot("snapshot.part_cut")
            state = buffer(plan.size)

            def put(part: tuple[bytes, Sequence[Extent]]) -> None:
                name, extents = part
                data = np.empty(sum(length for _, length in extents), np.uint8)
                self._chunks.get(name, data)
                at = 0
                for offset, length in extents:
                    state[offset : offset + length] = data[at : at + length]
                    at += length

            # reading, decoding and checking leave Python's lock to others
            with ThreadPoolExecutor(READERS, "snapshot") as pool:
                for _ in pool.map(put, parts):
                    pass
        return state

    def choose(self, folder: Path, key: str) -> None:
        """Make the snapshot with that :func:`key_of` the chat's, if there is one; that of another model is kept."""
        aside = folder / OTHERS / key / FILE_NAME
        with self._places:
            self._chosen[folder] = key
        if not aside.exists():
            return
        with self._lock.held(WAIT_WRITE) as got, self._places, contextlib.suppress(OSError):
            now = self._read(folder / FILE_NAME)
            if not got or (now is not None and now.key == key):
                return
            if now is not None:
                self._put_aside(now)
            put_in_place(aside, folder / FILE_NAME)
            aside.parent.rmdir()

    def _put_aside(self, entry: StoredSnapshot) -> None:
        """Keep a chat's snapshot for when its model is used again; one that cannot be used is left where it is."""
        if not entry.key:
            return
        with self._places, contextlib.suppress(OSError):
            place = entry.path.parent / OTHERS / entry.key / FILE_NAME
            place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            put_in_place(entry.path, place)

    def touch(self, folder: Path) -> None:
        """Note that a chat's snapshot was used just now."""
        self._used_last(folder / FILE_NAME)

    def _used_last(self, path: Path) -> None:
        """Let a snapshot be the one used last, also where the clock was set back since others were."""
        latest = 0.0
        for other in self._manifests():  # looked at alone: reading them all takes up to a second where chats are many
            with contextlib.suppress(OSError):
                latest = max(latest, other.stat().st_mtime)
        used = max(time.time(), latest + TICK)
        with contextlib.suppress(OSError):
            os.utime(path, (used, used))

    def fork(
        self,
        source: Path,
        target: Path,
        chat_id: str,
        fits: Callable[[SnapshotHeader], bool] = lambda _: True,
        told: Callable[[SnapshotHeader], SnapshotHeader] = lambda header: header,
    ) -> bool:
        """Give the chat in ``target`` the snapshot of the one in ``source``; no chunk is copied. False: there is none.

        ``fits``: where it says no, the snapshot from before the last compaction is taken if that fits. ``told``: makes
        of what the snapshot says of itself what it is to say there.

        Raises:
            BadSnapshot, DiskFull: it cannot be read or written.
        """
        self._make()
        with self._lock.held(WAIT_WRITE), self._places:  # no chunk goes between reading the list and writing it again
            if not (source / FILE_NAME).exists():
                return False
            header = read_snapshot_header(source / FILE_NAME)
            if header.state is None:  # of version 1
                return False
            if not fits(header) and (source / BEFORE_NAME).exists():
                with contextlib.suppress(BadSnapshot):
                    before = read_snapshot_header(source / BEFORE_NAME)
                    header = before if before.state is not None and fits(before) else header
            with replacing(target / FILE_NAME) as file:
                file.write(encode_manifest(msgspec.structs.replace(told(header), chat_id=chat_id)))
            self._used_last(target / FILE_NAME)
        return True

    def remove(self, folder: Path) -> None:
        """Delete a chat's snapshots, of all models, and what only they need."""
        for path in (*snapshots_in(folder), folder / BEFORE_NAME):
            self._remove(path)

    def discard(self, folder: Path, key: str) -> None:
        """Delete a chat's snapshot with that :func:`key_of`, which tells of a memory that is not wanted any more. It
        may lie aside, where another model was chosen meanwhile, whose snapshot stays.
        """
        for path in (folder / FILE_NAME, folder / OTHERS / key / FILE_NAME):
            self._remove(path, key)

    def _remove(self, path: Path, key: str = "") -> None:
        """Delete a snapshot; ``key``: not one that can be used and has another :func:`key_of`."""
        with self._lock.held(WAIT_WRITE) as got, self._places, contextlib.suppress(OSError):
            entry = self._read(path)
            if key and entry is not None and entry.key not in ("", key):
                return
            path.unlink(missing_ok=True)
            if got and entry is not None:
                self._drop(entry.chunks)

    # ------------------------------------------------------------------ all of them

    def hold(self, folder: Path) -> None:
        """A chat is open: its snapshot is not evicted until :meth:`release` was called as often."""
        with self._mutex:
            self._held[folder] = self._held.get(folder, 0) + 1

    def release(self, folder: Path) -> None:
        """A chat was closed."""
        with self._mutex:
            self._held[folder] = self._held.get(folder, 1) - 1
            if self._held[folder] <= 0:
                del self._held[folder]

    def entries(self) -> list[StoredSnapshot]:
        """All snapshots, the one used longest ago first."""
        paths = list(self._manifests())
        for gone in set(self._known).difference(paths):  # of chats that were deleted
            self._known.pop(gone, None)
        found = (self._read(path) for path in paths)
        return sorted((entry for entry in found if entry is not None), key=lambda entry: entry.used)

    def stored_bytes(self) -> int:
        """What all snapshots take, shared chunks once."""
        return _total(self.entries())

    def quota(self, wanted: int = 0) -> int:
        """Bytes that all may take: ``wanted``, or else as :func:`usual_quota` has it."""
        return self.limit or max(wanted, 0) or usual_quota(self._chunks.folder, self.stored_bytes())

    def trim(self, quota: int) -> list[StoredSnapshot]:
        """Evict snapshots, those used longest ago first, until the rest takes at most ``quota`` bytes.

        Those of open chats stay, but for what only serves an undo, which goes first. Nothing is evicted while another
        process works here, or what a newer program saved lies here. Returns what was evicted.
        """
        gone: list[StoredSnapshot] = []
        with self._lock.held(WAIT_DELETE) as got, self._places:
            entries = self.entries()
            total = _total(entries)
            if not got or total <= quota or any(entry.unknown for entry in entries):
                return []  # chunks stay while somebody's list is not known: chats would lose theirs for nothing
            lists = Counter(name for entry in entries for name in entry.chunks)
            with self._mutex:
                for entry in sorted(entries, key=lambda entry: entry.path.name != BEFORE_NAME):
                    if total <= quota:
                        break
                    held = entry.path.parent in self._held and entry.path.name != BEFORE_NAME
                    if held:
                        continue
                    try:
                        entry.path.unlink(missing_ok=True)
                    except OSError:
                        continue
                    gone.append(entry)
                    lists.subtract(entry.chunks.keys())
                    total -= entry.file_bytes + sum(n for name, n in entry.chunks.items() if not lists[name])
                self._drop(name for entry in gone for name in entry.chunks)
        return gone

    def tidy(self) -> int:
        """Delete chunks that no manifest lists, and leftovers; returns the bytes that were freed."""
        freed = 0
        with self._lock.held(WAIT_DELETE) as got:
            if got:
                self._chunks.remove_leftovers()
                with self._places:  # a fork writes one
                    for path in self._manifests():
                        for leftover in path.parent.glob(f".{path.name}.*.tmp"):
                            with contextlib.suppress(OSError):
                                leftover.unlink()
                sizes = dict(self._chunks.all())
                freed = sum(sizes[name] for name in self._drop(sizes))
        return freed

    def verify(self, entry: StoredSnapshot) -> str:
        """What is wrong with a snapshot, "" if nothing; all of its bytes are read, nothing is changed."""
        if entry.problem:
            return entry.problem
        bad = 0
        for name in entry.chunks:
            bad += not self._chunks.sound(name)
        return english.sentence(say("snapshot.parts_bad", bad=bad, parts=len(entry.chunks))) if bad else ""

    # ------------------------------------------------------------------ inside

    def _make(self) -> None:
        with contextlib.suppress(OSError):  # whatever is wrong shows when something is written
            self._chunks.folder.mkdir(mode=0o700, parents=True, exist_ok=True)

    def _manifests(self) -> Iterator[Path]:
        around = self._chunks.folder.parent
        yield from (*snapshots_in(around), around / BEFORE_NAME)
        with contextlib.suppress(OSError), os.scandir(around) as chats:
            for chat in [Path(chat.path) for chat in chats if chat.is_dir() and chat.name != OTHERS]:
                yield from (*snapshots_in(chat), chat / BEFORE_NAME)

    def _read(self, path: Path) -> StoredSnapshot | None:
        """The snapshot in that file, None when there is none; read again only when the file has changed."""
        try:
            stat = path.stat()
        except FileNotFoundError:
            self._known.pop(path, None)
            return None
        except OSError as error:
            return StoredSnapshot(path, 0.0, 0, problem=str(error), unknown=True)
        stamp = (stat.st_mtime_ns, stat.st_size)
        known = self._known.get(path)
        if known is not None and known[0] == stamp:
            return known[1]
        try:
            header = read_snapshot_header(path)
            if header.state is not None:
                header.state.check(MOST_STATE)
            sizes = header.state.sizes() if header.state is not None else {}
            chunks = {name: self._chunks.size(name) or 0 for name in sizes}
            facts = msgspec.structs.replace(header, state=None, log=b"", token_bytes=b"", sections=[])
            entry = StoredSnapshot(path, stat.st_mtime, stat.st_size, facts, chunks=chunks)
        except (BadSnapshot, ValueError) as error:
            unreadable = isinstance(error.__cause__, OSError)
            unknown = unreadable or isinstance(error, NewerSnapshot)
            entry = StoredSnapshot(path, stat.st_mtime, stat.st_size, problem=str(error), unknown=unknown)
            if unreadable:  # only now, maybe: while it is unknown no chunk is deleted at all
                return entry
        self._known[path] = stamp, entry
        return entry

    def _drop(self, names: Iterable[bytes]) -> set[bytes]:
        """Delete those of the chunks that nobody lists or is about to; nothing while somebody's list is not known."""
        with self._places:
            entries = self.entries()
            if any(entry.unknown for entry in entries):
                return set()
            listed = {name for entry in entries for name in entry.chunks}
            return {name for name in set(names) - listed - self._writing.keys() if self._chunks.remove(name)}


def _total(entries: Iterable[StoredSnapshot]) -> int:
    chunks: dict[bytes, int] = {}
    n = 0
    for entry in entries:
        n += entry.file_bytes
        chunks.update(entry.chunks)
    return n + sum(chunks.values())


def _gather(state: Bytes, extents: list[Extent]) -> Bytes:
    """The parts of a chunk, one after the other."""
    data = np.empty(sum(length for _, length in extents), np.uint8)
    at = 0
    for offset, length in extents:
        data[at : at + length] = state[offset : offset + length]
        at += length
    return data
