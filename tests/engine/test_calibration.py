"""Head profiles: how shares follow from scores, what is stored, and that the real model's copying heads stand out."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from engine.errors import Cancelled
from engine.heads import profile
from engine.heads.calibration import calibrate, shares_of


def test_one_threshold_over_all_heads_keeps_an_eighth_of_the_keys() -> None:
    scores = np.zeros((4, 16), dtype=np.float32)
    scores[2, :6] = 0.9
    scores[0, 3:5] = 0.8
    scores[1] = 0.1 * np.arange(16) / 16

    assert shares_of(scores) == [2 / 16, 0.0, 6 / 16, 0.0]


def test_a_stored_profile_is_read_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LONGTHREAD_DATA", str(tmp_path))
    assert profile.load("0" * 64) is None

    measured = profile.Profile(
        [profile.HeadProfile(0, 1, 0.25), profile.HeadProfile(3, 0, 1.0, [0.2, 0.1], [3.0, 2.5], {"8/2": 0.001})],
        tokens=1500,
        rows=[16, 64],
    )
    path = profile.save("0" * 64, measured)

    assert path is not None and len(path.read_text().splitlines()) == 5, "a line for each head"
    assert profile.load("0" * 64) == measured


def test_a_profile_of_shares_alone_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LONGTHREAD_DATA", str(tmp_path))
    (tmp_path / "profiles").mkdir()
    (tmp_path / "profiles" / f"{'2' * 64}.json").write_text(
        '{"version": 3, "heads": [{"layer": 1, "head": 2, "share": 0.5}]}'
    )

    loaded = profile.load("2" * 64)

    assert loaded is not None and loaded.find(1, 2) == profile.HeadProfile(1, 2, 0.5) and loaded.find(0, 0) is None


def test_losses_fall_with_rows_and_copied_text_asks_for_a_part_of_the_block() -> None:
    prose = profile.HeadProfile(0, 0, 0.0, [0.4, 0.1], [0.0, 0.0])
    copying = profile.HeadProfile(0, 0, 1.0, [0.0, 0.0], [8.0, 4.0])

    def losses(head: profile.HeadProfile, n_block: int) -> list[float]:
        return [head.loss(rows, n_block, [16, 64], 1000) for rows in (4, 16, 32, 64, 256)]

    assert losses(prose, 1000) == pytest.approx([1.6, 0.4, 0.2, 0.1, 0.025], rel=0.01)
    assert losses(prose, 4000) == pytest.approx(losses(prose, 1000)), "prose asks for a number of rows"
    assert losses(copying, 4000)[2] == pytest.approx(copying.loss(8, 1000, [16, 64], 1000), rel=1e-3)
    assert losses(copying, 1000) == sorted(losses(copying, 1000), reverse=True)


def test_a_damaged_profile_counts_as_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LONGTHREAD_DATA", str(tmp_path))
    path = profile.save("1" * 64, profile.Profile([profile.HeadProfile(0, 0, 0.5)]))
    assert path is not None
    path.write_text("{")

    assert profile.load("1" * 64) is None


@pytest.mark.model
def test_few_heads_of_the_real_model_copy(model_path: Path) -> None:
    found = calibrate(str(model_path), n_tokens=256, seconds=0)
    shares = sorted((head.share for head in found.heads), reverse=True)

    assert len(shares) == 90
    assert shares[1] > 0.7  # the sharpest keep nearly everything ...
    assert shares[30] < 0.2  # ... and two thirds of the heads nearly nothing


@pytest.mark.model
def test_calibration_stops_when_asked(model_path: Path) -> None:
    with pytest.raises(Cancelled):
        calibrate(str(model_path), n_tokens=256, progress=lambda share: share > 0.01)
