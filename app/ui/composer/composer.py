"""The composer card: a growing editor, a token estimate, and the send and stop button.

It never waits for the engine: text is edited, kept as a draft per chat and handed over in signals only.
"""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QMimeData, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPlainTextEdit, QToolButton, QVBoxLayout, QWidget

from app.ui.theme import colors, font, icon, qcolor, theme
from app.ui.widgets.buttons import IconButton, TextButton
from app.ui.widgets.labels import dim

translate = QCoreApplication.translate

MAX_LINES = 10
ESTIMATE_MS = 250


class Editor(QPlainTextEdit):
    """A plain-text editor of one to ten lines. ``submitted``: the key that sends was pressed."""

    submitted = Signal()
    focus_changed = Signal()
    files_dropped = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.enter_sends = True
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTabChangesFocus(True)
        self.setAccessibleName(translate("Composer", "Message"))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.viewport().setAutoFillBackground(False)
        self.document().setDocumentMargin(2)
        self.setAcceptDrops(False)  # the window takes what is dropped
        self.document().documentLayout().documentSizeChanged.connect(self.fit)
        theme().changed.connect(self._restyle)
        self._restyle()

    def _restyle(self) -> None:
        self.setFont(font(theme().text.body))
        self.fit()

    def fit(self) -> None:
        """Be as high as the text, up to ten lines."""
        line = self.fontMetrics().lineSpacing()
        lines = max(1, min(MAX_LINES, round(self.document().size().height())))
        self.setFixedHeight(lines * line + 8)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
            if control or shift != self.enter_sends:
                self.submitted.emit()
            else:
                self.insertPlainText("\n")
                self.ensureCursorVisible()
            return
        super().keyPressEvent(event)

    def insertFromMimeData(self, source: QMimeData) -> None:
        if source.hasText():
            self.insertPlainText(source.text().replace("\r\n", "\n"))
            self.ensureCursorVisible()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.focus_changed.emit()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.focus_changed.emit()


class SendButton(QToolButton):
    """Send, or stop while the engine is at work."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedSize(34, 34)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self._stop = False
        theme().changed.connect(self.update)
        self.set_stop(False)

    @property
    def stops(self) -> bool:
        return self._stop

    def set_stop(self, stop: bool) -> None:
        self._stop = stop
        label = translate("Composer", "Stop (Esc)") if stop else translate("Composer", "Send")
        self.setToolTip(label)
        self.setAccessibleName(translate("Composer", "Stop") if stop else translate("Composer", "Send"))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        scheme = colors()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        live = self.isEnabled()
        fill = scheme.line if not live else scheme.accent_hover if self.underMouse() else scheme.accent
        painter.setPen(QPen(qcolor(scheme.text), 1.6) if self.hasFocus() else Qt.PenStyle.NoPen)
        painter.setBrush(qcolor(fill))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 10, 10)
        ink = scheme.on_accent if live else scheme.faint
        if self._stop:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(qcolor(ink))
            painter.drawRoundedRect(QRectF(11.5, 11.5, 11, 11), 2.5, 2.5)
        else:
            icon("arrow-up", ink, 18).paint(painter, 8, 8, 18, 18)
        painter.end()


class Composer(QWidget):
    """Signals: ``send(text)``, ``stop()``, ``estimate(text)`` (debounced; answer with ``set_estimate``), ``attach()``,
    ``edited(message id, text)``: send instead of an earlier message."""

    send = Signal(str)
    stop = Signal()
    estimate = Signal(str)
    attach = Signal()
    edited = Signal(str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._drafts: dict[str, str] = {}
        self._chat = ""
        self._busy = False
        self._can_send = True
        self._estimated = ""
        self.editor = Editor(self)
        self.button = SendButton(self)
        self._attach = IconButton("paperclip", translate("Composer", "Add a text file"), size=18, box=30)
        self._cancel_edit = TextButton(translate("Composer", "Cancel edit"), "small", "x", self)
        self._cancel_edit.hide()
        self._editing = ""
        self._before_edit = ""
        self._tokens = dim("", "faint")
        self._tokens.setFont(font(theme().tokens.type.small))
        self._hint = dim("", "faint")
        self._hint.setFont(font(theme().tokens.type.small))
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(ESTIMATE_MS)
        self._timer.timeout.connect(self._ask_estimate)

        tools = QHBoxLayout()
        tools.setContentsMargins(0, 0, 0, 0)
        tools.setSpacing(8)
        tools.addWidget(self._attach)
        tools.addWidget(self._cancel_edit)
        tools.addStretch(1)
        tools.addWidget(self._tokens)
        tools.addWidget(self._hint)
        tools.addWidget(self.button)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 12, 10, 9)
        column.setSpacing(6)
        column.addWidget(self.editor)
        column.addLayout(tools)

        self.editor.submitted.connect(self.submit)
        self.editor.textChanged.connect(self._edited)
        self.editor.focus_changed.connect(self.update)
        self.button.clicked.connect(self._clicked)
        self._attach.clicked.connect(self.attach)
        self._cancel_edit.clicked.connect(self.cancel_edit)
        theme().changed.connect(self.update)
        self.set_enter_sends(True)
        self._refresh()

    @property
    def text(self) -> str:
        return self.editor.toPlainText()

    @property
    def estimate_text(self) -> str:
        return self._tokens.text()

    def set_placeholder(self, text: str) -> None:
        self.editor.setPlaceholderText(text)
        self.editor.viewport().update()  # Qt repaints only when a placeholder comes or goes

    def set_enter_sends(self, on: bool) -> None:
        self.editor.enter_sends = on
        self._hint.setText(translate("Composer", "↵ send") if on else translate("Composer", "⇧↵ send"))

    def set_busy(self, busy: bool) -> None:
        """While the engine is at work the button stops; with text in the editor it sends (the message waits)."""
        self._busy = busy
        self._refresh()

    def set_chat(self, chat: str) -> None:
        """Keep the draft of the chat so far, and bring back the one of ``chat``."""
        if chat == self._chat:
            return
        self.cancel_edit()
        self._drafts[self._chat] = self.text
        self._chat = chat
        self.set_text(self._drafts.pop(chat, ""))

    def name_chat(self, chat: str) -> None:
        """The chat shown got its id; the draft stays where it is."""
        self._chat = chat

    def set_text(self, text: str) -> None:
        self.editor.setPlainText(text)
        self.editor.moveCursor(self.editor.textCursor().MoveOperation.End)

    def give_back(self, text: str) -> None:
        """Text that could not be sent, put before what has been written since."""
        now = self.text
        self.set_text(f"{text}\n{now}" if now.strip() else text)

    def insert(self, text: str) -> None:
        """Put a text at the cursor, on lines of its own."""
        cursor = self.editor.textCursor()
        before = "\n" if cursor.positionInBlock() else ""
        cursor.insertText(before + text)
        self.editor.setTextCursor(cursor)
        self.editor.setFocus()

    def set_estimate(self, text: str, tokens: int, room: int | None = None) -> None:
        """Tokens of ``text``, if that is still what stands there. ``room``: tokens before a compaction starts."""
        if text != self.text or not text:
            return
        over = room is not None and tokens > room
        words = translate("Composer", "≈ %Ln token(s)", "", tokens)
        self._tokens.setText(words + " · " + translate("Composer", "will compact first") if over else words)
        self._tokens.setProperty("role", "warn" if over else "faint")
        self._tokens.style().unpolish(self._tokens)
        self._tokens.style().polish(self._tokens)

    def submit(self) -> None:
        """Hand the text over, if there is any."""
        text = self.text
        if not text.strip():
            return
        if self._editing:
            message, self._editing = self._editing, ""
            self._cancel_edit.hide()
            self.set_text(self._before_edit)
            self.edited.emit(message, text)
            return
        self.editor.clear()
        self._drafts.pop(self._chat, None)
        self.send.emit(text)

    def start_edit(self, message: str, text: str) -> None:
        """Put an earlier message here to be sent again, changed; the draft comes back afterwards."""
        if not self._editing:
            self._before_edit = self.text
        self._editing = message
        self._cancel_edit.show()
        self.set_text(text)
        self.editor.setFocus()

    @property
    def editing(self) -> bool:
        return bool(self._editing)

    def cancel_edit(self) -> None:
        """Back to the draft."""
        if self._editing:
            self._editing = ""
            self._cancel_edit.hide()
            self.set_text(self._before_edit)

    def _clicked(self) -> None:
        if self.button.stops:
            self.stop.emit()
        else:
            self.submit()

    def _edited(self) -> None:
        self._refresh()
        if self.text:
            self._timer.start()
        else:
            self._timer.stop()
            self._tokens.setText("")

    def _ask_estimate(self) -> None:
        self.estimate.emit(self.text)

    def _refresh(self) -> None:
        written = bool(self.text.strip())
        self.button.set_stop(self._busy and not written)
        self.button.setEnabled(self._busy or written)
        self._hint.setVisible(written)

    def paintEvent(self, event: QPaintEvent) -> None:
        scheme = colors()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        focus = self.editor.hasFocus()
        painter.setPen(QPen(qcolor(scheme.accent if focus else scheme.line, 0.75 if focus else 1.0), 1))
        painter.setBrush(qcolor(scheme.card))
        radius = theme().tokens.radius.l
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
        painter.end()
