"""Settings by page of their declaration, with a search on top; each change counts at once."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QLineEdit, QSizePolicy, QVBoxLayout, QWidget

from app.core.settings import SETTINGS, Setting, Settings, Value
from app.ui.language import of_setting
from app.ui.settings.choose import field_for, of_group
from app.ui.settings.fields import Field
from app.ui.settings.reply_fields import FormField
from app.ui.theme import font, theme
from app.ui.widgets.buttons import IconButton
from app.ui.widgets.card import Card
from app.ui.widgets.labels import dim
from app.ui.widgets.page import Page

translate = QCoreApplication.translate

CheckForm = Callable[[str, str, Callable[[str, str], None]], None]
LEAST_WORDS = 200  # px for what a setting is and does, beside its control
ORDER = ("Appearance", "Memory", "Chat", "Replies", "Model")


class SettingRow(QWidget):
    """Label and help at the left, control at the right, and a way back to the default."""

    def __init__(self, setting: Setting, settings: Settings) -> None:
        super().__init__()
        self.setting = setting
        self._settings = settings
        self.field: Field = field_for(setting)
        label = of_setting(setting.label)
        name = dim(label, "", wrap=True)
        name.setFont(font(theme().tokens.type.base, 500))
        help_text = dim(of_setting(setting.help), "dim", wrap=True)
        help_text.setFont(font(theme().tokens.type.small))
        help_text.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.MinimumExpanding)
        self.reset = IconButton(
            "rotate-ccw",
            translate("Settings", "Reset “{label}” to its default").format(label=label),
            size=14,
            box=24,
        )
        self.reset.clicked.connect(lambda: settings.clear(setting.key))
        policy = self.reset.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.reset.setSizePolicy(policy)
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(name)
        words.addWidget(help_text)
        self._line = line = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        line.setSpacing(7)
        line.addLayout(words, 1)
        self._controls = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._controls.setSpacing(7)
        if not self.field.wide:
            self._controls.addWidget(self.reset, 0, Qt.AlignmentFlag.AlignVCenter)
            self._controls.addWidget(self.field, 0, Qt.AlignmentFlag.AlignVCenter)
            line.addLayout(self._controls)
        else:
            line.addWidget(self.reset, 0, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 12, 16, 12)
        column.addLayout(line)
        if self.field.wide:
            column.addWidget(self.field)
        self.field.changed.connect(self._changed)
        self.show_value()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Words that would have to stand in a thin column get all the width, and the control a line below them."""
        super().resizeEvent(event)
        if not self.field.wide:
            room = self.width() - 2 * 16 - self._controls.sizeHint().width() - self._line.spacing()
            way = QBoxLayout.Direction
            below = room < LEAST_WORDS
            self._line.setDirection(way.TopToBottom if below else way.LeftToRight)
            self._controls.setDirection(way.RightToLeft if below else way.LeftToRight)  # the field first
            self._line.setAlignment(self._controls, Qt.AlignmentFlag.AlignLeft if below else Qt.AlignmentFlag(0))

    def show_value(self) -> None:
        value = self._settings.get(self.setting.key)
        self.field.show_value(value)
        self.reset.setVisible(value != self.setting.default)

    def _changed(self, value: Value) -> None:
        self._settings.set(self.setting.key, value)
        self.reset.setVisible(self._settings.get(self.setting.key) != self.setting.default)

    def matches(self, words: list[str]) -> bool:
        said = (of_setting(text) for text in (self.setting.label, self.setting.help, self.setting.page))
        text = " ".join(said).lower()
        return all(word in text for word in words)


class SettingsPage(Page):
    """All settings that are not hidden."""

    def __init__(self, settings: Settings, check_form: CheckForm | None = None, parent: QWidget | None = None) -> None:
        """``check_form``: asks the engine about a schema or a grammar (see Conversation.check_form)."""
        super().__init__(translate("Settings", "Settings"), parent)
        self.rows: dict[str, SettingRow] = {}
        self._sections: list[tuple[QWidget, Card, list[SettingRow]]] = []
        self.search = QLineEdit()
        self.search.setPlaceholderText(translate("Settings", "Search settings"))
        self.search.setAccessibleName(translate("Settings", "Search settings"))
        self.search.setClearButtonEnabled(True)
        self.search.setAcceptDrops(False)
        self.search.textChanged.connect(self._filter)
        self.body.addWidget(self.search)
        shown = [setting for setting in SETTINGS if not setting.hidden]
        self._settings = settings
        self._check = check_form
        pages = sorted({s.page for s in shown}, key=lambda page: ORDER.index(page) if page in ORDER else len(ORDER))
        groups = [
            (page, group) for page in pages for group in dict.fromkeys(one.group for one in shown if one.page == page)
        ]
        for page, group in groups:
            head = dim(f"{of_setting(page)} · {of_group(group)}" if group else of_setting(page), "")
            head.setFont(font(theme().tokens.type.body, 600))
            head.setContentsMargins(2, 14, 0, 2)
            card = Card()
            rows = []
            for setting in shown:
                if (setting.page, setting.group) == (page, group):
                    row = SettingRow(setting, settings)
                    self.rows[setting.key] = row
                    rows.append(row)
                    card.add(row)
            self.body.addWidget(head)
            self.body.addWidget(card)
            self._sections.append((head, card, rows))
        self._none = dim(translate("Settings", "No setting has these words."), "dim")
        self._none.hide()
        self.body.addWidget(self._none)
        self.body.addStretch(1)
        form = self.rows["sampling.form"].field
        if isinstance(form, FormField):
            form.show_kind(settings.text("sampling.output"))
            form.check_asked.connect(lambda text: self._ask_engine(form, text))
        self._filter("")
        unsubscribe = settings.subscribe(self._setting_changed)
        self.destroyed.connect(unsubscribe)

    def _setting_changed(self, key: str, value: Value) -> None:
        row = self.rows.get(key)
        if row is not None:
            row.show_value()
        if any(one.setting.needs and one.setting.needs[0] == key for one in self.rows.values()):
            self._filter(self.search.text())
            if isinstance(field := self.rows["sampling.form"].field, FormField):
                field.show_kind(self._settings.text("sampling.output"))
                field.recheck()

    def _ask_engine(self, field: FormField, text: str) -> None:
        output = self._settings.text("sampling.output")
        if self._check is not None and output in ("schema", "grammar"):
            self._check(output, text, lambda problem, hint: field.show_verdict(text, problem, hint))

    def show_section(self, page: str) -> None:
        """Scroll to a section."""
        self.search.clear()
        for head, _, rows in self._sections:
            if rows and rows[0].setting.page == page:
                self.area.ensureWidgetVisible(head, 0, 0)
                self.area.verticalScrollBar().setValue(head.y() - 10)
                return

    def _filter(self, text: str) -> None:
        words = text.lower().split()
        any_shown = False
        for head, card, rows in self._sections:
            shown = [row for row in rows if row.matches(words) and self._settings.applies(row.setting.key)]
            for row in rows:
                row.setVisible(row in shown)
            head.setVisible(bool(shown))
            card.setVisible(bool(shown))
            any_shown |= bool(shown)
        self._none.setVisible(not any_shown)
