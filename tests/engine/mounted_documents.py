"""Documents that chats can mount, made where they stand: what is mounted is read there and compacted at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.compaction.pipeline import carry_out
from engine.compaction.plan import Planner
from engine.errors import CannotCompact
from engine.model.model import Model


@dataclass(frozen=True)
class FakeCartridge:
    tokens: tuple[int, ...]
    ratio: float = 4.0
    error: float = 0.1

    @property
    def cells(self) -> float:
        return len(self.tokens) / self.ratio


class FakeMounts:
    """Documents by their digest.

    Attributes:
        mounted: digests of those that were mounted, in order.
        refuses: how many of the next are refused.
        asked_for: documents that were about to be mounted, in that order.
    """

    def __init__(self, model: Model) -> None:
        self._model = model
        self._found: dict[str, FakeCartridge] = {}
        self.mounted: list[str] = []
        self.asked_for: list[str] = []
        self.refuses = 0

    def add(self, digest: str, text: str, ratio: float = 4.0) -> None:
        self._found[digest] = FakeCartridge(tuple(self._model.tokenize(text, special=False)), ratio)

    def delete(self, digest: str) -> None:
        del self._found[digest]

    def find(self, digest: str, tokens: Sequence[int]) -> FakeCartridge | None:
        found = self._found.get(digest)
        return found if found is not None and found.tokens == tuple(tokens) else None

    def needed(self, digest: str) -> None:
        self.asked_for.append(digest)

    def mount(self, digest: str, tokens: Sequence[int], seq_id: int, position: int) -> None:
        if self.refuses:
            self.refuses -= 1
            raise CannotCompact("compact.context_changed")
        model, found = self._model, self._found[digest]
        start = position
        for at in range(0, len(found.tokens), model.n_ubatch):
            model.decode(found.tokens[at : at + model.n_ubatch], start + at, seq_id)
        plan = Planner(model, start, start + len(found.tokens), seq_id=seq_id).at_ratio(found.ratio)
        with carry_out(model, plan, seq_id=seq_id) as job:
            while not job.step(1.0):
                pass
            job.commit()
        self.mounted.append(digest)
