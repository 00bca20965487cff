"""Using a window without a mouse and without eyes: what has no name, what Tab misses, where the focus can't be seen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from PySide6.QtCore import QMargins, QPoint, QRect, Qt
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
    QScrollArea,
    QScrollBar,
    QTextEdit,
    QWidget,
)

from app.ui.chat.composer.attachment_bar import FileChip
from app.ui.widgets.sheet import Sheet
from app.ui.widgets.stepper import Stepper
from tests.ui.screens import Stage

CONTROLS = (QAbstractButton, QLineEdit, QPlainTextEdit, QTextEdit, QAbstractSpinBox, QComboBox, QAbstractItemView)
MOST, LINKS = 400, 20  # presses; within one text, where Tab goes from link to link
RING = 20  # pixels that have to change, and by how much (of 255) in some channel
CHANGE = 24
AROUND = QMargins(3, 3, 3, 3)  # px, where a ring is drawn


def said(widget: QWidget) -> str:
    """What a screen reader says."""
    return f"{type(widget).__name__} {widget.accessibleName()!r} in {type(widget.parent()).__name__}"


def controls(window: QWidget) -> list[QWidget]:
    """What can be used by mouse now. Parts of a control (a spin box's field) count as the control."""
    found = []
    sheets = [sheet for sheet in window.findChildren(Sheet) if sheet.isVisible()]
    for widget in (sheets[-1] if sheets else window).findChildren(QWidget):
        inside = isinstance(widget.parent(), (QAbstractSpinBox, QComboBox, QLineEdit))
        usable = isinstance(widget, CONTROLS) or widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        if usable and not inside and widget.isVisible() and widget.isEnabled() and not isinstance(widget, QScrollBar):
            found.append(widget)
    return found


def nameless(window: QWidget) -> list[str]:
    """The controls that a screen reader has no name for."""
    return [said(one) for one in controls(window) if not one.accessibleName().strip()]


def walked(window: QWidget, start: QWidget) -> list[QWidget]:
    """All that Tab passes until it comes round, in order; if ``start`` can't be seen, from the first control on."""
    window.activateWindow()  # a scene may have had a dialog open
    assert QTest.qWaitForWindowActive(window)
    if not start.isVisible():
        start = next(one for one in controls(window) if one.focusPolicy() & Qt.FocusPolicy.TabFocus)
    start.setFocus()
    passed: list[QWidget] = []
    for _ in range(MOST):
        focus = QApplication.focusWidget()
        assert focus is not None, f"nothing has the focus after {said(passed[-1]) if passed else 'the start'}"
        if passed and focus is passed[0] and set(passed) != {focus}:
            return passed
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


def missed(window: QWidget, reached: Iterable[QWidget]) -> list[str]:
    """The controls that no key leads to, ``reached`` being what Tab passed."""
    passed = set(reached)
    return [said(one) for one in controls(window) if passed.isdisjoint(twins(one)) and not mouse_only(one)]


def climbs(passed: Sequence[QWidget]) -> list[str]:
    """Where Tab, which ``passed`` these, goes up within a page: to a control that stands wholly above the one before.

    Places count in what the page scrolls. Of the transcript, whose rows come into sight only then,
    tests/ui/test_keyboard.py tells.
    """
    found: list[str] = []
    places: dict[QScrollArea, tuple[QWidget, QRect]] = {}
    for widget in dict.fromkeys(passed):
        area = _page_of(widget)
        inner = area.widget() if area is not None else None
        if area is None or inner is None:
            continue
        place = QRect(widget.mapTo(inner, QPoint()), widget.size())
        before, above = places.get(area, (widget, place))
        if place.bottom() < above.top():
            found.append(f"{said(before)} -> {said(widget)}")
        places[area] = widget, place
    return found


def _page_of(widget: QWidget) -> QScrollArea | None:
    """What scrolls a control with all around it."""
    above = widget.parentWidget()
    while above is not None and not isinstance(above, QScrollArea):
        above = above.parentWidget()
    return above


def differs(one: QImage, other: QImage) -> int:
    """Pixels that changed enough to be seen."""
    pixels = [
        np.frombuffer(image.convertToFormat(QImage.Format.Format_RGB32).constBits(), np.uint8).astype(np.int16)
        for image in (one, other)
    ]
    change = np.abs(pixels[0] - pixels[1]).reshape(-1, 4).max(axis=1)
    return int((change >= CHANGE).sum())


def without_ring(stage: Stage) -> tuple[list[str], int]:
    """The controls on which the focus cannot be seen, one of each kind; and how many kinds were looked at."""
    window, unseen, seen = stage.window, [], set()
    for widget in controls(window):
        kind = (type(widget), widget.property("kind"), isinstance(widget, QAbstractButton) and widget.isChecked())
        if mouse_only(widget) or not widget.focusPolicy() & Qt.FocusPolicy.TabFocus or kind in seen:
            continue
        if isinstance(widget, QAbstractScrollArea) and not isinstance(widget, (QTextEdit, QPlainTextEdit)):
            continue  # a list marks the row instead
        if isinstance(widget, (QTextEdit, QPlainTextEdit)) and widget.property("kind") != "field":
            continue  # a caret, and the ring of the transcript and the composer around it
        if not window.rect().contains(_around(widget, window)):
            continue
        if not widget.visibleRegion().contains(widget.rect()):  # scrolled out of sight
            continue
        seen.add(kind)
        widget.setFocus(Qt.FocusReason.TabFocusReason)
        stage.settle()
        place = _around(widget, window)
        focused = window.grab(place).toImage()
        widget.clearFocus()
        stage.settle()
        if differs(focused, window.grab(place).toImage()) < RING:
            unseen.append(said(widget))
    return unseen, len(seen)


def _around(widget: QWidget, window: QWidget) -> QRect:
    return QRect(widget.mapTo(window, QPoint()), widget.size()).marginsAdded(AROUND)
