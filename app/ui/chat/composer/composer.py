"""The composer card: files and text of a message to be, what it will take, and the send and stop button.

It never waits for the engine: text is edited, kept as the draft of its chat (``app.services.chat.drafts``) and handed
over in signals only.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import pairwise

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPoint, QPointF, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QVBoxLayout, QWidget

from app.core.chat_values import Attachment
from app.core.draft import Draft, DraftFile, entries
from app.services.chat.drafts import Drafts
from app.ui.chat.composer.attachment_bar import AttachmentBar
from app.ui.chat.composer.cost import Cost
from app.ui.chat.composer.editor import Editor
from app.ui.chat.composer.mention import MentionMenu
from app.ui.chat.composer.paste import PasteOffer
from app.ui.chat.composer.pasting import Pasting
from app.ui.chat.composer.send_button import SendButton
from app.ui.chat.composer.slash import SlashMenu
from app.ui.theme import colors, font, qcolor, theme
from app.ui.widgets.buttons import IconButton, TextButton, let_go
from app.ui.widgets.keys import writes
from app.ui.widgets.labels import dim
from app.ui.widgets.paint import paint_panel

translate = QCoreApplication.translate

ESTIMATE_MS = 250
LEFT, RIGHT = 14, 10  # px inside of the frame
ROOMY = 480  # px of width from which the line of tools also says which key sends


class Composer(QWidget):
    """Signals: ``send(text, attachments)``, ``stop()``; ``send_anyway``: the same of a message that is longer than the
    context takes well; ``estimate(text)`` (debounced; also when files changed; answer with ``set_cost``); ``attach()``:
    choose files; ``files_pasted(paths)``, ``picture_pasted(QImage)``; ``opened(Attachment)``: look at it;
    ``removed(key)``: a file is not wanted any more; ``refused(ReadProblem)``: a paste cannot become a file.
    """

    send = Signal(str, object)
    send_anyway = Signal(str, object)
    stop = Signal()
    estimate = Signal(str)
    attach = Signal()
    files_pasted = Signal(object)
    picture_pasted = Signal(object)
    opened = Signal(object)
    removed = Signal(str)
    refused = Signal(object)

    def __init__(self, drafts: Drafts, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._drafts = drafts
        self._holder = object()  # what the drafts know this composer by
        self._draft = Draft()  # the one shown; its text is that of the editor
        self._chat = ""
        self._busy = False
        self._refused = ("", "")  # a text that the model would not take, and why
        self.editor = Editor(self)
        self.attachment_bar = AttachmentBar(self)
        self.offer = PasteOffer(self)
        self.slash = SlashMenu(self.editor, self)
        self.mention = MentionMenu(self.editor, self)
        self.clip_menu: Callable[[], QMenu | None] = lambda: None
        self._pasting = Pasting(self.editor, self.offer, self)
        self.button = SendButton(self)
        self._attach = IconButton("paperclip", translate("Composer", "Attach files"), size=18, box=30)
        self._attach.setProperty("action", "attach")
        small = font(theme().tokens.type.small)
        self._tokens = dim("", "faint")
        self._tokens.setFont(small)
        self._anyway = TextButton(translate("Composer", "Read anyway"), "small", parent=self)
        self._anyway.hide()
        self._warning = dim("", "error", wrap=True)
        self._warning.setFont(small)
        self._warning.hide()
        self._hint = dim("", "faint")
        self._hint.setFont(small)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(ESTIMATE_MS)
        self._timer.timeout.connect(self._ask_estimate)

        tools = QHBoxLayout()
        tools.setContentsMargins(0, 0, 0, 0)
        tools.setSpacing(8)
        tools.addWidget(self._attach)
        tools.addStretch(1)
        tools.addWidget(self._tokens)
        tools.addWidget(self._hint)
        tools.addWidget(self._anyway)
        tools.addWidget(self.button)
        self._tools = tools
        self._details: QWidget | None = None  # of the meter
        column = QVBoxLayout(self)
        column.setContentsMargins(LEFT, 12, RIGHT, 9)
        column.setSpacing(6)
        column.addWidget(self.attachment_bar)
        column.addWidget(self.editor)
        column.addWidget(self.offer)
        column.addWidget(self._warning)
        column.addLayout(tools)
        self._bind()
        self.set_enter_sends(True)
        self._refresh()

    def add_meter(self, line: QWidget, details: QWidget) -> None:
        """The line of the meter beside the tools, and its details on top; Tab goes from the line to the details."""
        self._tools.insertWidget(self._tools.indexOf(self._attach) + 1, line)
        self._details = details
        column = self.layout()
        assert isinstance(column, QVBoxLayout)
        column.insertWidget(0, details)
        stops = [part for part in details.findChildren(QWidget) if part.focusPolicy() & Qt.FocusPolicy.TabFocus]
        for before, after in pairwise((self._attach, line, *stops, self.button)):
            self.setTabOrder(before, after)

    def _bind(self) -> None:
        self.editor.submitted.connect(self.submit)
        self.editor.textChanged.connect(self._changed)
        self.editor.focus_changed.connect(self.update)
        self.editor.files_pasted.connect(self.files_pasted)
        self.editor.picture_pasted.connect(self.picture_pasted)
        self._pasting.names = lambda: [entry.name for entry in self._draft.files]
        self._pasting.made.connect(self._made_file)
        self._pasting.unmade.connect(self.remove_file)
        self._pasting.refused.connect(self.refused)
        self.attachment_bar.opened.connect(self._open)
        self.attachment_bar.removed.connect(self._remove)
        self.attachment_bar.left.connect(self.editor.setFocus)
        self.button.clicked.connect(self._clicked)
        self._attach.clicked.connect(self._clip)
        self._anyway.clicked.connect(self._submit_anyway)
        self._anyway.installEventFilter(self)
        theme().changed.connect(self.update)
        self._drafts.given_back.connect(self._given_back)
        self._drafts.wiped.connect(self._wiped)
        self.destroyed.connect(partial(self._drafts.release, self._holder))

    def _clip(self) -> None:
        """The paper clip: what there is to give to the chat, or at once the choice of files."""
        menu = self.clip_menu()
        if menu is None:
            self.attach.emit()
            return
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        let_go(self._attach, menu)
        menu.popup(self._attach.mapToGlobal(QPoint(0, -menu.sizeHint().height())))

    @property
    def text(self) -> str:
        return self.editor.toPlainText()

    @property
    def draft(self) -> Draft:
        """What is shown now."""
        return self._draft

    @property
    def cost_text(self) -> str:
        """What is said of the tokens."""
        return self._warning.text() if not self._warning.isHidden() else self._tokens.text()

    def set_placeholder(self, text: str) -> None:
        self.editor.show_placeholder(text)

    def set_enter_sends(self, on: bool) -> None:
        self.editor.enter_sends = on
        self._hint.setText(translate("Composer", "↵ send") if on else translate("Composer", "⇧↵ send"))

    def set_busy(self, busy: bool) -> None:
        """While the engine is at work the button stops; with something written it sends (the message waits)."""
        self._busy = busy
        self._refresh()

    # drafts --------------------------------------------------------------------

    def set_chat(self, chat: str, begun: bool = True) -> None:
        """Show the draft of ``chat`` in place of the one before. ``begun``: the chat is stored."""
        if chat == self._chat:
            return
        self._chat = chat
        draft = self._drafts.open(self._holder, chat, begun)
        if draft is not self._draft:  # else it came along from another chat that was not begun
            self._show(draft)

    def put_aside(self) -> None:
        """Show nothing: the draft is for whoever shows its chat next."""
        self._drafts.release(self._holder)
        self._chat = ""
        self._show(Draft())

    def _given_back(self, chat: str) -> None:
        if chat == self._chat:
            self._show(self._draft)

    def _wiped(self) -> None:
        self._show(self._draft)

    def _show(self, draft: Draft) -> None:
        self._draft = draft
        self._pasting.leave()
        self.set_text(draft.text)
        self._show_files()

    def set_text(self, text: str) -> None:
        self.editor.setPlainText(text)
        self.editor.moveCursor(self.editor.textCursor().MoveOperation.End)

    def give_back(self, text: str, attachments: Sequence[Attachment] = ()) -> None:
        """Put a text and files before what is written."""
        self._draft.put_before(text, attachments)
        self._show(self._draft)

    def insert(self, text: str) -> None:
        """Put a text at the cursor, on lines of its own, as if it was pasted: a very long one becomes a file."""
        self.editor.put(text, "\n" if self.editor.textCursor().positionInBlock() else "")
        self.editor.setFocus()

    def take_key(self, event: QKeyEvent) -> None:
        """Go on with a key that was typed elsewhere."""
        self.editor.setFocus()
        QCoreApplication.sendEvent(self.editor, event)

    # files ---------------------------------------------------------------------

    def add_file(self, key: str, name: str) -> None:
        """A file that is being read; ``file_read`` or ``remove_file`` follows."""
        self._draft.files.append(DraftFile(key, name))
        self._show_files()

    def file_progress(self, key: str, done: int, total: int) -> None:
        """How far it is, in pages."""
        entry = self._find(key)
        if entry is not None:
            entry.done, entry.total = done, total
            for chip in self.attachment_bar.chips:
                if chip.entry is entry:
                    chip.show_entry(0, False)
            self.attachment_bar.refresh()

    def file_read(self, key: str, attachment: Attachment) -> bool:
        """It was read; False, and it is taken away, if the same file is in the draft already."""
        draft = next((draft for draft in self._all() if draft.find(key)), None)
        entry = draft.find(key) if draft is not None else None
        if draft is None or entry is None:  # removed meanwhile, maybe by another window, which heard of it first
            self._show_files()
            return True
        twice = entry.attachment is None and draft.holds(attachment)
        if twice:
            draft.files.remove(entry)
        else:
            entry.attachment = attachment  # of what another window shows, too: whoever hears of it first puts it there
        self._drafts.changed()
        self._show_files()
        return not twice

    def remove_file(self, key: str) -> bool:
        """Take a file out of the draft it is in, wherever that is; whether it was in one."""
        found = self._find(key) is not None
        for draft in self._all():
            draft.files = [entry for entry in draft.files if entry.key != key]
        self._drafts.changed()
        self._show_files()
        return found

    def show_tokens(self, tokens: Mapping[str, tuple[int, bool]]) -> None:
        """Tokens of files by the id of their attachment, and whether they were counted."""
        for chip in self.attachment_bar.chips:
            file = chip.entry.attachment
            chip.show_entry(*tokens.get(file.id if file is not None else "", (0, False)))
        self.attachment_bar.refresh()

    def _all(self) -> list[Draft]:
        return [self._draft, *self._drafts.all()]

    def _find(self, key: str) -> DraftFile | None:
        return next((entry for draft in self._all() if (entry := draft.find(key)) is not None), None)

    def _show_files(self) -> None:
        self._refused = ("", "")
        self.attachment_bar.show_entries(self._draft.files)
        self._changed()

    def _remove(self, key: str) -> None:
        self._pasting.removed(key)
        self.remove_file(key)
        self.removed.emit(key)

    def _made_file(self, file: Attachment) -> None:
        self._draft.files += entries([file])
        self._show_files()

    def _open(self, key: str) -> None:
        entry = self._find(key)
        if entry is not None and entry.attachment is not None:
            self.opened.emit(entry.attachment)

    # what it takes -----------------------------------------------------------------

    def set_cost(self, text: str, cost: Cost) -> None:
        """What the message takes, if ``text`` is still what stands there."""
        if text != self.text or self._draft.empty:
            return
        self._warning.setText(cost.text if cost.long else "")
        self._warning.setVisible(cost.long)
        self._tokens.setText("" if cost.long else cost.text)
        for label in (self._warning, self._tokens):
            label.setProperty("role", cost.role)
            label.style().unpolish(label)
            label.style().polish(label)
        self._anyway.setVisible(cost.anyway)
        self._refused = (text, cost.text) if cost.refused else ("", "")
        self._refresh()

    def submit(self, anyway: bool = False) -> None:
        """Hand over what is written and attached, if there is anything, all of it was read and the model would take it.

        What is longer than text bears well, only ``anyway``.
        """
        draft = self._draft
        if draft.reading or draft.empty or self._refused_now:
            return
        if self._anyway.isVisibleTo(self) and not anyway:
            self._anyway.setFocus()
            return
        text, attachments = draft.text.lstrip("\n").rstrip(), draft.attachments  # a paste often ends in blank lines
        self._show(self._drafts.sent(self._chat))
        (self.send_anyway if anyway else self.send).emit(text, attachments)

    @property
    def _refused_now(self) -> bool:
        """Whether it is known of what stands there that the model would not take it."""
        return bool(self._refused[1]) and self._refused[0] == self.text

    def _submit_anyway(self) -> None:
        self.submit(anyway=True)
        self.editor.setFocus()  # the button is gone, and the keyboard would go to what is beside it

    def _clicked(self) -> None:
        if self.button.stops:
            self.stop.emit()
        else:
            self.submit()

    def _changed(self) -> None:
        self._draft.text = self.text
        self._drafts.changed()
        self._refresh()
        self._anyway.hide()
        if self._draft.reading:
            self._timer.stop()
            self._warning.hide()
            self._tokens.setText(translate("Composer", "Reading %Ln file(s)…", "", self._draft.reading))
        elif not self._draft.empty:
            self._timer.start()
        else:
            self._timer.stop()
            self._warning.hide()
            self._tokens.setText("")

    def _ask_estimate(self) -> None:
        self.estimate.emit(self.text)

    def _refresh(self) -> None:
        written = not self._draft.empty
        why_not = self._refused[1] if written else ""  # while a person goes on writing: of what stood there
        self.button.show_state(self._busy and not written, why_not)
        self.button.setEnabled(self.button.stops or (written and not self._draft.reading and not why_not))
        self._show_hint()

    def _show_hint(self) -> None:
        """Which key sends, where the other words of the line leave room for it."""
        written = not self._draft.empty
        line = [item.widget() for at in range(self._tools.count()) if (item := self._tools.itemAt(at)) is not None]
        taken = sum(
            max(part.minimumWidth(), part.minimumSizeHint().width()) + self._tools.spacing()
            for part in line
            if part is not None and part is not self._hint and not part.isHidden()
        )
        room = self.contentsRect().width() - taken - self._hint.sizeHint().width() - LEFT - RIGHT
        self._hint.setVisible(written and self.button.isEnabled() and self.width() >= ROOMY and room >= 0)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Who goes on writing instead of reading anyway writes in the message."""
        pressed = event.type() == QEvent.Type.KeyPress and watched is self._anyway
        if pressed and isinstance(event, QKeyEvent) and writes(event):
            self.take_key(event)
            return True
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._refresh()

    def paintEvent(self, event: QPaintEvent) -> None:
        scheme = colors()
        painter = QPainter(self)
        edge = qcolor(scheme.accent, 0.75) if self.editor.hasFocus() else qcolor(scheme.line)
        paint_panel(painter, self.rect(), theme().tokens.radius.l, qcolor(scheme.card), edge)
        if self._details is not None and not self._details.isHidden():
            painter.setPen(qcolor(scheme.line))
            y = self._details.geometry().bottom() - 1.5
            painter.drawLine(QPointF(1, y), QPointF(self.width() - 1, y))
        painter.end()
