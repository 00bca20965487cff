"""Files of the person's own: whole or as they were, with the rights and the place they had."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from app.core import outside_files
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


@RIGHTS
def test_what_is_no_file_stays(tmp_path: Path) -> None:
    pipe, link = tmp_path / "pipe", tmp_path / "link"
    os.mkfifo(pipe)
    link.symlink_to(pipe)
    for path in (pipe, link, tmp_path, Path("/"), Path("/dev/null")):
        with pytest.raises(OSError), replacing_outside(path):
            pytest.fail("nothing is begun")
    assert stat.S_ISFIFO(pipe.stat().st_mode) and stat.S_ISCHR(Path("/dev/null").stat().st_mode)
    assert sorted(one.name for one in tmp_path.iterdir()) == ["link", "pipe"]


@RIGHTS
def test_links_in_a_circle_are_replaced(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to(tmp_path / "b")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    with replacing_outside(tmp_path / "a") as file:
        file.write(b"new")
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes() == b"new"


@RIGHTS
def test_nobody_else_reads_a_file_that_is_written_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, asked = tmp_path / "file", list[tuple[int, int]]()
    path.write_bytes(b"old")

    def refuse(_: object, owner: int, group: int) -> None:
        asked.append((owner, group))
        raise PermissionError(1, "Operation not permitted")

    real = Path.stat

    def others(one: Path, **how: bool) -> os.stat_result:
        found = list(real(one, **how))
        if one.name == path.name:  # of somebody else, and of a group that we are not in
            found[stat.ST_UID], found[stat.ST_GID] = 4321, 1234
        return os.stat_result(found)

    monkeypatch.setattr(os, "chown", refuse)
    for mode, then in ((0o4640, 0o600), (0o664, 0o644), (0o604, 0o644)):
        path.chmod(mode)
        with monkeypatch.context() as context:
            context.setattr(Path, "stat", others)
            with replacing_outside(path) as file:
                file.write(b"new")
        assert rights(path) == then and path.read_bytes() == b"new"
    assert asked[:2] == [(4321, 1234), (-1, 1234)]


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="nobody else gives files to others")
def test_a_file_of_somebody_else_stays_theirs(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old")
    os.chown(path, 4321, 1234)
    path.chmod(0o4640)
    with replacing_outside(path) as file:
        file.write(b"new")
    now = path.stat()
    assert (now.st_uid, now.st_gid, rights(path)) == (4321, 1234, 0o640)


@RIGHTS
def test_a_folder_that_shows_nothing_takes_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: Path) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(outside_files, "sync_folder", refuse)
    with replacing_outside(tmp_path / "file") as file:
        file.write(b"new")
    assert [(one.name, one.read_bytes()) for one in tmp_path.iterdir()] == [("file", b"new")]


def test_what_cannot_take_the_place_of_a_read_only_file_can_be_deleted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old")
    path.chmod(0o444)

    def refuse(source: Path, _: Path) -> None:
        assert source.stat().st_mode & stat.S_IWUSR  # Windows deletes no other
        raise PermissionError(13, "Access is denied")

    monkeypatch.delattr(os, "chown", raising=False)  # as there
    monkeypatch.setattr(outside_files, "put_in_place", refuse)
    with pytest.raises(PermissionError), replacing_outside(path) as file:
        file.write(b"new")
    path.chmod(0o644)
    assert [(one.name, one.read_bytes()) for one in tmp_path.iterdir()] == [("file", b"old")]


def test_where_it_goes_is_looked_at_when_it_is_begun(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A drive that is gone may keep who asks waiting: an export asks on a thread that may be kept."""

    def hang(_: object) -> str:
        pytest.fail("asks the drive")

    with monkeypatch.context() as context:
        context.setattr(os.path, "realpath", hang)
        unfinished = UnfinishedFile(tmp_path / "file")
        unfinished.discard()
    unfinished.open()
    unfinished.finish()
    assert (tmp_path / "file").read_bytes() == b""
