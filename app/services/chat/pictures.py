"""A picture becomes an attachment: decoded within bounds, turned upright, scaled down and written anew as a PNG.

What is kept is what the model sees, and all that is ever decoded again. Nothing else of the file is kept, so that
neither places nor names of a camera stay in it.
"""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QSize, Qt
from PySide6.QtGui import QImage, QImageReader, QImageWriter, QPainter

from app.core.attachments import ReadProblem
from app.core.attachments.kinds import SAMPLE, is_picture
from app.core.attachments.names import clean_name
from app.core.chat_values import Attachment, new_id
from app.core.pictures import Pictures
from app.core.texts import why

MOST_BYTES = 100_000_000  # of a file
MOST_PIXELS = 150_000_000  # that it says to have
MOST_DECODED_MB = 640  # Qt gives up before it takes more for one picture
SIDE = 1536  # px, the longest of what is kept: more than the models of today look at


def holds_picture(path: Path) -> bool:
    """Whether a file begins like a picture; False also if it cannot be read."""
    try:
        with path.open("rb") as file:
            return is_picture(file.read(SAMPLE))
    except OSError:
        return False


def picture_of(path: Path, pictures: Pictures) -> Attachment:
    """The picture in ``path``, kept.

    Raises:
        ReadProblem: it is broken, too large, of an unknown kind, or cannot be kept.
    """
    name = clean_name(path.name)
    QImageReader.setAllocationLimit(MOST_DECODED_MB)
    try:
        size = path.stat().st_size
    except OSError as problem:
        raise ReadProblem("attachment.not_opened", name=name, reason=why(problem)) from problem
    if size > MOST_BYTES:
        raise _too_large(name)
    reader = QImageReader(str(path))
    reader.setDecideFormatFromContent(True)
    reader.setAutoTransform(True)
    told = reader.size()
    if told.isValid():
        if told.width() * told.height() > MOST_PIXELS:
            raise _too_large(name)
        if max(told.width(), told.height()) > SIDE:
            reader.setScaledSize(_scaled(told))
    image = reader.read()
    if image.isNull():
        if reader.error() is QImageReader.ImageReaderError.UnsupportedFormatError:
            raise ReadProblem("attachment.picture_kind", name=name)
        raise ReadProblem("attachment.picture_damaged", name=name)
    return kept(image, name, pictures)


def kept(image: QImage, name: str, pictures: Pictures) -> Attachment:
    """A picture that is there already (pasted, say), kept; raises as :func:`picture_of`."""
    if image.isNull() or image.width() * image.height() > MOST_PIXELS:
        raise _too_large(name)
    if max(image.width(), image.height()) > SIDE:
        image = image.scaled(
            _scaled(image.size()), Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
        )
    plain = QImage(image.size(), QImage.Format.Format_RGB888)
    plain.fill(Qt.GlobalColor.white)  # what is transparent: models see colours only
    painter = QPainter(plain)
    painter.drawImage(0, 0, image)
    painter.end()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    if not QImageWriter(buffer, QByteArray(b"png")).write(plain):
        raise _too_large(name)
    data = bytes(buffer.data().data())
    try:
        digest = pictures.keep(data)
    except OSError as problem:
        raise ReadProblem("attachment.not_kept", name=name, reason=why(problem)) from problem
    return Attachment(
        id=new_id(), name=name, kind="picture", text="", size=len(data), digest=digest, width=plain.width(),
        height=plain.height(),
    )  # fmt: skip


def _scaled(size: QSize) -> QSize:
    return size.scaled(SIDE, SIDE, Qt.AspectRatioMode.KeepAspectRatio).expandedTo(QSize(1, 1))


def _too_large(name: str) -> ReadProblem:
    return ReadProblem("attachment.picture_too_large", name=name)
