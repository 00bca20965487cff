"""What a model would take of the RAM or VRAM that is free: weights, KV cache, buffers."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from app.ui.numbers import size
from app.ui.theme import colors, font, qcolor, theme
from engine.protocol import Estimated

translate = QCoreApplication.translate

ROLES = ("syn_type", "live", "faint")


class MemoryBar(QWidget):
    """A bar with three segments on the free memory, and their legend. Too large: the bar is the need, with a mark."""

    def __init__(self, roles: tuple[str, ...] = ROLES) -> None:
        """``roles``: colours of the segments."""
        super().__init__()
        self._roles = roles
        self._parts: tuple[int, ...] = (0, 0, 0)
        self._free = 0
        self._legend: list[tuple[str, str]] = []
        self._title = ""
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        theme().changed.connect(self.update)

    def show_parts(self, title: str, parts: tuple[int, ...], names: tuple[str, ...], free: int) -> None:
        """``parts``: bytes of weights, KV cache and buffers, in this order; ``free``: bytes there are (0: unknown)."""
        self._title, self._parts, self._free = title, parts, free
        self._legend = [
            (role, f"{name} {size(part)}") for role, name, part in zip(self._roles, names, parts, strict=True) if part
        ]
        left = free - sum(parts)
        if free:
            self._legend.append(
                ("track", translate("MemoryBar", "{amount} left").format(amount=size(left)))
                if left >= 0
                else ("error", translate("MemoryBar", "{amount} too much").format(amount=size(-left)))
            )
        self.setAccessibleName(", ".join([title, *(words for _, words in self._legend)]))
        self.updateGeometry()
        self.update()

    @property
    def words(self) -> tuple[str, ...]:
        """The legend, as it is painted."""
        return tuple(words for _, words in self._legend)

    @property
    def too_much(self) -> bool:
        return 0 < self._free < sum(self._parts)

    def _lines(self, width: int) -> list[list[tuple[str, str, int]]]:
        """The legend broken into lines: role, words, width of each."""
        lines: list[list[tuple[str, str, int]]] = [[]]
        metrics, used = self.fontMetrics(), 0
        for role, words in self._legend:
            wide = metrics.horizontalAdvance(words) + 34
            if lines[-1] and used + wide > width:
                lines.append([])
                used = 0
            lines[-1].append((role, words, wide))
            used += wide
        return lines

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return 18 + 6 + 12 + 8 + 20 * len(self._lines(width))

    def sizeHint(self) -> QSize:
        return QSize(320, self.heightForWidth(max(self.width(), 320)))

    def minimumSizeHint(self) -> QSize:
        return QSize(200, self.heightForWidth(max(self.width(), 200)))

    def paintEvent(self, event: QPaintEvent) -> None:
        scheme, kinds = colors(), theme().tokens.type
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(font(kinds.small, 500))
        painter.setPen(qcolor(scheme.dim))
        top = Qt.AlignmentFlag.AlignTop
        painter.drawText(QRectF(0, 0, self.width(), 18), int(top | Qt.AlignmentFlag.AlignLeft), self._title)
        if self._free:
            there = translate("MemoryBar", "{amount} free").format(amount=size(self._free))
            painter.drawText(QRectF(0, 0, self.width(), 18), int(top | Qt.AlignmentFlag.AlignRight), there)
        bar = QRectF(0, 24, self.width(), 12)
        shape = QPainterPath()
        shape.addRoundedRect(bar, 6, 6)
        painter.setClipPath(shape)
        painter.fillRect(bar, qcolor(scheme.track))
        whole = max(self._free, sum(self._parts), 1)
        x = 0.0
        for role, part in zip(self._roles, self._parts, strict=False):
            wide = bar.width() * part / whole
            painter.fillRect(QRectF(x, bar.top(), wide, bar.height()), qcolor(getattr(scheme, role)))
            x += wide
            if 1 < x < bar.width() - 1 and wide > 2:
                painter.fillRect(QRectF(x - 1, bar.top(), 1, bar.height()), qcolor(scheme.card))
        if self.too_much:
            edge = bar.width() * self._free / whole
            painter.fillRect(QRectF(edge, bar.top(), bar.width() - edge, bar.height()), qcolor(scheme.error, 0.75))
            painter.setClipping(False)
            painter.setPen(QPen(qcolor(scheme.text), 2))
            painter.drawLine(int(edge), int(bar.top()) - 3, int(edge), int(bar.bottom()) + 3)
        painter.setClipping(False)
        painter.setFont(font(kinds.small))
        y = bar.bottom() + 8
        for line in self._lines(self.width()):
            at = 0
            for role, words, wide in line:
                painter.setPen(QPen(qcolor(scheme.line_strong), 1) if role == "track" else Qt.PenStyle.NoPen)
                painter.setBrush(qcolor(getattr(scheme, role)))
                painter.drawEllipse(QRectF(at + 1, y + 5.5, 8, 8))
                painter.setPen(qcolor(scheme.error if role == "error" else scheme.dim))
                place = QRectF(at + 16, y, wide, 20)
                painter.drawText(place, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), words)
                at += wide
            y += 20
        painter.end()


class MemoryBars(QWidget):
    """One bar for the whole memory, and one for the GPU's where there is one with memory of its own."""

    def __init__(self) -> None:
        super().__init__()
        self.main, self.device = MemoryBar(), MemoryBar(("accent",))
        self.each: list[MemoryBar] = []  # of several GPUs, in place of the one for all of them
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(10)
        self._column.addWidget(self.main)
        self._column.addWidget(self.device)
        self.device.hide()

    def show_estimate(self, told: Estimated) -> None:
        names = (
            translate("MemoryBar", "Weights"),
            translate("MemoryBar", "KV cache for %Ln token(s)", "", told.n_ctx),
            translate("MemoryBar", "Buffers"),
        )
        title = translate("MemoryBar", "RAM and VRAM") if told.device_available else ""
        title = title or translate("MemoryBar", "RAM")
        self.main.show_parts(title, (told.weights, told.kv, told.compute), names, told.available)
        while len(self.each) < len(told.devices):
            self.each.append(MemoryBar(("accent",)))
            self._column.addWidget(self.each[-1])
        for bar, one in zip(self.each, told.devices, strict=False):
            bar.show_parts(one.name, (one.need,), (translate("MemoryBar", "This model"),), one.free)
        for place, bar in enumerate(self.each):
            bar.setVisible(place < len(told.devices))
        alone = bool(told.device_available) and not told.devices
        self.device.setVisible(alone)
        if alone:
            self.device.show_parts(
                translate("MemoryBar", "VRAM"),
                (told.device,),
                (translate("MemoryBar", "This model"),),
                told.device_available,
            )
