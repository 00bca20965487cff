"""The small tables of the store: settings and known model files."""

from __future__ import annotations

import msgspec

from app.core.store.base import Base
from engine.protocol import ModelFacts

_facts_decoder = msgspec.json.Decoder(ModelFacts)


class ModelRow(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of a model file since it was last looked at (valid while size and mtime are the same)."""

    path: str
    size: int
    mtime: float
    facts: ModelFacts | None = None
    problem: str = ""
    hint: str = ""
    referenced: bool = False
    last_used: float = 0.0


class TableOps(Base):
    """Operations on settings and models."""

    def all_settings(self) -> dict[str, str]:
        """Key to JSON text."""
        with self._read() as db:
            return dict(db.execute("SELECT key, value FROM setting"))

    def put_setting(self, key: str, value: str | None) -> None:
        """Store a value as JSON text; None takes it out."""
        with self._write() as db:
            if value is None:
                db.execute("DELETE FROM setting WHERE key = ?", (key,))
            else:
                db.execute("INSERT OR REPLACE INTO setting (key, value) VALUES (?, ?)", (key, value))

    def models(self) -> list[ModelRow]:
        """All known model files, last used first."""
        with self._read() as db:
            rows = db.execute(
                "SELECT path, size, mtime, facts, problem, hint, referenced, last_used FROM model"
                " ORDER BY last_used DESC, path"
            ).fetchall()
        return [
            ModelRow(
                path=path,
                size=size,
                mtime=mtime,
                facts=self._facts(facts),
                problem=problem,
                hint=hint,
                referenced=bool(referenced),
                last_used=last_used,
            )
            for path, size, mtime, facts, problem, hint, referenced, last_used in rows
        ]

    @staticmethod
    def _facts(text: str) -> ModelFacts | None:
        if not text:
            return None
        try:
            return _facts_decoder.decode(text)
        except msgspec.DecodeError:
            return None  # of another version: the header is read again

    def put_model(self, row: ModelRow) -> None:
        """Store what is known of a model file."""
        facts = msgspec.json.encode(row.facts).decode() if row.facts is not None else ""
        with self._write() as db:
            db.execute(
                "INSERT OR REPLACE INTO model (path, size, mtime, facts, problem, hint, referenced, last_used)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (row.path, row.size, row.mtime, facts, row.problem, row.hint, row.referenced, row.last_used),
            )

    def delete_model(self, path: str) -> None:
        """Forget a model file."""
        with self._write() as db:
            db.execute("DELETE FROM model WHERE path = ?", (path,))
