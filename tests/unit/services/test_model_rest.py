"""The model is unloaded after a while without use, where the person wants that, and comes back when it is wanted."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from app.core.model_values import ModelPhase
from app.services.models import models as models_module
from app.services.models.rest import REST
from engine import protocol
from engine.protocol import ModelFacts
from tests.fake_engine import Script
from tests.unit.services import test_cartridges as cartridges
from tests.unit.services import test_knowledge as knowledge
from tests.unit.services import test_pictures as pictures
from tests.unit.services.conftest import Start, card_lost
from tests.unit.services.harness import Harness

SCRIPT = Script(replies=(("One",), ("Two",)))
GIB = 1 << 30


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


def test_pictures_can_be_attached_for_a_model_that_sees_while_it_rests_and_comes_back(
    start: Start, tmp_path: Path
) -> None:
    h = rested(start, Script(replies=(("One",), ("Two",)), sees=True))
    models = h.context.models
    assert models.sees
    file = pictures.attached(h, pictures.put(tmp_path, "a.png", pictures.image()))
    assert file.kind == "picture"
    h.engine.paused = True
    h.context.rest.used()
    assert models.state.phase is ModelPhase.LOADING and models.sees
    h.engine.paused = False
    h.engine.step()
    h.wait_idle()
    h.send("What is it?", file)
    asked = h.requests(protocol.Generate)[-1]
    assert isinstance(asked, protocol.Generate) and asked.user is not None and asked.user.pictures


def test_writing_does_not_try_an_engine_again_that_ended_for_good(start: Start) -> None:
    h = start(SCRIPT)
    h.wait_idle()
    h.engine.die(restarting=False)
    state, starts = h.context.models.state, h.engine.starts
    assert state.phase is ModelPhase.FAILED and state.stopped
    h.context.rest.used()
    assert h.context.models.state == state and h.engine.starts == starts, "each letter would, and each would be told"
    h.send("Hello.")
    assert h.texts == ["Hello.", "One"]


def test_it_comes_back_without_the_card_whose_driver_failed(start: Start, tmp_path: Path) -> None:
    h = start(card_lost(tmp_path / "once"), child=True)
    h.wait_idle()
    h.conversation.send("go")
    h.wait(lambda: any(notice.text.code == "model.on_cpu" for notice in h.notices))
    h.wait_idle()
    unused(h, 5)
    models = h.context.models
    assert models.state.phase is ModelPhase.RESTING
    h.context.rest.used()
    assert models.request(models.state.path).n_gpu_layers == 0, "it would end the engine again"
    h.wait_idle()
    assert not models.stale


def test_the_local_server_brings_it_back(start: Start) -> None:
    h = rested(start)
    h.context.server.switch(True)
    h.wait(lambda: h.context.models.state.phase is ModelPhase.LOADED)
    assert h.context.server.view.url


def test_a_document_that_is_to_be_prepared_brings_it_back(start: Start, tmp_path: Path) -> None:
    h = rested(start, cartridges.SCRIPT)
    entry = cartridges.added(h, tmp_path)
    cartridges.mount(h, entry)
    h.settle()
    assert h.context.models.state.phase is ModelPhase.RESTING, "nobody waits for it"
    h.context.cartridges.pause()
    h.context.cartridges.read(entry.id)
    assert h.context.models.state.phase is ModelPhase.RESTING
    h.context.cartridges.pause(False)
    h.context.cartridges.read(entry.id)
    cartridges.ready(h, entry)


def test_facts_that_are_to_be_collected_bring_it_back(start: Start, tmp_path: Path) -> None:
    h = rested(start, knowledge.SCRIPT)
    entry = knowledge.added(h, tmp_path)
    h.context.knowledge.quiet_ms = 0
    h.context.knowledge.extract(entry.id)
    h.wait(lambda: knowledge.done(h, entry))


def test_its_memory_is_not_counted_as_free_twice(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    def facts(path: str) -> ModelFacts:
        return ModelFacts(path=path, name=Path(path).stem, architecture="fake", bytes=8 * GIB)

    h = start(SCRIPT, facts=facts)
    h.wait_idle()
    models = h.context.models
    assert models.state.facts is not None
    large = msgspec.structs.replace(models.state.facts, bytes=8 * GIB)
    models._set(msgspec.structs.replace(models.state, facts=large))
    free = 4 * GIB
    monkeypatch.setattr(models_module, "main_memory", lambda: (32 * GIB, free))
    assert (models.fit(9 * GIB), models.fit(15 * GIB)) == ("fits", "tight")
    unused(h, 5)
    free = 12 * GIB
    assert (models.fit(9 * GIB), models.fit(15 * GIB)) == ("fits", "tight")


def test_a_model_whose_file_is_renamed_while_it_rests_comes_back(start: Start) -> None:
    def facts(path: str) -> ModelFacts:
        return ModelFacts(path=path, name=Path(path).stem, architecture="fake", fingerprint="the same file")

    h = start(SCRIPT, facts=facts)
    h.wait_idle()
    unused(h, 5)
    before = Path(h.context.models.state.path)
    after = before.with_name("renamed.gguf")
    h.context.care.rename(str(before), "Mine")
    h.settle()
    before.rename(after)
    h.context.models.refresh()
    h.wait(lambda: h.context.models.state.path == str(after))
    h.send("Hello.")
    state = h.context.models.state
    assert (state.phase, state.path, state.name) == (ModelPhase.LOADED, str(after), "Mine")
