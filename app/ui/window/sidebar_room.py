"""How much of a window the sidebar has: it slides in and out, and a narrow window belongs to the conversation."""

from __future__ import annotations

from PySide6.QtCore import QEasingCurve, QObject, QPropertyAnimation

from app.core.settings import Settings
from app.ui.sidebar import Sidebar
from app.ui.theme import theme

NARROW = 760  # px of a window: from there on every page is seen whole beside the chats
SHOWN = "window.sidebar"  # the setting: whether they are shown where there is room


class SidebarRoom(QObject):
    """Shows and hides the sidebar of a window. In a narrow one it is there until something in it was chosen."""

    def __init__(self, sidebar: Sidebar, settings: Settings, parent: QObject) -> None:
        super().__init__(parent)
        self._sidebar, self._settings = sidebar, settings
        self._narrow = False
        self._slide = QPropertyAnimation(sidebar, b"maximumWidth", self)
        self._slide.setDuration(theme().tokens.motion.ease_ms)
        self._slide.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._slide.finished.connect(self._slid)
        for chosen in (
            sidebar.new_chat, sidebar.open_chat, sidebar.show_library, sidebar.show_documents, sidebar.show_knowledge,
            sidebar.show_settings, sidebar.show_trash, sidebar.show_activity, sidebar.show_privacy,
        ):  # fmt: skip
            chosen.connect(self.make_way)

    def restore(self, wide: int) -> None:
        """Begin in a window of ``wide`` px."""
        self._narrow = wide < NARROW
        self._show(self._settings.flag(SHOWN) and not self._narrow)

    def toggle(self) -> None:
        """Show or hide it, as the person asked."""
        show = self._sidebar.isHidden()
        if not self._narrow:
            self._settings.set(SHOWN, show)
        self._show(show)

    def fit(self, wide: int) -> None:
        """The window is ``wide`` px now: the chats come back when there is room."""
        narrow = wide < NARROW
        if narrow != self._narrow:
            self._narrow = narrow
            self._slide.stop()
            self._sidebar.setFixedWidth(theme().tokens.size.sidebar)
            self._sidebar.setVisible(not narrow and self._settings.flag(SHOWN))

    @property
    def lent(self) -> bool:
        """Whether it is shown in a narrow window, for as long as something is chosen in it."""
        return self._narrow and not self._sidebar.isHidden()

    def make_way(self) -> None:
        """Leave a narrow window to what was asked for."""
        if self.lent:
            self._show(False)

    def _show(self, show: bool) -> None:
        wide = theme().tokens.size.sidebar
        self._slide.stop()
        if theme().reduced_motion or not self._sidebar.window().isVisible():
            self._sidebar.setFixedWidth(wide)
            self._sidebar.setVisible(show)
            return
        self._sidebar.setMinimumWidth(0)
        self._slide.setStartValue(0 if show else wide)
        self._slide.setEndValue(wide if show else 0)
        self._sidebar.show()
        self._slide.start()

    def _slid(self) -> None:
        if self._slide.endValue() == 0:
            self._sidebar.hide()
        self._sidebar.setFixedWidth(theme().tokens.size.sidebar)
