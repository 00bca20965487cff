"""Icons: SVG line drawings painted in a colour of the scheme, cached per name, colour, size and pixel ratio."""

from __future__ import annotations

import logging
from functools import cache, lru_cache

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from app.ui.theme.tokens import resource_path

log = logging.getLogger("theme")

PALE = 0.4  # opacity of what is disabled


@cache
def _source(name: str) -> str:
    file = resource_path("icons", f"{name}.svg")
    try:
        return file.read_text(encoding="utf-8")
    except OSError as problem:
        log.error("icon %s cannot be read: %s", name, problem)
        return '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"/>'


@lru_cache(maxsize=512)
def icon_pixmap(name: str, color: str, size: int = 18, ratio: float = 1.0) -> QPixmap:
    """The icon ``name`` in ``color`` (``#RRGGBB``), ``size`` logical px."""
    svg = _source(name).replace("currentColor", color).replace('stroke-width="2"', 'stroke-width="1.8"')
    return _rendered(svg, size, ratio)


@lru_cache(maxsize=16)
def logo_pixmap(size: int, ratio: float = 1.0) -> QPixmap:
    """The program's own icon, ``size`` logical px."""
    return _rendered(resource_path("longthread.svg").read_text(encoding="utf-8"), size, ratio)


def _rendered(svg: str, size: int, ratio: float) -> QPixmap:
    renderer = QSvgRenderer(QByteArray(svg.encode()))
    pixmap = QPixmap(round(size * ratio), round(size * ratio))
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    renderer.render(painter, QRectF(0, 0, pixmap.width(), pixmap.height()))
    painter.end()
    pixmap.setDevicePixelRatio(ratio)
    return pixmap


@lru_cache(maxsize=256)
def icon(name: str, color: str, size: int = 18) -> QIcon:
    """The icon as a QIcon, sharp at pixel ratios 1 to 3."""
    made = QIcon()
    for ratio in (1.0, 1.5, 2.0, 3.0):
        pixmap = QPixmap(icon_pixmap(name, color, round(size * ratio), 1.0))
        pixmap.setDevicePixelRatio(ratio)
        made.addPixmap(pixmap)
        made.addPixmap(_pale(pixmap), QIcon.Mode.Disabled)
    return made


def _pale(pixmap: QPixmap) -> QPixmap:
    """The same for what cannot be pressed now."""
    made = QPixmap(pixmap.size())
    made.setDevicePixelRatio(pixmap.devicePixelRatio())
    made.fill(Qt.GlobalColor.transparent)
    painter = QPainter(made)
    painter.setOpacity(PALE)
    painter.drawPixmap(0, 0, pixmap)
    painter.end()
    return made
