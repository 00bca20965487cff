"""Says that a reply is there to a person who looks elsewhere: a notification, a number on the icon, a blink."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QObject
from PySide6.QtGui import QGuiApplication, QIcon
from PySide6.QtWidgets import QApplication, QMenu, QSystemTrayIcon, QWidget

from app.core.chat_values import ChatView, Message
from app.core.settings import Value
from app.services.app_context import AppContext
from app.services.chat.conversation import Conversation
from app.services.chat.follower import ChatFollower
from app.ui.theme import icon_pixmap, theme

translate = QCoreApplication.translate

LONG_S = 5.0  # a shorter wait is no reason to look elsewhere
SHOWN_MS = 8000


class News(QObject):
    """What the system shows of the program: an icon in its tray, and a number on the program's own.

    Attributes:
        tray: where the person wants one and there is a tray.
    """

    def __init__(
        self, context: AppContext, bring: Callable[[], None], end: Callable[[], None], waiting: Callable[[], int],
        parent: QObject,
    ) -> None:  # fmt: skip
        """``bring`` shows the window used last, ``end`` ends the program, ``waiting`` counts replies not looked at."""
        super().__init__(parent)
        self._context, self._bring, self._end, self._waiting = context, bring, end, waiting
        self.tray: QSystemTrayIcon | None = None
        context.settings.apply({"window.tray": self._show_tray}, now=True)

    def tell(self, title: str, text: str) -> None:
        """A notification, if there is an icon to come from. ``text`` is no word of a chat: others see the screen."""
        if self.tray is not None and QSystemTrayIcon.supportsMessages():
            self.tray.showMessage(title, text, self._icon(), SHOWN_MS)

    def count(self) -> None:
        """Put the replies that wait to be looked at, of all windows, on the icon."""
        app = QGuiApplication.instance()
        if isinstance(app, QGuiApplication):
            app.setBadgeNumber(self._waiting())

    def _icon(self) -> QIcon:
        return QIcon(icon_pixmap("fold-vertical", theme().colors.accent, 64))

    def _show_tray(self, wanted: Value) -> None:
        wanted = bool(wanted) and QSystemTrayIcon.isSystemTrayAvailable()
        if wanted and self.tray is None:
            tray = QSystemTrayIcon(self._icon(), self)
            self._menu = QMenu()
            self._menu.addAction(translate("Attention", "Show Longthread"), self._bring)
            self._menu.addAction(translate("Attention", "Quit"), self._end)
            tray.setContextMenu(self._menu)
            tray.setToolTip("Longthread")
            tray.activated.connect(self._bring)
            tray.messageClicked.connect(self._bring)
            tray.show()
            self.tray = tray
        elif not wanted and self.tray is not None:
            self.tray.hide()
            self.tray.deleteLater()
            self.tray = None


class Attention(QObject):
    """Watches the conversation of ``window``.

    Attributes:
        waiting: replies that ended since the window was looked at last.
    """

    def __init__(
        self,
        context: AppContext,
        talk: Conversation,
        news: News,
        window: QWidget,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(window)
        self._context, self._talk, self._news, self._window, self._clock = context, talk, news, window, clock
        self._begun: dict[str, float] = {}
        self.waiting = 0
        talk.chat_opened.connect(self._opened)
        ChatFollower(talk, self, message_added=self._look, message_changed=self._look)

    def _opened(self, view: ChatView) -> None:
        for message in view.messages:
            if message.state == "streaming":
                self._begun.setdefault(message.id, self._clock())  # maybe it began in another window
            else:
                self._begun.pop(message.id, None)  # it ended while another chat was shown

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
        self._news.count()
        QApplication.alert(self._window)
        text = translate("Attention", "Your reply is ready.") if well else translate("Attention", "The reply failed.")
        self._news.tell(self._talk.view.chat.title or "Longthread", text)

    def forget(self) -> None:
        """The window was closed."""
        self._begun.clear()
        self.waiting = 0
        self._news.count()

    def seen(self) -> None:
        """The window is looked at."""
        if self.waiting:
            self.waiting = 0
            self._news.count()
