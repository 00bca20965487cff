"""What must be in the store: a second, plain account of its changes, kept by the process that survives the kills."""

from __future__ import annotations

import copy
import sqlite3
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Literal, get_args

import msgspec

Operation = Literal[
    "add_user_message", "save_reply", "delete_from", "select_version", "fork_chat", "go_on_copying",
]  # fmt: skip
OPERATIONS: tuple[Operation, ...] = get_args(Operation)
COPYING: tuple[Operation, ...] = ("fork_chat", "go_on_copying")  # a fork is there with the end of one of them


class Row(msgspec.Struct):
    """A message as the store keeps it; ``gone``: marked as deleted."""

    id: str
    chat: str
    parent: str
    role: str
    content: str
    gone: bool = False


class Change(msgspec.Struct):
    """One call of the store that changes messages: the message it is about, whole or by its id.

    ``reply``: what is stored with a question as its reply. ``copies``: what a fork stored, under ids that it made; none
    if it is not whole yet.
    """

    op: Operation
    chat: str
    message: str
    row: Row | None = None
    reply: Row | None = None
    copies: list[Row] = []


class Contents(msgspec.Struct):
    """Messages by id, oldest first, and the end of the branch shown of each chat."""

    rows: dict[str, Row] = {}
    heads: dict[str, str] = {}

    @classmethod
    def read(cls, database: Path) -> Contents:
        """What the file holds, read without the program's own code."""
        with closing(sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True, timeout=10)) as connection:
            found = cls()
            query = (
                "SELECT message.id, chat, coalesce(parent, ''), role, content, deleted_at IS NOT NULL FROM message"
                " JOIN chat ON chat.id = chat WHERE trashed_at IS NOT 0 ORDER BY n"  # those of half a copy do not count
            )
            for key, chat, parent, role, content, gone in connection.execute(query):
                found.rows[key] = Row(key, chat, parent, role, content, bool(gone))
            found.heads = dict(connection.execute("SELECT id, coalesce(head, '') FROM chat WHERE trashed_at IS NOT 0"))
        return found

    def branch(self, chat: str) -> list[Row]:
        """The messages shown in a chat, oldest first."""
        return self.path(self.heads.get(chat, ""))

    def path(self, message: str) -> list[Row]:
        """The messages from the first to ``message``."""
        shown: list[Row] = []
        row = self.rows.get(message)
        while row is not None and not row.gone:
            shown.append(row)
            row = self.rows.get(row.parent)
        return shown[::-1]

    def apply(self, change: Change) -> None:
        """Make a change, as the store is to make it."""
        match change.op:
            case "add_user_message" | "save_reply":
                assert change.row is not None
                old = self.rows.get(change.message)
                if old is not None:
                    old.content = change.row.content
                    return
                for added in (change.row, change.reply):
                    if added is not None:
                        self.rows[added.id] = added
                        self.heads[change.chat] = added.id
            case "delete_from":
                self._delete(change)
            case "fork_chat" | "go_on_copying":
                for made in change.copies:
                    self.rows[made.id] = made
                    self.heads[made.chat] = made.id
            case "select_version":
                row = self.rows.get(change.message)
                while row is not None and not row.gone and row.chat == change.chat:
                    self.heads[change.chat] = row.id
                    row = next((one for one in reversed(self._children(row.id)) if not one.gone), None)

    def _children(self, parent: str) -> list[Row]:
        return [row for row in self.rows.values() if row.parent == parent]

    def _delete(self, change: Change) -> None:
        first = self.rows.get(change.message)
        if first is None or first.gone or first.chat != change.chat:
            return
        taken, waiting = set(), [first]
        while waiting:
            row = waiting.pop()
            if not row.gone:
                row.gone = True
                taken.add(row.id)
                waiting += self._children(row.id)
        if self.heads.get(change.chat) in taken:
            self.heads[change.chat] = first.parent


class Differences(msgspec.Struct):
    """What is missing or altered, and what is there more than once, each in a sentence."""

    lost: list[str] = []
    doubled: list[str] = []

    def __len__(self) -> int:
        return len(self.lost) + len(self.doubled)


def differences(expected: Contents, found: Contents) -> Differences:
    """What tells ``found`` from ``expected``."""
    result = Differences()
    for key, row in expected.rows.items():
        there = found.rows.get(key)
        if there is None:
            result.lost.append(f"{row.role} {key} of chat {row.chat} is not there: {row.content[:60]!r}")
        elif there != row:
            parts = [
                f"{name} {getattr(there, name)!r:.80} instead of {getattr(row, name)!r:.80}"
                for name in Row.__struct_fields__
                if getattr(there, name) != getattr(row, name)
            ]
            result.lost.append(f"{row.role} {key}: {'; '.join(parts)}")
    if _ordered(found, expected) != _ordered(expected, found):
        result.lost.append("the messages are in another order")
    for chat, head in expected.heads.items():
        if found.heads.get(chat) != head:
            result.lost.append(f"chat {chat} ends at {found.heads.get(chat)} instead of {head}")
    result.doubled += [
        f"{found.rows[key].role} {key} was never stored" for key in found.rows if key not in expected.rows
    ]
    said = Counter((row.chat, row.content) for row in found.rows.values() if row.role == "user" and not row.gone)
    result.doubled += [f"{count} times: {content[:60]!r}" for (_, content), count in said.items() if count > 1]
    return result


def _ordered(one: Contents, other: Contents) -> dict[str, list[str]]:
    """The messages of each chat that both have, in order: others may be stored while a fork is copied."""
    order: dict[str, list[str]] = {}
    for key, row in one.rows.items():
        if key in other.rows:
            order.setdefault(row.chat, []).append(key)
    return order


class Ledger:
    """Follows the store by what the program tells of each change, before it and after it."""

    def __init__(self) -> None:
        self.contents = Contents()
        self._begun: Change | None = None

    def begin(self, change: Change) -> None:
        """The store is about to make a change; it makes one at a time."""
        self._begun = change

    def end(self, done: bool, copies: Sequence[Row] = ()) -> Change | None:
        """The change was made, or refused and must have left nothing. ``copies``: what it stored, if it was a fork."""
        change, self._begun = self._begun, None
        if done and change is not None:
            change.copies = self._expected(change, copies)
            self.contents.apply(change)
        return change

    def _expected(self, change: Change, copies: Sequence[Row]) -> list[Row]:
        """A fork's copies as they have to be: the ids are its own, the texts those of the branch."""
        if change.op not in COPYING or not copies:
            return []
        made: list[Row] = []
        for row, found in zip(self.contents.path(change.message), copies, strict=False):
            made.append(Row(found.id, found.chat, made[-1].id if made else "", row.role, row.content))
        return made

    def compare(self, database: Path) -> Differences:
        """What the store lacks or has too much; afterwards what it has is what is expected.

        A change that was begun when the program was killed may have been made or not, but not by half.
        """
        found = Contents.read(database)
        candidates = [self.contents]
        if self._begun is not None:
            made = copy.deepcopy(self.contents)
            new = [chat for chat in found.heads if chat not in made.heads]
            self._begun.copies = self._expected(self._begun, found.branch(new[0]) if len(new) == 1 else ())
            made.apply(self._begun)
            candidates.append(made)
        self._begun = None
        self.contents = found
        return min((differences(candidate, found) for candidate in candidates), key=len)


def _missing_since(pieces: Sequence[tuple[float, str]], content: str) -> float:
    """When the first piece came that is not in ``content``."""
    text = ""
    for at, piece in pieces:
        text += piece
        if text not in content:
            return at
    return pieces[-1][0]


def drafts_lost(
    streamed: Mapping[tuple[str, int], Sequence[tuple[float, str]]], found: Contents, until: float
) -> list[str]:
    """Replies that lack text which came before ``until``.

    ``streamed``: pieces with their times, per reply and showing of its chat; between two showings there may be a gap.
    """
    lost = []
    for (reply, _), pieces in streamed.items():
        text = "".join(piece for at, piece in pieces if at < until)
        row = found.rows.get(reply)
        if text and (row is None or (text not in row.content and not row.gone)):
            kept = "nothing" if row is None else repr(row.content[-40:])
            since = _missing_since(pieces, "" if row is None else row.content)
            lost.append(
                f"the reply {reply} had shown {len(text)} characters ...{text[-40:]!r} and keeps {kept}, "
                f"what came {until - since:.1f} s too early to be missing"
            )
    return lost
