"""How a model's layers lie on devices: what each is asked for, and how many layers fit.

llama.cpp puts the last layers on devices, the output being the last of all, and shares those out in order by the
weights it is given; whole numbers of layers as weights say exactly which device gets what. A device is never asked for
more than its budget.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.protocol import FlashAttention
from engine.sizing.cache import UBATCH
from engine.sizing.file_sizes import FileSizes
from engine.sizing.machine import Machine


@dataclass(frozen=True)
class Budgets:
    """Bytes that may be taken: of main memory, and of each device. ``shared``: which devices take from the former."""

    ram: int
    devices: tuple[int, ...] = ()
    shared: tuple[bool, ...] = ()


@dataclass(frozen=True)
class CacheShape:
    """``n_ctx`` tokens in rows of ``kv_type``, read ``n_ubatch`` at a time (0: as many as usual)."""

    n_ctx: int
    kv_type: str
    n_ubatch: int = 0
    flash_attention: FlashAttention = "on"


@dataclass(frozen=True)
class Placement:
    """``counts``: layers on each device, the output being one; the rest are computed by the processor.

    ``ram``, ``devices``: bytes that are taken.
    """

    counts: tuple[int, ...]
    ram: int
    devices: tuple[int, ...]

    @property
    def on_devices(self) -> int:
        """Layers on devices, the output among them."""
        return sum(self.counts)


def placed(sizes: FileSizes, shape: CacheShape, counts: Sequence[int]) -> Placement:
    """What is taken with so many layers on each device."""
    n = len(sizes.layers)
    first = n + 1 - sum(counts)
    begin, taken = first, []
    for count in counts:
        end = begin + count
        weights, kv = sizes.weights_of(begin, end), sizes.kv(shape.n_ctx, shape.kv_type, begin, end)
        taken.append(weights + kv + _buffers(sizes, shape, gpu=True) if count else 0)
        begin = end
    with_layers = next((i for i, count in enumerate(counts) if count), None)
    if with_layers is not None:
        taken[with_layers] += sizes.beside  # a vision projector goes to the first that is used
    host = sum(sizes.layers[:first]) + sizes.rest + sizes.kv(shape.n_ctx, shape.kv_type, 0, first)
    host += sizes.output if first > n else 0
    host += sizes.checkpoints(shape.n_ctx, shape.kv_type)  # they never lie on a device
    host += sizes.beside if with_layers is None else 0
    if sizes.learned and not sum(counts):
        host += max(0, sizes.learned - sizes.weights)
    else:
        host += _buffers(sizes, shape, gpu=False)
    return Placement(tuple(counts), host, tuple(taken))


def fits(placement: Placement, budgets: Budgets) -> bool:
    """Whether nobody is asked for more than there is."""
    if any(taken > there for taken, there in zip(placement.devices, budgets.devices, strict=True)):
        return False
    shared = sum(taken for taken, same in zip(placement.devices, budgets.shared, strict=True) if same)
    return placement.ram + shared <= budgets.ram


def most_on_devices(
    sizes: FileSizes,
    shape: CacheShape,
    budgets: Budgets,
    *,
    most: int = 1 << 20,
    least: int = 0,
    ratio: Sequence[float] = (),
) -> Placement | None:
    """As many layers on devices as fit, from ``least`` to ``most``; None: no such number does.

    Args:
        ratio: how the layers are to be shared out over the devices; without it in proportion to what they have, or
            one device after the other where only that holds as many.
    """
    n = len(sizes.layers) + 1
    for there in range(min(most, n) if any(budgets.devices) else 0, min(least, n) - 1, -1):
        ways = [shared_out(there, for_all(ratio, budgets.devices) if any(ratio) else budgets.devices)]
        if not any(ratio):
            ways.append(_one_after_another(sizes, shape, budgets, there))
        for counts in ways:
            if sum(counts) == there:
                placement = placed(sizes, shape, counts)
                if fits(placement, budgets):
                    return placement
    return None


def for_all(ratio: Sequence[float], devices: Sequence[int]) -> tuple[float, ...]:
    """A ratio with a number for each device: those it does not name get nothing."""
    n = len(devices)
    return (*ratio[:n], *(0.0,) * (n - len(ratio)))


def shared_out(layers: int, weights: Sequence[float]) -> tuple[int, ...]:
    """``layers`` in proportion to ``weights``, by largest remainders; none where all weights are 0."""
    usable = [max(0.0, float(weight)) for weight in weights]
    total = sum(usable)
    if not total:
        return tuple(0 for _ in usable)
    exact = [layers * weight / total for weight in usable]
    counts = [int(share) for share in exact]
    by_rest = sorted(range(len(exact)), key=lambda i: (counts[i] - exact[i], i))
    for i in by_rest[: layers - sum(counts)]:
        counts[i] += 1
    return tuple(counts)


def _one_after_another(sizes: FileSizes, shape: CacheShape, budgets: Budgets, there: int) -> tuple[int, ...]:
    """Each device filled in its turn with the last ``there`` layers; fewer in all where they do not fit."""
    counts: list[int] = []
    begin, end = len(sizes.layers) + 1 - there, len(sizes.layers) + 1
    for budget in budgets.devices:
        start, taken = begin, _buffers(sizes, shape, gpu=True) + (0 if any(counts) else sizes.beside)
        while begin < end:
            taken += sizes.weights_of(begin, begin + 1) + sizes.kv(shape.n_ctx, shape.kv_type, begin, begin + 1)
            if taken > budget:
                break
            begin += 1
        counts.append(begin - start)
    return tuple(counts)


def _buffers(sizes: FileSizes, shape: CacheShape, *, gpu: bool) -> int:
    ubatch = shape.n_ubatch or UBATCH[gpu]
    return sizes.buffers(shape.n_ctx, ubatch, gpu=gpu, flash_attention=shape.flash_attention)


def budgets_of(machine: Machine) -> Budgets:
    """What may be taken without a squeeze: a part is left to the system, the window and what others compute there.

    Devices that do not tell their memory have none.
    """
    ram = machine.ram_free - min(1 << 30, machine.ram_free // 8)
    room = [device.free - min(1 << 30, max(256 << 20, device.total // 16)) for device in machine.devices]
    shared = tuple(device.shared for device in machine.devices)
    return Budgets(max(0, ram), tuple(max(0, free) for free in room), shared)
