"""How the local server is started, and what it allows."""

from __future__ import annotations

import ipaddress
from pathlib import Path

import msgspec

from engine.protocol import CompactionPolicy, Load

MB = 1 << 20


class ServerOptions(msgspec.Struct, frozen=True, kw_only=True):
    """``host``, ``port`` (0: any that is free): where it listens. ``key``: what clients have to show ("": none, on this
    machine alone). ``origins``: of pages that may use it from a browser; ``names``: more names that it is called by.

    ``folder``: where its sessions are saved, ``quota``: bytes they may take (0: see
    :func:`engine.snapshots.quota.usual_quota`).
    ``models``: folder of models that a client may ask for by name (None: the loaded one alone); ``load``: how they are
    loaded, the first one by its path (None: the program does it, or there is none). ``embeddings``: an embedding model.
    ``at_once``: requests at work at a time (0: as many as the model's memory holds chats); ``waiting``: how many may
    wait; ``seconds``: how long one may take in all, ``wait_seconds``: until it begins; ``body``: bytes that a request
    may have. ``unload_seconds``: after so long without a request the model is unloaded (0: never). ``silent_seconds``:
    after which a stream that has nothing to tell says that it is alive.
    """

    folder: Path
    host: str = "127.0.0.1"
    port: int = 8080
    key: str = ""
    origins: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    quota: int = 0
    models: Path | None = None
    load: Load | None = None
    embeddings: Path | None = None
    policy: CompactionPolicy = CompactionPolicy()
    waiting: int = 64
    at_once: int = 0
    seconds: float = 3600.0
    wait_seconds: float = 600.0
    body: int = 32 * MB
    unload_seconds: float = 0.0
    silent_seconds: float = 10.0


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches that address."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False
