"""A choice of languages among those there are, several at once; none of them is automatic."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QCoreApplication, QLocale
from PySide6.QtWidgets import QMenu

from app.core.scopes import Setting, Value
from app.services.wording import in_a_row
from app.ui.language import of_setting
from app.ui.settings.menu_field import MenuButtonField

translate = QCoreApplication.translate


def names_of(tags: Sequence[str]) -> dict[str, str]:
    """Each of ``tags`` ("de_DE") in its own language, with the country or the tag where two have the same name."""
    places = {tag: QLocale(tag.replace("-", "_")) for tag in tags}
    names = {}
    for tag, place in places.items():
        name = place.nativeLanguageName() if place.language() is not QLocale.Language.C else ""
        names[tag] = name[:1].upper() + name[1:] or tag
    words = translate("Languages", "{language} ({country})")
    often = Counter(names.values())
    for tag, name in names.items():
        if often[name] > 1:
            names[tag] = words.format(language=name, country=places[tag].nativeTerritoryName() or tag)
    often = Counter(names.values())
    return {tag: name if often[name] == 1 else f"{name} ({tag})" for tag, name in names.items()}


def _letters(name: str) -> str:
    """What a name is sorted by: without the dots of "Ö"."""
    return unicodedata.normalize("NFKD", name).casefold()


class LanguagesField(MenuButtonField):
    """The value names tags, with spaces between them."""

    def __init__(self, setting: Setting) -> None:
        super().__init__()
        self._label = of_setting(setting.label)
        self._there: dict[str, str] = {}
        self._chosen: list[str] = []
        self._show()

    def show_there(self, tags: Sequence[str]) -> None:
        """The languages that can be chosen."""
        self._there = names_of(tags)
        self._show()

    def show_value(self, value: Value) -> None:
        self._chosen = str(value).split()
        self._show()

    def _show(self) -> None:
        names = [self._there[tag] for tag in self._chosen if tag in self._there]
        if not names:
            words = translate("Languages", "Automatic")
        elif len(names) <= 2:
            words = in_a_row(names)
        else:
            words = translate("Languages", "%Ln language(s)", "", len(names))
        self.say(self._label, words)

    def menu(self) -> QMenu:
        """Automatic, and each language that is there."""
        menu = QMenu(self)
        used = [tag for tag in self._chosen if tag in self._there]
        automatic = menu.addAction(translate("Languages", "Automatic"), lambda: self._tell([]))
        automatic.setCheckable(True)
        automatic.setChecked(not used)
        menu.addSeparator()
        for tag, name in sorted(self._there.items(), key=lambda item: _letters(item[1])):
            action = menu.addAction(name.replace("&", "&&"), partial(self._toggle, tag))
            action.setCheckable(True)
            action.setChecked(tag in used)
        return menu

    def _toggle(self, tag: str) -> None:
        used = [one for one in self._chosen if one in self._there]
        self._tell([one for one in used if one != tag] if tag in used else [*used, tag])

    def _tell(self, tags: list[str]) -> None:
        self._chosen = tags
        self._show()
        self.changed.emit(" ".join(tags))
