"""What the engine computes on, told to people."""

from __future__ import annotations

from collections.abc import Sequence

from engine import protocol as p
from engine.model.ggml import Device, placeable
from engine.model.plugins import LeftOut
from engine.model.runtime import runtime
from engine.sizing.sizes import told
from engine.texts import Text, say


def devices(n_layer: int = 0, n_gpu_layers: int = 0, wanted: int = -1, on: Sequence[Device] = ()) -> p.Devices:
    """What there is; with ``n_layer`` also what a model of so many layers runs on, see :func:`used`.

    Args:
        on: the devices that have layers of it.
    """
    library = runtime()
    found, left_out = library.devices(), library.left_out
    new = [] if n_layer else [one for one in left_out if one.new and one.outcome == "failed"]
    return p.Devices(
        found=tuple(_said(device, library.processor) for device in found),
        vram=sum(device.total for device in placeable(found) if not device.shares_ram),
        used=used(on or found, n_layer, n_gpu_layers, wanted) if n_layer else None,
        left_out=tuple(why_left_out(one) for one in left_out),
        problems=tuple(_problem(one, found) for one in new),
    )


def used(found: Sequence[Device], n_layer: int, n_gpu_layers: int, wanted: int) -> Text:
    """What a model runs on, and why.

    Args:
        n_gpu_layers: as the library counts them, the output first; -1: all.
        wanted: what was asked for; -1: as many as fit.
    """
    cards = _cards(found)
    if not cards:
        return say("device.cpu_alone")
    there = n_layer if n_gpu_layers < 0 else min(n_layer, n_gpu_layers - 1)
    if there == n_layer:
        return say("device.all_layers", device=cards)
    if there > 0:
        return say("device.some_layers", on=there, layers=n_layer, device=cards)
    return say("device.cpu_wanted") if wanted == 0 else say("device.cpu_full", device=cards)


def _cards(found: Sequence[Device]) -> str:
    return ", ".join(device.description or device.name for device in placeable(found))


def why_left_out(one: LeftOut) -> Text:
    """Why a backend is not used."""
    match one.outcome:
        case "absent":
            return say("device.absent", backend=one.name)
        case "no_device":
            return say("device.no_device", backend=one.name)
        case _:
            return say("device.failed", backend=one.name, reason=one.why)


def _problem(one: LeftOut, found: Sequence[Device]) -> Text:
    if cards := _cards(found):
        return say("device.failed_other", backend=one.name, device=cards)
    return say("device.failed_cpu", backend=one.name)


def _said(device: Device, processor: str) -> str:
    if device.worker:
        return f"{device.name}: {device.worker} ({told(device.total)})"
    variant = f" ({processor})" if processor and device.kind == "cpu" else ""
    return f"{device.name}: {device.description}{variant}"
