"""Export and import through the services: in slices, to be cancelled, all or nothing."""

from __future__ import annotations

import itertools
import json
import os
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from app.core.chat_values import ChatView, Message, new_id
from app.core.store import Store, StoreFull, merging
from app.core.texts import say
from app.core.transfer import TransferError, reader
from app.services.chat import transfer as transfer_module
from app.services.chat import transfer_targets
from app.services.chat.transfer import Transfer, Transfers
from tests.unit.core.store_helpers import converse, delete_for_good, open_store
from tests.unit.core.test_transfer import CHAT, chatgpt_export
from tests.unit.core.test_transfer_own import damage
from tests.unit.services.conftest import Start
from tests.unit.services.harness import Harness
from tests.words import advised, hint_of, said


class TransfersHarness:
    """A program with chats, and what its transfers told."""

    def __init__(self, h: Harness) -> None:
        self.h, self.transfers = h, h.context.transfers
        self.progress: list[Transfer | None] = []
        self.imported: list[Sequence[str]] = []
        self.transfers.progress_changed.connect(self.progress.append)
        self.transfers.imported.connect(self.imported.append)

    def fill(self, count: int) -> list[str]:
        """Chats straight in the store; their ids."""
        ids = [converse(self.h.context.store, f"question {n}", "answer", title=f"Chat {n}")[0].id for n in range(count)]
        self.h.context.chats.refresh()
        self.h.settle()
        return ids

    def end(self) -> None:
        """Wait until nothing goes on."""
        self.h.wait(lambda: self.progress and self.progress[-1] is None)
        self.h.settle()

    @property
    def last(self) -> tuple[str, str, str]:
        notice = self.h.notices[-1]
        return notice.level, said(notice.text), hint_of(notice)

    def titles(self) -> list[str]:
        return sorted(chat.title for chat in self.h.context.store.chats())

    def hidden(self) -> int:
        """Chats in the store that no list shows."""
        with self.h.context.store._read() as db:
            return int(db.execute("SELECT count(*) FROM chat WHERE trashed_at = 0").fetchone()[0])


@pytest.fixture
def harness(start: Start, monkeypatch: pytest.MonkeyPatch) -> TransfersHarness:
    monkeypatch.setattr(transfer_module, "SLICE", 2)
    h = start()
    h.wait_idle()
    return TransfersHarness(h)


def own_file(path: Path, count: int, **change: object) -> Path:
    chats = [{**CHAT, "title": f"Imported {n}"} for n in range(count)]
    chats[-1] = {**chats[-1], **change}
    path.write_text(json.dumps({"format": "longthread-chats", "version": 1, "chats": chats}))
    return path


def test_export_all_and_import_again(harness: TransfersHarness, tmp_path: Path) -> None:
    ids = harness.fill(7)
    target = tmp_path / "all.json"
    harness.transfers.export_json(ids, target)
    harness.end()
    assert harness.last[1] == "Exported 7 chats to all.json."
    seen = [one.done for one in harness.progress if one is not None]
    assert seen == sorted(seen) and len(seen) == 4 and seen[0] == 0
    assert [entry.name for entry in tmp_path.glob("all*")] == ["all.json"]
    for chat in ids:
        harness.h.context.store.trash_chats([chat])
    harness.transfers.import_paths([target])
    harness.end()
    assert harness.last == ("info", "Imported 7 chats with 14 messages.", "")
    harness.h.context.store.restore_chats(ids)
    harness.h.context.chats.refresh()
    harness.h.settle()
    assert harness.titles() == sorted([f"Chat {n}" for n in range(7)] * 2)
    assert len(harness.imported[0]) == 7
    assert len(harness.h.context.chats.chats) == 14
    assert harness.hidden() == 0


def test_export_of_chats_that_are_gone_by_then(harness: TransfersHarness, tmp_path: Path) -> None:
    (one,) = harness.fill(1)
    harness.transfers.export_json([one, "gone"], tmp_path / "a.json")
    harness.end()
    assert len(json.loads((tmp_path / "a.json").read_text())["chats"]) == 1
    harness.transfers.export_markdown(["gone"], tmp_path / "a.md")
    harness.end()
    assert harness.last[:2] == ("error", "There is nothing to export.")
    assert not (tmp_path / "a.md").exists()
    harness.transfers.export_json([], tmp_path / "b.json")  # nothing asked, nothing done
    assert harness.progress[-1] is None


def test_chats_in_a_folder_are_on_the_disk_when_that_is_told(
    harness: TransfersHarness, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may be a stick that is pulled out then."""
    ids, synced, real = harness.fill(3), list[int](), os.fsync
    monkeypatch.setattr(os, "fsync", lambda it: (synced.append(os.fstat(it).st_size), real(it)))
    (tmp_path / "many").mkdir()
    harness.transfers.export_markdown(ids, tmp_path / "many")
    harness.end()
    sizes = [path.stat().st_size for path in (tmp_path / "many").iterdir()]
    assert len(sizes) == 3 and all(sizes) and sorted(sizes) == sorted(size for size in synced if size in sizes)


def test_what_an_import_left_behind_goes_with_the_next_start(start: Start) -> None:
    h = start()
    h.wait_idle()
    store = h.context.store
    left = [converse(store, "question", "answer")[0] for _ in range(4)]
    copies = [msgspec.structs.replace(chat, id=new_id(), head="") for chat in left]
    store.stage_chats([(copy, []) for copy in copies])
    h.context.shutdown()
    again = start()
    again.wait_idle()
    again.wait(lambda: not again.context.store.hidden())
    again.settle()
    assert again.context.chats.trash_can == ()
    assert {chat.id for chat in again.context.store.chats()} == {chat.id for chat in left}


def test_markdown_one_and_several(harness: TransfersHarness, tmp_path: Path) -> None:
    ids = harness.fill(3)
    harness.h.context.chats.create_folder("A/B", ids[:1])
    harness.h.context.store.rename_chat(ids[1], "Chat 2")  # the same name twice
    harness.h.settle()
    harness.transfers.export_markdown(ids[:1], tmp_path / "one.md")
    harness.end()
    assert (tmp_path / "one.md").read_text().startswith("# Chat 0\n")
    folder = tmp_path / "many"
    folder.mkdir()
    (folder / "Chat 2.md").write_text("mine")
    harness.transfers.export_markdown(ids, folder)
    harness.end()
    assert {str(path.relative_to(folder)) for path in folder.rglob("*.md")} == {
        "A B/Chat 0.md", "Chat 2.md", "Chat 2 2.md", "Chat 2 3.md",
    }  # fmt: skip
    assert (folder / "Chat 2.md").read_text() == "mine"


def test_a_place_that_cannot_be_written(harness: TransfersHarness, tmp_path: Path) -> None:
    ids = harness.fill(3)
    harness.transfers.export_json(ids, tmp_path / "nowhere" / "a.json")
    harness.end()
    assert harness.last[0] == "error" and "Can't write" in harness.last[1]


def test_an_export_leaves_files_of_others_alone(harness: TransfersHarness, tmp_path: Path) -> None:
    ids = harness.fill(1)
    mine = tmp_path / "all.json.part"
    mine.write_text("mine")
    longest = tmp_path / f"{'n' * 250}.json"
    for target in (tmp_path / "all.json", longest):
        harness.transfers.export_json(ids, target)
        harness.end()
        assert harness.last[0] == "info" and target.exists()
    assert mine.read_text() == "mine"
    assert {path.name for path in tmp_path.iterdir() if path.is_file()} == {"all.json", mine.name, longest.name}


@pytest.mark.skipif(os.name == "nt", reason="rights and links are others there")
def test_an_export_over_a_file_keeps_its_rights_and_its_place(harness: TransfersHarness, tmp_path: Path) -> None:
    ids = harness.fill(3)
    (tmp_path / "kept").mkdir()
    for begin, name in ((harness.transfers.export_json, "all.json"), (harness.transfers.export_markdown, "one.md")):
        path, there = tmp_path / name, tmp_path / "kept" / name
        there.write_text("old")
        there.chmod(0o640)
        path.symlink_to(there)
        begin(ids[:1] if path.suffix == ".md" else ids, path)
        harness.end()
        assert harness.last[0] == "info" and path.is_symlink()
        assert "question 0" in there.read_text() and there.stat().st_mode & 0o777 == 0o640
    assert {one.name for one in (tmp_path / "kept").iterdir()} == {"all.json", "one.md"}


def test_what_could_not_be_imported_is_told_at_the_end(
    harness: TransfersHarness, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reader, "LARGEST", 100_000)
    path = own_file(tmp_path / "in.json", 3, title="War and Peace", system_prompt="x" * 300_000)
    harness.transfers.import_paths([path])
    harness.end()
    level, text, hint = harness.last
    assert level == "warning" and text.startswith("Imported 2 chats with ")
    assert hint == "Skipped 1 oversized chat: War and Peace."
    assert harness.titles() == ["Imported 0", "Imported 1"] and not harness.hidden()


def test_that_a_backup_is_damaged_is_told_at_the_end(harness: TransfersHarness, tmp_path: Path) -> None:
    store = open_store(tmp_path / "other")
    for number in range(20):
        converse(store, *[f"text {number} {at} " + "x" * 400 for at in range(20)], title=f"c{number}")
    backup = store.backup_if_due()
    store.close()
    assert backup is not None
    damage(backup)
    harness.transfers.import_paths([backup])
    harness.end()
    level, text, hint = harness.last
    read = sum(len(harness.h.context.store.messages_of(chat.id)) for chat in harness.h.context.store.chats())
    assert level == "warning" and f"with {read} messages" in text
    assert hint == f"“{backup.name}” is damaged: recovered {read} messages."
    damage(backup, 0)
    harness.transfers.import_paths([backup])
    harness.end()
    assert harness.last[:2] == ("error", f"“{backup.name}” is damaged, and no messages could be recovered from it.")


def test_a_cancelled_export_leaves_no_file(harness: TransfersHarness, tmp_path: Path) -> None:
    ids = harness.fill(5)
    folder = tmp_path / "many"
    folder.mkdir()
    for begin, place in (
        (harness.transfers.export_json, tmp_path / "a.json"),
        (harness.transfers.export_markdown, folder),
    ):
        harness.progress.clear()
        begin(ids, place)
        harness.transfers.cancel()
        harness.end()
    harness.h.wait(lambda: not list(tmp_path.glob("*.tmp")))
    assert not (tmp_path / "a.json").exists()
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize("chats", [1, 8, 25, 40])
@pytest.mark.parametrize("written", [True, False])
def test_the_end_of_the_program_leaves_nothing_of_an_export(
    harness: TransfersHarness, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, chats: int, written: bool
) -> None:
    """It ends while that many chats are read, or ``written``."""
    owner, name = (transfer_targets.JsonFile, "put") if written else (Store, "messages_of")
    begun, ends = threading.Event(), threading.Event()
    step, count, shutdown = getattr(owner, name), itertools.count(1), harness.transfers.shutdown

    def held(*args: Any) -> Any:
        if next(count) == chats:
            begun.set()
            ends.wait()
        return step(*args)

    def end() -> None:
        shutdown()
        ends.set()

    ids = harness.fill(40)
    monkeypatch.setattr(owner, name, held)
    monkeypatch.setattr(harness.transfers, "shutdown", end)
    (tmp_path / "here").mkdir()
    harness.transfers.export_json(ids, tmp_path / "here" / "a.json")
    harness.h.wait(begun.is_set)
    harness.h.context.shutdown()
    assert not list((tmp_path / "here").iterdir())


def test_a_broken_file_imports_nothing_and_says_why(harness: TransfersHarness, tmp_path: Path) -> None:
    harness.transfers.import_paths([own_file(tmp_path / "a.json", 9, head="nothing")])
    harness.end()
    level, text, _ = harness.last
    assert level == "error" and "“a.json” contains a damaged chat" in text
    assert harness.titles() == [] and harness.hidden() == 0
    # one good file beside a broken one: none of both
    harness.transfers.import_paths([own_file(tmp_path / "b.json", 5), tmp_path / "a.json"])
    harness.end()
    assert harness.titles() == [] and harness.hidden() == 0
    assert harness.imported == []


def test_a_cancelled_import_adds_nothing(harness: TransfersHarness, tmp_path: Path) -> None:
    begun: list[Transfer] = []

    def stop(state: Transfer | None) -> None:
        if state is not None and state.chats >= 2:
            begun.append(state)
            harness.transfers.cancel()

    harness.transfers.progress_changed.connect(stop)
    harness.transfers.import_paths([own_file(tmp_path / "a.json", 40)])
    harness.end()
    assert begun and begun[0].chats < 40
    assert harness.last[1:] == ("The import was canceled.", "Nothing was added.")
    assert harness.titles() == [] and harness.hidden() == 0


class DeadDrive:
    """Holds up what is asked of it, from the ``after``-th time on, until it is back."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, owner: Any, name: str, after: int = 1) -> None:
        self.asked, self.back, self.ended = threading.Event(), threading.Event(), threading.Event()
        real, times = getattr(owner, name), itertools.count(1)

        def held(*args: Any, **options: Any) -> Any:
            if next(times) != after:
                return real(*args, **options)
            self.asked.set()
            self.back.wait(20)
            try:
                return real(*args, **options)
            finally:
                self.ended.set()

        monkeypatch.setattr(owner, name, held)


@pytest.mark.parametrize("what", ["import", "export", "folder", "pages"])
def test_a_drive_that_does_not_answer_holds_up_no_other_transfer(
    harness: TransfersHarness, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    monkeypatch.setattr(transfer_module, "LET_GO_MS", 0, raising=False)
    ids, transfers = harness.fill(5), harness.transfers
    place = tmp_path / "dead"
    pages = PagesHarness()
    if what == "import":
        drive = DeadDrive(monkeypatch, reader.JsonReader, "_element", after=7)
        transfers.import_paths([own_file(tmp_path / "a.json", 40)])
    elif what == "pages":
        drive = DeadDrive(monkeypatch, pages, "write")
        pages.go.set()
        transfers.export_pages(ids[0], place, pages.write)
    elif what == "export":
        drive = DeadDrive(monkeypatch, transfer_targets.UnfinishedFile, "open", after=3)
        transfers.export_json(ids, place)
    else:
        drive = DeadDrive(monkeypatch, transfer_targets.MarkdownFolder, "put", after=3)
        transfers.export_markdown(ids, place)
    harness.h.wait(drive.asked.is_set)
    transfers.cancel()
    harness.end()
    assert [said(notice.text) for notice in harness.h.notices] == [said(say("transfer.no_answer"))]
    transfers.export_json(ids, tmp_path / "b.json")
    harness.end()
    assert harness.last[1] == "Exported 5 chats to b.json." and harness.hidden() == 0
    told = list(harness.h.notices)
    transfers.import_paths([own_file(tmp_path / "c.json", 3)])
    harness.h.wait(lambda: harness.progress[-1] is not None)
    drive.back.set()
    harness.end()
    harness.h.wait(drive.ended.is_set)
    harness.h.wait(lambda: not list(tmp_path.glob(".*")) and not place.exists())
    harness.h.settle()
    assert [notice.level for notice in harness.h.notices[len(told) :]] == ["info"]
    assert harness.hidden() == 0 and len(harness.titles()) == 8


def test_a_cancelled_transfer_is_waited_for_while_the_store_is_at_it_or_it_goes_on(
    harness: TransfersHarness, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    transfers, store = harness.transfers, DeadDrive(monkeypatch, Store, "stage_chats")
    transfers.import_paths([own_file(tmp_path / "a.json", 5)])
    harness.h.wait(store.asked.is_set)
    transfers.cancel()
    run = transfers._run
    assert run is not None and not run.outside and run.steps
    for step in (0, run.steps):  # when it was cancelled the store was at it, or another step outside
        transfers._wait_no_more(run, step)
        assert transfers.present is not None
    store.back.set()
    harness.end()
    assert [notice.text for notice in harness.h.notices] == [say("import.cancelled")]
    assert harness.titles() == [] and harness.hidden() == 0


def test_no_chat_is_imported_after_all_chats_were_deleted(
    harness: TransfersHarness, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    context = harness.h.context
    drive = DeadDrive(monkeypatch, reader.JsonReader, "_element", after=7)
    harness.transfers.import_paths([own_file(tmp_path / "a.json", 40)])
    harness.h.wait(drive.asked.is_set)
    context.privacy.wipe("chats")
    harness.h.wait(lambda: not context.privacy.busy)
    drive.back.set()
    harness.end()
    assert harness.titles() == [] and harness.hidden() == 0 and harness.imported == []
    assert {said(notice.text) for notice in harness.h.notices} == {
        said(say("privacy.deleted")), said(say("import.cancelled")),
    }  # fmt: skip


def test_deleting_all_chats_ends_no_export(harness: TransfersHarness, tmp_path: Path) -> None:
    harness.transfers.export_json(harness.fill(5), tmp_path / "a.json")
    harness.transfers.cancel_import()
    harness.end()
    assert harness.last[1] == "Exported 5 chats to a.json."


def test_text_of_a_cancelled_import_leaves_a_large_index(
    harness: TransfersHarness, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(merging, "SLICE_S", 0.0)
    store = harness.h.context.store
    file = own_file(tmp_path / "a.json", 40)
    file.write_text(file.read_text().replace('"hi"', '"unforgettable"'))

    def held() -> bool:
        with store._read() as db:
            return any(b"unforgettable" in block for (block,) in db.execute("SELECT block FROM message_words_data"))

    def left() -> bool:
        with store._read() as db:
            return merging.is_left(db)

    def stop(state: Transfer | None) -> None:
        if state is not None and state.chats >= 2:
            harness.transfers.cancel()

    harness.transfers.progress_changed.connect(stop)
    harness.transfers.import_paths([file])
    harness.end()
    assert harness.hidden() == 0
    harness.h.wait(lambda: not left())
    assert not held()


def test_a_full_disk_adds_nothing(harness: TransfersHarness, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = harness.h.context.store
    real, calls = store.stage_chats, []

    def stage(chats: object, settings: object) -> None:
        calls.append(1)
        if len(calls) == 3:
            raise StoreFull("store.full")
        real(chats, settings)  # type: ignore[arg-type]

    monkeypatch.setattr(store, "stage_chats", stage)
    harness.transfers.import_paths([own_file(tmp_path / "a.json", 12)])
    harness.end()
    assert harness.last == ("error", said(say("store.full")), advised(say("store.full")))
    assert harness.titles() == [] and harness.hidden() == 0


def test_one_at_a_time(harness: TransfersHarness, tmp_path: Path) -> None:
    ids = harness.fill(3)
    harness.transfers.export_json(ids, tmp_path / "a.json")
    harness.transfers.import_paths([own_file(tmp_path / "b.json", 2)])
    assert harness.last[1] == "Another import or export is running."
    harness.end()
    assert harness.titles() == ["Chat 0", "Chat 1", "Chat 2"]
    assert (tmp_path / "a.json").exists()


def test_chatgpt_with_what_was_left_out(harness: TransfersHarness, tmp_path: Path) -> None:
    (tmp_path / "conversations.json").write_text(json.dumps(chatgpt_export()))
    harness.transfers.import_paths([str(tmp_path / "conversations.json")])
    harness.end()
    assert harness.last == (
        "info", "Imported 1 chat with 4 messages.", "Skipped 3 non-text items.",
    )  # fmt: skip
    harness.h.open(harness.imported[0][0])
    harness.h.wait_idle()
    harness.h.send("go on")  # what came from elsewhere is talked on with
    assert harness.h.states[-1] == "done"


def test_a_file_without_chats_is_told(harness: TransfersHarness, tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text("[]")
    harness.transfers.import_paths([tmp_path / "a.json"])
    harness.end()
    assert harness.last == ("warning", "“a.json” contains no chats.", "Nothing was added.")
    harness.transfers.import_paths([tmp_path / "gone.json"])
    harness.end()
    assert harness.last[0] == "error"


def test_an_import_cut_off_by_the_end_of_the_program_is_cleared_away(harness: TransfersHarness, start: Start) -> None:
    store = harness.h.context.store
    chat = converse(store, "a", "b")[0]
    import msgspec

    question = Message(id=new_id(), chat="", role="user", content="hi", created=1.0)
    staged = msgspec.structs.replace(chat, id=new_id(), head=question.id)
    store.stage_chats([(staged, [question])])
    harness.h.context.shutdown()
    again = TransfersHarness(start())
    again.h.wait_idle()
    assert again.hidden() == 0
    assert again.titles() == ["Chat"]


def test_sending_goes_on_while_an_import_runs(harness: TransfersHarness, tmp_path: Path) -> None:
    harness.transfers.import_paths([own_file(tmp_path / "a.json", 200)])
    harness.h.send("hello")
    assert harness.h.states == ["done", "done"]
    harness.end()
    assert len(harness.titles()) == 201


def test_what_was_left_out_is_what_is_taken_in_though_its_folder_has_more_by_now(
    harness: TransfersHarness, tmp_path: Path
) -> None:
    """As the folder of another program that runs."""
    folder = tmp_path / "chats"
    folder.mkdir()
    for name in ("b", "c"):
        messages = [{"id": "1", "role": "user", "content": f"question of {name}"}]
        own_file(folder / f"{name}.json", 1, title=name, messages=messages, head="1")
    harness.transfers.import_paths([folder / "c.json"])
    harness.end()
    harness.transfers.import_paths([folder])
    harness.end()
    assert harness.titles() == ["b", "c"]
    own_file(folder / "a.json", 1, title="a")
    harness.h.context.act(harness.h.notices[-1])
    harness.end()
    assert harness.titles() == ["b", "c", "c"]


def test_chats_that_are_here_already_are_left_out(harness: TransfersHarness, tmp_path: Path) -> None:
    ids = harness.fill(5)
    harness.transfers.export_json(ids, tmp_path / "a.json")
    harness.end()
    store = harness.h.context.store
    delete_for_good(store, store.trash_chats(ids[:2]))
    said_since = Message(id=new_id(), chat=ids[2], role="user", content="more", created=1.0)
    store.add_user_message(said_since)
    store.rename_chat(ids[3], "Other")
    harness.transfers.import_paths([tmp_path / "a.json"])
    harness.end()
    assert harness.last == ("info", "Imported 2 chats with 4 messages.", "Already here: 3 of 5 chats.")
    assert harness.h.notices[-1].action == "import_skipped"
    assert harness.titles() == ["Chat 0", "Chat 1", "Chat 2", "Chat 4", "Other"]
    first = harness.h.notices[-1]
    harness.transfers.import_paths([tmp_path / "a.json"])
    harness.end()
    assert harness.last == ("info", "No new chats.", "Already here: 5 of 5 chats.")
    assert len(harness.imported) == 1 and harness.hidden() == 0
    harness.transfers.export_json(ids, tmp_path / "b.json")
    harness.h.context.act(first)
    assert harness.last[1] == "Another import or export is running."
    harness.end()
    harness.h.context.act(first)  # those three all the same, and no others
    harness.end()
    assert harness.last == ("info", "Imported 3 chats with 6 messages.", "")
    assert harness.titles() == ["Chat 0", "Chat 1", "Chat 2", "Chat 2", "Chat 3", "Chat 4", "Chat 4", "Other"]
    harness.h.context.act(first)  # once is enough
    assert harness.transfers.present is None


def test_a_chat_with_more_in_it_is_another_one(harness: TransfersHarness, tmp_path: Path) -> None:
    (one,) = harness.fill(1)
    harness.transfers.export_json([one], tmp_path / "a.json")
    harness.end()
    file = json.loads((tmp_path / "a.json").read_text())
    messages = file["chats"][0]["messages"]
    messages.append({"id": "x", "role": "user", "content": "and?", "parent": messages[-1]["id"]})
    (tmp_path / "b.json").write_text(json.dumps(file))
    harness.transfers.import_paths([tmp_path / "b.json"])
    harness.end()
    assert harness.last == ("info", "Imported 1 chat with 3 messages.", "")


def test_folders_come_with_what_they_have_of_their_own(harness: TransfersHarness, tmp_path: Path) -> None:
    ids, context = harness.fill(3), harness.h.context
    for chat in ids[:2]:
        context.chats.create_folder("Work", [chat])
    harness.h.settle()
    pirate = context.store.chat(ids[0]).folder  # type: ignore[union-attr]
    context.documents.mounts.set_system_prompt(pirate, "Be a pirate.")
    context.documents.mounts.set_notes(pirate, "Ship's notes")
    harness.h.settle()
    harness.transfers.export_json(ids, tmp_path / "a.json")
    harness.end()
    delete_for_good(context.store, context.store.trash_chats(ids))
    for folder in context.store.folders():
        context.store.delete_folder(folder.id)
    harness.transfers.import_paths([tmp_path / "a.json"])
    harness.end()
    chats = {chat.title: chat for chat in context.store.chats()}
    made = [context.documents.mounts.project(chats[f"Chat {n}"].folder) for n in range(2)]
    assert [(one.system_prompt, one.notes) for one in made] == [("Be a pirate.", "Ship's notes"), ("", "")]
    assert [folder.name for folder in context.store.folders()] == ["Work", "Work"]
    assert chats["Chat 2"].folder == ""


def test_folders_without_chats_are_exported_with_all_chats(harness: TransfersHarness, tmp_path: Path) -> None:
    ids, context = harness.fill(2), harness.h.context
    context.chats.create_folder("Full", ids[:1])
    context.chats.create_folder("Empty")
    harness.h.settle()
    for path, chosen in ((tmp_path / "all.json", True), (tmp_path / "chosen.json", False)):
        harness.transfers.export_json(ids, path, chosen)
        harness.end()
    names = [
        [one["name"] for one in json.loads(path.read_text())["folders"]] for path in sorted(tmp_path.glob("*.json"))
    ]
    assert names == [["Full", "Empty"], ["Full"]]
    for folder in context.store.folders():
        context.store.delete_folder(folder.id)
    harness.transfers.import_paths([tmp_path / "all.json"])
    harness.end()
    assert harness.last == ("info", "No new chats.", "Already here: 2 of 2 chats. Added 1 empty folder.")
    assert [group.folder.name for group in context.chats.groups if group.folder] == ["Empty"], "it is in the list"
    harness.h.context.act(harness.h.notices[-1])
    harness.end()
    assert harness.last == ("info", "Imported 2 chats with 4 messages.", "")
    assert sorted(folder.name for folder in context.store.folders()) == ["Empty", "Full"]


def test_folders_alone_are_exported_and_imported(harness: TransfersHarness, tmp_path: Path) -> None:
    harness.h.context.chats.create_folder("Empty")
    harness.h.settle()
    harness.transfers.export_json([], tmp_path / "a.json", all_folders=True)
    harness.end()
    assert harness.last[1] == "Exported 0 chats to a.json."
    (folder,) = harness.h.context.store.folders()
    harness.h.context.store.delete_folder(folder.id)
    harness.transfers.import_paths([tmp_path / "a.json"])
    harness.end()
    assert harness.last == ("info", "No new chats.", "Added 1 empty folder.")
    assert [folder.name for folder in harness.h.context.store.folders()] == ["Empty"]


class PagesHarness:
    """Writes pages for as long as a test lets it."""

    def __init__(self) -> None:
        self.go, self.began = threading.Event(), threading.Event()

    def write(self, view: ChatView, path: Path, step: Callable[[float], None]) -> None:
        step(0.25)
        path.write_text(view.messages[0].content)
        self.began.set()
        assert self.go.wait(60)
        try:
            step(0.5)
        except BaseException:
            path.unlink()
            raise


def test_pages_are_written_with_progress(harness: TransfersHarness, tmp_path: Path) -> None:
    (one,) = harness.fill(1)
    pages = PagesHarness()
    harness.transfers.export_pages(one, tmp_path / "a.pdf", pages.write)
    assert harness.progress == [Transfer("export", "a.pdf", 0, 1000, 1)]
    harness.h.wait(lambda: harness.progress[-1] == Transfer("export", "a.pdf", 250, 1000, 1))
    pages.go.set()
    harness.end()
    assert harness.last == ("info", "Exported 1 chat to a.pdf.", "")
    harness.transfers.export_pages("gone", tmp_path / "b.pdf", pages.write)
    harness.end()
    assert harness.last[:2] == ("error", "There is nothing to export.")


def test_cancelled_pages_leave_nothing(harness: TransfersHarness, tmp_path: Path) -> None:
    (one,) = harness.fill(1)
    pages = PagesHarness()
    harness.transfers.export_pages(one, tmp_path / "a.pdf", pages.write)
    harness.h.wait(pages.began.is_set)
    told = len(harness.h.notices)
    harness.transfers.cancel()
    pages.go.set()
    harness.end()
    assert not (tmp_path / "a.pdf").exists() and len(harness.h.notices) == told


def test_the_end_of_the_program_stops_pages(harness: TransfersHarness, tmp_path: Path) -> None:
    (one,) = harness.fill(1)
    pages = PagesHarness()
    harness.transfers.export_pages(one, tmp_path / "a.pdf", pages.write)
    harness.h.wait(pages.began.is_set)
    harness.transfers.shutdown()
    pages.go.set()
    harness.h.context.shutdown()
    assert not (tmp_path / "a.pdf").exists()


def test_pages_are_printed_without_a_file(harness: TransfersHarness) -> None:
    def refuse(_step: Callable[[float], None]) -> None:
        raise TransferError("print.refused")

    harness.transfers.print_pages("Laser", lambda step: step(0.1))
    harness.end()
    assert harness.progress[0] == Transfer("print", "Laser", 0, 1000, 1)
    assert harness.last == ("info", "Chat sent to Laser.", "")
    harness.transfers.print_pages("Laser", refuse)
    harness.end()
    assert harness.last == ("error", "Can't print the chat.", "Check the printer and try again.")


def test_a_cancelled_export_takes_its_folders_along(harness: TransfersHarness, tmp_path: Path) -> None:
    ids = harness.fill(3)
    for name, chat in zip(("One", "Two"), ids, strict=False):
        harness.h.context.chats.create_folder(name, [chat])
    harness.h.settle()
    (tmp_path / "out" / "One").mkdir(parents=True)

    def stop(now: Transfer | None) -> None:
        if now is not None and now.done:
            harness.transfers.cancel()

    harness.transfers.progress_changed.connect(stop)
    harness.transfers.export_markdown(ids, tmp_path / "out")  # two chats a slice
    harness.end()
    assert [str(path.relative_to(tmp_path)) for path in (tmp_path / "out").rglob("*")] == ["out/One"]
    harness.transfers.export_markdown(ids, tmp_path / "new" / "deep")
    harness.end()
    assert not (tmp_path / "new").exists()


def test_it_is_a_service_of_the_program(harness: TransfersHarness) -> None:
    assert isinstance(harness.transfers, Transfers)
    assert harness.transfers.present is None
