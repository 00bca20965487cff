"""A page of a PDF as it looks, with the words of a passage marked."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter, QPaintEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QScrollArea, QWidget

from app.core.attachments.page_image import Box, PageImage
from app.ui.theme import colors, qcolor

translate = QCoreApplication.translate

LEAST_ZOOM, MOST_ZOOM, ZOOM_STEP = 0.5, 4.0, 1.25


class DrawnPage(QWidget):
    """Paints a page as wide as it is itself."""

    def __init__(self) -> None:
        super().__init__()
        self.image = QImage()
        self.marks: tuple[Box, ...] = ()

    def show_page(self, page: PageImage) -> None:
        image = QImage(page.data, page.wide, page.high, page.stride, QImage.Format.Format_RGB888)
        self.image, self.marks = image.copy(), page.marks  # a copy: the bytes go
        self.update()

    def height_for(self, width: int) -> int:
        return round(width * self.image.height() / max(1, self.image.width()))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(self.rect(), self.image)
        scale = self.width() / max(1, self.image.width())
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Multiply)  # paper is white in dark, too
        for left, top, wide, high in self.marks:
            place = QRectF(left * scale - 1, top * scale - 1, wide * scale + 2, high * scale + 2)
            painter.fillRect(place, qcolor(colors().warn, 0.45))
        painter.end()


class PageView(QScrollArea):
    """Scrolls a page.

    Attributes:
        zoom: how many times as wide as there is room for.
    """

    def __init__(self) -> None:
        super().__init__()
        self.page = DrawnPage()
        self.zoom = 1.0
        self.setWidget(self.page)
        self.setAccessibleName(translate("Documents", "Page of the document"))

    def show_page(self, page: PageImage) -> None:
        """Show a page, from the first mark on it."""
        self.page.show_page(page)
        self._fit()
        first = min((top for _, top, _, _ in page.marks), default=0.0)
        scale = self.page.width() / max(1, page.wide)
        self.verticalScrollBar().setValue(max(0, round(first * scale) - self.viewport().height() // 3))

    def zoom_by(self, factor: float) -> None:
        """Larger or smaller, around the middle of what is in sight; 0: as wide as there is room for."""
        zoom = max(LEAST_ZOOM, min(MOST_ZOOM, self.zoom * factor)) if factor else 1.0
        bars = (self.horizontalScrollBar(), self.verticalScrollBar())
        middles = [bar.value() + bar.pageStep() / 2 for bar in bars]
        before, self.zoom = self.page.width(), zoom
        self._fit()
        for bar, middle in zip(bars, middles, strict=True):
            bar.setValue(round(middle * self.page.width() / max(1, before) - bar.pageStep() / 2))

    def _fit(self) -> None:
        wide = round(self.viewport().width() * self.zoom)
        self.page.resize(QSize(wide, self.page.height_for(wide)))

    def wheelEvent(self, event: QWheelEvent) -> None:
        turned = event.angleDelta().y()
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier and turned:
            self.zoom_by(ZOOM_STEP ** (turned / 120))
            event.accept()
        else:
            super().wheelEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()
