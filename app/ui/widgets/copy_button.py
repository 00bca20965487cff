"""A button that copies, and says so for a moment."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QTimer
from PySide6.QtWidgets import QWidget

from app.ui.widgets.buttons import IconButton

translate = QCoreApplication.translate

SHOWN_MS = 2000


class CopyButton(IconButton):
    """``confirm`` shows a check; ``calm`` takes it back, as does time."""

    def __init__(self, label: str, size: int = 15, box: int = 26, parent: QWidget | None = None) -> None:
        super().__init__("copy", label, size, box, parent)
        self._label = label
        self.moment = QTimer(self)
        self.moment.setSingleShot(True)
        self.moment.setInterval(SHOWN_MS)
        self.moment.timeout.connect(self.calm)

    @property
    def confirmed(self) -> bool:
        """Whether the check is seen."""
        return self.moment.isActive()

    def confirm(self) -> None:
        """It was copied."""
        self.set_icon("check", "pinned")
        self.set_label(translate("Transcript", "Copied"))
        self.moment.start()

    def calm(self) -> None:
        """Nothing was copied here lately."""
        self.moment.stop()
        self.set_icon("copy", "dim")
        self.set_label(self._label)
