"""Titles of chats that are made out of others. The word comes first, as the list of chats cuts the end off."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

translate = QCoreApplication.translate


def branch_of(title: str) -> str:
    """The title of a chat that goes on from a message of the chat ``title``."""
    return _named(translate("Chats", "Branch of {title}"), title)


def copy_of(title: str) -> str:
    """The title of a copy of the chat ``title``."""
    return _named(translate("Chats", "Copy of {title}"), title)


def _named(pattern: str, title: str) -> str:
    """``title`` in ``pattern``, in place of any such word that it has already; an empty one stays empty."""
    words = (translate("Chats", "Branch of {title}"), translate("Chats", "Copy of {title}"))
    ends = [(head, tail) for head, _, tail in (word.partition("{title}") for word in words)]
    bare, before = title, ""
    while bare != before:
        before = bare
        for head, tail in ends:
            if len(bare) > len(head) + len(tail) and bare.startswith(head) and bare.endswith(tail):
                bare = bare[len(head) : len(bare) - len(tail)]
    return pattern.format(title=bare) if bare else ""
