"""What loading a model takes of what is free, and what is known of one that is loaded."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import msgspec

from engine import protocol as p
from engine.heads.profile import known
from engine.model.model import Model
from engine.model.runtime import runtime
from engine.prompt import reasoning
from engine.sizing.estimate import Need, available, estimate
from engine.sizing.footprint import Watch


def what_it_takes(request: p.Load | p.Estimate, loaded: Watch | None) -> Need:
    """What loading the model as ``request`` says will take; ``loaded`` watches the one that is there now.

    Raises:
        BadModelFile: the file is broken.
    """
    budget = request.kv_budget
    seeing = _file_bytes(request.mmproj)
    if request.kv_share > 0:
        budget = max(1, round(min(request.kv_share, 1.0) * sum(free_without_model(loaded))))
    need = estimate(
        request.path, request.n_ctx, request.kv_type, kv_budget=budget, n_gpu_layers=request.n_gpu_layers,
        flash_attention=request.flash_attention,
        gpu=any(device.kind in ("gpu", "igpu") for device in runtime().devices()),
    )  # fmt: skip
    return dataclasses.replace(need, weights=need.weights + seeing)


def estimated(request: p.Estimate, loaded: Watch | None) -> p.Estimated:
    """What a model will take; raises as :func:`what_it_takes`."""
    need = what_it_takes(request, loaded)
    free, on_devices = free_without_model(loaded)
    return p.Estimated(
        id=request.id, model=need.facts, weights=need.weights, kv=need.kv, compute=need.compute,
        available=free + on_devices, n_ctx=need.n_ctx, learned=need.learned, note=need.note, device=need.device,
        device_available=on_devices,
        heads="needless" if need.facts.why_not else known(need.facts.fingerprint),
    )  # fmt: skip


def free_without_model(loaded: Watch | None) -> tuple[int, int]:
    """Bytes of main memory, and on devices, that are free once no model is loaded."""
    own, on_devices = (0, 0) if loaded is None else loaded.freed_by_unloading()
    return available() + own, device_free() + on_devices


def device_names() -> tuple[str, ...]:
    """The devices that the library computes on, for people."""
    return tuple(f"{device.name}: {device.description}" for device in runtime().devices())


def device_free() -> int:
    """Free bytes of the devices with memory of their own."""
    return sum(device.free for device in runtime().devices() if device.kind == "gpu")


def loaded_facts(model: Model) -> p.ModelFacts:
    """What is known of a model once it is loaded."""
    why_not = model.why_not_compactable()
    thinking, at_start = reasoning.choices(model.template, model.bos_text, model.eos_text)
    return msgspec.structs.replace(
        model.facts, compactable=not why_not, why_not=why_not, thinking=thinking, thinking_at_start=at_start,
        sees=model.vision is not None,
    )  # fmt: skip


def _file_bytes(path: str) -> int:
    """Size of a file that a model is loaded with; 0: none, or it is not there."""
    try:
        return Path(path).stat().st_size if path else 0
    except OSError:
        return 0
