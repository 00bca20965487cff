"""The pieces of prose in their order, with what stands before them: one walk for copying, finding, reading aloud."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal, NamedTuple

from app.ui.chat.transcript.markdown import parser
from app.ui.chat.transcript.rules import BARE, mark_tasks

if TYPE_CHECKING:
    from markdown_it.token import Token

# what a list's item may begin with, or end, that has no words beside its sign
WORDLESS = BARE | {"fence", "code_block", "math_block", "table_open", "hr"}


class Lead(NamedTuple):
    """What stands before the first words of a list's item or of a footnote.

    ``number``: of the item, or of the note; None: a bullet. ``task``: "x" or " " for a box, "" or None for none.
    """

    number: str | None
    depth: int = 0
    task: str | None = None
    note: bool = False


class ProsePiece(NamedTuple):
    """``kind``: a line of words, a row of a table, code, a formula of its own, or the end of a block.

    ``token``: its own; of words the inline token, of a row and an item without words none. ``nested``: the end is
    inside of a list.
    """

    kind: Literal["words", "row", "code", "math", "end"]
    token: Token | None = None
    lead: Lead | None = None
    cells: tuple[Token, ...] = ()
    nested: bool = False


def pieces(source: str) -> Iterator[ProsePiece]:
    """The pieces of Markdown."""
    tokens = parser().parse(source, {})
    mark_tasks(tokens)
    counts: list[int | None] = []
    lead: Lead | None = None
    cells: list[Token] | None = None
    for token in tokens:
        if lead is not None and token.type in WORDLESS:
            yield ProsePiece("words", lead=lead)
            lead = None
        match token.type:
            case "bullet_list_open":
                counts.append(None)
            case "ordered_list_open":
                start = token.attrGet("start")
                counts.append(1 if start is None else int(start))  # it may be 0
            case "bullet_list_close" | "ordered_list_close":
                counts.pop()
            case "list_item_open":
                count = counts[-1]
                number = None if count is None else str(count)
                lead = Lead(number, len(counts), token.meta["task"] if count is None else None)
                if count is not None:
                    counts[-1] = count + 1
            case "note_open":
                lead = Lead(token.content, note=True)
            case "tr_open":
                cells = []
            case "tr_close":
                yield ProsePiece("row", cells=tuple(cells or ()))
                cells = None
            case "inline" if cells is not None:
                cells.append(token)
            case "inline":
                yield ProsePiece("words", token, lead)
                lead = None
            case "fence" | "code_block":
                yield ProsePiece("code", token)
            case "math_block":
                yield ProsePiece("math", token)
            case "paragraph_close" | "heading_close" | "table_close" | "blockquote_close":
                yield ProsePiece("end", token, nested=bool(counts))
