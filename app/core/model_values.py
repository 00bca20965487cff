"""Models of the library and the one that is loaded. Plain values, no Qt, no SQL.

Sizes are bytes.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

import msgspec

from app.core.texts import Text
from engine.protocol import LoadChoice, ModelFacts

__all__ = [
    "ModelEntry",
    "ModelFacts",
    "ModelFolder",
    "ModelPhase",
    "ModelState",
    "VisionPart",
]


class ModelEntry(msgspec.Struct, frozen=True, kw_only=True):
    """A model file of the library.

    ``path`` is the first file of a split model, ``parts`` all of them. ``status``: ok, missing (the file is gone),
    broken (its header could not be read; ``problem`` says why), arriving (it is still being written).
    ``name`` is what the person calls it, else ``own_name``. ``mmproj``: path of the file that looks at pictures for it,
    "": none.
    """

    path: str
    name: str
    own_name: str = ""
    notes: str = ""
    mmproj: str = ""
    size: int = 0
    mtime: float = 0.0
    parts: tuple[str, ...] = ()
    facts: ModelFacts | None = None
    status: Literal["ok", "missing", "broken", "arriving"] = "ok"
    problem: Text | None = None
    referenced: bool = False  # used in place, outside of the models folder
    starter: bool = False
    last_used: float = 0.0

    @property
    def embeds(self) -> bool:
        """Whether it can be used, and makes embeddings."""
        return self.status == "ok" and self.facts is not None and bool(self.facts.pooling)


class VisionPart(msgspec.Struct, frozen=True, kw_only=True):
    """A file that looks at pictures for models ("mmproj")."""

    path: str
    name: str
    size: int = 0
    facts: ModelFacts


class ModelFolder(msgspec.Struct, frozen=True, kw_only=True):
    """A folder in which models are looked for. ``real``: where it is, whatever links lead to it; ``own``: the
    program's. ``problem``: why not all of it was seen.
    """

    path: str
    real: str = ""
    own: bool = False
    models: int = 0
    problem: Text | None = None


class ModelPhase(StrEnum):
    """Where the model stands."""

    NONE = "none"
    LOADING = "loading"
    LOADED = "loaded"
    FAILED = "failed"
    RESTING = "resting"  # unloaded after a while without use; loaded again when it is wanted


class ModelState(msgspec.Struct, frozen=True):
    """The model in use. ``progress`` 0 to 1 while loading; ``problem`` when it failed.

    ``stopped``: it failed because the engine ended, which is not started again before the person wants something.
    ``choice``: how it was loaded.
    """

    phase: ModelPhase = ModelPhase.NONE
    path: str = ""
    name: str = ""
    facts: ModelFacts | None = None
    n_ctx: int = 0
    devices: tuple[str, ...] = ()
    progress: float = 0.0
    problem: Text | None = None
    stopped: bool = False
    choice: LoadChoice | None = None

    @property
    def state_key(self) -> str:
        """As ``ModelFacts`` has it; "" while none is loaded."""
        return self.facts.state_key if self.facts is not None else ""
