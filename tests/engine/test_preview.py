"""What a compaction would cost and give, told before it is done."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine import protocol as p
from engine.chat.preview import preview_steps
from engine.chat.session import Session
from engine.chat.token_log import TokenLog
from engine.compaction import history
from engine.compaction.budget import HeadShape, Room
from engine.compaction.history import BY_LOSS, OF_READING, CompactionHistory, work
from engine.errors import CannotCompact
from engine.gguf.ggml_types import F16
from engine.gguf.header import read_facts
from engine.heads import profile
from engine.model.compact_structs import HeadBudget
from engine.scheduling.scheduler import Scheduler
from engine.snapshots import snapshot
from tests.engine.host_harness import HostHarness

GREEDY = p.Sampling(temperature=0, max_tokens=4)
RATIOS = (0.0, 2.0, 4.0, 8.0, 16.0)


def report(**fields: Any) -> p.CompactionReport:
    heads = tuple(p.HeadKept(0, head, 50, "q8_0", "q4_0", 0.1) for head in range(2))
    values = {
        "token_start": 0, "token_end": 1000, "tokens": 1000, "rows": 100, "bytes_before": 9, "bytes_after": 3,
        "ratio": 3.0, "error": 0.08, "error_max": 0.2, "ms": 500.0, "heads": heads, "loss": 0.0016,
    }  # fmt: skip
    return p.CompactionReport(**{**values, **fields})


def test_error_and_time_are_learned_from_what_was_done() -> None:
    known = CompactionHistory()
    assert known.error(0.0025, 8.0) == pytest.approx(BY_LOSS * 0.05)
    assert known.error(None, 8.0) == -1 and known.ms(10, 0.0) == 0
    assert known.ms(10, 0.01) == pytest.approx(10 * OF_READING * 10)
    known.add(report(), 10)
    assert known.error(0.0016, 4.0) == pytest.approx(0.08)
    assert known.ms(10, 0.01) == pytest.approx(500)
    assert known.ms(20, 0.0) == pytest.approx(1000)
    known.add(report(loss=0.0, error=0.16, ratio=16.0), 10)
    assert known.error(None, 16.0) == pytest.approx(0.16)
    assert 0 < known.error(None, 4.0) < 0.16
    before = known.error(0.0016, 4.0), known.ms(10, 0.0)
    known.add(report(tokens=0), 10)
    known.add(report(ms=9000.0), 0)
    assert (known.error(0.0016, 4.0), known.ms(10, 0.0)) == before


def test_work_grows_with_what_is_fitted_and_what_is_seen() -> None:
    def of(rows: list[int], live: int = 600, old: int = 0) -> float:
        shapes = [HeadShape(64, 64, F16, F16, old) for _ in rows]
        return work(shapes, Room(500, live, 0.0), [HeadBudget(n) for n in rows])

    assert of([-1, -1]) == of([-1, 500]) < of([-1, 60]) < of([60, 60])
    assert of([60, 60]) < of([120, 60]) and of([60, 60]) < of([60, 60], live=900) < of([60, 60], 900, 200)
    assert of([60, 60]) == of([60, 60, 60, 60]), "a mean over the heads"


def test_what_was_learned_is_kept_and_rubbish_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "data_folder", lambda: tmp_path)
    known = CompactionHistory.load("abc")
    known.save("abc")
    assert not (tmp_path / "compactions").exists(), "nothing was learned"
    known.add(report(), 10)
    known.save("abc")
    assert CompactionHistory.load("abc").ms(10, 0.0) == pytest.approx(500)
    assert CompactionHistory.load("../abc").ms(10, 0.0) == 0
    path = tmp_path / "compactions" / "abc.json"
    for rubbish in (b"{", b'{"ms": -5}', b'{"ms": 1e999}', b'{"ms": 3, "version": 99}', b"[" * 4000):
        path.write_bytes(rubbish)
        assert CompactionHistory.load("abc").ms(10, 0.0) == 0


Conversation = Callable[[str], Session]


@pytest.fixture(scope="module")
def conversation(shared_model: Any, starter_path: Path, tmp_path_factory: pytest.TempPathFactory) -> Conversation:
    """A function that opens a chat of a message and its reply; each text is read once and resumed after that."""
    found = profile.load_for(read_facts(starter_path))
    assert found is not None
    n_layers = len(shared_model.layers)
    found = msgspec.structs.replace(found, heads=[head for head in found.heads if head.layer < n_layers])
    saved: dict[str, tuple[Path, list[p.PromptMessage]]] = {}

    def opened(text: str) -> Session:
        shared_model.clear()
        policy = p.CompactionPolicy(auto=True, threshold=0.98, keep_recent=40)
        session = Session(shared_model, policy=policy, shares=found)
        if text in saved:
            folder, messages = saved[text]
            log = TokenLog.load(folder)
            assert log is not None
            session.adopt(log, messages)
            assert snapshot.restore(session, folder, log) is not None
            return session
        session.generate("a1", p.PromptMessage("u1", "user", text), sampling=GREEDY)
        session.catch_up("prefill")  # the last token is decoded with the next reply
        folder = tmp_path_factory.mktemp("chat")
        session.log.save(folder)
        snapshot.save(session, folder, "chat")
        saved[text] = folder, list(session.messages)
        return session

    return opened


def preview(session: Session, ratios: tuple[float, ...] = RATIOS) -> p.Previewed:
    scheduler = Scheduler(session.model)
    before = session.cached, session.fill(), list(session.log.marks)
    told = scheduler.run(preview_steps(session, ratios, 0.01))
    assert (session.cached, session.fill(), list(session.log.marks)) == before, "nothing was done"
    assert scheduler.tokens == 0, "nothing was read"
    return told


@pytest.mark.model
@pytest.mark.native
@pytest.mark.parametrize("ratio", [0.0, 2.0, 8.0])
def test_bytes_and_room_are_those_that_come_of_it(conversation: Conversation, long_text: str, ratio: float) -> None:
    session = conversation(long_text[:1000])
    told = preview(session)
    assert {point.ratio for point in told.points} <= set(RATIOS) and told.points[0].ratio == 0
    sizes = [point.bytes_after for point in told.points[1:]]
    assert sizes == sorted(sizes, reverse=True), "the higher the ratio, the smaller"
    rooms = [point.free_tokens for point in told.points[1:]]
    assert rooms == sorted(rooms) and rooms[0] > told.free_now
    assert told.bytes_now == round(session.fill().bytes_used)
    foreseen = next(point for point in told.points if point.ratio == ratio)

    done, _ = session.compact(ratio)

    assert foreseen.tokens == done.tokens and foreseen.recent == session.cached - done.token_end
    assert foreseen.block_ratio == done.ratio
    fill = session.fill()
    assert foreseen.bytes_after == pytest.approx(fill.bytes_used, rel=0.001)
    assert foreseen.free_tokens == pytest.approx(fill.free_tokens, rel=0.01)
    assert abs(foreseen.error - done.error) < 0.04 or foreseen.error == pytest.approx(done.error, rel=0.6)
    assert foreseen.ms > 0


@pytest.mark.model
@pytest.mark.native
@pytest.mark.parametrize("seed", range(6))
def test_what_is_previewed_is_done_whatever_was_compacted_before(
    conversation: Conversation, long_text: str, seed: int
) -> None:
    """Chats of several blocks: each plan previewed is the plan done, and a higher ratio leaves less, in every state."""
    chance = random.Random(seed)
    session = conversation(long_text[:900])
    for turn in range(1, 4):
        ratio = chance.choice([0.0, 1.5, 2.0, 3.0, 4.0, 8.0, 12.0])
        told = preview(session, (0.0, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0, 12.0, 32.0))
        chosen = [point for point in told.points if point.ratio]
        for less, more in pairwise(chosen):
            assert more.bytes_after < less.bytes_after and more.free_tokens >= less.free_tokens
            assert more.block_ratio > less.block_ratio or more.tokens > less.tokens
        foreseen = min(told.points, key=lambda point: abs(point.ratio - ratio))
        done, _ = session.compact(foreseen.ratio)
        assert (foreseen.tokens, foreseen.block_ratio) == (done.tokens, done.ratio)
        assert foreseen.recent == session.cached - done.token_end
        fill = session.fill()
        assert foreseen.bytes_after == pytest.approx(fill.bytes_used, rel=0.001)
        assert foreseen.free_tokens == pytest.approx(fill.free_tokens, rel=0.01)
        text = long_text[1000 * turn : 1000 * turn + chance.randrange(50, 900)]
        session.generate(f"a{turn + 1}", p.PromptMessage(f"u{turn + 1}", "user", text), sampling=GREEDY)
        session.catch_up("prefill")


@pytest.mark.model
@pytest.mark.native
def test_a_wish_is_the_ratio_of_all_that_is_old(conversation: Conversation, long_text: str) -> None:
    """Older blocks are taken in where that makes them smaller; what is smaller already stays as it is."""
    session = conversation(long_text[:900])
    first, _ = session.compact(4.0)
    assert first.ratio == pytest.approx(4.0, rel=0.05)
    session.generate("a2", p.PromptMessage("u2", "user", long_text[900:1400]), sampling=GREEDY)
    session.catch_up("prefill")
    told = {point.ratio: point for point in preview(session, (1.5, 3.5, 4.0, 8.0)).points}
    assert told[1.5].error == 0 and told[1.5].block_ratio > 2, "all rows of the new text, in the bits of their heads"
    assert told[3.5].tokens == told[4.0].tokens < told[8.0].tokens == told[4.0].tokens + first.tokens
    done, _ = session.compact(8.0)
    assert done.merged == first.tokens and done.ratio == pytest.approx(8.0, rel=0.05)
    (segment,) = [part for part in session.segments() if part.kind == "compacted"]
    assert (segment.tokens, segment.ratio) == (done.tokens, pytest.approx(done.ratio, rel=0.001))
    with pytest.raises(CannotCompact):
        session.compact(4.0)


@pytest.mark.model
@pytest.mark.native
def test_the_report_tells_what_is_left_of_each_head(conversation: Conversation, long_text: str) -> None:
    session = conversation(long_text[:1000])
    done, _ = session.compact(8.0)
    assert [(head.layer, head.head) for head in done.heads] == [
        (row.layer, row.head) for row in session.model.compact_api.heads(session.model.context)
    ]
    assert sum(head.rows for head in done.heads) == done.rows
    assert {head.type_k for head in done.heads} <= {"q8_0", "q5_0", "q4_0", "n3_0", "n2_0"}
    errors = [head.error for head in done.heads]
    assert sum(errors) / len(errors) == pytest.approx(done.error, abs=1e-4)
    assert done.loss > 0
    session.generate("a2", p.PromptMessage("u2", "user", long_text[1000:1500]), sampling=GREEDY)
    more, _ = session.compact(8.0)
    assert not more.merged and sum(head.rows for head in more.heads) == more.rows, "those of the new block alone"


@pytest.mark.model
@pytest.mark.native
def test_too_little_to_compact_is_said(conversation: Conversation) -> None:
    with pytest.raises(CannotCompact):
        preview(conversation("Hello there."))


@pytest.mark.model
@pytest.mark.native
def test_the_host_answers_and_keeps_what_it_learned(
    starter_path: Path, long_text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history, "data_folder", lambda: tmp_path)
    harness = HostHarness()
    loaded = harness.ask(p.Load(id=1, path=str(starter_path), n_ctx=1024))
    assert harness.ask(p.Preview(id=2, chat_id="c")).code == "no_chat"
    harness.ask(p.OpenChat(id=3, chat_id="c", folder=str(tmp_path / "c")))
    assert harness.ask(p.Preview(id=4, chat_id="c")).code == "cannot_compact"
    message = p.PromptMessage("u1", "user", long_text[:1500])
    harness.ask(p.Generate(id=5, chat_id="c", reply_id="a1", user=message, sampling=GREEDY))
    told = harness.ask(p.Preview(id=6, chat_id="c", ratios=(4.0, 8.0)))
    assert (told.chat_id, len(told.points)) == ("c", 2)
    done = harness.ask(p.Compact(id=7, chat_id="c", ratio=4.0))
    harness.host.unload()
    known = CompactionHistory.load(loaded.model.fingerprint)
    foreseen = told.points[0]
    assert foreseen.ms > 0 and known.ms(1.0, 0.0) > 0 and done.report.ratio == foreseen.block_ratio
