"""A file becomes an attachment: bounded in size, and where a format is complicated, read by a process of its own."""

from __future__ import annotations

import contextlib
import itertools
import os
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO, Literal

import msgspec
import psutil  # type: ignore[import-untyped]
from blake3 import blake3

from app.core.attachments.kinds import SAMPLE, Sort, sort_of
from app.core.attachments.names import clean_name
from app.core.attachments.problems import ReadProblem, ReadStopped
from app.core.attachments.text import decode, tidy
from app.core.chat_values import Attachment, new_id
from app.core.texts import Text, say
from engine.protocol import UNREADABLE

MOST_CHARACTERS = 2_000_000  # of text in one attachment
MOST_TEXT_BYTES = 4 * MOST_CHARACTERS
MOST_BYTES = 200_000_000  # of a PDF or Word file
MOST_PAGES = 2_000
STALL_S = 30.0  # a reader that tells nothing for so long does not come to an end
MOST_MEMORY = 1 << 30  # bytes that a reader may take
_BYTES = 16  # of a line for each character that a text may have: in JSON it is at most twelve

ReaderKind = Literal["pdf", "docx", "html"]
Apart = ReaderKind | Literal["page"]  # what a reading process can do

Told = Callable[[int, int], None]
"""Called with pages read and pages in all; may be called from another thread than the window's."""


class ReaderLine(msgspec.Struct, omit_defaults=True):
    """A line that a reading process writes: first how far it is, at last ``text`` or ``problem``."""

    done: int = 0
    total: int = 0
    text: str | None = None
    pages: int = 0
    note: Text | str = ""
    problem: Text | None = None


def reader_command(kind: Apart) -> list[str]:
    """The command line of the process that reads ``kind``, from a source tree or inside a frozen program."""
    if getattr(sys, "frozen", False):
        return [sys.executable, "--read", kind]
    return [sys.executable, "-P", "-m", "app.core.attachments.child", kind]


def from_text(text: str, name: str) -> Attachment:
    """Text that was pasted, as an attachment.

    Raises:
        ReadProblem: it is blank or too long.
    """
    return _made(name, Sort("text"), tidy(text), text.encode("utf-8", "replace"))


def read_file(
    path: Path, told: Told = lambda done, total: None, stopped: threading.Event | None = None, stall_s: float = STALL_S
) -> Attachment:
    """The text of ``path`` as an attachment. Takes from milliseconds to minutes; ``stopped`` ends it early.

    Raises:
        ReadProblem: it cannot be read, is too large, or holds no text.
        ReadStopped: ``stopped`` was set.
    """
    name, stop = clean_name(path.name), stopped or threading.Event()
    try:
        if path.is_dir():
            raise ReadProblem("attachment.folder", name=name)
        if not path.is_file():  # a pipe or a device may never end
            raise ReadProblem("attachment.missing", name=name)
        with path.open("rb") as file:
            sort = sort_of(path.name, file.read(SAMPLE), file)
            if sort.kind is None:
                assert sort.why is not None
                raise ReadProblem(sort.why)
            if sort.kind in ("pdf", "docx"):
                _check_size(name, os.fstat(file.fileno()).st_size, MOST_BYTES)
                digest, size = digest_of(file, stop), os.fstat(file.fileno()).st_size
                line = read_apart(path, sort.kind, told, stop, stall_s)
                return Attachment(
                    id=new_id(), name=name, kind=sort.kind, text=line.text or "", size=size, digest=digest,
                    pages=line.pages, note=line.note,
                )  # fmt: skip
            file.seek(0)
            data = file.read(MOST_TEXT_BYTES + 1)
    except OSError as problem:
        reason = problem.strerror or say("attachment.no_reason")
        raise ReadProblem("attachment.not_opened", name=name, reason=reason) from problem
    if len(data) > MOST_TEXT_BYTES:
        raise _too_long(name)
    text, encoding = decode(data, name)
    return _made(name, sort, text, data, say("attachment.encoding", encoding=encoding) if encoding else "")


def _made(name: str, sort: Sort, text: str, data: bytes, note: Text | str = "") -> Attachment:
    assert sort.kind is not None
    _check_text(name, text)
    return Attachment(
        id=new_id(), name=clean_name(name), kind=sort.kind, text=text, size=len(data), digest=blake3(data).hexdigest(),
        language=sort.language, note=note,
    )  # fmt: skip


def _check_text(name: str, text: str, most: int = MOST_CHARACTERS) -> None:
    if not text.strip():
        raise ReadProblem("attachment.empty", name=name)
    if len(text) > most:
        raise _too_long(name, most)


def _check_size(name: str, size: int, most: int) -> None:
    if size > most:
        raise ReadProblem("attachment.too_large", name=name, size=size, most=most)


def _too_long(name: str, most: int = MOST_CHARACTERS) -> ReadProblem:
    return ReadProblem("attachment.too_long", name=name, most=most)


def digest_of(file: IO[bytes], stop: threading.Event) -> str:
    """The blake3 of all of an open file, hex. Raises ReadStopped."""
    hasher = blake3()
    file.seek(0)
    while piece := file.read(1 << 20):
        if stop.is_set():
            raise ReadStopped
        hasher.update(piece)
    return hasher.hexdigest()


# --------------------------------------------------------------------------- in a process of its own


def read_apart(
    path: Path, kind: Apart, told: Told, stop: threading.Event, stall_s: float = STALL_S,
    most: int = MOST_CHARACTERS, more: Sequence[str] = (),
) -> ReaderLine:  # fmt: skip
    """What a reading process gets out of a file: its text, at most ``most`` characters, pages and a note. The process
    is ended when it hangs, takes too much, or is not wanted. ``more``: what it has to know beside the path.

    Raises:
        ReadProblem: it cannot be read, is too large, or holds no text.
        ReadStopped: ``stop`` was set.
    """
    name = clean_name(path.name)
    try:
        process = subprocess.Popen(
            [*reader_command(kind), str(most)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        )  # fmt: skip
    except OSError as problem:
        raise ReadProblem("attachment.no_reader", name=name) from problem
    lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    assert process.stdin is not None and process.stdout is not None
    listener = threading.Thread(target=_listen, args=(process.stdout, lines, _BYTES * most), daemon=True)
    try:
        with contextlib.suppress(OSError), process.stdin:
            told_more = [one.replace("\0", "").encode("utf-8", "replace") for one in more]
            process.stdin.write(b"\0".join([os.fsencode(path.absolute()), *told_more]))
        listener.start()
        answer = _wait(process, lines, name, told, stop, stall_s)
    finally:
        process.kill()
        process.wait()
        if listener.ident is not None:
            listener.join()
        process.stdout.close()
    if answer.problem is not None:
        raise ReadProblem(answer.problem)
    answer.text = tidy(answer.text or "")
    _check_text(name, answer.text, most)
    return answer


def _listen(stream: IO[bytes], lines: queue.SimpleQueue[bytes], longest: int) -> None:
    while line := stream.readline(longest):
        lines.put(line)
    lines.put(b"")


def _wait(
    process: subprocess.Popen[bytes], lines: queue.SimpleQueue[bytes], name: str, told: Told, stop: threading.Event,
    stall_s: float,
) -> ReaderLine:  # fmt: skip
    decoder = msgspec.json.Decoder(ReaderLine)
    heard = time.monotonic()
    for turn in itertools.count():
        if stop.is_set():
            raise ReadStopped
        try:
            line = lines.get(timeout=0.05)
        except queue.Empty:
            if time.monotonic() - heard > stall_s:
                raise ReadProblem("attachment.takes_too_long", name=name) from None
            if turn % 4 == 0 and _memory_of(process) > MOST_MEMORY:
                raise ReadProblem("attachment.takes_too_much_memory", name=name) from None
            continue
        try:
            answer = decoder.decode(line)
        except UNREADABLE:
            break  # also the end of a process that said nothing: it died
        heard = time.monotonic()
        if answer.text is not None or answer.problem is not None:
            return answer
        told(answer.done, answer.total)
    raise ReadProblem("attachment.reading_failed", name=name)


def _memory_of(process: subprocess.Popen[bytes]) -> int:
    try:
        return int(psutil.Process(process.pid).memory_info().rss)
    except psutil.Error:
        return 0
