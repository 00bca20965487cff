"""What to import: files, folders and archives, and the chats in them one after the other."""

from __future__ import annotations

import lzma
import os
import re
import zipfile
import zlib
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from itertools import chain
from pathlib import Path, PurePosixPath
from typing import BinaryIO

from app.core.archives import lists_too_much
from app.core.store.transfer import ExportedFolder
from app.core.store.words import clean
from app.core.texts import why
from app.core.transcript import line_of
from app.core.transfer import database, records
from app.core.transfer.chatgpt import chatgpt
from app.core.transfer.claude import claude
from app.core.transfer.errors import TooLarge, TransferError
from app.core.transfer.jan import jan
from app.core.transfer.lm_studio import lm_studio
from app.core.transfer.open_webui import open_webui
from app.core.transfer.reader import JsonReader, Kept, Skipped, parts_of
from app.core.transfer.tree import Imported, ImportLosses, ImportStopped, go_on
from app.core.transfer.values import members
from engine.files import open_file

MOST_FILES = 20_000
MOST_LINE = 64 << 20  # bytes of one line of messages.jsonl
DAMAGED = (  # raised by archives
    zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, RuntimeError, NotImplementedError,
    ValueError,  # among them UnicodeDecodeError, for a name
)  # fmt: skip
BOUNDED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # of others, zipfile unpacks far more than it is asked for
HEAD = 256  # bytes of a file that say whether it is ours
OURS = re.compile(rb'\s*\{\s*"format"\s*:\s*"longthread-chats"')
ARCHIVE = b"PK\x03\x04"
LM_STUDIO = re.compile(rb'"messages"\s*:\s*\[\s*\{\s*"versions"')
OPEN_WEBUI = re.compile(rb'\[?\s*\{\s*"id"\s*:\s*"[^"]*"\s*,\s*"user_id"\s*:[^{}]*"chat"\s*:\s*\{')
JAN = re.compile(rb'"object"\s*:\s*"thread"')
GLANCE = 200  # files that are opened before it is said what a folder or an archive is
KNOWN = re.compile(  # not "._...", in which macOS keeps what other file systems have no place for
    r"(?i)(?!\._)(conversations(-\d+)?\.json|.*\.conversation\.json|thread\.json|.*\.longthread\.json"
    r"|(all-)?chats?-export-\d+\.json)$"
)
LISTED = {"mapping": chatgpt, "chat_messages": claude, "chat": open_webui}  # by a member that their chats have


class OpenArchive:
    """The archive that is read, kept open for all of its members: each opening reads the list of all of them."""

    def __init__(self) -> None:
        self._path: Path | None = None
        self._archive: zipfile.ZipFile | None = None

    def at(self, path: Path) -> zipfile.ZipFile:
        """The archive at ``path``; another one that was open is closed. Raises OSError and :data:`DAMAGED`."""
        if self._archive is None or path != self._path:
            self.close()
            self._archive, self._path = zipfile.ZipFile(path), path
        return self._archive

    def close(self) -> None:
        if self._archive is not None:
            self._archive.close()
            self._archive = None


@dataclass(frozen=True)
class ImportSource:
    """A file to import, or a ``member`` of an archive. ``size``: bytes, for progress."""

    path: Path
    size: int
    member: str = ""

    @property
    def name(self) -> str:
        return PurePosixPath(self.member).name if self.member else self.path.name

    @contextmanager
    def open(self, archive: OpenArchive) -> Iterator[BinaryIO]:
        """Its bytes; whatever goes wrong while they are read becomes a TransferError."""
        try:
            if not self.member:
                with open_file(self.path) as file:
                    yield file
            else:
                with archive.at(self.path).open(self.member) as file:
                    yield file  # type: ignore[misc]
        except OSError as problem:
            raise TransferError("import.unreadable", name=self.name, reason=why(problem)) from None
        except (*DAMAGED, KeyError):
            if not self.member:
                raise  # no archive is to blame
            raise TransferError("import.archive_locked", name=self.path.name) from None

    def beside(self, name: str) -> ImportSource:
        """Another file of the same folder."""
        if self.member:
            return ImportSource(self.path, 0, str(PurePosixPath(self.member).with_name(name)))
        return ImportSource(self.path.with_name(name), 0)


def sources(paths: Iterable[Path], ask: Callable[[], None] = go_on) -> list[ImportSource]:
    """The files that ``paths`` stand for: folders and archives are looked through for what can be imported.

    ``ask``: called for each folder; raises ImportStopped when the person does not want the import any more.

    Raises:
        TransferError: nothing in them can be, or too much.
    """
    found: list[ImportSource] = []
    for path in paths:
        if os.path.isdir(path):
            for folder, below, names in os.walk(path):
                ask()
                below.sort()
                for name in sorted(names):
                    if name == "thread.json" and "messages.jsonl" not in names:
                        continue  # a thread of Jan in which nothing was said yet
                    if KNOWN.match(name) or _is_ours(Path(folder, name), ask):
                        found.append(_file(Path(folder, name)))
                if len(found) > MOST_FILES:
                    raise TransferError("import.too_many_files", name=path.name)
        elif path.name == "messages.jsonl" and os.path.exists(path.with_name("thread.json")):
            found.append(_file(path.with_name("thread.json")))
        elif _is_archive(path):
            found += _members(path, ask)
        else:
            found.append(_file(path))
    unique = list(dict.fromkeys(found))
    if not unique:
        raise TransferError("import.nothing_here")
    return unique


def _file(path: Path) -> ImportSource:
    try:
        return ImportSource(path, path.stat().st_size)
    except OSError as problem:
        raise TransferError("import.unreadable", name=path.name, reason=why(problem)) from None


def _is_archive(path: Path) -> bool:
    try:
        with open_file(path) as file:
            return file.read(len(ARCHIVE)) == ARCHIVE
    except OSError:
        return False  # said when it is read


def _is_ours(path: Path, ask: Callable[[], None]) -> bool:
    """Whether a file begins as our own does, which may have any name."""
    ask()
    if path.suffix.lower() != ".json":
        return False
    with suppress(OSError), open_file(path) as file:
        return OURS.match(file.read(HEAD)) is not None
    return False  # of a file that nobody has asked for by its name, nothing is said


def _members(path: Path, ask: Callable[[], None]) -> list[ImportSource]:
    too_many = TransferError("import.archive_too_many_files", name=path.name)
    try:
        with open_file(path) as file:
            if lists_too_much(file):
                raise too_many
        with zipfile.ZipFile(path) as archive:
            listed = [entry for entry in archive.infolist() if entry.filename.lower().endswith(".json")]
            if len(listed) > MOST_FILES:
                raise too_many
            told = {entry.filename for entry in archive.infolist() if _base(entry.filename) == "messages.jsonl"}
            listed = [entry for entry in listed if _base(entry.filename) != "thread.json" or _lines_of(entry) in told]
            found = [entry for entry in listed if KNOWN.match(_base(entry.filename)) or _holds(archive, entry, ask)]
    except (OSError, *DAMAGED):
        raise TransferError("import.archive_damaged", name=path.name) from None
    return [ImportSource(path, entry.file_size, entry.filename) for entry in found]


def _lines_of(thread: zipfile.ZipInfo) -> str:
    """Where Jan keeps what was said in a thread."""
    return str(PurePosixPath(thread.filename).with_name("messages.jsonl"))


def _holds(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, ask: Callable[[], None]) -> bool:
    """As :func:`_is_ours` of a file in an archive."""
    ask()
    with suppress(OSError, *DAMAGED), archive.open(entry) as file:
        return OURS.match(file.read(HEAD)) is not None
    return False


def _base(name: str) -> str:
    return PurePosixPath(name).name


def holds_chats(path: Path, head: bytes = b"") -> bool:
    """Whether a folder, or a file that begins with ``head``, is one to import: what another program or this one keeps
    chats in. It is asked while something is dragged over the window.

    A database may be of any program: the import says whose it is not.
    """
    if os.path.isdir(path):
        return _folder_holds_chats(path)
    if head.startswith(ARCHIVE):
        return _archive_holds_chats(path)
    if head.startswith(database.MAGIC) or _is_jan(path, head):
        return True
    begin = head.lstrip(b"\xef\xbb\xbf \t\r\n")
    return begin.startswith((b"{", b"[")) and (
        OURS.match(begin) is not None
        or b'"longthread-chats"' in begin[:200]
        or (b'"mapping"' in begin and b'"create_time"' in begin)
        or (b'"chat_messages"' in begin and b'"uuid"' in begin)
        or OPEN_WEBUI.match(begin) is not None
        or LM_STUDIO.search(begin) is not None
        or KNOWN.match(path.name) is not None
    )


def _folder_holds_chats(folder: Path) -> bool:
    """Whether there are chats to import in a folder or right below it: by all names, and a glance into other files."""
    found = [list(folder.glob(pattern)) for pattern in ("*.json", "*/*.json")]
    if any(KNOWN.match(path.name) for path in chain.from_iterable(found)):
        return True
    return any(_is_ours(path, go_on) for path in chain.from_iterable(paths[:GLANCE] for paths in found))


def _is_jan(path: Path, head: bytes) -> bool:
    """The two files of a chat of Jan, of which each stands for both."""
    if path.name == "messages.jsonl":
        return os.path.exists(path.with_name("thread.json"))
    return JAN.search(head) is not None and os.path.exists(path.with_name("messages.jsonl"))


def _archive_holds_chats(path: Path) -> bool:
    """As :func:`_folder_holds_chats` of an archive, at any depth."""
    try:
        with open_file(path) as file:
            if lists_too_much(file):
                return False
        with zipfile.ZipFile(path) as archive:
            listed = [entry for entry in archive.infolist() if entry.filename.lower().endswith(".json")]
            if any(KNOWN.match(_base(entry.filename)) for entry in listed):
                return True
            quick = [entry for entry in listed if entry.compress_type in BOUNDED]
            return any(_holds(archive, entry, go_on) for entry in quick[:GLANCE])
    except (OSError, *DAMAGED):
        return False


class ImportProgress:
    """Bytes read by now, over all files, and whether the person still wants them.

    Attributes:
        empty: folders that were read by now, and in which no chat of their file is.
        lost: what had to be left out by now.
    """

    def __init__(self, stopped: Callable[[], bool] = lambda: False) -> None:
        """``stopped``: asked often, also inside a chat, on the thread that reads."""
        self.done = 0
        self.empty: list[ExportedFolder] = []
        self.lost = ImportLosses()
        self._stopped = stopped

    def ask(self) -> None:
        """Raise ImportStopped if the import was cancelled."""
        if self._stopped():
            raise ImportStopped


def imported(found: Sequence[ImportSource], progress: ImportProgress) -> Generator[Imported | None, None, None]:
    """The chats of all files, one by one; None for one without text (and now and then, so that the caller may stop).

    One that is too large is left out, and told in ``progress.lost``.

    Raises:
        TransferError: a file is broken or is no export that is known here, or all that there is is too large.
        ImportStopped: it was cancelled.
    """
    some = False
    with closing(OpenArchive()) as archive:
        for one in _imported(found, progress, archive):
            some = some or one is not None
            yield one
    if not some and not progress.empty and progress.lost.too_large:
        raise progress.lost.too_large[0]


def _imported(
    found: Sequence[ImportSource], progress: ImportProgress, archive: OpenArchive
) -> Generator[Imported | None, None, None]:
    before = 0
    for source in found:
        if not source.member and database.is_one(source.path):
            for share, one in database.chats(source.path, progress.ask, progress.empty, progress.lost):
                progress.done = before + round(share * source.size)
                yield one
            before += source.size
            progress.done = before
            continue
        with source.open(archive) as file:
            reader = JsonReader(_Asked(file, progress.ask), source.name)
            try:
                for one in _chats(source, reader, progress, archive):
                    progress.done = before + reader.consumed
                    yield one
            except TooLarge as problem:
                progress.lost.too_large.append(problem)
                yield None
        before += max(source.size, reader.consumed)
        progress.done = before


def _chats(
    source: ImportSource, reader: JsonReader, progress: ImportProgress, archive: OpenArchive
) -> Iterator[Imported | None]:
    ask = progress.ask
    header: dict[str, object] = {}
    folders: list[ExportedFolder] = []
    used: set[str] = set()
    own = False
    number = 0
    for key, value in reader.items("chats"):
        number += 1
        if key == "chats" and not isinstance(value, list):
            if not own:
                records.check_header(header, source.name)
                folders = _folders(source, header.get("folders", []))
                own = True
            if isinstance(value, Skipped):
                progress.lost.too_large.append(_too_large(source, value))
                yield None
                continue
            one = _own(source, value, ask, folders)
            if one.project is not None:
                used.add(one.project.key)
            yield one
        elif key:
            header[key] = value
        elif value is None:
            yield None  # a chat that the other program could not write
        elif isinstance(value, Skipped):
            progress.lost.too_large.append(_too_large(source, value))
            yield None
        else:
            try:
                yield _listed(source, members(value), ask)
            except TooLarge as problem:
                progress.lost.too_large.append(problem)
                yield None
    if own:
        progress.empty += [folder for folder in folders if folder.name and folder.key not in used]
    elif header.get("format") == records.FORMAT:  # an export of no chats
        records.check_header(header, source.name)
        progress.empty += [folder for folder in _folders(source, header.get("folders", [])) if folder.name]
        yield None
    elif header:
        yield _single(source, header, ask, archive)
    elif not number:
        yield None


def _too_large(source: ImportSource, chat: Skipped) -> TooLarge:
    title = line_of(clean(chat.title))
    if title:
        return TooLarge("import.titled_chat_too_large", title=title)
    return TooLarge("import.chat_too_large", name=source.name)


def _folders(source: ImportSource, value: object) -> list[ExportedFolder]:
    try:
        return records.folders_of(value)
    except ValueError as problem:
        raise TransferError("import.broken_folders", name=source.name, reason=str(problem)) from None


def _own(source: ImportSource, value: object, ask: Callable[[], None], folders: Sequence[ExportedFolder]) -> Imported:
    try:
        return records.chat_of(value, ask, folders)
    except ValueError as problem:
        raise TransferError("import.broken_chat", name=source.name, reason=str(problem)) from None


def _listed(source: ImportSource, value: Mapping[str, object], ask: Callable[[], None]) -> Imported | None:
    """A chat of a program that writes all of them into one file."""
    for key, read in LISTED.items():
        if key in value:
            return read(value, ask)
    raise _unknown(source)


def _single(
    source: ImportSource, value: Mapping[str, object], ask: Callable[[], None], archive: OpenArchive
) -> Imported | None:
    """A file that is one object."""
    if any(isinstance(value.get(key), (dict, list)) for key in LISTED):
        return _listed(source, value, ask)
    messages = value.get("messages")
    if isinstance(messages, list) and any(isinstance(members(one).get("versions"), list) for one in messages):
        return lm_studio(value, ask)
    if value.get("object") == "thread" or source.name == "thread.json":
        return jan(value, list(_lines(source.beside("messages.jsonl"), ask, archive)), ask)
    if isinstance(messages, list) and not messages and "name" in value:
        return None  # a chat of LM Studio in which nothing was said
    raise _unknown(source)


def _lines(source: ImportSource, ask: Callable[[], None], archive: OpenArchive) -> Iterator[object]:
    kept = Kept(source.name)
    with source.open(archive) as file:
        while line := file.readline(MOST_LINE + 1):
            ask()
            if len(line) > MOST_LINE:
                raise TooLarge("import.message_too_large", name=source.name)
            if line.strip():
                kept.add(len(line), parts_of(line.decode("latin-1"), 0, len(line)))
                yield from (value for _, value in JsonReader(_Once(b"[" + line + b"]"), source.name).items(""))


class _Asked:
    """A file of which nothing more is read once the import was cancelled."""

    def __init__(self, file: BinaryIO, ask: Callable[[], None]) -> None:
        self._file, self._ask = file, ask

    def read(self, size: int, /) -> bytes:
        self._ask()
        return self._file.read(size)


class _Once:
    def __init__(self, data: bytes) -> None:
        self._data = data

    def read(self, size: int, /) -> bytes:
        data, self._data = self._data, b""
        return data


def _unknown(source: ImportSource) -> TransferError:
    return TransferError("import.unknown_format", name=source.name)
