"""What a compaction would do to a chat's memory: bytes by the split it would use, error and time by earlier ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.chat.compactor import CompactionRequest
from engine.compaction.budget import BETA_BYTES, Room, Split, bytes_of, split_evenly
from engine.compaction.inputs import EVEN_KINDS, compaction_inputs
from engine.protocol import Foreseen, Previewed
from engine.scheduling.steps import PAUSE, Steps

if TYPE_CHECKING:
    from engine.chat.memory import ChatMemory

Range = tuple[int, int]


class _Block:
    """A range that could be compacted, for any number of ratios."""

    def __init__(self, chat: ChatMemory, request: CompactionRequest) -> None:
        self._chat = chat
        first, last = chat.position(request.p0), chat.position(request.p1)
        self._base = compaction_inputs(
            chat.model, first, last, seq_id=chat.seq_id, preset=chat.preset, shares=chat.shares
        )
        fill = chat.fill()
        self._room = Room(self._base.n_block, fill.n_live - self._base.n_block, 0.0, self._base.n_merged)
        self._split: Split | None = None
        # blocks of other chats that would give way first
        rows = [(shape.old_rows + shape.merged_rows, shape.row_bytes(shape.kinds)) for shape in self._base.shapes]
        self._others = max(0.0, sum(n * (size + BETA_BYTES) for n, size in rows) - fill.bytes_blocks)

    def prepare_steps(self) -> Steps[None]:
        """What takes some tenths of a second for a large model, a head at a time."""
        if self._base.profile is not None:
            self._split = Split(self._room, self._base.profile, self._base.kinds)
            for shape in self._base.shapes:
                self._split.add(shape)
                yield PAUSE

    def at(self, asked: float, request: CompactionRequest, reading_seconds: float) -> Foreseen:
        """What it comes to at the ratio of ``request``; ``asked``: the one asked for."""
        chat, base, room = self._chat, self._base, self._room
        fill = chat.fill()
        target = chat.compactor.target(request)
        loss: float | None = None
        if self._split is not None:
            budgets, loss = self._split.at(target + self._others)
        else:
            aim = Room(room.n_block, room.n_live, target + self._others, room.n_merged)
            budgets = split_evenly(base.shapes, aim, EVEN_KINDS if base.kinds else None)
        total, each = bytes_of(base.shapes, room, budgets)
        whole = [room.n_block + shape.merged_rows for shape in base.shapes]
        kept = [most if budget.n_rows < 0 else budget.n_rows for budget, most in zip(budgets, whole, strict=True)]
        exact = kept == whole and not base.n_merged
        bytes_after = total - self._others
        history, tokens = chat.history, room.n_block + room.n_merged
        fitted = sum(n for n, most in zip(kept, whole, strict=True) if n < most) / max(1, len(kept))
        return Foreseen(
            ratio=asked,
            block_ratio=round(request.ratio, 2),
            bytes_after=round(bytes_after),
            free_tokens=max(0, int((fill.bytes_total - bytes_after) / each)) if each else 0,
            error=0.0 if exact else round(history.error(loss, request.ratio), 5),
            ms=round(history.ms(tokens, fitted, reading_seconds)),
        )


def preview_steps(chat: ChatMemory, ratios: Sequence[float], reading_seconds: float) -> Steps[Previewed]:
    """What compacting ``chat`` now at each of ``ratios`` would cost and give (0: as far as the policy says).

    ``reading_seconds``: what reading a token takes, 0: not known. The event has neither id nor chat yet.

    Raises:
        CannotCompact: there is nothing to compact, or this memory cannot be.
    """
    blocks: dict[Range, _Block] = {}
    points, tokens, end = [], 0, 0
    for ratio in ratios:
        request = chat.compactor.requested_range(ratio)
        if (request.p0, request.p1) not in blocks:
            block = blocks[request.p0, request.p1] = _Block(chat, request)
            yield from block.prepare_steps()
        points.append(blocks[request.p0, request.p1].at(ratio, request, reading_seconds))
        tokens, end = max(tokens, request.p1 - request.p0), max(end, request.p1)
        yield PAUSE
    fill = chat.fill()
    return Previewed(
        chat_id="",
        tokens=tokens,
        recent=chat.cached - end,
        bytes_now=round(fill.bytes_used),
        bytes_total=fill.bytes_total,
        free_now=fill.free_tokens,
        points=tuple(points),
    )
