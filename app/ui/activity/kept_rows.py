"""What compactions left of each (layer, KV head) of a chat's memory, worked out from their marks. No widgets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from app.core.chat_values import CompactionMark
from app.ui.numbers import count, percent, times

translate = QCoreApplication.translate


@dataclass(frozen=True)
class KeptRows:
    """One head: rows that stand for ``tokens`` tokens, types of its K and V rows, held-out error."""

    layer: int
    head: int
    rows: int
    tokens: int
    type_k: str
    type_v: str
    error: float

    @property
    def share(self) -> float:
        """Rows for each token, 0 to 1."""
        return min(1.0, self.rows / self.tokens) if self.tokens else 0.0

    @property
    def whole(self) -> bool:
        """Whether it kept every row."""
        return self.tokens > 0 and self.rows >= self.tokens


def kept_by(marks: Sequence[CompactionMark]) -> list[KeptRows]:
    """What the blocks of these marks hold together, layer by layer; empty where nobody noted it.

    Types are those of the last block; errors are means over tokens.
    """
    told = [mark for mark in marks if mark.heads]
    heads: dict[tuple[int, int], KeptRows] = {}
    for mark in told:
        for one in mark.heads:
            tokens = max(mark.tokens, 1)
            before = heads.get((one.layer, one.head))
            rows, total, lost = one.rows, tokens, one.error * tokens
            if before is not None:
                rows, total, lost = rows + before.rows, total + before.tokens, lost + before.error * before.tokens
            heads[one.layer, one.head] = KeptRows(
                one.layer, one.head, rows, total, one.type_k, one.type_v, lost / total
            )
    return [heads[key] for key in sorted(heads)]


def line(one: KeptRows) -> str:
    """A head, for a tooltip."""
    text = translate(
        "Kept", "Layer {layer}, head {head}: {rows} KV rows for {tokens} tokens · {types} · fit error {error}"
    )
    types = f"K {one.type_k or '?'}, V {one.type_v or '?'}"
    return text.format(
        layer=one.layer, head=one.head, rows=count(one.rows), tokens=count(one.tokens), types=types,
        error=percent(one.error),
    )  # fmt: skip


def summary(kept: Sequence[KeptRows], ratio: float) -> str:
    """The picture in a sentence; ``ratio``: of the blocks, by their bytes."""
    if not kept:
        return translate("Kept", "Nothing is compacted in this chat.")
    rows, tokens = sum(one.rows for one in kept), sum(one.tokens for one in kept)
    whole = sum(one.whole for one in kept)
    text = translate("Kept", "{ratio}× compacted: {rows} of {all} KV rows. {whole} of {heads} heads keep all rows.")
    return text.format(
        rows=count(rows), all=count(tokens), ratio=times(ratio), whole=count(whole),
        heads=count(len(kept)),
    )  # fmt: skip
