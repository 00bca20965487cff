"""Documents in the store: what is known of each, watched folders, where documents are mounted, and projects."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from app.core.document_values import DocumentEntry, MountLevel, Project, WatchedFolder
from app.core.store.base import Base
from app.core.store.merging import OF_PASSAGES, merge_deleted
from app.core.texts import Text, column, from_column

_FIELDS = DocumentEntry.__struct_fields__
_COLUMNS = ", ".join(f"library_document.{field}" for field in _FIELDS)
_TEXTS = ("note", "problem")


def _entry(row: Sequence[object]) -> DocumentEntry:
    values: dict[str, Any] = dict(zip(_FIELDS, row, strict=True))
    values["note"] = from_column(values["note"])
    problem = from_column(values["problem"])
    values["problem"] = problem if isinstance(problem, Text) else None
    values["keep"] = bool(values["keep"])
    return DocumentEntry(**values)


def _value(entry: DocumentEntry, field: str) -> object:
    value = getattr(entry, field)
    return column(value or "") if field in _TEXTS else value


def put_mounts(db: sqlite3.Connection, level: MountLevel, owner: str, documents: Iterable[str]) -> None:
    """These documents, and no others, are mounted there; those that are gone are left out."""
    db.execute("DELETE FROM mounted_document WHERE level = ? AND owner = ?", (level, owner))
    db.executemany(
        "INSERT INTO mounted_document (level, owner, document, place)"
        " SELECT ?, ?, id, ? FROM library_document WHERE id = ?",
        [(level, owner, place, document) for place, document in enumerate(dict.fromkeys(documents))],
    )


class DocumentOps(Base):
    """Operations on documents. Their text is in their passages, see ``PassageOps``."""

    def documents(self) -> list[DocumentEntry]:
        """All documents in the order in which they were added."""
        with self._read() as db:
            rows = db.execute(f"SELECT {_COLUMNS} FROM library_document ORDER BY id").fetchall()
        return [_entry(row) for row in rows]

    def add_document(self, entry: DocumentEntry) -> DocumentEntry:
        """Keep a document that is to be read; one of the same source that is there already is given back instead."""
        with self._write() as db:
            db.execute("DELETE FROM left_out_source WHERE source = ?", (entry.source,))
            known = db.execute(f"SELECT {_COLUMNS} FROM library_document WHERE source = ?", (entry.source,)).fetchone()
            if known is not None:
                return _entry(known)
            db.execute(
                f"INSERT INTO library_document ({', '.join(_FIELDS)}) VALUES ({', '.join('?' * len(_FIELDS))})",
                [_value(entry, field) for field in _FIELDS],
            )
        return entry

    def put_document(self, entry: DocumentEntry) -> bool:
        """Store what is known of a document now; False if it was removed meanwhile."""
        with self._write() as db:
            return self._put_document(db, entry)

    @staticmethod
    def _put_document(db: sqlite3.Connection, entry: DocumentEntry) -> bool:
        fields = [field for field in _FIELDS if field != "id"]
        changed = db.execute(
            f"UPDATE library_document SET {', '.join(f'{field} = ?' for field in fields)} WHERE id = ?",
            [*(_value(entry, field) for field in fields), entry.id],
        ).rowcount
        return changed > 0

    def remove_documents(self, ids: Iterable[str]) -> list[str]:
        """Delete documents with their passages, where they are mounted, and what cites them.

        The digests of texts that no document has any more, so that copies of them can go too. What was put into turns
        of chats stays with those. Files of watched folders are left out of these from now on.
        """
        gone = [(document,) for document in dict.fromkeys(ids)]
        with self._write() as db:
            rows = [db.execute("SELECT digest FROM library_document WHERE id = ?", one).fetchone() for one in gone]
            db.executemany(
                "INSERT OR REPLACE INTO left_out_source SELECT source, folder FROM library_document"
                " WHERE id = ? AND folder IN (SELECT id FROM watched_folder)",
                gone,
            )
            db.executemany("DELETE FROM library_document WHERE id = ?", gone)
            if gone:
                merge_deleted(db, OF_PASSAGES)
            digests = dict.fromkeys(row[0] for row in rows if row and row[0])
            used = "SELECT 1 FROM library_document WHERE digest = ?"
            return [digest for digest in digests if not db.execute(used, (digest,)).fetchone()]

    def document_digests(self) -> set[str]:
        """Of the texts of all documents."""
        with self._read() as db:
            return {row[0] for row in db.execute("SELECT digest FROM library_document WHERE digest <> ''")}

    # watched folders ----------------------------------------------------------------

    def watched_folders(self) -> list[WatchedFolder]:
        """All, oldest first."""
        with self._read() as db:
            rows = db.execute("SELECT id, path, added FROM watched_folder ORDER BY id").fetchall()
        return [WatchedFolder(*row) for row in rows]

    def add_watched_folder(self, folder: WatchedFolder) -> WatchedFolder:
        """Keep a folder; one of the same path that is there already is given back instead."""
        with self._write() as db:
            known = db.execute("SELECT id, path, added FROM watched_folder WHERE path = ?", (folder.path,)).fetchone()
            if known is not None:
                return WatchedFolder(*known)
            db.execute("INSERT INTO watched_folder VALUES (?, ?, ?)", (folder.id, folder.path, folder.added))
        return folder

    def remove_watched_folder(self, folder: str) -> list[str]:
        """Watch a folder no more; the ids of its documents, which stay."""
        with self._write() as db:
            ids = [row[0] for row in db.execute("SELECT id FROM library_document WHERE folder = ?", (folder,))]
            db.execute("UPDATE library_document SET folder = '' WHERE folder = ?", (folder,))
            db.execute("DELETE FROM watched_folder WHERE id = ?", (folder,))
        return ids

    def left_out_sources(self) -> dict[str, str]:
        """Files whose documents were removed -> the watched folder that they are in."""
        with self._read() as db:
            return dict(db.execute("SELECT source, folder FROM left_out_source"))

    # where they are mounted ---------------------------------------------------------

    def mounts(self) -> dict[tuple[MountLevel, str], tuple[str, ...]]:
        """(chat or folder, its id) -> the documents mounted there, in the order in which they were."""
        found: dict[tuple[MountLevel, str], list[str]] = {}
        with self._read() as db:
            for level, owner, document in db.execute(
                "SELECT level, owner, document FROM mounted_document ORDER BY level, owner, place, document"
            ):
                found.setdefault((level, owner), []).append(document)
        return {key: tuple(documents) for key, documents in found.items()}

    def set_mounts(self, level: MountLevel, owner: str, documents: Sequence[str]) -> None:
        """Mount these documents, and no others, in a chat or for all chats of a folder."""
        with self._write() as db:
            put_mounts(db, level, owner, documents)

    def mounted_in(self, chat: str, folder: str) -> list[str]:
        """The documents that a chat of ``folder`` ("": of none) sees: those of the folder, then its own."""
        with self._read() as db:
            rows = db.execute(
                "SELECT document FROM mounted_document WHERE (level = 'chat' AND owner = ?)"
                " OR (level = 'folder' AND owner = ?) ORDER BY level DESC, place",
                (chat, folder or "\0"),
            )
            return list(dict.fromkeys(row[0] for row in rows))

    def drop_left_mounts(self, kept: Collection[str] = ()) -> None:
        """Forget what was mounted in chats that were never begun, but for those ``kept``, and in folders that are gone.
        Call at start, before there is such a chat.
        """
        with self._write() as db:
            left = db.execute(
                "SELECT DISTINCT owner FROM mounted_document"
                " WHERE level = 'chat' AND owner NOT IN (SELECT id FROM chat)"
            ).fetchall()
            gone = [row for row in left if row[0] not in kept]
            db.executemany("DELETE FROM mounted_document WHERE level = 'chat' AND owner = ?", gone)
            db.execute("DELETE FROM mounted_document WHERE level = 'folder' AND owner NOT IN (SELECT id FROM folder)")

    # projects -------------------------------------------------------------------------

    def projects(self) -> dict[str, Project]:
        """Folder of chats -> what it has of its own."""
        mounts: Mapping[tuple[MountLevel, str], tuple[str, ...]] = self.mounts()
        with self._read() as db:
            rows = db.execute("SELECT id, system_prompt, notes FROM folder ORDER BY created, id").fetchall()
        return {key: Project(key, prompt, notes, mounts.get(("folder", key), ())) for key, prompt, notes in rows}

    def put_project(self, project: Project) -> None:
        """Store the system prompt and the notes of a folder, if it is still there."""
        with self._write() as db:
            db.execute(
                "UPDATE folder SET system_prompt = ?, notes = ? WHERE id = ?",
                (project.system_prompt, project.notes, project.folder),
            )
