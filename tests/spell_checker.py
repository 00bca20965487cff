"""A spell checker with a few words, for tests."""

from __future__ import annotations

from collections.abc import Sequence


class WordList:
    """Knows ``words``; suggests those of them that begin alike.

    Attributes:
        asked: every word that was checked, in order.
        used: the dictionaries in use.
    """

    def __init__(self, *words: str, there: Sequence[str] = ("en_US",)) -> None:
        self.words = set(words)
        self.asked: list[str] = []
        self.there: Sequence[str] = there
        self.used: list[str] = []

    def use(self, tags: Sequence[str]) -> None:
        self.used = list(tags)

    def check(self, word: str) -> bool:
        self.asked.append(word)
        return word in self.words or word.lower() in self.words

    def suggest(self, word: str) -> list[str]:
        return sorted(known for known in self.words if known[0] == word[0])
