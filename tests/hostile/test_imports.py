"""Files to import that were made to hang or to fill the memory: bounded, refused, and stopped when asked to."""

from __future__ import annotations

import json
import sys
import threading
import tracemalloc
import zipfile
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from app.core.chat_values import Chat, ChatView, Folder, Message
from app.core.store import Store
from app.core.texts import say
from app.core.transcript import LONGEST_LINE
from app.core.transfer import (
    Imported,
    ImportProgress,
    ImportStopped,
    JsonExport,
    TransferError,
    file_name,
    imported,
    markdown,
    reader,
    sources,
)
from app.core.transfer.values import fenced
from app.services.background import Ops
from app.services.chat.transfer import Transfer
from tests.unit.core.store_helpers import a_chat, converse, put_chat
from tests.unit.core.test_transfer import CHAT, node
from tests.unit.services.conftest import Start


def lines_run(work: Callable[[], object]) -> int:
    """How many lines of Python ``work`` takes: what grows with the work, whatever the machine."""
    count = 0

    def trace(_frame: FrameType, event: str, _value: object) -> Any:
        nonlocal count
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        work()
    finally:
        sys.settrace(before)
    return count


def read(path: Path, progress: ImportProgress | None = None) -> list[Imported]:
    return [one for one in imported(sources([path]), progress or ImportProgress()) if one is not None]


def own(path: Path, **change: object) -> Path:
    path.write_text(json.dumps({"format": "longthread-chats", "version": 1, "chats": [CHAT | change]}))
    return path


# --------------------------------------------------------------------------- work


def test_a_fence_around_backticks_takes_no_more_work_the_more_there_are() -> None:
    few, many = "`" * 10, "`" * 2000
    fenced(few)  # what is made at the first call is no work of the second
    assert lines_run(lambda: fenced(many)) == lines_run(lambda: fenced(few))
    first, inside, last = fenced(many).split("\n")
    assert inside == many
    assert first == last == "`" * 2001


def test_a_name_of_a_file_takes_no_more_work_the_longer_the_title_is() -> None:
    assert lines_run(lambda: file_name("é " * 20_000, ".md", set())) == lines_run(
        lambda: file_name("é " * 200, ".md", set())
    )


# --------------------------------------------------------------------------- memory


@pytest.fixture
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bounds that a small file goes beyond."""
    monkeypatch.setattr(reader, "LARGEST", 10_000)
    monkeypatch.setattr(reader, "MOST_PARTS", 2_000)


def jan_archive(folder: Path, line: dict[str, object], count: int) -> Path:
    with zipfile.ZipFile(folder / "jan.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("t/thread.json", json.dumps({"object": "thread", "title": "x"}))
        archive.writestr("t/messages.jsonl", (json.dumps(line) + "\n") * count)
    return folder / "jan.zip"


@pytest.mark.usefixtures("_small")
@pytest.mark.parametrize(("line", "count"), [({"role": "user", "content": "a" * 500}, 40), ({}, 3000)])
def test_the_lines_of_a_chat_are_bounded_together(tmp_path: Path, line: dict[str, object], count: int) -> None:
    with pytest.raises(TransferError, match="too large"):
        read(jan_archive(tmp_path, line, count))
    assert read(jan_archive(tmp_path, {"role": "user", "content": "a"}, 30))


@pytest.mark.usefixtures("_small")
@pytest.mark.parametrize("value", ["a" * 900, [[]] * 300])
def test_the_members_of_one_object_are_bounded_together(tmp_path: Path, value: object) -> None:
    path = tmp_path / "a.json"
    path.write_text(json.dumps({f"k{n}": value for n in range(20)}))
    with pytest.raises(TransferError, match="too large"):
        read(path)
    path.write_text(json.dumps({"object": "thread", "k": value}))
    (tmp_path / "messages.jsonl").write_text(json.dumps({"role": "user", "content": "a"}))
    assert read(path)


@pytest.mark.usefixtures("_small")
def test_one_value_of_many_small_ones_is_stepped_over_and_not_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reader, "BLOCK", 512)
    path = tmp_path / "a.json"
    path.write_text(json.dumps([[[]] * 160_000]))
    asked: list[int] = []
    tracemalloc.start()
    try:
        with pytest.raises(TransferError, match="too large"):
            read(path, ImportProgress(lambda: bool(asked.append(1))))
        assert tracemalloc.get_traced_memory()[1] < 1_000_000, "a list takes 56 bytes, and there are 160,000"
    finally:
        tracemalloc.stop()
    assert len(asked) > 1000, "it can be stopped meanwhile"


# --------------------------------------------------------------------------- cancelling


def chatgpt_file(folder: Path, count: int) -> Path:
    nodes = [node("0", None, "user", "hi")]
    nodes += [node(str(n), str(n - 1), "user" if n % 2 == 0 else "assistant", f"t{n}") for n in range(1, count)]
    value = [{"title": "x", "mapping": {one["id"]: one for one in nodes}, "current_node": str(count - 1)}]
    (folder / "conversations.json").write_text(json.dumps(value))
    return folder / "conversations.json"


def lm_studio_file(folder: Path, count: int) -> Path:
    version = {"role": "user", "type": "singleStep", "content": [{"type": "text", "text": "hi"}]}
    messages = [{"versions": [version], "currentlySelected": 0}] * count
    (folder / "a.conversation.json").write_text(json.dumps({"name": "x", "messages": messages}))
    return folder / "a.conversation.json"


def own_file(folder: Path, count: int) -> Path:
    messages = [{"id": str(n), "role": "user", "content": "hi"} for n in range(count)]
    return own(folder / "a.json", messages=messages, head="")


def jan_file(folder: Path, count: int) -> Path:
    return jan_archive(folder, {"role": "user", "content": "hi"}, count)


@pytest.mark.parametrize("make", [chatgpt_file, lm_studio_file, own_file, jan_file])
def test_an_import_stops_inside_a_chat(tmp_path: Path, make: Callable[[Path, int], Path]) -> None:
    count = 300
    path = make(tmp_path, count)
    asked = 0

    def stopped() -> bool:
        nonlocal asked
        asked += 1
        return False

    assert len(read(path, ImportProgress(stopped))) == 1
    assert asked > count, "it is asked for each message"
    limit, asked = asked // 2, 0

    def in_the_middle() -> bool:
        return stopped() or asked > limit

    with pytest.raises(ImportStopped):
        read(path, ImportProgress(in_the_middle))
    assert asked == limit + 1, "nothing goes on after it"


def test_looking_through_folders_stops_as_well(tmp_path: Path) -> None:
    for n in range(20):
        (tmp_path / str(n)).mkdir()
    own(tmp_path / "9" / "a.longthread.json")
    asked: list[int] = []
    (found,) = sources([tmp_path], ImportProgress(lambda: bool(asked.append(1))).ask)
    assert found.name == "a.longthread.json"
    assert len(asked) == 21
    asked.clear()
    with pytest.raises(ImportStopped):
        sources([tmp_path], ImportProgress(lambda: asked.append(1) or len(asked) == 5).ask)
    assert len(asked) == 5


def test_cancelling_inside_a_chat_adds_nothing(start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    h = start()
    transfers = h.context.transfers
    told: list[Transfer | None] = []
    transfers.progress_changed.connect(told.append)
    asked = 0

    def ask(progress: ImportProgress) -> None:
        nonlocal asked
        asked += 1
        if asked == 100:
            assert transfers._run is not None
            transfers._run.stopped = True  # as the person does, who sees nothing of what the other thread does just now
        real(progress)

    real = ImportProgress.ask
    monkeypatch.setattr(ImportProgress, "ask", ask)
    transfers.import_paths([chatgpt_file(tmp_path, 2000)])
    h.wait(lambda: told and told[-1] is None)
    h.settle()
    assert asked == 100
    assert h.notices[-1].text == say("import.cancelled")
    assert h.context.store.chats() == []


def test_the_end_of_the_program_stops_an_import(start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    h = start()
    transfers = h.context.transfers
    transfers.import_paths([chatgpt_file(tmp_path, 2000)])
    run = transfers._run
    assert run is not None and not run.stopped
    seen: list[bool] = []
    real = Ops.shutdown
    monkeypatch.setattr(Ops, "shutdown", lambda ops: (seen.append(run.stopped), real(ops)))
    h.context.shutdown()
    assert seen == [True], "told before anything waits for its thread"


def test_the_end_of_the_program_does_not_wait_for_a_worker_that_hangs(caplog: pytest.LogCaptureFixture) -> None:
    ops = Ops()
    begun, released, ended = threading.Event(), threading.Event(), threading.Event()
    dropped: list[int] = []

    def hang() -> None:
        begun.set()
        released.wait(20)
        ended.set()

    for _ in range(2):
        ops.run(hang)
    ops.run(lambda: dropped.append(1))
    assert begun.wait(20)
    ops.shutdown(patience=0)
    assert not ended.is_set()
    assert "did not end in time" in caplog.text
    released.set()
    assert ended.wait(20)
    assert dropped == []


# --------------------------------------------------------------------------- times and titles


@pytest.mark.parametrize("at", [1e300, -1.0, -1e300, 1e12])
def test_a_chat_of_any_time_can_be_exported(tmp_path: Path, store: Store, at: float) -> None:
    messages = [{"id": "a", "role": "user", "content": "hi", "created": at}]
    (one,) = read(own(tmp_path / "a.json", messages=messages, head="a", created=at, updated=at))
    for time in (one.chat.created, one.chat.updated, one.messages[0].created):
        assert 0 <= time < 4e10
    store.stage_chats([(one.chat, one.messages)])
    store.finish_import([(one.chat.id, "")])
    view = store.view(one.chat.id)
    assert view is not None
    assert "hi" in markdown(view)


@pytest.mark.parametrize("at", [1e300, -1e300, float("nan"), float("inf")])
def test_a_chat_that_has_such_a_time_already_can_be_exported(tmp_path: Path, at: float) -> None:
    chat = Chat(id="c", title="x", head="m", created=at, updated=at)
    message = Message(id="m", chat="c", parent="", role="user", content="hi", created=at)
    assert markdown(ChatView(chat, (message,))).startswith("# x\n\n## You")
    writer = JsonExport()
    path = tmp_path / "a.json"
    path.write_bytes(writer.begin(1.0) + writer.chat(chat, [message], "") + writer.end())
    assert [one.chat.title for one in read(path)] == ["x"]


LONG = "word " * 100_000


def test_titles_are_short_whoever_gave_them(tmp_path: Path, store: Store) -> None:
    (chat,) = read(own(tmp_path / "own.json", title=LONG, folder=LONG, model_name=LONG))
    assert max(len(chat.chat.title), len(chat.folder), len(chat.chat.model_name)) <= LONGEST_LINE
    path = chatgpt_file(tmp_path, 2)
    path.write_text(path.read_text().replace('"title": "x"', f'"title": "{LONG}"'))
    (chat,) = read(path)
    assert len(chat.chat.title) <= LONGEST_LINE
    kept, _ = converse(store, "a", "b", title=LONG)
    store.create_folder(Folder("f", LONG))
    assert [len(chat.title) <= LONGEST_LINE for chat in store.chats()] == [True]
    store.rename_chat(kept.id, LONG)
    assert [len(chat.title) <= LONGEST_LINE for chat in store.chats()] == [True]
    assert [len(folder.name) <= LONGEST_LINE for folder in store.folders()] == [True]


def test_a_long_title_that_is_there_already_is_shown_short(store: Store) -> None:
    put_chat(store, a_chat())
    with store._write() as db:
        db.execute("UPDATE chat SET title = ?", (LONG,))
    assert [len(chat.title) <= LONGEST_LINE for chat in store.chats()] == [True]
