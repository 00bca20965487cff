"""Messages in the store: the tree, the branch shown, versions, deletion, search, marks."""

from __future__ import annotations

import itertools
import tempfile
import time
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import msgspec
import pytest
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, invariant, rule

from app.core.chat_values import (
    CompactionMark,
    CompactionReport,
    HeadKept,
    LayerError,
    Message,
    MessageMeta,
    new_id,
)
from app.core.store import Store, grouped, merging
from app.core.texts import say
from tests.effort import dear
from tests.unit.core.store_helpers import (
    a_chat,
    converse,
    delete_for_good,
    fork_of,
    open_store,
    purge,
    put_chat,
    reply,
    user,
)
from tests.unit.core.test_store_database import check_index


class TreeMachine(RuleBasedStateMachine):
    """The store against a tree in plain Python, over any order of what a person can do."""

    messages = Bundle("messages")

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.store = open_store(Path(self.folder.name))
        self.chat = a_chat()
        put_chat(self.store, self.chat)
        self.parent: dict[str, str] = {}
        self.role: dict[str, str] = {}
        self.deleted: set[str] = set()
        self.head = ""

    def teardown(self) -> None:
        check_index(self.store)
        self.store.close()
        self.folder.cleanup()

    def _alive(self, message_id: str) -> bool:
        return message_id not in self.deleted

    def _branch(self) -> list[str]:
        ids, at = [], self.head
        while at:
            ids.append(at)
            at = self.parent[at]
        return ids[::-1]

    def _put(self, message: Message) -> str:
        self.parent[message.id], self.role[message.id] = message.parent, message.role
        self.head = message.id
        return message.id

    @initialize(target=messages)
    def first(self) -> str:
        message = user(self.chat, "first")
        self.store.add_user_message(message)
        return self._put(message)

    @rule(target=messages, text=st.text(alphabet="ab \n\"'%_ä你", max_size=12))
    def answer(self, text: str) -> str:
        message = reply(self.chat, text, self.head)
        self.store.save_reply(message)
        return self._put(message)

    @rule(target=messages, text=st.text(alphabet="ab ", max_size=12))
    def ask(self, text: str) -> str:
        message = user(self.chat, text, self.head)
        self.store.add_user_message(message)
        return self._put(message)

    @rule(target=messages, old=messages)
    def another_version(self, old: str) -> str:
        parent = self.parent[old]
        if parent and not self._alive(parent):
            parent = ""
        message = user(self.chat, "again", parent)
        self.store.add_user_message(message)
        return self._put(message)

    @rule(chosen=messages)
    def select(self, chosen: str) -> None:
        leaf = self.store.select_version(self.chat.id, chosen)
        expected = ""
        if self._alive(chosen):
            expected = chosen
            while below := [i for i, p in self.parent.items() if p == expected and self._alive(i)]:
                expected = max(below)
            self.head = expected
        assert leaf == expected

    @rule(chosen=messages)
    def delete(self, chosen: str) -> None:
        gone = set(self.store.delete_from(self.chat.id, chosen))
        expected: set[str] = set()
        if self._alive(chosen):
            expected = {chosen}
            while more := {i for i, p in self.parent.items() if p in expected and self._alive(i) and i not in expected}:
                expected |= more
        assert gone == expected
        if self.head in expected:
            self.head = self.parent[chosen]
        self.deleted |= expected

    @invariant()
    def branch_is_as_expected(self) -> None:
        view = self.store.view(self.chat.id)
        assert view is not None
        assert [message.id for message in view.messages] == self._branch()
        for message in view.messages:
            versions = [
                i
                for i, p in self.parent.items()
                if p == message.parent and self._alive(i) and self.role[i] == message.role
            ]
            assert list(message.siblings) == versions


TestTree = TreeMachine.TestCase
TestTree.settings = dear(20, stateful_step_count=20)


def test_first_message_and_its_chat_are_stored_together(store: Store) -> None:
    chat = a_chat("Birds")
    message = user(chat, "hello")
    store.add_user_message(message, chat)
    view = store.view(chat.id)
    assert view is not None
    assert view.chat == msgspec.structs.replace(chat, head=message.id)
    assert view.messages == (msgspec.structs.replace(message, siblings=(message.id,)),)


def test_versions_stand_in_the_order_they_were_made_in_though_the_clock_was_set_back(store: Store) -> None:
    chat, (question, first) = converse(store, "q", "a")
    second = msgspec.structs.replace(reply(chat, "b", question.id), created=first.created - 3600)
    store.save_reply(second)
    assert store.branch(chat.id, second.id)[1].siblings == (first.id, second.id)
    assert store.select_version(chat.id, first.id) == first.id
    assert store.select_version(chat.id, question.id) == second.id, "the newest one"
    other = msgspec.structs.replace(user(chat, "p"), created=question.created - 3600)
    store.add_user_message(other)
    assert store.branch(chat.id, other.id)[0].siblings == (question.id, other.id)
    changed = msgspec.structs.replace(question, content="q!", created=question.created - 1800)
    store.amend(changed, msgspec.structs.replace(question, id=(earlier := new_id())))
    assert store.branch(chat.id, other.id)[0].siblings == (earlier, other.id, question.id)
    store.amend(
        msgspec.structs.replace(second, content="b!"), msgspec.structs.replace(second, id=(earlier := new_id()))
    )
    assert store.branch(chat.id, second.id)[1].siblings == (first.id, earlier, second.id)


def test_a_reply_grows_and_is_finished(store: Store) -> None:
    chat, (question, _) = converse(store, "q", "")
    draft = reply(chat, "so", question.id, "streaming")
    store.save_reply(draft)
    meta = MessageMeta(tokens=3, decode_ms=30.0, reason="eos")
    final = msgspec.structs.replace(draft, content="so far", state="done", meta=meta)
    store.save_reply(final)
    view = store.view(chat.id)
    assert view is not None
    last = view.messages[-1]
    assert (last.content, last.state, last.meta) == ("so far", "done", meta)
    assert last.meta.tokens_per_second == 100.0


@pytest.mark.parametrize(
    "meta",
    [
        MessageMeta(error=say("grammar.at", line=1, column=2, what=say("grammar.number")), code="bad_form"),
        MessageMeta(error="The grammar has no “root” rule.", hint="Add it.", code="bad_form"),
    ],
    ids=["a text", "words of before"],
)
def test_why_a_reply_failed_is_kept(store: Store, meta: MessageMeta) -> None:
    chat, (question, _) = converse(store, "q", "")
    store.save_reply(msgspec.structs.replace(reply(chat, "", question.id, "error"), meta=meta))
    view = store.view(chat.id)
    assert view is not None and view.messages[-1].meta == meta


def test_a_question_and_the_end_of_a_reply_outlast_a_power_cut(store: Store) -> None:
    """Drafts need not: there is one every second."""
    chat, levels = a_chat(), list[int]()
    question = user(chat, "hello")
    levels_of = {"PRAGMA synchronous = FULL": 2, "PRAGMA synchronous = NORMAL": 1}
    level = 1

    def follow(statement: str) -> None:
        nonlocal level
        level = levels_of.get(statement, level)
        if statement == "COMMIT":
            levels.append(level)

    store._connection.set_trace_callback(follow)
    store.add_user_message(question, chat, False, reply(chat, "", question.id, "streaming"))
    for state in ("streaming", "done", "interrupted", "error"):
        store.save_reply(reply(chat, "text", question.id, state))
    store.rename_chat(chat.id, "title")
    assert levels == [2, 1, 2, 2, 2, 1]


def test_a_reply_saved_after_its_deletion_stays_deleted(store: Store) -> None:
    chat, (question, answer) = converse(store, "q", "a")
    store.delete_from(chat.id, answer.id)
    store.save_reply(msgspec.structs.replace(answer, content="late draft"))
    view = store.view(chat.id)
    assert view is not None
    assert [message.id for message in view.messages] == [question.id]
    assert store.search("late draft") == []


def test_a_reply_that_is_stored_late_is_the_end_of_the_branch_only_where_it_is_shown(store: Store) -> None:
    chat, messages = converse(store, "q", "a", "r", "b")

    def late(text: str, parent: Message, shown: bool | None) -> tuple[str, str]:
        """It, and the end of the branch with it."""
        store.save_reply(message := reply(chat, text, parent.id), shown)
        view = store.view(chat.id)
        assert view is not None
        return message.id, view.chat.head

    assert late("elsewhere", messages[0], False)[1] == messages[-1].id
    assert late("elsewhere", messages[0], None)[1] == messages[-1].id, "the branch goes on from another version"
    ids = late("a version of the end", messages[2], None)
    assert ids[0] == ids[1]


def test_interrupting_a_waiting_reply_leaves_finished_ones_alone(store: Store) -> None:
    chat, (_, done) = converse(store, "q", "a")
    waiting = reply(chat, "part", done.id, "streaming")
    store.save_reply(waiting)
    store.interrupt_reply(done.id, MessageMeta(reason="crash"))
    store.interrupt_reply(waiting.id, MessageMeta(reason="cancelled"))
    view = store.view(chat.id)
    assert view is not None
    assert [message.state for message in view.messages] == ["done", "done", "interrupted"]
    assert view.messages[-1].content == "part"


def test_meta_of_another_version_is_no_obstacle(store: Store) -> None:
    chat, _ = converse(store, "q", "a")
    with store._read() as db:
        db.execute("UPDATE message SET meta = '[1, 2' WHERE role = 'assistant'")
    view = store.view(chat.id)
    assert view is not None
    assert view.messages[-1].meta == MessageMeta()


def test_search_finds_words_in_any_script_order_and_case(store: Store) -> None:
    heron, _ = converse(store, "The grey HERON fishes", "Near the lake", title="Birds", updated=1.0)
    chinese, _ = converse(store, "苍鹭在湖边", "是的", title="鸟", updated=2.0)
    quoting, _ = converse(store, 'say "hi" 100%_x', "ok", title="AND OR NOT", updated=3.0)
    ids = lambda text: [found.chat.id for found in store.search(text)]  # noqa: E731
    assert ids("heron") == [heron.id]
    assert ids("ero lake") == [heron.id]
    assert ids("lake fishes Birds") == [heron.id]
    assert ids("湖边") == [chinese.id]
    assert ids("苍鹭在") == [chinese.id]
    assert ids("鸟") == [chinese.id]
    assert ids('"hi"') == [quoting.id]
    assert ids("%_") == [quoting.id]
    assert ids("OR NOT") == [quoting.id]
    assert ids("nothing of that") == []
    assert ids("  ") == []


def test_trash_undo_and_purge(store: Store) -> None:
    kept, _ = converse(store, "keep me", "yes")
    gone, _ = converse(store, "throw me away", "yes")
    store.trash_chats([gone.id], now=50.0)
    assert [chat.id for chat in store.chats()] == [kept.id]
    assert store.search("throw") == []
    store.restore_chats([gone.id])
    assert {chat.id for chat in store.chats()} == {kept.id, gone.id}
    store.trash_chats([gone.id], now=50.0)
    assert purge(store, before=50.0) == []
    assert purge(store, before=51.0) == [gone.id]
    assert store.chat(gone.id) is None
    with store._read() as db:
        assert db.execute("SELECT count(*) FROM message WHERE chat = ?", (gone.id,)).fetchone()[0] == 0
    check_index(store)


def test_a_chat_of_any_length_can_be_deleted_for_good(store: Store) -> None:
    """SQLite goes no more than 1000 deletions deep that bring one another, as a message does that another follows."""
    chat = a_chat()
    messages = [user(chat, "first")]
    for number in range(1, 2500):
        messages.append(user(chat, f"number {number}", messages[-1].id))
    store.stage_chats([(msgspec.structs.replace(chat, head=messages[-1].id), messages)])
    store.finish_import([(chat.id, "")])
    store.trash_chats([chat.id], now=50.0)
    assert purge(store, before=51.0) == [chat.id]
    assert store.chat(chat.id) is None and store.messages_of(chat.id) == []
    check_index(store)


def test_nothing_is_stored_any_more_of_a_chat_that_is_gone(store: Store) -> None:
    chat, (question, _) = converse(store, "q", "a")
    store.trash_chats([chat.id])
    delete_for_good(store, [chat.id])
    late = reply(chat, "late", question.id)
    store.save_reply(late)
    store.add_mark(CompactionMark.of(chat.id, late.id, CompactionReport(0, 9, 9, 1, 90, 10, 9.0, 0.01, 0.02, 5.0)))
    assert store.messages_of(chat.id) == [] and store.marks(chat.id) == []


def test_purged_text_is_not_left_in_the_file(store: Store) -> None:
    chat, _ = converse(store, "unforgettablepassphrase", "noted")
    store.trash_chats([chat.id], now=1.0)
    purge(store, before=2.0)
    assert store.merge_indexes(60.0)
    with store._read() as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    assert b"unforgettablepassphrase" not in store.path.read_bytes()


def test_purged_text_leaves_the_file_in_slices(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where the program ends meanwhile, and a person goes on writing."""
    monkeypatch.setattr(merging, "SLICE_S", 0.0)
    monkeypatch.setattr(merging, "_PAGES", 1)
    store = open_store(tmp_path)
    gone, _ = converse(store, *[f"unforgettable passphrase {number}" for number in range(60)])
    kept, _ = converse(store, *[f"harmless words {number}" for number in range(60)])
    store.trash_chats([gone.id], now=1.0)
    assert purge(store, before=2.0) == [gone.id]
    assert store.search("unforgettable") == []

    def held() -> bool:
        with store._read() as db:
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            segments = [row[0] for row in db.execute("SELECT block FROM message_words_data")]
        return any(b"unforgettable" in block for block in segments)

    assert held() and not store.merge_indexes(0.0)
    store.close()
    store = open_store(tmp_path)
    converse(store, "more harmless words")
    with store._read() as db:
        assert merging.is_left(db)
    assert store.merge_indexes(60.0) and not held()
    assert b"unforgettable" not in store.path.read_bytes()
    check_index(store)
    assert kept.id in {hit.chat.id for hit in store.search("harmless words 5")}
    store.close()


def test_what_is_written_between_two_slices_does_not_end_them(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """A few messages make more segments than the merge has left, and fewer than SQLite would join by itself."""
    monkeypatch.setattr(merging, "SLICE_S", 0.0)
    monkeypatch.setattr(merging, "_PAGES", 1)
    with store._write() as db:
        db.execute("INSERT INTO message_words (message_words, rank) VALUES ('pgsz', 64)")  # else it is of one page
    gone, _ = converse(store, *[f"unforgettable passphrase {number}" for number in range(60)])
    converse(store, *[f"harmless words {number}" for number in range(60)])
    with store._write() as db:
        db.execute("INSERT INTO message_words (message_words) VALUES ('optimize')")
    store.trash_chats([gone.id])
    delete_for_good(store, [gone.id])

    def held() -> bool:
        with store._read() as db:
            return any(b"unforgettable" in block for (block,) in db.execute("SELECT block FROM message_words_data"))

    clock = itertools.count()
    with monkeypatch.context() as patch:  # one statement a slice
        patch.setattr(merging, "time", SimpleNamespace(monotonic=lambda: next(clock)))
        with store._write() as db:
            merging._keep(db, {"message_words": False})
        assert not store.merge_indexes(2.0) and held()
        converse(store, "more harmless words", "and a reply")
        while not store.merge_indexes(2.0):
            pass
    assert not held()
    check_index(store)


def test_each_slice_of_a_long_deletion_leaves_the_merge_to_the_end(store: Store) -> None:
    """SQLite gives an index more levels with each merge that begins, and has no room for more than some."""
    chats = [converse(store, f"question {number}", "reply")[0].id for number in range(20)]
    store.trash_chats(chats)
    store.hide_trashed(chats)
    merges: list[str] = []
    store._connection.set_trace_callback(lambda sql: merges.append(sql) if "'merge'" in sql else None)
    for chat in chats:
        store.delete_hidden([chat])
    assert not merges and store.hidden() == []
    assert store.merge_indexes(60.0) and merges
    store._connection.set_trace_callback(None)
    with store._read() as db:
        assert not any(b"question" in block for (block,) in db.execute("SELECT block FROM message_words_data"))


def test_the_file_is_not_made_small_before_deleted_text_left_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(merging, "SLICE_S", 0.0)
    store = open_store(tmp_path)
    gone, _ = converse(store, "unforgettable passphrase", "noted")
    converse(store, "harmless words", "noted")
    store.trash_chats([gone.id], now=1.0)
    purge(store, before=2.0)
    store.tidy_file()
    store.close()
    assert b"unforgettable" not in store.path.read_bytes()


def test_rename_pin_and_figures(store: Store) -> None:
    chat, _ = converse(store, "q", "a")
    store.rename_chat(chat.id, "Other")
    store.pin_chats([chat.id], True)
    store.set_chat_memory(chat.id, 1234, 0.5, True)
    store.set_chat_model(chat.id, "fp", "Smol")
    found = store.chat(chat.id)
    assert found is not None
    assert (found.title, found.pinned, found.tokens, found.fill, found.compacted) == ("Other", True, 1234, 0.5, True)
    assert (found.model_fingerprint, found.model_name) == ("fp", "Smol")


def test_marks_are_shown_where_their_message_is(store: Store) -> None:
    chat, (_, answer, _, last) = converse(store, "a", "b", "c", "d")
    report = CompactionReport(0, 90, 90, 10, 9000, 1000, 9.0, 0.01, 0.02, 5.0)
    told = msgspec.structs.replace(report, layers=(LayerError(0, 0.01, 0.02), LayerError(5, 0.0, 0.5)), asked=16.0,
                                    heads=(HeadKept(0, 1, 33, "q8_0", "q4_0", 0.02),))  # fmt: skip
    early, late = CompactionMark.of(chat.id, answer.id, report), CompactionMark.of(chat.id, last.id, told)
    store.add_mark(early)
    store.add_mark(late)
    view = store.view(chat.id)
    assert view is not None
    assert view.marks == (early, late)
    assert view.marks[1].layers[1] == LayerError(5, 0.0, 0.5) and view.marks[1].asked == 16.0
    assert view.marks[1].heads == (HeadKept(0, 1, 33, "q8_0", "q4_0", 0.02),) and view.marks[0].heads == ()
    store.delete_from(chat.id, last.id)
    view = store.view(chat.id)
    assert view is not None
    assert view.marks == (early,)


def test_a_mark_whose_layers_cannot_be_read_is_shown_without_them(store: Store) -> None:
    chat, (_, answer) = converse(store, "a", "b")
    report = CompactionReport(0, 90, 90, 10, 9000, 1000, 9.0, 0.01, 0.02, 5.0, layers=(LayerError(0, 0.01, 0.02),))
    mark = CompactionMark.of(chat.id, answer.id, report)
    store.add_mark(mark)
    with store._write() as db:
        db.execute("UPDATE mark SET layers = '[[0, \"x\"'")
    assert store.marks(chat.id) == [msgspec.structs.replace(mark, layers=())]


def test_groups_by_local_day() -> None:
    day = lambda d, h=12: time.mktime((2026, 5, d, h, 0, 0, 0, 0, -1))  # noqa: E731
    chats = {
        "today": a_chat("today", day(20, 0)),
        "yesterday": a_chat("yesterday", day(19, 23)),
        "week": a_chat("week", day(13, 1)),
        "older": a_chat("older", day(12, 23)),
    }
    pinned = msgspec.structs.replace(a_chat("pinned", day(1)), pinned=True)
    groups = grouped([*chats.values(), pinned], now=day(20, 9))
    assert [(group.key, [chat.title for chat in group.chats]) for group in groups] == [
        ("pinned", ["pinned"]),
        *[(key, [key]) for key in chats],
    ]
    assert grouped([]) == ()


def test_a_deletion_is_taken_back(tmp_path: Path) -> None:
    with closing(open_store(tmp_path)) as store:
        chat, messages = converse(store, "one", "two", "three", "four", "five", "six")
        gone = store.delete_from(chat.id, messages[2].id)
        more = user(chat, "another way", messages[1].id)
        store.add_user_message(more)
        assert store.restore_messages(chat.id, gone, messages[5].id)
        assert [m.content for m in store.branch(chat.id, messages[5].id)] == [
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
        ]
        assert store.chat(chat.id).head == messages[5].id  # type: ignore[union-attr]
        assert more.id in store.branch(chat.id, messages[5].id)[2].siblings
        check_index(store)


def test_a_deletion_under_another_is_not_taken_back_alone(tmp_path: Path) -> None:
    with closing(open_store(tmp_path)) as store:
        chat, messages = converse(store, "one", "two", "three", "four", "five", "six")
        late = store.delete_from(chat.id, messages[4].id)
        early = store.delete_from(chat.id, messages[2].id)
        assert not store.restore_messages(chat.id, late, messages[5].id)
        assert store.chat(chat.id).head == messages[1].id  # type: ignore[union-attr]
        assert store.restore_messages(chat.id, early, messages[3].id)
        assert store.restore_messages(chat.id, late, messages[5].id)
        assert len(store.branch(chat.id, messages[5].id)) == 6


def test_a_fork_is_a_chat_of_its_own(tmp_path: Path) -> None:
    with closing(open_store(tmp_path)) as store:
        chat, messages = converse(store, "one", "two", "three", "four")
        fork = fork_of(store, chat.id, messages[1].id, "Chat – branch")
        assert fork is not None and fork.id != chat.id and fork.title == "Chat – branch"
        copies = store.branch(fork.id, fork.head)
        assert [(m.role, m.content) for m in copies] == [("user", "one"), ("assistant", "two")]
        assert not {m.id for m in copies} & {m.id for m in messages}
        store.delete_from(fork.id, copies[0].id)
        assert len(store.branch(chat.id, messages[3].id)) == 4
        assert store.fork_chat(chat.id, "unknown", "x") is None
        assert store.fork_chat("unknown", messages[1].id, "x") is None
        check_index(store)
