"""Whether a model fits this computer, in words: from the engine's estimate, without widgets."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from app.core.hub import Fit
from app.ui.widgets.labels import size
from engine.protocol import Estimated

translate = QCoreApplication.translate

ROOMY = 0.85  # of what is free; above it other programs may be pushed out


@dataclass(frozen=True)
class FitReading:
    """``badge`` and its colour ``role``; ``sentence`` says why, ``hint`` what helps ("": nothing needs help)."""

    fit: Fit
    badge: str
    role: str
    sentence: str
    hint: str = ""


def read(told: Estimated) -> FitReading:
    """What an estimate means for a person."""
    total, free = told.weights + told.kv + told.compute, told.available
    values = {"total": size(total), "free": size(free), "tokens": told.n_ctx}
    source = (
        translate("ModelFit", "Weights and buffers are as its last load took them.")
        if told.learned
        else translate("ModelFit", "Told by its file; the first load tells it exactly.")
    )
    if free <= 0:
        sentence = translate("ModelFit", "It takes about {total}.").format(**values)
        return FitReading("unknown", "", "dim", f"{sentence} {source}")
    if told.device_available and told.device > told.device_available:
        sentence = translate("ModelFit", "It takes about {device} on the GPU, where {free} are free.").format(
            device=size(told.device), free=size(told.device_available)
        )
        hint = translate("ModelFit", "Put fewer layers on the GPU, or give it a smaller memory.")
        return FitReading("too_big", translate("ModelFit", "too big"), "error", f"{sentence} {source}", hint)
    sentence = translate("ModelFit", "It takes about {total} of the {free} that are free.").format(**values)
    if total > free:
        short = translate("ModelFit", "It takes about {total}, and {free} are free.").format(**values)
        hint = translate("ModelFit", "Give it a smaller memory or a smaller memory type, or close other programs.")
        return FitReading("too_big", translate("ModelFit", "too big"), "error", f"{short} {source}", hint)
    if total > ROOMY * free:
        hint = translate("ModelFit", "Little is left for other programs.")
        return FitReading("tight", translate("ModelFit", "tight"), "warn", f"{sentence} {source}", hint)
    return FitReading("fits", translate("ModelFit", "fits"), "pinned", f"{sentence} {source}")
