"""Chunks in fewer bytes: what was written comes back, what pays is told apart, and files that lie are refused."""

from __future__ import annotations

import zlib
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import BadSnapshot
from engine.snapshots import table_coding
from engine.snapshots.chunks import Chunks, name_of


def as_bytes(data: object) -> np.ndarray:
    return np.frombuffer(bytes(data), np.uint8).copy()  # type: ignore[call-overload]


def decoded(data: bytes, size: int) -> np.ndarray | None:
    into = np.empty(size, np.uint8)
    return into if table_coding.decoded(data, into) else None


def queries(rows: int) -> np.ndarray:
    """Blocks of Q8_0 as they come: a scale and 32 numbers up to 127."""
    random = np.random.default_rng(7)
    blocks = np.empty((rows, 34), np.uint8)
    blocks[:, :2] = random.uniform(0.01, 0.02, rows).astype("<f2").view(np.uint8).reshape(rows, 2)
    blocks[:, 2:] = np.clip(random.normal(0, 50, (rows, 32)), -127, 127).astype(np.int8).view(np.uint8)
    return blocks.ravel()


def deflated(data: bytes) -> bytes:
    writer = zlib.compressobj(1, zlib.DEFLATED, -15)
    return writer.compress(data) + writer.flush()


@given(st.one_of(st.binary(max_size=700), st.integers(1, 40).flatmap(lambda n: st.binary(min_size=1, max_size=n * 20))))
def test_what_is_coded_comes_back(part: bytes) -> None:
    for data in (as_bytes(part), as_bytes(part * 40), as_bytes(np.arange(len(part) * 5, dtype="<i4").tobytes())):
        shorter = table_coding.coded(data)
        if shorter is not None:
            assert len(shorter) <= len(data) * 2 / 3
            assert table_coding.held(shorter) == len(data)
            back = decoded(shorter, len(data))
            assert back is not None and (back == data).all()
            assert decoded(shorter, len(data) + 1) is None


def test_tables_and_rounded_queries_pay_and_rows_do_not() -> None:
    positions = as_bytes((np.arange(20000) * 3).astype("<i4").tobytes())
    rows = queries(2000)
    assert len(table_coding.coded(positions) or positions) < 0.15 * len(positions)
    assert table_coding.coded(rows) is None, "rows of eight bits stay as they are"
    table_coding.rounded(rows)
    assert len(table_coding.coded(rows) or rows) < 0.6 * len(rows)


def test_rounding_keeps_scales_signs_and_ends_and_is_done_once() -> None:
    before = queries(500)
    after = before.copy()
    table_coding.rounded(after)
    was, now = (x.reshape(-1, 34) for x in (before, after))
    assert (was[:, :2] == now[:, :2]).all()
    numbers, levels = was[:, 2:].view(np.int8).astype(int), now[:, 2:].view(np.int8).astype(int)
    assert len(np.unique(levels)) == 2 * table_coding.QUERY_STEPS + 1
    assert abs(numbers - levels).max() <= 127 / table_coding.QUERY_STEPS / 2 + 1
    assert (levels[abs(numbers) == 127] == numbers[abs(numbers) == 127]).all()
    again = after.copy()
    table_coding.rounded(again)
    assert (again == after).all()


def head(size: int, columns: int = 1, planes: int = 0, magic: bytes = table_coding.MAGIC, zero: int = 0) -> bytes:
    return table_coding.HEAD.pack(magic, columns, planes, zero, size)


def test_absurd_claims_are_refused() -> None:
    data = bytes(1000)
    assert decoded(head(1000) + deflated(data), 1000) is not None
    assert table_coding.held(head(table_coding.MOST + 1)) is None
    assert table_coding.held(head(2**32 - 1)) is None
    for lie in (
        head(1000, 0),
        head(1000, 3, 4),
        head(1000, magic=b"LTZ2"),
        head(1000, zero=1),
        head(999),
        b"LTZ1",
        b"",
    ):
        assert decoded(lie + deflated(data), 1000) is None
    bomb = head(1000) + deflated(bytes(8 << 20))  # 8 MB that pass for 1000 bytes
    assert len(bomb) < 50_000 and decoded(bomb, 1000) is None
    assert decoded(head(1000) + deflated(data[:-1]), 1000) is None
    assert decoded(head(1000) + deflated(data)[:-2], 1000) is None, "cut"
    assert decoded(head(1000) + deflated(data) + b"more", 1000) is None
    assert decoded(head(1000) + b"\xff" * 50, 1000) is None


WHOLE = as_bytes((np.arange(400) * 3).astype("<i4").tobytes())
SHORTER = table_coding.coded(WHOLE) or b""


@given(st.data())
def test_changed_bytes_never_do_more_than_fail(data: st.DataObject) -> None:
    assert SHORTER
    shorter = bytearray(SHORTER)
    for _ in range(data.draw(st.integers(1, 4))):
        shorter[data.draw(st.integers(0, len(shorter) - 1))] = data.draw(st.integers(0, 255))
    cut = bytes(shorter[: data.draw(st.integers(0, len(shorter)))])
    for found in (bytes(shorter), cut):
        table_coding.held(found[: table_coding.HEAD.size])
        decoded(found, len(WHOLE))


def test_chunks_are_the_same_in_either_form(tmp_path: Path) -> None:
    chunks = Chunks(tmp_path / "pieces")
    data = as_bytes((np.arange(20000) * 3).astype("<i4").tobytes())
    name = name_of(data)
    taken = chunks.put(name, data, partial(table_coding.coded, data))
    assert 0 < taken == chunks.size(name) < len(data)
    assert chunks.put(name, data, partial(table_coding.coded, data)) == 0, "it is there"
    assert chunks.holds(name, len(data)) and not chunks.holds(name, len(data) - 1) and chunks.sound(name)
    into = np.empty(len(data), np.uint8)
    chunks.get(name, into)
    assert (into == data).all()
    chunks.path(name).write_bytes(data.tobytes())  # as earlier versions wrote it
    assert (
        chunks.holds(name, len(data))
        and chunks.sound(name)
        and chunks.put(name, data, partial(table_coding.coded, data)) == 0
    )
    into[:] = 0
    chunks.get(name, into)
    assert (into == data).all()


@pytest.mark.parametrize("form", ["of other bytes", "cut", "of more bytes", "not deflate"])
def test_a_damaged_chunk_is_refused_and_written_anew(tmp_path: Path, form: str) -> None:
    chunks = Chunks(tmp_path / "pieces")
    data = as_bytes((np.arange(20000) * 3).astype("<i4").tobytes())
    name = name_of(data)
    chunks.put(name, data, partial(table_coding.coded, data))
    path = chunks.path(name)
    written = path.read_bytes()
    other = data.copy()
    other[100] ^= 1
    lies = {
        "of other bytes": table_coding.coded(other) or b"",
        "cut": written[: len(written) // 2],
        "of more bytes": head(len(data)) + deflated(bytes(8 << 20)),
        "not deflate": written[:12] + bytes(len(written) - 12),
    }
    path.write_bytes(lies[form])
    assert not chunks.sound(name)
    with pytest.raises(BadSnapshot, match="damaged"):
        chunks.get(name, np.empty(len(data), np.uint8))
    assert not path.exists() and chunks.put(name, data, partial(table_coding.coded, data)) == len(written)
