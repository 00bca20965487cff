"""From one version of a message to another: the new one stands where the other one stood, and keeps the keyboard."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtWidgets import QApplication, QWidget

from app.ui.chat.transcript import TranscriptView
from app.ui.chat.transcript.rows import MessageRow


class WantedVersion(NamedTuple):
    """A version that was asked for. ``bottom``: px from the upper edge of the view to the lower one of the row."""

    key: str
    bottom: int


class Turning:
    """Knows what was asked for until it is shown, and the button that had the keyboard until it can be pressed again:
    while the engine reads the other version, nothing can be asked for. What never comes changes nothing.

    Attributes:
        by_keys: what is shown was asked for by the keyboard, which stays there.
    """

    def __init__(self, transcript: TranscriptView) -> None:
        self._transcript = transcript
        self._wanted: WantedVersion | None = None
        self.by_keys = False
        self._button: tuple[str, bool] | None = None  # key of its message, and whether it leads on or back

    def ask(self, key: str, version: str) -> None:
        """``version`` is to be shown in place of the message ``key``."""
        row = self._row(key)
        self._wanted = WantedVersion(version, row.geometry().bottom() + 1) if row is not None else None

    def shown(self) -> None:
        """The transcript has other items; ``let_go`` came before."""
        wanted, self._wanted = self._wanted, None
        button, self._button = self._button, None
        if wanted is not None and self._transcript.item(wanted.key) is not None:
            self._transcript.place_bottom(wanted.key, wanted.bottom)
            if button is not None:
                self._button = (wanted.key, button[1])
        self.by_keys = self._button is not None

    def let_go(self) -> None:
        """The buttons go: one that has the keyboard leaves it to the transcript."""
        for key, row in self._transcript.visible_rows.items():
            if isinstance(row, MessageRow):
                ways: dict[QWidget | None, bool] = {row.tools.back: False, row.tools.forth: True}
                forward = ways.get(QApplication.focusWidget())
                if forward is not None:
                    self._button = (key, forward)
                    self._transcript.setFocus()

    def take_up(self) -> None:
        """The buttons are there: the one that had the keyboard gets it back, if it is nowhere else by now."""
        button, self._button = self._button, None
        row = self._row(button[0]) if button is not None and self._transcript.hasFocus() else None
        if button is not None and row is not None:
            row.tools.step(button[1])

    def _row(self, key: str) -> MessageRow | None:
        row = self._transcript.visible_rows.get(key)
        return row if isinstance(row, MessageRow) else None
