"""What the frozen executable does first: without Python's streams on Windows, with a search path on Linux."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import entry
import pytest

INSTALLERS = Path(__file__).resolve().parents[3] / "installers"
WITHOUT = f"""
import os, sys
sys.path.insert(0, {str(INSTALLERS)!r})
import entry
sys.stdin = sys.stdout = sys.stderr = None
"""


def run(code: str, given: bytes = b"") -> tuple[int, bytes, bytes]:
    """Status, stdout and stderr of a process without streams."""
    done = subprocess.run([sys.executable, "-c", WITHOUT + code], input=given, capture_output=True, check=False)
    return done.returncode, done.stdout, done.stderr


def test_pipes_that_the_parent_gave_are_found_and_speak_utf_8() -> None:
    code = """
entry.restore_streams()
print("名前", sys.stdin.buffer.read(), flush=True)
print("名前 \\udcff", file=sys.stderr, flush=True)
"""
    assert run(code, b"\x00\xff") == (0, "名前 b'\\x00\\xff'\n".encode(), "名前 ?\n".encode())


def test_without_any_pipe_what_is_printed_goes_nowhere() -> None:
    code = """
for descriptor in range(3):
    os.close(descriptor)
entry.restore_streams()
print("nobody reads this", flush=True)
print("nor this", file=sys.stderr, flush=True)
os._exit(7 if sys.stdin.read() == "" else 1)
"""
    assert run(code) == (7, b"", b"")


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere there is no such search path")
@pytest.mark.parametrize(("before", "after"), [({}, None), ({"LD_LIBRARY_PATH_ORIG": "/mine"}, "/mine")])
def test_programs_that_are_started_find_the_libraries_of_the_system(before: dict[str, str], after: str | None) -> None:
    code = f"""
import os, subprocess, sys
sys.path.insert(0, {str(INSTALLERS)!r})
import entry
entry.spare_others()
as_it_was = os.environ.get("LD_LIBRARY_PATH")
sys.frozen = True
entry.spare_others()
names = "LD_LIBRARY_PATH", "LD_LIBRARY_PATH_ORIG", "PYINSTALLER_RESET_ENVIRONMENT"
asked = "import os, sys; print([os.environ.get(name) for name in sys.argv[1:]])"
told = subprocess.run([sys.executable, "-c", asked, *names], capture_output=True, text=True, check=True).stdout
print(as_it_was, told.strip())
"""
    environment = {**os.environ, "LD_LIBRARY_PATH": "/frozen", **before}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == f"/frozen {[after, None, '1']}"


@pytest.mark.parametrize(
    ("system", "arguments", "shown"),
    [
        ("win32", ["--engine"], False), ("win32", ["--read", "pdf"], False), ("darwin", [], False),
        ("win32", [], True), ("win32", ["--safe-mode"], True),
    ],
)  # fmt: skip
def test_what_nobody_catches_is_shown_for_the_window_alone(
    system: str, arguments: list[str], shown: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A dialog of PyInstaller's would keep a process for as long as nobody closes it."""
    logged: list[type[BaseException]] = []

    def fail(_argv: list[str]) -> int:
        raise ValueError

    monkeypatch.setattr(entry, "main", fail)
    monkeypatch.setattr(entry.sys, "platform", system)
    monkeypatch.setattr(entry.sys, "excepthook", lambda kind, *_: logged.append(kind))
    if shown:
        with pytest.raises(ValueError):
            entry.run(["Longthread", *arguments])
        assert logged == []
    else:
        assert entry.run(["Longthread", *arguments]) == 1
        assert logged == [ValueError]


def test_every_process_without_a_window_is_known() -> None:
    program = (INSTALLERS.parent / "app" / "__main__.py").read_text(encoding="utf-8")
    asked = set(re.findall(r'first == "(--[a-z-]+)"', program))
    assert asked and asked | {"--smoke-test"} == set(entry.WITHOUT_WINDOW)
