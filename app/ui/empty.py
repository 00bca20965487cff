"""What stands in the middle while there is nothing to read: what to do next."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from app.core.types import ModelPhase, ModelState
from app.ui.theme import colors, icon_pixmap, theme
from app.ui.widgets.buttons import TextButton
from app.ui.widgets.labels import count, dim


class EmptyState(QWidget):
    """Signals: ``add_model``, ``show_library``, ``retry``."""

    add_model = Signal()
    show_library = Signal()
    retry = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icon_name = "message-square"
        self._role = "accent"
        self._picture = QLabel()
        self._picture.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.title = dim("", "display", wrap=True)
        self.title.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.text = dim("", "dim", wrap=True)
        self.text.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.text.setFixedWidth(460)
        self.text.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.MinimumExpanding)
        self._add = TextButton("Add a model file…", "accent", "plus")
        self._library = TextButton("Model library", "", "library")
        self._retry = TextButton("Try again", "", "rotate-ccw")
        self._add.clicked.connect(self.add_model)
        self._library.clicked.connect(self.show_library)
        self._retry.clicked.connect(self.retry)
        buttons = QHBoxLayout()
        buttons.setSpacing(10)
        buttons.addStretch(1)
        for button in (self._add, self._retry, self._library):
            buttons.addWidget(button)
        buttons.addStretch(1)
        column = QVBoxLayout(self)
        column.addStretch(3)
        column.addWidget(self._picture)
        column.addSpacing(14)
        column.addWidget(self.title)
        column.addSpacing(6)
        column.addWidget(self.text, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addSpacing(18)
        column.addLayout(buttons)
        column.addStretch(4)
        theme().changed.connect(self._restyle)
        self.show_model(ModelState())

    def show_model(self, state: ModelState) -> None:
        """Say what the model in use means for a chat that is empty."""
        name = state.name or "The model"
        none, failed = state.phase is ModelPhase.NONE, state.phase is ModelPhase.FAILED
        self._add.setVisible(none or failed)
        self._library.setVisible(none or failed)
        self._retry.setVisible(failed)
        match state.phase:
            case ModelPhase.NONE:
                self._icon_name, self._role = "package-plus", "accent"
                self.title.setText("Add a model to begin")
                self.text.setText(
                    "Drop a .gguf file anywhere in this window. It is used where it lies and runs on this computer; "
                    "nothing you write leaves it."
                )
            case ModelPhase.FAILED:
                self._icon_name, self._role = "circle-alert", "error"
                self.title.setText(f"{name} could not be loaded")
                self.text.setText(f"{state.problem} {state.hint}".strip())
            case ModelPhase.LOADING:
                self._icon_name, self._role = "message-square", "accent"
                self.title.setText("What would you like to talk about?")
                self.text.setText(f"{name} is being loaded. You can write already.")
            case ModelPhase.LOADED:
                self._icon_name, self._role = "message-square", "accent"
                self.title.setText("What would you like to talk about?")
                compacts = state.facts is None or state.facts.compactable
                rest = (
                    "When they are used up, the older part is compacted instead of forgotten."
                    if compacts
                    else f"This model's memory cannot be compacted: {state.facts.why_not}"
                    if state.facts
                    else ""
                )
                self.text.setText(f"{name} remembers {count(state.n_ctx)} tokens word for word. {rest}")
        self._fit()
        self._restyle()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        wide = min(460, max(200, self.width() - 60))
        self.text.setFixedWidth(wide)
        self.text.setFixedHeight(self.text.heightForWidth(wide))

    def _restyle(self) -> None:
        color = getattr(colors(), self._role)
        self._picture.setPixmap(icon_pixmap(self._icon_name, color, 40, self.devicePixelRatioF()))
