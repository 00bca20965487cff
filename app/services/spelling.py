"""Spelling as the window sees it: verdicts on words, kept, and what the person says of them."""

from __future__ import annotations

import logging
from functools import partial

from PySide6.QtCore import QLocale, QObject, Signal

from app.core.settings import Settings
from app.core.spelling.words import FindChecker, SpellChecker
from app.services.background import Ops

log = logging.getLogger("spelling")

KEY = "chat.spelling"
MOST_SUGGESTIONS = 5
MOST_KEPT = 20_000  # verdicts


class Spelling(QObject):
    """The checker of the system, where there is one.

    Signals:
        changed: there is a checker now, it was turned on or off, or a word counts as right from now on.

    Attributes:
        available: there is a checker.
    """

    changed = Signal()

    def __init__(self, settings: Settings, ops: Ops, find: FindChecker | None, parent: QObject | None = None) -> None:
        """``find``: looks for a checker; None: there is none."""
        super().__init__(parent)
        self._settings, self._ops, self._find = settings, ops, find
        self._checker: SpellChecker | None = None
        self._warm = False
        self._verdicts: dict[str, bool] = {}
        self._ignored: set[str] = set()
        settings.apply({KEY: lambda _: self._turned()})

    @property
    def available(self) -> bool:
        return self._checker is not None

    @property
    def active(self) -> bool:
        """Words can be checked, and the person wants it."""
        return self._warm and self._settings.flag(KEY)

    def start(self) -> None:
        """Look for a checker, in the background."""
        if self._find is not None:
            self._ops.run(partial(self._find, wanted(self._settings.text("appearance.language"))), self._found)

    def _found(self, checker: SpellChecker | None) -> None:
        self._checker = checker
        if checker is not None:
            self._turned()
            self.changed.emit()

    def _turned(self) -> None:
        """Reading dictionaries takes a while: the first word is checked in the background, once it is wanted."""
        if self._warm or self._checker is None or not self._settings.flag(KEY):
            self.changed.emit()
        else:
            self._ops.run(partial(self._checker.check, "a"), lambda _: self._warmed())

    def _warmed(self) -> None:
        self._warm = True
        self.changed.emit()

    def known(self, word: str) -> bool | None:
        """Whether the word is right; None: it was not checked yet."""
        return True if word in self._ignored else self._verdicts.get(word)

    def check(self, word: str) -> bool:
        """Whether the word is right."""
        if (known := self.known(word)) is not None:
            return known
        if not self.active or self._checker is None:
            return True
        if len(self._verdicts) >= MOST_KEPT:
            self._verdicts.clear()
        return self._verdicts.setdefault(word, self._checker.check(word))

    def suggest(self, word: str) -> list[str]:
        """A few words that may be meant."""
        return self._checker.suggest(word)[:MOST_SUGGESTIONS] if self.active and self._checker is not None else []

    def add(self, word: str) -> None:
        """The word is right, for good."""
        if self._checker is not None:
            self._checker.add(word)
        self.ignore(word)

    def ignore(self, word: str) -> None:
        """The word is right, until the program ends."""
        self._ignored.add(word)
        self.changed.emit()


def wanted(choice: str) -> list[str]:
    """The languages that the person writes in, as the interface (``choice``, or "system") and the system say."""
    return list(dict.fromkeys([*([] if choice == "system" else [choice]), *QLocale.system().uiLanguages()]))
