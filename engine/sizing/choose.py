"""Context size, GPU layers, type of the KV cache, threads and batch size, chosen from the machine and the model file.

What a person set is taken as it is; the rest is chosen to fit what is free. The rules are steps, so that more memory
never gives fewer tokens:

1. The whole model on devices with at most ``DEVICE_CTX`` tokens, if at least ``FLOOR_CTX`` fit there.
2. The same with ``FLOOR_CTX`` tokens in q8_0, which takes half of f16 with almost no loss.
3. As many layers on devices as fit, the rest computed by the processor: at most ``FLOOR_CTX`` tokens where there are
   devices, at most ``CPU_CTX`` where there are none; q8_0 only where f16 does not hold ``FLOOR_CTX``.
4. Where nothing fits, the least that is of any use; what is to be said about it is said by whoever loads.
"""

from __future__ import annotations

import bisect
from collections.abc import Sequence
from dataclasses import dataclass

from engine.protocol import FlashAttention
from engine.sizing.cache import GRAIN, UBATCH
from engine.sizing.file_sizes import FileSizes
from engine.sizing.machine import Machine, default_threads
from engine.sizing.placement import (
    Budgets,
    CacheShape,
    Placement,
    budgets_of,
    for_all,
    most_on_devices,
    placed,
    shared_out,
)

AUTOMATIC = "auto"  # a type of the cache
DEVICE_CTX, CPU_CTX, FLOOR_CTX, SMALL_CTX = 32768, 16384, 8192, 1024


@dataclass(frozen=True)
class Wanted:
    """What a person set; the defaults stand for what is chosen here.

    Attributes:
        n_ctx: tokens of context.
        n_gpu_layers: layers on devices, the output being one; -1: chosen.
        kv_type: type of the cache's rows.
        n_threads, n_ubatch: 0: chosen.
        n_seq_max: chats that its memory may hold; a decode takes at least as many tokens.
        split: in which ratio the layers are shared out over several devices.
        measured_threads: the number that a measurement on this machine found best, 0: none was done.
    """

    n_ctx: int = 0
    n_gpu_layers: int = -1
    kv_type: str = AUTOMATIC
    n_threads: int = 0
    n_ubatch: int = 0
    flash_attention: FlashAttention = "on"
    split: tuple[float, ...] = ()
    measured_threads: int = 0
    n_seq_max: int = 1


@dataclass(frozen=True)
class Choice:
    """How a model is loaded, and why so.

    Attributes:
        counts: layers on each of the machine's ``devices``, the output being one.
        placement: bytes that this takes, by place.
        fits: whether that is within what may be taken.
        reasons: codes of :mod:`engine.texts` with their arguments, the most important first.
    """

    n_ctx: int
    kv_type: str
    counts: tuple[int, ...]
    devices: tuple[str, ...]
    n_threads: int
    n_ubatch: int
    kv_bytes: int
    placement: Placement
    fits: bool
    reasons: tuple[str, ...] = ()

    @property
    def n_gpu_layers(self) -> int:
        """Layers on devices, the output among them."""
        return sum(self.counts)


@dataclass(frozen=True)
class _Found:
    shape: CacheShape
    placement: Placement
    fits: bool = True


def choose(machine: Machine, sizes: FileSizes, wanted: Wanted) -> Choice:
    """How a model of these ``sizes`` is best loaded on ``machine``, with what a person ``wanted`` left as it is."""
    telling = any(device.total for device in machine.devices)
    found = _Chooser(sizes, wanted, budgets_of(machine), telling=telling).found()
    counts, shape = found.placement.counts, found.shape
    reasons = [] if wanted.n_ctx else [_why(sizes, shape.n_ctx, on_devices=sum(counts) > len(sizes.layers))]
    if wanted.kv_type == AUTOMATIC and shape.kv_type != "f16":
        reasons.append("choice.smaller_cache")
    if wanted.n_gpu_layers < 0 and not all(device.total for device in machine.devices):
        reasons.append("choice.silent_device")
    threads = wanted.n_threads or wanted.measured_threads or default_threads(machine)
    return Choice(
        shape.n_ctx, shape.kv_type, counts, tuple(device.name for device in machine.devices), threads, shape.n_ubatch,
        sizes.kv(shape.n_ctx, shape.kv_type), found.placement, found.fits, tuple(reasons),
    )  # fmt: skip


def _why(sizes: FileSizes, n_ctx: int, *, on_devices: bool) -> str:
    """What keeps an automatic context from being longer."""
    if sizes.n_ctx_train and n_ctx >= sizes.n_ctx_train:
        return "choice.trained"
    return "choice.usual" if n_ctx >= (DEVICE_CTX if on_devices else CPU_CTX) else "choice.memory"


class _Chooser:
    """One choice, step by step."""

    def __init__(self, sizes: FileSizes, wanted: Wanted, budgets: Budgets, *, telling: bool) -> None:
        """``telling``: whether a device tells its memory."""
        self._sizes, self._wanted, self._budgets = sizes, wanted, budgets
        self._all = len(sizes.layers) + 1
        asked = min(wanted.n_gpu_layers, self._all) if budgets.devices else 0
        self._least = max(0, asked)  # layers that a person wants on devices are not left to the processor in silence
        self._most = (self._all if wanted.n_gpu_layers < 0 else asked) if telling else 0
        self._longest = sizes.n_ctx_train or 1 << 24
        self._floor = min(FLOOR_CTX, self._longest)
        self._ubatch = max(wanted.n_seq_max, wanted.n_ubatch or UBATCH[max(self._most, self._least) > 0])
        half = wanted.flash_attention != "off" and sizes.takes("q8_0")
        self._smaller = "q8_0" if wanted.kv_type == AUTOMATIC and half else ""
        self._usual = "f16" if wanted.kv_type == AUTOMATIC else wanted.kv_type

    def found(self) -> _Found:
        if self._wanted.n_ctx:
            return self._for_tokens(self._wanted.n_ctx)
        if self._most == self._all:
            if whole := self._longest_fit(self._usual, self._floor, DEVICE_CTX, whole=True):
                return whole
            if self._smaller and (whole := self._at(self._floor, self._smaller, whole=True)):
                return whole
        least = min(SMALL_CTX, self._longest)
        most = FLOOR_CTX if self._most else CPU_CTX
        usual = self._longest_fit(self._usual, least, most)
        if usual is None or usual.shape.n_ctx < self._floor:
            smaller = self._longest_fit(self._smaller, least, self._floor) if self._smaller else None
            usual = smaller if smaller and (not usual or smaller.shape.n_ctx > usual.shape.n_ctx) else usual
        return usual or self._anyway(least, self._usual)

    def _for_tokens(self, n_ctx: int) -> _Found:
        """A person says how many tokens: devices take as many layers as that leaves room for."""
        n_ctx = min(n_ctx, self._longest)
        usual = self._at(n_ctx, self._usual)
        smaller = self._at(n_ctx, self._smaller) if self._smaller and usual is None else None
        return usual or smaller or self._anyway(n_ctx, self._usual)

    def _longest_fit(self, kv_type: str, least: int, most: int, *, whole: bool = False) -> _Found | None:
        """With the most tokens from ``least`` to ``most`` that fit."""
        most = min(most, self._longest)
        if most <= least or (last := self._at(most, kv_type, whole=whole)) is None:
            lengths = [least, *range(-(-(least + 1) // GRAIN) * GRAIN, most, GRAIN)]
            n = bisect.bisect_left(lengths, True, key=lambda n: self._at(n, kv_type, whole=whole) is None)
            return self._at(lengths[n - 1], kv_type, whole=whole) if n else None
        return last

    def _at(self, n_ctx: int, kv_type: str, *, whole: bool = False) -> _Found | None:
        shape = self._shape(n_ctx, kv_type)
        split = self._wanted.split
        placement = most_on_devices(
            self._sizes, shape, self._budgets, most=self._most, least=self._all if whole else self._least, ratio=split
        )
        return None if placement is None else _Found(shape, placement)

    def _anyway(self, n_ctx: int, kv_type: str) -> _Found:
        """Where nothing fits: as a person set it, else all by the processor, which fails with a sentence."""
        devices = self._budgets.devices
        weights: Sequence[float] = for_all(self._wanted.split, devices)
        weights = weights if any(weights) else devices if any(devices) else (1.0,) * len(devices)
        counts = shared_out(self._least, weights)
        shape = self._shape(n_ctx, kv_type)
        return _Found(shape, placed(self._sizes, shape, counts), False)

    def _shape(self, n_ctx: int, kv_type: str) -> CacheShape:
        return CacheShape(n_ctx, kv_type, self._ubatch, self._wanted.flash_attention)
