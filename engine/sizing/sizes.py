"""Sizes of memory and of files as people write them."""

from __future__ import annotations

import re
from collections.abc import Mapping

_UNITS = {"": 1, "B": 1, "K": 1 << 10, "KB": 1 << 10, "KIB": 1 << 10, "M": 1 << 20, "MB": 1 << 20, "MIB": 1 << 20,
          "G": 1 << 30, "GB": 1 << 30, "GIB": 1 << 30}  # fmt: skip
_DISK_UNITS = {**_UNITS, "K": 10**3, "KB": 10**3, "M": 10**6, "MB": 10**6, "G": 10**9, "GB": 10**9}
_SIZE = re.compile(r"\s*(\d+(?:\.\d+)?)\s*([A-Za-z]*|%)\s*")
_MOST = 1 << 50


def parse_bytes(text: str, free: int) -> int:
    """Bytes of memory that "512MB", "1.5 GB" or "25%" (of the ``free`` bytes) stand for; units are powers of 1024, as
    where the program tells how much RAM or VRAM something takes.

    Raises:
        ValueError: it is none of these, or not more than nothing.
    """
    return _parsed(text, {**_UNITS, "%": free / 100}, "512MB, 1.5GB, or 25% of the free memory")


def parse_disk_bytes(text: str) -> int:
    """Bytes on a disk that "500MB" or "20 GB" (powers of 1000, as where the program tells sizes of files) or "20GiB"
    stand for.

    Raises:
        ValueError: it is none of these, or not more than nothing.
    """
    return _parsed(text, _DISK_UNITS, "500MB or 20GB")


def _parsed(text: str, units: Mapping[str, float], examples: str) -> int:
    match = _SIZE.fullmatch(text)
    factor = units.get(match[2].upper()) if match is not None else None
    if match is None or factor is None:
        raise ValueError(f"{text!r} is no size; write it as {examples}")
    size = int(min(float(match[1]) * factor, float(_MOST)))
    if size <= 0:
        raise ValueError(f"{text!r} is nothing; write a size such as 512MB")
    return size


def told(n_bytes: int) -> str:
    """A size for people, in MB or GB (powers of 1024)."""
    return f"{n_bytes / (1 << 30):.1f} GB" if n_bytes >= 1 << 30 else f"{n_bytes / (1 << 20):.0f} MB"
