"""Reading on behind a text for the queries this asks of it: the text once more, or what the model says about it.

What is read stands at the positions after the text, in free cells of the same sequence, and is forgotten afterwards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from engine.compaction.presets import REPLAYED, Replay
from engine.errors import ContextTooSmall
from engine.model.model import Model
from engine.model.partial_state import partial_state, rewind
from engine.model.reading import greedy, last_logits, read

PIECES = 4  # of a text that is longer than what can be read again, spread evenly
LEAST = 64
INSTRUCTION = "\n\nRepeat the previous context exactly.\n\n"
PROMPTS = (
    "\n\nA list of the names, numbers and facts in the text above:",
    "\n\nThe text above in a few sentences:",
    "\n\nQuestions about the text above, each with its answer:",
    "\n\nThe text goes on:",
)


@contextmanager
def replayed(model: Model, seq_id: int, kind: Replay, tokens: Sequence[int]) -> Iterator[None]:
    """Within it, the most recent queries of ``seq_id`` are those of the replay; afterwards its cells are free again.

    Args:
        tokens: the text that is about to be compacted.

    Raises:
        ContextTooSmall: no text was given, or there are too few free cells.
    """
    if kind is Replay.NONE:
        yield
        return
    info = model.info(seq_id)
    n = 0 if info is None else min(REPLAYED, info.capacity - info.capacity_used - 16)
    if n < LEAST or not tokens:
        raise ContextTooSmall("compact.no_room_to_reread")
    end = model.next_position(seq_id)
    before = partial_state(model, seq_id)  # reading on lets go of rows at the beginning of a sliding window
    try:
        if kind is Replay.CONTEXT:
            read(model, again(tokens, n, model.tokenize(INSTRUCTION, special=False)), end, seq_id)
        else:
            _study(model, seq_id, end, n)
        yield
    finally:
        rewind(model, end, before, seq_id)


def again(tokens: Sequence[int], n: int, instruction: Sequence[int]) -> list[int]:
    """``n`` tokens at most: the instruction, then the text, or evenly spread pieces of it."""
    room = n - len(instruction)
    if len(tokens) <= room:
        return [*instruction, *tokens]
    size = room // PIECES
    starts = [round(i * (len(tokens) - size) / (PIECES - 1)) for i in range(PIECES)]
    return [*instruction, *(token for start in starts for token in tokens[start : start + size])]


def _study(model: Model, seq_id: int, pos: int, n: int) -> None:
    """Prompts about the text, each answered greedily."""
    for prompt in PROMPTS:
        asked = model.tokenize(prompt, special=False)[: n // len(PROMPTS) - 1]
        read(model, asked, pos, seq_id)
        pos += len(asked)
        n_said = n // len(PROMPTS) - len(asked)
        greedy(model, int(last_logits(model).argmax()), pos, n_said, seq_id)
        pos += n_said
