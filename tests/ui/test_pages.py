from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QFileDialog,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.core.model_values import ModelPhase, ModelState
from app.core.settings import SETTINGS, Settings
from app.services.models.downloads import Download
from app.services.web import WebProblem
from app.ui.library import LibraryPage
from app.ui.library.find import FileRow, HubRow
from app.ui.library.rows import facts_line, verdict
from app.ui.settings import SettingsPage
from app.ui.settings.fields import ChoiceField, NumberField, ShareField, SwitchField, TextField
from app.ui.settings.row import LEAST_WORDS
from app.ui.theme import Theme
from app.ui.widgets.ask import TextSheet
from app.ui.widgets.controls import Slider
from tests.ui import hub_scenes, scenes
from tests.ui.conftest import Launch


@pytest.fixture
def settings() -> Settings:
    return Settings({})


@pytest.fixture
def page(settings: Settings, qtbot: QtBot) -> SettingsPage:
    made = SettingsPage(settings)
    qtbot.addWidget(made)
    made.resize(900, 700)
    made.show()
    return made


def test_every_declared_setting_has_a_row(page: SettingsPage) -> None:
    assert set(page.rows) == {setting.key for setting in SETTINGS if not setting.hidden}
    kinds = {key: type(row.field) for key, row in page.rows.items()}
    assert kinds["memory.auto"] is SwitchField
    assert kinds["memory.threshold"] is ShareField
    assert kinds["memory.keep_recent"] is NumberField
    assert kinds["appearance.theme"] is ChoiceField
    assert kinds["chat.system_prompt"] is TextField


def test_controls_change_the_settings(page: SettingsPage, settings: Settings, qtbot: QtBot) -> None:
    rows = page.rows
    page.show_section("Context")
    share = rows["memory.threshold"].field
    assert isinstance(share, ShareField)
    qtbot.keyClick(share.control, Qt.Key.Key_Left)
    assert settings.number("memory.threshold") == pytest.approx(0.84)
    number = rows["memory.keep_recent"].field
    assert isinstance(number, NumberField)
    number.control.setValue(512)  # type: ignore[arg-type]
    assert settings.integer("memory.keep_recent") == 512
    switch = rows["memory.auto"].field
    assert isinstance(switch, SwitchField)
    qtbot.mouseClick(switch.control, Qt.MouseButton.LeftButton)
    assert settings.flag("memory.auto") is False
    page.show_section("Appearance")
    choice = rows["appearance.theme"].field
    assert isinstance(choice, ChoiceField)
    qtbot.mouseClick(choice.buttons["light"], Qt.MouseButton.LeftButton)
    assert settings.text("appearance.theme") == "light"
    page.show_section("Chat")
    text = rows["chat.system_prompt"].field
    assert isinstance(text, TextField)
    qtbot.keyClicks(text.control, "Be brief.")
    assert settings.text("chat.system_prompt") == "Be brief."


def test_every_number_can_be_set_to_its_borders(page: SettingsPage, settings: Settings) -> None:
    for key, row in page.rows.items():
        if isinstance(row.field, NumberField):
            for edge in (row.setting.minimum, row.setting.maximum):
                assert edge is not None
                row.field.control.setValue(edge)  # type: ignore[arg-type]
                assert settings.number(key) == edge
        elif isinstance(row.field, ShareField):
            row.field.control.set_value(2)
            row.field.changed.emit(row.field.control.value)
            assert settings.number(key) == row.setting.maximum


def test_a_number_has_room_to_be_read(page: SettingsPage, look: Theme) -> None:
    field = page.rows["memory.keep_recent"].field
    assert isinstance(field, NumberField)
    edit = field.control.lineEdit()
    assert edit.width() > edit.fontMetrics().horizontalAdvance(edit.text()) + 18


def test_reset_is_offered_only_where_something_was_changed(
    page: SettingsPage, settings: Settings, qtbot: QtBot
) -> None:
    page.show_section("Context")
    row = page.rows["memory.target"]
    assert not row.reset.isVisible()
    settings.set("memory.target", 0.3)
    assert row.reset.isVisible()
    assert isinstance(row.field, ShareField)
    assert row.field.control.value == pytest.approx(0.3)
    qtbot.mouseClick(row.reset, Qt.MouseButton.LeftButton)
    assert settings.number("memory.target") == 0.45
    assert row.field.control.value == pytest.approx(0.45)
    assert not row.reset.isVisible()


def test_search_finds_by_label_help_and_page(page: SettingsPage) -> None:
    page.search.setText("likeliest word")
    shown = {key for key, row in page.rows.items() if row.isVisible()}
    assert "sampling.top_k" in shown
    assert "memory.auto" not in shown
    page.search.setText("no such thing")
    assert not any(row.isVisible() for row in page.rows.values())
    page.search.clear()
    assert {row.setting.page for row in page.rows.values() if row.isVisible()} == {"Appearance"}


def test_library_says_what_each_model_is(qtbot: QtBot) -> None:
    page = LibraryPage("https://hub.test", lambda size: "unknown")
    qtbot.addWidget(page)
    page.resize(900, 700)
    page.show()
    assert page.hint.tall
    page.show_entries(scenes.ENTRIES)
    page.show_model(scenes.LOADED)
    assert not page.hint.tall
    assert facts_line(scenes.ENTRIES[0]) == "llama · 135M parameters · Q4_1 · 91.7 MB · context up to 8,192 tokens"
    assert [row.verdict[1] for row in page.rows] == ["pinned", "pinned", "warn", "error"]
    assert verdict(scenes.ENTRIES[2])[2] == ("Doesn't support compaction: Recurrent models don't have a KV cache.")
    assert [row.button.accessibleName() for row in page.rows] == [
        "Unload SmolLM2-135M-Instruct", "Load Qwen3-4B-Instruct", "Load mamba-1.4b", "Load Llama-3.2-3B",
    ]  # fmt: skip
    assert not page.rows[3].button.isEnabled()
    with qtbot.waitSignal(page.load) as told:
        qtbot.mouseClick(page.rows[1].button, Qt.MouseButton.LeftButton)
    assert told.args == [scenes.ENTRIES[1].path]
    with qtbot.waitSignal(page.unload):
        qtbot.mouseClick(page.rows[0].button, Qt.MouseButton.LeftButton)
    page.show_model(ModelState(ModelPhase.LOADING, scenes.ENTRIES[1].path, "Qwen3", progress=0.1))
    rows = page.rows
    page.show_model(ModelState(ModelPhase.LOADING, scenes.ENTRIES[1].path, "Qwen3", progress=0.2))
    assert page.rows is rows  # progress alone rebuilds nothing
    assert not page.rows[1].button.isEnabled()


def test_the_keyboard_stays_in_the_list_when_the_library_is_looked_at_anew(qtbot: QtBot) -> None:
    """Which is done whenever the window comes to the front, and while a file is copied."""
    page = LibraryPage("https://hub.test", lambda size: "unknown")
    qtbot.addWidget(page)
    page.show()
    qtbot.waitExposed(page)
    page.show_entries(scenes.ENTRIES)
    page.rows[1].more.setFocus()
    rows = page.rows
    page.show_entries(tuple(scenes.ENTRIES))
    assert page.rows is rows, "nothing is another"
    page.show_entries(scenes.ENTRIES[1:])
    assert page.window().focusWidget() is page.rows[0].more, "one above it is gone"
    page.rows[0].button.setFocus()
    page.show_model(ModelState(ModelPhase.LOADING, page.rows[0].entry.path))
    assert not page.rows[0].button.isEnabled()
    assert page.window().focusWidget() is page.rows[0].more, "a key pressed once more neither loads nor unloads"


def test_only_models_that_changed_get_new_rows_in_their_place(qtbot: QtBot) -> None:
    """All rows anew takes seconds with some hundred models, each time one is loaded."""
    page = LibraryPage("https://hub.test", lambda size: "unknown")
    qtbot.addWidget(page)
    with qtbot.waitActive(page):
        page.show()
        page.activateWindow()
    entries = list(scenes.ENTRIES)
    page.show_entries(entries)
    page.show_model(scenes.LOADED)
    before = list(page.rows)
    entries[1] = msgspec.structs.replace(entries[1], name="Renamed")
    page.show_entries(entries[:3])
    assert [row is other for row, other in zip(page.rows, before, strict=False)] == [True, False, True]
    page.show_model(ModelState(ModelPhase.LOADED, entries[2].path))
    assert [row.button.accessibleName() for row in page.rows] == [
        "Load SmolLM2-135M-Instruct", "Load Renamed", "Unload mamba-1.4b",
    ]  # fmt: skip
    qtbot.waitUntil(lambda: page.rows[0].y() < page.rows[1].y() < page.rows[2].y())
    names = []
    page.rows[0].button.setFocus()
    for _ in range(6):
        names.append(QApplication.focusWidget().accessibleName().split()[0])
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
    assert names == ["Load", "Open", "Load", "Remove", "Open", "Unload"], "Tab goes on as they stand"


def test_library_without_models_offers_the_small_one(qtbot: QtBot) -> None:
    page = LibraryPage("https://hub.test", lambda size: "unknown", starter=107_000_000)
    qtbot.addWidget(page)
    page.show()
    assert page.fetch.isVisible() and "107" in page.fetch.text()
    with qtbot.waitSignal(page.get_starter):
        qtbot.mouseClick(page.fetch, Qt.MouseButton.LeftButton)
    page.show_starter(Download(id="1", repo="", name="small", path="", total=100))
    assert not page.fetch.isVisible()
    page.show_starter(None)
    assert page.fetch.isVisible()
    page.show_find()
    assert not page.fetch.isVisible()
    page.mine_tab.click()
    page.show_entries(scenes.ENTRIES)
    assert not page.fetch.isVisible()


@pytest.fixture
def finding(qtbot: QtBot) -> LibraryPage:
    """The model library where models of the hub are looked for."""
    page = LibraryPage("https://hub.test", lambda size: "unknown")
    qtbot.addWidget(page)
    page.show()
    page.show_find()
    return page


def test_results_stay_in_reach_when_the_files_of_one_do_not_come(qtbot: QtBot, finding: LibraryPage) -> None:
    panel = finding.hub
    assert panel.back.isHidden()
    panel.show_found(hub_scenes.FOUND)
    assert panel.back.isHidden() and panel.card.isVisible()
    row = panel.findChildren(HubRow)[0]
    with qtbot.waitSignal(panel.files):
        row.button.click()
    panel.show_problem(WebProblem("web.connection_lost", passing=True))
    assert panel.back.isVisible() and panel.back.accessibleName() == "All results"
    with qtbot.assertNotEmitted(panel.stop):
        panel.back.click()
    assert panel.back.isHidden() and panel.card.isVisible() and panel.words.isHidden()


def test_the_keyboard_goes_along_to_the_files_of_a_model(qtbot: QtBot, finding: LibraryPage) -> None:
    panel = finding.hub
    panel.show_found(hub_scenes.FOUND)
    row = panel.findChildren(HubRow)[1]
    row.button.setFocus()
    qtbot.keyClick(row.button, Qt.Key.Key_Space)
    assert finding.window().focusWidget() is panel.back, "which cancels now"
    panel.show_problem(WebProblem("web.connection_lost", passing=True))
    assert finding.window().focusWidget() is panel.again and panel.again.isVisible()
    with qtbot.waitSignal(panel.files) as asked:
        qtbot.keyClick(panel.again, Qt.Key.Key_Space)
    assert asked.args == [row.model.repo] and panel.again.isHidden()
    panel.show_repo(hub_scenes.REPO)
    first = next(one for one in panel.findChildren(FileRow) if one.isVisible())
    assert finding.window().focusWidget() is first.button
    qtbot.keyClick(panel.back, Qt.Key.Key_Space)
    panel.field.setFocus()
    panel.show_repo(hub_scenes.REPO)
    assert finding.window().focusWidget() is panel.field, "it is elsewhere by now"


def test_a_search_that_failed_is_tried_again(qtbot: QtBot, finding: LibraryPage) -> None:
    panel = finding.hub
    panel.field.setText("qwen")
    panel.button.setFocus()
    panel.button.click()
    panel.field.setText("gemma")
    panel.show_problem(WebProblem("web.connection_lost", passing=True))
    with qtbot.waitSignal(panel.search) as asked:
        qtbot.keyClick(panel.again, Qt.Key.Key_Space)
    assert asked.args == ["qwen"]
    panel.show_found(())
    assert finding.window().focusWidget() is panel.field


def test_what_was_asked_of_the_hub_can_be_cancelled(qtbot: QtBot, finding: LibraryPage) -> None:
    page, panel = finding, finding.hub
    before = panel.words.text()
    panel.field.setText("qwen")
    panel.button.click()
    assert panel.back.isVisible() and panel.back.accessibleName() == "Cancel"
    with qtbot.waitSignal(panel.stop):
        panel.back.click()
    assert panel.words.text() == before and panel.button.isEnabled() and panel.back.isHidden()
    panel.show_found(hub_scenes.FOUND)
    panel.button.click()
    with qtbot.waitSignal(panel.stop):
        assert page.leave_part()
    assert panel.card.isVisible() and not page.leave_part()
    panel.button.click()
    with qtbot.waitSignal(panel.stop):
        page.mine_tab.click()
    page.find_tab.click()
    assert panel.card.isVisible() and panel.button.isEnabled(), "it waits for nothing that does not come"


CONTROLS = (QAbstractButton, QLineEdit, QPlainTextEdit, QAbstractSpinBox, Slider)


def unnamed(root: QWidget) -> list[str]:
    found = []
    for widget in root.findChildren(QWidget):
        inner = isinstance(widget.parent(), (QAbstractSpinBox, QLineEdit))  # parts of Qt's own controls
        if (
            isinstance(widget, CONTROLS)
            and not inner
            and not (widget.accessibleName() or getattr(widget, "text", str)())
        ):
            found.append(f"{type(widget).__name__} in {type(widget.parent()).__name__}")
    return found


def test_every_control_has_a_name_for_screen_readers(launch: Launch) -> None:
    program = launch()
    program.idle()
    program.say("hello there")
    program.idle()
    window = program.window
    window.show_settings()
    window.show_library()
    assert window.findChildren(QAbstractButton)
    assert unnamed(window) == []


def test_every_page_is_painted_in_both_schemes(launch: Launch, look: Theme) -> None:
    program = launch()
    program.idle()
    window = program.window
    for mode in ("light", "dark"):
        look.set_mode(mode)  # type: ignore[arg-type]
        for show in (window.show_chat, window.show_settings, window.show_library):
            show()
            image = window.grab().toImage()
            ratio = image.width() / window.width()
            corner = image.pixelColor(int((window.width() - 16) * ratio), int((window.height() - 8) * ratio))
            assert corner.name().upper() == look.colors.bg


def test_file_dialogs_lead_where_drops_do(
    launch: Launch, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    program = launch()
    program.idle()
    chosen: list[str] = []
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *given: (chosen, ""))
    program.window.choose_model()
    program.window.choose_files()
    assert program.chat.composer.draft.files == []
    note = tmp_path / "note.txt"
    note.write_text("chosen text", encoding="utf-8")
    chosen.append(str(note))
    program.window.choose_files()
    program.wait(lambda: [file.text for file in program.chat.composer.draft.attachments] == ["chosen text"])
    model = tmp_path / "chosen.gguf"
    model.write_bytes(b"GGUF")
    chosen[:] = [str(model)]
    program.window.choose_model()
    program.wait(lambda: str(model) in [entry.path for entry in program.context.models.entries])


def test_renaming_in_the_sidebar(launch: Launch) -> None:
    program = launch()
    program.idle()
    program.say("old title")
    program.idle()
    program.wait(lambda: program.window.sidebar.list.rows.chats())
    program.window.sidebar.menus.ask_rename(program.window.sidebar.list.rows.chats()[0])
    (sheet,) = program.window.findChildren(TextSheet)
    assert sheet.field.text() == "old title"
    sheet.field.setText("  new title ")
    sheet.yes.click()
    program.wait(lambda: [c.title for c in program.window.sidebar.list.rows.chats()] == ["new title"])
    program.wait(lambda: program.chat.header.title.label.text() == "new title")
    assert program.window.windowTitle() == "new title"


def test_controls_stand_below_where_the_words_would_have_no_room(page: SettingsPage, qtbot: QtBot) -> None:
    page.show_section("Context")
    row, short = page.rows["memory.thoughts"], page.rows["memory.auto"]
    page.resize(900, 700)
    qtbot.waitUntil(lambda: row.field.x() > row.width() / 2)
    page.resize(480, 700)
    qtbot.waitUntil(lambda: row.field.x() < 40)
    assert row.field.geometry().bottom() < row.height()
    words = [label for label in row.findChildren(QLabel) if label.text() == row.setting.help]
    assert words[0].width() >= LEAST_WORDS and words[0].geometry().bottom() < row.field.y()
    assert short.field.x() > short.width() / 2, "a switch leaves room enough"
    page.resize(900, 700)
    qtbot.waitUntil(lambda: row.field.x() > row.width() / 2)


def test_a_model_whose_file_comes_back_is_found_again(launch: Launch, tmp_path: Path) -> None:
    program = launch()
    program.idle()
    models = program.context.models
    file, away = tmp_path / "disk" / "mine.gguf", tmp_path / "away.gguf"
    file.parent.mkdir()
    file.write_bytes(b"GGUF")
    models.add([str(file)])

    def status() -> str:
        entry = models.entry(str(file))
        return entry.status if entry is not None else ""

    def lose() -> None:
        file.rename(away)
        models.refresh()
        program.wait(lambda: status() == "missing")
        away.rename(file)

    program.wait(lambda: status() == "ok")
    lose()
    program.window.show_library()
    program.wait(lambda: status() == "ok")
    lose()
    QApplication.sendEvent(program.window, QEvent(QEvent.Type.WindowActivate))
    program.wait(lambda: status() == "ok")
