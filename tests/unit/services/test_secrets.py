"""Secrets: what was set last is what the system keeps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import keyring
import pytest
from keyring.errors import KeyringLocked
from PySide6.QtCore import QObject

from app.services import secrets
from app.services.background import Ops
from app.services.secrets import HUB_TOKEN, SERVER_KEY, Secrets
from tests.secret_store import stand_in


class Waiting(Ops):
    """Threads that run what they are given when the test says so."""

    def __init__(self) -> None:
        QObject.__init__(self)
        self.works: list[Callable[[], object]] = []

    def outside(self, work: Callable[[], object], *_: object) -> None:  # type: ignore[override]
        self.works.append(work)


class AtOnce(Ops):
    """No threads."""

    def __init__(self) -> None:
        QObject.__init__(self)

    def outside(self, work: Callable[[], Any], done: Any = None, *_: object) -> None:  # type: ignore[override]
        done(work())


def test_a_token_deleted_at_once_stays_deleted_in_whatever_order_threads_write(monkeypatch: pytest.MonkeyPatch) -> None:
    held = stand_in(monkeypatch)
    ops = Waiting()
    kept = Secrets(ops)
    kept.set(HUB_TOKEN, "hf_secret")
    kept.set(HUB_TOKEN, "")
    for work in reversed(ops.works):  # there are two threads
        work()
    assert held == {HUB_TOKEN: ""} and secrets._read(HUB_TOKEN) == ""


def test_a_secret_that_is_locked_away_is_asked_for_again_and_not_written_over(monkeypatch: pytest.MonkeyPatch) -> None:
    held = {SERVER_KEY: "lt-clients have it"}
    locked = True

    def read(_service: str, name: str) -> str | None:
        if locked:
            raise KeyringLocked
        return held.get(name)

    monkeypatch.setattr(keyring, "get_password", read)
    monkeypatch.setattr(keyring, "set_password", lambda _service, name, value: held.update({name: value}))
    got: list[object] = []
    first = Secrets(AtOnce())
    first.get(SERVER_KEY, got.append)
    first.set_new(SERVER_KEY, "lt-for this run", got.append)
    first.get(SERVER_KEY, got.append)
    assert got == ["", False, "lt-for this run"] and not first.lasting
    assert held == {SERVER_KEY: "lt-clients have it"}
    again = Secrets(AtOnce())
    again.get(SERVER_KEY, lambda _: None)
    locked = False
    again.get(SERVER_KEY, got.append)
    assert got[-1] == "lt-clients have it"
    again.set_new(HUB_TOKEN, "there was none", got.append)
    assert held[HUB_TOKEN] == "there was none"


def test_a_locked_store_is_not_asked_with_each_search_of_the_hub(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each time the system may ask the person to unlock it."""
    asked: list[str] = []
    now = [0.0]

    def read(_service: str, name: str) -> str | None:
        asked.append(name)
        if len(asked) == 1:
            raise KeyringLocked
        return "hf_secret"

    monkeypatch.setattr(keyring, "get_password", read)
    monkeypatch.setattr(secrets.time, "monotonic", lambda: now[0])
    kept, got = Secrets(AtOnce()), list[str]()
    for _ in range(5):
        kept.get(HUB_TOKEN, got.append)
    assert len(asked) == 1 and got == [""] * 5
    now[0] = secrets.ASK_AGAIN_S[HUB_TOKEN]
    kept.get(HUB_TOKEN, got.append)
    assert got[-1] == "hf_secret"
