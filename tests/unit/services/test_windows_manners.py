"""What the program does on Windows alone, whose functions are handed in here."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.services import single_instance
from app.services.single_instance import let_others_come_forward, name_of
from app.ui import opening
from app.ui.opening import command_to_show


class User32:
    """user32.dll."""

    def __init__(self, allows: int) -> None:
        self.allows = allows
        self.asked: list[int] = []

    def AllowSetForegroundWindow(self, process: int) -> int:
        self.asked.append(process)
        return self.allows


@pytest.mark.parametrize("allows", [1, 0])
def test_the_program_that_runs_may_come_to_the_front(allows: int) -> None:
    library = User32(allows)
    let_others_come_forward(library)
    assert library.asked == [0xFFFFFFFF]


def test_pipes_there_have_a_name_and_no_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here = name_of(tmp_path)
    monkeypatch.setattr(single_instance.sys, "platform", "win32")
    name = name_of(tmp_path)
    assert name.startswith("longthread-") and name.isascii() and not set(name) & set("/\\.:")
    assert name == name_of(tmp_path / "x" / "..") != name_of(tmp_path / "x")
    assert here != name


@pytest.mark.parametrize(
    ("platform", "path", "command"),
    [
        ("win32", "C:/Meine Modelle/größer.gguf", ["explorer", '/select,"C:\\Meine Modelle\\größer.gguf"']),
        ("win32", "//server/share/m,1.gguf", ["explorer", '/select,"\\\\server\\share\\m,1.gguf"']),
        ("darwin", "/Users/a/m.gguf", ["open", "-R", "/Users/a/m.gguf"]),
        ("linux", "/home/a/m.gguf", []),
    ],
)
def test_a_file_is_shown_by_what_the_system_has(platform: str, path: str, command: list[str]) -> None:
    assert command_to_show(platform, path) == command


def test_explorer_is_told_the_path_in_its_own_quotes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Qt would put some around blanks alone."""
    told: list[str] = []

    class Process:
        def setProgram(self, program: str) -> None:
            told.append(program)

        def setNativeArguments(self, arguments: str) -> None:
            told.append(arguments)

        def startDetached(self) -> None:
            told.append("started")

    monkeypatch.setattr(opening, "QProcess", Process)
    monkeypatch.setattr(opening.sys, "platform", "win32")
    opening.show_in_folder("C:/models/a,b.gguf")
    assert told == ["explorer", '/select,"C:\\models\\a,b.gguf"', "started"]
