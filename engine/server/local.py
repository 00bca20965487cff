"""The server itself: HTTP on a thread of its own beside the engine's."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
import sys
import threading
import time
from collections.abc import Callable

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from engine.errors import EngineError
from engine.process.host import Host
from engine.server.app import application
from engine.server.gateway import Gateway
from engine.server.metrics import Metrics
from engine.server.options import ServerOptions, is_loopback
from engine.server.queueing import Turnstile
from engine.server.replies import Served
from engine.server.serving import Serving
from engine.texts import why

log = logging.getLogger("engine.server.local")

CONNECTIONS = 512
SILENT_SECONDS = 30  # that a connection may last without a request
UNREAD_SECONDS, LEAST_READ = 30.0, 16 << 10  # in which a client reads at least so many of the bytes that wait for it
START_SECONDS = 20.0
STOP_SECONDS = 3.0
TELL_SECONDS = 1.0  # for those whose requests are given up to hear of it; a client may not read


class CannotServe(EngineError):
    """The server cannot be started as it was asked for."""

    code = "cannot_serve"


class _Connection(H11Protocol):
    """Ends when no whole request came for long, whatever else did: there are only so many, and no key is asked before
    that. It also ends when its client does not read what it asked for, which others would wait for.
    """

    _unread: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """As it does, and wait for the first request no longer than for later ones."""
        super().connection_made(transport)
        self.timeout_keep_alive_task = self.loop.call_later(self.timeout_keep_alive, self.timeout_keep_alive_handler)

    def data_received(self, data: bytes) -> None:
        """As it does, but a part of a request is none yet; a whole one ends the waiting."""
        self.conn.receive_data(data)
        self.handle_events()

    def handle_events(self) -> None:
        """As it does; a request that breaks off when its answer has begun gets no other one."""
        try:
            super().handle_events()
        except h11.LocalProtocolError:
            if self.cycle is not None:
                self.cycle.disconnected = True
                self.cycle.message_event.set()
            self.transport.close()

    def pause_writing(self) -> None:
        """As it does, and wait for the client no longer than may be."""
        super().pause_writing()
        self._wait_for_client()

    def resume_writing(self) -> None:
        """As it does: the client has read."""
        self._end_waiting()
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """As it does."""
        self._end_waiting()
        super().connection_lost(exc)

    def _wait_for_client(self) -> None:
        waiting = self.transport.get_write_buffer_size()
        self._unread = self.loop.call_later(UNREAD_SECONDS, self._look_again, waiting)

    def _look_again(self, before: int) -> None:
        if self.transport.get_write_buffer_size() > before - LEAST_READ:
            self.transport.abort()
        else:
            self._wait_for_client()

    def _end_waiting(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None


class _SignallingServer(uvicorn.Server):
    """``known`` is set once it is known whether it answers. It waits for its end, instead of looking ten times a second
    whether that has come.
    """

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.known = threading.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._ending = asyncio.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """As it does, unless it was stopped by now, and say so."""
        self._loop = asyncio.get_running_loop()
        if not self.should_exit:
            await super().startup(sockets)
        self.known.set()

    async def main_loop(self) -> None:
        """Until :meth:`end`, and until those who wait have heard of it."""
        if not await self.on_tick(0):
            await self._ending.wait()
        late = time.monotonic() + TELL_SECONDS
        while self.server_state.tasks and time.monotonic() < late:
            await asyncio.sleep(0.01)

    def end(self, give_up: Callable[[], None]) -> None:
        """Answer no more; from any thread. ``give_up``: called on the event loop before that, lets requests end."""
        self.should_exit = self.force_exit = True
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):  # it has ended
                self._loop.call_soon_threadsafe(give_up)
                self._loop.call_soon_threadsafe(self._ending.set)


class LocalServer:
    """Answers on a port until :meth:`stop`.

    Attributes:
        port: where it listens.
        serving: what its handlers share.
    """

    def __init__(self, host: Host, wake: Callable[[], None], options: ServerOptions) -> None:
        """``wake``: lets the engine's thread see that something came in. For the engine's thread.

        Raises:
            CannotServe: other machines could reach it and no key is set, its folder cannot be made, or the port is
                taken.
        """
        if not is_loopback(options.host) and not options.key:
            raise CannotServe("server.key_missing")
        try:
            options.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise CannotServe("disk.not_saved", name=options.folder.name, reason=why(error)) from error
        self.options = options
        self._socket = _listening(options)
        self.port: int = self._socket.getsockname()[1]
        metrics = Metrics()
        served = Served(host, options.folder, options.policy, options.quota)
        gateway = Gateway(host, wake, served, metrics)

        def at_once() -> int:
            """As many as the model's memory holds chats: more would wait in the engine, whoever sent them."""
            model = host.model
            return options.at_once or (model.n_seq_max if model is not None else 1)

        turnstile = Turnstile(at_once, options.waiting, options.wait_seconds)
        self.serving = Serving(options, gateway, turnstile, metrics)
        self._server = _SignallingServer(
            uvicorn.Config(
                application(self.serving), http=_Connection, ws="none", loop="asyncio", lifespan="off", log_config=None,
                access_log=False, server_header=False, date_header=False, proxy_headers=False,
                limit_concurrency=CONNECTIONS, timeout_keep_alive=SILENT_SECONDS, timeout_graceful_shutdown=1,
                h11_max_incomplete_event_size=64 << 10,
            )
        )  # fmt: skip
        self._thread = threading.Thread(target=self._run, name="server", daemon=True)

    def start(self) -> None:
        """Begin to answer; returns when it does."""
        self._thread.start()
        self._server.known.wait(START_SECONDS)
        if not self._server.started:
            self.stop()  # else it might answer later, with nobody to stop it, and keep the port
            raise CannotServe("server.not_started")

    def stop(self) -> None:
        """Answer no more; requests at work are given up, and their clients hear of it."""
        self._server.end(self.serving.give_up)
        self._thread.join(STOP_SECONDS)
        self._socket.close()
        self.serving.gateway.close()

    @property
    def alive(self) -> bool:
        """Whether it answers: its thread may have died."""
        return self._thread.is_alive()

    @property
    def url(self) -> str:
        """Where clients find it."""
        name = f"[{self.options.host}]" if ":" in self.options.host else self.options.host
        return f"http://{name}:{self.port}"

    def _run(self) -> None:
        try:
            asyncio.run(self._serve())
        finally:
            self._server.known.set()

    async def _serve(self) -> None:
        idle = asyncio.create_task(self._unload_when_idle()) if self.options.unload_seconds > 0 else None
        try:
            await self._server.serve([self._socket])
        finally:
            if idle is not None:
                idle.cancel()

    async def _unload_when_idle(self) -> None:
        serving, seconds = self.serving, self.options.unload_seconds
        while True:
            await asyncio.sleep(min(seconds, 5.0))
            idle = not serving.seen.running and time.monotonic() - serving.last_used >= seconds
            if idle and (serving.models.loaded() or serving.gateway.host.embeds):
                with contextlib.suppress(EngineError):
                    await serving.models.unload()


def _listening(options: ServerOptions) -> socket.socket:
    family = socket.AF_INET6 if ":" in options.host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM)
    try:
        if sys.platform == "win32":  # there the other option lets anybody take a port that is in use
            found.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((options.host.strip("[]"), options.port))
        found.listen(128)
    except (OSError, OverflowError) as error:
        found.close()
        raise CannotServe("server.port_taken", port=str(options.port)) from error
    return found
