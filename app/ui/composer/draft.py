"""What is written but not sent yet: text and files, per chat."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from app.core.types import Attachment


@dataclass
class Entry:
    """A file of a draft. ``attachment`` None: it is being read, ``done`` of ``total`` pages by now (0: unknown)."""

    key: str
    name: str
    attachment: Attachment | None = None
    done: int = 0
    total: int = 0


@dataclass
class Draft:
    """Text and files of a message to be."""

    text: str = ""
    files: list[Entry] = field(default_factory=list)

    @property
    def attachments(self) -> tuple[Attachment, ...]:
        """What was read by now, in order."""
        return tuple(entry.attachment for entry in self.files if entry.attachment is not None)

    @property
    def reading(self) -> int:
        """How many files are being read."""
        return sum(entry.attachment is None for entry in self.files)

    def find(self, key: str) -> Entry | None:
        """The file ``key``."""
        return next((entry for entry in self.files if entry.key == key), None)

    def holds(self, attachment: Attachment) -> bool:
        """Whether the same file, as it is now, is there already."""
        return any(other.digest == attachment.digest and other.name == attachment.name for other in self.attachments)


def entries(attachments: Iterable[Attachment]) -> list[Entry]:
    """Files that were read before, as those of a draft."""
    return [Entry(attachment.id, attachment.name, attachment) for attachment in attachments]
