"""Refining what is fitted of a document before it is committed, while nobody waits.

It goes on in slices until nothing is left to refine, or until somebody wants what there is: whoever lays the memory out
anew, which would end it, or is about to mount the document.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass

from engine.compaction.quality import LimitedJob
from engine.scheduling.steps import PAUSE, Steps

log = logging.getLogger("engine.cartridges.refining")

SLICE = 0.02  # seconds of a compaction between two looks at who waits


@dataclass(eq=False)
class DocumentPiece:
    """Some of a document, all of whose heads are fitted.

    Attributes:
        look: called between slices; what it raises gives the piece up.
        conclude: commits it and saves what is read so far.
        last: with it the document is complete.
        concluded: it was tried; ``error``: what came of it, if it failed.
    """

    job: LimitedJob
    look: Callable[[], None]
    conclude: Callable[[], None]
    last: bool
    concluded: bool = False
    error: Exception | None = None


class Refining:
    """Refines the pieces of a document. For chats beside it, it is a compaction of an idle chat.

    Attributes:
        piece: what is refined now.
    """

    wanted = False

    def __init__(self) -> None:
        self.piece: DocumentPiece | None = None

    def begins(self) -> bool:
        """Whether a piece may be refined now."""
        return True

    def ended(self) -> None:
        """A piece is not refined any more."""

    def steps(self, piece: DocumentPiece) -> Steps[None]:
        """Refine a piece and conclude it, unless somebody else does before.

        Raises what its ``look`` and ``conclude`` raise.
        """
        if self.begins():
            self.piece = piece
            try:
                while not piece.concluded and not piece.job.refine(SLICE):
                    piece.look()
                    yield PAUSE
            finally:
                self.piece = None
                self.ended()
        if not piece.concluded:
            piece.conclude()
        if piece.error is not None:
            raise piece.error

    def commit_ready(self) -> None:
        """Conclude the piece as far as it is refined by now. A failure is raised by :meth:`steps`."""
        piece = self.piece
        if piece is None or piece.concluded:
            return
        piece.concluded = True
        try:
            piece.look()
            piece.conclude()
        except Exception as error:
            log.info("a piece of a document was refined in vain: %s", error)
            piece.error = error  # whatever it was: the piece counts as concluded
        self.ended()

    give_way = commit_ready
