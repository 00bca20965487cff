"""Facts about a model file without loading it: what the program's library shows and checks before a load.

Nothing here imports a native model library; a file of any size is judged in milliseconds.
"""

from __future__ import annotations

import re
from pathlib import Path

from engine.errors import BadModelFile
from engine.gguf.checks import check_consistent
from engine.gguf.facts import (
    head_counts,
    is_vision_part,
    layers,
    longest_context,
    pooling_of,
    quantization,
    read_model,
    vision_widths,
    why_not_compactable,
)
from engine.gguf.fingerprint import fingerprint_of
from engine.gguf.reader import GgufHeader, Tensor, read_header
from engine.gguf.weights import weights_of
from engine.protocol import ModelFacts

__all__ = ["GgufHeader", "Tensor", "facts_of", "read_facts", "read_header", "read_model"]

F16_BYTES = 2
MAX_NAME_WORDS = 4
MAX_NAME = 100  # characters; a file may have megabytes there


def read_facts(path: str | Path) -> ModelFacts:
    """Facts of the model in ``path`` (any part of a split model).

    ``kv_bytes_per_token`` counts, in f16, the layers whose cache grows with the whole context; layers with a
    sliding window are left out, since they stop growing at their window.

    Raises:
        BadModelFile: not a GGUF, broken, truncated, or a part is missing.
    """
    return facts_of(read_model(path), Path(path))


def display_name(general_name: str, path: Path) -> str:
    """What to call a model: its ``general.name``, or the file's name where that is missing, too long for a line, or
    names a training run.

    Names of many words ("Smollm2 135M 8k Lc100K Mix1 Ep2") come from converters that spell out a run's folder; people
    know such a model by its file. The part number and the quantization at the end of a file name are left out.
    """
    words = general_name[: MAX_NAME + 1].split()
    if words and len(words) <= MAX_NAME_WORDS and len(general_name) <= MAX_NAME:
        return " ".join(words)
    stem = re.sub(r"-\d{5}-of-\d{5}$", "", path.stem)
    return re.sub(r"[-._](I?Q\d\w*|B?F16|F32)$", "", stem, flags=re.IGNORECASE) or path.stem


def facts_of(parts: tuple[GgufHeader, ...], path: Path) -> ModelFacts:
    """Facts of a model whose headers were read already; see :func:`read_facts`."""
    head = parts[0]
    arch = head.text("general.architecture")
    if not arch:
        raise BadModelFile("model_file.no_architecture", name=path.name)
    check_consistent(parts)
    cache = layers(head)
    template = head.text("tokenizer.chat_template")
    why_not = why_not_compactable(head)
    heads = head_counts(head)
    return ModelFacts(
        path=str(path),
        name=display_name(head.text("general.name"), path),
        architecture=arch,
        parameters=sum(tensor.elements for part in parts for tensor in part.tensors),
        quantization=quantization(parts),
        bytes=sum(part.file_size for part in parts),
        n_ctx_train=longest_context(head),
        n_layer=len(cache),
        n_head=max(heads, default=0),
        n_head_kv=max((layer.n_head_kv for layer in cache), default=0),
        kv_bytes_per_token=sum(layer.elements for layer in cache if layer.window == 0) * F16_BYTES,
        has_template=bool(template),
        fingerprint=fingerprint_of(parts),
        weights=weights_of(parts),
        compactable=why_not is None,
        why_not=why_not,
        n_embd=head.integer(f"{arch}.embedding_length"),
        pooling=pooling_of(head),
        kind="vision" if is_vision_part(head) else "model",
        fits_widths=vision_widths(head) if is_vision_part(head) else (),
    )
