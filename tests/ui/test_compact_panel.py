from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from app.ui.chat.meter import CompactPanel
from app.ui.chat.meter.forecast import RATIOS, forecast, nearest, stops, what
from app.ui.chat.meter.words import read
from tests.ui import memory_scenes
from tests.ui.memory_scenes import BLOCK, MEMORY


@pytest.fixture
def panel(qtbot: QtBot) -> Iterator[CompactPanel]:
    page = QWidget()
    qtbot.addWidget(page)
    page.resize(900, 700)
    made = CompactPanel(page)
    page.show()
    made.open(QPoint(880, 600), MEMORY)
    yield made
    made.leave()


def test_numbers_are_those_of_the_preview() -> None:
    point = memory_scenes.PREVIEW.points[3]
    told = forecast(memory_scenes.PREVIEW, MEMORY, point)
    assert told.ratio == "4× smaller"
    assert told.now.startswith("129 MB")
    assert f"(+{point.free_tokens - memory_scenes.PREVIEW.free_now:,})" in told.after
    assert sum(told.bar_now) == pytest.approx(memory_scenes.PREVIEW.bytes_now / memory_scenes.PREVIEW.bytes_total)
    assert sum(told.bar_after) == pytest.approx(point.bytes_after / memory_scenes.PREVIEW.bytes_total)
    assert told.bar_after[1] > 0
    assert told.same == "about 98 of 100 unchanged"
    assert told.time == "about 3.1 s"
    assert "4,944" in what(point) and "256" in what(point)


def test_room_is_what_the_meter_calls_so() -> None:
    """Without what is kept free for a reply. Behind a number of bytes it says of what."""
    preview = msgspec.structs.replace(memory_scenes.PREVIEW, free_now=MEMORY.free_tokens)
    told = forecast(preview, MEMORY, preview.points[3], 256)
    room = f"room for {MEMORY.free_tokens - 256:,}"
    assert f"{room} more" in read(MEMORY, 256, auto=True).right and f"{room} tokens" in told.now
    assert f"room for {preview.points[3].free_tokens - 256:,} tokens" in told.after
    full = forecast(msgspec.structs.replace(preview, free_now=100), MEMORY, preview.points[3], 256)
    assert "room for 0 tokens" in full.now and f"(+{preview.points[3].free_tokens - 256:,})" in full.after


def test_what_is_not_known_is_said_so() -> None:
    point = msgspec.structs.replace(memory_scenes.PREVIEW.points[0], same=-1.0, ms=0.0)
    told = forecast(memory_scenes.PREVIEW, None, point)
    assert told.same == told.time == "not known until the first compaction"
    assert told.bar_now == (0, 0, 0)
    exact = forecast(memory_scenes.PREVIEW, None, msgspec.structs.replace(point, same=1.0))
    assert exact.same == "nearly all unchanged"


def test_a_ratio_stands_at_its_stop() -> None:
    choices = stops(memory_scenes.PREVIEW)
    assert [nearest(ratio, choices) for ratio in RATIOS] == list(range(len(RATIOS)))
    assert [RATIOS[nearest(ratio, choices)] for ratio in (5.6, 100.0, 1.0)] == [6, 32, 2]


def test_ratios_at_which_nothing_is_gained_are_no_stops(panel: CompactPanel, qtbot: QtBot) -> None:
    """The older block is 6 times smaller already, and what is new is too little: only more than that is offered."""
    points = tuple(point for point in memory_scenes.PREVIEW.points if not point.ratio or point.ratio > 6)
    panel.show_preview(msgspec.structs.replace(memory_scenes.PREVIEW, points=points))
    seen = [panel.after.shares]
    while panel.chosen != 32.0:
        qtbot.keyClick(panel.slider, Qt.Key.Key_Right)
        seen.append(panel.after.shares)
    assert [sum(shares) for shares in seen] == sorted((sum(shares) for shares in seen), reverse=True)
    assert panel.slider.value == len(stops(memory_scenes.PREVIEW)) - 1 - 4
    only = msgspec.structs.replace(memory_scenes.PREVIEW, points=points[:1])
    panel.look_again(MEMORY)
    panel.show_preview(only)
    assert panel.chosen == 0.0 and panel.slider.isHidden() and panel.go.isEnabled()


def test_it_tells_which_part_each_choice_takes_in(panel: CompactPanel, qtbot: QtBot) -> None:
    points = tuple(
        msgspec.structs.replace(point, tokens=700 if 0 < point.ratio < 8 else BLOCK)
        for point in memory_scenes.PREVIEW.points
    )
    panel.show_preview(msgspec.structs.replace(memory_scenes.PREVIEW, points=points))
    assert "4,944" in panel.words.text()
    panel.slider.set_value(0)
    qtbot.keyClick(panel.slider, Qt.Key.Key_Right)
    assert panel.chosen == 3.0 and "700" in panel.words.text()


def test_it_begins_with_what_the_settings_say(panel: CompactPanel, qtbot: QtBot) -> None:
    assert not panel.go.isEnabled(), "nothing is known yet"
    panel.show_preview(memory_scenes.PREVIEW)
    assert panel.ratio.text() == "5.6× smaller" and panel.by_rule.isVisible()
    with qtbot.waitSignal(panel.compact) as asked:
        qtbot.mouseClick(panel.go, Qt.MouseButton.LeftButton)
    assert asked.args == [0.0]
    assert panel.isHidden()


def test_keys_choose_another_ratio_and_back(panel: CompactPanel, qtbot: QtBot) -> None:
    panel.show_preview(memory_scenes.PREVIEW)
    before = panel.after.shares
    qtbot.keyClick(panel.slider, Qt.Key.Key_Right)
    assert panel.chosen == 8.0 and panel.ratio.text() == "8× smaller"
    assert sum(panel.after.shares) < sum(before)
    qtbot.mouseClick(panel.by_settings, Qt.MouseButton.LeftButton)
    assert panel.chosen == 0.0 and panel.after.shares == before
    qtbot.keyClick(panel.slider, Qt.Key.Key_Left)
    with qtbot.waitSignal(panel.compact) as asked:
        qtbot.keyClick(panel, Qt.Key.Key_Return)
    assert asked.args == [4.0]


def test_an_estimate_takes_no_keyboard_from_elsewhere(panel: CompactPanel, qtbot: QtBot) -> None:
    page = panel.parentWidget()
    assert page is not None
    field = QLineEdit(page)
    field.show()
    page.activateWindow()
    qtbot.waitUntil(page.isActiveWindow)
    panel.show_preview(memory_scenes.PREVIEW)
    assert panel.slider.hasFocus()
    panel.look_again(MEMORY)
    panel.show_preview(memory_scenes.PREVIEW)
    assert panel.slider.hasFocus()
    field.setFocus()
    panel.look_again(MEMORY)
    panel.show_preview(memory_scenes.PREVIEW)
    assert field.hasFocus() and panel.slider.isVisible()


def test_it_says_why_not_and_leaves(panel: CompactPanel, qtbot: QtBot) -> None:
    panel.show_preview(memory_scenes.NO_PREVIEW)
    assert "Nothing is old enough" in panel.words.text()
    assert not panel.go.isEnabled() and panel.facts.isHidden()
    qtbot.keyClick(panel, Qt.Key.Key_Return)
    assert not panel.isHidden(), "there is nothing to do"
    qtbot.keyClick(panel, Qt.Key.Key_Escape)
    assert panel.isHidden()


def test_a_click_elsewhere_closes_it(panel: CompactPanel, qtbot: QtBot) -> None:
    page = panel.parentWidget()
    qtbot.mouseClick(panel, Qt.MouseButton.LeftButton, pos=QPoint(5, 5))
    assert not panel.isHidden()
    qtbot.mouseClick(page, Qt.MouseButton.LeftButton, pos=QPoint(5, 5))
    assert panel.isHidden()


def test_it_fits_a_narrow_page(qtbot: QtBot) -> None:
    page = QWidget()
    qtbot.addWidget(page)
    page.resize(380, 600)
    made = CompactPanel(page)
    page.show()
    made.open(QPoint(360, 560), MEMORY)
    made.show_preview(memory_scenes.PREVIEW)
    assert page.rect().contains(made.geometry())
    made.leave()


def test_enter_on_cancel_does_not_compact(panel: CompactPanel, qtbot: QtBot) -> None:
    panel.show_preview(memory_scenes.PREVIEW)
    asked: list[float] = []
    panel.compact.connect(asked.append)
    panel.cancel.setFocus()
    qtbot.keyClick(panel.cancel, Qt.Key.Key_Return)
    assert asked == [] and panel.isHidden()


def test_a_compaction_meanwhile_asks_again(panel: CompactPanel, qtbot: QtBot) -> None:
    """One that was begun while nobody waited ends while the panel is open: its numbers are of the past."""
    panel.show_preview(memory_scenes.PREVIEW)
    qtbot.keyClick(panel.slider, Qt.Key.Key_Right)
    chosen = panel.chosen
    with qtbot.waitSignal(panel.wanted):
        panel.look_again(MEMORY)
    assert not panel.go.isEnabled() and not panel.facts.isVisible()
    panel.show_preview(memory_scenes.PREVIEW)
    assert panel.chosen == chosen and panel.go.isEnabled()
    panel.leave()
    with qtbot.assertNotEmitted(panel.wanted):
        panel.look_again(MEMORY)
