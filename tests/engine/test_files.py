"""Files on disks that cannot do all that others can: folders of a host in a virtual machine, network drives."""

from __future__ import annotations

import errno
import os
import stat
import sys
from pathlib import Path

import pytest

from engine.errors import DiskFull
from engine.files import replacing, replacing_outside, sync_folder


def refusing(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    """Have the system refuse to sync folders."""
    real = os.fsync

    def fsync(descriptor: int) -> None:
        if stat.S_ISDIR(os.fstat(descriptor).st_mode):
            raise OSError(number, os.strerror(number))
        real(descriptor)

    monkeypatch.setattr(os, "fsync", fsync)


@pytest.mark.skipif(os.name == "nt", reason="folders are not synced there")
@pytest.mark.parametrize("number", [errno.EINVAL, errno.ENOTSUP, errno.ENOSYS, errno.EBADF])
def test_a_file_is_kept_where_folders_cannot_be_synced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    refusing(monkeypatch, number)
    with replacing(tmp_path / "kept") as file:
        file.write(b"all of it")
    assert [(one.name, one.read_bytes()) for one in tmp_path.iterdir()] == [("kept", b"all of it")]


@pytest.mark.skipif(os.name == "nt", reason="folders are not synced there")
def test_a_disk_that_fails_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    refusing(monkeypatch, errno.EIO)
    with pytest.raises(DiskFull), replacing(tmp_path / "kept") as file:
        file.write(b"all of it")


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="has no such file system")
def test_a_file_system_without_disk_is_no_failure() -> None:
    sync_folder(Path("/proc"))


@pytest.mark.skipif(os.name == "nt", reason="rights and links are others there")
def test_a_file_of_the_persons_keeps_its_rights_and_its_place(tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    there.mkdir()
    (there / "script").write_bytes(b"old")
    (there / "script").chmod(0o755)
    here.symlink_to(there / "script")
    new, usual = tmp_path / ("n" * 255), tmp_path / "usual"
    usual.write_bytes(b"")
    for path in (here, new):
        with replacing_outside(path) as file:
            file.write(b"new")
    assert here.is_symlink() and (there / "script").read_bytes() == b"new"
    assert (there / "script").stat().st_mode & 0o777 == 0o755
    assert new.stat().st_mode & 0o777 == usual.stat().st_mode & 0o777
    with pytest.raises(DiskFull), replacing_outside(tmp_path / "none" / "file"):
        pytest.fail("no folder is made")
    assert sorted(one.name for one in tmp_path.rglob("*")) == sorted(["here", "there", "script", new.name, "usual"])
