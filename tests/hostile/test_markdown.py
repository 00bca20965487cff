"""Replies that are made to take long: the work of showing them grows with their length, whatever they hold."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QTextOption
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.ui.chat.transcript import markdown
from app.ui.chat.transcript.markdown import QUOTES, Splitter, parser, split, to_html
from app.ui.chat.transcript.rules import mark_tasks
from app.ui.chat.transcript.text import LONG_WORD, MOST_SOUGHT, TextBlock, wrap_mode
from app.ui.theme.theme import Theme
from tests.effort import dear

ANYWHERE = QTextOption.WrapMode.WrapAnywhere
PIECES = [
    "> ",
    ">",
    "a",
    " ",
    "\n",
    "\n\n",
    "- ",
    "1. ",
    "```\n",
    "    ",
    "| a |\n|---|\n",
    "$$\n",
    "- [ ] ",
    "# ",
    "\t",
]
DEEPEST = QUOTES + 1  # a table or code in the innermost quote


def depth(html: str) -> int:
    """How many tables lie in one another at most: what Qt's layout takes the power of two of."""
    now = most = 0
    for tag in re.findall(r"</?table", html):
        now += 1 if tag == "<table" else -1
        most = max(most, now)
    assert now == 0, "as many are closed as opened"
    return most


@given(st.lists(st.sampled_from(PIECES), max_size=60))
def test_quotes_are_as_deep_as_a_few(pieces: list[str]) -> None:
    assert depth(to_html("".join(pieces))) <= DEEPEST


def test_all_quotes_are_seen_though_not_all_their_bars() -> None:
    for levels in (20, 55, 59, 60, 61, 500):
        html = to_html(">" * levels + " a word")
        assert depth(html) <= QUOTES
        assert "a word" in html
    lines = "\n".join(f"{'>' * level} level{level}" for level in (1, 2, 3, 4, 5, 2, 1))
    assert [f"level{level}" in to_html(lines) for level in (1, 2, 3, 4, 5)] == [True] * 5


class Seen(list[Any]):
    """Counts what is taken out of it."""

    taken = 0

    def __getitem__(self, key: Any) -> Any:
        found = super().__getitem__(key)
        self.taken += len(found) if isinstance(key, slice) else 1
        return found

    def __iter__(self) -> Iterator[Any]:
        for one in super().__iter__():
            self.taken += 1
            yield one


def test_task_lists_are_marked_in_one_go() -> None:
    def work(items: int) -> int:
        tokens = Seen(parser().parse("- [ ] a\n" * items, {}))
        mark_tasks(tokens)
        return tokens.taken

    assert work(400) < 2.2 * work(200)


@dear(60)
@given(st.lists(st.sampled_from([*PIECES, "word " * 8, "x" * 40]), max_size=60))
def test_long_blocks_are_cut_alike_at_once_and_piece_by_piece(pieces: list[str]) -> None:
    text, splitter = "", Splitter(40, window=120)
    chunks: list[markdown.Chunk] = []
    for piece in pieces:
        text += piece
        before = chunks
        kept, chunks = splitter.feed(text)
        assert chunks[:kept] == before[:kept]
    assert chunks == Splitter(40, window=120).feed(text)[1]
    for word in ("word", "x"):
        assert sum(chunk.source.count(word) for chunk in chunks) == text.count(word), "nothing is lost"


@pytest.mark.parametrize("line", ["- [ ] a\n", "> a\n", "a ", "a", "1. b\n", "[^1]: a\n"])
def test_prose_is_parsed_a_window_at_a_time(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    parsed = []
    real = markdown._blocks
    monkeypatch.setattr(markdown, "_blocks", lambda body: parsed.append(len(body)) or real(body))
    text = line * (300_000 // len(line))
    chunks = split(text)
    assert max(parsed) <= markdown.WINDOW
    assert sum(parsed) <= 2 * len(text)
    assert {chunk.kind for chunk in chunks} <= {"text", "plain"}
    assert all(len(chunk.source) <= markdown.WINDOW for chunk in chunks)
    assert sum(chunk.source.count(line.strip()) for chunk in chunks) == text.count(line.strip())


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_lines_may_end_in_any_way(end: str) -> None:
    text = end.join(["a", "", "```py", "code", "```", "more", "> quote"])
    before, code, after = split(text)
    assert (before.kind, code.kind, after.kind) == ("text", "code", "text")
    assert (code.source, code.closed) == ("code", True)
    assert after.source == end.join(["more", "> quote"])


def test_lines_that_end_like_nobody_ends_them_are_kept() -> None:
    text = "a\rb\n\n```\ncode\n```\nmore\r> quote"
    assert [(chunk.kind, chunk.source) for chunk in split(text)] == [
        ("text", "a\rb\n\n"),
        ("code", "code"),
        ("text", "more\r> quote"),
    ]
    assert "".join(chunk.source for chunk in split("\r> a\r> b")) == "> a\r> b"


def test_code_and_tables_stay_what_they_are_however_long() -> None:
    code = "x = 1\n" * 30_000
    first, *rest = split(f"```py\n{code}```\nafter\n")
    assert (first.kind, first.source, first.closed) == ("code", code[:-1], True)
    assert [chunk.source for chunk in rest] == ["after\n"]
    table = "| a | b |\n|---|---|\n" + "| 1 | 2 |\n" * 10_000
    assert [chunk.kind for chunk in split(table + "\nafter\n")] == ["table", "text"]


def test_a_word_without_end_is_broken_anywhere(qapp: QApplication, qtbot: QtBot) -> None:
    Theme.install(qapp)
    block = TextBlock()
    qtbot.addWidget(block)
    for show in (block.show_plain, lambda text: block.show_chunk(split(text)[0])):
        show("words and a long-link/" + "a" * (LONG_WORD + 100))
        assert block.wordWrapMode() != ANYWHERE, "a link alone changes nothing"
        show("a" * 20_000)
        assert block.wordWrapMode() == ANYWHERE
        show("words again")
        assert block.wordWrapMode() != ANYWHERE


@given(st.lists(st.sampled_from(["a" * 400, "b" * 600, "c" * 3000, " ", "\n"]), max_size=30))
def test_what_is_sought_for_borders_has_a_bound(pieces: list[str]) -> None:
    text = "".join(pieces)
    sought = sum(len(word) ** 2 for word in text.split() if len(word) > LONG_WORD)
    assert wrap_mode(text) == ANYWHERE or sought <= MOST_SOUGHT
