"""The activity page: the course of a chat worked out from its events, and what the page shows of them."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel
from pytestqt.qtbot import QtBot

from app.core.model_values import ModelState
from app.core.transcript import there, together
from app.core.work_values import Activity
from app.ui.activity.history import details, history, summary, what
from app.ui.activity.kept_rows import kept_by, line
from app.ui.activity.kept_rows import summary as kept_words
from app.ui.activity.page import ActivityPage, EventRow
from tests.fake_engine import Script
from tests.ui import activity_scenes, memory_scenes
from tests.ui.conftest import Launch


def reply(read: int, wrote: int, **others: object) -> Activity:
    return Activity(kind="reply", prompt_tokens=read, tokens=wrote, prefill_ms=1000, decode_ms=2000, **others)  # type: ignore[arg-type]


def compaction(tokens: int, freed: int) -> Activity:
    return Activity(kind="compact", tokens=tokens, bytes=freed, how="default", ms=500)


def test_replies_add_and_compactions_take_away() -> None:
    points = history([reply(50, 50), compaction(800, 6000), reply(900, 100)], bytes_per_token=10)
    assert [(point.tokens, point.held) for point in points] == [(1000, 1000), (1000, 400), (1100, 500)]


def test_an_opening_says_what_there_really_is() -> None:
    opened = Activity(kind="open", tokens=700, how="resumed")
    assert [(p.tokens, p.held) for p in history([opened], 10)] == [(700, 700)]
    cut = history([opened, compaction(500, 3000), reply(900, 100)], 10)  # 300 tokens were cut away meanwhile
    assert (cut[-1].tokens, cut[-1].held) == (700, 400)


def test_what_is_undone_is_held_again() -> None:
    undone = Activity(kind="undo", tokens=800)
    course = history([undone, compaction(800, 3000), compaction(800, 2000), reply(900, 100)], 10)
    assert [point.held for point in course] == [1000, 800, 500, 800]
    assert details(undone) == "800 tokens back in full detail"
    assert history([undone], 10)[-1].held == 0, "of one that is not kept any more"


def test_an_opening_tells_of_more_than_was_seen() -> None:
    """The memory was too small for all of the chat, and is larger now."""
    opened, small = Activity(kind="open", tokens=779, how="rebuilt"), Activity(kind="open", tokens=256, how="rebuilt")
    course = history([opened, small, reply(700, 79)], 10)
    assert [(point.tokens, point.held) for point in course] == [(779, 779), (256, 256), (779, 779)]
    empty = history([Activity(kind="open", how="empty"), reply(700, 79)], 10)
    assert (empty[-1].tokens, empty[-1].held) == (0, 0), "as after the last message was deleted"


def test_a_chat_that_had_nothing_to_restore_is_not_called_restored() -> None:
    opened = Activity(kind="open", how="empty")
    assert what(opened) == "Chat loaded" and details(opened).startswith("nothing to restore")


def test_no_more_is_held_than_there_is() -> None:
    points = history([Activity(kind="open", tokens=100), compaction(10, 0), reply(500, 0)], 10)
    assert all(0 <= point.held <= point.tokens for point in points)
    assert history([compaction(900, 10**9), reply(500, 0)], 10)[-1].held == 0


@pytest.mark.parametrize(
    ("activity", "words"),
    [
        (reply(310, 76, first_token_ms=1040.0, how="length"),
         "read 310 tokens at 310 tok/s · wrote 76 at 38.0 tok/s · 1.0 s to first token · reply limit reached"),
        (compaction(1200, 52_000_000), "1,200 tokens · 52.0 MB freed · default"),
        (Activity(kind="open", how="rebuilt", tokens=12), "reread · 12 tokens"),
        (Activity(kind="load", how="SmolLM2", bytes=92_000_000), "SmolLM2 · 92.0 MB"),
        (Activity(kind="save", tokens=5, bytes=2_000_000), "5 tokens · 2.0 MB"),
        (reply(0, 0), ""),
    ],
)  # fmt: skip
def test_words_of_an_event(activity: Activity, words: str) -> None:
    assert details(activity) == words


def test_the_summary_counts() -> None:
    assert summary([]) == "No activity in this chat yet."
    points = history([compaction(800, 6000), reply(900, 100)], 10)
    assert summary(points) == "1,000 tokens · 1 reply · 1 compaction"
    assert summary(points, 6.21) == "1,000 tokens · 1 reply · 1 compaction · 6.2× compacted"


def test_the_page_shows_events_and_log(qtbot: QtBot) -> None:
    page = ActivityPage()
    qtbot.addWidget(page)
    page.resize(900, 700)
    page.show()
    page.show_activities(activity_scenes.course(), 46_080)
    page.show_engine(ModelState(name="Smol", devices=("CPU",)), True, activity_scenes.LINES)
    rows = page.findChildren(EventRow)
    assert rows[0].accessibleName().startswith("Saved, 0.08 s")
    assert page.engine.text() == "Running · Smol · CPU"
    page.copy.click()
    assert QApplication.clipboard().text() == "\n".join(activity_scenes.LINES)
    middle = page.chart.at(QPoint(page.chart.width() // 2, 60))
    assert middle is not None
    assert page.chart.at(QPoint(2, 60)) is None
    page.show_activities([], 0)
    assert page.none.isVisibleTo(page) and not page.chart.isVisibleTo(page)
    page.show_engine(ModelState(), False, ())
    assert page.engine.text() == "Not running" and "The log is empty" in page.log.toPlainText()


def test_what_an_event_did_is_readable_in_a_narrow_window(qtbot: QtBot) -> None:
    page = ActivityPage()
    qtbot.addWidget(page)
    page.show_activities(activity_scenes.course(), 46_080)
    row = next(row for row in page.findChildren(EventRow) if row.accessibleName().startswith("Reply"))
    about = next(label for label in row.findChildren(QLabel) if label.text().startswith("read "))
    page.show()
    for wide, below in ((900, False), (480, True)):
        page.resize(wide, 700)
        qtbot.waitUntil(lambda wide=wide: row.width() < wide)
        qtbot.waitUntil(lambda below=below: (about.y() > 20) is below)
        qtbot.waitUntil(lambda: about.height() >= about.heightForWidth(about.width()))


def test_it_follows_the_chat_that_is_shown(launch: Launch, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    program = launch(Script(replies=(("one ", "two "),)))
    program.idle()
    program.say("hello")
    program.idle()
    program.window.show_activity()
    page = program.window.pages.activity
    program.wait(lambda: any("Reply" in row.accessibleName() for row in page.findChildren(EventRow)))
    target = tmp_path / "report.zip"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *args: (str(target), ""))
    page.bundle.emit()
    program.wait(target.exists)


def test_what_is_kept_is_added_up_over_the_blocks_that_are_there() -> None:
    first, second = memory_scenes.MARKS
    assert [mark.id for mark in there([first, second])] == ["k1", "k2"]
    merged = msgspec.structs.replace(second, id="k3", token_start=410, token_end=6000)
    assert [mark.id for mark in there([first, second, merged])] == ["k3"]
    both = kept_by([first, second])
    one = both[4]
    assert (one.layer, one.head) == (1, 1)
    assert one.rows == first.heads[4].rows + second.heads[4].rows and one.tokens == 4900
    assert one.error == pytest.approx(first.heads[4].error)
    assert all(kept.whole for kept in both if kept.rows == 4900) and any(kept.whole for kept in both)
    assert "K q8_0" in line(one) and "Layer 1, head 1" in line(one)
    assert kept_by([msgspec.structs.replace(first, heads=())]) == []
    told = kept_words(both, together([first, second])[1])
    assert "of 441,000 KV rows" in told and "×" in told


def test_the_picture_of_the_heads_tells_what_is_under_the_pointer(qtbot: QtBot) -> None:
    page = ActivityPage()
    qtbot.addWidget(page)
    page.resize(900, 900)
    page.show_marks(())
    assert page.kept_card.isHidden()
    page.show_marks(memory_scenes.MARKS)
    assert not page.kept_card.isHidden()
    page.show()
    qtbot.waitExposed(page)
    picture = page.heads
    place = picture.cell(7, 2).center().toPoint()
    found = picture.at(place)
    assert found is not None and (found.layer, found.head) == (7, 2)
    assert picture.at(QPoint(2, 2)) is None
    all_rows = found.rows
    picture._point(found)
    assert "Layer 7, head 2" in picture.told
    qtbot.mouseClick(page.last, Qt.MouseButton.LeftButton)
    found = picture.at(place)
    assert found is not None and found.rows == memory_scenes.MARKS[1].heads[7 * 3 + 2].rows < all_rows
