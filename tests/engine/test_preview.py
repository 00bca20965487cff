"""What a compaction would cost and give, told before it is done."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine import protocol as p
from engine.chat.preview import preview_steps
from engine.chat.session import Session
from engine.compaction import history
from engine.compaction.history import BY_LOSS, CompactionHistory, work
from engine.errors import CannotCompact
from engine.heads import profile
from engine.scheduling.scheduler import Scheduler
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
    assert known.error(None, 8.0) == -1 and known.ms(1000, 50, 0.0) == 0
    assert known.ms(1000, 50, 0.01) == pytest.approx(work(1000, 50))  # a tenth of 10 ms for a unit
    known.add(report(), 8.0)
    assert known.error(0.0016, 4.0) == pytest.approx(0.08)
    assert known.ms(1000, 50, 0.01) == pytest.approx(500)
    assert known.ms(2000, 50, 0.0) == pytest.approx(1000)
    known.add(report(loss=0.0, error=0.16), 16.0)
    assert known.error(None, 16.0) == pytest.approx(0.16)
    assert 0 < known.error(None, 4.0) < 0.16
    before = known.error(0.0016, 4.0)
    known.add(report(tokens=0), 8.0)
    assert known.error(0.0016, 4.0) == before


def test_what_was_learned_is_kept_and_rubbish_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "data_folder", lambda: tmp_path)
    known = CompactionHistory.load("abc")
    known.save("abc")
    assert not (tmp_path / "compactions").exists(), "nothing was learned"
    known.add(report(), 8.0)
    known.save("abc")
    assert CompactionHistory.load("abc").ms(1000, 50, 0.0) == pytest.approx(500)
    assert CompactionHistory.load("../abc").ms(1000, 50, 0.0) == 0
    path = tmp_path / "compactions" / "abc.json"
    for rubbish in (b"{", b'{"ms": -5}', b'{"ms": 1e999}', b'{"ms": 3, "version": 99}', b"[" * 4000):
        path.write_bytes(rubbish)
        assert CompactionHistory.load("abc").ms(1000, 50, 0.0) == 0


def conversation(model: Any, text: str) -> Session:
    found = profile.load(model.facts.fingerprint)
    session = Session(model, policy=p.MemoryPolicy(auto=True, threshold=0.98, keep_recent=40), shares=found)
    session.generate("a1", p.PromptMessage("u1", "user", text), sampling=GREEDY)
    session.catch_up("prefill")  # the last token is decoded with the next reply
    return session


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
def test_bytes_and_room_are_those_that_come_of_it(model: Any, long_text: str, ratio: float) -> None:
    session = conversation(model, long_text[:1000])
    told = preview(session)
    assert [point.ratio for point in told.points] == list(RATIOS)
    sizes = [point.bytes_after for point in told.points[1:]]
    assert sizes == sorted(sizes, reverse=True), "the higher the ratio, the smaller"
    rooms = [point.free_tokens for point in told.points[1:]]
    assert rooms == sorted(rooms) and rooms[0] > told.free_now
    assert told.bytes_now == round(session.fill().bytes_used)
    foreseen = next(point for point in told.points if point.ratio == ratio)

    done, _ = session.compact(ratio)

    assert told.tokens == done.tokens and told.recent == session.cached - done.token_end
    fill = session.fill()
    assert foreseen.bytes_after == pytest.approx(fill.bytes_used, rel=0.01)
    assert foreseen.free_tokens == pytest.approx(fill.free_tokens, rel=0.02)
    assert abs(foreseen.error - done.error) < 0.04 or foreseen.error == pytest.approx(done.error, rel=0.6)
    assert foreseen.ms > 0


@pytest.mark.model
@pytest.mark.native
def test_a_second_block_and_one_that_takes_in_the_first_are_foreseen(model: Any, long_text: str) -> None:
    session = conversation(model, long_text[:700])
    session.compact(4.0)
    session.generate("a2", p.PromptMessage("u2", "user", long_text[700:1300]), sampling=GREEDY)
    session.catch_up("prefill")
    told = preview(session, (8.0,))
    done, _ = session.compact(8.0)
    assert told.tokens == done.tokens
    assert told.points[0].bytes_after == pytest.approx(session.fill().bytes_used, rel=0.01)


@pytest.mark.model
@pytest.mark.native
def test_the_report_tells_what_is_left_of_each_head(model: Any, long_text: str) -> None:
    session = conversation(model, long_text[:1000])
    done, _ = session.compact(8.0)
    assert [(head.layer, head.head) for head in done.heads] == [
        (row.layer, row.head) for row in model.compact_api.heads(model.context)
    ]
    assert sum(head.rows for head in done.heads) == done.rows
    assert {head.type_k for head in done.heads} <= {"q8_0", "q5_0", "q4_0"}
    errors = [head.error for head in done.heads]
    assert sum(errors) / len(errors) == pytest.approx(done.error, abs=1e-4)
    assert done.loss > 0
    session.generate("a2", p.PromptMessage("u2", "user", long_text[1000:1500]), sampling=GREEDY)
    more, _ = session.compact(8.0)
    assert not more.merged and sum(head.rows for head in more.heads) == more.rows, "those of the new block alone"


@pytest.mark.model
@pytest.mark.native
def test_too_little_to_compact_is_said(model: Any) -> None:
    with pytest.raises(CannotCompact):
        preview(conversation(model, "Hello there."))


@pytest.mark.model
@pytest.mark.native
def test_the_host_answers_and_keeps_what_it_learned(
    model_path: Path, long_text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history, "data_folder", lambda: tmp_path)
    harness = HostHarness()
    loaded = harness.ask(p.Load(id=1, path=str(model_path), n_ctx=1024))
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
    rows = done.report.rows / len(done.report.heads)
    assert known.ms(done.report.tokens, rows, 0.0) == pytest.approx(done.report.ms / done.report.tries, rel=0.01)
