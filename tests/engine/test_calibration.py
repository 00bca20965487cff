"""Head profiles: how shares follow from scores, what is stored, and that the real model's copying heads stand out."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from engine.errors import Cancelled, CannotCompact
from engine.gguf.ggml_types import N2_0, N3_0, Q4_0, Q5_0, Q8_0
from engine.heads import profile, sensitivity
from engine.heads.calibration import calibrate, shares_of
from engine.heads.sensitivity import parted
from tests.changed_models import shortened


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
        [
            profile.HeadProfile(0, 1, 0.25),
            profile.HeadProfile(3, 0, 1.0, [0.2, 0.1], [3.0, 2.5], {"8/2": 0.001}, {"2/2": (0.1, 2.0)}),
        ],
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
        return [head.loss(rows, n_block, [64, 256], 1000) for rows in (16, 64, 128, 256, 1024)]

    assert losses(prose, 1000)[1:] == pytest.approx([0.4, 0.2, 0.1, 0.025], rel=0.01)
    assert losses(prose, 500) == pytest.approx(losses(prose, 1000)), "prose asks for a number of rows"
    half = prose.loss(128, 1000, [64, 256], 1000)
    assert losses(prose, 4000)[3] == pytest.approx(half), "twice as many of four times"
    assert losses(copying, 4000)[2] == pytest.approx(copying.loss(32, 1000, [64, 256], 1000), rel=1e-3)
    assert losses(copying, 1000) == sorted(losses(copying, 1000), reverse=True)


def test_a_damaged_profile_counts_as_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LONGTHREAD_DATA", str(tmp_path))
    path = profile.save("1" * 64, profile.Profile([profile.HeadProfile(0, 0, 0.5)]))
    assert path is not None
    path.write_text("{")

    assert profile.load("1" * 64) is None


@pytest.mark.model
def test_few_heads_of_the_real_model_copy(starter_path: Path) -> None:
    found = calibrate(str(starter_path), n_tokens=256, seconds=0)
    shares = sorted((head.share for head in found.heads), reverse=True)

    assert len(shares) == 90
    assert shares[1] > 0.7  # the sharpest keep nearly everything ...
    assert shares[30] < 0.2  # ... and two thirds of the heads nearly nothing
    assert all(head.alone is None for head in found.heads), "so many are not seen one by one"
    for which in (0, 1):
        errors = sorted(head.errors[which] for head in found.heads if head.errors is not None)
        assert len(errors) == len(found.heads)
        assert errors[0] > 0.0 and errors[-1] > 10 * errors[0], "how far off heads are, from one reading of prose"


@pytest.mark.model
def test_heads_of_a_model_that_has_few_are_seen_alone(starter_path: Path, tmp_path: Path) -> None:
    path = shortened(starter_path, tmp_path / "two-layers.gguf", 2)
    shares: list[float] = []

    def goes_on(share: float) -> bool:
        shares.append(share)
        return False

    found = calibrate(str(path), n_tokens=256, seconds=0, progress=goes_on)
    assert len(found.heads) == 6 and not found.rows and found.tokens > 256
    alone = [head.alone for head in found.heads if head.alone is not None]
    assert len(alone) == 6 and all(prose > 0 for prose, _ in alone) and len(set(alone)) == 6
    assert all(head.errors is not None for head in found.heads)
    assert shares == sorted(shares) and shares[-1] <= 1
    assert len({share for share in shares if 0.7 < share < 1}) >= 6, "each head is a step"


@pytest.mark.model
@pytest.mark.parametrize("n_tokens", [16, 96])
def test_a_ranking_is_kept_where_heads_cannot_be_fitted(
    model_path: Path, n_tokens: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Too little prose in the first case, a library that refuses in the second."""

    def refused(*_arguments: Any) -> Generator[float, None, list[float]]:
        raise CannotCompact("compact.refused")
        yield 0.0

    monkeypatch.setattr(sensitivity, "errors_steps", refused)
    shares: list[float] = []

    def goes_on(share: float) -> bool:
        shares.append(share)
        return False

    found = calibrate(str(model_path), n_tokens=n_tokens, seconds=0, progress=goes_on)
    assert found.heads and all(head.errors is None for head in found.heads)
    assert shares == sorted(shares) and shares[0] >= 0 and shares[-1] <= 1


@pytest.mark.model
def test_what_is_looked_up_is_copied_text_and_replies_to_questions_on_the_prose(model: Any) -> None:
    text = sensitivity.text_for(model, range(256))
    prose = " ".join(sensitivity.PROSE.read_text(encoding="utf-8").split()).casefold()
    context = b"".join(model.piece(token) for token in text.context).decode(errors="replace")
    pairs = [line.split("? ", 1) for line in sensitivity.QUESTIONS.read_text(encoding="utf-8").splitlines()]
    assert len(text.replies) == len(pairs) > 10
    for part, (_, reply) in zip(text.replies, pairs, strict=True):
        told = text.tail[part.start + 1 : part.stop + 1]  # a token's logits are of the next one
        assert b"".join(model.piece(token) for token in told).decode().strip() == reply.rstrip(".")
    assert all(any(word in prose for word in reply.casefold().rstrip(".").split()) for _, reply in pairs)
    assert "Garrow Point" in context and "Keep the lamp burning" not in context, "that goes on"

    kl = np.zeros(len(text.tail))
    kl[text.copies[0]] = 1.0
    assert text.means(kl) == (0.0, 0.5)
    for part in text.replies:
        kl[part] = 2.0
    assert text.means(kl) == (0.0, 2.5)
    kl[text.prose] = 3.0
    assert text.means(kl) == (3.0, 2.5)


@pytest.mark.model
def test_calibration_stops_when_asked(model_path: Path) -> None:
    with pytest.raises(Cancelled):
        calibrate(str(model_path), n_tokens=256, progress=lambda share: share > 0.01)


def test_a_group_parts_its_loss_by_what_each_usually_loses_and_noise_tells_nothing() -> None:
    assert parted(6.0, [1.0, 2.0], 1e-6) == pytest.approx([2.0, 4.0]), "far above the noise: as measured"
    assert parted(0.0, [1e-3, 2e-3], 1.0) == pytest.approx([1e-3, 2e-3], rel=1e-3), "below it: as usual"
    assert parted(9.0, [1e-3, 2e-3], 1.0) == pytest.approx([7 / 3, 14 / 3]), "a loss that no noise explains"
    assert parted(6.0, [0.0, 0.0], 1.0) == [2.0, 2.0], "evenly where nothing is usual"
    assert parted(-5.0, [0.0], 1.0) == [0.0]
    assert parted(3e-3, [1e-3], 1e-3) == pytest.approx([2e-3])


def test_where_live_rows_lie_apart_block_rows_alone_are_rounded() -> None:
    head = profile.HeadProfile(
        0, 0, 0.0, types={"8/2": 1e-3, "2/2": 5e-3}, block_types={"8/2": (1e-4, 1e-2), "2/2": (3e-4, 4e-2)}
    )
    assert head.rounding((Q4_0, Q4_0), live_apart=False) == pytest.approx((5e-3, 0.0))
    assert head.rounding((Q4_0, Q4_0), live_apart=True) == pytest.approx((3e-4, 4e-2))
    assert head.rounding((Q8_0, Q5_0), live_apart=True) == pytest.approx((0.25e-4, 0.25e-2), rel=0.1)
    few = head.rounding((N3_0, N2_0), live_apart=True)
    assert few == pytest.approx((4 * 2e-4 + 16 * 1e-4, 4 * 3e-2 + 16 * 1e-2)), "by what four bits lose"
    of_copies = msgspec.structs.replace(head, types={"8/2": (1e-3, 1e-2), "2/2": (5e-3, 3e-2)})
    assert of_copies.rounding((Q4_0, Q4_0), live_apart=False) == pytest.approx((5e-3, 3e-2))
    only_all = profile.HeadProfile(0, 0, 0.0, types=head.types)
    assert only_all.rounding((Q4_0, Q4_0), live_apart=True) == pytest.approx((5e-3, 0.0)), "no less is known"
    only_blocks = profile.HeadProfile(0, 0, 0.0, block_types=head.block_types)
    assert only_blocks.rounding((Q4_0, Q4_0), live_apart=False) is None, "live rows may lose far more"
    assert only_blocks.rounding((Q8_0, Q8_0), live_apart=False) == (0.0, 0.0)
