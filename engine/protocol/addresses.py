"""Addresses of workers, computers that lend their RAM and VRAM, as people write them."""

from __future__ import annotations

import re

WORKER_PORT = 50052
MOST_WORKERS = 16  # as many as the library takes

_ADDRESS = re.compile(r"(?P<host>[A-Za-z0-9](?:[A-Za-z0-9._-]{0,251}[A-Za-z0-9])?)(?::(?P<port>\d{1,5}))?")


def worker_address(text: str) -> str:
    """``host:port`` of a worker, the port being ``WORKER_PORT`` where none is named.

    Raises:
        ValueError: it is no name or IPv4 address with a port from 1 to 65535.
    """
    found = _ADDRESS.fullmatch(text.strip())
    port = int(found["port"] or WORKER_PORT) if found else 0
    if not found or not 0 < port < 1 << 16:
        raise ValueError(f"{text.strip()!r} is no address of a worker, such as 192.168.1.20:{WORKER_PORT}")
    return f"{found['host'].lower()}:{port}"


def worker_addresses(text: str) -> tuple[str, ...]:
    """The addresses in a text, apart by commas, blanks or lines; each once.

    Raises:
        ValueError: one of them is none, or there are more than ``MOST_WORKERS``.
    """
    found = dict.fromkeys(worker_address(part) for part in re.split(r"[\s,;]+", text) if part)
    if len(found) > MOST_WORKERS:
        raise ValueError(f"more than {MOST_WORKERS} workers")
    return tuple(found)
