"""A computer without a screen, as servers are: the program says so instead of being ended by Qt. And a start without
stdin, stdout and stderr.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from app.__main__ import SCREENS, has_screen

ROOT = Path(__file__).resolve().parents[2]
on_linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems have one")


@on_linux
def test_without_a_screen_the_command_line_is_named(tmp_path: Path) -> None:
    bare = {name: value for name, value in os.environ.items() if name not in (*SCREENS, "XDG_SESSION_TYPE")}
    command = [sys.executable, "-m", "app", "--data", str(tmp_path / "data")]
    ended = subprocess.run(command, cwd=ROOT, env=bare, capture_output=True, text=True, check=False)
    assert ended.returncode == 1
    assert "needs a screen" in ended.stderr and "engine serve" in ended.stderr
    assert not (tmp_path / "data").exists()


@on_linux
@pytest.mark.parametrize("name", [*SCREENS, "XDG_SESSION_TYPE", ""])
def test_whoever_has_one_is_let_in(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    for one in (*SCREENS, "XDG_SESSION_TYPE"):
        monkeypatch.delenv(one, raising=False)
    if name:
        monkeypatch.setenv(name, "wayland")
    assert has_screen(["longthread"]) is bool(name)
    assert has_screen(["longthread", "-platform", "vnc"])


@on_linux
def test_a_start_without_streams_gives_their_places_to_no_file(tmp_path: Path) -> None:
    """What Qt or a driver prints would be written into the first files that are opened."""
    code = "import os, sys; from app.__main__ import main; main(['longthread']); out = os.open(sys.argv[1], 65)"
    bare = {name: value for name, value in os.environ.items() if name not in (*SCREENS, "XDG_SESSION_TYPE")}
    command = [sys.executable, "-c", f"{code}; os.write(out, str(out).encode())", str(tmp_path / "first")]
    closed = ["sh", "-c", 'exec "$@" <&- >&- 2>&-', "sh", *command]
    assert subprocess.run(closed, cwd=ROOT, env=bare, check=False).returncode == 0
    assert int((tmp_path / "first").read_text()) > 2
