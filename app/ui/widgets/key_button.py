"""A button that shows keys and takes the next ones that are pressed."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QPushButton, QWidget

from app.core.keymap import unfit
from app.ui.theme import font, theme

translate = QCoreApplication.translate

MODIFIERS = (
    Qt.Key.Key_Control,
    Qt.Key.Key_Shift,
    Qt.Key.Key_Alt,
    Qt.Key.Key_Meta,
    Qt.Key.Key_AltGr,
    Qt.Key.Key_unknown,
)
CLEAR = (Qt.Key.Key_Backspace, Qt.Key.Key_Delete)
SHIFT_ONLY = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.KeypadModifier)


class KeyButton(QPushButton):
    """Signals: ``chosen(keys)`` ("": none), ``refused(Text)``: why, ``listening(bool)``."""

    chosen = Signal(str)
    refused = Signal(object)
    listening = Signal(bool)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name = name
        self._keys = ""
        self._listens = False
        self.setProperty("kind", "small")
        self.setFont(font(theme().tokens.type.small, 500))
        self.setMinimumWidth(110)
        self.setAutoDefault(False)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.clicked.connect(lambda: self.listen(True))
        self.show_keys("")

    def show_keys(self, keys: str) -> None:
        """``keys`` in portable text."""
        self._keys = keys
        self._refresh()

    def _refresh(self) -> None:
        native = QKeySequence(self._keys).toString(QKeySequence.SequenceFormat.NativeText)
        none = translate("Shortcuts", "none")
        self.setText(translate("Shortcuts", "Press keys…") if self._listens else native or none)
        self.setAccessibleName(f"{self._name}: {self.text()}")

    def listen(self, on: bool) -> None:
        """Wait for keys, or stop waiting."""
        if on != self._listens:
            self._listens = on
            if on:
                self.setFocus()
            self._refresh()
            self.listening.emit(on)

    def event(self, event: QEvent) -> bool:
        if self._listens and isinstance(event, QKeyEvent):
            if event.type() == QEvent.Type.ShortcutOverride:
                event.accept()
                return True
            if event.type() == QEvent.Type.KeyPress:
                self._take(event)
                return True
        return super().event(event)

    def _take(self, event: QKeyEvent) -> None:
        key, modifiers = Qt.Key(event.key()), event.modifiers()
        if key in MODIFIERS:
            return
        plain = modifiers in SHIFT_ONLY
        if key == Qt.Key.Key_Escape and plain:
            self.listen(False)
        elif key in CLEAR and plain:
            self.listen(False)
            self.chosen.emit("")
        elif key in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab):
            self.listen(False)
            self.focusNextPrevChild(key == Qt.Key.Key_Tab)
        else:
            combination = QKeySequence(event.keyCombination())
            keys = combination.toString(QKeySequence.SequenceFormat.PortableText)
            why = unfit(keys, plain, Qt.Key.Key_F1 <= key <= Qt.Key.Key_F35)
            if why is not None:
                self.refused.emit(why)
            else:
                self.listen(False)
                self.chosen.emit(keys)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.listen(False)
        super().focusOutEvent(event)
