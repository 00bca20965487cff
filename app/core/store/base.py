"""What all parts of the store share: one connection, one lock, errors in the person's terms."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from app.core.store.connection import transaction
from app.core.store.errors import told
from app.core.store.indexes import MendingConnection


class Base:
    """Holds the connection; every access takes the lock, so the store may be used from any one thread at a time.

    Attributes:
        facts_lost: how often messages of chats lost the facts that were collected from them, since it was opened.
    """

    def __init__(self, connection: MendingConnection) -> None:
        self._connection = connection
        self._lock = threading.RLock()
        self.facts_lost = 0
        self._deleting = False  # some of what is to be deleted is, and the rest is to follow
        self._wiped = 0  # how often all chats were taken out of sight

    @contextmanager
    def _write(self, *, durable: bool = False) -> Iterator[MendingConnection]:
        with self._lock, told(), transaction(self._connection, durable=durable):
            yield self._connection

    @contextmanager
    def _read(self) -> Iterator[MendingConnection]:
        with self._lock, told():
            yield self._connection

    def _settle_facts(self, db: MendingConnection, chat: str) -> None:
        """Called in the transaction in which messages of a chat lost the facts that were collected from them."""
