"""Pictures of a chat as files: read whole, checked against their digest and bounded before anything decodes them.

The program that keeps them writes PNGs of 8 bits per channel, scaled down. Nothing else is taken: what a file claims
about itself must not decide how much memory is used for it.
"""

from __future__ import annotations

import zlib

from blake3 import blake3

from engine.errors import EngineError
from engine.files import open_file
from engine.protocol import Picture
from engine.texts import why

MOST_BYTES = 32 << 20  # of a file
MOST_SIDE = 4096  # pixels
_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_CHANNELS = {0: 1, 2: 3, 4: 2, 6: 4}  # colour type -> samples per pixel


class BadPicture(EngineError):
    """A picture is missing, damaged or too large, or this model cannot take it in."""

    code = "bad_picture"


def read_picture(picture: Picture) -> bytes:
    """The bytes of a picture's file, whose pixels are known to be as many as its header says.

    Raises:
        BadPicture: the file is missing, was changed, or is no PNG that can be used.
    """
    try:
        with open_file(picture.path) as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise BadPicture("picture.missing", reason=why(error)) from error
    if len(data) > MOST_BYTES:
        raise BadPicture("picture.too_many_bytes", most=MOST_BYTES >> 20)
    if blake3(data).hexdigest() != picture.digest:
        raise BadPicture("picture.changed")
    check_png(data)
    return data


def check_png(data: bytes) -> tuple[int, int]:
    """Width and height of a PNG; its pixels are unpacked once, within the size that these allow.

    Raises:
        BadPicture: it is damaged, or of a kind or size that is not taken.
    """
    if data[:8] != _SIGNATURE or data[12:16] != b"IHDR" or len(data) < 45:
        raise BadPicture("picture.not_png")
    width, height = int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")
    depth, colour, interlaced = data[24], data[25], data[28]
    if not 0 < width <= MOST_SIDE or not 0 < height <= MOST_SIDE:
        raise BadPicture("picture.too_many_pixels", width=width, height=height, most=MOST_SIDE)
    if depth != 8 or colour not in _CHANNELS or interlaced:
        raise BadPicture("picture.png_kind")
    size = height * (1 + width * _CHANNELS[colour])
    unpacker, unpacked = zlib.decompressobj(), 0
    try:
        for part in _pixel_chunks(data):
            unpacked += len(unpacker.decompress(part, size + 1 - unpacked))
            if unpacked > size or unpacker.unconsumed_tail:
                break
    except zlib.error as error:
        raise _damaged() from error
    if unpacked != size:
        raise _damaged()
    return width, height


def _pixel_chunks(data: bytes) -> list[bytes]:
    at, found = 8, []
    while at + 12 <= len(data):
        length = int.from_bytes(data[at : at + 4], "big")
        kind, end = data[at + 4 : at + 8], at + 8 + length
        if end + 4 > len(data):
            raise _damaged()
        if int.from_bytes(data[end : end + 4], "big") != zlib.crc32(data[at + 4 : end]):
            raise _damaged()
        if kind == b"IDAT":
            found.append(data[at + 8 : end])
        if kind == b"IEND":
            return found
        at = end + 4
    raise _damaged()


def _damaged() -> BadPicture:
    return BadPicture("picture.damaged")
