"""The language of the window: its catalogue, Qt's own words, and how numbers and dates are written.

Text of the window is wrapped where it stands: ``translate("Context", "text")``. Text that comes from below (services,
core, engine) is English; :func:`spoken` says it in the language of the window. See docs/TRANSLATING.md.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from app.ui.theme.tokens import resource_path

log = logging.getLogger("language")

LANGUAGES = {"en": "English", "de": "Deutsch"}
PLACES = {"en": QLocale(QLocale.Language.English, QLocale.Country.UnitedStates), "de": QLocale("de_DE")}
SENTENCE = "Sentence"  # the context of text that comes from below
# a number as sentences below write it (:,), alone or with a unit; digits without marks may be a name or a version
NUMBER = re.compile(r"[+-]?(\d{1,3}(,\d{3})+(\.\d+)?|\d+\.\d+)(?=$| [^\s.]+$)")

_installed: list[QTranslator] = []
_language = "en"

translate = QCoreApplication.translate


def of_setting(text: str) -> str:
    """What a setting declares (label, help, page, unit) in the language of the window."""
    return translate("Setting", text) if text else ""


def of_choice(choice: str) -> str:
    """One of the choices of a setting, in words; a name such as q8_0 stays as it is."""
    if choice in LANGUAGES:
        return LANGUAGES[choice]
    if choice == "json":
        return "JSON"
    said = translate("Choice", choice)
    return choice.capitalize() if said == choice and choice.isalpha() else said


def chosen(choice: str) -> str:
    """The language for a setting of ``system``, ``en`` or ``de``."""
    if choice in LANGUAGES:
        return choice
    spoken_here = [tag.split("-")[0] for tag in QLocale.system().uiLanguages()]
    return next((language for language in spoken_here if language in LANGUAGES), "en")


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
        places.append((f"qtbase_{name}", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)))
    for file, place in places:
        translator = QTranslator(app)
        if translator.load(file, place):
            app.installTranslator(translator)
            _installed.append(translator)
        else:
            log.warning("no catalogue %s in %s", file, place)
    _patterns.cache_clear()
    return name


# text from below ------------------------------------------------------------------


def spoken(text: str) -> str:
    """Text from the services, the core or the engine in the language of the window.

    Their sentences are in the catalogue with the names of what changes, as in ``"{name} is a folder"``; a text is said
    anew when it is one of these with something in each of its places. What is there is spoken, too, as it may be a
    sentence itself. Several sentences are said one by one. Text that the catalogue does not know stays as it is.
    """
    if not text or text.isspace():
        return text
    said = translate(SENTENCE, text)
    if said != text or _language == "en":
        return said
    if number := NUMBER.match(text):
        return written(number[0]) + text[number.end() :]
    parts = re.split(r"(?<=[.…]) (?=[A-Z“])", text)
    runs = list(_runs(parts)) if len(parts) > 1 else []
    anew = [new for _, new in runs]
    if runs and all(new != old for old, new in runs):
        return " ".join(anew)
    for pattern, source in _patterns():
        if found := pattern.fullmatch(text):
            values = {name: spoken(value) for name, value in found.groupdict().items()}
            return translate(SENTENCE, source).format(**values)
    return " ".join(anew) if anew else text


def _runs(parts: list[str]) -> Iterator[tuple[str, str]]:
    """Sentences, and what they are in the language; those that the catalogue knows together stay together."""
    at = 0
    while at < len(parts):
        ends = range(min(len(parts), at + len(parts) - 1), at + 1, -1)
        known = (end for end in ends if translate(SENTENCE, run := " ".join(parts[at:end])) != run)
        end = next(known, at + 1)
        run = " ".join(parts[at:end])
        yield run, translate(SENTENCE, run) if end > at + 1 else spoken(run)
        at = end


def written(number: str) -> str:
    """ "1,234.5" the way of the language."""
    digits = number.replace(",", "")
    decimals = len(digits.partition(".")[2])
    return QLocale().toString(float(digits), "f", decimals)


def pattern_of(source: str) -> re.Pattern[str]:
    """What texts made from a sentence look like."""
    parts = re.split(r"\{(\w+)\}", source.replace("{{", "\0").replace("}}", "\1"))
    made = "".join(
        f"(?P<{part}>.+?)" if at % 2 else re.escape(part.replace("\0", "{").replace("\1", "}"))
        for at, part in enumerate(parts)
    )
    return re.compile(made, re.DOTALL)


@cache
def _patterns() -> list[tuple[re.Pattern[str], str]]:
    """The sentences of the catalogue that have places to fill; the ones that say most come first."""
    try:
        tree = ElementTree.parse(resource_path("translations", f"longthread_{_language}.ts"))
    except (OSError, ElementTree.ParseError) as problem:
        log.warning("the sentences from below stay English: %s", problem)
        return []
    fixed: Callable[[str], int] = lambda source: len(re.sub(r"\{\w+\}", "", source))  # noqa: E731
    sources = [
        message.findtext("source", "")
        for context in tree.iter("context")
        if context.findtext("name") == SENTENCE
        for message in context.iter("message")
    ]
    sources = sorted((source for source in sources if re.search(r"\{\w+\}", source)), key=fixed, reverse=True)
    return [(pattern_of(source), source) for source in sources]
