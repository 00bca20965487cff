"""Looks whether documents' sources are as they were read, and what is new in watched folders."""

from __future__ import annotations

import itertools
import logging
import os
import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QFileSystemWatcher, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication

from app.core.document_values import DocumentEntry, DocumentOrigin, WatchedFolder
from app.core.documents.folders import is_nameable, scan
from app.core.documents.reading import signature_of
from app.core.drives import drive_of, mount_points
from app.services.background import Ops

log = logging.getLogger("documents")

GATHER_MS = 500  # changes of a folder come in many small ones
SETTLE_S = 2.0  # a file that was written to less than that ago may not be whole yet
AGAIN_MS = 2500  # while something is being written
PATIENCE_MS = 5000  # with a drive that does not answer: what lies on others is looked at without it
MOST_PLACES = (
    400  # that are watched: systems have few watches; all else is looked at when the window comes to the front
)


@dataclass(frozen=True)
class Looked:
    """What a look found. ``origins``: of documents whose source is not as it was; ``new``: (watched folder, source) of
    what is no document yet; ``moved``: document -> the same of a file that seems to be its own, under another name;
    ``places``: what to watch; ``arriving``: something is still being written.
    """

    origins: dict[str, DocumentOrigin]
    new: tuple[tuple[str, Path], ...]
    moved: dict[str, tuple[str, Path]]
    places: tuple[str, ...]
    arriving: bool


@dataclass(frozen=True)
class Watched:
    """What is looked at. ``left_out``: sources in the folders that are to be no documents; ``own``: the data folder."""

    documents: Sequence[DocumentEntry]
    folders: Sequence[WatchedFolder]
    left_out: frozenset[str] = frozenset()
    own: Path | None = None


def look(watched: Watched, stopped: Callable[[], bool]) -> Looked:
    """Look at all sources; touches the disk, never raises."""
    documents, folders = watched.documents, watched.folders
    now, arriving = time.time(), False
    origins: dict[str, DocumentOrigin] = {}
    places: dict[str, None] = {folder.path: None for folder in folders}
    for entry in documents:
        if stopped():
            break
        source = Path(entry.source)
        signature = signature_of(source, stopped, watched.own)
        if signature == entry.signature or not entry.signature:
            origins[entry.id] = "same" if signature else "gone"
        elif signature and _young(source, now):
            arriving = True
            continue
        else:
            origins[entry.id] = "changed" if signature else "gone"
        places.setdefault(str(source if entry.kind == "folder" else source.parent))
    gone: dict[str, list[DocumentEntry]] = {}
    for entry in documents:
        if origins.get(entry.id) == "gone" and entry.signature and entry.kind != "folder":
            gone.setdefault(entry.signature, []).append(entry)
    known = watched.left_out | {entry.source for entry in documents}
    new: list[tuple[str, Path]] = []
    moved: dict[str, tuple[str, Path]] = {}
    for folder in folders:
        found = scan(Path(folder.path), stopped, watched.own)
        sources = [*found.documents, *([Path(folder.path)] if found.code else [])]
        for source in sources:
            if str(source) in known or not is_nameable(source):
                continue
            if os.path.isfile(source) and _young(source, now):
                arriving = True
            elif gone and (was := _that_was(source, gone.get(signature_of(source, stopped), []))):
                moved[was.id] = folder.id, source
            else:
                new.append((folder.id, source))
        places.update({str(one): None for one in found.folders})
    watched_places = itertools.islice(filter(os.path.isdir, places), MOST_PLACES)
    return Looked(origins, tuple(new), moved, tuple(watched_places), arriving)


def _that_was(source: Path, gone: list[DocumentEntry]) -> DocumentEntry | None:
    """Takes out of ``gone``, whose files were of the same size and time, the one whose file is ``source`` now."""
    alike = len(gone) > 1  # as files from one archive may be
    found = next((entry for entry in gone if not alike or Path(entry.source).name == source.name), None)
    if found is not None:
        gone.remove(found)
    return found


def _young(source: Path, now: float) -> bool:
    try:
        return abs(now - source.stat().st_mtime) < SETTLE_S
    except OSError:
        return False


def without(watched: Watched, paths: Collection[str]) -> Watched:
    """What is left of it without the sources and folders in ``paths``; none of those counts as new."""
    return replace(
        watched,
        documents=[entry for entry in watched.documents if entry.source not in paths],
        folders=[folder for folder in watched.folders if folder.path not in paths],
        left_out=watched.left_out | {entry.source for entry in watched.documents},
    )


class DocumentWatch(QObject):
    """Looks at what lies on drives that answer. The others are looked at once they do.

    Signals: looked(Looked): a look is over.
    """

    looked = Signal(object)

    def __init__(self, ops: Ops, known: Callable[[], Watched], parent: QObject) -> None:
        """``known``: the documents and folders there are."""
        super().__init__(parent)
        self._ops, self._known = ops, known
        self._watcher = QFileSystemWatcher(self)
        self._soon = QTimer(self, singleShot=True, interval=GATHER_MS)
        self._soon.timeout.connect(self.look)
        self._again = QTimer(self, singleShot=True, interval=AGAIN_MS)
        self._again.timeout.connect(self.look)
        self._watcher.directoryChanged.connect(lambda _: self._soon.start())
        self._patience = QTimer(self, singleShot=True, interval=PATIENCE_MS)
        self._patience.timeout.connect(self._begin)
        self._asked: set[str] = set()  # drives that did not answer yet
        self._silent: set[str] = set()  # those of them that a look went without
        self._drives: dict[str, str] = {}  # of the look that is about to begin: path -> drive
        self._looking = self._once_more = self._stopped = False
        app = QCoreApplication.instance()
        if isinstance(app, QGuiApplication):
            app.applicationStateChanged.connect(self._state_changed)

    @property
    def places(self) -> frozenset[str]:
        """The folders that are being watched."""
        return frozenset(self._watcher.directories())

    def look(self) -> None:
        """Look at all sources now; ``looked`` follows."""
        if self._stopped:
            return
        if self._looking:
            self._once_more = True
            return
        watched = self._known()
        if not watched.documents and not watched.folders:
            self._watch(())
            return
        self._looking = True
        paths, mounts = [one.source for one in watched.documents], mount_points()
        paths += [folder.path for folder in watched.folders]
        self._drives = {path: drive_of(path, mounts) for path in paths}
        self._patience.start()
        for drive in set(self._drives.values()) - self._asked:
            self._asked.add(drive)
            self._ops.outside(partial(os.path.exists, drive), partial(self._answered, drive))
        self._begin_if_known()

    def _answered(self, drive: str, _there: bool) -> None:
        self._asked.discard(drive)
        if drive in self._silent and not self._stopped:
            self._silent.discard(drive)
            self._soon.start()  # a look went without it
        self._begin_if_known()

    def _begin_if_known(self) -> None:
        """Begin the look if it is known of each drive whether it answers."""
        if self._patience.isActive() and (self._asked - self._silent).isdisjoint(self._drives.values()):
            self._patience.stop()
            self._begin()

    def _begin(self) -> None:
        if self._stopped:
            return
        silent = {path for path, drive in self._drives.items() if drive in self._asked}
        if new := self._asked - self._silent:
            log.warning("drives that do not answer: %d; %d sources are not looked at", len(new), len(silent))
            self._silent |= new
        watched = without(self._known(), silent)
        self._ops.outside(lambda: look(watched, lambda: self._stopped), self._over, self._failed)

    def stop(self) -> None:
        """Watch no more: the program ends."""
        self._stopped = True
        for timer in (self._soon, self._again, self._patience):
            timer.stop()
        self._watcher.blockSignals(True)
        self._watch(())

    def _failed(self, problem: Exception) -> None:
        log.error("a look at the documents' sources failed", exc_info=problem)
        self._looking = False

    def _over(self, found: Looked) -> None:
        self._looking = False
        if self._stopped:
            return
        self._watch(found.places)
        if found.arriving:
            self._again.start()
        self.looked.emit(found)
        if self._once_more:
            self._once_more = False
            self._soon.start()

    def _watch(self, places: Sequence[str]) -> None:
        now, wanted = self.places, set(places)
        if gone := sorted(now - wanted):
            self._watcher.removePaths(gone)
        if new := sorted(wanted - now):
            self._watcher.addPaths(new)

    def _state_changed(self, state: Qt.ApplicationState) -> None:
        if state == Qt.ApplicationState.ApplicationActive and not self._stopped:
            self._soon.start()
