"""Every state after the engine's death has a way out: try again, other settings, another model."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from app.core.model_values import ModelPhase
from app.core.texts import say
from app.core.work_values import Notice, Phase
from engine import protocol as p
from tests.fake_engine import Script
from tests.unit.services.conftest import Start
from tests.unit.services.harness import Harness
from tests.words import said

KILLED = say("engine.killed")


def loading(h: Harness) -> None:
    """The model is being loaded."""
    h.engine.paused = True
    before = len(h.requests(p.Load)) if h.engine.starts > 1 else 0
    h.wait(lambda: len(h.requests(p.Load)) > before)
    assert h.context.models.state.phase is ModelPhase.LOADING


def idle(h: Harness) -> None:
    """Nothing happens."""
    h.wait_idle()


def replying(h: Harness) -> None:
    """A reply is being written."""
    h.wait_idle()
    h.conversation.send("tell me")
    h.wait(lambda: h.engine.holding)


def compacting(h: Harness) -> None:
    """A compaction waits to be done behind a reply."""
    replying(h)
    h.conversation.compact_now()


MOMENTS = (loading, idle, replying, compacting)


@pytest.fixture(params=MOMENTS, ids=lambda moment: moment.__name__)
def stopped(request: pytest.FixtureRequest, start: Start) -> Harness:
    """The engine died at that moment, was started again, and died at the same moment for good."""
    moment: Callable[[Harness], None] = request.param
    h = start(Script(hold_at=2), models=2)
    moment(h)
    h.engine.die(KILLED)
    moment(h)
    h.engine.die(KILLED, restarting=False)
    return h


def last(h: Harness) -> Notice:
    """What was told of the last death."""
    return next(notice for notice in reversed(h.notices) if notice.text == KILLED)


def finish(h: Harness) -> None:
    """Let what the engine has to do come to its end."""
    h.engine.paused = False
    h.engine.release()

    def done() -> bool:
        h.engine.release()
        return h.conversation.phase is Phase.IDLE and "streaming" not in h.states

    h.wait(done)


def test_the_window_says_what_happened(stopped: Harness) -> None:
    state = stopped.context.models.state
    assert (state.phase, state.stopped, state.problem) == (ModelPhase.FAILED, True, KILLED)
    assert state.path
    assert "streaming" not in stopped.states
    notice = last(stopped)
    assert "Restart the engine" in said(notice.hint)
    assert notice.action == "retry_engine"
    assert notice.also == ("model_settings", "open_library")


def test_trying_again_loads_the_model(stopped: Harness) -> None:
    stopped.context.act(last(stopped))
    assert stopped.context.models.state.phase is ModelPhase.LOADING
    finish(stopped)
    assert stopped.context.models.state.phase is ModelPhase.LOADED


def test_choosing_the_same_model_loads_it(stopped: Harness) -> None:
    stopped.context.models.load(stopped.context.models.state.path)
    finish(stopped)
    assert stopped.context.models.state.phase is ModelPhase.LOADED


def test_choosing_another_model_loads_that(stopped: Harness) -> None:
    models = stopped.context.models
    stopped.wait(lambda: len(models.entries) == 2)
    other = next(entry.path for entry in models.entries if entry.path != models.state.path)
    models.load(other)
    finish(stopped)
    assert (models.state.phase, models.state.path) == (ModelPhase.LOADED, other)


@pytest.mark.parametrize("stopped", MOMENTS[1:], indirect=True, ids=lambda moment: moment.__name__)
def test_a_message_is_answered(stopped: Harness) -> None:
    before = len(stopped.messages)
    stopped.conversation.send("are you there?")
    finish(stopped)
    assert len(stopped.messages) == before + 2
    assert stopped.states[-1] == "done"


def test_a_third_death_leaves_the_same_ways_out(stopped: Harness) -> None:
    stopped.context.act(last(stopped))
    stopped.wait(lambda: stopped.engine.running)
    stopped.notices.clear()
    stopped.engine.die(KILLED, restarting=False)
    test_the_window_says_what_happened(stopped)
    test_trying_again_loads_the_model(stopped)


@pytest.mark.parametrize("moment", [replying, compacting])
def test_continue_goes_on(start: Start, moment: Callable[[Harness], None]) -> None:
    h = start(Script(hold_at=2))
    for restarting in (True, False):
        moment(h)
        h.engine.die(KILLED, restarting=restarting)
    assert h.states[-1] == "interrupted"
    h.conversation.continue_reply()
    finish(h)
    assert h.states[-1] == "done"


def test_a_model_whose_loads_ended_the_engine_waits_for_the_person(start: Start) -> None:
    h = start()
    for restarting in (True, False):
        loading(h)
        h.engine.die(KILLED, restarting=restarting)
    missing: list[str] = []
    h.follow(model_missing=lambda: missing.append("told"))
    h.conversation.send("are you there?")
    h.wait(lambda: missing)
    assert not h.engine.running
    assert h.states[-1] == "streaming"
    h.context.models.retry()
    finish(h)
    assert h.states[-1] == "done"


def test_a_message_without_a_model_says_so(start: Start) -> None:
    h = start()
    h.wait_idle()
    h.send("hello")
    h.context.models.unload()
    missing: list[str] = []
    h.follow(model_missing=lambda: missing.append("told"))
    h.conversation.regenerate()
    assert missing


def test_the_processor_is_offered_where_a_card_was_used(start: Start) -> None:
    h = start(Script(devices=("CUDA0: a card", "CPU: a processor")))
    h.wait_idle()
    h.engine.die(KILLED, restarting=False)
    notice = last(h)
    assert notice.also[0] == "use_cpu"
    h.context.act(Notice("error", KILLED, action="use_cpu"))
    finish(h)
    load = h.requests(p.Load)[-1]
    assert isinstance(load, p.Load)
    assert load.n_gpu_layers == 0
    h.engine.die(KILLED, restarting=False)
    assert "use_cpu" not in last(h).also


def test_a_real_loop_ends_and_can_be_left(start: Start) -> None:
    h = start(Script(crash_on="generate"), child=True)
    for _ in range(2):
        h.wait_idle()
        h.conversation.send("again")
        h.wait(lambda: h.states and h.states[-1] == "interrupted" and len(h.messages) % 2 == 0)
        h.wait(lambda: h.notices)
    h.wait(lambda: h.context.models.state.phase is ModelPhase.FAILED)
    h.notices.clear()
    h.conversation.continue_reply()
    assert h.context.models.state.phase is ModelPhase.LOADING
    h.wait(lambda: h.context.models.state.phase is ModelPhase.FAILED)
    assert h.states[-1] == "interrupted"
    assert h.notices[-1].action == "retry_engine"
