"""Deletes chats for good that no list shows, a few at a time: what else waits for the store comes between."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from app.core.store import Store
from app.services.background import Ops

SLICE = 10  # chats

Over = Callable[[Sequence[str], Exception | None], None]


def delete_hidden(store: Store, ops: Ops, ids: Sequence[str], over: Over) -> None:
    """Delete hidden chats. ``over`` gets those that went, and what kept the others from it (None: all went); these stay
    hidden, and go at the next start.
    """
    gone: list[str] = []

    def delete(left: Sequence[str]) -> None:
        if not left:
            over(gone, None)
            return
        part, rest = left[:SLICE], left[SLICE:]

        def done(_: None) -> None:
            gone.extend(part)
            delete(rest)

        ops.store(lambda: store.delete_hidden(part), done, lambda problem: over(gone, problem))

    delete(ids)
