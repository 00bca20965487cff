"""The picture of a head profile: every head in its place, the sharp ones dark and framed."""

from __future__ import annotations

import struct
import xml.etree.ElementTree as ElementTree
import zlib
from pathlib import Path

import pytest

from engine.cli import calibrate, heads_plot
from engine.heads.profile import HeadProfile, Profile

PROFILE = Profile(
    [HeadProfile(layer, head, ((layer * 3 + head) / 59) ** 4) for layer in range(20) for head in range(3)]
)
SVG = "{http://www.w3.org/2000/svg}"


def pixels(path: Path) -> tuple[int, int, list[bytes]]:
    data = path.read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    at, body, size = 8, b"", (0, 0)
    while at < len(data):
        length, kind = struct.unpack_from(">I4s", data, at)
        chunk = data[at + 8 : at + 8 + length]
        assert struct.unpack_from(">I", data, at + 8 + length)[0] == zlib.crc32(kind + chunk)
        if kind == b"IHDR":
            size = struct.unpack_from(">II", chunk)
        if kind == b"IDAT":
            body += chunk
        at += 12 + length
    rows = zlib.decompress(body)
    width, height = size
    step = 3 * width + 1
    assert len(rows) == step * height
    return width, height, [rows[y * step + 1 : (y + 1) * step] for y in range(height)]


def test_the_svg_has_a_cell_for_every_head_with_its_numbers(tmp_path: Path) -> None:
    file = tmp_path / "heads.svg"
    heads_plot.write(file, PROFILE, "a <model>")
    root = ElementTree.fromstring(file.read_text())
    titles = {title.text for title in root.iter(f"{SVG}title")}
    assert len(titles) == len(PROFILE.heads)
    assert any(title.startswith("layer 19 head 2: 100%, whole up to 16x") for title in titles)
    assert "layer 0 head 0: 0%" in titles
    words = [text.text for text in root.iter(f"{SVG}text")]
    assert "a <model>" in words and "19" in words


def test_the_png_is_darker_where_heads_keep_more(tmp_path: Path) -> None:
    file = tmp_path / "heads.png"
    heads_plot.write(file, PROFILE, "model")
    _, _, rows = pixels(file)

    def green(layer: int, head: int) -> int:
        x = heads_plot.LEFT + layer * heads_plot.CELL + heads_plot.CELL // 2
        y = heads_plot.TOP + head * heads_plot.CELL + heads_plot.CELL // 2
        return rows[y][3 * x + 1]

    assert green(0, 0) == heads_plot.EMPTY[1]
    assert green(0, 0) > green(8, 1) > green(19, 2)
    corner = heads_plot.LEFT + 19 * heads_plot.CELL
    assert rows[heads_plot.TOP][3 * corner : 3 * corner + 3] == bytes(heads_plot.TEXT), "framed: it stays whole"


def test_the_text_has_a_line_for_every_layer() -> None:
    lines = heads_plot.text(PROFILE).splitlines()
    assert [line.split()[0] for line in lines[1:21]] == [str(layer) for layer in range(20)]
    assert "██16" in lines[20]
    assert lines[1].split()[1] == "··"


def test_heads_that_a_model_does_not_have_stay_empty(tmp_path: Path) -> None:
    ragged = Profile([HeadProfile(0, 0, 1.0), HeadProfile(4, 0, 0.5), HeadProfile(4, 1, 0.1)])
    heads_plot.write(tmp_path / "a.svg", ragged, "m")
    assert (tmp_path / "a.svg").read_text().count("<title>") == 3
    assert len(heads_plot.text(ragged).splitlines()) == 4


def test_another_kind_of_file_is_refused_before_anything_is_measured(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        calibrate.main(["missing.gguf", "--plot", str(tmp_path / "heads.pdf")])
    assert ".svg or a .png" in capsys.readouterr().err
    with pytest.raises(ValueError, match="neither"):
        heads_plot.write(tmp_path / "heads.pdf", PROFILE, "m")
