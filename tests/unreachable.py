"""What the system cannot get at: a drive that does not answer, a folder that lets nobody in. Taking its rights away
would not do, since an administrator has them anyway.
"""

from __future__ import annotations

import errno
import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest


def shut(monkeypatch: pytest.MonkeyPatch, place: Path, number: int = errno.EACCES, *, listed: bool = False) -> None:
    """From now on the system fails at ``place`` and what is below it. ``listed``: but still says what is in it."""

    def failing(real: Callable[..., Any]) -> Callable[..., Any]:
        def ask(path: Any = ".", *args: Any, **options: Any) -> Any:
            if not isinstance(path, int):
                asked = Path(os.fsdecode(path))
                if asked == place or place in asked.parents:
                    raise OSError(number, os.strerror(number), str(path))
            return real(path, *args, **options)

        return ask

    for name in ("stat", "lstat", *(() if listed else ("scandir", "listdir"))):
        monkeypatch.setattr(os, name, failing(getattr(os, name)))


def asked_by_the_window(monkeypatch: pytest.MonkeyPatch, place: Path) -> list[str]:
    """What the window's thread asks from now on of ``place`` and what is below it: a drive that does not answer keeps
    whoever asks waiting.
    """
    asked: list[str] = []

    def watched(name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def ask(path: Any = ".", *args: Any, **options: Any) -> Any:
            if not isinstance(path, int) and threading.current_thread() is threading.main_thread():
                at = Path(os.fsdecode(path))
                if at == place or place in at.parents:
                    asked.append(f"{name} {at}")
            return real(path, *args, **options)

        return ask

    for name in ("stat", "lstat", "readlink", "scandir", "listdir"):
        monkeypatch.setattr(os, name, watched(name, getattr(os, name)))
    return asked


def silent(monkeypatch: pytest.MonkeyPatch, place: Path, seconds: float = 20) -> threading.Event:
    """From now on the system does not answer at ``place`` and below it, until the event is set, or for so long."""
    back = threading.Event()

    def waiting(real: Callable[..., Any]) -> Callable[..., Any]:
        def ask(path: Any = ".", *args: Any, **options: Any) -> Any:
            if not isinstance(path, int):
                at = Path(os.fsdecode(path))
                if at == place or place in at.parents:
                    back.wait(seconds)
            return real(path, *args, **options)

        return ask

    for name in ("stat", "lstat", "readlink", "scandir", "listdir"):
        monkeypatch.setattr(os, name, waiting(getattr(os, name)))
    return back
