"""On which drive a path lies, without asking it."""

from __future__ import annotations

import os
import sys

import pytest

from app.core import drives

MOUNTS = ("/", "/home", "/home/anna/share", "/mnt/a b")


@pytest.mark.skipif(sys.platform == "win32", reason="paths begin with their drive there")
@pytest.mark.parametrize(
    ("path", "drive"),
    [
        ("/etc/hosts", "/"),
        ("/home", "/home"),
        ("/home/anna/notes.txt", "/home"),
        ("/home/anna/share", "/home/anna/share"),
        ("/home/anna/share/deep/notes.txt", "/home/anna/share"),
        ("/home/anna/shared.txt", "/home"),
        ("/mnt/a b/c", "/mnt/a b"),
        ("/mnt/a", "/"),
    ],
)
def test_the_longest_mount_point_holds_a_path(path: str, drive: str) -> None:
    assert drives.drive_of(path, MOUNTS) == drive
    assert drives.drive_of(path, ()) == "/"


@pytest.mark.parametrize(
    ("split", "drive"),
    [(("Z:", "\\a.txt"), "Z:" + os.sep), (("\\\\nas\\share", "\\a"), "\\\\nas\\share" + os.sep)],
)
def test_windows_has_it_at_the_beginning(split: tuple[str, str], drive: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os.path, "splitdrive", lambda _path: split)
    assert drives.drive_of("".join(split), MOUNTS) == drive


@pytest.mark.skipif(sys.platform == "win32", reason="they are not asked there")
def test_the_system_has_mount_points() -> None:
    assert "/" in drives.mount_points() or drives.mount_points() == ()
