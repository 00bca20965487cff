"""Chats that outgrow their memory and the context of their model, with a tiny random model that reads bytes."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.chat.listener import Silent
from engine.chat.session import Session
from engine.compaction import positions
from engine.errors import ContextFull
from engine.model.batches import Piece
from engine.model.compact_structs import Squeeze
from engine.model.model import Model
from engine.protocol import CompactionPolicy, CompactionReport, PromptMessage, Sampling
from engine.snapshots import snapshot
from tests.engine.dictation import Dictation, apart

pytestmark = [
    pytest.mark.native,
    pytest.mark.skipif(importlib.util.find_spec("llama_cpp") is None, reason="the engine library is not installed"),
]

ROOT = Path(__file__).resolve().parents[2]
TRAINED = 1024
SHORT = Sampling(temperature=0, max_tokens=8)
POLICY = CompactionPolicy(keep_recent=64, reserve=64)


class Recorder(Silent):
    def __init__(self) -> None:
        self.reports: list[CompactionReport] = []

    def compacted(self, report: CompactionReport, after: str) -> None:
        self.reports.append(report)


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    spec = importlib.util.spec_from_file_location("make_models", ROOT / "native" / "tests" / "make_models.py")
    assert spec is not None and spec.loader is not None
    make_models = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(make_models)
    path = tmp_path_factory.mktemp("endless") / "text.gguf"
    make_models.make_text(path)
    return path


@pytest.fixture(scope="module")
def shared(path: Path) -> Iterator[Model]:
    with Model.open(path, n_ctx=512, n_threads=1) as model:
        if model.why_not_compactable():
            pytest.skip(str(model.why_not_compactable()))
        model.facts = msgspec.structs.replace(model.facts, n_ctx_train=TRAINED)
        yield model


@pytest.fixture
def model(shared: Model) -> Model:
    shared.clear()
    return shared


def user(number: int) -> PromptMessage:
    text = " ".join(f"In year {number}{i} the {i * 7}th boat came home." for i in range(12))
    return PromptMessage(id=f"u{number}", role="user", content=text)


def conversation(model: Model, turns: int, **options: Any) -> tuple[Session, Recorder]:
    """A chat of about 400 tokens per turn; what it says at every point is checked to be consistent."""
    recorder = Recorder()
    session = Session(model, listener=recorder, policy=POLICY, **options)
    for number in range(turns):
        reply = session.generate(f"a{number}", user(number), sampling=SHORT)
        assert reply.tokens > 0 or reply.reason == "eos"
        check(session)
    return session, recorder


def check(session: Session) -> None:
    model = session.model
    info = model.info()
    assert info is not None
    assert session.cached == info.n_tokens
    assert model.length() <= TRAINED
    assert model.length() == session.cached - positions.lost(model.blocks())
    assert sum(segment.tokens for segment in session.segments()) == session.cached
    blocks = session.log.blocks
    assert [mark.p1 - mark.p0 for mark in blocks] == [block.tokens for block in model.blocks()]


def test_old_blocks_are_thinned_and_positions_squeezed(model: Model) -> None:
    session, recorder = conversation(model, 8)
    assert session.cached >= len(session.log) - 1 > 2.5 * TRAINED
    assert positions.lost(model.blocks()) > TRAINED
    merged = [report for report in recorder.reports if report.merged]
    assert merged and len(merged) < len(recorder.reports)
    for report in merged:
        assert report.tokens == report.token_end - report.token_start > report.merged
    assert session.rebuilds == 0
    fill = session.fill()
    assert fill.bytes_used <= fill.bytes_total
    assert len(session.log.blocks) < len(session.log.marks)


def test_text_is_compacted_rather_than_moved_for_every_token(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With room for as many tokens as the model was trained for, old text may take few positions and new ones all."""
    with Model.open(path, n_ctx=TRAINED, n_threads=1) as model:
        model.facts = msgspec.structs.replace(model.facts, n_ctx_train=TRAINED)
        moves: list[Sequence[Squeeze]] = []
        squeeze = model.squeeze
        monkeypatch.setattr(model, "squeeze", lambda spans, seq_id: [moves.append(spans), squeeze(spans, seq_id)])
        recorder = Recorder()
        session = Session(model, listener=recorder, policy=POLICY)
        for number in range(7):
            before = len(moves)
            sampling = Sampling(temperature=1.0, seed=number, max_tokens=150)
            reply = session.generate(f"a{number}", user(number), sampling=sampling)
            assert len(moves) - before <= 5, f"{len(moves) - before} moves in a reply of {reply.tokens} tokens"
            check(session)
        assert len(session.log) > 3 * TRAINED and len(recorder.reports) >= 4


def test_where_there_is_no_memory_to_grow_it_compacts_early(model: Model, monkeypatch: pytest.MonkeyPatch) -> None:
    decode = model.decode_batch
    refused: list[int] = []

    def tight(pieces: Sequence[Piece], *arguments: Any) -> list[int]:
        if len(pieces[0].tokens) == 1 and not refused:
            refused.append(pieces[0].pos)
            raise ContextFull("no memory")
        return decode(pieces, *arguments)

    monkeypatch.setattr(model, "decode_batch", tight)
    recorder = Recorder()
    session = Session(model, listener=recorder, policy=POLICY)
    reply = session.generate("a", user(0), sampling=SHORT)
    assert refused
    assert reply.reason != "memory"
    assert recorder.reports[0].token_end <= refused[0]
    check(session)


def test_a_snapshot_of_a_moved_chat_goes_on_as_the_chat_did(
    model: Model, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session, _ = conversation(model, 5)
    assert positions.lost(model.blocks()) > 0
    snapshot.save(session, tmp_path, "chat")
    log, messages, blocks = session.log, list(session.messages), model.blocks()
    dictation = Dictation(model, monkeypatch, "The tide came in.")
    session.generate("x", user(50), sampling=SHORT)
    ((prompt, straight),) = dictation.heard().items()

    again = Session(model, policy=POLICY)
    log.cut(len(log) - (len(log) - log.spans[-3].end))
    again.adopt(log, messages)
    model.clear()
    assert snapshot.restore(again, tmp_path, log) is not None
    assert model.blocks() == blocks
    check(again)
    again.generate("x", user(50), sampling=SHORT)
    ((other, heard),) = dictation.heard().items()
    assert other == prompt
    again.truncate("")
    again.generate("y", user(50), sampling=SHORT)  # without all that was saved
    (blank,) = dictation.heard().values()
    assert apart(heard, straight) < apart(heard, blank) / 4


def test_cuts_behind_and_inside_the_moved_text(model: Model) -> None:
    session, _ = conversation(model, 6)
    assert positions.lost(model.blocks()) > 0
    end = session.log.end_of("a4")
    assert end is not None
    if end >= session.log.blocks_end:
        blocks = model.blocks()
        session.truncate("a4")
        assert model.blocks() == blocks and session.rebuilds == 0
        assert session.cached == len(session.log) == end
        check(session)
    session.truncate("a2")
    assert session.rebuilds == 1
    assert session.cached == len(session.log)
    check(session)
    assert session.generate("y", user(9), sampling=SHORT).reason in ("eos", "length")
    check(session)


def test_regenerating_after_a_move_keeps_the_positions(model: Model) -> None:
    session, _ = conversation(model, 5)
    length = model.length()
    last = session.messages[-1].id
    end = session.log.spans[-1].start
    before = session.log.spans[-2].id
    session.truncate(before)
    assert session.cached == end and last not in {message.id for message in session.messages}
    session.generate("again", sampling=SHORT)
    check(session)
    assert model.length() <= length + 1


def test_a_rebuilt_chat_has_the_same_blocks_and_stays_inside_the_context(model: Model) -> None:
    session, _ = conversation(model, 6)
    marks = [(mark.at, mark.p0, mark.p1) for mark in session.log.marks]
    session.rebuild()
    assert [(mark.at, mark.p0, mark.p1) for mark in session.log.marks][: len(marks)] == marks
    check(session)


def test_without_compaction_positions_are_left_alone(model: Model) -> None:
    session = Session(model, policy=CompactionPolicy(auto=False, reserve=8))
    session.make_positions(5000)
    assert model.length() == 0 and not model.blocks()
