"""Misspelled words are marked and put right; nobody else hears of the marks."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from app.core.settings import Settings
from app.core.spelling.words import WordSpan, words_of
from app.services.background import Ops
from app.services.spelling import LANGUAGES, Spelling
from app.ui.chat.composer import spell_marks
from app.ui.chat.composer.editor import Editor
from app.ui.chat.composer.spell_marks import LONGEST
from app.ui.settings.languages_field import LanguagesField, names_of
from tests.spell_checker import WordList
from tests.ui.conftest import Launch, Program

KEY = "chat.spelling"
WAVE = QTextCharFormat.UnderlineStyle.SpellCheckUnderline


@pytest.fixture
def checker() -> WordList:
    return WordList("a", "the", "word", "wood", "here", "and")


@pytest.fixture
def program(launch: Launch, checker: WordList) -> Program:
    made = launch(checker=checker)
    made.wait(lambda: made.context.spelling.active)
    return made


def editor_of(program: Program) -> Editor:
    return program.window.chat.composer.editor


def marked(editor: Editor) -> list[str]:
    found, block = [], editor.document().firstBlock()
    while block.isValid():
        units = block.text().encode("utf-16-le")
        for mark in block.layout().formats():
            if mark.format.underlineStyle() == WAVE:  # type: ignore[attr-defined]
                start, end = 2 * mark.start, 2 * (mark.start + mark.length)  # type: ignore[attr-defined]
                found.append(units[start:end].decode("utf-16-le"))
        block = block.next()
    return found


def menu_on(editor: Editor, word: str) -> QMenu:
    cursor = editor.document().find(word)
    cursor.setPosition(cursor.selectionStart() + 1)
    return editor.menu_at(editor.cursorRect(cursor).center(), by_key=False)


def labels(menu: QMenu) -> list[str]:
    return [action.text() for action in menu.actions()]


def choose(menu: QMenu, label: str) -> None:
    next(action for action in menu.actions() if action.text() == label).trigger()


def test_marks_what_the_dictionary_does_not_know(program: Program) -> None:
    editor = editor_of(program)
    editor.setPlainText("the wrod 😀 hree\n```\ncoed\n```\nand `coed` wrd, www.wrd.org")
    program.wait(lambda: marked(editor) == ["wrod", "hree", "wrd"])


def test_a_line_without_end_is_not_checked(program: Program, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    editor = editor_of(program)
    looked: list[int] = []

    def look(line: str) -> list[WordSpan]:
        looked.append(len(line))
        return words_of(line)

    monkeypatch.setattr(spell_marks, "words_of", look)
    long = "the wrod " * LONGEST
    editor.setPlainText(f"{long}\nthe wrod")
    program.wait(lambda: marked(editor) == ["wrod"])
    looked.clear()
    qtbot.keyClicks(editor, "aaa")
    assert max(looked, default=0) <= LONGEST
    assert "Add to dictionary" not in labels(menu_on(editor, "wrod"))
    assert max(looked, default=0) <= LONGEST


def test_not_the_word_being_typed(program: Program, checker: WordList, qtbot: QtBot) -> None:
    editor = editor_of(program)
    qtbot.keyClicks(editor, "the wrod")
    program.wait(lambda: "wrod" in checker.asked)
    assert marked(editor) == []
    qtbot.keyClicks(editor, " ")
    assert marked(editor) == ["wrod"]
    qtbot.keyClicks(editor, "hree")
    program.wait(lambda: "hree" in checker.asked)
    assert marked(editor) == ["wrod"]
    qtbot.keyClick(editor, Qt.Key.Key_Home)
    assert marked(editor) == ["wrod", "hree"]


def test_marking_is_no_change_of_the_text(program: Program, qtbot: QtBot) -> None:
    editor = editor_of(program)
    editor.setPlainText("the wrod")
    editor.document().setModified(False)
    changes: list[None] = []
    editor.textChanged.connect(lambda: changes.append(None))
    program.wait(lambda: marked(editor) == ["wrod"])
    program.context.settings.set(KEY, False)
    assert marked(editor) == []
    program.context.settings.set(KEY, True)
    assert marked(editor) == ["wrod"]
    assert not changes and not editor.document().isModified() and not editor.document().isUndoAvailable()


def test_each_word_is_checked_once(program: Program, checker: WordList) -> None:
    editor = editor_of(program)
    editor.setPlainText("wrod and wrod\nwrod")
    program.wait(lambda: marked(editor) == ["wrod"] * 3)
    editor.setPlainText("the wrod")
    program.wait(lambda: "the" in checker.asked)
    assert checker.asked.count("wrod") == 1


def test_the_menu_puts_a_word_right(program: Program) -> None:
    editor = editor_of(program)
    editor.setPlainText("the wrod here")
    program.wait(lambda: marked(editor) == ["wrod"])
    menu = menu_on(editor, "wrod")
    assert labels(menu)[:2] == ["wood", "word"]
    choose(menu, "word")
    assert editor.toPlainText() == "the word here"
    program.wait(lambda: marked(editor) == [])
    editor.undo()
    assert editor.toPlainText() == "the wrod here"


def test_a_suggestion_for_a_text_that_is_gone_changes_nothing(program: Program) -> None:
    editor = editor_of(program)
    editor.setPlainText("the wrod here")
    menu = menu_on(editor, "wrod")
    editor.setPlainText("and the word")
    choose(menu, "word")
    assert editor.toPlainText() == "and the word"


def test_the_menu_key_offers_the_same_for_the_word_at_the_cursor(program: Program, qtbot: QtBot) -> None:
    editor = editor_of(program)
    qtbot.keyClicks(editor, "the wrod")
    menu = editor.menu_at(editor.cursorRect().center(), by_key=True)
    assert labels(menu)[:2] == ["wood", "word"]


def test_a_word_that_is_right_has_the_usual_menu(program: Program) -> None:
    editor = editor_of(program)
    editor.setPlainText("the wrod here")
    assert "Add to dictionary" not in labels(menu_on(editor, "here"))


def test_words_without_suggestions_can_be_added(program: Program, checker: WordList) -> None:
    editor = editor_of(program)
    editor.setPlainText("xyzzy and xyzzy")
    program.wait(lambda: marked(editor) == ["xyzzy", "xyzzy"])
    menu = menu_on(editor, "xyzzy")
    assert labels(menu)[0] == "No suggestions" and not menu.actions()[0].isEnabled()
    choose(menu, "Add to dictionary")
    assert program.context.spelling.words == ["xyzzy"] and "xyzzy" not in checker.words
    assert marked(editor) == []


def test_ignored_words_are_not_added(program: Program, checker: WordList) -> None:
    editor = editor_of(program)
    editor.setPlainText("xyzzy")
    program.wait(lambda: marked(editor) == ["xyzzy"])
    choose(menu_on(editor, "xyzzy"), "Ignore")
    assert marked(editor) == [] and "xyzzy" not in checker.words


def test_a_fence_that_is_opened_later_takes_the_marks_away(program: Program) -> None:
    editor = editor_of(program)
    editor.setPlainText("\nwrod")
    program.wait(lambda: marked(editor) == ["wrod"])
    cursor = QTextCursor(editor.document())
    cursor.insertText("~~~")
    assert marked(editor) == []


def test_the_setting_shows_only_where_there_is_a_checker(program: Program) -> None:
    page = program.window.pages.settings
    page.show_section("Chat")
    assert page.rows[KEY].isVisibleTo(page)


def test_nothing_of_it_without_a_checker(launch: Launch) -> None:
    program = launch()
    page = program.window.pages.settings
    page.show_section("Chat")
    assert not page.rows[KEY].isVisibleTo(page)
    page.search.setText("spelling")
    assert not page.rows[KEY].isVisibleTo(page)
    editor = editor_of(program)
    editor.setPlainText("wrod")
    assert labels(menu_on(editor, "wrod")) == labels(editor.createStandardContextMenu())
    assert not program.context.spelling.available


def test_turned_off_words_are_not_even_looked_up(launch: Launch, checker: WordList) -> None:
    program = launch()
    program.context.settings.set(KEY, False)
    program.window.close()
    program.context.shutdown()
    program = launch(checker=checker)
    program.wait(lambda: program.context.spelling.available)
    editor_of(program).setPlainText("the wrod")
    assert checker.asked == []
    program.context.settings.set(KEY, True)
    program.wait(lambda: marked(editor_of(program)) == ["wrod"])


def test_words_that_were_added_stay_and_are_removed_on_the_privacy_page(launch: Launch, checker: WordList) -> None:
    program = launch(checker=checker)
    program.wait(lambda: program.context.spelling.active)
    for word in ("xyzzy", "Plugh"):
        program.context.spelling.add(word)
    program.window.close()
    program.context.shutdown()
    program = launch(checker=checker)
    program.wait(lambda: program.context.spelling.active)
    editor = editor_of(program)
    editor.setPlainText("Xyzzy plugh Plugh ")
    program.wait(lambda: marked(editor) == ["plugh"])
    program.window.show_privacy()
    page = program.window.pages.privacy
    assert [chip.text().strip() for chip in page.words.chips] == ["Plugh", "xyzzy"]
    assert page.rows["words"].amount.text() == "2 words"
    page.words.chips[1].click()
    assert program.context.spelling.words == ["Plugh"]
    program.wait(lambda: marked(editor) == ["Xyzzy", "plugh"])
    program.context.privacy.wipe("words")
    program.wait(lambda: not program.context.privacy.busy)
    assert program.context.spelling.words == [] and not page.rows["words"].button.isEnabled()
    assert not page.words.isVisible()


def test_languages_are_chosen_in_the_settings(launch: Launch) -> None:
    checker = WordList("the", there=("de_AT", "de_DE", "en_US", "x-klingon"))
    program = launch(checker=checker)
    spelling = program.context.spelling
    program.wait(lambda: spelling.active)
    assert checker.used == ["en_US"], "of the system"
    page = program.window.pages.settings
    page.show_section("Chat")
    field = page.rows[LANGUAGES].field
    assert isinstance(field, LanguagesField) and field.control.text().strip() == "Automatic"
    names = [action.text() for action in field.menu().actions() if action.text()]
    assert names == ["Automatic", "American English", "Deutsch", "Österreichisches Deutsch", "x-klingon"]

    def choose_language(tag: str) -> None:
        name = names_of(checker.there)[tag]
        next(action for action in field.menu().actions() if action.text() == name).trigger()

    choose_language("de_DE")
    program.wait(lambda: spelling.active and checker.used == ["de_DE"])
    choose_language("en_US")
    program.wait(lambda: spelling.active and checker.used == ["de_DE", "en_US"])
    assert program.context.settings.text(LANGUAGES) == "de_DE en_US"
    choose_language("de_DE")
    choose_language("en_US")
    program.wait(lambda: program.context.settings.text(LANGUAGES) == "" and checker.used == ["en_US"])
    assert field.control.text().strip() == "Automatic"


def test_a_checker_that_wants_one_thread_is_asked_on_no_other(tmp_path: Path, qtbot: QtBot) -> None:
    threads = []

    class Shy(WordList):
        def check(self, word: str) -> bool:
            threads.append(threading.current_thread())
            return super().check(word)

    ops = Ops()
    spelling = Spelling(Settings({}), ops, lambda: Shy("the"), background=False)
    spelling.start()
    assert spelling.active and not spelling.check("wrod")
    assert set(threads) == {threading.main_thread()}
    ops.shutdown()
