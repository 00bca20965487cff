"""How a document that was read comes into a chat: shared with a neighbour where that goes, out of its file else; and
what is asked about such documents.
"""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from engine import protocol as p
from engine.cartridges import cartridge, mounting
from engine.cartridges.cartridge import Cartridge
from engine.cartridges.store import CartridgeStore
from engine.errors import CannotCompact, ContextTooSmall
from engine.process.documents import CartridgeMounts, DocumentReading, _RefiningBesideChats

KEY = "ab" * 16
TOKENS = range(3)


def made_up(digest: str) -> Cartridge:
    return Cartridge(digest * 64, KEY, tokens=3, read=3, token_digest=cartridge.digest_of(TOKENS))


class Chats:
    """The chats in the memory, and what is done there."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *, neighbour: bool, refused: bool = False) -> None:
        self.neighbour, self.refused = neighbour, refused
        self.free: int | None = 5
        self.done: list[tuple[Any, ...]] = []
        monkeypatch.setattr(mounting, "mount_shared", self._shared)
        monkeypatch.setattr(mounting, "mount", lambda *asked: self.done.append(("file", *asked[2:])))

    def _shared(self, _model: object, *asked: Any) -> None:
        if self.refused:
            raise CannotCompact("cartridge.not_mounted", reason="x")
        self.done.append(("shared", *asked))

    def free_sequence(self, *, beside: int) -> int | None:
        return self.free

    def mounted_at(self, *_place: object) -> tuple[int, tuple[int, int]] | None:
        return (7, (10, 13)) if self.neighbour else None


@pytest.fixture
def store(tmp_path: Path) -> CartridgeStore:
    store = CartridgeStore(tmp_path)
    for digest in "ab":
        store.save(made_up(digest), np.zeros(2000, np.uint8))
    return store


def mount(chats: Chats, store: CartridgeStore, tokens: Any = TOKENS) -> None:
    model: Any = SimpleNamespace()
    CartridgeMounts(model, KEY, store, chats).mount("a" * 64, tokens, 2, 10)  # type: ignore[arg-type]


def test_one_that_is_shared_with_a_neighbour_was_used(store: CartridgeStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """However often chats have it so: what was used longest ago is deleted to make room."""
    assert store.all()[0].cartridge.digest[0] == "b"
    chats = Chats(monkeypatch, neighbour=True)
    mount(chats, store)
    assert chats.done == [("shared", 7, (10, 13), 2, 10, 5)]
    assert store.all()[0].cartridge.digest[0] == "a"


def test_one_that_cannot_be_shared_is_mounted_out_of_its_file(
    store: CartridgeStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    for neighbour in (True, False):
        chats = Chats(monkeypatch, neighbour=neighbour, refused=True)
        mount(chats, store)
        assert chats.done == [("file", store.find("a" * 64, KEY), 2, 10, 5)]


def test_what_is_gone_or_of_another_text_is_not_mounted(store: CartridgeStore, monkeypatch: pytest.MonkeyPatch) -> None:
    chats = Chats(monkeypatch, neighbour=True)
    with pytest.raises(ContextTooSmall):
        mount(chats, store, range(1, 4))
    chats.free = None
    with pytest.raises(ContextTooSmall):
        mount(chats, store)
    chats.free = 5
    store.delete("a" * 64)
    with pytest.raises(ContextTooSmall):
        mount(chats, store)
    assert chats.done == []


def test_a_document_is_refined_after_what_chats_compact_and_ends_nothing_of_theirs() -> None:
    committed: list[int] = []
    chats: Any = SimpleNamespace(compacting=None, commit_others=lambda: committed.append(1))
    refining = _RefiningBesideChats(chats)
    assert refining.begins() and chats.compacting is refining and committed == [1]
    theirs = object()
    chats.compacting = theirs
    refining.ended()
    assert chats.compacting is theirs
    assert not refining.begins() and chats.compacting is theirs
    chats.compacting = refining
    refining.ended()
    assert chats.compacting is None


def test_a_document_that_is_deleted_is_not_read_on_and_one_is_kept_as_long_as_that_is_wanted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is read of it after that would come back."""
    monkeypatch.setenv("LONGTHREAD_DATA", str(tmp_path))
    stopped: list[str] = []
    order: Any = SimpleNamespace(cancel_reading=stopped.append)
    reading = DocumentReading(lambda _event: None, lambda _ticket, _outcome: None, order)
    for digest in "ab":
        reading.store.save(made_up(digest), np.zeros(2000, np.uint8))

    def kept() -> dict[str, bool]:
        listed = reading.answer(p.ListCartridges(id=1))
        assert isinstance(listed, p.Cartridges)
        return {one.digest[0]: one.kept for one in listed.cartridges}

    reading.answer(p.KeepCartridge(id=2, digest="a" * 64))
    assert kept() == {"a": True, "b": False}
    reading.answer(p.KeepCartridge(id=3, digest="a" * 64, keep=False))
    assert kept() == {"a": False, "b": False} and stopped == []
    reading.answer(p.DeleteCartridge(id=4, digest="b" * 64))
    assert kept() == {"a": False} and stopped == ["b" * 64]
    reading.answer(p.StopReading(id=5, digest="a" * 64))
    assert kept() == {"a": False} and stopped == ["b" * 64, "a" * 64]
