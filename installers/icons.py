"""Renders the program's icon, resources/longthread.svg, as what each system wants: .ico, .icns or .png.

python installers/icons.py FOLDER    writes all three
"""

from __future__ import annotations

import os
import struct
import sys
from pathlib import Path

SOURCE = Path(__file__).resolve().parent.parent / "resources" / "longthread.svg"
ICO_SIZES = (16, 24, 32, 48, 64, 128, 256)
# type codes of PNG pictures in an .icns file, with their size in px
ICNS_TYPES = {"icp4": 16, "icp5": 32, "ic07": 128, "ic08": 256, "ic09": 512, "ic10": 1024, "ic11": 32, "ic12": 64,
              "ic13": 256, "ic14": 512}  # fmt: skip


def png(size: int) -> bytes:
    """The icon as a PNG file, ``size`` px wide and high."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtCore import QBuffer, QIODevice, Qt
    from PySide6.QtGui import QGuiApplication, QImage, QPainter
    from PySide6.QtSvg import QSvgRenderer

    _application = QGuiApplication.instance() or QGuiApplication([])
    image = QImage(size, size, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    QSvgRenderer(str(SOURCE)).render(painter)
    painter.end()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")
    return bytes(buffer.data().data())


def ico() -> bytes:
    """A Windows icon file: a directory of 16 bytes per picture, then PNG files."""
    pictures = [png(size) for size in ICO_SIZES]
    offset = 6 + 16 * len(pictures)
    head, body = struct.pack("<3H", 0, 1, len(pictures)), b""
    for size, data in zip(ICO_SIZES, pictures, strict=True):
        head += struct.pack("<4B2H2I", size % 256, size % 256, 0, 0, 1, 32, len(data), offset + len(body))
        body += data
    return head + body


def icns() -> bytes:
    """A macOS icon file: type, length and PNG for each size."""
    body = b""
    for kind, size in ICNS_TYPES.items():
        data = png(size)
        body += kind.encode() + struct.pack(">I", len(data) + 8) + data
    return b"icns" + struct.pack(">I", len(body) + 8) + body


def write_for_platform(folder: Path) -> Path | None:
    """Write the icon the executable of this system carries; None on Linux, where executables carry none."""
    maker = {"win32": ("longthread.ico", ico), "darwin": ("longthread.icns", icns)}.get(sys.platform)
    if maker is None:
        return None
    name, make = maker
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(make())
    return folder / name


def main() -> int:
    """Write all kinds into the folder given."""
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "longthread.ico").write_bytes(ico())
    (folder / "longthread.icns").write_bytes(icns())
    (folder / "longthread.png").write_bytes(png(256))
    return 0


if __name__ == "__main__":
    sys.exit(main())
