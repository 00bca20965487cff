"""What the program tells the person: toasts that go away, and a banner for what needs a decision."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import msgspec
from PySide6.QtCore import (
    QCoreApplication,
    QEasingCurve,
    QEvent,
    QObject,
    QPoint,
    QPropertyAnimation,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QGuiApplication,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QApplication, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from app.core.work_values import Notice
from app.services.wording import said_together
from app.ui.sentences import hint as hint_of
from app.ui.sentences import sentence
from app.ui.theme import colors, font, icon_pixmap, qcolor, theme
from app.ui.widgets.buttons import IconButton, TextButton
from app.ui.widgets.focus import give_back, put_inside
from app.ui.widgets.labels import dim
from app.ui.widgets.paint import paint_panel

translate = QCoreApplication.translate

LEVELS = {"info": ("info", "accent"), "warning": ("triangle-alert", "warn"), "error": ("circle-alert", "error")}
STAYS = ("save_diagnostics", "model_settings")  # the question is not answered by these
NAMES = ("undo", "use_model", "import")  # actions whose notices name in their detail what they are about
SECONDS = {"info": 5, "warning": 9, "error": 14}
UNDO_SECONDS = 20  # of one whose action undoes something, or does what was left out
KEEP = 3
MOVES = (QEvent.Type.Resize, QEvent.Type.Move, QEvent.Type.Show, QEvent.Type.Hide)  # what they stand above


def seconds_of(notice: Notice) -> int:
    """How long a notice stays."""
    asks = notice.action.startswith(("undo_", "import_", "show_chat"))
    return max(SECONDS[notice.level], UNDO_SECONDS if asks else 0)


def label_of(action: str) -> str:
    """What stands on the button for a notice's action."""
    return {
        "retry_engine": translate("Notices", "Restart engine"),
        "retry_model": translate("Notices", "Try again"),
        "reload_model": translate("Notices", "Reload model"),
        "force_stop": translate("Notices", "Force stop"),
        "undo_trash": translate("Notices", "Undo"),
        "undo_folder": translate("Notices", "Undo"),
        "undo_delete": translate("Notices", "Undo"),
        "undo_remove": translate("Notices", "Undo"),
        "undo_preset": translate("Notices", "Undo"),
        "undo_prompt": translate("Notices", "Undo"),
        "undo_settings": translate("Notices", "Undo"),
        "undo_edit": translate("Notices", "Undo"),
        "open_library": translate("Notices", "Open model library"),
        "show_update": translate("Notices", "Show update"),
        "start_as_usual": translate("Notices", "Start normally"),
        "save_diagnostics": translate("Notices", "Save diagnostics…"),
        "model_settings": translate("Notices", "Load settings"),
        "use_cpu": translate("Notices", "Use the CPU"),
        "use_model": translate("Notices", "Use this model"),
        "import_skipped": translate("Notices", "Import anyway"),
        "get_starter": translate("Notices", "Download a small model"),
        "show_chat": translate("Notices", "Back to chat"),
    }[action]


class _Card(QWidget):
    """Icon, words, buttons; the frame is painted in the level's colour."""

    closed = Signal(object)

    def __init__(self, notice: Notice, act: Callable[[Notice], None], parent: QWidget, wide: bool) -> None:
        super().__init__(parent)
        self.notice = notice
        self._act = act
        self._wide = wide
        text, more = sentence(notice.text), said_together(hint_of(notice.text), sentence(notice.hint))
        self.setAccessibleName(said_together(text, more))
        self._text = dim(text, "", wrap=True)
        self._text.setFont(font(theme().tokens.type.base, 500))
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(self._text)
        self._text.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.MinimumExpanding)
        if more:
            hint = dim(more, "dim", wrap=True)
            hint.setFont(font(theme().tokens.type.small))
            hint.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.MinimumExpanding)
            words.addWidget(hint)
        line = self._line = QHBoxLayout(self)
        line.setContentsMargins(44, 10, 10, 10)
        line.setSpacing(8)
        line.addLayout(words, 1)
        buttons = line
        copies = bool(notice.detail) and not notice.action.startswith(NAMES)
        below = copies + bool(notice.action) + len(notice.also) > 1  # beside the words is room for one
        if below:
            buttons = QHBoxLayout()
            buttons.setSpacing(8)
            buttons.setContentsMargins(0, 6, 0, 0)
            words.addLayout(buttons)
        small = "small" if below or not wide else ""
        if copies:
            copy = TextButton(translate("Notices", "Copy diagnostics"), small)
            copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(notice.detail))
            buttons.addWidget(copy, 0, Qt.AlignmentFlag.AlignVCenter)
        for action in (notice.action, *notice.also) if notice.action else ():
            button = TextButton(label_of(action), small)
            button.clicked.connect(partial(self._pressed, msgspec.structs.replace(notice, action=action)))
            buttons.addWidget(button, 0, Qt.AlignmentFlag.AlignVCenter)
            if action == notice.action:
                self.button = button
        if below:
            buttons.addStretch(1)
        close = self._close = IconButton("x", translate("Notices", "Dismiss"), size=15, box=24)
        close.clicked.connect(self.close_card)
        line.addWidget(close, 0, Qt.AlignmentFlag.AlignVCenter)
        theme().changed.connect(self.update)

    def announce(self) -> None:
        """Tell screen readers; an error at once, all else when they have ended what they say."""
        if QAccessible.isActive():
            event = QAccessibleAnnouncementEvent(self, self.accessibleName())
            level = QAccessible.AnnouncementPoliteness
            event.setPoliteness(level.Assertive if self.notice.level == "error" else level.Polite)
            QAccessible.updateAccessibility(event)

    @property
    def stops(self) -> list[QWidget]:
        """What the Tab key reaches here, in its order."""
        return [*self.findChildren(TextButton), self._close]

    def take_keyboard(self) -> None:
        """Give the keyboard to the first of its buttons."""
        self.stops[0].setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _pressed(self, chosen: Notice) -> None:
        self._act(chosen)
        if chosen.action not in STAYS:
            self.close_card()

    def height_for(self, width: int) -> int:
        """The height that the words need in a card of ``width`` px."""
        layout = self._line
        return (
            max(44, layout.heightForWidth(width)) if layout.hasHeightForWidth() else max(44, layout.sizeHint().height())
        )

    @property
    def in_use(self) -> bool:
        """Whether the person points at it or has the keyboard in it."""
        return self.underMouse() or self.has_keyboard

    @property
    def has_keyboard(self) -> bool:
        focus = self.window().focusWidget()
        return focus is not None and self.isAncestorOf(focus)

    def close_card(self) -> None:
        self.closed.emit(self)

    def paintEvent(self, event: QPaintEvent) -> None:
        scheme = colors()
        name, role = LEVELS[self.notice.level]
        tint = getattr(scheme, role)
        painter = QPainter(self)
        edge = qcolor(tint, 0.55) if self._wide else qcolor(scheme.line_strong)
        for fill in (qcolor(scheme.raised), *([qcolor(tint, 0.08)] if self._wide else [])):
            paint_panel(painter, self.rect(), 10, fill, edge)
        painter.drawPixmap(15, (self.height() - 18) // 2, icon_pixmap(name, tint, 18, self.devicePixelRatioF()))
        painter.end()


class Toasts(QWidget):
    """Cards above ``foot``, newest lowest; they leave by themselves, later while pointed at or used by keyboard."""

    WIDTH = 460
    GAP = 8  # px above the composer, and between cards

    def __init__(self, act: Callable[[Notice], None], parent: QWidget, foot: QWidget) -> None:
        """``foot``: what they leave free at the bottom of the window while it is in sight."""
        super().__init__(parent)
        self._act = act
        self._window = parent
        self._below: list[QWidget] = []
        self._cards: list[_Card] = []
        self._before: QWidget | None = None  # what had the keyboard before a card got it
        self._slide = QPropertyAnimation(self, b"pos", self)
        self._slide.setDuration(theme().tokens.motion.ease_ms)
        self._slide.setEasingCurve(QEasingCurve.Type.OutCubic)
        self.stay_above(foot)
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.connect(self._keyboard_moved)
        self.hide()

    def _keyboard_moved(self, before: QWidget | None, now: QWidget | None) -> None:
        """Note what a card takes the keyboard from, by its key, Tab or a click; not what had it in another window."""
        if before is None or now is None or not self._window.isAncestorOf(before):
            return
        if self.isAncestorOf(now) and not self.isAncestorOf(before):
            self._before = before

    def stay_above(self, part: QWidget) -> None:
        """Leave one more part of the window free while it is in sight."""
        self._below.append(part)
        part.installEventFilter(self)

    @property
    def notices(self) -> list[Notice]:
        """What is shown, oldest first."""
        return [card.notice for card in self._cards]

    @property
    def cards(self) -> list[_Card]:
        return list(self._cards)

    def tell(self, notice: Notice) -> None:
        """Show a notice; one that is shown already stays as it is."""
        if any(card.notice == notice for card in self._cards):
            return
        card = _Card(notice, self._act, self, wide=False)
        card.closed.connect(self._close)
        timer = QTimer(card)
        timer.setInterval(seconds_of(notice) * 1000)
        timer.timeout.connect(lambda: None if card.in_use else self._close(card))
        timer.start()
        self._cards.append(card)
        while len(self._cards) > KEEP:
            self._close(next(one for one in self._cards if not one.has_keyboard))
        card.show()
        self.place(slide=True)
        card.announce()

    def take(self) -> list[Notice]:
        """Show nothing any more; what was shown."""
        taken = self.notices
        for card in self.cards:
            self._close(card)
        return taken

    def drop(self, action: str, detail: str) -> None:
        """What a notice offered was done elsewhere."""
        for card in self.cards:
            if (card.notice.action, card.notice.detail) == (action, detail):
                self._close(card)

    def take_keyboard(self) -> None:
        """Give the keyboard to the newest card."""
        if self._cards:
            self._cards[-1].take_keyboard()

    def leave(self) -> bool:
        """Close the card that has the keyboard; whether one had it."""
        card = next((card for card in self._cards if card.has_keyboard), None)
        if card is not None:
            self._close(card)
        return card is not None

    def _close(self, card: _Card) -> None:
        if card in self._cards:
            self._cards.remove(card)
            if card.has_keyboard:
                give_back(self._before)
            card.hide()
            card.deleteLater()
            self.place()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in MOVES and self._cards:
            self.place()
        return False

    def place(self, slide: bool = False) -> None:
        """Fit into the window again."""
        parent = self._window
        wide = min(self.WIDTH, parent.width() - 32)
        top = 0
        for card in self._cards:
            high = card.height_for(wide)
            card.setGeometry(0, top, wide, high)
            top += high + self.GAP
        self.setVisible(bool(self._cards))
        end = QPoint(parent.width() - wide - 20, max(60, self._bottom() - top))
        self.resize(wide, max(1, top))
        self.raise_()
        self._slide.stop()
        if slide and not theme().reduced_motion and parent.isVisible():
            self._slide.setStartValue(end + QPoint(0, 16))
            self._slide.setEndValue(end)
            self._slide.start()
        else:
            self.move(end)

    def _bottom(self) -> int:
        """Where the cards end, with the gap below the last one."""
        tops = [part.mapTo(self._window, QPoint(0, 0)).y() for part in self._below if part.isVisible()]
        return min(tops, default=self._window.height() - self.GAP)


class Banner(QWidget):
    """The place above the conversation for one notice that stays until it is dealt with.

    ``left``: what was shown had the keyboard, and is gone or was left by Esc.
    """

    left = Signal()

    def __init__(self, act: Callable[[Notice], None], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._act = act
        self._card: _Card | None = None
        self._waiting: list[Notice] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(20, 10, 20, 0)
        self.hide()

    @property
    def notice(self) -> Notice | None:
        return None if self._card is None else self._card.notice

    @property
    def card(self) -> _Card | None:
        return self._card

    def tell(self, notice: Notice, wait: bool = False) -> None:
        """Show a notice in place of the one that is there; ``wait``: after that was dealt with, and only once."""
        if wait and self._card is not None:
            if notice not in (self._card.notice, *self._waiting):
                self._waiting.append(notice)
            return
        used = self._remove()
        self._card = _Card(notice, self._act, self, wide=True)
        self._card.closed.connect(lambda _: self.clear())
        self._column.addWidget(self._card)
        put_inside(self, self._card.stops)
        self._fit()
        self.show()
        self._card.announce()
        if used:
            self._card.take_keyboard()

    def clear(self) -> None:
        """Take away what is shown; what waits comes next."""
        used = self._remove()
        if self._waiting:
            self.tell(self._waiting.pop(0))
        if used and self._card is not None:
            self._card.take_keyboard()
        elif used:
            self.left.emit()

    def take_keyboard(self) -> None:
        """Give the keyboard to what is shown."""
        if self._card is not None:
            self._card.take_keyboard()

    def leave(self) -> bool:
        """Take the keyboard from what is shown, which stays; whether it was there."""
        used = self._card is not None and self._card.has_keyboard
        if used:
            self.left.emit()
        return used

    def take(self) -> list[Notice]:
        """Show nothing any more; what was shown and what waited."""
        taken = [*([self._card.notice] if self._card is not None else []), *self._waiting]
        self._waiting.clear()
        self._remove()
        return taken

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """A layout asks words that wrap for one height only; they have another one in a narrow window."""
        if self._card is not None:
            around = self._column.contentsMargins()
            self._card.setFixedHeight(self._card.height_for(max(200, self.width() - around.left() - around.right())))

    def _remove(self) -> bool:
        """Whether what is taken away had the keyboard."""
        used = self._card is not None and self._card.has_keyboard
        if self._card is not None:
            self._card.hide()
            self._column.removeWidget(self._card)
            self._card.deleteLater()
            self._card = None
        self.hide()
        return used


def belongs_in_banner(notice: Notice) -> bool:
    """Whether a notice asks for a decision or comes with diagnostics."""
    return notice.action in ("retry_engine", "retry_model", "force_stop", "start_as_usual") or (
        bool(notice.detail) and not notice.action.startswith(NAMES)
    )
