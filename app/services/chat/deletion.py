"""Deletes chats for good that no list shows, a part at a time: what else waits for the store comes between."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from app.core.store import Store
from app.services.background import Ops

SLICE_S = 0.1  # the store is held for about so long

Over = Callable[[Sequence[str], Exception | None], None]


def delete_hidden(
    store: Store, ops: Ops, ids: Sequence[str], over: Over, progress: Callable[[int], None] = lambda _: None
) -> None:
    """Delete hidden chats. ``over`` gets those that went, and what kept the others from it (None: all went); these stay
    hidden, and go at the next start. ``progress``: gets how many went by now.
    """
    gone: list[str] = []

    def delete(left: Sequence[str]) -> None:
        if not left:
            over(gone, None)
            return

        def done(part: Sequence[str]) -> None:
            gone.extend(part)
            progress(len(gone))
            delete(left[len(part) :])

        ops.store(lambda: store.delete_hidden(left, SLICE_S), done, lambda problem: over(gone, problem))

    delete(ids)
