"""Pictures in the composer and in the transcript: pasted, dropped, weighed, looked at, lost."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from PySide6.QtCore import QMimeData, QUrl
from PySide6.QtGui import QColor, QGuiApplication, QImage

from app.core.chat_values import Attachment
from app.core.work_values import MessageLimits, Notice
from app.ui.chat.attaching import MOST_FILES
from app.ui.chat.composer.cost import unseen
from app.ui.chat.file_words import detail_of, facts_of
from app.ui.chat.presenter import PICTURE_HIGH, PICTURE_WIDEST
from app.ui.chat.transcript.rows import UserRow
from app.ui.widgets.thumbnails import Thumbnails, share, thumbnails
from app.ui.window.drop import judge, plan_for
from engine.protocol import Generate
from tests.fake_engine import PICTURE, Script
from tests.ui.conftest import Launch, Program
from tests.unit.core.store_helpers import a_file
from tests.words import said

SEEING = Script(sees=True)


def image(wide: int = 300, high: int = 200, colour: str = "#c04020") -> QImage:
    made = QImage(wide, high, QImage.Format.Format_RGB32)
    made.fill(QColor(colour))
    return made


def paste(program: Program, picture: QImage) -> None:
    data = QMimeData()
    data.setImageData(picture)
    assert program.chat.composer.editor.canInsertFromMimeData(data)
    program.chat.composer.editor.insertFromMimeData(data)


def drafted(program: Program, picture: QImage) -> Attachment:
    """A picture, pasted and kept."""
    composer, before = program.chat.composer, len(program.chat.composer.draft.files)
    paste(program, picture)
    program.wait(lambda: len(composer.draft.attachments) == before + 1)
    return composer.draft.attachments[-1]


def row(program: Program) -> UserRow:
    rows = [one for one in program.window.findChildren(UserRow) if one.isVisible() and one.chips.isVisible()]
    return rows[-1]


def test_a_pasted_picture_is_weighed_and_sent(launch: Launch) -> None:
    program = launch(SEEING)
    program.idle()
    composer = program.chat.composer
    file = drafted(program, image())
    (chip,) = composer.attachment_bar.chips
    assert (file.kind, file.name, detail_of(file)) == ("picture", "Pasted image", "300 × 200")
    program.wait(lambda: chip.detail == str(PICTURE))
    program.wait(lambda: composer.cost_text == f"{PICTURE} tokens")
    composer.submit()
    program.idle()
    asked = next(request for request in program.engine.requests if isinstance(request, Generate))
    assert asked.user is not None and [one.digest for one in asked.user.pictures] == [file.digest]
    (shown,) = row(program).chips._chips
    assert (shown.picture, shown.wide, shown.high) == (file.digest, round(PICTURE_HIGH * 1.5), PICTURE_HIGH)


def test_the_message_shows_it_and_a_click_looks_at_it(launch: Launch) -> None:
    program = launch(SEEING)
    program.idle()
    drafted(program, image(300, 200, "#20a040"))
    program.say("What is it?")
    program.idle()
    chips = row(program).chips
    program.wait(lambda: thumbnails().get(chips._chips[0].picture) is not None)
    place = chips.place(0)
    grab = chips.grab().toImage()
    assert grab.pixelColor(place.center().toPoint()) == QColor("#20a040")
    asked: list[object] = []
    program.chat.presenter.preview_asked.connect(asked.append)
    chips.opened.emit(0)
    dialog = program.chat.attaching.look_at(asked[0])  # type: ignore[arg-type]
    assert dialog.picture.there and dialog.picture.isVisible() and not dialog.view.isVisible()
    assert "Image · " in dialog.facts.text() and "300 × 200" in dialog.facts.text()
    dialog.copy.click()
    assert QGuiApplication.clipboard().image().size() == image().size()
    dialog.close()


def test_a_lost_picture_is_told(launch: Launch) -> None:
    program = launch(SEEING)
    program.idle()
    file = drafted(program, image(80, 90, "#203040"))
    program.context.pictures.path(file.digest).unlink()
    share(Thumbnails(program.context.pictures.folder))  # it may have been painted already
    program.say("What is it?")
    program.idle()
    program.wait(lambda: (found := thumbnails().get(file.digest)) is not None and found.isNull())
    dialog = program.chat.attaching.look_at(file)
    assert not dialog.picture.there and not dialog.copy.isEnabled()
    dialog.grab()
    dialog.close()


def test_a_model_without_eyes_is_told_of(launch: Launch) -> None:
    program = launch()
    program.idle()
    told: list[Notice] = []
    program.context.notice.connect(told.append)
    paste(program, image())
    assert program.chat.composer.draft.files == []
    assert "see images" in told[-1].text and "vision projector" in told[-1].hint and told[-1].action == "open_library"


def test_a_draft_with_pictures_says_when_the_model_cannot_see_them(launch: Launch) -> None:
    program = launch(SEEING)
    program.idle()
    composer, models = program.chat.composer, program.context.models
    drafted(program, image())
    composer.set_text("Look.")
    assert models.state.facts is not None
    models._set(msgspec.structs.replace(models.state, facts=msgspec.structs.replace(models.state.facts, sees=False)))
    program.wait(lambda: composer.cost_text == unseen(True).text)
    assert not composer.button.isEnabled() and composer.button.toolTip() == unseen(True).text
    models.unload()
    program.wait(lambda: composer.button.isEnabled())  # it waits for a model, which may be one that sees
    assert composer.cost_text == unseen(False).text


def test_what_is_dropped_depends_on_the_model(tmp_path: Path) -> None:
    paths = [str(tmp_path / name) for name in ("a.png", "b.png")]
    for path in paths:
        assert image().save(path)
    (tmp_path / "c.txt").write_text("words")
    blind = judge(paths[:1])
    assert not blind.useful and "is an image" in blind.title and "vision projector" in blind.detail
    one, two = judge(paths[:1], sees=True), judge(paths, sees=True)
    assert one.files == tuple(paths[:1]) and "sees the image" in one.detail
    assert two.files == tuple(paths) and "sees the images" in two.detail
    mixed = judge([*paths, str(tmp_path / "c.txt")], sees=True)
    assert len(mixed.files) == 3 and "reads the text in the other files" in mixed.detail
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(paths[0])])
    plan = plan_for(data, sees=True)
    assert plan is not None and plan.files


def test_a_dropped_picture_stands_beside_a_file(launch: Launch, tmp_path: Path) -> None:
    program = launch(SEEING)
    program.idle()
    (tmp_path / "note.md").write_text("# Note")
    assert image(4000, 30).save(str(tmp_path / "wide.png"))
    program.window.incoming.take([str(tmp_path / "wide.png"), str(tmp_path / "note.md")])
    composer = program.chat.composer
    program.wait(lambda: len(composer.draft.attachments) == 2)
    composer.submit()
    program.idle()
    chips = row(program).chips
    wide, note = chips._chips
    assert wide.wide == PICTURE_WIDEST and note.picture == ""
    assert chips.place(0).height() > chips.place(1).height()
    assert chips.height() >= chips.place(0).height()


def test_its_facts_are_those_of_a_picture() -> None:
    file = msgspec.structs.replace(a_file("x"), kind="picture", text="", size=9, width=8, height=6)
    assert facts_of(file, 16, True) == "Image · 9 bytes · 8 × 6 · 16 tokens"


def test_limits_hold_for_pictures_as_for_text(launch: Launch, monkeypatch: pytest.MonkeyPatch) -> None:
    program = launch(SEEING)
    program.idle()
    monkeypatch.setattr(program.chat.attaching, "_limits", lambda: MessageLimits(4, 1000))
    drafted(program, image())
    program.wait(lambda: program.chat.composer.cost_text == f"{PICTURE} tokens · compacts older text")


def test_a_message_with_as_many_files_as_it_takes_gets_no_more_pictures(launch: Launch) -> None:
    program = launch(SEEING)
    program.idle()
    composer = program.chat.composer
    for number in range(MOST_FILES):
        composer.add_file(str(number), f"{number}.txt")
    paste(program, image())
    assert len(composer.draft.files) == MOST_FILES
    assert any("up to" in said(notice.text) for notice in program.window.toasts.notices)
