"""Snapshots of real memories of tiny models: old versions, what two saves share, saving in the background."""

from __future__ import annotations

import importlib.util
import shutil
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from engine.chat.chat_context import ChatContext
from engine.errors import BadSnapshot, DiskFull, Internal
from engine.model.model import Model
from engine.model.reading import last_logits
from engine.protocol import CompactionPolicy
from engine.snapshots import chunk_forms, snapshot
from engine.snapshots.chunk_forms import ChunkForm, forms_of
from engine.snapshots.header import FILE_NAME, read_snapshot_header
from engine.snapshots.query_coding import QuerySteps
from engine.snapshots.row_coding import RowParts
from engine.snapshots.state_map import plan_of
from engine.snapshots.store import CHUNKS, SnapshotStore
from engine.snapshots.writer import Outcome, Saver

pytestmark = pytest.mark.native

ROOT = Path(__file__).resolve().parents[2]
OLD = ROOT / "tests" / "fixtures" / "snapshots"
TEXT = "The otter counted the stars over the mill and paid nothing for it."


@pytest.fixture(scope="module", params=["text", "window"])
def tiny(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Model]:
    """A tiny random model with a memory of 768 tokens: plain attention, or every second layer with a window."""
    spec = importlib.util.spec_from_file_location("make_models", ROOT / "native" / "tests" / "make_models.py")
    assert spec is not None and spec.loader is not None
    make_models = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(make_models)
    path = tmp_path_factory.mktemp("tiny") / "text.gguf"
    make_models.make_text(path) if request.param == "text" else make_models.make_gemma3(path, 4, 4, 2, 64)
    with Model.open(path, n_ctx=768) as model:
        yield model


def chat(model: Model, n: int = 0) -> ChatContext:
    """A chat of ``n`` tokens that compacts itself when told to; all of them begin alike."""
    model.clear()
    memory = ChatContext(model, policy=CompactionPolicy(auto=False))
    memory.log.open_span("system", "system", "")
    memory.log.append([1, 2])
    memory.log.open_span("u", "user", TEXT)
    if n:
        grow(memory, n)
    return memory


def grow(memory: ChatContext, n: int) -> None:
    at = len(memory.log)
    memory.log.append([(at + i) * 7 % 200 + 1 for i in range(n)])
    memory.catch_up("prefill")


def logits(memory: ChatContext) -> Any:
    memory.forget_after(len(memory.log) - 1)
    memory.model.decode([memory.log.tokens[-1]], memory.model.length(memory.seq_id), memory.seq_id)
    return last_logits(memory.model).copy()


def said_next(memory: ChatContext) -> Any:
    memory.model.decode([9], memory.model.length(memory.seq_id), memory.seq_id)
    return last_logits(memory.model).copy()


# --------------------------------------------------------------------------- old versions


@pytest.mark.parametrize("kind", ["plain", "compacted"])
def test_a_snapshot_of_version_1_is_read_and_replaced(
    tiny: Model, kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if tiny.n_swa:
        pytest.skip("the old files are of the other model")
    shutil.copy(OLD / f"version1-{kind}.kvs", tmp_path / FILE_NAME)
    old = read_snapshot_header(tmp_path / FILE_NAME)
    # weights drawn anew may differ in a bit elsewhere, and with them the fingerprint
    monkeypatch.setattr(tiny, "facts", msgspec.structs.replace(tiny.facts, fingerprint=old.fingerprint))
    memory = chat(tiny)
    assert snapshot.restore(memory, tmp_path, None) is not None
    assert memory.cached == old.tokens == 138
    assert len(memory.log.marks) == (kind == "compacted")
    after = logits(memory)
    snapshot.save(memory, tmp_path, "c")
    assert read_snapshot_header(tmp_path / FILE_NAME).state is not None
    again = chat(tiny)
    assert snapshot.restore(again, tmp_path, None) is not None
    assert (again.cached, again.log.marks) == (138, memory.log.marks)
    assert abs(logits(again) - after).max() < 1e-3
    tokens = list(memory.log.tokens)
    if kind == "plain":
        fresh = chat(tiny)
        fresh.log.tokens[:] = memory.log.tokens
        fresh.log.spans[-1] = msgspec.structs.replace(fresh.log.spans[-1], end=len(tokens))
        fresh.catch_up("prefill")
        assert abs(logits(fresh) - after).max() < 0.05


@pytest.mark.parametrize("spot", [13, 5000, 20_000, 200_000])
def test_a_damaged_snapshot_of_version_1_is_refused(
    tiny: Model, spot: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    good = (OLD / "version1-plain.kvs").read_bytes()
    (tmp_path / FILE_NAME).write_bytes(good)
    fingerprint = read_snapshot_header(tmp_path / FILE_NAME).fingerprint
    monkeypatch.setattr(tiny, "facts", msgspec.structs.replace(tiny.facts, fingerprint=fingerprint))
    memory = chat(tiny, 5)
    for bad in (good[:spot] + bytes([good[spot] ^ 1]) + good[spot + 1 :], good[:spot]):
        (tmp_path / FILE_NAME).write_bytes(bad)
        with pytest.raises(BadSnapshot):
            snapshot.restore(memory, tmp_path, memory.log)
        assert memory.cached == 7


@pytest.mark.parametrize("compacted", [False, True])
def test_a_chat_that_fits_comes_back_into_a_smaller_context(tiny: Model, compacted: bool, tmp_path: Path) -> None:
    memory = chat(tiny, 300)
    if compacted:
        memory.compact(3.0)
    snapshot.save(memory, tmp_path, "c")
    after = said_next(memory)
    long = chat(tiny, 600)
    snapshot.save(long, tmp_path / "long", "long")
    with Model.open(tiny.facts.path, n_ctx=512) as smaller:
        again = ChatContext(smaller, policy=CompactionPolicy(auto=False))
        assert snapshot.restore(again, tmp_path, None) is not None
        assert again.cached == len(memory.log)
        assert abs(said_next(again) - after).max() < 0.05
        with pytest.raises(BadSnapshot, match="larger than the loaded model's context"):
            snapshot.restore(ChatContext(smaller), tmp_path / "long", long.log)


@pytest.mark.parametrize(
    ("rope", "good"), [({}, True), ({"scaling.type": "yarn"}, True), ({"scaling.type": "longrope"}, False)]
)
def test_rotations_of_long_contexts_are_not_those_of_short_ones(
    tiny: Model, rope: dict[str, Any], good: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """LongRoPE turns keys by other angles where the context is longer than the original one."""
    angles = {**tiny.rope, **rope, **({"scaling.original_context_length": 600} if rope else {})}
    monkeypatch.setattr(tiny, "rope", angles)
    snapshot.save(chat(tiny, 300), tmp_path, "c")
    with Model.open(tiny.facts.path, n_ctx=512) as smaller:
        smaller.rope = angles
        again = ChatContext(smaller, policy=CompactionPolicy(auto=False))
        if good:
            assert snapshot.restore(again, tmp_path, None) is not None
        else:
            with pytest.raises(BadSnapshot, match="different KV cache layout"):
                snapshot.restore(again, tmp_path, None)


# --------------------------------------------------------------------------- sharing


def test_what_the_library_writes_is_understood(tiny: Model) -> None:
    for compacted in (False, True):
        memory = chat(tiny, 300)
        if compacted:
            memory.compact(3.0)
        taken = snapshot.capture(memory, "c")
        plan = taken.header.state
        assert plan is not None and len(plan.groups) >= (3 if tiny.n_swa else 2) + compacted
        in_frame = plan.size - sum(row * rows for group in plan.groups for _, row, rows in group.arrays)
        assert in_frame < 0.15 * plan.size, "only tables"


def test_queries_are_rounded_by_the_spread_of_their_keys(tiny: Model) -> None:
    memory = chat(tiny, 300)

    def own() -> list[ChunkForm]:
        state = tiny.state()
        found = list(forms_of(state, plan_of(state)))
        return [form for form in found if form is not found[-1]]

    assert own() and not any(isinstance(form, QuerySteps) for form in own()), "no keys that stay"
    memory.compact(3.0)
    assert {type(form) for form in own()} == {QuerySteps, RowParts}


def test_rows_are_coded_where_there_are_few(tiny: Model, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    memory = chat(tiny, 600)
    memory.compact(3.0)
    written = snapshot.save(memory, tmp_path / "coded", "c")
    monkeypatch.setattr(chunk_forms, "MOST_ROWS", 1000)
    assert written.bytes < snapshot.save(memory, tmp_path / "plain", "c").bytes
    after = []
    for name in ("coded", "plain"):
        again = chat(tiny)
        assert snapshot.restore(again, tmp_path / name, None) is not None
        after.append(said_next(again))
    assert (after[0] == after[1]).all()


def test_sorted_queries_are_the_same_memory(tiny: Model, tmp_path: Path) -> None:
    memory = chat(tiny, 600)  # more tokens than slots: some were thinned out, and their slots filled again
    snapshot.save(memory, tmp_path, "c")
    before = tiny.state().copy()
    again = chat(tiny)
    assert snapshot.restore(again, tmp_path, None) is not None
    report, _ = again.compact(3.0)
    plan = plan_of(before)
    for (_, extents), form in zip(plan.chunks(), forms_of(before.copy(), plan), strict=True):  # as they are saved
        data, _ = form.written(np.concatenate([before[at : at + length] for at, length in extents]))
        for at, length in extents:
            before[at : at + length], data = data[:length], data[length:]
    fresh = chat(tiny)
    tiny.set_state(before)
    fresh.log = memory.log
    assert report.tokens > 400 and fresh.cached == 602
    assert abs(fresh.compact(3.0)[0].error - report.error) < 1e-5


def test_a_longer_chat_shares_what_was_saved_before(tiny: Model, tmp_path: Path) -> None:
    store = SnapshotStore(tmp_path / CHUNKS)
    memory = chat(tiny, 600)
    first = snapshot.save(memory, tmp_path / "a", "a", store)
    grow(memory, 20)
    snapshot.save(memory, tmp_path / "a", "a", store)
    assert store.fork(tmp_path / "a", tmp_path / "b", "b")
    assert store.stored_bytes() < 1.1 * first.bytes + 100_000
    tiny.clear()
    again = chat(tiny)
    header = snapshot.restore(again, tmp_path / "b", None, store)
    assert header is not None and header.chat_id == "b" and again.cached == 622


# --------------------------------------------------------------------------- in the background


class Gate:
    """Holds the writing thread until it is opened."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.open = threading.Event()
        self.reached = threading.Event()
        self.writes = 0
        real = SnapshotStore.write

        def write(store: SnapshotStore, *args: Any) -> Any:
            self.writes += 1
            self.reached.set()
            assert self.open.wait(60)
            return real(store, *args)

        monkeypatch.setattr(SnapshotStore, "write", write)


def test_the_newest_memory_wins_and_is_there_at_once(
    tiny: Model, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = Gate(monkeypatch)
    told: list[Outcome] = []
    saver = Saver()
    chat_snapshots = saver.chat_snapshots(tmp_path / "a", tmp_path / CHUNKS)
    memory = chat(tiny, 50)
    first = chat_snapshots.save(memory, "a", told.append)
    assert gate.reached.wait(60)
    grow(memory, 10)
    second = chat_snapshots.save(memory, "a", told.append)
    grow(memory, 10)
    third = chat_snapshots.save(memory, "a", told.append)
    assert second.ended() and not first.ended() and not third.ended()
    with pytest.raises(Internal, match="newer"):
        second.result()
    assert not saver.finish(0) and not (tmp_path / "a" / FILE_NAME).exists()
    again = chat(tiny)
    assert chat_snapshots.restore(again, memory.log) is not None
    assert again.cached == 72, "the newest one, though nothing is on disk yet"
    gate.open.set()
    assert saver.finish(60)
    assert (first.result().tokens, third.result().tokens, gate.writes) == (62 - 10, 72, 2)
    assert [outcome.written.tokens for outcome in told if outcome.written] == [52, 72]
    assert read_snapshot_header(tmp_path / "a" / FILE_NAME).tokens == 72
    grow(memory, 1)
    chat_snapshots.close()


def test_a_write_that_fails_is_told_and_the_next_one_tried(
    tiny: Model, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saver = Saver()
    chat_snapshots = saver.chat_snapshots(tmp_path / "a", tmp_path / CHUNKS)
    memory = chat(tiny, 20)
    told: list[Outcome] = []
    with monkeypatch.context() as patch:

        def full(*_: Any) -> Any:
            raise DiskFull("disk.full", name="state")

        patch.setattr(SnapshotStore, "write", full)
        with pytest.raises(DiskFull, match="full"):
            chat_snapshots.save(memory, "a", told.append).result()
        assert chat_snapshots.failed and [type(outcome.error) for outcome in told] == [DiskFull]

        def broken(*_: Any) -> Any:
            raise ZeroDivisionError

        patch.setattr(SnapshotStore, "write", broken)
        with pytest.raises(Internal, match="ZeroDivisionError"):
            chat_snapshots.save(memory, "a").result()
    assert chat_snapshots.save(memory, "a").result().tokens == 22
    assert not chat_snapshots.failed and saver.finish(60)


def test_old_chats_give_way_to_the_quota_behind_the_scenes(tiny: Model, tmp_path: Path) -> None:
    saver = Saver()
    memory = chat(tiny, 300)
    shelves = [saver.chat_snapshots(tmp_path / name, tmp_path / CHUNKS) for name in "ab"]
    written = shelves[0].save(memory, "a").result()
    shelves[0].close()
    saver.quota = written.bytes + 1000
    memory = chat(tiny)
    memory.log.append([5])
    grow(memory, 299)
    shelves[1].save(memory, "b").result()
    assert saver.finish(60)
    assert not (tmp_path / "a" / FILE_NAME).exists() and (tmp_path / "a" / "tokens.bin").exists()
    assert (tmp_path / "b" / FILE_NAME).exists()


def test_a_copy_of_the_memory_is_let_go_once_it_is_written(tiny: Model, tmp_path: Path) -> None:
    saver = Saver()
    chat_snapshots = saver.chat_snapshots(tmp_path / "a", tmp_path / CHUNKS)
    job = chat_snapshots.save(chat(tiny, 50), "a")
    assert job.result().tokens == job.tokens == 52
    assert job.taken is None, "the chat_snapshots of a chat that was closed may live on"
    chat_snapshots.close()
