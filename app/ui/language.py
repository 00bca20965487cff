"""The language of the window: its catalogue, Qt's own words, and how numbers and dates are written.

Text of the window is wrapped where it stands: ``translate("Context", "text")``. What comes from below (services, core,
engine) are codes; :mod:`app.ui.sentences` has their words. See docs/TRANSLATING.md.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from app.core.scopes import Setting
from app.core.settings import LANGUAGES as LANGUAGES
from app.ui.theme.tokens import resource_path

log = logging.getLogger("language")

PLACES = {
    "en": QLocale(QLocale.Language.English, QLocale.Country.UnitedStates),
    **{name: QLocale(f"{name}_{name.upper()}") for name in ("de", "fr", "es")},
    "zh": QLocale("zh_CN"),
}

# what is written on the keys there; Qt has "Control+Mayúsculas", "Retorno" and "Borrar"
KEYS = {
    "es": {"Ctrl": "Ctrl", "Shift": "Mayús", "Return": "Intro", "Enter": "Intro", "Del": "Supr", "Delete": "Supr",
           "Backspace": "Retroceso", "Esc": "Esc", "Escape": "Esc", "Tab": "Tab"},
}  # fmt: skip

_installed: list[QTranslator] = []
_language = "en"

translate = QCoreApplication.translate


class _Keys(QTranslator):
    """Names of keys, in place of Qt's."""

    def __init__(self, names: Mapping[str, str], parent: QCoreApplication) -> None:
        super().__init__(parent)
        self._names = names

    def isEmpty(self) -> bool:
        return False

    def translate(self, context: str, source: str, disambiguation: str | None = None, n: int = -1) -> str:
        # None: no text of ours; "" would be taken as its text
        return self._names.get(source) if context == "QShortcut" else None  # type: ignore[return-value]


def of_setting(text: str) -> str:
    """What a setting declares (label, help, page, unit) in the language of the window."""
    return translate("Setting", text) if text else ""


def of_choice(setting: Setting, choice: str) -> str:
    """One of the choices of a setting, in words; a name such as q8_0 stays as it is."""
    if not setting.labels:
        return choice
    label = setting.labels[setting.choices.index(choice)]
    if not label:
        return choice
    return label if label in LANGUAGES.values() else translate("Choice", label)


def chosen(choice: str) -> str:
    """The language for a setting of ``system`` or one of :data:`LANGUAGES`."""
    if choice in LANGUAGES:
        return choice
    tags = QLocale.system().uiLanguages()
    chinese = next((tag for tag in tags if tag.split("-")[0] == "zh"), "")  # the one that is wanted first
    other = QLocale(chinese).script() is QLocale.Script.TraditionalHanScript  # ours is simplified
    spoken_here = [tag.split("-")[0] for tag in tags]
    return next((name for name in spoken_here if name in LANGUAGES and not (other and name == "zh")), "en")


def language() -> str:
    """What the window speaks now."""
    return _language


def install(app: QCoreApplication, choice: str = "en", folder: Path | None = None) -> str:
    """Speak the language of the setting ``choice`` from now on; text that stands already stays as it is.

    ``folder``: of the ``.qm`` files. Numbers and dates are written the way of the system where it speaks that language,
    else the way of the language. Without a catalogue the window speaks English; that is logged, never fatal.
    """
    global _language
    for translator in _installed:
        app.removeTranslator(translator)
    _installed.clear()
    name = chosen(choice)
    _language = name
    here = QLocale.system()
    same = choice not in LANGUAGES and here.name().split("_")[0] == name
    QLocale.setDefault(here if same else PLACES[name])
    places = [(f"longthread_{name}", str(folder or resource_path("translations")))]
    if name != "en":
        places.append((f"qtbase_{PLACES[name].name()}", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)))
    for file, place in places:
        translator = QTranslator(app)
        if translator.load(file, place):
            app.installTranslator(translator)
            _installed.append(translator)
        else:
            log.warning("no catalogue %s in %s", file, place)
    if name in KEYS:
        keys = _Keys(KEYS[name], app)
        app.installTranslator(keys)
        _installed.append(keys)
    return name
