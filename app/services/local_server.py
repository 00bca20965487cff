"""The local server as the window sees it: switched on and off, its key, and how it is. It runs in the engine."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from secrets import token_urlsafe

import msgspec
from PySide6.QtCore import QObject, QTimer, Signal

from app.core.settings import Settings
from app.core.texts import Text
from app.services.engine_client.process import DIED, Engine
from app.services.models.models import Models
from app.services.secrets import SERVER_KEY, Secrets
from engine.protocol import AnyEvent, Error, ServedRequest, ServerStart, ServerState, ServerStatus, ServerStop

ON, PORT = "server.on", "server.port"
ENDED = "cannot_serve"  # the code of an answer that tells that it ended by itself
LOOK_MS = 1000  # between questions of how it is, while somebody looks
SETTLE_MS = 600  # a number that is being stepped through is not tried at each step
KEY_BYTES = 24

KeepSecret = Callable[[str, str, Callable[[bool], None]], None]


class LocalServerView(msgspec.Struct, frozen=True):
    """What is shown of the server.

    ``on``: the person wants it. ``url`` "": it doesn't run, because of ``problem`` if there is one. ``address``: where
    it is, or would be. ``engine``: whether the engine runs, which it needs. ``running``, ``waiting``, ``answered``,
    ``recent``, ``sessions``: as in :class:`ServerState`, when last asked.
    """

    on: bool = False
    port: int = 8080
    url: str = ""
    problem: Text | None = None
    engine: bool = True
    running: tuple[ServedRequest, ...] = ()
    recent: tuple[ServedRequest, ...] = ()
    waiting: int = 0
    answered: int = 0
    sessions: int = 0

    @property
    def address(self) -> str:
        return self.url or f"http://127.0.0.1:{self.port}"


class LocalServerSwitch(QObject):
    """Keeps the server as the person wants it: it starts with the engine, each time, and ends with it.

    It listens on this computer only, and asks for a key, which is made once and kept in the system's secret store. For
    embeddings it has the first model of the library that makes them, from when the library has one.

    Signals:
        changed(LocalServerView): how it is.
        key_changed(str): the key that clients show now; "" before there is one.
    """

    changed = Signal(object)
    key_changed = Signal(str)

    def __init__(
        self, folder: Path, settings: Settings, secrets: Secrets, engine: Engine, models: Models, parent: QObject
    ) -> None:
        """``folder``: where its sessions are kept."""
        super().__init__(parent)
        self._folder, self._settings, self._secrets, self._engine = folder, settings, secrets, engine
        self._models, self._embedder = models, ""
        self._policy = settings.policy()  # that it was started with
        self._key = ""
        self._paused = self._asking = False
        self._sent = False  # the engine that runs was asked to start it
        self._turn = 0  # counts starts and stops: what an earlier one ends with is old news
        self._watchers = 0
        self._said = ServerState()
        self._problem: Text | None = None
        self._look = QTimer(self, interval=LOOK_MS)
        self._look.timeout.connect(self._ask)
        self._settle = QTimer(self, singleShot=True, interval=SETTLE_MS)
        self._settle.timeout.connect(self._apply)
        engine.ready.connect(lambda _: self._renew_engine())
        engine.died.connect(lambda _: self._show(ServerState()))
        models.library_changed.connect(lambda _: self._renew_embedder())
        settings.watch(lambda *_: self._renew_policy(), *settings.keys("memory."))

    @property
    def view(self) -> LocalServerView:
        """How it is."""
        said = self._said
        return LocalServerView(
            on=self._wanted, port=self._settings.integer(PORT), url=said.url, problem=self._problem,
            engine=self._engine.running, running=said.running, recent=said.recent, waiting=said.waiting,
            answered=said.answered, sessions=said.sessions,
        )  # fmt: skip

    @property
    def key_lasts(self) -> bool:
        """Whether the key outlasts the program: else the next start makes another one."""
        return self._secrets.lasting

    @property
    def _wanted(self) -> bool:
        return self._settings.flag(ON)

    def switch(self, on: bool) -> None:
        """Start or stop it, now and with the next starts of the program."""
        self._settings.set(ON, on)
        self._apply()

    def set_port(self, port: int) -> None:
        """Where it listens; one that runs moves there."""
        self._settings.set(PORT, port)
        self.changed.emit(self.view)
        if self._wanted:
            self._settle.start()

    def with_key(self, then: Callable[[str], None]) -> None:
        """Call ``then`` with the key, which is made if there is none."""
        self._with_key(lambda: then(self._key))

    def renew_key(self) -> None:
        """Make another key: clients with the old one are let in no more."""
        self._keep_key(f"lt-{token_urlsafe(KEY_BYTES)}", self._apply)

    def forget_key(self, then: Callable[[bool], None]) -> None:
        """Delete the key; a server that runs goes on with a new one. ``then`` is told whether it was deleted."""
        if not self._wanted:
            self._key = ""

        def forgotten(gone: bool) -> None:
            if self._wanted:
                self.renew_key()
            else:
                self.key_changed.emit(self._key)
            then(gone)

        self._secrets.set(SERVER_KEY, "", forgotten)

    def watch(self, looking: bool) -> None:
        """Somebody begins to look at how it is, or ends: only then the engine is asked."""
        self._watchers = max(0, self._watchers + (1 if looking else -1))
        if not self._watchers:
            self._look.stop()
        elif looking:
            self._look.start()
            self._ask()

    def pause(self, then: Callable[[], None]) -> None:
        """Stop it until :meth:`resume`, whatever the person wants; ``then`` once it is stopped."""
        self._paused = True
        self._turn += 1
        self._sent = False

        def stopped(_: AnyEvent) -> None:
            self._show(ServerState())
            then()

        self._engine.request(ServerStop(id=0), stopped)

    def resume(self) -> None:
        """Let it run again if the person wants it."""
        self._paused = False
        self._apply()

    def _renew_engine(self) -> None:
        """Another process runs, in which nothing was started yet."""
        self._sent = self._asking = False
        self._apply()

    def _renew_embedder(self) -> None:
        """Another model of the library may be the one for embeddings now."""
        if self._said.url and self._first_embedder() != self._embedder:
            self._apply()

    def _renew_policy(self) -> None:
        """Another rule for compactions may be in force for its sessions, too."""
        if self._sent and self._settings.policy() != self._policy:
            self._settle.start()

    def _first_embedder(self) -> str:
        return next((one.path for one in self._models.entries if one.embeds), "")

    def _apply(self) -> None:
        """Have it run, or not, as it should."""
        self._settle.stop()
        self._turn += 1
        self._problem = None
        if not self._engine.running or self._paused:
            self._show(ServerState())
        elif self._wanted:
            self.changed.emit(self.view)
            turn = self._turn
            self._with_key(lambda: self._start(turn))
        elif self._sent:  # also one that is only starting
            self._sent = False
            self._send(ServerStop(id=0))
        else:
            self.changed.emit(self.view)

    def _start(self, turn: int) -> None:
        if turn == self._turn and self._engine.running:
            self._sent = True
            self._embedder, self._policy = self._first_embedder(), self._settings.policy()
            start = ServerStart(
                id=0, folder=str(self._folder), port=self._settings.integer(PORT), key=self._key,
                policy=self._policy, embeddings=self._embedder,
            )  # fmt: skip
            self._send(start)

    def _send(self, request: ServerStart | ServerStop) -> None:
        turn = self._turn

        def done(event: AnyEvent) -> None:
            if turn != self._turn:
                return
            if isinstance(event, ServerState):
                self._show(event)
            elif isinstance(event, Error):
                self._problem = event.text if event.code != DIED else None
                self._show(ServerState())

        self._engine.request(request, done)

    def _ask(self) -> None:
        if self._asking or not self._said.url or not self._engine.running:
            return
        turn, self._asking = self._turn, True

        def told(event: AnyEvent) -> None:
            self._asking = False
            if turn != self._turn:
                return
            if isinstance(event, ServerState):
                self._show(event)
            elif isinstance(event, Error) and event.code == ENDED:
                self._sent, self._problem = False, event.text
                self._show(ServerState())

        self._engine.request(ServerStatus(id=0), told)

    def _show(self, said: ServerState) -> None:
        self._said = said
        self.changed.emit(self.view)

    def _with_key(self, then: Callable[[], None]) -> None:
        def got(key: str) -> None:
            if key:
                self._key = key
                then()
            else:
                self._keep_key(f"lt-{token_urlsafe(KEY_BYTES)}", then, self._secrets.set_new)

        self._secrets.get(SERVER_KEY, got)

    def _keep_key(self, key: str, then: Callable[[], None], keep: KeepSecret | None = None) -> None:
        self._key = key

        def kept(_lasting: bool) -> None:
            self.key_changed.emit(self._key)
            then()

        (keep or self._secrets.set)(SERVER_KEY, key, kept)
