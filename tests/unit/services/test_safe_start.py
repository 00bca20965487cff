"""A start that leaves out what may have ended the last ones, and models that the engine does not survive."""

from __future__ import annotations

from app.core.load_guard import LoadGuard
from app.core.model_values import ModelPhase
from app.core.work_values import Notice
from app.services.app_context import AppContext
from engine import protocol
from tests.fake_engine import Script, in_process_engine
from tests.unit.services.conftest import Start
from tests.unit.services.harness import Harness
from tests.words import said


def loads(h: Harness) -> int:
    return sum(isinstance(request, protocol.Load) for request in h.engine.requests)


def test_a_model_whose_loads_never_end_is_not_loaded_by_itself(start: Start) -> None:
    h = start()
    h.engine.paused = True
    for deaths in (1, 2):
        h.wait(lambda deaths=deaths: loads(h) == deaths)
        h.engine.die()
    h.wait(lambda: h.context.models.state.phase is ModelPhase.FAILED)
    h.settle()
    assert loads(h) == 2
    assert "2 times" in said(h.context.models.state.problem)
    notice = h.notices[-1]
    assert (notice.action, notice.also) == ("retry_model", ("model_settings", "open_library"))
    h.context.shutdown()

    again = start()
    again.wait(lambda: again.context.models.state.phase is ModelPhase.FAILED)
    again.settle()
    assert loads(again) == 0
    again.context.act(again.notices[-1])
    again.wait_idle()
    again.context.shutdown()

    third = start()
    third.wait_idle()  # it loaded once, so all is forgotten
    assert loads(third) == 1


def test_a_load_cut_short_by_the_person_tells_nothing(start: Start) -> None:
    for _ in range(3):
        h = start()
        h.engine.paused = True
        h.wait(lambda h=h: loads(h) == 1)
        h.context.shutdown()
    h = start()
    h.engine.paused = True
    h.wait(lambda: loads(h) == 1)
    path = h.context.models.state.path
    h.context.models.unload()
    assert LoadGuard(h.context.settings).times(path) == 0


def test_an_error_of_the_engine_is_no_death(start: Start) -> None:
    h = start(Script(load_error="Too large"))
    for _ in range(3):
        h.wait(lambda: h.context.models.state.phase is ModelPhase.FAILED)
        h.context.models.retry()
    h.wait(lambda: h.context.models.state.phase is ModelPhase.FAILED)
    assert LoadGuard(h.context.settings).times(h.context.models.state.path) == 0


def safe(h: Harness) -> Harness:
    """The next launch, in safe mode."""
    h.context.shutdown()
    context = AppContext(h.context.paths, engine=in_process_engine(), library=h.context.library)
    made = Harness(context, h.qtbot)
    context.start(safe=True)
    return made


def test_a_safe_start_loads_nothing_until_asked(start: Start) -> None:
    h = start()
    h.wait_idle()
    h.send("remember me")
    chat = h.conversation.view.chat.id
    careful = safe(h)
    with h.qtbot.waitSignal(careful.context.settled):
        pass
    careful.settle()
    try:
        assert careful.engine.starts == 0
        assert careful.context.models.state.phase is ModelPhase.NONE
        assert careful.conversation.view.messages == ()
        assert [one.id for one in careful.context.chats.chats] == [chat]
        assert careful.context.models.entries
        careful.context.act(Notice("warning", "", "", "start_as_usual"))
        careful.wait_idle()
        assert careful.conversation.view.chat.id == chat
        assert not careful.context.safe
        assert careful.engine.starts == 1
    finally:
        careful.context.shutdown()


def test_in_safe_mode_the_engine_comes_with_the_model_that_is_chosen(start: Start) -> None:
    h = start()
    h.wait_idle()
    h.send("remember me")
    chat = h.conversation.view.chat.id
    careful = safe(h)
    careful.wait(lambda: careful.context.models.entries)
    try:
        careful.conversation.open_chat(chat)
        careful.wait(lambda: careful.conversation.view.messages)
        assert careful.engine.starts == 0
        careful.context.models.load(careful.context.models.entries[0].path)
        careful.wait_idle()
        assert careful.engine.starts == 1
    finally:
        careful.context.shutdown()
