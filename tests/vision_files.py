"""Vision parts and pictures for tests: tiny random ones, the same at every run."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path
from typing import Any

import gguf
import numpy as np
from blake3 import blake3

from engine.protocol import Picture

SIDE, PATCH = 56, 14  # pixels: 4 x 4 patches, each a row
ROWS = (SIDE // PATCH) ** 2
GRIDS = ("qwen2vl_merger", "qwen2.5vl_merger", "qwen3vl_merger")
_WIDE, _HEADS, _INNER, _LAYERS = 32, 2, 64, 2
_MERGED = 4 * _WIDE  # 2 x 2 patches make a row


def make_mmproj(path: Path, n_embd: int, kind: str = "mlp") -> Path:
    """A vision part for models of the width ``n_embd``.

    ``kind``: mlp (LLaVA), gemma3 (rows that see one another), or one of ``GRIDS``, whose rows stand in a grid.
    """
    random = np.random.default_rng(7)
    writer = gguf.GGUFWriter(path, "clip")
    writer.add_type("mmproj")
    writer.add_bool("clip.has_vision_encoder", True)
    writer.add_string("clip.projector_type", kind)
    writer.add_uint32("clip.vision.image_size", SIDE)
    writer.add_uint32("clip.vision.patch_size", PATCH)
    writer.add_uint32("clip.vision.embedding_length", _WIDE)
    writer.add_uint32("clip.vision.feed_forward_length", _INNER)
    writer.add_uint32("clip.vision.block_count", _LAYERS)
    writer.add_uint32("clip.vision.projection_dim", n_embd)
    writer.add_uint32("clip.vision.attention.head_count", _HEADS)
    writer.add_float32("clip.vision.attention.layer_norm_epsilon", 1e-5)
    writer.add_array("clip.vision.image_mean", [0.5, 0.5, 0.5])
    writer.add_array("clip.vision.image_std", [0.5, 0.5, 0.5])
    writer.add_bool("clip.use_gelu", True)
    writer.add_uint32("clip.vision.projector.scale_factor", 1)

    def tensor(name: str, *shape: int, gain: float = 1.0) -> None:
        data = random.standard_normal(shape, dtype=np.float32) * np.float32(gain / shape[-1] ** 0.5)
        writer.add_tensor(name, data)

    def norm(name: str, size: int) -> None:
        writer.add_tensor(f"{name}.weight", np.ones(size, np.float32))
        writer.add_tensor(f"{name}.bias", np.zeros(size, np.float32))

    tensor("v.patch_embd.weight", _WIDE, 3, PATCH, PATCH, gain=4.0)
    fused = kind == "qwen3vl_merger"
    if kind in GRIDS:
        tensor("v.patch_embd.weight.1", _WIDE, 3, PATCH, PATCH, gain=4.0)
    if kind not in GRIDS or fused:
        tensor("v.position_embd.weight", ROWS, _WIDE)
    if kind == "qwen2.5vl_merger":
        writer.add_uint32("clip.vision.n_wa_pattern", _LAYERS)
    if fused:
        writer.add_tensor("v.patch_embd.bias", np.zeros(_WIDE, np.float32))
        writer.add_array("clip.vision.is_deepstack_layers", [True, False])
        _deepstack(tensor, norm, writer, n_embd)
    norm("v.pre_ln" if kind == "mlp" else "v.post_ln", _WIDE)
    for i in range(_LAYERS):
        norm(f"v.blk.{i}.ln1", _WIDE)
        norm(f"v.blk.{i}.ln2", _WIDE)
        for part in ("attn_out",) if fused else ("attn_q", "attn_k", "attn_v", "attn_out"):
            tensor(f"v.blk.{i}.{part}.weight", _WIDE, _WIDE)
            if kind in GRIDS:
                writer.add_tensor(f"v.blk.{i}.{part}.bias", np.zeros(_WIDE, np.float32))
        if fused:
            tensor(f"v.blk.{i}.attn_qkv.weight", 3 * _WIDE, _WIDE)
            writer.add_tensor(f"v.blk.{i}.attn_qkv.bias", np.zeros(3 * _WIDE, np.float32))
        tensor(f"v.blk.{i}.ffn_up.weight", _INNER, _WIDE)
        writer.add_tensor(f"v.blk.{i}.ffn_up.bias", np.zeros(_INNER, np.float32))
        tensor(f"v.blk.{i}.ffn_down.weight", _WIDE, _INNER)
        writer.add_tensor(f"v.blk.{i}.ffn_down.bias", np.zeros(_WIDE, np.float32))
    if kind == "mlp":
        tensor("mm.0.weight", n_embd, _WIDE)
        writer.add_tensor("mm.0.bias", np.zeros(n_embd, np.float32))
        tensor("mm.2.weight", n_embd, n_embd)
        writer.add_tensor("mm.2.bias", np.zeros(n_embd, np.float32))
    elif kind in GRIDS:
        tensor("mm.0.weight", _MERGED, _MERGED)
        writer.add_tensor("mm.0.bias", np.zeros(_MERGED, np.float32))
        tensor("mm.2.weight", n_embd, _MERGED)
        writer.add_tensor("mm.2.bias", np.zeros(n_embd, np.float32))
    else:
        tensor("mm.input_projection.weight", _WIDE, n_embd)
        writer.add_tensor("mm.soft_emb_norm.weight", np.ones(_WIDE, np.float32))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path


def _deepstack(tensor: Any, norm: Any, writer: Any, n_embd: int) -> None:
    """What the first layer gives to the model's first layer, beside the rows."""
    norm("v.deepstack.0.norm", _MERGED)
    tensor("v.deepstack.0.fc1.weight", _MERGED, _MERGED)
    writer.add_tensor("v.deepstack.0.fc1.bias", np.zeros(_MERGED, np.float32))
    tensor("v.deepstack.0.fc2.weight", n_embd, _MERGED)
    writer.add_tensor("v.deepstack.0.fc2.bias", np.zeros(n_embd, np.float32))


def png(width: int = 80, height: int = 60, seed: int = 1) -> bytes:
    """A picture of coloured noise."""
    pixels = np.random.default_rng(seed).integers(0, 256, (height, width, 3), np.uint8)
    lines = b"".join(b"\0" + line.tobytes() for line in pixels)
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(lines)) + chunk(b"IEND", b"")


def chunk(kind: bytes, data: bytes) -> bytes:
    """A chunk of a PNG file."""
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def make_picture(folder: Path, seed: int = 1, width: int = 80, height: int = 60) -> Picture:
    """A picture as the program keeps it."""
    data = png(width, height, seed)
    digest = blake3(data).hexdigest()
    path = folder / f"{digest}.png"
    path.write_bytes(data)
    return Picture(str(path), digest)
