"""One setting as one scope sees it: what it is and does, its control, and a way back where it is set."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from app.core.scopes import LONGEST, Scope, Setting, Value
from app.ui.language import of_setting
from app.ui.settings.choose import field_for
from app.ui.settings.fields import ChoiceField, Field, NumberField, ShareField
from app.ui.settings.reply_fields import FormField
from app.ui.settings.search_words import SEARCH_WORDS
from app.ui.theme import colors, font, qcolor, theme
from app.ui.widgets.buttons import IconButton
from app.ui.widgets.labels import ElidedLabel, dim
from app.ui.widgets.tips import set_tip

translate = QCoreApplication.translate

LEAST_WORDS = 200  # px for what a setting is and does, beside its control
RESET = 22  # px, the way back in a narrow row
NARROW = 300  # px, what a narrow row has


def too_long(text: str) -> str:
    """Why a text is not kept; "" where it is."""
    excess = len(text) - LONGEST
    if excess <= 0:
        return ""
    return translate("Settings", "%Ln character(s) too long. Longthread keeps the earlier text.", "", excess)


class Dot(QWidget):
    """Says that something is set here."""

    SIZE = 8

    def __init__(self, label: str) -> None:
        super().__init__()
        self.setFixedSize(self.SIZE, self.SIZE)
        set_tip(self, label)
        self.setAccessibleName(label)
        policy = self.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.setSizePolicy(policy)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(qcolor(colors().accent))
        painter.drawEllipse(QRectF(1, 1, 6, 6))
        painter.end()


@dataclass(frozen=True)
class RowWords:
    """What a row says of where its value comes from.

    Attributes:
        back: the name of the way back, of a row; shown where ``here`` says that there is one.
        origin: where the value comes from, "" if that goes without saying.
        here: whether the value is set here, as far as the person is concerned.
        dot: the name of a dot that stands where the value is set here; None: there is none.
    """

    back: Callable[[SettingRow], str]
    origin: Callable[[SettingRow], str] | None = None
    here: Callable[[SettingRow], bool] = lambda row: row.is_set
    dot: Callable[[str], str] | None = None


class SettingRow(QWidget):
    """A setting, or several that one control sets.

    Wide, it has words at the left and the control at the right, or below where that needs the room; narrow, all stands
    one below the other. Signals: ``changed()``: something was set or cleared here by the person.

    Attributes:
        keys: the settings.
        label: their name.
        scope: where they are looked up and set.
        field: the control.
        reset: the way back.
        origin: where the value comes from, in rows that say so.
        dot: stands where it is set here, in rows that have one.
    """

    changed = Signal()

    def __init__(
        self, scope: Scope, keys: tuple[str, ...], label: str, meaning: str, field: Field, words: RowWords, *,
        narrow: bool = False, below: bool = False,
    ) -> None:  # fmt: skip
        """``meaning``: what it does; ``below``: the control always stands below the words."""
        super().__init__()
        self.scope, self.keys, self.label, self.field, self._words = scope, keys, label, field, words
        self._text = f"{label} {meaning}"
        self._why = ""  # it cannot be set now
        self._long = ""  # what is written is not kept
        self._below = below or field.wide
        self._line: QBoxLayout | None = None  # of a wide row whose control may stand beside the words
        name = dim(label, "", wrap=not narrow and words.origin is None)
        name.setFont(font(theme().tokens.type.base, 500))
        self.help = dim(meaning, "dim", wrap=True)
        self.help.setFont(font(theme().tokens.type.small))
        self.help.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.MinimumExpanding)
        self.reason = dim("", "warn", wrap=True)
        self.reason.setFont(font(theme().tokens.type.small))
        self.origin = _origin(narrow) if words.origin is not None else None
        self.dot = Dot(words.dot(label)) if words.dot is not None else None
        self.reset = IconButton("rotate-ccw", label, size=13 if narrow else 14, box=RESET if narrow else 24)
        self.reset.clicked.connect(self._clear)
        if narrow:
            self._lay_out_narrow(name)
        else:
            policy = self.reset.sizePolicy()
            policy.setRetainSizeWhenHidden(True)
            self.reset.setSizePolicy(policy)
            self._lay_out_wide(name)
        self.reason.hide()
        field.changed.connect(self._changed)

    @classmethod
    def of(cls, setting: Setting, scope: Scope, words: RowWords, *, narrow: bool = False) -> SettingRow:
        """The row of one setting, with the control that fits it."""
        texts = of_setting(setting.label), of_setting(setting.help)
        return cls(scope, (setting.key,), *texts, field_for(setting), words, narrow=narrow)

    @property
    def setting(self) -> Setting:
        """The first of the settings."""
        return self.scope.declared(self.keys[0])

    @property
    def is_set(self) -> bool:
        """Whether one of them is set here."""
        return any(self.scope.is_set(key) for key in self.keys)

    def matches(self, words: list[str]) -> bool:
        """Whether it says all of them, or people say them for it."""
        text = f"{self._text} {of_setting(self.setting.page)} {SEARCH_WORDS.get(self.setting.key, '')}".lower()
        return all(word in text for word in words)

    # layout -----------------------------------------------------------------------

    def _lay_out_wide(self, name: QLabel) -> None:
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(name)
        if self.origin is not None:
            head.addWidget(self.origin, 1)
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addLayout(head)
        words.addWidget(self.help)
        words.addWidget(self.reason)
        line = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        line.setSpacing(7)
        line.addLayout(words, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 12, 16, 12)
        column.addLayout(line)
        if self._below:
            line.addWidget(self.reset, 0, Qt.AlignmentFlag.AlignTop)
            column.addWidget(self.field, 0, Qt.AlignmentFlag(0) if self.field.wide else Qt.AlignmentFlag.AlignLeft)
        else:
            self._controls = QBoxLayout(QBoxLayout.Direction.LeftToRight)
            self._controls.setSpacing(7)
            self._controls.addWidget(self.reset, 0, Qt.AlignmentFlag.AlignVCenter)
            self._controls.addWidget(self.field, 0, Qt.AlignmentFlag.AlignVCenter)
            line.addLayout(self._controls)
            self._line = line

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Words that would have to stand in a thin column get all the width, and the control a line below them."""
        super().resizeEvent(event)
        if self._line is not None:
            room = self.width() - 2 * 16 - self._controls.sizeHint().width() - self._line.spacing()
            way = QBoxLayout.Direction
            below = room < LEAST_WORDS
            self._line.setDirection(way.TopToBottom if below else way.LeftToRight)
            self._controls.setDirection(way.RightToLeft if below else way.LeftToRight)  # the field first
            self._line.setAlignment(self._controls, Qt.AlignmentFlag.AlignLeft if below else Qt.AlignmentFlag(0))

    def _lay_out_narrow(self, name: QLabel) -> None:
        line = QHBoxLayout()
        line.setSpacing(8)
        line.addStrut(RESET)  # nothing moves when the way back comes and goes
        line.addWidget(name)
        if self.dot is not None:
            line.addWidget(self.dot, 0, Qt.AlignmentFlag.AlignVCenter)
        line.addStretch(1)
        line.addWidget(self.reset, 0, Qt.AlignmentFlag.AlignVCenter)
        field = self.field
        many = isinstance(field, ChoiceField) and len(field.buttons) > 3
        measured = isinstance(field, NumberField) and bool(self.setting.unit)  # a number and its unit need room
        if isinstance(field, NumberField) and not measured:
            field.stepper.set_narrow()
        words = name.sizeHint().width() + RESET + Dot.SIZE + 3 * line.spacing()
        crowded = words + field.sizeHint().width() > NARROW
        below = self._below or many or measured or crowded or isinstance(field, ShareField)
        if not below:
            line.addWidget(field, 0, Qt.AlignmentFlag.AlignVCenter)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 6, 0, 6)
        column.setSpacing(3)
        column.addLayout(line)
        if below:
            if isinstance(field, ShareField):
                field.control.setFixedWidth(240)
            column.addWidget(field, 0, Qt.AlignmentFlag(0) if field.wide else Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self.help)
        column.addWidget(self.reason)
        if self.origin is not None:
            column.addWidget(self.origin)
        if isinstance(field, ChoiceField) and below:
            for button in field.buttons.values():
                button.setFont(font(theme().tokens.type.small, 500))

    # values -----------------------------------------------------------------------

    def show_reason(self, reason: str) -> None:
        """Why it cannot be set now; "" where it can."""
        self.field.setEnabled(not reason)
        self.reset.setEnabled(not reason)
        self._why = reason
        self._warn()

    def _warn(self) -> None:
        words = self._why or self._long
        self.reason.setText(words)
        self.reason.setVisible(bool(words))

    def bind(self, scope: Scope) -> None:
        """Show and change another scope from now on."""
        other, self.scope = scope.here != self.scope.here, scope
        if other:
            self.field.begin(scope.get(self.keys[0]))
        self.show_value()
        if isinstance(self.field, FormField):
            self.field.recheck()

    def show_value(self) -> None:
        """Show what is in force."""
        self.field.show_value(self.scope.get(self.keys[0]))
        self._long = ""
        self._warn()
        self._mark()

    def _mark(self) -> None:
        here = self._words.here(self)
        if self.dot is not None:
            self.dot.setVisible(here)
        self.reset.setVisible(here)
        self.reset.set_label(self._words.back(self))
        if self.origin is not None and self._words.origin is not None:
            where = self._words.origin(self)
            self.origin.setText(where)
            self.origin.setVisible(bool(where) or isinstance(self.origin, ElidedLabel))  # which keeps its room

    def _changed(self, value: Value) -> None:
        self._long = too_long(value) if isinstance(value, str) else ""
        self._warn()
        if self._long:
            return
        self.scope.set(self.keys[0], value)
        self._mark()
        self.changed.emit()

    def _clear(self) -> None:
        for key in self.keys:
            self.scope.clear(key)
        self.show_value()
        self.changed.emit()


def _origin(narrow: bool) -> QLabel:
    label = dim("", "faint", wrap=True) if narrow else ElidedLabel()
    label.setProperty("role", "faint")
    label.setFont(font(theme().tokens.type.small if narrow else theme().tokens.type.tiny))
    return label
