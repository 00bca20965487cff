"""What chats that are gone leave on the disk, folders of the engine and pictures: deletes it once nothing needs it."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Collection, Sequence
from functools import partial
from pathlib import Path

from app.core.paths import Paths
from app.core.pictures import Pictures
from app.core.settings import Settings
from app.core.store import LOST_AT, Store
from app.services.background import Ops
from app.services.chat.conversations import Conversations
from app.services.left_behind import DAY, LAST_START, LOST_PICTURES, TRASH_DAYS


class ChatRemains:
    """Of chats that a lost database may bring back (:mod:`app.services.left_behind`), all stays for a while."""

    def __init__(
        self,
        paths: Paths,
        store: Store,
        ops: Ops,
        settings: Settings,
        pictures: Pictures,
        conversations: Conversations,
        *,
        unsent: Collection[str],
        lost_at: float,
        lost_pictures: frozenset[str],
        purged: Callable[[Collection[str]], None],
    ) -> None:
        """``unsent``: chats without a row that are to be shown again; ``lost_at``: when a database was lost, 0: none
        was; ``lost_pictures``: digests of those that may be of its chats; ``purged``: gets the chats that were deleted
        because they were in the trash for long."""
        self._paths, self._store, self._ops, self._settings = paths, store, ops, settings
        self._pictures, self._conversations = pictures, conversations
        self._unsent = frozenset(unsent)
        self._lost_at, self._lost_pictures, self._purged = lost_at, lost_pictures, purged
        self._doomed: set[Path] = set()  # folders of chats deleted for good, to go once the engine let go of them

    def tidy(self, folders: Sequence[str]) -> None:
        """Delete what has been in the trash for long, and what an earlier end of the program left.

        ``folders``: those of chats. Some may be of chats that are gone, if the program ended before it deleted them.
        """
        now = time.time()
        # a clock that is wrong once, and far ahead, must not empty the trash: it counts from the next start on
        sure = min(now, self._settings.number(LAST_START) or now)
        self._settings.set(LAST_START, now)
        if self._lost_at and sure - self._lost_at > TRASH_DAYS * DAY:
            self._lost_at = 0.0
            for key in (LOST_AT, LOST_PICTURES):
                self._ops.store(partial(self._store.put_setting, key, None))

        def work() -> list[str]:
            gone = self._store.purge_trash(sure - TRASH_DAYS * DAY)
            return gone if self._lost_at else [*gone, *self._left_of(folders)]

        def remove(gone: list[str]) -> None:
            self._purged(gone)
            for chat_id in dict.fromkeys(gone):
                self._ops.run(partial(shutil.rmtree, self._paths.chat(chat_id), ignore_errors=True))
            self.sweep_pictures()

        self._ops.store(work, remove)

    def _left_of(self, folders: Sequence[str]) -> list[str]:
        """Of these chats, those that there are no more."""
        known = {chat.id for chat in (*self._store.chats(), *self._store.trashed())} | self._unsent
        return [one for one in folders if one not in known and self._store.chat(one) is None]

    def sweep_pictures(self) -> None:
        """Delete pictures that no message has any more. Those of a lost database stay for a while: it may come back."""

        def work() -> None:
            used = set(self._store.picture_digests())
            if self._lost_at:
                used.update(self._lost_pictures)
            self._pictures.sweep(used)

        self._ops.store(work)

    def remove(self, ids: Sequence[str]) -> None:
        """Delete what the engine kept of chats that were deleted for good, once it let go of them."""
        self.sweep_pictures()
        for chat_id in ids:
            folder = self._paths.chat(chat_id)
            self._doomed.add(folder)
            self._conversations.when_closed(chat_id, partial(self._remove_folder, folder))

    def _remove_folder(self, folder: Path) -> None:
        self._doomed.discard(folder)
        self._ops.run(partial(shutil.rmtree, folder, ignore_errors=True))

    def shutdown(self) -> None:
        """The engine has ended, which might have written to them until now: delete the folders that still wait."""
        for folder in self._doomed:
            shutil.rmtree(folder, ignore_errors=True)
