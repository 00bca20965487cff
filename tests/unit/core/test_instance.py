"""One program per data folder."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest
from filelock import FileLock

from app.core.instance import InstanceLock, InstanceRunning

ROOT = Path(__file__).resolve().parents[3]
HOLDER = """
import sys
from pathlib import Path
from app.core.instance import InstanceLock
lock = InstanceLock(Path(sys.argv[1]))
print("held", flush=True)
sys.stdin.read()
"""


def test_a_second_process_is_told_who_holds_it_and_a_dead_one_holds_nothing(tmp_path: Path) -> None:
    path = tmp_path / "data" / "app.lock"
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(path)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert holder.stdin is not None
    assert holder.stdout is not None
    with holder.stdin, holder.stdout:
        assert holder.stdout.readline().strip() == b"held"
        with pytest.raises(InstanceRunning) as running:
            InstanceLock(path)
        assert running.value.pid == holder.pid
        assert str(holder.pid) in running.value.message
        assert str(path.parent) in running.value.hint
        holder.kill()
        holder.wait()
    lock = InstanceLock(path)
    lock.release()


def test_release_lets_another_in(tmp_path: Path) -> None:
    first = InstanceLock(tmp_path / "lock")
    with pytest.raises(InstanceRunning) as running:
        InstanceLock(tmp_path / "lock")
    assert running.value.pid == os.getpid()
    first.release()
    first.release()
    second = InstanceLock(tmp_path / "lock")
    second.release()


def test_where_files_cannot_be_locked_that_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: FileLock, blocking: bool) -> None:
        raise OSError(errno.ENOLCK, "no locks available")

    monkeypatch.setattr(FileLock, "acquire", refuse)
    with pytest.raises(OSError, match="no locks"):
        InstanceLock(tmp_path / "lock")


def test_an_unreadable_pid_is_no_obstacle(tmp_path: Path) -> None:
    held = InstanceLock(tmp_path / "lock")
    (tmp_path / "lock").write_text("nonsense")
    with pytest.raises(InstanceRunning) as running:
        InstanceLock(tmp_path / "lock")
    assert running.value.pid == 0
    assert "process" not in running.value.message
    held.release()
