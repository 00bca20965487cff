"""What the transcript shows, as plain values."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from PySide6.QtWidgets import QWidget

from app.core.chat_values import CompactionMark, MessageMeta
from app.core.document_values import Citation
from engine.protocol import TokenLogprob


@dataclass
class Item:
    """One row. ``key`` is unique in the transcript; ``revision`` grows with each change that may change its height."""

    key: str
    revision: int = 0

    def estimate(self, width: int) -> int:
        """A guess at the height in px for a column ``width``; replaced by the exact one once laid out."""
        return 48


THINKING = -1  # number of the part of a message that holds what the model thought


class MessageChip(NamedTuple):
    """Something that came with a message: ``name`` and ``detail`` ("12 kB") of an attachment, and its icon.

    ``picture``: the digest of a picture, which is shown instead, so many px wide and high. ``tip``: what is said of it,
    if that is more than name and detail.
    """

    name: str
    detail: str = ""
    icon: str = "file-text"
    picture: str = ""
    wide: int = 0
    high: int = 0
    tip: str = ""


@dataclass
class MessageItem(Item):
    """A message. ``compacted``: it lives in compacted memory; ``last``: nothing comes after it.

    ``wrapped``: numbers of the code blocks whose long lines are folded. ``card``: it is being edited there.
    ``tokens``: it is shown as these, each with how likely it was.
    """

    role: str = "user"
    text: str = ""
    state: str = "done"
    meta: MessageMeta = field(default_factory=MessageMeta)
    compacted: bool = False
    last: bool = False
    can_continue: bool = False
    opens: bool = False  # nothing comes before it
    siblings: tuple[str, ...] = ()
    thinking_open: bool = False
    unfolded: bool = False  # a long text is shown whole
    more_rows: int = 0  # of very long tables, beyond those that are shown at first
    wrapped: set[int] = field(default_factory=set)
    chips: tuple[MessageChip, ...] = ()
    citations: tuple[Citation, ...] = ()  # places of documents that support the reply
    waiting: bool = False  # for another reply to be written
    model: str = ""  # the one that wrote it, where the chat has replies of several
    no_model: bool = False  # waits for the person to choose a model
    card: QWidget | None = None
    tokens: tuple[TokenLogprob, ...] = ()
    busy: bool = False  # the engine is at work: no regenerate, edit or continue now

    @property
    def rests(self) -> bool:
        """Whether it says something, and nothing is being written into it: it is over, or waits to go on."""
        return self.state != "streaming" or (bool(self.text) and (self.waiting or self.no_model))

    def estimate(self, width: int) -> int:
        per_line = max(20, width // 8)
        if self.role == "user":
            lines = (
                len(self.text) // max(14, per_line * 7 // 10) + self.text.count("\n") + 1 if self.text.strip() else 0
            )
            chips = max((chip.high or 30 for chip in self.chips), default=-10)
            return min(26 * lines, 300) + 72 + chips + 10
        return 24 * (len(self.text) // per_line + 1) + 12 * self.text.count("\n\n") + 48


@dataclass
class MarkerItem(Item):
    """Compactions between two messages, in order of time; or, without any, the line above which the model sees nothing.

    ``forgotten``: messages above that line. ``can_undo``: the last compaction, or the line, can be taken back now;
    ``undo``: tokens of that compaction. ``no_room``: its text does not fit as it was.
    """

    marks: tuple[CompactionMark, ...] = ()
    forgotten: int = 0
    can_undo: bool = False
    opened: bool = False
    undo: tuple[int, int] | None = None
    no_room: bool = False

    def estimate(self, width: int) -> int:
        return 190 if self.opened else 56


@dataclass
class ErrorItem(Item):
    """Something that went wrong with a reply: what happened, and what to do; ``further``: where that can be done."""

    text: str = ""
    hint: str = ""
    action: str = ""
    action_label: str = ""
    further: str = ""

    def estimate(self, width: int) -> int:
        return 96
