"""The identity of a model's weights: the same for the files of one model in different quantizations.

Quantized files keep the weights of norms as they are, in F32: a few thousand numbers that training has set, and that
no other training sets to the same bits. So the names and shapes of the layers' tensors and the bits of some norms name
the weights. Two models count as the same whose norms were frozen when one was tuned from the other, as adapters
(LoRA) do: what is kept by this identity must hold for both, as what a head looks for does.
"""

from __future__ import annotations

from blake3 import blake3

from engine.errors import BadModelFile
from engine.files import open_file
from engine.gguf.reader import GgufHeader, Tensor
from engine.texts import why

MOST_NORMS = 32  # read of a file, evenly over their names
LEAST_NORMS = 4
LONGEST_NORM = 1 << 20  # bytes
_F32 = 0


def weights_of(parts: tuple[GgufHeader, ...]) -> str:
    """Hex digest of what :mod:`engine.gguf.weights` describes; "" for a model with too few norms to tell.

    Raises:
        BadModelFile: a part can no longer be read.
    """
    norms = sorted(
        ((tensor, part) for part in parts for tensor in part.tensors if _is_norm(tensor)), key=lambda one: one[0].name
    )
    if len(norms) < LEAST_NORMS:
        return ""
    digest = blake3(b"longthread weights 1")
    layers = sorted((tensor.name, tensor.shape) for part in parts for tensor in part.tensors if _of_layer(tensor))
    digest.update(repr((parts[0].text("general.architecture"), layers)).encode())
    n = min(len(norms), MOST_NORMS)
    for tensor, part in (norms[i * len(norms) // n] for i in range(n)):
        try:
            with open_file(part.path) as file:
                file.seek(tensor.offset)
                digest.update(file.read(tensor.size))
        except OSError as error:
            raise BadModelFile("model_file.unreadable", name=part.path.name, reason=why(error)) from error
    return digest.hexdigest()


def _of_layer(tensor: Tensor) -> bool:
    return tensor.name.startswith("blk.")


def _is_norm(tensor: Tensor) -> bool:
    return (
        tensor.name.endswith("norm.weight")
        and tensor.type == _F32
        and len(tensor.shape) == 1
        and 0 < tensor.size <= LONGEST_NORM
    )
