"""A second start of the program hands its files over to the one that runs, and ends.

The one that runs listens on a socket that only its user reaches: in the data folder or, where that path is too long for
a socket, in the temporary folder (on Windows: a pipe named after the data folder). Both sides speak one frame each:
length (four bytes, little endian) and msgpack.
"""

from __future__ import annotations

import ctypes
import logging
import os
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Any

import msgspec
from blake3 import blake3
from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

log = logging.getLogger("doorway")

MOST_BYTES = 64 * 1024  # of a frame
MOST_VISITORS = 8  # at once
VISIT_MS = 2000  # a visitor has said what it wants by then
PATIENCE_S = 3.0  # a second start waits that long for an answer
LONGEST_NAME = 80  # bytes of a path: a socket takes 104 on macOS, and Qt adds to it while it makes one
HEAD = 4
ANYBODY = 0xFFFFFFFF  # ASFW_ANY


class OpenRequest(msgspec.Struct, frozen=True):
    """What a second start wants: that these files (absolute paths) are taken, and a window is brought to the front."""

    paths: tuple[Annotated[str, msgspec.Meta(min_length=1, max_length=4096)], ...] = ()
    window: bool = True


class OpenResponse(msgspec.Struct, frozen=True):
    """``taken``: it will be done."""

    taken: bool


_asked, _answer = msgspec.msgpack.Decoder(OpenRequest), msgspec.msgpack.Decoder(OpenResponse)


def frame(message: OpenRequest | OpenResponse) -> bytes:
    """A message as it is sent."""
    body = msgspec.msgpack.encode(message)
    return len(body).to_bytes(HEAD, "little") + body


def read_asked(body: bytes) -> OpenRequest | None:
    """What a visitor said, None if it makes no sense."""
    try:
        asked = _asked.decode(body)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None
    return asked if all(os.path.isabs(path) and "\0" not in path for path in asked.paths) else None


def name_of(data: Path) -> str:
    """Where the program that has the data folder ``data`` listens."""
    folder = os.path.realpath(data)
    inside = os.path.join(folder, "longthread.door")
    if sys.platform != "win32" and len(os.fsencode(inside)) <= LONGEST_NAME:
        return inside
    name = f"longthread-{blake3(os.fsencode(folder)).hexdigest(8)}"
    return name if sys.platform == "win32" else os.path.join(tempfile.gettempdir(), name)


class SingleInstanceServer(QObject):
    """Where second starts, and the system with files that were opened, knock.

    Signals:
        asked(tuple[str, ...], bool): files to take, absolute paths; whether a window is wanted at the front.
    """

    asked = Signal(object, bool)

    def __init__(self, data: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._name = name_of(data)
        self._visits: set[Connection] = set()
        self._opened: list[str] = []
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.setMaxPendingConnections(MOST_VISITORS)
        self._server.newConnection.connect(self._let_in)
        self._gather = QTimer(self, singleShot=True, interval=0)
        self._gather.timeout.connect(self._tell_opened)

    def open(self) -> bool:
        """Listen; False (and all else works) if that cannot be. The lock of the data folder must be held: what is left
        of a program that died is removed.
        """
        QLocalServer.removeServer(self._name)
        if not self._server.listen(self._name):
            log.warning("no second start will be heard: %s", self._server.errorString())
            return False
        return True

    def close(self) -> None:
        """Hear nobody any more."""
        self._server.close()
        for visit in list(self._visits):
            visit.end()

    def _let_in(self) -> None:
        while (socket := self._server.nextPendingConnection()) is not None:
            if len(self._visits) >= MOST_VISITORS:
                socket.abort()
                socket.deleteLater()
                continue
            visit = Connection(socket, self._hear, self)
            self._visits.add(visit)
            visit.ended.connect(lambda visit=visit: self._visits.discard(visit))
            visit.read()  # of what came before anybody listened

    def _hear(self, asked: OpenRequest) -> None:
        self.asked.emit(asked.paths, asked.window)

    # files that the system opens with the program (macOS tells it so, instead of starting another one)

    def opened(self, path: str) -> None:
        """The system opened a file with the program."""
        if path and os.path.isabs(path):
            self._opened.append(path)  # each of several files is told alone
            self._gather.start()

    def _tell_opened(self) -> None:
        opened, self._opened = self._opened, []
        self.asked.emit(tuple(opened), True)


class Connection(QObject):
    """A connection to the program that runs: one frame in, one out. ``ended``: it is over, whatever came of it."""

    ended = Signal()

    def __init__(self, socket: QLocalSocket, hear: Callable[[OpenRequest], None], parent: QObject) -> None:
        super().__init__(parent)
        self._socket, self._hear = socket, hear
        self._said = bytearray()
        self._answered = self._over = False
        socket.setParent(self)
        socket.setReadBufferSize(HEAD + MOST_BYTES)
        socket.readyRead.connect(self.read)
        socket.disconnected.connect(self.end)
        self._clock = QTimer(self, singleShot=True, interval=VISIT_MS)
        self._clock.timeout.connect(self.end)
        self._clock.start()

    def read(self) -> None:
        """Take in what is there; answer once it is whole."""
        if self._answered or self._over:
            return
        self._said += self._socket.read(HEAD + MOST_BYTES - len(self._said)).data()
        if len(self._said) < HEAD:
            return
        length = int.from_bytes(self._said[:HEAD], "little")
        if length > MOST_BYTES:
            self.end()
            return
        if len(self._said) < HEAD + length:
            return
        asked = read_asked(bytes(self._said[HEAD : HEAD + length]))
        if asked is None:
            self.end()
            return
        self._answered = True
        self._socket.write(frame(OpenResponse(taken=True)))
        self._socket.flush()
        self._socket.disconnectFromServer()  # once that is written; the clock ends it if nobody reads it
        self._hear(asked)

    def end(self) -> None:
        """Let the visitor go."""
        if not self._over:
            self._over = True
            self._clock.stop()
            self._socket.abort()
            self.ended.emit()
            self.deleteLater()


def hand_over(
    data: Path, paths: Sequence[str], window: bool = True, patience: float = PATIENCE_S, *, once: bool = False
) -> bool | None:
    """Ask the program that has the data folder to take files; whether it will. Blocks for ``patience`` seconds at most.

    It may just be starting, or ending, or have too many visitors: until its time is over, this knocks again.
    ``once``: it does not, and returns None where nobody was told. Needs no QCoreApplication.
    """
    name, until = name_of(data), time.monotonic() + patience
    if once and not _is_ours(name):
        return None
    try:
        said = frame(OpenRequest(tuple(os.path.abspath(path) for path in paths), window))
    except UnicodeEncodeError:
        log.warning("a name of a file is no text, and so cannot be handed over")
        return False
    if len(said) > HEAD + MOST_BYTES:
        log.warning("%d files are too many to be handed over", len(paths))
        return False
    while (left := until - time.monotonic()) > 0:
        if _is_ours(name):
            socket = QLocalSocket()
            socket.connectToServer(name)
            if socket.waitForConnected(int(left * 1000) + 1):
                let_others_come_forward()
                taken = _tell(socket, said, until)
                if taken is not None:
                    return taken
        if once:
            return None
        time.sleep(min(0.05, left))
    return False


def let_others_come_forward(library: Any = None) -> None:
    """On Windows only the program that the person has just started may bring a window to the front: pass that on to the
    one that runs. ``library``: user32, which is found where there is one.
    """
    if library is None:
        if sys.platform != "win32":
            return
        library = ctypes.WinDLL("user32")
    if not library.AllowSetForegroundWindow(ANYBODY):
        log.info("the window that is there may stay in the background")


def _tell(socket: QLocalSocket, said: bytes, until: float) -> bool | None:
    """Say it once: heard twice, files would be attached twice. None: shown out unheard, since all that is heard is
    answered first.
    """

    def left() -> int:
        return max(1, int((until - time.monotonic()) * 1000))

    socket.write(said)
    heard = bytearray()
    while len(heard) < HEAD or len(heard) < HEAD + int.from_bytes(heard[:HEAD], "little"):
        if not socket.bytesAvailable() and not socket.waitForReadyRead(left()):
            shown_out = socket.state() is QLocalSocket.LocalSocketState.UnconnectedState
            return None if shown_out and not heard else False
        heard += socket.read(HEAD + MOST_BYTES - len(heard)).data()
        if len(heard) == HEAD + MOST_BYTES:
            break
    try:
        return _answer.decode(heard[HEAD:]).taken
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return False


def _is_ours(name: str) -> bool:
    """Whether the socket is there and belongs to this user: nobody else is told which files are opened."""
    if sys.platform == "win32":
        return True
    try:
        return os.lstat(name).st_uid == os.getuid()
    except OSError:
        return False
