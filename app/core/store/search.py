"""Search over titles and messages."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable

from app.core.chat_values import Chat
from app.core.found import SearchHit, SearchPlaces, Spans
from app.core.store import attachments
from app.core.store.chats import ChatOps, like
from app.core.store.words import Words, spellings, wide

LIMIT = 200  # chats
TRIES = 8  # messages of a chat that are read to find one to show
MOST_PLACES = 100  # messages of a chat that are told of

_SHOWN = "message.deleted_at IS NULL AND message.state <> 'streaming'"
_INDEXED = {  # what has the two indexes, how its messages are reached, and its columns
    "message": (f"SELECT message.n, message.chat FROM message WHERE {_SHOWN}", ("message.content",)),
    "document": (
        "SELECT message.n, message.chat FROM document JOIN attachment ON attachment.document = document.id"
        f" JOIN message ON message.id = attachment.message WHERE {_SHOWN}",
        ("document.name", "document.text"),
    ),
}


def quoted(word: str) -> str:
    """``word`` as a string of an FTS5 query."""
    return '"' + word.replace('"', '""') + '"'


class SearchOps(ChatOps):
    """``search`` never raises for what was typed; StoreError kinds as everywhere."""

    def search(self, text: str) -> list[SearchHit]:
        """Chats whose title or messages hold every word of ``text``, in any order; last used first.

        Words are found anywhere in a word, whatever their case and accents; each may stand in another message.
        """
        words = Words(text)
        if not words:
            return []
        with self._lock:
            chats = {chat.id: chat for chat in self.chats()}
            messages = [self._messages_with(word) for word in words.words]
            fits: set[str] = set(chats)
            for at, rows in enumerate(messages):
                titled = {chat.id for chat in chats.values() if words.has(at, chat.title)}
                fits &= titled | set(rows.values())
            ranked = self._ranked(messages, fits)
            found: list[SearchHit] = []
            for chat_id in sorted(fits, key=lambda key: (-chats[key].updated, key)):
                hit = self._hit(chats[chat_id], words, ranked.get(chat_id, ()))
                if hit is not None:
                    found.append(hit)
                if len(found) == LIMIT:
                    break
        return found

    def places(self, chat_id: str, text: str) -> SearchPlaces:
        """The messages of a chat, on whatever branch, that hold as many words of ``text`` as any of them does."""
        words = Words(text)
        chat = self.chat(chat_id) if words else None
        if chat is None:
            return SearchPlaces(chat_id)
        with self._lock:
            rows = sorted({row for word in words.words for row in self._messages_with(word, chat_id)})
            most, hits = 1, list[SearchHit]()
            with self._read() as db:
                for row in rows:
                    message, texts = self._texts(db, row)
                    counts = [words.count(f"{name} {text}" if name else text) for name, text in texts]
                    if max(counts) > most:
                        most, hits = max(counts), []
                    elif max(counts) < most or len(hits) > MOST_PLACES:
                        continue
                    name, found = texts[counts.index(max(counts))]
                    snippet, spans = self._excerpt(words, name, found)
                    hits.append(SearchHit(chat, message, snippet, (), spans))
        return SearchPlaces(chat_id, tuple(hits[:MOST_PLACES]), len(hits) > MOST_PLACES)

    def _messages_with(self, word: str, chat: str = "") -> dict[int, str]:
        """Row number -> chat of the messages that may hold ``word``, of all chats or this one."""
        forms = spellings(word)
        long = [form for form in forms if len(form) >= 3]
        values = {
            "beginnings": " OR ".join(f"{quoted(form)} *" for form in forms),
            "parts": " OR ".join(quoted(form) for form in long),
            "like": like(word),
            "chat": chat,
        }
        found: dict[int, str] = {}
        with self._read() as db:
            for table, (source, columns) in _INDEXED.items():
                clauses = [f"{table}.n IN (SELECT rowid FROM {table}_words WHERE {table}_words MATCH :beginnings)"]
                if long:
                    clauses.append(f"{table}.n IN (SELECT rowid FROM {table}_search WHERE {table}_search MATCH :parts)")
                elif wide(word) or not word.isalnum():
                    # too short for trigrams and not at the beginning of a word: read all
                    clauses += [f"{column} LIKE :like ESCAPE '\\'" for column in columns]
                query = f"{source}{' AND message.chat = :chat' if chat else ''} AND ({' OR '.join(clauses)})"
                found.update(db.rows(query, values))
        return found

    @staticmethod
    def _ranked(messages: Iterable[dict[int, str]], chats: set[str]) -> dict[str, list[int]]:
        """Chat -> its messages, those with most of the words first, then the latest."""
        scores: dict[str, dict[int, int]] = {}
        for rows in messages:
            for row, chat in rows.items():
                if chat in chats:
                    of_chat = scores.setdefault(chat, {})
                    of_chat[row] = of_chat.get(row, 0) + 1
        return {
            chat: sorted(rows, key=lambda row, rows=rows: (-rows[row], -row))[:TRIES]  # type: ignore[misc]
            for chat, rows in scores.items()
        }

    @staticmethod
    def _texts(db: sqlite3.Connection, row: int) -> tuple[str, list[tuple[str, str]]]:
        """Id of a message, and its texts: its own, and those of what came with it with their names before them."""
        message, content = db.execute("SELECT id, content FROM message WHERE n = ?", (row,)).fetchone()
        files = [(file.name, file.text) for file in attachments.of_message(db, message)]
        return message, [("", content), *files]

    def _hit(self, chat: Chat, words: Words, rows: Iterable[int]) -> SearchHit | None:
        title = words.spans(chat.title)
        best: tuple[int, str, str, str] | None = None
        with self._read() as db:
            for row in rows:
                message, texts = self._texts(db, row)
                for name, text in texts:
                    count = words.count(f"{name} {text}" if name else text)
                    if count and (best is None or count > best[0]):
                        best = (count, message, name, text)
                if best is not None and best[0] == len(words.words):
                    break
        if best is None:
            return SearchHit(chat, title_spans=title) if title else None
        _, message, name, text = best
        snippet, spans = self._excerpt(words, name, text)
        return SearchHit(chat, message, snippet, title, spans)

    @staticmethod
    def _excerpt(words: Words, name: str, text: str) -> tuple[str, Spans]:
        """What is shown of a text, and where words stand in it; ``name``: of the file that it is, if it is one."""
        snippet, spans = words.snippet(text)
        if not name:
            return snippet, spans
        shift = len(name) + 2  # where it stands is said before what stands there
        moved = ((start + shift, end + shift) for start, end in spans)
        return f"{name}: {snippet}", (*words.spans(name), *moved)
