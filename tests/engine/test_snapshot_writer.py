"""Snapshots are written on one thread while others delete and copy them: no list names a chunk that is gone."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine import protocol as p
from engine.errors import DiskFull, Internal
from engine.snapshots import snapshot
from engine.snapshots.chunks import Chunks
from engine.snapshots.header import FILE_NAME, SnapshotHeader
from engine.snapshots.snapshot import Capture
from engine.snapshots.store import CHUNKS, SnapshotStore
from engine.snapshots.writer import Outcome, SaveJob, Saver
from tests.engine.host_harness import HostHarness
from tests.engine.test_snapshots import header, loaded, piece_files

STATE = np.random.default_rng(1).integers(0, 256, 300_000, np.uint8)
OTHER = np.random.default_rng(2).integers(0, 256, 300_000, np.uint8)
PATIENCE = 60.0  # seconds; a thread that waits for another one's writing would wait for ever


def meanwhile(work: Callable[..., Any], *arguments: Any, seconds: float = PATIENCE) -> threading.Thread:
    """Another thread with work that should be over when this returns, if it waits for nothing."""
    thread = threading.Thread(target=work, args=arguments, daemon=True)
    thread.start()
    thread.join(seconds)
    return thread


def before_the_list(monkeypatch: pytest.MonkeyPatch, act: Callable[[], None]) -> None:
    """Have ``act`` called when the chunks of the next snapshot are written, and its manifest is not."""
    real = Chunks.sync

    def sync(self: Chunks, names: list[bytes]) -> None:
        monkeypatch.setattr(Chunks, "sync", real)
        act()
        real(self, names)

    monkeypatch.setattr(Chunks, "sync", sync)


@pytest.mark.parametrize("how", ["remove", "trim", "tidy"])
def test_chunks_that_are_about_to_be_listed_stay(
    store: SnapshotStore, chats: Path, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    store.write(chats / "b", header("b"), STATE)

    def lose_the_list() -> None:
        match how:
            case "remove":
                work = meanwhile(store.remove, chats / "b")
            case "trim":
                work = meanwhile(store.trim, 0)
            case _:
                (chats / "b" / FILE_NAME).unlink()
                work = meanwhile(store.tidy)
        assert not work.is_alive(), "the engine's thread does not wait for the disk"
        assert not (chats / "b" / FILE_NAME).exists()

    before_the_list(monkeypatch, lose_the_list)
    assert store.write(chats / "a", header("a"), STATE).new_bytes < 1000, "its chunks were there"
    assert (loaded(store, chats / "a") == STATE).all()
    store.remove(chats / "a")
    assert piece_files(chats) == [], "they are spared no longer"


def test_a_write_that_fails_spares_nothing(store: SnapshotStore, chats: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store.write(chats / "b", header("b"), STATE)

    def fail() -> None:
        meanwhile(store.remove, chats / "b")
        raise DiskFull("disk.full", name="x")

    before_the_list(monkeypatch, fail)
    with pytest.raises(DiskFull):
        store.write(chats / "a", header("a"), STATE)
    assert piece_files(chats) == []


def test_a_fork_lists_nothing_that_was_replaced_meanwhile(store: SnapshotStore, chats: Path) -> None:
    store.write(chats / "a", header("a"), STATE)
    threads = []

    def fits(_: SnapshotHeader) -> bool:
        threads.append(meanwhile(store.write, chats / "a", header("a"), OTHER, seconds=0.5))  # it has to wait
        return True

    assert store.fork(chats / "a", chats / "b", "b", fits)
    threads[0].join(PATIENCE)
    assert (loaded(store, chats / "a") == OTHER).all()
    assert (loaded(store, chats / "b") == STATE).all()


def test_what_only_deleted_chats_had_goes_while_nothing_is_saved(chats: Path) -> None:
    saver = Saver()
    store = saver.store(chats / "a", chats / CHUNKS)
    store.write(chats / "a", header("a"), STATE)
    before = set(piece_files(chats))
    store.write(chats / "b", header("b"), OTHER)
    assert set(piece_files(chats)) > before
    shutil.rmtree(chats / "b")
    saver.tidy(chats / CHUNKS)
    assert saver.finish(PATIENCE)
    assert set(piece_files(chats)) == before
    assert (loaded(store, chats / "a") == STATE).all()


def test_what_an_earlier_run_has_left_goes_with_the_first_save(chats: Path) -> None:
    SnapshotStore(chats / CHUNKS).write(chats / "gone", header("gone"), OTHER)
    (chats / "gone" / FILE_NAME).unlink()
    left = set(piece_files(chats))
    saver = Saver()
    place = saver.chat_snapshots(chats / "a", chats / CHUNKS)
    saver.submit(SaveJob(Capture(header("a"), STATE, 0.0), place, None))
    assert saver.finish(PATIENCE)
    assert left and not left & set(piece_files(chats))
    assert (loaded(place.store, chats / "a") == STATE).all()


def test_chats_that_are_deleted_while_it_is_tidied_up_go_too(chats: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    saver = Saver()
    store = saver.store(chats / "a", chats / CHUNKS)
    store.write(chats / "a", header("a"), STATE)
    tidy, times = store.tidy, 0

    def and_deleted() -> None:
        nonlocal times
        tidy()
        times += 1
        if times == 1:
            shutil.rmtree(chats / "a")
            saver.tidy(chats / CHUNKS)

    monkeypatch.setattr(store, "tidy", and_deleted)
    saver.tidy(chats / CHUNKS)
    assert saver.finish(PATIENCE)
    assert times == 2
    assert piece_files(chats) == []


def test_of_memories_on_their_way_only_the_newest_is_written(chats: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And none that is not wanted any more; whoever waits for one of the others is told."""
    begun, go_on = threading.Event(), threading.Event()
    real = snapshot.write

    def slow(*arguments: Any) -> Any:
        begun.set()
        assert go_on.wait(PATIENCE)
        return real(*arguments)

    monkeypatch.setattr(snapshot, "write", slow)
    saver, told = Saver(), list[Outcome]()
    place = saver.chat_snapshots(chats / "a", chats / CHUNKS)

    def submitted(*, for_undo: bool = False) -> SaveJob:
        job = SaveJob(Capture(header("a"), STATE, 0.0), place, told.append, for_undo=for_undo)
        saver.submit(job)
        return job

    running = submitted()
    assert begun.wait(PATIENCE)
    older, newer = submitted(), submitted()
    assert older.ended() and not newer.ended()
    with pytest.raises(Internal) as refused:
        older.result()
    assert refused.value.text.code == "snapshot.superseded"
    before = submitted(for_undo=True)
    newest_first = (before, newer, running)
    assert all(one is job.taken for one, job in zip(saver.unsaved(chats / "a"), newest_first, strict=True))
    assert saver.unsaved(chats / "b") == saver.unsaved(chats / "a", "another model") == []
    saver.withdraw(chats / "a", newer.key)
    assert newer.ended() and not before.ended()
    assert [one is before.taken for one in saver.unsaved(chats / "a")] == [True]
    assert not saver.finish(0)
    go_on.set()
    assert saver.finish(PATIENCE)
    assert [outcome.written is not None for outcome in told] == [True], "of the one from before a compaction alone"
    assert before.result().tokens == 3 and running.outcome is not None and running.outcome.error is not None


def test_whoever_fails_to_hear_of_a_save_keeps_nobody_from_saving(chats: Path) -> None:
    def fail(_: Outcome) -> None:
        raise MemoryError

    saver = Saver()
    for name, told in (("a", fail), ("b", None)):
        place = saver.chat_snapshots(chats / name, chats / CHUNKS)
        job = SaveJob(Capture(header(name), STATE, 0.0), place, told)
        saver.submit(job)
        assert job.ended(PATIENCE)
    assert saver.finish(PATIENCE)
    assert (loaded(place.store, chats / "b") == STATE).all()


def test_the_program_has_it_done_without_a_model(chats: Path) -> None:
    asking = HostHarness()
    asking.host.chats.saver.store(chats / "a", chats / CHUNKS).write(chats / "a", header("a"), STATE)
    shutil.rmtree(chats / "a")
    assert isinstance(asking.ask(p.TidySnapshots(id=1, chunks=str(chats / CHUNKS))), p.Done)
    asking.settle()
    assert piece_files(chats) == []
