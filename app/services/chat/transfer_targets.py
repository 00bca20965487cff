"""What exports write: one file, or a folder of files, that count when they are whole."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import msgspec

from app.core.chat_values import Chat, ChatView, Message
from app.core.outside_files import UnfinishedFile
from app.core.store.transfer import ExportedFolder, FolderOfChat
from app.core.transfer import JsonExport, MarkdownWords, TransferError, file_name, markdown
from engine.files import discard


class WholeChat(msgspec.Struct, frozen=True):
    """What is exported of a chat. ``folder``: the one it is in."""

    view: ChatView
    messages: list[Message]
    folder: FolderOfChat

    @property
    def chat(self) -> Chat:
        return self.view.chat

    @property
    def folder_name(self) -> str:
        return self.folder if isinstance(self.folder, str) else self.folder.name

    @property
    def pictures(self) -> set[str]:
        return {file.digest for message in self.messages for file in message.attachments if file.kind == "picture"}


class ExportTarget:
    """Takes chats one after the other. ``finish`` makes what was written count; ``discard`` leaves nothing."""

    def put(self, whole: WholeChat) -> None: ...

    def finish(self) -> None: ...

    def discard(self) -> None: ...


class _File(ExportTarget):
    """Written beside its place and put there when it is whole."""

    def __init__(self, path: Path) -> None:
        self._file = UnfinishedFile(path)

    def _write(self, data: bytes) -> None:
        self._file.open().write(data)

    def finish(self) -> None:
        if not self._file.begun:
            raise TransferError("export.nothing")
        self._file.finish()

    def discard(self) -> None:
        self._file.discard()


class JsonFile(_File):
    """Our own file. ``folders``: those of its chats."""

    def __init__(self, path: Path, folders: Sequence[ExportedFolder]) -> None:
        super().__init__(path)
        self._json = JsonExport(folders)

    def put(self, whole: WholeChat) -> None:
        self._head()
        self._write(self._json.chat(whole.chat, whole.messages, whole.folder, whole.view.settings))

    def finish(self) -> None:
        self._head()
        self._write(self._json.end())
        super().finish()

    def _head(self) -> None:
        if not self._file.begun:
            self._write(self._json.begin(time.time()))


class MarkdownFile(_File):
    """The branch shown of one chat."""

    def __init__(self, path: Path, words: MarkdownWords) -> None:
        super().__init__(path)
        self._words = words

    def put(self, whole: WholeChat) -> None:
        self._write(markdown(whole.view, self._words).encode("utf-8"))


class MarkdownFolder(ExportTarget):
    """A file for each chat, in folders like those of the list; nothing that is there is written over."""

    def __init__(self, folder: Path, words: MarkdownWords) -> None:
        self._folder, self._words = folder, words
        self._written: list[Path] = []
        self._made: list[Path] = []  # folders, each after the one it is in
        self._taken: dict[Path, set[str]] = {}

    def put(self, whole: WholeChat) -> None:
        place = self._folder / file_name(whole.folder_name, "", set()) if whole.folder_name else self._folder
        if place not in self._taken:
            self._make(place)
            self._taken[place] = {entry.name.lower() for entry in place.iterdir()}
        path = place / file_name(whole.chat.title, ".md", self._taken[place])
        with path.open("x", encoding="utf-8", newline="\n") as file:
            self._written.append(path)
            file.write(markdown(whole.view, self._words))
            file.flush()
            os.fsync(file.fileno())

    def _make(self, place: Path) -> None:
        if not os.path.isdir(place):
            self._make(place.parent)
            place.mkdir()
            self._made.append(place)

    def discard(self) -> None:
        for path in self._written:
            discard(path)
        for folder in reversed(self._made):
            with suppress(OSError):  # somebody has put something into it
                folder.rmdir()
