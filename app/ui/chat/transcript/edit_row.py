"""A message that is being edited in its place: the card with its text and files, and the row that shows it."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent, QTextCursor
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QVBoxLayout, QWidget

from app.core.draft import DraftFile, MessageEdit
from app.ui.chat.composer.attachment_bar import AttachmentBar
from app.ui.chat.composer.cost import Cost
from app.ui.chat.composer.editor import Editor
from app.ui.chat.transcript.items import Item, MessageItem
from app.ui.chat.transcript.rows import GUTTER, TranscriptRow, paint_rule
from app.ui.theme import colors, font, qcolor, theme
from app.ui.widgets.buttons import TextButton
from app.ui.widgets.keys import shown, with_keys
from app.ui.widgets.labels import dim
from app.ui.widgets.paint import paint_panel
from app.ui.widgets.tips import set_tip

translate = QCoreApplication.translate

LINES = 18  # of text shown at once
ESTIMATE_MS = 250
BELOW = 18  # px
ROOMY = 560  # px of width from which what it takes stands beside the buttons


class EditCard(QWidget):
    """Text and files of a stored message, to be changed. What is written is kept in ``edit`` as it is written.

    Signals: ``saved``; ``asked``: save and answer it again; ``cancelled``; ``estimate``: say what it takes, with
    ``set_cost``; ``resized``: it wants another height; ``opened(key)``, ``removed(key)``: of a file.
    """

    saved = Signal()
    asked = Signal()
    cancelled = Signal()
    estimate = Signal()
    resized = Signal()
    opened = Signal(str)
    removed = Signal(str)

    def __init__(self, edit: MessageEdit, question: bool, parent: QWidget | None = None) -> None:
        """``question``: it is the person's own message, which can be answered again."""
        super().__init__(parent)
        self.message, self.draft = edit.message, edit.draft
        self._edit, self._question = edit, question
        self._anyway = False
        self.attachment_bar = AttachmentBar(self)
        self.editor = Editor(self, LINES)
        self.editor.enter_sends = False
        self.editor.setAccessibleName(
            translate("Transcript", "Edit your message") if question else translate("Transcript", "Edit reply")
        )
        self._cost = dim("", "faint", wrap=True)
        self._cost.setFont(font(theme().tokens.type.small))
        self.cancel = TextButton(translate("Transcript", "Cancel"), "ghost", parent=self)
        self.save = TextButton(translate("Transcript", "Save"), "" if question else "accent", parent=self)
        self.ask = TextButton(translate("Transcript", "Save and ask again"), "accent", parent=self)
        self.ask.setVisible(question)
        set_tip(self.cancel, with_keys(translate("Transcript", "Cancel"), "Esc"))
        set_tip(self.ask if question else self.save, shown("Ctrl+Return"))
        self._timer = QTimer(self, singleShot=True, interval=ESTIMATE_MS)
        self._timer.timeout.connect(self.estimate)
        line = QHBoxLayout()
        line.setSpacing(8)
        line.addStretch(1)
        for button in (self.cancel, self.save, self.ask):
            line.addWidget(button)
        self._foot = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._foot.setSpacing(8)
        self._foot.addWidget(self._cost, 1)
        self._foot.addLayout(line)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 12, 10, 9)
        column.setSpacing(6)
        column.addWidget(self.attachment_bar)
        column.addWidget(self.editor)
        column.addLayout(self._foot)
        self.editor.setPlainText(edit.draft.text)
        if question:
            self.editor.moveCursor(QTextCursor.MoveOperation.End)
        self.show_files()
        self._bind()

    def _bind(self) -> None:
        self.editor.textChanged.connect(self._changed)
        self.editor.submitted.connect(self.submit)
        self.editor.focus_changed.connect(self.update)
        self.editor.flooded.connect(self.editor.insertPlainText)
        self.attachment_bar.opened.connect(self.opened)
        self.attachment_bar.removed.connect(self._remove)
        self.attachment_bar.left.connect(self.editor.setFocus)
        self.cancel.clicked.connect(self.cancelled)
        self.save.clicked.connect(self.saved)
        self.ask.clicked.connect(self.asked)
        theme().changed.connect(self.update)
        self._changed()

    @property
    def text(self) -> str:
        """The text as it is sent."""
        return self.draft.text.lstrip("\n").rstrip()

    @property
    def anyway(self) -> bool:
        """Whether the person was told that it is longer than text bears well."""
        return self._anyway

    def submit(self) -> None:
        """What the key that sends does: what the button in colour does."""
        button = self.ask if self._question else self.save
        if button.isEnabled():
            button.click()

    def stops(self) -> list[QWidget]:
        """What the Tab key reaches, in order."""
        parts: list[QWidget] = [*self.attachment_bar.chips, self.editor, self.cancel, self.save]
        return [part for part in (*parts, self.ask) if part.isEnabled() and part.isVisibleTo(self)]

    # text and files ----------------------------------------------------------------

    def _changed(self) -> None:
        self.draft.text = self.editor.toPlainText()
        self._timer.start()
        self._refresh()

    def add_file(self, key: str, name: str) -> None:
        """A file that is being read."""
        self.draft.files.append(DraftFile(key, name))
        self.show_files()

    def show_files(self) -> None:
        """The files of the draft changed, or what is known of them."""
        self.attachment_bar.show_entries(self.draft.files)
        for chip in self.attachment_bar.chips:
            if chip.entry.attachment is None:
                chip.show_entry(0, False)
        self.attachment_bar.refresh()
        self._timer.start()
        self._refresh()

    def _remove(self, key: str) -> None:
        self.draft.files = [entry for entry in self.draft.files if entry.key != key]
        self.show_files()
        self.removed.emit(key)

    def _refresh(self) -> None:
        whole = not self.draft.reading and not self.draft.empty
        self.save.setEnabled(whole and self._edit.changed)
        self.ask.setEnabled(whole)

    def set_cost(self, cost: Cost) -> None:
        """What the message takes."""
        self._cost.setText(cost.text)
        self._cost.setProperty("role", cost.role)
        self._cost.style().polish(self._cost)
        self._anyway = cost.anyway
        asks = translate("Transcript", "Read anyway") if cost.anyway else translate("Transcript", "Save and ask again")
        self.ask.set_text(asks)

    # layout -------------------------------------------------------------------------

    def height_for(self, width: int) -> int:
        """The height it wants in a column of so many px; lays its parts out for it."""
        layout = self.layout()
        assert layout is not None
        direction = QBoxLayout.Direction.LeftToRight if width >= ROOMY else QBoxLayout.Direction.TopToBottom
        if direction != self._foot.direction():
            self._foot.setDirection(direction)
        if width != self.width():
            self.resize(width, self.height())
            layout.activate()
        return layout.totalHeightForWidth(width) if layout.hasHeightForWidth() else layout.totalSizeHint().height()

    def event(self, event: QEvent) -> bool:
        done = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest and self.height_for(self.width()) != self.height():
            self.resized.emit()
        return done

    def paintEvent(self, event: QPaintEvent) -> None:
        scheme = colors()
        painter = QPainter(self)
        edge = qcolor(scheme.accent, 0.75) if self.editor.hasFocus() else qcolor(scheme.line_strong)
        paint_panel(painter, self.rect(), theme().tokens.radius.l, qcolor(scheme.card), edge)
        painter.end()


class EditRow(TranscriptRow):
    """Shows the card of its item, which comes into it once it is in sight and outlives it."""

    @property
    def card(self) -> EditCard | None:
        """The card it shows."""
        return self.item.card if isinstance(self.item, MessageItem) and isinstance(self.item.card, EditCard) else None

    def bind(self, item: Item) -> None:
        super().bind(item)
        self.update()

    def adopt(self) -> None:
        """Take the card in: this row is in sight."""
        card = self.card
        for other in self.children():
            if isinstance(other, EditCard) and other is not card:
                other.hide()
        if card is not None and card.parent() is not self:
            held = card.editor.hasFocus()
            card.setParent(self)
            card.show()
            if held:
                card.editor.setFocus()
        self._lay_out()

    def _lay_out(self) -> None:
        card = self.card
        if card is not None and card.parent() is self:
            card.setGeometry(GUTTER, 0, self.width() - 2 * GUTTER, self.height() - BELOW)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._lay_out()

    def height_for(self, width: int) -> int:
        card = self.card
        return card.height_for(width) + BELOW if card is not None else BELOW

    def focusables(self) -> list[QWidget]:
        return self.card.stops() if self.card is not None else []

    def paintEvent(self, event: QPaintEvent) -> None:
        paint_rule(self)
