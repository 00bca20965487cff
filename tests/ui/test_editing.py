"""Messages that are edited where they stand: what the card keeps, what becomes of it, and where the keyboard goes."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from app.core.draft import Draft, MessageEdit, Unsent, entries
from app.ui.chat.transcript.edit_row import EditCard, EditRow
from app.ui.chat.transcript.rows import MessageRow
from tests.fake_engine import Script
from tests.ui.conftest import Launch, Program
from tests.unit.core.store_helpers import a_file
from tests.unit.services.test_faults import read_only

CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def program(launch: Launch) -> Program:
    """Two questions and their replies; something is written in the composer."""
    made = launch(Script(replies=(("one",), ("two",), ("three",))))
    made.idle()
    for text in ("first question", "second question"):
        made.say(text)
        made.idle()
    made.chat.composer.set_text("unsaid")
    return made


def texts(program: Program) -> list[str]:
    return [message.content for message in program.talk.view.messages]


def edit(program: Program, at: int) -> EditCard:
    """Begin to edit the message with this number; its card."""
    message = program.talk.view.messages[at].id
    program.chat.presenter.edit_asked.emit(message)
    return program.chat.editing.cards[message]


def write(card: EditCard, text: str) -> None:
    card.editor.selectAll()
    card.editor.insertPlainText(text)


def test_a_card_takes_the_place_of_the_message(program: Program) -> None:
    card = edit(program, 0)
    message = program.talk.view.messages[0]
    row = program.chat.transcript.visible_rows[message.id]
    assert isinstance(row, EditRow) and card.parent() is row and card.isVisible()
    assert card.editor.hasFocus() and card.editor.toPlainText() == "first question"
    assert row.height() > card.height() > card.editor.height() >= card.editor.fontMetrics().lineSpacing()
    assert card.editor.font() == program.chat.composer.editor.font()
    assert not card.save.isEnabled() and card.ask.isEnabled()
    write(card, "changed")
    assert card.save.isEnabled()
    program.qtbot.mouseClick(card.save, Qt.MouseButton.LeftButton)
    assert texts(program) == ["changed", "one", "second question", "two"]
    assert program.chat.editing.cards == {} and program.context.drafts.edits == {}
    assert isinstance(program.chat.transcript.visible_rows[message.id], MessageRow)
    assert program.chat.composer.text == "unsaid"
    program.idle()
    assert program.context.store.view(message.chat).messages == program.talk.view.messages  # type: ignore[union-attr]


def test_what_could_not_be_saved_is_in_the_card_again(program: Program) -> None:
    card, before = edit(program, 0), texts(program)
    write(card, "changed")
    with read_only(program.context.store):
        program.qtbot.mouseClick(card.save, Qt.MouseButton.LeftButton)
        assert program.chat.editing.cards == {}
        program.wait(lambda: program.chat.editing.cards)
        (card,) = program.chat.editing.cards.values()
        assert card.editor.toPlainText() == "changed" and card.editor.hasFocus() and texts(program) == before
        program.qtbot.mouseClick(card.save, Qt.MouseButton.LeftButton)
        card = edit(program, 0)
        assert card.editor.toPlainText() == "changed", "as the message is shown until the disk refuses that"
        write(card, "and more")
        program.wait(lambda: texts(program) == before)
        (card,) = program.chat.editing.cards.values()
        assert card.editor.toPlainText() == "changed\nand more"
    program.qtbot.mouseClick(card.save, Qt.MouseButton.LeftButton)
    program.idle()
    assert program.chat.editing.cards == {} and texts(program) == ["changed\nand more", *before[1:]]


def test_saved_and_asked_again(program: Program) -> None:
    card = edit(program, 2)
    write(card, "another question")
    program.qtbot.keyClick(card.editor, Qt.Key.Key_Return)
    assert card.editor.toPlainText() == "another question\n", "Enter writes a line here"
    program.qtbot.keyClick(card.editor, Qt.Key.Key_Return, CONTROL)
    program.idle()
    assert texts(program) == ["first question", "one", "another question", "three"]
    assert program.chat.composer.text == "unsaid" and program.chat.composer.editor.hasFocus()


def test_keys_undo_and_give_up_and_a_notice_brings_it_back(program: Program) -> None:
    before = texts(program)
    card = edit(program, 3)
    write(card, "mine")
    program.qtbot.keyClick(card.editor, Qt.Key.Key_Z, CONTROL)
    assert card.editor.toPlainText() == "two"
    write(card, "mine")
    program.window.escape()
    assert program.chat.editing.cards == {} and texts(program) == before
    program.wait(lambda: program.window.toasts.cards)
    program.qtbot.mouseClick(program.window.toasts.cards[-1].button, Qt.MouseButton.LeftButton)
    (card,) = program.chat.editing.cards.values()
    assert card.editor.toPlainText() == "mine"
    write(card, "two")
    shown = len(program.window.toasts.cards)
    program.window.escape()
    assert len(program.window.toasts.cards) <= shown, "nothing is lost, nothing is said"


def offered(program: Program) -> list[QPushButton]:
    """The buttons of notices that bring back an edit, oldest first."""
    return [card.button for card in program.window.toasts.cards if card.notice.action == "undo_edit"]


def test_edits_that_were_given_up_one_after_the_other_are_all_offered(program: Program) -> None:
    for text in ("mine", "mine again"):
        write(edit(program, 0), text)
        program.window.escape()
    first, second = offered(program)
    program.qtbot.mouseClick(first, Qt.MouseButton.LeftButton)
    (card,) = program.chat.editing.cards.values()
    assert card.editor.toPlainText() == "mine"
    program.qtbot.mouseClick(second, Qt.MouseButton.LeftButton)
    (card,) = program.chat.editing.cards.values()
    assert card.editor.toPlainText() == "mine again" and len(offered(program)) == 1, "the first one is offered again"


def test_an_edit_that_was_given_up_takes_the_place_of_one_begun_since(program: Program) -> None:
    write(edit(program, 0), "mine")
    program.window.escape()
    assert edit(program, 0).editor.toPlainText() == "first question"
    program.qtbot.mouseClick(offered(program)[0], Qt.MouseButton.LeftButton)
    (card,) = program.chat.editing.cards.values()
    assert card.editor.toPlainText() == "mine" and card.editor.hasFocus() and offered(program) == []


def test_an_edit_outlives_scrolling(program: Program) -> None:
    long = "\n\n".join(f"paragraph {n}" for n in range(120))
    program.say(long)
    program.idle()
    card = edit(program, 0)
    write(card, "in the middle of it")
    view = program.chat.transcript
    view.scroll_to_end()
    message = program.talk.view.messages[0].id
    assert message not in view.visible_rows and not card.isVisible()
    view.scroll_to(message)
    assert card.isVisible() and card.editor.toPlainText() == "in the middle of it"
    program.chat.composer.editor.setFocus()
    card.editor.setFocus()
    program.qtbot.keyClick(card.editor, Qt.Key.Key_Z, CONTROL)
    assert card.editor.toPlainText() == "first question", "what was written can be undone"


def test_an_edit_is_there_when_its_chat_is_shown_again(program: Program) -> None:
    chat = program.talk.view.chat.id
    write(edit(program, 1), "half of it")
    program.window.new_chat()
    assert program.chat.editing.cards == {}
    program.say("elsewhere")
    program.idle()
    program.window.open_chat(chat)
    program.wait(lambda: program.talk.view.chat.id == chat)
    (card,) = program.chat.editing.cards.values()
    assert card.editor.toPlainText() == "half of it" and card.isVisible()
    assert program.chat.composer.text == "unsaid"
    card.save.click()
    assert texts(program)[1] == "half of it"


def test_two_messages_can_be_edited_at_once(program: Program) -> None:
    first, second = edit(program, 0), edit(program, 2)
    write(first, "a")
    write(second, "b")
    first.save.click()
    assert texts(program)[::2] == ["a", "second question"]
    assert second.isVisible() and second.editor.toPlainText() == "b"
    second.save.click()
    assert texts(program)[::2] == ["a", "b"]


def test_the_tab_key_walks_through_the_card(program: Program) -> None:
    card = edit(program, 0)
    write(card, "x")
    stops = [card.editor]
    for _ in range(3):
        program.qtbot.keyClick(stops[-1], Qt.Key.Key_Tab)
        stops.append(program.window.focusWidget())  # type: ignore[arg-type]
    assert stops == [card.editor, card.cancel, card.save, card.ask]


def test_a_card_grows_with_its_text_and_stays_in_sight(program: Program) -> None:
    card = edit(program, 2)
    before = card.height()
    write(card, "\n".join(f"line {n}" for n in range(9)))
    view = program.chat.transcript
    program.wait(lambda: card.height() > before + 5 * card.editor.fontMetrics().lineSpacing())
    bottom = card.mapTo(view.viewport(), card.rect().bottomLeft()).y()
    assert 0 < bottom <= view.viewport().height()


def test_files_of_a_message_are_shown_and_can_be_taken_away(qtbot: QtBot) -> None:
    file, other = a_file("a", "a.md"), a_file("b", "b.md")
    made = MessageEdit("c", "m", Draft("", entries((file, other))), Unsent("", (file, other)))
    card = EditCard(made, True)
    qtbot.addWidget(card)
    card.resize(600, card.height_for(600))
    card.show()
    assert not card.save.isEnabled() and card.ask.isEnabled(), "files alone are a message, too"
    card.attachment_bar.chips[0].removed.emit()
    assert card.draft.attachments == (other,) and card.save.isEnabled()
    card.attachment_bar.chips[0].removed.emit()
    assert not card.save.isEnabled() and not card.ask.isEnabled(), "nothing is left of it"


def test_all_lines_of_a_text_are_seen_from_its_first_one_on(qtbot: QtBot) -> None:
    text = "A line that is so long that it goes on in the next one, " * 3 + "\n" * 12 + "the last line"
    card = EditCard(MessageEdit("c", "m", Draft(text), Unsent(text)), False)
    qtbot.addWidget(card)
    card.resize(760, card.height_for(760))
    card.show()
    qtbot.waitUntil(lambda: card.editor.verticalScrollBar().maximum() == 0)
    assert card.editor.firstVisibleBlock().blockNumber() == 0


def test_a_file_pasted_into_a_card_comes_with_that_message(program: Program, tmp_path: object) -> None:
    path = program.context.paths.data / "notes.md"
    path.write_text("about herons")
    card = edit(program, 2)
    card.editor.files_pasted.emit([str(path)])
    assert card.draft.reading == 1 and not card.ask.isEnabled()
    program.wait(lambda: card.ask.isEnabled())
    assert program.chat.composer.draft.files == []
    card.ask.click()
    program.idle()
    (file,) = program.talk.view.messages[2].attachments
    assert file.text == "about herons"


def test_what_is_written_on_is_not_taken_away_while_a_reply_goes_on(launch: Launch) -> None:
    program = launch(Script(hold_at=2, replies=(("old ", "words "),)))
    program.idle()
    program.chat.composer.set_text("first")
    program.chat.composer.submit()
    program.wait(lambda: program.engine.holding)
    card = edit(program, 0)
    write(card, "second")
    program.engine.release()
    program.idle()
    assert card.isVisible() and card.editor.toPlainText() == "second"
