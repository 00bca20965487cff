"""What commands print reaches files and other programs whatever the system's code page."""

from __future__ import annotations

import io
import json
import os
import shutil
import sys
from pathlib import Path

import pytest

from engine import cli
from engine.cli import take_any_text
from tests.engine.http_harness import TINY

TEXT = "Zoë → 名前 🙂"


class Terminal(io.TextIOWrapper):
    def isatty(self) -> bool:
        return True


def test_a_pipe_of_windows_takes_any_text() -> None:
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding="cp1252")
    take_any_text(stream, windows=True)
    print(TEXT, "\udcff", file=stream, flush=True)
    assert raw.getvalue().decode() == f"{TEXT} ?{stream.newlines or chr(10)}"


@pytest.mark.parametrize(("kind", "windows"), [(Terminal, True), (io.TextIOWrapper, False)])
def test_terminals_and_other_systems_keep_their_encoding(kind: type[io.TextIOWrapper], windows: bool) -> None:
    raw = io.BytesIO()
    stream = kind(raw, encoding="cp1252")
    take_any_text(stream, windows=windows)
    print(TEXT, "\udcff", file=stream, flush=True)  # what has no place there does not end the program
    assert stream.encoding == "cp1252"
    assert raw.getvalue().decode("cp1252") == f"Zoë ? ?? ? ?{stream.newlines or chr(10)}"


def test_streams_that_say_how_they_take_everything_are_left_alone() -> None:
    stream = io.TextIOWrapper(io.BytesIO(), encoding="ascii", errors="backslashreplace")
    take_any_text(stream, windows=False)
    assert stream.errors == "backslashreplace"


def test_a_process_without_streams_is_none_the_worse() -> None:
    take_any_text(None, io.StringIO(), windows=True)


@pytest.fixture
def odd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A model, and a document behind it, whose names are no UTF-8."""
    if sys.platform in ("win32", "darwin"):
        pytest.skip("names are text there")
    monkeypatch.setenv("LONGTHREAD_DATA", str(tmp_path / "data"))
    model = tmp_path / os.fsdecode(b"caf\xe9.gguf")
    shutil.copy(TINY, model)
    model.with_suffix(".txt").write_text("The heron left a letter at the mill. " * 12)
    return model


@pytest.mark.native
def test_a_document_whose_name_is_no_text_is_read(odd: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = str(odd.with_suffix(".txt"))
    assert cli.main(["cartridges", "read", str(odd), text, "--ratio", "4", "--context", "1024", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["name"] == "caf\ufffd.txt"


@pytest.mark.native
def test_heads_of_a_model_whose_name_is_no_text_are_plotted(odd: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plot = odd.with_suffix(".svg")
    assert cli.main(["calibrate", str(odd), "--threads", "1", "--seconds", "0", "--plot", str(plot)]) == 0
    assert "caf\ufffd.gguf" in plot.read_text(encoding="utf-8")
    assert "no time to measure" not in capsys.readouterr().out  # none was asked for


@pytest.mark.native
def test_a_system_prompt_that_is_no_text_is_taken(odd: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b""), encoding="utf-8"))
    given = os.fsdecode(b"Be ca\xe9lm.")
    assert cli.main(["chat", str(odd), "--context", "512", "--threads", "1", "--system", given]) == 0


@pytest.mark.native
def test_a_profile_that_is_carried_is_told_as_one_object(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LONGTHREAD_DATA", str(tmp_path / "data"))
    heads = str(TINY.with_name("plain.heads.json"))
    assert cli.main(["calibrate", str(TINY), "--import", heads, "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["heads"]) == 8
    assert cli.main(["calibrate", str(TINY), "--export", str(tmp_path / "heads.json"), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads((tmp_path / "heads.json").read_text())


@pytest.mark.native
def test_a_plot_that_cannot_be_written_costs_no_profile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LONGTHREAD_DATA", str(tmp_path / "data"))
    plot = tmp_path / "heads.svg"
    plot.mkdir()
    assert cli.main(["calibrate", str(TINY), "--threads", "1", "--seconds", "0", "--plot", str(plot)]) == 1
    told = capsys.readouterr()
    assert told.out == "" and told.err.startswith(f"Can't write {plot}: ") and "[Errno" not in told.err
    assert len(list((tmp_path / "data").rglob("*.json"))) == 1
