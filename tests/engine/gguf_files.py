"""Small GGUF files for tests, written by hand so that the reader is not tested against itself."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any


def text(value: str) -> bytes:
    raw = value.encode()
    return struct.pack("<Q", len(raw)) + raw


def value(item: Any) -> bytes:
    """A typed metadata value."""
    match item:
        case bool():
            return struct.pack("<I?", 7, item)
        case int():
            return struct.pack("<II", 4, item)
        case float():
            return struct.pack("<If", 6, item)
        case str():
            return struct.pack("<I", 8) + text(item)
        case list() if item and isinstance(item[0], str):
            return struct.pack("<IIQ", 9, 8, len(item)) + b"".join(map(text, item))
        case list():
            return struct.pack(f"<IIQ{len(item)}i", 9, 5, len(item), *item)
    raise TypeError(item)


LLAMA: dict[str, Any] = {
    "general.architecture": "llama",
    "general.name": "Tiny",
    "general.file_type": 1,
    "llama.block_count": 2,
    "llama.context_length": 512,
    "llama.embedding_length": 64,
    "llama.attention.head_count": 4,
    "llama.attention.head_count_kv": 2,
    "llama.rope.freq_base": 10000.0,
    "tokenizer.chat_template": "{{ messages }}",
}


def gguf(metadata: dict[str, Any] | None = None, tensors: int = 2, version: int = 3) -> bytes:
    """A whole file: metadata and ``tensors`` f16 tensors of 32 x 4 elements."""
    metadata = LLAMA if metadata is None else metadata
    out = b"GGUF" + struct.pack("<IQQ", version, tensors, len(metadata))
    for key, item in metadata.items():
        out += text(key) + value(item)
    for i in range(tensors):
        out += text(f"blk.{i}.weight") + struct.pack("<IQQIQ", 2, 32, 4, 1, i * 256)
    out += bytes(-len(out) % 32)
    return out + b"".join(bytes([i + 1]) * 256 for i in range(tensors))


def gguf_of(metadata: dict[str, Any], tensors: dict[str, int]) -> bytes:
    """A whole file with f16 tensors of the given names and sizes in bytes (multiples of 64); all of them zeros.

    Rows have 32 elements, those of the token embedding as many as the metadata say.
    """
    width = metadata.get(f"{metadata.get('general.architecture')}.embedding_length", 32)
    out = b"GGUF" + struct.pack("<IQQ", 3, len(tensors), len(metadata))
    for key, item in metadata.items():
        out += text(key) + value(item)
    at = 0
    for name, size in tensors.items():
        row = width if name == "token_embd.weight" else 32
        out += text(name) + struct.pack("<IQQIQ", 2, row, size // 2 // row, 1, at)
        at += size
    return out + bytes(-len(out) % 32) + bytes(at)


def write(folder: Path, data: bytes, name: str = "model.gguf") -> Path:
    path = folder / name
    path.write_bytes(data)
    return path
