"""Snapshots on disk with no model: cutting, manifests, shared chunks, eviction, damage, and death at any moment."""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
import sys
import time
import tracemalloc
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
import xxhash
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import BadSnapshot, DiskFull
from engine.snapshots import store as store_module
from engine.snapshots.chunks import Chunks
from engine.snapshots.header import (
    BEFORE_NAME,
    END_MAGIC,
    FILE_NAME,
    MAGIC,
    Layout,
    NewerSnapshot,
    SnapshotHeader,
    encode_manifest,
    read_snapshot_header,
)
from engine.snapshots.lock import FolderLock
from engine.snapshots.plan import FRAME_CHUNK, NAME_BYTES, CutGroup, StatePlan
from engine.snapshots.state_map import plan_of
from engine.snapshots.store import CHUNKS, SnapshotStore
from tests.effort import dear

MOST = 1 << 40


def header(chat: str = "c", **fields: Any) -> SnapshotHeader:
    layout = Layout("llama", [(2, 64, 64, 0)], "f16", {}, 0, 2, 512)
    return SnapshotHeader("fp", layout, "lib", chat, 3, 3, "d", 10, "m", 1.0, **fields)


def grown(n: int, seed: int = 0, layers: int = 3, row: int = 20_000) -> tuple[SnapshotHeader, Any]:
    """The state of a chat of ``n`` tokens as the library writes it; a longer one begins like a shorter one."""
    u4 = np.dtype("<u4")
    cells = np.zeros((n, 3), u4)
    cells[:, 0], cells[:, 1] = np.arange(n), 1
    parts = [np.array([1, 0, 1, n], u4), cells, np.array([0, layers], u4)]
    for array in range(2 * layers):
        parts += [np.array([1, row, 0], u4)]
        parts += [np.random.default_rng([seed, array, at]).integers(0, 256, row, np.uint8) for at in range(n)]
    state = np.concatenate([part.reshape(-1).view(np.uint8) for part in parts])
    return header(state=plan_of(state)), state


def saved(store: SnapshotStore, folder: Path, n: int, seed: int = 0) -> Any:
    facts, state = grown(n, seed)
    store.write(folder, facts, state)
    return state


def loaded(store: SnapshotStore, folder: Path) -> Any:
    return store.read(read_snapshot_header(folder / FILE_NAME), MOST)


def piece_files(chats: Path) -> list[Path]:
    return [path for path in (chats / CHUNKS).rglob("*") if len(path.name) == 2 * NAME_BYTES]


# --------------------------------------------------------------------------- plans


@st.composite
def plans(draw: st.DrawFn) -> tuple[StatePlan, int]:
    """A sound plan without names, and its number of chunks."""
    at = draw(st.integers(0, 50))
    groups = []
    for _ in range(draw(st.integers(0, 3))):
        arrays = []
        for _ in range(draw(st.integers(1, 4))):
            row, rows = draw(st.integers(1, 9)), draw(st.integers(1, 30))
            arrays.append((at, row, rows))
            at += row * rows + draw(st.integers(0, 20))
        rows = max(array[2] for array in arrays)
        inner = draw(st.sets(st.integers(1, rows - 1), max_size=5)) if rows > 1 else set()
        groups.append(CutGroup(arrays, [0, *sorted(inner), rows]))
    plan = StatePlan(max(1, at), groups)
    return plan, sum(1 for _ in plan.chunks())


@given(plans())
def test_every_byte_of_a_state_is_in_one_piece(made: tuple[StatePlan, int]) -> None:
    plan, n = made
    plan = plan.named([bytes([i % 256]) * NAME_BYTES for i in range(n)])
    plan.check(plan.size)
    seen = np.zeros(plan.size, int)
    for name, extents in plan.chunks():
        assert len(name) == NAME_BYTES
        for offset, length in extents:
            seen[offset : offset + length] += 1
    assert (seen == 1).all()
    with pytest.raises(ValueError):
        plan.check(plan.size - 1)


@dear(400)
@given(plans(), st.data())
def test_a_plan_meddled_with_is_refused_or_still_sound(made: tuple[StatePlan, int], data: st.DataObject) -> None:
    plan, n = made
    raw = msgspec.to_builtins(plan.named([bytes(NAME_BYTES)] * n), builtin_types=(bytes,))
    wild = data.draw(st.booleans())  # else little is changed, and much of it is sound
    number = st.one_of(st.integers(-(2**63), 2**63 - 1), st.integers(-2, 200))
    names = st.one_of(st.binary(max_size=100), st.integers(0, 3).map(lambda n: bytes(n * NAME_BYTES)))

    def near(value: int) -> int:
        if wild and data.draw(st.booleans()):
            return data.draw(number)
        return value + data.draw(st.sampled_from([-1, 1, 2]))

    for _ in range(data.draw(st.integers(1, 3))):
        group = data.draw(st.sampled_from(raw["groups"])) if raw["groups"] else None
        target = data.draw(st.sampled_from(["size", *(["array", "cut", "chunks"] if group else []), "frame"]))
        if target == "size":
            raw["size"] = near(raw["size"])
        elif group and target == "array":
            which, at = data.draw(st.integers(0, len(group[0]) - 1)), data.draw(st.integers(0, 2))
            array = list(group[0][which])
            array[at] = near(array[at])
            group[0] = [*group[0][:which], *group[0][which + 1 :], tuple(array)]
        elif group and target == "cut":
            rows = max(0, *(array[2] for array in group[0]))
            first, end = data.draw(st.sampled_from([(0, rows), (0, rows), (0, 1), (1, rows)])) if wild else (0, rows)
            inner = data.draw(st.lists(st.integers(1, max(1, min(rows - 1, 200))), max_size=4, unique=True))
            anything = wild and data.draw(st.booleans())
            cuts = [first, *(inner if wild else sorted(inner)), end]
            group[1] = data.draw(st.lists(number, max_size=6)) if anything else cuts
            group[2] = bytes(max(0, len(group[1]) - 1) * NAME_BYTES)
        elif group and target == "chunks" and wild:
            group[2] = data.draw(names)
        elif target == "frame" and wild:
            raw["frame"] = data.draw(names)
    if not wild:
        raw["frame"] = data.draw(st.sampled_from([raw["frame"], bytes(NAME_BYTES)]))
    changed = msgspec.convert(raw, StatePlan)
    try:
        changed.check(1 << 20)
    except ValueError:
        return
    seen = np.zeros(changed.size, int)
    for name, extents in changed.chunks():
        assert len(name) == NAME_BYTES
        for offset, length in extents:
            assert offset >= 0 and offset + length <= changed.size
            seen[offset : offset + length] += 1
    assert (seen == 1).all()


def test_absurd_sizes_are_refused_before_anything_is_allocated(store: SnapshotStore) -> None:
    name = bytes(NAME_BYTES)
    absurd = [
        StatePlan(1 << 60, [CutGroup([(0, 1 << 30, 1 << 30)], [0, 1 << 30], name)]),
        StatePlan(1 << 60, [], name),
        StatePlan(-5, [], b""),
        StatePlan(1 << 62, [CutGroup([(0, 1, 1 << 62)], [0, 1 << 62], name)]),
        StatePlan(100, [CutGroup([(0, -1, -100)], [0, 1], name)]),
        StatePlan(1 << 30, [CutGroup([(i, 1, 1) for i in range(3000)], list(range(3000)), name * 2999)]),
    ]
    tracemalloc.start()
    try:
        for plan in absurd:
            with pytest.raises(BadSnapshot):
                store.read(header(state=plan), 1 << 32)
        fits = StatePlan(1 << 32, [CutGroup([(0, 1 << 22, 1 << 10)], [0, 1 << 10], name)])
        with pytest.raises(BadSnapshot, match="missing"):  # the sizes agree, but no such piece is there
            store.read(header(state=fits), 1 << 32)
        assert tracemalloc.get_traced_memory()[1] < 64 << 20
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("size", [1 << 61, 1 << 44])
def test_absurd_sizes_are_listed_at_once_and_take_no_room(store: SnapshotStore, chats: Path, size: int) -> None:
    state, one = saved(store, chats / "good", 30), bytes(NAME_BYTES)
    before = store.stored_bytes()
    for name, plan in (("frame", StatePlan(size)), ("rows", StatePlan(size, [CutGroup([(0, size, 1)], [0, 1], one)]))):
        (chats / name).mkdir()
        (chats / name / FILE_NAME).write_bytes(encode_manifest(header(state=plan)))
    assert {entry.chat for entry in store.entries() if not entry.problem} <= {"good", "rows"}
    assert store.stored_bytes() < before + 1000, "what is not there takes nothing"
    assert store.trim(before + 1000) == [] and (loaded(store, chats / "good") == state).all()


@given(st.binary(max_size=400))
def test_any_bytes_can_be_cut(data: bytes) -> None:
    state = np.frombuffer(b"\1\0\0\0\0\0\0\0" + data, np.uint8).copy()
    plan = plan_of(state)
    plan.named([bytes(NAME_BYTES) for _ in plan.chunks()]).check(len(state))


@given(st.data())
@dear(60)
def test_a_damaged_state_is_cut_all_the_same(data: st.DataObject) -> None:
    _, state = grown(20, layers=1, row=8)
    for _ in range(data.draw(st.integers(1, 4))):
        state[data.draw(st.integers(0, len(state) - 1))] = data.draw(st.integers(0, 255))
    plan = plan_of(state[: data.draw(st.integers(8, len(state)))])
    plan.named([bytes(NAME_BYTES) for _ in plan.chunks()]).check(plan.size)


# --------------------------------------------------------------------------- manifests


@given(st.text(max_size=20), st.integers(0, 2**40), st.binary(max_size=50))
def test_a_manifest_comes_back(tmp_path_factory: pytest.TempPathFactory, text: str, number: int, data: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "round.kvs"
    whole = header(text, log=data, token_bytes=data, state=StatePlan(number, [], data))
    path.write_bytes(encode_manifest(whole))
    assert read_snapshot_header(path) == whole


@given(st.one_of(st.binary(max_size=200), st.binary(max_size=100).map(lambda b: MAGIC + b"\2\0\0\0" + b)))
def test_foreign_bytes_are_no_manifest(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "foreign.kvs"
    path.write_bytes(data)
    with pytest.raises(BadSnapshot):
        read_snapshot_header(path)


@given(st.binary(max_size=300))
def test_a_body_with_a_right_checksum_is_still_checked(tmp_path_factory: pytest.TempPathFactory, body: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "body.kvs"
    front = MAGIC + b"\2\0\0\0" + len(body).to_bytes(4, "little") + body
    path.write_bytes(front + xxhash.xxh3_128_digest(front) + END_MAGIC)
    with pytest.raises(BadSnapshot):
        read_snapshot_header(path)


def test_every_byte_of_a_manifest_counts(tmp_path: Path) -> None:
    path = tmp_path / FILE_NAME
    good = encode_manifest(header(state=StatePlan(5, [], bytes(NAME_BYTES))))
    for at in range(len(good)):
        flipped = bytearray(good)
        flipped[at] ^= 0x10
        for bad in (bytes(flipped), good[:at], good + b"\0"):
            path.write_bytes(bad)
            with pytest.raises(BadSnapshot):
                read_snapshot_header(path)


# --------------------------------------------------------------------------- sharing


def test_a_turn_more_writes_little_and_a_fork_nothing(store: SnapshotStore, chats: Path) -> None:
    first = store.write(chats / "a", *grown(200))
    state = grown(210)
    second = store.write(chats / "a", *state)
    assert first.new_bytes == first.bytes > 20_000_000
    assert second.bytes > first.bytes and second.new_bytes < 0.12 * second.bytes
    assert store.tidy() == 0, "chunks that the manifest before listed are gone already"
    assert store.fork(chats / "a", chats / "b", "b")
    assert not store.fork(chats / "none", chats / "c", "c")
    before = store.stored_bytes()
    assert store.write(chats / "b", *grown(220)).new_bytes < 0.12 * second.bytes
    assert (loaded(store, chats / "a") == state[1]).all()
    assert (loaded(store, chats / "b") == grown(220)[1]).all()
    assert read_snapshot_header(chats / "b" / FILE_NAME).chat_id == "c"
    assert store.stored_bytes() < 1.2 * before
    store.remove(chats / "a")
    assert (loaded(store, chats / "b") == grown(220)[1]).all()
    store.remove(chats / "b")
    assert piece_files(chats) == [] and store.stored_bytes() == 0


def test_a_frame_larger_than_a_piece(store: SnapshotStore, chats: Path) -> None:
    state = np.random.default_rng(1).integers(0, 256, 2 * FRAME_CHUNK + 77, np.uint8)
    store.write(chats / "a", header(), state)
    assert (loaded(store, chats / "a") == state).all()
    state[-1] ^= 1
    assert store.write(chats / "a", header(), state).new_bytes < 1000


def test_files_are_for_the_person_alone(store: SnapshotStore, chats: Path) -> None:
    saved(store, chats / "a", 5)
    if os.name != "nt":
        for path in [chats / "a", chats / CHUNKS, *(chats / CHUNKS).rglob("*"), chats / "a" / FILE_NAME]:
            assert path.stat().st_mode & 0o077 == 0, path


# --------------------------------------------------------------------------- damage


def test_a_damaged_piece_is_found_and_written_anew(store: SnapshotStore, chats: Path) -> None:
    state = saved(store, chats / "a", 40)
    for piece in piece_files(chats):
        good = piece.read_bytes()
        for bad in (b"", good[:-1], good[:-1] + bytes([good[-1] ^ 1]), good + b"x"):
            piece.write_bytes(bad)
            (entry,) = store.entries()
            assert "1 of" in store.verify(entry)
            with pytest.raises(BadSnapshot):
                loaded(store, chats / "a")
            saved(store, chats / "a", 40)
            assert (loaded(store, chats / "a") == state).all()
        piece.unlink()
        with pytest.raises(BadSnapshot, match="missing"):
            loaded(store, chats / "a")
        saved(store, chats / "a", 40)
    assert store.verify(store.entries()[0]) == ""


def test_names_cannot_lead_out_of_the_folder(chats: Path) -> None:
    names = [b"../" * 10 + b"xx", b"/" * 32, b"\0" * 32]
    folder = Chunks(chats / CHUNKS)
    assert all(folder.path(name).resolve().is_relative_to((chats / CHUNKS).resolve()) for name in names)


def test_nothing_is_deleted_while_a_newer_programs_list_is_not_known(store: SnapshotStore, chats: Path) -> None:
    saved(store, chats / "a", 10)
    n = len(piece_files(chats))
    newer = bytearray((chats / "a" / FILE_NAME).read_bytes())
    newer[4] = 99
    (chats / "a" / FILE_NAME).write_bytes(newer)
    with pytest.raises(NewerSnapshot):
        read_snapshot_header(chats / "a" / FILE_NAME)
    assert store.tidy() == 0
    saved(store, chats / "b", 12, seed=1)
    assert store.trim(1) == [] and (chats / "b" / FILE_NAME).exists(), "it would free nothing"
    store.remove(chats / "b")
    assert len(piece_files(chats)) > n
    (chats / "a" / FILE_NAME).write_bytes(b"not a manifest at all")
    assert store.tidy() > 0 and piece_files(chats) == []


def test_what_could_not_be_read_for_a_moment_is_read_again(
    store: SnapshotStore, chats: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved(store, chats / "a", 10)
    saved(store, chats / "b", 12, seed=1)

    def held(path: Path) -> SnapshotHeader:
        raise BadSnapshot("snapshot.not_snapshot") from PermissionError(errno.EACCES, "used by another process")

    later = SnapshotStore(chats / store_module.CHUNKS)  # that of another process, which knows none of them yet
    with monkeypatch.context() as patch:
        patch.setattr(store_module, "read_snapshot_header", held)
        assert later.trim(0) == [], "what they list is not known"
    assert len(later.trim(0)) == 2
    assert piece_files(chats) == []


# --------------------------------------------------------------------------- quota


def test_a_clock_that_was_set_back_evicts_nothing_that_was_used_last(store: SnapshotStore, chats: Path) -> None:
    ahead = time.time() + 1e6
    for i, name in enumerate("ab"):
        saved(store, chats / name, 30, seed=i)
        os.utime(chats / name / FILE_NAME, (ahead + i, ahead + i))
    saved(store, chats / "c", 30, seed=2)
    store.touch(chats / "a")
    store.fork(chats / "b", chats / "d", "d")
    assert [entry.path.parent.name for entry in store.entries()] == ["b", "c", "a", "d"]
    assert [entry.path.parent.name for entry in store.trim(0)] == ["b", "c", "a", "d"]


def test_a_chat_that_is_opened_reads_no_other_ones_saved_state(
    store: SnapshotStore, chats: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of hundreds that takes a second, while the person waits."""
    for i, name in enumerate("ab"):
        saved(store, chats / name, 30, seed=i)
    fresh = SnapshotStore(chats / store_module.CHUNKS)
    with monkeypatch.context() as patch:
        patch.setattr(SnapshotStore, "_read", lambda *_: pytest.fail("it was read"))
        fresh.touch(chats / "a")
    assert [entry.path.parent.name for entry in fresh.entries()] == ["b", "a"]


def test_what_was_used_longest_ago_is_evicted_but_never_an_open_chat(store: SnapshotStore, chats: Path) -> None:
    for i, name in enumerate("abcd"):
        saved(store, chats / name, 30, seed=i)
        os.utime(chats / name / FILE_NAME, (1000 + i, 1000 + i))
        (chats / name / "tokens.bin").write_text("log")
    one = store.stored_bytes() // 4
    store.hold(chats / "a")
    os.utime(chats / "b" / FILE_NAME, (5000, 5000))
    assert store.trim(4 * one + 2000) == []
    assert [entry.path.parent.name for entry in store.trim(2 * one + 2000)] == ["c", "d"]
    assert [entry.path.parent.name for entry in store.trim(0)] == ["b"]
    assert (loaded(store, chats / "a") == grown(30)[1]).all()
    store.release(chats / "a")
    assert [entry.path.parent.name for entry in store.trim(0)] == ["a"]
    assert piece_files(chats) == []
    assert all((chats / name / "tokens.bin").exists() for name in "abcd"), "the log stays: the chat is rebuilt from it"


def test_shared_chunks_count_once_and_stay_until_the_last_list_is_gone(store: SnapshotStore, chats: Path) -> None:
    state = saved(store, chats / "a", 60)
    store.fork(chats / "a", chats / "b", "b")
    os.utime(chats / "a" / FILE_NAME, (1, 1))
    total = store.stored_bytes()
    assert total < 1.1 * len(state)
    assert [entry.path.parent.name for entry in store.trim(total - 1)] == ["a"]
    assert (loaded(store, chats / "b") == state).all()


def test_what_only_an_undo_needs_goes_before_any_chat(store: SnapshotStore, chats: Path) -> None:
    saved(store, chats / "a", 30)
    os.utime(chats / "a" / FILE_NAME, (1, 1))
    store.write(chats / "b", *grown(40, seed=1))
    facts, state = grown(20, seed=2)
    store.write(chats / "b", msgspec.structs.replace(facts, compactions=["0-9-4.0-0.1"]), state)
    store.hold(chats / "b")
    assert [entry.path for entry in store.trim(store.stored_bytes() - 1)] == [chats / "b" / BEFORE_NAME]
    assert (loaded(store, chats / "a") == grown(30)[1]).all() and (loaded(store, chats / "b") == state).all()


def test_copies_of_a_chat_go_until_there_is_room(store: SnapshotStore, chats: Path) -> None:
    state = saved(store, chats / "a", 60)
    store.fork(chats / "a", chats / "b", "b")
    saved(store, chats / "c", 20, seed=1)
    assert [entry.chat for entry in store.trim(len(state) // 2)] == ["a", "b"], "the first frees next to nothing"
    assert [entry.chat for entry in store.entries()] == ["c"]


def test_nothing_is_remembered_of_the_snapshots_of_a_deleted_chat(store: SnapshotStore, chats: Path) -> None:
    saved(store, chats / "a", 20)
    saved(store, chats / "b", 20)
    assert len(store.entries()) == len(store._known) == 2
    shutil.rmtree(chats / "a")
    assert [entry.chat for entry in store.entries()] == ["b"] and list(store._known) == [chats / "b" / FILE_NAME]


def test_another_chat_goes_where_one_cannot_be_deleted(
    store: SnapshotStore, chats: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    state, unlink = saved(store, chats / "a", 30), Path.unlink
    saved(store, chats / "b", 30, seed=1)

    def in_use(path: Path, missing_ok: bool = False) -> None:
        if path.parent.name == "a":
            raise PermissionError(13, "in use")
        unlink(path, missing_ok=missing_ok)

    monkeypatch.setattr(Path, "unlink", in_use)
    assert [entry.chat for entry in store.trim(store.stored_bytes() - 1)] == ["b"]
    assert (loaded(store, chats / "a") == state).all()


def test_a_quota_follows_the_disk(store: SnapshotStore) -> None:
    assert store.quota(123) == 123
    assert 0 < store.quota() <= 20 << 30


# --------------------------------------------------------------------------- faults


def test_a_full_disk_leaves_everything_as_it_was(
    store: SnapshotStore, chats: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = saved(store, chats / "a", 40)
    before = {path: path.read_bytes() for path in chats.rglob("*") if path.is_file()}
    real = os.fsync
    for at in range(6):
        left = at

        def full(descriptor: int) -> None:
            nonlocal left
            left -= 1
            if left < 0:
                raise OSError(errno.ENOSPC, "No space left on device")
            real(descriptor)

        with monkeypatch.context() as patch:
            patch.setattr(os, "fsync", full)
            with pytest.raises(DiskFull, match="full"):
                saved(store, chats / "a", 140, seed=2)
        assert {path: path.read_bytes() for path in chats.rglob("*") if path.is_file()} == before
    assert (loaded(store, chats / "a") == state).all()


@pytest.mark.skipif(os.name == "nt", reason="folders are not synced there")
def test_what_a_name_stands_for_is_on_disk_before_the_name(
    store: SnapshotStore, chats: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else a power cut leaves names of files that are empty, and a list of chunks that are gone."""
    on_disk: set[int] = set()
    fsync, replace = os.fsync, os.replace

    def synced(descriptor: int) -> None:
        fsync(descriptor)
        on_disk.add(os.fstat(descriptor).st_ino)

    def named(old: str, new: str) -> None:
        assert os.stat(old).st_ino in on_disk
        target = Path(new)
        if target.name == FILE_NAME:
            places = {chats / CHUNKS, *(piece.parent for piece in piece_files(chats))}
            assert len(places) > 1 and {place.stat().st_ino for place in places} <= on_disk
        replace(old, new)
        on_disk.discard(target.parent.stat().st_ino)  # it has a name that is not on disk

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(os, "replace", named)
    saved(store, chats / "a", 30)
    assert (chats / "a").stat().st_ino in on_disk


def test_a_folder_that_cannot_be_written_is_told(store: SnapshotStore, chats: Path) -> None:
    chats.mkdir()
    (chats / CHUNKS).write_text("isn't a folder")
    with pytest.raises(DiskFull, match="Can't save"):
        saved(store, chats / "a", 10)
    assert store.trim(0) == [] and store.tidy() == 0 and store.entries() == []


def write_and_die(chats: Path, what: tuple[SnapshotHeader, Any], allowed: int) -> bool:
    """Write in a child process that dies at the call after ``allowed`` that change the disk. Whether it lived."""
    child = os.fork()
    if child:
        return os.waitpid(child, 0)[1] == 0
    left = allowed

    def dying(real: Any) -> Any:
        def call(*args: Any, **kwargs: Any) -> Any:
            nonlocal left
            left -= 1
            if left < 0:
                os._exit(9)
            return real(*args, **kwargs)

        return call

    try:
        for name in ("replace", "open", "fsync"):
            setattr(os, name, dying(getattr(os, name)))
        Path.unlink = dying(Path.unlink)  # type: ignore[method-assign]
        SnapshotStore(chats / store_module.CHUNKS).write(chats / "a", *what)
    except BaseException:
        os._exit(1)
    os._exit(0)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes cannot be forked there")
def test_death_at_any_moment_leaves_the_old_snapshot_or_the_new_one(chats: Path) -> None:
    old, new = grown(30), grown(60, seed=3)
    store = SnapshotStore(chats / store_module.CHUNKS)
    other = saved(store, chats / "other", 30, seed=9)
    seen = []
    for allowed in range(1000):
        store.write(chats / "a", *old)
        lived = write_and_die(chats, new, allowed)
        store = SnapshotStore(chats / store_module.CHUNKS)
        state = loaded(store, chats / "a")
        seen.append(len(state))
        assert (state == (new if len(state) == len(new[1]) else old)[1]).all()
        store.tidy()
        assert (loaded(store, chats / "a") == state).all() and (loaded(store, chats / "other") == other).all()
        listed = {name for entry in store.entries() for name in entry.chunks}
        assert {bytes.fromhex(path.name) for path in piece_files(chats)} == listed
        assert [*chats.rglob("*.tmp")] == []
        if lived:
            break
    assert seen == sorted(seen) and set(seen) == {len(old[1]), len(new[1])} and len(seen) > 15


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes with a name")
def test_pipes_in_place_of_files_are_not_waited_for(store: SnapshotStore, chats: Path) -> None:
    saved(store, chats / "a", 20)
    header = read_snapshot_header(chats / "a" / FILE_NAME)
    (entry,) = store.entries()
    piece = piece_files(chats)[0]
    for path in (piece, chats / "a" / FILE_NAME):
        path.unlink()
        os.mkfifo(path)
    with pytest.raises(BadSnapshot, match="missing"):
        store.read(header, MOST)
    with pytest.raises(BadSnapshot, match="no file"):
        read_snapshot_header(chats / "a" / FILE_NAME)
    assert store.verify(entry)


def test_two_processes_do_not_work_in_a_folder_at_a_time(
    store: SnapshotStore, chats: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = saved(store, chats / "a", 20)
    saved(store, chats / "b", 20, seed=1)
    monkeypatch.setattr(store_module, "WAIT_WRITE", 0.0)
    script = (
        "import sys\n"
        "from pathlib import Path\n"
        "from engine.snapshots.lock import FolderLock\n"
        "with FolderLock(Path(sys.argv[1])).held(10) as got:\n"
        "    print(got, flush=True)\n"
        "    sys.stdin.read()\n"
    )
    command = [sys.executable, "-c", script, str(chats / CHUNKS / ".lock")]
    root = Path(__file__).resolve().parents[2]
    environment = {**os.environ, "PYTHONPATH": str(root)}
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment) as other:
        assert other.stdout is not None and other.stdout.readline() == "True\n"
        assert store.trim(0) == [] and store.tidy() == 0, "nothing is deleted under another process"
        with FolderLock(chats / CHUNKS / ".lock").held(0) as got:
            assert not got
        with pytest.raises(DiskFull):  # what it listed might be gone before it is
            saved(store, chats / "a", 30, seed=2)
        pieces = piece_files(chats)
        store.remove(chats / "b")
        assert [entry.chat for entry in store.entries()] == ["a"]
        assert piece_files(chats) == pieces, "the other one may be about to list them"
        other.communicate()
    assert (loaded(store, chats / "a") == state).all()
    assert len(store.trim(0)) == 1
