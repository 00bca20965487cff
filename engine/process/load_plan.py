"""What loading a model takes of what is free, and what is known of one that is loaded."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from pathlib import Path

import msgspec

from engine import protocol as p
from engine.errors import ModelLoadFailed, ModelTooLarge
from engine.files import on_disk
from engine.gguf.header import GgufHeader, facts_of, read_model
from engine.heads.profile import known
from engine.model.ggml import Device, placeable
from engine.model.model import Model
from engine.model.runtime import runtime
from engine.prompt import reasoning
from engine.sizing import footprint, speeds
from engine.sizing.choose import AUTOMATIC, Choice, Wanted, choose
from engine.sizing.estimate import Need, available, estimate, sequences
from engine.sizing.file_sizes import FileSizes
from engine.sizing.footprint import Watch
from engine.sizing.machine import Machine, MemoryDevice, this_machine
from engine.snapshots.header import key_of
from engine.snapshots.snapshot import layout_of
from engine.texts import Text, say

MOST_DEVICES = 14  # with one for matrices and the processor as many as ggml's scheduler takes; more end the process


@dataclasses.dataclass(frozen=True)
class LoadPlan:
    """How a model is loaded, and what that takes.

    Attributes:
        devices: those that its layers may lie on, as the library tells them.
        machine: what it was chosen for.
        n_seq_max: chats that its memory may hold at a time.
        parts: the headers of its file.
    """

    need: Need
    choice: Choice
    machine: Machine
    devices: tuple[Device, ...]
    n_seq_max: int
    parts: tuple[GgufHeader, ...]

    @property
    def n_gpu_layers(self) -> int:
        """As the library and earlier loads count them; -1: all there are."""
        return counted(self.choice, self.need.facts.n_layer)

    @property
    def used(self) -> tuple[Device, ...]:
        """The devices that layers lie on: the library would compute on the others as well, which may have no room."""
        return tuple(device for device, n in zip(self.devices, self.choice.counts, strict=True) if n)

    @property
    def split(self) -> tuple[int, ...]:
        """In which ratio :attr:`used` share the layers; (): nobody shares."""
        counts = tuple(n for n in self.choice.counts if n)
        return counts if len(counts) > 1 else ()


def counted(choice: Choice, n_layer: int) -> int:
    """Layers on devices, -1: all, or there is no device to put any on."""
    return -1 if not choice.counts or choice.n_gpu_layers > n_layer else choice.n_gpu_layers


def planned(
    request: p.Load | p.Estimate, loaded: Watch | None, *, believed: float = 1.0, parts: tuple[GgufHeader, ...] = ()
) -> LoadPlan:
    """How the model is loaded as ``request`` says; ``loaded`` watches the one that is there now.

    Args:
        believed: share of their free memory that devices are believed to have.
        parts: the file's headers, where they were read before.

    Raises:
        BadModelFile: the file is broken. ModelLoadFailed: layers cannot be split in this way.
        ModelTooLarge: the budget is too little.
    """
    if request.split_mode != "layer":
        raise ModelLoadFailed("load.split_mode")
    devices = placeable(_devices(request))
    freed = _freed(loaded, devices)
    free, on_devices = free_without_model(loaded, devices)
    machine = this_machine(_table(devices, freed[1], believed), free)
    beside = _file_bytes(request.mmproj)
    parts = parts or read_model(request.path)
    facts = facts_of(parts, Path(request.path))
    learned = footprint.load(facts.fingerprint) if not devices else None
    sizes = FileSizes.of(parts, facts, learned=learned.total if learned is not None else 0, beside=beside)
    budget = request.kv_budget
    if request.kv_share > 0:
        budget = max(1, round(min(request.kv_share, 1.0) * (free + on_devices)))
    kv_type = "f16" if budget and request.kv_type == AUTOMATIC else request.kv_type
    n_ctx = estimate(request.path, 0, kv_type, kv_budget=budget, parts=parts).n_ctx if budget else request.n_ctx
    measured = speeds.load(facts.fingerprint, machine.key)
    n_seq_max = sequences(sizes.cache, request.chats if isinstance(request, p.Load) else 0)
    wanted = Wanted(
        n_ctx, request.n_gpu_layers, kv_type, request.n_threads, request.n_ubatch, request.flash_attention,
        request.split, measured, n_seq_max,
    )  # fmt: skip
    choice = choose(machine, sizes, wanted)
    need = estimate(
        request.path, request.n_ctx or choice.n_ctx, choice.kv_type, kv_budget=budget,
        n_gpu_layers=counted(choice, facts.n_layer), flash_attention=request.flash_attention, gpu=bool(devices),
        n_ubatch=choice.n_ubatch, parts=parts,
    )  # fmt: skip
    need = dataclasses.replace(need, weights=need.weights + beside)
    return LoadPlan(need, choice, machine, devices, n_seq_max, parts)


def connect(workers: Sequence[str]) -> list[Text]:
    """Hold the workers at these addresses, and no others; what to say of those that cannot be used."""
    return [problem.text for problem in runtime().workers.connect(workers)]


def held_workers() -> tuple[str, ...]:
    """The workers that are held."""
    return runtime().workers.connected


def _devices(request: p.Load | p.Estimate) -> tuple[Device, ...]:
    """Those of this computer, and of the workers that a request names. An estimate looks at these for a moment."""
    rt = runtime()
    near = tuple(device for device in rt.devices() if not device.worker)
    if not request.workers:
        return near
    if isinstance(request, p.Estimate):
        far = rt.workers.foreseen(request.workers)
    else:
        far = tuple(device for device in rt.workers.devices() if device.worker in request.workers)
    return (*near, *far[: max(0, MOST_DEVICES - len(placeable(near)))])


def _table(devices: Sequence[Device], freed: int, believed: float) -> tuple[MemoryDevice, ...]:
    """Devices with their memory; ``freed``: bytes that come back to them in all once no model is loaded."""
    taken = [max(0, device.total - device.free) for device in devices]
    back = [freed * used // max(1, sum(taken)) for used in taken]
    return tuple(
        MemoryDevice.of(
            device.description or device.name, round((device.free + more) * believed), device.total,
            shared=device.shares_ram,
        )
        for device, more in zip(devices, back, strict=True)
    )  # fmt: skip


def check_devices(plan: LoadPlan) -> None:
    """Raise ModelTooLarge where a device is asked for more than it has, as a person set it."""
    taken = list(plan.choice.placement.devices)
    if plan.need.learned and len(taken) == 1:
        taken = [plan.need.device]
    for device, asked in zip(plan.machine.devices, taken, strict=True):
        if device.total and asked > device.free:
            raise ModelTooLarge(
                "load.device_too_small", name=plan.need.facts.name, device=device.name, need=asked, free=device.free
            )


def check_ram(plan: LoadPlan) -> None:
    """Raise ModelTooLarge where the layers that devices do not get take more main memory than is free: what devices
    have free is of no use to those.
    """
    pairs = zip(plan.machine.devices, plan.choice.placement.devices, strict=True)
    there = [taken for device, taken in pairs if not device.shared]
    need = plan.need.total - sum(there)
    if there and need > plan.machine.ram_free:
        raise ModelTooLarge("load.ram_too_small", name=plan.need.facts.name, need=need, free=plan.machine.ram_free)


def told_choice(plan: LoadPlan, request: p.Load | p.Estimate) -> p.LoadChoice:
    """A choice as people are told of it."""
    choice, facts = plan.choice, plan.need.facts
    automatic = {
        "n_ctx": not (request.n_ctx or request.kv_budget or request.kv_share > 0),
        "n_gpu_layers": request.n_gpu_layers < 0, "kv_type": request.kv_type == AUTOMATIC,
        "n_threads": not request.n_threads, "n_ubatch": not request.n_ubatch,
    }  # fmt: skip
    there = max(0, choice.n_gpu_layers - 1)  # the output goes first
    code = "choice.all" if there >= facts.n_layer else "choice.some" if there else "choice.none"
    kv, n_ctx = plan.need.kv, plan.need.n_ctx
    summary = say(
        code, tokens=n_ctx, there=there, layers=facts.n_layer, threads=choice.n_threads, kv=kv,
        kv_type=choice.kv_type,
    )  # fmt: skip
    return p.LoadChoice(
        n_ctx=n_ctx, kv_type=choice.kv_type, n_gpu_layers=there, n_layer=facts.n_layer, n_threads=choice.n_threads,
        n_ubatch=choice.n_ubatch, kv_bytes=kv, devices=choice.devices, counts=choice.counts,
        automatic=tuple(name for name, chosen in automatic.items() if chosen), summary=summary,
        reasons=tuple(say(code) for code in choice.reasons),
    )  # fmt: skip


def estimated(request: p.Estimate, loaded: Watch | None) -> p.Estimated:
    """What a model will take; raises as :func:`planned`."""
    plan = planned(request, loaded)
    need = plan.need
    free, on_devices = free_without_model(loaded, plan.devices)
    return p.Estimated(
        id=request.id, model=need.facts, weights=need.weights, kv=need.kv, compute=need.compute,
        available=free + on_devices, n_ctx=need.n_ctx, learned=need.learned, note=need.note, device=need.device,
        device_available=on_devices,
        heads="needless" if need.facts.why_not else known(need.facts.fingerprint, need.facts.weights),
        choice=told_choice(plan, request), devices=_needs(plan),
    )  # fmt: skip


def _needs(plan: LoadPlan) -> tuple[p.DeviceNeed, ...]:
    pairs = zip(plan.machine.devices, plan.choice.placement.devices, strict=True)
    found = tuple(p.DeviceNeed(one.name, need, one.free) for one, need in pairs if one.total and not one.shared)
    return found if len(found) > 1 else ()


def free_without_model(loaded: Watch | None, devices: Sequence[Device]) -> tuple[int, int]:
    """Bytes of main memory, and on ``devices``, that are free once no model is loaded."""
    own, on_devices = _freed(loaded, devices)
    return available() + own, _free(devices) + on_devices


def _freed(loaded: Watch | None, devices: Sequence[Device]) -> tuple[int, int]:
    """Bytes that come back, of main memory and to ``devices``: nothing that is on other workers."""
    own, on_devices = (0, 0) if loaded is None else loaded.freed_by_unloading()
    return own, min(on_devices, sum(max(0, device.total - device.free) for device in devices))


def device_names() -> tuple[str, ...]:
    """The devices that the library computes on, for people."""
    return tuple(f"{device.name}: {device.description}" for device in runtime().devices())


def device_free() -> int:
    """Free bytes of the devices with memory of their own, as far as drivers are believed."""
    return _free(placeable(runtime().devices()))


def _free(devices: Sequence[Device]) -> int:
    return sum(device.free for device in _table(devices, 0, 1.0) if not device.shared)


def loaded_facts(model: Model) -> p.ModelFacts:
    """What is known of a model once it is loaded."""
    why_not = model.why_not_compactable()
    thinking, at_start = reasoning.choices(model.template, model.bos_text, model.eos_text)
    return msgspec.structs.replace(
        model.facts, compactable=not why_not, why_not=why_not, thinking=thinking, thinking_at_start=at_start,
        sees=model.vision is not None, state_key=key_of(model.facts.fingerprint, layout_of(model)),
    )  # fmt: skip


def _file_bytes(path: str) -> int:
    """Size of a file that a model is loaded with; 0: none, or it is not there."""
    try:
        return on_disk(Path(path)).stat().st_size if path else 0
    except OSError:
        return 0
