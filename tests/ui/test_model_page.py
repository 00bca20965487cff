"""The page of one model: what it takes told live, its own settings, heads, vision part, names, notes, going away."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec
import psutil
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from app.core.addons import AddOn
from app.core.library import Library
from app.core.model_values import ModelEntry, ModelFolder, ModelPhase
from app.core.settings import split_of
from app.core.texts import say
from app.core.updates import UpdatePackage
from app.core.work_values import Notice
from app.services.addons import AddOnState
from app.ui.library.cards import VisionCard
from app.ui.library.detail import ModelDetail
from app.ui.library.fit_words import read
from app.ui.library.memory_bar import MemoryBars
from app.ui.settings.fields import ChoiceField, NumberField
from app.ui.settings.split_field import SplitField
from app.ui.widgets.ask import SureSheet, TextSheet
from app.ui.window.drop import judge
from engine import protocol as p
from engine.sizing import limits
from tests.engine.gguf_files import LLAMA
from tests.engine.gguf_files import gguf as whole
from tests.fake_engine import BUFFERS, WEIGHTS, Script
from tests.ui.conftest import Launch, Program
from tests.unit.core.test_vision import CLIP, entry
from tests.unreachable import shut
from tests.words import said

MB = 1_000_000


def facts(path: str) -> p.ModelFacts:
    """Facts of a file that only needs to exist, with settings of its own."""
    return p.ModelFacts(
        path=path, name=Path(path).stem, architecture="fake", n_ctx_train=32_768, n_layer=12, n_head=4, n_head_kv=2,
        fingerprint=f"fp:{path}", has_template=True,
    )  # fmt: skip


@pytest.fixture
def program(launch: Launch) -> Program:
    started = launch(models=2, facts=facts)
    started.idle()
    return started


def opened(program: Program, path: str = "") -> ModelDetail:
    """The page of a model once its estimate is there; the model in use unless ``path`` says otherwise."""
    program.window.show_library()
    program.window.pages.models.open(path or program.context.models.state.path)
    page = program.window.pages.library.detail
    assert page is not None
    program.wait(lambda: page.reading is not None)
    return page


def other(program: Program) -> ModelEntry:
    return next(one for one in program.context.models.entries if not one.starter)


# what an estimate means ------------------------------------------------------------------


def told(total: int, free: int, **more: object) -> p.Estimated:
    return p.Estimated(
        model=p.ModelFacts(path="", name="m", architecture="a"), weights=total // 2, kv=total - total // 2, compute=0,
        available=free, n_ctx=4096, **more,  # type: ignore[arg-type]
    )  # fmt: skip


@pytest.mark.parametrize(
    ("estimate", "fit", "words"),
    [
        (told(100 * MB, 1000 * MB), "fits", "about 100 MB of the 1.0 GB"),
        (told(900 * MB, 1000 * MB), "tight", "little RAM"),
        (told(1100 * MB, 1000 * MB), "too_big", "Reduce the context size"),
        (told(100 * MB, 0), "unknown", "about 100 MB"),
        (told(100 * MB, 1000 * MB, device=90 * MB, device_available=50 * MB), "too_big", "fewer layers"),
        (told(100 * MB, 1000 * MB, device=40 * MB, device_available=50 * MB), "fits", "100 MB"),
        (told(100 * MB, 1000 * MB, learned=True), "fits", "measured at the last load"),
    ],
)
def test_fit_in_words(estimate: p.Estimated, fit: str, words: str) -> None:
    reading = read(estimate)
    assert reading.fit == fit
    assert words in f"{reading.sentence} {reading.hint}"


def test_each_of_several_gpus_has_a_bar_and_may_be_too_small(qtbot: QtBot) -> None:
    bars = MemoryBars()
    qtbot.addWidget(bars)
    two = (p.DeviceNeed("Card A", 60 * MB, 50 * MB), p.DeviceNeed("Card B", 10 * MB, 80 * MB))
    estimate = told(100 * MB, 1000 * MB, device=70 * MB, device_available=130 * MB, devices=two)
    bars.show_estimate(estimate)
    assert bars.device.isHidden()
    assert [bar.words for bar in bars.each] == [("This model 60.0 MB", "10.0 MB too much"),
                                                ("This model 10.0 MB", "70.0 MB left")]  # fmt: skip
    reading = read(estimate)
    assert (reading.fit, "60.0 MB of VRAM on Card A" in reading.sentence) == ("too_big", True)
    assert "split across GPUs" in reading.hint
    bars.show_estimate(told(100 * MB, 1000 * MB, device=70 * MB, device_available=130 * MB))
    assert not bars.device.isHidden()
    assert all(bar.isHidden() for bar in bars.each)


def test_bars_tell_parts_and_what_is_left_or_missing(qtbot: QtBot) -> None:
    bars = MemoryBars()
    qtbot.addWidget(bars)
    bars.show_estimate(told(600 * MB, 1000 * MB))
    assert bars.main.words[0] == "Weights 300 MB"
    assert bars.main.words[-1] == "400 MB left"
    assert bars.device.isHidden()
    bars.show_estimate(told(1500 * MB, 1000 * MB, device=70 * MB, device_available=50 * MB))
    assert bars.main.words[-1] == "500 MB too much"
    assert bars.main.too_much
    assert bars.device.words == ("This model 70.0 MB", "20.0 MB too much")
    assert "500 MB too much" in bars.main.accessibleName()
    assert bars.main.heightForWidth(200) > bars.main.heightForWidth(900), "the legend wraps"
    for width in (200, 900):
        bars.resize(width, bars.sizeHint().height())
        assert not bars.grab().isNull()


# the page --------------------------------------------------------------------------------


def test_a_click_on_a_model_opens_its_page_and_escape_leads_back(program: Program) -> None:
    window = program.window
    window.show_library()
    row = window.pages.library.rows[0]
    program.qtbot.mouseClick(row, Qt.MouseButton.LeftButton, pos=QPoint(60, 10))
    page = window.pages.library.detail
    assert page is not None
    assert page.name.text() == row.entry.name
    assert window.pages.library.card.isHidden()
    window.escape()
    assert window.pages.library.detail is None
    assert window.pages.currentWidget() is window.pages.library
    assert not window.pages.library.card.isHidden()
    program.qtbot.mouseClick(window.pages.library.rows[1].more, Qt.MouseButton.LeftButton)
    assert window.pages.library.detail is not None


def test_the_header_leads_to_the_page_of_the_model_in_use(program: Program) -> None:
    window, header = program.window, program.chat.header
    menu = header.model_menu()
    act = next(act for act in menu.actions() if act.text().startswith("Load settings"))
    act.trigger()
    assert window.pages.library.detail is not None
    assert window.pages.library.detail.entry.path == program.context.models.state.path
    window.show_chat()
    window.pages.library.leave_detail()
    header.device_chip.click()
    assert window.pages.library.detail is not None
    assert window.pages.currentWidget() is window.pages.library


def test_moving_the_slider_asks_once_and_is_told_at_once(program: Program) -> None:
    page = opened(program)
    before = len([r for r in program.engine.requests if isinstance(r, p.Estimate)])
    assert page.bars.main.words[1].endswith("4.1 MB"), "4096 tokens of 1000 bytes"
    page.settings.memory.slider.setFocus()
    for _ in range(6):
        program.qtbot.keyClick(page.settings.memory.slider, Qt.Key.Key_PageUp)
    chosen = program.context.models.settings_of(page.entry.path).integer("model.n_ctx")
    assert chosen > 4096
    program.wait(lambda: page.bars.main.words[1].endswith(f"{chosen / 1000:.1f} MB"))
    asked = [r for r in program.engine.requests if isinstance(r, p.Estimate)][before:]
    assert len(asked) <= 2, "a hand on the slider is one question"
    assert asked[-1].n_ctx == chosen
    assert program.context.settings.integer("model.n_ctx") == 0, "the others keep theirs"


@pytest.mark.parametrize(
    ("by", "key", "start"),
    [("tokens", "model.n_ctx", 512), ("size", "model.memory_mb", 16), ("share", "model.memory_share", 0.28)],
)
def test_keys_move_the_slider_of_the_context_from_any_value(program: Program, by: str, key: str, start: float) -> None:
    """Where values are few, several of its steps are one of them."""
    page = opened(program)
    view, memory = program.context.models.settings_of(page.entry.path), page.settings.memory
    view.set(key, start)
    view.set("model.memory_by", by)
    page.settings.show_values()
    seen = [view.number(key) if by == "share" else view.integer(key)]
    for press in (Qt.Key.Key_Right, Qt.Key.Key_Left):
        for _ in range(60):
            program.qtbot.keyClick(memory.slider, press)
            seen.append(view.number(key) if by == "share" else view.integer(key))
    assert max(seen) == seen[60] > seen[0] and seen[-1] == start
    assert seen[:61] == sorted(seen[:61]) and len(set(seen)) > 4


def test_what_is_automatic_says_what_it_comes_to(program: Program) -> None:
    page = opened(program)
    tokens = page.settings.memory.numbers["tokens"].control
    assert tokens.text() == "Automatic (4,096 tokens)"
    threads = page.settings.fields["model.threads"]
    assert isinstance(threads, NumberField)
    assert threads.control.text() == "Automatic (8 threads)"
    kv_type = page.settings.fields["model.kv_type"]
    assert isinstance(kv_type, ChoiceField)
    assert kv_type.buttons["auto"].text() == "Auto (f16)"
    assert "Automatic: 4,096 tokens, all 24 layers on the processor" in page.fit_words.text()
    assert page.settings.rows["model.gpu_split"].isHidden(), "there is no second GPU"
    threads.control.stepUp()
    assert program.context.models.settings_of(page.entry.path).integer("model.threads") == 9, "one more than before"
    program.wait(lambda: not page.settings.fields["model.threads"].control.text().startswith("Auto"))  # type: ignore[attr-defined]
    tokens.stepUp()
    program.wait(lambda: "Automatic: 4,6" not in page.fit_words.text())
    assert program.context.models.settings_of(page.entry.path).integer("model.n_ctx") == 4608


def test_the_settings_page_says_it_for_the_model_in_use(program: Program) -> None:
    page = program.window.pages.settings
    threads, layers = page.rows["model.threads"].field, page.rows["model.gpu_layers"].field
    assert isinstance(threads, NumberField)
    assert isinstance(layers, NumberField)
    assert threads.control.text() == "Automatic (8 threads)"
    program.context.models.unload()
    program.wait(lambda: threads.control.text() == "Automatic")
    assert layers.control.text() == "Automatic"


def test_a_ratio_for_several_gpus(program: Program) -> None:
    page = opened(program)
    choice = program.context.models.state.choice
    assert choice is not None
    page.settings.show_choice(msgspec.structs.replace(choice, devices=("A", "B"), counts=(12, 13)))
    assert not page.settings.rows["model.gpu_split"].isHidden()
    field = page.settings.fields["model.gpu_split"]
    assert isinstance(field, SplitField)
    field.control.setText("3:1")
    field.control.editingFinished.emit()
    view = program.context.models.settings_of(page.entry.path)
    assert view.load("x").split == view.estimate("x").split == (3.0, 1.0)
    field.control.setText("all of it")
    field.control.editingFinished.emit()
    assert field.control.text() == "3, 1", "that is no ratio"
    assert view.load("x").split == (3.0, 1.0)


def test_other_computers_can_be_used_for_one_model(program: Program) -> None:
    page = opened(program)
    row = page.settings.rows["workers.on"]
    assert row.isHidden(), "there are none"
    program.context.settings.set("workers.addresses", "10.0.0.2:50052")
    assert not row.isHidden()
    row.field.control.click()  # type: ignore[attr-defined]
    view = program.context.models.settings_of(page.entry.path)
    assert view.load("x").workers == view.estimate("x").workers == ("10.0.0.2:50052",)
    assert program.context.settings.load("x").workers == (), "others keep to this computer"


@pytest.mark.parametrize(
    ("text", "shares"),
    [("", ()), (" 1 ,2", (1.0, 2.0)), ("3/1", (3.0, 1.0)), ("0.5 0.25", (0.5, 0.25)), ("0, 0", None), ("a", None),
     ("-1, 2", None), ("1, " * 17, None), ("1e9", None), ("nan", None)],
)  # fmt: skip
def test_what_is_a_ratio(text: str, shares: tuple[float, ...] | None) -> None:
    assert split_of(text) == shares


def test_a_model_trained_for_more_than_the_setting_takes(program: Program) -> None:
    page = opened(program)
    facts = page.entry.facts
    assert facts is not None
    page.settings.set_limits(msgspec.structs.replace(facts, n_ctx_train=10_485_760), 0, gpu=False)
    memory = page.settings.memory
    memory.slider._at(memory.slider.width())
    view = program.context.models.settings_of(page.entry.path)
    assert view.integer("model.n_ctx") == view.declared("model.n_ctx").maximum


def test_memory_by_size_and_by_share(program: Program) -> None:
    page = opened(program)
    memory = page.settings.memory
    memory.segments["size"].click()
    memory.numbers["size"].control.setValue(300)
    program.wait(lambda: "300 MB" in page.bars.main.words[1])
    memory.segments["share"].click()
    memory.slider._at(memory.slider.width() / 2)
    program.wait(lambda: page.bars.main.words[1].endswith(" GB"))
    load = program.context.models.settings_of(page.entry.path).load("x")
    assert load.kv_share == pytest.approx(0.5, abs=0.03)
    assert load.kv_budget == 0
    page.settings.rows["memory"].reset.click()
    assert program.context.models.settings_of(page.entry.path).load("x").kv_share == 0
    assert not page.settings.rows["memory"].reset.isVisible()
    assert page.settings.rows["memory"].origin.text() == "same as general settings"


def test_a_change_offers_to_load_again_and_takes_effect_then(program: Program) -> None:
    page = opened(program)
    assert page.button.isHidden()
    page.settings.fields["model.kv_type"].changed.emit("q8_0")
    assert page.button.text().strip() == "Reload to apply"
    page.button.setFocus()
    page.button.click()
    assert program.window.focusWidget() is page.back_button, "not what resets the setting"
    program.idle()
    assert program.window.focusWidget() is page.back_button
    load = [r for r in program.engine.requests if isinstance(r, p.Load)][-1]
    assert load.kv_type == "q8_0"
    assert page.button.isHidden()
    page.settings.rows["model.kv_type"].reset.click()
    assert not page.button.isHidden(), "and back again"
    page.away.click()
    program.wait(lambda: program.context.models.state.phase is ModelPhase.NONE)
    assert page.button.text().strip() == "Load"


def test_a_general_setting_shows_through(program: Program) -> None:
    page = opened(program)
    program.context.settings.set("model.n_ctx", 2048)
    program.wait(lambda: page.bars.main.words[1].endswith("2.0 MB"))
    assert page.settings.memory.numbers["tokens"].control.value() == 2048


def test_an_estimate_that_is_refused_is_told(launch: Launch) -> None:
    program = launch(Script(estimate_error="model_too_large"), facts=facts)
    program.idle()
    program.window.show_model(program.context.models.state.path)
    page = program.window.pages.library.detail
    assert page is not None
    program.wait(lambda: "too small" in page.fit_words.text())
    assert page.bars.isHidden()
    assert page.fit_words.property("role") == "error"


def test_a_model_too_big_is_said_with_what_helps(launch: Launch) -> None:
    program = launch(Script(free_memory=WEIGHTS + BUFFERS), models=2, facts=facts)
    program.idle()
    page = opened(program, other(program).path)
    assert page.reading is not None
    assert page.reading.fit == "too_big"
    assert page.bars.main.too_much
    assert page.button.isVisible() and page.button.isEnabled(), "it can be tried all the same"


def test_heads_are_measured_from_the_page_and_stopped(launch: Launch) -> None:
    program = launch(Script(hold_measure=True), models=2, facts=facts)
    program.idle()
    page = opened(program)
    assert page.heads.state.text() == "Head profile: not measured"
    page.heads.button.click()
    program.wait(lambda: program.engine.holding)
    assert "50" in page.heads.state.text()
    program.window.escape()
    away = opened_without_wait(program, other(program).path)
    assert not away.heads.button.isEnabled(), "another model is being measured"
    again = opened_without_wait(program, program.context.models.state.path)
    assert again.heads.button.text().strip() == "Stop"
    again.heads.button.click()
    program.wait(lambda: not program.context.heads.state.path)
    program.engine.script = program.engine.scripted.script = Script()
    again.heads.button.click()
    program.wait(lambda: again.heads.state.text() == "Head profile: measured on this computer")


def opened_without_wait(program: Program, path: str) -> ModelDetail:
    program.window.pages.models.open(path)
    page = program.window.pages.library.detail
    assert page is not None
    return page


def test_a_model_is_renamed_and_annotated(program: Program) -> None:
    page = opened(program)
    page.pencil.click()
    sheet = program.window.findChild(TextSheet)
    assert sheet is not None
    sheet.field.setText("Little one")
    sheet.yes.click()
    program.wait(lambda: page.name.text() == "Little one")
    page.noted.setPlainText("Quick.")
    program.window.escape()
    program.wait(lambda: "Quick." in [one.notes for one in program.context.models.entries])
    program.idle()
    assert "Quick." in [row.notes for row in program.context.store.models()]


def test_notes_written_in_one_window_are_shown_in_another(program: Program) -> None:
    models = program.context.models
    path = models.entries[0].path
    first = opened(program, path)
    window = program.window.windows.open()
    window.show_model(path)
    second = window.pages.library.detail
    assert second is not None
    first.noted.setPlainText("Quick.")
    first.noted.save()
    program.wait(lambda: second.noted.toPlainText() == "Quick.")
    second.noted.moveCursor(QTextCursor.MoveOperation.End)
    second.noted.insertPlainText(" And short.")
    second.noted.save()
    program.wait(lambda: first.noted.toPlainText() == "Quick. And short.")
    assert (shown := models.entry(path)) is not None and shown.notes == "Quick. And short."
    second.noted.setPlainText("being written")
    first.noted.setPlainText("Slow.")
    first.noted.save()
    program.wait(lambda: (shown := models.entry(path)) is not None and shown.notes == "Slow.")
    assert second.noted.toPlainText() == "being written"


def test_a_model_taken_out_closes_its_page_and_comes_back(program: Program) -> None:
    page = opened(program, other(program).path)
    page.remove_button.click()
    program.wait(lambda: program.window.pages.library.detail is None)
    assert len(program.window.pages.library.rows) == 1
    card = program.window.toasts.cards[-1]
    card.button.click()
    program.wait(lambda: len(program.window.pages.library.rows) == 2)


def test_deleting_asks_first(program: Program) -> None:
    path = other(program).path
    page = opened(program, path)
    for word, there in (("Cancel", True), ("Delete", False)):
        page.delete_button.click()
        sheet = program.window.findChild(SureSheet)
        assert sheet is not None
        next(button for button in sheet.buttons if button.text() == word).click()
        program.wait(lambda there=there: os.path.exists(path) is there)
        program.wait(lambda: program.window.findChild(SureSheet) is None)
    program.wait(lambda: program.window.pages.library.detail is None)


def test_a_file_that_vanishes_while_its_page_is_open(program: Program) -> None:
    path = other(program).path
    page = opened(program, path)
    page.noted.setPlainText("still here")
    os.rename(path, path + ".away")
    program.context.models.refresh()
    program.wait(lambda: page.entry.status == "missing")
    assert not page.button.isEnabled()
    assert page.load_card.isHidden()
    assert page.noted.toPlainText() == "still here"
    assert page.delete_button.isHidden()
    os.rename(path + ".away", path)
    program.context.models.refresh()
    program.wait(lambda: page.entry.status == "ok")
    assert page.button.isEnabled()
    assert not page.load_card.isHidden()


def test_vision_parts_are_offered_taken_and_given_up(program: Program, tmp_path: Path) -> None:
    program.context.models._library = Library(program.context.paths.models)
    model, eyes = tmp_path / "tiny.gguf", tmp_path / "mmproj.gguf"
    model.write_bytes(whole())
    eyes.write_bytes(whole(CLIP))
    program.context.models.add([str(model), str(eyes)], load=False)
    program.wait(lambda: program.context.models.entry(str(model)))
    page = opened_after_show(program, str(model))

    def words(page: ModelDetail) -> list[str]:
        return [b.accessibleName() for b in page._vision_card.findChildren(QWidget) if b.accessibleName()]

    program.wait(lambda: "Remove: mmproj.gguf" in words(page))
    page.vision.emit("")
    program.wait(lambda: "Add: mmproj.gguf" in words(page))


def opened_after_show(program: Program, path: str) -> ModelDetail:
    program.window.show_model(path)
    page = program.window.pages.library.detail
    assert page is not None
    return page


def test_a_vision_part_that_cannot_be_reached_is_missed(
    tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    shut(monkeypatch, tmp_path / "away")
    model = ModelEntry(path=str(tmp_path / "m.gguf"), name="m", mmproj=str(tmp_path / "away" / "mmproj.gguf"))
    card = VisionCard(model, ())
    qtbot.addWidget(card)
    assert "File not found." in [label.text() for label in card.findChildren(QLabel)]


def test_drops_say_what_a_vision_part_or_a_folder_is_for(tmp_path: Path) -> None:
    eyes = tmp_path / "mmproj.gguf"
    eyes.write_bytes(whole(CLIP))
    model = entry(str(tmp_path / "tiny.gguf"))
    plan = judge([str(eyes)], [model])
    assert plan.title == "Add vision projector to tiny"
    assert plan.models == (str(eyes),)
    assert "Add vision projector" in judge([str(eyes)], [msgspec.structs.replace(model, status="missing")]).title
    (tmp_path / "plain.gguf").write_bytes(whole(LLAMA))
    assert judge([str(tmp_path / "plain.gguf")]).title == "Add and load plain.gguf"
    plan = judge([str(tmp_path)])
    assert plan.folders == (str(tmp_path),)
    assert "Add model folder" in plan.title


def test_folders_are_shown_with_what_is_wrong_and_taken_off(program: Program, tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    mine.mkdir()
    window = program.window
    window.show_library()
    program.context.folders.add(str(mine))
    panel = window.pages.library.folders
    program.wait(lambda: [row.folder.path for row in panel.rows][1:] == [str(mine)])
    panel.show_folders([ModelFolder(path=str(mine), problem=say("folder.unreadable", reason="Permission denied"))])
    assert "Permission denied" in panel.rows[0].words.text()
    panel.rows[0].away.click()
    program.wait(lambda: program.context.folders.folders == ())
    program.wait(lambda: len(panel.rows) == 1)


def test_the_page_fits_a_narrow_window(program: Program) -> None:
    program.window.resize(760, 700)
    page = opened(program)
    assert page.minimumSizeHint().width() <= program.window.pages.library.area.viewport().width() - 48
    bar = page.bars.main
    program.wait(lambda: bar.height() >= bar.heightForWidth(bar.width()))


def test_buttons_leave_its_room_to_a_name(program: Program) -> None:
    page = opened(program)
    page.name.setText("A-Long-Name-Of-A-Model-Made-Of-Others")
    program.window.resize(1400, 700)
    program.wait(lambda: page.away.y() < page.name.geometry().bottom())
    program.window.resize(760, 700)
    program.wait(lambda: page.away.y() > page.name.geometry().bottom())
    assert page.name.width() >= page.name.fontMetrics().horizontalAdvance(page.name.text())


def test_everything_on_the_page_has_a_name(program: Program) -> None:
    page = opened(program)
    nameless = [
        widget
        for widget in page.findChildren(QWidget)
        if widget.focusPolicy() != Qt.FocusPolicy.NoFocus
        and widget.isVisible()
        and not widget.accessibleName()
        and widget.objectName() not in ("qt_spinbox_lineedit",)
        and type(widget).__name__ != "QWidget"
    ]
    assert nameless == []


# what it runs on ---------------------------------------------------------------------------

FAILED = say("device.failed", backend="Vulkan", reason="exit status -11")


def test_a_model_fits_that_a_card_has_room_for(program: Program) -> None:
    models, total = program.context.models, psutil.virtual_memory().total
    size = int(1.5 * total)
    assert models.fit(size) == "too_big"
    program.engine.unasked.emit(p.Devices(found=("CUDA0: RTX 9", "CPU: EPYC"), vram=2 * total))
    assert models.fit(size) == "fits"
    assert models.fit(3 * total) == "too_big"
    program.engine.unasked.emit(p.Devices(found=("CPU: EPYC",)))
    assert models.fit(size) == "too_big"


def test_a_model_that_a_container_has_no_room_for_does_not_fit(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    models, total = program.context.models, psutil.virtual_memory().total
    assert models.fit(total // 8) != "too_big"
    monkeypatch.setattr(limits, "limits", lambda: limits.Limits(total=total // 16, free=total // 16))
    assert models.fit(total // 8) == "too_big", "as the engine says when it is to load it"


def test_the_page_says_what_the_model_runs_on_and_what_is_left_out(program: Program) -> None:
    page = opened(program)
    used = say("device.all_layers", device="RTX 9")
    program.engine.unasked.emit(p.Devices(found=("CUDA0: RTX 9", "CPU: EPYC"), used=used, left_out=(FAILED,)))
    words = [label.text() for label in page.findChildren(QLabel)]
    assert "The model runs on RTX 9." in words
    assert "CUDA0: RTX 9\nCPU: EPYC" in words
    assert any(text.startswith("Vulkan isn't used") for text in words)
    assert program.context.models.has_gpu
    page.leave()
    words = [label.text() for label in opened(program, other(program).path).findChildren(QLabel)]
    assert "The model runs on RTX 9." not in words  # that one is not in use
    assert "CUDA0: RTX 9\nCPU: EPYC" in words


def test_a_driver_that_fails_is_a_notice(program: Program) -> None:
    notices: list[Notice] = []
    program.context.notice.connect(notices.append)
    program.engine.unasked.emit(
        p.Devices(found=("CPU: EPYC",), left_out=(FAILED,), problems=(say("device.failed_cpu", backend="Vulkan"),))
    )
    assert [said(notice.text) for notice in notices] == [
        "The graphics driver (Vulkan) failed its test. Longthread uses the processor."
    ]
    program.engine.unasked.emit(p.Devices(found=("CPU: EPYC",), left_out=(FAILED,)))
    assert len(notices) == 1


# add-ons -----------------------------------------------------------------------------------


def cuda_addon() -> AddOn:
    name = "longthread-cuda-linux-x86_64.tar.gz"
    package = UpdatePackage("linux", "x86_64", name, f"https://example.org/{name}", 712_000_000, "0" * 64)
    return AddOn("cuda", 1_940_000_000, package)


def test_the_add_on_for_nvidia_cards_is_shown_where_there_is_one(program: Program) -> None:
    card = opened(program).addon
    assert not card.isVisible()
    wished: list[str] = []
    card.check.connect(lambda: wished.append("check"))
    card.download.connect(lambda: wished.append("download"))
    card.stop.connect(lambda: wished.append("stop"))
    states = {
        AddOnState("offered"): ("Check size…", "NVIDIA driver", "check"),
        AddOnState("found", cuda_addon()): ("Download", "to download", "download"),
        AddOnState("unpacking", cuda_addon(), share=0.4): ("Cancel", "Unpacking", "stop"),
        AddOnState("failed", problem=say("addon.none", backend="CUDA")): ("Try again", "no CUDA add-on", "check"),
    }
    for state, (label, words, wish) in states.items():
        program.context.addon.changed.emit(state)
        assert card.isVisible() and card.button.text() == label and words in card.words.text()
        wished.clear()
        card.button.click()
        assert wished == [wish]
    assert card.bar.isHidden()
    program.context.addon.changed.emit(AddOnState("installed", cuda_addon()))
    assert card.button.isHidden() and "Restart Longthread" in card.words.text()
    program.context.addon.changed.emit(AddOnState())
    assert card.isHidden()
