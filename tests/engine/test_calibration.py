"""Head profiles: how shares follow from scores, what is stored, and that the real model's copying heads stand out."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from engine import profile
from engine.calibration import calibrate, shares_of
from engine.errors import Cancelled


def test_one_threshold_over_all_heads_keeps_an_eighth_of_the_keys() -> None:
    scores = np.zeros((4, 16), dtype=np.float32)
    scores[2, :6] = 0.9
    scores[0, 3:5] = 0.8
    scores[1] = 0.1 * np.arange(16) / 16

    assert shares_of(scores) == [2 / 16, 0.0, 6 / 16, 0.0]


def test_a_stored_profile_is_read_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LONGTHREAD_DATA", str(tmp_path))
    assert profile.load("0" * 64) is None

    assert profile.save("0" * 64, {(0, 1): 0.25, (3, 0): 1.0}) is not None

    assert profile.load("0" * 64) == {(0, 1): 0.25, (3, 0): 1.0}


def test_a_damaged_profile_counts_as_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LONGTHREAD_DATA", str(tmp_path))
    path = profile.save("1" * 64, {(0, 0): 0.5})
    assert path is not None
    path.write_text("{")

    assert profile.load("1" * 64) is None


@pytest.mark.model
def test_few_heads_of_the_real_model_copy(model_path: Path) -> None:
    shares = sorted(calibrate(str(model_path), n_tokens=256).values(), reverse=True)

    assert len(shares) == 90
    assert shares[1] > 0.7  # the sharpest keep nearly everything ...
    assert shares[30] < 0.2  # ... and two thirds of the heads nearly nothing


@pytest.mark.model
def test_calibration_stops_when_asked(model_path: Path) -> None:
    with pytest.raises(Cancelled):
        calibrate(str(model_path), n_tokens=256, progress=lambda share: share > 0.1)
