"""Models: the library as the window sees it, files dropped in, what is loaded at start."""

from __future__ import annotations

import threading
import time
from pathlib import Path
from typing import Any

import pytest

from app.core import library
from app.core.instance import InstanceRunning
from app.core.library import Library, LibraryScan
from app.core.model_values import ModelEntry, ModelPhase, ModelState
from app.core.paths import Paths
from app.core.store import StoreTooNew
from app.core.texts import say
from app.services import background
from app.services.app_context import AppContext
from engine import protocol as p
from engine.protocol import ModelFacts
from tests.fake_engine import Script, in_process_engine
from tests.unit.core.test_library import gguf
from tests.unit.services.conftest import STARTER, Start, card_lost
from tests.unreachable import asked_by_the_window, silent
from tests.words import hint_of, said


def test_the_starter_is_loaded_at_first_and_the_last_used_later(start: Start) -> None:
    h = start(models=2)
    states: list[ModelState] = []
    h.context.models.state_changed.connect(states.append)
    h.wait_idle()
    assert Path(h.context.models.state.path).name == STARTER
    assert h.context.models.state.devices == ("CPU",)
    assert h.context.models.state.n_ctx == 4096
    assert ModelPhase.LOADING in [state.phase for state in states]
    other = next(entry for entry in h.context.models.entries if not entry.starter)
    h.context.models.load(other.path)
    h.wait_idle()
    h.context.shutdown()
    again = start(models=2)
    again.wait_idle()
    assert again.context.models.state.path == other.path
    assert again.context.models.entries[0].path == other.path  # last used first


def test_a_last_used_model_that_is_gone_is_told(start: Start, tmp_path: Path) -> None:
    h = start(models=2)
    h.wait_idle()
    other = next(entry for entry in h.context.models.entries if not entry.starter)
    h.context.models.load(other.path)
    h.wait_idle()
    h.context.shutdown()
    Path(other.path).unlink()
    again = start()
    again.wait_idle()
    assert Path(again.context.models.state.path).name == STARTER
    assert any(Path(other.path).name in said(notice.text) for notice in again.notices)


def test_a_dropped_file_is_referenced_loaded_and_remembered(start: Start, tmp_path: Path) -> None:
    h = start()
    h.wait_idle()
    file = tmp_path / "mine.gguf"
    file.write_bytes(gguf())
    added: list[ModelEntry] = []
    h.context.models.added.connect(added.append)
    h.context.models.add([str(file), str(file)])
    h.wait(lambda: h.context.models.state.path == str(file))
    h.wait_idle()
    assert [entry.path for entry in added] == [str(file)]
    assert added[0].referenced
    h.context.models.add([str(file)], load=False)
    h.wait(lambda: len(added) == 2)
    assert len(h.context.models.entries) == 2
    h.context.shutdown()
    again = start()
    again.wait_idle()
    assert again.context.models.state.path == str(file)
    assert file.exists()
    again.context.care.remove(str(file))
    again.wait(lambda: len(again.context.models.entries) == 1)
    assert file.exists()


def test_a_broken_file_is_refused_and_the_loaded_model_stays(start: Start, tmp_path: Path) -> None:
    h = start()
    h.wait_idle()
    h.context.models._library = Library(h.context.paths.models)  # the real reader
    before = h.context.models.state
    bad = tmp_path / "bad.gguf"
    bad.write_bytes(gguf()[:-100])
    good = tmp_path / "good.gguf"
    good.write_bytes(gguf("Good one"))
    h.context.models.add([str(bad)])
    h.wait(lambda: any(notice.level == "error" for notice in h.notices))
    notice = next(notice for notice in h.notices if notice.level == "error")
    assert notice.text
    assert hint_of(notice)
    assert h.context.models.state == before
    h.context.models.add([str(bad), str(good)])  # the good one among bad ones is used
    h.wait(lambda: h.context.models.state.path == str(good))


def test_a_model_that_was_renamed_is_the_one_used_last(start: Start) -> None:
    """Told by its fingerprint."""

    def facts(path: str) -> ModelFacts:
        mark = "starter" if Path(path).name == STARTER else "other"
        return ModelFacts(path=path, name=Path(path).stem, architecture="fake", fingerprint=mark)

    h = start(models=2, facts=facts)
    h.wait_idle()
    other = next(entry for entry in h.context.models.entries if not entry.starter)
    h.context.care.rename(other.path, "My model")
    h.context.models.load(other.path)
    h.wait_idle()
    h.context.shutdown()
    renamed = Path(other.path).rename(Path(other.path).with_name("renamed.gguf"))
    again = start(facts=facts)
    again.wait_idle()
    assert (again.context.models.state.path, again.context.models.state.name) == (str(renamed), "My model")
    assert len(again.context.models.entries) == 2, "what it was is not missed"
    assert not again.notices


def test_many_dropped_files_are_told_of_in_two_sentences(start: Start, tmp_path: Path) -> None:
    """One for each would push those that say what is wrong out of sight."""
    h = start()
    h.wait_idle()
    h.context.models._library = Library(h.context.paths.models)  # the real reader
    files = [tmp_path / f"{number}.gguf" for number in range(50, 0, -1)]
    for number, file in enumerate(files):
        file.write_bytes(b"broken" if number % 10 == 3 else gguf(file.stem))
    added: list[ModelEntry] = []
    h.context.models.added.connect(added.append)
    h.notices.clear()
    h.context.models.add(list(map(str, files)))
    h.wait(lambda: len(h.notices) == 2)
    assert [said(notice.text) for notice in h.notices] == ["Added 45 models to the library.", "Can't add 5 files."]
    assert hint_of(h.notices[1]) == "47.gguf isn't a GGUF model file."
    assert added == []
    h.wait(lambda: h.context.models.state.path == str(files[0]))


class DeadDrive(Library):
    """One whose folders, or the one that is ``dead``, lie on a drive that does not answer before ``back`` is set."""

    def __init__(self, folder: Path, dead: str = "") -> None:
        super().__init__(folder)
        self.dead = dead
        self.back = threading.Event()
        self.looks = 0

    def scan(self, *arguments: Any) -> LibraryScan:
        self.looks += 1
        assert (self.dead and self.dead not in arguments[1]) or self.back.wait(20)
        return super().scan(*arguments)


def test_a_drive_that_does_not_answer_holds_up_nothing_else(start: Start) -> None:
    h = start()
    h.wait_idle()
    drive = h.context.models._library = DeadDrive(h.context.paths.models)
    done: list[str] = []
    for number in range(5):  # the window comes to the front five times
        h.context.models.refresh(lambda number=number: done.append(f"look {number}"))
    h.context.ops.run(lambda: "read", done.append)
    h.wait(lambda: done == ["read"])
    drive.back.set()
    h.wait(lambda: len(done) == 6)
    assert done[1:] == [f"look {number}" for number in range(5)]
    assert drive.looks == 2, "the one that was under way, and one for all that were asked for meanwhile"


def hold_looks(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """From now on no look through the folders ends until the event is set."""
    back, scan = threading.Event(), Library.scan

    def waits(*arguments: Any) -> LibraryScan:
        back.wait(20)
        return scan(*arguments)

    monkeypatch.setattr(Library, "scan", waits)
    return back


@pytest.mark.parametrize("answers", ["after", "before"])
def test_the_model_used_last_waits_for_no_folder_of_other_models(
    start: Start, monkeypatch: pytest.MonkeyPatch, answers: str
) -> None:
    def facts(path: str) -> ModelFacts:
        return ModelFacts(path=path, name=Path(path).stem, architecture="fake", fingerprint=path)

    h = start(models=2, facts=facts)
    h.wait_idle()
    other = next(entry for entry in h.context.models.entries if not entry.starter).path
    h.context.models.load(other)
    h.wait_idle()
    h.context.models.settings_of(other).set("model.n_ctx", 2048)
    h.context.shutdown()
    back = hold_looks(monkeypatch)
    if answers == "before":
        back.set()
    again = start(models=0, facts=facts)
    again.wait_idle()
    assert again.context.models.state.path == other
    assert not again.context.models.entries or answers == "before"
    back.set()
    again.wait(lambda: again.context.models.entries)
    again.settle()
    assert [(load.path, load.n_ctx) for load in again.requests(p.Load)] == [(other, 2048)]  # type: ignore[attr-defined]
    assert not again.context.models.stale and again.notices == []


def test_a_model_that_did_not_load_ahead_of_the_first_look_is_not_tried_again_after_it(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    h = start(models=2)
    h.wait_idle()
    h.context.shutdown()
    back = hold_looks(monkeypatch)
    again = start(Script(load_error="load_refused"), models=0)
    again.wait(lambda: again.context.models.state.phase is ModelPhase.FAILED)
    back.set()
    again.wait(lambda: again.context.models.entries)
    again.settle()
    assert len(again.requests(p.Load)) == 1 and again.context.models.state.phase is ModelPhase.FAILED


@pytest.mark.parametrize("gives_back", ["unload", "rest"])
def test_a_model_that_was_unloaded_before_the_first_look_ended_stays_so(
    start: Start, monkeypatch: pytest.MonkeyPatch, gives_back: str
) -> None:
    h = start(models=2)
    h.wait_idle()
    last, other = sorted((entry.path for entry in h.context.models.entries), key=lambda path: STARTER not in path)
    h.context.shutdown()
    back = hold_looks(monkeypatch)
    again = start(models=0)
    again.wait_idle()
    models = again.context.models
    models.load(other)
    again.wait_idle()
    getattr(models, gives_back)()
    phase = models.state.phase
    back.set()
    again.wait(lambda: models.entries)
    again.settle()
    assert [load.path for load in again.requests(p.Load)] == [last, other]  # type: ignore[attr-defined]
    assert models.state.phase is phase and phase in (ModelPhase.NONE, ModelPhase.RESTING)


def test_an_embedding_model_that_comes_answers_no_chat(start: Start) -> None:
    """It would fail to load, and the model that is downloaded next would not be tried any more."""

    def facts(path: str) -> ModelFacts:
        pooling = "mean" if Path(path).stem == "embed" else ""
        return ModelFacts(path=path, name=Path(path).stem, architecture="fake", fingerprint=path, pooling=pooling)

    h = start(models=0, facts=facts)
    h.wait(lambda: h.context._settled)
    models = h.context.models
    h.conversation.send("Is someone there?")
    h.wait(lambda: h.context.conversations.waiting_chat)
    for name in ("embed.gguf", "talks.gguf"):
        file = h.context.paths.models / name
        file.write_bytes(b"GGUF")
        h.context.downloads.arrived.emit(str(file))
        h.wait(lambda path=str(file): models.entry(path))  # type: ignore[misc]
        h.settle()
    h.wait_idle()
    assert [Path(load.path).name for load in h.requests(p.Load)] == ["talks.gguf"]  # type: ignore[attr-defined]


def test_a_look_that_a_drive_holds_up_is_told_with_its_folder(
    start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    share = tmp_path.resolve() / "share"
    share.mkdir()
    asked, back, look = threading.Event(), threading.Event(), library.look

    def waits(folder: Path) -> Any:
        if folder == share:
            asked.set()
            back.wait(20)
        return look(folder)

    h = start()
    h.wait_idle()
    monkeypatch.setattr(library, "look", waits)
    models = h.context.models
    h.context.folders.add(str(share))
    h.wait(asked.is_set)
    slow = models._looks._slow
    assert slow.isActive() and h.notices == []
    for _ in range(2):
        slow.timeout.emit()
    (notice,) = h.notices
    assert (notice.level, notice.text, notice.action) == (
        "warning",
        say("folder.slow", name=str(share)),
        "open_library",
    )
    back.set()
    h.wait(lambda: len(models.folders) == 2)
    assert not slow.isActive()


def test_a_dropped_file_is_used_while_a_drive_of_others_does_not_answer(
    start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    h = start()
    h.wait_idle()
    models, share, file = h.context.models, tmp_path.resolve() / "share", tmp_path.resolve() / "near.gguf"
    share.mkdir()
    for place in (share / "far.gguf", file):
        place.write_bytes(gguf(place.stem))
    h.context.folders.add(str(share))
    h.wait(lambda: models.entry(str(share / "far.gguf")))
    added: list[str] = []
    models.added.connect(lambda entry: added.append(entry.path))
    asked = asked_by_the_window(monkeypatch, share)
    back = silent(monkeypatch, share)
    models.add([str(file)])
    h.wait(lambda: models.state.path == str(file) and models.state.phase is ModelPhase.LOADED)
    assert added == [] and not back.is_set()
    back.set()
    h.wait(lambda: added == [str(file)])
    h.settle()
    assert [load.path for load in h.requests(p.Load)].count(str(file)) == 1  # type: ignore[attr-defined]
    assert asked == [] and len(models.entries) == 3


def test_a_dropped_file_that_a_drive_holds_up_is_told(
    start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    h = start()
    h.wait_idle()
    monkeypatch.setattr(background, "SLOW_MS", 0)
    back, judge = threading.Event(), Library.judge

    def waits(*arguments: Any) -> Any:
        back.wait(20)
        return judge(*arguments)

    monkeypatch.setattr(Library, "judge", waits)
    file = tmp_path / "far.gguf"
    file.write_bytes(gguf("Far"))
    h.context.models.add([str(file)])
    h.wait(lambda: h.notices)
    assert [notice.text for notice in h.notices] == [say("file.slow", name="far.gguf")]
    back.set()
    h.wait(lambda: h.context.models.state.path == str(file))


def test_a_folder_on_a_drive_that_does_not_answer_can_be_removed(start: Start, tmp_path: Path) -> None:
    h = start()
    h.wait_idle()
    share = str(tmp_path.resolve() / "share")
    drive = h.context.models._library = DeadDrive(h.context.paths.models, share)
    done: list[str] = []
    h.context.folders.add(share)
    h.context.models.refresh(lambda: done.append("begun before"))
    h.wait(lambda: drive.looks == 1)
    h.context.folders.remove(share)
    h.wait(lambda: done == ["begun before"])
    assert [folder.own for folder in h.context.models.folders] == [True]
    drive.back.set()
    h.context.models.refresh(lambda: done.append("after"))
    h.wait(lambda: done[1:] == ["after"])
    assert [folder.own for folder in h.context.models.folders] == [True], "the late answer is not taken"


def test_a_choice_overtaken_by_another_is_not_loaded_twice(start: Start) -> None:
    h = start(models=3)
    h.wait_idle()
    one, two = [entry.path for entry in h.context.models.entries if not entry.starter]
    h.context.models.load(one)
    h.context.models.load(two)
    h.wait_idle()
    assert h.context.models.state.path == two
    assert h.context.settings.text("model.last") == two


def test_unload_gives_the_memory_back(start: Start) -> None:
    h = start()
    h.wait_idle()
    h.send("hello")
    h.context.models.unload()
    h.wait(lambda: h.requests(p.Unload))
    assert h.context.models.state.phase is ModelPhase.NONE
    assert len(h.messages) == 2


def test_unload_ends_the_reply_that_is_being_written(start: Start) -> None:
    h = start(Script(hold_at=3))
    h.wait_idle()
    h.conversation.send("hi")
    h.wait(lambda: h.engine.holding)
    h.context.models.unload()
    h.wait(lambda: h.states == ["done", "interrupted"])
    assert h.messages[-1].content and h.messages[-1].can_continue
    h.wait(lambda: h.requests(p.Unload))


def test_the_settings_of_the_model_are_used(start: Start) -> None:
    h = start()
    h.wait_idle()
    h.context.settings.set("model.n_ctx", 2048)
    h.context.settings.set("model.threads", 2)
    h.context.models.load(h.context.models.state.path)
    h.wait_idle()
    last = h.requests(p.Load)[-1]
    assert isinstance(last, p.Load)
    assert (last.n_ctx, last.n_threads, last.kv_type) == (2048, 2, "auto")


def test_a_second_instance_is_told_and_harms_nothing(start: Start) -> None:
    h = start()
    h.wait_idle()
    with pytest.raises(InstanceRunning):
        AppContext(h.context.paths, engine=in_process_engine())
    h.send("still here")
    h.context.shutdown()
    third = start()
    third.wait(lambda: third.messages)
    assert third.texts[0] == "still here"


def test_a_store_that_is_too_new_lets_the_lock_go(tmp_path: Path) -> None:
    import sqlite3
    from contextlib import closing

    paths = Paths(tmp_path)
    paths.create()
    with closing(sqlite3.connect(paths.database)) as db:
        db.execute(f"PRAGMA user_version = {9 << 16}")
        db.execute("CREATE TABLE a (b)")
        db.commit()
    for _ in range(2):  # the second time, too, the reason is the version, not a lock
        with pytest.raises(StoreTooNew):
            AppContext(paths, engine=in_process_engine())


def test_a_damaged_database_is_told_at_start(start: Start, tmp_path: Path) -> None:
    paths = Paths(tmp_path / "data")
    paths.create()
    paths.database.write_bytes(b"damaged beyond all repair " * 100)
    h = start(Script())
    (notice,) = h.context.startup_notices
    assert "damaged" in said(notice.text)
    assert str(paths.backups) in hint_of(notice)
    h.wait_idle()
    h.send("a new beginning")


def test_old_trash_is_deleted_with_its_folder(start: Start) -> None:
    h = start()
    h.wait_idle()
    h.send("old")
    chat = h.conversation.view.chat.id
    h.settle()
    h.context.store.trash_chats([chat], now=time.time() - 40 * 86400)
    h.context.store._connection.execute("UPDATE chat SET created = 1.0")
    h.context.shutdown()
    folder = h.context.paths.chat(chat)
    assert folder.exists()
    again = start()
    again.wait(lambda: not folder.exists())
    again.settle()
    assert again.context.store.chat(chat) is None


def test_a_device_that_is_lost_in_mid_reply_is_done_without(start: Start, tmp_path: Path) -> None:
    h = start(card_lost(tmp_path / "once"), child=True)
    h.wait_idle()
    h.conversation.send("go")
    h.qtbot.waitUntil(lambda: any(notice.text.code == "model.on_cpu" for notice in h.notices), timeout=20_000)
    h.wait_idle()
    models = h.context.models
    assert models.state.phase is ModelPhase.LOADED
    assert models.request(models.state.path).n_gpu_layers == 0
    assert models.embed("an embedding model", ("text",)).n_gpu_layers == 0, "it would end the engine again"
    assert not models.stale
    reply = h.conversation.view.messages[-1]
    assert (reply.content, reply.state) == ("one two ", "interrupted"), "what was written is kept"
    models.retry()
    assert models.request(models.state.path).n_gpu_layers == -1, "the card gets another chance when a person says so"
