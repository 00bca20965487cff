"""The models that the program recommends: well-known ones on the Hugging Face hub whose context it compacts.

``resources/models.json`` says when the list was made. Sizes are about what the hub says; the file that is downloaded
is looked up there first, and checked against the hub's own checksum.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Literal

import msgspec

from app.core.hub import Fit, HubFile, HubRepo, quantization_in

GoodFor = Literal["quick", "everyday", "documents", "languages", "reasoning", "code", "strong"]

SLOW = 3.0  # tokens per second, fewer of which are slower than one reads
BANDWIDTH = 4e9  # bytes of a model that a core works through in a second, a rule of thumb
CORES = 4  # that share the memory with no loss; more gain little
SCATTERED = 0.65  # of that where experts are read, which lie here and there


class CuratedModel(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A model to recommend. ``repo`` and ``file`` on the hub; ``size`` in bytes, about.

    ``context``: tokens it was trained for; ``active``: parameters that each token needs, 0 for all of them.
    """

    name: str
    repo: str
    file: str
    size: int
    parameters: int
    context: int
    license: str
    good_for: GoodFor
    active: int = 0

    @property
    def works(self) -> int:
        """Parameters that each token needs."""
        return self.active or self.parameters

    def tokens_per_second(self, cores: int) -> float:
        """How fast a processor writes with it, about: what a token needs of the file is read once for each."""
        bandwidth = BANDWIDTH * min(cores, CORES) * (SCATTERED if self.active else 1.0)
        return bandwidth / (self.size * self.works / self.parameters)


class CuratedModels(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``made``: ISO date of the list."""

    made: str
    models: tuple[CuratedModel, ...]


def read_curated(path: Path) -> CuratedModels:
    """The list as ``resources/models.json`` holds it.

    Raises:
        OSError, msgspec.MsgspecError: the program's own file is missing or damaged.
    """
    return msgspec.json.decode(path.read_bytes(), type=CuratedModels)


def is_slow(model: CuratedModel, has_gpu: bool, cores: int = CORES) -> bool:
    """Whether this computer, of so many ``cores`` (physical ones), writes slowly with it although it fits."""
    return not has_gpu and model.tokens_per_second(cores) < SLOW


def suggested(
    models: Sequence[CuratedModel], judge: Callable[[int], Fit], has_gpu: bool, cores: int = CORES, most: int = 3
) -> list[CuratedModel]:
    """Models that run well here, smallest first: the largest of them, one of about half its size, and so on.

    Where none does, the smallest that there is.
    """
    by_size = sorted(models, key=lambda model: model.size)
    well = [model for model in by_size if judge(model.size) == "fits" and not is_slow(model, has_gpu, cores)]
    chosen: list[CuratedModel] = []
    limit = float("inf")
    for model in reversed(well):
        if model.size <= limit and len(chosen) < most:
            chosen.append(model)
            limit = model.size / 2
    return chosen[::-1] or by_size[:1]


def file_of(repo: HubRepo, model: CuratedModel) -> HubFile | None:
    """The file of a repository that is meant: by name, else the only one of the same quantization."""
    for file in repo.files:
        if file.label.rpartition("/")[2].casefold() == model.file.casefold():
            return file
    same = [file for file in repo.files if file.kind == "model" and file.quantization == quantization_in(model.file)]
    return same[0] if len(same) == 1 else None
