"""Export and import through the services: in slices, to be cancelled, all or nothing."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from app.core.store import StoreFull
from app.core.texts import say
from app.core.types import Message, new_id
from app.services.chat import transfer as transfer_module
from app.services.chat.transfer import Transfer, Transfers
from tests.unit.core.store_helpers import converse
from tests.unit.core.test_transfer import CHAT, chatgpt_export
from tests.unit.services.conftest import Start
from tests.unit.services.harness import Harness
from tests.words import advised, hint_of, said


class Desk:
    """A program with chats, and what its transfers told."""

    def __init__(self, h: Harness) -> None:
        self.h, self.transfers = h, h.context.transfers
        self.progress: list[Transfer | None] = []
        self.imported: list[Sequence[str]] = []
        self.exported: list[str] = []
        self.transfers.progress_changed.connect(self.progress.append)
        self.transfers.imported.connect(self.imported.append)
        self.transfers.exported.connect(self.exported.append)

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
def desk(start: Start, monkeypatch: pytest.MonkeyPatch) -> Desk:
    monkeypatch.setattr(transfer_module, "SLICE", 2)
    h = start()
    h.wait_idle()
    return Desk(h)


def own_file(path: Path, count: int, **change: object) -> Path:
    chats = [{**CHAT, "title": f"Imported {n}"} for n in range(count)]
    chats[-1] = {**chats[-1], **change}
    path.write_text(json.dumps({"format": "longthread-chats", "version": 1, "chats": chats}))
    return path


def test_export_all_and_import_again(desk: Desk, tmp_path: Path) -> None:
    ids = desk.fill(7)
    target = tmp_path / "all.json"
    desk.transfers.export_json(ids, target)
    desk.end()
    assert desk.last[1] == "7 chats exported to all.json."
    assert desk.exported == [str(target)]
    seen = [one.done for one in desk.progress if one is not None]
    assert seen == sorted(seen) and len(seen) == 4 and seen[0] == 0
    assert [entry.name for entry in tmp_path.glob("all*")] == ["all.json"]
    desk.transfers.import_paths([target])
    desk.end()
    assert desk.last == ("info", "7 chats with 14 messages imported.", "")
    assert desk.titles() == sorted([f"Chat {n}" for n in range(7)] * 2)
    assert len(desk.imported[0]) == 7
    assert len(desk.h.context.chats.chats) == 14
    assert desk.hidden() == 0


def test_export_of_chats_that_are_gone_by_then(desk: Desk, tmp_path: Path) -> None:
    (one,) = desk.fill(1)
    desk.transfers.export_json([one, "gone"], tmp_path / "a.json")
    desk.end()
    assert len(json.loads((tmp_path / "a.json").read_text())["chats"]) == 1
    desk.transfers.export_markdown(["gone"], tmp_path / "a.md")
    desk.end()
    assert desk.last[:2] == ("error", "There is nothing to export.")
    assert not (tmp_path / "a.md").exists()
    desk.transfers.export_json([], tmp_path / "b.json")  # nothing asked, nothing done
    assert desk.progress[-1] is None


def test_markdown_one_and_several(desk: Desk, tmp_path: Path) -> None:
    ids = desk.fill(3)
    desk.h.context.chats.create_folder("A/B", ids[:1])
    desk.h.context.store.rename_chat(ids[1], "Chat 2")  # the same name twice
    desk.h.settle()
    desk.transfers.export_markdown(ids[:1], tmp_path / "one.md")
    desk.end()
    assert (tmp_path / "one.md").read_text().startswith("# Chat 0\n")
    folder = tmp_path / "many"
    folder.mkdir()
    (folder / "Chat 2.md").write_text("mine")
    desk.transfers.export_markdown(ids, folder)
    desk.end()
    assert {str(path.relative_to(folder)) for path in folder.rglob("*.md")} == {
        "A B/Chat 0.md", "Chat 2.md", "Chat 2 2.md", "Chat 2 3.md",
    }  # fmt: skip
    assert (folder / "Chat 2.md").read_text() == "mine"


def test_a_place_that_cannot_be_written(desk: Desk, tmp_path: Path) -> None:
    ids = desk.fill(3)
    desk.transfers.export_json(ids, tmp_path / "nowhere" / "a.json")
    desk.end()
    assert desk.last[0] == "error" and "cannot be written" in desk.last[1]
    assert desk.exported == []


def test_a_cancelled_export_leaves_no_file(desk: Desk, tmp_path: Path) -> None:
    ids = desk.fill(5)
    folder = tmp_path / "many"
    folder.mkdir()
    for begin, place in ((desk.transfers.export_json, tmp_path / "a.json"), (desk.transfers.export_markdown, folder)):
        desk.progress.clear()
        begin(ids, place)
        desk.transfers.cancel()
        desk.end()
    desk.h.wait(lambda: not list(tmp_path.glob("*.part")))
    assert not (tmp_path / "a.json").exists()
    assert list(folder.iterdir()) == []
    assert desk.exported == []


def test_a_broken_file_imports_nothing_and_says_why(desk: Desk, tmp_path: Path) -> None:
    desk.transfers.import_paths([own_file(tmp_path / "a.json", 9, head="nothing")])
    desk.end()
    level, text, _ = desk.last
    assert level == "error" and "“a.json” holds a chat that is broken" in text
    assert desk.titles() == [] and desk.hidden() == 0
    # one good file beside a broken one: none of both
    desk.transfers.import_paths([own_file(tmp_path / "b.json", 5), tmp_path / "a.json"])
    desk.end()
    assert desk.titles() == [] and desk.hidden() == 0
    assert desk.imported == []


def test_a_cancelled_import_adds_nothing(desk: Desk, tmp_path: Path) -> None:
    begun: list[Transfer] = []

    def stop(state: Transfer | None) -> None:
        if state is not None and state.chats >= 2:
            begun.append(state)
            desk.transfers.cancel()

    desk.transfers.progress_changed.connect(stop)
    desk.transfers.import_paths([own_file(tmp_path / "a.json", 40)])
    desk.end()
    assert begun and begun[0].chats < 40
    assert desk.last[1:] == ("The import was cancelled.", "Nothing was added.")
    assert desk.titles() == [] and desk.hidden() == 0


def test_a_full_disk_adds_nothing(desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = desk.h.context.store
    real, calls = store.stage_chats, []

    def stage(chats: object, settings: object) -> None:
        calls.append(1)
        if len(calls) == 3:
            raise StoreFull("store.full")
        real(chats, settings)  # type: ignore[arg-type]

    monkeypatch.setattr(store, "stage_chats", stage)
    desk.transfers.import_paths([own_file(tmp_path / "a.json", 12)])
    desk.end()
    assert desk.last == ("error", said(say("store.full")), advised(say("store.full")))
    assert desk.titles() == [] and desk.hidden() == 0


def test_one_at_a_time(desk: Desk, tmp_path: Path) -> None:
    ids = desk.fill(3)
    desk.transfers.export_json(ids, tmp_path / "a.json")
    desk.transfers.import_paths([own_file(tmp_path / "b.json", 2)])
    assert desk.last[1] == "Another import or export goes on."
    desk.end()
    assert desk.titles() == ["Chat 0", "Chat 1", "Chat 2"]
    assert (tmp_path / "a.json").exists()


def test_chatgpt_with_what_was_left_out(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "conversations.json").write_text(json.dumps(chatgpt_export()))
    desk.transfers.import_paths([str(tmp_path / "conversations.json")])
    desk.end()
    assert desk.last == (
        "info", "1 chat with 4 messages imported.", "Left out: 2 pieces that are no text.",
    )  # fmt: skip
    desk.h.open(desk.imported[0][0])
    desk.h.wait_idle()
    desk.h.send("go on")  # what came from elsewhere is talked on with
    assert desk.h.states[-1] == "done"


def test_a_file_without_chats_is_told(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text("[]")
    desk.transfers.import_paths([tmp_path / "a.json"])
    desk.end()
    assert desk.last == ("warning", "“a.json” holds no chats.", "Nothing was added.")
    desk.transfers.import_paths([tmp_path / "gone.json"])
    desk.end()
    assert desk.last[0] == "error"


def test_an_import_cut_off_by_the_end_of_the_program_is_cleared_away(desk: Desk, start: Start) -> None:
    store = desk.h.context.store
    chat = converse(store, "a", "b")[0]
    import msgspec

    question = Message(id=new_id(), chat="", role="user", content="hi", created=1.0)
    staged = msgspec.structs.replace(chat, id=new_id(), head=question.id)
    store.stage_chats([(staged, [question])])
    desk.h.context.shutdown()
    again = Desk(start())
    again.h.wait_idle()
    assert again.hidden() == 0
    assert again.titles() == ["Chat"]


def test_sending_goes_on_while_an_import_runs(desk: Desk, tmp_path: Path) -> None:
    desk.transfers.import_paths([own_file(tmp_path / "a.json", 200)])
    desk.h.send("hello")
    assert desk.h.states == ["done", "done"]
    desk.end()
    assert len(desk.titles()) == 201


def test_it_is_a_service_of_the_program(desk: Desk) -> None:
    assert isinstance(desk.transfers, Transfers)
    assert desk.transfers.present is None
