"""What all coded chunks have in common: their beginning, how much they may hold, and how that is read."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable

HEAD = struct.Struct("<4sBBHI")  # magic, three numbers of the form's own, bytes that it holds
MOST = 64 << 20  # bytes that a coded chunk holds

Form = Callable[[], bytes | None]  # gives what to write in place of a chunk, None: itself


def inflated(data: memoryview, most: int) -> bytes:
    """What ``data`` (deflate) holds; raises ``zlib.error`` where that is more than ``most`` bytes, or not whole."""
    reader = zlib.decompressobj(-15)
    body = reader.decompress(data, most + 1)
    if len(body) > most or not reader.eof or reader.unused_data:
        raise zlib.error("not whole")
    return body
