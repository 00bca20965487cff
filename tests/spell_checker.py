"""A spell checker with a few words, for tests."""

from __future__ import annotations


class WordList:
    """Knows ``words``; suggests those of them that begin alike. ``asked``: every word that was checked, in order."""

    def __init__(self, *words: str) -> None:
        self.words = set(words)
        self.asked: list[str] = []

    def check(self, word: str) -> bool:
        self.asked.append(word)
        return word in self.words or word.lower() in self.words

    def suggest(self, word: str) -> list[str]:
        return sorted(known for known in self.words if known[0] == word[0])

    def add(self, word: str) -> None:
        self.words.add(word)
