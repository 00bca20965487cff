"""Drafts in the window: per chat, over launches, beside edits, and shared by several composers."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.core.attachments import from_text
from app.core.draft import Unsent
from app.services.chat import drafts as module
from app.services.chat.drafts import Drafts
from app.ui.chat.composer import Composer
from tests.ui.conftest import Launch, Program

NOTES = from_text("egrets on the coast", "notes.md")
ROLE = Qt.ItemDataRole.AccessibleTextRole


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SAVE_MS", 10)


def two_chats(program: Program) -> tuple[str, str]:
    """Two chats with a message each; the second is shown."""
    ids = []
    for text in ("about herons", "about terns"):
        program.window.new_chat()
        program.idle()
        program.say(text)
        program.idle()
        ids.append(program.talk.view.chat.id)
    program.wait(lambda: len(program.context.chats.chats) == 2)
    return ids[0], ids[1]


def show(program: Program, chat: str) -> None:
    program.window.open_chat(chat)
    program.wait(lambda: program.talk.view.chat.id == chat)


def said(program: Program, chat: str) -> str:
    """What is read aloud of a chat in the list."""
    rows = program.window.sidebar.list.rows
    return str(rows.index(rows.row_of(chat)).data(ROLE))


def stored(program: Program) -> dict[str, str]:
    program.context.ops.flush()
    return {one.chat: one.unsent.text for one in program.context.store.drafts()}


def test_two_chats_over_two_launches(launch: Launch, qtbot: QtBot) -> None:
    program = launch()
    program.idle()
    herons, terns = two_chats(program)
    qtbot.keyClicks(program.chat.composer.editor, "and the others?")
    assert "Draft" not in said(program, terns), "what is shown needs no mark"
    show(program, herons)
    assert program.chat.composer.text == ""
    qtbot.keyClicks(program.chat.composer.editor, "where?")
    program.chat.composer.add_file("job", NOTES.name)
    program.chat.composer.file_read("job", NOTES)
    program.chat.composer.add_file("late", "large.pdf")
    assert "Draft: and the others?" in said(program, terns)
    program.window.close()
    assert stored(program) == {herons: "where?", terns: "and the others?"}
    program.context.shutdown()

    program = launch()
    program.wait(lambda: program.talk.view.chat.id == herons)
    composer = program.chat.composer
    assert (composer.text, composer.draft.attachments) == ("where?", (NOTES,))
    assert [chip.entry.name for chip in composer.attachment_bar.chips] == [NOTES.name]
    program.wait(lambda: program.window.sidebar.list.rows.row_of(terns) >= 0)
    assert "Draft: and the others?" in said(program, terns)
    program.idle()
    composer.submit()
    show(program, terns)
    assert composer.text == "and the others?"
    composer.set_text("")
    show(program, herons)
    assert "Draft" not in said(program, terns)
    assert program.talk.view.messages[-2].content == "where?"
    assert stored(program) == {}


def test_a_new_chat_brings_back_what_no_chat_was_begun_with(launch: Launch, qtbot: QtBot) -> None:
    program = launch()
    program.idle()
    herons, _ = two_chats(program)
    program.window.new_chat()
    editor = program.chat.composer.editor
    qtbot.keyClicks(editor, "how do gulls")
    program.window.new_chat()
    assert program.chat.composer.text == "how do gulls"
    QTest.keyClick(editor, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert program.chat.composer.text != "how do gulls", "it can be undone as if nothing had happened"
    program.chat.composer.set_text("how do gulls fly")
    show(program, herons)
    assert program.chat.composer.text == ""
    program.window.new_chat()
    assert program.chat.composer.text == "how do gulls fly"
    program.chat.composer.submit()
    program.window.new_chat()
    assert program.chat.composer.text == ""
    program.idle()
    assert stored(program) == {}


def test_an_example_does_not_write_over_a_draft(launch: Launch) -> None:
    program = launch()
    program.idle()
    program.chat.composer.set_text("mine")
    program.chat.empty.prompt.emit("Tell me of herons.", True)
    assert program.chat.composer.text == "Tell me of herons.\nmine"
    assert program.talk.view.messages == ()
    program.chat.composer.set_text("")
    program.chat.empty.prompt.emit("Tell me of herons.", True)
    assert program.talk.view.messages[0].content == "Tell me of herons."


def test_a_wipe_empties_the_composer(launch: Launch, qtbot: QtBot) -> None:
    program = launch()
    program.idle()
    two_chats(program)
    composer = program.chat.composer
    composer.set_text("unsaid")
    program.window.new_chat()
    composer.set_text("shown")
    composer.add_file("job", NOTES.name)
    composer.file_read("job", NOTES)
    program.context.privacy.wipe("chats")
    program.wait(lambda: not program.context.privacy.busy)
    assert (composer.text, composer.attachment_bar.chips) == ("", [])
    assert stored(program) == {}
    composer.set_text("new")
    program.wait(lambda: list(stored(program).values()) == ["new"])


@pytest.fixture
def two(drafts: Drafts, qtbot: QtBot) -> tuple[Composer, Composer]:
    """The composers of two windows."""
    made = Composer(drafts), Composer(drafts)
    for composer in made:
        qtbot.addWidget(composer)
    return made


def test_a_chat_goes_from_one_window_to_another_with_the_file_being_read(two: tuple[Composer, Composer]) -> None:
    first, second = two
    first.set_chat("a")
    first.set_text("unsaid")
    first.add_file("job", NOTES.name)
    first.set_chat("b")
    second.set_chat("a")
    assert (second.text, second.draft.reading) == ("unsaid", 1)
    assert [composer.file_read("job", NOTES) for composer in two] == [True, True], "each window hears of it"
    assert second.draft.attachments == (NOTES,)
    assert second.button.isEnabled()
    second.add_file("again", NOTES.name)
    assert [composer.file_read("again", NOTES) for composer in two] == [False, True]
    assert [chip.entry.key for chip in second.attachment_bar.chips] == ["job"], "the first one took it away"
    second.add_file("broken", "broken.pdf")
    assert [composer.remove_file("broken") for composer in two] == [True, False]


def test_a_window_that_is_gone_holds_nothing(drafts: Drafts, qapp: QApplication, qtbot: QtBot) -> None:
    first, second = Composer(drafts), Composer(drafts)
    qtbot.addWidget(second)
    first.set_chat("new 1", False)
    first.set_text("unsaid")
    second.set_chat("new 2", False)
    assert second.text == ""
    first.deleteLater()
    qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert drafts.waiting == {"new 1": "unsaid"}
    second.set_chat("new 3", False)
    assert second.text == "unsaid"


def edited(program: Program, at: int, text: str) -> str:
    """Write something else in place of the message with this number; its id."""
    message = program.talk.view.messages[at].id
    program.chat.presenter.edit_asked.emit(message)
    card = program.chat.editing.cards[message]
    card.editor.selectAll()
    card.editor.insertPlainText(text)
    return message


def test_an_edit_outlives_the_program(launch: Launch) -> None:
    program = launch()
    program.idle()
    herons, terns = two_chats(program)
    edited(program, 0, "about arctic terns")
    show(program, herons)
    message = edited(program, 0, "about grey herons")
    card = program.chat.editing.cards[message]
    card.add_file("job", NOTES.name)
    program.chat.composer.file_read("job", NOTES)
    program.window.close()
    program.context.shutdown()

    program = launch()
    program.wait(lambda: program.talk.view.chat.id == herons)
    card = program.chat.editing.cards[message]
    assert card.isVisible() and card.editor.toPlainText() == "about grey herons"
    assert card.draft.attachments == (NOTES,) and card.save.isEnabled()
    assert program.talk.view.messages[0].content == "about herons"
    assert program.context.drafts.waiting == {}, "what is edited is no draft of the composer"
    program.idle()
    card.save.click()
    program.idle()
    assert program.talk.view.messages[0].content == "about grey herons"
    program.wait(lambda: list(stored(program).values()) == ["about arctic terns"])
    show(program, terns)
    ((other, card),) = program.chat.editing.cards.items()
    assert card.editor.toPlainText() == "about arctic terns"
    card.cancel.click()
    program.wait(lambda: stored(program) == {})
    program.window.toasts.cards[-1].button.click()
    assert list(program.chat.editing.cards) == [other]
    program.wait(lambda: list(stored(program).values()) == ["about arctic terns"])


def test_an_edit_that_was_stored_in_the_end_does_not_come_back(launch: Launch) -> None:
    program = launch()
    program.idle()
    chat, _ = two_chats(program)
    show(program, chat)
    message = edited(program, 0, "about grey herons")
    program.context.drafts.save()
    kept = stored(program)
    program.chat.editing.save(message)
    program.idle()
    program.context.drafts.save()
    program.context.ops.flush()
    (key,) = kept
    program.context.store.put_draft(key, Unsent(kept[key]))  # as if the program had ended between the two
    program.window.close()
    program.context.shutdown()

    program = launch()
    program.wait(lambda: program.talk.view.chat.id == chat)
    assert program.chat.editing.cards == {} and program.context.drafts.edits == {}
    program.wait(lambda: stored(program) == {})


def test_edits_go_with_their_message_and_their_chat(launch: Launch) -> None:
    program = launch()
    program.idle()
    herons, _ = two_chats(program)
    edited(program, 1, "of another bird")
    reply = program.talk.view.messages[1].id
    program.talk.delete_from(reply)
    show(program, herons)
    edited(program, 0, "about grey herons")
    program.context.drafts.save()
    assert sorted(stored(program).values()) == ["about grey herons", "of another bird"]
    program.context.chats.trash([herons])
    program.context.ops.flush()
    program.context.chats.delete_for_good([herons])
    program.wait(lambda: list(stored(program).values()) == ["of another bird"])
    program.wait(lambda: list(program.context.drafts.edits) == [reply])
    program.window.close()
    program.context.shutdown()

    program = launch()
    assert program.context.drafts.edits == {}
    program.wait(lambda: stored(program) == {})


def test_a_system_prompt_that_waits_outlives_the_program(launch: Launch) -> None:
    program = launch()
    program.idle()
    _, chat = two_chats(program)
    program.window.toggle_chat_settings()
    program.chat.drawer.prompt.editor.setPlainText("Be brief.")
    program.wait(lambda: list(stored(program).values()) == ["Be brief."])
    program.window.close()
    program.context.shutdown()

    program = launch()
    program.wait(lambda: program.talk.view.chat.id == chat)
    program.window.toggle_chat_settings()
    prompt = program.chat.drawer.prompt
    assert prompt.text == "Be brief." and prompt.waiting and program.talk.view.chat.system_prompt == ""
    prompt.used.emit(prompt.text)
    program.wait(lambda: stored(program) == {})
