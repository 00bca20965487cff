"""The model is unloaded after a while without use, where the person wants that, and comes back when it is wanted."""

from __future__ import annotations

import pytest

from app.core.model_values import ModelPhase
from app.services.models.rest import REST
from engine import protocol
from tests.fake_engine import Script
from tests.unit.services.conftest import Start
from tests.unit.services.harness import Harness

SCRIPT = Script(replies=(("One",), ("Two",)))


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def unused(h: Harness, minutes: float, *, wanted: str = "5") -> None:
    """So much time goes by in which nobody does anything."""
    clock = Clock()
    h.context.rest.clock = clock
    h.context.settings.set(REST, wanted)
    h.context.rest.look()
    assert h.context.models.state.phase is ModelPhase.LOADED
    clock.now += 60 * minutes
    h.context.rest.look()


def rested(start: Start, script: Script = SCRIPT) -> Harness:
    h = start(script)
    h.wait_idle()
    h.send("Hello.")
    unused(h, 5)
    assert h.context.models.state.phase is ModelPhase.RESTING
    return h


def test_a_model_that_nobody_uses_is_unloaded(start: Start) -> None:
    h = start(SCRIPT)
    h.wait_idle()
    used = h.context.models.state
    unused(h, 5)
    state = h.context.models.state
    assert (state.phase, state.path, state.name) == (ModelPhase.RESTING, used.path, used.name)
    h.wait(lambda: h.requests(protocol.Unload))
    assert not h.context.models.in_use and not h.context.rest._timer.isActive()
    assert h.context.switching.nothing_loaded
    assert h.context.settings.text("model.last") == state.path, "it is the one of the next start"
    h.context.rest.look()
    h.settle()
    assert len(h.requests(protocol.Unload)) == 1


@pytest.mark.parametrize(("minutes", "wanted"), [(4.9, "5"), (59, "60"), (10_000, "")])
def test_not_before_its_time_or_where_nobody_wants_it(start: Start, minutes: float, wanted: str) -> None:
    h = start(SCRIPT)
    h.wait_idle()
    unused(h, minutes, wanted=wanted)
    assert h.context.models.state.phase is ModelPhase.LOADED and not h.requests(protocol.Unload)
    assert h.context.rest._timer.isActive() is bool(wanted)


def test_a_message_brings_it_back_and_is_answered(start: Start) -> None:
    h = rested(start)
    path = h.context.models.state.path
    loads = len(h.requests(protocol.Load))
    h.send("And now?")
    assert [message.content for message in h.messages] == ["Hello.", "One", "And now?", "Two"]
    assert h.context.models.state.path == path and h.context.rest._timer.isActive()
    assert len(h.requests(protocol.Load)) == loads + 1 and h.notices == []


def test_writing_brings_it_back_before_the_message_is_sent(start: Start) -> None:
    h = rested(start)
    h.context.rest.used()
    h.context.rest.used()
    h.wait_idle()
    assert h.context.models.state.phase is ModelPhase.LOADED and len(h.requests(protocol.Load)) == 2


def test_what_is_used_does_not_rest(start: Start) -> None:
    h = start(Script(replies=(("One", " two"),), hold_at=1))
    h.wait_idle()
    h.conversation.send("Count.")
    h.wait(lambda: h.engine.holding)
    unused(h, 60)
    assert h.context.models.state.phase is ModelPhase.LOADED
    h.engine.release()
    h.wait_idle()
    h.context.rest.look()
    assert h.context.models.state.phase is ModelPhase.LOADED, "the reply was use, too"


def test_it_stays_for_programs_that_use_the_local_server(start: Start) -> None:
    h = start(SCRIPT)
    h.wait_idle()
    h.context.server.switch(True)
    h.wait(lambda: h.context.server.view.url)
    unused(h, 60)
    assert h.context.models.state.phase is ModelPhase.LOADED


def test_an_engine_that_ends_meanwhile_leaves_it_resting(start: Start) -> None:
    h = rested(start)
    h.engine.die()
    h.settle()
    assert h.context.models.state.phase is ModelPhase.RESTING
    h.send("And now?")
    assert h.messages[-1].content


def test_another_model_can_be_chosen_meanwhile(start: Start) -> None:
    h = start(SCRIPT, models=2)
    h.wait_idle()
    unused(h, 5)
    other = str(h.context.paths.models / "other1.gguf")
    h.context.models.load(other)
    h.wait_idle()
    h.send("Hello.")
    assert h.context.models.state.path == other
