"""Names from anywhere in tooltips and message boxes: shown as they are, and nothing is opened for them."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QUrl
from PySide6.QtGui import Qt, QTextDocument
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from app.ui.theme.theme import Theme
from app.ui.widgets.ask import ask_sure, ask_text
from app.ui.widgets.labels import ElidedLabel
from app.ui.widgets.tips import plain, set_tip

ROOT = Path(__file__).resolve().parents[2]
TRAP = '<img src="file:///etc/hostname"> model'
TIPS = Path("app/ui/widgets/tips.py")
ALLOWED = {("app/ui/window/attention.py", "setToolTip")}  # of the tray, which takes plain text


class Asking(QTextDocument):
    """Counts what a text wants to have opened."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[str] = []

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        self.asked.append(QUrl(name).toString())
        return None


def shown(text: str) -> tuple[str, list[str]]:
    """What a label that takes both kinds shows of ``text``, and what it opens for that."""
    document = Asking()
    if Qt.mightBeRichText(text):
        document.setHtml(text)
    else:
        document.setPlainText(text)
    document.size()
    return document.toPlainText(), document.asked


def test_such_a_name_would_open_a_file(qtbot: QtBot) -> None:
    assert set(shown(TRAP)[1]) == {"file:///etc/hostname"}


@given(st.lists(st.sampled_from([TRAP, "<b>", "</p>", "<", "&lt;", "\n", "a", '"', "<!--", "\t", "&"]), max_size=6))
def test_texts_are_shown_letter_by_letter(qapp: QApplication, pieces: list[str]) -> None:
    text = "".join(pieces)
    seen, asked = shown(plain(text))
    assert asked == []
    assert "".join(seen.split()) == "".join(text.split())


def test_tips_and_boxes_open_nothing(qtbot: QtBot, qapp: QApplication) -> None:
    Theme.install(qapp)
    button, label, parent = QPushButton(), ElidedLabel(TRAP), QWidget()
    for widget in (button, label, parent):
        qtbot.addWidget(widget)
    set_tip(button, TRAP)
    label.resize(20, 20)
    label.grab()
    sure = ask_sure(parent, TRAP, TRAP, "Delete", lambda: None)
    asking = ask_text(parent, "Title", TRAP, "", lambda _: None)
    texts = [button.toolTip(), label.toolTip()]
    labels = [one for sheet in (sure, asking) for one in sheet.findChildren(QLabel)]
    assert sum("img" in text for text in [*texts, *(one.text() for one in labels)]) >= 4
    for text in texts:
        assert shown(text)[1] == [], text
    assert all(one.textFormat() == Qt.TextFormat.PlainText for one in labels if one.text())


@pytest.mark.parametrize("file", sorted(ROOT.glob("app/ui/**/*.py")), ids=lambda file: str(file.relative_to(ROOT)))
def test_tooltips_are_set_in_one_place(file: Path) -> None:
    name = file.relative_to(ROOT)
    if name == TIPS:
        return
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Attribute):
            continue
        asked = node.attr == "setToolTip" or (
            node.attr == "showText" and isinstance(node.value, ast.Name) and node.value.id == "QToolTip"
        )
        assert not asked or (name.as_posix(), node.attr) in ALLOWED, f"{name}:{node.lineno}: use set_tip or show_tip"
