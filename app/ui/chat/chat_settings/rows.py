"""One setting in the drawer, and a group of them that folds."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from app.core.scopes import Scope, Setting, Value
from app.ui.language import of_choice, of_setting
from app.ui.settings.choose import field_for
from app.ui.settings.fields import ChoiceField, Field, ShareField
from app.ui.settings.reply_fields import FormField, written
from app.ui.theme import colors, font, qcolor, theme
from app.ui.widgets.buttons import IconButton, TextButton
from app.ui.widgets.labels import dim
from app.ui.widgets.tips import set_tip

translate = QCoreApplication.translate

RESET = 22  # px, the way back


class Dot(QWidget):
    """Says that something is set here."""

    def __init__(self, label: str) -> None:
        super().__init__()
        self.setFixedSize(8, 8)
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


def said(setting: Setting, value: Value) -> str:
    """A value in words, for "back to …"."""
    if isinstance(value, bool):
        return translate("ChatSettings", "on") if value else translate("ChatSettings", "off")
    if isinstance(value, tuple):
        return ", ".join(map(written, value)) or translate("ChatSettings", "none")
    if setting.choices:
        return of_choice(str(value))
    if isinstance(value, float):
        return f"{value:g}"
    return str(value) or translate("ChatSettings", "empty")


def from_where(scope: Scope, key: str) -> str:
    """Where the value in force comes from, if it is neither set here nor the default."""
    origin = scope.where_from(key)
    if scope.is_set(key) or origin == "default":
        return ""
    if origin == "model":
        return translate("ChatSettings", "As set for this model.")
    return translate("ChatSettings", "As set for all chats.")


class ReplySettingRow(QWidget):
    """A setting as one scope sees it: name, control, what it does, a dot and a way back if it is set here."""

    def __init__(self, setting: Setting, scope: Scope) -> None:
        super().__init__()
        self.setting = setting
        self._scope = scope
        self.field: Field = field_for(setting)
        label = of_setting(setting.label)
        name = dim(label, "")
        name.setFont(font(theme().tokens.type.base, 500))
        self.dot = Dot(translate("ChatSettings", "{name} is changed here").format(name=label))
        self.reset = IconButton("rotate-ccw", label, size=13, box=RESET)
        self.reset.clicked.connect(self._clear)
        self.help = dim(of_setting(setting.help), "dim", wrap=True)
        self.help.setFont(font(theme().tokens.type.small))
        self.help.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.MinimumExpanding)
        self.origin = dim("", "faint", wrap=True)
        self.origin.setFont(font(theme().tokens.type.small))
        line = QHBoxLayout()
        line.setSpacing(8)
        line.addStrut(RESET)  # nothing moves when the way back comes and goes
        line.addWidget(name)
        line.addWidget(self.dot, 0, Qt.AlignmentFlag.AlignVCenter)
        line.addStretch(1)
        line.addWidget(self.reset, 0, Qt.AlignmentFlag.AlignVCenter)
        below = self.field.wide or isinstance(self.field, ShareField) or len(setting.choices) > 3
        if not below:
            line.addWidget(self.field, 0, Qt.AlignmentFlag.AlignVCenter)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 6, 0, 6)
        column.setSpacing(3)
        column.addLayout(line)
        if below:
            if isinstance(self.field, ShareField):
                self.field.control.setFixedWidth(240)
            left = Qt.AlignmentFlag(0) if self.field.wide else Qt.AlignmentFlag.AlignLeft
            column.addWidget(self.field, 0, left)
        column.addWidget(self.help)
        column.addWidget(self.origin)
        if isinstance(self.field, ChoiceField) and below:
            for button in self.field.buttons.values():
                button.setFont(font(theme().tokens.type.small, 500))
        self.field.changed.connect(self._changed)

    def bind(self, scope: Scope) -> None:
        """Show and change another scope from now on."""
        other, self._scope = scope.here != self._scope.here, scope
        if other:
            self.field.begin(scope.get(self.setting.key))
        self.show_value()
        if isinstance(self.field, FormField):
            self.field.recheck()

    def show_value(self) -> None:
        key = self.setting.key
        self.field.show_value(self._scope.get(key))
        self._mark()

    def _mark(self) -> None:
        key, scope = self.setting.key, self._scope
        here = scope.is_set(key)
        self.dot.setVisible(here)
        self.reset.setVisible(here)
        back = said(self.setting, scope.inherited(key))
        back = back if len(back) <= 40 else f"{back[:40]}…"
        name = of_setting(self.setting.label)
        self.reset.set_label(translate("ChatSettings", "{name}: back to {value}").format(name=name, value=back))
        where = from_where(scope, key)
        self.origin.setText(where)
        self.origin.setVisible(bool(where))

    def _changed(self, value: Value) -> None:
        self._scope.set(self.setting.key, value)
        self._mark()

    def _clear(self) -> None:
        self._scope.clear(self.setting.key)
        self.show_value()


class RowGroup(QWidget):
    """Rows under a heading that folds them away; folded, it tells how many of them are set here."""

    def __init__(self, title: str, rows: Sequence[ReplySettingRow], open_: bool) -> None:
        super().__init__()
        self._title, self.rows = title, list(rows)
        self._here = 0  # rows set here
        self.head = TextButton(title, "fold", "chevron-down")
        self.head.setCheckable(True)
        self.head.setChecked(open_)
        self.head.setFont(font(theme().tokens.type.base, 600))
        self.head.toggled.connect(lambda _: self.refresh())
        self.inside = QWidget()
        lines = QVBoxLayout(self.inside)
        lines.setContentsMargins(0, 0, 0, 8)
        lines.setSpacing(4)
        for row in rows:
            lines.addWidget(row)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.head)
        column.addWidget(self.inside)

    def refresh(self, scope: Scope | None = None, shown: bool = True) -> None:
        """Fold as the heading says, hide rows that mean nothing now, and count."""
        if scope is not None:
            for row in self.rows:
                row.setVisible(scope.applies(row.setting.key))
            self._here = sum(scope.is_set(row.setting.key) for row in self.rows)
            self.setVisible(shown)
        open_ = self.head.isChecked()
        self.inside.setVisible(open_)
        self.head.set_icon("chevron-down" if open_ else "chevron-right")
        count = 0 if open_ else self._here
        changed = translate("ChatSettings", "%Ln changed here", "", count)
        self.head.set_text(f"{self._title} · {changed}" if count else self._title)
