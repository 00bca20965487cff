"""Secrets in the system's own store, and nowhere else; where there is none, for as long as the program runs."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from app.services.background import Ops

log = logging.getLogger("secrets")

SERVICE = "Longthread"
HUB_TOKEN = "huggingface-token"
SERVER_KEY = "local-server-key"


class Secrets(QObject):
    """Reads and writes secrets on another thread: the system may ask for a password first.

    Signals:
        changed(str): the secret of that name is another one now.

    Attributes:
        lasting: whether what was set last is kept after the end of the program.
    """

    changed = Signal(str)

    def __init__(self, ops: Ops, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._ops = ops
        self._held: dict[str, str] = {}
        self.lasting = True

    def get(self, name: str, then: Callable[[str], None]) -> None:
        """Call ``then`` with the secret, "" if there is none."""
        if name in self._held:
            then(self._held[name])
            return

        def got(value: str) -> None:
            then(self._held.setdefault(name, value))  # another one may have been set while the system was asked

        self._ops.run(lambda: _read(name), got)

    def set(self, name: str, value: str, then: Callable[[bool], None] = lambda _lasting: None) -> None:
        """Keep ``value`` ("": forget it); ``then`` is told whether it will outlast the program."""
        value = value.strip()
        self._held[name] = value

        def kept(lasting: bool) -> None:
            self.lasting = lasting
            self.changed.emit(name)
            then(lasting)

        self._ops.run(lambda: _write(name, value), kept)


def _read(name: str) -> str:
    try:
        import keyring  # looks for the system's store when imported, which takes a while

        return keyring.get_password(SERVICE, name) or ""
    except BaseException as problem:  # stores are of many makers, and whoever asked waits for an answer
        log.info("no secret store: %s", type(problem).__name__)
        return ""


def _write(name: str, value: str) -> bool:
    try:
        import keyring
        from keyring.errors import PasswordDeleteError

        if value:
            keyring.set_password(SERVICE, name, value)
        else:
            with contextlib.suppress(PasswordDeleteError):  # there was none
                keyring.delete_password(SERVICE, name)
    except BaseException as problem:
        log.warning("a secret could not be kept: %s", type(problem).__name__)
        return False
    return True
