"""Texts of documents as files: those of documents that are gone go, whatever stands in the way of one of them."""

from __future__ import annotations

import os
from pathlib import Path

from blake3 import blake3

from app.services.documents.text_copies import TextCopies
from engine.files import replacing


def put(copies: TextCopies, text: str) -> str:
    digest = blake3(text.encode()).hexdigest()
    copies.write(text, digest)
    return digest


def test_texts_that_no_document_has_are_deleted_and_one_that_stays_keeps_no_others(tmp_path: Path) -> None:
    copies = TextCopies(tmp_path)
    kept, *gone = (put(copies, f"text {n}") for n in range(20))
    (tmp_path / "held.txt").mkdir()  # as a file that another program has open: it cannot be deleted
    copies.sweep({kept})
    assert copies.holds(kept)
    assert sorted(file.name for file in tmp_path.iterdir()) == sorted([f"{kept}.txt", "held.txt"])
    copies.sweep(set(gone))
    assert not copies.holds(kept)


def test_what_a_run_that_was_cut_off_left_half_written_goes_and_what_is_written_now_stays(tmp_path: Path) -> None:
    copies = TextCopies(tmp_path)
    digest = blake3(b"words").hexdigest()
    (tmp_path / f".{digest}.txt.{os.getpid() + 1}.tmp").write_text("wor")
    with replacing(copies.path(digest)) as file:
        file.write(b"words")
        copies.sweep(set())
    assert [one.name for one in tmp_path.iterdir()] == [f"{digest}.txt"] and copies.holds(digest)
