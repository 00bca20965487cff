"""What a person does with models of the library: names, notes, vision parts, removing, deleting, own settings."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from app.core.library import Library
from app.core.model_values import ModelEntry, ModelPhase
from app.core.texts import say
from engine import protocol as p
from tests.engine.gguf_files import LLAMA
from tests.engine.gguf_files import gguf as whole
from tests.fake_engine import Script
from tests.unit.core.test_library import gguf
from tests.unit.core.test_vision import CLIP
from tests.unit.services.conftest import Start
from tests.unit.services.harness import Harness
from tests.unreachable import asked_by_the_window, shut
from tests.words import said


@pytest.fixture
def h(start: Start) -> Harness:
    """The program with the starter and another model, judged by the real reader from now on."""
    harness = start(models=2)
    harness.wait_idle()
    harness.context.models._library = Library(harness.context.paths.models)
    return harness


def other(h: Harness) -> ModelEntry:
    return next(entry for entry in h.context.models.entries if not entry.starter)


def added(h: Harness, file: Path) -> ModelEntry:
    """The entry of a file once it is in the library."""
    h.context.models.add([str(file)], load=False)
    h.wait(lambda: h.context.models.entry(str(file)))
    entry = h.context.models.entry(str(file))
    assert entry is not None
    return entry


def test_a_name_of_one_s_own_is_shown_everywhere_and_given_up_again(start: Start) -> None:
    h = start(models=2)
    h.wait_idle()
    path = other(h).path
    h.context.care.rename(path, "  Little \n helper ")
    h.wait(lambda: other(h).name == "Little helper")
    h.context.models.load(path)
    h.wait_idle()
    assert h.context.models.state.name == "Little helper"
    h.context.care.rename(path, "Little friend")
    h.wait(lambda: h.context.models.state.name == "Little friend")
    h.context.care.rename(path, "Little helper")
    h.wait(lambda: h.context.models.state.name == "Little helper")
    h.context.shutdown()
    again = start(models=2)
    again.wait_idle()
    assert other(again).name == "Little helper"
    again.context.care.rename(path, " ")
    again.wait(lambda: other(again).name == other(again).own_name == "other1")
    again.context.care.rename("/not/there.gguf", "x")


def test_notes_are_stored_and_bounded(h: Harness) -> None:
    path = other(h).path
    h.context.care.set_notes(path, "Good at lists.")
    h.wait(lambda: other(h).notes == "Good at lists.")
    h.context.care.set_notes(path, "x" * 50_000)
    h.wait(lambda: len(other(h).notes) == 20_000)
    h.settle()
    assert next(row for row in h.context.store.models() if row.path == path).notes == "x" * 20_000


def test_a_change_while_the_folders_are_looked_at_is_not_lost(h: Harness) -> None:
    path = other(h).path
    h.context.models.refresh()
    h.context.care.set_notes(path, "kept")
    h.context.models.refresh()
    h.context.care.rename(path, "Kept")
    h.wait(lambda: (other(h).notes, other(h).name) == ("kept", "Kept"))


def test_removing_is_undone_wherever_the_file_lies(h: Harness, tmp_path: Path) -> None:
    file = tmp_path / "mine.gguf"
    file.write_bytes(gguf("Mine"))
    for path in (added(h, file).path, other(h).path):
        h.context.care.set_notes(path, "mine")
        h.context.care.remove(path)
        h.wait(lambda path=path: h.context.models.entry(path) is None)
        assert Path(path).exists()
        notice = h.notices[-1]
        assert notice.action == "undo_remove"
        h.context.models.refresh()
        h.settle()
        h.context.act(notice)
        h.wait(lambda path=path: h.context.models.entry(path) is not None)
        assert h.context.models.entry(path).notes == "mine"  # type: ignore[union-attr]
        h.context.act(notice)  # twice does nothing


def test_the_window_asks_nothing_of_a_drive_whose_models_are_removed(
    h: Harness, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    share = tmp_path / "share"
    share.mkdir()
    files = [share / "one.gguf", share / "two.gguf"]
    for number, file in enumerate(files):
        file.write_bytes(gguf(f"Model {number}"))
    h.context.folders.add(str(share))
    h.wait(lambda: all(h.context.models.entry(str(file)) for file in files))
    asked = asked_by_the_window(monkeypatch, share)
    h.context.care.remove(str(files[0]))
    h.wait(lambda: h.context.models.entry(str(files[0])) is None)
    row = h.context.models.row(str(files[0]))
    assert row is not None and row.hidden, "it lies in a folder that is looked at"
    h.context.care.delete_files(str(files[1]))
    h.wait(lambda: h.context.models.entry(str(files[1])) is None)
    assert asked == [] and not files[1].exists()


def test_a_missing_model_is_forgotten(h: Harness, tmp_path: Path) -> None:
    file = tmp_path / "mine.gguf"
    file.write_bytes(gguf("Mine"))
    path = added(h, file).path
    file.unlink()
    h.context.models.refresh()
    h.wait(lambda: h.context.models.entry(path).status == "missing")  # type: ignore[union-attr]
    h.context.care.remove(path)
    h.wait(lambda: h.context.models.entry(path) is None)
    h.settle()
    assert path not in [row.path for row in h.context.store.models()]


def test_deleting_unloads_the_model_and_deletes_all_its_parts(h: Harness, tmp_path: Path) -> None:
    part = whole({**LLAMA, "split.count": 2})
    files = [tmp_path / f"m-0000{n}-of-00002.gguf" for n in (1, 2)]
    for file in files:
        file.write_bytes(part)
    entry = added(h, files[1].with_name(files[0].name))
    h.context.models.load(entry.path)
    h.wait_idle()
    h.context.care.delete_files(entry.path)
    h.wait(lambda: h.context.models.entry(entry.path) is None)
    assert not any(file.exists() for file in files)
    assert h.context.models.state.phase is ModelPhase.NONE
    kinds = [type(request) for request in h.engine.requests]
    assert p.Unload in kinds
    assert "Deleted" in said(h.notices[-1].text)


def test_a_model_that_is_there_as_a_link(h: Harness, tmp_path: Path) -> None:
    models, care = h.context.models, h.context.care
    file, link = tmp_path / "file.gguf", h.context.paths.models / "link.gguf"
    file.write_bytes(whole())
    link.symlink_to(file)
    models.refresh()
    h.wait(lambda: models.entry(str(link)))
    models.add([str(file)])  # its other name
    h.wait(lambda: models.state.path == str(link))
    h.wait_idle()
    assert models.entry(str(file)) is None
    care.remove(str(link))
    h.wait(lambda: models.entry(str(link)) is None)
    models.add([str(file)], load=False)
    h.wait(lambda: models.entry(str(link)))
    care.delete_files(str(link))
    h.wait(lambda: models.entry(str(link)) is None)
    assert not link.is_symlink() and file.exists()
    assert "link" in said(h.notices[-1].text) and "stays" in h.notices[-1].hint


def test_a_file_that_cannot_be_deleted_stays_in_the_library(h: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    path = other(h).path

    def refuse(self: Path, missing_ok: bool = False) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "unlink", refuse)
    h.context.care.delete_files(path)
    h.wait(lambda: any(notice.level == "error" for notice in h.notices))
    assert "Can't delete" in said(h.notices[-1].text)
    h.settle()
    assert h.context.models.entry(path) is not None


def test_a_file_that_cannot_be_reached_any_more_stays_in_the_library(
    h: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = other(h).path
    shut(monkeypatch, Path(path))
    monkeypatch.setattr(Path, "unlink", lambda *_, **__: os.stat(path))
    h.context.care.delete_files(path)
    h.wait(lambda: any(notice.level == "error" for notice in h.notices))
    assert "Can't delete" in said(h.notices[-1].text)
    h.settle()
    assert h.context.models.entry(path) is not None


def test_a_dropped_vision_part_goes_to_its_model(h: Harness, tmp_path: Path) -> None:
    model, eyes = tmp_path / "model.gguf", tmp_path / "eyes" / "mmproj.gguf"
    eyes.parent.mkdir()
    model.write_bytes(whole())
    eyes.write_bytes(whole(CLIP))
    before = h.context.models.state
    h.context.models.add([str(eyes)])
    h.wait(lambda: h.notices and "No model in the library" in said(h.notices[-1].text))
    path = added(h, model).path
    h.context.models.add([str(eyes)])
    h.wait(lambda: h.context.models.entry(path).mmproj == str(eyes))  # type: ignore[union-attr]
    assert "Tiny now uses the vision projector" in said(h.notices[-1].text)
    assert h.context.models.state == before, "nothing is loaded for it"
    h.context.care.set_vision(path, "")
    h.wait(lambda: h.context.models.entry(path).mmproj == "")  # type: ignore[union-attr]
    assert [part.path for part in h.context.models.vision_parts] == [str(eyes)]


def test_a_file_chosen_as_vision_part_must_fit(h: Harness, tmp_path: Path) -> None:
    model, eyes, wide = tmp_path / "model.gguf", tmp_path / "mmproj.bin", tmp_path / "wide.gguf"
    model.write_bytes(whole())
    eyes.write_bytes(whole(CLIP))
    wide.write_bytes(whole({**CLIP, "clip.vision.projection_dim": 4096}))
    path = added(h, model).path
    for bad, words in (
        (wide, "wide.gguf doesn't fit Tiny"),
        (model, "isn't a vision projector"),
        (tmp_path / "x", "isn't a vision projector"),
    ):
        h.context.care.offer_vision(path, str(bad))
        h.wait(lambda words=words: h.notices and words in said(h.notices[-1].text))
    h.context.care.offer_vision(path, str(eyes))
    h.wait(lambda: h.context.models.entry(path).mmproj == str(eyes))  # type: ignore[union-attr]


def test_settings_of_one_model_are_used_for_it_alone(start: Start) -> None:
    def facts(path: str) -> p.ModelFacts:
        return p.ModelFacts(path=path, name=Path(path).stem, architecture="fake", fingerprint=f"fp:{path}")

    h = start(models=2)
    h.wait_idle()
    h.context.models._library = Library(h.context.paths.models, facts)
    for file in h.context.paths.models.iterdir():
        os.utime(file, (1.0, 1.0))
    h.context.models.refresh()
    h.wait(lambda: other(h).facts is not None and other(h).facts.fingerprint)  # type: ignore[union-attr]
    path = other(h).path
    own = h.context.models.settings_of(path)
    own.set("model.memory_by", "share")
    own.set("model.memory_share", 0.5)
    own.set("model.kv_type", "q8_0")
    own.set("model.flash_attention", "auto")
    h.context.models.load(path)
    h.wait_idle()
    h.context.settings.set("model.memory_by", "size")
    h.context.settings.set("model.memory_mb", 300)
    h.context.models.load(next(entry.path for entry in h.context.models.entries if entry.starter))
    h.wait_idle()
    mine, general = h.requests(p.Load)[-2:]
    assert isinstance(mine, p.Load)
    assert isinstance(general, p.Load)
    assert (mine.kv_share, mine.kv_budget, mine.kv_type, mine.flash_attention) == (0.5, 0, "q8_0", "auto")
    assert (general.kv_share, general.kv_budget, general.kv_type, general.flash_attention) == (
        0.0, 300_000_000, "auto", "on",
    )  # fmt: skip
    assert own.estimate(path).kv_share == 0.5


def test_measuring_tells_how_far_it_is_and_ends(start: Start) -> None:
    h = start(Script(hold_measure=True))
    h.wait_idle()
    path = h.context.models.state.path
    heads, done = h.context.heads, []
    heads.measured.connect(done.append)
    heads.begin(path)
    heads.begin(path)
    h.wait(lambda: heads.state.share == 0.5 and h.engine.holding)
    assert len(h.requests(p.Measure)) == 1
    h.engine.release()
    h.wait(lambda: not heads.state.path)
    assert done == [path]
    heads.begin(path)
    h.wait(lambda: h.engine.holding)
    heads.stop()
    assert heads.state.stopping
    h.wait(lambda: not heads.state.path)
    assert done == [path], "it was given up"
    assert not [notice for notice in h.notices if notice.level == "error"]


def test_a_measurement_that_fails_or_loses_its_engine_is_told(start: Start) -> None:
    h = start(Script(measure_error="model_too_large"))
    h.wait_idle()
    h.context.heads.begin(h.context.models.state.path)
    h.wait(lambda: h.notices and h.notices[-1].text == say("request.out_of_memory"))
    h.engine.script = Script(hold_measure=True)
    h.engine.scripted.script = h.engine.script
    h.context.heads.begin(h.context.models.state.path)
    h.wait(lambda: h.context.heads.state.share == 0.5)
    h.engine.die()
    assert h.context.heads.state.path == ""
    assert any("stopped before the measurement" in said(notice.text) for notice in h.notices)
