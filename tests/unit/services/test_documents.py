"""Documents behind the window: added, watched, read again, mounted, given to replies, cited, removed."""

from __future__ import annotations

import os
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from app.core.attachments.problems import ReadStopped
from app.core.document_values import Citation, DocumentEntry, DocumentWork, WatchedFolder
from app.core.documents.reading import signature_of
from app.core.store import StoreFull
from app.core.texts import Text
from app.services.documents import reading_queue, watching
from engine import protocol
from tests.attachment_files import docx_bytes, paragraph, pdf_bytes, put
from tests.fake_engine import Script
from tests.unit.services.conftest import Start
from tests.unit.services.harness import Harness
from tests.unreachable import asked_by_the_window, shut, silent
from tests.words import said

FLOOD = "The dam at Ulmen broke on 3 May 1953 after eleven days of rain.\n"
REPLY = "The dam at Ulmen broke on 3 May 1953."


@pytest.fixture(autouse=True)
def no_settling(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that was written just now counts as whole."""
    monkeypatch.setattr(watching, "SETTLE_S", -1.0)


def add(h: Harness, *paths: Path) -> list[DocumentEntry]:
    """Add files and folders, and wait until they are read."""
    found: list[tuple[str, ...]] = []
    h.context.documents.add(paths, found.append)
    h.wait(lambda: found and h.context.documents.idle)
    h.settle()
    return [entry for entry in map(h.context.documents.get, found[0]) if entry is not None]


def touched(path: Path, text: str) -> None:
    """``path`` holds another text, written at another time."""
    path.write_text(text)
    os.utime(path, ns=(1, path.stat().st_mtime_ns + 10_000_000))


def test_files_of_all_kinds_are_read_and_indexed(start: Start, tmp_path: Path) -> None:
    h = start()
    work: list[DocumentWork | None] = []
    h.context.documents.progress.connect(lambda _, step: work.append(step))
    page = "<html><head><title>Dams</title><script>evil()</script></head><body><h1>Dams</h1><p>Two words.</p></body>"
    entries = add(
        h,
        put(tmp_path, "flood.txt", FLOOD),
        put(tmp_path, "two.pdf", pdf_bytes(["First page words", "Second page words"])),
        put(tmp_path, "letter.docx", docx_bytes(paragraph("Dear reader, words."))),
        put(tmp_path, "page.html", page),
        put(tmp_path, "code.py", "def f():\n    return 1\n"),
    )
    assert [(entry.kind, entry.status) for entry in entries] == [
        (kind, "indexed") for kind in ("text", "pdf", "docx", "html", "code")
    ]
    assert (entries[1].pages, entries[0].words, entries[4].language) == (2, 14, "python")
    assert {step.step for step in work if step is not None} == {"read", "index"} and work[-1] is None
    texts: list[str] = []
    h.context.documents.text_of(entries[3].id, texts.append)
    found: list[object] = []
    h.context.documents.search("second page", [], found.extend)
    h.settle()
    assert texts == ["# Dams\n\nTwo words."]
    assert found[0].passage.page == 2  # type: ignore[attr-defined]
    for entry in entries:
        copy = h.context.paths.documents / f"{entry.digest}.txt"
        assert copy.stat().st_mode & 0o077 == 0 or os.name != "posix"
    assert [entry.id for entry in add(h, tmp_path / "flood.txt")] == [entries[0].id]
    h.context.shutdown()
    again = start()
    assert again.context.documents.entries == tuple(entries)


def test_what_cannot_be_read_says_why_and_costs_nothing_else(start: Start, tmp_path: Path) -> None:
    h = start()
    scanned, good = put(tmp_path, "scan.pdf", pdf_bytes([""])), put(tmp_path, "flood.txt", FLOOD)
    failed, read = add(h, scanned, good)
    assert failed.status == "failed" and failed.problem is not None
    assert failed.problem.code == "attachment.scanned"
    assert read.status == "indexed"
    h.context.documents.add([tmp_path / "nothing.txt"])
    h.wait(lambda: h.notices)
    scanned.write_bytes(pdf_bytes(["Words at last"]))
    h.context.documents.read_again(failed.id)
    h.wait(lambda: h.context.documents.idle)
    now = h.context.documents.get(failed.id)
    assert now is not None and (now.status, now.problem) == ("indexed", None)


def test_a_changed_and_a_gone_source_are_noticed_and_read_again_on_request(start: Start, tmp_path: Path) -> None:
    h = start()
    path = put(tmp_path, "flood.txt", FLOOD)
    (entry,) = add(h, path)
    touched(path, "Bread needs flour.\n")
    changes: list[DocumentEntry] = []
    h.context.documents.changed.connect(changes.append)
    h.context.documents.look()
    h.wait(lambda: changes)
    assert changes[-1].origin == "changed"
    assert h.notices[-1].level == "info"
    texts: list[str] = []
    h.context.documents.text_of(entry.id, texts.append)
    h.settle()
    assert texts == [FLOOD]  # until it is asked for
    h.context.documents.read_again(entry.id)
    h.wait(lambda: h.context.documents.idle)
    h.context.documents.text_of(entry.id, texts.append)
    h.settle()
    assert texts[-1] == "Bread needs flour.\n"
    assert [copy.stem for copy in h.context.paths.documents.glob("*.txt")] == [changes[-1].digest]
    path.unlink()
    h.context.documents.look()
    h.wait(lambda: changes[-1].origin == "gone")
    h.context.documents.read_again(entry.id)
    h.wait(lambda: changes[-1].status == "failed")
    assert changes[-1].problem is not None and changes[-1].problem.code == "source.gone"
    h.context.documents.text_of(entry.id, texts.append)
    h.settle()
    assert texts[-1] == "Bread needs flour.\n"  # nothing is lost


def test_a_watched_folder_is_followed(start: Start, tmp_path: Path) -> None:
    h = start()
    h.context.documents.watch._soon.setInterval(10)
    papers = tmp_path / "papers"
    (papers / "deep").mkdir(parents=True)
    put(papers, "a.txt", FLOOD)
    put(papers / "deep", "b.md", "# B\n\nwords")
    put(papers, ".hidden.txt", "secret")
    names = {entry.name for entry in add(h, papers)}
    assert names == {"a.txt", "deep/b.md"}
    assert [folder.path for folder in h.context.documents.folders] == [str(papers)]
    put(papers, "c.txt", "new words")
    h.wait(lambda: len(h.context.documents.entries) == 3 and h.context.documents.idle)
    touched(papers / "a.txt", "other words")
    h.context.documents.look()
    first = h.context.documents.entries[0]
    h.wait(lambda: (now := h.context.documents.get(first.id)) and now.digest != first.digest)
    assert not h.notices
    removed: list[str] = []
    h.context.documents.removed.connect(removed.append)
    h.context.documents.remove_folder(h.context.documents.folders[0].id)
    h.wait(lambda: len(removed) == 3)
    assert h.context.documents.folders == () and h.context.documents.entries == ()


@pytest.mark.parametrize("linked", [False, True])
def test_a_watched_folder_holds_nothing_of_the_data_folder(start: Start, tmp_path: Path, linked: bool) -> None:
    h = start()
    data, home = h.context.paths.data, tmp_path / "home"
    if linked:
        home.symlink_to(tmp_path, target_is_directory=True)
    else:
        home = tmp_path
    put(tmp_path, "a.txt", FLOOD)
    put(data, "notes.txt", "no person wrote this")
    assert [entry.name for entry in add(h, home)] == ["a.txt"]
    assert any((data / "documents").glob("*.txt")), "the copy of its text"
    looked(h)
    looked(h)
    assert [entry.name for entry in h.context.documents.entries] == ["a.txt"]
    assert not any(str(data) in place for place in h.context.documents.watch.places)
    assert add(h, data / "documents") == [], "nor is a folder in it one of documents"
    assert [folder.path for folder in h.context.documents.folders] == [str(home)]


def test_a_folder_of_code_holds_nothing_of_the_data_folder(start: Start, tmp_path: Path) -> None:
    h = start()
    data = h.context.paths.data
    for name in ("a.py", "b.py", "c.py", "Makefile"):
        put(tmp_path, name, f"# {name}\n")
    put(data, "notes.txt", "no person wrote this")
    (entry,) = add(h, tmp_path)
    text: list[str] = []
    h.context.documents.text_of(entry.id, text.append)
    h.wait(lambda: text)
    assert "# c.py" in text[0] and "no person" not in text[0]
    put(data, "more.txt", "no person wrote this either")
    looked(h)
    now = h.context.documents.get(entry.id)
    assert now is not None and now.origin == "same" and now.signature == entry.signature


def looked(h: Harness) -> None:
    """Look at all sources, and wait until that is over."""
    found: list[object] = []
    h.context.documents.watch.looked.connect(found.append)
    h.context.documents.look()
    h.wait(lambda: found and h.context.documents.idle)
    h.settle()
    h.context.documents.watch.looked.disconnect(found.append)


def test_what_was_removed_from_a_watched_folder_comes_back_only_if_it_is_added(start: Start, tmp_path: Path) -> None:
    h = start()
    papers = tmp_path / "papers"
    papers.mkdir()
    put(papers, "a.txt", FLOOD)
    put(papers, "b.txt", "other words")
    first, _ = add(h, papers)
    h.context.documents.remove([first.id])
    looked(h)
    assert [entry.name for entry in h.context.documents.entries] == ["b.txt"]
    h.context.shutdown()
    again = start()
    looked(again)
    assert [entry.name for entry in again.context.documents.entries] == ["b.txt"]
    add(again, papers / "a.txt")
    looked(again)
    assert {entry.name for entry in again.context.documents.entries} == {"a.txt", "b.txt"}
    again.context.documents.remove([entry.id for entry in again.context.documents.entries])
    again.context.documents.remove_folder(again.context.documents.folders[0].id)
    assert {entry.name for entry in add(again, papers)} == {"a.txt", "b.txt"}


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have names of letters alone")
def test_a_name_that_is_no_unicode_keeps_back_no_others(start: Start, tmp_path: Path) -> None:
    h = start()
    papers = tmp_path / "papers"
    papers.mkdir()
    put(papers, "a.txt", FLOOD)
    odd = put(papers, os.fsdecode(b"gr\xfcn.txt"), "green words")
    assert [entry.name for entry in add(h, papers)] == ["a.txt"]
    looked(h)
    assert add(h, odd) == []
    assert [said(notice.text) for notice in h.notices] == ["The name of “gr n.txt” isn't valid Unicode."] * 2


def test_a_file_of_a_watched_folder_that_is_renamed_stays_the_same_document(start: Start, tmp_path: Path) -> None:
    h = start()
    papers = tmp_path / "papers"
    (papers / "deep").mkdir(parents=True)
    path = put(papers, "a.txt", FLOOD)
    put(papers, "b.txt", "other words")
    entry, other = add(h, papers)
    path.rename(papers / "deep" / "flood.txt")
    put(papers, "c.txt", "new words")
    looked(h)
    ids = {one.id: one.name for one in h.context.documents.entries}
    assert ids.pop(entry.id) == "deep/flood.txt" and ids.pop(other.id) == "b.txt"
    assert list(ids.values()) == ["c.txt"] and not h.notices
    h.context.shutdown()
    now = start().context.documents.get(entry.id)
    assert now is not None and (now.source, now.origin, now.status, now.digest) == (
        str(papers / "deep" / "flood.txt"), "same", "indexed", entry.digest,
    )  # fmt: skip


def test_files_of_one_size_and_time_keep_their_documents_in_a_renamed_folder(start: Start, tmp_path: Path) -> None:
    h = start()
    papers = tmp_path / "papers"
    (papers / "old").mkdir(parents=True)
    for name in ("a.txt", "b.txt"):
        os.utime(put(papers / "old", name, f"words of {name}"), (1.7e9, 1.7e9))  # as an archive has them
    before = {entry.id: entry.digest for entry in add(h, papers)}
    (papers / "old").rename(papers / "new")
    looked(h)
    assert {entry.id: entry.digest for entry in h.context.documents.entries} == before
    assert {entry.name for entry in h.context.documents.entries} == {"new/a.txt", "new/b.txt"}


def test_a_renamed_file_that_was_added_meanwhile_stays_a_document_of_its_own(start: Start, tmp_path: Path) -> None:
    h = start()
    papers = tmp_path / "papers"
    papers.mkdir()
    path = put(papers, "a.txt", FLOOD)
    (entry,) = add(h, papers)
    path.rename(papers / "b.txt")
    documents = h.context.documents
    found = watching.look(watching.Watched(documents.entries, documents.folders), lambda: False)
    assert list(found.moved) == [entry.id]
    (added,) = add(h, papers / "b.txt")
    documents.watch.looked.emit(found)
    h.wait(lambda: documents.idle)
    h.settle()
    assert {one.id: one.name for one in documents.entries} == {entry.id: "a.txt", added.id: "b.txt"}
    assert {one.id: one.source for one in h.context.store.documents()} == {
        entry.id: str(path), added.id: str(papers / "b.txt"),
    }  # fmt: skip


def test_documents_that_stay_when_their_folder_is_watched_no_more_say_so(start: Start, tmp_path: Path) -> None:
    h = start()
    papers = tmp_path / "papers"
    papers.mkdir()
    put(papers, "a.txt", FLOOD)
    (entry,) = add(h, papers)
    changed: list[DocumentEntry] = []
    h.context.documents.changed.connect(changed.append)
    h.context.documents.read_again(entry.id)
    h.context.documents.remove_folder(entry.folder, with_documents=False)
    assert [one.folder for one in changed] == [entry.folder, ""]
    h.wait(lambda: h.context.documents.idle)
    h.context.shutdown()
    assert [one.folder for one in start().context.documents.entries] == [""]


def test_many_sources_that_are_gone_are_told_of_once(start: Start, tmp_path: Path) -> None:
    h = start()
    papers = tmp_path / "papers"
    papers.mkdir()
    for number in range(4):
        put(papers, f"{number}.txt", f"words {number}")
    add(h, papers)
    papers.rename(tmp_path / "away")
    looked(h)
    (notice,) = h.notices
    assert said(notice.text) == "The files of 4 documents are gone."


def test_a_file_that_was_unreadable_for_a_while_is_read_again(start: Start, tmp_path: Path) -> None:
    h = start()
    papers = tmp_path / "papers"
    papers.mkdir()
    path = put(papers, "a.txt", FLOOD)
    (entry,) = add(h, papers)
    touched(path, "\0\1\2" * 500)
    h.context.documents.look()
    h.wait(lambda: (now := h.context.documents.get(entry.id)) and now.status == "failed")
    touched(path, "whole again")
    h.context.documents.look()
    h.wait(lambda: (now := h.context.documents.get(entry.id)) and now.status == "indexed" and now.words == 2)


def test_a_watched_folder_that_cannot_be_reached_stops_no_others(
    start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    h = start()
    papers, away = tmp_path / "papers", tmp_path / "away"
    for folder in (papers, away):
        folder.mkdir()
        put(folder, f"{folder.name}.txt", FLOOD + folder.name)
    entry = next(one for one in add(h, papers, away) if one.name == "away.txt")
    h.wait(lambda: str(papers) in h.context.documents.watch.places)
    shut(monkeypatch, away)
    put(papers, "new.txt", "new words")
    h.context.documents.look()
    h.wait(lambda: len(h.context.documents.entries) == 3 and h.context.documents.idle)
    h.wait(lambda: (now := h.context.documents.get(entry.id)) and now.origin == "gone")
    assert str(away) not in h.context.documents.watch.places
    put(papers, "newer.txt", "newer words")  # which the watch tells
    h.wait(lambda: len(h.context.documents.entries) == 4 and h.context.documents.idle)


def test_a_file_in_a_watched_folder_that_cannot_be_looked_at_hides_no_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(tmp_path, "a.txt", FLOOD)
    put(tmp_path, "b.txt", FLOOD)
    shut(monkeypatch, tmp_path / "a.txt")
    found = watching.look(watching.Watched([], [WatchedFolder("f", str(tmp_path), 0.0)]), lambda: False)
    assert ("f", tmp_path / "b.txt") in found.new


def test_a_drive_that_does_not_answer_ends_the_watch_of_no_other(
    start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    h = start()
    here, far = tmp_path / "here", tmp_path / "far"
    for folder in (here, far):
        folder.mkdir()
    monkeypatch.setattr(watching, "mount_points", lambda: ("/", str(far)))
    patience = h.context.documents.watch._patience
    patience.setInterval(1)
    first, second = add(h, put(here, "a.txt", FLOOD), put(far, "b.txt", FLOOD))
    back = silent(monkeypatch, far, seconds=120)
    try:
        os.remove(here / "a.txt")
        h.context.documents.watch.look()
        h.wait(lambda: h.context.documents.get(first.id).origin == "gone")  # type: ignore[union-attr]
        put(here, "a.txt", FLOOD)
        os.utime(here / "a.txt", (1.0, 1.0))
        patience.setInterval(60_000)
        h.context.documents.watch.look()  # waits for it no more
        h.wait(lambda: h.context.documents.get(first.id).origin == "changed")  # type: ignore[union-attr]
    finally:
        back.set()
    os.remove(far / "b.txt")
    h.wait(lambda: h.context.documents.get(second.id).origin == "gone")  # type: ignore[union-attr]


def test_a_path_that_cannot_be_reached_is_told_and_the_others_are_added(
    start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    h = start()
    good, lost = put(tmp_path, "flood.txt", FLOOD), tmp_path / "away" / "lost.txt"
    shut(monkeypatch, lost.parent)
    entries = add(h, good, lost)
    assert [(entry.name, entry.status) for entry in entries] == [("flood.txt", "indexed")]
    (notice,) = h.notices
    assert said(notice.text) == "Can't read “lost.txt” (Permission denied)."


def test_the_window_asks_no_drive_that_may_sleep(start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    h = start()
    place = tmp_path / "share"
    place.mkdir()
    askers: list[bool] = []
    real = os.path.isdir

    def isdir(path: str) -> bool:
        if str(path) == str(place):
            askers.append(threading.current_thread() is threading.main_thread())
        return real(path)

    add(h, put(place, "a.txt", FLOOD))
    h.wait(lambda: str(place) in h.context.documents.watch.places)
    monkeypatch.setattr(os.path, "isdir", isdir)
    looked: list[object] = []
    h.context.documents.watch.looked.connect(looked.append)
    h.context.documents.look()
    h.wait(lambda: looked)
    assert askers and not any(askers)
    assert str(place) in h.context.documents.watch.places


def test_a_folder_of_code_is_one_document(start: Start, tmp_path: Path) -> None:
    h = start()
    project = tmp_path / "project"
    (project / "node_modules").mkdir(parents=True)
    put(project, ".gitignore", "*.gen.py\n/secret/\n!kept.gen.py\n")
    put(project, "main.py", "def main():\n    pass\n")
    put(project, "made.gen.py", "nothing = 1\n")
    put(project, "kept.gen.py", "kept = 1\n")
    put(project / "node_modules", "dep.js", "x\n")
    put(project, "pyproject.toml", "[project]\n")
    put(project, "paper.pdf", pdf_bytes(["Paper words"]))
    entries = add(h, project)
    assert {(entry.kind, entry.name) for entry in entries} == {("pdf", "paper.pdf"), ("folder", "project")}
    texts: list[str] = []
    h.context.documents.text_of(next(entry.id for entry in entries if entry.kind == "folder"), texts.append)
    h.settle()
    assert [line[4:-4] for line in texts[0].splitlines() if line.startswith("===")] == [
        "kept.gen.py", "main.py", "pyproject.toml",
    ]  # fmt: skip


def test_a_reading_that_the_end_cut_off_goes_on(start: Start, tmp_path: Path) -> None:
    h = start()
    path = put(tmp_path, "flood.txt", FLOOD)
    (entry,) = add(h, path)
    h.context.documents.cancel(entry.id)  # nothing is read: nothing happens
    h.context.store.put_document(DocumentEntry(id=entry.id, name="flood.txt", source=str(path), added=1.0))
    h.context.store.add_passages(entry.id, [])
    h.context.shutdown()
    again = start()
    again.wait(lambda: again.context.documents.idle)
    now = again.context.documents.get(entry.id)
    assert now is not None and now.status == "indexed" and now.digest == entry.digest


def test_reading_is_stopped_on_request(start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    h = start()
    stopped: list[bool] = []

    def reads(source: Path, told: object, stop: object, own: object) -> object:
        stopped.append(stop.wait(60))  # type: ignore[attr-defined]
        raise ReadStopped

    monkeypatch.setattr(reading_queue, "read_document", reads)
    ids: list[tuple[str, ...]] = []
    h.context.documents.add([put(tmp_path, "long.txt", FLOOD)], ids.append)
    h.wait(lambda: ids and not h.context.documents.idle)
    h.context.documents.cancel(ids[0][0])
    h.wait(lambda: stopped and h.context.documents.idle)
    now = h.context.documents.get(ids[0][0])
    assert stopped == [True]
    assert now is not None and now.problem is not None and now.problem.code == "source.stopped"


def test_a_source_on_a_drive_that_does_not_answer_keeps_no_other_waiting_once_it_is_stopped(
    start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    h = start()
    back, real, ended = threading.Event(), reading_queue.read_document, list[str]()

    def reads(source: Path, *rest: Any, **named: Any) -> Any:
        try:
            if source.name == "far.txt":
                back.wait()
            return real(source, *rest, **named)
        finally:
            ended.append(source.name)

    monkeypatch.setattr(reading_queue, "read_document", reads)
    ids: list[tuple[str, ...]] = []
    h.context.documents.add([put(tmp_path, "far.txt", FLOOD), put(tmp_path, "near.txt", "Nothing.")], ids.append)
    h.wait(lambda: ids and not h.context.documents.idle)
    far, near = ids[0]
    h.context.documents.cancel(far)
    h.wait(lambda: h.context.documents.get(near).status == "indexed")  # type: ignore[union-attr]
    back.set()
    h.wait(lambda: ended == ["near.txt", "far.txt"])
    h.settle()
    stopped = h.context.documents.get(far)
    assert stopped is not None and stopped.status == "failed", "what was read of it all the same is not taken"
    h.context.documents.read_again(far)
    h.wait(lambda: h.context.documents.get(far).status == "indexed")  # type: ignore[union-attr]


def test_a_document_whose_reading_is_stopped_is_as_it_was(
    start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    h = start()
    (entry,) = add(h, put(tmp_path, "flood.txt", FLOOD))

    def reads(source: Path, told: object, stop: object, own: object) -> object:
        stop.wait(60)  # type: ignore[attr-defined]
        raise ReadStopped

    monkeypatch.setattr(reading_queue, "read_document", reads)
    h.context.documents.read_again(entry.id)
    h.context.documents.cancel(entry.id)
    h.wait(lambda: h.context.documents.idle)
    assert h.context.documents.get(entry.id) == entry


def test_the_window_asks_nothing_of_a_source_that_cannot_be_read(
    start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    h = start()
    share = tmp_path / "share"
    share.mkdir()
    (entry,) = add(h, put(share, "a.txt", FLOOD))
    seen: list[str] = []

    def lost(*_: Any, **__: Any) -> Any:
        seen.append("read")
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(reading_queue, "read_document", lost)
    touched(share / "a.txt", FLOOD + FLOOD)
    signature = signature_of(share / "a.txt")
    asked = asked_by_the_window(monkeypatch, share)
    h.context.documents.read_again(entry.id)
    h.wait(lambda: seen and h.context.documents.idle)
    now = h.context.documents.get(entry.id)
    assert now is not None and (now.status, now.signature) == ("failed", signature) and asked == []


def mounted(h: Harness, tmp_path: Path, text: str = FLOOD) -> DocumentEntry:
    """A document that the chat shown sees."""
    (entry,) = add(h, put(tmp_path, "flood.txt", text))
    h.context.documents.mounts.mount("chat", h.conversation.view.chat.id, [entry.id])
    return entry


def test_a_question_is_given_passages_and_the_reply_cites_them(start: Start, tmp_path: Path) -> None:
    h = start(Script(replies=((REPLY,),)))
    h.wait_idle()
    entry = mounted(h, tmp_path)
    cited: list[tuple[str, object]] = []
    h.context.grounding.cited.connect(lambda reply, citations: cited.append((reply, citations)))
    h.send("When did the dam at Ulmen break?")
    question, reply = h.messages
    assert [(one.document, one.text) for one in question.meta.passages] == [(entry.id, FLOOD.strip())]
    request = h.requests(protocol.Generate)[0]
    assert isinstance(request, protocol.Generate) and request.user is not None
    assert request.user.content == (
        f'<passage document="flood.txt">\n{FLOOD.strip()}\n</passage>\n\nWhen did the dam at Ulmen break?'
    )
    h.wait(lambda: cited)
    kept: list[dict[str, tuple[Citation, ...]]] = []
    h.context.grounding.citations([question.id, reply.id], kept.append)
    h.settle()
    assert cited == [(reply.id, kept[0][reply.id])]
    assert kept[0][reply.id][0].quote == FLOOD.strip()
    assert h.stored() == list(h.messages)
    h.send("And when did the dam at Ulmen break, again?")
    assert h.messages[2].meta.passages == ()  # they are in view
    h.conversation.regenerate(reply.id)
    h.wait_idle()
    assert h.messages[0].meta.passages == question.meta.passages
    h.context.shutdown()
    again = start(Script(replies=((REPLY,),)))
    again.wait_idle()
    assert again.messages[0].meta.passages == question.meta.passages


def test_a_reply_that_is_amended_while_its_citations_are_looked_for_has_none(
    start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    h = start(Script(replies=((REPLY,),)))
    h.wait_idle()
    mounted(h, tmp_path)
    told: list[str] = []
    h.context.grounding.cited.connect(lambda reply, _: told.append(reply))
    h.context.conversations.reply_ended.connect(lambda _, reply: h.conversation.amend(reply.id, "It held."))
    keep, kept = h.context.store.set_citations, list[str]()

    def keep_and_tell(reply: str, *found: Any) -> Any:
        kept.append(reply)
        return keep(reply, *found)

    monkeypatch.setattr(h.context.store, "set_citations", keep_and_tell)
    h.send("When did the dam at Ulmen break?")
    h.wait(lambda: kept)
    h.settle()
    reply = h.messages[1]
    assert reply.content == "It held." and kept == [reply.id]
    assert h.context.store.citations(reply.id) == () and not told


def test_passages_are_of_mounted_documents_only_and_can_be_switched_off(start: Start, tmp_path: Path) -> None:
    h = start(Script(replies=((REPLY,),)))
    h.wait_idle()
    (entry,) = add(h, put(tmp_path, "flood.txt", FLOOD))
    h.send("When did the dam at Ulmen break?")
    assert h.messages[0].meta.passages == ()
    mounts, chat = h.context.documents.mounts, h.conversation.view.chat.id
    mounts.mount("chat", chat, [entry.id])
    h.conversation.settings.set("documents.passages", False)
    h.send("When did the dam at Ulmen break?")
    assert h.messages[2].meta.passages == ()
    h.conversation.settings.set("documents.passages", True)
    h.send("When did the dam at Ulmen break?")
    assert h.messages[4].meta.passages
    mounts.unmount("chat", chat, [entry.id])
    h.send("When did the dam at Ulmen break?")
    assert h.messages[6].meta.passages == ()


def test_a_question_without_spaces_is_looked_for_alone(start: Start, tmp_path: Path) -> None:
    h = start(Script(replies=((REPLY,),)))
    h.wait_idle()
    texts = ("这个水坝在1953年建成，用混凝土。", "面包师王小明住在北京。")
    for number, text in enumerate(texts):
        (entry,) = add(h, put(tmp_path, f"{number}.txt", text))
        h.context.documents.mounts.mount("chat", h.conversation.view.chat.id, [entry.id])
    h.send("面包师住在哪里？")
    assert [one.text for one in h.messages[0].meta.passages] == [texts[1]]
    h.conversation.settings.set("documents.passages", False)
    h.send("面包师王小明住在北京吗？")
    h.conversation.settings.set("documents.passages", True)
    h.send("水坝是什么时候用混凝土建成的？")
    assert [one.text for one in h.messages[4].meta.passages] == [texts[0]]


def test_the_budget_of_passages_is_kept(start: Start, tmp_path: Path) -> None:
    h = start(Script(replies=((REPLY,),)))
    h.wait_idle()
    h.context.settings.set("documents.budget", 500)
    mounted(h, tmp_path, "".join(f"The dam number {n} broke in a year of rain and wind.\n\n" for n in range(400)))
    h.send("Which dam broke?")
    given = sum(len(one.text) for one in h.messages[0].meta.passages)
    assert 0 < given <= 4 * 500


def test_documents_of_a_project_are_seen_by_its_chats(start: Start, tmp_path: Path) -> None:
    h = start(Script(replies=((REPLY,),)))
    h.wait_idle()
    (entry,) = add(h, put(tmp_path, "flood.txt", FLOOD))
    h.send("Hello there")
    chat = h.conversation.view.chat.id
    h.context.chats.create_folder("Floods", [chat])
    h.settle()
    folder = h.context.chats.folders[0].id
    mounts = h.context.documents.mounts
    mounts.mount("folder", folder, [entry.id])
    mounts.set_notes(folder, "Ask Anna.")
    mounts.set_system_prompt(folder, "Be brief.")
    h.conversation.new_chat(folder)
    assert h.conversation.view.chat.system_prompt == "Be brief."
    assert mounts.of_chat(h.conversation.view.chat.id, folder) == (entry.id,)
    h.send("When did the dam at Ulmen break?")
    assert h.messages[0].meta.passages
    h.open(chat)
    h.wait_idle()
    h.send("When did the dam at Ulmen break?")
    assert h.messages[2].meta.passages
    h.context.shutdown()
    again = start(Script(replies=((REPLY,),)))
    project = again.context.documents.mounts.project(folder)
    assert (project.notes, project.system_prompt, project.documents) == ("Ask Anna.", "Be brief.", (entry.id,))


def test_notes_on_a_project_stay_that_were_written_while_projects_were_read(start: Start) -> None:
    h = start()
    h.wait_idle()
    h.context.chats.create_folder("Work")
    h.settle()
    (folder,) = (one.id for one in h.context.store.folders())
    mounts = h.context.documents.mounts
    mounts.read_projects()  # as after an import
    mounts.set_notes(folder, "Due in May.")
    h.settle()
    assert mounts.project(folder).notes == "Due in May."
    mounts.set_system_prompt(folder, "Be brief.")
    h.settle()
    assert h.context.store.projects()[folder].notes == "Due in May."


def test_documents_alone_bring_a_chat_back_that_was_not_begun(start: Start, tmp_path: Path) -> None:
    h = start()
    h.wait_idle()
    entry, chat = mounted(h, tmp_path), h.conversation.view.chat.id
    h.context.shutdown()
    again = start()
    again.wait_idle()
    mounts = again.context.documents.mounts
    assert again.conversation.view.chat.id == chat and mounts.of("chat", chat) == (entry.id,)
    again.conversation.new_chat()
    assert again.conversation.view.chat.id != chat
    again.context.shutdown()
    assert start().context.documents.mounts.documents == (), "a chat that was left goes with what it had"


def test_a_removed_document_leaves_no_copy_and_is_unmounted(start: Start, tmp_path: Path) -> None:
    h = start(Script(replies=((REPLY,),)))
    h.wait_idle()
    entry = mounted(h, tmp_path)
    chat = h.conversation.view.chat.id
    changes: list[tuple[str, str]] = []
    h.context.documents.mounts.changed.connect(lambda level, owner: changes.append((level, owner)))
    removed: list[str] = []
    h.context.documents.removed.connect(removed.append)
    h.context.documents.remove([entry.id])
    h.wait(lambda: removed)
    assert changes == [("chat", chat)]
    assert list(h.context.paths.documents.glob("*.txt")) == []
    h.send("When did the dam at Ulmen break?")
    assert h.messages[0].meta.passages == ()


def test_a_branch_has_the_documents_of_its_chat(start: Start, tmp_path: Path) -> None:
    h = start(Script(replies=((REPLY,),)))
    h.wait_idle()
    entry = mounted(h, tmp_path)
    h.send("When did the dam at Ulmen break?")
    chat = h.conversation.view.chat.id
    h.conversation.fork(h.messages[1].id)
    h.wait(lambda: h.conversation.view.chat.id != chat)
    h.settle()
    assert h.context.documents.mounts.of_chat(h.conversation.view.chat.id) == (entry.id,)
    assert h.messages[0].meta.passages


def test_a_lost_copy_is_written_again(start: Start, tmp_path: Path) -> None:
    h = start()
    (entry,) = add(h, put(tmp_path, "flood.txt", FLOOD))
    copy = h.context.paths.documents / f"{entry.digest}.txt"
    copy.unlink()
    found: list[Path | None] = []
    h.context.documents.ensure_copy(entry.id, found.append)
    h.settle()
    assert found == [copy] and copy.read_text() == FLOOD


def test_a_damaged_copy_is_written_again(start: Start, tmp_path: Path) -> None:
    h = start()
    (entry,) = add(h, put(tmp_path, "flood.txt", FLOOD))
    copy = h.context.paths.documents / f"{entry.digest}.txt"
    copy.write_text(FLOOD[:20])  # as after a power cut
    found: list[Path | None] = []
    h.context.documents.ensure_copy(entry.id, found.append)
    h.settle()
    assert found == [copy] and copy.read_text() == FLOOD
    copy.write_text(FLOOD[:20])
    h.context.documents.read_again(entry.id)
    h.wait(lambda: h.context.documents.idle)
    assert copy.read_text() == FLOOD


def test_a_document_that_is_removed_while_it_is_indexed_leaves_no_copy(start: Start, tmp_path: Path) -> None:
    """What is left in the folder is the text of a document that a person wanted gone."""
    h = start()
    documents = h.context.documents

    def remove(document: str, work: DocumentWork | None) -> None:
        if work is not None and work.step == "index":
            documents.remove([document])

    documents.progress.connect(remove)
    documents.add([put(tmp_path, "flood.txt", FLOOD)])
    gone: list[str] = []
    documents.removed.connect(gone.append)
    h.wait(lambda: gone and documents.idle)
    h.settle()
    assert not list(h.context.paths.documents.iterdir())


def test_documents_that_the_store_does_not_remove_stay(
    start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    h = start()
    h.wait_idle()
    entry, chat = mounted(h, tmp_path), h.conversation.view.chat.id
    h.settle()
    later = tmp_path / "later.txt"
    later.write_text("The mill was sold in 1911.\n" * 20)
    add(h, later)
    before = h.context.documents.entries
    assert before[0] == entry

    def full(_: object) -> list[str]:
        raise StoreFull("store.full")

    with monkeypatch.context() as patch:
        patch.setattr(h.context.store, "remove_documents", full)
        h.context.documents.remove([entry.id])
        h.settle()
    assert [notice.level for notice in h.notices] == ["error"]
    assert h.context.documents.entries == before
    assert h.context.documents.mounts.of("chat", chat) == (entry.id,)
    h.context.documents.remove([one.id for one in before])
    h.settle()
    assert h.context.documents.entries == () == tuple(h.context.store.documents())


@pytest.mark.parametrize("refused", ["folder", "documents", "folder and documents"])
@pytest.mark.parametrize("with_documents", [False, True])
def test_a_folder_that_the_store_does_not_remove_stays(
    start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, with_documents: bool, refused: str
) -> None:
    h = start()
    papers = tmp_path / "papers"
    papers.mkdir()
    for name in ("a.txt", "b.txt", "c.txt"):
        put(papers, name, f"{FLOOD}{name}")
    removed, *_ = add(h, papers)
    documents = h.context.documents
    documents.remove([removed.id])
    h.settle()

    def full(_: object) -> list[str]:
        raise StoreFull("store.full")

    with monkeypatch.context() as patch:
        if "folder" in refused:
            patch.setattr(h.context.store, "remove_watched_folder", full)
        if "documents" in refused:
            patch.setattr(h.context.store, "remove_documents", full)
        documents.remove_folder(documents.folders[0].id, with_documents)
        h.settle()
    told = ("folder" in refused) + (with_documents and "documents" in refused)
    assert [notice.level for notice in h.notices] == ["error"] * told
    looked(h)
    h.wait(lambda: documents.idle)
    h.settle()
    shown = documents.folders, documents.entries
    assert bool(shown[0]) == ("folder" in refused)
    assert removed.source not in [entry.source for entry in shown[1]]
    h.context.shutdown()
    again = start().context.documents
    assert (again.folders, again.entries) == shown


def test_documents_are_not_said_to_be_deleted_while_their_folder_is_watched(
    start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    h = start()
    h.wait_idle()
    papers = tmp_path / "papers"
    papers.mkdir()
    put(papers, "a.txt", FLOOD)
    add(h, papers)

    def full(_: object) -> list[str]:
        raise StoreFull("store.full")

    monkeypatch.setattr(h.context.store, "remove_watched_folder", full)
    h.context.privacy.wipe("documents")
    h.wait(lambda: not h.context.privacy.busy)
    told = [notice.text.code for notice in h.notices if isinstance(notice.text, Text)]
    assert told == ["privacy.not_all_deleted"] and len(h.context.documents.folders) == 1


def test_the_privacy_page_wipes_all_documents(start: Start, tmp_path: Path) -> None:
    h = start(Script(replies=((REPLY,),)))
    h.wait_idle()
    papers = tmp_path / "papers"
    papers.mkdir()
    put(papers, "secret.txt", "The xylophonist played at Ulmen in 1953.\n" * 40)
    add(h, papers)
    h.send("A chat that stays")
    h.wait_idle()
    chat = h.conversation.view.chat.id
    measured: list[dict[str, int]] = []
    h.context.privacy.measured.connect(lambda kinds: measured.append({kind.part: kind.bytes for kind in kinds}))
    h.context.privacy.look()
    h.wait(lambda: measured and measured[-1]["documents"] > 1000)
    over: list[str] = []
    h.context.privacy.working.connect(lambda part, share: over.append(part) if share == 1.0 else None)
    h.context.privacy.wipe("documents")
    h.wait(lambda: over and measured[-1]["documents"] == 0)
    assert h.context.documents.entries == () and h.context.documents.folders == ()
    assert h.context.store.chat(chat) is not None
    assert (papers / "secret.txt").is_file()
    h.context.shutdown()
    kept = [path for path in h.context.paths.data.rglob("*") if path.is_file()]
    assert kept and all(b"xylophonist" not in path.read_bytes() for path in kept)


def makes_vectors(path: str) -> protocol.ModelFacts:
    """The second model of the library makes vectors; the scripted engine's are all the same."""
    pooling = "mean" if "other" in path else ""
    return protocol.ModelFacts(path=path, name=Path(path).stem, architecture="fake", pooling=pooling, fingerprint=path)


def test_an_embedding_model_finds_what_no_word_does(start: Start, tmp_path: Path) -> None:
    h = start(Script(replies=((REPLY,),)), models=2, facts=makes_vectors)
    h.wait_idle()
    h.context.settings.set("model.gpu_layers", 0)
    h.context.settings.set("model.threads", 3)
    entry = mounted(h, tmp_path)
    model = str(h.context.paths.models / "other1.gguf")
    h.wait(lambda: h.context.store.vectors(model, [entry.id]))
    asked = h.requests(protocol.Embed)
    assert {(one.n_gpu_layers, one.n_threads) for one in asked if isinstance(one, protocol.Embed)} == {(0, 3)}
    h.send("Wann gab es eine Katastrophe?")
    assert [one.document for one in h.messages[0].meta.passages] == [entry.id]
    h.send("And why is that?")
    assert h.messages[2].meta.passages == ()  # it is in view
    assert h.stored() == list(h.messages)
    h.conversation.new_chat()
    h.context.documents.mounts.mount("chat", h.conversation.view.chat.id, [entry.id])
    h.send("Hello, how are you?")
    assert h.messages[0].meta.passages == ()


def test_a_question_amended_while_passages_are_looked_for_says_what_it_says_now(start: Start, tmp_path: Path) -> None:
    h = start(Script(replies=((REPLY,),)), models=2, facts=makes_vectors)
    h.wait_idle()
    entry = mounted(h, tmp_path)
    h.wait(lambda: h.context.store.vectors(str(h.context.paths.models / "other1.gguf"), [entry.id]))
    h.engine.paused = True
    before = len(h.requests(protocol.Embed))
    h.conversation.send("Wann gab es eine Katastrophe?")
    h.wait(lambda: len(h.requests(protocol.Embed)) > before)
    h.conversation.amend(h.messages[0].id, "Wann gab es das?")
    h.settle()
    h.engine.paused = False
    h.engine.step()
    h.wait_idle()
    assert h.texts[0] == "Wann gab es das?"
    assert [one.document for one in h.messages[0].meta.passages] == [entry.id]
    assert h.stored() == list(h.messages)
    (asked,) = h.requests(protocol.Generate)
    assert isinstance(asked, protocol.Generate) and asked.user is not None
    assert asked.user.content.endswith("\n\nWann gab es das?")


def test_vectors_of_a_document_that_is_gone_are_not_those_of_the_next(start: Start, tmp_path: Path) -> None:
    """The passages of the next one get the numbers of those that are gone."""
    h = start(Script(replies=((REPLY,),)), models=2, facts=makes_vectors)
    h.wait_idle()
    mounts, chat = h.context.documents.mounts, h.conversation.view.chat.id
    (wrong,) = add(h, put(tmp_path, "bread.txt", "Bread needs flour and water.\n"))
    h.engine.paused = True
    mounts.mount("chat", chat, [wrong.id])
    h.wait(lambda: h.requests(protocol.Embed))
    h.context.documents.remove([wrong.id])
    right = mounted(h, tmp_path)
    h.engine.paused = False
    h.engine.step()
    h.wait(lambda: h.context.store.vectors(str(h.context.paths.models / "other1.gguf"), [right.id]))
    asked = [text for one in h.requests(protocol.Embed) if isinstance(one, protocol.Embed) for text in one.texts]
    assert FLOOD.strip() in asked


def test_an_engine_that_died_once_makes_vectors_again(start: Start, tmp_path: Path) -> None:
    script = Script(replies=((REPLY,),), crash_on="embed", once=str(tmp_path / "once"))
    h = start(script, models=2, facts=makes_vectors)
    h.context.vectors._again.setInterval(10)
    h.wait_idle()
    entry = mounted(h, tmp_path)
    model = str(h.context.paths.models / "other1.gguf")
    h.wait(lambda: h.context.store.vectors(model, [entry.id]))
    assert (tmp_path / "once").exists()
    asked = h.requests(protocol.Embed)
    assert asked and all(isinstance(one, protocol.Embed) and one.cut for one in asked), "passages may be of any length"


def test_words_serve_where_the_embedding_model_failed(start: Start, tmp_path: Path) -> None:
    h = start(Script(replies=((REPLY,),)), models=2, facts=makes_vectors)
    h.wait_idle()
    mounted(h, tmp_path)
    h.context.vectors._failed.add(str(h.context.paths.models / "other1.gguf"))
    h.send("When did the dam at Ulmen break?")
    assert h.messages[0].meta.passages
