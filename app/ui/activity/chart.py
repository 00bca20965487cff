"""The course of a chat: a line of its tokens, an area of what its memory holds, ticks at compactions."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QHelpEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from app.ui.activity.history import ChartPoint, details, summary, what
from app.ui.numbers import short_count
from app.ui.theme import colors, font, qcolor, theme
from app.ui.widgets.tips import show_tip

translate = QCoreApplication.translate

HEIGHT = 190
_LEFT, _TOP, _BOTTOM = 44, 12, 22


class CourseChart(QWidget):
    """Events from left to right; tokens upwards. A tooltip tells what each event was."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._points: list[ChartPoint] = []
        self.setFixedHeight(HEIGHT)
        theme().changed.connect(self.update)

    def show_points(self, points: list[ChartPoint]) -> None:
        self._points = points
        self.setAccessibleName(translate("Activity", "Context over time"))
        self.setAccessibleDescription(summary(points))
        self.update()

    def _plot(self) -> QRectF:
        return QRectF(_LEFT, _TOP, self.width() - _LEFT - 8, self.height() - _TOP - _BOTTOM)

    def place_of(self, index: int) -> float:
        """Where an event stands."""
        plot = self._plot()
        return plot.left() + plot.width() * (index + 0.5) / max(1, len(self._points))

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            point = self.at(event.pos())
            text = f"{what(point.activity)}: {details(point.activity)}" if point is not None else ""
            show_tip(event.globalPos(), text, self)
            return True
        return super().event(event)

    def at(self, place: QPoint) -> ChartPoint | None:
        """The event nearest to a point of the plot."""
        if not self._points or not self._plot().adjusted(0, -_TOP, 0, _BOTTOM).contains(QPointF(place)):
            return None
        plot = self._plot()
        index = int((place.x() - plot.left()) / max(1.0, plot.width()) * len(self._points))
        return self._points[min(len(self._points) - 1, max(0, index))]

    def paintEvent(self, event: QPaintEvent) -> None:
        scheme = colors()
        plot = self._plot()
        most = _round_up(max((point.tokens for point in self._points), default=0))
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(font(theme().tokens.type.tiny))
        for part in (0.0, 0.5, 1.0):
            y = plot.bottom() - plot.height() * part
            painter.setPen(QPen(qcolor(scheme.line), 1))
            painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y))
            painter.setPen(qcolor(scheme.faint))
            label = QRectF(0, y - 8, _LEFT - 8, 16)
            painter.drawText(
                label, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, short_count(round(most * part))
            )
        if self._points:
            self._paint_course(painter, plot, most)
        self._paint_legend(painter)
        painter.end()

    def _paint_course(self, painter: QPainter, plot: QRectF, most: float) -> None:
        scheme = colors()

        def place(index: int, value: float) -> QPointF:
            return QPointF(self.place_of(index), plot.bottom() - plot.height() * min(1.0, value / most))

        held = QPolygonF([place(i, point.held) for i, point in enumerate(self._points)])
        area = QPolygonF(held)
        area.append(QPointF(self.place_of(len(self._points) - 1), plot.bottom()))
        area.append(QPointF(self.place_of(0), plot.bottom()))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(qcolor(scheme.compacted, 0.22))
        painter.drawPolygon(area)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(qcolor(scheme.compacted), 1.6))
        painter.drawPolyline(held)
        painter.setPen(QPen(qcolor(scheme.accent), 1.6))
        painter.drawPolyline(QPolygonF([place(i, point.tokens) for i, point in enumerate(self._points)]))
        for i, point in enumerate(self._points):
            if point.activity.kind == "compact":
                painter.setPen(QPen(qcolor(scheme.compacted, 0.6), 1, Qt.PenStyle.DashLine))
                painter.drawLine(QPointF(self.place_of(i), plot.top()), QPointF(self.place_of(i), plot.bottom()))
            if len(self._points) <= 60:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(qcolor(scheme.accent))
                painter.drawEllipse(place(i, point.tokens), 2.2, 2.2)
                painter.setBrush(Qt.BrushStyle.NoBrush)

    def _paint_legend(self, painter: QPainter) -> None:
        scheme = colors()
        x = float(_LEFT)
        y = self.height() - 7
        for text, role in (
            (translate("Activity", "chat tokens"), "accent"),
            (translate("Activity", "KV cache used, in tokens"), "compacted"),
        ):
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(qcolor(getattr(scheme, role)))
            painter.drawEllipse(QPointF(x + 4, y - 3), 3.5, 3.5)
            painter.setPen(qcolor(scheme.dim))
            painter.drawText(QPointF(x + 13, y + 1), text)
            x += 13 + painter.fontMetrics().horizontalAdvance(text) + 20


def _round_up(number: int) -> float:
    """The next round number above: 1, 2 or 5 with noughts."""
    step = 1.0
    while step * 10 <= max(1, number):
        step *= 10
    return next((step * by for by in (1, 2, 5, 10) if step * by >= number), step * 10)
