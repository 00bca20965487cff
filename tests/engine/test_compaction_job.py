"""Compaction in slices: the same result as at once, tokens in between, changes noticed, errors within limits."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.compaction.quality import LimitedJob
from engine.errors import Cancelled, CannotCompact, ContextChanged
from engine.protocol import CompactionReport

ROOT = Path(__file__).resolve().parents[2]
TOKENS = [(i * i * 37 + i // 7) % 200 + 1 for i in range(480)]
SLICE = 1e-6  # the smallest piece there is


class Scripted:
    """A compaction that takes some steps and changes the share of next words given."""

    def __init__(self, ratio: float, changed: float, steps: int = 2) -> None:
        self.ratio, self.left = ratio, steps
        self.same = 1 - changed
        self.progress, self.work, self.refined = 0.0, 1.0, 0.0
        self.ended = ""

    def step(self, seconds: float) -> bool:
        assert not self.ended
        self.left -= 1
        return self.left <= 0

    def refine(self, seconds: float) -> bool:
        assert self.left <= 0 and not self.ended
        self.refined += 0.5
        return self.refined >= 1

    def commit(self) -> tuple[CompactionReport, None]:
        assert self.left <= 0 and not self.ended
        self.ended = "committed"
        return CompactionReport(0, 100, 100, 10, 1000, 100, self.ratio, 0.1, 0.1, 1.0, same=self.same), None

    def cancel(self) -> None:
        self.ended = self.ended or "cancelled"


@pytest.mark.parametrize(
    ("limit", "least", "taken", "tries"),
    [(0.0, 2.0, 32.0, 1), (0.91, 2.0, 8.0, 3), (0.999, 6.0, 6.0, 4)],
    ids=["no limit", "halved until enough words stay", "the least ratio whatever it changes"],
)
def test_only_the_compaction_within_the_limit_is_committed(
    limit: float, least: float, taken: float, tries: int
) -> None:
    made: list[Scripted] = []

    def begin(ratio: float) -> Scripted:
        made.append(Scripted(ratio, 0.01 * ratio))
        return made[-1]

    job = LimitedJob(begin, 32.0, least, limit)
    while not job.step(SLICE):
        pass
    report = job.commit()
    assert (job.ratio, job.tries, len(made), job.work) == (taken, tries, tries, tries)
    assert [one.ended for one in made] == ["cancelled"] * (tries - 1) + ["committed"]
    assert (report.asked, report.tries) == (32.0 if tries > 1 else 0.0, tries)


def test_what_is_refined_is_the_compaction_within_the_limit() -> None:
    made: list[Scripted] = []

    def begin(ratio: float) -> Scripted:
        made.append(Scripted(ratio, 0.01 * ratio))
        return made[-1]

    job = LimitedJob(begin, 32.0, 2.0, 0.91)
    while not job.step(SLICE):
        pass
    assert not job.refine(SLICE) and job.refined == 0.5
    assert job.refine(SLICE)
    job.commit()
    assert [one.refined for one in made] == [0.0, 0.0, 1.0]


@given(st.floats(1.5, 32), st.floats(1.5, 32), st.floats(0, 1), st.floats(0.001, 1))
def test_exactly_one_compaction_is_kept(ratio: float, least: float, limit: float, each: float) -> None:
    made: list[Scripted] = []

    def begin(ratio: float) -> Scripted:
        made.append(Scripted(ratio, ratio * each, 1))
        return made[-1]

    job = LimitedJob(begin, ratio, least, limit)
    while not job.step(SLICE):
        pass
    report = job.commit()
    assert [one.ended for one in made] == ["cancelled"] * (report.tries - 1) + ["committed"]
    assert min(ratio, least) <= job.ratio <= ratio
    assert limit == 0 or report.same >= limit or job.ratio <= least


# --------------------------------------------------------------------------- with the library


@pytest.fixture(scope="module")
def gguf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    spec = importlib.util.spec_from_file_location("make_models", ROOT / "native" / "tests" / "make_models.py")
    assert spec is not None and spec.loader is not None
    make_models = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(make_models)
    path = tmp_path_factory.mktemp("models") / "tiny.gguf"
    make_models.make_text(path)
    return path


def opened(gguf: Path) -> Any:
    from engine.model.model import Model

    model = Model.open(gguf, n_ctx=512, n_threads=1)
    for at in range(0, 400, model.n_ubatch):
        model.decode(TOKENS[at : min(400, at + model.n_ubatch)], at)
    return model


@pytest.fixture
def small(gguf: Path) -> Iterator[Any]:
    """A tiny random model whose memory holds 400 tokens."""
    with opened(gguf) as model:
        yield model


def begin(model: Any, ratio: float = 4.0, **options: Any) -> Any:
    from engine.compaction import pipeline

    info = model.info()
    before = info.bytes_blocks + info.bytes_live
    return pipeline.begin(model, 4, 336, before / ratio, preset="even", **options)


def finish(job: Any) -> int:
    steps = 1
    while not job.step(SLICE):
        steps += 1
    return steps


@pytest.mark.native
def test_slices_give_what_one_call_gives(gguf: Path, small: Any) -> None:
    from engine.bench import at_once

    with opened(gguf) as other:
        info = other.info()
        before = info.bytes_blocks + info.bytes_live
        shares: list[float] = []
        told, raw = at_once.compact(
            other, 4, 336, before / 4, preset="even", progress=lambda share: bool(shares.append(share))
        )
        assert shares == sorted(shares) and shares[-1] == 1.0
        job = begin(small)
        assert job.progress == 0.0
        assert finish(job) > len(small.compact_api.heads(small.context)), "heads are divided"
        assert job.progress == 1.0 and job.error == raw.error > 0
        assert job.measured().layers == told.layers
        mine, _ = job.commit()
        assert (mine.error, mine.rows, mine.bytes_after, mine.layers) == (
            told.error,
            told.rows,
            told.bytes_after,
            told.layers,
        )
        assert bytes(small.state()) == bytes(other.state())


@pytest.mark.native
def test_refining_makes_no_head_worse_and_may_end_at_any_time(small: Any) -> None:
    for slices in (10_000, 3):
        job = begin(small)
        with pytest.raises(CannotCompact):
            job.refine(SLICE)
        finish(job)
        before, rows, same, nats = job.error, job.measured().rows, job.same, job.measured().nats
        for _ in range(slices):
            share = job.refined
            if job.refine(SLICE):
                break
            assert job.refined >= share
        assert job.measured().rows == rows
        if slices > 3:
            assert job.refined == 1.0 and job.error < before
            assert job.same > same, "more words stay than without it"
            assert job.measured().nats == pytest.approx(nats * job.error / before)
            job.cancel()
        else:
            assert job.refined < 1.0 and job.error <= before
            report, _ = job.commit()
            assert report.error <= before and small.info().n_blocks == 1
    small.decode([TOKENS[400]], 400)


@pytest.mark.native
def test_tokens_decoded_meanwhile_stay(small: Any) -> None:
    job, at = begin(small), 400
    while not job.step(SLICE):
        if at < 430:
            small.decode([TOKENS[at]], at)
            at += 1
    assert at > 410
    report, _ = job.commit()
    info = small.info()
    assert (info.n_blocks, info.n_tokens, info.n_live) == (1, at, at - 332)
    assert report.tokens == 332
    small.decode([TOKENS[at]], at)
    assert small.length() == at + 1


@pytest.mark.native
def test_a_job_that_is_given_up_leaves_no_trace(small: Any) -> None:
    before = bytes(small.state())
    job = begin(small)
    job.step(SLICE)
    with pytest.raises(CannotCompact):
        job.commit()  # half done
    job.cancel()
    job.cancel()
    with begin(small) as other:
        finish(other)
    assert bytes(small.state()) == before
    from engine.bench import at_once

    with pytest.raises(Cancelled):
        at_once.compact(small, 4, 336, 1e5, preset="even", progress=lambda _share: True)
    assert bytes(small.state()) == before


@pytest.mark.native
def test_changes_to_the_text_are_noticed(small: Any) -> None:
    job = begin(small)
    job.step(SLICE)
    assert small.remove_tail(300)
    for call in (lambda: job.step(SLICE), job.commit):
        with pytest.raises(ContextChanged):
            call()
    assert small.length() == 300


@pytest.mark.native
def test_a_job_may_outlive_its_model(gguf: Path) -> None:
    model = opened(gguf)
    job = begin(model)
    job.step(SLICE)
    model.close()
    with pytest.raises(ContextChanged):
        job.step(SLICE)
    job.cancel()


@pytest.mark.native
def test_the_limit_is_kept_without_a_commit(small: Any) -> None:
    same = {}
    for ratio in (16.0, 8.0, 4.0):
        with begin(small, ratio) as job:
            finish(job)
            same[ratio] = job.same
    assert same[16.0] < same[4.0] < 1
    limited = LimitedJob(lambda ratio: begin(small, ratio), 16.0, 1.5, same[4.0])
    while not limited.step(SLICE):
        assert small.info().n_blocks == 0
    report = limited.commit()
    assert report.same >= same[4.0] and report.asked == 16.0 and report.tries >= 3
    assert small.info().n_blocks == 1


@pytest.mark.native
def test_presets_that_read_again_are_refused(small: Any) -> None:
    from engine.compaction import pipeline

    with pytest.raises(CannotCompact, match="can't be interrupted"):
        pipeline.begin(small, 4, 336, 1e5, preset="thorough")
    assert pipeline.resumable("default") and pipeline.resumable("select")


@pytest.mark.native
def test_stopping_a_reply_does_not_stop_a_compaction(small: Any) -> None:
    asked = False
    small.decode(TOKENS[400:404], 400, cancelled=lambda: asked)
    asked = True  # while the compaction computes in the same memory
    job = begin(small)
    finish(job)
    report, _ = job.commit()
    assert report.tokens == 332
    with pytest.raises(Cancelled):
        small.decode(TOKENS[404:408], 404, cancelled=lambda: asked)


@pytest.mark.native
def test_a_split_knows_whose_rows_stay_and_whose_are_laid_out_anew(gguf: Path) -> None:
    from engine.bench import at_once
    from engine.compaction.inputs import head_shapes
    from engine.model.model import Model

    with Model.open(gguf, n_ctx=1024, n_threads=1, n_seq_max=3) as model:
        for seq, length in ((0, 300), (1, 400)):
            for at in range(0, length, model.n_ubatch):
                model.decode(TOKENS[at : min(length, at + model.n_ubatch)], at, seq)
            info = model.compact_api.info(model.context, seq)
            assert info is not None
            n_bytes = info.bytes_blocks + info.bytes_live
            at_once.compact(model, 4, length - 100, n_bytes * 0.6, seq_id=seq, preset="even")

        def rows(**options: Any) -> tuple[list[int], list[int]]:
            shapes = head_shapes(model, None, **options)
            return [shape.old_rows for shape in shapes], [shape.merged_rows for shape in shapes]

        api, none = model.compact_api, [0] * len(model.compact_api.heads(model.context))
        first, second = (api.rows(model.context, seq) for seq in (0, 1))
        both = [one + other for one, other in zip(first, second, strict=True)]
        assert sum(first) and sum(second) and api.rows(model.context) == both
        assert rows(seq_id=1) == (both, none)
        assert rows(seq_id=1, merging=(4, 350)) == (first, second)
        assert model.remove_tail(0, 0)
        assert [head.n_rows for head in api.heads(model.context)] == both, "they lie there until all is laid out anew"
        assert rows(seq_id=2) == (second, none) and rows(seq_id=1, merging=(4, 350)) == (none, second)
