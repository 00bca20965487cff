"""Several windows: each with a chat, a composer and notices of its own, and all there again after the next start."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from types import FrameType

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication

from app.core.settings import Settings
from app.core.work_values import Notice, Phase
from app.services.app_context import AppContext
from app.ui.window import places
from app.ui.window.main_window import MainWindow
from app.ui.window.windows import Windows
from engine import protocol as p
from tests.fake_engine import Script
from tests.ui.conftest import Launch, Program
from tests.words import said

ROOT = Path(__file__).resolve().parents[2]
WHOLE = "Hello from the fake engine."


def say(window: MainWindow, text: str) -> None:
    window.chat.composer.editor.setPlainText(text)
    window.chat.composer.submit()


def texts(window: MainWindow) -> list[str]:
    return [getattr(item, "text", "") for item in window.chat.transcript.items]


def answered(window: MainWindow) -> bool:
    return texts(window) == ["one", WHOLE]


def use(window: MainWindow) -> None:
    """What happens when the person clicks into a window."""
    QApplication.sendEvent(window, QEvent(QEvent.Type.WindowActivate))


def another(program: Program, chat: str = "") -> MainWindow:
    window = program.window.windows.open(chat)
    program.qtbot.addWidget(window)
    return window


def begun(program: Program, *questions: str) -> list[str]:
    """Ids of new chats; an empty one is shown afterwards."""
    ids = program.talk_in_new_chats(*questions)
    program.window.new_chat()
    return ids


def toasts(window: MainWindow) -> list[str]:
    return [said(card.notice.text) for card in window.toasts.cards]


def test_each_window_has_its_own_chat(launch: Launch) -> None:
    program = launch(Script(hold_at=3))
    program.wait(lambda: program.talk.phase is Phase.IDLE)
    program.window.move(40, 30)
    program.window.action_list.run("new_window")
    windows = program.window.windows
    one, two = windows.all
    program.qtbot.addWidget(two)
    assert windows.active is two and two.isVisible() and two.size() == one.size() and two.pos() != one.pos()
    say(one, "asked in one")
    program.wait(lambda: program.engine.held)
    say(two, "asked in two")
    program.wait(lambda: len(program.engine.held) == 2)
    two.escape()  # stops what runs there
    program.wait(lambda: two.talk.phase is Phase.IDLE)
    program.engine.release()
    program.wait(lambda: one.talk.phase is Phase.IDLE)
    program.wait(lambda: texts(one) == ["asked in one", WHOLE])
    assert texts(two) == ["asked in two", "Hello from "]
    assert one.windowTitle() == "asked in one" and two.windowTitle() == "asked in two"
    assert one.sidebar.delegate.open_id != two.sidebar.delegate.open_id
    program.wait(lambda: len(one.sidebar.list.rows.chats()) == len(two.sidebar.list.rows.chats()) == 2)


def calls_in(windows: Sequence[MainWindow], work: Callable[[], object]) -> dict[MainWindow, list[str]]:
    """What is called, in each window with all that is in it and in its conversation, while ``work`` is done."""
    called: dict[MainWindow, list[str]] = {window: [] for window in windows}

    def note(frame: FrameType, event: str, _: object) -> None:
        one = frame.f_locals.get("self") if event == "call" else None
        while isinstance(one, QObject):
            for window in windows:
                if one is window or one is window.talk:
                    called[window].append(frame.f_code.co_qualname)
            one = one.parent()

    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(None)
    return called


def test_tokens_reach_no_window_that_shows_another_chat(launch: Launch) -> None:
    program = launch(Script(hold_at=3))
    program.wait(lambda: program.talk.phase is Phase.IDLE)
    one, two = program.window, another(program)
    say(two, "asked in two")
    program.wait(lambda: program.engine.held)
    two.talk.stop()
    program.wait(lambda: two.talk.phase is Phase.IDLE)
    say(one, "asked in one")
    program.wait(lambda: program.engine.held and one.talk.phase is Phase.REPLYING)
    asked = next(request for request in reversed(program.engine.requests) if isinstance(request, p.Generate))
    pieces = [f"piece {number} " for number in range(5)]

    def stream() -> None:
        for n, text in enumerate(pieces):
            token = p.Token(id=asked.id, chat_id=asked.chat_id, reply_id=asked.reply_id, text=text, n=n)
            program.engine.emit_event(token)

    called = calls_in((one, two), stream)
    assert called[two] == []
    assert called[one].count("ItemsView.set_text") == len(pieces)
    assert texts(one)[-1].endswith("".join(pieces))
    one.new_chat()
    called = calls_in((one, two), stream)
    assert called == {one: [], two: []}, "the chat that was left is followed no more"
    one.open_chat(asked.chat_id)
    assert texts(one)[-1].endswith("".join(2 * pieces))
    assert calls_in((one, two), stream)[one].count("ItemsView.set_text") == len(pieces)


def test_a_chat_that_is_shown_elsewhere_brings_its_window(launch: Launch) -> None:
    program = launch()
    first, second = begun(program, "one", "two")
    program.window.open_chat(first)
    program.wait(lambda: texts(program.window) == ["one", WHOLE])
    other = another(program, second)
    program.wait(lambda: texts(other) == ["two", WHOLE])
    program.window.show_library()
    raised: list[MainWindow] = []
    program.window.raise_ = lambda: raised.append(program.window)  # type: ignore[method-assign]
    other.sidebar.open_chat.emit(first, "")
    assert raised == [program.window]
    assert program.window.pages.currentWidget() is program.window.chat, "the chat, not the page that was open there"
    assert texts(other) == ["two", WHOLE]


def test_a_chat_moves_into_a_window_of_its_own(launch: Launch) -> None:
    program = launch()
    (chat,) = begun(program, "one")
    program.window.open_chat(chat)
    program.wait(lambda: texts(program.window) == ["one", WHOLE])
    program.window.sidebar.menus.open_apart.emit(chat)
    program.wait(lambda: len(program.window.windows.all) == 2)
    other = program.window.windows.all[1]
    program.qtbot.addWidget(other)
    program.wait(lambda: texts(other) == ["one", WHOLE])
    assert texts(program.window) == []
    use(program.window)
    program.window.sidebar.menus.open_apart.emit(chat)
    assert len(program.window.windows.all) == 2, "it has one already"


def test_notices_go_where_they_belong(launch: Launch) -> None:
    program = launch()
    (chat,) = begun(program, "one")
    one = program.window
    two = another(program, chat)
    program.wait(lambda: two.talk.shows(chat))
    use(one)
    program.context.notice.emit(Notice("info", "for whoever is there"))
    program.context.notice.emit(Notice("warning", "about a chat", chat=chat))
    assert toasts(one)[-1] == "for whoever is there" and toasts(two)[-1] == "about a chat"
    assert "about a chat" not in toasts(one) and "for whoever is there" not in toasts(two)
    program.context.notice.emit(Notice("error", "The engine ended.", "", "retry_engine"))
    for window in (one, two):
        assert window.chat.banner.notice is not None and window.chat.banner.notice.text == "The engine ended."


def test_a_closed_window_is_used_again(launch: Launch) -> None:
    program = launch()
    (chat,) = begun(program, "one")
    windows = program.window.windows
    made = []
    for _ in range(3):
        window = another(program, chat)
        program.wait(partial(answered, window))
        window.show_settings()
        window.close()
        assert windows.all == (program.window,) and windows.active is program.window
        assert not window.isVisible() and texts(window) == []
        made.append(window)
    assert len(set(map(id, made))) == 1
    again = another(program)
    assert again.isVisible() and again.pages.currentWidget() is again.chat
    assert program.context.conversations.all == (program.window.talk, again.talk)


def test_what_is_written_in_a_closed_window_is_not_lost(launch: Launch) -> None:
    program = launch()
    (chat,) = begun(program, "one")
    other = another(program, chat)
    program.wait(partial(answered, other))
    other.chat.composer.editor.setPlainText("half a question")
    other.close()
    assert program.context.drafts.waiting == {chat: "half a question"}
    program.window.open_chat(chat)
    program.wait(partial(answered, program.window))
    assert program.chat.composer.text == "half a question"
    other = another(program)
    other.chat.composer.editor.setPlainText("of a chat that was not begun")
    other.chat.toggle_drawer()
    other.chat.drawer.prompt.editor.setPlainText("Be a pirate.")
    other.talk.settings.set("sampling.temperature", 0.25)
    other.close()
    program.window.new_chat()
    assert program.chat.composer.text == "of a chat that was not begun"
    assert program.talk.view.chat.system_prompt == program.chat.drawer.prompt.text == "Be a pirate."
    assert program.talk.settings.number("sampling.temperature") == 0.25
    again = another(program)
    assert again is other and again.chat.composer.text == ""
    assert again.talk.view.chat.system_prompt == "" and again.talk.view.chat.id != program.talk.view.chat.id
    program.window.open_chat(chat)
    program.wait(partial(answered, program.window))
    again.new_chat()
    assert again.chat.composer.text == "of a chat that was not begun"
    assert again.talk.view.chat.system_prompt == "Be a pirate."


def test_the_first_window_can_be_closed_first(launch: Launch) -> None:
    program = launch()
    (chat,) = begun(program, "one")
    other = another(program, chat)
    program.wait(lambda: other.talk.shows(chat))
    program.window.close()
    assert other.windows.all == (other,) and program.context.conversation is other.talk
    say(other, "more")
    program.wait(lambda: texts(other) == ["one", WHOLE, "more", WHOLE])
    program.context.notice.emit(Notice("info", "still told"))
    assert toasts(other)[-1] == "still told"


@contextmanager
def started_again(program: Program, safe: bool = False) -> Iterator[Windows]:
    """End the program and start it once more with what it has stored: the windows that come back.

    ``safe``: with what a safe start leaves out not yet there.
    """
    context = program.context
    paths, library, engine = context.paths, context.library, program.engine
    context.shutdown()
    after = AppContext(paths, engine=type(engine)(), library=library)
    again = Windows(after)
    try:
        again.first.show()
        after.start(safe)
        if not safe:
            again.restore()
        for window in again.all:
            program.qtbot.addWidget(window)
        yield again
    finally:
        for window in again.all:
            window.close()
        after.shutdown()


@pytest.mark.parametrize("how", ["quit", "system"])
def test_all_windows_come_back(launch: Launch, how: str) -> None:
    program = launch()
    first, second, third = begun(program, "one", "two", "three")
    program.window.open_chat(first)
    program.wait(lambda: program.talk.shows(first))
    others = [another(program, chat) for chat in (second, third)]
    program.wait(lambda: others[0].talk.shows(second) and others[1].talk.shows(third))
    others[1].resize(777, 555)
    windows = program.window.windows
    if how == "quit":
        program.window.action_list.run("quit")
    else:
        windows.end()
        for window in windows.all:
            window.close()
    assert not any(window.isVisible() for window in windows.all)
    with started_again(program) as again:
        program.wait(lambda: [window.talk.stored_chat for window in again.all] == [first, second, third])
        program.wait(lambda: [texts(window)[:1] for window in again.all] == [["one"], ["two"], ["three"]])
        assert (again.all[2].width(), again.all[2].height()) == (777, 555)
        again.all[2].close()
        again.restore()
        assert len(again.all) == 2, "once is enough"


def test_windows_with_drafts_of_chats_not_begun_come_back(launch: Launch) -> None:
    program = launch()
    (chat,) = begun(program, "one")
    program.window.open_chat(chat)
    program.wait(lambda: program.talk.shows(chat))
    for text in ("draft A", "", "draft B"):
        another(program).chat.composer.editor.setPlainText(text)
    program.window.action_list.run("quit")
    with started_again(program) as again:
        assert [window.chat.composer.text for window in again.all] == ["", "draft A", "draft B"]
        program.wait(lambda: again.first.talk.shows(chat))
        again.first.new_chat()
        assert again.first.chat.composer.text == ""


def test_windows_with_chats_not_begun_come_back_with_what_they_have_of_their_own(launch: Launch) -> None:
    program = launch()
    program.idle()
    program.context.settings.set("chat.system_prompt", "General.")
    program.window.new_chat()
    others = [another(program) for _ in range(3)]
    for number, window in enumerate([program.window, others[0], others[2]]):
        window.talk.set_system_prompt(f"Prompt {number}")
        window.talk.settings.set("sampling.temperature", number / 10)
    others[0].chat.composer.editor.setPlainText("draft")
    program.window.action_list.run("quit")
    with started_again(program) as again:
        assert [window.talk.view.chat.system_prompt for window in again.all] == [f"Prompt {n}" for n in range(3)]
        assert [window.talk.settings.number("sampling.temperature") for window in again.all] == [0.0, 0.1, 0.2]
        assert [window.chat.composer.text for window in again.all] == ["", "draft", ""]
        window = again.all[1]
        window.toggle_chat_settings()
        assert window.chat.drawer.prompt.text == "Prompt 1"


def test_a_draft_that_a_safe_start_left_out_is_there_once_it_is_over(launch: Launch) -> None:
    program = launch()
    program.idle()
    program.window.new_chat()
    program.chat.composer.editor.setPlainText("draft")
    program.window.talk.set_system_prompt("Mine.")
    program.window.action_list.run("quit")
    with started_again(program, safe=True) as again:
        assert again.first.chat.composer.text == ""
        again.context.act(Notice("info", "", "", "start_as_usual"))
        again.restore()
        assert again.first.chat.composer.text == "draft"
        assert again.first.talk.view.chat.system_prompt == "Mine."
        again.first.action_list.run("quit")
        with started_again(Program(again.first, program.qtbot), safe=True) as once_more:
            once_more.first.new_chat()  # this is the chat to go on with now
            once_more.context.act(Notice("info", "", "", "start_as_usual"))
            once_more.restore()
            once_more.first.new_chat()
            assert once_more.first.chat.composer.text == "draft"


APPLICATION = """
    from PySide6.QtCore import QCoreApplication, QEvent, QUrl
    from PySide6.QtGui import QFileOpenEvent
    from app.ui.application import make_application

    app = make_application(["longthread"])
    app.opened.connect(lambda path: print("opened", path, flush=True))
    app.ending.connect(lambda: print("ending", flush=True))
    for url in (QUrl.fromLocalFile("/b c.gguf"), QUrl("https://example.org/x")):
        QCoreApplication.sendEvent(app, QFileOpenEvent(url))
    QCoreApplication.sendEvent(app, QEvent(QEvent.Type.Quit))
"""


def test_what_the_system_tells_the_program() -> None:
    ended = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(APPLICATION)],
        cwd=ROOT, capture_output=True, text=True, timeout=60, env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert ended.stdout.splitlines() == ["opened /b c.gguf", "opened ", "ending"], ended.stderr


def test_a_chat_that_is_gone_does_not_come_back(launch: Launch) -> None:
    program = launch()
    program.idle()
    windows = program.window.windows
    windows._left = ["gone", ""]
    windows.restore()
    assert len(windows.all) == 1


def test_what_needs_a_restart_is_told(launch: Launch) -> None:
    program = launch()
    program.idle()
    settings = program.context.settings
    settings.set("appearance.language", "de")
    assert toasts(program.window) == ["Restart Longthread to apply the new language."]
    settings.set("appearance.scale", 125)
    assert toasts(program.window)[-1] == "Restart Longthread to apply the new scale."


def test_pages_that_take_the_keyboard_have_names(launch: Launch) -> None:
    program = launch()
    program.idle()
    for show in (program.window.show_library, program.window.show_activity):
        show()
        focus = program.window.focusWidget()
        assert focus is program.window.pages.currentWidget() and focus.accessibleName()


def test_searches_are_of_one_window(launch: Launch) -> None:
    program = launch()
    begun(program, "a heron", "an ibis")
    other = another(program)
    program.window.search_for("heron")
    program.wait(lambda: program.window.sidebar.stack.currentWidget() is program.window.sidebar.results)
    assert program.window.sidebar.results.rows.found and not other.sidebar.results.rows.found
    assert other.sidebar.stack.currentWidget() is not other.sidebar.results


def test_keys_that_are_changed_in_one_window_act_in_all(launch: Launch) -> None:
    program = launch()
    program.idle()
    other = another(program)
    program.window.action_list.set_keys("library", "Ctrl+Alt+9")
    for window in (program.window, other):
        assert window.action_list._shortcuts["library"].key().toString() == "Ctrl+Alt+9"
    other.action_list.reset_all()
    for window in (program.window, other):
        assert window.action_list._shortcuts["library"].key().toString() == "Ctrl+L"


def test_a_place_is_kept_whatever_ends_the_program(launch: Launch) -> None:
    program = launch()
    program.idle()
    one, two = program.window, another(program)
    for window in (one, two):
        window._moved.setInterval(0)
    one.resize(711, 511)
    two.resize(633, 503)
    program.wait(lambda: not one._moved.isActive() and not two._moved.isActive())
    program.context.ops.flush()
    kept = Settings(program.context.store.all_settings())
    for number, size in enumerate(((711, 511), (633, 503))):
        two.resize(600, 500)
        places.restore(two, kept, number)
        assert (two.width(), two.height()) == size
    one.close()
    two.resize(604, 504)
    program.wait(lambda: not two._moved.isActive())
    one.resize(600, 500)
    places.restore(one, program.context.settings, 0)
    assert (one.width(), one.height()) == (604, 504), "the window that is left is the first one now"


def test_places_of_further_windows(launch: Launch) -> None:
    program = launch()
    program.idle()
    settings = program.context.settings
    one, two = program.window, another(program)
    one.move(40, 30)
    one.resize(900, 600)
    two.resize(700, 500)
    places.keep(one, settings, 0)
    places.keep(two, settings, 1)
    two.resize(650, 490)
    two.find_place(1, one)
    assert (two.width(), two.height()) == (700, 500)
    two.find_place(2, one)
    assert two.size() == one.size()
    assert two.pos() == one.pos() + places.BESIDE
