"""One control per kind of setting. ``changed(value)`` carries a value of the setting's type."""

from __future__ import annotations

import re

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtGui import QFocusEvent, QValidator
from PySide6.QtWidgets import (
    QButtonGroup,
    QDoubleSpinBox,
    QHBoxLayout,
    QPlainTextEdit,
    QSizePolicy,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from app.core.settings import Setting, Value
from app.ui.language import of_choice, of_setting
from app.ui.numbers import share
from app.ui.widgets.buttons import Switch
from app.ui.widgets.controls import ChoiceSegment, Slider
from app.ui.widgets.labels import dim
from app.ui.widgets.stepper import Stepper
from app.ui.widgets.text import follow_direction, quietly

translate = QCoreApplication.translate


class Field(QWidget):
    """A control for one setting."""

    changed = Signal(object)
    wide = False

    def show_value(self, value: Value) -> None:
        """Show ``value`` without telling of a change."""
        raise NotImplementedError

    def begin(self, value: Value) -> None:
        """Show ``value``, of something else than before: what was done to that cannot be taken back any more."""
        self.show_value(value)


def line_of(field: QWidget) -> QHBoxLayout:
    line = QHBoxLayout(field)
    line.setContentsMargins(0, 0, 0, 0)
    line.setSpacing(10)
    return line


class SwitchField(Field):
    def __init__(self, setting: Setting) -> None:
        super().__init__()
        self.control = Switch(of_setting(setting.label))
        line_of(self).addWidget(self.control)
        self.control.clicked.connect(lambda on: self.changed.emit(bool(on)))

    def show_value(self, value: Value) -> None:
        self.control.setChecked(bool(value))


LONGEST = 40  # characters of a number with points or commas
SEPARATED = re.compile(r"[+-]?[\d.,]*[.,][\d.,]*")
DECIMAL = re.compile(r"([+-]?)(\d*)[.,](\d{0,2})")  # with three digits or more behind it, something else was meant
GROUPED = re.compile(r"[+-]?\d{1,3}([.,])\d{3}(\1\d{3})*")

Verdict = tuple[QValidator.State, str, int]


def rounded(text: str) -> int | None:
    """The whole number that digits with points or commas mean; None: they mean none."""
    if GROUPED.fullmatch(text):
        return int(re.sub("[.,]", "", text))
    found = DECIMAL.fullmatch(text)
    if found is None or not found[2] + found[3]:
        return None
    sign, whole, rest = found.groups()
    return int(f"{sign}{int(whole or 0) + (rest[:1] >= '5')}")


class WholeNumber(QSpinBox):
    """A whole number. Where the least one stands for another, ``stands_for``, steps go on from that.

    Point and comma are taken either way, whatever the language: before three digits they group them, else the number is
    rounded. While it is edited, no groups are shown: what stands there then was typed.
    """

    stands_for = 0
    groups = False

    def show_groups(self) -> None:
        """Show thousands separators while the number isn't edited."""
        self.groups = True
        self.setGroupSeparatorShown(not self.hasFocus())

    def stepBy(self, steps: int) -> None:
        if self.value() == self.minimum() < self.stands_for and steps > 0:
            self.setValue(self.stands_for // self.singleStep() * self.singleStep())
        super().stepBy(steps)

    def _separated(self, text: str) -> str:
        """What stands before the unit, if points or commas are in it; "" if it is anything else."""
        bare = text.strip().removesuffix(self.suffix().strip()).strip()
        return bare if len(bare) <= LONGEST and SEPARATED.fullmatch(bare) else ""

    def _meant(self, bare: str) -> int | None:
        """The whole number; None: it is none. Groups of another size are those of the person's own language."""
        number, known = self.locale().toInt(bare)
        return number if known else rounded(bare)

    def validate(self, text: str, at: int) -> Verdict:
        bare = self._separated(text)
        if not bare:
            state, text, at = super().validate(text, at)  # type: ignore[misc]
            return state, text, at
        number = self._meant(bare)
        fits = number is not None and self.minimum() <= number <= self.maximum()
        return QValidator.State.Acceptable if fits else QValidator.State.Intermediate, text, at  # more may follow

    def fixup(self, text: str) -> str:
        return text if self._separated(text) else super().fixup(text)  # type: ignore[return-value]

    def valueFromText(self, text: str) -> int:
        number = self._meant(self._separated(text))
        return super().valueFromText(text) if number is None else number

    def focusInEvent(self, event: QFocusEvent) -> None:
        if self.groups:
            self.setGroupSeparatorShown(False)
        super().focusInEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if self.groups and not self.hasFocus():
            self.setGroupSeparatorShown(True)


class DecimalNumber(QDoubleSpinBox):
    """A number whose decimals stand behind a point or a comma, whatever the language."""

    def _local(self, text: str) -> str:
        suffix = self.suffix()
        bare = text.removesuffix(suffix)
        return re.sub("[.,]", self.locale().decimalPoint(), bare) + text[len(bare) :]

    def validate(self, text: str, at: int) -> Verdict:
        state, text, at = super().validate(self._local(text), at)  # type: ignore[misc]
        return state, text, at

    def fixup(self, text: str) -> str:
        return super().fixup(self._local(text))  # type: ignore[return-value]

    def valueFromText(self, text: str) -> float:
        return super().valueFromText(self._local(text))


class NumberField(Field):
    """A number in a box; whole numbers get thousands separators. The least one may stand for "automatic"."""

    def __init__(self, setting: Setting) -> None:
        super().__init__()
        whole = isinstance(setting.default, int)
        self.control: WholeNumber | DecimalNumber = WholeNumber() if whole else DecimalNumber()
        low = -(2**31) if setting.minimum is None else setting.minimum
        high = 2**31 - 1 if setting.maximum is None else setting.maximum
        if isinstance(self.control, WholeNumber):
            self.control.setRange(int(low), int(high))
            self.control.setSingleStep(max(1, int(setting.step)))
            self.control.show_groups()
        else:
            self.control.setRange(low, high)
            self.control.setSingleStep(setting.step)
            self.control.setDecimals(2)
        self.control.setKeyboardTracking(False)
        # The style sheet makes the buttons 0 px wide: NoButtons leaves the text 1 px once a style sheet frames the box.
        self.control.setAccessibleName(of_setting(setting.label))
        self.control.setSuffix(f" {of_setting(setting.unit)}" if setting.unit else "")
        self.control.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.stepper = Stepper(self.control, of_setting(setting.label))
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        line_of(self).addWidget(self.stepper)
        self.control.valueChanged.connect(self.changed.emit)
        if setting.automatic:
            self.stepper.set_wide()
            self.show_automatic()

    def show_automatic(self, words: str = "", value: int = 0) -> None:
        """What "automatic", the least number, stands for here ("": nobody knows yet): in words, and as a number."""
        said = translate("Automatic", "Automatic ({value})").format(value=words)
        self.control.setSpecialValueText(said if words else translate("Automatic", "Automatic"))
        if isinstance(self.control, WholeNumber):
            self.control.stands_for = value

    def show_value(self, value: Value) -> None:
        blocked = self.control.blockSignals(True)
        self.control.setValue(value)  # type: ignore[arg-type]
        self.control.blockSignals(blocked)
        self.stepper.refresh()


class ShareField(Field):
    """A share between 0 and 1, shown in per cent on a slider."""

    def __init__(self, setting: Setting) -> None:
        super().__init__()
        self.control = Slider(of_setting(setting.label), setting.minimum or 0.0, setting.maximum or 1.0, setting.step)
        self.control.role = {"memory.threshold": "warn", "memory.target": "compacted"}.get(setting.key, "accent")
        self._number = dim("", "")
        self._number.setFixedWidth(48)
        self._number.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        line = line_of(self)
        line.addWidget(self.control)
        line.addWidget(self._number)
        self.control.moved.connect(self._moved)

    def _moved(self, value: float) -> None:
        self._number.setText(share(value))
        self.changed.emit(round(value, 4))

    def show_value(self, value: Value) -> None:
        assert isinstance(value, (int, float))
        self.control.set_value(float(value))
        self._number.setText(share(self.control.value))

    def set_high(self, high: float) -> None:
        """Shares up to ``high`` can be chosen from now on."""
        self.control.set_high(high)
        self._number.setText(share(self.control.value))


class ChoiceField(Field):
    """A few words side by side."""

    def __init__(self, setting: Setting) -> None:
        super().__init__()
        self._setting = setting
        line = line_of(self)
        line.setSpacing(0)
        self.group = QButtonGroup(self)
        self.buttons: dict[str, ChoiceSegment] = {}
        for choice in setting.choices:
            button = ChoiceSegment(of_choice(setting, choice))
            button.setAccessibleName(f"{of_setting(setting.label)}: {of_choice(setting, choice)}")
            self.group.addButton(button)
            self.buttons[choice] = button
            line.addWidget(button)
            button.clicked.connect(lambda _=False, choice=choice: self.changed.emit(choice))

    def show_value(self, value: Value) -> None:
        button = self.buttons.get(str(value))
        if button is not None:
            button.setChecked(True)

    def show_automatic(self, words: str) -> None:
        """What the choice ``auto`` stands for here ("": nobody knows yet)."""
        said = of_choice(self._setting, "auto")
        self.buttons["auto"].setText(f"{said} ({words})" if words else said)


class TextField(Field):
    """A text of several lines; told when the editing ends."""

    wide = True

    def __init__(self, setting: Setting) -> None:
        super().__init__()
        self.control = QPlainTextEdit()
        follow_direction(self.control)
        self.control.setAcceptDrops(False)
        self.control.setProperty("kind", "field")
        self.control.setAccessibleName(of_setting(setting.label))
        self.control.setTabChangesFocus(True)
        self.control.setFixedHeight(84)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.control)
        self.control.textChanged.connect(lambda: self.changed.emit(self.control.toPlainText()))

    def show_value(self, value: Value) -> None:
        quietly(self.control, str(value), anew=False)

    def begin(self, value: Value) -> None:
        quietly(self.control, str(value), anew=True)
