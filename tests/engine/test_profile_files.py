"""Head profiles that other people give: what cannot be is not computed with."""

from __future__ import annotations

import errno
import json
import logging
import os
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.heads import profile, sensitivity
from engine.heads.profile import LIGHT, ROUGH, HeadProfile, Profile, type_name

KINDS = {type_name(LIGHT), type_name(ROUGH)}

GOOD = Profile(
    [
        HeadProfile(0, 0, 0.5, [0.2, 0.1], [0.4, 0.4], {type_name(LIGHT): (0.1, 0.3), type_name(ROUGH): 0.4}),
        HeadProfile(0, 1, 0.1, [0.2, 0.1], [0.0, 0.0]),
        HeadProfile(1, 0, 0.1),
    ],
    tokens=1000,
    rows=[16, 64],
    together=1.2,
)  # fmt: skip


def written(path: Path, change: dict[str, Any], head: dict[str, Any]) -> Path:
    profile.save("x", GOOD, path)
    value = json.loads(path.read_text()) | change
    value["heads"][0] |= head
    path.write_text(json.dumps(value))
    return path


def test_one_that_cannot_be_written_is_none(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("text")
    assert profile.save("x", GOOD, tmp_path / "file" / "x.json") is None


def test_a_good_one_is_read(tmp_path: Path) -> None:
    assert profile.read(written(tmp_path / "x.json", {}, {})) == GOOD


@pytest.mark.parametrize(
    ("change", "head"),
    [
        ({"rows": [0, 64]}, {}),
        ({"rows": [64, 64]}, {}),
        ({"rows": [1 << 52, (1 << 52) + 1], "tokens": 1 << 53}, {}),
        ({"rows": [64, 16]}, {}),
        ({"rows": [16, 4000]}, {}),
        ({"rows": [16, 64, 256]}, {}),
        ({"together": 0.0}, {}),
        ({"together": -1.0}, {}),
        ({"together": 1e300}, {}),
        ({}, {"head": 1}),
        ({}, {"layer": -1}),
        ({}, {"share": -0.5}),
        ({}, {"share": 1e200}),
        ({}, {"errors": [0.1, -0.1]}),
        ({}, {"errors": [1e9, 0.1]}),
        ({}, {"alone": [0.1, -0.1]}),
        ({}, {"alone": [1e9, 0.1]}),
        ({}, {"prose": [0.1]}),
        ({}, {"prose": [1e300, 0.1]}),
        ({}, {"copy": []}),
        ({}, {"prose": [0.1, -0.1]}),
        ({}, {"types": {type_name(LIGHT): -1.0}}),
        ({}, {"types": {type_name(LIGHT): [0.1, -1.0]}}),
        ({}, {"block_types": {type_name(LIGHT): [0.1, -1.0]}}),
        ({}, {"block_types": {type_name(LIGHT): [0.1]}}),
        ({}, {"lookups": [0.1, 1e30]}),
    ],
)
def test_one_that_cannot_be_is_left_out(
    tmp_path: Path, change: dict[str, Any], head: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING, "engine.heads.profile"):
        assert profile.read(written(tmp_path / "x.json", change, head)) is None
    assert "cannot be used" in caplog.text


def test_a_ranking_of_an_earlier_version_is_made_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its shares meant something else; losses still mean the same."""
    monkeypatch.setenv("LONGTHREAD_DATA", str(tmp_path))
    ranked = Profile([HeadProfile(0, 0, 0.5)])
    path = profile.save("ab", msgspec.structs.replace(ranked, version=profile.VERSION - 1))
    assert path is not None and profile.read(path) is None, "nor is it imported"
    assert profile.load("ab") is None and profile.known("ab") == "none"
    profile.save("ab", ranked)
    assert profile.load("ab") == ranked and profile.known("ab") == "ranked"
    measured = Profile([HeadProfile(0, 0, 0.5, [0.1], [0.1])], version=profile.VERSION - 1, tokens=512, rows=[16])
    profile.save("ab", measured)
    assert profile.load("ab") == measured and profile.known("ab") == "measured"


def test_a_ranking_serves_its_own_file_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is soon made for another file of the same weights, and stays what it is where none of them was measured."""
    monkeypatch.setenv("LONGTHREAD_DATA", str(tmp_path))
    for name, share in (("aa", 0.25), ("bb", 0.5)):
        profile.save(name, Profile([HeadProfile(0, 0, share)], weights="cafe"))
        found = profile.load(name, "cafe")
        assert found is not None and found.heads[0].share == share and profile.known(name, "cafe") == "ranked"
    assert profile.load("cc", "cafe") is None and profile.known("cc", "cafe") == "none"
    assert all(one.rows for one in profile.measured()), "it tells nothing of what others lose"


def test_what_was_measured_here_counts_more_than_what_ships(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shipped = min(profile.folders()[1].glob("*.json"))
    monkeypatch.setenv("LONGTHREAD_DATA", str(tmp_path))
    before = profile.load(shipped.stem)
    assert before is not None and profile.known(shipped.stem) == "built_in"
    own = msgspec.structs.replace(before, heads=[msgspec.structs.replace(one, share=0.5) for one in before.heads])
    profile.save(shipped.stem, own)
    assert profile.load(shipped.stem) == own and profile.known(shipped.stem) == "measured"


def test_a_full_disk_leaves_the_profile_that_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = written(tmp_path / "ab.json", {}, {})

    def full(_descriptor: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    assert profile.save("x", Profile([HeadProfile(0, 0, 0.5)]), path) is None
    assert profile.read(path) == GOOD


def test_what_is_measured_can_be_read_back_whatever_came_out(tmp_path: Path) -> None:
    """A profile with a number that none may have is gone with the next start, and all that it took."""
    head = HeadProfile(0, 0, 0.5, [0.1, 0.1], [0.1, 0.1])
    noise = {type_name(LIGHT): (-1e-6, -1e-9), type_name(ROUGH): (1e-6, -1e-6)}
    below = sensitivity._with_curves(head, [(-1e-5, 0.1), (-1e-7, -3.0)], noise, noise)
    far = sensitivity._with_curves(head, [(5e3, 9e9), (1e3, 2e3)], {type_name(ROUGH): (2e4, 0.0)}, {})
    for one in (below, far, head.scaled(1e9, 1e9), head.scaled(0.0, 1e-30)):
        found = Profile([one], tokens=1000, rows=[16, 64])
        path = profile.save("x", found, tmp_path / "x.json")
        assert path is not None and profile.read(path) == found


def test_more_rows_never_lose_more() -> None:
    """As noise may have it: a budget would be taken from heads for the better."""
    head = HeadProfile(0, 0, 0.5, [1e-3, 5e-3, 1e-4], [1e-3, 5e-3, 1e-4])
    assert head.losses(256, 1024, [64, 256, 512], 1024) == pytest.approx((1e-3, 1e-3))


def test_a_curve_of_one_point_is_flat() -> None:
    assert HeadProfile(0, 0, 0.5, [0.1], [0.0]).loss(64, 512, [16], 512) == pytest.approx(0.1, abs=1e-5)


def test_a_steep_curve_leads_to_no_number_beyond_all_bounds() -> None:
    head = HeadProfile(0, 0, 0.5, [100.0, 0.0], [0.0, 0.0])
    assert head.loss(64, 512, [128, 129], 512) == pytest.approx(profile.MOST_LOST)


def test_few_rows_count_more_than_a_head_lost_alone() -> None:
    head = HeadProfile(0, 0, 0.5, [4e-6, 1e-6], [8e-6, 2e-6])
    more = 4**profile.FEW_POWER
    assert head.losses(64, 512, [16, 64], 512) == pytest.approx((1e-6, 2e-6))
    assert head.losses(16, 512, [16, 64], 512) == pytest.approx((4e-6 * more, 8e-6 * more), rel=0.01)
    assert head.losses(16, 2048, [16, 64], 512)[1] > 4 * head.losses(16, 512, [16, 64], 512)[1], "of a longer block"


def test_the_more_a_head_is_seen_to_lose_the_less_is_added_for_few_rows() -> None:
    head = HeadProfile(0, 0, 0.5, [profile.FEW_LOSS, 1e-6], [0.4, 0.1])
    more = 4**profile.FEW_POWER - 1
    prose, copied = head.losses(16, 512, [16, 64], 512)
    assert prose == pytest.approx(profile.FEW_LOSS * (1 + more / 2))
    assert 0.4 < copied < 0.4 + more * profile.FEW_LOSS


def test_what_ships_can_be_used() -> None:
    paths = [path for folder in profile.folders()[1:] for path in folder.glob("*.json")]
    assert paths and all(profile.read(path) is not None for path in paths)


def test_every_profile_that_ships_was_measured() -> None:
    shipped = [profile.read(path) for path in profile.folders()[1].glob("*.json")]
    assert len(shipped) >= 3
    for found in shipped:
        assert found is not None and found.weights and found.rows
        assert all(head.prose and head.copy for head in found.heads)
        assert all(head.types.keys() == head.block_types.keys() == KINDS for head in found.heads)
        assert all(isinstance(lost, tuple) for head in found.heads for lost in head.types.values())
