"""Says that a reply is there to a person who looks elsewhere: a notification, a number on the icon, a blink."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QEvent, QObject
from PySide6.QtGui import QGuiApplication, QIcon
from PySide6.QtWidgets import QApplication, QMenu, QSystemTrayIcon, QWidget

from app.core.settings import Value
from app.core.types import Message
from app.services.app_context import AppContext
from app.ui.theme import icon_pixmap, theme

translate = QCoreApplication.translate

LONG_S = 5.0  # a shorter wait is no reason to look elsewhere
SHOWN_MS = 8000


class Attention(QObject):
    """Watches the conversation for ``window``.

    Attributes:
        waiting: replies that ended since the window was looked at last.
        tray: the icon in the system's tray, where the person wants one and there is a tray.
    """

    def __init__(self, context: AppContext, window: QWidget, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(window)
        self._context, self._window, self._clock = context, window, clock
        self._begun: dict[str, float] = {}
        self.waiting = 0
        self.tray: QSystemTrayIcon | None = None
        context.conversation.message_added.connect(self._look)
        context.conversation.message_changed.connect(self._look)
        context.settings.subscribe(self._setting_changed)
        window.installEventFilter(self)
        self._show_tray()

    def _look(self, message: Message) -> None:
        if message.role != "assistant":
            return
        if message.state == "streaming":
            self._begun.setdefault(message.id, self._clock())
            return
        begun = self._begun.pop(message.id, None)
        long = begun is not None and self._clock() - begun >= LONG_S
        if long and not self._window.isActiveWindow() and self._context.settings.flag("window.notify"):
            self._tell(message.state == "done")

    def _tell(self, well: bool) -> None:
        self.waiting += 1
        self._badge()
        QApplication.alert(self._window)
        if self.tray is not None and QSystemTrayIcon.supportsMessages():
            title = self._context.conversation.view.chat.title or "Longthread"
            text = (
                translate("Attention", "The reply is there.") if well else translate("Attention", "There is no reply.")
            )
            self.tray.showMessage(title, text, self._icon(), SHOWN_MS)  # no word of it: screens are seen by others

    def _seen(self) -> None:
        if self.waiting:
            self.waiting = 0
            self._badge()

    def _badge(self) -> None:
        app = QGuiApplication.instance()
        if isinstance(app, QGuiApplication):
            app.setBadgeNumber(self.waiting)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.WindowActivate:
            self._seen()
        return False

    # tray --------------------------------------------------------------------

    def _setting_changed(self, key: str, value: Value) -> None:
        if key == "window.tray":
            self._show_tray()

    def _icon(self) -> QIcon:
        return QIcon(icon_pixmap("fold-vertical", theme().colors.accent, 64))

    def _show_tray(self) -> None:
        wanted = self._context.settings.flag("window.tray") and QSystemTrayIcon.isSystemTrayAvailable()
        if wanted and self.tray is None:
            tray = QSystemTrayIcon(self._icon(), self)
            menu = QMenu(self._window)
            menu.addAction(translate("Attention", "Show Longthread"), self._bring)
            menu.addAction(translate("Attention", "Quit"), self._window.close)
            tray.setContextMenu(menu)
            tray.setToolTip("Longthread")
            tray.activated.connect(self._bring)
            tray.messageClicked.connect(self._bring)
            tray.show()
            self.tray = tray
        elif not wanted and self.tray is not None:
            self.tray.hide()
            self.tray.deleteLater()
            self.tray = None

    def _bring(self) -> None:
        if self._window.isMinimized():
            self._window.showNormal()
        self._window.show()
        self._window.raise_()
        self._window.activateWindow()
