"""Our own file: all of a chat, with every branch, as JSON.

``{"format": "longthread-chats", "version": 1, "exported": <time>, "folders": [...], "chats": [...]}``; the fields of a
chat are those of :class:`ChatRecord`, of a folder those of :class:`FolderRecord` (older files have no folders, or none
without chats). What belongs to a machine (the memory, its marks, snapshots) is not in it: the memory is built anew
where the chat is opened.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Annotated, Literal

import msgspec

from app.core.attachments.names import clean_name
from app.core.attachments.text import tidy
from app.core.chat_values import Attachment, AttachmentKind, Chat, Message, MessageMeta, TitledBy, new_id
from app.core.settings import chat_values
from app.core.store.transfer import ExportedFolder, FolderOfChat, renamed
from app.core.store.words import clean
from app.core.texts import Text, strings_of
from app.core.transcript import bounded, line_of
from app.core.transfer.errors import TransferError
from app.core.transfer.tree import Imported, go_on, moment
from engine.protocol import UNREADABLE

FORMAT = "longthread-chats"
VERSION = 1


class AttachmentRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """A file that came with a message: the text that was read out of it. Of a picture only what it was is told."""

    name: str
    kind: AttachmentKind
    text: str
    size: Annotated[int, msgspec.Meta(ge=0, le=2**53)] = 0
    digest: str = ""
    language: str = ""
    pages: Annotated[int, msgspec.Meta(ge=0, le=2**31)] = 0
    note: Text | str = ""
    width: Annotated[int, msgspec.Meta(ge=0, le=2**20)] = 0
    height: Annotated[int, msgspec.Meta(ge=0, le=2**20)] = 0


class MessageRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """A message; ``parent`` is the id of one before it in the list, "" for the first of a branch.

    ``attachments``: which of the chat's files came with it, counted from 0.
    """

    id: str
    role: Literal["user", "assistant"]
    content: str
    parent: str = ""
    state: Literal["done", "interrupted", "error"] = "done"
    meta: MessageMeta = MessageMeta()
    created: float = 0.0
    attachments: tuple[Annotated[int, msgspec.Meta(ge=0)], ...] = ()


class FolderRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """A folder: what its chats begin with, and notes."""

    name: str
    system_prompt: str = ""
    notes: str = ""


class ChatRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """A chat; ``head`` is the last message of the branch shown ("": it shows none; None, in files that other programs
    made: the last one), ``folder`` the name of its folder,
    ``folder_number`` which of the file's folders that is, counted from 0.

    ``settings``: its own, by key (see app.core.settings); those that are not known are left out when it is read.
    ``files``: those of its messages, each once, though several versions of a message may have it.
    """

    title: str
    messages: tuple[MessageRecord, ...]
    head: str | None = None
    folder: str = ""
    pinned: bool = False
    titled_by: TitledBy = "person"
    system_prompt: str = ""
    model_name: str = ""
    model_fingerprint: str = ""
    created: float = 0.0
    updated: float = 0.0
    settings: dict[str, object] = {}
    folder_number: Annotated[int, msgspec.Meta(ge=0)] | None = None
    files: tuple[AttachmentRecord, ...] = ()


def _shown_end(record: ChatRecord) -> str:
    """The last message of the branch that is shown: where none is named, the last one in the file."""
    if record.head is not None:
        return record.head
    return record.messages[-1].id if record.messages else ""


def record_of(
    chat: Chat,
    messages: Sequence[Message],
    folder: str,
    settings: Mapping[str, str] | None = None,
    folder_number: int | None = None,
) -> ChatRecord:
    """What goes into the file."""
    files = {file.id: file for message in messages for file in message.attachments}
    place = {key: number for number, key in enumerate(files)}
    return ChatRecord(
        title=chat.title,
        messages=tuple(
            MessageRecord(
                message.id,
                message.role,
                message.content,
                message.parent,
                "interrupted" if message.state == "streaming" else message.state,
                message.meta,
                moment(message.created),
                tuple(place[file.id] for file in message.attachments),
            )
            for message in messages
        ),
        head=chat.head,
        folder=folder,
        pinned=chat.pinned,
        titled_by=chat.titled_by,
        system_prompt=chat.system_prompt,
        model_name=chat.model_name,
        model_fingerprint=chat.model_fingerprint,
        created=moment(chat.created),
        updated=moment(chat.updated),
        settings=_decoded(settings or {}),
        folder_number=folder_number,
        files=tuple(
            AttachmentRecord(
                file.name,
                file.kind,
                file.text,
                file.size,
                file.digest,
                file.language,
                file.pages,
                file.note,
                file.width,
                file.height,
            )
            for file in files.values()
        ),
    )


def _decoded(settings: Mapping[str, str]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, text in settings.items():
        with suppress(*UNREADABLE):
            found[key] = msgspec.json.decode(text)
    return found


def folders_of(value: object) -> list[ExportedFolder]:
    """The folders of the file, with new keys.

    Raises:
        ValueError: they are not as :class:`FolderRecord` says.
    """
    try:
        found = msgspec.convert(value, list[FolderRecord])
    except msgspec.ValidationError as problem:
        raise ValueError(str(problem)) from None
    if not all(_encodes(text) for one in found for text in (one.name, one.system_prompt, one.notes)):
        raise ValueError("a text holds characters that are none")
    return [ExportedFolder(new_id(), line_of(clean(one.name)), one.system_prompt, one.notes) for one in found]


def chat_of(value: object, ask: Callable[[], None] = go_on, folders: Sequence[ExportedFolder] = ()) -> Imported:
    """A chat out of the file with new ids. ``ask``: as :func:`build <app.core.transfer.tree.build>` has it.

    ``folders``: those of the file.

    Raises:
        ValueError: it is not as :class:`ChatRecord` says.
    """
    try:
        record = msgspec.convert(value, ChatRecord)
    except msgspec.ValidationError as problem:
        raise ValueError(str(problem)) from None
    known: set[str] = set()
    for message in record.messages:
        ask()
        if message.parent and message.parent not in known:
            raise ValueError(f"message {message.id!r} follows one that is not there")
        if not message.id or message.id in known:
            raise ValueError(f"message {message.id!r} is there twice")
        known.add(message.id)
    if record.head and record.head not in known:
        raise ValueError("its last message is not there")
    times = [record.created, record.updated, *(message.created for message in record.messages)]
    if not all(math.isfinite(at) for at in times):
        raise ValueError("a time is no number")
    number_of_folder = record.folder_number
    if number_of_folder is not None and number_of_folder >= len(folders):
        raise ValueError("its folder is not there")
    if any(number >= len(record.files) for one in record.messages for number in one.attachments):
        raise ValueError("a file of a message is not there")
    whole = [record.title, record.system_prompt, record.model_name, record.model_fingerprint]
    whole += [one.content for one in record.messages]
    metas = [one.meta for one in record.messages]
    whole += [text for one in metas for text in (one.reason, one.hint, one.code, one.model, one.output)]
    whole += [text for file in record.files for text in (file.name, file.text, file.digest, file.language)]
    whole += [text for one in record.messages for text in strings_of(one.meta.error)]
    given = [passage for one in record.messages for passage in one.meta.passages]
    whole += [text for one in given for text in (one.document, one.name, one.text, one.heading, one.symbol)]
    whole += [text for file in record.files for text in strings_of(file.note)]
    if not all(_encodes(text) for text in whole):
        raise ValueError("a text holds characters that are none")
    chat = Chat(
        id="",
        title=bounded(record.title),
        pinned=record.pinned,
        head=_shown_end(record),
        system_prompt=record.system_prompt,
        model_fingerprint=bounded(record.model_fingerprint),
        model_name=bounded(record.model_name),
        created=moment(record.created),
        updated=moment(record.updated),
        titled_by=record.titled_by,
    )
    files = [_attachment(file) for file in record.files]
    messages = [
        Message(
            id=one.id, chat="", parent=one.parent, role=one.role, content=one.content, state=one.state,
            meta=_sound(one.meta), created=moment(one.created),
            attachments=tuple(files[number] for number in one.attachments),
        )
        for one in record.messages
    ]  # fmt: skip
    chat, messages = renamed(chat, messages)
    settings = {key: msgspec.json.encode(value).decode() for key, value in chat_values(record.settings).items()}
    project = folders[number_of_folder] if number_of_folder is not None else None
    if project is not None and not project.name:
        project = None
    return Imported(chat, tuple(messages), line_of(clean(record.folder)), settings=settings, project=project)


def _attachment(file: AttachmentRecord) -> Attachment:
    return Attachment(
        id=new_id(), name=clean_name(file.name), kind=file.kind, text=tidy(file.text), size=file.size,
        digest=file.digest, language=file.language, pages=file.pages, note=file.note, width=file.width,
        height=file.height,
    )  # fmt: skip


def _sound(meta: MessageMeta) -> MessageMeta:
    """``meta`` without numbers that none of ours could be, and that nobody could show, and without documents, which are
    not in the file.
    """
    meta = msgspec.structs.replace(meta, documents=())
    counts = (meta.tokens, meta.prompt_tokens, meta.thoughts_dropped)
    times = (meta.prefill_ms, meta.decode_ms, meta.first_token_ms, meta.thinking_ms)
    if all(0 <= number < 2**31 for number in counts) and all(0 <= number < 1e12 for number in times):
        return meta
    return MessageMeta(reason=meta.reason, error=meta.error, hint=meta.hint)


def _encodes(text: str) -> bool:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


class JsonExport:
    """The pieces of our own file in order: ``begin``, ``chat`` for each, ``end``."""

    def __init__(self, folders: Sequence[ExportedFolder] = ()) -> None:
        """``folders``: all that the chats are in."""
        self._first = True
        self._folders = folders

    def begin(self, now: float) -> bytes:
        folders = [FolderRecord(one.name, one.system_prompt, one.notes) for one in self._folders]
        head = msgspec.json.encode({"format": FORMAT, "version": VERSION, "exported": now, "folders": folders})
        return head[:-1] + b',"chats":['

    def chat(
        self,
        chat: Chat,
        messages: Sequence[Message],
        folder: FolderOfChat,
        settings: Mapping[str, str] | None = None,
    ) -> bytes:
        comma, self._first = (b"\n" if self._first else b",\n"), False
        name, number = (folder, None) if isinstance(folder, str) else (folder.name, self._folders.index(folder))
        return comma + msgspec.json.encode(record_of(chat, messages, name, settings, number))

    def end(self) -> bytes:
        return b"\n]}\n"


def check_header(header: dict[str, object], name: str) -> None:
    """Raise TransferError if the members before the chats are not those of our own file."""
    if header.get("format") != FORMAT:
        raise TransferError("import.unknown_kind", name=name)
    version = header.get("version")
    if not isinstance(version, int) or version < 1:
        raise TransferError("import.no_version", name=name)
    if version > VERSION:
        raise TransferError("import.newer_version", name=name)
