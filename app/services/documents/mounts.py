"""Where documents are mounted, and what folders of chats have of their own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec
from PySide6.QtCore import QObject, Signal

from app.core.document_values import MountLevel, Project
from app.core.store import Store
from app.services.background import Ops
from app.services.retried_writes import Write


class DocumentMounts(QObject):
    """``ctx.documents.mounts``: what a chat sees, kept in step with the store; all of it is known at once.

    A page or a header binds to ``changed`` and asks ``of_chat(chat, folder)``; "@" and the paper clip call ``mount``.

    Signals:
        changed(str, str): level ("chat" or "folder") and id of where something was mounted or unmounted.
    """

    changed = Signal(str, str)

    def __init__(self, store: Store, ops: Ops, write: Write, parent: QObject) -> None:
        """``write``: stores what is given last under a key, when there is room for it."""
        super().__init__(parent)
        self._store, self._ops, self._write = store, ops, write
        self._mounts = store.mounts()
        self._projects = store.projects()
        self._puts = 0  # of projects

    def of(self, level: MountLevel, owner: str) -> tuple[str, ...]:
        """Ids of the documents mounted there, in their order."""
        return self._mounts.get((level, owner), ())

    def of_chat(self, chat: str, folder: str = "") -> tuple[str, ...]:
        """Ids of the documents that a chat sees: those of its folder, then its own."""
        of_folder = self.of("folder", folder) if folder else ()
        return tuple(dict.fromkeys((*of_folder, *self.of("chat", chat))))

    @property
    def documents(self) -> tuple[str, ...]:
        """All documents that are mounted somewhere."""
        return tuple(dict.fromkeys(document for mounted in self._mounts.values() for document in mounted))

    def users(self, document: str) -> tuple[tuple[MountLevel, str], ...]:
        """Where a document is mounted."""
        return tuple(place for place, documents in self._mounts.items() if document in documents)

    def mount(self, level: MountLevel, owner: str, documents: Iterable[str]) -> None:
        """Mount documents in a chat (also one that was not begun), or for all chats of a folder."""
        self._set(level, owner, tuple(dict.fromkeys((*self.of(level, owner), *documents))))

    def unmount(self, level: MountLevel, owner: str, documents: Iterable[str]) -> None:
        """Mount them there no more."""
        gone = set(documents)
        self._set(level, owner, tuple(one for one in self.of(level, owner) if one not in gone))

    def _set(self, level: MountLevel, owner: str, documents: tuple[str, ...]) -> None:
        if documents == self.of(level, owner):
            return
        if documents:
            self._mounts[level, owner] = documents
        else:
            self._mounts.pop((level, owner), None)
        self._write(("mounts", level, owner), lambda: self._store.set_mounts(level, owner, documents))
        self.changed.emit(level, owner)

    def copied(self, source: str, copy: str, ids: dict[str, str]) -> None:
        """A chat was copied or branched: its documents, and what its replies cite, are its copy's too."""
        self._set("chat", copy, self.of("chat", source))
        self._ops.store(lambda: self._store.copy_citations(ids))

    def forget(self, documents: Iterable[str]) -> dict[tuple[MountLevel, str], tuple[str, ...]]:
        """Documents were removed, with where they were mounted; what was mounted there before."""
        gone, before = set(documents), {}
        for place, mounted in list(self._mounts.items()):
            left = tuple(one for one in mounted if one not in gone)
            if left != mounted:
                before[place] = mounted
                self._mounts[place] = left
                self.changed.emit(*place)
        return before

    def bring_back(self, before: Mapping[tuple[MountLevel, str], tuple[str, ...]]) -> None:
        """The store did not remove the documents after all; what was mounted since stays."""
        for place, mounted in before.items():
            self._mounts[place] = tuple(dict.fromkeys((*mounted, *self.of(*place))))
            self.changed.emit(*place)

    def leave(self, level: MountLevel, owners: Iterable[str]) -> None:
        """Chats or folders are gone, and with them in the store what was mounted there: no model reads it any more."""
        for owner in owners:
            if self._mounts.pop((level, owner), None) is not None:
                self.changed.emit(level, owner)

    # projects -------------------------------------------------------------------------

    def read_projects(self) -> None:
        """Folders came: by an import, or back from where they were taken away."""
        puts = self._puts

        def keep(projects: dict[str, Project]) -> None:
            if puts == self._puts:
                self._projects = projects
                for folder, project in projects.items():
                    if project.documents and not self.of("folder", folder):
                        self._mounts["folder", folder] = project.documents
                        self.changed.emit("folder", folder)
            else:
                self.read_projects()  # something was put meanwhile, and stored after they were read

        self._ops.store(self._store.projects, keep)

    def project(self, folder: str) -> Project:
        """What a folder of chats has of its own."""
        known = self._projects.get(folder, Project(folder))
        return msgspec.structs.replace(known, documents=self.of("folder", folder))

    def system_prompt(self, folder: str) -> str:
        """The system prompt of chats that are begun in a folder; "": that of all new chats."""
        return self._projects[folder].system_prompt if folder in self._projects else ""

    def set_system_prompt(self, folder: str, text: str) -> None:
        """The system prompt of chats that are begun in a folder from now on ("": that of all new chats)."""
        self._put(msgspec.structs.replace(self.project(folder), system_prompt=text))

    def set_notes(self, folder: str, text: str) -> None:
        """The person's notes on a folder; no model sees them."""
        self._put(msgspec.structs.replace(self.project(folder), notes=text))

    def _put(self, project: Project) -> None:
        if project == self.project(project.folder):
            return
        self._projects[project.folder] = project
        self._puts += 1
        self._write(("project", project.folder), lambda: self._store.put_project(project))
