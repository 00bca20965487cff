"""Deleting all chats: they are out of sight at once, and go a part at a time, also after the end of the program."""

from __future__ import annotations

from app.core.store.chats import HIDDEN, ChatOps

_WIPING = "store.wiping"  # row of the table of settings, for as long as text of what was deleted may be in the files


class WipingOps(ChatOps):
    """Operations around ``delete_hidden`` where all chats go."""

    def begin_wiping(self) -> tuple[list[str], list[str]]:
        """Take all chats out of sight for ``delete_hidden``, those in the trash too, and delete all folders; the ids of
        the chats, and of the folders. They cannot come back.
        """
        with self._write() as db:
            db.execute("INSERT OR REPLACE INTO setting VALUES (?, '1')", (_WIPING,))
            db.execute("UPDATE chat SET trashed_at = ? WHERE trashed_at IS NOT ?", (HIDDEN, HIDDEN))
            chats = [row[0] for row in db.execute("SELECT id FROM chat WHERE trashed_at = ?", (HIDDEN,))]
            folders = [row[0] for row in db.execute("SELECT id FROM folder")]
            db.execute("DELETE FROM folder")
        self._wiped += 1  # what is being copied is of those chats
        return chats, folders

    def is_wiping(self) -> bool:
        """Whether all chats were being deleted when the program ended, so that copies of the file may hold them yet."""
        with self._read() as db:
            return db.execute("SELECT 1 FROM setting WHERE key = ?", (_WIPING,)).fetchone() is not None

    def end_wiping(self) -> None:
        """Nothing of what was deleted is in any file any more."""
        with self._write() as db:
            db.execute("DELETE FROM setting WHERE key = ?", (_WIPING,))
