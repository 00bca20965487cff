"""Models that differ a little from those that are there: copies of GGUF files with what a test wants otherwise."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np
from gguf import GGUFReader, GGUFValueType, GGUFWriter

Data = np.ndarray[Any, Any]


def read(path: Path) -> GGUFReader:
    """What gguf reads of a file.

    It takes a slice of the file for each of 100,000 strings, and those of a ``memmap`` take three times as long.
    """
    mapped = np.memmap
    with mock.patch.object(np, "memmap", lambda file, mode: np.asarray(mapped(file, mode=mode))):
        return GGUFReader(path)


def changed(source: Path, target: Path, change: Callable[[str, Data], Data | None], **metadata: int) -> Path:
    """Write ``source`` to ``target`` with what ``change(name, data)`` makes of each tensor; None leaves it out.

    ``metadata``: other values of fields of the architecture (``block_count``).
    """
    reader = read(source)
    architecture = reader.fields["general.architecture"].contents()
    others = {f"{architecture}.{name}": value for name, value in metadata.items()}
    writer = GGUFWriter(target, architecture)
    for name, field in reader.fields.items():
        if not name.startswith("GGUF.") and name != "general.architecture":
            kind = field.types[0]
            value = others.get(name, field.contents())
            writer.add_key_value(name, value, kind, field.types[-1] if kind == GGUFValueType.ARRAY else None)
    for tensor in reader.tensors:
        data = change(tensor.name, np.asarray(tensor.data))
        if data is not None:
            writer.add_tensor(tensor.name, data, raw_dtype=tensor.tensor_type)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return target


def shortened(source: Path, target: Path, layers: int) -> Path:
    """Write the model of the first ``layers`` layers: it does all that the whole one does, sooner, in no sense."""

    def kept(name: str, data: Data) -> Data | None:
        layer = re.match(r"blk\.(\d+)\.", name)
        return None if layer and int(layer[1]) >= layers else data

    return changed(source, target, kept, block_count=layers)
