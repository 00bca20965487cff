"""The account that the stress run keeps agrees with the store where all is well, and only there."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from app.core.chat_values import Chat, Message, new_id
from app.core.store import Store
from tests.stress.ledger import OPERATIONS, Contents, Ledger, drafts_lost
from tests.stress.program import change_of, copied


class Told:
    """A store whose changes a ledger follows."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "test.db"
        self.store = Store(self.path, folder / "backups")
        self.ledger = Ledger()
        for name in OPERATIONS:
            setattr(self.store, name, self._followed(name, getattr(self.store, name)))

    def _followed(self, name: Any, work: Callable[..., Any]) -> Callable[..., Any]:
        def call(*given: Any) -> Any:
            self.ledger.begin(change_of(name, *given))
            result = work(*given)
            self.ledger.end(True, copied(self.store, result, *given))
            return result

        return call

    def sql(self, statement: str, *values: object) -> None:
        with closing(sqlite3.connect(self.path)) as other, other:
            other.execute(statement, values)


@pytest.fixture
def told(tmp_path: Path) -> Iterator[Told]:
    told = Told(tmp_path)
    yield told
    told.store.close()


def ask(told: Told, chat: str, parent: str, text: str, first: bool = False) -> tuple[str, str]:
    """Store a question and the answer to it; their ids."""
    user = Message(id=new_id(), chat=chat, parent=parent, role="user", content=text)
    reply = Message(id=new_id(), chat=chat, parent=user.id, role="assistant", content=f"To {text}")
    begun = msgspec.structs.replace(reply, content="")
    told.store.add_user_message(user, Chat(id=chat, title=text) if first else None, False, begun)
    told.store.save_reply(reply)
    return user.id, reply.id


@pytest.mark.parametrize("seed", range(20))
def test_any_course_of_changes_is_followed(told: Told, seed: int) -> None:
    chance = random.Random(seed)
    ask(told, "a", "", "the first", first=True)
    for number in range(30):
        rows = told.ledger.contents.rows
        shown = told.ledger.contents.branch("a")
        match chance.randrange(5):
            case 4 if shown:
                told.store.fork_chat("a", chance.choice(shown).id, "fork")
            case 0:
                told.store.delete_from("a", chance.choice(list(rows)))
            case 1:
                told.store.select_version("a", chance.choice(list(rows)))
            case _:
                ask(told, "a", chance.choice(["", *(row.id for row in shown)]), f"question {number}")
        found = told.ledger.compare(told.path)
        assert not found.lost and not found.doubled
    view = told.store.view("a")
    assert view is not None
    assert [message.id for message in view.messages] == [row.id for row in told.ledger.contents.branch("a")]


def test_each_loss_is_found(told: Told) -> None:
    user, reply = ask(told, "a", "", "question", first=True)
    ask(told, "a", reply, "another")
    losses: list[tuple[str, str]] = [
        ("UPDATE message SET content = 'altered' WHERE id = ?", reply),
        ("UPDATE message SET deleted_at = 1.0 WHERE id = ?", user),
        ("UPDATE message SET parent = NULL WHERE id = ?", reply),
        ("UPDATE chat SET head = ?", user),
    ]
    for statement, value in losses:
        told.sql(statement, value)
        found = told.ledger.compare(told.path)
        assert len(found.lost) == 1, statement
        assert not found.doubled
        assert not told.ledger.compare(told.path).lost, "told once only"


def test_a_message_stored_twice_is_found(told: Told) -> None:
    _, reply = ask(told, "a", "", "question", first=True)
    told.sql("INSERT INTO message (id, chat, parent, role, content, state, meta, created)"
             " VALUES ('x', 'a', ?, 'user', 'question', 'done', '{}', 0)", reply)  # fmt: skip
    found = told.ledger.compare(told.path)
    assert len(found.doubled) == 2
    assert not found.lost


def test_what_was_begun_may_be_there_or_not_but_not_by_half(told: Told) -> None:
    _, reply = ask(told, "a", "", "question", first=True)
    user = Message(id=new_id(), chat="a", parent=reply, role="user", content="killed on the way")
    begun = Message(id=new_id(), chat="a", parent=user.id, role="assistant", content="")
    change = change_of("add_user_message", user, None, False, begun)
    told.ledger.begin(change)
    assert not told.ledger.compare(told.path).lost
    told.ledger.begin(change)
    Store.add_user_message(told.store, user, None, False, begun)
    assert len(told.ledger.compare(told.path)) == 0
    assert {user.id, begun.id} <= told.ledger.contents.rows.keys()
    told.ledger.begin(
        change_of("save_reply", Message(id="half", chat="a", parent=user.id, role="assistant", content=""))
    )
    told.sql("INSERT INTO message (id, chat, parent, role, content, state, meta, created)"
             " VALUES ('half', 'a', ?, 'assistant', '', 'streaming', '{}', 0)", user.id)  # fmt: skip
    assert len(told.ledger.compare(told.path)) == 1, "it is not the end of the branch"


def test_a_fork_begun_at_a_kill_is_there_whole_or_not_at_all(told: Told) -> None:
    _, reply = ask(told, "a", "", "question", first=True)
    change = change_of("fork_chat", "a", reply, "fork")
    told.ledger.begin(change)
    assert len(told.ledger.compare(told.path)) == 0, "not made"
    told.ledger.begin(change)
    fork = Store.fork_chat(told.store, "a", reply, "fork")
    assert fork is not None
    assert len(told.ledger.compare(told.path)) == 0, "made"
    assert [row.content for row in told.ledger.contents.branch(fork.chat.id)] == ["question", "To question"]
    told.ledger.begin(change)
    Store.fork_chat(told.store, "a", reply, "fork")
    told.sql("UPDATE message SET content = 'half' WHERE chat NOT IN ('a', ?) AND role = 'assistant'", fork.chat.id)
    assert told.ledger.compare(told.path).lost, "made otherwise"


def test_a_fork_counts_once_it_is_whole(told: Told) -> None:
    _, reply = ask(told, "a", "", "question", first=True)
    ask(told, "a", reply, "another")
    fork = told.store.fork_chat("a", told.ledger.contents.heads["a"], "fork", 0.0)
    assert fork is not None and not fork.whole
    assert len(told.ledger.compare(told.path)) == 0, "by half it is no chat"
    _, last = ask(told, "a", reply, "in between")
    told.store.go_on_copying(fork)
    assert fork.whole and len(told.ledger.compare(told.path)) == 0
    assert len(told.ledger.contents.branch(fork.chat.id)) == 4
    other = told.store.fork_chat("a", last, "fork", 0.0)
    assert other is not None
    told.ledger.begin(change_of("go_on_copying", other))
    Store.go_on_copying(told.store, other)
    assert len(told.ledger.compare(told.path)) == 0, "killed just after its last part"


def test_a_reply_keeps_what_came_before_the_last_moment(told: Told) -> None:
    _, reply = ask(told, "a", "", "question", first=True)
    found = Contents.read(told.path)
    assert not drafts_lost({(reply, 0): [(1.0, "To "), (2.0, "question"), (9.0, " and more")]}, found, 5.0)
    assert not drafts_lost({(reply, 0): [(1.0, "To")], (reply, 1): [(2.0, "tion")]}, found, 5.0)
    assert len(drafts_lost({(reply, 0): [(1.0, "To")], (reply, 1): [(2.0, "none")]}, found, 5.0)) == 1
    (lost,) = drafts_lost({(reply, 0): [(1.0, "To "), (2.0, "nothing")]}, found, 5.0)
    assert lost.endswith("what came 3.0 s too early to be missing")
    assert len(drafts_lost({("gone", 0): [(1.0, "text")]}, found, 5.0)) == 1
