"""A split for caches outside host memory, where a layer's heads lie in a few classes of equal rows and row types.

Each class is one attention call (native/compaction/cache/row_classes.h). At a price of a byte every layer is on its
own: the classes that cost the least, each head in the one that suits it. The price is searched at which all of it
fits, and what is left goes where it saves most.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from engine.compaction.budget import Option, Split
from engine.model.compact_structs import HeadBudget

CLASSES = 3  # of a layer
_STEPS = 40  # halvings of the interval that the price lies in
_ROUNDS = 4  # in which each class of a layer is chosen anew

_Numbers = npt.NDArray[np.float64]


@dataclass(frozen=True)
class _Layer:
    """A layer's heads, in units that get one option: [units, options] bytes and losses."""

    heads: list[list[int]]
    options: list[list[Option]]  # of each head of the layer, by number; in the same order for all
    index: dict[int, int]  # of a head in ``options``
    bytes: _Numbers
    loss: _Numbers
    found: dict[float, tuple[int, ...]] = field(default_factory=dict)  # by price

    def choice(self, price: float) -> tuple[int, ...]:
        """The option of each unit, at most :data:`CLASSES` different ones, that cost the least at that price."""
        if price not in self.found:
            cost = self.loss + price * self.bytes
            self.found[price] = tuple(_nearest(cost, _medians(cost)).tolist())
        return self.found[price]

    def total(self, choice: Sequence[int]) -> tuple[float, float]:
        """Bytes and losses of a choice."""
        units = np.arange(len(choice))
        return float(self.bytes[units, choice].sum()), float(self.loss[units, choice].sum())


class ClassSplit(Split):
    """As :class:`Split`, with at most :data:`CLASSES` kinds of heads in a layer."""

    def at(self, bytes_after: float) -> tuple[list[HeadBudget], float]:
        """The split that loses least at that size, and the nats lost by the rows it leaves out."""
        layers = self._layers()
        low, high = 0.0, 1.0  # prices: too much is taken, all of it fits
        while self._bytes(layers, high) > bytes_after and high < 1e12:
            low, high = high, high * 16
        for _ in range(_STEPS):
            price = (low * high) ** 0.5 if low > 0 else high / 64
            low, high = (price, high) if self._bytes(layers, price) > bytes_after else (low, price)
        taken = [layer.choice(high) for layer in layers]
        left = bytes_after - sum(layer.total(choice)[0] for layer, choice in zip(layers, taken, strict=True))
        _spend(layers, taken, left)
        chosen = [Option(0, 0, HeadBudget(0))] * len(self._shapes)
        for layer, choice in zip(layers, taken, strict=True):
            for heads, option in zip(layer.heads, choice, strict=True):
                for head in heads:
                    chosen[head] = layer.options[layer.index[head]][option]
        return [option.budget for option in chosen], sum(option.cut for option in chosen)

    @staticmethod
    def _bytes(layers: Sequence[_Layer], price: float) -> float:
        return sum(layer.total(layer.choice(price))[0] for layer in layers)

    def _layers(self) -> list[_Layer]:
        """The heads by layer; those with older blocks stay with the heads that they share a class with."""
        by_layer: dict[int, list[int]] = {}
        for head, shape in enumerate(self._shapes):
            by_layer.setdefault(shape.layer, []).append(head)
        layers = []
        for heads in by_layer.values():
            units: dict[object, list[int]] = {}
            for head in heads:
                shape = self._shapes[head]
                units.setdefault((shape.kinds, shape.old_rows) if shape.old_rows else head, []).append(head)
            options, grouped = [self._comparable(heads, head) for head in heads], list(units.values())
            index = {head: i for i, head in enumerate(heads)}
            sums = [
                np.array([[(one.bytes, one.loss) for one in options[index[head]]] for head in unit]).sum(axis=0)
                for unit in grouped
            ]
            table = np.stack(sums)
            layers.append(_Layer(grouped, options, index, table[:, :, 0], table[:, :, 1]))
        return layers

    def _comparable(self, heads: Sequence[int], head: int) -> list[Option]:
        """The head's options that all of ``heads`` have, in the same order."""
        common = set.intersection(*({one.budget for one in self._every[other]} for other in heads))
        return [one for one in self._every[head] if one.budget in common] if common else self._every[head][:1]


def _medians(cost: _Numbers) -> list[int]:
    """Options, at most :data:`CLASSES`, of which each row of ``cost`` takes its cheapest, for the least sum."""
    chosen: list[int] = []
    best = np.full(len(cost), np.inf)
    for _ in range(min(CLASSES, len(cost))):
        chosen.append(int(np.minimum(cost, best[:, None]).sum(axis=0).argmin()))
        best = np.minimum(best, cost[:, chosen[-1]])
    for _ in range(_ROUNDS):
        before = list(chosen)
        for i in range(len(chosen)):
            others = chosen[:i] + chosen[i + 1 :]
            rest = cost[:, others].min(axis=1) if others else np.full(len(cost), np.inf)
            chosen[i] = int(np.minimum(cost, rest[:, None]).sum(axis=0).argmin())
        if chosen == before:
            break
    return chosen


def _nearest(cost: _Numbers, chosen: Sequence[int]) -> npt.NDArray[np.int64]:
    nearest: npt.NDArray[np.int64] = np.asarray(chosen, dtype=np.int64)[cost[:, list(chosen)].argmin(axis=1)]
    return nearest


def _spend(layers: Sequence[_Layer], taken: list[tuple[int, ...]], left: float) -> None:
    """Exchange the option of one class for another, whatever saves most per byte, while bytes are left."""
    offers = [_offer(layer, choice, left) for layer, choice in zip(layers, taken, strict=True)]
    while True:
        best = max(range(len(layers)), key=lambda i: offers[i][0])
        rate, more, choice = offers[best]
        if rate <= 0:
            return
        taken[best], left = choice, left - more
        for i in range(len(layers)):
            if i == best or offers[i][1] > left:
                offers[i] = _offer(layers[i], taken[i], left)


def _offer(layer: _Layer, choice: tuple[int, ...], left: float) -> tuple[float, float, tuple[int, ...]]:
    """What an exchange saves per byte, the bytes it takes, the choice after it; a rate of 0: there is none."""
    best: tuple[float, float, tuple[int, ...]] = (0.0, 0.0, choice)
    units = np.asarray(choice)
    for old in set(choice):
        members = units == old
        more = (layer.bytes[members] - layer.bytes[members, old][:, None]).sum(axis=0)
        saved = (layer.loss[members, old][:, None] - layer.loss[members]).sum(axis=0)
        rates = np.where((more > 0) & (more <= left) & (saved > 0), saved / np.maximum(more, 1e-9), 0.0)
        new = int(rates.argmax())
        if rates[new] > best[0]:
            best = float(rates[new]), float(more[new]), tuple(np.where(members, new, units).tolist())
    return best
