from __future__ import annotations

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QMimeData, QObject, Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.services.chat.drafts import Drafts
from app.ui.chat.composer import Composer
from app.ui.chat.composer.cost import Cost


def composer_of(drafts: Drafts, qtbot: QtBot) -> Composer:
    made = Composer(drafts)
    qtbot.addWidget(made)
    made.resize(700, made.sizeHint().height())
    made.show()
    qtbot.waitExposed(made)
    return made


@pytest.fixture
def composer(drafts: Drafts, qtbot: QtBot) -> Composer:
    made = composer_of(drafts, qtbot)
    made.set_chat("a")
    return made


class Paints(QObject):
    """Counts the times that a widget is painted."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self.seen = 0
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        self.seen += event.type() is QEvent.Type.Paint
        return False


def sent(composer: Composer) -> list[str]:
    texts: list[str] = []
    composer.send.connect(lambda text, files: texts.append(text))
    return texts


def test_enter_sends_and_shift_enter_starts_a_line(composer: Composer, qtbot: QtBot) -> None:
    texts = sent(composer)
    qtbot.keyClicks(composer.editor, "one")
    qtbot.keyClick(composer.editor, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClicks(composer.editor, "two")
    assert texts == []
    qtbot.keyClick(composer.editor, Qt.Key.Key_Return)
    assert texts == ["one\ntwo"]
    assert composer.text == ""


def test_the_other_way_round(composer: Composer, qtbot: QtBot) -> None:
    texts = sent(composer)
    composer.set_enter_sends(False)
    qtbot.keyClicks(composer.editor, "one")
    qtbot.keyClick(composer.editor, Qt.Key.Key_Return)
    assert texts == []
    assert composer.text == "one\n"
    qtbot.keyClick(composer.editor, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert texts == ["one"]


@pytest.mark.parametrize("text", ["", "   ", "\n\n"])
def test_nothing_is_not_sent(composer: Composer, qtbot: QtBot, text: str) -> None:
    texts = sent(composer)
    composer.set_text(text)
    qtbot.keyClick(composer.editor, Qt.Key.Key_Return)
    assert texts == []
    assert not composer.button.isEnabled()


def test_blank_lines_around_a_text_are_not_sent(composer: Composer) -> None:
    texts = sent(composer)
    composer.editor.setPlainText("\n\n  if x:\n\n    y\n\n \n")
    composer.submit()
    assert texts == ["  if x:\n\n    y"], "but what is between them, and how far in it stands"


def test_button_stops_while_busy_but_sends_what_is_written(composer: Composer, qtbot: QtBot) -> None:
    texts, stops = sent(composer), []
    composer.stop.connect(lambda: stops.append(1))
    composer.set_busy(True)
    assert composer.button.stops
    assert composer.button.accessibleName() == "Stop"
    qtbot.mouseClick(composer.button, Qt.MouseButton.LeftButton)
    assert stops == [1]
    composer.set_text("next question")
    assert not composer.button.stops
    qtbot.mouseClick(composer.button, Qt.MouseButton.LeftButton)
    assert texts == ["next question"]
    assert composer.button.stops
    composer.set_busy(False)
    assert not composer.button.isEnabled()


def test_grows_to_ten_lines_and_then_scrolls(composer: Composer) -> None:
    heights = []
    for lines in (1, 2, 5, 10, 11, 40):
        composer.set_text("\n".join("line" for _ in range(lines)))
        heights.append(composer.editor.height())
    assert heights[0] < heights[1] < heights[2] < heights[3]
    assert heights[3] == heights[4] == heights[5]
    composer.set_text("")
    assert composer.editor.height() == heights[0]
    composer.set_text("many words that wrap " * 30)
    assert composer.editor.height() > heights[1]


def test_draft_is_kept_per_chat(composer: Composer) -> None:
    composer.set_text("for a")
    composer.set_chat("b")
    assert composer.text == ""
    composer.set_text("for b")
    composer.set_chat("a")
    assert composer.text == "for a"
    composer.submit()
    composer.set_chat("b")
    assert composer.text == "for b"
    composer.set_chat("a")
    assert composer.text == ""


def test_estimate_is_asked_once_per_pause_and_only_for_what_stands_there(composer: Composer, qtbot: QtBot) -> None:
    asked: list[str] = []
    composer.estimate.connect(asked.append)
    for letter in "hello":
        qtbot.keyClicks(composer.editor, letter)
    qtbot.waitUntil(lambda: bool(asked))
    assert asked == ["hello"]
    composer.set_cost("hell", Cost("9 tokens"))
    assert composer.cost_text == ""
    composer.set_cost("hello", Cost("1,234 tokens"))
    assert composer.cost_text == "1,234 tokens"
    composer.set_text("")
    assert composer.cost_text == ""


def test_what_the_model_would_not_take_is_not_sent_and_says_why(composer: Composer, qtbot: QtBot) -> None:
    sent: list[str] = []
    composer.send.connect(lambda text, _: sent.append(text))
    composer.set_text("long")
    assert composer.button.isEnabled()
    composer.set_cost("long", Cost("Too long.", "error", long=True, refused=True))
    assert not composer.button.isEnabled() and composer.button.toolTip() == "Too long."
    assert composer.button.accessibleDescription() == "Too long."
    assert composer._hint.isHidden(), "no key sends it"
    qtbot.keyClick(composer.editor, Qt.Key.Key_Return)
    assert sent == [] and composer.text == "long"
    composer.set_cost("long", Cost("≈ too long", "error", long=True))  # only a guess
    assert composer.button.isEnabled() and composer.button.toolTip() == "Send" and not composer._hint.isHidden()
    composer.set_cost("long", Cost("Too long.", "error", long=True, refused=True))
    composer.set_busy(True)
    assert not composer.button.isEnabled()
    composer.set_text("")
    assert composer.button.stops and composer.button.isEnabled()
    composer.set_busy(False)
    composer.set_text("lon")
    composer.set_cost("lon", Cost("2 tokens"))
    qtbot.keyClick(composer.editor, Qt.Key.Key_Return)
    assert sent == ["lon"]


def test_what_was_written_in_another_chat_keeps_no_message_from_being_sent(composer: Composer) -> None:
    composer.set_text("long")
    composer.set_cost("long", Cost("Too long.", "error", long=True, refused=True))
    composer.set_chat("b")
    composer.set_text("long")
    assert composer.button.isEnabled()


def test_text_that_could_not_be_sent_comes_back_before_what_was_written_since(composer: Composer) -> None:
    composer.set_text("lost")
    composer.submit()
    composer.set_text("newer")
    composer.give_back("lost")
    assert composer.text == "lost\nnewer"


def test_pasted_text_is_plain(composer: Composer) -> None:
    data = QMimeData()
    data.setHtml("<b>bold</b>")
    data.setText("bold\r\nnext")
    composer.editor.insertFromMimeData(data)
    assert composer.text == "bold\nnext"


def test_inserted_text_stands_on_lines_of_its_own(composer: Composer) -> None:
    composer.set_text("look at this:")
    composer.insert("file text")
    assert composer.text == "look at this:\nfile text"


def test_another_placeholder_is_painted_at_once(composer: Composer, qtbot: QtBot) -> None:
    composer.set_placeholder("Write a message…")
    paints = Paints(composer.editor.viewport())
    QCoreApplication.processEvents()
    paints.seen = 0
    composer.set_placeholder("Message SmolLM2…")
    QCoreApplication.processEvents()
    assert paints.seen == 1


def test_a_long_placeholder_stays_on_one_line(composer: Composer) -> None:
    editor = composer.editor
    composer.set_placeholder(f"Message {'a-model-of-a-very-long-name-' * 9}…")
    for wide in (420, 900):
        composer.resize(wide, 120)
        QCoreApplication.processEvents()
        text = editor.placeholderText()
        assert text.endswith("…") and editor.fontMetrics().horizontalAdvance(text) <= editor.viewport().width()


def test_who_goes_on_writing_beside_read_anyway_writes_in_the_message(composer: Composer, qtbot: QtBot) -> None:
    composer.set_text("long")
    composer.set_cost("long", Cost("too much", "warn", long=True, anyway=True))
    qtbot.keyClick(composer.editor, Qt.Key.Key_Return)
    assert composer.focusWidget() is composer._anyway
    qtbot.keyClick(composer._anyway, Qt.Key.Key_E)
    assert composer.text == "longe" and composer.focusWidget() is composer.editor
