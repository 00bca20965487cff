"""What is read as bytes: protocol frames, model headers, token logs, snapshots. Targets of tests.hostile.search."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any, get_args, get_type_hints

import msgspec
import xxhash
from hypothesis import strategies as st

from engine import protocol as p
from engine.chat.token_log import MAGIC as LOG_MAGIC
from engine.chat.token_log import VERSION as LOG_VERSION
from engine.chat.token_log import TokenLog
from engine.errors import BadModelFile, BadSnapshot
from engine.gguf.header import read_facts
from engine.snapshots import header as sh
from tests.engine.gguf_files import gguf

Target = tuple[st.SearchStrategy[Any], Callable[[Any], None]]  # what is tried, and what must hold of it

ODD = [0, 1, 7, 0x7F, 0x80, 0xFF, 0xFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 2**62, 2**63 - 1, 2**64 - 1]

st.register_type_strategy(int, st.integers(-(2**63), 2**63 - 1))


def edited(good: bytes) -> st.SearchStrategy[bytes]:
    """``good`` with numbers of all widths overwritten, and perhaps its end cut off or something added."""
    edit = st.tuples(
        st.integers(0, len(good)), st.sampled_from([1, 2, 4, 8]), st.sampled_from(ODD) | st.integers(0, 2**64 - 1)
    )

    def make(edits: list[tuple[int, int, int]], end: int, more: bytes) -> bytes:
        data = bytearray(good)
        for at, width, value in edits:
            data[at : at + width] = value.to_bytes(8, "little")[:width]
        return bytes(data[:end] if end else data) + more

    cut = st.just(0) | st.integers(1, max(1, len(good)))
    return st.builds(make, st.lists(edit, max_size=6), cut, st.just(b"") | st.binary(max_size=64))


def anything() -> st.SearchStrategy[bytes]:
    """Any bytes, and MessagePack of any nested values."""
    leaf = (
        st.none()
        | st.booleans()
        | st.integers(-(2**63), 2**64 - 1)
        | st.floats()
        | st.text(max_size=8)
        | st.binary(max_size=8)
    )
    nested = st.recursive(
        leaf, lambda part: st.lists(part, max_size=4) | st.dictionaries(st.text(max_size=8), part, max_size=4)
    )
    return st.binary(max_size=512) | nested.map(msgspec.msgpack.encode)


_BUILT: set[type] = set()


def built(cls: type[msgspec.Struct]) -> st.SearchStrategy[Any]:
    """Any value of a struct, every field of it and of the structs inside given: their defaults may be factories."""

    def inside(kind: Any) -> None:
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct) and kind not in _BUILT:
            _BUILT.add(kind)  # before what is in it: a struct may hold its own kind
            st.register_type_strategy(kind, st.deferred(lambda: built(kind)))
        for part in get_args(kind):
            inside(part)

    hints = get_type_hints(cls)
    for kind in hints.values():
        inside(kind)
    return st.builds(cls, **{name: st.from_type(kind) for name, kind in hints.items()})


def protocol(stay: ExitStack) -> Target:
    messages = st.one_of([st.from_type(cls) for cls in (*get_args(p.AnyRequest), *get_args(p.AnyEvent))])
    streams = st.lists(messages, max_size=4).map(lambda some: b"".join(map(p.encode, some)))

    def check(data: bytes) -> None:
        for decode in (p.decode_request, p.decode_event):
            try:
                decode(data)
            except p.UNREADABLE:
                pass
            try:
                for body in p.FrameBuffer().feed(data):
                    decode(body)
            except (p.FrameError, *p.UNREADABLE):
                pass

    return anything() | streams | streams.flatmap(edited), check


def model_header(stay: ExitStack) -> Target:
    path = Path(stay.enter_context(tempfile.TemporaryDirectory(prefix="hostile-"))) / "model.gguf"

    def check(data: bytes) -> None:
        path.write_bytes(data)
        try:
            read_facts(path)
        except BadModelFile:
            pass

    return edited(gguf()[:4096]) | edited(gguf()) | anything(), check


def token_log(stay: ExitStack) -> Target:
    log = TokenLog("f" * 16)
    log.open_span("system", "system", "You help.")
    log.append(range(20))
    log.open_span("m1", "user", "Hello.")
    log.append(range(20, 60))
    folder = Path(stay.enter_context(tempfile.TemporaryDirectory(prefix="hostile-")))
    log.save(folder)
    body = next(folder.iterdir()).read_bytes()[4:-16]

    def check(data: bytes) -> None:
        try:
            found = TokenLog.from_bytes(data)
        except BadSnapshot:
            return
        assert found.is_sound()

    def sealed(inner: bytes) -> bytes:
        """With a right checksum, so that what is behind it is reached."""
        return LOG_MAGIC + inner + xxhash.xxh3_128_digest(inner)

    version = LOG_VERSION.to_bytes(4, "little")
    odd = anything().map(lambda head: version + len(head).to_bytes(4, "little") + head)
    return anything() | edited(sealed(body)) | edited(body).map(sealed) | odd.map(sealed), check


def snapshot(stay: ExitStack) -> Target:
    path = Path(stay.enter_context(tempfile.TemporaryDirectory(prefix="hostile-"))) / "memory.kvs"

    def check(data: bytes) -> None:
        path.write_bytes(data)
        try:
            sh.read_snapshot_header(path)
        except BadSnapshot:
            pass

    def sealed(body: bytes, version: int, behind: int) -> bytes:
        """A front around ``body`` with a right footer behind some pages."""
        front = sh.MAGIC + version.to_bytes(4, "little") + len(body).to_bytes(4, "little") + body
        front += bytes(-len(front) % sh.PAGE)
        return front + bytes(behind * sh.PAGE) + xxhash.xxh3_128_digest(front) + sh.END_MAGIC

    good = built(sh.SnapshotHeader).map(msgspec.msgpack.encode)
    bodies = good | good.flatmap(edited) | anything()
    fronts = st.builds(sealed, bodies, st.sampled_from([1, 2, 3, 0x10001, 0]), st.integers(0, 3))
    return fronts | fronts.flatmap(edited) | anything(), check
