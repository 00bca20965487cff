"""Editing messages where they stand in the transcript."""

from __future__ import annotations

from PySide6.QtCore import QObject

from app.core.chat_values import ChatView, Message
from app.core.draft import MessageEdit
from app.services.app_context import AppContext
from app.services.chat.conversation import Conversation
from app.services.chat.follower import ChatFollower
from app.ui.chat.attaching import Attaching
from app.ui.chat.composer import Composer
from app.ui.chat.transcript import MessageItem, TranscriptView
from app.ui.chat.transcript.edit_row import EditCard
from app.ui.chat.transcript.thinking import part


class EditingInPlace(QObject):
    """The cards of the messages shown that are being edited.

    What is written in them is kept by ``drafts.edits`` and outlives them: it is there when its chat is shown again.
    """

    def __init__(
        self,
        context: AppContext,
        talk: Conversation,
        transcript: TranscriptView,
        composer: Composer,
        attaching: Attaching,
        parent: QObject,
    ) -> None:
        """To be made after what fills the transcript."""
        super().__init__(parent)
        self._context, self._talk, self._transcript, self._composer = context, talk, transcript, composer
        self._attaching, self._drafts = attaching, context.drafts
        self._cards: dict[str, EditCard] = {}
        talk.chat_opened.connect(self._opened)
        talk.tokens_counted.connect(self._counted)
        ChatFollower(talk, self, message_added=self._added)
        attaching.files_changed.connect(self._files_changed)
        context.drafts.edit_restored.connect(self._restored)
        context.drafts.wiped.connect(self._wiped)

    @property
    def cards(self) -> dict[str, EditCard]:
        """By message."""
        return dict(self._cards)

    def begin(self, message_id: str) -> None:
        """Edit a message; the keyboard goes there."""
        message = self._talk.state.get(message_id)
        if message is None or message.state == "streaming":
            return
        self._edit_of(message)
        self._show(message)
        self._transcript.bring(message_id, None)
        self._cards[message_id].editor.setFocus()

    def escape(self) -> bool:
        """Give up the edit that has the keyboard; whether there was one."""
        focus = self._transcript.window().focusWidget()
        for message_id, card in self._cards.items():
            if focus is not None and card.isAncestorOf(focus):
                self.cancel(message_id)
                return True
        return False

    # showing ---------------------------------------------------------------------

    def _opened(self, view: ChatView) -> None:
        for message_id in list(self._cards):
            self._take_away(message_id)
        for message in view.messages:
            self._added(message)

    def _added(self, message: Message) -> None:
        if message.id in self._drafts.edits:
            if self._edit_of(message).changed:
                self._show(message)
            else:  # as it was stored in the end, or as it was
                self._drafts.end_edit(message.id)

    def _edit_of(self, message: Message) -> MessageEdit:
        text = part(message.content)[1] if message.role == "assistant" else message.content
        return self._drafts.edit(message, text)

    def _restored(self, message_id: str) -> None:
        if self._talk.state.get(message_id) is not None:
            self._take_away(message_id)  # a card that was opened meanwhile lacks what came back
            self.begin(message_id)

    def _show(self, message: Message) -> None:
        item = self._transcript.item(message.id)
        if not isinstance(item, MessageItem) or item.card is not None:
            return
        self._take_away(message.id)  # the row was another one
        card = EditCard(self._drafts.edits[message.id], message.role == "user", self._transcript.viewport())
        card.hide()
        self._cards[message.id] = card
        card.editor.check_spelling(self._context.spelling)
        card.saved.connect(lambda: self.save(message.id))
        card.asked.connect(lambda: self.ask(message.id))
        card.cancelled.connect(lambda: self.cancel(message.id))
        card.estimate.connect(lambda: self._weigh(message.id))
        card.resized.connect(lambda: self._resized(message.id))
        card.opened.connect(lambda key: self._look_at(message.id, key))
        card.removed.connect(self._context.attachments.cancel)
        card.removed.connect(self._drafts.changed)
        card.editor.textChanged.connect(self._drafts.changed)
        card.editor.files_pasted.connect(lambda paths: self._attaching.add(paths, card))
        card.editor.picture_pasted.connect(lambda image: self._attaching.add_picture(image, card))
        item.card = card
        self._transcript.refresh(message.id)

    def _take_away(self, message_id: str) -> None:
        card = self._cards.pop(message_id, None)
        if card is None:
            return
        item = self._transcript.item(message_id)
        if isinstance(item, MessageItem) and item.card is card:
            item.card = None
            self._transcript.refresh(message_id)
        card.hide()
        card.setParent(None)
        card.deleteLater()

    def _resized(self, message_id: str) -> None:
        self._transcript.grow(message_id)

    def _files_changed(self) -> None:
        for card in self._cards.values():
            card.show_files()

    def _wiped(self) -> None:
        for message_id in list(self._cards):
            self._take_away(message_id)

    def _look_at(self, message_id: str, key: str) -> None:
        entry = self._cards[message_id].draft.find(key)
        if entry is not None and entry.attachment is not None:
            self._attaching.look_at(entry.attachment)

    # what it takes ----------------------------------------------------------------

    def _weigh(self, message_id: str) -> None:
        card = self._cards.get(message_id)
        if card is not None:
            self._talk.count_tokens(card.draft.text)

    def _counted(self, text: str, tokens: int, counted: bool) -> None:
        for card in self._cards.values():
            if card.draft.text == text:
                card.set_cost(self._attaching.cost(tokens, counted, card.draft.attachments))

    # ending -------------------------------------------------------------------------

    def save(self, message_id: str) -> None:
        """Store the message as it is written now; what follows it stays."""
        card = self._end(message_id)
        if card is not None:
            self._talk.amend(message_id, card.text, card.draft.attachments)

    def ask(self, message_id: str) -> None:
        """Send the message as it is written now in place of what it was, and have it answered."""
        card = self._end(message_id)
        if card is not None:
            self._talk.edit(message_id, card.text, card.draft.attachments, card.anyway)

    def cancel(self, message_id: str) -> None:
        """Leave the message as it was; a notice offers what was written."""
        card = self._cards.get(message_id)
        if card is None:
            return
        for file in card.draft.files:
            if file.attachment is None:
                self._context.attachments.cancel(file.key)
        self._drafts.give_up_edit(message_id)
        self._leave(message_id)

    def _end(self, message_id: str) -> EditCard | None:
        """The card of an edit that is over; None while the message is being written on."""
        card, message = self._cards.get(message_id), self._talk.state.get(message_id)
        if card is None or message is None or message.state == "streaming":
            return None
        self._drafts.end_edit(message_id)
        self._leave(message_id)
        return card

    def _leave(self, message_id: str) -> None:
        focus = self._transcript.window().focusWidget()
        inside = focus is not None and self._cards[message_id].isAncestorOf(focus)
        self._take_away(message_id)
        if inside:
            self._composer.editor.setFocus()
