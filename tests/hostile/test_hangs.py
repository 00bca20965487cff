"""A load, or a chat being opened, that never ends: there is a way out, and it is not tried again for ever."""

from __future__ import annotations

import os
import signal

import pytest

from app.core.load_guard import LoadGuard
from app.core.model_values import ModelPhase
from app.core.work_values import Notice
from app.services.engine_client.process import EngineProcess
from app.services.engine_client.watchdog import LOOK_S, OFFER_S, SILENT_S, Watchdog
from engine import protocol as p
from tests.unit.services.conftest import Start, start  # noqa: F401
from tests.unit.services.harness import Harness

# ruff: noqa: F811


def pass_time(h: Harness, seconds: float) -> None:
    """Let the watchdog believe that so much time has passed."""
    watchdog = h.context.engine.watchdog
    until = watchdog.clock() + seconds
    while watchdog.clock() < until:
        now = watchdog.clock() + LOOK_S
        watchdog.clock = lambda now=now: now  # type: ignore[misc]
        watchdog.look()


def still(h: Harness) -> Harness:
    """With a clock that stands."""
    now = h.context.engine.watchdog.clock()
    h.context.engine.watchdog.clock = lambda: now
    return h


def hung_load(start: Start, models: int = 2) -> Harness:
    """A start whose first load never moves."""
    h = still(start(models=models))
    h.engine.paused = True
    h.wait(lambda: h.requests(p.Load))
    while not isinstance(h.engine._runs[0].request, p.Load):
        h.engine.step()  # what was asked before it is answered
    return h


def offers(h: Harness) -> list[Notice]:
    return [notice for notice in h.notices if notice.action == "force_stop"]


def times(h: Harness, path: str) -> int:
    return LoadGuard(h.context.settings).times(path)


def other(h: Harness) -> str:
    return next(entry.path for entry in h.context.models.entries if entry.path != h.context.models.state.path)


def test_a_load_that_hangs_can_be_stopped_and_waits_for_the_person(start: Start) -> None:
    h = hung_load(start)
    path = h.context.models.state.path
    pass_time(h, OFFER_S - LOOK_S)
    assert offers(h) == []
    pass_time(h, LOOK_S)
    pass_time(h, 2 * OFFER_S)
    assert len(offers(h)) == 1
    h.engine.paused = False
    h.context.act(offers(h)[0])
    h.wait(lambda: h.engine.starts == 2 and h.engine.running)
    h.settle()
    assert h.context.models.state.phase is ModelPhase.FAILED
    assert h.notices[-1].action == "retry_model" or h.notices[-2].action == "retry_model"
    assert len(h.requests(p.Load)) == 1
    assert times(h, path) == 1
    h.context.models.retry()
    h.wait_idle()
    assert h.context.models.state.path == path
    assert times(h, path) == 0


def test_progress_is_a_sign_of_life(start: Start) -> None:
    h = hung_load(start)
    for _ in range(3):
        pass_time(h, OFFER_S - LOOK_S)
        h.engine.step()
    assert offers(h) == []
    pass_time(h, OFFER_S)
    assert len(offers(h)) == 1


def test_another_model_ends_a_load_that_hangs(start: Start) -> None:
    h = hung_load(start)
    first, second = h.context.models.state.path, other(h)
    pass_time(h, SILENT_S)
    h.engine.paused = False
    h.context.models.load(second)
    h.wait(lambda: h.engine.starts == 2)
    h.wait_idle()
    assert h.context.models.state.path == second
    assert [load.path for load in h.requests(p.Load) if isinstance(load, p.Load)] == [first, second]
    assert (times(h, first), times(h, second)) == (1, 0)


def test_another_model_chosen_early_ends_it_as_soon_as_it_is_known_to_hang(start: Start) -> None:
    h = hung_load(start)
    first, second = h.context.models.state.path, other(h)
    h.context.models.load(second)
    assert h.engine.starts == 1
    pass_time(h, SILENT_S - LOOK_S)
    assert h.engine.starts == 1
    pass_time(h, LOOK_S)
    assert h.engine.starts == 2
    h.engine.paused = False
    h.engine._go()
    h.wait_idle()
    assert h.context.models.state.path == second
    assert (times(h, first), times(h, second)) == (1, 0)


def test_a_load_that_goes_on_is_not_ended_by_another_choice(start: Start) -> None:
    h = hung_load(start)
    first, second = h.context.models.state.path, other(h)
    pass_time(h, SILENT_S - LOOK_S)
    h.engine.step()
    h.context.models.load(second)
    for _ in range(3):
        pass_time(h, SILENT_S - LOOK_S)
        h.engine.step()
    h.engine.paused = False
    h.engine._go()
    h.wait_idle()
    assert h.engine.starts == 1
    assert (h.context.models.state.path, times(h, first), times(h, second)) == (second, 0, 0)


def test_unloading_ends_a_load_that_hangs(start: Start) -> None:
    h = hung_load(start)
    path, done = h.context.models.state.path, []
    pass_time(h, SILENT_S)
    h.context.models.unload(lambda: done.append(True))
    assert done == [True]
    h.wait(lambda: h.engine.running and h.engine.starts == 2)
    assert h.context.models.state.phase is ModelPhase.NONE
    assert times(h, path) == 1


@pytest.mark.parametrize("how", ["closed", "stopped"])
def test_a_model_that_hung_twice_is_not_loaded_by_itself(start: Start, how: str) -> None:
    path = ""
    for count in (1, 2):
        h = hung_load(start)
        path = h.context.models.state.path
        pass_time(h, OFFER_S)
        if how == "stopped":
            h.context.act(offers(h)[0])
        assert times(h, path) == count
        h.context.shutdown()
    h = start(models=2)
    h.wait(lambda: h.context.models.state.phase is ModelPhase.FAILED)
    h.settle()
    assert h.requests(p.Load) == []
    assert h.context.models.state.path == path


def hung_chat(start: Start) -> Harness:
    """A start whose model loads and whose last chat never opens."""
    h = start(models=2)
    h.wait_idle()
    h.send("hello")
    h.context.shutdown()
    h = still(start(models=2))
    h.engine.paused = True

    def opening() -> bool:
        if h.requests(p.OpenChat):
            return True
        h.engine.step()
        return False

    h.wait(opening)
    return h


def test_a_chat_that_never_opens_can_be_stopped_and_waits_for_a_wish(start: Start) -> None:
    h = hung_chat(start)
    pass_time(h, OFFER_S)
    assert len(offers(h)) == 1
    h.engine.paused = False
    h.context.act(offers(h)[0])
    h.wait_idle()
    assert h.engine.starts == 2
    assert len(h.requests(p.OpenChat)) == 1
    h.send("again")
    assert len(h.requests(p.OpenChat)) == 2
    assert h.states[-1] != "streaming"


def test_another_model_ends_a_chat_that_never_opens(start: Start) -> None:
    h = hung_chat(start)
    second = other(h)
    pass_time(h, OFFER_S)
    h.engine.paused = False
    h.context.models.load(second)
    h.wait_idle()
    assert (h.context.models.state.path, h.engine.starts) == (second, 2)


def test_a_program_that_ended_tells_of_no_engine(start: Start) -> None:
    h = hung_load(start)
    watchdog = h.context.engine.watchdog
    h.context.shutdown()
    told: list[object] = []
    watchdog.looked.connect(lambda: told.append("looked"))
    watchdog.stalled.connect(told.append)
    before = len(h.notices)
    watchdog.begun(99)
    watchdog.over(99)
    watchdog.begun(100)
    assert not watchdog._timer.isActive()
    pass_time(h, 3 * OFFER_S)
    assert len(h.notices) == before
    assert not [one for one in told if one != "looked"]


def test_a_computer_that_slept_is_no_engine_that_hangs() -> None:
    now = [0.0]
    watchdog = Watchdog(clock=lambda: now[0])
    told: list[int] = []
    watchdog.stalled.connect(told.append)
    watchdog.begun(7)
    now[0] += 8 * 3600
    watchdog.look()
    assert told == []
    for _ in range(round(OFFER_S / LOOK_S)):
        now[0] += LOOK_S
        watchdog.look()
    assert told == [7]
    watchdog.over(7)
    assert not watchdog.stuck


@pytest.mark.skipif(os.name == "nt", reason="a process cannot be halted so on Windows")
def test_a_process_that_stands_still_is_ended_for_another_model(start: Start) -> None:
    h = still(start(child=True, models=2))
    h.wait_idle()
    engine = h.context.engine
    assert isinstance(engine, EngineProcess)
    first, second, before = h.context.models.state.path, other(h), engine.pid
    os.kill(before, signal.SIGSTOP)
    h.context.models.load(first)
    pass_time(h, SILENT_S)
    h.context.models.load(second)
    h.wait(lambda: engine.running and engine.pid != before)
    h.wait_idle()
    assert h.context.models.state.path == second
    assert (times(h, first), times(h, second)) == (1, 0)
