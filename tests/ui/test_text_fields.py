"""Fields for longer texts: Tab leaves each for what comes next, and Ctrl+Z takes back what was done to its text."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QMimeData, QObject, Qt, QTimer
from PySide6.QtGui import QAccessible, QAction, QIcon
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QToolButton, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import invalidate

from app.core import scopes
from app.ui.chat.chat_settings.prompt import PromptEditor
from app.ui.settings import row
from app.ui.settings.fields import TextField
from app.ui.settings.reply_fields import FormField
from app.ui.settings.row import SettingRow
from app.ui.theme import theme
from app.ui.widgets.search_field import SearchField
from tests.fake_engine import Script
from tests.ui.conftest import Launch, Program

CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


def composer(program: Program) -> QPlainTextEdit:
    return program.chat.composer.editor


def notes(program: Program) -> QPlainTextEdit:
    program.window.show_model(program.context.models.state.path)
    page = program.window.pages.library.detail
    assert page is not None
    program.wait(page.noted.isVisible)
    return page.noted


def prompt(program: Program, level: str = "chat") -> QPlainTextEdit:
    drawer = program.chat.drawer
    if drawer.isHidden():
        program.window.toggle_chat_settings()
    drawer.choose(level)
    return drawer.prompt.editor


def prompt_of_model(program: Program) -> QPlainTextEdit:
    return prompt(program, "model")


def prompt_of_a_chat_that_has_begun(program: Program) -> QPlainTextEdit:
    program.say("hello")
    program.idle()
    return prompt(program)


def form(program: Program, level: str = "chat") -> QPlainTextEdit:
    prompt(program, level)
    drawer = program.chat.drawer
    drawer.scope.set("sampling.output", "schema")
    return drawer.form.control


def form_of_all(program: Program) -> QPlainTextEdit:
    return form(program, "general")


def settings_prompt(program: Program) -> QPlainTextEdit:
    program.window.show_settings()
    program.window.pages.settings.show_section("Chat")
    field = program.window.pages.settings.rows["chat.system_prompt"].field
    assert isinstance(field, TextField)
    return field.control


def settings_form(program: Program) -> QPlainTextEdit:
    program.context.settings.set("sampling.output", "schema")
    program.window.show_settings()
    program.window.pages.settings.show_section("Replies")
    field = program.window.pages.settings.rows["sampling.form"].field
    assert isinstance(field, FormField)
    return field.control


def saved_prompt(program: Program) -> QPlainTextEdit:
    program.window.show_prompts()
    page = program.window.pages.prompts
    page.new.click()
    assert page.form is not None
    return page.form.text


Field = Callable[[Program], QPlainTextEdit]
FIELDS: tuple[Field, ...] = (
    composer, notes, prompt, prompt_of_model, prompt_of_a_chat_that_has_begun, form, form_of_all, settings_prompt,
    settings_form,
)  # fmt: skip
each = pytest.mark.parametrize("field", FIELDS, ids=lambda field: field.__name__)


@pytest.fixture
def program(launch: Launch) -> Program:
    made = launch(Script())
    made.idle()
    made.window.resize(1300, 860)
    made.window.activateWindow()
    assert QTest.qWaitForWindowActive(made.window)
    return made


def back(edit: QWidget) -> None:
    QTest.keyClick(edit, Qt.Key.Key_Z, CONTROL)


def settle(program: Program, edit: QPlainTextEdit) -> None:
    """All that a change brings about later: what waits for a moment of quiet, what is stored, what is shown anew."""
    direct = Qt.FindChildOption.FindDirectChildrenOnly
    around: list[QObject] = [edit]
    while (parent := around[-1].parent()) is not None and parent is not program.window:
        around.append(parent)
    waiting = [timer for one in around for timer in one.findChildren(QTimer, "", direct) if timer.isSingleShot()]
    program.wait(lambda: not any(timer.isActive() for timer in waiting))
    program.idle()
    QApplication.processEvents()


@each
def test_what_was_written_is_taken_back_and_done_again(program: Program, field: Field) -> None:
    edit = field(program)
    edit.setFocus()
    QTest.keyClicks(edit, "one ")
    QTest.keyClick(edit, Qt.Key.Key_Return, SHIFT)
    QTest.keyClicks(edit, "two ")
    settle(program, edit)
    assert edit.toPlainText().split() == ["one", "two"] and edit.toPlainText().endswith("two "), "left as it is written"
    assert edit.hasFocus()
    for _ in range(4):
        back(edit)
    assert edit.toPlainText() == ""
    for _ in range(4):
        QTest.keyClick(edit, Qt.Key.Key_Z, CONTROL | SHIFT)
    assert edit.toPlainText().split() == ["one", "two"]


@pytest.mark.parametrize(
    "field", [composer, notes, prompt, settings_prompt, saved_prompt], ids=lambda field: field.__name__
)
def test_each_line_begins_at_the_side_that_it_is_read_from(program: Program, field: Field) -> None:
    edit = field(program)
    english = "words that go on and on and are not stretched " * 9
    edit.setPlainText(f"{english}\nשלום לכולם\nمرحبا بالعالم\nend")
    QApplication.processEvents()
    places, block = [], edit.document().begin()
    while block.isValid():
        line = block.layout().lineAt(0)
        text, box = line.naturalTextRect(), line.rect()
        places.append("left" if text.left() < box.left() + 1 else "right" if text.right() > box.right() - 1 else "")
        if block.text() == english:
            assert block.layout().lineCount() > 1 and text.width() < box.width()
        block = block.next()
    assert places == ["left", "right", "right", "left"]


@each
def test_tab_leaves_it_and_comes_back(program: Program, field: Field) -> None:
    edit = field(program)
    edit.setFocus()
    QTest.keyClicks(edit, "word")
    QApplication.processEvents()
    for there, again in ((Qt.Key.Key_Tab, Qt.Key.Key_Backtab), (Qt.Key.Key_Backtab, Qt.Key.Key_Tab)):
        QTest.keyClick(edit, there)
        other = QApplication.focusWidget()
        assert other is not None and other is not edit and other.isVisible()
        QTest.keyClick(other, again)
        assert edit.hasFocus(), f"{again} from {type(other).__name__} {other.accessibleName()!r}"
    assert edit.toPlainText() == "word", "Tab writes nothing"


def test_tab_goes_down_the_page_of_a_model(program: Program) -> None:
    """What is made anew with every look at the library stands where it is seen, not behind the buttons at the end."""
    edit = notes(program)
    page = program.window.pages.library.detail
    assert page is not None
    edit.setFocus()
    QTest.keyClick(edit, Qt.Key.Key_Tab)
    passed = []
    for _ in range(3):
        focus = QApplication.focusWidget()
        assert focus is not None
        passed.append(focus)
        QTest.keyClick(focus, Qt.Key.Key_Tab)
    assert passed[0].accessibleName() == "Show in folder"
    assert passed[1:] == [page.remove_button, page.delete_button]
    places = [one.mapTo(page, one.rect().center()).y() for one in (edit, *passed)]
    assert places == sorted(places)


def test_what_the_program_wrote_is_taken_back_too(program: Program) -> None:
    drawer = program.chat.drawer
    for field, way_back in (
        (prompt, drawer.prompt.reset),
        (form, drawer.rows["sampling.form"].reset),
        (prompt_of_model, drawer.prompt.reset),
    ):
        edit = field(program)
        edit.setPlainText("mine")
        way_back.click()
        program.wait(lambda edit=edit: edit.toPlainText() == "")
        settle(program, edit)
        back(edit)
        assert edit.toPlainText() == "mine"
        settle(program, edit)
        assert edit.toPlainText() == "mine", "it holds again"


def test_settings_that_were_reset_are_taken_back(program: Program) -> None:
    for edit, key in ((settings_prompt(program), "chat.system_prompt"), (settings_form(program), "sampling.form")):
        QTest.keyClicks(edit, "mine")
        program.window.pages.settings.rows[key].reset.click()
        assert edit.toPlainText() == ""
        back(edit)
        assert edit.toPlainText() == "mine" == program.context.settings.text(key)


def test_a_prompt_that_was_discarded_is_taken_back(program: Program) -> None:
    edit = prompt_of_a_chat_that_has_begun(program)
    QTest.keyClicks(edit, "mine")
    program.chat.drawer.prompt.discard.click()
    assert edit.toPlainText() == ""
    back(edit)
    assert edit.toPlainText() == "mine" and program.chat.drawer.prompt.waiting


@pytest.mark.parametrize("field", [composer, prompt, form], ids=lambda field: field.__name__)
def test_nothing_of_another_chat_comes_back(program: Program, field: Field) -> None:
    program.say("the first chat")
    program.idle()
    edit = field(program)
    edit.setFocus()
    QTest.keyClicks(edit, "secret")
    edit.selectAll()
    QTest.keyClick(edit, Qt.Key.Key_Delete)
    program.talk.new_chat()
    program.idle()
    assert field(program) is edit and edit.toPlainText() == ""
    for _ in range(3):
        back(edit)
    assert edit.toPlainText() == ""


def test_nothing_of_all_chats_comes_back_in_one(program: Program) -> None:
    edit = form_of_all(program)
    QTest.keyClicks(edit, "secret")
    edit.selectAll()
    QTest.keyClick(edit, Qt.Key.Key_Delete)
    program.chat.drawer.choose("chat")
    assert not edit.document().isUndoAvailable()


@pytest.mark.parametrize("field", [prompt, prompt_of_model, settings_form], ids=lambda f: f.__name__)
def test_a_text_that_is_too_long_is_not_kept_and_says_so(
    program: Program, field: Field, monkeypatch: pytest.MonkeyPatch
) -> None:
    most = 1 << 12  # a million are the editor's work, not ours
    monkeypatch.setattr(scopes, "LONGEST", most)
    monkeypatch.setattr(row, "LONGEST", most)
    edit = field(program)
    edit.setPlainText("short")
    settle(program, edit)
    around = edit.parentWidget()
    while not isinstance(around, (SettingRow, PromptEditor)):
        assert around is not None
        around = around.parentWidget()
    words = around.reason if isinstance(around, SettingRow) else around.note
    kept = all_kept(program)
    edit.selectAll()
    pasted = QMimeData()
    pasted.setText("a b\n" * (most // 4) + "and")
    edit.insertFromMimeData(pasted)
    settle(program, edit)
    assert words.isVisible() and words.text().startswith("3 character") and "too long" in words.text()
    assert all_kept(program) == kept
    back(edit)
    settle(program, edit)
    assert edit.toPlainText() == "short" and "too long" not in words.text()
    edit.setPlainText("other")
    settle(program, edit)
    assert all_kept(program) == [text.replace("short", "other") for text in kept] != kept


def all_kept(program: Program) -> list[str]:
    """The system prompt of the chat, and all texts that are set for its model or generally."""
    facts = program.context.models.state.facts
    assert facts is not None
    settings, found = program.context.settings, [program.talk.view.chat.system_prompt]
    for scope in (settings.scoped(chat=program.talk.view.chat.id), settings.scoped(model=facts.fingerprint), settings):
        found += [scope.text(key) for key in ("chat.system_prompt", "sampling.form") if scope.is_set(key)]
    return found


@pytest.mark.parametrize("page", ["settings", "shortcuts", "documents", "knowledge"])
def test_the_buttons_in_a_search_field_have_names(launch: Launch, page: str) -> None:
    window = launch().window
    getattr(window, f"show_{page}")()
    shown = window.pages.currentWidget()
    assert shown is not None
    fields = [window.sidebar.search_field, *shown.findChildren(SearchField)]
    assert len(fields) > 1
    for field in fields:
        buttons = [QAccessible.queryAccessibleInterface(one) for one in field.findChildren(QToolButton)]
        names = [button.text(QAccessible.Text.Name) for button in buttons]
        assert sorted(names) == sorted([field.placeholderText(), "Clear search"])


def test_the_magnifier_leads_into_its_field(launch: Launch) -> None:
    program = launch()
    program.window.activateWindow()
    program.wait(program.window.isActiveWindow)
    field = program.window.sidebar.search_field
    program.chat.composer.editor.setFocus()
    magnifier = next(one for one in field.findChildren(QToolButton) if one.toolTip() == field.placeholderText())
    magnifier.click()
    assert QApplication.focusWidget() is field


def test_a_search_field_keeps_no_hold_of_its_cross(qtbot: QtBot) -> None:
    field = SearchField("Search")
    qtbot.addWidget(field)
    held = field.findChild(QAction, "_q_qlineeditclearaction")
    held.setIcon(QIcon())
    invalidate(held)  # PySide does so where the address was another object's before
    theme().changed.emit()
    assert not field.findChild(QAction, "_q_qlineeditclearaction").icon().isNull()
