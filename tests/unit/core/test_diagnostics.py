"""The bundle holds what a report needs and nothing that was said."""

from __future__ import annotations

import json
import zipfile
from contextlib import closing
from pathlib import Path, PurePath, PurePosixPath, PureWindowsPath
from typing import Any

import pytest

from app.core import diagnostics
from app.core.diagnostics import told_settings, without_home, write_bundle
from app.core.model_values import ModelFacts
from app.core.paths import Paths
from app.core.store import Store, StoredModel
from app.core.work_values import Activity
from tests.unit.core.store_helpers import converse

SECRET = "the keeper buried the lantern under the third oak"


@pytest.fixture
def paths(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Paths:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    paths = Paths(tmp_path / "home" / "data")
    paths.create()
    with closing(Store(paths.database, paths.backups)) as store:
        chat, _ = converse(store, SECRET, SECRET, title=SECRET)
        store.put_setting("chat.system_prompt", json.dumps(SECRET))
        store.put_setting("model.n_ctx", "2048")
        store.put_setting("appearance.theme", '"dark"')
        store.put_model(StoredModel(path=f"{paths.models}/m.gguf", size=1, mtime=1.0,
                                 facts=ModelFacts(f"{paths.models}/m.gguf", "M", "llama")))  # fmt: skip
        store.add_activity(Activity(kind="reply", chat=chat.id, at=1.0, ms=900.0, tokens=12, decode_ms=600.0))
    (paths.logs / "engine.log").write_text(f'{{"text": "opened {paths.data}/x"}}\n')
    return paths


def content(bundle: Path) -> tuple[dict[str, Any], dict[str, str]]:
    with zipfile.ZipFile(bundle) as files:
        assert files.testzip() is None
        texts = {name: files.read(name).decode() for name in files.namelist()}
    return json.loads(texts["report.json"]), texts


def test_it_tells_what_runs_and_not_what_was_said(paths: Paths, tmp_path: Path) -> None:
    report, texts = content(write_bundle(tmp_path / "out.zip", paths, {"version": "llama.cpp 1"}, ("a line",)))
    assert report["engine"] == {"version": "llama.cpp 1"}
    assert report["engine_lines"] == ["a line"]
    assert report["versions"]["python"]
    assert report["machine"]["memory"] > 0 and report["machine"]["processor"]
    database = report["database"]
    assert (database["chat"], database["message"]) == (1, 2)
    assert database["settings"] == {
        "chat.system_prompt": f"{len(SECRET)} characters", "model.n_ctx": 2048, "appearance.theme": "dark",
    }  # fmt: skip
    assert database["models"][0]["path"] == "m.gguf"
    assert database["activity"][0]["tokens"] == 12
    assert "opened ~/data/x" in texts["logs/engine.log"]
    for name, text in texts.items():
        assert SECRET not in text, name
        assert str(tmp_path / "home") not in text, name


def test_of_a_long_log_only_its_end_is_in_it(paths: Paths, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(diagnostics, "MAX_LOG", 9)
    for name, text in (("long.log", "older, newer"), ("short.log.1", "whole"), ("other.txt", "not a log")):
        (paths.logs / name).write_text(text)
    _, texts = content(write_bundle(tmp_path / "out.zip", paths, {}))
    assert texts["logs/long.log"] == "er, newer" and texts["logs/short.log.1"] == "whole"
    assert "logs/other.txt" not in texts


def test_a_database_that_cannot_be_read_is_told(paths: Paths, tmp_path: Path) -> None:
    paths.database.write_bytes(b"not a database" * 1000)
    report, _ = content(write_bundle(tmp_path / "out.zip", paths, {}))
    assert report["database"]["problem"] == "DatabaseError: SQLITE_NOTADB"


def test_a_place_that_cannot_be_written_leaves_nothing(paths: Paths, tmp_path: Path) -> None:
    (tmp_path / "out.zip").mkdir()
    with pytest.raises(OSError):
        write_bundle(tmp_path / "out.zip", paths, {})
    assert not list(tmp_path.glob("*.tmp"))


def test_unreadable_settings_do_not_stop_it() -> None:
    assert told_settings({"model.n_ctx": "{", "unknown": "1"}) == {"model.n_ctx": "not readable"}


@pytest.mark.parametrize(
    ("home", "text"),
    [
        (PurePosixPath("/home/jörg"), "open /home/jörg/data and /home/jörg"),
        (PureWindowsPath("C:/Users/Jörg"), r"open C:\Users\Jörg\data and c:\users\jörg"),
        (PureWindowsPath("C:/Users/Jörg"), "open C:/Users/Jörg/data and file:///C:/Users/Jörg/x"),
        (PureWindowsPath("C:/Users/Jörg"), json.dumps(r"open C:\Users\Jörg\data", ensure_ascii=False)),
        (PureWindowsPath("C:/Users/Jörg"), json.dumps(r"open C:\Users\Jörg\data")),
    ],
    ids=["Linux", "Windows", "Qt on Windows", "JSON", "JSON in ASCII"],
)
def test_the_persons_name_is_in_no_path(home: PurePath, text: str) -> None:
    told = without_home(text, home)
    assert "rg" not in told.casefold() and "~" in told and "data" in told
    assert all(after[:1] in ("", "/", "\\", " ") for after in told.split("~")[1:]), "no letter of it is left"


def test_a_home_that_is_the_root_hides_nothing() -> None:
    assert without_home("a/b", PurePosixPath("/")) == "a/b"
