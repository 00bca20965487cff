"""The settings a section at a time: the way to them by mouse, keyboard and search, and rows that mean nothing now."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.core.settings import SETTINGS, Settings
from app.ui.language import LANGUAGES
from app.ui.settings import SettingsPage
from app.ui.settings.fields import ShareField
from app.ui.settings.menu_field import MenuField
from app.ui.settings.navigation import ICONS
from app.ui.settings.page import ORDER
from app.ui.settings.search_words import SEARCH_WORDS
from app.ui.settings.workers_field import WorkersField
from app.ui.theme import Theme
from app.ui.theme.tokens import resource_path
from app.ui.widgets.focus import stops_of
from tests.ui.conftest import Launch


@pytest.fixture
def settings() -> Settings:
    return Settings({})


@pytest.fixture
def page(settings: Settings, qtbot: QtBot, look: Theme) -> SettingsPage:
    made = SettingsPage(settings)
    qtbot.addWidget(made)
    made.resize(1000, 700)
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    return made


def shown(page: SettingsPage) -> set[str]:
    return {key for key, row in page.rows.items() if row.isVisible()}


def of(section: str) -> set[str]:
    return {one.key for one in SETTINGS if one.page == section and not one.hidden}


def test_one_section_is_shown_at_a_time(page: SettingsPage, qtbot: QtBot) -> None:
    assert shown(page) == of("Appearance")
    for section, button in page.sections.buttons.items():
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
        assert button.isChecked() and page.section == section
        assert shown(page) and shown(page) <= of(section)
    assert set(page.sections.buttons) >= set(ORDER)


def test_arrows_go_through_the_sections(page: SettingsPage, qtbot: QtBot) -> None:
    page.sections.buttons["Appearance"].setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.keyClick(page.sections.buttons["Appearance"], Qt.Key.Key_Down)
    assert QApplication.focusWidget() is page.sections.buttons["Context"]
    assert page.section == "Context" and "memory.auto" in shown(page)


def test_narrow_windows_have_a_box_instead(page: SettingsPage, qtbot: QtBot) -> None:
    assert page.sections.isVisible() and not page.sections.box.isVisible()
    page.resize(500, 700)
    qtbot.waitUntil(page.sections.box.isVisible)
    assert page.sections.isHidden()
    box = page.sections.box
    box.setFocus()
    qtbot.keyClick(box, Qt.Key.Key_Down)
    assert page.section == "Context" and box.currentText() == "Context"
    page.resize(1000, 700)
    qtbot.waitUntil(page.sections.isVisible)
    assert page.sections.buttons["Context"].isChecked()


def test_escape_ends_a_search_before_it_leaves(page: SettingsPage) -> None:
    before = shown(page)
    page.search.setText("compact")
    assert shown(page) != before
    assert page.leave_search() and shown(page) == before
    assert not page.leave_search()


def test_a_search_goes_through_all_sections(page: SettingsPage, qtbot: QtBot) -> None:
    page.search.setText("compact")
    assert page.sections.box.currentText() == "" and page.sections.box.placeholderText() == "All sections"
    assert {page.rows[key].setting.page for key in shown(page)} >= {"Appearance", "Context"}
    assert not any(button.isChecked() for button in page.sections.buttons.values())
    qtbot.mouseClick(page.sections.buttons["Chat"], Qt.MouseButton.LeftButton)
    assert page.search.text() == "" and shown(page) <= of("Chat")


@pytest.mark.parametrize(
    ("words", "key"),
    [
        ("font", "appearance.text_size"), ("zoom", "appearance.scale"), ("memory", "memory.when_full"),
        ("thinking", "reply.thinking"), ("reply limit", "sampling.max_tokens"), ("creative", "sampling.temperature"),
        ("internet", "privacy.offline"), ("graphics", "model.gpu_layers"), ("hotkey", "window.global_keys"),
    ],
)  # fmt: skip
def test_a_search_knows_what_people_say_for_a_setting(page: SettingsPage, words: str, key: str) -> None:
    page.search.setText(words)
    assert key in shown(page)


def test_each_word_for_a_setting_is_of_one_that_exists() -> None:
    assert SEARCH_WORDS.keys() <= {one.key for one in SETTINGS if not one.hidden}


@pytest.mark.parametrize(
    ("key", "master", "off", "on"),
    [
        ("memory.threshold", "memory.auto", False, True),
        ("memory.auto", "memory.when_full", "forget", "compact"),
        ("model.memory_mb", "model.memory_by", "tokens", "size"),
        ("sampling.dry_base", "sampling.dry_multiplier", 0.0, 0.8),
        ("sampling.mirostat_tau", "sampling.mirostat", False, True),
        ("reply.effort", "reply.thinking", "off", "auto"),
        ("workers.addresses", "workers.on", False, True),
    ],
)
def test_rows_that_mean_nothing_are_left_out(
    page: SettingsPage, settings: Settings, key: str, master: str, off: object, on: object
) -> None:
    row = page.rows[key]
    page.show_section(row.setting.page)
    settings.set(master, off)
    assert key not in shown(page) and master in shown(page)
    page.search.setText(row.label)
    assert key in shown(page), "a search finds it"
    assert not row.field.isEnabled()
    assert row.reason.isVisible() and page.rows[master].label in row.reason.text(), "and says why"
    settings.set(master, on)
    assert row.field.isEnabled() and not row.reason.isVisible()
    page.search.clear()
    assert key in shown(page)


def test_what_a_master_needs_counts_too(page: SettingsPage, settings: Settings) -> None:
    page.show_section("Context")
    settings.set("memory.when_full", "forget")
    assert not {"memory.auto", "memory.threshold"} & shown(page)
    page.search.setText("start compacting")
    assert "When the context is full" in page.rows["memory.threshold"].reason.text()
    settings.set("memory.when_full", "compact")
    assert page.rows["memory.threshold"].reason.text() == ""


def test_what_compact_now_uses_stays(page: SettingsPage, settings: Settings) -> None:
    page.show_section("Context")
    settings.set("memory.auto", False)
    assert {"memory.target", "memory.same_words", "memory.keep_recent"} <= shown(page)


def test_every_section_has_its_icon() -> None:
    assert set(ICONS) == {one.page for one in SETTINGS if not one.hidden}
    assert all(resource_path("icons", f"{name}.svg").is_file() for name in ICONS.values())


def test_workers_are_off_and_say_what_one_risks(page: SettingsPage, settings: Settings, qtbot: QtBot) -> None:
    assert not settings.flag("workers.on") and settings.text("workers.addresses") == ""
    page.show_section("Model")
    settings.set("workers.on", True)
    field = page.rows["workers.addresses"].field
    assert isinstance(field, WorkersField)
    assert field.warning.isVisible() and "no password and no encryption" in field.warning.text()
    qtbot.keyClicks(field.control, "Studio, 10.0.0.2:70000")
    qtbot.keyClick(field.control, Qt.Key.Key_Return)
    assert field.problem.isVisible() and settings.text("workers.addresses") == ""
    assert field.control.text() == "Studio, 10.0.0.2:70000", "it can be mended"
    field.control.setText("Studio  10.0.0.2:5000")
    qtbot.keyClick(field.control, Qt.Key.Key_Return)
    assert not field.problem.isVisible()
    assert settings.text("workers.addresses") == field.control.text() == "studio:50052, 10.0.0.2:5000"


def test_the_target_ends_below_the_threshold(page: SettingsPage, settings: Settings, qtbot: QtBot) -> None:
    target = page.rows["memory.target"].field
    assert isinstance(target, ShareField)
    settings.set("memory.target", 0.75)
    assert target.control.value == pytest.approx(0.75)
    settings.set("memory.threshold", 0.3)
    assert target.control.value == pytest.approx(0.25) and target._number.text() == "25 %", "what it comes to"
    qtbot.keyClick(target.control, Qt.Key.Key_Right)
    assert settings.number("memory.target") == 0.75, "no further"
    settings.set("memory.threshold", 0.98)
    assert target.control.value == pytest.approx(0.75)
    for _ in range(5):
        qtbot.keyClick(target.control, Qt.Key.Key_PageUp)
    assert settings.number("memory.target") == pytest.approx(0.9)


def test_tab_goes_from_the_head_of_the_page_to_its_settings(launch: Launch, qtbot: QtBot) -> None:
    window = launch().window
    window.show_settings()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    page = window.pages.settings
    back, *others = stops_of(page.head)
    assert len(others) == 2
    back.setFocus()
    passed = []
    for _ in range(3):
        focus = QApplication.focusWidget()
        assert focus is not None
        qtbot.keyClick(focus, Qt.Key.Key_Tab)
        passed.append(QApplication.focusWidget())
    assert passed[:2] == others
    assert passed[2] is not None and page.isAncestorOf(passed[2]) and passed[2] not in (back, *others)


def test_the_language_is_chosen_from_a_menu(page: SettingsPage, settings: Settings, qtbot: QtBot) -> None:
    field = page.rows["appearance.language"].field
    assert isinstance(field, MenuField)
    assert field.control.text().strip() == "System" and field.control.accessibleName() == "Language: System"
    menu = field.menu()
    actions = menu.actions()
    assert [action.text() for action in actions] == ["System", *LANGUAGES.values()]
    assert [action.isChecked() for action in actions] == [True, *(False for _ in LANGUAGES)]
    actions[-1].trigger()
    assert settings.text("appearance.language") == "zh" and field.control.text().strip() == "简体中文"
    assert field.menu().actions()[-1].isChecked()
    settings.clear("appearance.language")
    assert field.control.text().strip() == "System"
