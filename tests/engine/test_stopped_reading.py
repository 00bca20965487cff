"""Reading that is stopped is told as what it is, and goes on where it stopped."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine import protocol as p
from engine.chat.session import Session
from engine.model.model import Model
from engine.process import event_relay
from engine.process.opening import bring_up_steps
from engine.scheduling.scheduler import Scheduler
from engine.snapshots.header import snapshots_in
from engine.texts import say
from tests.engine.host_harness import HostHarness
from tests.engine.http_harness import TINY
from tests.vision_files import make_mmproj, make_picture

pytestmark = pytest.mark.native
MESSAGES = tuple(
    p.PromptMessage(f"m{at}", "assistant" if at % 2 else "user", "One more thing that was said. " * 6)
    for at in range(8)
)
USER = p.PromptMessage("u", "user", "A long text that is read in several steps. " * 40)
SAMPLING = p.Sampling(temperature=0, max_tokens=2)


class Stopping(HostHarness):
    """Stops a request at the first progress of its reading."""

    stop = 0

    def __init__(self) -> None:
        super().__init__()
        self.host._emit = self.hear
        self.host.chats._emit = self.hear

    def hear(self, event: Any) -> None:
        self.events.append(event)
        if self.stop and isinstance(event, p.Progress) and event.id == self.stop and event.what != "load":
            self.host.cancel(self.stop)

    @property
    def memory(self) -> p.Memory:
        return next(event for event in reversed(self.events) if isinstance(event, p.Memory))


@pytest.fixture
def load(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Stopping]]:
    monkeypatch.setattr(event_relay, "PROGRESS_SECONDS", 0.0)
    loaded: list[Stopping] = []

    def begin(n_ctx: int, mmproj: str = "") -> Stopping:
        harness = Stopping()
        harness.ask(p.Load(id=1, path=str(TINY), mmproj=mmproj, n_ctx=n_ctx))
        loaded.append(harness)
        return harness

    yield begin
    for harness in loaded:
        harness.host.unload()


def open_stopped(harness: Stopping, folder: Path, **policy: Any) -> p.Opened:
    harness.stop = 2
    asked = p.OpenChat(id=2, chat_id="c", folder=str(folder), messages=MESSAGES, policy=p.CompactionPolicy(**policy))
    opened = harness.ask(asked)
    assert isinstance(opened, p.Opened), opened
    harness.stop = 0
    return opened


def test_what_is_not_read_is_told_and_read_later(load: Callable[..., Stopping], tmp_path: Path) -> None:
    harness = load(2048)
    opened = open_stopped(harness, tmp_path / "c")
    session = harness.host.chats["c"].session
    assert opened.note == say("open.reading_stopped")
    assert opened.unread == harness.memory.unread == len(session.log) - session.cached > opened.tokens > 0

    harness.stop = 3
    at = session.cached
    again = harness.ask(p.Read(id=3, chat_id="c"))
    told = next(event for event in harness.events if isinstance(event, p.Progress) and event.id == 3)
    assert told.done > at - session.log.system_end and abs(told.total - len(session.log)) < 64
    assert again.unread and again.tokens > at and again.note == opened.note

    harness.stop = 0
    whole = harness.ask(p.Read(id=4, chat_id="c"))
    assert isinstance(whole, p.Opened) and (whole.unread, whole.note) == (0, None)
    assert whole.tokens == session.cached == len(session.log) and whole.read == whole.tokens - again.tokens
    assert harness.memory.unread == 0


def test_a_short_message_is_not_refused_for_what_is_not_read(load: Callable[..., Stopping], tmp_path: Path) -> None:
    harness = load(256)  # all that is not read is more than a compaction makes room for
    open_stopped(harness, tmp_path / "c")
    assert harness.memory.unread > 256 and harness.memory.longest > 64
    user = p.PromptMessage("u", "user", "Hi")
    sampling = p.Sampling(temperature=0, max_tokens=2)
    replied = harness.ask(p.Generate(id=3, chat_id="c", reply_id="r", user=user, sampling=sampling))
    assert isinstance(replied, p.Replied), replied


def test_a_chat_that_does_not_fit_keeps_its_last_part(load: Callable[..., Stopping], tmp_path: Path) -> None:
    harness = load(1000)
    open_stopped(harness, tmp_path / "c", auto=False)
    read = harness.ask(p.Read(id=3, chat_id="c"))
    assert (read.note, read.unread) == (say("open.only_last_part"), 0)
    assert 0 < read.tokens < 1000 and harness.memory.longest > 64


@pytest.mark.parametrize("times", [12, 15, 40])
def test_a_long_system_prompt_does_not_keep_a_chat_closed(
    load: Callable[..., Stopping], tmp_path: Path, times: int
) -> None:
    harness = load(1000)
    opened = harness.ask(
        p.OpenChat(
            id=2, chat_id="c", folder=str(tmp_path / "c"), messages=MESSAGES, policy=p.CompactionPolicy(auto=False),
            system_prompt="Be as brief as you can be, always, and more than that. " * times,
        )
    )  # fmt: skip
    assert isinstance(opened, p.Opened), opened
    assert opened.note == say("open.only_last_part") and opened.tokens <= 1000
    told = harness.ask(p.Generate(id=4, chat_id="c", reply_id="r", continue_reply=True, sampling=SAMPLING))
    assert told.text.code == ("chat.nothing_to_reply_to" if times < 40 else "chat.system_too_long")
    user = p.PromptMessage("u", "user", "x" * 900)
    told = harness.ask(p.Generate(id=3, chat_id="c", reply_id="r", user=user, sampling=SAMPLING))
    assert told.code == "message_too_long"


def test_a_saved_chat_tells_what_is_not_read(load: Callable[..., Stopping], tmp_path: Path) -> None:
    harness = load(2048)
    first = open_stopped(harness, tmp_path / "c")
    harness.ask(p.CloseChat(id=3, chat_id="c"))
    harness.settle()
    again = harness.ask(p.OpenChat(id=4, chat_id="c", folder=str(tmp_path / "c"), messages=MESSAGES))
    assert (again.how, again.tokens, again.unread) == ("resumed", first.tokens, first.unread)
    assert harness.ask(p.Read(id=5, chat_id="c")).unread == 0


def test_what_takes_long_is_not_read_unasked(load: Callable[..., Stopping], tmp_path: Path) -> None:
    harness = load(512)
    asked = p.OpenChat(id=2, chat_id="c", folder=str(tmp_path / "c"), messages=MESSAGES, read_most=1000)
    opened = harness.ask(asked)
    session = harness.host.chats["c"].session
    assert not any(isinstance(event, p.Progress) and event.id == 2 for event in harness.events)
    assert (opened.how, opened.tokens, opened.note) == ("rebuilt", 0, None)
    assert opened.unread == harness.memory.unread == len(session.log) - session.log.system_end > 1000
    assert [span.id for span in opened.spans][1:] == [message.id for message in MESSAGES]
    assert harness.ask(p.Read(id=3, chat_id="c")).unread == 0
    marks = [(mark.p0, mark.p1) for mark in session.log.marks]
    assert marks, "it was compacted on the way"

    harness.ask(p.CloseChat(id=4, chat_id="c"))
    harness.settle()
    next(snapshots_in(tmp_path / "c")).unlink()
    harness.host.unload()
    harness.ask(p.Load(id=4, path=str(TINY), n_ctx=512))
    again = harness.ask(msgspec.structs.replace(asked, id=5))
    session = harness.host.chats["c"].session
    assert (again.tokens, again.unread) == (0, len(session.log) - session.log.system_end)
    harness.ask(p.Read(id=6, chat_id="c"))
    assert [(mark.p0, mark.p1) for mark in session.log.marks] == marks, "its compactions are repeated"


def test_a_message_is_read_on_where_it_was_stopped(load: Callable[..., Stopping], tmp_path: Path) -> None:
    harness = load(2048)
    harness.ask(p.OpenChat(id=2, chat_id="c", folder=str(tmp_path / "c")))
    harness.stop = 3
    stopped = harness.ask(p.Generate(id=3, chat_id="c", reply_id="r", user=USER, sampling=SAMPLING))
    harness.stop = 0
    assert stopped.reason == "cancelled" and [span.id for span in stopped.spans] == ["system", "u"]
    held, left = harness.memory.tokens, harness.memory.unread
    assert held > 0 and left > 256
    harness.ask(p.Generate(id=4, chat_id="c", reply_id="r", user=USER, sampling=SAMPLING))
    told = [event for event in harness.events if isinstance(event, p.Progress) and event.id == 4]
    assert abs(told[-1].total - left) < 32, "what was read is not read again"


@pytest.mark.parametrize("how", ["cancelled", "the program ends"])
def test_a_message_is_read_on_after_a_restart(load: Callable[..., Stopping], tmp_path: Path, how: str) -> None:
    harness = load(2048)
    asked = p.OpenChat(id=2, chat_id="c", folder=str(tmp_path / "c"), messages=MESSAGES[:2])
    harness.ask(asked)
    harness.quiet()
    question = p.Generate(id=3, chat_id="c", reply_id="r", user=USER, sampling=SAMPLING)
    session = harness.host.chats["c"].session
    before = session.cached
    if how == "cancelled":
        harness.stop = 3
        assert harness.ask(question).reason == "cancelled"
    else:
        harness.host.submit(question)
        while session.cached <= before:
            harness.host.step()
        while harness.host.busy and not harness.host.finished:
            harness.host.end()
            harness.host.step()
    span, held = session.log.spans[-1], session.cached
    assert span.id == "u" and span.start < held < span.end
    harness.host.unload()
    opened = load(2048).ask(msgspec.structs.replace(asked, messages=(*MESSAGES[:2], USER), read_most=0))
    assert (opened.how, opened.tokens, opened.unread) == ("resumed", held, span.end - held)


def test_others_go_on_while_what_is_not_read_is_logged() -> None:
    """Each message is rendered behind all before it, so a thousand of them take seconds."""
    messages = [p.PromptMessage(f"m{n}", "user" if n % 2 == 0 else "assistant", f"Text {n}.") for n in range(12)]
    with Model.open(TINY, n_ctx=64) as model:
        session = Session(model)
        logged = [len(session.messages) for _ in bring_up_steps(session, messages, from_log=False, most=0)]
    assert set(range(1, 13)) <= set(logged)


@pytest.mark.parametrize("read_first", [True, False])
def test_a_picture_that_is_gone_does_not_end_a_chat_that_waits(
    load: Callable[..., Stopping], tmp_path: Path, read_first: bool
) -> None:
    with Model.open(TINY, n_ctx=64) as model:
        mmproj = str(make_mmproj(tmp_path / "mmproj.gguf", model.facts.n_embd, "mlp"))
    picture = make_picture(tmp_path)
    messages = (*MESSAGES[:2], p.PromptMessage("p", "user", "What is it?", pictures=(picture,)))
    harness = load(2048, mmproj)
    asked = p.OpenChat(id=2, chat_id="c", folder=str(tmp_path / "c"), messages=messages, read_most=100)
    harness.ask(msgspec.structs.replace(asked, read_most=-1))
    harness.ask(p.CloseChat(id=3, chat_id="c"))
    harness.settle()
    next(snapshots_in(tmp_path / "c")).unlink()
    harness.host.unload()
    harness.ask(p.Load(id=4, path=str(TINY), mmproj=mmproj, n_ctx=2048))
    Path(picture.path).unlink()
    assert harness.ask(msgspec.structs.replace(asked, id=5)).unread > 100
    if read_first:
        read = harness.ask(p.Read(id=6, chat_id="c"))
        assert (read.note.code, read.unread) == ("open.picture_unseen", 0)
    question = p.PromptMessage("q", "user", "Hi")
    replied = harness.ask(p.Generate(id=7, chat_id="c", reply_id="r", user=question, sampling=SAMPLING))
    assert isinstance(replied, p.Replied) and replied.tokens == 2
    assert [span.id for span in replied.spans] == ["system", "m0", "m1", "p", "q", "r"]


def test_an_undo_that_meets_a_picture_that_is_gone_is_told(load: Callable[..., Stopping], tmp_path: Path) -> None:
    """The compaction is not there any more; with the next message, words stand for the picture."""
    with Model.open(TINY, n_ctx=64) as model:
        mmproj = str(make_mmproj(tmp_path / "mmproj.gguf", model.facts.n_embd, "mlp"))
    picture = make_picture(tmp_path)
    shown = p.PromptMessage("p", "user", "What is it?", pictures=(picture,))
    asked = p.OpenChat(id=2, chat_id="c", folder=str(tmp_path / "c"), messages=(shown, *MESSAGES[1:]))
    harness = load(2048, mmproj)
    harness.ask(asked)
    assert isinstance(harness.ask(p.Compact(id=3, chat_id="c", ratio=4.0)), p.Compacted)
    harness.ask(p.CloseChat(id=4, chat_id="c"))
    harness.settle()
    harness.host.unload()
    harness.ask(p.Load(id=5, path=str(TINY), mmproj=mmproj, n_ctx=2048))
    assert harness.ask(msgspec.structs.replace(asked, id=6)).how == "resumed"
    (mark,) = harness.host.chats["c"].session.log.marks
    for path in tmp_path.rglob("*.kvs"):
        path.unlink()  # nothing to put back: all is read again
    Path(picture.path).unlink()
    undone = harness.ask(p.Undo(id=7, chat_id="c"))
    assert isinstance(undone, p.Undone) and (undone.token_start, undone.token_end) == (mark.p0, mark.p1)
    assert harness.memory.undo is None and harness.memory.unread > 1000
    question = p.PromptMessage("q", "user", "Hi")
    replied = harness.ask(p.Generate(id=8, chat_id="c", reply_id="r", user=question, sampling=SAMPLING))
    assert isinstance(replied, p.Replied) and replied.tokens == 2


def test_what_left_and_is_wanted_back_is_told_though_its_reading_is_stopped(
    load: Callable[..., Stopping], tmp_path: Path
) -> None:
    policy = p.CompactionPolicy(when_full="forget", reserve=16)
    asked = p.OpenChat(id=2, chat_id="c", folder=str(tmp_path / "c"), messages=MESSAGES, policy=policy)
    harness = load(1024)
    harness.ask(asked)
    user = p.PromptMessage("u", "user", "A long text. " * 8)
    assert isinstance(harness.ask(p.Generate(id=3, chat_id="c", reply_id="r", user=user, sampling=SAMPLING)), p.Replied)
    session = harness.host.chats["c"].session
    assert session.log.forgotten
    harness.ask(p.CloseChat(id=4, chat_id="c"))
    harness.settle()
    harness.host.unload()
    harness.ask(p.Load(id=5, path=str(TINY), n_ctx=4096))
    assert harness.ask(msgspec.structs.replace(asked, id=6, messages=tuple(session.messages))).how == "resumed"
    assert harness.memory.forgotten
    harness.stop = 7
    undone = harness.ask(p.Undo(id=7, chat_id="c"))
    assert isinstance(undone, p.Undone), undone
    session = harness.host.chats["c"].session
    assert not session.log.forgotten and not harness.memory.forgotten
    assert harness.memory.unread == len(session.log) - session.cached > 0


def test_a_reading_stopped_in_its_first_batch_read_nothing(
    load: Callable[..., Stopping], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    harness = load(2048)
    opened = open_stopped(harness, tmp_path / "c")
    assert opened.read == -1
    ticket, decode = harness.host.submit(p.Read(id=3, chat_id="c")), Scheduler._decode

    def stopped(self: Scheduler, shares: Any) -> Any:
        ticket.cancel.set()
        return decode(self, shares)

    monkeypatch.setattr(Scheduler, "_decode", stopped)
    while not ticket.closed:
        harness.host.step()
    closed = next(event for event in reversed(harness.events) if isinstance(event, p.Opened))
    assert (closed.read, closed.tokens) == (0, opened.tokens)


def test_a_stopped_message_is_not_read_in_the_background(load: Callable[..., Stopping], tmp_path: Path) -> None:
    harness = load(2048)
    harness.ask(p.OpenChat(id=2, chat_id="c", folder=str(tmp_path / "c"), messages=MESSAGES[:2]))
    harness.quiet()
    session = harness.host.chats["c"].session
    session.reread = True  # as the end of a reply leaves it when the next message comes at once
    harness.stop = 3
    harness.ask(p.Generate(id=3, chat_id="c", reply_id="r", user=USER, sampling=SAMPLING))
    harness.stop = 0
    at = session.cached
    assert harness.memory.unread == len(session.log) - at > 0
    harness.quiet()
    assert session.cached == at

    session.reread = True
    harness.stop = 4
    assert harness.ask(p.Read(id=4, chat_id="c")).unread > 0


def test_what_waits_is_not_read_in_the_background_where_old_turns_leave(
    load: Callable[..., Stopping], tmp_path: Path
) -> None:
    harness = load(512)
    policy = p.CompactionPolicy(when_full="forget")
    harness.ask(p.OpenChat(id=2, chat_id="c", folder=str(tmp_path), messages=MESSAGES, read_most=100, policy=policy))
    session = harness.host.chats["c"].session
    assert session.forgets and len(session.log) > 512
    harness.quiet()
    assert session.cached <= session.log.system_end


def test_a_branch_that_parts_inside_a_compacted_block_waits(load: Callable[..., Stopping], tmp_path: Path) -> None:
    harness = load(512)
    asked = p.OpenChat(id=2, chat_id="c", folder=str(tmp_path / "c"), messages=MESSAGES)
    harness.ask(asked)
    log = harness.host.chats["c"].session.log
    end = log.marks[-1].p1
    inside = tuple(message for message in MESSAGES if (log.end_of(message.id) or end) < end)
    assert 1 < len(inside) < len(MESSAGES)
    harness.ask(p.CloseChat(id=3, chat_id="c"))
    harness.host.chats.saver.finish(60)
    opened = harness.ask(msgspec.structs.replace(asked, id=4, messages=inside, read_most=100))
    session = harness.host.chats["c"].session
    assert (opened.tokens, opened.unread) == (0, len(session.log) - session.log.system_end)
    assert [message.id for message in session.messages] == [message.id for message in inside]
    read = harness.ask(p.Read(id=5, chat_id="c"))
    assert (read.unread, read.tokens) == (0, len(session.log))


def stopped_in_a_message(harness: Stopping, folder: Path, user: p.PromptMessage) -> Session:
    harness.ask(p.OpenChat(id=2, chat_id="c", folder=str(folder), messages=MESSAGES[:2]))
    harness.stop = 3
    harness.ask(p.Generate(id=3, chat_id="c", reply_id="r", user=user, sampling=SAMPLING))
    harness.stop = 0
    session = harness.host.chats["c"].session
    assert len(session.log) - session.cached > 256
    return session


def test_a_compaction_leaves_a_message_whose_reading_was_stopped(load: Callable[..., Stopping], tmp_path: Path) -> None:
    harness = load(2048)
    half = p.PromptMessage("u", "user", USER.content[: len(USER.content) // 2])
    session = stopped_in_a_message(harness, tmp_path / "c", half)
    at, left = session.cached, len(session.log) - session.cached
    seen = harness.ask(p.Preview(id=4, chat_id="c", ratios=(4.0,)))
    done = harness.ask(p.Compact(id=5, chat_id="c", ratio=4.0))
    assert isinstance(done, p.Compacted), done
    assert done.report.tokens == seen.points[0].tokens, "the preview said what was done"
    assert (session.cached, len(session.log) - session.cached) == (at, left), "nothing was read for it"
    assert isinstance(harness.ask(p.Undo(id=6, chat_id="c")), p.Undone)
    assert (session.cached, session.log.marks) == (at, []), "nor to take it back"
    harness.ask(p.Compact(id=7, chat_id="c", ratio=4.0))
    replied = harness.ask(p.Generate(id=8, chat_id="c", reply_id="r", user=half, sampling=SAMPLING))
    assert isinstance(replied, p.Replied) and session.cached >= at + left


def test_a_compaction_can_be_taken_back_whatever_is_not_read(load: Callable[..., Stopping], tmp_path: Path) -> None:
    harness = load(2048)
    session = stopped_in_a_message(harness, tmp_path / "c", USER)
    at = session.cached
    assert len(session.log) > 2048 - 256, "all of it would not fit"
    harness.ask(p.Compact(id=4, chat_id="c", ratio=4.0))
    assert harness.memory.undo is not None
    assert isinstance(harness.ask(p.Undo(id=5, chat_id="c")), p.Undone) and session.cached == at
