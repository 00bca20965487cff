"""What stays English is found; test_every_scene.py looks for it in every page and state."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from tests.ui.untranslated import OPEN, SHUT, Data, Marker, left_english, noted


@pytest.fixture
def marked(qapp: QApplication) -> Iterator[None]:
    marker = Marker("de")
    qapp.installTranslator(marker)
    yield
    qapp.removeTranslator(marker)


def translated(context: str, text: str) -> str:
    return QCoreApplication.translate(context, text)


class Painted(QWidget):
    """Paints words that nobody can ask it for."""

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).drawText(2, 20, "Painted by hand")


@pytest.mark.usefixtures("marked")
def test_what_stays_english_is_found(qtbot: QtBot) -> None:
    page = QWidget()
    qtbot.addWidget(page)
    column = QVBoxLayout(page)
    label, button = QLabel(translated("Sidebar", "New chat")), QPushButton("OK")
    column.addWidget(label)
    column.addWidget(button)
    button.setText("")
    page.show()
    qtbot.waitExposed(page)
    data = Data()
    assert left_english(page, [], data) == {}
    label.setText(label.text() + " in a window of its own")
    button.setToolTip("Closes without asking")
    assert left_english(page, [], data) == {
        "QLabel": [" in a window of its own"],
        "QPushButton": ["Closes without asking"],
    }


def test_words_that_are_painted_are_noted(qtbot: QtBot) -> None:
    page = Painted()
    qtbot.addWidget(page)
    page.resize(200, 40)
    with noted() as painted:
        page.grab()
    assert painted == ["Painted by hand"]
    page.grab()
    assert left_english(page, painted, Data()) == {"painted": ["Painted by hand"]}
    assert len(painted) == 1


@pytest.mark.usefixtures("marked")
def test_marks_take_no_room(qapp: QApplication) -> None:
    """The same stage shows what is cut off in German and what stays English."""
    text = translated("Sidebar", "New chat")
    assert text.startswith(OPEN) and text.endswith(SHUT)
    bare = text.strip(OPEN + SHUT)
    metrics = QFontMetricsF(qapp.font())
    assert abs(metrics.horizontalAdvance(text) - metrics.horizontalAdvance(bare)) < 1
    assert QLabel(text).sizeHint().height() == QLabel(bare).sizeHint().height()
