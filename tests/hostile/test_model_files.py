"""Model files whose headers lie: refused in bounded memory, alone, and never the end of a process."""

from __future__ import annotations

import os
import struct
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.library import Library
from app.core.store.tables import StoredModel
from engine import protocol as p
from engine.errors import BadModelFile
from engine.gguf import reader
from engine.gguf.header import facts_of, read_facts
from engine.gguf.reader import GgufHeader, SkippedArray, read_header
from engine.process.worker import _Output
from engine.sizing.estimate import estimate
from tests.engine.gguf_files import LLAMA, gguf, gguf_of, text, value, write


def header(*entries: tuple[str, bytes]) -> bytes:
    """A file of metadata alone; values are given with their type, as bytes."""
    out = b"GGUF" + struct.pack("<IQQ", 3, 0, len(entries))
    return out + b"".join(text(key) + raw for key, raw in entries) + bytes(64)


def u64(number: int) -> bytes:
    return struct.pack("<IQ", 10, number)


@pytest.mark.parametrize(
    "key",
    [
        "llama.embedding_length",
        "llama.attention.head_count",
        "llama.attention.head_count_kv",
        "llama.attention.key_length",
        "llama.attention.value_length",
        "general.alignment",
        "split.count",
    ],
)
@pytest.mark.parametrize("number", [2**41, 2**63 - 1, 2**63, 2**64 - 1])
def test_numbers_no_model_has_are_refused(tmp_path: Path, key: str, number: int) -> None:
    good = {name: value(item) for name, item in LLAMA.items()}
    file = write(tmp_path, header(*(good | {key: u64(number)}).items()))
    with pytest.raises(BadModelFile):
        read_facts(file)
    with pytest.raises(BadModelFile):
        estimate(file)


GPT_OSS = {name.replace("llama.", "gpt-oss."): item for name, item in LLAMA.items()} | {
    "general.architecture": "gpt-oss"
}


@pytest.mark.parametrize(
    "data",
    [
        gguf(LLAMA | {"llama.attention.head_count_kv": 3}),
        gguf(LLAMA | {"llama.attention.head_count": 65535}),
        gguf(GPT_OSS | {"gpt-oss.attention.sliding_window": 0}),
        gguf_of(LLAMA, {"blk.0.ssm_a": 128}),
        gguf_of(LLAMA, {"blk.0.attn_k.weight": 1 << 16}),
    ],
    ids=["uneven heads", "absurd heads", "a window of nothing", "another architecture's tensors", "another size"],
)
def test_headers_that_contradict_themselves_are_refused(tmp_path: Path, data: bytes) -> None:
    file = write(tmp_path, data)
    with pytest.raises(BadModelFile, match="damaged"):
        read_facts(file)
    with pytest.raises(BadModelFile, match="damaged"):
        estimate(file)


def test_a_tensor_larger_than_any_disk_is_refused(tmp_path: Path) -> None:
    row = text("blk.0.weight") + struct.pack("<IQQQIQ", 3, 2**40, 2**40, 2**40, 200, 0)  # a type nobody knows
    with pytest.raises(BadModelFile, match="too large"):
        read_header(write(tmp_path, b"GGUF" + struct.pack("<IQQ", 3, 1, 0) + row + bytes(64)))


def anything() -> st.SearchStrategy[Any]:
    """A value of a header, of any kind."""
    number = st.integers(-(2**63), 2**64 - 1) | st.sampled_from([0, 1, 2**31, 2**32, 2**63 - 1, 2**64 - 1])
    leaf = number | st.booleans() | st.floats() | st.text(max_size=8)
    return leaf | st.lists(number, max_size=4) | st.lists(st.text(max_size=3), max_size=3) | st.lists(leaf, max_size=3)


@given(st.dictionaries(st.sampled_from([
    "llama.block_count", "llama.context_length", "llama.embedding_length", "llama.attention.head_count",
    "llama.attention.head_count_kv", "llama.attention.key_length", "llama.attention.value_length",
    "llama.attention.sliding_window", "llama.attention.sliding_window_pattern", "llama.rope.scaling.factor",
    "llama.rope.scaling.type", "llama.rope.scaling.original_context_length", "general.name", "general.file_type",
    "general.type", "clip.vision.projection_dim", "tokenizer.chat_template", "llama.attention.max_alibi_bias",
]), anything()))  # fmt: skip
def test_facts_are_facts_or_a_refusal_and_can_be_sent(tmp_path_factory: pytest.TempPathFactory, odd: Any) -> None:
    path = tmp_path_factory.getbasetemp() / "odd.gguf"
    path.write_bytes(gguf())
    good = read_header(path)
    try:
        head = GgufHeader(path, 3, {**LLAMA, **odd}, good.tensors, good.data_offset, good.file_size)
        facts = facts_of((head,), path)
    except BadModelFile:
        return
    p.encode(p.Loaded(id=1, model=facts, n_ctx=1, ms=1.0))


def test_arrays_are_kept_up_to_one_bound_for_all(tmp_path: Path) -> None:
    count = reader.KEPT_ARRAY
    array = struct.pack("<IIQ", 9, 2, count) + bytes(2 * count)
    many = 2 * reader.KEPT_ELEMENTS // count
    metadata = read_header(write(tmp_path, header(*((f"k{i}", array) for i in range(many))))).metadata
    kept = sum(len(item) for item in metadata.values() if isinstance(item, list))
    assert 0 < kept <= reader.KEPT_ELEMENTS
    assert sum(isinstance(item, SkippedArray) for item in metadata.values()) == many // 2


def test_texts_are_kept_up_to_one_bound_for_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "KEPT_STRINGS", 1000)
    entries = [(f"k{i}", struct.pack("<I", 8) + text("x" * 100)) for i in range(20)]
    with pytest.raises(BadModelFile, match="invalid text length"):
        read_header(write(tmp_path, header(*entries)))


def test_a_header_has_an_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "MAX_HEADER", 4096)
    skipped = struct.pack("<IIQ", 9, 0, 8000) + bytes(8000)
    monkeypatch.setattr(reader, "KEPT_ARRAY", 16)
    with pytest.raises(BadModelFile, match="the header is too long"):
        read_header(write(tmp_path, header(("k", skipped))))


def test_a_header_of_more_tensors_than_any_model_has_is_refused_at_once(tmp_path: Path) -> None:
    many = (1 << 16) + 1
    out = b"GGUF" + struct.pack("<IQQ", 3, many, 0)
    out += b"".join(text(f"{n}") + struct.pack("<IIQ", 0, 0, 0) for n in range(many)) + bytes(64)
    with pytest.raises(BadModelFile, match="tensors"):
        read_header(write(tmp_path, out))


def test_texts_that_are_skipped_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "MAX_STRINGS", 1000)
    monkeypatch.setattr(reader, "KEPT_ARRAY", 16)
    empty = struct.pack("<IIQ", 9, 8, 600) + bytes(8 * 600)
    assert read_header(write(tmp_path, header(("a", empty)))).metadata["a"] == SkippedArray(600, 8)
    with pytest.raises(BadModelFile, match="invalid number of texts"):
        read_header(write(tmp_path, header(("a", empty), ("b", empty))))


def test_texts_longer_than_a_block_are_skipped_to_their_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader._Cursor, "BLOCK", 64)
    monkeypatch.setattr(reader, "KEPT_ARRAY", 2)
    words = ["a" * n for n in (0, 1, 55, 56, 57, 63, 64, 65, 500)]
    metadata = read_header(write(tmp_path, header(("words", value(words)), ("after", u64(7))))).metadata
    assert metadata == {"words": SkippedArray(len(words), 8), "after": 7}


def test_a_file_that_shrinks_while_it_is_read_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = write(tmp_path, gguf())
    size = os.path.getsize
    whole = size(file)

    def then(descriptor: int) -> os.stat_result:
        found = real(descriptor)
        os.truncate(file, 100)
        return found

    real = os.fstat
    monkeypatch.setattr(reader.os, "fstat", then)
    with pytest.raises(BadModelFile):
        read_header(file)
    assert size(file) == 100 < whole


def test_one_bad_file_leaves_the_others_in_the_library(tmp_path: Path) -> None:
    for name in ("bad.gguf", "good.gguf"):
        write(tmp_path, gguf(), name)

    def read(path: str) -> p.ModelFacts:
        if path.endswith("bad.gguf"):
            raise OverflowError("some reader's fault")
        return read_facts(path)

    found = Library(tmp_path, read).scan([])  # type: ignore[arg-type]
    status = {Path(entry.path).name: entry.status for entry in found.entries}
    assert status["good.gguf"] == "ok"
    assert status["bad.gguf"] not in ("ok", "arriving")
    rows: list[StoredModel] = found.changed
    assert next(row for row in rows if row.path.endswith("bad.gguf")).problem


def test_an_event_that_no_frame_can_hold_closes_its_request(tmp_path: Path) -> None:
    sent = BytesIO()
    output = _Output(sent, broken=lambda: pytest.fail("nobody left"))
    facts = read_facts(write(tmp_path, gguf()))
    output.emit(p.Estimated(id=7, model=facts, weights=2**70, kv=0, compute=0, available=0))
    events = [p.decode_event(body) for body in p.FrameBuffer().feed(sent.getvalue())]
    assert [(type(event), event.id) for event in events] == [(p.Error, 7)]
