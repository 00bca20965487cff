"""What texts say, in English, so that tests can ask for what a person reads."""

from __future__ import annotations

from app.core.texts import Text, english
from app.core.work_values import Notice


def said(text: Text | str | None) -> str:
    """What happened."""
    return text if isinstance(text, str) else english.sentence(text)


def advised(text: Text | str | None) -> str:
    """What to do about it."""
    return "" if isinstance(text, str) else english.hint(text)


def hint_of(notice: Notice) -> str:
    """What a notice says below its first line."""
    return f"{advised(notice.text)} {said(notice.hint)}".strip()
