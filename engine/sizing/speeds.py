"""How many threads compute a model fastest on a machine: measured once, kept per model and machine."""

from __future__ import annotations

import logging
import re
from pathlib import Path

import msgspec

from engine.errors import DiskFull
from engine.files import data_folder, replacing
from engine.protocol import UNREADABLE

log = logging.getLogger("engine.sizing.speeds")

_NAME = re.compile(r"[0-9A-Za-z._-]{1,128}")
_MOST_THREADS = 4096


class ThreadSpeed(msgspec.Struct, frozen=True):
    """Tokens per second that ``threads`` read and write."""

    threads: int
    prompt: float
    decode: float


def best(speeds: tuple[ThreadSpeed, ...]) -> int:
    """The number of threads that is fastest by both: a reply is waited for as much as its prompt. 0: none was measured.

    Of two that are about as fast the smaller one leaves more to other programs.
    """
    speeds = tuple(one for one in speeds if one.prompt > 0 and one.decode > 0)  # a file may say anything
    if not speeds:
        return 0
    prompt, decode = max(one.prompt for one in speeds), max(one.decode for one in speeds)
    worth = {one.threads: (one.prompt / prompt * one.decode / decode) ** 0.5 for one in speeds}
    most = max(worth.values())
    return min(threads for threads, value in worth.items() if value >= 0.97 * most)


def load(fingerprint: str, machine: str) -> int:
    """The best number of threads that was measured, 0: none was."""
    speeds = _read(fingerprint).get(machine, ())
    threads = best(speeds)
    return threads if 0 < threads <= _MOST_THREADS else 0


def known(fingerprint: str, machine: str) -> bool:
    """Whether it was measured, also where there was no time for a result: it is not tried at each load."""
    return machine in _read(fingerprint)


def save(fingerprint: str, machine: str, speeds: tuple[ThreadSpeed, ...]) -> None:
    """Keep a measurement in the data folder; a failure is only logged."""
    path = _path(fingerprint)
    if path is None:
        return
    table = {**_read(fingerprint), machine: speeds}
    try:
        with replacing(path) as file:
            file.write(msgspec.json.encode(table))
    except DiskFull as error:
        log.warning("%s", error)


def _read(fingerprint: str) -> dict[str, tuple[ThreadSpeed, ...]]:
    path = _path(fingerprint)
    if path is None:
        return {}
    try:
        return msgspec.json.decode(path.read_bytes(), type=dict[str, tuple[ThreadSpeed, ...]])
    except FileNotFoundError:
        return {}
    except (OSError, *UNREADABLE) as error:
        log.warning("measured speeds cannot be read: %s", error)
        return {}


def _path(fingerprint: str) -> Path | None:
    return data_folder() / "loads" / f"{fingerprint}.threads.json" if _NAME.fullmatch(fingerprint) else None
