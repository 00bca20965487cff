"""Whether a model fits this computer, in words: from the engine's estimate, without widgets."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from app.core.hub import Fit
from app.services.wording import said_together
from app.ui.numbers import size
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
        translate("ModelFit", "Weights and buffers measured at the last load.")
        if told.learned
        else translate("ModelFit", "Estimated from the file; precise after the first load.")
    )
    if free <= 0:
        sentence = translate("ModelFit", "Needs about {total}.").format(**values)
        return FitReading("unknown", "", "dim", said_together(sentence, source))
    if told.device_available and told.device > told.device_available:
        sentence = translate("ModelFit", "Needs about {device} of VRAM, {free} available.").format(
            device=size(told.device), free=size(told.device_available)
        )
        hint = translate("ModelFit", "Put fewer layers on the GPU or reduce the context size.")
        return FitReading("too_big", translate("ModelFit", "Too large"), "error", said_together(sentence, source), hint)
    full = next((one for one in told.devices if one.need > one.free), None)
    if full is not None:
        sentence = translate("ModelFit", "Needs about {need} of VRAM on {device}, {free} available.").format(
            need=size(full.need), device=full.name, free=size(full.free)
        )
        hint = translate("ModelFit", "Change the split across GPUs, or put fewer layers on them.")
        return FitReading("too_big", translate("ModelFit", "Too large"), "error", said_together(sentence, source), hint)
    sentence = translate("ModelFit", "Needs about {total} of the {free} available.").format(**values)
    if total > free:
        short = translate("ModelFit", "Needs about {total}, {free} available.").format(**values)
        hint = translate("ModelFit", "Reduce the context size, choose a smaller KV cache type or close other programs.")
        return FitReading("too_big", translate("ModelFit", "Too large"), "error", said_together(short, source), hint)
    if total > ROOMY * free:
        hint = translate("ModelFit", "This leaves little RAM for other programs.")
        return FitReading("tight", translate("ModelFit", "Tight"), "warn", said_together(sentence, source), hint)
    return FitReading("fits", translate("ModelFit", "Fits"), "pinned", said_together(sentence, source))
