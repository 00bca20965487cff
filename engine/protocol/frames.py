"""Messages as frames of a byte stream: ``u32 little-endian length | msgpack map``."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from engine.protocol.events import AnyEvent
from engine.protocol.requests import AnyRequest

MAX_FRAME = 64 * 1024 * 1024


# what msgspec raises for bytes that are no message: its own error, and the interpreter's for text and for depth
UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)


class FrameError(ValueError):
    """The byte stream is not a sequence of valid frames; the connection is of no further use."""


_encoder = msgspec.msgpack.Encoder()
_request_decoder = msgspec.msgpack.Decoder(AnyRequest)
_event_decoder = msgspec.msgpack.Decoder(AnyEvent)


def encode(message: AnyRequest | AnyEvent) -> bytes:
    """One message as one frame.

    Raises:
        FrameError: the message is larger than ``MAX_FRAME``.
    """
    body = _encoder.encode(message)
    if len(body) > MAX_FRAME:
        raise FrameError(f"message of {len(body)} bytes is larger than a frame may be ({MAX_FRAME})")
    return len(body).to_bytes(4, "little") + body


def decode_request(body: bytes) -> AnyRequest:
    """The request in a frame's body.

    Raises:
        UNREADABLE: not a valid request (msgspec.ValidationError for a wrong shape or an unknown op).
    """
    request: AnyRequest = _request_decoder.decode(body)
    return request


def decode_event(body: bytes) -> AnyEvent:
    """The event in a frame's body; raises as :func:`decode_request`."""
    event: AnyEvent = _event_decoder.decode(body)
    return event


class FrameBuffer:
    """Cuts a byte stream into frame bodies, whatever pieces it arrives in."""

    def __init__(self) -> None:
        self._data = bytearray()

    def feed(self, data: bytes) -> Iterator[bytes]:
        """Yield the bodies of all frames completed by ``data``.

        Raises:
            FrameError: a length prefix is larger than ``MAX_FRAME``.
        """
        self._data += data
        while len(self._data) >= 4:
            length = int.from_bytes(self._data[:4], "little")
            if length > MAX_FRAME:
                raise FrameError(f"frame of {length} bytes announced; the largest allowed is {MAX_FRAME}")
            if len(self._data) - 4 < length:
                return
            body = bytes(self._data[4 : 4 + length])
            del self._data[: 4 + length]  # first: whoever takes the body may feed more meanwhile
            yield body
