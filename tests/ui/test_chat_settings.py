"""The drawer with the settings of a chat: what it shows, what it changes, and for whom."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QLineEdit,
    QPlainTextEdit,
    QSpinBox,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.core.presets import prompt_of
from app.core.reply_settings import FORM, MORE, THINKING
from app.core.settings import SETTINGS
from app.core.texts import say
from app.core.work_values import Notice
from app.ui.chat.chat_settings import ChatSettings
from app.ui.chat.transcript.markers import ErrorRow
from app.ui.notices import label_of
from app.ui.settings.fields import ChoiceField, NumberField
from app.ui.settings.reply_fields import SeedField, TextsField, meant, written
from app.ui.theme import colors, icon
from app.ui.widgets.controls import Slider
from engine import protocol as p
from engine.errors import BadForm
from tests.fake_engine import Script
from tests.ui.conftest import Launch, Program


def opened(launch: Launch, script: Script | None = None) -> tuple[Program, ChatSettings]:
    program = launch(script)
    program.idle()
    program.window.toggle_chat_settings()
    return program, program.chat.drawer


def number(drawer: ChatSettings, key: str) -> float:
    field = drawer.rows[key].field
    assert isinstance(field, NumberField)
    return field.control.value()


def put(drawer: ChatSettings, key: str, value: float) -> None:
    field = drawer.rows[key].field
    assert isinstance(field, NumberField)
    field.control.setValue(value)  # type: ignore[arg-type]


def test_it_opens_and_closes(launch: Launch, qtbot: QtBot) -> None:
    program, drawer = opened(launch)
    assert drawer.isVisible() and drawer.levels["chat"].isChecked()
    assert drawer.levels["chat"].hasFocus()
    program.window.escape()
    assert drawer.isHidden() and program.chat.composer.editor.hasFocus()
    program.chat.header.settings_button.click()
    assert drawer.isVisible()
    drawer.close_button.click()
    assert drawer.isHidden()


def test_beside_the_conversation_or_over_it(launch: Launch) -> None:
    program, drawer = opened(launch)
    program.window.resize(1400, 800)
    program.wait(lambda: drawer.geometry().right() == program.chat.width() - 1)
    assert program.chat.transcript.parentWidget().width() <= program.chat.width() - drawer.width()
    program.window.resize(760, 700)
    program.wait(lambda: program.chat.stack.width() == program.chat.width())
    assert drawer.isVisible() and drawer.geometry().right() == program.chat.width() - 1
    assert drawer.height() == program.chat.height()


def test_a_narrow_window_shows_it_or_the_chats(launch: Launch) -> None:
    program, drawer = opened(launch)
    window = program.window
    window.toggle_chat_settings()
    window.resize(window.minimumSize())
    program.wait(lambda: window.sidebar.isHidden())
    window.toggle_sidebar()
    window.toggle_chat_settings()
    program.wait(lambda: window.sidebar.isHidden() and drawer.geometry().right() == program.chat.width() - 1)
    window.toggle_sidebar()
    program.wait(lambda: window.sidebar.isVisible() and program.chat.width() < window.width())
    assert drawer.isHidden() and program.chat.composer.editor.hasFocus()


def test_it_makes_way_for_the_chats_from_another_page(launch: Launch) -> None:
    program, drawer = opened(launch)
    window = program.window
    window.resize(window.minimumSize())
    program.wait(lambda: window.sidebar.isHidden())
    window.show_settings()
    search = QApplication.focusWidget()
    assert window.pages.settings.isAncestorOf(search)
    window.toggle_sidebar()
    assert drawer.isHidden() and QApplication.focusWidget() is search


def test_each_scope_changes_what_is_its_own(launch: Launch) -> None:
    program, drawer = opened(launch)
    key = "sampling.temperature"
    put(drawer, key, 0.2)
    row = drawer.rows[key]
    assert row.dot.isVisible() and row.reset.isVisible() and "0.7" in row.reset.toolTip()
    drawer.levels["model"].click()
    assert number(drawer, key) == 0.7 and not row.dot.isVisible()
    put(drawer, key, 0.9)
    drawer.levels["general"].click()
    put(drawer, key, 1.1)
    drawer.levels["chat"].click()
    assert number(drawer, key) == 0.2 and "0.9" in row.reset.toolTip()
    row.reset.click()
    assert number(drawer, key) == 0.9 and not row.dot.isVisible() and "this model" in row.origin.text()
    drawer.levels["model"].click()
    row.reset.click()
    drawer.levels["chat"].click()
    assert number(drawer, key) == 1.1 and "all chats" in row.origin.text()
    program.talk.new_chat()
    program.wait(lambda: number(drawer, key) == 1.1)
    put(drawer, key, 0.3)
    program.say("one")
    program.idle()
    sent = [request.sampling for request in program.engine.requests if isinstance(request, p.Generate)]
    assert sent[-1].temperature == 0.3


def test_all_that_is_changed_here_is_taken_back(launch: Launch) -> None:
    _, drawer = opened(launch)
    assert not drawer.reset_all.isVisible()
    put(drawer, "sampling.temperature", 0.2)
    put(drawer, "sampling.top_k", 5)
    drawer.reset_all.click()
    assert not any(drawer.scope.is_set(one.key) for one in SETTINGS) and number(drawer, "sampling.top_k") == 40


def test_groups_fold_and_count(launch: Launch) -> None:
    _, drawer = opened(launch)
    group = drawer.groups[MORE]
    assert not group.inside.isVisible()
    drawer.scope.set("sampling.typical_p", 0.5)
    drawer.scope.set("sampling.mirostat", True)
    assert "2" in group.head.text()
    group.head.click()
    assert group.inside.isVisible() and "2" not in group.head.text()
    assert drawer.rows["sampling.mirostat_tau"].isVisible()
    drawer.scope.set("sampling.mirostat", False)
    assert not drawer.rows["sampling.mirostat_tau"].isVisible()


def test_thinking_is_offered_where_the_template_knows_it(launch: Launch) -> None:
    _, drawer = opened(launch)
    assert not drawer.groups[THINKING].isVisible()


def test_a_template_with_a_switch(launch: Launch) -> None:
    _, drawer = opened(launch, Script(thinking=("switch",)))
    assert drawer.rows["reply.thinking"].isVisible() and not drawer.rows["reply.effort"].isVisible()


def test_stop_texts_are_chips(launch: Launch, qtbot: QtBot) -> None:
    _, drawer = opened(launch)
    field = drawer.rows["sampling.stop"].field
    assert isinstance(field, TextsField)
    for text in ("END", "\\n\\n", "END"):
        qtbot.keyClicks(field.control, text)
        qtbot.keyClick(field.control, Qt.Key.Key_Return)
    assert drawer.scope.texts("sampling.stop") == ("END", "\n\n")
    shown = [chip for chip in field._chips.findChildren(QAbstractButton) if "END" in chip.text()]
    assert shown[-1].text() == "END ", "the cross stands behind the text, and so does the room beside it"
    shown[-1].click()
    assert drawer.scope.texts("sampling.stop") == ("\n\n",)
    qtbot.keyClicks(field.control, "a & b\r")
    assert [chip.text() for chip in field._chips.findChildren(QAbstractButton)][-1] == "a && b "


def test_stop_texts_are_written_as_they_are_meant() -> None:
    for text in ("a", "\n", "\\n", "a\tb\\", "\\\n"):
        assert meant(written(text)) == text and "\n" not in written(text)


def test_a_seed_by_dice(launch: Launch) -> None:
    _, drawer = opened(launch)
    field = drawer.rows["sampling.seed"].field
    assert isinstance(field, SeedField) and isinstance(field.control, QSpinBox)
    assert field.control.text() == "Random"
    field.dice.click()
    assert drawer.scope.integer("sampling.seed") > 0 and field.control.text() == str(drawer.scope.get("sampling.seed"))


def test_a_grammar_is_checked_on_the_spot(launch: Launch) -> None:
    program, drawer = opened(launch)
    row = drawer.rows["sampling.form"]
    assert not row.isVisible()
    drawer.scope.set("sampling.output", "schema")
    assert row.isVisible() and '"object"' in drawer.form.control.placeholderText()
    drawer.scope.set("sampling.output", "grammar")
    assert row.isVisible() and "root ::=" in drawer.form.control.placeholderText()
    drawer.form.control.setPlainText("nonsense")
    program.wait(lambda: "Line 1, column 1" in drawer.form.verdict.text())
    drawer.form.control.setPlainText('{"type": "object", ' * 20)
    assert drawer.form.control.horizontalScrollBar().maximum() == 0, "a schema in one line is seen whole"
    drawer.form.control.setPlainText("nonsense")
    program.wait(lambda: "Line 1, column 1" in drawer.form.verdict.text())
    drawer.form.control.setPlainText('root ::= "a"')
    assert drawer.form.verdict.text() == ""
    program.wait(lambda: "Valid" in drawer.form.verdict.text())
    drawer.form.show_verdict("an earlier text", say("schema.none"))
    assert "Wrong" not in drawer.form.verdict.text()


def test_a_system_prompt_before_the_chat_begins_counts_at_once(launch: Launch) -> None:
    program, drawer = opened(launch)
    drawer.prompt.editor.setPlainText("Be kind.")
    assert program.talk.view.chat.system_prompt == "Be kind." and not drawer.prompt.buttons.isVisible()
    assert drawer.prompt.dot.isVisible()
    drawer.prompt.reset.click()
    assert program.talk.view.chat.system_prompt == ""
    drawer.choose("general")
    drawer.prompt.editor.setPlainText("Be brief.")
    assert program.context.settings.text("chat.system_prompt") == "Be brief."
    assert program.talk.view.chat.system_prompt == "", "one that is open keeps its own"
    program.talk.new_chat()
    program.wait(lambda: program.talk.view.chat.system_prompt == "Be brief.")


def test_a_system_prompt_in_a_chat_that_has_begun_is_asked_for(launch: Launch) -> None:
    program, drawer = opened(launch)
    program.say("one")
    program.idle()
    first = program.talk.view.chat.id
    drawer.prompt.editor.setPlainText("Be kind.")
    assert drawer.prompt.buttons.isVisible() and "reread" in drawer.prompt.note.text()
    assert program.talk.view.chat.system_prompt == ""
    program.talk.new_chat()
    program.wait(lambda: drawer.prompt.text == "")
    program.talk.open_chat(first)
    program.wait(lambda: drawer.prompt.text == "Be kind.")  # a draft is not lost
    drawer.prompt.use.click()
    program.idle()
    assert program.talk.view.chat.system_prompt == "Be kind."
    program.wait(lambda: not drawer.prompt.buttons.isVisible())
    opened_with = [request.system_prompt for request in program.engine.requests if isinstance(request, p.OpenChat)]
    assert opened_with[-1] == "Be kind."
    drawer.prompt.editor.setPlainText("Be rude.")
    drawer.prompt.discard.click()
    assert drawer.prompt.text == "Be kind." and not drawer.prompt.buttons.isVisible()


def test_presets_are_applied_and_deleted_with_undo(launch: Launch) -> None:
    program, drawer = opened(launch)
    assert not drawer.presets.menu().actions()[0].isEnabled()
    put(drawer, "sampling.temperature", 0.2)
    drawer.prompt.editor.setPlainText("Be exact.")
    drawer.presets.saved.emit("Exact & strict")
    program.wait(lambda: "Exact" in drawer.presets.button.text())
    program.talk.new_chat()
    program.wait(lambda: drawer.presets.button.text().strip() == "Presets")
    drawer.presets.menu().actions()[0].trigger()
    assert number(drawer, "sampling.temperature") == 0.2
    assert program.talk.view.chat.system_prompt == "Be exact."
    preset = program.context.presets.all[0]
    drawer.presets.deleted.emit(preset.id)
    program.wait(lambda: drawer.presets.button.text().strip() == "Presets")
    program.context.presets.undo_delete(preset.id)
    program.wait(lambda: "Exact" in drawer.presets.button.text())


def test_everything_in_it_has_a_name(launch: Launch) -> None:
    _, drawer = opened(launch, Script(thinking=("switch", "effort")))
    drawer.scope.set("sampling.stop", ("x",))
    for kind in (QAbstractButton, QLineEdit, QPlainTextEdit, QAbstractSpinBox, Slider):
        widgets: list[QWidget] = drawer.findChildren(kind)  # type: ignore[assignment]
        for widget in widgets:
            parent = widget.parentWidget()
            name = widget.accessibleName() or (parent.accessibleName() if isinstance(parent, QAbstractSpinBox) else "")
            assert name, (widget, widget.objectName())


def test_a_preset_keeps_the_prompt_that_is_seen(launch: Launch) -> None:
    """In a chat that has begun it counts only after a question; what is saved is what stands there."""
    program, drawer = opened(launch)
    program.say("one")
    program.idle()
    drawer.prompt.editor.setPlainText("Talk like a pirate.")
    assert drawer.prompt.waiting
    drawer.presets.saved.emit("Pirate")
    program.wait(lambda: drawer.presets.button.text().strip() == "Pirate")
    (preset,) = program.context.presets.all
    assert prompt_of(preset) == "Talk like a pirate."
    drawer.prompt.discard.click()
    assert drawer.presets.button.text().strip() == "Presets", "no longer what is seen"
    drawer.presets.menu().actions()[0].trigger()
    assert drawer.prompt.text == "Talk like a pirate." and drawer.prompt.waiting
    assert program.talk.view.chat.system_prompt == ""


def test_what_was_discarded_does_not_come_back(launch: Launch) -> None:
    program, drawer = opened(launch)
    program.say("one")
    program.idle()
    first = program.talk.view.chat.id
    drawer.prompt.editor.setPlainText("Be rude.")
    drawer.prompt.discard.click()
    assert drawer.prompt.editor.hasFocus(), "the button that had the focus is gone"
    program.talk.new_chat()
    program.wait(lambda: program.talk.view.chat.id != first)
    program.talk.open_chat(first)
    program.wait(lambda: program.talk.view.chat.id == first)
    assert drawer.prompt.text == "" and not drawer.prompt.waiting


def test_the_preset_in_force_has_a_check_and_its_whole_name(launch: Launch) -> None:
    program, drawer = opened(launch)
    drawer.presets.saved.emit("Salt & pepper")
    put(drawer, "sampling.temperature", 0.2)
    drawer.presets.saved.emit("Cold")
    program.wait(lambda: drawer.presets.button.text().strip() == "Cold")
    cold, salt = drawer.presets.menu().actions()[:2]
    assert cold.icon().cacheKey() == icon("check", colors().pinned, 16).cacheKey()
    assert salt.icon().cacheKey() != cold.icon().cacheKey()
    salt.trigger()
    assert drawer.presets.button.text().strip() == "Salt && pepper", "one & would underline what follows"


def test_taking_all_back_can_be_undone(launch: Launch) -> None:
    program, drawer = opened(launch)
    put(drawer, "sampling.temperature", 0.2)
    drawer.scope.set("sampling.stop", ("END",))
    notices: list[Notice] = []
    program.context.presets.notice.connect(notices.append)
    drawer.reset_all.click()
    assert not any(drawer.scope.is_set(one.key) for one in SETTINGS)
    assert drawer.area.hasFocus(), "the button that had the focus is gone"
    program.context.act(notices[-1])
    assert drawer.scope.texts("sampling.stop") == ("END",) and number(drawer, "sampling.temperature") == 0.2
    assert label_of(notices[-1].action) == "Undo"


def test_nothing_moves_when_a_setting_is_changed(launch: Launch) -> None:
    _, drawer = opened(launch)
    row = drawer.rows["sampling.output"]
    before = (row.sizeHint().height(), drawer.prompt.sizeHint().height())
    drawer.scope.set("sampling.output", "json")
    drawer.prompt.show_here(True)
    assert row.reset.isVisibleTo(row) and drawer.prompt.reset.isVisibleTo(drawer.prompt)
    assert (row.sizeHint().height(), drawer.prompt.sizeHint().height()) == before


@pytest.mark.parametrize("level", ["chat", "model", "general"])
def test_a_reply_with_a_form_that_cannot_be_used_leads_to_it(launch: Launch, level: str) -> None:
    program = launch(Script(reply_error=BadForm.code))
    program.idle()
    drawer = program.chat.drawer
    drawer.choose(level)
    drawer.scope.set("sampling.output", "grammar")
    drawer.scope.set("sampling.form", "root = yes")
    drawer.choose("general" if level == "chat" else "chat")
    drawer.groups[FORM].head.setChecked(False)
    program.say("yes or no?")
    program.idle()
    card = program.chat.transcript.items[-1]
    row = program.chat.transcript.visible_rows[card.key]
    assert isinstance(row, ErrorRow) and row.button.isVisible() and row.further.isVisible()
    assert not row.button.geometry().intersects(row.further.geometry())
    assert row.further.text() == drawer.groups[FORM].head.text(), "named as it stands there"
    row.further.click()
    assert drawer.isVisible() and drawer.levels[level].isChecked()
    assert drawer.form.control.hasFocus() and drawer.form.control.toPlainText() == "root = yes"
    place = drawer.area.viewport()
    program.wait(lambda: place.rect().contains(drawer.form.control.mapTo(place, QPoint(0, 0))))
    row.further.click()
    assert drawer.isVisible(), "it is not closed by a second click"


def test_where_the_form_is_none_any_more_the_choice_of_it_is_shown(launch: Launch) -> None:
    program = launch(Script(reply_error=BadForm.code))
    program.idle()
    program.say("yes or no?")
    program.idle()
    row = program.chat.transcript.visible_rows[program.chat.transcript.items[-1].key]
    assert isinstance(row, ErrorRow)
    row.further.click()
    choice = program.chat.drawer.rows["sampling.output"].field
    assert isinstance(choice, ChoiceField) and choice.buttons["text"].hasFocus()


def test_another_error_leads_nowhere_else(launch: Launch) -> None:
    program = launch(Script(reply_error="message_too_long"))
    program.idle()
    program.say("too much")
    program.idle()
    row = program.chat.transcript.visible_rows[program.chat.transcript.items[-1].key]
    assert isinstance(row, ErrorRow) and row.button.isVisible() and not row.further.isVisible()
