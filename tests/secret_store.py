"""A secret store in this process, in place of the system's."""

from __future__ import annotations

import pytest

from app.services import secrets


def stand_in(monkeypatch: pytest.MonkeyPatch, *, lasting: bool = True) -> dict[str, str]:
    """What it holds, by name. ``lasting`` False: as where the system has none."""
    held: dict[str, str] = {}

    def write(name: str, value: str) -> bool:
        if lasting:
            held[name] = value
        return lasting or not value  # nothing is kept where nothing can be

    monkeypatch.setattr(secrets, "_read", lambda name: held.get(name, ""))
    monkeypatch.setattr(secrets, "_write", write)
    return held
