"""ggml's types of numbers, in weights and in rows of a KV cache: how many share a block, and its bytes."""

from __future__ import annotations

F32, F16, Q4_0, Q4_1, Q5_0, Q5_1, Q8_0, BF16 = 0, 1, 2, 3, 6, 7, 8, 30
N3_0, N2_0 = 60, 61  # three and two bits, our own: no file has them (native/compaction/compute/few_bits.h)

# type -> (elements of a block, its bytes)
IN_FILES: dict[int, tuple[int, int]] = {
    F32: (1, 4), F16: (1, 2), Q4_0: (32, 18), Q4_1: (32, 20), Q5_0: (32, 22), Q5_1: (32, 24), Q8_0: (32, 34),
    10: (256, 84), 11: (256, 110), 12: (256, 144), 13: (256, 176), 14: (256, 210),
    16: (256, 66), 17: (256, 74), 18: (256, 98), 19: (256, 50), 20: (32, 18), 21: (256, 110), 22: (256, 82),
    23: (256, 136), 24: (1, 1), 25: (1, 2), 26: (1, 4), 27: (1, 8), 28: (1, 8), 29: (256, 56), BF16: (1, 2),
    34: (256, 54), 35: (256, 66), 39: (32, 17), 40: (64, 36), 41: (128, 18), 42: (64, 18),
}  # fmt: skip
BLOCKS = {**IN_FILES, N3_0: (64, 26), N2_0: (64, 18)}

# those that a KV cache may have from its start, as people name them; compacted rows may have our own as well
KV_TYPES = {
    "f32": F32, "f16": F16, "bf16": BF16, "q4_0": Q4_0, "q4_1": Q4_1, "q5_0": Q5_0, "q5_1": Q5_1, "q8_0": Q8_0,
}  # fmt: skip
ROW_TYPES = (*KV_TYPES.values(), N3_0, N2_0)


def bytes_each(kind: int) -> float:
    """Bytes of one element."""
    elements, size = BLOCKS[kind]
    return size / elements
