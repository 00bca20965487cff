"""The error of a compaction by layer: a bar for each, its mean solid and its worst head as a shadow behind it."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QRectF, Qt
from PySide6.QtGui import QHelpEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from app.core.chat_values import LayerError
from app.ui.chat.transcript import mark_words
from app.ui.theme import colors, font, qcolor, theme
from app.ui.widgets.tips import show_tip

translate = QCoreApplication.translate

HEIGHT = 78
_TOP, _BOTTOM = 20, 16  # room for the caption and for the numbers of the layers


class LayerBars(QWidget):
    """Bars of equal width, scaled to the worst head; the tooltip of each tells its numbers."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._layers: tuple[LayerError, ...] = ()
        theme().changed.connect(self.update)

    def show_layers(self, layers: tuple[LayerError, ...]) -> None:
        """Show these errors, in order of layers."""
        self._layers = layers
        self.setAccessibleName(translate("Transcript", "Fit error by layer"))
        self.setAccessibleDescription("; ".join(mark_words.layer_line(layer) for layer in layers))
        self.update()

    def bar(self, index: int) -> QRectF:
        """The room of a layer's bar, from the baseline to the largest error."""
        step = self.width() / max(1, len(self._layers))
        gap = min(4.0, step / 4)
        return QRectF(index * step + gap / 2, _TOP, step - gap, self.height() - _TOP - _BOTTOM)

    def at(self, place: QPoint) -> LayerError | None:
        """The layer under a point."""
        if not self._layers or not self.rect().contains(place):
            return None
        return self._layers[min(len(self._layers) - 1, place.x() * len(self._layers) // max(1, self.width()))]

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            layer = self.at(event.pos())
            show_tip(event.globalPos(), mark_words.layer_line(layer) if layer else "", self)
            return True
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._layers:
            return
        scheme = colors()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(font(theme().tokens.type.tiny))
        left, right = mark_words.caption(self._layers)
        painter.setPen(qcolor(scheme.faint))
        line = QRectF(0, 0, self.width(), _TOP - 4)
        painter.drawText(line, Qt.AlignmentFlag.AlignLeft, left)
        painter.drawText(line, Qt.AlignmentFlag.AlignRight, right)
        most = max((layer.worst for layer in self._layers), default=0.0) or 1.0
        every = -(-len(self._layers) // 8)
        for i, layer in enumerate(self._layers):
            room = self.bar(i)
            painter.setPen(Qt.PenStyle.NoPen)
            for share, alpha in ((layer.worst, 0.25), (layer.mean, 1.0)):
                high = max(1.0, room.height() * min(1.0, share / most))
                painter.setBrush(qcolor(scheme.compacted, alpha))
                painter.drawRoundedRect(QRectF(room.left(), room.bottom() - high, room.width(), high), 1.5, 1.5)
            if i % every == 0:
                painter.setPen(qcolor(scheme.faint))
                below = QRectF(room.center().x() - 20, self.height() - _BOTTOM + 2, 40, _BOTTOM - 2)
                painter.drawText(below, Qt.AlignmentFlag.AlignHCenter, str(layer.layer))
        painter.setPen(QPen(qcolor(scheme.line), 1))
        base = self.height() - _BOTTOM + 0.5
        painter.drawLine(0, int(base), self.width(), int(base))
        painter.end()
