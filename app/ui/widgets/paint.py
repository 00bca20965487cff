"""Shapes that several widgets paint."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen


def paint_panel(painter: QPainter, place: QRect | QRectF, radius: float, fill: QColor, line: QColor) -> None:
    """A rounded surface that fills ``place``, its hairline in it; pen and brush stay those of the panel."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(line, 1))
    painter.setBrush(fill)
    painter.drawRoundedRect(QRectF(place).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)


def paint_ring(
    painter: QPainter, place: QRectF, width: float, track: QColor, tint: QColor, share: float, turn: float = 0.0
) -> None:
    """A ring of which ``share`` (0 to 1) is tinted, clockwise from ``turn`` (0: the top, 1: all around)."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(track, width))
    painter.drawEllipse(place)
    if share > 0:
        pen = QPen(tint, width)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        painter.drawArc(place, round((90 - turn * 360) * 16), -round(share * 360 * 16))
