"""Replies shown as their tokens: where each stands, what is said of it by mouse and keyboard, and the way back."""

from __future__ import annotations

import math

import pytest
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from app.ui.chat.transcript.reply_row import AssistantRow
from app.ui.chat.transcript.token_view import TokenView, share_of, shown, spans_of, tint, words_of
from app.ui.theme import Theme
from engine.protocol import TokenLogprob, TokenOption
from tests.fake_engine import Script
from tests.ui.conftest import Launch, Program


def token(piece: bytes, share: float = 0.5, *others: tuple[bytes, float]) -> TokenLogprob:
    top = [TokenOption(1, piece, math.log(share))]
    top += [TokenOption(2 + at, other, math.log(part)) for at, (other, part) in enumerate(others)]
    return TokenLogprob(1, piece, math.log(share), tuple(sorted(top, key=lambda option: -option.logprob)))


def test_tokens_that_are_no_whole_character_stand_together() -> None:
    bird = "🐦".encode()
    tokens = [token(b"a "), token(bird[:1], 0.5), token(bird[1:3], 0.9), token(bird[3:], 1.0), token(b"!")]
    text, spans = spans_of(tokens)
    assert text == "a 🐦!"
    assert [(span.start, span.end, len(span.tokens)) for span in spans] == [(0, 2, 1), (2, 4, 3), (4, 5, 1)]
    assert spans[1].probability == pytest.approx(0.45)
    assert words_of(spans[1])[0] == "“🐦” 45 %"


def test_marks_without_text_and_broken_ends_are_kept() -> None:
    text, spans = spans_of([token(b""), token(b"x\r\n"), token(b"\xf0\x9f")])
    assert text == "x\n\ufffd" and len(spans) == 3
    assert spans_of([]) == ("", [])


def test_what_is_said_of_a_token() -> None:
    (span,) = spans_of([token(b" small", 0.44, (b" few", 0.28), (b"\n", 0.0004), (b"  ", 0.02))])[1]
    word, others = words_of(span)
    assert word == "“ small” 44 %"
    assert others == ("“ few” 28 %", "“␣␣” 2.0 %", "“↵” < 0.1 %")
    assert shown(b"\xff") == "“\ufffd”" and share_of(0.0) == "100 %"


def test_the_less_sure_the_stronger_the_tint() -> None:
    assert tint(0.95) is None
    strength = [tint(share).alpha() for share in (0.89, 0.5, 0.21)]  # type: ignore[union-attr]
    assert strength == sorted(strength) and len(set(strength)) == 3
    assert tint(0.19).rgb() != tint(0.21).rgb()  # type: ignore[union-attr]


@pytest.fixture
def view(qtbot: QtBot) -> TokenView:
    made = TokenView()
    qtbot.addWidget(made)
    made.show_tokens((token(b"It"), token(b" keeps", 0.95), token(b" few", 0.1, (b" all", 0.6)), token(b" keys.", 0.7)))
    made.resize(600, made.height_for(600))
    made.show()
    qtbot.waitExposed(made)
    return made


def test_keys_go_from_token_to_token(view: TokenView, qtbot: QtBot) -> None:
    text = view.text
    assert text.toPlainText() == "It keeps few keys." and len(text.extraSelections()) == 3
    text.clearFocus()
    text.setFocus(Qt.FocusReason.TabFocusReason)
    assert text.current == 0
    for expected in (1, 2, 3, 3):
        qtbot.keyClick(text, Qt.Key.Key_Right)
        assert text.current == expected
    qtbot.keyClick(text, Qt.Key.Key_Left)
    assert view.detail.text() == "“ few” 10 % · others: “ all” 60 %"
    assert len(text.extraSelections()) == 4, "the current one is marked, too"


def test_the_pointer_finds_the_token_under_it(view: TokenView, qtbot: QtBot) -> None:
    text = view.text
    cursor = text.textCursor()
    cursor.setPosition(text.spans[2].start + 2)
    at = text.cursorRect(cursor).center()
    qtbot.mouseMove(text.viewport(), at + QPoint(3, 0))
    qtbot.waitUntil(lambda: text.current == 2)
    assert view.detail.text().startswith("“ few” 10 %")
    assert text.span_at(QPoint(590, at.y())) == -1
    high = view.height_for(600)
    text.go(-1)
    assert view.height_for(600) == high, "nothing moves with what is said"


def test_its_text_is_as_large_as_that_of_chats(view: TokenView, look: Theme) -> None:
    def size() -> int:
        return view.text.document().defaultFont().pixelSize()

    assert size() == look.text.body
    try:
        look.set_text_size(22)
        assert size() == 22
        look.set_mode("light")
        assert size() == 22, "whatever the colours"
    finally:
        look.set_text_size(look.tokens.type.body)


@pytest.fixture
def program(launch: Launch) -> Program:
    made = launch(Script(replies=(("one ", "two ", "three"), ("four ", "five"))))
    made.idle()
    return made


def row(program: Program, at: int = -1) -> AssistantRow:
    view = program.chat.transcript
    key = program.talk.view.messages[at].id
    view.bring(key, None)
    found = view.visible_rows[key]
    assert isinstance(found, AssistantRow)
    return found


def test_a_reply_shows_its_tokens_and_its_text_again(program: Program) -> None:
    program.say("without")
    program.idle()
    assert not row(program).tools.buttons["probabilities"].isVisible()
    program.talk.settings.set("reply.probabilities", True)
    program.say("with")
    program.idle()
    button = row(program).tools.buttons["probabilities"]
    assert button.isVisible() and button.accessibleName() == "Show probabilities"
    before = row(program).height()
    button.click()
    program.wait(lambda: row(program).token_view is not None and row(program).token_view.isVisible())
    shown_row = row(program)
    assert shown_row.token_view is not None and shown_row.token_view.text.toPlainText().strip() == "four five"
    assert shown_row.parts() == [] and shown_row.token_view.text in shown_row.focusables()
    assert shown_row.height() != before and button.accessibleName() == "Hide probabilities"
    button.click()
    assert not shown_row.token_view.isVisible()
    assert [part.edit.toPlainText().strip() for part in shown_row.parts()] == ["four five"]
    program.talk.regenerate()
    program.idle()
    assert not program.chat.transcript.item(program.talk.view.messages[-1].id).tokens  # type: ignore[union-attr]
