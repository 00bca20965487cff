"""The server's sessions, open and saved: found by what a client sends, as clients know of none.

A client sends its whole conversation each time. The session that holds the longest beginning of it goes on; where the
conversation parts from it before its end, a copy of the beginning does, and the session stays as it is.
"""

from __future__ import annotations

import logging
import secrets
import shutil
import time
from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from engine.chat.token_log import TokenLog
from engine.errors import BadSnapshot, DiskFull
from engine.files import replacing
from engine.protocol import UNREADABLE
from engine.server.turns import chain_of_spans

log = logging.getLogger("engine.server.sessions")

ABOUT = "session.json"
MOST = 64  # sessions that are kept; each may be a long conversation
CHUNKS = "pieces"


class About(msgspec.Struct, omit_defaults=True):
    """What a session's folder says of it. ``root``: the digest of how it begins; times in seconds since 1970."""

    root: str
    model: str = ""
    created: float = 0.0
    used: float = 0.0
    name: str = ""
    parent: str = ""
    raw: bool = False


class ServedEntry:
    """A session, open or saved.

    Attributes:
        chain: a hash for each of its messages.
        ends_with: the role of the last one.
        tokens: of its log.
        busy: a request is at work on it.
    """

    def __init__(self, session_id: str, folder: Path, about: About) -> None:
        self.id, self.folder, self.about = session_id, folder, about
        self.chain: list[str] = []
        self.ends_with = ""
        self.tokens = 0
        self.busy = False

    def learn(self, token_log: TokenLog) -> None:
        """Take over what its token log says."""
        self.chain = chain_of_spans(self.about.root, token_log.spans)
        self.ends_with = token_log.spans[-1].role if self.chain else ""
        self.tokens = len(token_log)

    def note(self) -> None:
        """Write down when it was used. On a full disk it is served all the same, and is gone after a restart."""
        self.about.used = time.time()
        try:
            with replacing(self.folder / ABOUT) as file:
                file.write(msgspec.json.encode(self.about))
        except DiskFull as error:
            log.warning("a session is not saved: %s", error)


class ServedSessions:
    """All sessions in ``folder``. For the engine's thread alone."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.chunks = folder / CHUNKS
        self._entries: dict[str, ServedEntry] = {}
        self._load()

    def _load(self) -> None:
        for about in sorted(self.folder.glob(f"*/{ABOUT}")):
            try:
                entry = ServedEntry(
                    about.parent.name, about.parent, msgspec.json.decode(about.read_bytes(), type=About)
                )
                saved = TokenLog.load(about.parent)
            except (OSError, BadSnapshot, *UNREADABLE) as error:
                log.warning("a saved session cannot be used: %s", error)
                continue
            if saved is not None:
                entry.learn(saved)
                self._entries[entry.id] = entry

    def __len__(self) -> int:
        return len(self._entries)

    def all(self) -> list[ServedEntry]:
        """All of them, the one used last first."""
        return sorted(self._entries.values(), key=lambda entry: -entry.about.used)

    def get(self, session_id: str) -> ServedEntry | None:
        return self._entries.get(session_id)

    def longest(self, chain: Sequence[str]) -> tuple[ServedEntry | None, int]:
        """The session that holds the most of the messages of ``chain``, and how many; None: none holds any.

        Of several the one that nothing is done with and that holds nothing else; then the one used last.
        """
        best: ServedEntry | None = None
        rank: tuple[int, bool, int, float] = (0, False, 0, 0.0)
        for entry in self._entries.values():
            n = common(entry.chain, chain)
            mine = (n, not entry.busy, n - len(entry.chain), entry.about.used)
            if n and (best is None or mine > rank):
                best, rank = entry, mine
        return best, rank[0]

    def raw(self, root: str) -> ServedEntry | None:
        """A session of plain text that nothing is done with."""
        found = (entry for entry in self.all() if entry.about.raw and entry.about.root == root and not entry.busy)
        return next(found, None)

    def new(self, about: About) -> ServedEntry:
        """A new session, with a folder of its own."""
        session_id = secrets.token_hex(8)
        folder = self.folder / session_id
        about.created = time.time()
        entry = ServedEntry(session_id, folder, about)
        entry.note()
        self._entries[session_id] = entry
        return entry

    def remove(self, session_id: str) -> None:
        """Forget a session and delete its folder; what its snapshots list is for the store to drop before."""
        entry = self._entries.pop(session_id)
        shutil.rmtree(entry.folder, ignore_errors=True)

    def too_many(self) -> Iterable[ServedEntry]:
        """Those used longest ago of more than there may be; of those used at the same time, the older ones."""
        idle = sorted((entry for entry in self._entries.values() if not entry.busy), key=lambda one: one.about.used)
        return idle[: max(0, len(self._entries) - MOST)]


def common(one: Sequence[str], other: Sequence[str]) -> int:
    """How many of the first hashes of two chains are the same; each stands for all before it."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[middle - 1] == other[middle - 1]:
            low = middle
        else:
            high = middle - 1
    return low
