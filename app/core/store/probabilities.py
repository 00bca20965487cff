"""How likely the tokens of replies were, in the store."""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Sequence

import msgspec

from app.core.store.base import Base
from engine.protocol import UNREADABLE, TokenLogprob

Logprobs = tuple[TokenLogprob, ...]

_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(Logprobs)


def _read(data: bytes) -> Logprobs:
    try:
        return _decoder.decode(zlib.decompress(data))
    except (zlib.error, *UNREADABLE):
        return ()  # of another version, or damaged


def of_message(db: sqlite3.Connection, message_id: str) -> Logprobs:
    """The tokens of a reply, () if nothing was kept."""
    row = db.execute("SELECT tokens FROM token_probability WHERE message = ?", (message_id,)).fetchone()
    return _read(row[0]) if row is not None else ()


def copy(db: sqlite3.Connection, source: str, target: str) -> None:
    """Keep of one message what is kept of another one."""
    db.execute(
        "INSERT INTO token_probability (message, tokens) SELECT ?, tokens FROM token_probability WHERE message = ?",
        (target, source),
    )


def move(db: sqlite3.Connection, source: str, target: str) -> None:
    """Keep of another message what was kept of one."""
    db.execute("UPDATE token_probability SET message = ? WHERE message = ?", (target, source))


class ProbabilityOps(Base):
    """Operations on the probabilities of tokens."""

    def add_logprobs(self, message_id: str, tokens: Sequence[TokenLogprob]) -> None:
        """Keep how likely the tokens of a reply were, after those kept before; nothing of one that is gone for good."""
        with self._write() as db:
            if db.execute("SELECT 1 FROM message WHERE id = ?", (message_id,)).fetchone():
                data = zlib.compress(_encoder.encode((*of_message(db, message_id), *tokens)))
                db.execute(
                    "INSERT INTO token_probability (message, tokens) VALUES (?, ?)"
                    " ON CONFLICT (message) DO UPDATE SET tokens = excluded.tokens",
                    (message_id, data),
                )

    def logprobs(self, message_id: str) -> Logprobs:
        """How likely the tokens of a reply were; () if nothing was kept."""
        with self._read() as db:
            return of_message(db, message_id)
