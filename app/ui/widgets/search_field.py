"""Fields to search in."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QTimer, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLineEdit

from app.ui.theme import colors, icon, theme

translate = QCoreApplication.translate

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
        self._icon = QAction(words, self)  # a screen reader finds a button there
        self._icon.triggered.connect(lambda _checked: self.setFocus())
        self.addAction(self._icon, QLineEdit.ActionPosition.LeadingPosition)
        self._restyle()
        theme().changed.connect(self._restyle)

    def _restyle(self) -> None:
        self._icon.setIcon(icon("search", colors().faint, 16))
        clear = self.findChild(QAction, "_q_qlineeditclearaction")  # Qt's own: Python may lose one that it keeps
        if clear is not None:
            clear.setText(translate("SearchField", "Clear search"))
            clear.setIcon(icon("x", colors().dim, 16))


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
