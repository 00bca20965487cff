"""The sentences of codes, in the language of the window: the one place where text from below becomes words.

Their English stands in :mod:`engine.texts` and :mod:`app.core.texts`, one line for each code, from where it goes into
the catalogue. A text of a code that is not known here (of a newer engine, say) is told by its name.
"""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from app.core.texts import EVERYTHING, Sentences, Text
from app.services.wording import said_together
from app.ui.numbers import count, decimal, size

SENTENCE = "Sentence"  # the context in the catalogue

translate = QCoreApplication.translate


class _WindowSentences(Sentences):
    def translated(self, template: str, n: int | None) -> str:
        return translate(SENTENCE, template) if n is None else translate(SENTENCE, template, "", n)

    def together(self, *sentences: str) -> str:
        return said_together(*sentences)

    def number(self, value: float) -> str:
        return count(value) if isinstance(value, int) else decimal(value, 1)

    def size(self, n_bytes: float) -> str:
        return size(n_bytes)

    def memory(self, n_bytes: float) -> str:
        return size(n_bytes)  # the meter and the bars beside such a sentence know one kind of MB


_sentences = _WindowSentences(EVERYTHING)


def sentence(text: Text | str | None) -> str:
    """What happened; "" for nothing. A string stays as it is, unless it is a sentence of before there were codes."""
    if isinstance(text, str):
        return translate(SENTENCE, text) if text else ""
    return _sentences.sentence(text)


def hint(text: Text | str | None) -> str:
    """What to do about it (may be empty)."""
    return "" if isinstance(text, str) else _sentences.hint(text)


def whole(text: Text | None) -> str:
    """What happened, and what to do about it."""
    return _sentences.whole(text)
