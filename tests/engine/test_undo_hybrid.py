"""Taking back a compaction where recurrent layers stand beside attention: their states are read again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.chat.chat_context import ChatContext
from engine.chat.compactor import Compactor
from engine.chat.token_log import TokenLog
from engine.errors import CannotCompact
from engine.model.model import Model
from engine.model.reading import last_logits
from engine.protocol import CompactionPolicy
from engine.snapshots import snapshot
from tests.engine.test_hybrid import KINDS, ROOT, make

pytestmark = pytest.mark.native

TRAINED = ROOT / "tests" / "fixtures" / "models" / "hybrid.gguf"
TURN = 60  # tokens


@pytest.fixture(scope="module", params=["trained", *KINDS])
def model(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Model]:
    path: Path = TRAINED
    if request.param != "trained":
        path = tmp_path_factory.mktemp("undo") / f"{request.param}.gguf"
        make(path, request.param)
    with Model.open(path, n_ctx=1024, n_seq_max=2, n_threads=1) as opened:
        yield opened


def talk(memory: ChatContext, turns: range) -> None:
    """Turns of a chat, each a question and a reply of ``TURN`` tokens in all."""
    most = memory.model.n_vocab - 1
    for turn in turns:
        for role in ("user", "assistant"):
            memory.log.open_span(f"{role}{turn}", role)
            memory.log.append([(turn * 31 + i * 7 + len(role)) % (most - 1) + 1 for i in range(TURN // 2)])
        memory.catch_up("prefill")


def chat(model: Model, turns: int) -> ChatContext:
    model.clear()
    memory = ChatContext(model, policy=CompactionPolicy(auto=False))
    talk(memory, range(turns))
    return memory


def following(memory: ChatContext) -> Any:
    """Logits after one token more, which is taken back by reading its turn again."""
    memory.model.decode([5], memory.model.length(memory.seq_id), memory.seq_id)
    return last_logits(memory.model).copy()


def near(a: Any, b: Any) -> bool:
    """Whether they differ by no more than batches of other sizes round."""
    return bool(np.abs(a - b).max() < 0.02 * np.abs(b).max())


def test_all_is_as_if_it_had_never_been_compacted(model: Model) -> None:
    memory = chat(model, 5)
    tokens = list(memory.log.tokens)
    memory.compact(4.0)
    mark = memory.log.marks[-1]
    assert model.blocks(0)
    assert memory.undo() == mark
    assert (memory.log.marks, model.blocks(0)) == ([], [])
    assert list(memory.log.tokens) == tokens and memory.cached == len(tokens)
    undone = following(memory)
    assert near(undone, following(chat(model, 5)))


def test_older_compactions_stay(model: Model) -> None:
    memory = chat(model, 4)
    memory.compact(3.0)
    first = memory.log.marks[-1]
    talk(memory, range(4, 7))
    memory.compact(3.0)
    last = memory.log.marks[-1]
    assert last != first
    with pytest.raises(CannotCompact):
        memory.undo((first.p0, first.p1))
    memory.undo((last.p0, last.p1))
    assert [(mark.p0, mark.p1) for mark in memory.log.marks] == [(first.p0, first.p1)]
    assert [(block.p0, block.p1) for block in model.blocks(0)] == [(first.p0, first.p1)]
    assert memory.cached == len(memory.log)


def test_a_compaction_that_the_saved_memory_lacks_is_repeated_once(
    model: Model, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The log is on disk before the memory: a kill between the two leaves an older memory beside a newer log."""
    memory = chat(model, 6)
    memory.compact(3.0)
    snapshot.save(memory, tmp_path, "c")
    end = memory.log.spans[-2].start  # another question takes the place of the last one
    assert memory.drop_after(end)
    talk(memory, range(7, 11))
    memory.compact(3.0)
    marks = [(mark.p0, mark.p1) for mark in memory.log.marks]
    assert len(marks) == 2
    memory.save_log(tmp_path)
    log = TokenLog.load(tmp_path)
    assert log is not None
    model.clear()
    again = ChatContext(model, policy=CompactionPolicy(auto=False))
    again.reset(log)
    known = list(log.marks)
    assert snapshot.restore(again, tmp_path, log) is not None
    again.restored(known)
    began, begin = list[Any](), Compactor.begin
    monkeypatch.setattr(Compactor, "begin", lambda *arguments: [began.append(arguments[1]), begin(*arguments)])
    again.catch_up("rebuild")
    assert [(mark.p0, mark.p1) for mark in again.log.marks] == marks and len(began) == 1


def test_afterwards_a_cut_costs_one_turn(model: Model, monkeypatch: pytest.MonkeyPatch) -> None:
    memory = chat(model, 5)
    memory.compact(4.0)
    memory.undo()
    kept = [checkpoint.tokens for checkpoint in memory.checkpoints.all]
    assert any(tokens >= len(memory.log) - TURN for tokens in kept), "borders of the last turns were kept on the way"
    read: list[int] = []
    decode = model.decode_batch

    def counted(pieces: Any, *arguments: Any) -> list[int]:
        read.append(sum(len(piece.tokens) for piece in pieces))
        return decode(pieces, *arguments)

    monkeypatch.setattr(model, "decode_batch", counted)
    end = len(memory.log) - 3
    assert memory.forget_after(end)
    memory.log.cut(end)
    memory.catch_up("prefill")
    assert memory.cached == end and sum(read) <= TURN
    monkeypatch.undo()
    cut = following(memory)
    fresh = chat(model, 5)
    assert fresh.forget_after(end)
    fresh.catch_up("prefill", end)
    assert near(cut, following(fresh))
