"""What follows from the messages and marks of a chat: which marks hold no more, and its title."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from app.core.chat_values import Attachment, CompactionMark

TITLE_LENGTH = 60
LONGEST_LINE = 200  # characters of a title or a name that somebody gave


def undone(marks: Iterable[CompactionMark], tokens: int, blocks: frozenset[tuple[int, int]] | None) -> tuple[str, ...]:
    """Ids of the marks that tell of compacted memory which is not there any more.

    ``tokens``: how many tokens the memory holds now; ``blocks``: what was compacted if it was built anew, else None.
    """
    return tuple(
        mark.id for mark in marks if mark.token_end > tokens or (blocks is not None and mark.range not in blocks)
    )


def there(marks: Sequence[CompactionMark]) -> list[CompactionMark]:
    """The marks, in order of time, whose blocks are in the context now: those that no later one took in."""
    return [
        mark
        for at, mark in enumerate(marks)
        if not any(
            later.token_start <= mark.token_start and mark.token_end <= later.token_end for later in marks[at + 1 :]
        )
    ]


def together(marks: Sequence[CompactionMark]) -> tuple[int, float]:
    """Tokens of the blocks that these marks left, and the ratio of all of them; 0 where there are none."""
    blocks = there(marks)
    tokens = sum(mark.tokens for mark in blocks)
    cells = sum(mark.tokens / mark.ratio for mark in blocks if mark.ratio > 0)
    return tokens, tokens / cells if cells else 0.0


def line_of(text: str) -> str:
    """What somebody wrote as a title or a name, as one line that a list can show: no longer than ``LONGEST_LINE``."""
    line = " ".join(text.strip()[: 4 * LONGEST_LINE].split())
    return line if len(line) <= LONGEST_LINE else line[: LONGEST_LINE - 1].rstrip() + "…"


def bounded(title: str) -> str:
    """``title`` as it is, unless it is too long for any list."""
    return title if len(title) <= LONGEST_LINE else line_of(title)


def title_of(text: str, attachments: Sequence[Attachment] = ()) -> str:
    """A title for a chat that begins with ``text``: its first line or, without one, its first file."""
    if not text.strip() and attachments:
        text = attachments[0].name
    line = next((stripped for raw in text.splitlines() if (stripped := " ".join(raw.split()))), "")
    if len(line) <= TITLE_LENGTH:
        return line
    cut = line[:TITLE_LENGTH]
    head, _, _ = cut.rpartition(" ")
    return (head if len(head) > TITLE_LENGTH // 2 else cut).rstrip(" ,.;:-") + "…"
