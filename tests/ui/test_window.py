from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.core.instance import InstanceRunning
from app.core.model_values import ModelPhase
from app.core.paths import Paths
from app.core.store import StoreError
from app.core.work_values import Notice, Phase
from app.services.app_context import AppContext
from app.ui import application
from app.ui.chat import model_banner, presenter
from app.ui.chat.transcript import ErrorItem, MarkerItem, MessageItem
from app.ui.chat.transcript.markers import ErrorRow, MarkerRow
from app.ui.chat.transcript.reply_row import AssistantRow
from app.ui.chat.transcript.text import TextBlock
from app.ui.theme import Theme
from app.ui.window.main_window import MainWindow
from app.ui.window.palette import Command, commands
from engine.protocol import Generate, Load, Truncate
from tests.fake_engine import NOT_LOADED, TOO_LONG, Script, in_process_engine
from tests.ui import scenes
from tests.ui.conftest import Launch, Program
from tests.words import advised, hint_of, said


def texts(program: Program) -> list[str]:
    return [item.text for item in program.chat.transcript.items if isinstance(item, MessageItem)]


def reply_row(program: Program) -> AssistantRow:
    key = [item.key for item in program.chat.transcript.items if isinstance(item, MessageItem)][-1]
    row = program.chat.transcript.visible_rows[key]
    assert isinstance(row, AssistantRow)
    return row


def shown(row: AssistantRow) -> str:
    return "\n".join(block.toPlainText() for block in row.blocks if isinstance(block, TextBlock)).strip()


def test_write_send_read(launch: Launch, qtbot: QtBot) -> None:
    program = launch(Script(replies=(("Hello ", "**world**", "."),)))
    program.idle()
    chat = program.chat
    assert chat.stack.currentWidget() is chat.empty
    assert chat.header.model_chip.label.startswith("SmolLM2")
    qtbot.keyClicks(chat.composer.editor, "Good day")
    qtbot.keyClick(chat.composer.editor, Qt.Key.Key_Return)
    program.idle()
    assert chat.stack.currentWidget() is chat.transcript
    assert texts(program) == ["Good day", "Hello **world**."]
    assert shown(reply_row(program)) == "Hello world."
    assert chat.header.title.label.text() == "Good day"
    program.wait(lambda: program.window.sidebar.list.rows.chats())
    assert [c.title for c in program.window.sidebar.list.rows.chats()] == ["Good day"]
    assert program.window.sidebar.delegate.open_id == program.talk.view.chat.id


def test_meter_shows_what_the_engine_told(launch: Launch) -> None:
    program = launch(Script(n_ctx=1000))
    program.idle()
    program.say("one two three")
    program.idle()
    memory = program.talk.memory
    assert memory is not None
    assert memory.tokens == 8
    assert f"{memory.tokens} tokens remembered" in program.chat.meter.status
    assert program.chat.meter.reading.shares[3] == pytest.approx(memory.bytes_used / memory.bytes_total)
    assert program.chat.meter.compact_button.isEnabled()


def test_stop_and_continue(launch: Launch, qtbot: QtBot) -> None:
    program = launch(Script(replies=(("Part one. ", "Part two. "), ("Part three.",)), hold_at=2))
    program.idle()
    program.say("go")
    program.wait(lambda: program.engine.holding)
    assert program.chat.composer.button.stops
    qtbot.mouseClick(program.chat.composer.button, Qt.MouseButton.LeftButton)
    program.wait(lambda: program.talk.view.messages[-1].state == "interrupted")
    program.idle()
    row = reply_row(program)
    assert row.note == "Stopped"
    assert shown(row) == "Part one."
    assert not row.go_on.isHidden()
    qtbot.mouseClick(row.go_on, Qt.MouseButton.LeftButton)
    program.idle()
    assert texts(program)[-1] == "Part one. Part three."
    assert reply_row(program).note == ""


def test_escape_stops(launch: Launch, qtbot: QtBot) -> None:
    program = launch(Script(hold_at=2))
    program.idle()
    program.say("go")
    program.wait(lambda: program.engine.holding)
    program.window.escape()
    program.wait(lambda: program.talk.phase is Phase.IDLE)
    assert program.talk.view.messages[-1].state == "interrupted"


def test_typing_goes_on_while_a_reply_streams(launch: Launch, qtbot: QtBot) -> None:
    program = launch(Script(hold_at=2))
    program.idle()
    program.say("go")
    program.wait(lambda: program.engine.holding)
    qtbot.keyClicks(program.chat.composer.editor, "next thought")
    assert program.chat.composer.text == "next thought"
    qtbot.keyClick(program.chat.composer.editor, Qt.Key.Key_Return)
    assert texts(program)[2] == "next thought"  # waits behind the running reply
    program.engine.scripted.script = Script()
    program.engine.release()
    program.idle()
    assert [m.state for m in program.talk.view.messages] == ["done"] * 4


def test_compaction_marker_rule_and_meter(launch: Launch) -> None:
    program = launch(Script(n_ctx=200))
    program.context.settings.set("memory.keep_recent", 16)
    program.idle()
    program.say("word " * 190)
    program.idle()
    items = program.chat.transcript.items
    marks = [at for at, item in enumerate(items) if isinstance(item, MarkerItem)]
    if not marks:
        program.say("more")
        program.idle()
        items = program.chat.transcript.items
        marks = [at for at, item in enumerate(items) if isinstance(item, MarkerItem)]
    assert marks
    assert all(item.compacted for item in items[: marks[-1]] if isinstance(item, MessageItem))
    assert not any(item.compacted for item in items[marks[-1] :] if isinstance(item, MessageItem))
    assert "compacted" in dict(program.chat.meter.reading.legend)
    assert "×" in program.chat.meter.reading.right


def test_compact_now(launch: Launch, qtbot: QtBot) -> None:
    program = launch(Script(n_ctx=1000))
    program.idle()
    program.say("word " * 100)
    program.idle()
    qtbot.mouseClick(program.chat.meter.compact_button, Qt.MouseButton.LeftButton)
    panel = program.chat.compaction
    program.wait(panel.go.isEnabled)
    qtbot.keyClick(panel.slider, Qt.Key.Key_Right)
    qtbot.mouseClick(panel.go, Qt.MouseButton.LeftButton)
    program.wait(lambda: any(isinstance(item, MarkerItem) for item in program.chat.transcript.items))


def test_engine_death_is_told_and_the_chat_goes_on(launch: Launch, tmp_path: Path) -> None:
    program = launch(Script(replies=(("one ", "two ", "three "),), crash_at=3, once=str(tmp_path / "crashed")))
    program.idle()
    program.say("go")
    program.wait(lambda: program.chat.banner.notice is not None or program.window.toasts.notices)
    told = [program.chat.banner.notice, *program.window.toasts.notices]
    assert any(notice is not None and "SIGSEGV" in said(notice.text) for notice in told)
    program.idle()
    assert shown(reply_row(program)) == "one two"
    assert "interrupted" in [m.state for m in program.talk.view.messages]
    assert program.window.isVisible()
    program.talk.continue_reply()
    program.idle()
    assert texts(program)[-1].startswith("one two ")
    assert program.talk.view.messages[-1].state == "done"


def test_banner_restarts_the_engine(launch: Launch, qtbot: QtBot) -> None:
    program = launch()
    program.idle()
    starts = program.engine.starts
    program.engine.die(restarting=False)
    notice = program.chat.banner.notice
    assert notice is not None
    assert notice.action == "retry_engine"
    card = program.chat.banner.card
    assert card is not None
    qtbot.mouseClick(card.button, Qt.MouseButton.LeftButton)
    program.idle()
    assert program.engine.starts == starts + 1
    assert program.chat.banner.notice is None


def test_banner_of_an_engine_that_came_back_by_itself_leaves(launch: Launch, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model_banner, "HEALED_MS", 1)
    program = launch(Script(stderr=("a line of the engine",)))
    program.idle()
    banner = program.chat.banner
    banner.tell(Notice("warning", "The engine stopped.", "Longthread is restarting the engine.", detail="lines"))
    program.say("hello")
    program.idle()
    program.wait(lambda: banner.notice is None)


def test_reply_error_is_shown_with_what_to_do(launch: Launch) -> None:
    program = launch(Script(reply_error="message_too_long"))
    program.idle()
    program.say("too much")
    program.wait(lambda: program.talk.view.messages[-1].state == "error")
    program.idle()
    card = program.chat.transcript.items[-1]
    assert isinstance(card, ErrorItem)
    assert (card.text, card.hint) == (said(TOO_LONG), advised(TOO_LONG))
    assert reply_row(program).note == ""
    program.engine.scripted.script = Script()
    program.say("something else")
    program.idle()
    assert card.action == ""  # only the last reply can be asked for again
    program.talk.delete_from(program.talk.view.messages[2].id)
    program.wait(lambda: len(texts(program)) == 2)
    assert card.action == "continue"
    row = program.chat.transcript.visible_rows[card.key]
    assert isinstance(row, ErrorRow)
    row.button.click()
    program.idle()
    assert not any(isinstance(item, ErrorItem) for item in program.chat.transcript.items)
    assert texts(program) == ["too much", "Hello from the fake engine."]


def test_chats_can_be_switched_and_keep_their_drafts(launch: Launch) -> None:
    program = launch(Script(replies=(("first reply",), ("second reply",))))
    program.idle()
    program.say("first chat")
    program.idle()
    first = program.talk.view.chat.id
    program.chat.composer.set_text("draft in first")
    program.window.new_chat()
    assert program.chat.composer.text == ""
    assert program.chat.stack.currentWidget() is program.chat.empty
    program.say("second chat")
    program.idle()
    assert texts(program) == ["second chat", "second reply"]
    program.window.sidebar.open_chat.emit(first, "")
    program.wait(lambda: program.talk.view.chat.id == first)
    assert texts(program) == ["first chat", "first reply"]
    assert program.chat.composer.text == "draft in first"
    assert program.window.sidebar.delegate.open_id == first


def test_delete_offers_undo(launch: Launch, qtbot: QtBot) -> None:
    program = launch()
    program.idle()
    program.say("keep me")
    program.idle()
    chat = program.talk.view.chat.id
    program.window.sidebar.menus.trash.emit([chat])
    program.wait(lambda: program.window.toasts.cards)
    assert program.window.toasts.notices[0].text == "Moved “keep me” to the trash."
    program.wait(lambda: not program.window.sidebar.list.rows.chats())
    assert program.chat.stack.currentWidget() is program.chat.empty
    qtbot.mouseClick(program.window.toasts.cards[0].button, Qt.MouseButton.LeftButton)
    program.wait(lambda: [c.id for c in program.window.sidebar.list.rows.chats()] == [chat])
    assert [notice.text for notice in program.window.toasts.notices] == []


def test_rename_by_double_click(launch: Launch, qtbot: QtBot) -> None:
    program = launch()
    program.idle()
    program.say("a title")
    program.idle()
    title = program.chat.header.title
    qtbot.mouseDClick(title.label, Qt.MouseButton.LeftButton)
    assert title.currentWidget() is title.field
    title.field.clear()
    qtbot.keyClicks(title.field, "Another")
    qtbot.keyClick(title.field, Qt.Key.Key_Return)
    program.wait(lambda: title.label.text() == "Another")
    program.wait(lambda: [c.title for c in program.window.sidebar.list.rows.chats()] == ["Another"])


def test_edit_and_regenerate(launch: Launch) -> None:
    program = launch(Script(replies=(("one",), ("two",), ("three",))))
    program.idle()
    program.say("question")
    program.idle()
    row = reply_row(program)
    row.tools.buttons["regenerate"].click()
    program.idle()
    assert texts(program) == ["question", "two"]
    assert "2/2" in reply_row(program).tools.version
    question = program.talk.view.messages[0].id
    program.chat.presenter.edit_asked.emit(question)
    card = program.chat.editing.cards[question]
    card.editor.setPlainText("better question")
    card.submit()
    program.idle()
    assert texts(program) == ["better question", "three"]
    asked = next(row for row in program.chat.transcript.visible_rows.values() if row.item.role == "user")
    assert asked.tools.version == "Edited 2/2" and asked.tools.isVisible(), "the way back is in sight"
    asked.tools.back.click()
    program.wait(lambda: texts(program) == ["question", "two"])


def test_copy_message(launch: Launch) -> None:
    program = launch(Script(replies=(("**bold**",),)))
    program.idle()
    program.say("x")
    program.idle()
    reply_row(program).tools.buttons["copy"].click()
    assert QGuiApplication.clipboard().text() == "**bold**"


def test_quit_and_resume(launch: Launch) -> None:
    program = launch(Script(replies=(("remember me",),)))
    program.idle()
    program.say("hello")
    program.idle()
    program.window.resize(720, 560)
    program.window.close()
    program.context.shutdown()
    again = launch()
    again.wait(lambda: texts(again) == ["hello", "remember me"])
    again.wait(lambda: again.chat.meter.status.startswith("Resumed in"))
    assert (again.window.width(), again.window.height()) == (720, 560)
    again.say("go on")
    again.idle()
    assert not again.chat.meter.status.startswith("Resumed")
    assert len(texts(again)) == 4


def test_no_model_says_how_to_add_one(launch: Launch) -> None:
    program = launch(models=0)
    program.wait(lambda: program.talk.phase is Phase.NO_MODEL)
    empty = program.chat.empty
    assert program.chat.stack.currentWidget() is empty
    program.wait(lambda: empty.title.text() == "Welcome to Longthread")
    assert ".gguf" in empty.foot.text()
    assert program.chat.header.model_chip.label == "Choose a model"


def test_message_without_a_model_says_what_it_waits_for(launch: Launch, qtbot: QtBot) -> None:
    program = launch(models=0)
    program.wait(lambda: program.talk.phase is Phase.NO_MODEL)
    program.say("is someone there?")
    program.wait(lambda: program.chat.banner.card)
    card = program.chat.banner.card
    assert card is not None
    assert "Load a model to get a reply" in card.notice.text
    qtbot.mouseClick(card.button, Qt.MouseButton.LeftButton)
    assert program.window.pages.currentWidget() is program.window.pages.library


def test_failed_load_says_why_and_can_be_tried_again(launch: Launch, qtbot: QtBot) -> None:
    program = launch(Script(load_error="model_load_failed"))
    program.wait(lambda: program.context.models.state.phase is ModelPhase.FAILED)
    assert program.chat.header.model_chip.label.endswith("failed to load")
    notice = program.chat.banner.notice
    assert notice is not None
    assert hint_of(notice) == advised(NOT_LOADED)
    program.engine.scripted.script = Script()
    card = program.chat.banner.card
    assert card is not None
    qtbot.mouseClick(card.button, Qt.MouseButton.LeftButton)
    program.idle()
    assert program.context.models.state.phase is ModelPhase.LOADED


def test_model_menu_loads_another(launch: Launch) -> None:
    program = launch(models=2)
    program.idle()
    menu = program.chat.header.model_menu()
    names = [action.text() for action in menu.actions() if action.text()]
    assert len([name for name in names if name.startswith(("SmolLM2", "other1"))]) == 2
    other = next(action for action in menu.actions() if action.text().startswith("other1"))
    other.trigger()
    program.wait(lambda: program.chat.header.model_chip.label.startswith("other1"))
    program.idle()
    assert [Path(r.path).name for r in program.engine.requests if isinstance(r, Load)][-1] == "other1.gguf"


def test_model_menu_unloads_adds_and_leads_to_the_library(launch: Launch, qtbot: QtBot) -> None:
    program = launch()
    program.idle()
    header = program.chat.header
    acts = {action.text(): action for action in header.model_menu().actions()}
    acts["Model library"].trigger()
    assert program.window.pages.currentWidget() is program.window.pages.library
    header.add_model.disconnect()  # it leads to a dialog that would wait for a person
    with qtbot.waitSignal(header.add_model):
        acts["Add model file…"].trigger()
    acts["Unload"].trigger()
    assert program.context.models.state.phase is ModelPhase.NONE


def test_setting_used_by_a_load_offers_to_load_again(launch: Launch, qtbot: QtBot) -> None:
    program = launch()
    program.idle()
    program.context.settings.set("model.n_ctx", 2048)
    program.context.settings.set("model.threads", 1)
    (card,) = program.window.toasts.cards
    qtbot.mouseClick(card.button, Qt.MouseButton.LeftButton)
    program.idle()
    loads = [request for request in program.engine.requests if isinstance(request, Load)]
    assert [request.n_ctx for request in loads] == [0, 2048]


def test_a_setting_that_changes_nothing_about_the_load_offers_no_other_one(launch: Launch) -> None:
    program = launch()
    program.idle()
    program.context.settings.set("privacy.offline", True)
    program.context.settings.set("workers.addresses", "10.0.0.2:50052")
    assert not program.window.toasts.cards


def test_shortcuts(launch: Launch, qtbot: QtBot) -> None:
    program = launch()
    program.idle()
    window = program.window
    window.activateWindow()
    control = Qt.KeyboardModifier.ControlModifier
    qtbot.keyClick(window, Qt.Key.Key_Comma, control)
    assert window.pages.currentWidget() is window.pages.settings
    qtbot.keyClick(window, Qt.Key.Key_Escape)
    assert window.pages.currentWidget() is window.chat
    qtbot.keyClick(window, Qt.Key.Key_B, control)
    assert window.sidebar.isHidden()
    assert not program.context.settings.flag("window.sidebar")
    qtbot.keyClick(window, Qt.Key.Key_F, control | Qt.KeyboardModifier.ShiftModifier)
    assert not window.sidebar.isHidden()
    assert QApplication.focusWidget() is window.sidebar.search_field
    program.say("hi")
    program.idle()
    qtbot.keyClick(window, Qt.Key.Key_N, control)
    assert window.chat.stack.currentWidget() is window.chat.empty


def test_theme_setting_is_applied(launch: Launch, look: Theme) -> None:
    program = launch()
    program.context.settings.set("appearance.theme", "light")
    assert look.mode == "light"
    program.context.settings.set("appearance.motion", False)
    assert look.reduced_motion
    program.context.settings.set("appearance.motion", True)
    assert not look.reduced_motion


def test_sidebar_glides_away_and_back(launch: Launch, look: Theme) -> None:
    program = launch()
    look.reduced_motion = False
    side = program.window.sidebar
    program.window.toggle_sidebar()
    program.wait(side.isHidden)
    program.window.toggle_sidebar()
    program.wait(lambda: side.width() == look.tokens.size.sidebar)
    assert side.minimumWidth() == side.maximumWidth() == look.tokens.size.sidebar


def test_policy_settings_reach_the_meter(launch: Launch) -> None:
    program = launch(Script(n_ctx=1000))
    program.idle()
    program.say("one two three")
    program.idle()
    assert "tick" in dict(program.chat.meter.reading.legend)
    program.context.settings.set("memory.auto", False)
    assert "tick" not in dict(program.chat.meter.reading.legend)


def test_estimate_of_a_draft(launch: Launch) -> None:
    program = launch(Script(n_ctx=1000))
    program.idle()
    program.chat.composer.set_text("one two three four")
    program.wait(lambda: program.chat.composer.cost_text == "4 tokens")


def test_toasts_leave_room_and_do_not_repeat(launch: Launch) -> None:
    program = launch()
    toasts = program.window.toasts
    for number in (1, 1, 2, 3, 4):
        program.context.notice.emit(Notice("info", f"Note {number}"))
    assert [notice.text for notice in toasts.notices] == ["Note 2", "Note 3", "Note 4"]
    inside: QWidget = toasts
    assert program.window.rect().contains(inside.geometry())


def test_narrow_window_hides_nothing_of_the_column(launch: Launch) -> None:
    program = launch(Script(replies=(("word " * 200,),)))
    program.idle()
    program.say("tell me")
    program.idle()
    program.window.resize(760, 600)
    row = reply_row(program)
    assert row.geometry().right() <= program.chat.transcript.viewport().width()
    block = row.blocks[0]
    assert isinstance(block, TextBlock)
    assert block.document().size().height() <= block.height() + 1


def test_chats_make_room_in_a_narrow_window(launch: Launch) -> None:
    program = launch()
    side = program.window.sidebar
    assert not side.isHidden()
    program.window.resize(600, 600)
    assert side.isHidden()
    program.window.toggle_sidebar()  # asked for all the same
    assert not side.isHidden()
    program.window.resize(760, 600)
    assert not side.isHidden()
    assert program.context.settings.flag("window.sidebar")


def test_chats_come_back_in_a_window_that_was_opened_narrow(launch: Launch, monkeypatch: pytest.MonkeyPatch) -> None:
    def small(window: MainWindow, settings: object) -> None:
        window.resize(600, 600)

    monkeypatch.setattr("app.ui.window.main_window.places.restore", small)
    program = launch()
    side = program.window.sidebar
    assert side.isHidden()
    program.window.resize(1000, 600)
    assert not side.isHidden()


def test_truncated_chat_is_told_to_the_engine(launch: Launch) -> None:
    program = launch(Script(replies=(("one",), ("two",))))
    program.idle()
    program.say("question")
    program.idle()
    reply_row(program).tools.buttons["regenerate"].click()
    program.idle()
    kinds = [type(request) for request in program.engine.requests]
    assert kinds.index(Truncate) > kinds.index(Generate)


def test_second_instance_is_refused_in_words(tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    first = AppContext(Paths(tmp_path / "data"), engine=in_process_engine())
    shown_boxes: list[tuple[str, str]] = []
    monkeypatch.setattr(application, "hand_over", lambda data, files: False)  # nobody listens there
    monkeypatch.setattr(
        application.Sheet, "exec", lambda box: shown_boxes.append((box.title.text(), box.detail.text()))
    )
    try:
        assert application.run(["longthread", "--data", str(tmp_path / "data")]) == 3
    finally:
        first.shutdown()
    assert "already open" in shown_boxes[0][0]
    assert "open window" in shown_boxes[0][1]


@pytest.mark.parametrize("problem", [StoreError("store.disk_full"), InstanceRunning(Path("x"), 0)])
def test_refusals_hold_message_and_hint(problem: StoreError | InstanceRunning, qtbot: QtBot) -> None:
    box = application.refuse("Title", problem.text)
    qtbot.addWidget(box)
    assert box.title.text() == problem.message
    assert box.detail.text() == problem.hint


def test_damaged_conversations_are_told_until_dismissed(launch: Launch, tmp_path: Path) -> None:
    paths = Paths(tmp_path / "data")
    paths.create()
    paths.database.write_bytes(b"this is not a database" * 100)
    program = launch()
    assert program.context.startup_notices
    for notice in program.context.startup_notices:
        program.window.tell(notice, stay=True)
    assert program.chat.banner.notice is not None
    assert "damaged" in said(program.chat.banner.notice.text)
    assert "kept as" in hint_of(program.chat.banner.notice)


def test_only_the_window_takes_drops(launch: Launch) -> None:
    program = launch()
    program.idle()
    program.say("hello")
    program.idle()
    program.window.show_settings()
    program.window.show_library()
    chats = program.window.sidebar.list  # takes chats, and lets all else through
    others = [widget for widget in program.window.findChildren(QWidget) if widget not in (chats, chats.viewport())]
    takers = [widget for widget in others if widget.acceptDrops()]
    assert [f"{type(widget).__name__} in {type(widget.parent()).__name__}" for widget in takers] == []


def test_mark_goes_away_when_its_compaction_is_undone(launch: Launch, qtbot: QtBot) -> None:
    program = launch(Script(n_ctx=1000))
    program.idle()
    program.say("word " * 100)
    program.idle()
    program.talk.compact_now()
    items = program.chat.transcript.items
    program.wait(lambda: any(isinstance(item, MarkerItem) for item in program.chat.transcript.items))
    mark = next(item.key for item in program.chat.transcript.items if isinstance(item, MarkerItem))
    program.talk.state.marks_removed.emit((mark,))
    assert not any(isinstance(item, MarkerItem) for item in program.chat.transcript.items)
    assert not any(item.compacted for item in items if isinstance(item, MessageItem))


def test_continued_reply_says_nothing_of_the_stop_before(launch: Launch) -> None:
    program = launch(Script(replies=(("one ", "two "),), hold_at=2))
    program.idle()
    program.say("go")
    program.wait(lambda: program.engine.holding)
    program.talk.stop()
    program.idle()
    assert reply_row(program).note == "Stopped"
    program.talk.continue_reply()
    program.wait(lambda: program.engine.holding)
    assert reply_row(program).note == ""


def test_replies_are_announced_to_screen_readers(launch: Launch, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    monkeypatch.setattr(QAccessible, "isActive", lambda: True)
    monkeypatch.setattr(QAccessible, "updateAccessibility", lambda event: told.append(event.message()))
    thinking = "<think>The person says go.</think>It **is** done."
    program = launch(Script(replies=((thinking,), ("Part one. ", "Part two.")), hold_at=2))
    program.idle()
    program.say("go")
    program.idle()
    assert told == ["Reply: It is done."], "neither what was thought, nor signs of Markdown"
    told.clear()
    program.say("more")
    program.wait(lambda: program.engine.holding)
    program.talk.stop()
    program.idle()
    assert told == ["Stopped"], "who stopped it has heard enough"


def test_nothing_is_prepared_for_a_screen_reader_that_is_not_there(
    launch: Launch, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A long reply takes a tenth of a second, in which the window stands still."""
    prepared: list[str] = []
    monkeypatch.setattr(presenter, "message_text", lambda item, markdown: prepared.append(item.text) or "")
    program = launch(Script(replies=(("It is done.",),)))
    program.idle()
    program.say("go")
    program.idle()
    assert prepared == []


def test_a_reply_that_failed_is_announced(launch: Launch, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    monkeypatch.setattr(QAccessible, "isActive", lambda: True)
    monkeypatch.setattr(QAccessible, "updateAccessibility", lambda event: told.append(event.message()))
    program = launch(Script(reply_error="message_too_long"))
    program.idle()
    program.say("too much")
    program.wait(lambda: program.talk.view.messages[-1].state == "error")
    assert told == [f"{said(TOO_LONG)}\n{advised(TOO_LONG)}"]


def test_the_last_compaction_can_be_undone_from_its_mark(launch: Launch) -> None:
    program = launch(Script(n_ctx=100, replies=(("one ", "two "),)))
    program.idle()
    program.say("hello")
    program.idle()
    program.talk.compact_now()
    program.wait(lambda: program.window.findChildren(MarkerRow))
    program.idle()
    row = program.window.findChildren(MarkerRow)[0]
    program.wait(row.undo.isVisible)
    row.undo.click()
    program.wait(lambda: not any(isinstance(item, MarkerItem) for item in program.chat.transcript.items))
    assert program.talk.view.marks == ()


def test_the_last_compaction_can_be_undone_from_the_palette(launch: Launch) -> None:
    """Its mark may be far above."""
    program = launch(Script(n_ctx=100, replies=(("one ", "two "),)))
    program.idle()
    program.say("hello")
    program.idle()

    def offered() -> list[Command]:
        listed = commands(program.window, program.window.action_list)
        return [command for command in listed if command.title == "Undo last compaction"]

    assert offered() == []
    program.talk.compact_now()
    program.wait(lambda: program.talk.view.marks)
    program.idle()
    program.window.show_settings()
    offered()[0].run()
    program.wait(lambda: program.talk.view.marks == ())
    assert program.chat.isVisible()
    program.idle()
    assert offered() == []


def test_marks_of_one_place_stand_in_the_order_of_time_and_undo_beside_the_newest(launch: Launch) -> None:
    program = launch(Script(n_ctx=100, replies=(("one ", "two "),)))
    program.idle()
    program.say("hello")
    program.idle()
    view, state = program.chat.transcript, program.talk.state
    last = program.talk.view.messages[-1].id

    def mark(number: int, after: str) -> None:
        made = msgspec.structs.replace(
            scenes.MARK,
            id=f"mark{number}",
            chat=state.id,
            after=after,
            token_start=10 * number,
            token_end=10 * number + 10,
        )
        state.add_mark(made)

    def shown() -> list[tuple[list[str], object]]:
        return [([one.id for one in item.marks], item.undo) for item in view.items if isinstance(item, MarkerItem)]

    for number, after in ((1, ""), (2, ""), (3, ""), (4, last), (5, last)):
        mark(number, after)
    assert shown() == [(["mark1", "mark2", "mark3"], None), (["mark4", "mark5"], None)], "nothing can be undone"
    assert isinstance(view.items[0], MarkerItem)
    memory = program.talk.memory
    assert memory is not None
    state.memory_changed.emit(msgspec.structs.replace(memory, undo=(50, 60)))
    assert [undo for _, undo in shown()] == [None, (50, 60)]
    state.memory_changed.emit(msgspec.structs.replace(memory, undo=(30, 40)))
    assert [undo for _, undo in shown()] == [(30, 40), None]
    state.remove_marks(["mark2", "mark5", "mark4"])
    assert [marks for marks, _ in shown()] == [["mark1", "mark3"]]


def ruled(program: Program) -> list[bool]:
    """Which messages have the rule of compacted memory beside them."""
    return [item.compacted for item in program.chat.transcript.items if isinstance(item, MessageItem)]


def test_the_rule_follows_undo_edits_versions_and_the_next_launch(launch: Launch) -> None:
    program = launch(Script(n_ctx=1000, replies=(("one ", "two "),)))
    program.context.settings.set("memory.keep_recent", 2)
    program.idle()
    for text in ("first", "second"):
        program.say(text)
        program.idle()
    assert ruled(program) == [False] * 4
    program.talk.compact_now()
    program.wait(lambda: any(ruled(program)))
    program.idle()
    assert ruled(program) == [True, True, True, False], "the last reply is kept word for word"
    program.talk.undo_compaction()
    program.wait(lambda: not any(ruled(program)))
    program.idle()
    program.talk.compact_now()
    program.wait(lambda: any(ruled(program)))
    program.idle()
    program.talk.edit(program.talk.view.messages[2].id, "another second")
    program.idle()
    assert ruled(program) == [False] * 4, "what was compacted is not in the memory any more"
    program.talk.compact_now()
    program.wait(lambda: any(ruled(program)))
    program.idle()
    shown = ruled(program)
    program.context.shutdown()
    again = launch(Script(n_ctx=1000))
    again.idle()
    assert ruled(again) == shown, "saved with the memory"
    again.talk.select_version(again.talk.view.messages[2].siblings[0])
    again.wait(lambda: again.talk.view.messages[2].content == "second")
    again.idle()
    assert ruled(again) == [False] * 4, "that branch was never compacted"


def test_a_chat_whose_context_is_on_its_way_is_not_called_empty(launch: Launch) -> None:
    program = launch()
    program.idle()
    assert program.chat.meter.reading.left == "Context  empty"
    program.say("hello")
    program.idle()
    program.window.close()
    program.context.shutdown()
    again = launch()
    again.engine.paused = True
    again.wait(lambda: texts(again) and again.talk.phase is Phase.LOADING)
    assert again.chat.meter.reading.left == "Context  loading…"
    again.engine.paused = False
    again.engine.release()
    again.idle()
    assert again.chat.meter.reading.left.startswith("Context  ")
    again.context.models.unload()
    again.window.new_chat()
    assert again.chat.meter.reading.left == "Context  empty"
    again.talk.open_chat(again.context.chats.chats[0].id)
    again.wait(lambda: again.chat.meter.reading.left == "Context  not loaded yet")


@pytest.mark.parametrize("banner", [False, True])
@pytest.mark.parametrize("opened", [False, True])
def test_a_low_window_shows_all_of_the_composer(launch: Launch, banner: bool, opened: bool) -> None:
    """At 200 % a screen of 900 px has 450, less the bars of the system."""
    program = launch()
    program.idle()
    program.say("hello")
    program.idle()
    program.window.resize(720, 1)
    assert program.window.height() <= 360
    if banner:
        program.chat.banner.tell(Notice("warning", "Something happened.", "", "retry_model"))
    program.chat.meter.setVisible(opened)
    composer = program.chat.composer
    for lines in (1, 30):
        composer.editor.setPlainText("\n".join("a line" for _ in range(lines)))
        program.wait(lambda: composer.height() >= composer.sizeHint().height() and program.chat.stack.height() > 30)
        foot = composer.mapTo(program.window, QPoint(0, composer.height()))
        assert foot.y() <= program.window.height()
        assert composer.editor.geometry().bottom() < composer.button.mapTo(composer, QPoint(0, 0)).y() + 4
        assert program.chat.stack.height() >= 60 or (banner and opened)


def test_escape_leaves_the_renaming_and_nothing_else(launch: Launch) -> None:
    program = launch(Script(replies=(("one",),)))
    program.idle()
    program.say("a good title")
    program.idle()
    program.engine.scripted.script = Script(hold_at=1)
    program.say("go on")
    program.wait(lambda: program.engine.holding)
    program.window.activateWindow()
    title = program.chat.header.title
    title.edit()
    assert QApplication.focusWidget() is title.field
    QTest.keyClicks(title.field, "another")
    QTest.keyClick(title.field, Qt.Key.Key_Escape)
    assert title.currentWidget() is title.label
    assert title.label.text() == "a good title"
    assert program.talk.phase in (Phase.READING, Phase.REPLYING)
    program.engine.release()
    program.idle()
    assert program.talk.view.messages[-1].state == "done"


def test_a_name_that_is_being_typed_stays_with_its_chat(launch: Launch) -> None:
    program = launch()
    program.idle()
    program.say("a title")
    program.idle()
    old = program.talk.view.chat.id
    title = program.chat.header.title
    title.edit()
    title.field.setText("My name")
    program.context.chats.trash([old])
    program.wait(lambda: program.talk.view.chat.id != old)
    program.wait(lambda: [chat.title for chat in program.context.chats.trash_can] == ["My name"])
    assert program.talk.view.chat.title == "" and title.label.text() == "New chat"
    program.say("another chat")
    program.idle()
    assert program.talk.view.chat.title == "another chat"


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Escape])
def test_a_title_that_comes_while_the_field_is_open_is_not_written_over(launch: Launch, key: Qt.Key) -> None:
    program = launch()
    program.idle()
    program.say("a title")
    program.idle()
    title = program.chat.header.title
    title.edit()
    program.context.conversations.titled(program.talk.view.chat.id, "Of the model")
    assert title.label.text() == "Of the model"
    assert title.field.text() == "a title"
    QTest.keyClick(title.field, key)
    program.idle()
    assert program.talk.view.chat.title == title.label.text() == "Of the model"


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Escape])
def test_after_renaming_a_chat_one_goes_on_writing(launch: Launch, key: Qt.Key) -> None:
    program = launch()
    program.idle()
    program.say("a title")
    program.idle()
    program.window.action_list.run("rename")
    assert program.window.focusWidget() is program.chat.header.title.field
    QTest.keyClick(program.chat.header.title.field, key)
    assert program.window.focusWidget() is program.chat.composer.editor


def test_a_field_elsewhere_keeps_the_keyboard_when_the_title_is_left_for_it(launch: Launch) -> None:
    program = launch()
    program.idle()
    program.say("a title")
    program.idle()
    title, search = program.chat.header.title, program.window.sidebar.search_field
    title.edit()
    search.setFocus()
    assert title.currentWidget() is title.label and program.window.focusWidget() is search


def test_a_choice_in_the_sidebar_gives_a_narrow_window_back(launch: Launch) -> None:
    program = launch(models=1)
    ids = program.talk_in_new_chats("first", "second")
    window, side = program.window, program.window.sidebar
    window.resize(560, 420)
    for choose in (
        lambda: side.open_chat.emit(ids[0], ""), side.show_settings.emit, side.show_trash.emit, side.new_chat.emit,
    ):  # fmt: skip
        window.toggle_sidebar()
        assert not side.isHidden()
        choose()
        assert side.isHidden()
    window.resize(1000, 600)
    side.show_settings.emit()
    assert not side.isHidden(), "where there is room it stays"
