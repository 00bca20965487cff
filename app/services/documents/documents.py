"""The documents of the library: added, read in the background, read again when their sources changed, removed."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

import msgspec
from PySide6.QtCore import QObject, Signal

from app.core.attachments.names import clean_name
from app.core.chat_values import new_id
from app.core.document_values import DocumentEntry, DocumentOrigin, DocumentWork, FoundPassage, WatchedFolder
from app.core.documents.folders import is_nameable, scan
from app.core.documents.reading import digest_of_text
from app.core.paths import Paths
from app.core.store import Store
from app.core.texts import Text, say, why
from app.core.work_values import Notice
from app.services.background import Failed, Ops
from app.services.documents.mounts import DocumentMounts
from app.services.documents.reading_queue import ReadingQueue
from app.services.documents.text_copies import TextCopies
from app.services.documents.watching import DocumentWatch, Looked, Watched
from app.services.retried_writes import Write

log = logging.getLogger("documents")


class Documents(QObject):
    """``ctx.documents``: what a Documents page binds to. Methods return at once; results come as signals.

    ``entries`` are all documents, oldest first, each a :class:`DocumentEntry` with what a row shows (name, kind,
    status, problem, origin, pages, words, size); ``folders`` are the watched folders; ``work_of(id)`` is how far the
    reading of one is, None while nothing is done for it. ``add`` takes what was dropped; ``remove``, ``read_again``,
    ``cancel`` are a row's actions; ``text_of`` and ``search`` are for the viewer and for "@". Where documents are
    mounted, and what projects have: ``mounts``. What models made of documents: ``ctx.cartridges``. What replies cite:
    ``ctx.grounding``.

    Signals:
        added(DocumentEntry): one more document.
        changed(DocumentEntry): what is known of it changed (status, origin, size ...).
        removed(str): the id of a document that is gone, with all that was kept of it.
        progress(str, DocumentWork | None): how far its reading is; None: nothing is done for it any more.
        folders_changed(): watched folders were added or removed.
        notice(Notice)
    """

    added = Signal(object)
    changed = Signal(object)
    removed = Signal(str)
    progress = Signal(str, object)
    folders_changed = Signal()
    notice = Signal(object)

    def __init__(self, store: Store, ops: Ops, paths: Paths, write: Write, parent: QObject) -> None:
        """``paths``: say where texts are kept for the engine; folders of documents are read without the data folder.
        ``write``: see :class:`DocumentMounts`.
        """
        super().__init__(parent)
        self._store, self._ops, self._own = store, ops, paths.data
        self._entries = {entry.id: entry for entry in store.documents()}
        self._folders = store.watched_folders()
        self._left_out = store.left_out_sources()
        self._copies = TextCopies(paths.documents)
        self._queue = ReadingQueue(store, ops, self._copies, paths.data, self.get, self)
        self._queue.progress.connect(self.progress)
        self._queue.was_read.connect(self._was_read)
        self._queue.failed.connect(self._put)
        self._closed = False
        self.mounts = DocumentMounts(store, ops, write, self)
        self.watch = DocumentWatch(ops, self._watched, self)
        self.watch.looked.connect(self._looked)

    def start(self) -> None:
        """Go on with what the last end of the program cut off, and look at all sources."""

        def work() -> None:
            self._store.drop_unfinished_passages()
            self._copies.sweep(self._store.document_digests())

        self._ops.store(work)
        for entry in self.entries:
            if entry.status == "waiting":
                self._queue.add(entry.id)
        self.watch.look()

    # what there is --------------------------------------------------------------------

    @property
    def entries(self) -> tuple[DocumentEntry, ...]:
        """All documents, oldest first."""
        return tuple(self._entries.values())

    @property
    def folders(self) -> tuple[WatchedFolder, ...]:
        """The watched folders, oldest first."""
        return tuple(self._folders)

    def get(self, document: str) -> DocumentEntry | None:
        """The document if there is one."""
        return self._entries.get(document)

    def digests_in(self, chat: str, folder: str) -> frozenset[str]:
        """Of the texts of the documents that a chat sees."""
        entries = map(self.get, self.mounts.of_chat(chat, folder))
        return frozenset(entry.digest for entry in entries if entry is not None)

    def work_of(self, document: str) -> DocumentWork | None:
        """How far its reading is; None: nothing is done for it."""
        return self._queue.work_of(document)

    @property
    def idle(self) -> bool:
        """Whether nothing is read or waits to be."""
        return self._queue.idle

    # adding ---------------------------------------------------------------------------

    def add(self, paths: Iterable[str | Path], then: Callable[[tuple[str, ...]], None] | None = None) -> None:
        """Add files and folders (which are watched from now on); ``then`` gets the ids of all documents they are.

        What cannot be a document is told in a notice; what is one already is not read twice.
        """
        sources = [Path(path).expanduser().absolute() for path in paths]

        def work() -> tuple[list[DocumentEntry], list[WatchedFolder], list[Text]]:
            entries: list[DocumentEntry] = []
            folders: list[WatchedFolder] = []
            problems: list[Text] = []
            for source in sources:
                if not is_nameable(source):
                    problems.append(say("source.odd_name", name=clean_name(source.name)))
                elif os.path.isdir(source):
                    folder = WatchedFolder(new_id(), str(source), time.time())
                    found = scan(source, lambda: self._closed, self._own)
                    inside = [*found.documents, *([source] if found.code else [])]
                    if found.left_out:
                        problems.append(say("source.too_many", name=clean_name(source.name), n=found.left_out))
                    odd = [one for one in inside if not is_nameable(one)]
                    inside = list(filter(is_nameable, inside))
                    problems += [say("source.odd_name", name=clean_name(one.name)) for one in odd[:1]]
                    if not inside:
                        problems.append(say("source.no_code", name=clean_name(source.name)))
                        continue
                    folders.append(folder)
                    entries += [_entry(one, folder) for one in inside]
                elif (problem := _unreachable(source)) is not None:
                    problems.append(problem)
                else:
                    entries.append(_entry(source))
            return entries, folders, problems

        def found(result: tuple[list[DocumentEntry], list[WatchedFolder], list[Text]]) -> None:
            entries, folders, problems = result
            for problem in problems:
                self.notice.emit(Notice("warning", problem))
            self._ops.store(lambda: self._keep(entries, folders), lambda kept: self._kept(*kept, then))

        name = clean_name(sources[0].name) if sources else ""
        self._ops.outside(work, found, lambda problem: self._say("source.not_read", sources, problem), name=name)

    def _keep(
        self, entries: Sequence[DocumentEntry], folders: Sequence[WatchedFolder]
    ) -> tuple[list[DocumentEntry], list[WatchedFolder]]:
        kept = {folder.id: self._store.add_watched_folder(folder) for folder in folders}
        ours = [
            msgspec.structs.replace(entry, folder=kept[entry.folder].id) if entry.folder in kept else entry
            for entry in entries
        ]
        return [self._store.add_document(entry) for entry in ours], list(kept.values())

    def _kept(
        self,
        entries: Sequence[DocumentEntry],
        folders: Sequence[WatchedFolder],
        then: Callable[[tuple[str, ...]], None] | None = None,
    ) -> None:
        known = {folder.id for folder in self._folders}
        if new := [folder for folder in folders if folder.id not in known]:
            self._folders += new
            self.folders_changed.emit()
        for entry in entries:
            self._left_out.pop(entry.source, None)
            if entry.id not in self._entries:
                self._entries[entry.id] = entry
                self.added.emit(entry)
                self._queue.add(entry.id)
        if then is not None:
            then(tuple(entry.id for entry in entries))
        self.watch.look()

    def _say(self, code: str, sources: Sequence[Path], problem: Exception) -> None:
        log.warning("%s: %s", code, type(problem).__name__)
        name = clean_name(sources[0].name) if sources else ""
        self.notice.emit(Notice("error", say(code, name=name, reason=type(problem).__name__)))

    # removing -------------------------------------------------------------------------

    def remove(self, documents: Iterable[str], failed: Failed | None = None) -> None:
        """Delete all that is kept of documents; their sources are left alone. ``removed`` follows for each.

        One that came with a watched folder comes again only if it is added. ``failed``: gets why the store refused.
        """
        gone = [document for document in documents if document in self._entries]
        watched = {folder.id for folder in self._folders}
        entries: list[DocumentEntry] = []
        order = list(self._entries)
        for document in gone:
            self.cancel(document)
            entry = self._entries.pop(document)
            entries.append(entry)
            if entry.folder in watched:
                self._left_out[entry.source] = entry.folder
        mounted = self.mounts.forget(gone)

        def work() -> list[str]:
            unused = self._store.remove_documents(gone)
            for digest in unused:
                self._copies.delete(digest)
            return unused

        def done(_: list[str]) -> None:
            for document in gone:
                self.removed.emit(document)

        def refused(problem: Exception) -> None:
            """They are all there still, and not only after the next start."""
            for entry in entries:
                self._left_out.pop(entry.source, None)
                self._entries.setdefault(entry.id, entry)
            self._entries = {one: self._entries[one] for one in (*order, *self._entries) if one in self._entries}
            for entry in entries:
                self.added.emit(entry)
            self.mounts.bring_back(mounted)
            (failed or self._ops.pass_on)(problem)

        if gone:
            log.info("%d documents are removed", len(gone))
            self._ops.store(work, done, refused)

    def remove_folder(self, folder: str, with_documents: bool = True, failed: Failed | None = None) -> None:
        """Watch a folder no more, and remove the documents that came with it (or keep them). ``failed``: gets why the
        store refused."""
        watched = [(at, one) for at, one in enumerate(self._folders) if one.id == folder]
        left_out = {source: one for source, one in self._left_out.items() if one == folder}
        ours = [entry.id for entry in self.entries if entry.folder == folder]

        def belong(to: str) -> None:
            for entry in [entry for entry in map(self.get, ours) if entry is not None and entry.folder != to]:
                self._entries[entry.id] = msgspec.structs.replace(entry, folder=to)
                self.changed.emit(self._entries[entry.id])

        def refused(problem: Exception) -> None:
            """It is watched still, and not only after the next start."""
            for at, one in watched:
                self._folders.insert(at, one)
            self._left_out |= left_out
            belong(folder)
            self.folders_changed.emit()
            self.watch.look()
            (failed or self._ops.pass_on)(problem)

        if with_documents:
            self.remove(ours)
        self._folders = [one for one in self._folders if one.id != folder]
        self._left_out = {source: one for source, one in self._left_out.items() if one != folder}
        belong("")
        # documents that the store did not remove stay behind without it
        self._ops.store(lambda: self._store.remove_watched_folder(folder), lambda _: belong(""), refused)
        self.folders_changed.emit()
        self.watch.look()

    # reading --------------------------------------------------------------------------

    def read_again(self, document: str) -> None:
        """Read the source of a document as it is now. What was read before serves until then."""
        entry = self._entries.get(document)
        if entry is not None and not self._queue.waits(document):
            self._put(msgspec.structs.replace(entry, status="waiting", problem=None))
            self._queue.add(document)

    def cancel(self, document: str) -> None:
        """Do not read a document, or stop reading it: one that was never read stays as one that failed, another as it
        was."""
        entry = self._entries.get(document)
        if self._queue.drop(document) and entry is not None:
            if entry.digest:
                self._put(msgspec.structs.replace(entry, status="indexed"))
            else:
                self._put(msgspec.structs.replace(entry, status="failed", problem=say("source.stopped")))

    def _was_read(self, entry: DocumentEntry) -> None:
        self._entries[entry.id] = entry
        self.changed.emit(entry)

    # sources --------------------------------------------------------------------------

    def look(self) -> None:
        """Look now whether sources changed, and for what is new in watched folders."""
        self.watch.look()

    def _watched(self) -> Watched:
        return Watched(self.entries, self.folders, frozenset(self._left_out), self._own)

    def _looked(self, found: Looked) -> None:
        told: dict[DocumentOrigin, list[str]] = {"changed": [], "gone": []}
        self._move(found.moved)
        for document, origin in found.origins.items():
            entry = self._entries.get(document)
            if (
                document in found.moved
                or entry is None
                or entry.origin == origin
                or self._queue.work_of(document) is not None
                or entry.status == "waiting"
            ):
                continue
            entry = msgspec.structs.replace(entry, origin=origin)
            if origin == "changed" and entry.folder:
                self._entries[document] = entry
                self.read_again(document)  # what is watched is kept up to date
                continue
            self._put(entry)
            if origin in told:
                told[origin].append(entry.name)
        for names, one, several in (
            (told["changed"], "source.changed", "source.several_changed"),
            (told["gone"], "source.left", "source.several_left"),
        ):
            if names:  # a disk that is away takes all that is on it along
                text = say(several, n=len(names)) if len(names) > 1 else say(one, name=names[0])
                self.notice.emit(Notice("info", text))
        watched = {folder.id: folder for folder in self._folders}
        entries = [_entry(source, watched[folder]) for folder, source in found.new if folder in watched]
        if entries:
            self._ops.store(lambda: self._keep(entries, ()), lambda kept: self._kept(*kept))

    def _move(self, moved: Mapping[str, tuple[str, Path]]) -> None:
        """Files have other names: the documents go along, with where they are mounted, and are read to be sure."""
        watched = {folder.id: folder for folder in self._folders}
        taken = {entry.source for entry in self.entries}  # also by what was added meanwhile
        for document, (folder, source) in moved.items():
            entry = self._entries.get(document)
            free = folder in watched and str(source) not in taken
            if entry is not None and free and self._queue.work_of(document) is None:
                named = _entry(source, watched[folder])
                self._entries[document] = msgspec.structs.replace(
                    entry, name=named.name, source=named.source, folder=folder, origin="same"
                )
                self.read_again(document)

    def _put(self, entry: DocumentEntry) -> None:
        self._entries[entry.id] = entry
        self._ops.store(lambda: self._store.put_document(entry))
        self.changed.emit(entry)

    def keep(self, document: str, keep: bool) -> None:
        """Never delete what models made of a document to save space, or do so again."""
        entry = self._entries.get(document)
        if entry is not None and entry.keep != keep:
            self._put(msgspec.structs.replace(entry, keep=keep))

    # for viewers ----------------------------------------------------------------------

    def text_of(self, document: str, then: Callable[[str], None]) -> None:
        """Read the text of a document as it was read from its source; ``then`` gets it ("": there is none)."""
        self._ops.store(lambda: self._store.document_text(document), then)

    def search(self, text: str, documents: Sequence[str], then: Callable[[list[FoundPassage]], None]) -> None:
        """Look for passages of ``documents`` (none: of all); ``then`` gets them, best first."""
        chosen = list(documents) or list(self._entries)
        self._ops.store(lambda: self._store.search_passages(text, chosen), then)

    # copies for the engine --------------------------------------------------------------

    def ensure_copy(
        self,
        document: str,
        then: Callable[[Path | None], None],
        failed: Callable[[Exception], None] | None = None,
    ) -> None:
        """See to it that the text of a document lies where the engine reads it; ``then`` gets the file, None if there
        is no text. ``failed`` gets why it could not be written (without it, ``then`` gets None).
        """
        entry = self._entries.get(document)
        if entry is None or not entry.digest:
            then(None)
            return
        target = self._copies.path(entry.digest)

        def work() -> Path | None:
            if not self._copies.holds(entry.digest):
                text = self._store.document_text(document)
                if digest_of_text(text) != entry.digest:
                    return None
                self._copies.write(text, entry.digest)
            return target

        self._ops.store(work, then, failed or (lambda _: then(None)))

    def wipe(self, then: Callable[[], None], failed: Failed) -> None:
        """Forget all documents and folders; ``then`` once the store has, ``failed`` gets why it could not."""
        problems: list[Exception] = []
        for folder in self.folders:
            self.remove_folder(folder.id, with_documents=False, failed=problems.append)
        self.remove(list(self._entries), problems.append)
        self._ops.store(lambda: None, lambda _: failed(problems[0]) if problems else then())

    def shutdown(self) -> None:
        """Stop what is read; it goes on at the next start. Call before the threads are ended."""
        self._closed = True
        self._queue.shutdown()
        self.watch.stop()


def _entry(source: Path, folder: WatchedFolder | None = None) -> DocumentEntry:
    name = source.name
    if folder is not None and source != Path(folder.path):
        with suppress(ValueError):
            name = source.relative_to(folder.path).as_posix()
    return DocumentEntry(
        id=new_id(), name=clean_name(name), source=str(source), folder=folder.id if folder is not None else "",
        kind="folder" if os.path.isdir(source) else "text", added=time.time(),
    )  # fmt: skip


def _unreachable(source: Path) -> Text | None:
    """Why nothing can be added of a path; None: something is there."""
    name = clean_name(source.name)
    try:
        source.stat()
    except (FileNotFoundError, NotADirectoryError, ValueError):
        return say("attachment.missing", name=name)
    except OSError as problem:
        return say("attachment.not_opened", name=name, reason=why(problem))
    return None
