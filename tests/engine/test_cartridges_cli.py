"""``python -m engine cartridges``: documents are read, shown, kept and deleted."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine import cli
from engine.process import documents
from tests.engine.http_harness import TINY

pytestmark = pytest.mark.native


def test_a_document_is_read_listed_kept_and_deleted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LONGTHREAD_DATA", str(tmp_path / "data"))
    text = tmp_path / "letter.txt"
    text.write_text("The heron left a letter at the mill. " * 12)
    status = cli.main(["cartridges", "read", str(TINY), str(text), "--ratio", "4", "--context", "1024", "--json"])
    told = capsys.readouterr()
    if status and "library" in told.err:
        pytest.skip("the library mounts nothing")
    assert status == 0, told.err
    facts = json.loads(told.out)
    assert facts["name"] == "letter.txt" and facts["ratio"] > 3
    assert cli.main(["cartridges", "keep", facts["digest"][:8]]) == 0
    assert cli.main(["cartridges", "list", "--json"]) == 0
    (listed,) = json.loads(capsys.readouterr().out)["cartridges"]
    assert listed["kept"] and listed["digest"] == facts["digest"]
    assert cli.main(["cartridges", "list"]) == 0
    assert "1 document," in capsys.readouterr().out
    assert cli.main(["cartridges", "delete", facts["digest"][:8]]) == 0
    assert cli.main(["cartridges", "delete", facts["digest"][:8]]) == 1
    assert "no such document" in capsys.readouterr().err


def test_what_cannot_be_read_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LONGTHREAD_DATA", str(tmp_path / "data"))
    assert cli.main(["cartridges", "read", str(TINY), str(tmp_path / "none.txt")]) == 1
    assert "none.txt" in capsys.readouterr().err
    (tmp_path / "empty.txt").write_text(" ")
    assert cli.main(["cartridges", "read", str(TINY), str(tmp_path / "empty.txt"), "--context", "512"]) == 1
    assert "contains no text" in capsys.readouterr().err


def test_it_is_refined_where_that_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LONGTHREAD_DATA", str(tmp_path / "data"))
    text = tmp_path / "letter.txt"
    text.write_text("The heron left a letter at the mill. " * 12)
    errors: list[float] = []
    refined: list[bool] = []
    beside = documents._RefiningBesideChats.begins
    monkeypatch.setattr(documents._RefiningBesideChats, "begins", lambda one: (refined.append(True), beside(one))[1])
    command = ["cartridges", "read", str(TINY), str(text), "--ratio", "4", "--context", "1024", "--json"]
    for option in ([], ["--refine"]):
        assert cli.main([*command, *option]) == 0
        facts = json.loads(capsys.readouterr().out)
        errors.append(facts["error"])
        assert cli.main(["cartridges", "delete", facts["digest"][:8]]) == 0
        capsys.readouterr()
    assert refined == [True] and errors[1] < errors[0]
