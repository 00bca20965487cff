"""A question or a sentence on a card: over the window that it belongs to, or in a window of its own."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QApplication, QDialog, QHBoxLayout, QVBoxLayout, QWidget

from app.ui.theme import colors, font, qcolor, theme
from app.ui.widgets.buttons import TextButton
from app.ui.widgets.focus import give_back
from app.ui.widgets.labels import dim
from app.ui.widgets.paint import paint_panel
from app.ui.widgets.tips import set_title

WIDTH = 420
AROUND = 16  # px, to the borders of a narrow window
STOPS = Qt.FocusPolicy.TabFocus


class SheetCard(QWidget):
    """The card of a sheet; it paints its surface where it lies over a window."""

    def __init__(self, parent: QWidget, *, raised: bool) -> None:
        super().__init__(parent)
        self._raised = raised

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._raised:
            scheme = colors()
            painter = QPainter(self)
            radius = theme().tokens.radius.l
            paint_panel(painter, self.rect(), radius, qcolor(scheme.raised), qcolor(scheme.line_strong))
            painter.end()


class Sheet(QDialog):
    """``title`` and ``detail`` say what it is about; ``body`` takes more, ``add_button`` what can be done.

    Over a window it keeps keyboard and mouse until it is answered: Tab goes round in it, keys of the window do
    nothing, Esc leaves, Enter presses the button that has the focus or else the default one. Then the focus goes back
    to where it was, and the sheet is deleted. ``accepted`` and ``rejected`` tell the answer.
    """

    def __init__(self, parent: QWidget | None, title: str, detail: str = "") -> None:
        self._over = parent.window() if parent is not None else None
        super().__init__(self._over)
        kinds = theme().tokens.type
        self._back: QWidget | None = None
        self.buttons: list[TextButton] = []
        self.card = SheetCard(self, raised=self._over is not None)
        self.title = dim("", "", wrap=True)
        self.title.setFont(font(kinds.body, 600))
        self.detail = dim(detail, "dim", wrap=True)
        self.show_title(title)
        self.setAccessibleDescription(detail)
        self.body = QVBoxLayout()
        self.body.setSpacing(8)
        self._foot = QHBoxLayout()
        self._foot.setSpacing(8)
        self._foot.addStretch(1)
        column = self._column = QVBoxLayout(self.card)
        column.setContentsMargins(20, 18, 20, 16)
        column.setSpacing(8)
        column.addWidget(self.title)
        column.addWidget(self.detail)
        self.detail.setVisible(bool(detail))
        column.addLayout(self.body)
        column.addSpacing(8)
        column.addLayout(self._foot)
        if self._over is not None:
            self.setObjectName("sheet")
            self.setWindowFlags(Qt.WindowType.Widget)
            self._over.installEventFilter(self)
            self.finished.connect(self._leave)
            app = QApplication.instance()
            assert isinstance(app, QApplication)
            app.focusChanged.connect(self._keep_focus)
        theme().changed.connect(self.update)

    def show_title(self, title: str) -> None:
        """Say what it is about."""
        self.title.setText(title)
        set_title(self, title)
        self.setAccessibleName(title)
        if self.isVisible():
            self._place()  # it may take more lines

    def add_button(self, text: str, kind: str = "") -> TextButton:
        """One more button, at the right. ``kind``: as of a TextButton; "accent" or "danger" answers yes."""
        button = TextButton(text, kind)
        button.setAutoDefault(True)  # Enter presses the one that has the focus
        button.clicked.connect(self.accept if kind else self.reject)
        self._foot.addWidget(button)
        self.buttons.append(button)
        return button

    def open(self) -> None:
        """Show it; the answer comes later."""
        self._back = QApplication.focusWidget()
        if self._over is None:
            super().open()
        else:
            self.show()  # not modal in Qt's sense, which is for windows
        self.raise_()
        self._place()

    def _leave(self) -> None:
        assert self._over is not None
        self._over.removeEventFilter(self)
        give_back(self._back)  # Qt gave it to whatever comes next
        self._back = None
        self.hide()
        self.deleteLater()

    # place -----------------------------------------------------------------------

    def _place(self) -> None:
        over = self._over
        room = over.size() if over is not None else QSize(WIDTH + 2 * AROUND, 10_000)
        wide = min(WIDTH, room.width() - 2 * AROUND)
        self.card.setFixedWidth(wide)
        self._column.activate()
        high = max(self._column.heightForWidth(wide), self._column.minimumSize().height())
        high = min(high, room.height() - 2 * AROUND)
        if over is None:
            self.setFixedSize(wide, high)
            self.card.setGeometry(0, 0, wide, high)
        else:
            self.setGeometry(over.rect())
            top = max(AROUND, (room.height() - high) * 2 // 5)  # a little above the middle is where eyes look
            self.card.setGeometry((room.width() - wide) // 2, top, wide, high)

    def exec(self) -> int:
        """Show it and wait for the answer."""
        self._place()
        return super().exec()

    # events ----------------------------------------------------------------------

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._over and event.type() == QEvent.Type.Resize:
            self._place()
        return super().eventFilter(watched, event)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and self._over is not None:
            event.accept()  # the keys of the window have to wait
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        super().keyPressEvent(event)
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.accept()

    def focusNextPrevChild(self, forward: bool) -> bool:
        stops = self._stops()
        if self._over is None or not stops:
            return super().focusNextPrevChild(forward)
        focus = QApplication.focusWidget()
        at = stops.index(focus) if focus in stops else -1
        reason = Qt.FocusReason.TabFocusReason if forward else Qt.FocusReason.BacktabFocusReason
        stops[(at + (1 if forward else -1)) % len(stops)].setFocus(reason)
        return True

    def _stops(self) -> list[QWidget]:
        found = self.findChildren(QWidget)
        return [one for one in found if one.isVisible() and one.isEnabled() and one.focusPolicy() & STOPS]

    def _keep_focus(self, before: QWidget | None, now: QWidget | None) -> None:
        """What goes on in the window meanwhile does not take the keyboard away."""
        over = self._over
        if now is None or over is None or not self.isVisible() or not over.isAncestorOf(now):
            return
        if self.isAncestorOf(now) or any(one.isAncestorOf(now) or one is now for one in over.findChildren(Sheet)):
            return
        self._back = now
        stops = self._stops()
        if stops:
            (before if before in stops else stops[0]).setFocus()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._over is not None:
            painter = QPainter(self)
            painter.fillRect(self.rect(), QColor(0, 0, 0, 110 if theme().dark else 50))
            painter.end()
