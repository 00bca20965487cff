"""An undo puts back what was saved before the compaction, and reads only what came since."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine import protocol as p
from engine.chat.cached_chats import CachedChats
from engine.chat.listener import Silent
from engine.chat.session import Session
from engine.chat.token_log import TokenLog
from engine.errors import Cancelled, DiskFull
from engine.model.model import Model
from engine.model.reading import last_logits
from engine.protocol import CompactionPolicy, PromptMessage, Sampling
from engine.snapshots import writer
from engine.snapshots.chunk_forms import forms_of
from engine.snapshots.header import BEFORE_NAME, FILE_NAME, read_snapshot_header
from engine.snapshots.state_map import plan_of
from engine.snapshots.store import CHUNKS
from engine.snapshots.writer import ChatSnapshots, Saver
from tests.engine.host_harness import HostHarness
from tests.engine.test_hybrid import make, make_models

pytestmark = pytest.mark.native

PROBE = "What was it called?"
STORY = (
    "There was a boat, the Heron, and nobody knew why it never came home. Some said that the captain had seen a light "
    "on the island and followed it, others that the rope had been cut in the harbour before they ever left. "
)


both = pytest.mark.parametrize("tiny", ["text", "deltanet"], indirect=True)


@pytest.fixture(scope="module")
def tiny(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Model]:
    kind = getattr(request, "param", "text")
    path = tmp_path_factory.mktemp("undo") / f"{kind}.gguf"
    make_models().make_text(path) if kind == "text" else make(path, kind)
    with Model.open(path, n_ctx=1024, n_seq_max=2) as model:
        yield model


@pytest.fixture
def model(tiny: Model) -> Model:
    tiny.clear()
    return tiny


class Reads(Silent):
    """Counts tokens that are read."""

    def __init__(self) -> None:
        self.tokens = 0
        self.stop = False

    def progress(self, what: str, done: int, total: int, tokens_per_second: float) -> None:
        self.tokens = total if what == "rebuild" else 0

    def cancelled(self) -> bool:
        stop, self.stop = self.stop, False
        return stop


class Chat:
    """A chat that is saved, as the engine keeps one."""

    def __init__(self, model: Model, folder: Path, **options: Any) -> None:
        folder.mkdir(exist_ok=True)
        self.saver = Saver()
        self.snapshots: ChatSnapshots = self.saver.chat_snapshots(folder, folder.parent / CHUNKS)
        self.reads, self.folder = Reads(), folder
        self.session = Session(
            model, policy=CompactionPolicy(auto=False, keep_recent=32), listener=self.reads, **options
        )
        self.session.saved = self

    def keep(self, *, asked: bool = False) -> None:
        self.snapshots.keep(self.session, "c", asked=asked)

    def put_back(self) -> bool:
        return self.snapshots.put_back(self.session)

    def save(self) -> None:
        self.snapshots.save(self.session, "c")
        self.written()

    def written(self) -> None:
        assert self.saver.finish(30)

    def say(self, number: int, text: str) -> None:
        self.session.add(PromptMessage(id=f"u{number}", role="user", content=text))
        self.session.add(PromptMessage(id=f"a{number}", role="assistant", content=text[:40]))
        self.session.catch_up("prefill")
        self.session.keep_checkpoint()

    def compact(self, ratio: float = 4.0) -> None:
        self.session.compact(ratio)
        self.written()

    def back(self, model: Model) -> Chat:
        """The same chat after a restart."""
        model.clear()
        chat = Chat(model, self.folder)
        log = TokenLog.load(self.folder)
        assert log is not None
        chat.session.adopt(log, self.session.messages)
        assert chat.snapshots.restore(chat.session, log) is not None
        return chat

    def chunks(self) -> int:
        return sum(1 for path in (self.folder.parent / CHUNKS).rglob("*") if path.is_file() and path.name != ".lock")


def talked(model: Model, folder: Path, **options: Any) -> Chat:
    chat = Chat(model, folder / "c", **options)
    chat.say(1, STORY)
    chat.say(2, STORY[:80])
    chat.save()
    return chat


def following(session: Session) -> Any:
    """Logits of a question behind the chat, which stays as it is."""
    model, end = session.model, len(session.log)
    assert session.cached == end
    session.log.append(model.tokenize(PROBE))
    out: list[Any] = []
    session.catch_up("prefill", None, lambda row: out.append(last_logits(model).copy()) or 0)  # type: ignore[func-returns-value]
    if not session.forget_after(end):
        session.memory_lost()
    session.log.cut(end)
    return out[0]


def never_compacted(model: Model, session: Session) -> Any:
    model.clear()
    other = Session(model, policy=session.policy)
    other.adopt(session.log, session.messages)
    other.log.marks = []
    other.catch_up("prefill")
    return following(other)


def near(a: Any, b: Any, rounding: float = 3e-3) -> bool:
    return bool(np.abs(a - b).max() < rounding * np.ptp(b))


def as_saved(state: Any) -> Any:
    """A state as it comes back: all is bit for bit the same but sampled queries, which are rounded."""
    res = np.array(state)
    plan = plan_of(res)
    for (_, extents), form in zip(plan.chunks(), forms_of(np.array(state), plan), strict=True):
        data, _ = form.written(np.concatenate([res[at : at + length] for at, length in extents]))
        for at, length in extents:
            res[at : at + length], data = data[:length], data[length:]
    assert not np.array_equal(res, state)
    return res


@both
def test_nothing_is_read_again_right_after_a_compaction(model: Model, tmp_path: Path) -> None:
    chat = talked(model, tmp_path)
    state = model.state()
    chat.compact()
    assert model.blocks()
    chat.session.undo()
    assert (chat.reads.tokens, chat.session.rebuilds, chat.session.log.marks) == (0, 0, [])
    assert not model.blocks() and np.array_equal(model.state(), as_saved(state))
    assert near(following(chat.session), never_compacted(model, chat.session))


@both
def test_a_chat_whose_text_was_changed_to_as_many_tokens_is_saved_before_a_compaction(
    model: Model, tmp_path: Path
) -> None:
    chat = talked(model, tmp_path)
    chat.session.truncate("")
    chat.say(1, STORY.replace("Heron", "Raven"))
    chat.say(2, STORY[:80])
    chat.compact()
    chat.session.undo()
    assert (chat.reads.tokens, chat.session.rebuilds, chat.session.log.marks) == (0, 0, [])


@both
def test_what_came_since_is_read_again(model: Model, tmp_path: Path) -> None:
    chat = talked(model, tmp_path)
    chat.compact()
    before = len(chat.session.log)
    chat.say(3, STORY[:90])
    chat.save()
    assert (chat.folder / BEFORE_NAME).exists()
    chat.session.undo()
    assert chat.session.rebuilds == 0 and chat.reads.tokens == len(chat.session.log) - before
    assert near(following(chat.session), never_compacted(model, chat.session))


def test_after_a_restart_as_well(model: Model, tmp_path: Path) -> None:
    chat = talked(model, tmp_path)
    chat.compact()
    before = len(chat.session.log)
    chat.say(3, STORY[:90])
    chat.save()
    back = chat.back(model)
    assert back.session.log.marks and model.blocks()
    back.session.undo()
    assert back.session.rebuilds == 0 and back.reads.tokens == len(back.session.log) - before
    assert near(following(back.session), never_compacted(model, back.session))


def test_older_compactions_stay(model: Model, tmp_path: Path) -> None:
    chat = talked(model, tmp_path)
    chat.compact()
    first, (block,) = chat.session.log.marks[0], model.blocks()
    chat.save()
    chat.say(3, STORY)
    state = model.state()
    chat.session.compact(2.0)  # what it replaces was not saved: it is now
    chat.save()
    assert len(chat.session.log.marks) == 2
    chat.session.undo()
    assert (chat.session.log.marks, chat.session.rebuilds, chat.reads.tokens) == ([first], 0, 0)
    assert model.blocks() == [block] and len(model.state()) == len(state)
    chat.session.undo()  # only the last one's rows are kept
    assert not chat.session.log.marks and chat.session.rebuilds == 1
    assert near(following(chat.session), never_compacted(model, chat.session))


@pytest.mark.parametrize("written", [True, False])
def test_a_slow_disk_loses_no_rows(
    model: Model, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, written: bool
) -> None:
    chat = talked(model, tmp_path)
    chat.say(3, STORY)
    begun, goes_on = threading.Event(), threading.Event()
    write = writer.snapshot.write

    def slowly(*args: Any) -> Any:
        begun.set()
        assert goes_on.wait(30)
        return write(*args)

    monkeypatch.setattr(writer.snapshot, "write", slowly)
    (tmp_path / "d").mkdir()
    chat.saver.chat_snapshots(tmp_path / "d").save(chat.session, "d")
    assert begun.wait(30)  # what comes now waits
    chat.session.compact(4.0)
    chat.snapshots.save(chat.session, "c")
    if written:
        goes_on.set()
        chat.written()
    chat.session.undo()
    assert (chat.session.log.marks, chat.session.rebuilds, chat.reads.tokens) == ([], 0, 0)
    goes_on.set()
    chat.written()


def test_a_reply_goes_on_behind_a_stopped_undo(model: Model, tmp_path: Path) -> None:
    chat = talked(model, tmp_path)
    chat.compact()
    chat.say(3, STORY)
    chat.reads.stop = True
    with pytest.raises(Cancelled):
        chat.session.undo()
    assert not chat.session.log.marks and 0 < chat.session.cached < len(chat.session.log)
    chat.session.catch_up("prefill")
    assert near(following(chat.session), never_compacted(model, chat.session))


@pytest.mark.parametrize("damage", ["chunk cut", "chunk changed", "chunk gone", "list cut", "list gone"])
def test_what_is_damaged_costs_only_time(model: Model, tmp_path: Path, damage: str) -> None:
    chat = talked(model, tmp_path)
    chat.compact()
    chat.save()
    manifest = chat.folder / BEFORE_NAME
    header = read_snapshot_header(manifest)
    assert header.state is not None
    name = next(iter(header.state.sizes())).hex()
    chunk = chat.folder.parent / CHUNKS / name[:2] / name
    data = chunk.read_bytes()
    if damage == "chunk cut":
        chunk.write_bytes(data[:-1])
    elif damage == "chunk changed":
        chunk.write_bytes(bytes([data[0] ^ 1]) + data[1:])
    elif damage == "chunk gone":
        chunk.unlink()
    elif damage == "list cut":
        manifest.write_bytes(manifest.read_bytes()[:-9])
    else:
        manifest.unlink()
    chat.session.undo()
    assert (chat.session.log.marks, chat.session.rebuilds) == ([], 1)
    assert chat.session.cached == len(chat.session.log)
    assert near(following(chat.session), never_compacted(model, chat.session))


def test_a_full_disk_costs_only_time(model: Model, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chat = Chat(model, tmp_path / "c")
    chat.say(1, STORY)

    def full(*_: Any) -> Any:
        raise DiskFull("snapshot.busy")

    with monkeypatch.context() as patch:
        patch.setattr(chat.snapshots.store._chunks, "put", full)
        chat.compact()
    assert chat.session.log.marks and not (chat.folder / FILE_NAME).exists()
    chat.session.undo()
    assert (chat.session.log.marks, chat.session.rebuilds) == ([], 1)
    assert near(following(chat.session), never_compacted(model, chat.session))


def test_what_was_never_saved_is_saved_before_its_compaction(model: Model, tmp_path: Path) -> None:
    chat = Chat(model, tmp_path / "c")
    chat.say(1, STORY)
    chat.compact()
    assert read_snapshot_header(chat.folder / FILE_NAME).compactions == []
    chat.session.undo()
    assert (chat.reads.tokens, chat.session.rebuilds) == (0, 0)


def test_nothing_is_saved_that_is_there_already_or_too_large(
    model: Model, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chat = talked(model, tmp_path)
    captured: list[int] = []
    capture = writer.snapshot.capture
    monkeypatch.setattr(writer.snapshot, "capture", lambda *a: captured.append(1) or capture(*a))
    chat.keep()
    assert not captured
    chat.say(3, STORY)
    monkeypatch.setattr(writer, "MOST_KEPT", model.state_size() - 1)
    monkeypatch.setattr(writer, "MOST_ASKED", model.state_size() - 1)
    chat.keep()
    chat.keep(asked=True)
    assert not captured
    monkeypatch.undo()
    chat.compact()
    chat.session.undo()  # from what the last turn left
    assert chat.session.rebuilds == 0 and near(following(chat.session), never_compacted(model, chat.session))


def test_rows_are_kept_until_the_next_compaction(model: Model, tmp_path: Path) -> None:
    chat = talked(model, tmp_path)
    store = chat.snapshots.store
    chat.compact()
    chat.save()
    kept = read_snapshot_header(chat.folder / BEFORE_NAME)
    chat.say(3, STORY[:60])
    chat.save()
    left = [chat.folder / f".{name}.7.tmp" for name in (FILE_NAME, BEFORE_NAME)]
    for path in left:
        path.write_bytes(b"x")
    store.tidy()
    assert not any(path.exists() for path in left), "what a crash has left"
    assert read_snapshot_header(chat.folder / BEFORE_NAME).token_digest == kept.token_digest
    assert not any(store.verify(entry) for entry in store.entries()) and len(store.entries()) == 2
    chat.say(4, STORY)
    chat.session.compact(2.0)
    chat.save()
    assert read_snapshot_header(chat.folder / BEFORE_NAME).token_digest != kept.token_digest
    assert not any(store.verify(entry) for entry in store.entries())
    n = chat.chunks()
    assert store.tidy() == 0 and chat.chunks() == n
    chat.session.undo()
    chat.save()
    assert not (chat.folder / BEFORE_NAME).exists()
    assert store.tidy() == 0 and len(store.entries()) == 1


def test_they_go_with_the_chat_and_first_where_room_is_short(model: Model, tmp_path: Path) -> None:
    chat = talked(model, tmp_path)
    store = chat.snapshots.store
    chat.compact()
    chat.save()
    both = store.stored_bytes()
    gone = store.trim(both - 1)  # the chat is open: its own state stays
    assert [entry.path.name for entry in gone] == [BEFORE_NAME] and store.stored_bytes() < both
    chat.session.undo()
    assert (chat.session.log.marks, chat.session.rebuilds) == ([], 1)
    chat.compact()
    chat.save()
    store.remove(chat.folder)
    assert chat.chunks() == 0 and not list(chat.folder.glob("*.kvs"))


def test_a_chat_cut_behind_the_block_is_put_back_as_far_as_it_goes(model: Model, tmp_path: Path) -> None:
    chat = talked(model, tmp_path)
    chat.compact()
    chat.say(3, STORY[:60])
    chat.save()
    chat.session.truncate("a2")
    assert chat.session.log.marks
    chat.session.undo()
    assert chat.session.cached == len(chat.session.log) and not chat.session.log.marks
    assert near(following(chat.session), never_compacted(model, chat.session))


def test_what_a_reply_takes_out_of_the_memory_to_go_on_leaves_its_compaction(model: Model, tmp_path: Path) -> None:
    """Its last token is read again, which was there when the memory was compacted; here that is stopped."""
    chat = talked(model, tmp_path)
    chat.compact()
    (mark,) = chat.session.log.marks
    chat.reads.stop = True
    assert chat.session.generate("a2", continue_reply=True).reason == "cancelled"
    assert mark.at == len(chat.session.log) == chat.session.cached + 1
    chat.save()
    back = chat.back(model)
    assert [(there.p0, there.p1) for there in back.session.log.marks] == [(mark.p0, mark.p1)]
    back.session.undo()
    assert model.blocks(0) == [] and near(following(back.session), never_compacted(model, back.session))


def test_beside_another_chat(model: Model, tmp_path: Path) -> None:
    cached_chats = CachedChats(model)
    chat = talked(model, tmp_path, cached_chats=cached_chats)
    cached_chats.admit(chat.session)
    chat.compact()
    other = Session(model, seq_id=1, cached_chats=cached_chats)
    cached_chats.admit(other)
    other.active = True
    other.add(PromptMessage(id="u1", role="user", content="Something else entirely, which is not very long."))
    other.catch_up("prefill")
    chat.session.undo()
    assert chat.session.cached == len(chat.session.log) and other.cached == len(other.log)
    told = following(chat.session)
    assert np.isfinite(following(other)).all()
    assert near(told, never_compacted(model, chat.session), 1e-2)  # another layout of the cache


def test_the_engine_undoes_at_once_also_after_a_restart(model: Model, tmp_path: Path) -> None:
    folder, ids = str(tmp_path / "c"), iter(range(1, 99))
    told = PromptMessage(id="u1", role="user", content=STORY)

    def opened() -> HostHarness:
        harness = HostHarness()
        harness.ask(p.Load(id=next(ids), path=model.facts.path, n_ctx=1024))
        harness.ask(p.OpenChat(id=next(ids), chat_id="c", folder=folder, messages=messages))
        return harness

    def session(harness: HostHarness) -> Session:
        return harness.host.chats["c"].session

    def undone(harness: HostHarness) -> int:
        """Whether it was, and how often the memory was built anew for it."""
        assert isinstance(harness.ask(p.Undo(id=next(ids), chat_id="c")), p.Undone)
        assert not session(harness).log.marks and session(harness).cached == len(session(harness).log)
        return session(harness).rebuilds

    messages: tuple[PromptMessage, ...] = ()
    harness = opened()
    sampling = Sampling(temperature=0, max_tokens=8)
    harness.ask(p.Generate(id=next(ids), chat_id="c", reply_id="a1", user=told, sampling=sampling))
    assert isinstance(harness.ask(p.Compact(id=next(ids), chat_id="c", ratio=4.0)), p.Compacted)
    harness.settle()
    assert undone(harness) == 0
    assert isinstance(harness.ask(p.Compact(id=next(ids), chat_id="c", ratio=3.0)), p.Compacted)
    messages = tuple(session(harness).messages)
    harness.settle()
    harness.host.unload()
    again = opened()
    assert session(again).log.marks and undone(again) == 0
    again.settle()
    again.host.unload()
