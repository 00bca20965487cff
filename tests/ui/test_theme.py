from __future__ import annotations

import re
from typing import Literal

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QGuiApplication, QIcon
from PySide6.QtWidgets import QApplication, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from app.ui.library.rows import IconBadge
from app.ui.theme import Theme, icon, icon_pixmap, load_tokens, resource_path
from app.ui.theme.qss import TEMPLATE, style_sheet
from app.ui.theme.tokens import Colors
from app.ui.widgets.ask import ask_sure, ask_text
from app.ui.widgets.buttons import Switch

SCHEMES = {"dark": load_tokens().color.dark, "light": load_tokens().color.light}
SURFACES = ("bg", "side", "card", "raised", "hover", "selected")
TEXTS = ("text", "dim", "faint")
MEANINGS = ("live", "compacted", "pinned", "warn", "error")
CODE = ("syn_keyword", "syn_function", "syn_string", "syn_number", "syn_comment", "syn_type")


def luminance(color: str) -> float:
    """Relative luminance of ``#RRGGBB`` after WCAG 2, 0 to 1."""
    channels = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """Contrast ratio of two colours after WCAG 2, 1 to 21."""
    brighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (brighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("scheme", SCHEMES.values(), ids=SCHEMES)
def test_all_text_can_be_read(scheme: Colors) -> None:
    pairs = [(text, surface) for text in TEXTS for surface in SURFACES]
    pairs += [(tint, surface) for tint in MEANINGS for surface in ("bg", "card", "raised")]
    pairs += [(tint, "code_bg") for tint in (*CODE, "text", "dim")]
    pairs += [
        ("on_accent", "warn"),
        ("on_accent", "accent"),
        ("on_accent", "accent_hover"),
        ("accent", "bg"),
        ("text", "selection"),
    ]
    bad = {
        f"{one} on {other}": round(contrast(getattr(scheme, one), getattr(scheme, other)), 2)
        for one, other in pairs
        if contrast(getattr(scheme, one), getattr(scheme, other)) < 4.5
    }
    assert not bad


@pytest.mark.parametrize("mode", SCHEMES)
@pytest.mark.parametrize("role", ["pinned", "warn", "error"])
def test_the_word_in_a_badge_can_be_read(mode: Literal["dark", "light"], role: str, look: Theme, qtbot: QtBot) -> None:
    look.set_mode(mode)
    scheme = SCHEMES[mode]
    for surface in (scheme.bg, scheme.card):
        badge = IconBadge("", role)  # the pill alone: letters are too thin to measure
        qtbot.addWidget(badge)
        badge.setStyleSheet(f"background: {surface}")
        badge.resize(60, 22)
        pill = badge.grab().toImage().pixelColor(30, 11).name()
        assert pill.upper() != surface
        assert contrast(getattr(scheme, role), pill) >= 4.5


@pytest.mark.parametrize("mode", SCHEMES)
@pytest.mark.parametrize("on", [False, True])
def test_a_switch_can_be_seen_on_and_off(mode: Literal["dark", "light"], on: bool, look: Theme, qtbot: QtBot) -> None:
    look.set_mode(mode)
    scheme = SCHEMES[mode]
    switch = Switch("Motion")
    qtbot.addWidget(switch)
    switch.setStyleSheet(f"background: {scheme.card}")
    switch.setChecked(on)
    picture = switch.grab().toImage()
    middle = picture.height() // 2
    edge, track, knob = (picture.pixelColor(x, middle).name() for x in (2, 19, 28 if on else 9))
    assert contrast(edge, scheme.card) >= 3
    assert contrast(knob, track) >= 3


@pytest.mark.parametrize("scheme", SCHEMES.values(), ids=SCHEMES)
def test_parts_of_the_meter_differ_from_its_track(scheme: Colors) -> None:
    for kind in ("pinned", "compacted", "live", "warn"):
        assert contrast(getattr(scheme, kind), scheme.track) >= 3


def test_contrast_is_the_one_of_wcag() -> None:
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("scheme", SCHEMES.values(), ids=SCHEMES)
def test_style_sheet_is_filled_completely(scheme: Colors) -> None:
    sheet = style_sheet(load_tokens(), scheme)
    assert "{{" not in sheet
    assert scheme.accent in sheet
    assert len(re.findall(r"{{\w+}}", TEMPLATE)) > 40


def test_mode_changes_palette_and_tells(look: Theme, qapp: QApplication) -> None:
    told = []
    look.changed.connect(lambda: told.append(look.dark))
    look.set_mode("light")
    assert qapp.palette().window().color().name().upper() == look.tokens.color.light.bg
    look.set_mode("dark")
    assert qapp.palette().window().color().name().upper() == look.tokens.color.dark.bg
    assert told == [False, True]


def test_system_mode_follows_the_system(look: Theme) -> None:
    look.set_mode("system")
    hints = QGuiApplication.styleHints()
    assert look.dark == (hints.colorScheme().name == "Dark")


def test_icons_take_their_colour() -> None:
    image = icon_pixmap("square", "#FF0000", 24).toImage()
    seen = {image.pixelColor(x, y).name() for x in range(24) for y in range(24) if image.pixelColor(x, y).alpha() > 250}
    assert seen == {"#ff0000"}
    assert icon_pixmap("square", "#FF0000", 24, 2.0).width() == 48


def test_an_icon_that_cannot_be_pressed_is_pale(qapp: QApplication) -> None:
    made = icon("copy", "#000000", 16)
    alpha = [
        max(made.pixmap(16, mode).toImage().pixelColor(x, y).alpha() for x in range(16) for y in range(16))
        for mode in (QIcon.Mode.Normal, QIcon.Mode.Disabled)
    ]
    assert alpha[0] > 200 and 60 < alpha[1] < 140


def test_every_icon_the_program_names_is_there() -> None:
    source = "\n".join(
        file.read_text(encoding="utf-8") for file in (resource_path().parent / "app" / "ui").rglob("*.py")
    )
    patterns = (
        r'(?:IconButton|icon|icon_pixmap|Chip|set_icon|IconLine)\(\s*"([a-z0-9-]+)"',
        r'TextButton\([^)]*?, "[a-z]*", "([a-z0-9-]+)"',
        r'_icon_name(?:, self\._role)? = "([a-z0-9-]+)"',
        r'return "([a-z0-9-]+)", "(?:error|dim|pinned|warn)"',
    )
    names = {name for pattern in patterns for name in re.findall(pattern, source)}
    assert len(names) > 20
    assert not [name for name in sorted(names) if not resource_path("icons", f"{name}.svg").is_file()]


def test_questions_have_the_buttons_of_the_design(look: Theme, qtbot: QtBot) -> None:
    """The one that goes on stands out, and what cannot be taken back has the colour of faults."""
    parent = QWidget()
    qtbot.addWidget(parent)
    asked = ask_text(parent, "Name", "Name:", "x", lambda _: None)
    sure = ask_sure(parent, "Sure?", "It is gone then.", "Delete", lambda: None)

    def ground(button: QPushButton) -> str:
        image = button.grab().toImage()
        return image.pixelColor(6, image.height() // 2).name()

    assert ground(asked.yes) == look.colors.accent.lower() != ground(asked.no)
    assert ground(sure.yes) == look.colors.error.lower() != ground(sure.no)


def test_a_change_of_the_look_polishes_each_widget_twice_at_most(look: Theme, qtbot: QtBot) -> None:
    deep = outer = QWidget()
    qtbot.addWidget(outer)
    for _ in range(12):
        deep = QWidget(deep)
    outer.show()
    polished: list[QEvent.Type] = []

    class Watch(QObject):
        def eventFilter(self, watched: QObject, event: QEvent) -> bool:
            if event.type() == QEvent.Type.StyleChange:
                polished.append(event.type())
            return False

    watch = Watch()
    deep.installEventFilter(watch)
    look.set_mode("light")
    assert 0 < len(polished) <= 2
    assert deep.palette().window().color().name() == look.colors.bg.lower()
    polished.clear()
    look.set_mode("light")
    assert polished == []
    look.set_mode("dark")
