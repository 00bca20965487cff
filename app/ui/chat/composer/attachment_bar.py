"""The files of a draft as chips above the text: each can be looked at and removed, by mouse and by keyboard."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter, QPaintEvent, QPen, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QAbstractButton, QFrame, QScrollArea, QSizePolicy, QWidget

from app.core.draft import DraftFile
from app.ui.chat.file_words import detail_of, facts_of, icon_of, note_of
from app.ui.numbers import short_count
from app.ui.theme import colors, font, icon_pixmap, qcolor, theme
from app.ui.widgets.buttons import IconButton
from app.ui.widgets.focus import put_inside
from app.ui.widgets.thumbnails import paint, thumbnails
from app.ui.widgets.tips import set_tip

translate = QCoreApplication.translate

HIGH = 32
GAP = 6
WIDEST = 260
ROWS = ((620, 3), (450, 2), (0, 1))  # lines of chips seen at once in windows of at least so many px of height


class FileChip(QAbstractButton):
    """One file. ``removed``: its cross, Delete or Backspace; ``stepped(int)``: an arrow key; a click looks at it;
    ``focused``: the keyboard came to it."""

    removed = Signal()
    focused = Signal()
    stepped = Signal(int)

    def __init__(self, entry: DraftFile, parent: QWidget) -> None:
        super().__init__(parent)
        self.entry = entry
        self._detail = ""
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFont(font(theme().tokens.type.small))
        self._cross = IconButton("x", "", size=13, box=20, parent=self)
        self._cross.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the Delete key of the chip does the same
        self._cross.set_label(translate("Composer", "Remove {name}").format(name=entry.name))
        self._cross.clicked.connect(self.removed)
        theme().changed.connect(self.update)
        thumbnails().changed.connect(self.update)
        self.show_entry(0, False)

    def show_entry(self, tokens: int, counted: bool) -> None:
        """Bring the words up to date; ``tokens`` 0: unknown."""
        entry, file = self.entry, self.entry.attachment
        if file is None:
            far = translate("Composer", "page {done} of {total}").format(done=entry.done, total=entry.total)
            self._detail = far if entry.total > 1 else translate("Composer", "reading…")
            tip = translate("Composer", "Reading {name}").format(name=entry.name)
            said = f"{tip}, {far}" if entry.total > 1 else tip
        else:
            about = "" if counted else "≈ "
            # the number alone: there is little room, and the line below has the word
            self._detail = f"{about}{short_count(tokens)}" if tokens else detail_of(file)
            said = f"{entry.name}, {facts_of(file, tokens, counted)}"
            tip = "\n".join(filter(None, (entry.name, facts_of(file, tokens, counted), note_of(file))))
        set_tip(self, tip)
        self.setAccessibleName(said)
        self.setAccessibleDescription(translate("Composer", "Press Enter to view or Delete to remove the file."))
        self.updateGeometry()
        self.update()

    @property
    def detail(self) -> str:
        return self._detail

    def sizeHint(self) -> QSize:
        words = self.fontMetrics().horizontalAdvance(f"{self.entry.name}  {self._detail}")
        return QSize(min(WIDEST, words + 32 + 30), HIGH)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._cross.move(self.width() - 25, (self.height() - 20) // 2)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.focused.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        match event.key():
            case Qt.Key.Key_Delete | Qt.Key.Key_Backspace:
                self.removed.emit()
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                self.click()
            case Qt.Key.Key_Left | Qt.Key.Key_Up:
                self.stepped.emit(-1)
            case Qt.Key.Key_Right | Qt.Key.Key_Down:
                self.stepped.emit(1)
            case _:
                super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        scheme = colors()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        focus = self.hasFocus()
        painter.setPen(QPen(qcolor(scheme.accent if focus else scheme.line_strong), 1.5 if focus else 1))
        painter.setBrush(qcolor(scheme.hover if self.underMouse() else scheme.bg))
        frame = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        painter.drawRoundedRect(frame, 8, 8)
        file, entry = self.entry.attachment, self.entry
        if file is None and entry.total > 1:  # how far it is, along the lower edge
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(qcolor(scheme.accent))
            far = (frame.width() - 16) * entry.done / entry.total
            painter.drawRoundedRect(QRectF(frame.left() + 8, frame.bottom() - 3, far, 2), 1, 1)
        ratio = self.devicePixelRatioF()
        if file is not None and file.kind == "picture":
            paint(painter, file.digest, QRectF(4.5, 4.5, 23, self.height() - 9), 5, ratio)
        else:
            name = icon_of(file) if file is not None else "loader"
            painter.drawPixmap(11, (self.height() - 15) // 2, icon_pixmap(name, scheme.dim, 15, ratio))
        room = QRectF(32, 0, self.width() - 32 - 28, self.height())
        painter.setFont(self.font())
        metrics = painter.fontMetrics()
        taken = metrics.horizontalAdvance(f"  {self._detail}")
        shown = metrics.elidedText(entry.name, Qt.TextElideMode.ElideMiddle, max(20, int(room.width()) - taken))
        painter.setPen(qcolor(scheme.text if file is not None else scheme.dim))
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, shown)
        painter.setPen(qcolor(scheme.faint))
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, self._detail)
        painter.end()


class AttachmentBar(QScrollArea):
    """Chips in lines, as high as they need up to a few lines; more of them are scrolled, as the keyboard goes on too.

    ``opened(key)``, ``removed(key)``; ``left``: the keyboard goes on to the text.
    """

    opened = Signal(str)
    removed = Signal(str)
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.chips: list[FileChip] = []
        self._inner = QWidget()
        self._inner.setObjectName("attachmentChips")
        self.setWidget(self._inner)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setStyleSheet("QScrollArea, #attachmentChips { background: transparent; }")
        self.viewport().setAutoFillBackground(False)
        self._inner.setAutoFillBackground(False)
        self.verticalScrollBar().setSingleStep(HIGH + GAP)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(translate("Composer", "Attached files"))
        self.hide()

    def show_entries(self, entries: Sequence[DraftFile]) -> None:
        """Show these files; chips of those that were there before stay, with their focus."""
        before, number = {chip.entry.key: chip for chip in self.chips}, len(self.chips)
        self.chips = []
        for entry in entries:
            chip = before.pop(entry.key, None)
            if chip is None or chip.entry is not entry:
                if chip is not None:
                    chip.deleteLater()
                chip = self._chip(entry)
            self.chips.append(chip)
        for gone in before.values():
            gone.hide()
            gone.deleteLater()
        put_inside(self, self.chips)
        self.setVisible(bool(self.chips))
        self._place()
        if len(self.chips) > number > 0:  # what was added now is at the end
            self.verticalScrollBar().setValue(self.verticalScrollBar().maximum())

    def _chip(self, entry: DraftFile) -> FileChip:
        chip = FileChip(entry, self._inner)
        chip.focused.connect(lambda: self.ensureWidgetVisible(chip, 0, 2))
        chip.clicked.connect(lambda: self.opened.emit(entry.key))
        chip.removed.connect(lambda: self._remove(entry.key))
        chip.stepped.connect(lambda by: self._step(chip, by))
        chip.show()
        return chip

    def _remove(self, key: str) -> None:
        """Say so; the keyboard goes on to the next chip or, after the last, to the text."""
        at = next((at for at, chip in enumerate(self.chips) if chip.entry.key == key), 0)
        focused = any(chip.hasFocus() for chip in self.chips)
        self.removed.emit(key)
        if focused and self.chips:
            self.chips[min(at, len(self.chips) - 1)].setFocus()
        elif focused:
            self.left.emit()

    def _step(self, chip: FileChip, by: int) -> None:
        at = self.chips.index(chip) + by
        if 0 <= at < len(self.chips):
            self.chips[at].setFocus()

    def refresh(self) -> None:
        """Words of chips have changed: their widths too."""
        self._place()

    def _place(self) -> None:
        width, bar = self.width(), self.verticalScrollBar()
        rows = next(rows for height, rows in ROWS if self.window().height() >= height)
        most = rows * (HIGH + GAP) - GAP
        high = self._lay(width)
        more = high > most
        if more:
            width -= bar.sizeHint().width() + GAP
            high = self._lay(width)
        always, off = Qt.ScrollBarPolicy.ScrollBarAlwaysOn, Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        self.setVerticalScrollBarPolicy(always if more else off)
        self._inner.resize(width, high)
        if self.minimumHeight() != min(high, most):
            self.setFixedHeight(min(high, most))

    def _lay(self, width: int) -> int:
        """Put the chips into lines of this width; the height that they take."""
        left = top = 0
        for chip in self.chips:
            hint = chip.sizeHint()
            wide = min(hint.width(), max(80, width))
            if left and left + wide > width:
                left, top = 0, top + HIGH + GAP
            chip.setGeometry(left, top, wide, HIGH)
            left += wide + GAP
        return top + HIGH if self.chips else 0

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.window().installEventFilter(self)
        self._place()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.window() and event.type() == QEvent.Type.Resize:
            self._place()
        return super().eventFilter(watched, event)
