"""Secrets in the system's own store, and nowhere else; where there is none, for as long as the program runs."""

from __future__ import annotations

import contextlib
import logging
import threading
import time
from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from app.services.background import Ops

log = logging.getLogger("secrets")

SERVICE = "Longthread"
HUB_TOKEN = "huggingface-token"
SERVER_KEY = "local-server-key"
# after the system did not give a secret: it may ask the person to unlock its store, and each search of the hub asks
ASK_AGAIN_S = {HUB_TOKEN: 300.0}


class Secrets(QObject):
    """Reads and writes secrets on another thread: the system may ask for a password first.

    Signals:
        changed(str): the secret of that name is another one now.

    Attributes:
        lasting: whether the secret that was set last is kept after the end of the program.
    """

    changed = Signal(str)

    def __init__(self, ops: Ops, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._ops = ops
        self._held: dict[str, str] = {}
        self._unread: dict[str, float] = {}  # when the system did not say whether there is a secret of that name
        self._writing = threading.Lock()
        self.lasting = True

    def get(self, name: str, then: Callable[[str], None]) -> None:
        """Call ``then`` with the secret, "" if there is none, or it cannot be read now: then it is asked for again,
        but after :data:`ASK_AGAIN_S`.
        """
        if name in self._held:
            then(self._held[name])
            return
        asked = self._unread.get(name)
        if asked is not None and time.monotonic() - asked < ASK_AGAIN_S.get(name, 0.0):
            then("")
            return

        def got(value: str | None) -> None:
            if value is None and name not in self._held:
                self._unread[name] = time.monotonic()
                then("")
                return
            self._unread.pop(name, None)
            then(self._held.setdefault(name, value or ""))  # another one may have been set while the system was asked

        self._ops.outside(lambda: _read(name), got)

    def set(self, name: str, value: str, then: Callable[[bool], None] = lambda _lasting: None) -> None:
        """Keep ``value`` ("": forget it); ``then`` is told whether that will outlast the program."""
        value = value.strip()
        self._held[name] = value
        self._unread.pop(name, None)

        def kept(lasting: bool) -> None:
            if value:
                self.lasting = lasting
            self.changed.emit(name)
            then(lasting)

        def write() -> bool:
            with self._writing:  # one at a time, and what was set last: two threads would write in any order
                return _write(name, self._held[name])

        self._ops.outside(write, kept)

    def set_new(self, name: str, value: str, then: Callable[[bool], None]) -> None:
        """As :meth:`set` where :meth:`get` gave none; one that is only locked away now is not written over."""
        if name not in self._unread:
            self.set(name, value, then)
            return
        self._unread.pop(name, None)
        self._held[name], self.lasting = value, False
        self.changed.emit(name)
        then(False)


def _read(name: str) -> str | None:
    """The secret, "" if there is none, or no store; None: the system's store does not give it now."""
    try:
        import keyring  # looks for the system's store when imported, which takes a while
        from keyring.errors import NoKeyringError

        with contextlib.suppress(NoKeyringError):
            return keyring.get_password(SERVICE, name) or ""
        return ""
    except BaseException as problem:  # stores are of many makers, and whoever asked waits for an answer
        log.info("no secret store: %s", type(problem).__name__)
        return None


def _write(name: str, value: str) -> bool:
    try:
        import keyring
        from keyring.errors import NoKeyringError, PasswordDeleteError

        if value:
            keyring.set_password(SERVICE, name, value)
        else:
            with contextlib.suppress(NoKeyringError):
                try:
                    keyring.delete_password(SERVICE, name)
                except PasswordDeleteError:  # there was none, or the system keeps it
                    return keyring.get_password(SERVICE, name) is None
    except BaseException as problem:
        log.warning("a secret could not be kept: %s", type(problem).__name__)
        return False
    return True
