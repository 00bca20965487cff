"""The details of the meter: numbers, bar and legend, and the buttons that act on the context."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QElapsedTimer, QEvent, QRectF, QSize, Qt, QTimer, QVariantAnimation, Signal
from PySide6.QtGui import QBrush, QColor, QLinearGradient, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.core.work_values import MemoryState, Resumed, WorkProgress
from app.ui.chat.meter.words import KINDS, MeterReading, Missing, came_back, empty, read, working
from app.ui.theme import colors, font, qcolor, theme
from app.ui.widgets.buttons import IconButton, TextButton
from app.ui.widgets.tips import set_tip

translate = QCoreApplication.translate

FRAME_MS = 40
BAR_TOP = 28
LEGEND_TOP = 47
HEIGHT = 80  # with the room to what stands below
PIN = 22


class MeterStrip(QWidget):
    """Paints the reading of the memory. ``compact_asked``, ``read_asked``: now; ``stop_asked``: what holds the chat up.

    ``described``: what is said has changed.
    """

    compact_asked = Signal()
    read_asked = Signal()
    stop_asked = Signal()
    described = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedHeight(HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._memory: MemoryState | None = None
        self._reserve = 0
        self._auto = True
        self._n_ctx = 0
        self._missing: Missing = "empty"
        self._reading: MeterReading = empty()
        self._shown: tuple[float, ...] = self._reading.shares
        self._from: tuple[float, ...] = self._reading.shares
        self._progress: WorkProgress | None = None
        self._since = QElapsedTimer()
        self._note = ""
        self._status = ""
        self._sweep = 0.35
        self._ease = QVariantAnimation(self)
        self._ease.setDuration(theme().tokens.motion.ease_ms)
        self._ease.setStartValue(0.0)
        self._ease.setEndValue(1.0)
        self._ease.valueChanged.connect(self._step)
        self._beat = QTimer(self)
        self._beat.setInterval(FRAME_MS)
        self._beat.timeout.connect(self._advance)
        self.compact_button = TextButton(translate("Meter", "Compact now"), "small", "fold-vertical", self)
        set_tip(self.compact_button, translate("Meter", "Compact the older part of this chat"))
        self.compact_button.clicked.connect(self.compact_asked)
        self.compact_button.hide()
        self.read_button = TextButton(translate("Meter", "Read now"), "small", "play", self)
        words = translate("Meter", "Read the rest of this chat now, so your next message doesn't wait")
        set_tip(self.read_button, words)
        self.read_button.clicked.connect(self.read_asked)
        self.read_button.hide()
        self.stop_button = TextButton(translate("Meter", "Stop"), "small", "square", self)
        set_tip(self.stop_button, translate("Meter", "Stop compacting and keep the context unchanged"))
        self.stop_button.clicked.connect(self.stop_asked)
        self.stop_button.hide()
        self.pin_button = IconButton("pin", "", size=14, box=PIN, parent=self)
        self.show_pinned(False)
        self._compacting = False
        theme().changed.connect(self.update)
        self._describe()

    # what it shows -----------------------------------------------------------

    @property
    def reading(self) -> MeterReading:
        return self._reading

    @property
    def status(self) -> str:
        """The text at the right: what is being done, or what the memory stands for."""
        return self._status

    @property
    def shares(self) -> tuple[float, ...]:
        """The shares of the bar as painted now; they move towards ``reading.shares``."""
        return self._shown

    @property
    def progress(self) -> WorkProgress | None:
        """What the engine is at."""
        return self._progress

    @property
    def note(self) -> str:
        """How the memory came back, "" after it was used."""
        return self._note

    @property
    def empty(self) -> bool:
        """Whether the chat has no context, and needs none yet."""
        return not self._reading.legend and self._missing == "empty"

    @property
    def compacting(self) -> bool:
        """Whether a compaction holds the chat up."""
        return self._compacting

    def show_pinned(self, pinned: bool) -> None:
        """Whether it stays open; the button says what it would do."""
        self.pin_button.set_icon("pin-off" if pinned else "pin")
        unpin, pin = translate("Meter", "Unpin context details"), translate("Meter", "Keep context details open")
        self.pin_button.set_label(unpin if pinned else pin)

    def set_policy(self, reserve: int, auto: bool) -> None:
        """``reserve``: tokens kept for the reply; ``auto``: whether the threshold counts."""
        self._reserve, self._auto = reserve, auto
        self.set_memory(self._memory)

    def set_capacity(self, n_ctx: int) -> None:
        """Tokens that the memory holds uncompacted; 0 if unknown."""
        if n_ctx != self._n_ctx:
            self._n_ctx = n_ctx
            self.set_memory(self._memory)

    def set_memory(self, memory: MemoryState | None) -> None:
        """Show another state of the memory; the bar moves there."""
        other_chat = memory is None or self._memory is None or memory.chat != self._memory.chat
        self._memory = memory
        self._reading = read(memory, self._reserve, self._auto, self._n_ctx, self._missing)
        self._from = self._shown
        if other_chat or theme().reduced_motion or not self.isVisible():
            self._ease.stop()
            self._shown = self._reading.shares
        elif self._shown != self._reading.shares:
            self._ease.stop()
            self._ease.start()
        self._describe()

    def set_missing(self, why: Missing) -> None:
        """Why there is no memory to show, as long as there is none."""
        if why != self._missing:
            self._missing = why
            self.set_memory(self._memory)

    def set_progress(self, progress: WorkProgress | None) -> None:
        """What the engine is at; None when nothing."""
        if progress is None:
            self._progress = None
            self._beat.stop()
        else:
            if self._progress is None or self._progress.what != progress.what:
                self._since.start()
            self._progress = progress
            self._note = ""
            if not self._beat.isActive() and not theme().reduced_motion:
                self._beat.start()
        self._describe()

    def set_resumed(self, resumed: Resumed | None) -> None:
        """Say how the memory came back, until the memory is used again."""
        self._note = came_back(resumed) if resumed is not None else ""
        self._describe()

    def set_compacting(self, compacting: bool) -> None:
        """Whether a compaction holds the chat up, and can be stopped."""
        self._compacting = compacting
        self._describe()

    @property
    def can_read(self) -> bool:
        """Whether "read now" can be pressed."""
        return not self.read_button.isHidden()

    def set_can_read(self, can: bool) -> None:
        """Whether there is something to read, and nothing else to do first."""
        if can != self.can_read:
            self.read_button.setVisible(can)
            self._place()
            self.update()

    @property
    def can_compact(self) -> bool:
        """Whether "compact now" can be pressed."""
        return not self.compact_button.isHidden() and self.compact_button.isEnabled()

    def set_can_compact(self, can: bool, why_not: str = "") -> None:
        """Whether "compact now" may be pressed."""
        self.compact_button.setEnabled(can)
        set_tip(self.compact_button, why_not or translate("Meter", "Compact the older part of this chat"))

    # painting ----------------------------------------------------------------

    def sizeHint(self) -> QSize:
        return QSize(600, HEIGHT)

    def _describe(self) -> None:
        if self._progress is not None:
            elapsed = self._since.elapsed() / 1000 if self._since.isValid() else 0.0
            self._status = working(self._progress, elapsed)
        elif self._note:
            rest = f"  ·  {self._reading.right}" if self._reading.right else ""
            self._status = self._note + rest
        else:
            self._status = self._reading.right
        self.compact_button.setVisible(
            self._memory is not None and self._memory.bytes_total > 0 and not self._compacting
        )
        self.stop_button.setVisible(self._compacting)
        set_tip(self, self._reading.tip)
        legend = ", ".join(text for _, text in self._reading.legend)
        self.setAccessibleName(f"{self._reading.left}. {self._status}. {legend}")
        self._place()
        self.update()
        self.described.emit()

    def _step(self, at: object) -> None:
        assert isinstance(at, float)
        eased = 1 - (1 - at) ** 3
        self._shown = tuple(a + (b - a) * eased for a, b in zip(self._from, self._reading.shares, strict=True))
        self.update()

    def _advance(self) -> None:
        self._sweep = (self._sweep + FRAME_MS / 1400) % 1.0
        self.update()

    def _place(self) -> None:
        self.pin_button.move(self.width() - PIN, 1)
        self.compact_button.set_text(translate("Meter", "Compact now") if self.width() >= 560 else "")
        self.compact_button.setAccessibleName(translate("Meter", "Compact now"))
        hint = self.compact_button.sizeHint()
        self.compact_button.setGeometry(self.width() - hint.width(), LEGEND_TOP - 3, hint.width(), 24)
        right = self.compact_button.x() - 8 if not self.compact_button.isHidden() else self.width()
        hint = self.read_button.sizeHint()
        self.read_button.setGeometry(right - hint.width(), LEGEND_TOP - 3, hint.width(), 24)
        hint = self.stop_button.sizeHint()
        self.stop_button.setGeometry(self.width() - hint.width(), LEGEND_TOP - 3, hint.width(), 24)

    def resizeEvent(self, event: QEvent) -> None:
        self._place()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_words(painter)
        self._paint_bar(painter)
        self._paint_legend(painter)
        painter.end()

    def _paint_words(self, painter: QPainter) -> None:
        scheme = colors()
        small = theme().tokens.type.small
        row = QRectF(0, 2, self.width() - PIN - 6, 20)
        painter.setFont(font(small, 600))
        painter.setPen(qcolor(scheme.text))
        painter.drawText(row, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, self._reading.left)
        used = painter.fontMetrics().horizontalAdvance(self._reading.left)
        painter.setFont(font(small, 500 if self._progress or self._note else 400))
        strong = self._progress is not None and self._progress.what == "compact"
        painter.setPen(qcolor(scheme.compacted if strong else scheme.pinned if self._note else scheme.dim))
        room = row.width() - used - 24
        words = self._status
        while "  ·  " in words and painter.fontMetrics().horizontalAdvance(words) > room:
            words = words.rpartition("  ·  ")[0]  # a part less is better than half a word
        words = painter.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, int(room))
        painter.drawText(row, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, words)

    def _paint_bar(self, painter: QPainter) -> None:
        scheme = colors()
        high = theme().tokens.size.bar
        bar = QRectF(0, BAR_TOP, self.width(), high)
        shape = QPainterPath()
        shape.addRoundedRect(bar, high / 2, high / 2)
        painter.save()
        painter.setClipPath(shape)
        painter.fillRect(bar, qcolor(scheme.track))
        left = 0.0
        for kind, share in zip(KINDS, self._shown, strict=True):
            if share <= 0:
                continue
            wide = max(3.0, share * bar.width())
            part = QRectF(left, BAR_TOP, max(1.0, wide - 1.5), high)
            painter.fillRect(part, self._brush(kind))
            left += wide
        if self._progress is not None:
            self._paint_sweep(painter, bar, left)
        painter.restore()
        if self._reading.tick is not None:
            x = round(self._reading.tick * bar.width())
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(qcolor(scheme.warn))
            painter.drawRoundedRect(QRectF(x - 1, BAR_TOP - 4, 2, high + 8), 1, 1)

    def _brush(self, kind: str) -> QBrush:
        scheme = colors()
        if kind == "reserve":
            return QBrush(qcolor(scheme.faint, 0.75), Qt.BrushStyle.BDiagPattern)
        tints = {
            "system": scheme.pinned,
            "documents": scheme.documents,
            "compacted": scheme.compacted,
            "live": scheme.live,
            "others": scheme.line_strong,
        }
        return QBrush(QColor(tints[kind]))

    def _paint_sweep(self, painter: QPainter, bar: QRectF, filled: float) -> None:
        """Compacting runs over what is filled, reading over the part that will be."""
        progress = self._progress
        assert progress is not None
        scheme = colors()
        if progress.what == "compact":
            area = QRectF(0, bar.top(), max(40.0, filled), bar.height())
            tint = scheme.compacted
            done = area.width() * (progress.done / progress.total if progress.total else 0.0)
            painter.fillRect(QRectF(0, bar.top(), done, bar.height()), qcolor(tint, 0.55))
        else:
            area, tint = bar, scheme.live
            done = bar.width() * (progress.done / progress.total if progress.total else 0.0)
            painter.fillRect(QRectF(0, bar.bottom() - 3, done, 3), qcolor(scheme.text, 0.55))
        middle = area.left() + (self._sweep * 1.3 - 0.15) * area.width()
        light = QLinearGradient(middle - 60, 0, middle + 60, 0)
        white = qcolor("#FFFFFF", 0.0)
        light.setColorAt(0, white)
        light.setColorAt(0.5, qcolor("#FFFFFF", 0.35))
        light.setColorAt(1, white)
        painter.fillRect(area, light)

    def _paint_legend(self, painter: QPainter) -> None:
        scheme = colors()
        painter.setFont(font(theme().tokens.type.small))
        metrics = painter.fontMetrics()
        buttons = (self.stop_button, self.compact_button, self.read_button)
        limit = min((one.x() - 12 for one in buttons if not one.isHidden()), default=self.width())
        x = 0.0
        legend = self._reading.legend
        if sum(29 + metrics.horizontalAdvance(text) for _, text in legend) > limit + 16:
            legend = self._reading.narrow
        for kind, text in legend:
            wide = metrics.horizontalAdvance(text)
            if x + 13 + wide > limit:
                break
            dot = QRectF(x + 0.5, LEGEND_TOP + 6, 7, 7)
            painter.setPen(Qt.PenStyle.NoPen)
            if kind == "reserve":
                painter.setPen(QPen(qcolor(scheme.faint), 1))
            painter.setBrush(qcolor(scheme.warn) if kind == "tick" else self._brush(kind))
            painter.drawEllipse(dot)
            painter.setPen(qcolor(scheme.dim))
            row = QRectF(x + 13, LEGEND_TOP, wide + 2, 20)
            painter.drawText(row, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, text)
            x += 13 + wide + 16
