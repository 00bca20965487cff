"""A fork goes on from the memory of the chat it was made of: only what is new is read."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from engine import protocol as p
from engine.chat.token_log import FILE_NAME, BlockMark, TokenLog
from engine.process.fork import fork
from engine.snapshots.header import FILE_NAME as SNAPSHOT
from engine.snapshots.header import Layout, SnapshotHeader
from engine.snapshots.store import SnapshotStore
from tests.engine.host_harness import HostHarness
from tests.engine.http_harness import TINY

SHORT = p.Sampling(temperature=0, max_tokens=6)
IDS = {"u1": "v1", "a1": "b1"}


def saved(folder: Path) -> TokenLog:
    """A log of a system prompt, two messages with a reply each, and a block over the first."""
    log = TokenLog("fp")
    for at, (key, role) in enumerate(
        (("system", "system"), ("u1", "user"), ("a1", "assistant"), ("u2", "user"), ("a2", "assistant"))
    ):
        log.open_span(key, role, f"text {at}")  # type: ignore[arg-type]
        log.append(range(at * 100, at * 100 + 100))
    log.mark(BlockMark(400, 100, 180, 4.0))
    log.save(folder)
    return log


def test_a_log_is_cut_at_the_first_message_the_copy_lacks(tmp_path: Path) -> None:
    whole = saved(tmp_path / "a")
    store = SnapshotStore(tmp_path / "pieces")
    assert fork(tmp_path / "a", tmp_path / "b", "b", IDS, store) == 300
    copy = TokenLog.load(tmp_path / "b")
    assert copy is not None
    assert [span.id for span in copy.spans] == ["system", "v1", "b1"]
    assert [span.digest for span in copy.spans] == [span.digest for span in whole.spans[:3]]
    assert list(copy.tokens) == list(whole.tokens[:300])
    assert [(mark.at, mark.p0, mark.p1) for mark in copy.marks] == [(300, 100, 180)]
    assert TokenLog.load(tmp_path / "a").spans == whole.spans  # type: ignore[union-attr]


def test_what_cannot_be_used_leaves_the_copy_without(tmp_path: Path) -> None:
    store = SnapshotStore(tmp_path / "pieces")
    assert fork(tmp_path / "none", tmp_path / "b", "b", IDS, store) == 0
    saved(tmp_path / "a")
    assert fork(tmp_path / "a", tmp_path / "b", "b", {"u9": "v9"}, store) == 0
    assert not (tmp_path / "b" / FILE_NAME).exists()
    (tmp_path / "a" / FILE_NAME).write_bytes(b"rubbish")
    assert fork(tmp_path / "a", tmp_path / "b", "b", IDS, store) == 0
    assert not (tmp_path / "b").exists()


def test_a_log_nested_without_end_costs_the_copy_its_snapshot_alone(tmp_path: Path) -> None:
    store = SnapshotStore(tmp_path / "pieces")
    saved(tmp_path / "a")
    facts = SnapshotHeader("fp", Layout("llama", [], "f16", {}, 0, 2, 512), "lib", "a", 400, 400, "", 0, "", 1.0)
    nested = b"\x83\xa5spans\x90\xa5marks\x90\xa1x" + b"\x91" * 100_000 + b"\xc0"
    store.write(tmp_path / "a", msgspec.structs.replace(facts, log=nested), np.zeros(100, np.uint8))
    assert fork(tmp_path / "a", tmp_path / "b", "b", IDS, store) == 300
    assert not (tmp_path / "b" / SNAPSHOT).exists()


class ForkDesk(HostHarness):
    """One that numbers its requests, with a model loaded and a folder for its chats."""

    def __init__(self, model_path: Path, folder: Path) -> None:
        super().__init__()
        self.folder, self.path, self.number = folder, model_path, 0
        self.load()

    def load(self) -> None:
        assert isinstance(self.do(p.Load, path=str(self.path), n_ctx=1024), p.Loaded)

    def do(self, kind: Any, **fields: Any) -> Any:
        self.number += 1
        return self.ask(kind(id=self.number, **fields))

    def open(self, chat: str, *messages: p.PromptMessage) -> Any:
        chunks = str(self.folder / "pieces")
        return self.do(p.OpenChat, chat_id=chat, folder=str(self.folder / chat), chunks=chunks, messages=messages)

    def fork(self, ids: dict[str, str]) -> None:
        folders = {"source": str(self.folder / "a"), "folder": str(self.folder / "b")}
        done = self.do(p.Fork, chat_id="b", ids=ids, chunks=str(self.folder / "pieces"), **folders)
        assert isinstance(done, p.Done)

    @property
    def decoded(self) -> int:
        assert self.host._scheduler is not None
        return self.host._scheduler.tokens


@pytest.fixture
def harness(tmp_path: Path) -> Iterator[ForkDesk]:
    harness = ForkDesk(TINY, tmp_path)
    yield harness
    harness.host.unload()


@pytest.fixture
def starter(model_path: Path, tmp_path: Path) -> Iterator[ForkDesk]:
    """One with the starter model."""
    harness = ForkDesk(model_path, tmp_path)
    yield harness
    harness.host.unload()


def talked(harness: ForkDesk, text: str, ratio: float) -> list[p.PromptMessage]:
    """A chat of one long message and its reply, compacted if a ratio is given; its messages."""
    harness.open("a")
    user = p.PromptMessage("u1", "user", text)
    harness.do(p.Generate, chat_id="a", reply_id="a1", user=user, sampling=SHORT)
    if ratio:
        assert isinstance(harness.do(p.Compact, chat_id="a", ratio=ratio), p.Compacted)
    harness.quiet()
    messages: list[p.PromptMessage] = harness.host.chats["a"].session.messages
    return messages


@pytest.mark.native
@pytest.mark.parametrize("ratio", [0.0, 4.0])
@pytest.mark.parametrize("resident", [True, False])
def test_opening_a_fork_decodes_only_new_tokens(
    harness: ForkDesk, long_text: str, ratio: float, resident: bool
) -> None:
    messages = talked(harness, long_text[:450], ratio)
    if not resident:  # from disk alone: the model was loaded anew
        harness.load()
    harness.fork(IDS)
    mine = [p.PromptMessage(IDS[message.id], message.role, message.content) for message in messages]
    before = harness.decoded
    opened = harness.open("b", *mine)
    assert opened.how == "resumed"
    assert harness.decoded == before, "nothing was read"
    session = harness.host.chats["b"].session
    assert len(session.log) - session.cached <= 1
    assert len(session.model.blocks(session.seq_id)) == (1 if ratio else 0)
    assert bool(harness.host.chats.get("a")) == resident
    if resident:
        assert not harness.host.chats["a"].evicted, "both are there, in the same cells"
    new = p.PromptMessage("v2", "user", "And then?")
    replied = harness.do(p.Generate, chat_id="b", reply_id="b2", user=new, sampling=SHORT)
    assert harness.decoded - before <= replied.prompt_tokens + replied.tokens + 1


@pytest.mark.native
def test_a_fork_goes_back_to_a_model_that_another_one_was_used_after(harness: ForkDesk, long_text: str) -> None:
    messages = talked(harness, long_text[:450], 0.0)
    harness.do(p.CloseChat, chat_id="a")
    harness.settle()
    harness.fork(IDS)
    mine = [p.PromptMessage(IDS[message.id], message.role, message.content) for message in messages]
    other = harness.folder / "other.gguf"
    other.write_bytes(TINY.read_bytes() + bytes(64))  # another file: another fingerprint
    for path in (TINY, other, TINY):
        harness.path = path
        harness.load()
        before, opened = harness.decoded, harness.open("b", *mine)
        resumed = opened.how == "resumed" and harness.decoded == before
        assert resumed == (path == TINY), "what was saved is that of the copy, also by the ids of its messages"
        harness.do(p.CloseChat, chat_id="b")
        harness.settle()


@pytest.mark.model
@pytest.mark.native
def test_a_fork_inside_a_block_has_what_was_saved_before_it(starter: ForkDesk, long_text: str) -> None:
    messages = talked(starter, long_text[:300], 0.0)
    more = p.PromptMessage("u2", "user", long_text[300:1400])
    starter.do(p.Generate, chat_id="a", reply_id="a2", user=more, sampling=SHORT)
    compacted = starter.do(p.Compact, chat_id="a", ratio=4.0)
    assert compacted.after == "a1", "the block reaches into the message after the fork"
    assert starter.host.chats.saver.finish(60.0), "what is saved now has the block"
    starter.fork(IDS)
    mine = [p.PromptMessage(IDS[message.id], message.role, message.content) for message in messages[:2]]
    before = starter.decoded
    opened = starter.open("b", *mine)
    assert (opened.how, starter.decoded) == ("resumed", before), "the state from before the compaction"
    session = starter.host.chats["b"].session
    assert session.log.marks == [] and session.model.blocks(session.seq_id) == []
    assert len(session.log) - session.cached <= 1
