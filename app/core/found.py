"""What a search in all chats found."""

from __future__ import annotations

import msgspec

from app.core.chat_values import Chat

Spans = tuple[tuple[int, int], ...]


class SearchHit(msgspec.Struct, frozen=True):
    """A chat that a search found.

    ``message``: id of the message that fits best, "" if only the title does; ``snippet``: the place in it.
    ``title_spans`` and ``snippet_spans``: where the words stand, ``[start, end)`` in characters.
    """

    chat: Chat
    message: str = ""
    snippet: str = ""
    title_spans: Spans = ()
    snippet_spans: Spans = ()


class SearchPlaces(msgspec.Struct, frozen=True):
    """The messages of a chat that a search found, oldest first, each a hit of its own; ``more``: there are others."""

    chat: str
    hits: tuple[SearchHit, ...] = ()
    more: bool = False
