"""Which vision part goes with which model, told by the widths of both."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from app.core.model_values import ModelEntry, VisionPart
from engine.protocol import ModelFacts


def fits(model: ModelFacts | None, part: ModelFacts) -> bool:
    """Whether what the part says can be read by the model."""
    return model is not None and model.kind == "model" and model.n_embd in part.fits_widths


def parts_for(entry: ModelEntry, parts: Iterable[VisionPart]) -> list[VisionPart]:
    """The parts that fit a model, those beside its file first."""
    here = Path(entry.path).parent
    fitting = [part for part in parts if fits(entry.facts, part.facts)]
    return sorted(fitting, key=lambda part: (Path(part.path).parent != here, part.name.casefold()))


def models_for(part: VisionPart, entries: Iterable[ModelEntry], loaded: str = "") -> list[ModelEntry]:
    """The models that a part fits: those beside its file first, then the one of the path ``loaded``, then by use."""
    here = Path(part.path).parent
    fitting = [entry for entry in entries if entry.status == "ok" and fits(entry.facts, part.facts)]
    return sorted(fitting, key=lambda entry: (Path(entry.path).parent != here, entry.path != loaded, -entry.last_used))


def by_itself(path: str, facts: ModelFacts | None, parts: Sequence[VisionPart]) -> str:
    """The part that a model gets without being asked: the only one beside its file that fits; "" if there is none."""
    beside = [part for part in parts if Path(part.path).parent == Path(path).parent and fits(facts, part.facts)]
    return beside[0].path if len(beside) == 1 else ""
