"""What the system cannot get at: a drive that does not answer, a folder that lets nobody in. Taking its rights away
would not do, since an administrator has them anyway.
"""

from __future__ import annotations

import errno
import os
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

ASKED = ("stat", "lstat", "readlink", "scandir", "listdir")


def shut(monkeypatch: pytest.MonkeyPatch, place: Path, number: int = errno.EACCES, *, listed: bool = False) -> None:
    """From now on the system fails at ``place`` and what is below it. ``listed``: but still says what is in it."""

    def fail(_name: str, path: Any) -> None:
        raise OSError(number, os.strerror(number), str(path))

    _before(monkeypatch, place, fail, ("stat", "lstat", *(() if listed else ("scandir", "listdir"))))


def asked_by_the_window(monkeypatch: pytest.MonkeyPatch, place: Path) -> list[str]:
    """What the window's thread asks from now on of ``place`` and what is below it: a drive that does not answer keeps
    whoever asks waiting.
    """
    asked: list[str] = []

    def note(name: str, path: Any) -> None:
        if threading.current_thread() is threading.main_thread():
            asked.append(f"{name} {Path(os.fsdecode(path))}")

    _before(monkeypatch, place, note)
    return asked


def silent(monkeypatch: pytest.MonkeyPatch, place: Path, seconds: float = 20) -> threading.Event:
    """From now on the system does not answer at ``place`` and below it, until the event is set, or for so long."""
    back = threading.Event()
    _before(monkeypatch, place, lambda *_: back.wait(seconds))
    return back


def _before(
    monkeypatch: pytest.MonkeyPatch, place: Path, act: Callable[[str, Any], object], names: Sequence[str] = ASKED
) -> None:
    """Have ``act`` called with the function and the path before the system is asked of ``place`` or what is below."""

    def asking(name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def ask(path: Any = ".", *args: Any, **options: Any) -> Any:
            if not isinstance(path, int):
                at = Path(os.fsdecode(path))
                if at == place or place in at.parents:
                    act(name, path)
            return real(path, *args, **options)

        return ask

    for name in names:
        monkeypatch.setattr(os, name, asking(name, getattr(os, name)))
