"""Rows of keys in a saved state: the numbers that they stand for."""

from __future__ import annotations

import numpy as np
import pytest
from gguf.constants import GGMLQuantizationType
from gguf.quants import dequantize, quantize

from engine.gguf.ggml_types import F16, F32, N2_0, N3_0, Q4_0, Q5_0, Q8_0
from engine.snapshots.row_types import numbers_of, unrotated


@pytest.mark.parametrize(("kind", "of"), [(Q4_0, "Q4_0"), (Q5_0, "Q5_0"), (Q8_0, "Q8_0")])
def test_numbers_are_those_of_ggml(kind: int, of: str) -> None:
    rows = quantize(np.random.default_rng(5).normal(0, 1, (8, 64)).astype(np.float32), GGMLQuantizationType[of])
    found = numbers_of(rows, kind)
    assert found is not None and np.allclose(found, dequantize(rows, GGMLQuantizationType[of]), rtol=1e-6)


def test_numbers_of_few_bits_are_levels_times_a_scale() -> None:
    scale = np.array([0.5], "<f2").view(np.uint8)
    two = numbers_of(np.concatenate([scale, np.full(16, 0b11100100, np.uint8)])[None], N2_0)
    assert two is not None and two[0, ::16].tolist() == [-63.5, -19, 19, 63.5]
    third = np.zeros(8, np.uint8)
    third[0] = 1
    three = numbers_of(np.concatenate([scale, np.zeros(16, np.uint8), third])[None], N3_0)
    assert three is not None and three[0, :2].tolist() == [7, -63.5]
    assert numbers_of(np.zeros((1, 40), np.uint8), 7) is None
    whole = np.arange(8, dtype=np.float32).reshape(2, 4)
    for kind, dtype in ((F16, "<f2"), (F32, "<f4")):
        assert (numbers_of(whole.astype(dtype).view(np.uint8), kind) == whole).all()


@pytest.mark.parametrize("size", [64, 80, 96, 128])
def test_a_rotation_done_twice_is_none(size: int) -> None:
    rows = np.random.default_rng(1).normal(0, 1, (5, size)).astype(np.float32)
    once = unrotated(rows)
    assert not np.allclose(once, rows) and np.allclose(unrotated(once), rows, atol=1e-5)
    assert np.allclose((once**2).sum(1), (rows**2).sum(1), rtol=1e-5)
