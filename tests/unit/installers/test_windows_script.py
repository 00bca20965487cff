"""What installers/windows/longthread.nsi must hold to, told without making an installer; tests/installers makes one."""

from __future__ import annotations

import importlib.util
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

LANGUAGES = ("ENGLISH", "GERMAN", "FRENCH", "SPANISH", "SIMPCHINESE")

INSTALLERS = Path(__file__).resolve().parents[3] / "installers"
SCRIPT = INSTALLERS / "windows" / "longthread.nsi"


@pytest.fixture
def build(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """installers/build.py, which is run as a script."""
    monkeypatch.setattr(sys, "path", [str(INSTALLERS), *sys.path])
    spec = importlib.util.spec_from_file_location("freezing", INSTALLERS / "build.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_its_words_are_read_as_utf_8_on_any_machine() -> None:
    assert SCRIPT.read_bytes().startswith(b"\xef\xbb\xbf")


def test_each_sentence_is_there_in_all_languages() -> None:
    said = re.findall(
        r"^LangString (\w+) \$\{LANG_(\w+)\} \".+\"$", SCRIPT.read_text(encoding="utf-8-sig"), re.MULTILINE
    )
    names = {name for name, _ in said}
    assert names
    assert sorted(said) == sorted((name, language) for name in names for language in LANGUAGES)


def test_what_is_frozen_fits_where_it_is_installed(build: ModuleType, tmp_path: Path) -> None:
    (said,) = re.findall(r"!define LONGEST_INSIDE (\d+)", SCRIPT.read_text(encoding="utf-8-sig"))
    assert int(said) == build.LONGEST_INSIDE
    folder = tmp_path / "_internal" / "folder"
    folder.mkdir(parents=True)
    longest = folder / ("x" * (build.LONGEST_INSIDE - len("_internal/folder/")))
    longest.touch()
    assert build.too_long(tmp_path) == []
    (folder / f"{longest.name}x").touch()
    assert build.too_long(tmp_path) == [f"_internal/folder/{longest.name}x"]
