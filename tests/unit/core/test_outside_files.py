"""Files of the person's own: whole or as they were, with the rights and the place they had."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from app.core.outside_files import UnfinishedFile, replacing_outside

RIGHTS = pytest.mark.skipif(os.name == "nt", reason="rights and links are others there")


def rights(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@RIGHTS
@pytest.mark.parametrize("mode", [0o755, 0o600, 0o444])
def test_a_file_keeps_its_rights_and_its_place(tmp_path: Path, mode: int) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    there.mkdir()
    (there / "script").write_bytes(b"old")
    (there / "script").chmod(mode)
    here.symlink_to(there / "script")
    with replacing_outside(here) as file:
        assert rights(Path(file.name)) == 0o600  # also while it is written
        file.write(b"new")
        assert here.read_bytes() == b"old"
    assert here.is_symlink() and (there / "script").read_bytes() == b"new" and rights(there / "script") == mode
    assert sorted(one.name for one in tmp_path.rglob("*")) == ["here", "script", "there"]


@RIGHTS
def test_a_new_file_has_the_usual_rights(tmp_path: Path) -> None:
    new, usual, link = tmp_path / ("n" * 255), tmp_path / "usual", tmp_path / "link"
    usual.write_bytes(b"")
    link.symlink_to(tmp_path / "later")
    for path in (new, link):
        with replacing_outside(path) as file:
            file.write(b"new")
        assert path.read_bytes() == b"new" and rights(path) == rights(usual)
    assert link.is_symlink()


def test_what_ends_in_an_error_leaves_what_was_there(tmp_path: Path) -> None:
    (tmp_path / "mine").write_bytes(b"old")
    with pytest.raises(TypeError), replacing_outside(tmp_path / "mine") as file:
        file.writelines([b"new", "no bytes"])  # type: ignore[list-item]
    with pytest.raises(FileNotFoundError), replacing_outside(tmp_path / "none" / "file"):
        pytest.fail("no folder is made")
    (tmp_path / "folder").mkdir()
    with pytest.raises(OSError), replacing_outside(tmp_path / "folder") as file:
        file.write(b"new")
    assert (tmp_path / "mine").read_bytes() == b"old"
    assert sorted(one.name for one in tmp_path.iterdir()) == ["folder", "mine"]


def test_two_files_of_one_folder_are_written_at_once(tmp_path: Path) -> None:
    with replacing_outside(tmp_path / "a") as one, replacing_outside(tmp_path / "b") as other:
        one.write(b"1")
        other.write(b"2")
    assert ((tmp_path / "a").read_bytes(), (tmp_path / "b").read_bytes()) == (b"1", b"2")


def test_one_that_is_written_in_steps(tmp_path: Path) -> None:
    path = tmp_path / "steps"
    for end in (UnfinishedFile.discard, UnfinishedFile.finish):
        unfinished = UnfinishedFile(path)
        assert not unfinished.begun and not list(tmp_path.iterdir())
        for step in (b"a", b"b"):
            unfinished.open().write(step)
        assert unfinished.begun and not path.exists()
        end(unfinished)
    unfinished.discard()
    assert path.read_bytes() == b"ab" and list(tmp_path.iterdir()) == [path]
