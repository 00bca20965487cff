"""What a lost or damaged database leaves behind on the disk: pictures and saved states of its chats, which stay for a
while, as they may be all that is left of them."""

from __future__ import annotations

import json
import math
import os
import re
import time
from collections.abc import Mapping
from contextlib import suppress

from app.core.paths import Paths
from app.core.store import LOST_AT, Store, StoreError

TRASH_DAYS = 30
LOST_PICTURES = "store.lost_pictures"  # beside LOST_AT: digests of pictures that the new database did not have then
LAST_START = "window.last_start"
DAY = 86400.0
CHAT_FOLDER = re.compile(r"[0-9a-f]{16,64}")  # names of those that are no chat's are left alone


def chat_folders(paths: Paths) -> list[str]:
    """The names of folders in which the engine keeps what it made of chats."""
    try:
        with os.scandir(paths.chats) as entries:
            return [one.name for one in entries if CHAT_FOLDER.fullmatch(one.name) and one.name != paths.pieces.name]
    except OSError:
        return []


def lost_at(store: Store, paths: Paths, stored: Mapping[str, str]) -> float:
    """When the database began in place of one that was lost or damaged, with pictures or saved states that may be of
    chats which that has; 0: it did not.

    ``stored``: its settings as they lie in it. One that is recovered says so by itself, one that is only new does not.
    """
    now, at = time.time(), _moment(stored, LOST_AT)
    lost = store.damaged is not None or store.copy is not None
    if store.fresh and not lost:
        lost = bool(chat_folders(paths)) or (paths.pictures.is_dir() and any(paths.pictures.iterdir()))
    # a clock that is behind today says nothing of that day, so that the last start has a say as well; after a leap of
    # it nobody knows how long ago that day is, and the time begins anew
    last = _moment(stored, LAST_START)
    ahead = at > max(now, last) + DAY
    leapt = at > 0 and last > 0 and now - last > TRASH_DAYS * DAY
    if ahead or leapt or (lost and not at):
        store.put_setting(LOST_AT, str(now))
        return now
    return at


def _moment(stored: Mapping[str, str], key: str) -> float:
    """A time in the settings; 0 if there is none."""
    try:
        at = float(stored.get(key, "0"))
    except ValueError:
        return 0.0
    return at if math.isfinite(at) else 0.0


def lost_pictures(store: Store, paths: Paths, stored: Mapping[str, str]) -> frozenset[str]:
    """Digests of pictures that may be of chats which only the lost database has: those that nothing in the new one had
    when it was first looked at. Of its own chats' pictures none is among them."""
    with suppress(ValueError, TypeError):
        return frozenset(map(str, json.loads(stored.get(LOST_PICTURES, ""))))
    found = frozenset(picture.stem for picture in paths.pictures.glob("*.png")) - store.picture_digests()
    with suppress(StoreError):  # else it is looked at again
        store.put_setting(LOST_PICTURES, json.dumps(sorted(found)))
    return found
