"""The picture of the kept rows: layers across, KV heads down; the darker, the more of its rows a head keeps."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QHelpEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from app.ui.activity.kept_rows import KeptRows, line
from app.ui.theme import colors, font, qcolor, theme
from app.ui.widgets.tips import show_tip

translate = QCoreApplication.translate

_LEFT, _TOP, _FOOT = 30, 4, 60
_LEAST, _MOST = 9.0, 22.0  # px of a cell's height


class HeadsPicture(QWidget):
    """A cell for each head. What the pointer is on is told by ``told`` (a line below) and as a tooltip."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kept: dict[tuple[int, int], KeptRows] = {}
        self._layers: list[int] = []
        self._heads: list[int] = []
        self._under: KeptRows | None = None
        self.setMouseTracking(True)
        theme().changed.connect(self.update)
        self.setAccessibleName(translate("Kept", "KV rows kept by each head"))

    def show_kept(self, kept: Sequence[KeptRows], words: str) -> None:
        """Show these heads; ``words``: the picture in a sentence."""
        self._kept = {(one.layer, one.head): one for one in kept}
        self._layers = sorted({one.layer for one in kept})
        self._heads = sorted({one.head for one in kept})
        self._under = None
        cell = min(_MOST, max(_LEAST, 176 / max(1, len(self._heads))))
        self.setFixedHeight(round(_TOP + cell * len(self._heads) + _FOOT))
        self.setAccessibleDescription(words)
        self.update()

    def cell(self, layer: int, head: int) -> QRectF:
        """The place of a head."""
        wide = (self.width() - _LEFT) / max(1, len(self._layers))
        high = (self.height() - _TOP - _FOOT) / max(1, len(self._heads))
        return QRectF(_LEFT + self._layers.index(layer) * wide, _TOP + self._heads.index(head) * high, wide, high)

    def at(self, place: QPoint) -> KeptRows | None:
        """The head under a point."""
        for key, one in self._kept.items():
            if self.cell(*key).contains(QPointF(place)):
                return one
        return None

    @property
    def told(self) -> str:
        """What the line below says: of the head under the pointer."""
        return line(self._under) if self._under is not None else ""

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            one = self.at(event.pos())
            show_tip(event.globalPos(), line(one) if one is not None else "", self)
            return True
        return super().event(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._point(self.at(event.position().toPoint()))

    def leaveEvent(self, event: QEvent) -> None:
        self._point(None)

    def _point(self, one: KeptRows | None) -> None:
        if one != self._under:
            self._under = one
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._kept:
            return
        scheme = colors()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(font(theme().tokens.type.tiny))
        for key, one in self._kept.items():
            cell = self.cell(*key)
            inner = cell.adjusted(1, 1, -1, -1)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(qcolor(scheme.track))
            painter.drawRoundedRect(inner, 2, 2)
            painter.setBrush(qcolor(scheme.compacted, 0.10 + 0.90 * one.share**0.5))
            painter.drawRoundedRect(inner, 2, 2)
            if one.whole or one is self._under:
                painter.setPen(QPen(qcolor(scheme.accent if one is self._under else scheme.text), 1.4))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRoundedRect(inner.adjusted(0.7, 0.7, -0.7, -0.7), 2, 2)
        painter.setPen(qcolor(scheme.faint))
        self._paint_axes(painter)
        self._paint_legend(painter)
        painter.end()

    def _paint_axes(self, painter: QPainter) -> None:
        every = max(1, -(-len(self._heads) // 8))
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        for head in self._heads[::every]:
            cell = self.cell(self._layers[0], head)
            painter.drawText(QRectF(0, cell.top(), _LEFT - 6, cell.height()), right, str(head))
        every = max(1, -(-len(self._layers) // 12))
        for layer in self._layers[::every]:
            cell = self.cell(layer, self._heads[-1])
            below = QRectF(cell.center().x() - 20, cell.bottom() + 3, 40, 14)
            painter.drawText(below, Qt.AlignmentFlag.AlignHCenter, str(layer))

    def _paint_legend(self, painter: QPainter) -> None:
        scheme = colors()
        y = self.height() - 31
        x = float(_LEFT)
        for share in (0.02, 0.1, 0.3, 0.6, 1.0):
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(qcolor(scheme.compacted, 0.10 + 0.90 * share**0.5))
            painter.drawRoundedRect(QRectF(x, y, 12, 10), 2, 2)
            x += 14
        painter.setPen(qcolor(scheme.dim))
        words = self.told or translate(
            "Kept", "Stronger color: more rows kept. Outlined: all kept. Layers run across, heads down."
        )
        room = QRectF(x + 6, y - 2, self.width() - x - 6, 33)
        painter.drawText(room, Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextWordWrap, words)
