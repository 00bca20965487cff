"""Reading that was stopped: told as what it is, gone on with when it is wanted, and not before."""

from __future__ import annotations

import msgspec
import pytest

from app.core.texts import say
from app.core.work_values import CompactionPreview, MessageLimits
from app.services.chat import shared
from engine import protocol as p
from tests.fake_engine import FakeChat, Hold, Script, ScriptedModel, Step, Steps
from tests.unit.core.store_helpers import converse
from tests.unit.services.conftest import Start
from tests.unit.services.harness import Harness

LONG = 200  # words of a question
WORDS, READ = 200, 80  # of the chat, and of what is read before it waits


def reading(start: Start) -> tuple[Harness, str]:
    """A chat from elsewhere, the reading of which waits half-way."""
    h = start(Script(hold_open=READ))
    h.wait_idle()
    chat = converse(h.context.store, "word " * (WORDS // 2), "word " * (WORDS // 2))[0].id
    h.open(chat)
    h.wait(lambda: h.engine.holding)
    return h, chat


def kinds(h: Harness) -> list[type[p.Request]]:
    asked = (p.OpenChat, p.Read, p.Generate, p.Truncate)
    return [type(request) for request in h.engine.requests if isinstance(request, asked)]


def tokens_in_list(h: Harness, chat: str) -> int:
    h.settle()
    view = h.context.store.view(chat)
    return view.chat.tokens if view is not None else 0


def test_a_chat_that_was_left_is_read_on_when_it_is_shown_again(start: Start) -> None:
    h, chat = reading(start)
    h.conversation.new_chat()
    h.wait(lambda: tokens_in_list(h, chat))
    assert tokens_in_list(h, chat) == WORDS, "the whole chat"
    assert kinds(h) == [p.OpenChat], "nobody looks at it: it waits"
    h.open(chat)
    h.wait(lambda: h.engine.holding)
    assert kinds(h) == [p.OpenChat, p.Read] and not h.resumed, "nothing was announced that is not so"
    memory = h.conversation.memory
    assert memory is not None and (memory.tokens, memory.unread) == (READ, WORDS - READ)
    h.engine.release()
    h.wait_idle()
    assert h.memory[-1].tokens == WORDS and not h.memory[-1].unfinished
    assert (h.resumed[-1].how, h.resumed[-1].tokens, h.resumed[-1].unread) == ("rebuilt", WORDS, 0)
    assert kinds(h) == [p.OpenChat, p.Read]


def test_a_chat_whose_reading_ends_with_its_model_is_not_there(start: Start) -> None:
    h, _ = reading(start)
    path, gone = h.context.models.state.path, [False]
    h.context.models.unload(lambda: gone.append(True))
    h.wait(lambda: gone[-1])
    told: list[CompactionPreview] = []
    h.conversation.previewed.connect(told.append)
    h.conversation.preview_compaction((8.0,))
    h.wait(lambda: told)
    assert told[0].why_not == say("chat.no_context_yet") and not h.resumed
    h.context.models.load(path)
    h.wait(lambda: kinds(h) == [p.OpenChat, p.OpenChat])


def test_stopped_by_the_person_it_waits_for_the_next_message(start: Start) -> None:
    h, _ = reading(start)
    h.conversation.stop()
    h.wait_idle()
    assert kinds(h) == [p.OpenChat]
    assert (h.resumed[-1].tokens, h.resumed[-1].unread) == (READ, WORDS - READ)
    limits = h.conversation.limits
    assert limits is not None and limits.unread == WORDS - READ and (limits.longest or 0) > WORDS
    h.conversation.send("Hi")
    h.wait(lambda: h.engine.holding)
    assert kinds(h) == [p.OpenChat, p.Read], "the chat first, then the message"
    h.engine.release()
    h.wait_idle()
    assert kinds(h)[-1] is p.Generate and h.states[-1] == "done"
    assert h.conversation.limits is not None and h.conversation.limits.unread == 0


def test_stop_while_the_chat_is_read_for_a_message_stops_both(start: Start) -> None:
    h, _ = reading(start)
    h.conversation.send("Hi")
    h.settle()
    h.conversation.stop()
    h.wait_idle()
    assert kinds(h) == [p.OpenChat] and h.states[-1] == "interrupted" and not h.texts[-1]
    h.conversation.continue_reply()
    h.wait(lambda: h.engine.holding)
    h.engine.release()
    h.wait_idle()
    assert kinds(h) == [p.OpenChat, p.Read, p.Generate] and h.states[-1] == "done"


@pytest.mark.parametrize("kind", [p.Truncate, p.Undo])
def test_stop_of_what_reads_again_is_not_gone_on_with(
    start: Start, monkeypatch: pytest.MonkeyPatch, kind: type[p.Request]
) -> None:
    plain = ScriptedModel._in_chat

    def in_chat(self: ScriptedModel, chat: FakeChat, request: p.Compact | p.Truncate | p.Undo) -> Steps:
        """A cut or an undo after which the rest is read again, until that is stopped."""
        if not isinstance(request, kind):
            yield from plain(self, chat, request)
            return
        if isinstance(request, p.Undo):
            chat.block = (0, 0)
            last: list[Step] = [p.Error(id=request.id, code="cancelled", text=say("chat.reading_stopped"))]
        else:
            last = list(plain(self, chat, request))[-1:]
        chat.unread = chat.tokens - 10
        yield chat.memory()
        assert (yield Hold()) == "cancel"
        yield from last

    monkeypatch.setattr(ScriptedModel, "_in_chat", in_chat)
    h = start()
    h.wait_idle()
    h.send("word " * LONG)
    if kind is p.Undo:
        h.conversation.compact_now()
        h.wait(lambda: h.conversation.view.marks)
        h.wait_idle()
        h.conversation.undo_compaction()
    else:
        h.send("second")
        h.conversation.delete_from(h.messages[2].id)
    h.wait(lambda: h.engine.holding)
    h.conversation.stop()
    h.wait_idle()
    assert h.requests(kind) and p.Read not in kinds(h)


@pytest.mark.parametrize("closes", [False, True])
def test_a_reply_keeps_its_figures_where_its_continuation_waits_in_vain(start: Start, closes: bool) -> None:
    h = start(Script(hold_at=3))
    h.wait_idle()
    h.conversation.send("word " * LONG)
    h.wait(lambda: h.engine.holding)
    h.conversation.stop()
    h.wait_idle()
    before = h.messages[-1]
    assert before.meta.tokens and before.meta.model
    h.engine.scripted.script = h.engine.script = msgspec.structs.replace(h.engine.script, hold_open=50, hold_at=0)
    h.engine.die()
    h.wait(lambda: h.engine.holding)
    h.conversation.continue_reply()
    h.settle()
    if closes:
        store, chat = h.context.store, h.conversation.view.chat.id
        h.conversation._replies.end()
        h.settle()
        view = store.view(chat)
        assert view is not None
        now = view.messages[-1]
    else:
        h.conversation.stop()
        h.wait_idle()
        now = h.messages[-1]
    assert (now.state, now.content) == ("interrupted", before.content)
    reason = "closed" if closes else "cancelled"
    assert now.meta == msgspec.structs.replace(before.meta, reason=reason)


def stopped_question(start: Start) -> Harness:
    """A question, the reply to which was stopped before its first word."""
    h = start(Script(hold_at=1))
    h.wait_idle()
    h.conversation.send("first")
    h.wait(lambda: h.engine.holding)
    h.engine.release()
    h.wait_idle()
    h.conversation.send("long " * LONG)
    h.wait(lambda: h.engine.holding)
    h.conversation.stop()
    h.wait_idle()
    assert h.states[-1] == "interrupted" and not h.texts[-1]
    return h


def test_a_question_stays_read_until_it_is_gone_on_with(start: Start) -> None:
    h = stopped_question(start)
    held = h.memory[-1].tokens
    assert h.memory[-1].unread == LONG // 2
    limits = h.conversation.limits
    assert limits is not None and not limits.unread, "another message does not wait for it"
    chat = h.conversation.view.chat.id
    h.conversation.new_chat()
    h.open(chat)
    h.wait_idle()
    assert p.Truncate not in kinds(h) and h.conversation.memory is not None
    assert h.conversation.memory.tokens == held > LONG // 2, "it stays in the context"
    h.conversation.continue_reply()
    h.wait(lambda: h.engine.holding)
    h.engine.release()
    h.wait_idle()
    assert kinds(h) == [p.OpenChat, p.Generate, p.Generate, p.Generate]
    assert h.states[-1] == "done" and h.memory[-1].tokens > held
    h.conversation.send("and then")
    h.wait(lambda: h.engine.holding)
    assert p.Truncate not in kinds(h) and len(h.requests(p.OpenChat)) == 1, "both sides hold the same"


def test_another_message_is_sent_instead_of_a_question(start: Start) -> None:
    h = stopped_question(start)
    before = h.messages[1].id
    h.conversation.send("something else")
    h.wait(lambda: h.engine.holding)
    assert kinds(h)[-2:] == [p.Truncate, p.Generate]
    cut = h.requests(p.Truncate)[0]
    assert isinstance(cut, p.Truncate) and cut.keep_last == before


def test_a_question_that_is_deleted_leaves_the_context(start: Start) -> None:
    h = stopped_question(start)
    h.conversation.delete_from(h.messages[2].id)
    h.wait(lambda: p.Truncate in kinds(h))


def test_a_chat_that_takes_long_to_read_waits_for_the_first_message(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared, "READ_UNASKED", WORDS - 1)
    h = start()
    h.wait_idle()
    chat = converse(h.context.store, "word " * (WORDS // 2), "word " * (WORDS // 2))[0].id
    for _ in range(2):
        h.open(chat)
        h.wait(lambda: h.resumed)
        h.wait_idle()
        assert kinds(h) == [p.OpenChat]
        assert (h.resumed[-1].tokens, h.resumed[-1].unread) == (0, WORDS)
        assert h.conversation.limits is not None and h.conversation.limits.unread == WORDS
        h.conversation.new_chat()
    h.open(chat)
    h.send("Hi")
    assert kinds(h) == [p.OpenChat, p.Read, p.Generate]
    assert h.memory[-1].tokens == WORDS + 1 + 5 and not h.memory[-1].unread


def test_how_much_is_read_unasked_depends_on_the_speed(start: Start) -> None:
    h = start()
    h.wait_idle()
    rules = shared.InForce(h.context.settings, h.context.models)
    assert rules.read_unasked == shared.READ_UNASKED
    h.context.settings.scoped(model=h.context.models.fingerprint).set(shared.SPEED, 58.0)
    assert rules.read_unasked == 58 * 30


def test_limits_of_a_chat_that_is_whole(start: Start) -> None:
    h = start(Script())
    h.wait_idle()
    h.send("Hi")
    memory = h.conversation.memory
    assert memory is not None
    assert h.conversation.limits == MessageLimits(memory.room, memory.longest, memory.most)


def test_a_reading_of_nothing_is_no_speed(start: Start) -> None:
    h = start()
    h.wait_idle()
    stopped = p.Opened(id=0, chat_id="c", how="rebuilt", ms=300.0, tokens=40_000, read=0, unread=20_000)
    speed = h.context.settings.scoped(model=h.context.models.fingerprint)
    h.engine.timed.emit(stopped)
    assert not speed.number(shared.SPEED)
    h.engine.timed.emit(msgspec.structs.replace(stopped, read=-1))
    assert speed.number(shared.SPEED) > 0


def test_a_chat_that_waits_is_read_when_the_person_says_so(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared, "READ_UNASKED", WORDS - 1)
    h = start(Script(hold_open=READ))
    h.wait_idle()
    chat = converse(h.context.store, "word " * (WORDS // 2), "word " * (WORDS // 2))[0].id
    h.open(chat)
    h.wait(lambda: h.resumed)
    h.wait_idle()
    assert kinds(h) == [p.OpenChat]
    h.conversation.read_now()
    h.wait(lambda: h.engine.holding)
    assert kinds(h) == [p.OpenChat, p.Read] and h.conversation.phase.busy
    h.conversation.stop()
    h.wait_idle()
    assert kinds(h) == [p.OpenChat, p.Read], "stopped, it waits again"
    assert h.conversation.limits is not None and h.conversation.limits.unread == WORDS - READ
    h.conversation.read_now()
    h.wait(lambda: h.engine.holding)
    h.engine.release()
    h.wait_idle()
    assert kinds(h) == [p.OpenChat, p.Read, p.Read]
    assert h.conversation.limits is not None and not h.conversation.limits.unread
    h.conversation.read_now()
    h.wait_idle()
    assert kinds(h) == [p.OpenChat, p.Read, p.Read], "nothing is left to read"
