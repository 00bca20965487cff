from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.core.document_values import Citation
from app.ui.chat.transcript import FindBar, Item, MessageItem, TranscriptView
from app.ui.chat.transcript.overlay import Hit, found_in
from app.ui.chat.transcript.plain import THINKING, parts_of, plain
from app.ui.chat.transcript.reply_row import AssistantRow
from app.ui.chat.transcript.rows import UserRow
from tests.ui import scenes, transcript_texts

WORDS = "Some words that make up a paragraph of a reply. " * 6


def conversation(count: int, needles: dict[int, str]) -> list[Item]:
    """Messages in turn, with these texts at some places."""
    return [
        MessageItem(f"m{at}", role="user" if at % 2 == 0 else "assistant", text=needles.get(at, f"{at}. {WORDS}"))
        for at in range(count)
    ]


def look(view: TranscriptView, qtbot: QtBot, query: str) -> None:
    view.finder.search(query)
    qtbot.waitUntil(lambda: not view.finder.searching)


def marked(view: TranscriptView, key: str) -> list[str]:
    """The pieces of a row in sight that are painted over."""
    return [
        extra.cursor.selectedText() for part in view.visible_rows[key].parts() for extra in part.edit.extraSelections()
    ]


def in_sight(view: TranscriptView, key: str) -> bool:
    row = view.visible_rows.get(key)
    return row is not None and row.y() < view.viewport().height() and row.geometry().bottom() > 0


def test_all_places_are_found_over_markup_and_whatever_the_case(view: TranscriptView, qtbot: QtBot) -> None:
    view.set_items(conversation(6, {1: "A **nee**dle and `needle`.\n\n```\nneedle()\n```", 4: "no NEEDLE?"}))
    look(view, qtbot, "needle")
    assert view.finder.hits == [Hit("m1", 0, 0), Hit("m1", 0, 1), Hit("m1", 1, 0), Hit("m4", 0, 0)]
    view.bring("m1", None)
    assert marked(view, "m1") == ["needle", "needle", "needle"]
    look(view, qtbot, "no such thing")
    assert view.finder.hits == [] and view.finder.place == 0
    assert marked(view, "m1") == []


@pytest.mark.parametrize(
    ("query", "places"),
    [
        ("my_var", [Hit("m0", 0, 0), Hit("m1", 0, 0), Hit("m1", 1, 0)]),
        ("__init__", [Hit("m0", 0, 0), Hit("m1", 0, 0)]),
        ("my_var *= 2", [Hit("m1", 1, 0)]),
        ("my__var", []),
    ],
)
def test_names_with_underscores_are_found(view: TranscriptView, qtbot: QtBot, query: str, places: list[Hit]) -> None:
    reply = "Set my_var in `__init__`.\n\n```\nmy_var *= 2\n```"
    view.set_items(conversation(4, {0: "What is my_var in __init__?", 1: reply}))
    look(view, qtbot, query)
    assert view.finder.hits == places


@pytest.mark.parametrize("cited", [False, True])
def test_blanks_that_keep_words_together_are_blanks(view: TranscriptView, qtbot: QtBot, cited: bool) -> None:
    """Also in a reply with numbers of sources, which is looked through in another way."""
    view.set_items(conversation(2, {1: "First 10\u00a0km, then 10 km, then 10\u00a0km."}))
    if cited:
        item = view.item("m1")
        assert isinstance(item, MessageItem)
        item.citations = (Citation(number=1, start=0, end=5, document="d", name="d.txt", source_start=0, source_end=5),)
        view.refresh("m1")
    for query in ("10 km", "10\u00a0km"):
        look(view, qtbot, query)
        assert view.finder.hits == [Hit("m1", 0, nth) for nth in range(3)]
        assert [text.replace("\u00a0", " ") for text in marked(view, "m1")] == ["10 km"] * 3
        view.finder.step(1)
        assert view.finder.place == 2
        view.finder.close()


def test_next_and_previous_go_round_and_bring_places_into_sight(view: TranscriptView, qtbot: QtBot) -> None:
    view.set_items(conversation(200, {3: "the needle", 90: "a needle", 199: "last needle"}))
    assert view.at_end
    look(view, qtbot, "needle")
    assert view.finder.current == Hit("m199", 0, 0), "from what is in sight onwards"
    assert view.finder.place == 3
    for by, key, place in ((1, "m3", 1), (1, "m90", 2), (-1, "m3", 1), (-1, "m199", 3)):
        view.finder.step(by)
        assert view.finder.current == Hit(key, 0, 0)
        assert view.finder.place == place
        assert in_sight(view, key)


def test_a_place_far_down_in_a_long_reply_is_brought_into_sight(view: TranscriptView, qtbot: QtBot) -> None:
    text = (WORDS + "\n\n") * 40 + "```\n" + "x = 1\n" * 60 + "y = 'needle'" + " " * 200 + "# needle\n```\n"
    view.set_items(conversation(4, {1: text}))
    look(view, qtbot, "needle")
    for nth in (0, 1):
        current = view.finder.current
        assert current is not None and current.nth == nth
        row = view.visible_rows["m1"]
        part = next(part for part in row.parts() if part.at == current.at)
        cursor = list(found_in(part.edit.document(), "needle"))[nth]
        spot = part.edit.viewport().mapTo(view.viewport(), part.edit.cursorRect(cursor).topLeft())
        assert 0 < spot.y() < view.viewport().height()
        assert 0 <= part.edit.cursorRect(cursor).x() <= part.edit.viewport().width()
        view.finder.step(1)


def test_what_is_folded_is_opened(view: TranscriptView, qtbot: QtBot) -> None:
    long = "word " * 1000 + "needle"
    thought = "<think>\na needle in here\n</think>\n\nThe answer."
    view.set_items(conversation(4, {0: long, 3: thought}))
    look(view, qtbot, "needle")
    assert view.finder.hits == [Hit("m0", 0, 0), Hit("m3", THINKING, 0)]
    for hit in view.finder.hits:
        while view.finder.current != hit:
            view.finder.step(1)
        row = view.visible_rows[hit.key]
        assert any("needle" in part.edit.toPlainText() for part in row.parts())
        assert marked(view, hit.key) == ["needle"]
        if isinstance(row, UserRow):
            assert row.more.accessibleName() == "Show less"
        else:
            assert isinstance(row, AssistantRow) and row.thinking.opened


def test_new_text_is_searched_without_a_jump(view: TranscriptView, qtbot: QtBot) -> None:
    view.set_items(conversation(60, {5: "needle"}))
    look(view, qtbot, "needle")
    place = view.visible_rows["m5"].y()
    view.append(MessageItem("new", role="assistant", text="a needle", state="streaming"))
    qtbot.waitUntil(lambda: len(view.finder.hits) == 2)
    transcript_texts.grow(view, "new", " and a needle")
    qtbot.waitUntil(lambda: len(view.finder.hits) == 3)
    assert view.finder.current == Hit("m5", 0, 0)
    assert view.visible_rows["m5"].y() == place
    view.remove(["new"])
    qtbot.waitUntil(lambda: len(view.finder.hits) == 1)


def test_rows_that_scroll_into_sight_are_marked_and_nothing_stays_after(view: TranscriptView, qtbot: QtBot) -> None:
    view.set_items(conversation(60, {10: "needle", 50: "needle"}))
    look(view, qtbot, "needle")
    for key in ("m10", "m50"):
        view.scroll_to(key)
        assert marked(view, key) == ["needle"]
    view.finder.close()
    assert marked(view, "m50") == []
    view.scroll_to("m10")
    assert marked(view, "m10") == []


TEXTS = (
    scenes.ANSWER, scenes.TABLE, transcript_texts.FORMULAS, transcript_texts.WIDE, transcript_texts.NOTES,
    transcript_texts.CODE, transcript_texts.THINKING, "1. a\n2.\n3. - nine\n   - ten\n\n[1]: https://a.org\n",
)  # fmt: skip


@pytest.mark.parametrize("source", TEXTS)
def test_text_is_searched_as_it_is_shown(view: TranscriptView, qtbot: QtBot, source: str) -> None:
    """The words of each part are those of its document, so that the numbers of hits agree."""
    view.set_items([MessageItem("r", role="assistant", text=source, thinking_open=True)])
    row = view.visible_rows["r"]
    assert isinstance(row, AssistantRow)
    qtbot.waitUntil(lambda: row.drawn)
    item = row.item
    assert isinstance(item, MessageItem)
    searched = dict(parts_of(item))
    assert row.parts()
    for part in row.parts():
        if "$" not in part.edit.toPlainText():  # where a formula cannot be drawn, its source is seen
            for letter in "aeint1,":
                shown = len(list(found_in(part.edit.document(), letter)))
                assert searched[part.at].lower().count(letter) == shown, (letter, searched[part.at])


def test_plain_text_for_people() -> None:
    lists = "# Head\n\n1. one\n   - *two*\n2. three\n\n- [x] done\n\n"
    text = plain(lists + "| a | b |\n|--|--|\n| 1 | $x$ |\n\nsee[^1]\n\n[^1]: note", marks=True)
    assert text.split("\n") == [
        "Head", "", "1. one", "  • two", "2. three", "☑ done", "a\tb", "1\t$x$", "", "see[1]", "", "1. note",
    ]  # fmt: skip


@pytest.mark.parametrize("first", [0, 1, 7])
def test_copied_items_have_the_numbers_that_are_seen(first: int) -> None:
    source = f"{first}. one\n{first + 1}. two"
    assert plain(source, marks=True) == source


@pytest.mark.parametrize(
    ("source", "copied"),
    [
        ("1. ```\n   x\n   ```\n   behind\n2. b\n", "1. \nx\nbehind\n2. b"),
        ("- a\n- | c | d |\n  |---|---|\n  | 1 | 2 |\n", "• a\n• \nc\td\n1\t2"),
        ("3. $$x$$\n4. ---\n5. b\n", "3. \n$$x$$\n4. \n5. b"),
    ],
)  # fmt: skip
def test_items_that_begin_without_words_are_copied_with_their_signs(source: str, copied: str) -> None:
    assert plain(source, marks=True) == copied


def test_the_bar_searches_counts_and_closes(view: TranscriptView, qtbot: QtBot) -> None:
    bar = FindBar(view.finder, view)
    view.set_items(conversation(30, {3: "needle needle", 9: "needle"}))
    view.scroll_to("m0")
    bar.open()
    assert bar.isVisible() and view.rect().contains(bar.geometry())
    assert not bar.forth.isEnabled()
    QTest.keyClicks(bar.field, "needle")
    qtbot.waitUntil(lambda: bar.label.text() == "1 of 3")
    QTest.keyClick(bar.field, Qt.Key.Key_Return)
    assert bar.label.text() == "2 of 3"
    QTest.keyClick(bar.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert bar.label.text() == "1 of 3"
    qtbot.mouseClick(bar.back, Qt.MouseButton.LeftButton)
    assert bar.label.text() == "3 of 3"
    QTest.keyClicks(bar.field, "x")
    qtbot.waitUntil(lambda: bar.label.text() == "no matches")
    with qtbot.waitSignal(bar.closed):
        QTest.keyClick(bar.field, Qt.Key.Key_Escape)
    assert not bar.isVisible() and view.finder.query == ""
    view.resize(420, 600)
    bar.open("needle")
    assert view.rect().contains(bar.geometry())
    assert bar.field.selectedText() == "needle"


def test_the_bar_covers_no_place_it_found(view: TranscriptView, qtbot: QtBot) -> None:
    bar = FindBar(view.finder, view)
    line = "word " * 30
    view.set_items(conversation(9, {0: f"needle at the very top. {line}", 5: f"{line}\n\n" * 40 + "needle"}))
    view.scroll_to("m0")
    before = view.visible_rows["m0"].y()
    bar.open()
    assert view.visible_rows["m0"].y() == before, "what is read does not move"
    QTest.keyClicks(bar.field, "needle")
    qtbot.waitUntil(lambda: bar.label.text() == "1 of 2")
    for key in ("m0", "m5"):
        part = view.visible_rows[key].parts()[-1]
        cursor = next(iter(found_in(part.edit.document(), "needle")))
        spot = part.edit.viewport().mapTo(view, part.edit.cursorRect(cursor).topLeft())
        assert bar.geometry().bottom() < spot.y() < view.height()
        # the place just behind the bar is not in sight
        view.verticalScrollBar().setValue(view.verticalScrollBar().value() + spot.y() - bar.geometry().center().y())
        view.finder.step(1)
    bar.leave()
    view.scroll_to("m0")
    assert view.visible_rows["m0"].y() == before
