"""Fields to search in."""

from __future__ import annotations

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLineEdit

from app.ui.theme import colors, icon

SEARCH_MS = 150  # after the last key


class SearchField(QLineEdit):
    """A line with a magnifier and a way to clear it; ``words`` say what is searched."""

    def __init__(self, words: str) -> None:
        super().__init__()
        self.setProperty("kind", "search")
        self.setPlaceholderText(words)
        self.setAccessibleName(words)
        self.setClearButtonEnabled(True)
        self.setAcceptDrops(False)
        self._icon = QAction(self)
        self.addAction(self._icon, QLineEdit.ActionPosition.LeadingPosition)

    def restyle(self) -> None:
        """Colours have changed."""
        self._icon.setIcon(icon("search", colors().faint, 16))


class PageSearchField(SearchField):
    """One that searches when typing rests, and at once on Enter: ``asked(text)``, without blanks around it."""

    asked = Signal(str)

    def __init__(self, words: str) -> None:
        super().__init__(words)
        self._soon = QTimer(self, singleShot=True, interval=SEARCH_MS)
        self._soon.timeout.connect(self._ask)
        self.textChanged.connect(lambda _: self._soon.start())
        self.returnPressed.connect(self._ask)

    def _ask(self) -> None:
        self._soon.stop()
        self.asked.emit(self.text().strip())
