"""Places in a chat that its model can go back to, where the memory cannot be cut: copies of what cannot be taken back.

A recurrent state says nothing of the tokens it came from, and a sliding window has let go of its older rows. So a copy
of either is kept at the ends of messages. A cut then goes back to the last one before it, and reads from there on: one
turn at most, not the whole chat. They are saved with the chat, and given up oldest first. While a reply is written
that a stop string may end, a passing one of a recurrent state stands where the last text began that may become one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.chat.token_log import TokenLog
from engine.compaction import positions
from engine.errors import EngineError
from engine.model.compact_structs import Block
from engine.model.model import Model
from engine.model.partial_state import partial_size, partial_state, rewind, share_at, standing_at
from engine.model.sequences import State
from engine.sizing.checkpoint_limits import LEAST_KEPT, MOST, MOST_BYTES, MOST_WINDOW_BYTES

TURNS = 8  # of the last messages' ends: reading in more pieces takes longer
NEAR = 4  # tokens that are sooner read than a copy is made


@dataclass(frozen=True)
class Checkpoint:
    """What the memory could not take back when it held the first ``tokens`` tokens of the log."""

    tokens: int
    data: State


class Checkpoints:
    """The checkpoints of one chat, in the order of the text."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self._kept: list[Checkpoint] = []
        self._passing: Checkpoint | None = None

    @property
    def all(self) -> tuple[Checkpoint, ...]:
        return tuple(self._kept)

    @property
    def wanted(self) -> bool:
        """Whether this model's memory needs any."""
        return self._model.recurrent or self._model.n_swa > 0

    def next_border(self, log: TokenLog, done: int) -> int:
        """Where reading should stop next for a checkpoint, after ``done`` tokens; at the latest the log's end."""
        return next((end for end in self._borders(log) if end > done), len(log))

    def at_border(self, log: TokenLog, done: int) -> bool:
        """Whether one of the last messages ends after ``done`` tokens."""
        return done in self._borders(log)

    def _borders(self, log: TokenLog) -> list[int]:
        """Where the last messages end, but for a reply that is being written, and ends that have one near."""
        if not self.wanted:
            return []
        last = log.spans[-TURNS:]
        if last and last[-1].role == "assistant":
            last.pop()
        behind = [kept.tokens for kept in self._kept if kept.tokens >= log.blocks_end]
        return [span.end for span in last if not any(0 <= span.end - tokens <= NEAR for tokens in behind)]

    def take(self, tokens: int, seq_id: int, first: int = 0) -> None:
        """Keep a copy now that the memory holds ``tokens`` tokens, unless there is no room for it.

        The one at ``first``, where the system prompt ends, is not given up.
        """
        self._passing = None
        if not self.wanted or not tokens or any(kept.tokens == tokens for kept in self._kept):
            return
        if not self._model.recurrent and partial_size(self._model, seq_id) > MOST_WINDOW_BYTES:
            return
        data = self._copy(seq_id)
        if data is None:
            return
        self._kept = sorted([*self._kept, Checkpoint(tokens, data)], key=lambda kept: kept.tokens)
        self._give_up(first)

    def take_passing(self, tokens: int, seq_id: int) -> None:
        """Make it possible to go back to here until the next call of this or of :meth:`take`."""
        if self._model.recurrent:  # of a sliding window, more is there than is seen
            self._passing = None  # its room may be wanted
            data = self._copy(seq_id)
            self._passing = Checkpoint(tokens, data) if data is not None else None

    def _copy(self, seq_id: int) -> State | None:
        try:
            return partial_state(self._model, seq_id)
        except (EngineError, MemoryError):
            return None

    def _give_up(self, first: int) -> None:
        while len(self._kept) > LEAST_KEPT and (
            len(self._kept) > MOST or sum(len(kept.data) for kept in self._kept) > MOST_BYTES
        ):
            self._kept.remove(next(kept for kept in self._kept if kept.tokens != first))

    def put(self, kept: Sequence[Checkpoint]) -> None:
        """Take over the checkpoints of a saved or shared chat."""
        self._kept, self._passing = list(kept), None

    def cut(self, tokens: int) -> None:
        """The log's first ``tokens`` tokens are all that stays."""
        self._kept = [kept for kept in self._kept if kept.tokens <= tokens]
        if self._passing is not None and self._passing.tokens > tokens:
            self._passing = None

    def moved(self) -> None:
        """Old text was squeezed: rows of sliding windows stand elsewhere now; recurrent states know no positions."""
        if self._model.n_swa:
            self._kept, self._passing = [], None

    def best(
        self, tokens: int, blocks: Sequence[Block], grids: Sequence[positions.RowGrid] = ()
    ) -> tuple[Checkpoint, int] | None:
        """The last one within the first ``tokens`` tokens that no block lies around, and its position."""
        passing = [self._passing] if self._passing is not None else []
        for kept in (*passing, *reversed(self._kept)):
            at = positions.position_of(blocks, kept.tokens, grids)
            if kept.tokens <= tokens and at is not None and not any(block.p0 < at < block.p1 for block in blocks):
                return kept, at
        return None

    def go_back(self, kept: Checkpoint, position: int, seq_id: int) -> None:
        """Let the sequence end at a checkpoint that :meth:`best` gave.

        Raises:
            Unplaceable: the library refused; the sequence is empty then.
        """
        rewind(self._model, position, standing_at(self._model, kept.data, position), seq_id)

    def share(self, kept: Checkpoint, position: int, source: int, target: int) -> bool:
        """Let the empty ``target`` hold what ``source`` held at a checkpoint. False: not possible; nothing changed."""
        return share_at(self._model, source, target, position, standing_at(self._model, kept.data, position))
