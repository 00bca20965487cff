"""What the system cannot get at: a drive that does not answer, a folder that lets nobody in. Taking its rights away
would not do, since an administrator has them anyway.
"""

from __future__ import annotations

import errno
import os
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
