"""Rows between the messages, compactions and errors; and which row shows which item."""

from __future__ import annotations

import math

from PySide6.QtCore import QCoreApplication, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QLabel, QWidget

from app.core.chat_values import LayerError
from app.core.reply_settings import FORM
from app.ui.chat.transcript import mark_words
from app.ui.chat.transcript.edit_row import EditRow
from app.ui.chat.transcript.items import ErrorItem, Item, MarkerItem, MessageItem
from app.ui.chat.transcript.layer_bars import HEIGHT as BARS
from app.ui.chat.transcript.layer_bars import LayerBars
from app.ui.chat.transcript.reply_row import AssistantRow
from app.ui.chat.transcript.rows import GUTTER, TranscriptRow, UserRow
from app.ui.settings.choose import of_group
from app.ui.theme import colors, font, icon_pixmap, qcolor, theme
from app.ui.widgets.buttons import TextButton
from app.ui.widgets.labels import dim
from app.ui.widgets.paint import paint_panel
from app.ui.widgets.tips import set_tip

translate = QCoreApplication.translate

FRAME = 50  # px of the pill around its label


class MarkerRow(TranscriptRow):
    """A pill on a thin line, violet where it is of compactions; a click opens what they did."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._label = ""
        self._detail = QLabel(self)
        self._detail.setTextFormat(Qt.TextFormat.PlainText)
        self._detail.setWordWrap(True)
        self._detail.setProperty("role", "dim")
        self._detail.setFont(font(theme().tokens.type.small + 1))
        self._bars = LayerBars(self)
        self._column = 0
        self.undo = TextButton(translate("Transcript", "Undo"), "small", parent=self)
        self.undo.clicked.connect(lambda: self._ask("undo_compaction"))
        theme().changed.connect(self.update)

    @property
    def label(self) -> str:
        return self._label

    def focusables(self) -> list[QWidget]:
        return [self, self.undo] if self.undo.isVisibleTo(self) and self.undo.isEnabled() else [self]

    def bind(self, item: Item) -> None:
        super().bind(item)
        assert isinstance(item, MarkerItem)
        marks = item.marks
        layers: tuple[LayerError, ...] = ()
        if marks:
            name = translate("Transcript", "Undo this compaction")
            tip = translate("Transcript", "Restore full detail. Rereading may take a while.")
        else:
            name = translate("Transcript", "Show these messages to the model again")
            tip = translate("Transcript", "Read all messages again. They have to fit into the context.")
        if item.no_room and marks:
            tip = mark_words.no_room(marks[-1])
        if len(marks) > 1:
            self._label, detail = mark_words.group_label(marks), mark_words.entries(marks)
        elif marks:
            self._label, detail, layers = mark_words.label(marks[0]), mark_words.detail(marks[0]), marks[0].layers
        else:
            self._label, detail = mark_words.forgotten_label(item.forgotten), mark_words.forgotten_detail()
        self._detail.setText(detail)
        self._bars.show_layers(layers)
        self._bars.setVisible(item.opened and mark_words.differ(layers))
        set_tip(self, "" if item.opened else detail if len(marks) > 1 else mark_words.wrapped(detail))
        self.undo.set_text(translate("Transcript", "Undo last") if len(marks) > 1 else translate("Transcript", "Undo"))
        self.undo.setAccessibleName(name)
        set_tip(self.undo, tip)
        self.setAccessibleDescription(tip if item.no_room else "")
        self._detail.setVisible(item.opened)
        self.undo.setVisible(item.can_undo or item.no_room)
        self.undo.setEnabled(item.can_undo)
        self.update()  # the line reaches as far as there is no button
        self.setAccessibleName(self._label)

    def height_for(self, width: int) -> int:
        self._column = width
        assert isinstance(self.item, MarkerItem)
        button = self.undo.sizeHint()
        self.undo.setGeometry(GUTTER + width - button.width(), 28 - 13, button.width(), 26)
        if not self.item.opened:
            return 62
        inner = width - 48
        high = self._detail.heightForWidth(inner)
        self._detail.setGeometry(GUTTER + 24, 66, inner, high)
        if self._bars.isVisibleTo(self):
            self._bars.setGeometry(GUTTER + 24, 66 + high + 16, inner, BARS)
            high += 16 + BARS
        return 66 + high + 36

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        event.accept()
        if self.rect().contains(event.position().toPoint()):
            self.toggle()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.toggle()
        else:
            super().keyPressEvent(event)

    def toggle(self) -> None:
        """Open or close what the compaction did."""
        assert isinstance(self.item, MarkerItem)
        self.item.opened = not self.item.opened
        self.item.revision += 1
        self.bind(self.item)
        self.resized.emit(self.item.key)

    def _beside(self) -> int:
        """px that Undo takes at the right end of the line."""
        return self.undo.width() + 8 if self.undo.isVisibleTo(self) else 0

    def _fitted(self) -> tuple[str, QRectF]:
        """As much of the label as fits beside Undo, and the pill around it, in the middle where there is room."""
        metrics = QFontMetricsF(font(theme().tokens.type.small))
        parts, beside = self._label.split(" · "), self._beside()
        room = self._column - (beside + 8 if beside else 0)
        shorter = [" · ".join((*parts[:at], parts[-1])) for at in range(len(parts) - 1, 0, -1)]
        centred = [one for one in shorter if metrics.horizontalAdvance(one) + FRAME <= room - beside]
        whole = [one for one in (*shorter[-1:], parts[0]) if metrics.horizontalAdvance(one) + FRAME <= room]
        label = next(iter((*centred, *whole)), "")
        if not label:
            label = metrics.elidedText(parts[0], Qt.TextElideMode.ElideRight, max(0, room - FRAME))
        wide = min(room, math.ceil(metrics.horizontalAdvance(label)) + FRAME)
        left = GUTTER + max(0, min((self._column - wide) // 2, room - wide))
        return label, QRectF(left + 0.5, 14.5, wide - 1, 27)

    @property
    def shown_label(self) -> str:
        """What of the label there is room for."""
        return self._fitted()[0]

    @property
    def pill(self) -> QRectF:
        """Where it stands."""
        return self._fitted()[1]

    def paintEvent(self, event: QPaintEvent) -> None:
        scheme = colors()
        compaction = isinstance(self.item, MarkerItem) and bool(self.item.marks)
        tint, icon = (scheme.compacted, "fold-vertical") if compaction else (scheme.dim, "history")
        label, pill = self._fitted()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(font(theme().tokens.type.small))
        left, right = int(pill.left() - 0.5), int(pill.right() + 0.5)
        painter.setPen(QPen(qcolor(scheme.line), 1))
        if left > GUTTER:
            painter.drawLine(GUTTER, 28, left - 1, 28)
        end = GUTTER + self._column - self._beside()
        if end > right:
            painter.drawLine(right + 1, 28, end, 28)
        painter.setPen(QPen(qcolor(tint), 2 if self.hasFocus() else 1.2))
        painter.setBrush(qcolor(tint, 0.07))
        painter.drawRoundedRect(pill, 14, 14)
        ratio = self.devicePixelRatioF()
        painter.drawPixmap(left + 14, 21, icon_pixmap(icon, tint, 14, ratio))
        painter.setPen(qcolor(scheme.dim))
        painter.drawText(
            pill.adjusted(34, 0, -14, 0), Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, label
        )
        if isinstance(self.item, MarkerItem) and self.item.opened:
            place = QRectF(GUTTER, 52, self._column, self.height() - 70)
            paint_panel(painter, place, 10, qcolor(scheme.card), qcolor(scheme.line))
        painter.end()


class ErrorRow(TranscriptRow):
    """A card that says what went wrong and what to do."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text = dim("", "", wrap=True)
        self._text.setFont(font(theme().tokens.type.base, 600))
        self._hint = dim("", "dim", wrap=True)
        self.button = TextButton("", "small", parent=self)
        self.further = TextButton(of_group(FORM), "small", "sliders-horizontal", parent=self)
        self._text.setParent(self)
        self._hint.setParent(self)
        self.button.clicked.connect(self._clicked)
        self.further.clicked.connect(self._further)
        self._card = QRectF()

    def focusables(self) -> list[QWidget]:
        return [*super().focusables(), *(one for one in (self.button, self.further) if one.isVisibleTo(self))]

    def bind(self, item: Item) -> None:
        super().bind(item)
        assert isinstance(item, ErrorItem)
        self._text.setText(item.text)
        self._hint.setText(item.hint)
        self._hint.setVisible(bool(item.hint))
        self.button.setVisible(bool(item.action))
        self.button.set_text(item.action_label or translate("Transcript", "Try again"))
        self.further.setVisible(bool(item.further))
        self.setAccessibleName(
            translate("Transcript", "Error: {text} {hint}").format(text=item.text, hint=item.hint).strip()
        )

    def _clicked(self) -> None:
        assert isinstance(self.item, ErrorItem)
        self._ask(self.item.action)

    def _further(self) -> None:
        assert isinstance(self.item, ErrorItem)
        self._ask(self.item.further)

    def height_for(self, width: int) -> int:
        left, inner = GUTTER + 44, width - 60
        top = 14
        high = self._text.heightForWidth(inner)
        self._text.setGeometry(left, top, inner, high)
        top += high + 4
        if self._hint.isVisibleTo(self):
            high = self._hint.heightForWidth(inner)
            self._hint.setGeometry(left, top, inner, high)
            top += high + 4
        buttons = [one for one in (self.button, self.further) if one.isVisibleTo(self)]
        for button in buttons:
            button.setGeometry(left, top + 4, button.sizeHint().width(), 28)
            left += button.width() + 8
        top += 36 if buttons else 0
        self._card = QRectF(GUTTER, 0, width, top + 10)
        return top + 36

    def paintEvent(self, event: QPaintEvent) -> None:
        scheme = colors()
        painter = QPainter(self)
        paint_panel(painter, self._card, 10, qcolor(scheme.error, 0.07), qcolor(scheme.error, 0.6))
        ratio = self.devicePixelRatioF()
        painter.drawPixmap(GUTTER + 16, 14, icon_pixmap("circle-alert", scheme.error, 18, ratio))
        painter.end()


def row_type(item: Item) -> type[TranscriptRow]:
    """The kind of widget that shows ``item``."""
    if isinstance(item, MessageItem):
        if item.card is not None:
            return EditRow
        return UserRow if item.role == "user" else AssistantRow
    return ErrorRow if isinstance(item, ErrorItem) else MarkerRow
