"""What the drawer says of a setting, and a group of settings that folds."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.core.scopes import Scope, Setting, Value
from app.ui.language import of_choice
from app.ui.settings.reply_fields import written
from app.ui.settings.row import RowWords, SettingRow
from app.ui.theme import font, theme
from app.ui.widgets.buttons import TextButton

translate = QCoreApplication.translate


def said(setting: Setting, value: Value) -> str:
    """A value in words, for "back to …"."""
    if isinstance(value, bool):
        return translate("ChatSettings", "on") if value else translate("ChatSettings", "off")
    if isinstance(value, tuple):
        return ", ".join(map(written, value)) or translate("ChatSettings", "none")
    if setting.choices:
        return of_choice(setting, str(value))
    if isinstance(value, float):
        return f"{value:g}"
    return str(value) or translate("ChatSettings", "empty")


def from_where(scope: Scope, key: str) -> str:
    """Where the value in force comes from, if it is neither set here nor the default."""
    origin = scope.where_from(key)
    if scope.is_set(key) or origin == "default":
        return ""
    if origin == "model":
        return translate("ChatSettings", "Inherited from this model.")
    return translate("ChatSettings", "Inherited from all chats.")


def back_to(row: SettingRow) -> str:
    """What the way back of a row leads to."""
    value = said(row.setting, row.scope.inherited(row.setting.key))
    value = value if len(value) <= 40 else f"{value[:40]}…"
    return translate("ChatSettings", "Reset {name} to {value}").format(name=row.label, value=value)


OF_SCOPE = RowWords(
    back=back_to,
    origin=lambda row: from_where(row.scope, row.setting.key),
    dot=lambda name: translate("ChatSettings", "{name} changed").format(name=name),
)


class RowGroup(QWidget):
    """Rows under a heading that folds them away; folded, it tells how many of them are set here."""

    def __init__(self, title: str, rows: Sequence[SettingRow], open_: bool) -> None:
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
        changed = translate("ChatSettings", "%Ln changed", "", count)
        self.head.set_text(f"{self._title} · {changed}" if count else self._title)
