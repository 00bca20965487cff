"""Spelling as the window sees it: verdicts on words, kept, and what the person says of them."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

from PySide6.QtCore import QLocale, QObject, Signal

from app.core.settings import Settings
from app.core.spelling.system import IN_BACKGROUND
from app.core.spelling.words import FindChecker, SpellChecker, used_dictionaries
from app.services.background import Ops

log = logging.getLogger("spelling")

KEY, LANGUAGES, WORDS = "chat.spelling", "chat.spelling_languages", "chat.spelling_words"
MOST_SUGGESTIONS = 5
MOST_KEPT = 20_000  # verdicts
MOST_OWN = 5000  # words that were added

T = TypeVar("T")


def chosen(setting: str) -> list[str]:
    """The languages that the setting names, none for automatic: "de_DE en_US"."""
    return setting.split()


def _warm_up(checker: SpellChecker, tags: Sequence[str]) -> None:
    """Read the dictionaries."""
    checker.use(tags)
    checker.check("a")


class Spelling(QObject):
    """The checker of the system, where there is one, and the words that the person has added.

    Signals:
        changed: there is a checker now, it was turned on or off, it judges by other dictionaries, or a word counts as
            right from now on, or no longer.

    Attributes:
        available: there is a checker with a dictionary.
        languages: of its dictionaries.
        words: that the person has added, sorted.
    """

    changed = Signal()

    def __init__(
        self,
        settings: Settings,
        ops: Ops,
        find: FindChecker | None,
        parent: QObject | None = None,
        *,
        background: bool = IN_BACKGROUND,
    ) -> None:
        """``find``: looks for a checker; None: there is none. ``background``: it is asked first on another thread."""
        super().__init__(parent)
        self._settings, self._ops, self._find, self._background = settings, ops, find, background
        self._checker: SpellChecker | None = None
        self._warm = False
        self._used: list[str] = []
        self._verdicts: dict[str, bool] = {}
        self._ignored: set[str] = set()
        settings.apply({KEY: lambda _: self._turned(), LANGUAGES: lambda _: self._use(), WORDS: lambda _: self._read()})
        self._own: frozenset[str] = frozenset()
        self._read()

    @property
    def available(self) -> bool:
        return bool(self.languages)

    @property
    def languages(self) -> list[str]:
        return sorted(self._checker.there) if self._checker is not None else []

    @property
    def words(self) -> list[str]:
        return sorted(self._own, key=str.casefold)

    @property
    def active(self) -> bool:
        """Words can be checked, and the person wants it."""
        return self._warm and bool(self._used) and self._settings.flag(KEY)

    def start(self) -> None:
        """Look for a checker."""
        if self._find is not None:
            self._work(self._find, self._found)

    def _work(self, work: Callable[[], T], then: Callable[[T], None]) -> None:
        if self._background:
            self._ops.run(work, then)
        else:
            then(work())

    def _found(self, checker: SpellChecker | None) -> None:
        self._checker = checker
        self._use()

    def _use(self) -> None:
        """Judge by the dictionaries that the person has chosen, or that suit the system."""
        if self._checker is None:
            return
        choice = self._settings.text("appearance.language")
        self._used = used_dictionaries(chosen(self._settings.text(LANGUAGES)), wanted(choice), self._checker.there)
        self._warm = False
        self._verdicts.clear()
        self.changed.emit()
        self._turned()

    def _turned(self) -> None:
        """Reading dictionaries takes a while: the first word is checked before any other, once it is wanted."""
        if self._warm or self._checker is None or not self._used or not self._settings.flag(KEY):
            self.changed.emit()
        else:
            used = list(self._used)
            self._work(partial(_warm_up, self._checker, used), lambda _: self._warmed(used))

    def _warmed(self, used: list[str]) -> None:
        if used == self._used:  # else others were chosen meanwhile
            self._warm = True
            self.changed.emit()

    def _read(self) -> None:
        self._own = frozenset(self._settings.text(WORDS).split("\n")) - {""}
        self.changed.emit()

    def known(self, word: str) -> bool | None:
        """Whether the word is right; None: it was not checked yet."""
        return True if self._accepted(word) else self._verdicts.get(word)

    def _accepted(self, word: str) -> bool:
        return word in self._ignored or word in self._own or word.lower() in self._own

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
        """The word is right, for good; nothing changes where there are too many words already."""
        if len(self._own) < MOST_OWN:
            self._settings.set(WORDS, "\n".join(sorted(self._own | {word})))

    def remove(self, word: str) -> None:
        """A word that was added is judged by the dictionaries again."""
        self._settings.set(WORDS, "\n".join(sorted(self._own - {word})))

    def wipe(self) -> None:
        """Forget all words that were added or ignored."""
        self._ignored.clear()
        self._settings.set(WORDS, "")
        self.changed.emit()

    def ignore(self, word: str) -> None:
        """The word is right, until the program ends."""
        self._ignored.add(word)
        self.changed.emit()


def wanted(choice: str) -> list[str]:
    """The languages that the person writes in, as the interface (``choice``, or "system") and the system say."""
    return list(dict.fromkeys([*([] if choice == "system" else [choice]), *QLocale.system().uiLanguages()]))
