"""Workers, other computers that lend their memory: processes of ggml's RPC backend, ``python -m engine rpc-worker``.

The library ends the process when a connection cannot be made, breaks, or brings what it does not expect. So whoever is
at an address is asked first, in Python and with a limit of time (:func:`greet`). A worker has one client at a time: it
is held from before a model is loaded until there is none, and asked for nothing in between.
"""

from __future__ import annotations

import contextlib
import ctypes
import errno
import logging
import os
import socket
import struct
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, wait
from dataclasses import dataclass, field, replace
from typing import Any

from engine.errors import WorkerFailed
from engine.model.ggml import Device, Ggml
from engine.protocol import worker_address

log = logging.getLogger("engine.model.workers")

PROTOCOL = (7, 0, 2)  # of ggml-rpc.h as patched
GREETING_SECONDS = 5.0  # a worker that still computes for a client that died takes the next one after that
GLANCE_SECONDS = 1.0  # while an estimate is made, which somebody may wait for with each move of a slider
FRESH_SECONDS = 30.0  # what an estimate may believe of an earlier one

_HELLO = 14
_CAPABILITIES = 24
_REQUEST = struct.Struct(f"<BQ{_CAPABILITIES}s")
_REPLY = struct.Struct(f"<Q4B{_CAPABILITIES}s")


def greet(address: str, seconds: float = GREETING_SECONDS) -> None:
    """Make sure that a worker of this version is at ``address`` (``host:port``) and has time for us.

    Raises:
        WorkerFailed: it cannot be reached, is busy, or is something else.
    """
    host, _, port = address.rpartition(":")
    until = time.monotonic() + seconds
    try:
        place = _resolved(host, seconds)
        with socket.create_connection((place, int(port)), timeout=max(0.01, until - time.monotonic())) as line:
            line.sendall(_REQUEST.pack(_HELLO, _CAPABILITIES, b""))
            reply = b""
            while len(reply) < _REPLY.size:
                line.settimeout(max(0.01, until - time.monotonic()))
                try:
                    part = line.recv(_REPLY.size - len(reply))
                except TimeoutError:
                    raise WorkerFailed("worker.busy", worker=address) from None
                if not part:
                    raise WorkerFailed("worker.foreign", worker=address)
                reply += part
    except UnicodeError as error:  # no name can have such parts
        raise WorkerFailed("worker.unreachable", worker=address, reason="not a valid name") from error
    except OSError as error:
        raise WorkerFailed("worker.unreachable", worker=address, reason=error.strerror or str(error)) from error
    size, *version = _REPLY.unpack(reply)[:4]
    if size != _REPLY.size - 8:
        raise WorkerFailed("worker.foreign", worker=address)
    if tuple(version) != PROTOCOL:
        told = [".".join(map(str, numbers)) for numbers in (version, PROTOCOL)]
        raise WorkerFailed("worker.version", worker=address, theirs=told[0], ours=told[1])


def _resolved(host: str, seconds: float) -> str:
    """Where a name leads, as the library will find it: IPv4 alone. The system may ask about it for half a minute.

    Raises:
        OSError, UnicodeError: nowhere, or that could not be found out in time.
    """
    found: Future[str] = Future()

    def resolve() -> None:
        try:
            found.set_result(socket.gethostbyname(host))
        except (OSError, UnicodeError) as error:
            found.set_exception(error)

    threading.Thread(target=resolve, name="resolver", daemon=True).start()
    if not wait([found], seconds).done:
        raise TimeoutError(errno.ETIMEDOUT, os.strerror(errno.ETIMEDOUT))
    return found.result()


@dataclass
class _Worker:
    """``held``: what keeps the connection open, () without one. ``devices``: as they were told ``at`` that time."""

    pointers: tuple[int, ...] = ()
    held: tuple[int, ...] = ()
    devices: tuple[Device, ...] = ()
    at: float = field(default=float("-inf"))


class Workers:
    """The workers that this process knows, by address."""

    def __init__(self, ggml: Ggml, load: Callable[[], None]) -> None:
        """``load``: loads the RPC backend where it is a library of its own that was not loaded yet."""
        self._ggml, self._load = ggml, load
        self._known: dict[str, _Worker] = {}

    @property
    def connected(self) -> tuple[str, ...]:
        """Those that are held."""
        return tuple(address for address, worker in self._known.items() if worker.held)

    @property
    def pointers(self) -> frozenset[int]:
        """The devices of all workers that were ever met: the library lists them for good."""
        return frozenset(pointer for worker in self._known.values() for pointer in worker.pointers)

    def connect(self, addresses: Sequence[str]) -> list[WorkerFailed]:
        """Hold these workers and no others; what is wrong with those that cannot be had."""
        for address in set(self.connected) - set(addresses):
            self._release(address)
        problems = []
        for address in addresses:
            if address in self.connected:
                continue
            try:
                worker = self._met(address, GREETING_SECONDS)
            except WorkerFailed as problem:
                log.warning("%s", problem)
                problems.append(problem)
                continue
            worker.held = tuple(self._ggml.ggml_backend_dev_init(pointer, None) for pointer in worker.pointers)
            log.info("worker %s is held", address)
        return problems

    def devices(self) -> tuple[Device, ...]:
        """The devices of the workers that are held, with what they have free now."""
        for address in self.connected:
            self._look(address)
        return tuple(device for address in self.connected for device in self._known[address].devices)

    def foreseen(self, addresses: Sequence[str]) -> tuple[Device, ...]:
        """The devices that these workers would lend, for an estimate; none of those that cannot be reached."""
        found: list[Device] = []
        for address in addresses:
            worker = self._known.setdefault(address, _Worker())
            if worker.held:
                self._look(address)
            elif time.monotonic() - worker.at > FRESH_SECONDS:
                worker.devices, worker.at = (), time.monotonic()
                with contextlib.suppress(WorkerFailed):
                    self._met(address, GLANCE_SECONDS)
            found += worker.devices
        return tuple(found)

    def server(self, indices: Sequence[int], limit: int) -> Callable[[str, int], None]:
        """Lends devices of this computer; the function serves at an address, with so many threads, and has no end.

        Args:
            indices: their places in :meth:`Runtime.devices`.
            limit: bytes that are lent of each; 0: all.

        Raises:
            WorkerFailed: this build has no RPC backend.
        """
        size, pointer = ctypes.c_size_t, ctypes.c_void_p
        bound = self._function("ggml_backend_rpc_set_memory_limit", None, ctypes.c_uint64)
        start = self._function(
            "ggml_backend_rpc_start_server", None, ctypes.c_char_p, ctypes.c_char_p, size, size, pointer
        )
        bound(limit)
        handles = (pointer * len(indices))(*map(self._ggml.ggml_backend_dev_get, indices))
        return lambda address, threads: start(address.encode(), None, threads, len(indices), handles)

    def _function(self, name: str, result: Any, *arguments: Any) -> Any:
        self._load()
        backend = self._ggml.ggml_backend_reg_by_name(b"RPC")
        found = self._ggml.ggml_backend_reg_get_proc_address(backend, name.encode()) if backend else None
        if not found:
            raise WorkerFailed("worker.not_built")
        return ctypes.CFUNCTYPE(result, *arguments)(found)

    def _met(self, address: str, seconds: float) -> _Worker:
        """A worker that is there, with its devices."""
        greet(worker_address(address), seconds)
        worker = self._known.setdefault(address, _Worker())
        if not worker.pointers:
            add = self._function("ggml_backend_rpc_add_server", ctypes.c_void_p, ctypes.c_char_p)
            its = add(address.encode())
            if not its:
                raise WorkerFailed("worker.no_devices", worker=address)
            self._ggml.ggml_backend_register(its)
            worker.pointers = tuple(self._ggml.device_pointers(its))
        self._look(address)
        return worker

    def _look(self, address: str) -> None:
        """Ask a worker that is there for its devices; not held, this takes a connection each."""
        worker = self._known[address]
        places = {pointer: i for i, pointer in enumerate(self._ggml.device_pointers())}
        found = [self._ggml.device(pointer, places[pointer]) for pointer in worker.pointers]
        worker.devices = tuple(replace(device, worker=address) for device in found)
        worker.at = time.monotonic()

    def _release(self, address: str) -> None:
        worker = self._known[address]
        for backend in worker.held:
            self._ggml.ggml_backend_free(backend)
        worker.held = ()
