"""How much a zip archive lists, told before it is read: Python's reader makes objects of all entries at once."""

from __future__ import annotations

import io

MOST_LISTED = 16 << 20  # bytes of the list of entries: about 150,000 files, 100 MB and a second or two
_END, _END_SIZE, _LONGEST_COMMENT = b"PK\x05\x06", 22, 0xFFFF
_LOCATOR, _LOCATOR_SIZE = b"PK\x06\x07", 20  # before the end, where numbers are of 64 bits; before it, those
_END64, _END64_SIZE = b"PK\x06\x06", 56


def lists_too_much(file: io.BufferedIOBase) -> bool:
    """Whether the list of a zip archive's entries is longer than any that is read here; False for what is no archive.

    Raises:
        OSError: it cannot be read.
    """
    file.seek(max(0, file.seek(0, io.SEEK_END) - _END64_SIZE - _LOCATOR_SIZE - _END_SIZE - _LONGEST_COMMENT))
    tail = file.read()
    end = len(tail) - _END_SIZE  # as Python looks for it: without a comment, else the last that looks like one
    if tail[end : end + 4] != _END or tail[-2:] != b"\0\0":
        end = tail.rfind(_END)
    if end < 0:
        return False
    listed = tail[end + 12 : end + 16]
    locator = end - _LOCATOR_SIZE
    end64 = locator - _END64_SIZE
    if end64 >= 0 and tail[locator : locator + 4] == _LOCATOR and tail[end64 : end64 + 4] == _END64:
        listed = tail[end64 + 40 : end64 + 48]
    return int.from_bytes(listed, "little") > MOST_LISTED
