"""Documents in a chat: "@", the paper clip, the chips above it, passages given, and sources of replies."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QImage, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QMenu, QWidget
from pytestqt.qtbot import QtBot

from app.core.chat_values import Message, MessageMeta
from app.core.document_values import Citation
from app.services.documents import watching
from app.ui.chat.composer.mention import LONGEST, mentioned
from app.ui.chat.mounted_bar import MountedBar, shortened
from app.ui.chat.passages_preview import PassagesPreview
from app.ui.chat.presenter import message_item
from app.ui.chat.transcript.items import MessageItem
from app.ui.chat.transcript.reply_row import AssistantRow, source_chips
from app.ui.chat.transcript.rows import UserRow
from app.ui.documents.viewer import DocumentViewer
from app.ui.theme import colors, icon
from tests.attachment_files import put
from tests.fake_engine import Script
from tests.ui.conftest import Launch, Program
from tests.ui.document_scenes import CITED, ENTRIES, GIVEN

FLOOD = "The dam at Ulmen broke on 3 May 1953 after eleven days of rain.\n"
REPLY = "The dam at Ulmen broke on 3 May 1953."


@pytest.fixture
def program(launch: Launch, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Program:
    """With two documents that are read."""
    monkeypatch.setattr(watching, "SETTLE_S", -1.0)
    started = launch(Script(replies=((REPLY,),)))
    started.idle()
    documents = started.context.documents
    documents.add([put(tmp_path, "flood.txt", FLOOD), put(tmp_path, "mills.txt", "All mills stood still.\n")])
    started.wait(lambda: [entry.status for entry in documents.entries] == ["indexed", "indexed"])
    started.idle()
    started.chat.composer.editor.setFocus()
    return started


def bar(program: Program) -> MountedBar:
    return program.chat.documents.bar


def above(program: Program) -> list[str]:
    return [chip.entry.name for chip in bar(program).chips] if bar(program).isVisible() else []


def offered(program: Program) -> list[str]:
    menu = program.chat.composer.mention
    return [one.title for one in menu.model.offers] if menu.isVisible() else []


def labels(menu: QMenu) -> list[str]:
    return [action.text() for action in menu.actions() if action.text()]


def drawn(action: QAction) -> QImage:
    return action.icon().pixmap(16).toImage()


@pytest.mark.parametrize(
    ("before", "typed"),
    [("@", ""), ("@Fl", "Fl"), ("Compare @fl", "fl"), ("a@b", None), ("@a b", None), ("", None), ("Nothing", None)],
)
def test_an_at_sign_begins_a_name_behind_a_space(before: str, typed: str | None) -> None:
    assert mentioned(before) == typed


def test_an_at_sign_offers_documents_and_adds_one(program: Program) -> None:
    QTest.keyClicks(program.chat.composer.editor, "Compare @")
    assert offered(program) == ["mills.txt", "flood.txt"]
    QTest.keyClicks(program.chat.composer.editor, "FL")
    assert offered(program) == ["flood.txt"]
    QTest.keyClick(program.chat.composer.editor, Qt.Key.Key_Return)
    assert program.chat.composer.text == "Compare "
    assert above(program) == ["flood.txt"]
    QTest.keyClicks(program.chat.composer.editor, "@")
    assert offered(program) == ["mills.txt"]
    QTest.keyClick(program.chat.composer.editor, Qt.Key.Key_Escape)
    assert offered(program) == []


@pytest.mark.parametrize("emoji", ["😀", "😀" * 40, "x" + "😀" * 40])
def test_an_at_sign_is_seen_before_text_and_behind_emoji(program: Program, emoji: str) -> None:
    editor = program.chat.composer.editor
    editor.setPlainText(f"{emoji}  and more")
    cursor = editor.textCursor()
    cursor.setPosition(2 * len(emoji) + 1 - emoji.count("x"))  # as Qt counts
    editor.setTextCursor(cursor)
    QTest.keyClicks(editor, "@FL")
    assert offered(program) == ["flood.txt"]
    QTest.keyClick(editor, Qt.Key.Key_Return)
    assert program.chat.composer.text == f"{emoji}  and more" and above(program) == ["flood.txt"]


@pytest.mark.parametrize("name", ["किताब", "e\u0301tude", "🌾🌾🌾 mills"])
def test_an_at_sign_takes_nothing_along_that_stands_before_it(program: Program, tmp_path: Path, name: str) -> None:
    """A letter may be several characters, which the cursor passes in one step."""
    program.context.documents.add([put(tmp_path, f"{name}.txt", "Mills.\n")])
    program.wait(lambda: len(program.context.documents.entries) == 3)
    editor = program.chat.composer.editor
    editor.insertPlainText(f"Compare this with @{name[:3]}")
    program.wait(lambda: offered(program))
    QTest.keyClick(editor, Qt.Key.Key_Return)
    assert editor.toPlainText() == "Compare this with "


def test_an_at_sign_at_the_end_of_a_very_long_line_is_looked_at_alone(program: Program) -> None:
    menu, editor = program.chat.composer.mention, program.chat.composer.editor
    editor.setPlainText("😀 words " * 5000)
    editor.moveCursor(QTextCursor.MoveOperation.End)
    QTest.keyClicks(editor, "@FL")
    assert offered(program) == ["flood.txt"]
    assert len(menu._before()) <= LONGEST + 2
    editor.insertPlainText("o" * LONGEST)
    assert mentioned(menu._before()) is None, "no name is so long"


def test_the_way_to_the_page_is_below_what_is_offered(program: Program) -> None:
    QTest.keyClicks(program.chat.composer.editor, "@")
    assert program.chat.composer.mention.button.text().strip() == "Manage documents…"
    program.chat.composer.mention.button.click()
    assert program.window.pages.currentWidget() is program.window.pages.documents


def test_without_documents_an_at_sign_offers_to_add_some(launch: Launch) -> None:
    program = launch()
    program.idle()
    program.chat.composer.editor.setFocus()
    menu, editor = program.chat.composer.mention, program.chat.composer.editor
    QTest.keyClicks(editor, "Hello @")
    assert menu.isVisible() and offered(program) == []
    assert menu.button.text().strip() == "Add documents…"
    QTest.keyClicks(editor, "anna")
    assert not menu.isVisible(), "a name that is none of a document"
    for _ in "anna":
        QTest.keyClick(editor, Qt.Key.Key_Backspace)
    menu.button.click()
    assert program.window.pages.currentWidget() is program.window.pages.documents


def test_the_paper_clip_adds_and_removes(program: Program) -> None:
    menu = program.chat.documents.clip_menu()
    assert menu is not None
    assert labels(menu) == ["Attach files…", "Documents for this chat", "mills.txt", "flood.txt", "Manage documents…"]
    next(one for one in menu.actions() if one.text() == "mills.txt").trigger()
    assert above(program) == ["mills.txt"]
    menu = program.chat.documents.clip_menu()
    assert menu is not None
    checked = next(one for one in menu.actions() if one.text() == "mills.txt")
    assert checked.isChecked()
    assert drawn(checked) == icon("check", colors().dim, 16).pixmap(16).toImage()  # an icon hides the tick of a menu
    assert drawn(next(one for one in menu.actions() if one.text() == "flood.txt")) != drawn(checked)
    checked.trigger()
    assert above(program) == []


def test_without_documents_the_paper_clip_attaches_files_at_once(launch: Launch) -> None:
    started = launch()
    started.idle()
    asked = []
    started.chat.composer.attach.disconnect()
    started.chat.composer.attach.connect(lambda: asked.append(True))
    started.chat.composer._attach.click()
    assert asked == [True]


def test_a_cross_removes_a_document_from_the_chat(program: Program) -> None:
    flood = program.context.documents.entries[0].id
    program.chat.documents.add(flood)
    assert above(program) == ["flood.txt"]
    bar(program).chips[0].cross.click()
    assert above(program) == []
    assert program.context.documents.get(flood) is not None


def test_a_chip_says_where_its_document_stands_with_the_model(launch: Launch, tmp_path: Path) -> None:
    program = launch(Script(states_apart=True))
    program.idle()
    program.context.documents.add([put(tmp_path, "flood.txt", FLOOD)])
    program.wait(lambda: [entry.status for entry in program.context.documents.entries] == ["indexed"])
    program.chat.documents.add(program.context.documents.entries[0].id)
    program.wait(lambda: "Ready for" in bar(program).chips[0].name.toolTip())


def test_each_chat_has_its_own_documents(program: Program) -> None:
    program.chat.documents.add(program.context.documents.entries[0].id)
    program.say("When did it break?")
    program.idle()
    program.window.new_chat()
    assert above(program) == []


def test_a_chip_opens_its_document(program: Program) -> None:
    program.chat.documents.add(program.context.documents.entries[0].id)
    bar(program).chips[0].name.click()
    program.wait(lambda: program.window.findChild(DocumentViewer) is not None)
    assert program.window.findChild(DocumentViewer).view.toPlainText() == FLOOD.strip()
    program.window.findChild(DocumentViewer).accept()


def test_a_document_of_the_project_has_no_cross_in_its_chats(program: Program) -> None:
    program.say("When did it break?")
    program.idle()
    program.context.chats.create_folder("Floods", [program.talk.view.chat.id])
    program.wait(lambda: [one.folder for one in program.context.chats.chats] != [""])
    folder = program.context.chats.folders[0].id
    program.context.documents.mounts.mount("folder", folder, [program.context.documents.entries[0].id])
    assert above(program) == ["flood.txt"]
    assert not bar(program).chips[0].cross.isVisible()


def test_a_removed_document_leaves_the_chat(program: Program) -> None:
    program.chat.documents.add(program.context.documents.entries[0].id)
    program.context.documents.remove([program.context.documents.entries[0].id])
    program.wait(lambda: above(program) == [])


def replied(program: Program) -> tuple[MessageItem, MessageItem]:
    """A question and its reply, once that has its sources."""
    program.chat.documents.add(program.context.documents.entries[0].id)
    program.say("When did the dam at Ulmen break?")
    program.idle()
    items = program.chat.transcript.items
    program.wait(lambda: isinstance(items[-1], MessageItem) and items[-1].citations)
    question, reply = items[-2], items[-1]
    assert isinstance(question, MessageItem)
    assert isinstance(reply, MessageItem)
    return question, reply


def test_a_reply_shows_its_sources_and_opens_them_at_the_place(program: Program) -> None:
    _, reply = replied(program)
    row = next(row for row in program.chat.transcript.findChildren(AssistantRow) if row.item is reply)
    program.wait(row.sources.isVisible)
    assert row.sources in row.focusables()
    assert "flood.txt" in row.sources.accessibleName()
    QTest.keyClick(row.sources, Qt.Key.Key_Return)
    program.wait(lambda: program.window.findChild(DocumentViewer) is not None)
    viewer = program.window.findChild(DocumentViewer)
    program.wait(lambda: "broke on 3 May 1953" in viewer.marked_text)
    viewer.accept()


def test_sources_are_there_again_when_the_chat_is_opened_again(program: Program) -> None:
    _, reply = replied(program)
    chat = program.talk.view.chat.id
    program.window.new_chat()
    program.window.open_chat(chat)
    program.wait(lambda: getattr(program.chat.transcript.item(reply.key), "citations", ()))


def test_passages_given_are_folded_with_the_question(program: Program, tmp_path: Path) -> None:
    question, _ = replied(program)
    put(tmp_path, "flood.txt", f"Of floods.\n\n{FLOOD}")  # what was given stays with the question
    program.context.documents.read_again(program.context.documents.entries[0].id)
    program.wait(lambda: program.context.documents.idle)
    program.idle()
    assert [(chip.name[:9], chip.detail) for chip in question.chips] == [("1 passage", "flood.txt")]
    row = next(row for row in program.chat.transcript.findChildren(UserRow) if row.item is question)
    row.chips.opened.emit(0)
    preview = program.window.findChild(PassagesPreview)
    assert preview is not None
    preview.buttons[0].click()
    program.wait(lambda: program.window.findChild(DocumentViewer) is not None)
    viewer = program.window.findChild(DocumentViewer)
    program.wait(lambda: viewer.marked_text.strip() == FLOOD.strip())
    viewer.accept()
    preview.accept()


def test_passages_that_only_facts_led_to_are_marked(qtbot: QtBot) -> None:
    host = QWidget()
    qtbot.addWidget(host)
    words = "Found through linked facts"
    preview = PassagesPreview(GIVEN, host)
    assert [one.accessibleDescription() == words for one in preview.buttons] == [one.linked for one in GIVEN]
    assert [one.text() for one in preview.findChildren(QLabel)].count(words) == 1
    item = message_item(Message(id="q", chat="c", role="user", content="When?", meta=MessageMeta(passages=GIVEN)))
    assert item.chips[-1].tip.splitlines() == [*(one.name for one in GIVEN), "1 found through linked facts"]


def test_places_cited_twice_have_one_chip() -> None:
    again = Citation(number=1, start=99, end=120, document="report", name="x", source_start=0, source_end=60)
    chips = source_chips((*CITED, again))
    assert [(chip.name[:8], chip.detail) for chip in chips] == [("1  The d", "page 12"), ("2  flood", "")]
    assert "After eleven days" in chips[0].tip


def test_chips_without_room_go_into_a_menu(program: Program) -> None:
    shown = bar(program)
    shown.show_documents(ENTRIES, frozenset())
    shown.resize(420, shown.height())
    seen = [chip for chip in shown.chips if not chip.isHidden()]
    assert 0 < len(seen) < len(ENTRIES)
    assert len(labels(shown.menu_of_rest())) == len(ENTRIES) - len(seen)
    assert shown.more.isVisible()


def test_thousands_of_documents_have_no_chips_without_room(program: Program) -> None:
    shown = bar(program)
    many = [msgspec.structs.replace(ENTRIES[0], id=str(number), name=f"{number}.txt") for number in range(3000)]
    shown.show_documents(many, frozenset())
    seen = [chip for chip in shown.chips if not chip.isHidden()]
    assert 0 < len(seen) <= len(shown.chips) < 60
    menu = shown.menu_of_rest()
    assert len(labels(menu)) == len(many) - len(seen)
    assert menu.sizeHint().width() < 400, "it scrolls: columns beside each other go beyond the screen"
    shown.show_documents(many[:2], frozenset())
    assert [chip.entry.name for chip in shown.chips] == ["0.txt", "1.txt"] and not shown.more.isVisible()


def test_a_document_that_changes_leaves_its_chip_the_keyboard(program: Program) -> None:
    program.window.activateWindow()
    shown, own = bar(program), frozenset(entry.id for entry in ENTRIES[:3])
    shown.show_documents(ENTRIES[:3], own)
    chip = shown.chips[1]
    chip.name.setFocus()
    other = msgspec.structs.replace(ENTRIES[1], name="renamed.pdf")
    shown.show_documents((ENTRIES[1], ENTRIES[0]), own)
    shown.show_documents((other, ENTRIES[0]), own - {ENTRIES[1].id})
    assert shown.chips[0] is chip and chip.name.hasFocus()
    assert chip.name.text().strip() == "renamed.pdf" and chip.cross.isHidden()
    program.qtbot.waitUntil(lambda: chip.x() < shown.chips[1].x())


def test_tab_goes_through_documents_and_files_where_they_stand(program: Program, tmp_path: Path) -> None:
    program.window.activateWindow()
    for entry in program.context.documents.entries:
        program.chat.documents.add(entry.id)
    program.chat.attaching.add([put(tmp_path, "note.txt", "One."), put(tmp_path, "list.txt", "Two.")])
    chips = program.chat.composer.attachment_bar
    program.wait(lambda: [chip.accessibleName()[:4] for chip in chips.chips] == ["note", "list"])

    def reached(start: QWidget, steps: int) -> list[str]:
        start.setFocus()
        names = []
        for _ in range(steps):
            QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
            names.append(QApplication.focusWidget().accessibleName().partition(",")[0])
        return names

    assert reached(program.chat.header.findChildren(QAbstractButton)[-1], 4) == [
        "Open flood.txt", "Remove flood.txt from this chat", "Open mills.txt", "Remove mills.txt from this chat",
    ]  # fmt: skip
    assert reached(program.chat.composer.editor, 3) == ["note.txt", "list.txt", "Attach files"]


def test_long_names_keep_their_ends() -> None:
    assert shortened("flood.txt") == "flood.txt"
    short = shortened(ENTRIES[1].name)
    assert short.endswith("ices.pdf")
    assert len(short) <= 28
