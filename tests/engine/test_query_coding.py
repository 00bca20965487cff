"""Sampled queries in few bits: products with keys stay, what is written comes back, and files that lie are refused."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.snapshots import query_coding, table_coding
from engine.snapshots.chunks import Chunks, name_of
from engine.snapshots.query_coding import QuerySteps, steps_of
from engine.snapshots.row_types import Q8_0, numbers_of

ROWS, HEADS, D = 300, 4, 64  # two KV heads with two query heads each


def q8_0(numbers: np.ndarray) -> np.ndarray:
    blocks = numbers.reshape(-1, 32).astype(np.float32)
    scales = (abs(blocks).max(1, keepdims=True) / 127).astype("<f2")
    res = np.empty((len(blocks), 34), np.uint8)
    res[:, :2] = scales.view(np.uint8)
    res[:, 2:] = np.rint(blocks / np.where(scales > 0, scales, 1).astype(np.float32)).astype(np.int8).view(np.uint8)
    return res.reshape(len(numbers), -1)


def as_numbers(rows: np.ndarray) -> np.ndarray:
    numbers = numbers_of(rows, Q8_0)
    assert numbers is not None
    return numbers


def queries_and_keys(seed: int = 2, rows: int = ROWS) -> tuple[np.ndarray, list[np.ndarray]]:
    """As heads have them: where queries are long, keys are short."""
    random = np.random.default_rng(seed)
    sizes = np.exp(random.normal(0, 1, (2, D)))
    queries = (random.normal(0, 1, (rows, 2, 2, D)) + 0.5) * sizes[None, :, None]
    keys = [(random.normal(0, 1, (500, D)) / of).astype(np.float32) for of in sizes**1.5]
    return q8_0(queries.reshape(rows, -1)), keys


def lost(before: np.ndarray, after: np.ndarray, keys: list[np.ndarray]) -> float:
    """The error of logits by what they are spread."""
    was, now = (as_numbers(rows).reshape(-1, 2, 2, D) for rows in (before, after))
    errors, logits = [], []
    for head, of in enumerate(keys):
        centered = of - of.mean(0)
        errors.append((((now - was)[:, head] @ centered.T) ** 2).mean())
        logits.append(((was[:, head] @ centered.T) ** 2).mean())
    return float(np.mean(np.array(errors) / logits))


def written(steps: QuerySteps, queries: np.ndarray) -> tuple[np.ndarray, bytes]:
    held, form = steps.written(queries)
    coded = form()
    assert coded is not None
    return held, coded


def decoded(form: bytes, size: int) -> np.ndarray | None:
    into = np.empty(size, np.uint8)
    return into if table_coding.decoded(form, into) else None


def test_queries_lose_no_more_in_fewer_bytes() -> None:
    queries, keys = queries_and_keys()
    levels = queries.copy()
    table_coding.rounded(levels.reshape(-1))
    held, form = written(QuerySteps([steps_of(queries, keys)]), queries.ravel())
    assert len(form) < 0.75 * len(table_coding.coded(levels.ravel()) or levels.ravel())
    assert lost(queries, held.reshape(ROWS, -1), keys) < 0.5 * lost(queries, levels, keys)


def test_what_is_written_comes_back() -> None:
    for rows in (2, 3, 77, ROWS):  # an even number of them or not
        queries, keys = queries_and_keys(rows=rows)
        steps = QuerySteps([steps_of(queries, keys), steps_of(queries[:, : 34 * 4], keys)])
        held, form = written(steps, np.concatenate([queries.ravel(), queries[:, : 34 * 4].ravel()]))
        assert table_coding.held(form[: table_coding.HEAD.size]) == len(held)
        back = decoded(form, len(held))
        assert back is not None and (back == held).all()
        assert decoded(form, len(held) + 34) is None


def test_what_takes_no_fewer_bytes_is_written_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    random = np.random.default_rng(4)
    chunks = Chunks(tmp_path)
    for rows in (1, 2, 40):
        layers = [q8_0(random.normal(0, 1, (rows, 4 * 256))) for _ in range(3)]
        keys = [random.normal(0, np.exp(random.normal(0, 0.5, 256)), (500, 256)).astype(np.float32) for _ in range(3)]
        steps = QuerySteps([steps_of(queries, [of]) for queries, of in zip(layers, keys, strict=True)])
        whole = np.concatenate([queries.ravel() for queries in layers])
        held, form = steps.written(whole)
        name = name_of(held)
        assert chunks.put(name, held, form) and chunks.holds(name, len(held)) and chunks.sound(name)
        back = np.empty(len(held), np.uint8)
        chunks.get(name, back)
        assert (back == held).all()
    assert chunks.put(name_of(whole), whole, lambda: bytes(len(whole))) == len(whole)
    back = np.empty(len(whole), np.uint8)
    chunks.get(name_of(whole), back)
    assert (back == whole).all()
    monkeypatch.setattr(query_coding, "MOST", len(held) - 1)
    assert steps.written(whole)[1]() is None


def test_what_was_rounded_stays() -> None:
    rows, keys = queries_and_keys()
    for times in range(4):  # the first time a head's steps may change by what they rounded themselves
        before = rows
        rows = QuerySteps([steps_of(before, keys)]).written(before.ravel())[0].reshape(ROWS, -1)
        assert times < 2 or lost(before, rows, keys) < 1e-3


def test_steps_stay_while_a_chat_grows() -> None:
    queries, keys = queries_and_keys(rows=600)
    early = steps_of(queries[:200], keys)
    assert (early == steps_of(queries, keys)).mean() > 0.98


def test_steps_go_by_the_head_that_a_query_meets() -> None:
    queries, keys = queries_and_keys()
    plain = steps_of(queries, keys).reshape(2, 2, D)
    finer = steps_of(queries, [keys[0], keys[1] * 8]).reshape(2, 2, D)
    assert (plain == finer).all(), "all longer alike: the logits' spread goes along"
    one = keys[1].copy()
    one[:, 5] *= 64
    changed = steps_of(queries, [keys[0], one]).reshape(2, 2, D)
    assert (changed[0] == plain[0]).all() and (changed[1, :, 5] < plain[1, :, 5]).all()
    twice = steps_of(np.concatenate([queries, queries], 1), keys, readers=2).reshape(2, 2, 2, D)
    assert (twice[0] == plain).all() and (twice[1] == plain).all()


def test_numbers_that_are_none_are_zero() -> None:
    queries, keys = queries_and_keys(rows=10)
    queries[3, :2] = np.array([np.inf], "<f2").view(np.uint8)
    queries[4, 34:36] = np.array([np.nan], "<f2").view(np.uint8)
    queries[5] = 0
    held, form = written(QuerySteps([steps_of(queries, keys)]), queries.ravel())
    assert np.isfinite(as_numbers(held.reshape(10, -1))).all()
    back = decoded(form, len(held))
    assert back is not None and (back == held).all()


QUERIES, KEYS = queries_and_keys(rows=9)
HELD, FORM = written(QuerySteps([steps_of(QUERIES, KEYS)]), QUERIES.ravel())


@given(st.data())
def test_changed_bytes_never_do_more_than_fail(data: st.DataObject) -> None:
    changed = bytearray(FORM)
    for _ in range(data.draw(st.integers(1, 4))):
        changed[data.draw(st.integers(0, len(changed) - 1))] = data.draw(st.integers(0, 255))
    for found in (bytes(changed), bytes(changed[: data.draw(st.integers(0, len(changed)))])):
        table_coding.held(found[: table_coding.HEAD.size])
        decoded(found, len(HELD))


OLDER = query_coding.OLDER_MAGIC


def form_of(layers: int, table: tuple[int, ...], body: bytes, magic: bytes = query_coding.MAGIC) -> bytes:
    writer = zlib.compressobj(1, zlib.DEFLATED, -15)
    head = query_coding.HEAD.pack(magic, 0, 0, layers, 340)
    return head + writer.compress(struct.pack(f"<{len(table)}I", *table) + body) + writer.flush()


@pytest.mark.parametrize(
    ("layers", "table", "body"),
    [
        (1, (10, 32), bytes(64 + 32 * 5 - 1)),
        (1, (10, 32), bytes(64 + 32 * 5 + 1)),
        (1, (10, 32), bytes(60)),
        (1, (10, 32), bytes(8 << 20)),
        (1, (10, 64), bytes(128 + 64 * 5)),
        (1, (20, 16), bytes(32 + 16 * 10)),
        (1, (10, 0), b""),
        (0, (10,), b""),
        (2, (10, 32), bytes(64 + 32 * 5)),
        (1, (10, 32), bytes([100] * 32) + bytes(32 + 32 * 5)),  # steps that scales cannot tell
    ],
)
def test_absurd_claims_are_refused(layers: int, table: tuple[int, ...], body: bytes) -> None:
    assert decoded(form_of(1, (10, 32), bytes(64 + 32 * 5), OLDER), 340) is not None
    assert decoded(form_of(layers, table, body, OLDER), 340) is None
    more = bytes(32) if len(body) < 1 << 20 else b""  # the means
    assert decoded(form_of(1, (10, 32), bytes(96 + 32 * 3)), 340) is not None
    assert decoded(form_of(layers, table, body + more), 340) is None


def test_columns_of_each_kind_are_where_they_were() -> None:
    """Spread alike, but for some that lie far from zero, hardly ever leave it, or go far."""
    random = np.random.default_rng(6)
    steps = random.integers(-6, 7, (101, 96))
    steps[:, ::4] += 90
    steps[:, 1::4] = random.integers(-1, 3, (101, 24)) - 30
    steps[:, 2::4] = random.integers(-127, 128, (101, 24))
    steps[:, 2] = 0
    exponents = [np.full(64, -3, np.int8), np.full(32, 2, np.int8)]
    parts = [steps[:, :64].astype(np.int8).T, steps[:, 64:].astype(np.int8).T]
    held = query_coding._held_bytes(parts, exponents)
    back = decoded(query_coding._coded(parts, exponents, len(held)), len(held))
    assert back is not None and (back == held).all()


def test_what_earlier_versions_wrote_is_read() -> None:
    small = np.arange(-7, 8, 2, dtype=np.int8).repeat(2)[:10]  # ten rows of a column, two to a byte
    large = np.arange(-127, 128, 28, dtype=np.int8)
    exponents, kinds = np.full(32, -4, np.int8), np.array([5, 0x80 | 3] * 16, np.uint8)
    two = (small + 8).astype(np.uint8)
    body = exponents.tobytes() + kinds.tobytes() + (two[::2] << 4 | two[1::2]).tobytes() * 16 + large.tobytes() * 16
    back = decoded(form_of(1, (10, 32), body, OLDER), 340)
    table = np.stack([small, large] * 16)
    assert back is not None and (back == query_coding._held_bytes([table], [exponents])).all()
