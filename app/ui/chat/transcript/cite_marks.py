"""Numbers of sources behind the sentences of a reply, put into its Markdown before it is drawn.

They are no part of what the reply says: :mod:`app.ui.chat.transcript.cites` passes over them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from app.core.document_values import Citation
from app.ui.chat.transcript.markdown import CITE_CLOSE, CITE_OPEN, Chunk, parser
from app.ui.chat.transcript.plain import plain

if TYPE_CHECKING:
    from markdown_it.token import Token


class Cite(NamedTuple):
    """Numbers of sources behind the character ``place`` of a reply."""

    place: int
    numbers: tuple[int, ...]


def cites_of(citations: Iterable[Citation]) -> list[Cite]:
    """Where numbers stand, from the first to the last."""
    places: dict[int, dict[int, None]] = {}
    for one in citations:
        places.setdefault(one.end, {})[one.number] = None
    return [Cite(place, tuple(sorted(places[place]))) for place in sorted(places)]


def cited(chunk: Chunk, end: int, cites: Sequence[Cite]) -> str:
    """The source of a chunk with the numbers that stand in it, as :data:`CITE_OPEN` has them.

    ``end``: of the chunk in the reply. A number that would change what is read, or that would not be seen, is left out:
    one inside of code, of a formula or of the address of a link.
    """
    here = [one for one in cites if chunk.start < one.place <= end]
    if not here or chunk.kind not in ("text", "table") or CITE_OPEN in chunk.source:
        return chunk.source
    whole = _with(chunk, here)
    if _holds(chunk.source, whole, len(here)):
        return whole
    kept = [one for one in here if _holds(chunk.source, _with(chunk, [one]), 1)]
    whole = _with(chunk, kept)
    return whole if _holds(chunk.source, whole, len(kept)) else chunk.source


def _with(chunk: Chunk, cites: Sequence[Cite]) -> str:
    source, made, done = chunk.source, "", 0
    for one in cites:
        at = min(one.place - chunk.start, len(source))
        while at > done and (source[at - 1].isspace() or (chunk.kind == "table" and source[at - 1] == "|")):
            at -= 1  # a row's last cell ends before its border
        made += f"{source[done:at]}{CITE_OPEN}{','.join(map(str, one.numbers))}{CITE_CLOSE}"
        done = at
    return made + source[done:]


@lru_cache(maxsize=128)  # a row asks again each time that it is shown
def _holds(source: str, marked: str, count: int) -> bool:
    """Whether ``marked`` says what ``source`` does, with so many numbers."""
    seen = sum(token.type == "cite_ref" for token in _inline(parser().parse(marked, {})))
    return seen == count and plain(marked, marks=True) == plain(source, marks=True)


def _inline(tokens: Iterable[Token]) -> Iterator[Token]:
    inside = False  # of a link: one in another is none
    for token in tokens:
        for one in token.children or ():
            inside = one.type == "link_open" or (inside and one.type != "link_close")
            if not inside:
                yield one
