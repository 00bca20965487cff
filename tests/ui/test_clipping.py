"""What is cut off or over something else is found; test_every_scene.py looks for it in every page and state."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.ui import language
from app.ui.chat.transcript import MarkerItem, TranscriptView
from app.ui.chat.transcript.markers import MarkerRow
from tests.ui import scenes
from tests.ui.clipping import crowded, needed, outside, overlaps


@pytest.mark.parametrize("spoken", list(language.LANGUAGES))
def test_the_label_of_a_compaction_leaves_its_button_free(
    spoken: str, view: TranscriptView, qapp: QApplication, qtbot: QtBot
) -> None:
    language.install(qapp, spoken)
    try:
        marks = {"one": (scenes.MARK,), "two": (scenes.MARK, scenes.MARK), "none": ()}
        items = [MarkerItem(key, marks=which, forgotten=312, can_undo=True) for key, which in marks.items()]
        view.set_items(list(items))
        whole: dict[str, str] = {}
        for wide in (1000, 800, 700, 560, 480, 400, 320):
            view.resize(wide, 700)
            qtbot.waitUntil(lambda: view.visible_rows["none"].width() <= view.viewport().width())
            for key, row in view.visible_rows.items():
                assert isinstance(row, MarkerRow) and row.undo.isVisible()
                assert not crowded(row), (wide, key)
                assert len(row.shown_label) <= len(whole.setdefault(key, row.shown_label))
        narrow = {key: row.shown_label for key, row in view.visible_rows.items() if isinstance(row, MarkerRow)}
        assert all(len(narrow[key]) < len(whole[key]) for key in marks)
        assert narrow["none"].endswith("…") and " · " not in narrow["one"]
    finally:
        language.install(qapp, "en")


def test_what_is_cut_off_is_found(qtbot: QtBot) -> None:
    page = QWidget()
    qtbot.addWidget(page)
    column = QVBoxLayout(page)
    label, button = QLabel("A line of words that needs some room"), QPushButton("Another one, below it")
    column.addWidget(label)
    column.addWidget(button)
    page.show()
    qtbot.waitExposed(page)
    assert not list(overlaps(column))
    assert not outside(label) and needed(label).width() <= label.width()
    label.setGeometry(button.geometry().translated(-80, 0))
    assert list(overlaps(column)) == [(label, button)]
    assert outside(label)
    label.setGeometry(0, 0, 20, 20)
    assert needed(label).width() > label.width()
