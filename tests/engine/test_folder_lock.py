"""The lock on a folder of chunks: between processes, and shared by the threads of one."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from filelock import FileLock

from engine.snapshots.lock import FolderLock

ROOT = Path(__file__).resolve().parents[2]
HOLDER = """
import sys
from pathlib import Path
from engine.snapshots.lock import FolderLock
with FolderLock(Path(sys.argv[1])).held(10) as got:
    print(got, flush=True)
    sys.stdin.read()
"""


@contextmanager
def held_elsewhere(path: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process that holds the lock until its stdin ends."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", HOLDER, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "True\n"
        yield other
        if other.poll() is None:
            other.communicate()


def test_another_process_waits_and_a_killed_one_holds_nothing(tmp_path: Path) -> None:
    path = tmp_path / ".lock"
    lock = FolderLock(path)
    with held_elsewhere(path) as other:
        with lock.held(0) as got:
            assert not got
        other.kill()
        other.wait()
        with lock.held(0) as got:
            assert got
    assert path.exists()


def test_threads_share_it_and_the_last_one_lets_go(tmp_path: Path) -> None:
    lock, outsider = FolderLock(tmp_path / ".lock"), FolderLock(tmp_path / ".lock")
    inside, leave = threading.Event(), threading.Event()

    def work() -> None:
        with lock.held(10):
            inside.set()
            leave.wait(30)

    thread = threading.Thread(target=work)
    with lock.held(10) as got:
        assert got
        thread.start()
        assert inside.wait(30)
    with outsider.held(0) as got:
        assert not got
    leave.set()
    thread.join()
    with outsider.held(0) as got:
        assert got


def test_where_files_cannot_be_locked_everybody_gets_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: FileLock, timeout: float) -> None:
        raise OSError(errno.ENOLCK, "no locks available")

    monkeypatch.setattr(FileLock, "acquire", refuse)
    with FolderLock(tmp_path / ".lock").held(0) as first, FolderLock(tmp_path / ".lock").held(0) as second:
        assert first and second


def test_a_folder_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    with FolderLock(tmp_path / "none" / ".lock").held(0) as got:
        assert got
    assert not (tmp_path / "none").exists()
