"""Windows that were put aside: what goes on behind them is neither lost nor shown where nobody looks."""

from __future__ import annotations

from functools import partial

import pytest

from app.core.store import StoreFull
from app.core.work_values import Notice, Phase
from app.services.chat.conversations import LAST, MORE
from app.services.models import hub
from app.ui.library.find import HubRow
from app.ui.window.main_window import MainWindow
from tests.fake_engine import Script
from tests.hub_server import HubServer
from tests.ui.conftest import Launch, Program
from tests.ui.test_windows import WHOLE, another, answered, begun, say, texts, use
from tests.words import said


def full(*_: object) -> None:
    raise StoreFull("store.disk_full")


def kept(program: Program) -> dict[str, str]:
    """What is written and not sent, by chat, as it is stored."""
    program.context.drafts.save()
    for _ in range(3):
        program.context.ops.flush()
    return {one.chat: one.unsent.text for one in program.context.store.drafts()}


@pytest.mark.parametrize("then", ["stays", "closes", "goes on"])
def test_what_cannot_be_sent_from_another_window_is_a_draft_of_its_chat(
    launch: Launch, monkeypatch: pytest.MonkeyPatch, then: str
) -> None:
    program = launch()
    chat, third = begun(program, "one", "three")
    program.window.open_chat(third)
    other = another(program, chat)
    program.wait(partial(answered, other))
    with monkeypatch.context() as broken:
        broken.setattr(program.context.store, "add_user_message", full)
        say(other, "too much")
        if then == "closes":
            other.close()
        elif then == "goes on":
            other.new_chat()
            other.chat.composer.editor.setPlainText("something else")
        program.wait(lambda: any("full" in said(card.notice.text) for card in all_toasts(program)))
    if then == "goes on":
        assert other.chat.composer.text == "something else"
        assert set(kept(program).values()) == {"too much", "something else"}
    else:
        assert kept(program) == {chat: "too much"}
    if then != "stays":
        assert program.context.drafts.waiting[chat] == "too much"
        (program.window if then == "closes" else other).open_chat(chat)
    window = program.window if then == "closes" else other
    program.wait(lambda: window.talk.shows(chat))
    assert window.chat.composer.text == "too much"
    assert texts(window) == ["one", WHOLE]


def all_toasts(program: Program) -> list:  # type: ignore[type-arg]
    windows = program.window.windows
    return [card for window in (*windows.all, *windows._aside) for card in window.toasts.cards]


def test_a_first_message_that_cannot_be_sent_comes_with_the_next_chat(
    launch: Launch, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = launch()
    (chat,) = begun(program, "one")
    program.window.open_chat(chat)
    program.wait(partial(answered, program.window))
    other = another(program)
    with monkeypatch.context() as broken:
        broken.setattr(program.context.store, "add_user_message", full)
        say(other, "the first")
        other.close()
        program.wait(lambda: all_toasts(program))
    program.window.new_chat()
    assert program.chat.composer.text == "the first"


def test_what_cannot_be_sent_does_not_disturb_an_edit(launch: Launch, monkeypatch: pytest.MonkeyPatch) -> None:
    program = launch()
    (chat,) = begun(program, "one")
    program.window.open_chat(chat)
    program.wait(partial(answered, program.window))
    question = program.talk.view.messages[0].id
    with monkeypatch.context() as broken:
        broken.setattr(program.context.store, "add_user_message", full)
        say(program.window, "too much")
        program.chat.editing.begin(question)
        program.chat.editing.cards[question].editor.setPlainText("won")
        program.wait(lambda: all_toasts(program))
    assert program.chat.editing.cards[question].text == "won"
    assert program.chat.composer.text == "too much"


@pytest.mark.parametrize("how", ["branch", "copy"])
def test_what_was_asked_for_in_a_closed_window_opens_nowhere(launch: Launch, how: str) -> None:
    program = launch()
    (chat,) = begun(program, "one")
    other = another(program, chat)
    program.wait(partial(answered, other))
    if how == "branch":
        other.talk.fork(other.talk.view.messages[1].id)
    else:
        other.action_list.run("duplicate")
    other.close()
    program.wait(lambda: len(program.context.chats.chats) == 2)
    for _ in range(3):
        program.context.ops.flush()
    assert other.talk.stored_chat == ""
    (made,) = {one.id for one in program.context.chats.chats} - {chat}
    program.window.open_chat(made)
    program.wait(partial(answered, program.window))
    assert another(program, chat) is other
    program.wait(partial(answered, other))


def test_the_number_on_the_icon_forgets_windows_that_are_closed(launch: Launch) -> None:
    program = launch()
    program.idle()
    other = another(program)
    for window in (program.window, other):
        window.attention._tell(True)
    told: list[int] = []
    other.windows.news.count = lambda: told.append(sum(one.attention.waiting for one in other.windows.all))  # type: ignore[method-assign]
    other.close()
    assert told == [1]
    again = another(program)
    assert again is other and again.attention.waiting == 0


def test_a_window_that_is_used_again_begins_anew(launch: Launch) -> None:
    program = launch()
    (chat,) = begun(program, "a heron")
    other = another(program, chat)
    program.wait(lambda: other.talk.shows(chat))
    other.toggle_chat_settings()
    other.search_for("heron")
    program.wait(lambda: other.sidebar.stack.currentWidget() is other.sidebar.results)
    other.show_settings()
    other.focus_search()
    assert other.finder.isVisible()
    other.toasts.tell(Notice("info", "of before"))
    other.close()
    again = another(program)
    assert again is other
    assert not again.finder.isVisible() and again.chat.drawer.isHidden()
    assert again.sidebar.search_field.text() == ""
    program.wait(lambda: again.sidebar.stack.currentWidget() is again.sidebar.list)
    assert again.pages.currentWidget() is again.chat
    assert again.toasts.cards == []


def test_a_new_window_says_what_stops_all_of_them(launch: Launch) -> None:
    program = launch()
    program.idle()
    program.context.notice.emit(Notice("error", "The engine ended.", "", "retry_engine"))
    program.context.notice.emit(Notice("info", "in passing"))
    other = another(program)
    assert other.chat.banner.notice is not None and other.chat.banner.notice.text == "The engine ended."
    assert other.toasts.cards == []


def left(program: Program, *chats: str) -> list[MainWindow]:
    windows = program.window.windows
    windows._left = list(chats)
    windows.restore()
    for window in windows.all[1:]:
        program.qtbot.addWidget(window)
    return list(windows.all)


def test_chats_come_back_once_and_not_out_of_the_trash(launch: Launch) -> None:
    program = launch()
    first, second, thrown = begun(program, "one", "two", "three")
    program.context.chats.trash([thrown])
    program.wait(lambda: program.context.chats.trash_can)
    program.context.settings.set(LAST, first)  # asked for by now, and not yet shown
    windows = left(program, first, second, thrown, second)
    assert len(windows) == 2
    program.wait(lambda: windows[1].talk.shows(second))


def test_the_last_chat_does_not_come_back_out_of_the_trash(launch: Launch) -> None:
    program = launch()
    (chat,) = begun(program, "one")
    program.context.chats.trash([chat])
    program.wait(lambda: program.context.chats.trash_can)
    context = program.context
    context.settings.set(LAST, chat)
    context.shutdown()
    again = launch()
    again.idle()
    assert again.talk.stored_chat == "" and again.context.settings.text(MORE) == ""


def test_pinned_and_unpinned_by_the_same_action(launch: Launch) -> None:
    program = launch()
    (chat,) = begun(program, "one")
    program.window.open_chat(chat)
    program.wait(lambda: program.talk.shows(chat))
    for pinned in (True, False):
        program.window.action_list.run("pin")
        program.wait(lambda pinned=pinned: [one.pinned for one in program.context.chats.chats] == [pinned])


def test_a_chat_that_moved_to_another_window_before_it_was_stored(
    launch: Launch, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = launch(Script(hold_at=3))
    program.idle()
    with monkeypatch.context() as broken:
        broken.setattr(program.context.store, "add_user_message", full)
        say(program.window, "the first")
        program.window.action_list.run("own_window")
        other = program.window.windows.all[1]
        program.qtbot.addWidget(other)
        assert texts(other)[:1] == ["the first"]
        program.wait(lambda: all_toasts(program))
    assert texts(other) == [] and other.talk.stored_chat == ""
    assert other.chat.composer.text == "the first" and program.chat.composer.text == ""
    use(other)
    say(other, "again")
    program.wait(lambda: program.engine.held)
    assert texts(other)[0] == "again"


def test_searches_of_the_hub_are_of_one_window(launch: Launch, monkeypatch: pytest.MonkeyPatch) -> None:
    server = HubServer({"owner/tiny-GGUF": {"tiny-Q4_1.gguf": b"GGUF" + bytes(1000)}})
    monkeypatch.setenv(hub.ENDPOINT_ENV, server.base)
    try:
        program = launch()
        program.idle()
        one, two = program.window, another(program)
        for window, words in ((one, "tiny"), (two, "none of these")):
            window.find_models()
            window.pages.library.hub.field.setText(words)
            window.pages.library.hub.field.returnPressed.emit()
        program.wait(lambda: "No GGUF models" in two.pages.library.hub.words.text())
        program.wait(lambda: one.pages.library.hub.findChildren(HubRow))
        assert not two.pages.library.hub.findChildren(HubRow)
        one.pages.library.hub.field.returnPressed.emit()
        program.context.shutdown()
        assert not program.context.web.active, "nothing is asked after the end"
    finally:
        server.close()


def test_a_prompt_that_does_not_count_yet_goes_with_its_chat(launch: Launch) -> None:
    program = launch()
    (chat,) = begun(program, "one")
    program.window.open_chat(chat)
    program.wait(partial(answered, program.window))
    program.window.toggle_chat_settings()
    program.chat.drawer.prompt.editor.setPlainText("Talk like a pirate.")
    assert program.chat.drawer.prompt.waiting
    program.window.action_list.run("own_window")
    other = program.window.windows.all[1]
    program.qtbot.addWidget(other)
    program.wait(partial(answered, other))
    assert not program.chat.drawer.prompt.waiting
    other.toggle_chat_settings()
    assert other.chat.drawer.prompt.waiting and other.chat.drawer.prompt.text == "Talk like a pirate."
    other.close()
    program.context.chats.trash([chat])
    program.wait(lambda: program.context.chats.trash_can)
    program.context.chats.delete_for_good([chat])
    program.wait(lambda: not program.context.drafts.prompts)


def test_a_reply_that_moved_to_another_window_is_told_there(launch: Launch, monkeypatch: pytest.MonkeyPatch) -> None:
    program = launch(Script(hold_at=3))
    program.wait(lambda: program.talk.phase is Phase.IDLE)
    say(program.window, "one")
    program.wait(lambda: program.engine.held)
    other = another(program)
    now = [0.0]
    other.attention._clock = lambda: now[0]
    chat = program.talk.stored_chat
    program.window.new_chat()
    other.open_chat(chat)
    assert other.talk.shows(chat)
    now[0] = 60.0
    monkeypatch.setattr(other, "isActiveWindow", lambda: False)
    program.engine.release()
    program.wait(lambda: other.attention.waiting == 1)
