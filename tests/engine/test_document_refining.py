"""Documents whose fitted pieces are refined before they are committed, as long as nobody wants them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine import protocol as p
from engine.cartridges.refining import Refining
from engine.cartridges.store import CartridgeStore
from engine.compaction.pipeline import CompactionJob
from engine.compaction.quality import LimitedJob
from engine.errors import CannotCompact, DiskFull
from engine.process.queue import Ticket
from engine.protocol import DocumentPart
from tests.engine.test_document_reading import LONG, TEXT, memory, progress, read, run_until
from tests.engine.test_documents_in_chats import Asked, asked, document

pytestmark = pytest.mark.native


@pytest.fixture
def endless(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is refined is never done by itself."""
    refine = LimitedJob.refine
    monkeypatch.setattr(LimitedJob, "refine", lambda job, seconds: refine(job, seconds) and False)


def begun(harness: Asked, part: DocumentPart, ratio: float = 4.0) -> Ticket:
    """A document that is refined."""
    request = p.ReadDocument(id=20, digest=part.digest, name=part.name, path=part.path, ratio=ratio)
    ticket = harness.host.submit(request)
    run_until(harness, lambda: progress(harness, "refining") or ticket.closed)
    assert not ticket.closed, harness.events[-1]
    return ticket


def outcome(harness: Asked) -> Any:
    """What closed the reading."""
    return next(e for e in harness.events if e.id == 20 and isinstance(e, (p.DocumentReady, p.Error)))


def test_a_document_is_refined_before_it_is_committed(
    reading: Asked, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    part = document(tmp_path, TEXT)
    refined = read(reading, part)
    assert isinstance(refined, p.DocumentReady), refined
    shares = progress(reading, "refining")
    assert shares == sorted(shares) and shares[-1] <= len(TEXT)
    steps = [event.step for event in reading.events if isinstance(event, p.DocumentProgress)]
    assert steps.index("compacting") < steps.index("refining") < steps.index("saving")
    reading.ask(p.DeleteCartridge(id=21, digest=part.digest))
    monkeypatch.setattr(Refining, "steps", lambda _, piece: (yield from ()) or piece.conclude())
    fitted = read(reading, part)
    assert refined.cartridge.error < fitted.cartridge.error


@pytest.mark.usefixtures("endless")
def test_others_are_served_while_it_is_refined(reading: Asked, tmp_path: Path) -> None:
    reading.open()
    ticket = begun(reading, document(tmp_path, TEXT))
    assert isinstance(reading.say(asked(id="v", text="Hello")), p.Replied)
    assert isinstance(reading.ask(p.Tokenize(id=30, text="Hello")), p.Tokenized)
    held = reading.host._documents._running
    assert held is not None and held.refining is not None and held.refining.piece is not None
    assert not ticket.closed and not held.refining.piece.concluded
    reading.ask(p.StopReading(id=31))
    run_until(reading, lambda: ticket.closed)
    assert outcome(reading).code == "cancelled"
    assert reading.ask(p.ListCartridges(id=32)).cartridges == ()


@pytest.mark.usefixtures("endless")
def test_a_message_that_mounts_it_waits_for_no_refining(reading: Asked, tmp_path: Path) -> None:
    part = document(tmp_path, TEXT)
    reading.open()
    ticket = begun(reading, part)
    assert isinstance(reading.say(asked(part)), p.Replied)
    (seen,) = memory(reading).documents
    assert seen.mounted, "its text was read"
    run_until(reading, lambda: ticket.closed)
    assert isinstance(outcome(reading), p.DocumentReady)


@pytest.mark.usefixtures("endless")
def test_a_draft_that_is_counted_leaves_it_be(reading: Asked, tmp_path: Path) -> None:
    part = document(tmp_path, TEXT)
    ticket = begun(reading, part)
    assert isinstance(reading.ask(p.Tokenize(id=30, text="Who?", documents=(part,))), p.Tokenized)
    for _ in range(3):
        reading.host.step()
    assert not ticket.closed and not progress(reading, "saving")
    reading.ask(p.StopReading(id=31))
    run_until(reading, lambda: ticket.closed)


@pytest.mark.usefixtures("endless")
def test_a_disk_that_is_full_is_told_to_who_had_it_read(
    reading: Asked, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The chat that wanted to mount it reads its text."""
    part = document(tmp_path, TEXT)
    reading.open()
    ticket = begun(reading, part)

    def full(*_: object) -> None:
        raise DiskFull("disk.full", name="x")

    monkeypatch.setattr(CartridgeStore, "save", full)
    assert isinstance(reading.say(asked(part)), p.Replied)
    assert not memory(reading).documents[0].mounted
    run_until(reading, lambda: ticket.closed)
    assert outcome(reading).code == "disk_full"


@pytest.mark.usefixtures("endless")
def test_a_saved_chat_that_comes_back_ends_it_with_what_there_is(reading: Asked, tmp_path: Path) -> None:
    """Its rows would else end the compaction, and all of the piece was read in vain."""
    reading.open()
    reading.say(asked(id="v", text="The owl painted the chapel."))
    reading.ask(p.CloseChat(id=4))
    ticket = begun(reading, document(tmp_path, TEXT))
    reading.events.clear()
    reading.open()
    run_until(reading, lambda: ticket.closed)
    assert isinstance(outcome(reading), p.DocumentReady)
    assert not progress(reading) and progress(reading, "saving"), "it was read again"


@pytest.mark.usefixtures("endless")
def test_an_idle_chat_that_compacts_ahead_leaves_it_whole(reading: Asked, tmp_path: Path) -> None:
    """The piece is committed, for which idle chats leave, but not the one that asked for it in its own work."""
    reading.open()
    ticket = begun(reading, document(tmp_path, TEXT[:280]))
    text = "The owl painted the old chapel near the mill. " * 14
    assert isinstance(reading.say(asked(id="v", text=text)), p.Replied)
    run_until(reading, lambda: ticket.closed)
    assert isinstance(outcome(reading), p.DocumentReady)
    assert outcome(reading).cartridge.tokens == len(TEXT[:280].strip())
    found = reading.host.chats.get("c")
    assert found is not None and not found.evicted


@pytest.mark.usefixtures("endless")
@pytest.mark.parametrize("same", [False, True])
def test_an_idle_chat_that_mounts_a_document_leaves_it_whole(reading: Asked, tmp_path: Path, same: bool) -> None:
    """In its own work, too: what is refined is committed for it, be it another document or that one."""
    part, other = document(tmp_path, TEXT[:280].strip()), document(tmp_path, TEXT[300:580].strip(), "other.txt")
    if not same:
        assert isinstance(read(reading, part, refine=False), p.DocumentReady)
    reading.open()
    reading.say(asked(part))
    ticket = begun(reading, part if same else other)
    found = reading.host.chats.get("c")
    assert found is not None and found.settling is None
    session = found.session
    session.memory_lost()
    session.reread = True  # as where the oldest turns have left
    reading.host.chats.settle(found)
    run_until(reading, lambda: found.settling is None)
    assert not found.evicted and session.cached == len(session.log) - 1
    assert [mark.document for mark in session.log.marks] == [part.digest]
    run_until(reading, lambda: ticket.closed)
    assert isinstance(outcome(reading), p.DocumentReady)


@pytest.mark.usefixtures("endless")
def test_one_that_lost_its_cells_is_not_refined_again(reading: Asked, tmp_path: Path) -> None:
    """That takes longer than all else: in a program that is much in use it would never be done."""
    ticket = begun(reading, document(tmp_path, TEXT))
    assert reading.host._cached_chats is not None
    reading.host._cached_chats.evict(None, everything=True)
    run_until(reading, lambda: ticket.closed)
    assert isinstance(outcome(reading), p.DocumentReady)


def test_pieces_of_a_long_document_are_refined(reading: Asked, tmp_path: Path) -> None:
    ready = read(reading, document(tmp_path, LONG), ratio=8.0)
    assert isinstance(ready, p.DocumentReady) and ready.cartridge.tokens == len(LONG)
    steps = [event.step for event in reading.events if isinstance(event, p.DocumentProgress)]
    pieces = [i for i, step in enumerate(steps) if step == "saving"]
    assert len(pieces) >= 2 and all(steps[i - 1] == "refining" for i in pieces)


def test_who_waits_for_a_document_has_it_unrefined(reading: Asked, tmp_path: Path) -> None:
    assert isinstance(read(reading, document(tmp_path, TEXT), ratio=4.0, refine=False), p.DocumentReady)
    assert progress(reading, "compacting") and not progress(reading, "refining")


def test_a_failure_to_refine_leaves_what_was_fitted(
    reading: Asked, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> bool:
        raise CannotCompact("compact.refused_no_memory", reason="x")

    monkeypatch.setattr(CompactionJob, "refine", fails)
    assert isinstance(read(reading, document(tmp_path, TEXT), ratio=4.0), p.DocumentReady)
