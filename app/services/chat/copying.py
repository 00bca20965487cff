"""Copies chats a part at a time: what else waits for the store comes between, and no list shows a copy by half."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from app.core.store import Store
from app.core.store.copying import ChatCopy
from app.services.background import Ops
from app.services.chat.deletion import SLICE_S, delete_hidden

Begin = Callable[[float], ChatCopy | None]  # of the store: makes a copy as far as it gets in so many seconds


def copy_chat(
    store: Store, ops: Ops, begin: Begin, done: Callable[[ChatCopy | None], None], long: Callable[[], None]
) -> None:
    """Make a copy. ``done`` gets it once it is whole, None if there is nothing to be copied, and nothing is told of one
    that was deleted meanwhile; ``long``: called if it takes more than a moment.
    """

    def begun(copy: ChatCopy | None) -> None:
        if copy is not None and not copy.whole:
            long()
        go_on(copy)

    def go_on(copy: ChatCopy | None) -> None:
        if copy is None or copy.whole:
            done(copy)
        elif not copy.deleted:
            ops.store(
                lambda: store.go_on_copying(copy, SLICE_S),
                lambda _: go_on(copy),
                lambda problem: give_up(copy, problem),
            )

    def give_up(copy: ChatCopy, problem: Exception) -> None:
        def over(_: Sequence[str], __: Exception | None) -> None:
            ops.pass_on(problem)

        delete_hidden(store, ops, [copy.chat.id], over)

    ops.store(lambda: begin(SLICE_S), begun)
