"""The identity of a model file: fast enough to take at every load, sure enough to guard a snapshot."""

from __future__ import annotations

from blake3 import blake3

from engine.errors import BadModelFile
from engine.files import open_file
from engine.gguf.reader import GgufHeader
from engine.texts import why

SAMPLE = 1 << 20


def fingerprint_of(parts: tuple[GgufHeader, ...]) -> str:
    """Hex blake3 over each part's size, its header (metadata and tensor table) and 1 MiB samples of its data.

    The samples are taken at the start, the middle and the end of the tensor data. The name and place of the file do
    not matter.

    Raises:
        BadModelFile: a part can no longer be read.
    """
    digest = blake3(b"longthread model 1")
    for part in parts:
        digest.update(part.file_size.to_bytes(8, "little"))
        length = part.file_size - part.data_offset
        middle = part.data_offset + max(0, (length - SAMPLE) // 2)
        end = max(part.data_offset, part.file_size - SAMPLE)
        try:
            with open_file(part.path) as file:
                digest.update(file.read(min(part.data_offset, part.file_size)))
                for start in (part.data_offset, middle, end):
                    file.seek(start)
                    digest.update(file.read(SAMPLE))
        except OSError as error:
            raise BadModelFile("model_file.unreadable", name=part.path.name, reason=why(error)) from error
    return digest.hexdigest()
