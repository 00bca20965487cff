"""The panel that compacts the memory now: how far, what it costs and what it gives."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QApplication, QFrame, QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from app.core.work_values import CompactionEstimate, CompactionPreview, MemoryState
from app.ui.chat.meter.forecast import Shares, forecast, nearest, stops, what
from app.ui.sentences import sentence
from app.ui.theme import colors, font, qcolor, theme
from app.ui.widgets.buttons import TextButton
from app.ui.widgets.controls import Slider
from app.ui.widgets.labels import dim
from app.ui.widgets.paint import paint_panel

translate = QCoreApplication.translate

WIDTH = 440


class Bar(QWidget):
    """The memory as the meter paints it: system, compacted, live."""

    def __init__(self) -> None:
        super().__init__()
        self._shares: Shares = (0.0, 0.0, 0.0)
        self.setFixedHeight(theme().tokens.size.bar)

    @property
    def shares(self) -> Shares:
        return self._shares

    def show_shares(self, shares: Shares) -> None:
        self._shares = shares
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        scheme = colors()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        bar = QRectF(self.rect())
        shape = QPainterPath()
        shape.addRoundedRect(bar, bar.height() / 2, bar.height() / 2)
        painter.setClipPath(shape)
        painter.fillRect(bar, qcolor(scheme.track))
        left = 0.0
        for share, tint in zip(self._shares, (scheme.pinned, scheme.compacted, scheme.live), strict=True):
            if share > 0:
                wide = max(3.0, share * bar.width())
                painter.fillRect(QRectF(left, 0, max(1.0, wide - 1.5), bar.height()), qcolor(tint))
                left += wide
        painter.end()


class CompactPanel(QFrame):
    """Lies over the page, above the meter, until a choice is made. ``compact(ratio)``: 0 as the settings say.

    Attributes:
        reserve: tokens kept free for a reply.
    """

    compact = Signal(float)
    wanted = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._preview: CompactionPreview | None = None
        self._memory: MemoryState | None = None
        self.reserve = 0
        self._chosen = 0.0
        self._back: QWidget | None = None
        self.setAccessibleName(translate("Compaction", "Compact now"))
        self.title = dim(translate("Compaction", "Compact now"), "")
        self.title.setFont(font(theme().tokens.type.body, 600))
        self.words = dim("", "dim", wrap=True)
        self.slider = Slider(translate("Compaction", "Compaction ratio"), 0, 1, 1)
        self.slider.setFixedSize(WIDTH - 150, 24)
        self.slider.role = "compacted"
        self.slider.moved.connect(self._slide)
        self.ratio = dim("", "")
        self.ratio.setFont(font(theme().tokens.type.base, 600))
        self.by_settings = TextButton(translate("Compaction", "Use default"), "link")
        self.by_rule = dim(translate("Compaction", "Default ratio"), "faint")
        self.by_rule.setFont(font(theme().tokens.type.small))
        self.by_settings.clicked.connect(self._choose_by_settings)
        self.now, self.after = Bar(), Bar()
        self.now_words, self.after_words = dim("", "dim"), dim("", "dim")
        self.same, self.time = dim("", ""), dim("", "")
        self.facts = QWidget()
        self.cancel = TextButton(translate("Compaction", "Cancel"))
        self.cancel.clicked.connect(self.leave)
        self.go = TextButton(translate("Compaction", "Compact"), "accent", "fold-vertical")
        self.go.clicked.connect(self._go)
        for button in (self.by_settings, self.cancel, self.go):
            button.setAutoDefault(True)  # else Enter on it would go to the panel, and compact
        self._lay_out()
        theme().changed.connect(self.update)
        self.hide()

    def _lay_out(self) -> None:
        small = theme().tokens.type.small
        grid = QGridLayout(self.facts)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(6)
        row = 0
        for name, bar, words in (
            (translate("Compaction", "Now"), self.now, self.now_words),
            (translate("Compaction", "After"), self.after, self.after_words),
        ):
            label = dim(name, "faint")
            label.setFont(font(small))
            words.setFont(font(small))
            grid.addWidget(label, row, 0)
            grid.addWidget(bar, row, 1)
            grid.addWidget(words, row + 1, 1)
            row += 2
        for name, value in (
            (translate("Compaction", "Next words"), self.same),
            (translate("Compaction", "Duration"), self.time),
        ):
            label = dim(name, "faint")
            label.setFont(font(small))
            value.setFont(font(small))
            grid.addWidget(label, row, 0)
            grid.addWidget(value, row, 1)
            row += 1
        grid.setColumnStretch(1, 1)
        far = QHBoxLayout()
        far.setSpacing(12)
        far.addWidget(self.slider)
        far.addWidget(self.ratio, 1, Qt.AlignmentFlag.AlignRight)
        foot = QHBoxLayout()
        foot.setSpacing(8)
        foot.addWidget(self.by_settings)
        foot.addWidget(self.by_rule)
        foot.addStretch(1)
        foot.addWidget(self.cancel)
        foot.addWidget(self.go)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 16, 20, 16)
        column.setSpacing(12)
        column.addWidget(self.title)
        column.addWidget(self.words)
        column.addLayout(far)
        column.addWidget(self.facts)
        column.addLayout(foot)
        self.setFixedWidth(WIDTH)

    # what it shows -----------------------------------------------------------

    @property
    def chosen(self) -> float:
        """The ratio chosen; 0: as the settings say."""
        return self._chosen

    def open(self, anchor: QPoint, memory: MemoryState | None) -> None:
        """Show it with its lower right corner at ``anchor`` (of the parent); ``wanted`` asks for the preview."""
        self._memory, self._preview, self._chosen = memory, None, 0.0
        self._anchor = anchor
        self.words.setText(translate("Compaction", "Estimating…"))
        self._show_facts(False)
        self._back = QApplication.focusWidget()
        self._place()
        self.show()
        self.raise_()
        self.cancel.setFocus()
        app = QApplication.instance()
        assert app is not None
        app.installEventFilter(self)
        self.wanted.emit()

    def look_again(self, memory: MemoryState | None) -> None:
        """The memory was compacted meanwhile, or a compaction taken back: what was foreseen holds no more."""
        if not self.isHidden():
            self._memory, self._preview = memory, None
            self.words.setText(translate("Compaction", "Estimating…"))
            self._show_facts(False)
            self._place()
            self.wanted.emit()

    def leave(self) -> None:
        """Close it; nothing is done."""
        if self.isHidden():
            return
        app = QApplication.instance()
        assert app is not None
        app.removeEventFilter(self)
        inside = self.isAncestorOf(QApplication.focusWidget() or self) or self.hasFocus()
        self.hide()
        if self._back is not None and inside:
            self._back.setFocus()
        self._back = None

    def show_preview(self, preview: CompactionPreview) -> None:
        """What the engine worked out."""
        if self.isHidden():
            return
        self._preview = preview
        if preview.points:
            self._show_facts(True)
            choices = stops(preview)
            self.slider.set_high(len(choices) - 1)
            self.slider.setVisible(len(choices) > 1)
            known = _point(preview, self._chosen)
            self._choose(self._chosen if known is not None else preview.points[0].ratio)
            if self.isAncestorOf(self.window().focusWidget() or self):  # else the person is elsewhere by now
                (self.slider if len(choices) > 1 else self.go).setFocus()
        else:
            self.words.setText(sentence(preview.why_not))
        self._place()

    def _show_facts(self, shown: bool) -> None:
        for part in (self.facts, self.slider, self.ratio):
            part.setVisible(shown)
        for part in (self.by_settings, self.by_rule):
            part.hide()
        self.go.setEnabled(shown)

    def _slide(self, at: float) -> None:
        if self._preview is not None:
            self._choose(stops(self._preview)[round(at)].ratio)

    def _choose(self, ratio: float) -> None:
        preview = self._preview
        point = _point(preview, ratio)
        if preview is None or point is None:
            return
        self._chosen = ratio
        told = forecast(preview, self._memory, point, self.reserve)
        self.words.setText(what(point))
        self.slider.set_value(nearest(point.block_ratio, stops(preview)))
        self.slider.setAccessibleDescription(told.ratio)
        self.ratio.setText(told.ratio)
        self.by_settings.setVisible(ratio > 0)
        self.by_rule.setVisible(not ratio)
        self.now.show_shares(told.bar_now)
        self.after.show_shares(told.bar_after)
        self.now_words.setText(told.now)
        self.after_words.setText(told.after)
        self.same.setText(told.same)
        self.time.setText(told.time)

    def _choose_by_settings(self) -> None:
        self.slider.setFocus()  # the button goes, and Enter is not to be that of the next one
        self._choose(0.0)

    def _go(self) -> None:
        ratio = self._chosen
        self.leave()
        self.compact.emit(ratio)

    # place and events ----------------------------------------------------------

    def _place(self) -> None:
        page, column = self.parentWidget(), self.layout()
        assert page is not None and column is not None
        self.setFixedWidth(min(WIDTH, max(320, page.width() - 24)))
        self.slider.setFixedWidth(self.width() - 150)
        column.activate()
        high = max(column.heightForWidth(self.width()), column.minimumSize().height())
        self.resize(QSize(self.width(), high))
        corner = self._anchor - QPoint(self.width(), high)
        self.move(max(12, corner.x()), max(12, corner.y()))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.MouseButtonPress and isinstance(event, QMouseEvent):
            if not self.rect().contains(self.mapFromGlobal(event.globalPosition().toPoint())):
                self.leave()
        elif watched is self.parentWidget() and event.type() == QEvent.Type.Resize:
            self.leave()
        return False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.leave()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.go.isEnabled():
            self._go()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        scheme = colors()
        painter = QPainter(self)
        radius = theme().tokens.radius.l
        paint_panel(painter, self.rect(), radius, qcolor(scheme.raised), qcolor(scheme.line_strong))
        painter.end()


def _point(preview: CompactionPreview | None, ratio: float) -> CompactionEstimate | None:
    points = preview.points if preview is not None else ()
    return next((point for point in points if point.ratio == ratio), None)
