"""How sentences and names that stand in a row are put together in the language of the window."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QLocale


def said_together(*sentences: str) -> str:
    """Sentences one after the other, without those that are empty; no spaces stand between Chinese ones."""
    return ("" if _chinese() else " ").join(filter(None, sentences))


def in_a_row(names: Iterable[str]) -> str:
    """Names with commas between them."""
    return ("、" if _chinese() else ", ").join(names)


def _chinese() -> bool:
    return QLocale().language() is QLocale.Language.Chinese
