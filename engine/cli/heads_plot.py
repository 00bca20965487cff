"""A picture of a head profile, layers x heads: the more a head keeps the darker, framed where it stays whole.

The same drawing goes into an SVG or a PNG; :func:`text` says it on a terminal.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from pathlib import Path

from engine.compaction.budget import HeadShape, Room, split_by_loss
from engine.compaction.inputs import KINDS
from engine.gguf.ggml_types import F16, Q8_0
from engine.heads.profile import Profile

Color = tuple[int, int, int]

RATIOS = (4, 8, 16)  # frames are drawn for these, the thicker the higher the ratio at which a head is whole
_TOKENS, _VERBATIM = 2048, 68
CELL, LEFT, TOP, FOOT = 24, 44, 30, 34
PAPER, INK, TEXT, EMPTY = (255, 255, 255), (142, 78, 198), (23, 26, 33), (241, 242, 245)
SHADES = "·░▒▓█"

# digits of 3 x 5 pixels, each row a number of three bits
_FONT = (
    (7, 5, 5, 5, 7), (2, 6, 2, 2, 7), (7, 1, 7, 4, 7), (7, 1, 7, 1, 7), (5, 5, 7, 1, 1),
    (7, 4, 7, 1, 7), (7, 4, 7, 5, 7), (7, 1, 2, 2, 2), (7, 5, 7, 5, 7), (7, 5, 7, 1, 7),
)  # fmt: skip


@dataclass(frozen=True)
class _Rect:
    """A filled rectangle in pixels, with what an SVG says of it when pointed at."""

    x: int
    y: int
    width: int
    height: int
    color: Color
    title: str = ""


@dataclass(frozen=True)
class _Label:
    """A text in the middle of a place; a PNG shows the digits of it alone."""

    x: int
    y: int
    text: str
    words: bool = False


def whole_heads(profile: Profile, ratio: float) -> frozenset[tuple[int, int]]:
    """The (layer, head) pairs that keep all rows when a context of 2048 tokens in RAM is brought down by ``ratio``.

    For rows of 64 elements; the sizes of a head hardly matter here, as all heads of a model have the same.
    """
    shapes = [HeadShape(64, 64, F16, F16, 0, head, live_type=Q8_0) for head in profile.heads]
    room = Room(_TOKENS - _VERBATIM, _VERBATIM, sum(shape.row_bytes((F16, F16)) for shape in shapes) * _TOKENS / ratio)
    budgets = split_by_loss(shapes, room, profile, KINDS["f16"])
    return frozenset(
        (head.layer, head.head) for head, budget in zip(profile.heads, budgets, strict=True) if budget.n_rows < 0
    )


def whole_up_to(profile: Profile) -> dict[tuple[int, int], int]:
    """The highest of ``RATIOS`` at which each head is whole, 0: at none."""
    whole = {ratio: whole_heads(profile, ratio) for ratio in RATIOS}
    return {key: max((ratio for ratio in RATIOS if key in whole[ratio]), default=0) for key in _shares(profile)}


def _shares(profile: Profile) -> dict[tuple[int, int], float]:
    return {(head.layer, head.head): head.share for head in profile.heads}


def write(path: Path, profile: Profile, title: str) -> None:
    """Write the picture; the name says whether as .svg or .png.

    Raises:
        ValueError: another kind of file.
    """
    kind = path.suffix.lower()
    if kind not in (".svg", ".png"):
        raise ValueError(f"{path.name} is neither an .svg nor a .png")
    parts, width, height = _drawing(profile, title)
    data = _svg(parts, width, height).encode() if kind == ".svg" else _png(parts, width, height)
    path.write_bytes(data)


def text(profile: Profile) -> str:
    """The picture in characters: a line for each layer, a column for each head."""
    shares = _shares(profile)
    layers, heads = _axes(shares)
    whole = whole_up_to(profile)
    lines = ["layer  heads 0 to " + str(heads[-1])]
    for layer in layers:
        cells = []
        for head in heads:
            share = shares.get((layer, head))
            shade = " " if share is None else SHADES[min(len(SHADES) - 1, int(share * len(SHADES)))]
            cells.append(shade * 2 + str(whole.get((layer, head)) or "").ljust(3))
        lines.append(f"{layer:>5}  " + "".join(cells).rstrip())
    lines.append(f"{SHADES}: share of the rows kept, 0 to 1; a number: the highest ratio of {RATIOS} it is whole at")
    return "\n".join(lines)


def _axes(shares: Mapping[tuple[int, int], float]) -> tuple[list[int], list[int]]:
    return sorted({layer for layer, _ in shares}), list(range(max(head for _, head in shares) + 1))


def _drawing(profile: Profile, title: str) -> tuple[list[_Rect | _Label], int, int]:
    shares = _shares(profile)
    layers, heads = _axes(shares)
    whole = whole_up_to(profile)
    width, height = max(LEFT + CELL * len(layers) + 12, 420), TOP + CELL * len(heads) + FOOT
    parts: list[_Rect | _Label] = [_Rect(0, 0, width, height, PAPER), _Label(width // 2, 14, title, words=True)]
    for row, head in enumerate(heads):
        parts.append(_Label(LEFT - 14, TOP + row * CELL + CELL // 2, str(head)))
    for column, layer in enumerate(layers):
        x = LEFT + column * CELL
        parts.append(_Label(x + CELL // 2, TOP + len(heads) * CELL + 10, str(layer)))
        for row, head in enumerate(heads):
            share = shares.get((layer, head))
            if share is None:
                continue
            said = f"layer {layer} head {head}: {share:.0%}"
            y = TOP + row * CELL
            edge = 1
            if ratio := whole[layer, head]:
                said += f", whole up to {ratio}x"
                parts.append(_Rect(x, y, CELL, CELL, TEXT))
                edge = RATIOS.index(ratio) + 1
            parts.append(_Rect(x + edge, y + edge, CELL - 2 * edge, CELL - 2 * edge, _shade(share), said))
    legend = "heads down, layers across; frame: whole at " + ", ".join(f"{ratio}x" for ratio in RATIOS)
    parts.append(_Label(width // 2, height - 8, legend, words=True))
    return parts, width, height


def _shade(share: float) -> Color:
    weight = min(1.0, max(0.0, share))
    return tuple(round(a + (b - a) * weight) for a, b in zip(EMPTY, INK, strict=True))  # type: ignore[return-value]


def _svg(parts: list[_Rect | _Label], width: int, height: int) -> str:
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        'font-family="sans-serif" font-size="11" text-anchor="middle">'
    ]
    for part in parts:
        if isinstance(part, _Rect):
            fill = "#{:02x}{:02x}{:02x}".format(*part.color)
            inside = f"<title>{escape(part.title)}</title>" if part.title else ""
            lines.append(
                f'<rect x="{part.x}" y="{part.y}" width="{part.width}" height="{part.height}" fill="{fill}">'
                f"{inside}</rect>"
            )
        else:
            lines.append(f'<text x="{part.x}" y="{part.y + 4}">{escape(part.text)}</text>')
    return "\n".join([*lines, "</svg>"]) + "\n"


def _png(parts: list[_Rect | _Label], width: int, height: int) -> bytes:
    pixels = bytearray(3 * width * height)

    def fill(x: int, y: int, wide: int, high: int, color: Color) -> None:
        for line in range(max(0, y), min(height, y + high)):
            at = 3 * (line * width + max(0, x))
            n = max(0, min(width, x + wide) - max(0, x))
            pixels[at : at + 3 * n] = bytes(color) * n

    for part in parts:
        if isinstance(part, _Rect):
            fill(part.x, part.y, part.width, part.height, part.color)
        elif not part.words:
            for i, digit in enumerate(part.text):
                x0 = part.x - 4 * len(part.text) + 8 * i
                for row, bits in enumerate(_FONT[int(digit)]):
                    for column in range(3):
                        if bits >> (2 - column) & 1:
                            fill(x0 + 2 * column, part.y - 5 + 2 * row, 2, 2, TEXT)
    rows = b"".join(b"\0" + pixels[3 * width * y : 3 * width * (y + 1)] for y in range(height))

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b"")
