"""Every page and state without a mouse and without eyes: controls have names, Tab reaches them, the focus shows."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QScrollBar,
    QTextEdit,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.ui.chat.composer.attachment_bar import FileChip
from app.ui.theme import Theme
from app.ui.widgets.sheet import Sheet
from app.ui.widgets.stepper import Stepper
from tests.ui.screens import SCENES, Stage

pytestmark = pytest.mark.scenes

CONTROLS = (QAbstractButton, QLineEdit, QPlainTextEdit, QTextEdit, QAbstractSpinBox, QComboBox, QAbstractItemView)
NOT_WALKED = ("drop", "drop_mixed", "drop_bad")  # what lies over the window while files are dragged takes no keys
MOST, LINKS = 400, 20  # presses; within one text, where Tab goes from link to link
RING = 20  # pixels that have to change, and by how much (of 255) in some channel
CHANGE = 24


def said(widget: QWidget) -> str:
    """What a screen reader says."""
    return f"{type(widget).__name__} {widget.accessibleName()!r} in {type(widget.parent()).__name__}"


def controls(stage: Stage) -> list[QWidget]:
    """What can be used by mouse now. Parts of a control (a spin box's field) count as the control."""
    found = []
    sheets = [sheet for sheet in stage.window.findChildren(Sheet) if sheet.isVisible()]
    for widget in (sheets[-1] if sheets else stage.window).findChildren(QWidget):
        inside = isinstance(widget.parent(), (QAbstractSpinBox, QComboBox, QLineEdit))
        usable = isinstance(widget, CONTROLS) or widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        if usable and not inside and widget.isVisible() and widget.isEnabled() and not isinstance(widget, QScrollBar):
            found.append(widget)
    return found


def walked(stage: Stage) -> set[QWidget]:
    """All that Tab passes until it comes round."""
    stage.window.activateWindow()  # a scene may have had a dialog open
    assert QTest.qWaitForWindowActive(stage.window)
    start = stage.window.chat.composer.editor
    if not start.isVisible():
        start = next(one for one in controls(stage) if one.focusPolicy() & Qt.FocusPolicy.TabFocus)
    start.setFocus()
    passed: list[QWidget] = []
    for _ in range(MOST):
        focus = QApplication.focusWidget()
        assert focus is not None, f"nothing has the focus after {said(passed[-1]) if passed else 'the start'}"
        if len(set(passed)) > 1 and focus is passed[0]:
            return set(passed)
        passed.append(focus)
        assert passed[-LINKS:].count(focus) < LINKS, f"Tab does not leave {said(focus)}"
        QTest.keyClick(focus, Qt.Key.Key_Tab)
    raise AssertionError(f"Tab does not come round: {[said(one) for one in passed[-6:]]}")


def twins(widget: QWidget) -> list[QWidget]:
    """The words of a choice: Tab goes to one of them, arrows to the others."""
    group = widget.group() if isinstance(widget, QAbstractButton) else None
    return [widget] if group is None else list(group.buttons())


def mouse_only(widget: QWidget) -> bool:
    """What has a twin for the keyboard: lists driven by their field; and texts that are only to look at."""
    if isinstance(widget, QAbstractItemView) and widget.focusPolicy() == Qt.FocusPolicy.NoFocus:
        return True
    if isinstance(widget.parent(), FileChip):  # the cross of a chip: its Delete key
        return True
    if isinstance(widget.parent(), Stepper):  # its buttons: the arrow keys of the number
        return True
    still = Qt.TextInteractionFlag.NoTextInteraction
    return isinstance(widget, QTextEdit) and widget.textInteractionFlags() == still


@pytest.fixture
def stage(request: pytest.FixtureRequest, tmp_path: Path, look: Theme, qtbot: QtBot) -> Iterator[Stage]:
    made = Stage(tmp_path)
    made.window.show()
    made.window.activateWindow()
    qtbot.waitUntil(made.window.isActiveWindow)
    SCENES[request.param](made)
    made.settle()
    yield made
    made.close()


@pytest.mark.parametrize("stage", [name for name in SCENES if name not in NOT_WALKED], indirect=True)
def test_every_control_has_a_name_and_is_reached(stage: Stage) -> None:
    nameless = [said(one) for one in controls(stage) if not one.accessibleName().strip()]
    assert nameless == []
    if stage.window.finder.isVisible():
        return  # the palette keeps the focus in its field; tests/ui/test_palette.py drives it
    reached = walked(stage)
    missed = [said(one) for one in controls(stage) if reached.isdisjoint(twins(one)) and not mouse_only(one)]
    assert missed == []


def differs(one: QImage, other: QImage) -> int:
    """Pixels that changed enough to be seen."""
    pixels = [
        np.frombuffer(image.convertToFormat(QImage.Format.Format_RGB32).constBits(), np.uint8).astype(np.int16)
        for image in (one, other)
    ]
    change = np.abs(pixels[0] - pixels[1]).reshape(-1, 4).max(axis=1)
    return int((change >= CHANGE).sum())


@pytest.mark.parametrize("mode", ["dark", "light"])
@pytest.mark.parametrize(
    "stage", ["welcome", "settings", "library", "find", "shortcuts", "chat", "trash"], indirect=True
)
def test_the_focus_can_be_seen(stage: Stage, mode: str, look: Theme) -> None:
    look.set_mode(mode)  # type: ignore[arg-type]
    stage.settle()
    window, unseen, seen = stage.window, [], set()
    for widget in controls(stage):
        kind = (type(widget), widget.property("kind"), isinstance(widget, QAbstractButton) and widget.isChecked())
        if mouse_only(widget) or not widget.focusPolicy() & Qt.FocusPolicy.TabFocus or kind in seen:
            continue
        if isinstance(widget, QAbstractScrollArea) and not isinstance(widget, (QTextEdit, QPlainTextEdit)):
            continue  # a list marks the row instead
        if isinstance(widget, (QTextEdit, QPlainTextEdit)) and widget.property("kind") != "field":
            continue  # a caret, and the ring of the transcript and the composer around it
        place = QRect(widget.mapTo(window, QPoint(-3, -3)), widget.size().grownBy(margins()))
        if not window.rect().contains(place):
            continue
        seen.add(kind)
        widget.setFocus(Qt.FocusReason.TabFocusReason)
        stage.settle()
        place = QRect(widget.mapTo(window, QPoint(-3, -3)), widget.size().grownBy(margins()))
        focused = window.grab(place).toImage()
        widget.clearFocus()
        stage.settle()
        if differs(focused, window.grab(place).toImage()) < RING:
            unseen.append(said(widget))
    assert len(seen) >= 3
    assert unseen == []


def margins():  # type: ignore[no-untyped-def]
    from PySide6.QtCore import QMargins

    return QMargins(3, 3, 3, 3)
