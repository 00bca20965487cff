"""When the loaded model's heads are ranked and measured, and when that is tried again: what is stored is whole."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from itertools import islice
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from engine.errors import Cancelled, CannotCompact
from engine.heads import calibration, profile
from engine.heads.profile import HeadProfile, Profile
from engine.process import measuring
from engine.process.measuring import ModelHeads

MODEL: Any = SimpleNamespace(facts=SimpleNamespace(path="model.gguf", fingerprint="4" * 64))
RANKED = Profile([HeadProfile(0, 0, 0.5)])
WHOLE = Profile([HeadProfile(0, 0, 0.5, [0.1], [0.2])], tokens=100, rows=[16])


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LONGTHREAD_DATA", str(tmp_path / "data"))
    monkeypatch.setattr(profile, "folders", lambda: [tmp_path / "data" / "profiles"])
    monkeypatch.setattr(measuring, "available", lambda: 1000)


class Bench:
    """Measurements that end as they are told to."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, total: int = 1000) -> None:
        self.asked: list[float] = []
        self.error: Exception | None = None
        monkeypatch.setattr(calibration, "calibrate", self._calibrate)
        monkeypatch.setattr(calibration, "calibrate_steps", self._steps)
        monkeypatch.setattr(measuring, "estimate", lambda *_: SimpleNamespace(total=total))

    def _calibrate(self, path: str, *, seconds: float, progress: Callable[[float], bool]) -> Profile:
        self.asked.append(seconds)
        if progress(0.5):
            raise Cancelled("heads.stopped")
        if self.error is not None:
            raise self.error
        return WHOLE if seconds else RANKED

    def _steps(self, path: str, *, seconds: float) -> Generator[float, None, Profile]:
        yield 0.5
        return self._calibrate(path, seconds=seconds, progress=lambda _: False)


def taken(steps: Iterable[object]) -> int:
    """How many there are, as far as they end soon."""
    return len(list(islice(steps, 9)))


def test_what_is_given_up_for_a_request_is_begun_again_in_the_next_quiet_moment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bench, heads = Bench(monkeypatch), ModelHeads()
    for known, stored in ((None, RANKED), (RANKED, WHOLE)):
        assert not heads.measure(MODEL, lambda: True)
        assert (heads.profile, heads.done) == (known, False) and profile.load("4" * 64) == known
        assert heads.measure(MODEL, lambda: False)
        assert heads.profile == profile.load("4" * 64) == stored
    assert heads.done and not heads.measure(MODEL, lambda: False)
    assert bench.asked == [0.0, 0.0, calibration.SECONDS, calibration.SECONDS], "the ranking first"


def test_a_measurement_that_fails_is_not_tried_again_and_leaves_the_ranking(monkeypatch: pytest.MonkeyPatch) -> None:
    bench, heads = Bench(monkeypatch), ModelHeads()
    assert heads.measure(MODEL, lambda: False)
    bench.error = CannotCompact("heads.not_numbers")
    for _ in range(2):
        assert not heads.measure(MODEL, lambda: False)
    assert heads.profile == profile.load("4" * 64) == RANKED
    assert bench.asked == [0.0, calibration.SECONDS]


def test_without_memory_for_a_second_context_nothing_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    bench, told = Bench(monkeypatch, total=1001), []
    quiet, asked = ModelHeads(), ModelHeads()
    for _ in range(2):
        assert not quiet.measure(MODEL, lambda: False)
        assert taken(asked.rank_steps(MODEL, lambda: told.append(1))) == 0
    assert quiet.done and asked.done
    assert (quiet.profile, asked.profile, told, bench.asked) == (None, None, [], [])


def test_a_ranking_that_is_given_up_holds_up_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """The chat that asked for it was closed, say; another one that compacts would wait for ever."""
    bench, heads, told = Bench(monkeypatch), ModelHeads(), []
    first = heads.rank_steps(MODEL, lambda: told.append(1))
    next(first)
    cast("Generator[object, None, None]", first).close()
    assert (heads.profile, heads.done, told) == (None, False, [])
    steps = heads.rank_steps(MODEL, lambda: told.append(2))
    assert taken(steps) == 1
    assert heads.profile == profile.load("4" * 64) == RANKED and told == [2]
    assert bench.asked == [0.0]


@pytest.mark.parametrize("why_not", [None, "recurrent"])
def test_a_model_that_is_known_or_needs_nothing_is_left_alone(why_not: str | None) -> None:
    facts = SimpleNamespace(fingerprint="5" * 64, weights="")
    model: Any = SimpleNamespace(facts=facts, why_not_compactable=lambda: why_not)
    assert ModelHeads.of(model).done is bool(why_not)
    profile.save("5" * 64, WHOLE)
    assert ModelHeads.of(model).done and ModelHeads.of(model).profile == WHOLE
