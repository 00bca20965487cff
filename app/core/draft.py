"""What is written but not sent yet: text and files, per chat."""

from __future__ import annotations

from collections import UserDict
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from typing import Self, TypeVar

import msgspec

from app.core.chat_values import Attachment
from app.core.document_values import Project
from engine.protocol import UNREADABLE

WORDS = 200  # characters of a draft that stand for it
# how keys begin of what is no message to be: the id of a message, a chat, a saved prompt or a folder of chats follows
EDIT, PROMPT, SETUP, FORM, FOLDER = "edit:", "prompt:", "setup:", "form:", "folder:"

T = TypeVar("T")


class Unsent(msgspec.Struct, frozen=True):
    """A draft as it is stored. False: nothing is written."""

    text: str = ""
    attachments: tuple[Attachment, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.text.strip() or self.attachments)


class KeptBesideDrafts(msgspec.Struct, frozen=True):
    """Something that is stored where drafts are."""

    @property
    def unsent(self) -> Unsent:
        """As it is stored beside drafts."""
        return Unsent(msgspec.json.encode(self).decode())

    @classmethod
    def of(cls, unsent: Unsent) -> Self | None:
        """Out of what is stored; None: of another version, or damaged."""
        try:
            return msgspec.json.decode(unsent.text, type=cls)
        except UNREADABLE:
            return None


class ChatSetup(KeptBesideDrafts, frozen=True, omit_defaults=True):
    """What a chat without a message has of its own, beside its settings. ``system_prompt`` None: that of new chats;
    ``folder``: the folder of chats that it is in.
    """

    system_prompt: str | None = None
    folder: str = ""


class WrittenPrompt(KeptBesideDrafts, frozen=True):
    """Name and text of a prompt to be saved, as they are written."""

    name: str
    text: str


class WrittenProject(KeptBesideDrafts, frozen=True):
    """What the sheet of a folder of chats holds, not saved yet."""

    project: Project


class StoredDraft(msgspec.Struct, frozen=True):
    """``chat``: where it is kept: the id of a chat, or that of what it changes after one of the beginnings of keys.

    ``begun``: the chat is stored, too, or the message or folder; else it has no message yet, and its id means nothing
    to anyone.
    ``place``: the chat of a message that is edited.
    """

    chat: str
    unsent: Unsent
    begun: bool
    place: str = ""


@dataclass
class DraftFile:
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
    files: list[DraftFile] = field(default_factory=list)

    @property
    def empty(self) -> bool:
        """Whether nothing is written, attached or being read."""
        return not (self.text.strip() or self.files)

    @property
    def attachments(self) -> tuple[Attachment, ...]:
        """What was read by now, in order."""
        return tuple(entry.attachment for entry in self.files if entry.attachment is not None)

    @property
    def unsent(self) -> Unsent:
        """What there is to store: files that are still being read are not in it."""
        return Unsent(self.text, self.attachments)

    @property
    def words(self) -> str:
        """Its first line or, without one, its first file."""
        line = next((line.strip() for line in self.text.splitlines() if line.strip()), "")
        return line[:WORDS] or next((entry.name for entry in self.files), "")

    @property
    def reading(self) -> int:
        """How many files are being read."""
        return sum(entry.attachment is None for entry in self.files)

    def find(self, key: str) -> DraftFile | None:
        """The file ``key``."""
        return next((entry for entry in self.files if entry.key == key), None)

    def put_before(self, text: str, attachments: Iterable[Attachment]) -> None:
        """Put a text and files before what is written."""
        if text.strip():
            self.text = f"{text}\n{self.text}" if self.text.strip() else text
        self.files[:0] = entries(attachments)

    def holds(self, attachment: Attachment) -> bool:
        """Whether the same file, as it is now, is there already."""
        return any(other.digest == attachment.digest and other.name == attachment.name for other in self.attachments)


@dataclass
class MessageEdit:
    """A stored message that is being edited. ``draft``: as it is written now; ``before``: as the message has it.

    ``before`` None: the edit was begun in an earlier run, and its message was not shown since.
    """

    chat: str
    message: str
    draft: Draft
    before: Unsent | None

    @property
    def changed(self) -> bool:
        """Whether there is anything to lose."""
        return bool(self.draft.reading) or self.draft.unsent != self.before


class Waiting(UserDict[str, T]):
    """What does not count yet, by the id of what it is of; ``changed`` is called with each change."""

    def __init__(self, changed: Callable[[], None]) -> None:
        self._changed = changed
        super().__init__()

    def __setitem__(self, owner: str, written: T) -> None:
        super().__setitem__(owner, written)
        self._changed()

    def __delitem__(self, owner: str) -> None:
        super().__delitem__(owner)
        self._changed()


class PromptForms(Waiting[WrittenPrompt]):
    """What is written in forms of saved prompts, by the id of the prompt, "" for a new one.

    ``left``: what an earlier run has left, changed last at the end, until a form goes on with it.
    """

    def __init__(self, changed: Callable[[], None]) -> None:
        super().__init__(changed)
        self.left: dict[str, WrittenPrompt] = {}

    def take(self, prompt: str, there: Collection[str]) -> WrittenPrompt | None:
        """What was left in the form of a prompt; in that of a new one also what is of none that is ``there`` now."""
        fitting = (one for one in reversed(self.left) if one == prompt or not (prompt or one in there))
        found = next(fitting, None)
        return self.left.pop(found) if found is not None else None


def entries(attachments: Iterable[Attachment]) -> list[DraftFile]:
    """Files that were read before, as those of a draft."""
    return [DraftFile(attachment.id, attachment.name, attachment) for attachment in attachments]
