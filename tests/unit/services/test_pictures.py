"""Pictures on their way into a message: bounded, scaled, kept, counted, sent, and gone with their chat."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import pytest
from PySide6.QtCore import QByteArray
from PySide6.QtGui import QColor, QImage, QImageWriter
from pytestqt.qtbot import QtBot

from app.core.attachments import ReadProblem
from app.core.chat_values import Attachment
from app.core.pictures import Pictures
from app.services.chat import pictures as made
from app.services.chat.pictures import SIDE, holds_picture, kept, picture_of
from engine import protocol as p
from tests.fake_engine import PICTURE, Script
from tests.unit.services.conftest import Start
from tests.unit.services.harness import Harness
from tests.vision_files import chunk, png

SEEING = Script(sees=True)


def image(wide: int = 40, high: int = 30, colour: str = "#c04020") -> QImage:
    made = QImage(wide, high, QImage.Format.Format_ARGB32)
    made.fill(QColor(colour))
    return made


def put(folder: Path, name: str, picture: QImage, kind: bytes = b"png") -> Path:
    path = folder / name
    assert QImageWriter(str(path), QByteArray(kind)).write(picture)
    return path


@pytest.fixture
def place(tmp_path: Path, qtbot: QtBot) -> Pictures:
    return Pictures(tmp_path / "pictures")


# --------------------------------------------------------------------------- one picture


def test_what_is_kept_is_a_png_that_the_engine_takes(tmp_path: Path, place: Pictures) -> None:
    from engine.model.pictures import check_png, read_picture

    found = picture_of(put(tmp_path, "photo.jpg", image(60, 40), b"jpg"), place)
    assert (found.kind, found.name, found.width, found.height, found.text) == ("picture", "photo.jpg", 60, 40, "")
    path = place.path(found.digest)
    assert found.size == path.stat().st_size
    assert check_png(read_picture(p.Picture(str(path), found.digest))) == (60, 40)


def test_a_large_one_is_scaled_down(tmp_path: Path, place: Pictures) -> None:
    found = picture_of(put(tmp_path, "large.png", image(3 * SIDE, 30)), place)
    assert (found.width, found.height) == (SIDE, 10)
    pasted = kept(image(20, 4 * SIDE), "Pasted image", place)
    assert (pasted.width, pasted.height) == (5, SIDE)
    line = kept(image(1, 8 * SIDE), "line", place)
    assert (line.width, line.height) == (1, SIDE)


def test_what_is_transparent_becomes_white(place: Pictures) -> None:
    found = kept(image(colour="#00000000"), "clear", place)
    assert QImage(str(place.path(found.digest))).pixelColor(5, 5) == QColor("white")


def test_the_same_picture_is_the_same_file(tmp_path: Path, place: Pictures) -> None:
    one, other = (picture_of(put(tmp_path, name, image()), place) for name in ("a.png", "b.png"))
    assert one.digest == other.digest and one.id != other.id
    assert len(list(place.folder.iterdir())) == 1


def test_broken_pictures_are_refused(tmp_path: Path, place: Pictures) -> None:
    cut = tmp_path / "cut.png"
    cut.write_bytes(put(tmp_path, "whole.png", image(90, 90)).read_bytes()[:60])
    heic = tmp_path / "photo.heic"
    heic.write_bytes(b"\0\0\0\x18ftypheic" + bytes(100))
    for path, why in ((cut, "damaged"), (heic, "image format"), (tmp_path / "gone.png", "Can't read")):
        with pytest.raises(ReadProblem, match=why):
            picture_of(path, place)
    assert not place.folder.exists()


def test_a_header_that_claims_too_much_is_not_believed(tmp_path: Path, place: Pictures) -> None:
    """65,000 x 65,000 pixels in a kilobyte would be 16 GB."""
    head = struct.pack(">IIBBBBB", 65_000, 65_000, 8, 2, 0, 0, 0)
    bomb = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(bytes(999))) + chunk(b"IEND", b"")
    path = tmp_path / "bomb.png"
    path.write_bytes(bomb)
    with pytest.raises(ReadProblem, match="too large"):
        picture_of(path, place)


def test_a_file_that_is_too_large_is_not_opened(
    tmp_path: Path, place: Pictures, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(made, "MOST_BYTES", 10)
    with pytest.raises(ReadProblem, match="too large"):
        picture_of(put(tmp_path, "a.png", image()), place)


def test_a_full_disk_is_told(tmp_path: Path, qtbot: QtBot) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(ReadProblem, match="Can't save"):
        kept(image(), "a", Pictures(tmp_path / "file" / "pictures"))


def test_pictures_are_known_by_their_content(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(png())
    (tmp_path / "b.png").write_bytes(b"words")
    assert holds_picture(tmp_path / "a.txt")
    assert (
        not holds_picture(tmp_path / "b.png") and not holds_picture(tmp_path / "gone") and not holds_picture(tmp_path)
    )


# --------------------------------------------------------------------------- in a chat


def attached(h: Harness, path: Path) -> Attachment:
    read: list[Attachment] = []
    h.context.attachments.read.connect(lambda job, file: read.append(file))
    h.context.attachments.start(path)
    h.wait(lambda: read)
    return read[0]


def test_a_picture_is_counted_and_sent(start: Start, tmp_path: Path) -> None:
    h = start(SEEING)
    h.wait_idle()
    assert h.context.models.sees
    file = attached(h, put(tmp_path, "a.png", image()))
    files = h.context.attachments
    assert not files.tokens(file)[1]
    files.count(file)
    h.wait(lambda: files.tokens(file) == (PICTURE, True))
    h.send("What is it?", file)
    (asked,) = h.requests(p.Generate)
    shown = p.Picture(str(h.context.pictures.path(file.digest)), file.digest)
    assert isinstance(asked, p.Generate) and asked.user is not None
    assert (asked.user.content, asked.user.pictures) == ("What is it?", (shown,))
    assert h.messages[0].attachments == (file,) == h.stored()[0].attachments
    h.conversation.regenerate()
    h.wait_idle()
    again = h.requests(p.Generate)[-1]
    assert isinstance(again, p.Generate) and again.user is not None and again.user.pictures == (shown,)


def test_a_chat_is_opened_with_its_pictures(start: Start, tmp_path: Path) -> None:
    h = start(SEEING)
    h.wait_idle()
    file = attached(h, put(tmp_path, "a.png", image()))
    h.send("", file)
    h.context.shutdown()
    again = start(SEEING)
    again.wait(lambda: again.resumed)
    again.wait_idle()
    (opened,) = again.requests(p.OpenChat)
    assert isinstance(opened, p.OpenChat)
    assert [message.pictures for message in opened.messages if message.role == "user"] == [
        (p.Picture(str(again.context.pictures.path(file.digest)), file.digest),)
    ]
    assert again.context.pictures.path(file.digest).exists()  # swept at the start, and still there


def test_without_eyes_it_is_refused_with_a_next_step(start: Start, tmp_path: Path) -> None:
    h = start()
    h.wait_idle()
    failed: list[ReadProblem] = []
    h.context.attachments.failed.connect(lambda job, problem: failed.append(problem))
    h.context.attachments.start(put(tmp_path, "a.png", image()))
    h.wait(lambda: failed)
    assert "is an image" in failed[0].message and "vision projector" in failed[0].hint
    assert not h.context.paths.pictures.exists()


def test_it_goes_with_the_last_chat_that_has_it(start: Start, tmp_path: Path) -> None:
    h = start(SEEING)
    h.wait_idle()
    file = attached(h, put(tmp_path, "a.png", image()))
    path = h.context.pictures.path(file.digest)
    h.send("Look.", file)
    first = h.conversation.view.chat.id
    h.conversation.new_chat()
    h.send("Look here, too.", file)
    second = h.conversation.view.chat.id
    for chat, there in ((first, True), (second, False)):
        h.context.chats.trash([chat])
        h.settle()
        assert path.exists()  # it may come back
        h.context.chats.delete_for_good([chat])
        h.settle()
        assert path.exists() == there


def test_a_draft_that_was_never_sent_goes_with_the_next_start(start: Start, tmp_path: Path) -> None:
    h = start(SEEING)
    h.wait_idle()
    file = attached(h, put(tmp_path, "a.png", image()))
    h.context.remains.sweep_pictures()
    h.settle()
    assert h.context.pictures.path(file.digest).exists()
    h.context.shutdown()
    again = start(SEEING)
    again.wait_idle()
    assert not again.context.pictures.path(file.digest).exists()


def test_the_vision_part_is_loaded_with_its_model(start: Start, tmp_path: Path) -> None:
    h = start()
    h.wait_idle()
    models, path = h.context.models, h.context.models.state.path
    assert not models.sees and not models.stale
    part = tmp_path / "mmproj.gguf"
    h.context.care.set_vision(path, str(part))
    h.wait(lambda: models.stale)  # the model has to be loaded again for it
    assert models.estimate(path).mmproj == str(part)
    models.load(path)
    h.wait(lambda: models.sees)
    assert isinstance(load := h.requests(p.Load)[-1], p.Load) and load.mmproj == str(part)
    assert not models.stale


def test_an_export_says_that_pictures_are_not_in_it(start: Start, tmp_path: Path) -> None:
    h = start(SEEING)
    h.wait_idle()
    file = attached(h, put(tmp_path, "cat.png", image()))
    h.send("Look.", file)
    target = tmp_path / "out" / "chat.json"
    target.parent.mkdir()
    h.context.transfers.export_json([h.conversation.view.chat.id], target)
    h.wait(lambda: any("Exported" in notice.text for notice in h.notices))
    assert h.notices[-1].hint == "1 image isn't in the export, only its name."
    assert file.digest in target.read_text() and "cat.png" in target.read_text()
