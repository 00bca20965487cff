"""A chat that is used with several models has a saved state of each: going back to one reads nothing again."""

from __future__ import annotations

import os
import shutil
import threading
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from engine import protocol as p
from engine.snapshots.header import FILE_NAME, OTHERS, Layout, SnapshotHeader, key_of, read_snapshot_header
from engine.snapshots.snapshot import Capture
from engine.snapshots.store import CHUNKS, SnapshotStore
from engine.snapshots.writer import SaveJob, Saver
from tests.engine.host_harness import HostHarness
from tests.engine.http_harness import TINY
from tests.engine.test_snapshot_writer import before_the_list, meanwhile

LAYOUT = Layout("llama", [(2, 64, 64, 0)], "f16", {"base": 1.0, "a": "b"}, 0, 2, 512)
MB = 1_000_000


def header(model: str, layout: Layout = LAYOUT) -> SnapshotHeader:
    return SnapshotHeader(model, layout, "lib", "c", 3, 3, "d", 10, "m", 1.0)


def write(store: SnapshotStore, folder: Path, model: str, layout: Layout = LAYOUT) -> None:
    """Save two megabytes that no other model's are like."""
    seed = [*model.encode(), *layout.kv_type.encode()]
    store.write(folder, header(model, layout), np.random.default_rng(seed).integers(0, 256, 2 * MB, np.uint8))


def kept(folder: Path) -> list[str]:
    """The models of the snapshots that wait for theirs to be used again."""
    return sorted(read_snapshot_header(path).fingerprint for path in folder.glob(f"{OTHERS}/*/{FILE_NAME}"))


@pytest.fixture
def store(tmp_path: Path) -> SnapshotStore:
    return SnapshotStore(tmp_path / CHUNKS)


def test_a_key_says_what_may_take_the_place_of_what() -> None:
    longer = msgspec.structs.replace(LAYOUT, n_ctx=1024, compaction=3)
    assert key_of("a", LAYOUT) == key_of("a", longer)
    whole = msgspec.structs.replace(LAYOUT, rope={"a": "b", "base": 1})
    assert key_of("a", LAYOUT) == key_of("a", whole)
    others = [("b", LAYOUT), ("a", msgspec.structs.replace(LAYOUT, kv_type="q8_0"))]
    assert len({key_of("a", LAYOUT), *(key_of(*other) for other in others)}) == 3


def test_each_model_keeps_its_own_and_gets_it_back(store: SnapshotStore, tmp_path: Path) -> None:
    chat = tmp_path / "c"
    write(store, chat, "a")
    write(store, chat, "b")
    assert read_snapshot_header(chat / FILE_NAME).fingerprint == "b"
    assert kept(chat) == ["a"]
    store.choose(chat, key_of("a", LAYOUT))
    found = read_snapshot_header(chat / FILE_NAME)
    assert found.fingerprint == "a"
    assert len(store.read(found, MB * 100)) == 2 * MB
    assert kept(chat) == ["b"]
    store.choose(chat, key_of("never used", LAYOUT))
    assert (read_snapshot_header(chat / FILE_NAME).fingerprint, kept(chat)) == ("a", ["b"])
    write(store, chat, "a")
    assert kept(chat) == ["b"], "the own one is replaced, not kept"
    assert store.tidy() == 0


def test_another_layout_is_another_snapshot(store: SnapshotStore, tmp_path: Path) -> None:
    small = msgspec.structs.replace(LAYOUT, kv_type="q8_0")
    write(store, tmp_path / "c", "a")
    write(store, tmp_path / "c", "a", small)
    assert kept(tmp_path / "c") == ["a"]
    store.choose(tmp_path / "c", key_of("a", LAYOUT))
    assert read_snapshot_header(tmp_path / "c" / FILE_NAME).layout.kv_type == "f16"


@pytest.mark.parametrize("used", ["a", "b"])
def test_a_model_that_is_chosen_during_a_write_has_its_own(
    store: SnapshotStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, used: str
) -> None:
    """``used``: the one whose snapshot is the chat's when that of ``a`` begins to be written."""
    chat = tmp_path / "c"
    write(store, chat, "a")
    write(store, chat, "b")
    if used == "a":
        store.choose(chat, key_of("a", LAYOUT))

    def choose() -> None:
        assert not meanwhile(store.choose, chat, key_of("b", LAYOUT)).is_alive()
        assert read_snapshot_header(chat / FILE_NAME).fingerprint == "b"

    before_the_list(monkeypatch, choose)
    write(store, chat, "a")
    assert read_snapshot_header(chat / FILE_NAME).fingerprint == "b"
    assert kept(chat) == ["a"]
    assert len(store.read(read_snapshot_header(chat / FILE_NAME), MB * 100)) == 2 * MB
    store.choose(chat, key_of("a", LAYOUT))
    assert len(store.read(read_snapshot_header(chat / FILE_NAME), MB * 100)) == 2 * MB
    assert kept(chat) == ["b"]
    assert store.tidy() == 0


def test_the_quota_takes_the_oldest_first_also_of_open_chats(store: SnapshotStore, tmp_path: Path) -> None:
    chat = tmp_path / "c"
    for model in ("a", "b", "c"):
        write(store, chat, model)
    for at, path in enumerate(sorted(chat.glob(f"{OTHERS}/*/{FILE_NAME}"), key=lambda one: kept(chat).index(
        read_snapshot_header(one).fingerprint
    ))):  # fmt: skip
        os.utime(path, (at + 1, at + 1))
    store.hold(chat)
    gone = store.trim(5 * MB)
    assert [entry.header.fingerprint for entry in gone if entry.header] == ["a"]
    assert gone[0].chat == "c"
    store.trim(0)
    assert kept(chat) == []
    assert read_snapshot_header(chat / FILE_NAME).fingerprint == "c", "the one in use stays"
    assert store.tidy() == 0


def test_what_is_not_wanted_any_more_goes_and_another_models_stays(
    store: SnapshotStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A memory is given up while it is written, on a slow disk, and another model is used meanwhile."""
    chat, saver = tmp_path / "c", Saver()
    monkeypatch.setattr(saver, "store", lambda *_: store)
    write(store, chat, "b")
    store.choose(chat, key_of("a", LAYOUT))
    state = np.random.default_rng(3).integers(0, 256, 2 * MB, np.uint8)
    job = SaveJob(Capture(header("a"), state, 0.0), saver.chat_snapshots(chat), None)

    def give_up() -> None:
        job.withdrawn = True
        store.choose(chat, key_of("b", LAYOUT))

    before_the_list(monkeypatch, give_up)
    assert saver._write(job).error is not None
    assert read_snapshot_header(chat / FILE_NAME).fingerprint == "b"
    assert kept(chat) == [], "it would be put back with what was undone in it"
    assert store.tidy() == 0


def test_a_chat_that_is_deleted_leaves_nothing(store: SnapshotStore, tmp_path: Path) -> None:
    write(store, tmp_path / "c", "a")
    write(store, tmp_path / "c", "b")
    store.remove(tmp_path / "c")
    assert store.entries() == []
    assert store.stored_bytes() == 0
    assert not [path for path in (tmp_path / CHUNKS).rglob("*") if len(path.name) == 64]


@pytest.mark.native
def test_going_back_to_a_model_reads_only_what_was_said_since(tmp_path: Path) -> None:
    other = tmp_path / "other.gguf"
    shutil.copy(TINY, other)
    with other.open("ab") as file:
        file.write(bytes(64))  # another file: another fingerprint
    harness = HostHarness()
    short = p.Sampling(temperature=0, max_tokens=4)
    said = [p.PromptMessage("u0", "user", "Remember the number eleven, please. " * 8)]
    number = 0

    def ask(request: p.AnyRequest) -> p.AnyEvent:
        nonlocal number
        number += 1
        return harness.ask(msgspec.structs.replace(request, id=number))

    keys: list[str] = []

    def turn(path: Path, reply: str, kv_type: str = "f16") -> p.Opened:
        """Load a model, open the chat, have its last message answered."""
        loaded = ask(p.Load(id=0, path=str(path), n_ctx=1024, kv_type=kv_type))
        assert isinstance(loaded, p.Loaded)
        keys.append(loaded.model.state_key)
        *before, last = said
        opened = ask(p.OpenChat(id=0, chat_id="c", folder=str(tmp_path / "c"), messages=tuple(before)))
        assert isinstance(opened, p.Opened)
        ask(p.Generate(id=0, chat_id="c", reply_id=reply, user=last, sampling=short))
        text = "".join(event.text for event in harness.events if isinstance(event, p.Token) and event.reply_id == reply)
        said.extend([p.PromptMessage(reply, "assistant", text), p.PromptMessage(f"u{reply}", "user", "And then?")])
        return opened

    assert turn(TINY, "a1").how == "empty"
    second = turn(other, "b1")
    assert (second.how, second.note is not None) == ("rebuilt", True)
    third = turn(other, "b2", kv_type="q8_0")
    assert third.how == "rebuilt"
    harness.events.clear()
    back = turn(TINY, "a2")
    assert (back.how, back.note) == ("resumed", None)
    read = [event for event in harness.events if isinstance(event, p.Progress) and event.what == "rebuild"]
    assert read and read[-1].total < second.tokens, "only what was said since"
    assert (turn(other, "b3", kv_type="q8_0").how, turn(other, "b4").how) == ("resumed", "resumed")
    harness.host.unload()
    assert keys[0] == keys[3] and keys[1] == keys[5] and keys[2] == keys[4] and len(set(keys)) == 3
    saved = read_snapshot_header(tmp_path / "c" / FILE_NAME)
    assert key_of(saved.fingerprint, saved.layout) == keys[-1], "what the program is told names the saved state"


@pytest.mark.native
def test_going_back_to_a_model_goes_on_with_what_it_had_not_read_yet(tmp_path: Path) -> None:
    other = tmp_path / "other.gguf"
    shutil.copy(TINY, other)
    with other.open("ab") as file:
        file.write(bytes(64))
    harness = HostHarness()
    said = (
        p.PromptMessage("u0", "user", "Remember the number eleven, please. " * 8),
        p.PromptMessage("a0", "assistant", "It is eleven, and nothing else. " * 8),
        p.PromptMessage("u1", "user", "And the colour? " * 8),
    )
    tokens: list[list[int]] = []
    for path in (TINY, other, TINY):
        harness.ask(p.Load(id=1, path=str(path), n_ctx=2048))
        asked = p.OpenChat(id=2, chat_id="c", folder=str(tmp_path / "c"), messages=said)
        if tokens:
            assert isinstance(harness.ask(asked), p.Opened)
        else:  # it is stopped in the middle of the reply
            ticket = harness.host.submit(asked)
            while not ticket.closed:
                harness.host.step()
                session = harness.host.chats["c"].session
                if session.messages[1:] and session.cached > session.log.spans[1].end:
                    harness.host.cancel(2)
            assert 0 < session.cached < len(session.log)
        session = harness.host.chats["c"].session
        assert [message.id for message in session.messages] == [message.id for message in said]
        tokens.append(list(session.log.tokens))
        harness.ask(p.CloseChat(id=3, chat_id="c"))
        harness.settle()
    harness.host.unload()
    assert tokens[0] == tokens[1] == tokens[2], "nothing of what it had not read is missing"


@pytest.mark.native
def test_another_model_does_not_get_what_is_still_written_for_the_one_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "other.gguf"
    shutil.copy(TINY, other)
    with other.open("ab") as file:
        file.write(bytes(64))  # another file: another fingerprint
    harness = HostHarness()
    written = threading.Event()
    written.set()
    write_now = SnapshotStore.write

    def write_later(*arguments: Any) -> Any:
        written.wait()
        return write_now(*arguments)

    monkeypatch.setattr(SnapshotStore, "write", write_later)
    monkeypatch.setattr("engine.process.host.FINISH_SECONDS", 0.0)  # a model that is given up waits for the disk
    said: list[p.PromptMessage] = []
    keys: list[str] = []

    def turn(number: int, path: Path) -> p.Opened:
        """Load a model, open the chat, have a message answered."""
        loaded = harness.ask(p.Load(id=3 * number + 1, path=str(path), n_ctx=2048, n_threads=1))
        keys.append(loaded.model.state_key)
        folder = str(tmp_path / "c")
        opened = harness.ask(p.OpenChat(id=3 * number + 2, chat_id="c", folder=folder, messages=tuple(said)))
        user = p.PromptMessage(f"u{number}", "user", f"Remember the number {number}, please. " * 3)
        sampling = p.Sampling(temperature=0, max_tokens=4)
        harness.ask(p.Generate(id=3 * number + 3, chat_id="c", reply_id=f"a{number}", user=user, sampling=sampling))
        told = [event for event in harness.events if isinstance(event, p.Token) and event.id == 3 * number + 3]
        said.extend([user, p.PromptMessage(f"a{number}", "assistant", "".join(event.text for event in told))])
        assert isinstance(opened, p.Opened)
        return opened

    try:
        turn(1, TINY)
        turn(2, other)
        harness.settle()
        assert turn(3, TINY).how == "resumed"
        harness.settle()
        written.clear()
        back = turn(4, other)  # while that of the first model is on its way to the disk
        assert (back.how, back.note) == ("resumed", None)
        again = turn(5, TINY)
        assert (again.how, again.note) == ("resumed", None)
    finally:
        written.set()
    harness.host.unload()
    harness.settle()
    saved = read_snapshot_header(tmp_path / "c" / FILE_NAME)
    assert key_of(saved.fingerprint, saved.layout) == keys[0] == keys[-1]
    assert len(kept(tmp_path / "c")) == 1 and len(set(keys)) == 2
