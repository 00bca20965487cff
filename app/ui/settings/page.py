"""Settings a section at a time, or what a search finds in all of them; each change counts at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QWidget

from app.core.settings import SETTINGS, Setting, Settings, Value
from app.core.texts import Text
from app.ui.language import of_setting
from app.ui.settings.automatic import show_choice
from app.ui.settings.choose import of_group
from app.ui.settings.fields import ShareField
from app.ui.settings.navigation import SectionColumn
from app.ui.settings.reply_fields import FormField
from app.ui.settings.row import RowWords, SettingRow
from app.ui.theme import font, theme
from app.ui.widgets.card import Card
from app.ui.widgets.labels import dim
from app.ui.widgets.page import Page
from app.ui.widgets.search_field import SearchField
from engine.protocol import LoadChoice

translate = QCoreApplication.translate

CheckForm = Callable[[str, str, Callable[[Text | None], None]], None]
BESIDE = 640  # px of width from which the sections stand at the left
APART = 0.05  # least share of the context from the target to the threshold, as the engine has it
ORDER = ("Appearance", "Context", "Chat", "Replies", "Model")


OF_DEFAULT = RowWords(
    back=lambda row: translate("Settings", "Reset “{label}” to its default").format(label=row.label),
    here=lambda row: row.scope.get(row.setting.key) != row.setting.default,
)


@dataclass(frozen=True)
class SettingGroup:
    """Settings that stand on one card, with their heading."""

    page: str
    group: str
    head: QLabel
    card: Card
    rows: tuple[SettingRow, ...]

    def show(self, shown: bool, *, whole: bool) -> None:
        """``whole``: the heading names the section, too."""
        page, group = of_setting(self.page), of_group(self.group)
        self.head.setText(f"{page} · {group}" if group and whole else group or page)
        self.head.setVisible(shown)
        self.card.setVisible(shown)


class SettingsPage(Page):
    """All settings that are not hidden. Those that mean nothing with what is set otherwise are left out; a search
    finds them, too, and says what they need."""

    def __init__(self, settings: Settings, check_form: CheckForm | None = None, parent: QWidget | None = None) -> None:
        """``check_form``: asks the engine about a schema or a grammar (see Conversation.check_form)."""
        super().__init__(translate("Settings", "Settings"), parent)
        self.rows: dict[str, SettingRow] = {}
        self._groups: list[SettingGroup] = []
        self._settings = settings
        self._check = check_form
        self.search = SearchField(translate("Settings", "Search settings"))
        self.search.textChanged.connect(self._filter)
        self.body.addWidget(self.search)
        shown = [setting for setting in SETTINGS if not setting.hidden]
        pages = sorted({s.page for s in shown}, key=lambda page: ORDER.index(page) if page in ORDER else len(ORDER))
        self.sections = SectionColumn(pages)
        self.sections.chosen.connect(self.show_section)
        self.middle.insertWidget(0, self.sections)
        self.body.addWidget(self.sections.box)
        self._section = pages[0]
        self._absent: frozenset[str] = frozenset()
        for page in pages:
            for group in dict.fromkeys(one.group for one in shown if one.page == page):
                self._add_group(page, group, [one for one in shown if (one.page, one.group) == (page, group)])
        self._none = dim(translate("Settings", "No matching settings."), "dim")
        self._none.hide()
        self.body.addWidget(self._none)
        self.body.addStretch(1)
        form = self.rows["sampling.form"].field
        if isinstance(form, FormField):
            form.show_kind(settings.text("sampling.output"))
            form.check_asked.connect(lambda text: self._ask_engine(form, text))
        self._limit_target()
        self._make_room()
        self._filter("")
        unsubscribe = settings.subscribe(self._setting_changed)
        self.destroyed.connect(unsubscribe)

    def _add_group(self, page: str, group: str, settings: Sequence[Setting]) -> None:
        head = dim("", "")
        head.setFont(font(theme().tokens.type.body, 600))
        head.setContentsMargins(2, 14, 0, 2)
        card = Card()
        rows = []
        for setting in settings:
            row = SettingRow.of(setting, self._settings, OF_DEFAULT)
            row.show_value()
            self.rows[setting.key] = row
            rows.append(row)
            card.add(row)
        self.body.addWidget(head)
        self.body.addWidget(card)
        self._groups.append(SettingGroup(page, group, head, card, tuple(rows)))

    def _setting_changed(self, key: str, value: Value) -> None:
        row = self.rows.get(key)
        if row is not None:
            row.show_value()
        if key == "memory.threshold":
            self._limit_target()
        if any(one.setting.master == key for one in self.rows.values()):
            self._filter(self.search.text())
        if key == "sampling.output" and isinstance(field := self.rows["sampling.form"].field, FormField):
            field.show_kind(self._settings.text("sampling.output"))
            field.recheck()

    def _limit_target(self) -> None:
        """Compacting ends well below where it starts: what is set above that shows as what it comes to."""
        row = self.rows["memory.target"]
        assert isinstance(row.field, ShareField)
        most = self._settings.number("memory.threshold") - APART
        row.field.set_high(min(most, row.setting.maximum or most))
        row.show_value()

    def _ask_engine(self, field: FormField, text: str) -> None:
        output = self._settings.text("sampling.output")
        if self._check is not None and output in ("schema", "grammar"):
            self._check(output, text, lambda problem: field.show_verdict(text, problem))

    def leave_out(self, keys: Iterable[str]) -> None:
        """Show all but these settings, which have no effect on this computer."""
        self._absent = frozenset(keys)
        self._filter(self.search.text())

    def show_choice(self, choice: LoadChoice | None) -> None:
        """Say what "automatic" came to for the model in use."""
        show_choice({key: row.field for key, row in self.rows.items()}, choice)

    @property
    def section(self) -> str:
        """The section shown while nothing is searched."""
        return self._section

    def leave_search(self) -> bool:
        """End a search; whether there was one."""
        searched = bool(self.search.text())
        self.search.clear()
        return searched

    def show_section(self, page: str) -> None:
        """Show a section from its beginning; a search ends."""
        self._section = page
        blocked = self.search.blockSignals(True)
        self.search.clear()
        self.search.blockSignals(blocked)
        self._filter("")
        self.area.verticalScrollBar().setValue(0)

    def _filter(self, text: str) -> None:
        words = text.lower().split()
        any_shown = False
        for group in self._groups:
            some = False
            for row in group.rows:
                applies = self._settings.applies(row.setting.key)
                shown = row.matches(words) if words else applies and group.page == self._section
                shown &= row.setting.key not in self._absent
                row.setVisible(shown)
                row.show_reason("" if applies else self._reason(row))
                some |= shown
            group.show(some, whole=bool(words))
            any_shown |= some
        self._none.setVisible(not any_shown)
        self.sections.show_section("" if words else self._section)

    def _reason(self, row: SettingRow) -> str:
        master = self.rows[row.setting.master]
        if not self._settings.applies(master.setting.key):
            return self._reason(master)  # the first that has to be changed
        if isinstance(master.setting.default, bool):
            text = translate("Settings", "Turn on “{label}” to use this.")
        elif row.setting.above is not None:
            text = translate("Settings", "Increase “{label}” to use this.")
        else:
            text = translate("Settings", "Change “{label}” to use this.")
        return text.format(label=master.label)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()

    def _make_room(self) -> None:
        beside = self.width() >= BESIDE
        self.sections.setVisible(beside)
        self.sections.box.setVisible(not beside)
        column = self.layout()
        if column is not None:
            column.activate()  # before it is painted with the room of what was there
