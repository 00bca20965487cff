"""Sizes of memory as people write them."""

from __future__ import annotations

import re

_UNITS = {"": 1, "B": 1, "K": 1 << 10, "KB": 1 << 10, "KIB": 1 << 10, "M": 1 << 20, "MB": 1 << 20, "MIB": 1 << 20,
          "G": 1 << 30, "GB": 1 << 30, "GIB": 1 << 30}  # fmt: skip
_SIZE = re.compile(r"\s*(\d+(?:\.\d+)?)\s*([A-Za-z]*|%)\s*")
_MOST = 1 << 50


def parse_bytes(text: str, free: int) -> int:
    """Bytes that "512MB", "1.5 GB" or "25%" (of the ``free`` bytes) stand for; units are powers of 1024.

    Raises:
        ValueError: it is none of these, or not more than nothing.
    """
    match = _SIZE.fullmatch(text)
    factor = None
    if match is not None:
        factor = free / 100 if match[2] == "%" else _UNITS.get(match[2].upper())
    if match is None or factor is None:
        raise ValueError(f"{text!r} is no size; write it as 512MB, 1.5GB, or 25% of the free memory")
    size = int(min(float(match[1]) * factor, float(_MOST)))
    if size <= 0:
        raise ValueError(f"{text!r} is nothing; write a size such as 512MB")
    return size


def told(n_bytes: int) -> str:
    """A size for people, in MB or GB (powers of 1024)."""
    return f"{n_bytes / (1 << 30):.1f} GB" if n_bytes >= 1 << 30 else f"{n_bytes / (1 << 20):.0f} MB"
