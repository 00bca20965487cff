"""Files of pictures: whole, unchanged and bounded, or refused before anything decodes them."""

from __future__ import annotations

import os
import struct
import threading
import zlib
from pathlib import Path

import pytest
from blake3 import blake3
from hypothesis import given
from hypothesis import strategies as st

from engine.chat.token_log import PictureRun, TokenLog
from engine.errors import BadSnapshot
from engine.model.pictures import MOST_BYTES, MOST_SIDE, BadPicture, check_png, read_picture
from engine.protocol import Picture
from tests.vision_files import chunk, make_picture, png


def rebuilt(width: int, height: int, body: bytes, depth: int = 8, colour: int = 2, interlaced: int = 0) -> bytes:
    head = struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, interlaced)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", body) + chunk(b"IEND", b"")


def test_a_whole_picture_is_read(tmp_path: Path) -> None:
    picture = make_picture(tmp_path)
    assert check_png(read_picture(picture)) == (80, 60)


def test_a_changed_or_missing_file_is_refused(tmp_path: Path) -> None:
    picture = make_picture(tmp_path)
    Path(picture.path).write_bytes(png(seed=5))
    with pytest.raises(BadPicture, match="changed"):
        read_picture(picture)
    Path(picture.path).unlink()
    with pytest.raises(BadPicture, match="missing"):
        read_picture(picture)
    with pytest.raises(BadPicture, match="missing"):
        read_picture(Picture(str(tmp_path), picture.digest))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes with names")
def test_a_pipe_in_place_of_a_file_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.png")
    refused: list[Exception] = []

    def read() -> None:
        try:
            read_picture(Picture(str(tmp_path / "pipe.png"), "0" * 64))
        except BadPicture as error:
            refused.append(error)

    reader = threading.Thread(target=read, daemon=True)
    reader.start()
    reader.join(60)
    assert refused, "nobody will ever write into it"


def test_a_file_that_is_too_large_is_not_read_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "large.png"
    with path.open("wb") as file:
        file.truncate(MOST_BYTES + 10)
    with pytest.raises(BadPicture, match="MB"):
        read_picture(Picture(str(path), "0" * 64))


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"GIF89a" + bytes(64),
        png()[:-20],
        png().replace(b"IEND", b"IENX"),
        rebuilt(MOST_SIDE + 1, 1, b""),
        rebuilt(0, 5, b""),
        rebuilt(4, 4, zlib.compress(bytes(4 * 13)), depth=16),
        rebuilt(4, 4, zlib.compress(bytes(4 * 13)), colour=3),
        rebuilt(4, 4, zlib.compress(bytes(4 * 13)), interlaced=1),
        rebuilt(4, 4, zlib.compress(bytes(4 * 13 - 1))),
        rebuilt(4, 4, zlib.compress(bytes(4 * 13 + 1))),
        rebuilt(4, 4, b"no zlib stream"),
    ],
)
def test_other_files_are_refused(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "bad.png"
    path.write_bytes(data)
    with pytest.raises(BadPicture):
        read_picture(Picture(str(path), blake3(data).hexdigest()))


def test_what_is_packed_in_it_cannot_outgrow_its_size() -> None:
    """Half a gigabyte of zeros in half a megabyte is stopped at the size that the header allows."""
    packer = zlib.compressobj(9)
    bomb = b"".join(packer.compress(bytes(1 << 20)) for _ in range(512)) + packer.flush()
    with pytest.raises(BadPicture, match="damaged"):
        check_png(rebuilt(16, 16, bomb))


@given(st.binary(max_size=300), st.integers(0, 80))
def test_no_bytes_make_it_fail_otherwise(noise: bytes, at: int) -> None:
    data = bytearray(png(8, 8))
    data[at : at + len(noise)] = noise
    try:
        check_png(bytes(data))
    except BadPicture:
        pass


# --------------------------------------------------------------------------- in the token log


def sample() -> TokenLog:
    log = TokenLog("fp")
    log.open_span("system", "system")
    log.append([1, 2])
    log.open_span("u", "user", "What is it?")
    log.append([3, 4])
    log.append_rows([-9, -8, -7], "ab", 1)
    log.append([5])
    return log


def test_the_log_keeps_where_pictures_are(tmp_path: Path) -> None:
    log = sample()
    assert log.pictures == [PictureRun(4, 7, "ab", 1)] and log.is_sound()
    assert [log.run_at(at) for at in (0, 4, 6, 7)] == [
        (4, None), (7, log.pictures[0]), (7, log.pictures[0]), (8, None),
    ]  # fmt: skip
    log.save(tmp_path)
    loaded = TokenLog.load(tmp_path)
    assert loaded is not None and loaded.pictures == log.pictures and loaded.tokens == log.tokens
    log.cut(6)
    assert log.pictures == [PictureRun(4, 6, "ab", 1)] and log.is_sound()
    log.cut(4)
    assert log.pictures == [] and log.is_sound()


def test_numbers_below_0_that_are_no_picture_are_refused(tmp_path: Path) -> None:
    for change in (
        lambda log: log.pictures.clear(),
        lambda log: log.pictures.append(PictureRun(5, 8, "cd")),
        lambda log: log.pictures.append(PictureRun(7, 8, "cd")),
        lambda log: log.tokens.__setitem__(5, 3),
        lambda log: log.tokens.__setitem__(0, -3),
    ):
        log = sample()
        change(log)
        log.save(tmp_path)
        with pytest.raises(BadSnapshot, match="inconsistent"):
            TokenLog.load(tmp_path)


def test_a_log_without_pictures_is_as_it_always_was(tmp_path: Path) -> None:
    log = sample()
    log.cut(4)
    log.save(tmp_path)
    assert (tmp_path / "tokens.bin").read_bytes()[4:8] == (1).to_bytes(4, "little")
    log.append_rows([-5], "ab", 0)
    log.save(tmp_path)
    assert (tmp_path / "tokens.bin").read_bytes()[4:8] == (2).to_bytes(4, "little")
