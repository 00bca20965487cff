"""A model with the cache of an 8B one and a narrow rest, and a cache for it that holds as much text as is wanted.

What a compaction costs depends on heads, rows and queries and hardly on what is in them. So the model is random, and
its cache is filled by decoding some hundred tokens and repeating their rows, each time with other signs: what would
take minutes to compute for 32K tokens is there in seconds, and no two rows are alike.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.bench.harness import SEQ, BenchError, prefill
from engine.heads.calibration import random_tokens
from engine.model.model import Model
from engine.snapshots.state_map import MARK

F32, F16, Q4_0 = 0, 1, 2  # ggml types
Bytes = npt.NDArray[np.uint8]

_ALIGNMENT = 32
_U32, _I32, _F32, _STRING, _ARRAY = 4, 5, 6, 8, 9
_CONTEXT = 1 << 17


@dataclass(frozen=True)
class Geometry:
    """Shape of a model: ``layers``, query and KV heads of ``head_size``; of the model that is stood for, the width of a
    token and of the feed-forward layer. ``narrow``: the width that its cache is filled with."""

    layers: int = 36
    heads: int = 32
    kv_heads: int = 8
    head_size: int = 128
    width: int = 4096
    hidden: int = 12288
    narrow: int = 32

    @property
    def layer_parameters(self) -> int:
        """Numbers in the matrices of one layer."""
        attention = self.width * self.head_size * (2 * self.heads + 2 * self.kv_heads)
        return attention + 3 * self.width * self.hidden

    def prefill_seconds(self, tokens: int, rate: float, attention_rate: float) -> float:
        """What reading ``tokens`` takes: two operations per number of the layers and token, and attention, of which
        each token has half of the text on average. Rates in operations per second."""
        attention = 2.0 * self.layers * self.heads * self.head_size * tokens**2
        return 2.0 * self.layers * self.layer_parameters * tokens / rate + attention / attention_rate


EIGHT_B = Geometry()  # Qwen3-8B's


def write_narrow(path: Path, geometry: Geometry, layers: int) -> None:
    """A random model of so many layers with the heads of ``geometry`` and little else."""
    _write(path, geometry, layers, geometry.narrow, geometry.narrow, F16)


def write_wide(path: Path, geometry: Geometry, layers: int = 1) -> None:
    """So many layers of the model that is stood for, in Q4_0."""
    _write(path, geometry, layers, geometry.width, geometry.hidden, Q4_0)


def fill(model: Model, geometry: Geometry, n: int, seed_tokens: int = 256) -> Bytes:
    """A saved state of ``n`` tokens for this model, whose cache is empty afterwards.

    Raises:
        BenchError: the library saves states in another form.
    """
    n_seed = min(n, seed_tokens)
    prefill(model, random_tokens(model, n_seed))
    state = model.state(SEQ)
    model.clear()
    params = model.compaction_params()
    group = geometry.heads // geometry.kv_heads
    return _repeated(state, n, min(n, -(-(params.n_queries + params.n_held_out) // group)))


def _repeated(state: Bytes, n: int, n_queries: int) -> Bytes:
    """The state of one sequence that was not compacted yet, with ``n`` cells and as many sampled queries."""
    random = np.random.default_rng(1)
    at = 0

    def take(size: int) -> Bytes:
        nonlocal at
        at += size
        return state[at - size : at]

    def numbers(form: str) -> tuple[int, ...]:
        return struct.unpack(form, take(struct.calcsize(form)).tobytes())

    def filled(into: npt.NDArray[np.uint16], rows: npt.NDArray[np.uint16]) -> None:
        for first in range(0, len(into), len(rows)):
            part = into[first : first + len(rows)]
            np.bitwise_xor(rows[: len(part)], random.integers(0, 2, rows.shape[1], np.uint16) << 15, out=part)

    start = take(8)
    mark, version, flags, streams, n_cells = numbers("<5I")
    if mark != MARK or flags or streams != 1:
        raise BenchError("The library saves states in another form than this was made for.")
    take(12 * n_cells)
    (transposed, n_layers) = numbers("<2I")
    head = struct.pack("<5I", mark, version, flags, streams, n)
    cells = np.zeros((n, 3), "<i4")
    cells[:, 0], cells[:, 1] = np.arange(n), 1
    parts: list[Any] = [start, head, cells.view(np.uint8), struct.pack("<2I", transposed, n_layers)]
    for _ in range(2 * n_layers):
        kind, row = numbers("<IQ")
        rows = take(row * n_cells).reshape(n_cells, row).view(np.uint16)
        grown = np.empty((n, row // 2), np.uint16)
        filled(grown, rows)
        parts += [struct.pack("<IQ", kind, row), grown.view(np.uint8)]
    sampling = numbers("<4I")
    strides = take(12 * sampling[3])
    (n_slots,) = numbers("<I")
    take(24 * n_slots)
    slots = np.zeros((n_queries, 6), "<i4")  # position, the same for its RoPE and index, not recent, one sequence, 0
    slots[:, :3] = (np.arange(n_queries) * n // n_queries)[:, None]
    slots[:, 4] = 1
    parts += [struct.pack("<4I", *sampling), strides, struct.pack("<I", n_queries), slots.view(np.uint8)]
    for _ in range(sampling[0]):
        kind, row = numbers("<IQ")
        queries = take(row * n_slots).reshape(n_slots, row)
        parts += [struct.pack("<IQ", kind, row), queries[np.arange(n_queries) % n_slots]]
    if at != len(state):
        raise BenchError("The library saves states in another form than this was made for.")
    return np.concatenate(
        [np.frombuffer(part, np.uint8) if isinstance(part, bytes) else part.ravel() for part in parts]
    )


# --------------------------------------------------------------------------- files


def _write(path: Path, geometry: Geometry, layers: int, width: int, hidden: int, kind: int) -> None:
    random = np.random.default_rng(1)
    shapes: dict[str, tuple[int, ...]] = {"token_embd.weight": (259, width), "output_norm.weight": (width,)}
    queries, keys = geometry.heads * geometry.head_size, geometry.kv_heads * geometry.head_size
    for i in range(layers):
        shapes |= {
            f"blk.{i}.attn_norm.weight": (width,),
            f"blk.{i}.attn_q.weight": (queries, width),
            f"blk.{i}.attn_k.weight": (keys, width),
            f"blk.{i}.attn_v.weight": (keys, width),
            f"blk.{i}.attn_output.weight": (width, queries),
            f"blk.{i}.ffn_norm.weight": (width,),
            f"blk.{i}.ffn_gate.weight": (hidden, width),
            f"blk.{i}.ffn_up.weight": (hidden, width),
            f"blk.{i}.ffn_down.weight": (width, hidden),
        }
    llama = {
        "context_length": _CONTEXT,
        "embedding_length": width,
        "block_count": layers,
        "feed_forward_length": hidden,
        "attention.head_count": geometry.heads,
        "attention.head_count_kv": geometry.kv_heads,
        "attention.key_length": geometry.head_size,
        "attention.value_length": geometry.head_size,
        "attention.layer_norm_rms_epsilon": 1e-5,
        "rope.dimension_count": geometry.head_size,
        "rope.freq_base": 1e6,
    }
    metadata = {
        "general.architecture": "llama",
        "general.name": "random model with the cache of a larger one",
        **{f"llama.{name}": value for name, value in llama.items()},
        "tokenizer.ggml.model": "llama",
        "tokenizer.ggml.tokens": ["<unk>", "<s>", "</s>", *(f"<0x{byte:02X}>" for byte in range(256))],
        "tokenizer.ggml.scores": [0.0] * 259,
        "tokenizer.ggml.token_type": [2, 3, 3, *[6] * 256],
        "tokenizer.ggml.bos_token_id": 1,
        "tokenizer.ggml.eos_token_id": 2,
    }
    _write_gguf(path, metadata, shapes, kind, random)


def _size(shape: tuple[int, ...], kind: int) -> int:
    """Bytes of a tensor of ``kind``; a norm is F32 whatever the others are."""
    n = int(np.prod(shape))
    return 4 * n if len(shape) == 1 else 2 * n if kind == F16 else n // 32 * 18


def _weights(shape: tuple[int, ...], kind: int, random: np.random.Generator) -> Bytes:
    """Bytes of a matrix whose outputs spread about as far as its inputs; of ones for a norm."""
    if len(shape) == 1:
        return np.ones(shape, "<f4").view(np.uint8)
    spread = shape[1] ** -0.5
    if kind == F16:
        numbers = (random.standard_normal(shape, np.float32) * spread).astype("<f2")
        return np.frombuffer(numbers.tobytes(), np.uint8)
    blocks = np.frombuffer(random.bytes(_size(shape, kind)), np.uint8).reshape(-1, 18).copy()
    blocks[:, :2] = np.frombuffer(np.array(spread / 4.6, "<f2").tobytes(), np.uint8)  # four random bits spread by 4.6
    return blocks.ravel()


def _write_gguf(
    path: Path,
    metadata: Mapping[str, Any],
    shapes: Mapping[str, tuple[int, ...]],
    kind: int,
    random: np.random.Generator,
) -> None:
    head = bytearray(b"GGUF" + struct.pack("<IQQ", 3, len(shapes), len(metadata)))
    for key, value in metadata.items():
        head += _string(key) + _value(value)
    offset = 0
    for name, shape in shapes.items():
        of_tensor = F32 if len(shape) == 1 else kind
        head += _string(name) + struct.pack(f"<I{len(shape)}QIQ", len(shape), *reversed(shape), of_tensor, offset)
        offset += -(-_size(shape, kind) // _ALIGNMENT) * _ALIGNMENT
    head += bytes(-len(head) % _ALIGNMENT)
    with path.open("wb") as file:
        file.write(head)
        for shape in shapes.values():  # one at a time: all of them may be some gigabytes
            data = _weights(shape, kind, random)
            file.write(data.data)
            file.write(bytes(-len(data) % _ALIGNMENT))


def _string(text: str) -> bytes:
    data = text.encode()
    return struct.pack("<Q", len(data)) + data


def _value(value: Any) -> bytes:
    """A metadata value: its type, then its bytes."""
    match value:
        case int():
            return struct.pack("<II", _U32, value)
        case float():
            return struct.pack("<If", _F32, value)
        case str():
            return struct.pack("<I", _STRING) + _string(value)
    if isinstance(value[0], str):
        return struct.pack("<IIQ", _ARRAY, _STRING, len(value)) + b"".join(map(_string, value))
    kind, form = (_F32, "f") if isinstance(value[0], float) else (_I32, "i")
    return struct.pack(f"<IIQ{len(value)}{form}", _ARRAY, kind, len(value), *value)
