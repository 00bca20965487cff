"""The small tables of the store: settings, known model files, and what the engine did."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

import msgspec

from app.core.scopes import GENERAL, ScopedPlace
from app.core.store.base import Base
from app.core.texts import Text, column, from_column
from app.core.work_values import Activity
from engine.protocol import UNREADABLE, ModelFacts

_facts_decoder = msgspec.json.Decoder(ModelFacts)
_activity_decoder = msgspec.json.Decoder(Activity)

KEPT_ACTIVITY = 500  # of each chat, and of no chat


class StoredModel(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of a model file since it was last looked at (valid while size and mtime are the same).

    ``title``, ``notes``: the person's; ``mmproj``: the file that looks at pictures for it, "": none, by the person's
    choice, None: nothing was chosen; ``hidden``: taken out of the library, though it lies in one of its folders.
    """

    path: str
    size: int
    mtime: float
    facts: ModelFacts | None = None
    problem: Text | None = None
    referenced: bool = False
    last_used: float = 0.0
    title: str = ""
    notes: str = ""
    mmproj: str | None = None
    hidden: bool = False


class TableOps(Base):
    """Operations on settings, models and activity."""

    def all_settings(self) -> dict[str, str]:
        """Key to JSON text."""
        with self._read() as db:
            return dict(db.execute("SELECT key, value FROM setting"))

    def model_settings(self) -> dict[str, dict[str, str]]:
        """What is set for models, by fingerprint: key to JSON text."""
        found: dict[str, dict[str, str]] = {}
        with self._read() as db:
            for owner, key, value in db.execute("SELECT owner, key, value FROM scoped_setting WHERE level = 'model'"):
                found.setdefault(owner, {})[key] = value
        return found

    def put_setting(self, key: str, value: str | None, place: ScopedPlace = GENERAL) -> None:
        """Store a value as JSON text; None takes it out."""
        with self._write() as db:
            if place != GENERAL:
                db.execute("DELETE FROM scoped_setting WHERE level = ? AND owner = ? AND key = ?", (*place, key))
                if value is not None:
                    db.execute("INSERT INTO scoped_setting VALUES (?, ?, ?, ?)", (*place, key, value))
            elif value is None:
                db.execute("DELETE FROM setting WHERE key = ?", (key,))
            else:
                db.execute("INSERT OR REPLACE INTO setting (key, value) VALUES (?, ?)", (key, value))

    def models(self) -> list[StoredModel]:
        """All known model files, last used first."""
        with self._read() as db:
            rows = db.execute(
                "SELECT path, size, mtime, facts, problem, referenced, last_used, title, notes, mmproj, hidden"
                " FROM model ORDER BY last_used DESC, path"
            ).fetchall()
        return [
            StoredModel(
                path=path,
                size=size,
                mtime=mtime,
                facts=self._facts(facts),
                problem=self._problem(problem),
                referenced=bool(referenced),
                last_used=last_used,
                title=title,
                notes=notes,
                mmproj=mmproj,
                hidden=bool(hidden),
            )
            for path, size, mtime, facts, problem, referenced, last_used, title, notes, mmproj, hidden in rows
        ]

    @staticmethod
    def _facts(text: str) -> ModelFacts | None:
        if not text:
            return None
        try:
            return _facts_decoder.decode(text)
        except UNREADABLE:
            return None  # of another version: the header is read again

    @staticmethod
    def _problem(text: str) -> Text | None:
        problem = from_column(text)
        return problem if isinstance(problem, Text) else None  # a sentence of before: the header is read again

    def put_model(self, row: StoredModel) -> None:
        """Store what is known of a model file."""
        facts = msgspec.json.encode(row.facts).decode() if row.facts is not None else ""
        problem = column(row.problem) if row.problem is not None else ""
        looked_at = (row.path, row.size, row.mtime, facts, problem, "", row.referenced, row.last_used)
        chosen = (row.title, row.notes, row.mmproj, row.hidden)
        with self._write() as db:
            db.execute(
                "INSERT OR REPLACE INTO model (path, size, mtime, facts, problem, hint, referenced, last_used, title,"
                " notes, mmproj, hidden) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (*looked_at, *chosen),
            )

    def delete_model(self, path: str) -> None:
        """Forget a model file."""
        with self._write() as db:
            db.execute("DELETE FROM model WHERE path = ?", (path,))

    def add_activity(self, activity: Activity) -> None:
        """Keep what the engine did; the oldest of the same chat goes once there are many.

        Nothing is kept for a chat that is not stored (any more).
        """
        chat = activity.chat or None
        with self._write() as db:
            db.execute(
                "INSERT INTO activity (chat, at, figures) SELECT :chat, :at, :figures"
                " WHERE :chat IS NULL OR EXISTS (SELECT 1 FROM chat WHERE id = :chat)",
                {"chat": chat, "at": activity.at, "figures": msgspec.json.encode(activity).decode()},
            )
            db.execute(
                "DELETE FROM activity WHERE chat IS :chat AND n <="
                " (SELECT n FROM activity WHERE chat IS :chat ORDER BY n DESC LIMIT 1 OFFSET :kept)",
                {"chat": chat, "kept": KEPT_ACTIVITY},
            )

    def activities(self, chat: str | None = None, limit: int = KEPT_ACTIVITY) -> list[Activity]:
        """What the engine did last in ``chat`` ("": in no chat; None: anywhere), newest first."""
        where = "" if chat is None else "WHERE chat IS :chat"
        with self._read() as db:
            query = f"SELECT figures FROM activity {where} ORDER BY n DESC LIMIT :limit"
            rows = db.execute(query, {"chat": chat or None, "limit": limit}).fetchall()
        return readable_activities(text for (text,) in rows)


def readable_activities(texts: Iterable[str]) -> list[Activity]:
    """Activities from their figures; those of another version that cannot be read are left out."""
    found = []
    for text in texts:
        with suppress(*UNREADABLE):
            found.append(_activity_decoder.decode(text))
    return found
