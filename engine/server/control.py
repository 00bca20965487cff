"""The local server of the engine process: started, stopped and asked about by the program's requests."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from engine import protocol as p
from engine.process.host import Host

if TYPE_CHECKING:
    from engine.server.local import LocalServer


def serving(
    host: Host, wake: Callable[[], None]
) -> tuple[Callable[[p.ServerRequest], p.ServerState], Callable[[], None]]:
    """What carries out requests about the server, and what ends it."""
    control = ServerControl(host, wake)
    return control.carry_out, control.stop


class ServerControl:
    """At most one server. For the engine's thread."""

    def __init__(self, host: Host, wake: Callable[[], None]) -> None:
        self._host, self._wake = host, wake
        self._server: LocalServer | None = None
        self._started = p.ServerStart(id=0, folder="")

    def carry_out(self, request: p.ServerRequest) -> p.ServerState:
        """Do what is asked; how the server is then.

        Raises:
            CannotServe: it cannot be started so, or ended by itself; none runs then.
        """
        if isinstance(request, p.ServerStatus) and self._server is not None and not self._server.alive:
            self.stop()
            from engine.server.local import CannotServe  # it was needed for the server that ended

            raise CannotServe("server.ended")
        if isinstance(request, p.ServerStart):
            self._start(request)
        elif isinstance(request, p.ServerStop):
            self.stop()
        return self._state(request.id)

    def stop(self) -> None:
        """Stop the server if one runs."""
        if self._server is not None:
            self._server.stop()
            self._server.serving.gateway.served.close()
            self._server = None

    def _start(self, request: p.ServerStart) -> None:
        embeddings = Path(request.embeddings) if request.embeddings else None
        alike = msgspec.structs.replace(request, id=0, embeddings="", policy=p.CompactionPolicy())
        if self._server is not None and self._server.alive and alike == self._started:
            self._server.serving.models.own_embedder = embeddings
            self._server.serving.gateway.served.set_policy(request.policy)
            return
        self.stop()
        from engine.server.local import LocalServer  # late: most engines never serve
        from engine.server.options import ServerOptions

        options = ServerOptions(
            folder=Path(request.folder), host=request.host, port=request.port, key=request.key,
            origins=request.origins, names=request.names, quota=request.quota, policy=request.policy,
            embeddings=embeddings,
        )  # fmt: skip
        server = LocalServer(self._host, self._wake, options)
        server.start()
        self._server, self._started = server, alike

    def _state(self, request_id: int) -> p.ServerState:
        if self._server is None:
            return p.ServerState(id=request_id)
        serving, served = self._server.serving, self._server.serving.gateway.served
        running, recent, answered = serving.seen.told()
        store = self._host.chats.saver.store(served.sessions.folder, served.sessions.chunks)
        return p.ServerState(
            id=request_id, url=self._server.url, running=running, recent=recent, answered=answered,
            waiting=serving.turnstile.waiting, sessions=len(served.sessions), bytes=store.stored_bytes(),
        )  # fmt: skip
