"""Every page and state of the window, staged once in each language; what is checked of them.

Staging takes longer than any check, so all checks of a scene share its stage. Each is a subtest: one that fails hides
none of the others.

cut off: nothing is, or lies over something else, in small and large windows.
painted: in both schemes, and nothing is shown for a moment as a window of its own.
named, reached, seen: without a mouse and without eyes; controls have names, Tab reaches them from the top of a page to
its end, the focus shows.
translated: nothing that is seen stays English.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QScrollBar, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from app.ui import language
from app.ui.theme import Theme
from app.ui.window.sidebar_room import NARROW
from tests.ui.clipping import cut_off
from tests.ui.reach import climbs, missed, nameless, walked, without_ring
from tests.ui.screens import SCENES, Stage
from tests.ui.untranslated import Data, Marker, left_english, noted, shown

pytestmark = pytest.mark.scenes

# the smallest window, some as high as a screen of 900 px is at 200 %, and a usual one
SIZES = ((560, 340), (560, 450), (800, 450), (1280, 820))
TRANSLATED = ((560, 340), (560, 450), (NARROW, 820), (800, 450), (1280, 820))  # other words are longer
# each scene is staged in German, and in one of the other languages by turns (in all of them where that is asked for)
TURNS = [name for name in language.LANGUAGES if name not in ("en", "de")]
EVERY = bool(os.environ.get("LONGTHREAD_ALL_LANGUAGES"))
SPOKEN = [
    (name, spoken)
    for at, name in enumerate(SCENES)
    for spoken in ("de", *(TURNS if EVERY else [TURNS[at % len(TURNS)]]))
]
WHOLE = (1900, 1000)  # painted text that is cut off has lost the end of its mark
NOT_WALKED = ("drop", "drop_mixed", "drop_bad")  # what lies over the window while files are dragged takes no keys
RINGS = ("welcome", "settings", "library", "find", "shortcuts", "chat", "trash")  # all kinds of controls
OWN_WINDOWS = {"MainWindow", "AttachmentPreview", "QMenu", "Menu"}


class Windows(QObject):
    """Notes what is shown as a window of its own: a part that is shown before it has a parent is, for a moment."""

    def __init__(self) -> None:
        super().__init__()
        self.shown: set[str] = set()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Show and isinstance(watched, QWidget) and watched.isWindow():
            self.shown.add(type(watched).__name__)
        return False


@pytest.fixture
def windows(qapp: QApplication) -> Iterator[Windows]:
    windows = Windows()
    qapp.installEventFilter(windows)
    yield windows
    qapp.removeEventFilter(windows)


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[Stage]:
    made = Stage(tmp_path)
    yield made
    made.close()


def is_painted(picture: QImage, dark: bool) -> None:
    """Fails where hardly anything is to be seen, or in the colours of the other scheme."""
    assert picture.width() >= 760
    rows = np.frombuffer(picture.convertToFormat(QImage.Format.Format_RGB32).constBits(), np.uint32)
    colors = np.unique(rows.reshape(picture.height(), -1)[::7, ::8])
    assert len(colors) > 40
    above = picture.pixelColor(400, 3).lightness()  # above all words
    assert above < 60 if dark else above > 200


def shows_the_focus(stage: Stage) -> None:
    unseen, kinds = without_ring(stage)
    assert kinds >= 3
    assert unseen == []


@pytest.mark.parametrize("name", SCENES)
def test_scene(
    name: str,
    look: Theme,
    windows: Windows,
    stage: Stage,
    qapp: QApplication,
    qtbot: QtBot,
    subtests: pytest.Subtests,
) -> None:
    window = stage.window
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    SCENES[name](stage)
    stage.settle()
    qapp.removeEventFilter(windows)  # it is asked about each event
    own, scrolled = window.size(), {bar: bar.value() for bar in window.findChildren(QScrollBar)}
    with subtests.test("nothing is shown as a window of its own"):
        assert windows.shown <= OWN_WINDOWS
    with subtests.test("painted dark"):
        is_painted(window.grab().toImage(), dark=True)
    if name in RINGS:
        with subtests.test("the focus can be seen in the dark"):
            shows_the_focus(stage)
    if name not in NOT_WALKED:
        with subtests.test("every control has a name"):
            assert nameless(window) == []
    if name not in NOT_WALKED and not window.finder.isVisible():
        # the palette keeps the focus in its field; tests/ui/test_palette.py drives it
        passed: list[QWidget] = []
        with subtests.test("every control is reached"):
            passed = walked(window, window.chat.composer.editor)
            assert missed(window, passed) == []
        with subtests.test("Tab goes down the page"):
            assert climbs(passed) == []
    with subtests.test("nothing is cut off"):
        assert cut_off(stage, SIZES, qtbot) == {}
    window.resize(own)
    look.set_mode("light")  # while it is shown
    stage.settle()
    with subtests.test("painted light"):
        is_painted(window.grab().toImage(), dark=False)
    if name in RINGS:
        for bar, value in scrolled.items():  # the walk left other controls in sight
            if isValid(bar):
                bar.setValue(value)
        stage.settle()
        with subtests.test("the focus can be seen in the light"):
            shows_the_focus(stage)


@pytest.fixture
def marked(qapp: QApplication, spoken: str) -> Iterator[None]:
    language.install(qapp, spoken)
    marker = Marker(spoken)
    qapp.installTranslator(marker)
    yield
    qapp.removeTranslator(marker)
    language.install(qapp, "en")


@pytest.fixture(scope="module")
def data() -> Data:
    return Data()


@pytest.fixture
def light(look: Theme) -> None:
    """From before there is a window."""
    look.set_mode("light")


@pytest.mark.usefixtures("marked", "light")
@pytest.mark.parametrize(("name", "spoken"), SPOKEN)
def test_scene_translated(
    name: str, data: Data, stage: Stage, tmp_path: Path, qtbot: QtBot, subtests: pytest.Subtests
) -> None:
    window, data.folder = stage.window, tmp_path
    window.resize(*TRANSLATED[0])  # from small to large; in English it is the other way round
    window.show()
    SCENES[name](stage)
    with subtests.test("nothing is cut off"):
        assert cut_off(stage, TRANSLATED, qtbot) == {}
    with noted() as painted:
        window.resize(*WHOLE)
        stage.settle()
        picture = window.grab().toImage()
        for menu in shown(window):
            if menu.isWindow() and menu is not window:
                menu.grab()
    with subtests.test("painted light"):
        is_painted(picture, dark=False)
    with subtests.test("translated"):
        assert left_english(window, painted, data) == {}
