"""Where the data lies, whatever folder a process runs in."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
import setting_up

from app.core.paths import Paths
from engine.files import DATA_ENV, data_folder

ROOT = Path(__file__).resolve().parents[3]


def test_a_relative_data_folder_is_the_same_for_a_process_that_runs_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    paths = Paths(Path("mine"))
    assert paths.data == tmp_path / "mine"
    answer = subprocess.run(
        [sys.executable, "-c", "from engine.files import data_folder; print(data_folder())"],
        cwd=ROOT,
        env={**os.environ, DATA_ENV: str(paths.data)},
        check=True,
        capture_output=True,
        text=True,
    )
    assert Path(answer.stdout.strip()) == paths.data


def test_a_relative_folder_of_the_environment_is_resolved_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(DATA_ENV, "mine")
    paths = Paths.default()
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert paths.data == paths.database.parent == tmp_path / "mine"


def test_window_engine_and_setup_agree_on_the_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv(DATA_ENV)
    monkeypatch.setattr(setting_up, "PYTHON", Path(sys.executable))
    assert Paths.default().data == data_folder() == setting_up.data_folder()
    monkeypatch.setenv(DATA_ENV, str(tmp_path / "named"))
    assert Paths.default().data == data_folder() == setting_up.data_folder() == tmp_path / "named"


@pytest.mark.skipif(sys.platform == "win32", reason="rights are another thing there")
def test_folders_that_others_could_look_into_are_closed(tmp_path: Path) -> None:
    paths = Paths(tmp_path / "data")
    private = (paths.data, paths.backups, paths.chats, paths.logs)
    for folder in private:
        folder.mkdir(parents=True)
        folder.chmod(0o755)
    paths.create()
    assert {folder.stat().st_mode & 0o777 for folder in private} == {0o700}
