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
from app.services.chat.deletion import delete_hidden
from app.services.engine_client.process import Engine
from app.services.left_behind import DAY, LAST_START, LOST_PICTURES, TRASH_DAYS
from engine import protocol


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
        engine: Engine,
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
        self._pictures, self._conversations, self._engine = pictures, conversations, engine
        self._unsent = frozenset(unsent)
        self._lost_at, self._lost_pictures, self._purged = lost_at, lost_pictures, purged
        self._doomed: set[Path] = set()  # folders of chats deleted for good, to go once the engine let go of them
        self._going = 0  # folders that are being deleted

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

        def purge(expired: list[str]) -> None:
            delete_hidden(self._store, self._ops, expired, purged)

        def purged(gone: Sequence[str], problem: Exception | None) -> None:
            remove(gone)
            if problem is not None:
                self._ops.pass_on(problem)
            elif self._lost_at:
                self.sweep_pictures()
            else:
                self._ops.store(lambda: self._left_of(folders), left)

        def left(gone: list[str]) -> None:
            remove(gone)
            self.sweep_pictures()

        def remove(gone: Sequence[str]) -> None:
            self._purged(gone)
            for chat_id in gone:
                self._delete(self._paths.chat(chat_id))

        self._ops.store(lambda: self._store.hide_expired(sure - TRASH_DAYS * DAY), purge)

    def _left_of(self, folders: Sequence[str]) -> list[str]:
        """Of these chats, those that there are no more, or that are about to be deleted."""
        known = {chat.id for chat in (*self._store.chats(), *self._store.trashed())} | self._unsent
        return [one for one in folders if one not in known]

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
        self._delete(folder)

    def _delete(self, folder: Path) -> None:
        """Delete the folder of a chat, and with the last of several what its saved states had of the chunks that all
        chats share. Where no engine runs, the next one does that when it saves something.
        """

        def over(_: object) -> None:
            self._going -= 1
            if not self._going and self._engine.running:
                request = protocol.TidySnapshots(id=0, chunks=str(self._paths.pieces))
                self._engine.request(request, lambda event: None)

        self._going += 1
        self._ops.run(partial(shutil.rmtree, folder, ignore_errors=True), over)

    def shutdown(self) -> None:
        """The engine has ended, which might have written to them until now: delete the folders that still wait."""
        for folder in self._doomed:
            shutil.rmtree(folder, ignore_errors=True)
