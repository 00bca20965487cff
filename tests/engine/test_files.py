"""Files on disks that cannot do all that others can: folders of a host in a virtual machine, network drives."""

from __future__ import annotations

import errno
import os
import stat
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from engine.errors import DiskFull
from engine.files import replacing, sync_folder


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


@pytest.mark.parametrize("failure", [OSError(errno.ENOSPC, "full"), KeyboardInterrupt()], ids=["full", "stopped"])
def test_what_is_given_up_leaves_the_old_file_and_no_half_of_a_new_one(tmp_path: Path, failure: BaseException) -> None:
    path = tmp_path / "kept"
    path.write_bytes(b"the old one")

    def give_up() -> None:
        with replacing(path) as file:
            file.write(b"half of it")
            raise failure

    with pytest.raises(DiskFull if isinstance(failure, OSError) else KeyboardInterrupt):
        give_up()
    assert [(one.name, one.read_bytes()) for one in tmp_path.iterdir()] == [("kept", b"the old one")]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="has no such file system")
def test_a_file_system_without_disk_is_no_failure() -> None:
    sync_folder(Path("/proc"))


def test_two_threads_may_replace_the_same_file(tmp_path: Path) -> None:
    """One that was given up may still be at it."""
    path = tmp_path / "kept"

    def other() -> None:
        with replacing(path) as file:
            file.write(b"other")

    with ThreadPoolExecutor(1) as pool, replacing(path) as file:
        file.write(b"first")
        pool.submit(other).result()
        assert path.read_bytes() == b"other"
    assert path.read_bytes() == b"first"
    assert [file.name for file in tmp_path.iterdir()] == ["kept"]
