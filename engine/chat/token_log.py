"""The token log: which tokens a chat's memory was built from, in order. It is the truth, not a re-rendered template.

A token's index in the log is its position in the model's memory, until old text was squeezed there or a picture took
fewer positions than it has rows (:mod:`engine.compaction.positions`). The log grows at its end, where
:meth:`TokenLog.cut` shortens it; :meth:`TokenLog.forget` lets go of the oldest messages.

A picture stands in the log as numbers below 0, one for each of its rows, made from its digest
(:mod:`engine.model.vision`); so whatever compares tokens tells pictures apart. The log says where they are
(:class:`PictureRun`), to build the memory anew.

The text of a document stands in it as any text does, and the log says where (:class:`DocumentRun`): it may be mounted
into the memory instead of being read.
"""

from __future__ import annotations

import array
import os
import sys
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path
from typing import Literal

import msgspec
import xxhash

from engine.errors import BadSnapshot
from engine.files import open_file, replacing
from engine.protocol import UNREADABLE, MessageSpan, PromptMessage
from engine.texts import why

MAGIC = b"LTTL"
VERSION = 1
WITH_PICTURES = 2  # the same with pictures, which a program that knows nothing of them cannot read again
WITH_GRIDS = 3  # with pictures that take fewer positions than they have rows
MOST_POSITIONS = 1 << 20  # that a picture is believed to take
FILE_NAME = "tokens.bin"
SYSTEM_ID = "system"
MOST_BYTES = 128 << 20  # of a log's file; 32 million tokens are more than anybody says in a chat

Role = Literal["system", "user", "assistant"]


class Span(msgspec.Struct, frozen=True):
    """Tokens ``[start, end)`` of a message, the template's marks included. ``digest``: of its text.

    ``exact``: of a message's text, spacing included ("": of an earlier version, or of no text).
    """

    id: str
    role: Role
    start: int
    end: int
    digest: str = ""
    exact: str = ""


class BlockMark(msgspec.Struct, frozen=True):
    """A compaction: when the memory held ``at`` tokens, ``[p0, p1)`` was replaced at ``ratio`` by ``preset``.

    Ranges are indices of the log. A mark that covers older ones merged their blocks into its own.
    ``ratio``: as it was asked for, to be asked for again: ``wished`` by a person it is the ratio of the block, else it
    counts from what the part took. ``measured``: what the block has (:mod:`engine.compaction.ratio`; 0: of an earlier
    version).
    ``error``: of attention on held-out queries, relative, mean over heads. ``nats``: predicted divergence of the next
    words (:mod:`engine.compaction.prediction`; -1: of an earlier version).
    ``document``: it is no compaction of this chat's memory: a document with that digest was mounted ("": it is one).
    """

    at: int
    p0: int
    p1: int
    ratio: float
    preset: str = "default"
    error: float = 0.0
    wished: bool = False
    measured: float = 0.0
    document: str = ""
    nats: float = -1.0

    @property
    def cells(self) -> float:
        """Uncompacted tokens that its block takes the room of."""
        return (self.p1 - self.p0) / max(1.0, self.measured or self.ratio)


class PictureRun(msgspec.Struct, frozen=True):
    """Rows of a picture in place of tokens ``[start, end)``: those of its ``part`` from the first on.

    ``positions``: that all of them take together, standing in a grid at one moment (M-RoPE); 0: each has its own.
    """

    start: int
    end: int
    digest: str
    part: int = 0
    positions: int = 0


class DocumentRun(msgspec.Struct, frozen=True):
    """Tokens ``[start, end)`` that are the whole text of a document; ``digest``: of its file."""

    start: int
    end: int
    digest: str


class _LogHead(msgspec.Struct, omit_defaults=True):
    fingerprint: str
    count: int
    spans: list[Span]
    marks: list[BlockMark]
    pictures: list[PictureRun] = []
    forgotten: int = 0
    began: float = 0.0
    documents: list[DocumentRun] = []


def text_digest(text: str) -> str:
    """Short digest of a message's text, spacing left out: tells another message from an unchanged one.

    Replies come back from clients of the local server with other spacing than they were written with.
    """
    return _short_digest("".join(text.split()))


def exact_digest(text: str) -> str:
    """The same with all spacing but that at its ends: in a table or in code it may be all that was edited."""
    return _short_digest(text.strip())


def _short_digest(text: str) -> str:
    return xxhash.xxh3_64_hexdigest(text.encode("utf-8", "surrogatepass")) if text else ""


def told_by(message: PromptMessage, unseen: Collection[str] = ()) -> str:
    """What a message is recognised by: its text, and pictures and documents with a sign at those words stand for."""
    digests = [picture.digest for picture in message.pictures] + [part.digest for part in message.documents]
    return message.content + "".join(f"\n{'?' * (digest in unseen)}{digest}" for digest in digests)


class TokenLog:
    """Tokens of a chat with the spans of its messages, the marks of its compactions, its pictures and documents.

    Attributes:
        forgotten: how many of the first messages left the memory for good; their spans are empty.
        began: when it did (seconds since 1970; 0: not known): its beginning may tell the model which day it is.
    """

    def __init__(self, fingerprint: str = "") -> None:
        self.fingerprint = fingerprint
        self.tokens = array.array("i")
        self.spans: list[Span] = []
        self.marks: list[BlockMark] = []
        self.pictures: list[PictureRun] = []
        self.documents: list[DocumentRun] = []
        self.forgotten = 0
        self.began = 0.0

    def __len__(self) -> int:
        return len(self.tokens)

    def open_span(self, message_id: str, role: Role, text: str = "") -> None:
        """Start a message; tokens appended from now on belong to it."""
        at = len(self.tokens)
        exact = exact_digest(text) if role != "system" else ""
        self.spans.append(Span(message_id, role, at, at, text_digest(text), exact))

    def close_span(self, text: str) -> None:
        """Note the whole text of the last message, now that it is known."""
        self.spans[-1] = msgspec.structs.replace(self.spans[-1], digest=text_digest(text), exact=exact_digest(text))

    def append(self, tokens: Iterable[int]) -> None:
        """Append tokens to the last message (ValueError: there is none)."""
        if not self.spans:
            raise ValueError("tokens need a message to belong to")
        self.tokens.extend(tokens)
        self.spans[-1] = msgspec.structs.replace(self.spans[-1], end=len(self.tokens))

    def append_rows(self, tokens: Sequence[int], digest: str, part: int, positions: int = 0) -> None:
        """Append a picture's rows, as ``tokens`` below 0, to the last message (ValueError: there is none)."""
        start = len(self.tokens)
        self.append(tokens)
        self.pictures.append(PictureRun(start, len(self.tokens), digest, part, positions))

    @property
    def grids(self) -> list[PictureRun]:
        """The pictures whose rows share their positions."""
        return [seen for seen in self.pictures if seen.positions]

    def outside_grids(self, token: int) -> int:
        """``token``, or where the grid that it would cut begins."""
        return next((seen.start for seen in self.grids if seen.start < token < seen.end), token)

    def append_document(self, tokens: Sequence[int], digest: str) -> None:
        """Append the text of a document to the last message (ValueError: there is none)."""
        start = len(self.tokens)
        self.append(tokens)
        self.documents.append(DocumentRun(start, len(self.tokens), digest))

    def document_from(self, position: int) -> DocumentRun | None:
        """The first document that begins at ``position`` or later."""
        return next((run for run in self.documents if run.start >= position), None)

    def run_at(self, position: int) -> tuple[int, PictureRun | None]:
        """Where the text or the picture that holds ``position`` ends, and the picture if it is one."""
        for seen in self.pictures:
            if position < seen.start:
                return seen.start, None
            if position < seen.end:
                return seen.end, seen
        return len(self.tokens), None

    def mark(self, mark: BlockMark) -> None:
        """Note a compaction of what the log holds."""
        if not 0 <= mark.p0 < mark.p1 <= mark.at <= len(self.tokens):
            raise ValueError(f"mark {mark} does not fit a log of {len(self.tokens)} tokens")
        self.marks.append(mark)

    def cut(self, n_tokens: int) -> bool:
        """Keep the first ``n_tokens``. True when a compacted block was cut into (its mark is dropped)."""
        del self.tokens[n_tokens:]
        self.spans = [
            msgspec.structs.replace(span, end=min(span.end, n_tokens))
            for span in self.spans
            if span.start < n_tokens or span.end <= n_tokens
        ]
        self.pictures = [
            msgspec.structs.replace(seen, end=min(seen.end, n_tokens))
            for seen in self.pictures
            if seen.start < n_tokens
        ]
        self.documents = [run for run in self.documents if run.end <= n_tokens]
        kept = [mark for mark in self.marks if mark.p1 <= n_tokens]
        inside = len(kept) < len(self.marks)
        self.marks = [msgspec.structs.replace(mark, at=min(mark.at, n_tokens)) for mark in kept]
        return inside

    def end_with(self, message_id: str) -> None:
        """Leave out the messages behind that one ("": all) that no tokens are left of; a cut keeps those."""
        while self.spans and self.spans[-1].start == self.spans[-1].end:
            if self.spans[-1].role == "system" or self.spans[-1].id == message_id:
                return
            self.spans.pop()

    def forget(self, end: int) -> None:
        """Let go of the messages before ``end``, where one begins, but for the system part; all marks go."""
        first = self.system_end
        gone = end - first
        del self.tokens[first:end]
        self.forgotten = sum(span.role != "system" and span.end <= end for span in self.spans)
        self.spans = [
            span
            if span.end <= first
            else msgspec.structs.replace(span, start=max(first, span.start - gone), end=max(first, span.end - gone))
            for span in self.spans
        ]
        self.pictures = [
            msgspec.structs.replace(seen, start=seen.start - gone, end=seen.end - gone) if seen.start >= end else seen
            for seen in self.pictures
            if seen.start >= end or seen.end <= first
        ]
        self.documents = [
            msgspec.structs.replace(run, start=run.start - gone, end=run.end - gone)
            for run in self.documents
            if run.start >= end
        ]
        self.marks = []

    @property
    def last_forgotten(self) -> str:
        """Id of the last message that left the memory ("": none did)."""
        messages = [span.id for span in self.spans if span.role != "system"]
        return messages[self.forgotten - 1] if self.forgotten else ""

    def is_forgotten(self, message_id: str) -> bool:
        """Whether a message left the memory."""
        messages = [span.id for span in self.spans if span.role != "system"]
        return message_id in messages[: self.forgotten]

    @property
    def system_end(self) -> int:
        """Where the system prompt's tokens end (0: there is none)."""
        return self.spans[0].end if self.spans and self.spans[0].role == "system" else 0

    @property
    def blocks(self) -> list[BlockMark]:
        """The marks whose blocks are still there: those that no later one covers."""
        return self.blocks_of(self.marks)

    @staticmethod
    def blocks_of(marks: Sequence[BlockMark]) -> list[BlockMark]:
        """Those of ``marks``, in order of time, that no later one covers."""
        return [
            mark
            for i, mark in enumerate(marks)
            if not any(later.p0 <= mark.p0 and mark.p1 <= later.p1 for later in marks[i + 1 :])
        ]

    @property
    def last_compaction(self) -> BlockMark | None:
        """The last mark that is no mounted document."""
        return next((mark for mark in reversed(self.marks) if not mark.document), None)

    def cells_without_last(self) -> float:
        """Uncompacted tokens that the whole log takes the room of if its last compaction were not."""
        last = self.last_compaction
        blocks = self.blocks_of([mark for mark in self.marks if mark is not last])
        return len(self) - sum(mark.p1 - mark.p0 for mark in blocks) + sum(mark.cells for mark in blocks)

    @property
    def blocks_end(self) -> int:
        """Where the last compacted block ends (0: nothing was compacted)."""
        return max((mark.p1 for mark in self.marks), default=0)

    def end_of(self, message_id: str) -> int | None:
        """Where a message ends, None when the log does not hold it."""
        for span in reversed(self.spans):
            if span.id == message_id:
                return span.end
        return None

    def message_at(self, position: int) -> str:
        """Id of the last message that ends at or before ``position`` ("": none but the system prompt)."""
        found = ""
        for span in self.spans:
            if span.role != "system" and span.end <= position:
                found = span.id
        return found

    def message_spans(self) -> tuple[MessageSpan, ...]:
        return tuple(MessageSpan(id=span.id, start=span.start, end=span.end) for span in self.spans)

    def digest(self, n_tokens: int) -> str:
        """Digest of the first ``n_tokens`` tokens: what a snapshot is tied to."""
        return xxhash.xxh3_128_hexdigest(pack_tokens(self.tokens[:n_tokens]))

    # ------------------------------------------------------------------ file

    def save(self, folder: Path, planned: Sequence[BlockMark] = ()) -> None:
        """Write the log into a chat's folder, replacing the one before in one step.

        ``planned``: compactions that the memory lacks and that are to be repeated. They are saved as marks, too: who
        loads the log finds that the memory lacks them.

        Raises:
            DiskFull: it could not be written; the file before is untouched.
        """
        n = len(self.tokens)
        later = [msgspec.structs.replace(mark, at=min(mark.at, n)) for mark in planned if mark.p1 <= n]
        head = msgspec.msgpack.encode(
            _LogHead(
                self.fingerprint,
                n,
                self.spans,
                [*self.marks, *later],
                self.pictures,
                self.forgotten,
                self.began,
                self.documents,
            )
        )
        version = WITH_GRIDS if self.grids else WITH_PICTURES if self.pictures else VERSION
        body = version.to_bytes(4, "little") + len(head).to_bytes(4, "little") + head + pack_tokens(self.tokens)
        with replacing(folder / FILE_NAME) as file:
            file.write(MAGIC + body + xxhash.xxh3_128_digest(body))

    @classmethod
    def load(cls, folder: Path) -> TokenLog | None:
        """The log saved in a chat's folder, None when there is none.

        Raises:
            BadSnapshot: the file is cut, damaged or of another version.
        """
        try:
            with open_file(folder / FILE_NAME) as file:
                if os.fstat(file.fileno()).st_size > MOST_BYTES:
                    raise BadSnapshot("token_log.damaged")
                data = file.read(MOST_BYTES)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise BadSnapshot("token_log.unreadable", reason=why(error)) from error
        return cls.from_bytes(data)

    @classmethod
    def from_bytes(cls, data: bytes) -> TokenLog:
        """A log from the bytes of its file; raises as :meth:`load`."""
        body = memoryview(data)[4:-16]  # not copied: a log may be large
        if len(data) < 28 or data[:4] != MAGIC or xxhash.xxh3_128_digest(body) != data[-16:]:
            raise BadSnapshot("token_log.damaged")
        version, length = int.from_bytes(data[4:8], "little"), int.from_bytes(data[8:12], "little")
        if version not in (VERSION, WITH_PICTURES, WITH_GRIDS):
            raise BadSnapshot("token_log.version", version=version, newest=WITH_GRIDS)
        try:
            head = msgspec.msgpack.decode(data[12 : 12 + length], type=_LogHead)
            tokens = unpack_tokens(body[8 + length :])
        except (ValueError, *UNREADABLE) as error:
            raise BadSnapshot("token_log.damaged") from error
        log = cls(head.fingerprint)
        log.tokens, log.spans, log.marks = tokens, list(head.spans), list(head.marks)
        log.pictures, log.forgotten, log.began = list(head.pictures), head.forgotten, head.began
        log.documents = list(head.documents)
        if head.count != len(tokens) or not log.is_sound():
            raise BadSnapshot("token_log.contradiction")
        return log

    def fits(self, n_vocab: int) -> bool:
        """Whether a model of ``n_vocab`` tokens knows all of them."""
        return max(self.tokens, default=0) < n_vocab

    def is_sound(self) -> bool:
        """Whether the spans follow one another, end with the tokens, marks and documents lie inside, and the numbers
        below 0 are those of the pictures.
        """
        at = 0
        for span in self.spans:
            if span.start != at or span.end < span.start:
                return False
            at = span.end
        behind = 0
        for seen in self.pictures:
            if not behind <= seen.start < seen.end <= at or max(self.tokens[seen.start : seen.end], default=0) >= 0:
                return False
            if not 0 <= seen.positions <= MOST_POSITIONS:
                return False
            behind = seen.end
        if sum(token < 0 for token in self.tokens) != sum(seen.end - seen.start for seen in self.pictures):
            return False
        behind = 0
        for run in self.documents:
            if not behind <= run.start < run.end <= at:
                return False
            behind = run.end
        messages = [span for span in self.spans if span.role != "system"]
        if not 0 <= self.forgotten <= len(messages) or any(
            span.start < span.end for span in messages[: self.forgotten]
        ):
            return False
        return at == len(self.tokens) and all(0 <= m.p0 < m.p1 <= m.at <= at for m in self.marks)


def pack_tokens(tokens: Sequence[int]) -> bytes:
    """Tokens as little-endian int32."""
    packed = array.array("i", tokens)
    if sys.byteorder == "big":
        packed.byteswap()
    return packed.tobytes()


def unpack_tokens(data: bytes | memoryview) -> array.array[int]:
    """Tokens from little-endian int32 (ValueError: not a whole number of them)."""
    tokens = array.array("i")
    tokens.frombytes(data)
    if sys.byteorder == "big":
        tokens.byteswap()
    return tokens
