"""Small views of the pictures in chats, made on another thread: a row is painted at once and again with its picture."""

from __future__ import annotations

from collections import OrderedDict
from pathlib import Path

from PySide6.QtCore import QByteArray, QObject, QRectF, QSize, Qt, QThreadPool, Signal
from PySide6.QtGui import QImage, QImageReader, QPainter, QPainterPath, QPen, QPixmap

from app.core.chat_values import Attachment
from app.ui.theme import colors, icon_pixmap, qcolor

KEPT = 200
SIDE = 480  # px, the longest of what is kept: enough for a chip on any screen


class Thumbnails(QObject):
    """``changed``: a picture that was asked for is there, or it is known that it never will be.

    Attributes:
        folder: where the pictures are.
    """

    changed = Signal()
    _read = Signal(str, QImage)

    def __init__(self, folder: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.folder = folder
        self._known: OrderedDict[str, QPixmap] = OrderedDict()
        self._asked: set[str] = set()
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(1)
        self._read.connect(self._arrived, Qt.ConnectionType.QueuedConnection)

    def get(self, digest: str) -> QPixmap | None:
        """The picture, null if it is lost; None: not yet."""
        if digest in self._known:
            self._known.move_to_end(digest)
            return self._known[digest]
        if digest not in self._asked:
            self._asked.add(digest)
            path = self.folder / f"{Path(digest).name}.png"
            self._pool.start(lambda: self._read.emit(digest, _small(path)))
        return None

    def now(self, digest: str) -> None:
        """Have the picture there at once."""
        self._arrived(digest, _small(self.folder / f"{Path(digest).name}.png"))

    def _arrived(self, digest: str, image: QImage) -> None:
        self._asked.discard(digest)
        self._known[digest] = QPixmap.fromImage(image) if not image.isNull() else QPixmap()
        while len(self._known) > KEPT:
            self._known.popitem(last=False)
        self.changed.emit()

    def close(self) -> None:
        """Wait for the thread."""
        self._pool.clear()
        self._pool.waitForDone()


def _small(path: Path) -> QImage:
    reader = QImageReader(str(path), QByteArray(b"png"))
    size = reader.size()
    if size.isValid() and max(size.width(), size.height()) > SIDE:
        reader.setScaledSize(size.scaled(SIDE, SIDE, Qt.AspectRatioMode.KeepAspectRatio).expandedTo(QSize(1, 1)))
    return reader.read()


_shared: Thumbnails | None = None


def thumbnails() -> Thumbnails:
    """The ones of the window; before it is there, of no folder."""
    global _shared
    if _shared is None:
        _shared = Thumbnails(Path("none"))
    return _shared


def share(made: Thumbnails) -> Thumbnails:
    """Have all that paint pictures use ``made``, from now on."""
    global _shared
    _shared = made
    return made


def size_of(attachment: Attachment, high: int, widest: int) -> QSize:
    """How large a picture is shown that is to be ``high`` px, at most ``widest`` and not too narrow to be clicked."""
    share = attachment.width / attachment.height if attachment.width and attachment.height else 1.0
    return QSize(max(high // 2, min(widest, round(high * share))), high)


def paint(painter: QPainter, digest: str, place: QRectF, radius: float, ratio: float) -> None:
    """The middle of a picture, filling ``place``; while it is not there an icon, and another one if it is lost."""
    scheme, pixmap = colors(), thumbnails().get(digest)
    painter.save()
    outline = QPainterPath()
    outline.addRoundedRect(place, radius, radius)
    if pixmap is None or pixmap.isNull():
        painter.fillPath(outline, qcolor(scheme.hover))
        side = int(min(22, place.height() * 0.7))
        icon = icon_pixmap("image" if pixmap is None else "image-off", scheme.faint, side, ratio)
        painter.drawPixmap(int(place.center().x() - side / 2), int(place.center().y() - side / 2), icon)
    else:
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.setClipPath(outline)
        wide, high = pixmap.width(), pixmap.height()
        scale = max(place.width() / wide, place.height() / high)
        shown = QRectF(0, 0, place.width() / scale, place.height() / scale)
        shown.moveCenter(QRectF(0, 0, wide, high).center())
        painter.drawPixmap(place, pixmap, shown)
        painter.setClipping(False)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(qcolor(scheme.line), 1))
    painter.drawPath(outline)
    painter.restore()
