"""Models that are added, chosen and remembered: nothing is read again without being asked for."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from app.core.model_values import ModelPhase
from app.services.chat.switching import SPEED, SwitchCost, saved_tokens
from engine import protocol as p
from engine.protocol import ModelFacts
from engine.snapshots.header import FILE_NAME, OTHERS, encode_manifest
from engine.snapshots.plan import StatePlan
from tests.engine.test_models_of_a_chat import header
from tests.fake_engine import Script
from tests.unit.services.conftest import Start
from tests.unit.services.harness import Harness


def told_apart(path: str) -> ModelFacts:
    """Facts as the scripted engine tells them of a loaded model."""
    return ModelFacts(path=path, name=Path(path).stem, architecture="fake", fingerprint=f"fp:{path}")


@pytest.fixture
def two(start: Start) -> Harness:
    """A chat that was had with one model, and another one in the library."""
    h = start(models=2, facts=told_apart)
    h.wait_idle()
    h.send("one two three")
    return h


def other(h: Harness) -> str:
    """The path of the model that is not in use."""
    return next(entry.path for entry in h.context.models.entries if entry.path != h.context.models.state.path)


def remember(h: Harness, tokens: int) -> None:
    """Let the chat shown be so long."""
    chat = h.conversation.stored_chat
    h.engine.unasked.emit(p.Memory(
        chat_id=chat, segments=(), tokens=tokens, bytes_used=1, bytes_total=2, free_tokens=3, fill=0.5
    ))  # fmt: skip


def test_speed_is_measured_and_tells_the_cost(two: Harness) -> None:
    switching, first, second = two.context.switching, two.context.models.state.path, other(two)
    remember(two, 12_000)
    assert switching.cost(first) == SwitchCost()
    assert switching.cost(second) == SwitchCost(12_000, None)
    assert switching.cost(second).matters
    done = p.Replied(
        chat_id="c", reply_id="r", reason="eos", tokens=1, prompt_tokens=1000, prefill_ms=10_000, decode_ms=1,
        first_token_ms=1,
    )  # fmt: skip
    two.engine.timed.emit(done)
    assert switching.cost(second).seconds == pytest.approx(120)  # both files are of one size
    two.engine.timed.emit(msgspec.structs.replace(done, prompt_tokens=5))
    assert two.context.settings.scoped(model=f"fp:{first}").number(SPEED) == 100, "too few tokens say nothing"
    remember(two, 50)
    assert not switching.cost(second).matters


def test_what_a_saved_state_holds_costs_nothing(two: Harness) -> None:
    second = other(two)
    remember(two, 12_000)
    folder = two.context.paths.chat(two.conversation.stored_chat)
    place = folder / OTHERS / "k" / FILE_NAME
    place.parent.mkdir(parents=True)
    facts = msgspec.structs.replace(header(f"fp:{second}"), tokens=11_500, state=StatePlan(0))
    place.write_bytes(encode_manifest(facts))
    assert saved_tokens(folder, f"fp:{second}") == 11_500
    assert two.context.switching.cost(second).tokens == 500
    place.write_bytes(b"rubbish")
    assert two.context.switching.cost(second).tokens == 12_000


def test_replies_know_their_model(two: Harness) -> None:
    names = [two.context.models.state.name]
    two.context.models.load(other(two))
    two.wait_idle()
    names.append(two.context.models.state.name)
    two.send("four")
    assert [message.meta.model for message in two.stored() if message.role == "assistant"] == names


def leave(h: Harness) -> tuple[str, str]:
    """Go to a new chat with another model; the chat left, and the path of its model."""
    chat, own = h.conversation.stored_chat, h.context.models.state.path
    h.conversation.new_chat()
    h.context.models.load(other(h))
    h.wait_idle()
    return chat, own


def opened(h: Harness, chat: str) -> int:
    """How often the engine was asked to open a chat."""
    return sum(isinstance(one, p.OpenChat) and one.chat_id == chat for one in h.engine.requests)


def test_a_chat_offers_its_own_model_and_is_not_read_before(two: Harness) -> None:
    chat, own = leave(two)
    before = opened(two, chat)
    offers: list[str] = []
    two.follow(own_model_offered=offers.append)
    two.open(chat)
    two.wait(lambda: offers == [own])
    two.settle()
    assert opened(two, chat) == before
    two.context.models.load(own)
    two.wait_idle()
    two.wait(lambda: opened(two, chat) == before + 1)
    assert offers == [own]


def test_a_message_goes_on_with_the_model_in_use(two: Harness) -> None:
    chat, own = leave(two)
    before = opened(two, chat)
    two.open(chat)
    two.send("four five")
    assert opened(two, chat) == before + 1
    assert two.context.models.state.path != own
    two.context.conversation.new_chat()
    two.open(chat)
    two.wait_idle()
    assert opened(two, chat) == before + 1, "it is this model's chat now"


def test_a_model_that_is_changed_under_a_chat_is_taken(two: Harness) -> None:
    before = opened(two, two.conversation.stored_chat)
    two.context.models.load(other(two))
    two.wait_idle()
    two.wait(lambda: opened(two, two.conversation.stored_chat) == before + 1)


@pytest.mark.parametrize(("choice", "switches"), [("always", True), ("never", False)])
def test_the_setting_decides(two: Harness, choice: str, switches: bool) -> None:
    two.context.settings.set("chat.own_model", choice)
    chat, own = leave(two)
    before = opened(two, chat)
    two.open(chat)
    two.wait(lambda: opened(two, chat) == before + 1)
    two.wait_idle()
    assert (two.context.models.state.path == own) is switches


def test_a_model_that_comes_after_another_was_chosen_is_not_the_one_in_use(two: Harness) -> None:
    models, first, second = two.context.models, two.context.models.state.path, other(two)
    loaded: list[str] = []
    models.state_changed.connect(lambda state: loaded.append(state.path) if state.phase is ModelPhase.LOADED else None)
    two.engine.paused = True
    models.load(second)
    models.load(first)
    two.engine.paused = False
    two.engine.step()
    two.wait_idle()
    assert loaded and set(loaded) == {first} and models.state.path == first
    assert two.context.settings.text("model.last") == first


def test_a_model_that_was_unloaded_does_not_come_back_by_itself(two: Harness) -> None:
    """Not with the end of a load that was under way, nor with the next engine: its file may be about to be deleted."""
    models, second = two.context.models, other(two)
    two.engine.paused = True
    models.load(second)
    let_go: list[bool] = []
    models.unload(lambda: let_go.append(True))
    two.engine.paused = False
    two.engine.step()
    two.wait(lambda: let_go)
    assert models.state.phase is ModelPhase.NONE
    loads, starts = len(two.requests(p.Load)), two.engine.starts
    two.engine.die()
    two.wait(lambda: two.engine.starts > starts and two.engine.running)
    two.settle()
    assert models.state.phase is ModelPhase.NONE and len(two.requests(p.Load)) == loads


def test_the_starter_is_not_loaded_over_another_model(start: Start, tmp_path: Path) -> None:
    h = start(Script())
    h.wait_idle()
    assert not h.context.switching.nothing_loaded
    h.context.models.unload()
    h.wait(lambda: h.context.models.state.phase is ModelPhase.NONE)
    assert h.context.switching.nothing_loaded


@pytest.fixture
def apart(start: Start) -> Harness:
    """A compacted chat; each of two models has saved states of its own."""
    h = start(Script(n_ctx=100, states_apart=True), models=2, facts=told_apart)
    h.wait_idle()
    for text in ("one two three", "four five six"):
        h.send(text)
    h.conversation.compact_now()
    h.wait(lambda: h.marks)
    h.wait_idle()
    return h


def use(h: Harness, path: str) -> None:
    h.context.models.load(path)
    h.wait(lambda: h.context.models.state.path == path and h.context.models.state.phase is ModelPhase.LOADED)
    h.wait_idle()
    h.settle()


def test_markers_come_back_with_a_models_saved_state(apart: Harness) -> None:
    h, first, second = apart, apart.context.models.state.path, other(apart)
    (mark,) = h.conversation.view.marks
    gone: list[tuple[str, ...]] = []
    back: list[str] = []
    h.follow(marks_removed=gone.append, mark_added=lambda one: back.append(one.id))
    use(h, second)
    assert h.conversation.view.marks == () and gone == [(mark.id,)], "nothing is compacted in what that one reads"
    h.conversation.compact_now()
    h.wait(lambda: h.conversation.view.marks)
    h.wait_idle()
    (theirs,) = h.conversation.view.marks
    assert theirs.range == mark.range and theirs.state_key != mark.state_key
    use(h, first)
    assert h.conversation.view.marks == (mark,) and back == [theirs.id, mark.id]
    memory = h.conversation.memory
    assert memory is not None and any(segment.kind == "compacted" for segment in memory.segments)
    use(h, second)
    assert h.conversation.view.marks == (theirs,)


def test_the_markers_of_a_chat_are_those_of_its_last_model_at_the_next_start(apart: Harness, start: Start) -> None:
    first, chat = apart.context.models.state.path, apart.conversation.stored_chat
    (mark,) = apart.conversation.view.marks
    use(apart, other(apart))
    apart.context.shutdown()
    again = start(Script(n_ctx=100, states_apart=True), models=0, facts=told_apart)
    again.conversation.open_chat(chat)
    again.wait(lambda: again.conversation.stored_chat == chat)
    assert again.conversation.view.marks == (), "also before any model reads it"
    again.wait_idle()
    use(again, first)
    again.wait(lambda: again.conversation.view.marks == (mark,))


def test_markers_go_where_the_saved_state_is_gone(apart: Harness) -> None:
    first, chat = apart.context.models.state.path, apart.conversation.stored_chat
    use(apart, other(apart))
    (apart.context.paths.chats / chat / f"fake-{Path(first).stem}.snapshot").unlink()
    use(apart, first)
    assert apart.conversation.view.marks == () and apart.context.store.marks(chat) == []


def test_markers_of_before_are_of_the_model_that_reads_the_chat_next(start: Start) -> None:
    h = start(Script(n_ctx=100), models=2, facts=told_apart)
    h.wait_idle()
    for text in ("one two three", "four five six"):
        h.send(text)
    h.conversation.compact_now()
    h.wait(lambda: h.marks)
    h.wait_idle()
    (mark,) = h.conversation.view.marks
    assert mark.state_key == ""
    chat, first = h.conversation.stored_chat, h.context.models.state.path
    h.context.shutdown()
    folder = h.context.paths.chats / chat
    (folder / "fake.snapshot").rename(folder / f"fake-{Path(first).stem}.snapshot")
    again = start(Script(n_ctx=100, states_apart=True), models=2, facts=told_apart)
    again.wait_idle()
    again.conversation.open_chat(chat)
    again.wait(lambda: again.conversation.memory is not None)
    again.wait_idle()
    again.settle()
    (kept,) = again.context.store.marks(chat)
    assert kept.id == mark.id and kept.state_key == f"-{Path(first).stem}"
    use(again, other(again))
    assert again.conversation.view.marks == ()
    use(again, first)
    assert [one.id for one in again.conversation.view.marks] == [mark.id]


def test_a_reply_that_another_model_ends_was_not_stopped_by_the_person(start: Start) -> None:
    h = start(Script(hold_at=3), models=2, facts=told_apart)
    h.wait_idle()
    h.conversation.send("one")
    h.wait(lambda: h.engine.held)
    h.context.models.load(other(h))
    h.wait_idle()
    reply = h.stored()[-1]
    assert (reply.state, reply.meta.reason, bool(reply.content)) == ("interrupted", "model", True)
    assert h.messages[-1].can_continue
    h.conversation.continue_reply()
    h.wait(lambda: h.engine.held)
    h.conversation.stop()
    h.wait_idle()
    assert h.stored()[-1].meta.reason == "cancelled"
