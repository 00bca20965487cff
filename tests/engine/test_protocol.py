"""Every message survives its frame; every cut of the stream gives the same frames."""

from __future__ import annotations

import random
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import protocol as p
from engine.protocol import frames

st.register_type_strategy(int, st.integers(-(2**63), 2**63 - 1))  # what msgpack can hold

Messages = st.one_of([st.from_type(cls) for cls in (*get_args(p.AnyRequest), *get_args(p.AnyEvent))])


def _body(frame: bytes) -> bytes:
    return frame[4:]


@given(st.one_of([st.from_type(cls) for cls in get_args(p.AnyRequest)]))
def test_requests_survive(request: Any) -> None:
    assert str(p.decode_request(_body(p.encode(request)))) == str(request)  # nan is not equal to itself


@given(st.one_of([st.from_type(cls) for cls in get_args(p.AnyEvent)]))
def test_events_survive(event: Any) -> None:
    assert str(p.decode_event(_body(p.encode(event)))) == str(event)


@given(st.lists(Messages, max_size=12), st.randoms(use_true_random=False))
def test_frames_come_out_whole_however_they_are_cut(messages: list[Any], source: random.Random) -> None:
    stream = b"".join(map(p.encode, messages))
    cuts = sorted(source.randrange(len(stream) + 1) for _ in range(source.randrange(20)))
    buffer, bodies = p.FrameBuffer(), []
    for start, end in zip([0, *cuts], [*cuts, len(stream)], strict=True):
        bodies += list(buffer.feed(stream[start:end]))
    assert bodies == [_body(p.encode(message)) for message in messages]


def test_frames_that_come_while_one_is_taken_come_once_and_in_order() -> None:
    first, second, third = (p.encode(p.Hello(id=number)) for number in (1, 2, 3))
    buffer, taken = p.FrameBuffer(), list[bytes]()
    for body in buffer.feed(first + second + third[:5]):
        taken.append(body)
        taken += buffer.feed(third[5:] if len(taken) == 1 else b"")
    assert [p.decode_request(body).id for body in taken] == [1, 2, 3]


def test_a_frame_too_large_is_refused_before_it_is_kept() -> None:
    with pytest.raises(p.FrameError, match="largest"):
        list(p.FrameBuffer().feed((p.MAX_FRAME + 1).to_bytes(4, "little")))


def test_what_no_frame_can_hold_is_refused_by_who_sends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """It would end the connection, and whatever else is being done."""
    message = p.Tokenize(id=1, text="x" * 100)
    body = len(_body(p.encode(message)))
    monkeypatch.setattr(frames, "MAX_FRAME", body)
    assert [p.decode_request(one) for one in p.FrameBuffer().feed(p.encode(message))] == [message]
    monkeypatch.setattr(frames, "MAX_FRAME", body - 1)
    with pytest.raises(p.FrameError, match="larger"):
        p.encode(message)


def test_unknown_fields_are_ignored_and_unknown_requests_are_not() -> None:
    body = msgspec.msgpack.encode({"op": "hello", "id": 3, "colour": "blue"})
    assert p.decode_request(body) == p.Hello(id=3)
    with pytest.raises(msgspec.ValidationError):
        p.decode_request(msgspec.msgpack.encode({"op": "fly", "id": 3}))


@given(st.binary(max_size=64))
def test_no_bytes_crash_the_decoder(data: bytes) -> None:
    try:
        p.decode_request(data)
    except p.UNREADABLE:
        pass


@pytest.mark.parametrize(
    "value",
    [b"\x81\xa2op\xa4\x00\x00\x00\x80", b"\x82\xa2op\xa5hello\xa1x" + b"\x91" * 100_000],
    ids=["text that is none", "too deep"],
)
def test_what_no_message_holds_is_told_as_such(value: bytes) -> None:
    for decode in (p.decode_request, p.decode_event):
        with pytest.raises(p.UNREADABLE):
            decode(value)
