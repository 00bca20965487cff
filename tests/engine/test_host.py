"""Requests side by side, and what the host does when nobody asks: saving, measuring a model it does not know."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine import protocol as p
from engine.chat.token_log import TokenLog
from engine.errors import DiskFull
from engine.heads import calibration, profile
from engine.snapshots.store import SnapshotStore
from engine.texts import say
from tests.engine.host_harness import HostHarness
from tests.engine.http_harness import TINY

pytestmark = pytest.mark.native

SHORT = p.Sampling(temperature=0, max_tokens=6)
N_VOCAB = 448  # as many tokens as the small model knows


@pytest.fixture(autouse=True)
def _no_profiles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(profile, "folders", lambda: [tmp_path / "data" / "profiles"])  # not what is shipped


@pytest.fixture
def harness() -> Iterator[HostHarness]:
    """With a small model, a token of which is a byte."""
    harness = HostHarness()
    assert isinstance(harness.ask(p.Load(id=1, path=str(TINY), n_ctx=1024)), p.Loaded)
    yield harness
    harness.host.unload()


@pytest.fixture
def starter(starter_path: Path) -> Iterator[HostHarness]:
    """With a model that knows something."""
    harness = HostHarness()
    assert isinstance(harness.ask(p.Load(id=1, path=str(starter_path), n_ctx=512)), p.Loaded)
    yield harness
    harness.host.unload()


def test_an_unknown_model_is_measured_when_it_is_quiet(
    harness: HostHarness, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    measured: list[float] = []
    ranked = profile.Profile([profile.HeadProfile(0, 0, 0.25), profile.HeadProfile(0, 1, 0.5)])

    def calibrate(path: str, *, seconds: float, progress: Any) -> profile.Profile:
        assert progress(0.5) is False
        assert path == str(TINY)
        measured.append(seconds)
        return ranked

    monkeypatch.setattr(calibration, "calibrate", calibrate)
    harness.ask(p.OpenChat(id=2, chat_id="c", folder=str(tmp_path / "chat")))
    harness.host.idle()
    assert measured == [0.0], "the quick ranking first"
    harness.host.idle()
    harness.host.idle()
    assert measured == [0.0, calibration.SECONDS], "then what the heads lose, once"
    fingerprint = next(event for event in harness.events if isinstance(event, p.Loaded)).model.fingerprint
    assert profile.load(fingerprint) == ranked


def test_no_heads_are_measured_while_power_is_saved(harness: HostHarness, monkeypatch: pytest.MonkeyPatch) -> None:
    measured: list[float] = []

    def calibrate(path: str, *, seconds: float, progress: Any) -> profile.Profile:
        measured.append(seconds)
        return profile.Profile([profile.HeadProfile(0, 0, 0.25)])

    monkeypatch.setattr(calibration, "calibrate", calibrate)
    assert isinstance(harness.ask(p.SavePower(id=2, on=True)), p.Done)
    harness.host.idle()
    assert isinstance(harness.ask(p.Load(id=3, path=str(TINY), n_ctx=1024)), p.Loaded)
    harness.host.idle()
    assert measured == [], "nor those of a model that was loaded since"
    harness.ask(p.SavePower(id=4, on=False))
    harness.host.idle()
    assert measured == [0.0]


@pytest.mark.parametrize("loaded_before", [True, False])
def test_saving_power_holds_for_the_chats_of_each_model(harness: HostHarness, loaded_before: bool) -> None:
    harness.ask(p.SavePower(id=2, on=True))
    if not loaded_before:
        harness.ask(p.Load(id=3, path=str(TINY), n_ctx=1024))
    cached_chats = harness.host._cached_chats
    assert cached_chats is not None and cached_chats.saving_power
    harness.ask(p.SavePower(id=4, on=False))
    assert not cached_chats.saving_power


def test_a_request_that_comes_stops_the_measuring(harness: HostHarness) -> None:
    harness.host.submit(p.Hello(id=9))
    harness.host.idle()  # the real measurement gives up at its first step
    fingerprint = next(event for event in harness.events if isinstance(event, p.Loaded)).model.fingerprint
    assert profile.load(fingerprint) is None


def test_the_memory_says_what_fits_and_says_it_anew_with_the_policy(harness: HostHarness, tmp_path: Path) -> None:
    harness.ask(p.OpenChat(id=2, chat_id="c", folder=str(tmp_path / "chat")))
    opened = [event for event in harness.events if isinstance(event, p.Memory)][-1]
    assert opened.room is not None and 0 < opened.room < opened.free_tokens < opened.longest
    harness.ask(p.SetPolicy(id=3, policy=p.CompactionPolicy(auto=False, reserve=32)))
    changed = [event for event in harness.events if isinstance(event, p.Memory)][-1]
    session = harness.host.chats["c"].session
    unread = len(session.log) - session.cached
    assert (changed.room, changed.longest) == (None, changed.free_tokens - 32 - unread)


def test_a_quiet_moment_saves_what_is_unsaved(harness: HostHarness, tmp_path: Path) -> None:
    harness.ask(p.OpenChat(id=2, chat_id="c", folder=str(tmp_path / "chat")))
    greedy = p.Sampling(temperature=0, max_tokens=4)
    done = harness.ask(
        p.Generate(id=3, chat_id="c", reply_id="a", user=p.PromptMessage("u", "user", "Hi."), sampling=greedy)
    )
    assert isinstance(done, p.Replied)
    harness.host.submit(p.Hello(id=9))
    harness.host.idle()
    harness.host.idle()
    harness.settle()
    saved = [event for event in harness.events if isinstance(event, p.SnapshotWritten)]
    assert [event.id for event in saved] == [0]


def test_switching_chats_does_not_wait_for_the_disk(
    harness: HostHarness, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, written = threading.Event(), threading.Event()
    real = SnapshotStore.write

    def slow(*arguments: Any) -> Any:
        begun.set()
        assert written.wait(60)
        return real(*arguments)

    monkeypatch.setattr(SnapshotStore, "write", slow)
    greedy = p.Sampling(temperature=0, max_tokens=4)
    hello = p.PromptMessage("u", "user", "What is the capital of France?")
    place = {"folder": str(tmp_path / "a"), "chunks": str(tmp_path / "pieces")}
    harness.ask(p.OpenChat(id=2, chat_id="a", **place))
    harness.ask(p.Generate(id=3, chat_id="a", reply_id="r", user=hello, sampling=greedy))
    spans = harness.host.chats["a"].session.messages
    harness.ask(p.CloseChat(id=4, chat_id="a"))
    assert begun.wait(60), "else the next copy may take the place of this one"
    assert not (tmp_path / "a" / "memory.kvs").exists(), "it waits for the disk, the chats do not"
    back = harness.ask(p.OpenChat(id=5, chat_id="a", messages=tuple(spans), **place))
    assert (back.how, back.note) == ("resumed", None), "from the copy on its way to the disk"
    asked = harness.host.submit(p.Snapshot(id=6, chat_id="a"))
    for _ in range(3):
        harness.host.step()
    assert not asked.closed and not [event for event in harness.events if isinstance(event, p.SnapshotWritten)]
    written.set()
    while not asked.closed:
        harness.host.step()
    harness.settle()
    events = [event for event in harness.events if isinstance(event, p.SnapshotWritten)]
    assert [event.id for event in events] == [0, 6]
    assert events[0].new_bytes == events[0].bytes > events[1].new_bytes
    assert (tmp_path / "a" / "memory.kvs").exists() and list((tmp_path / "pieces").iterdir())


def test_a_disk_that_is_full_is_told_and_tried_again(
    harness: HostHarness, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any) -> Any:
        raise DiskFull("disk.full", name="state")

    greedy = p.Sampling(temperature=0, max_tokens=4)
    hello = p.PromptMessage("u", "user", "Hi.")
    harness.ask(p.OpenChat(id=2, chat_id="a", folder=str(tmp_path / "a")))
    harness.ask(p.Generate(id=3, chat_id="a", reply_id="r", user=hello, sampling=greedy))
    with monkeypatch.context() as patch:
        patch.setattr(SnapshotStore, "write", full)
        assert harness.ask(p.Snapshot(id=4, chat_id="a")).code == "disk_full"
        harness.host.submit(p.Hello(id=9))
        harness.host.chats["a"].relay.dirty = True
        harness.host.idle()
        harness.settle()
        told = [event for event in harness.events if isinstance(event, p.Error)]
        assert [(event.id, event.code) for event in told] == [(4, "disk_full"), (0, "disk_full")]
    harness.ask(p.CloseChat(id=5, chat_id="a"))
    harness.settle()
    assert (tmp_path / "a" / "memory.kvs").exists(), "nothing changed since, but it was not saved yet"


@pytest.mark.parametrize("token", [1 << 30, N_VOCAB])
def test_a_token_log_with_what_the_model_does_not_know_is_read_anew(
    harness: HostHarness, tmp_path: Path, token: int
) -> None:
    chat = tmp_path / "chat"
    harness.ask(p.OpenChat(id=2, chat_id="c", folder=str(chat)))
    message = p.PromptMessage("u", "user", "Hi.")
    harness.ask(p.Generate(id=3, chat_id="c", reply_id="a", user=message, sampling=p.Sampling(max_tokens=4)))
    harness.ask(p.CloseChat(id=4, chat_id="c"))
    harness.settle()
    bad = TokenLog.load(chat)
    assert bad is not None
    bad.tokens[bad.spans[1].start + 1] = token
    bad.save(chat)
    (chat / "memory.kvs").unlink()
    reply = p.PromptMessage("a", "assistant", "Hello.")
    opened = harness.ask(p.OpenChat(id=5, chat_id="c", folder=str(chat), messages=(message, reply)))
    assert isinstance(opened, p.Opened), opened
    assert opened.note == say("token_log.damaged")
    assert [span.id for span in opened.spans] == ["system", "u", "a"]


def test_a_message_sent_twice_is_taken_once(harness: HostHarness, tmp_path: Path) -> None:
    harness.ask(p.OpenChat(id=2, chat_id="c", folder=str(tmp_path / "chat")))
    message = p.PromptMessage("u", "user", "Hi.")
    greedy = p.Sampling(temperature=0, max_tokens=4)
    harness.host.chats["c"].session.add(message)
    done = harness.ask(p.Generate(id=3, chat_id="c", reply_id="a", user=message, sampling=greedy))
    assert [span.id for span in done.spans] == ["system", "u", "a"]


# --------------------------------------------------------------------------- several chats

GREEDY = p.Sampling(temperature=0, max_tokens=12)


def open_chat(harness: HostHarness, folder: Path, name: str, **more: Any) -> p.Opened:
    number, system = 100 + len(harness.events), "You are a helpful assistant."
    opened = harness.ask(p.OpenChat(id=number, chat_id=name, folder=str(folder / name), system_prompt=system, **more))
    assert isinstance(opened, p.Opened), opened
    return opened


def ask(number: int, chat: str, text: str, sampling: p.Sampling = GREEDY) -> p.Generate:
    user = p.PromptMessage(f"u{number}", "user", text)
    return p.Generate(id=number, chat_id=chat, reply_id=f"a{number}", user=user, sampling=sampling)


def run(harness: HostHarness, *requests: p.AnyRequest) -> list[Any]:
    """Carry out requests side by side; their closing events in the order they came."""
    before = len(harness.events)
    tickets = [harness.host.submit(request) for request in requests]
    while not all(ticket.closed for ticket in tickets):
        harness.host.step()
    return [event for event in harness.events[before:] if any(request.closed_by(event) for request in requests)]


@pytest.mark.model
def test_two_chats_answer_at_the_same_time_and_one_may_fail_or_stop(
    starter: HostHarness, tmp_path: Path, long_text: str
) -> None:
    for name in "abc":
        open_chat(starter, tmp_path, name)
    closed = run(
        starter,
        ask(1, "a", "What is the capital of France?"),
        ask(2, "b", "What is the capital of Italy?"),
        ask(3, "c", long_text),
        ask(4, "a", "And of Spain?"),
    )
    assert isinstance(closed[0], p.Error) and (closed[0].id, closed[0].code) == (3, "message_too_long")
    assert {event.id for event in closed[1:]} == {1, 2, 4}
    assert [event.id for event in closed].index(1) < [event.id for event in closed].index(4), "one after another in one"
    texts = {
        chat: "".join(event.text for event in starter.events if isinstance(event, p.Token) and event.chat_id == chat)
        for chat in "ab"
    }
    assert "Paris" in texts["a"] and "Madrid" in texts["a"] and "Ital" in texts["b"]
    order = [event.chat_id for event in starter.events if isinstance(event, p.Token)]
    assert order.index("b") < len(order) - 1 - order[::-1].index("a"), "none waits for the other"

    story = p.Sampling(temperature=0, max_tokens=40)
    first = starter.host.submit(ask(5, "a", "Tell me a story.", story))
    second = starter.host.submit(ask(6, "b", "Tell me a story.", story))
    while not any(isinstance(event, p.Token) and event.id == 5 for event in starter.events):
        starter.host.step()
    starter.host.cancel(5)
    while not (first.closed and second.closed):
        starter.host.step()
    reasons = {event.id: (event.reason, event.tokens) for event in starter.events if isinstance(event, p.Replied)}
    assert reasons[5][0] == "cancelled" and reasons[5][1] < 40
    assert reasons[6] == ("length", 40)


@pytest.mark.model
def test_a_chat_that_gave_way_comes_back(starter: HostHarness, tmp_path: Path) -> None:
    opened = [open_chat(starter, tmp_path, name).how for name in "ab"]
    run(starter, ask(1, "a", "What is the capital of France?"), ask(2, "b", "Hi."))
    opened += [open_chat(starter, tmp_path, name).how for name in "cdef"]
    assert opened == ["empty"] * 6, "more chats than the model's memory holds sequences"
    starter.settle()
    saved = {event.chat_id for event in starter.events if isinstance(event, p.SnapshotWritten)}
    assert saved == {"a", "b"}
    before = len(starter.events)
    assert isinstance(run(starter, ask(3, "a", "And of Italy?"))[0], p.Replied)
    reply = "".join(event.text for event in starter.events if isinstance(event, p.Token) and event.id == 3)
    assert "Rome" in reply
    read = [event for event in starter.events[before:] if isinstance(event, p.Progress)]
    assert not [event for event in read if event.what == "rebuild"], "its memory came from the file"
    # without the file it is read again, and nothing is lost
    for name in "cdef":
        run(starter, ask(50, name, "Hi."))
    starter.settle()
    (tmp_path / "a" / "memory.kvs").unlink()
    assert isinstance(run(starter, ask(4, "a", "And of Spain?"))[0], p.Replied)
    assert any(isinstance(event, p.Progress) and event.what == "rebuild" for event in starter.events)
    assert isinstance(starter.ask(p.CloseChat(id=5, chat_id="b")), p.Done)
    assert starter.ask(ask(6, "b", "Hello?")).code == "no_chat"
    assert isinstance(starter.ask(p.CloseChat(id=7)), p.Done)
    assert starter.ask(ask(8, "a", "Hello?")).code == "no_chat"


def test_a_model_is_changed_when_all_is_done(harness: HostHarness, tmp_path: Path) -> None:
    open_chat(harness, tmp_path, "a")
    closed = run(
        harness,
        ask(1, "a", "Say yes."),
        p.Load(id=2, path=str(TINY), n_ctx=256),
        p.Tokenize(id=3, text="Hello"),
        ask(4, "a", "Say no."),
    )
    assert [(event.id, type(event)) for event in closed] == [
        (1, p.Replied), (2, p.Loaded), (3, p.Tokenized), (4, p.Error),
    ]  # fmt: skip
    assert closed[3].code == "no_chat", "a new model begins without chats"


def test_a_request_cancelled_before_its_turn_is_not_begun(harness: HostHarness, tmp_path: Path) -> None:
    open_chat(harness, tmp_path, "a")
    running, waiting = harness.host.submit(ask(8, "a", "Hi.")), harness.host.submit(ask(9, "a", "Ho."))
    harness.host.step()
    harness.host.cancel(9)
    while not (running.closed and waiting.closed):
        harness.host.step()
    requests = (running.request, waiting.request)
    closing = [event for event in harness.events if any(request.closed_by(event) for request in requests)]
    assert isinstance(closing[0], p.Replied) and isinstance(closing[1], p.Error)
    assert closing[1].code == "cancelled" and "u9" not in [span.id for span in closing[0].spans]


# --------------------------------------------------------------------------- questions beside the chats


def test_a_question_aside_leaves_the_chats_alone(harness: HostHarness, tmp_path: Path) -> None:
    harness.ask(p.OpenChat(id=2, chat_id="c", folder=str(tmp_path / "chat")))
    greedy = p.Sampling(temperature=0, max_tokens=8)
    harness.ask(p.Generate(id=3, chat_id="c", reply_id="a", user=p.PromptMessage("u", "user", "Hi."), sampling=greedy))
    chat = harness.host.chats["c"].session
    before = (list(chat.log.tokens), chat.cached)
    asked = harness.ask(p.Complete(id=4, prompt="What is the capital of France?", sampling=greedy))
    assert isinstance(asked, p.Completed) and asked.text
    assert (list(chat.log.tokens), chat.cached) == before
    model = harness.host._model
    assert model is not None
    assert sum(model.length(seq) > 0 for seq in range(model.n_seq_max)) == 1, "its cells are free again"


def test_a_question_aside_waits_for_a_reply(harness: HostHarness, tmp_path: Path) -> None:
    harness.ask(p.OpenChat(id=2, chat_id="c", folder=str(tmp_path / "chat")))
    greedy = p.Sampling(temperature=0, max_tokens=8)
    aside = harness.host.submit(p.Complete(id=3, prompt="Name a colour.", sampling=greedy))
    message = p.PromptMessage("u", "user", "Hi.")
    reply = harness.host.submit(p.Generate(id=4, chat_id="c", reply_id="a", user=message, sampling=greedy))
    while not (aside.closed and reply.closed):
        harness.host.step()
    closed = [event.id for event in harness.events if isinstance(event, p.Replied | p.Completed)]
    assert closed == [4, 3]


def test_a_question_that_needs_the_chats_room_is_refused(harness: HostHarness, tmp_path: Path) -> None:
    harness.ask(p.OpenChat(id=2, chat_id="c", folder=str(tmp_path / "chat")))
    refused = harness.ask(p.Complete(id=3, prompt="word " * 200))
    assert isinstance(refused, p.Error) and refused.code == "memory_full"


def test_a_question_aside_is_cancelled(harness: HostHarness) -> None:
    ticket = harness.host.submit(p.Complete(id=3, prompt="Count to a hundred.", sampling=p.Sampling(max_tokens=100)))
    harness.host.step()
    harness.host.cancel(3)
    while not ticket.closed:
        harness.host.step()
    assert isinstance(harness.events[-1], p.Error) and harness.events[-1].code == "cancelled"


def test_an_idle_question_gives_way_to_whatever_is_asked(harness: HostHarness, tmp_path: Path) -> None:
    harness.ask(p.OpenChat(id=2, chat_id="c", folder=str(tmp_path / "chat")))
    greedy = p.Sampling(temperature=0, max_tokens=8)
    question = p.Complete(id=3, prompt="Name a colour.", sampling=greedy, idle=True)
    aside = harness.host.submit(question)
    harness.host.step()
    message = p.PromptMessage("u", "user", "Hi.")
    reply = harness.host.submit(p.Generate(id=4, chat_id="c", reply_id="a", user=message, sampling=greedy))
    late = harness.host.submit(msgspec.structs.replace(question, id=5))
    while not (aside.closed and reply.closed and late.closed):
        harness.host.step()
    ended = {event.id: event for event in harness.events if isinstance(event, p.Replied | p.Completed | p.Error)}
    assert [(number, getattr(ended[number], "code", "")) for number in (3, 4, 5)] == [
        (3, "cancelled"), (4, ""), (5, "cancelled"),
    ]  # fmt: skip
    again = harness.ask(msgspec.structs.replace(question, id=6))
    assert isinstance(again, p.Completed) and again.text


def left_to_read(harness: HostHarness, tmp_path: Path, chat_id: str, number: int) -> Any:
    """A chat with some tokens that are to be read again while nobody waits; nothing of it was begun."""
    harness.ask(p.OpenChat(id=number, chat_id=chat_id, folder=str(tmp_path / chat_id)))
    say = p.PromptMessage("u1", "user", "The heron forgot the bridge. " * 8)
    harness.ask(p.Generate(id=number + 1, chat_id=chat_id, reply_id="a1", user=say, sampling=SHORT))
    harness.quiet()
    session = harness.host.chats[chat_id].session
    assert session.forget_after(session.log.system_end + 2)
    session.reread = True
    assert harness.host._scheduler is not None
    harness.host._scheduler.speed.seconds = 100.0  # so slow that each chunk is a short one
    harness.host.chats.settle(harness.host.chats[chat_id])
    return session


def test_a_request_takes_the_place_of_what_is_read_again_for_its_chat(harness: HostHarness, tmp_path: Path) -> None:
    session = left_to_read(harness, tmp_path, "a", 10)
    harness.host.step()  # the reading has asked for its first batch
    assert harness.host.tidying
    more = p.PromptMessage("u2", "user", "And then?")
    replied = harness.ask(p.Generate(id=20, chat_id="a", reply_id="a2", user=more, sampling=SHORT))
    assert isinstance(replied, p.Replied)
    harness.quiet()
    assert session.rebuilds == 0 and session.cached >= len(session.log) - 1
    assert session.model.length(session.seq_id) == session.cached, "nothing was decoded twice"
    text = [message.content for message in session.messages]
    other = p.OpenChat(id=30, chat_id="b", folder=str(tmp_path / "b"))
    harness.ask(other)
    for number, reply in ((31, "a1"), (32, "a2")):
        said = p.PromptMessage(f"u{number}", "user", text[0] if number == 31 else text[2])
        harness.ask(p.Generate(id=number, chat_id="b", reply_id=reply, user=said, sampling=SHORT))
    assert [m.content for m in harness.host.chats["b"].session.messages] == text, "as if it had never been read again"


def test_what_is_read_again_is_given_up_when_its_chat_is_closed_or_gives_way(
    harness: HostHarness, tmp_path: Path
) -> None:
    session = left_to_read(harness, tmp_path, "a", 10)
    harness.host.step()
    cached_chats = harness.host._cached_chats
    assert cached_chats is not None
    cached_chats.evict(None, everything=True)
    assert harness.host.chats["a"].evicted
    harness.quiet()
    assert session.model.length(session.seq_id) == 0, "nothing was put where another chat may be"
    more = p.PromptMessage("u2", "user", "And then?")
    assert isinstance(harness.ask(p.Generate(id=20, chat_id="a", reply_id="a2", user=more, sampling=SHORT)), p.Replied)
    left = left_to_read(harness, tmp_path, "c", 30)
    harness.host.step()
    harness.ask(p.CloseChat(id=40, chat_id="c"))
    harness.quiet()
    assert left.model.length(left.seq_id) == 0


def test_what_a_new_chat_may_have_is_told_by_the_rule_that_refuses(long_text: str, tmp_path: Path) -> None:
    """Also where another chat was compacted, after which tokens take fewer bytes."""
    harness = HostHarness()
    harness.ask(p.Load(id=1, path=str(TINY), n_ctx=1024))
    policy = p.CompactionPolicy(keep_recent=40)

    def told() -> tuple[int | None, int, int]:
        found = harness.ask(p.Tokenize(id=9, text="Hello", new_chat=policy, system_prompt="Be brief."))
        return found.room, found.longest, found.most

    def first(chat: str) -> tuple[int | None, int, int]:
        folder = str(tmp_path / chat)
        harness.ask(p.OpenChat(id=2, chat_id=chat, folder=folder, policy=policy, system_prompt="Be brief."))
        memory = [event for event in harness.events if isinstance(event, p.Memory) and event.chat_id == chat][-1]
        return memory.room, memory.longest, memory.most

    def near(one: int | None, other: int | None) -> bool:
        return one is not None and other is not None and abs(one - other) < 0.05 * one + 8

    before = told()
    assert all(map(near, before, first("a")))
    message = p.PromptMessage("u1", "user", long_text[:700])
    harness.ask(p.Generate(id=3, chat_id="a", reply_id="r1", user=message, sampling=p.Sampling(max_tokens=2)))
    harness.ask(p.Compact(id=4, chat_id="a", ratio=4.0))
    after = told()
    assert after[1] > 1.3 * before[1], "rows in fewer bits"
    assert all(map(near, after, first("b")))
    harness.host.unload()
