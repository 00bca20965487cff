"""Layers on other computers: whom the program has the engine connect to, and when it is over."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from app.core.model_values import ModelPhase
from app.services.models import worker_calls
from engine.protocol import Load
from tests.unit.services.conftest import Start
from tests.unit.services.harness import Harness


def loads(harness: Harness) -> list[Load]:
    return [request for request in harness.context.engine.requests if isinstance(request, Load)]  # type: ignore[attr-defined]


def loaded(harness: Harness, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: harness.context.models.state.phase is ModelPhase.LOADED)


def hosts(harness: Harness) -> list[tuple[str, str]]:
    return [(one.host, one.why) for one in harness.context.web.log.requests]


def test_nobody_is_asked_until_it_is_switched_on(start: Start, qtbot: QtBot) -> None:
    harness = start()
    loaded(harness, qtbot)
    models, settings = harness.context.models, harness.context.settings
    settings.set("workers.addresses", "10.0.0.2:50052")
    assert not models.stale and loads(harness)[-1].workers == () and hosts(harness) == []
    settings.set("workers.on", True)
    assert models.stale, "it applies with the next load"
    models.load(models.state.path)
    loaded(harness, qtbot)
    assert loads(harness)[-1].workers == ("10.0.0.2:50052",)
    assert hosts(harness) == [("10.0.0.2:50052", "worker")], "the privacy page lists it"


def test_offline_takes_the_model_from_other_computers(start: Start, qtbot: QtBot) -> None:
    harness = start()
    loaded(harness, qtbot)
    models, settings = harness.context.models, harness.context.settings
    settings.set("privacy.offline", True)
    assert len(loads(harness)) == 1, "nothing lies elsewhere"
    settings.set("privacy.offline", False)
    settings.set("workers.addresses", "10.0.0.2:50052")
    settings.set("workers.on", True)
    models.load(models.state.path)
    loaded(harness, qtbot)
    settings.set("privacy.offline", True)
    assert models.state.phase is ModelPhase.LOADING
    loaded(harness, qtbot)
    assert [load.workers for load in loads(harness)] == [(), ("10.0.0.2:50052",), ()]


def test_requests_that_come_fast_are_noted_once(start: Start, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    harness = start()
    loaded(harness, qtbot)
    now = [1000.0]
    monkeypatch.setattr(worker_calls, "time", type("Clock", (), {"monotonic": staticmethod(lambda: now[0])}))
    request = Load(id=0, path="m.gguf", workers=("a:1", "b:2"))
    for _ in range(3):
        harness.context.engine.placing.emit(request)
    assert hosts(harness) == [("a:1", "worker"), ("b:2", "worker")]
    now[0] += worker_calls.QUIET_SECONDS
    harness.context.engine.placing.emit(request)
    assert len(hosts(harness)) == 4
