"""Rows in the bits that they hold: each comes back to the bit, what pays is told apart, files that lie are refused."""

from __future__ import annotations

import struct
import tracemalloc
import zlib
from pathlib import Path

import numpy as np
import pytest
from gguf.constants import GGMLQuantizationType
from gguf.quants import quantize
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import BadSnapshot
from engine.gguf.ggml_types import F16, N2_0, N3_0, Q4_0, Q5_0, Q8_0
from engine.snapshots import row_coding, table_coding
from engine.snapshots.chunks import Chunks, name_of
from engine.snapshots.row_types import SIZES, Bytes, numbers_of

KINDS = (Q4_0, Q5_0, Q8_0, N2_0, N3_0)
OF = {Q4_0: "Q4_0", Q5_0: "Q5_0", Q8_0: "Q8_0"}


def rows_of(kind: int, rows: int, seed: int = 3) -> Bytes:
    """As they come: numbers around zero, of rows that are longer and shorter."""
    random = np.random.default_rng(seed)
    numbers = (random.normal(0, 1, (rows, 128)) * random.lognormal(0, 0.2, (rows, 1))).astype(np.float32)
    if kind in OF:
        return quantize(numbers, GGMLQuantizationType[OF[kind]]).ravel()
    levels = np.array([-127, -79, -45, -14, 14, 45, 79, 127] if kind == N3_0 else [-127, -38, 38, 127]) / 60
    nearest = abs(numbers.reshape(-1, 64)[:, :, None] - levels).argmin(2).astype(np.uint8)
    blocks = np.zeros((len(nearest), SIZES[kind][0]), np.uint8)
    blocks[:, :2] = random.uniform(0.01, 0.02, len(nearest)).astype("<f2").view(np.uint8).reshape(-1, 2)
    for i in range(4):
        blocks[:, 2:18] |= (nearest[:, 16 * i : 16 * i + 16] & 3) << np.uint8(2 * i)
    if kind == N3_0:
        blocks[:, 18:] = np.packbits(nearest >> 2, axis=1, bitorder="little")
    return blocks.ravel()


def decoded(data: bytes, size: int) -> Bytes | None:
    into = np.empty(size, np.uint8)
    return into if table_coding.decoded(data, into) else None


def coded(data: Bytes, parts: list[tuple[int | None, int]]) -> bytes:
    form = row_coding.coded(data, parts)
    assert form is not None and table_coding.held(form[: table_coding.HEAD.size]) == len(data)
    return form


def entropy(numbers: np.ndarray) -> float:
    """Bits of a number."""
    _, counts = np.unique(numbers, return_counts=True)
    shares = counts / counts.sum()
    return float(-(shares * np.log2(shares)).sum())


@pytest.mark.parametrize("kind", KINDS)
def test_rows_take_hardly_more_than_they_hold(kind: int) -> None:
    rows = rows_of(kind, 4000)
    form = coded(rows, [(kind, len(rows))])
    back = decoded(form, len(rows))
    assert back is not None and (back == rows).all()
    size, elements = SIZES[kind]
    blocks = rows.reshape(-1, size)
    alike = blocks.copy()
    alike[:, :2] = np.array([1 / 128], "<f2").view(np.uint8)  # so that numbers are as they are stored
    numbers = numbers_of(alike, kind)
    assert numbers is not None
    bits = 8 * len(form) / numbers.size
    assert bits < 0.99 * 8 * size / elements
    assert bits - entropy(numbers) < 1.02 * (8 + entropy(blocks[:, 1])) / elements + 0.04


@given(st.data())
def test_any_rows_come_back(data: st.DataObject) -> None:
    seed = data.draw(st.integers(0, 2**32 - 1))
    random = np.random.default_rng(seed)
    parts: list[tuple[int | None, int]] = []
    pieces = [rows_of(Q5_0, 400)]  # so that it pays
    for kind in data.draw(st.lists(st.sampled_from([*KINDS, F16, None]), max_size=8)):
        size = data.draw(st.integers(0, 40)) * (SIZES[kind][0] if kind in KINDS else 1)
        pieces.append(random.integers(0, 256, size).astype(np.uint8))
        parts.append((kind, size))
    at = data.draw(st.integers(0, len(parts)))
    pieces.insert(at, pieces.pop(0))
    parts.insert(at, (Q5_0, len(pieces[at])))
    whole = np.concatenate(pieces)
    form = row_coding.coded(whole, parts)
    if form is not None:
        back = decoded(form, len(whole))
        assert back is not None and (back == whole).all()
        assert decoded(form, len(whole) + 1) is None


def test_parts_lie_where_they_were() -> None:
    kinds = [*KINDS, None, *reversed(KINDS), F16]
    pieces = [rows_of(kind or Q8_0, 90 + i, seed=i) for i, kind in enumerate(kinds) if kind != F16]
    pieces.append(np.arange(77, dtype=np.uint8))
    whole = np.concatenate(pieces)
    form = coded(whole, [(kind, len(piece)) for kind, piece in zip(kinds, pieces, strict=True)])
    back = decoded(form, len(whole))
    assert back is not None and (back == whole).all()


def test_what_does_not_pay_is_left_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    random = np.random.default_rng(1).integers(0, 256, 34 * 3000).astype(np.uint8)
    assert row_coding.coded(random, [(Q8_0, len(random))]) is None
    rows = rows_of(Q5_0, 1000)
    assert row_coding.coded(rows, [(None, len(rows))]) is None
    assert row_coding.coded(rows[:22], [(Q5_0, 22)]) is None
    assert row_coding.coded(rows[:0], []) is None
    uneven = rows[:-1]  # no rows of that type
    assert row_coding.coded(uneven, [(Q5_0, len(uneven))]) is None
    monkeypatch.setattr(row_coding, "MOST", len(rows) - 1)
    assert row_coding.coded(rows, [(Q5_0, len(rows))]) is None


def test_chunks_of_rows_are_coded_once_and_the_same_in_either_form(tmp_path: Path) -> None:
    chunks = Chunks(tmp_path)
    rows = rows_of(Q8_0, 500)
    data, form = row_coding.RowParts([(Q8_0, len(rows))]).written(rows)
    name = name_of(data)
    assert 0 < chunks.put(name, data, form) == chunks.size(name) < len(data)
    assert chunks.holds(name, len(data)) and chunks.sound(name)

    def never() -> bytes | None:
        raise AssertionError

    assert chunks.put(name, data, never) == 0, "it is there"
    into = np.empty(len(data), np.uint8)
    chunks.get(name, into)
    assert (into == data).all()
    written = bytearray(chunks.path(name).read_bytes())
    written[len(written) // 2] ^= 1
    chunks.path(name).write_bytes(written)
    assert not chunks.sound(name)
    with pytest.raises(BadSnapshot, match="damaged"):
        chunks.get(name, into)
    assert chunks.put(name, data, form) > 0


WHOLE = np.concatenate([rows_of(Q5_0, 200), rows_of(N3_0, 99), rows_of(Q8_0, 5), np.zeros(50, np.uint8)])
PARTS = [(Q5_0, 200 * 88), (N3_0, 99 * 52), (Q8_0, 5 * 136), (None, 50)]
FORM = row_coding.coded(WHOLE, PARTS) or b""


@given(st.data())
def test_changed_bytes_never_do_more_than_fail(data: st.DataObject) -> None:
    assert FORM and decoded(FORM, len(WHOLE)) is not None
    changed = bytearray(FORM)
    for _ in range(data.draw(st.integers(1, 4))):
        changed[data.draw(st.integers(0, len(changed) - 1))] = data.draw(st.integers(0, 255))
    for found in (bytes(changed), bytes(changed[: data.draw(st.integers(0, len(changed)))]), FORM + bytes(changed[:3])):
        table_coding.held(found[: table_coding.HEAD.size])
        decoded(found, len(WHOLE))


def deflated(data: bytes) -> bytes:
    writer = zlib.compressobj(1, zlib.DEFLATED, -15)
    return writer.compress(data) + writer.flush()


def form_of(size: int, kinds: list[int], blocks: list[int], rest: bytes, n: int | None = None) -> bytes:
    about = deflated(bytes(kinds) + bytes(2 * len(kinds)) + struct.pack(f"<{len(blocks)}I", *blocks))
    head = table_coding.HEAD.pack(row_coding.MAGIC, 0, 0, len(kinds) if n is None else n, size)
    return head + struct.pack("<I", len(about)) + about + rest


def section(n: int, upper: bytes, numbers: bytes, apart: bytes = b"") -> bytes:
    a, b = deflated(upper), deflated(numbers)
    return struct.pack("<II", len(a), len(b)) + bytes(n) + apart + a + b


GOOD = section(10, bytes(10), bytes(320))


@pytest.mark.parametrize(
    "lie",
    [
        b"",
        form_of(340, [Q8_0], [10], b""),
        form_of(340, [Q8_0], [10], GOOD[:-1]),
        form_of(340, [Q8_0], [10], GOOD + b"more"),
        form_of(340, [Q8_0], [9], GOOD),
        form_of(340, [Q8_0], [2**32 - 1], GOOD),
        form_of(340, [Q8_0] * 60000, [2**32 - 1] * 60000, GOOD),
        form_of(340, [Q8_0], [10], GOOD, n=2),
        form_of(340, [], [], GOOD),
        form_of(340, [F16], [10], GOOD),
        form_of(340, [254], [10], GOOD),
        form_of(340, [255], [340], bytes(339)),
        form_of(340, [Q8_0], [10], section(10, bytes(9), bytes(320))),
        form_of(340, [Q8_0], [10], section(10, bytes(10), bytes(321))),
        form_of(340, [Q8_0], [10], section(10, bytes(10), bytes(64 << 20))),
        form_of(340, [Q8_0], [10], section(10, bytes(64 << 20), bytes(320))),
        form_of(340, [Q8_0], [10], struct.pack("<II", 2**32 - 1, 2**32 - 1) + GOOD[8:]),
    ],
)
def test_absurd_claims_are_refused_in_little_room(lie: bytes) -> None:
    assert decoded(form_of(340, [Q8_0], [10], GOOD), 340) is not None
    assert decoded(form_of(340, [255], [340], bytes(340)), 340) is not None
    assert decoded(form_of(0, [], [], b""), 0) is not None
    tracemalloc.start()
    assert decoded(lie, 340) is None
    assert tracemalloc.get_traced_memory()[1] < 40 << 20
    tracemalloc.stop()
