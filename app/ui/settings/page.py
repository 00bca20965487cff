"""Settings by page of their declaration, with a search on top; each change counts at once."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QLineEdit, QWidget

from app.core.settings import SETTINGS, Settings, Value
from app.core.texts import Text
from app.ui.language import of_setting
from app.ui.settings.choose import of_group
from app.ui.settings.reply_fields import FormField
from app.ui.settings.row import RowWords, SettingRow
from app.ui.theme import font, theme
from app.ui.widgets.card import Card
from app.ui.widgets.labels import dim
from app.ui.widgets.page import Page

translate = QCoreApplication.translate

CheckForm = Callable[[str, str, Callable[[Text | None], None]], None]
ORDER = ("Appearance", "Context", "Chat", "Replies", "Model")


OF_DEFAULT = RowWords(
    back=lambda row: translate("Settings", "Reset “{label}” to its default").format(label=row.label),
    here=lambda row: row.scope.get(row.setting.key) != row.setting.default,
)


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
                    row = SettingRow.of(setting, settings, OF_DEFAULT)
                    row.show_value()
                    self.rows[setting.key] = row
                    rows.append(row)
                    card.add(row)
            self.body.addWidget(head)
            self.body.addWidget(card)
            self._sections.append((head, card, rows))
        self._none = dim(translate("Settings", "No matching settings."), "dim")
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
            self._check(output, text, lambda problem: field.show_verdict(text, problem))

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
