"""The conversation over a scripted engine: what the window is told, what is stored, what the engine is asked."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.core.store import StoreFull
from app.core.texts import say
from app.core.work_values import CompactionPreview, Notice, Phase
from app.services.chat.chat_search import ChatSearch
from engine import protocol as p
from engine.errors import ContextFull, ContextTooSmall
from tests.fake_engine import TOO_LONG, Script
from tests.unit.core.store_helpers import a_file
from tests.unit.services.conftest import Start
from tests.unit.services.harness import Harness
from tests.words import advised, hint_of, said

WORDS = tuple(f"w{n} " for n in range(25))


def told(h: Harness, text: str) -> list[Notice]:
    """The notices that say it."""
    return [notice for notice in h.notices if text in said(notice.text)]


def test_a_message_is_answered_streamed_and_stored(start: Start) -> None:
    h = start()
    h.wait_idle()
    h.send("Good morning to you")
    user, reply = h.messages
    assert h.texts == ["Good morning to you", "Hello from the fake engine."]
    assert h.states == ["done", "done"]
    assert h.streamed == {reply.id: reply.content}
    assert reply.parent == user.id
    assert reply.meta.tokens == 5
    assert reply.meta.reason == "eos"
    assert h.stored() == list(h.messages)
    chat = h.conversation.view.chat
    assert chat.title == "Good morning to you"
    assert chat.model_name.startswith("SmolLM2")
    assert chat.tokens == 9
    assert [(group.key, [c.title for c in group.chats]) for group in h.context.chats.groups] == [
        ("today", ["Good morning to you"])
    ]
    for phase in (Phase.OPENING, Phase.READING, Phase.REPLYING, Phase.IDLE):
        assert phase in h.phases


def test_the_message_is_on_disk_before_the_engine_hears_of_it(start: Start) -> None:
    h = start()
    h.wait_idle()
    on_disk: list[list[str]] = []
    ask = h.engine.request

    def request(request: p.AnyRequest, *rest: object) -> int:
        if isinstance(request, p.Generate):
            view = h.context.store.view(request.chat_id)
            on_disk.append([message.content for message in view.messages] if view else [])
        return ask(request, *rest)  # type: ignore[arg-type]

    h.engine.request = request  # type: ignore[method-assign]
    h.send("remember this")
    assert on_disk == [["remember this", ""]]


def test_files_reach_the_engine_before_the_words_and_stay_when_edited(start: Start) -> None:
    h = start()
    h.wait_idle()
    file, other = a_file("Herons eat fish."), a_file("x = 1", "b.md")
    h.send("What do they eat?", file)
    seen = '<file name="notes.md" type="Markdown">\nHerons eat fish.\n</file>\n\n'

    def asked() -> list[str]:
        made = [request for request in h.requests(p.Generate) if isinstance(request, p.Generate)]
        return [request.user.content for request in made if request.user is not None]

    assert asked() == [seen + "What do they eat?"]
    assert h.stored()[0].attachments == (file,)
    h.conversation.edit(h.messages[0].id, "What else?")
    h.wait_idle()
    h.conversation.edit(h.messages[0].id, "And without it?", (other,))
    h.wait_idle()
    h.conversation.edit(h.messages[0].id, "And nothing?", ())
    h.wait_idle()
    assert asked()[1] == seen + "What else?"
    assert asked()[2].startswith('<file name="b.md"')
    assert asked()[3] == "And nothing?"
    h.conversation.regenerate()
    h.wait_idle()
    assert asked()[4] == "And nothing?"
    h.conversation.select_version(h.stored()[0].siblings[0])
    h.wait(lambda: h.messages and h.messages[0].attachments == (file,))
    h.send("Go on")
    opened = h.requests(p.OpenChat)[-1]
    assert isinstance(opened, p.OpenChat)
    assert opened.messages[0].content == seen + "What do they eat?"


def test_files_alone_can_be_sent_and_come_back_when_they_cannot_be_stored(start: Start) -> None:
    h = start()
    h.wait_idle()
    file = a_file("Herons eat fish.", "herons.md")
    back: list[tuple[str, object]] = []
    h.conversation.send_refused.connect(lambda chat, begun, text, files: back.append((text, files)))
    with h.context.store._write() as db:
        db.execute("PRAGMA query_only = ON")
    h.send("", file)
    assert back == [("", (file,))]
    with h.context.store._read() as db:
        db.execute("PRAGMA query_only = OFF")
    h.send("", file)
    assert h.conversation.view.chat.title == "herons.md"
    assert h.states == ["done", "done"]


def test_blank_text_is_not_sent(start: Start) -> None:
    h = start()
    h.wait_idle()
    h.conversation.send(" \n ")
    assert h.messages == ()
    assert h.requests(p.Generate) == []


def test_sent_before_the_model_is_there_it_waits(start: Start) -> None:
    h = start()
    h.conversation.send("early bird")
    assert h.states == ["done", "streaming"]
    h.wait_idle()
    assert h.texts[1].startswith("Hello")


def test_messages_queue_behind_a_running_reply(start: Start) -> None:
    h = start(Script(hold_at=2, replies=(("one ", "two "), ("three ", "four "))))
    h.wait_idle()
    queued: list[int] = []
    h.follow(queue_changed=queued.append)
    h.conversation.send("first")
    h.wait(lambda: h.engine.holding)
    h.conversation.send("second")
    h.settle()
    assert h.states == ["done", "streaming", "done", "streaming"]
    assert len(h.requests(p.Generate)) == 1
    h.engine.release()
    h.wait(lambda: len(h.requests(p.Generate)) == 2 and h.engine.holding)
    h.engine.release()
    h.wait_idle()
    assert h.texts == ["first", "one two ", "second", "three four "]
    assert h.stored() == list(h.messages)


def test_stop_keeps_the_text_and_continue_goes_on(start: Start) -> None:
    h = start(Script(hold_at=3, replies=(("one ", "two ", "three "), ("four ", "five "))))
    h.wait_idle()
    h.conversation.send("count")
    h.wait(lambda: h.engine.holding)
    h.conversation.stop()
    h.wait_idle()
    assert h.texts[1] == "one two "
    assert h.states[1] == "interrupted"
    assert h.messages[1].can_continue
    assert Phase.STOPPING in h.phases
    assert h.stored() == list(h.messages)
    h.conversation.continue_reply()
    h.wait_idle()
    last = h.requests(p.Generate)[-1]
    assert isinstance(last, p.Generate)
    assert last.continue_reply
    assert last.user is None
    assert last.reply_id == h.messages[1].id
    assert h.texts[1] == "one two four five "
    assert h.states[1] == "done"
    assert not h.messages[1].can_continue
    assert h.requests(p.Truncate) == []
    assert len(h.requests(p.OpenChat)) == 1


def test_stopped_before_its_first_word_it_is_answered_anew(start: Start) -> None:
    h = start(Script(hold_at=1, replies=(("one ",), ("two ", "three "))))
    h.wait_idle()
    h.conversation.send("count")
    h.wait(lambda: h.engine.holding)
    h.conversation.stop()
    h.wait_idle()
    assert h.texts == ["count", ""]
    assert h.states[1] == "interrupted"
    h.conversation.continue_reply()
    h.wait(lambda: h.engine.holding)
    h.engine.release()
    h.wait_idle()
    assert h.texts == ["count", "two three "]
    kinds = [type(request) for request in h.engine.requests if isinstance(request, (p.Generate, p.Truncate))]
    assert kinds == [p.Generate, p.Generate]  # what was read of the question is not read again


def test_a_running_reply_is_saved_while_it_streams(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.services.chat.reply.DRAFT_MS", 1)
    h = start(Script(hold_at=3))
    h.wait_idle()
    h.conversation.send("hi")
    h.wait(lambda: h.engine.holding)
    h.wait(lambda: [m.content for m in h.stored()] == ["hi", "Hello from "])
    assert h.stored()[1].state == "streaming"
    h.engine.release()
    h.wait_idle()


def test_the_memory_fills_and_compacts_itself(start: Start) -> None:
    h = start(Script(n_ctx=60, replies=(WORDS,)))
    h.wait_idle()
    for n in range(3):
        h.send(f"question {n} with some words")
    (mark,) = h.marks
    assert mark.after in [message.id for message in h.messages[:4]]
    assert mark.ratio > 1 and [layer.layer for layer in mark.layers] == [0, 1]
    assert mark.bytes_after < mark.bytes_before
    assert Phase.COMPACTING in h.phases
    view = h.context.store.view(h.conversation.view.chat.id)
    assert view is not None
    assert view.marks == (mark,)
    assert view.chat.compacted
    assert h.memory[-1].segments[0].kind == "compacted"
    assert h.memory[-1].threshold == 0.85
    assert max(memory.fill for memory in h.memory) > h.memory[-1].fill


def test_going_back_into_a_compacted_part_takes_its_mark_away(start: Start) -> None:
    h = start(Script(n_ctx=60, replies=(WORDS,)))
    h.wait_idle()
    for n in range(3):
        h.send(f"question {n} with some words")
    (mark,) = h.marks
    removed: list[tuple[str, ...]] = []
    h.follow(marks_removed=removed.append)
    after = [message.id for message in h.messages].index(mark.after)
    h.conversation.regenerate(h.messages[after + 1].id)  # the block ends within this reply
    h.wait_idle()
    assert mark.after in [message.id for message in h.messages]
    assert removed == [(mark.id,)]
    assert h.conversation.view.marks == ()
    h.settle()
    assert h.context.store.marks(mark.chat) == []


def test_a_continued_reply_counts_both_parts(start: Start) -> None:
    h = start(Script(reply_reason="length", replies=(("one ", "two "), ("three ",))))
    h.wait_idle()
    h.send("count")
    assert h.messages[1].can_continue
    h.conversation.continue_reply()
    h.wait_idle()
    assert h.messages[1].meta.tokens == 3
    assert h.messages[1].meta.decode_ms == 20.0


def test_compact_now_and_its_refusal(start: Start) -> None:
    h = start(Script(n_ctx=100, replies=(WORDS,)))
    h.wait_idle()
    h.conversation.compact_now()  # nothing stored yet: nothing to do
    h.send("hello")
    h.conversation.compact_now()
    h.wait(lambda: h.marks)
    assert h.marks[0].after == h.messages[0].id
    h.context.shutdown()
    refusing = start(Script(compact_error="cannot_compact"))
    refusing.wait_idle()
    refusing.conversation.compact_now()
    refusing.wait(lambda: any("Nothing is old enough" in said(notice.text) for notice in refusing.notices))
    assert [notice.action for notice in refusing.notices if "Nothing is old" in said(notice.text)] == [""]


@pytest.mark.parametrize("code", [ContextTooSmall.code, ContextFull.code])
def test_what_a_larger_memory_would_allow_leads_to_the_settings_of_the_model(start: Start, code: str) -> None:
    h = start(Script(n_ctx=100, replies=(WORDS,), undo_error=code))
    h.wait_idle()
    h.send("hello")
    h.conversation.compact_now()
    h.wait(lambda: h.marks)
    h.conversation.undo_compaction()
    h.wait(lambda: told(h, "no longer fit"))
    h.context.shutdown()
    refusing = start(Script(compact_error=code))
    refusing.wait_idle()
    refusing.conversation.compact_now()
    refusing.wait(lambda: told(refusing, "Nothing is old enough"))
    for notice in (*told(h, "no longer fit"), *told(refusing, "Nothing is old enough")):
        assert notice.action == "model_settings" and notice.chat


def test_a_compaction_is_foreseen_and_done_at_the_ratio_chosen(start: Start) -> None:
    h = start(Script(n_ctx=1000, replies=(WORDS,)))
    told: list[CompactionPreview] = []
    h.conversation.previewed.connect(told.append)
    h.conversation.preview_compaction((0.0, 8.0))
    assert told[0].why_not and not told[0].points, "there is no memory yet"
    h.wait_idle()
    h.send("hello there")
    h.wait_idle()
    h.conversation.preview_compaction((0.0, 8.0))
    h.wait(lambda: len(told) == 2)
    assert [point.ratio for point in told[1].points] == [0.0, 8.0]
    assert told[1].chat == h.conversation.view.chat.id and told[1].tokens > 0
    h.conversation.compact_now(8.0)
    h.wait(lambda: h.marks)
    asked = [request for request in h.engine.requests if isinstance(request, p.Compact)]
    assert [request.ratio for request in asked] == [8.0]
    h.context.shutdown()
    refusing = start(Script(compact_error="cannot_compact"))
    refusing.conversation.previewed.connect(told.append)
    refusing.wait_idle()
    refusing.conversation.preview_compaction((4.0,))
    refusing.wait(lambda: len(told) == 3)
    assert told[2].why_not == say("compact.nothing_old")


def test_the_next_launch_resumes(start: Start) -> None:
    h = start(Script(n_ctx=60, replies=(WORDS,)))
    h.wait_idle()
    for n in range(3):
        h.send(f"question {n} with some words")
    before, marks = h.messages, h.marks
    h.context.shutdown()
    again = start(Script(n_ctx=60))
    again.wait(lambda: again.resumed)
    assert again.messages == before
    assert list(again.conversation.view.marks) == marks
    assert again.resumed[0].how == "resumed"
    assert again.requests(p.Generate) == []
    again.send("and on")
    assert len(again.messages) == len(before) + 2
    assert len(again.requests(p.OpenChat)) == 1
    assert again.requests(p.Truncate) == []


def test_a_snapshot_that_cannot_be_used_is_told(start: Start) -> None:
    h = start()
    h.wait_idle()
    h.send("hello")
    h.context.shutdown()
    again = start(Script(open_note=say("snapshot.other_model")))
    again.wait(lambda: again.resumed)
    assert again.resumed[0].how == "rebuilt"
    assert "another model" in said(again.resumed[0].note)


def test_a_message_whose_reply_was_deleted_is_answered(start: Start) -> None:
    h = start(Script(replies=(("first ",), ("second ",), ("third ",))))
    h.wait_idle()
    h.send("again and again")
    h.conversation.delete_from(h.messages[1].id)
    h.wait(lambda: h.texts == ["again and again"])
    h.conversation.regenerate(h.messages[0].id)
    h.wait_idle()
    assert h.texts == ["again and again", "second "]
    assert h.messages[1].parent == h.messages[0].id and h.stored() == list(h.messages)
    h.send("more")
    assert h.texts[-1] == "third "


def test_regenerate_keeps_the_old_reply_as_a_version(start: Start) -> None:
    h = start(Script(replies=(("first ",), ("second ",), ("third ",))))
    h.wait_idle()
    h.send("again and again")
    old = h.messages[1]
    h.conversation.regenerate()
    h.wait_idle()
    new = h.messages[1]
    assert h.texts == ["again and again", "second "]
    assert new.siblings == (old.id, new.id)
    assert h.stored() == list(h.messages)
    (cut,) = h.requests(p.Truncate)
    assert isinstance(cut, p.Truncate)
    assert cut.keep_last == h.messages[0].id, "the question is not read again, which may be a long document"
    h.conversation.select_version(old.id)
    h.wait(lambda: h.texts == ["again and again", "first "])
    h.send("more")
    assert h.texts[-1] == "third "
    last = h.requests(p.OpenChat)[-1]
    assert isinstance(last, p.OpenChat)
    assert [message.content for message in last.messages] == ["again and again", "first "]


def test_a_greeting_that_follows_no_question_stays_as_it_is(start: Start, tmp_path: Path) -> None:
    """Chats of other programs may begin with one."""
    greeting = {"id": "1", "role": "assistant", "content": "How can I help?"}
    question = {"id": "2", "role": "user", "content": "Tell me more", "parent": "1"}
    chats = [{"title": "Imported", "messages": [greeting, question]}]
    file = tmp_path / "chats.json"
    file.write_text(json.dumps({"format": "longthread-chats", "version": 1, "chats": chats}))
    h = start()
    h.wait_idle()
    came: list[tuple[str, ...]] = []
    h.context.transfers.imported.connect(came.append)
    h.context.transfers.import_paths([file])
    h.wait(lambda: came)
    h.open(came[0][0])
    h.wait_idle()
    before = h.messages
    h.conversation.regenerate(before[0].id)
    assert h.messages == before, "no model would ever write into the one in its place"
    h.conversation.regenerate()
    h.wait_idle()
    assert h.texts[:2] == ["How can I help?", "Tell me more"] and len(h.texts) == 3


def test_regenerate_tells_the_engine_which_question_is_asked_with_which_setting(start: Start) -> None:
    """It reads the question anew where its template writes that into questions, also after a restart."""
    h = start(Script(replies=(("first ",), ("second ",)), thinking=("switch",)))
    h.wait_idle()
    h.send("some templates write it into questions")
    h.conversation.settings.set("reply.thinking", "off")
    h.conversation.regenerate()
    h.wait_idle()
    asked = h.requests(p.Generate)[-1]
    assert isinstance(asked, p.Generate) and asked.user is not None
    assert (asked.user.id, asked.thinking) == (h.messages[0].id, p.Thinking(enabled=False))


def test_edit_asks_anew_from_there(start: Start) -> None:
    h = start(Script(replies=(("r1 ",), ("r2 ",), ("r3 ",))))
    h.wait_idle()
    h.send("one")
    h.send("two")
    old = h.messages[2]
    removed: list[tuple[str, ...]] = []
    h.follow(messages_removed=removed.append)
    h.conversation.edit(old.id, "two, but better")
    h.wait_idle()
    assert h.texts == ["one", "r1 ", "two, but better", "r3 "]
    assert removed == [(old.id, h_id(h, old.id))]
    assert h.messages[2].siblings == (old.id, h.messages[2].id), "the way back is there at once"
    (cut,) = h.requests(p.Truncate)
    assert isinstance(cut, p.Truncate)
    assert cut.keep_last == h.messages[1].id
    stored = h.stored()
    assert stored[2].siblings == (old.id, stored[2].id)
    assert [message.siblings for message in h.messages] == [message.siblings for message in stored]


def test_a_long_message_is_read_anyway_where_the_person_said_so(start: Start) -> None:
    h = start(Script(replies=(("r ",),)))
    h.wait_idle()
    h.conversation.send("very long", anyway=True)
    h.wait_idle()
    h.conversation.regenerate()
    h.wait_idle()
    h.conversation.edit(h.messages[0].id, "longer still", anyway=True)
    h.wait_idle()
    h.conversation.edit(h.messages[0].id, "longer yet")
    h.wait_idle()
    asked = [request for request in h.requests(p.Generate) if isinstance(request, p.Generate)]
    assert [request.anyway for request in asked] == [True, True, True, False]


def test_what_waits_is_not_answered_on_another_branch(start: Start) -> None:
    h = start(Script(replies=(("r1 ",), ("r2 ",), ("r3 ",))))
    h.wait_idle()
    h.send("one")
    old = h.messages[0]
    h.conversation.edit(old.id, "uno")
    h.wait_idle()
    h.engine.paused = True
    h.conversation.send("first")
    h.conversation.send("second")
    h.settle()
    asked = len(h.requests(p.Generate))
    h.conversation.select_version(old.id)
    h.settle()
    h.engine.paused = False
    h.engine._go()
    h.wait(lambda: h.texts == ["one", "r1 "] and not h.context.conversations.at_work)
    assert h.requests(p.Generate)[asked:] == []
    h.conversation.select_version(h.messages[0].siblings[1])
    h.wait(lambda: len(h.messages) == 6)
    assert h.texts[:3] == ["uno", "r2 ", "first"] and h.texts[4:] == ["second", ""]
    assert h.states[5] == "interrupted"


def test_what_waits_is_not_answered_behind_messages_that_came_back(start: Start) -> None:
    h = start(Script(replies=(("r1 ",), ("r2 ",), ("r3 ",))))
    h.wait_idle()
    h.send("one")
    gone = h.messages[0].id
    h.conversation.delete_from(gone)
    h.settle()
    h.engine.paused = True
    h.conversation.send("two")
    h.conversation.send("three")
    h.settle()
    h.context.conversations.undo_delete(gone)
    h.wait(lambda: h.texts == ["one", "r1 "])
    h.engine.paused = False
    h.engine._go()
    h.wait(lambda: not h.context.conversations.at_work)
    asked = [request.user.content for request in h.requests(p.Generate) if isinstance(request, p.Generate)]  # type: ignore[union-attr]
    assert asked == ["one"]
    assert h.texts == ["one", "r1 "] and h.states == ["done", "done"]


def h_id(h: Harness, parent: str) -> str:
    """Id of the reply stored under a message that is no longer shown."""
    with h.context.store._read() as db:
        return str(db.execute("SELECT id FROM message WHERE parent = ?", (parent,)).fetchone()[0])


def test_edit_while_the_reply_streams(start: Start) -> None:
    h = start(Script(hold_at=2, replies=(("old ", "words "), ("new ", "answer "))))
    h.wait_idle()
    h.conversation.send("first try")
    h.wait(lambda: h.engine.holding)
    h.conversation.edit(h.messages[0].id, "second try")
    h.wait(lambda: len(h.requests(p.Generate)) == 2 and h.engine.holding)
    h.engine.release()
    h.wait_idle()
    assert h.texts == ["second try", "new answer "]


def test_delete_from_cuts_the_memory_before_the_next_turn(start: Start) -> None:
    h = start()
    h.wait_idle()
    h.send("one")
    h.send("two")
    keep = h.messages[1].id
    h.conversation.delete_from(h.messages[2].id)
    assert len(h.messages) == 2
    h.send("three")
    (cut,) = h.requests(p.Truncate)
    assert isinstance(cut, p.Truncate)
    assert cut.keep_last == keep
    assert h.stored() == list(h.messages)
    assert len(h.messages) == 4


def test_a_deletion_is_not_undone_by_the_way_once_the_chat_went_on(start: Start) -> None:
    h = start(Script(hold_at=3))
    h.wait_idle()

    def say(text: str) -> None:
        h.conversation.send(text)
        h.wait(lambda: h.engine.holding)
        h.engine.release()
        h.wait_idle()

    for text in ("one", "two"):
        say(text)
    h.conversation.delete_from(h.messages[2].id)
    h.settle()
    notice = h.notices[-1]
    assert h.conversation.deleted
    h.conversation.send("a new direction")
    h.wait(lambda: h.engine.holding)
    assert not h.conversation.deleted and h.conversation.undo_delete() == ""
    h.settle()
    h.engine.release()
    h.wait_idle()
    assert h.texts[2] == "a new direction" and h.states[3] == "done"
    assert not h.conversation.deleted
    h.conversation.delete_from(h.messages[2].id)
    h.settle()
    h.conversation.undo_delete()  # the last one
    h.wait(lambda: len(h.messages) == 4)
    assert h.texts[2] == "a new direction" and not h.conversation.deleted
    h.context.act(notice)
    h.wait(lambda: h.texts[2] == "two")


def test_a_deletion_behind_a_reply_that_is_written_waits_for_its_end(start: Start) -> None:
    h = start(Script(hold_at=3))
    h.wait_idle()
    h.conversation.send("one")
    h.wait(lambda: h.engine.holding)
    h.conversation.send("two")
    h.settle()
    h.conversation.delete_from(h.messages[2].id)
    h.settle()
    assert not h.conversation.deleted
    h.engine.release()
    h.wait_idle()
    assert h.conversation.deleted


def test_an_undo_that_a_full_disk_refuses_can_be_had_again(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    h = start()
    h.wait_idle()
    h.send("one")
    before = [message.id for message in h.messages]
    h.conversation.delete_from(before[0])
    h.settle()
    notice = h.notices[-1]

    def full(*_: object) -> bool:
        raise StoreFull("store.full")

    with monkeypatch.context() as patch:
        patch.setattr(h.context.store, "restore_messages", full)
        h.context.act(notice)
        h.settle()
    again = h.notices[-1]
    assert (again.level, again.action, again.detail) == ("error", notice.action, notice.detail)
    assert h.messages == () and h.conversation.deleted
    h.context.act(again)
    h.wait(lambda: [message.id for message in h.messages] == before)


def test_messages_that_a_full_disk_does_not_delete_are_shown(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else they would be there again with the next start, though the person thinks that they are gone."""
    h = start()
    h.wait_idle()
    h.send("one")
    h.send("two")
    before = h.messages

    def full(chat: str, message: str) -> None:
        raise StoreFull("store.full")

    with monkeypatch.context() as patch:
        patch.setattr(h.context.store, "delete_from", full)
        h.conversation.delete_from(before[2].id)
        h.wait(lambda: told(h, "the disk is full"))
        h.wait(lambda: h.messages == before)
    assert not h.conversation.deleted
    h.send("three")
    assert h.messages[:4] == before and h.stored() == list(h.messages)


def test_a_deletion_is_offered_to_be_undone(start: Start) -> None:
    h = start()
    h.wait_idle()
    for text in ("one", "two"):
        h.send(text)
    before = [message.id for message in h.messages]
    h.conversation.delete_from(before[2])
    h.settle()
    assert [message.id for message in h.messages] == before[:2]
    notice = h.notices[-1]
    assert (notice.text, notice.action) == ("Deleted 2 messages.", "undo_delete")
    h.context.act(notice)
    h.wait(lambda: [message.id for message in h.messages] == before)
    h.send("three")
    assert h.messages[-1].state == "done" and len(h.messages) == 6
    told = len(h.notices)
    h.context.act(notice)  # again
    h.settle()
    assert len(h.notices) == told


def test_a_fork_opens_and_goes_on_by_itself(start: Start) -> None:
    h = start()
    h.wait_idle()
    for text in ("one", "two"):
        h.send(text)
    first = h.conversation.view.chat
    h.conversation.fork(h.messages[1].id)
    h.wait(lambda: h.conversation.view.chat.id != first.id)
    assert h.conversation.view.chat.title == f"Branch of {first.title}"
    assert [message.content for message in h.messages][:1] == ["one"] and len(h.messages) == 2
    h.send("another way")
    assert h.messages[-1].state == "done"
    h.conversation.fork(h.messages[1].id)
    h.wait(lambda: len(h.messages) == 2)
    assert h.conversation.view.chat.title == f"Branch of {first.title}", "one word is enough"
    h.open(first.id)
    assert [message.content for message in h.messages if message.role == "user"] == ["one", "two"]


def test_a_fork_and_a_copy_begin_with_the_memory_of_their_chat(start: Start) -> None:
    h = start(Script(n_ctx=100, replies=(WORDS,)))
    h.wait_idle()
    h.send("one")
    h.conversation.compact_now()
    h.wait(lambda: h.marks)
    h.wait_idle()
    first, messages = h.conversation.view.chat.id, h.messages
    h.context.shutdown()  # which saves it
    again = start(Script(n_ctx=100, replies=(WORDS,)))
    again.wait_idle()
    again.conversation.fork(messages[1].id)
    again.wait(lambda: again.conversation.view.chat.id != first)
    again.wait_idle()
    fork = again.conversation.view
    asked = [r for r in again.engine.requests if isinstance(r, p.Fork | p.OpenChat) and r.chat_id == fork.chat.id]
    assert [type(request) for request in asked] == [p.Fork, p.OpenChat]
    assert isinstance(asked[0], p.Fork)
    assert asked[0].ids == {old.id: new.id for old, new in zip(messages, fork.messages, strict=True)}
    again.wait(lambda: again.resumed[-1].chat == fork.chat.id)
    assert again.resumed[-1].how == "resumed"
    assert [mark.after for mark in fork.marks] == [fork.messages[0].id], "what is compacted is marked there, too"
    assert fork.marks[0].id != h.marks[0].id
    again.context.chats.duplicate(first)
    again.wait(lambda: len(again.requests(p.Fork)) == 2)
    copy = again.requests(p.Fork)[1].chat_id  # type: ignore[attr-defined]
    again.open(copy)
    again.wait(lambda: again.resumed[-1].chat == copy)
    assert again.resumed[-1].how == "resumed"
    assert len(again.conversation.view.marks) == 1


def test_how_long_a_model_thought_is_kept(start: Start) -> None:
    h = start(Script(replies=(("<think>\n", "hm\n</thi", "nk>", "\n\nYes."),)))
    h.wait_idle()
    h.send("think")
    assert h.messages[-1].meta.thinking_ms > 0
    assert h.stored()[-1].meta.thinking_ms == h.messages[-1].meta.thinking_ms


def test_back_in_the_chat_while_its_reply_streams(start: Start) -> None:
    h = start(Script(hold_at=3, ignore_cancel=True))
    h.wait_idle()
    h.conversation.send("chat one")
    h.wait(lambda: h.engine.holding)
    first = h.conversation.view.chat.id
    h.conversation.new_chat()
    h.conversation.open_chat(first)
    h.wait(lambda: h.conversation.view.chat.id == first)
    assert h.texts[1] == "Hello from "
    assert h.states[1] == "streaming"
    h.engine.release()
    h.wait_idle()
    assert h.texts[1] == "Hello from the fake engine."
    assert h.stored() == list(h.messages)


def test_a_chat_that_went_on_while_it_was_opened_again_is_shown_as_it_is(start: Start) -> None:
    h = start()
    h.wait_idle()
    h.send("one")
    chat = h.conversation.view.chat.id
    h.conversation.send("two")
    h.conversation.open_chat(chat)
    h.conversation.regenerate()
    h.wait_idle()
    assert len(h.messages) == 4
    assert h.states == ["done"] * 4
    assert h.stored() == list(h.messages)


def test_a_chat_left_at_once_and_opened_again_gets_its_reply(start: Start) -> None:
    h = start()
    h.wait_idle()
    h.send("one")
    chat = h.conversation.view.chat.id
    h.conversation.send("two")
    h.conversation.new_chat()
    h.conversation.open_chat(chat)  # before its message was stored
    h.wait(lambda: h.conversation.view.chat.id == chat)
    h.wait_idle()
    assert h.states == ["done"] * 4
    assert h.stored() == list(h.messages)


def test_an_error_ends_the_reply_with_words_and_can_be_tried_again(start: Start) -> None:
    h = start(Script(reply_error="message_too_long"))
    h.wait_idle()
    h.send("a very long text")
    assert h.states == ["done", "error"]
    assert h.messages[1].meta.error == TOO_LONG
    assert advised(h.messages[1].meta.error)
    h.engine.scripted.script = Script()
    h.conversation.regenerate()
    h.wait_idle()
    assert h.states == ["done", "done"]
    assert h.texts[1].startswith("Hello")
    assert h.stored() == list(h.messages)


def test_a_full_disk_refuses_the_message_and_gives_the_text_back(start: Start) -> None:
    h = start()
    h.wait_idle()
    h.send("this fits")
    h.settle()
    with h.context.store._read() as db:
        pages = db.execute("PRAGMA page_count").fetchone()[0]
        db.execute(f"PRAGMA max_page_count = {pages}")
    long = "too long" * 5000
    asked = len(h.requests(p.Generate))
    h.conversation.send(long)
    h.wait(lambda: h.refused)
    assert h.refused == [long]
    assert len(h.messages) == 2
    assert any("disk is full" in said(notice.text) for notice in h.notices)
    assert len(h.requests(p.Generate)) == asked
    with h.context.store._read() as db:
        db.execute("PRAGMA max_page_count = 1073741823")
    h.send(long)
    assert len(h.messages) == 4


def test_the_engine_dies_in_mid_reply_and_the_chat_goes_on(start: Start) -> None:
    h = start(Script(hold_at=3))
    h.wait_idle()
    h.conversation.send("tell me")
    h.wait(lambda: h.engine.holding)
    h.engine.die()
    assert h.states == ["done", "interrupted"]
    assert h.texts[1] == "Hello from "
    assert h.messages[1].meta.reason == "crash"
    assert Phase.DOWN in h.phases
    assert "SIGSEGV" in said(h.notices[-1].text)
    assert "restarting the engine" in hint_of(h.notices[-1])
    h.wait_idle()
    assert h.engine.starts == 2
    opened = h.requests(p.OpenChat)[-1]
    assert isinstance(opened, p.OpenChat)
    assert [m.content for m in opened.messages] == ["tell me", "Hello from "]
    h.conversation.continue_reply()
    h.wait(lambda: h.engine.holding)
    h.engine.release()
    h.wait_idle()
    assert h.texts[1] == "Hello from Hello from the fake engine."
    assert h.states[1] == "done"


def test_what_waits_is_interrupted_when_the_engine_dies_for_good(start: Start) -> None:
    h = start(Script(hold_at=1))
    h.wait_idle()
    h.conversation.send("one")
    h.wait(lambda: h.engine.holding)
    h.conversation.send("two")
    h.settle()
    h.engine.die(restarting=False)
    assert h.states == ["done", "interrupted", "done", "interrupted"]
    assert h.conversation.phase is Phase.DOWN
    assert h.notices[-1].action == "retry_engine"
    assert h.notices[-1].level == "error"
    h.context.act(h.notices[-1])
    h.wait_idle()
    h.conversation.regenerate()
    h.wait(lambda: h.engine.holding)
    h.engine.release()
    h.wait_idle()
    assert h.states[-1] == "done"


def test_settings_of_the_memory_reach_the_engine_at_once(start: Start) -> None:
    h = start()
    h.wait_idle()
    h.send("hello")
    h.context.settings.set("memory.threshold", 0.6)
    (request,) = h.requests(p.SetPolicy)
    assert isinstance(request, p.SetPolicy)
    assert request.policy.threshold == 0.6
    assert h.memory[-1].threshold == 0.6


def test_another_model_while_a_reply_streams(start: Start) -> None:
    h = start(Script(hold_at=3), models=2)
    h.wait_idle()
    h.conversation.send("hi")
    h.wait(lambda: h.engine.holding)
    other = next(entry for entry in h.context.models.entries if not entry.starter)
    h.context.models.load(other.path)
    h.wait_idle()
    assert h.states[1] == "interrupted"
    assert h.context.models.state.path == other.path
    assert h.requests(p.OpenChat)[-1].chat_id == h.conversation.view.chat.id  # type: ignore[attr-defined]
    assert h.context.settings.text("model.last") == other.path


def test_a_model_that_cannot_be_loaded_is_told_and_the_question_waits(start: Start) -> None:
    h = start(Script(load_error="model_too_large"))
    h.conversation.send("hello?")
    h.wait(lambda: h.conversation.phase is Phase.NO_MODEL and h.notices)
    assert h.notices[-1].action == "retry_model"
    assert h.context.models.state.problem
    assert h.texts == ["hello?", ""]
    assert h.stored() == list(h.messages)
    h.engine.scripted.script = Script()
    h.context.act(h.notices[-1])
    h.wait_idle()
    assert h.states == ["done", "done"]


def test_what_waits_for_a_model_can_be_stopped(start: Start) -> None:
    h = start(models=0)
    queued: list[int] = []
    h.follow(queue_changed=queued.append)
    assert not h.conversation.stoppable
    h.conversation.send("anyone?")
    h.settle()
    assert h.conversation.stoppable and queued[-1] == 1
    h.conversation.stop()
    assert not h.conversation.stoppable and queued[-1] == 0
    assert h.states == ["done", "interrupted"]
    assert h.stored() == list(h.messages)


def test_without_a_model_text_is_saved_all_the_same(start: Start) -> None:
    h = start(models=0)
    h.wait(lambda: any(notice.action == "open_library" for notice in h.notices))
    assert h.conversation.phase is Phase.NO_MODEL
    h.conversation.send("still saved")
    h.settle()
    assert [message.content for message in h.stored()] == ["still saved", ""]


def test_a_snapshot_that_cannot_be_written_is_told(start: Start) -> None:
    h = start()
    h.wait_idle()
    h.engine.emit_event(p.Error(code="disk_full", text=say("disk.full", name="state")))
    assert h.notices[-1].level == "warning"
    assert h.notices[-1].text == say("disk.full", name="state")


def test_tokens_are_counted(start: Start) -> None:
    h = start()
    h.wait_idle()
    counted: list[tuple[str, int]] = []
    h.conversation.tokens_counted.connect(lambda text, n: counted.append((text, n)))
    h.conversation.count_tokens("three words here")
    h.wait(lambda: counted)
    assert counted == [("three words here", 3)]


def test_trashing_the_open_chat_shows_an_empty_one_and_undo_brings_it_back(start: Start) -> None:
    h = start()
    h.wait_idle()
    h.send("to be deleted")
    chat = h.conversation.view.chat
    h.context.chats.trash([chat.id])
    h.wait(lambda: any(notice.action == "undo_trash" for notice in h.notices))
    h.settle()
    assert h.messages == ()
    assert h.context.chats.groups == ()
    h.context.act(next(notice for notice in h.notices if notice.action == "undo_trash"))
    h.wait(lambda: h.context.chats.groups)
    h.open(chat.id)
    assert h.texts[0] == "to be deleted"


def test_a_chat_back_from_the_trash_is_answered_though_it_was_not_closed_meanwhile(start: Start) -> None:
    h = start()
    h.wait_idle()
    h.send("to be deleted")
    chat = h.conversation.view.chat.id
    model = h.context.models.state.path
    h.context.models.unload()
    h.context.chats.trash([chat])
    h.wait(lambda: any(notice.action == "undo_trash" for notice in h.notices))
    h.settle()
    h.context.act(next(notice for notice in h.notices if notice.action == "undo_trash"))
    h.wait(lambda: h.context.chats.groups)
    h.open(chat)
    h.conversation.send("and back")
    h.settle()
    h.context.models.load(model)
    h.wait_idle()
    assert h.states == ["done"] * 4
    assert h.texts[2:] == ["and back", "Hello from the fake engine."]


def test_a_message_that_is_just_being_stored_is_not_answered_in_a_chat_in_the_trash(start: Start) -> None:
    h = start()
    h.wait_idle()
    h.send("one")
    chat = h.conversation.view.chat.id
    h.conversation.send("two")
    h.context.conversations.trashed(chat)
    h.settle()
    h.wait_idle()
    view = h.context.store.view(chat)
    assert view is not None
    assert [message.content for message in view.messages if message.role == "user"] == ["one", "two"]
    assert view.messages[-1].state == "interrupted" and len(h.requests(p.Generate)) == 1


def test_rename_pin_and_search_in_the_list(start: Start) -> None:
    h = start()
    h.wait_idle()
    h.send("herons near the lake")
    chat = h.conversation.view.chat
    h.conversation.new_chat()
    h.send("something else")
    h.context.chats.rename(chat.id, "  Birds \n of water ")
    h.context.chats.pin([chat.id], True)
    found: list[tuple[str, object]] = []
    search = ChatSearch(h.context.store, h.context.ops, h.context.chats, h.context)
    search.found.connect(lambda text, hits: found.append((text, [hit.chat.title for hit in hits])))
    search.search("her")
    search.search("heron ")
    h.wait(lambda: found)
    h.settle()
    assert set(map(str, found)) == {str(("heron", ["Birds of water"]))}  # what was typed over is not told
    search.search("")
    assert found[-1] == ("", [])
    h.wait(lambda: [group.key for group in h.context.chats.groups] == ["pinned", "today"])


def test_quitting_in_mid_reply_keeps_the_text(start: Start) -> None:
    h = start(Script(hold_at=3))
    h.wait_idle()
    h.conversation.send("hi")
    h.wait(lambda: h.engine.holding)
    h.context.shutdown()
    again = start()
    again.wait(lambda: again.messages)
    assert again.texts == ["hi", "Hello from "]
    assert again.states[1] == "interrupted"
    assert again.messages[1].can_continue and again.messages[1].meta.reason == "closed"


def test_a_compaction_of_a_chat_that_was_left_is_marked_once(start: Start) -> None:
    """It is told again when the context is built anew from its log."""
    h = start()
    h.wait_idle()
    h.send("hello")
    chat, last = h.conversation.view.chat.id, h.messages[-1].id
    h.conversation.new_chat()
    h.wait_idle()
    report = p.CompactionReport(0, 90, 90, 10, 9000, 1000, 9.0, 0.01, 0.02, 5.0)
    for _ in range(2):
        h.engine.emit_event(p.Compacted(id=0, chat_id=chat, after=last, report=report))
    h.settle()
    (mark,) = h.context.store.marks(chat)
    assert (mark.range, mark.after) == ((0, 90), last)


def test_a_compaction_is_taken_back(start: Start) -> None:
    h = start(Script(n_ctx=100, replies=(WORDS,)))
    h.wait_idle()
    removed: list[tuple[str, ...]] = []
    h.follow(marks_removed=removed.append)
    h.conversation.undo_compaction()  # there is none yet: nothing to do
    h.send("hello")
    h.conversation.compact_now()
    h.wait(lambda: h.marks)
    h.conversation.undo_compaction()
    h.wait(lambda: removed)
    assert removed == [(h.marks[0].id,)]
    h.settle()
    assert h.context.store.marks(h.conversation.view.chat.id) == []
    assert all(part.kind != "compacted" for part in h.memory[-1].segments)
    kept = h.context.store.activities(h.conversation.view.chat.id, 10)
    assert [(one.kind, one.tokens) for one in kept if one.kind in ("compact", "undo")] == [
        ("undo", h.marks[0].tokens), ("compact", h.marks[0].tokens),
    ]  # fmt: skip
    h.send("and on")
    assert len(h.messages) == 4


def test_a_chat_that_was_just_thrown_away_is_not_opened(start: Start) -> None:
    h = start()
    h.wait_idle()
    h.send("one")
    chat = h.conversation.view.chat.id
    h.conversation.new_chat()
    h.context.chats.trash([chat])
    h.conversation.open_chat(chat)
    h.settle()
    assert not h.conversation.view.stored
    assert any("no longer exists" in said(notice.text) for notice in h.notices)
