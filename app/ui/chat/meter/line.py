"""The context in one line: a small bar, how full it is, and how much smaller compaction made it."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from app.core.work_values import WorkProgress
from app.ui.chat.meter.words import KINDS, MeterReading
from app.ui.numbers import share, times
from app.ui.theme import colors, font, icon_pixmap, qcolor, theme
from app.ui.widgets.tips import set_tip

translate = QCoreApplication.translate

HIGH = 26
BAR_WIDE, BAR_HIGH = 30, 6
TEXT_LEFT = 8 + BAR_WIDE + 8
CHEVRON = 14
DOT = " · "


def line_words(reading: MeterReading, progress: WorkProgress | None, note: str) -> str:
    """ "Context 45 % · 5× compacted", of this chat; at work what the engine does, and after a resume ``note``.

    Of a chat that is not read to its end: how much of it is.
    """
    if progress is not None and progress.total > 0:
        done = share(progress.done / progress.total)
        verbs = {
            "prefill": translate("Meter", "Reading {share}"),
            "rebuild": translate("Meter", "Rereading {share}"),
            "compact": translate("Meter", "Compacting {share}"),
        }
        if progress.what in verbs:
            return verbs[progress.what].format(share=done)
    if not reading.legend:  # why there is none
        return " ".join(reading.left.split())
    if reading.unfinished:
        return reading.right
    words = translate("Meter", "Context {share}").format(share=share(reading.fill))
    if note:
        return words + DOT + note
    if reading.refining >= 0:
        return words + DOT + translate("Meter", "Refining {share}").format(share=share(reading.refining))
    if reading.compacting >= 0:
        return words + DOT + translate("Meter", "Compacting {share}").format(share=share(reading.compacting))
    if reading.waits:
        return words + DOT + translate("Meter", "compaction on hold")
    if reading.ratio:
        return words + DOT + translate("Meter", "{ratio}× compacted").format(ratio=times(reading.ratio))
    if reading.others:
        return words + DOT + translate("Meter", "other work {share}").format(share=share(reading.others))
    return words


class MeterLine(QAbstractButton):
    """Opens and closes the details when it is clicked. Where there is little room it says less."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(HIGH)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFont(font(theme().tokens.type.small))
        self._shares: tuple[float, ...] = (0.0,) * len(KINDS)
        self._least = ""  # what is said at the least
        self._working = False
        self._open = False
        theme().changed.connect(self.update)
        self.show_open(False)

    def show_words(self, words: str, least: str, shares: tuple[float, ...], *, working: bool) -> None:
        """``least``: what is said where there is no room for more; ``shares``: of the bar, by kind in the order of
        ``KINDS``; ``working``: the engine is at the context."""
        self._least = least
        self._shares, self._working = shares, working
        if words != self.text():
            self.setText(words)
            self.setAccessibleName(words.replace(DOT, ", "))
            self.updateGeometry()
        self.update()

    def show_open(self, opened: bool) -> None:
        """Whether the details are open."""
        self._open = opened
        tip = translate("Meter", "Hide context details") if opened else translate("Meter", "Show context details")
        set_tip(self, tip)
        self.setAccessibleDescription(tip)
        self.update()

    def _wide(self, words: str) -> int:
        return TEXT_LEFT + self.fontMetrics().horizontalAdvance(words) + 6 + CHEVRON + 8

    def sizeHint(self) -> QSize:
        return QSize(self._wide(self.text()), HIGH)

    def minimumSizeHint(self) -> QSize:
        return QSize(self._wide(self._least), HIGH)

    def words_in(self, room: float) -> str:
        """As much of what it says as stands in ``room`` px."""
        metrics = self.fontMetrics()
        for words in (self.text(), self.text().split(DOT, maxsplit=1)[0]):
            if metrics.horizontalAdvance(words) <= room:
                return words
        return self._least

    def paintEvent(self, event: QPaintEvent) -> None:
        scheme = colors()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        lit = self.underMouse() or self.isDown()
        frame = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        frame.setWidth(min(frame.width(), self._wide(self.words_in(self.width() - self._wide(""))) - 1))
        painter.setPen(QPen(qcolor(scheme.accent), 1) if self.hasFocus() else Qt.PenStyle.NoPen)
        painter.setBrush(qcolor(scheme.hover) if lit else Qt.BrushStyle.NoBrush)
        if lit or self.hasFocus():
            painter.drawRoundedRect(frame, theme().tokens.radius.s, theme().tokens.radius.s)
        self._paint_bar(painter)
        painter.setFont(self.font())
        painter.setPen(qcolor(scheme.compacted if self._working else scheme.text if lit else scheme.dim))
        room = self.width() - self._wide("")
        words = self.words_in(room)
        place = QRectF(TEXT_LEFT, 0, room + 2, self.height())
        painter.drawText(place, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, words)
        chevron = icon_pixmap(
            "chevron-down" if self._open else "chevron-up", scheme.faint, CHEVRON, self.devicePixelRatioF()
        )
        painter.drawPixmap(self._wide(words) - 8 - CHEVRON, (self.height() - CHEVRON) // 2, chevron)
        painter.end()

    def _paint_bar(self, painter: QPainter) -> None:
        scheme = colors()
        bar = QRectF(8, (self.height() - BAR_HIGH) / 2, BAR_WIDE, BAR_HIGH)
        shape = QPainterPath()
        shape.addRoundedRect(bar, BAR_HIGH / 2, BAR_HIGH / 2)
        painter.save()
        painter.setClipPath(shape)
        painter.fillRect(bar, qcolor(scheme.track))
        tints = {
            "system": scheme.pinned,
            "documents": scheme.documents,
            "compacted": scheme.compacted,
            "live": scheme.live,
            "others": scheme.line_strong,
        }
        left = bar.left()
        for kind, part in zip(KINDS, self._shares, strict=True):
            if kind in tints and part > 0:
                wide = max(1.0, part * bar.width())
                painter.fillRect(QRectF(left, bar.top(), wide, bar.height()), qcolor(tints[kind]))
                left += wide
        painter.restore()
