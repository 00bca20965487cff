"""Files in the composer and in the transcript, by mouse and by keyboard."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QGuiApplication, QImage, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.core.attachments import ReadProblem
from app.core.chat_values import Attachment
from app.core.work_values import CompactionEstimate, MessageLimits
from app.services.chat.drafts import Drafts
from app.ui.chat.attachment_preview import LONGEST_LINE, SHOWN, AttachmentPreview, folded
from app.ui.chat.composer import Composer, editor
from app.ui.chat.composer.cost import cost_of
from app.ui.chat.composer.editor import FLOOD, LARGE, LONG_LINE
from app.ui.chat.composer.paste import LONG
from app.ui.chat.transcript.rows import UserRow
from engine.protocol import Generate
from tests.fake_engine import Script
from tests.ui.conftest import Launch, Program
from tests.unit.core.store_helpers import a_file
from tests.words import said

SEA = f"{'x' * 99}\n" * (FLOOD // 100)  # of lines: Qt takes its time for a line that is long


@pytest.fixture
def composer(qtbot: QtBot, drafts: Drafts) -> Composer:
    made = Composer(drafts)
    qtbot.addWidget(made)
    made.resize(700, 160)
    made.show()
    qtbot.waitExposed(made)
    return made


def add(composer: Composer, *files: Attachment) -> None:
    for file in files:
        composer.add_file(file.id, file.name)
        composer.file_read(file.id, file)


def paste(composer: Composer, text: str) -> None:
    data = QMimeData()
    data.setText(text)
    composer.editor.insertFromMimeData(data)


# --------------------------------------------------------------------------- chips of a draft


def test_a_message_waits_for_its_files(composer: Composer) -> None:
    sent: list[tuple[str, object]] = []
    composer.send.connect(lambda *what: sent.append(what))
    file = a_file("words")
    composer.set_text("What is this?")
    composer.add_file("job", file.name)
    composer.file_progress("job", 2, 9)
    (chip,) = composer.attachment_bar.chips
    assert chip.detail == "page 2 of 9"
    assert composer.cost_text == "Reading 1 file…"
    assert not composer.button.isEnabled()
    composer.submit()
    assert sent == []
    composer.file_read("job", file)
    assert composer.button.isEnabled()
    composer.submit()
    assert sent == [("What is this?", (file,))]
    assert composer.attachment_bar.isHidden()


def test_a_file_alone_can_be_sent(composer: Composer) -> None:
    sent: list[tuple[str, object]] = []
    composer.send.connect(lambda *what: sent.append(what))
    file = a_file("words")
    add(composer, file)
    composer.submit()
    assert sent == [("", (file,))]


def test_files_are_removed_by_mouse_and_by_keyboard(composer: Composer, qtbot: QtBot) -> None:
    files = [a_file("a", "a.md"), a_file("b", "b.md"), a_file("c", "c.md")]
    removed: list[str] = []
    composer.removed.connect(removed.append)
    add(composer, *files)
    first, second, _ = composer.attachment_bar.chips
    qtbot.mouseClick(second._cross, Qt.MouseButton.LeftButton)
    assert [entry.name for entry in composer.draft.files] == ["a.md", "c.md"]
    first.setFocus()
    qtbot.keyClick(first, Qt.Key.Key_Delete)
    (last,) = composer.attachment_bar.chips
    assert last.entry.name == "c.md" and last.hasFocus()
    qtbot.keyClick(last, Qt.Key.Key_Backspace)
    assert composer.editor.hasFocus()
    assert removed == [files[1].id, files[0].id, files[2].id]
    assert composer.attachment_bar.isHidden()


def test_arrows_go_from_chip_to_chip_and_enter_shows_one(composer: Composer, qtbot: QtBot) -> None:
    files = [a_file("a", "a.md"), a_file("b", "b.md")]
    shown: list[Attachment] = []
    composer.opened.connect(shown.append)
    add(composer, *files)
    first, second = composer.attachment_bar.chips
    first.setFocus()
    qtbot.keyClick(first, Qt.Key.Key_Right)
    assert second.hasFocus()
    qtbot.keyClick(second, Qt.Key.Key_Return)
    qtbot.mouseClick(first, Qt.MouseButton.LeftButton, pos=first.rect().topLeft() + first.rect().center() / 4)
    assert shown == [files[1], files[0]]


def test_every_chip_says_what_it_is(composer: Composer) -> None:
    add(composer, a_file("words", "a.md"))
    composer.show_tokens({composer.draft.attachments[0].id: (1234, True)})
    (chip,) = composer.attachment_bar.chips
    assert chip.detail == "1.2k"
    assert chip.accessibleName() == "a.md, Markdown · 5 bytes · 5 characters · 1,234 tokens"
    composer.show_tokens({composer.draft.attachments[0].id: (1234, False)})
    assert chip.detail == "≈ 1.2k"


def test_many_files_stand_in_lines_and_are_scrolled(composer: Composer, qtbot: QtBot) -> None:
    bar = composer.attachment_bar
    composer.resize(700, 700)
    add(composer, *(a_file(f"text {n}", f"a-rather-long-name-{n}.md") for n in range(3)))
    assert len({chip.y() for chip in bar.chips}) > 1
    assert bar.height() == max(chip.geometry().bottom() for chip in bar.chips) + 1
    add(composer, *(a_file(f"text {n}", f"a-rather-long-name-{n}.md") for n in range(3, 12)))
    chips = bar.chips
    assert all(chip.geometry().right() <= bar.viewport().width() for chip in chips)
    for one, other in itertools.pairwise(chips):
        assert not one.geometry().intersects(other.geometry())

    def seen() -> list[int]:
        shown = bar.viewport().rect()
        places = [chip.rect().translated(chip.mapTo(bar.viewport(), QPoint(0, 0))) for chip in chips]
        return [at for at, place in enumerate(places) if shown.contains(place)]

    lines = [[at for at, chip in enumerate(chips) if chip.y() == top] for top in sorted({chip.y() for chip in chips})]
    assert len(lines) > 4 and seen() == [at for line in lines[-3:] for at in line], "what was added last"
    chips[0].setFocus()
    assert seen() == [at for line in lines[:3] for at in line]
    for chip in chips[:-1]:
        qtbot.keyClick(chip, Qt.Key.Key_Right)
    assert chips[-1].hasFocus() and len(chips) - 1 in seen()
    composer.resize(700, 340)
    assert bar.height() == chips[0].height()


def test_files_stay_with_the_draft_of_their_chat(composer: Composer) -> None:
    file, late = a_file("a", "a.md"), a_file("b", "b.md")
    composer.set_chat("one")
    add(composer, file)
    composer.add_file("job", late.name)
    composer.set_chat("two")
    assert composer.draft.files == []
    composer.file_read("job", late)  # it was read while another chat is shown
    assert composer.draft.files == []
    composer.set_chat("one")
    assert composer.draft.attachments == (file, late)


def test_what_could_not_be_sent_comes_back_with_its_files(composer: Composer) -> None:
    file, newer = a_file("a", "a.md"), a_file("b", "b.md")
    add(composer, newer)
    composer.give_back("lost", (file,))
    assert (composer.text, composer.draft.attachments) == ("lost", (file, newer))


# --------------------------------------------------------------------------- long pastes


def test_a_long_paste_can_become_a_file_and_text_again(composer: Composer, qtbot: QtBot) -> None:
    long = "Holmes \U0001f50d looked up.\n" * (LONG // 20)
    composer.set_text("Before: ")
    paste(composer, long)
    assert composer.text == f"Before: {long}"
    assert composer.offer.isVisible()
    qtbot.keyClicks(composer.editor, " after")
    composer.offer.button.click()
    assert composer.text == "Before:  after"
    (file,) = composer.draft.attachments
    assert (file.name, file.text) == ("Pasted text", long)
    assert composer.offer.isVisible()
    composer.offer.button.click()
    assert composer.draft.files == []
    assert composer.text == f"Before: {long} after"
    assert composer.offer.isHidden()


def test_a_paste_that_is_undone_is_offered_no_more(composer: Composer, qtbot: QtBot) -> None:
    composer.set_text("before ")
    paste(composer, "word " * LONG)
    assert composer.offer.isVisible()
    qtbot.keyClick(composer.editor, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert composer.text == "before " and composer.offer.isHidden()


def test_who_wants_no_file_of_a_paste_goes_on_writing(composer: Composer, qtbot: QtBot) -> None:
    composer.activateWindow()
    paste(composer, "word " * LONG)
    composer.offer.dismiss.setFocus()
    qtbot.keyClick(composer.offer.dismiss, Qt.Key.Key_Space)
    assert composer.offer.isHidden() and composer.editor.hasFocus()


def test_the_undo_key_takes_the_conversion_back_once(composer: Composer, qtbot: QtBot) -> None:
    long = "word " * LONG
    composer.editor.setFocus()
    paste(composer, long)
    composer.offer.button.click()
    assert composer.text == ""
    qtbot.keyClick(composer.editor, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert composer.text == long
    assert composer.draft.files == []
    qtbot.keyClick(composer.editor, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert composer.draft.files == []


def test_a_removed_paste_comes_back_by_undo_as_text(composer: Composer, qtbot: QtBot) -> None:
    long = "word " * LONG
    paste(composer, long)
    composer.offer.button.click()
    composer.attachment_bar.chips[0].removed.emit()
    assert composer.offer.isHidden()
    qtbot.keyClick(composer.editor, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert composer.text == long


def test_a_flood_becomes_a_file_at_once(composer: Composer, qtbot: QtBot) -> None:
    composer.set_text("Look: ")
    paste(composer, SEA)
    paste(composer, SEA)
    assert composer.text == "Look: "
    assert [entry.name for entry in composer.draft.files] == ["Pasted text", "Pasted text 2"]
    qtbot.keyClick(composer.editor, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert len(composer.draft.files) == 1
    assert composer.text == f"Look: {SEA}"


def test_text_that_is_dropped_is_as_one_that_is_pasted(composer: Composer) -> None:
    composer.set_text("Look: ")
    composer.insert(SEA)
    assert composer.text == "Look: ", "a text of that length would make each key wait"
    assert [entry.name for entry in composer.draft.files] == ["Pasted text"]
    composer.offer.button.click()
    assert composer.draft.files == [] and composer.text == f"Look: {SEA}"
    long = "word " * LONG
    composer.set_text("Look: ")
    composer.insert(long)
    assert composer.text == f"Look: \n{long}" and composer.offer.isVisible()
    composer.offer.button.click()
    (file,) = composer.draft.attachments
    assert file.text == long and composer.text == "Look: \n"


def test_a_paste_that_makes_a_line_very_long_becomes_a_file_too(composer: Composer) -> None:
    lines = f"{'x' * 99}\n" * (2 * LONG_LINE // 100)
    paste(composer, lines)
    assert composer.text == lines, "lines cost nothing"
    half = "y" * (LONG_LINE // 2 + 1)
    paste(composer, half)
    paste(composer, half)
    assert composer.text == lines + half
    assert [entry.name for entry in composer.draft.files] == ["Pasted text"]


def select(composer: Composer, start: int, end: int) -> None:
    cursor = composer.editor.textCursor()
    cursor.setPosition(start)
    cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
    composer.editor.setTextCursor(cursor)


def undo(composer: Composer) -> None:
    QTest.keyClick(composer.editor, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)


def test_a_line_is_as_long_as_it_will_be(composer: Composer, monkeypatch: pytest.MonkeyPatch) -> None:
    longest = 12_000  # fewer, which Qt lays out quickly
    monkeypatch.setattr(editor, "LONG_LINE", longest)
    long, more = "y" * (longest - 5_000), "x" * LARGE
    composer.set_text(long)
    select(composer, 0, len(long))
    paste(composer, more)
    assert composer.text == more, "what is selected goes"
    composer.set_text(long)
    select(composer, len(long), len(long))
    paste(composer, "\n" + more)
    assert composer.text == f"{long}\n{more}", "the last line stands alone"
    composer.set_text(long)
    select(composer, 0, 0)
    paste(composer, more + "\r")
    assert composer.text == f"{more}\n{long}", "and so does the first"
    composer.set_text(f"{long}\n{long}")
    select(composer, 9, len(long) + 1 + len(long) - 9)
    paste(composer, more)
    assert composer.text == f"{long[:9]}{more}{long[-9:]}", "only what stays of two lines is joined"
    assert composer.draft.files == []
    joined = ((0, f"z\n{more}"), (len(long), f"{more}\nz"), (9, f"z\n{'x' * longest}x\nz"))
    for at, text in joined:
        composer.set_text(long)
        select(composer, at, at)
        paste(composer, text)
        assert composer.text == long
    assert len(composer.draft.files) == len(joined)


def test_a_line_that_is_long_already_takes_more(composer: Composer) -> None:
    long = "y" * (LONG_LINE + 1)
    paste(composer, long)
    assert (composer.text, len(composer.draft.files)) == ("", 1)
    undo(composer)
    assert (composer.text, composer.draft.files) == (long, [])
    paste(composer, "word")
    paste(composer, "x" * LARGE)
    assert composer.text == f"{long}word{'x' * LARGE}"
    assert composer.draft.files == []


def test_a_small_paste_stays_text_in_any_line(composer: Composer) -> None:
    composer.set_text("y" * LONG_LINE)
    paste(composer, "x" * (LARGE - 1))
    assert len(composer.text) == LONG_LINE + LARGE - 1
    assert composer.draft.files == []


@pytest.mark.parametrize("text", [SEA, "x" * (LONG_LINE + 1)], ids=["long", "long line"])
def test_a_flood_takes_the_place_of_what_is_selected(composer: Composer, text: str) -> None:
    written = "Look: this\nand that. Well?"
    composer.set_text("")
    QTest.keyClicks(composer.editor, written[:10])
    composer.editor.insertPlainText(written[10:])
    select(composer, 6, len(written) - 6)
    paste(composer, text)
    assert composer.text == "Look:  Well?"
    assert [file.text for file in composer.draft.attachments] == [text]
    undo(composer)
    assert (composer.text, composer.draft.files) == (f"Look: {text} Well?", [])
    undo(composer)
    assert composer.text == written, "as after any paste over a selection"


def test_a_flood_that_is_put_back_later_undoes_nothing_else(composer: Composer) -> None:
    composer.editor.insertPlainText("Look: this")
    select(composer, 6, 10)
    paste(composer, SEA)
    QTest.keyClicks(composer.editor, "there")
    composer.offer.button.click()
    assert composer.text == f"Look: {SEA}there"
    undo(composer)
    assert composer.text == "Look: there"


def test_what_cannot_become_a_file_takes_no_place(composer: Composer, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(text: str, name: str) -> Attachment:
        raise ReadProblem("attachment.cut", name=name)

    monkeypatch.setattr("app.ui.chat.composer.pasting.from_text", refuse)
    composer.set_text("Look: this")
    select(composer, 6, 10)
    paste(composer, SEA)
    assert (composer.text, composer.draft.files) == ("Look: this", [])


def test_a_short_paste_offers_nothing(composer: Composer) -> None:
    paste(composer, "x" * (LONG - 1))
    assert composer.offer.isHidden()


# --------------------------------------------------------------------------- what it takes


def test_the_line_says_what_a_message_takes() -> None:
    assert cost_of(0, True, MessageLimits()).text == ""
    assert cost_of(1234, True, MessageLimits()) == cost_of(1234, True, MessageLimits(2000, 3000))
    assert cost_of(1234, True, MessageLimits()).text == "1,234 tokens"
    assert cost_of(1, False, MessageLimits()).text == "≈ 1 token"
    first = cost_of(1234, True, MessageLimits(1000, 3000))
    assert (first.text, first.role) == ("1,234 tokens · compacts older text", "warn")
    never = cost_of(4000, True, MessageLimits(1000, 3000), files=1)
    assert never.role == "error"
    assert never.text == (
        "4,000 tokens · too long, the limit is 3,000 tokens. Remove a file or reload the model with a larger context."
    )
    assert "Shorten the message" in cost_of(4000, True, MessageLimits(1000, 3000)).text


def test_what_is_longer_than_text_bears_well_says_what_it_loses() -> None:
    limits = MessageLimits(1000, 3000, 12_000)
    long = cost_of(4000, True, limits)
    assert long.anyway and long.long and long.role == "warn"
    assert long.text == "4,000 tokens · more than the recommended 3,000. Names, numbers and details may be lost."
    told = cost_of(4000, True, limits, loss=CompactionEstimate(0.0, 11.6, 1000, 10, 0.14, same=0.912)).text
    assert "“Read anyway” compacts the message about 12×: about 91 of 100 next words unchanged." in told
    never = cost_of(13_000, True, limits)
    assert never.role == "error" and not never.anyway and "the limit is 3,000" in never.text


def test_where_nothing_fits_the_message_is_not_blamed() -> None:
    for limits in (MessageLimits(None, 0, 0), MessageLimits(0, 0, None)):
        system = cost_of(4, True, limits)
        assert system.role == "error" and system.long and not system.anyway
        assert system.text == (
            "4 tokens · no room: the system prompt fills the context. Shorten it in Chat settings, or reload the model "
            "with a larger context."
        )
        full = cost_of(4, True, limits, full=True).text
        assert "the context is full" in full and "new chat" in full
    assert "the limit is 900 tokens" in cost_of(1000, True, MessageLimits(0, 0, 900)).text


def test_a_message_is_not_blamed_for_what_the_chat_lacks() -> None:
    limits = MessageLimits(0, 8_000, 32_000, 45_766)
    short = cost_of(1, True, limits, speed=58.0)
    assert (short.role, short.long, short.anyway) == ("warn", True, False)
    first = "1 token · the model first reads 45,766 more tokens of this chat."
    assert short.text == f"{first} Reading takes about 13 minutes."
    assert cost_of(1, True, limits).text == first
    assert cost_of(40_000, True, limits).role == "error", "too long is too long"
    assert cost_of(40_000, True, limits).refused
    assert not cost_of(40_000, False, limits).refused, "a guess keeps no message from being sent"


def test_what_is_longer_than_the_context_says_so_and_for_how_long_it_is_read() -> None:
    limits = MessageLimits(5_000, 40_000, 60_000)
    told = cost_of(22_300, True, limits, context=8_192, speed=31.0)
    assert told.role == "warn" and told.long and not told.anyway
    assert told.text == (
        "22,300 tokens · longer than the context. Longthread compacts the message while reading it. "
        "Reading takes about 12 minutes."
    )
    assert cost_of(22_300, True, limits, context=8_192, speed=700.0).text.endswith("Reading takes about 30 seconds.")
    for quick in (0.0, 3000.0):
        assert cost_of(22_300, True, limits, context=8_192, speed=quick).text.endswith("while reading it.")
    assert "older text" in cost_of(6_000, True, limits, context=8_192, speed=31.0).text


# --------------------------------------------------------------------------- the whole way


def asked(program: Program) -> list[str]:
    made = [request for request in program.engine.requests if isinstance(request, Generate)]
    return [request.user.content for request in made if request.user is not None]


def row_with_chips(program: Program) -> UserRow:
    return next(row for row in program.chat.transcript.findChildren(UserRow) if row.chips.isVisible())


def test_a_file_goes_through_the_window_and_back_into_an_edit(launch: Launch, tmp_path: Path) -> None:
    program = launch()
    program.idle()
    note = tmp_path / "note.md"
    note.write_text("Herons eat fish.")
    composer = program.chat.composer
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(note)), QUrl.fromLocalFile(str(note))])
    composer.editor.insertFromMimeData(data)
    program.wait(lambda: composer.draft.attachments and not composer.draft.reading)
    assert len(composer.draft.files) == 1
    assert any("already attached" in said(notice.text) for notice in program.window.toasts.notices)
    composer.set_text("What do they eat?")
    program.wait(lambda: composer.cost_text.endswith("tokens"))
    assert not composer.cost_text.startswith("≈")
    composer.submit()
    program.idle()
    assert asked(program) == ['<file name="note.md" type="Markdown">\nHerons eat fish.\n</file>\n\nWhat do they eat?']
    row = row_with_chips(program)
    assert row.chips.accessibleName() == "Attached: note.md 16 bytes"
    program.chat.presenter._act("edit", program.talk.view.messages[0].id, "")
    (card,) = program.chat.editing.cards.values()
    assert card.draft.attachments == program.talk.view.messages[0].attachments
    card.editor.setPlainText("And herons?")
    card.submit()
    program.idle()
    assert asked(program)[1].endswith("</file>\n\nAnd herons?")


def test_a_chip_of_the_transcript_shows_the_text(launch: Launch, qtbot: QtBot) -> None:
    program = launch()
    program.idle()
    program.talk.send("", (a_file("Herons eat fish.", "a.md"), a_file("x = 1", "b.md")))
    program.idle()
    row = row_with_chips(program)
    assert row.text.isHidden()
    place = row.chips.place(1).center().toPoint()
    qtbot.mouseClick(row.chips, Qt.MouseButton.LeftButton, pos=place)
    preview = program.window.findChild(AttachmentPreview)
    assert preview.windowTitle() == "b.md"
    assert preview.view.toPlainText() == "x = 1"
    preview.copy.click()
    assert QGuiApplication.clipboard().text() == "x = 1"
    preview.close()
    QApplication.sendPostedEvents(preview)
    assert row.chips in row.focusables()
    row.chips.setFocus()
    QTest.keyClick(row.chips, Qt.Key.Key_Return)
    program.wait(lambda: any(p.windowTitle() == "a.md" for p in program.window.findChildren(AttachmentPreview)))
    for dialog in program.window.findChildren(AttachmentPreview):
        dialog.close()


def test_many_files_that_cannot_be_read_are_told_at_once(launch: Launch, tmp_path: Path) -> None:
    program = launch()
    program.idle()
    broken = [tmp_path / f"broken{n}.pdf" for n in range(5)]
    for path in broken:
        path.write_bytes(b"%PDF-1.4\nnothing")
    told: list[str] = []
    program.context.notice.connect(lambda notice: told.append(said(notice.text)))
    program.chat.attaching._gather.setInterval(60_000)  # however slow the machine is
    program.chat.attaching.add([str(path) for path in broken])
    program.wait(lambda: not program.chat.composer.draft.files)
    assert told == ["Can't attach 5 files."]
    (card,) = program.window.toasts.cards
    assert "“broken2.pdf”" in said(card.notice.hint) and "And 2 more." in said(card.notice.hint)


def test_files_that_cannot_be_read_are_told_and_nothing_else_is_lost(launch: Launch, tmp_path: Path) -> None:
    program = launch()
    program.idle()
    composer = program.chat.composer
    composer.set_text("words")
    broken = tmp_path / "broken.pdf"
    broken.write_bytes(b"%PDF-1.4\nnothing")
    program.chat.attaching.add([str(broken)])
    program.wait(lambda: not composer.draft.files)
    assert any("broken.pdf" in said(notice.text) for notice in program.window.toasts.notices)
    assert composer.text == "words"
    picture = QMimeData()
    picture.setImageData(QImage(4, 4, QImage.Format.Format_RGB32))
    assert composer.editor.canInsertFromMimeData(picture)
    composer.editor.insertFromMimeData(picture)
    assert any("see images" in said(notice.text) for notice in program.window.toasts.notices)
    many = []
    for n in range(22):
        many.append(tmp_path / f"{n}.txt")
        many[-1].write_text(f"text {n}")
    program.chat.attaching.add([str(path) for path in many])
    program.wait(lambda: len(composer.draft.attachments) == 20)
    assert any("up to 20 files" in said(notice.text) for notice in program.window.toasts.notices)


def test_a_message_that_does_not_fit_says_so_before_it_is_sent(launch: Launch) -> None:
    program = launch()
    program.idle()
    file = a_file("word " * 200_000, "long.md")
    composer = program.chat.composer
    add(composer, file)
    composer.set_text("Sum it up")
    program.wait(lambda: "too long" in composer.cost_text)
    assert "Remove a file" in composer.cost_text
    program.wait(lambda: not composer.button.isEnabled())
    assert composer.button.toolTip() == composer.cost_text
    composer.attachment_bar.chips[0].removed.emit()
    program.wait(lambda: composer.cost_text and "too long" not in composer.cost_text)
    assert composer.button.isEnabled()


def test_who_made_room_by_deleting_messages_can_send_at_once(launch: Launch, monkeypatch: pytest.MonkeyPatch) -> None:
    """The engine hears of a deletion when it is not likely to be undone any more."""
    program = launch()
    program.idle()
    program.say("Hello there")
    program.idle()
    monkeypatch.setattr(program.chat.attaching, "_limits", lambda: MessageLimits(None, 0, 0))
    state, button = program.talk.state, program.chat.composer.button
    program.chat.composer.set_text("One more")
    program.wait(lambda: not button.isEnabled())
    state.messages_removed.emit((state.messages[-1].id,))
    program.wait(button.isEnabled)
    state.memory_changed.emit(program.talk.memory)  # it knows now
    program.wait(lambda: not button.isEnabled())


def test_who_shortens_the_system_prompt_of_a_new_chat_can_send_at_once(launch: Launch) -> None:
    """Which is what the line of the composer says to do."""
    program = launch(Script(n_ctx=1000))
    program.idle()
    composer = program.chat.composer
    program.talk.set_system_prompt("word " * 2000)
    composer.set_text("Hello there")
    program.wait(lambda: not composer.button.isEnabled())
    assert "the system prompt fills the context" in composer.cost_text
    program.talk.set_system_prompt("Be brief.")
    program.wait(composer.button.isEnabled)
    assert "system prompt" not in composer.cost_text
    composer.submit()
    program.idle()
    assert program.talk.view.messages[-1].state == "done"


def test_who_has_a_new_chat_compacted_can_send_at_once(launch: Launch) -> None:
    program = launch(Script(n_ctx=1000))
    program.idle()
    program.context.settings.set("memory.auto", False)
    composer = program.chat.composer
    composer.set_text("word " * 1200)
    program.wait(lambda: not composer.button.isEnabled())
    assert "too long" in composer.cost_text
    program.context.settings.set("memory.auto", True)
    program.wait(lambda: "too long" not in composer.cost_text)
    assert composer.button.isEnabled()


def test_a_new_chat_is_weighed_by_the_engine_too(launch: Launch) -> None:
    program = launch(Script(n_ctx=1000))
    program.idle()
    assert program.talk.limits is None
    program.chat.composer.set_text("Hello there")
    program.wait(lambda: program.talk.limits is not None)
    first = program.talk.limits
    assert first is not None and first.room is not None and 0 < first.room < first.longest < first.most
    program.say("Hello there")
    program.idle()
    program.wait(lambda: program.talk.memory is not None)
    memory = program.talk.memory
    assert memory is not None and program.talk.limits == MessageLimits(memory.room, memory.longest, memory.most)


def test_a_message_longer_than_is_good_is_read_only_when_the_person_says_so(launch: Launch, qtbot: QtBot) -> None:
    program = launch(Script(n_ctx=400))
    program.idle()
    program.say("Hello there")
    program.idle()
    program.wait(lambda: program.talk.limits is not None)
    limits = program.talk.limits
    assert limits is not None
    composer = program.chat.composer
    composer.set_text("word " * (limits.longest + 5))
    program.wait(lambda: composer._anyway.isVisibleTo(composer))
    program.wait(lambda: "12×" in composer.cost_text)
    composer.submit()
    assert len(program.talk.view.messages) == 2 and composer.text, "it waits for the word"
    assert program.window.focusWidget() is composer._anyway
    qtbot.mouseClick(composer._anyway, Qt.MouseButton.LeftButton)
    assert program.window.focusWidget() is composer.editor, "what is typed next is the next message"
    program.idle()
    assert len(program.talk.view.messages) == 4 and not composer.text
    said_so = [request.anyway for request in program.engine.requests if isinstance(request, Generate)]
    assert said_so == [False, True]
    assert not composer._anyway.isVisibleTo(composer)


# --------------------------------------------------------------------------- the preview


def test_a_long_text_is_shown_in_part_and_whole_when_asked(qtbot: QtBot, composer: Composer) -> None:
    long = a_file("line\n" * SHOWN, "long.md")
    dialog = AttachmentPreview(long, 12, True, composer)
    qtbot.addWidget(dialog)
    dialog.show()
    assert dialog.view.toPlainText() == long.text[:SHOWN]
    dialog.more.click()
    assert dialog.view.toPlainText() == long.text
    assert dialog.more.isHidden()
    assert "12 tokens" in dialog.facts.text()
    assert folded("x" * (LONGEST_LINE + 1)) == "x" * LONGEST_LINE + "\nx"
    assert folded("") == ""


def test_what_is_written_is_held_against_the_context_and_the_speed_of_the_model(
    launch: Launch, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = launch(Script(n_ctx=64))
    program.idle()
    monkeypatch.setattr(program.chat.attaching, "_limits", lambda: MessageLimits(4, 1000))
    monkeypatch.setattr(program.context.switching, "speed", lambda entry: 1.0)
    program.chat.composer.set_text("word " * 100)
    program.wait(lambda: program.chat.composer.cost_text.endswith("Reading takes about 2 minutes."))
    assert program.chat.composer.cost_text.startswith("100 tokens · longer than the context.")


def test_files_that_are_there_already_are_told_once(launch: Launch, tmp_path: Path) -> None:
    program = launch()
    program.idle()
    paths = [tmp_path / f"note {number}.md" for number in range(4)]
    for path in paths:
        path.write_text(f"Herons eat fish, says {path.name}.")
    files = [str(path) for path in paths]
    composer = program.chat.composer
    for chosen in (files[:3], files):
        program.window.incoming.take(chosen)
        program.wait(lambda: composer.draft.files and not composer.draft.reading)
    assert len(composer.draft.files) == 4
    assert [said(notice.text) for notice in program.window.toasts.notices] == ["3 files are already attached."]
