"""Documents in a chat: added by "@" and the paper clip, shown above it, and cited below replies."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QCoreApplication, QObject, Signal
from PySide6.QtWidgets import QMenu, QWidget
from shiboken6 import isValid

from app.core.chat_values import ChatView, Message
from app.core.document_values import Citation, DocumentEntry, GivenPassage
from app.services.app_context import AppContext
from app.services.chat.conversation import Conversation
from app.services.chat.follower import ChatFollower
from app.ui.chat.composer import Composer
from app.ui.chat.mounted_bar import MountedBar
from app.ui.chat.passages_preview import PassagesPreview
from app.ui.chat.transcript import MessageItem, TranscriptView
from app.ui.documents.document_words import icon_of
from app.ui.documents.viewer import open_document
from app.ui.theme import colors, icon

translate = QCoreApplication.translate

IN_MENU = 12  # documents, those added last


class ChatDocuments(QObject):
    """Binds the chat that a window shows to the services of documents. Signals: ``manage()``: show their page.

    Attributes:
        bar: the chips of the documents that the chat has.
    """

    manage = Signal()

    def __init__(
        self,
        context: AppContext,
        talk: Conversation,
        bar: MountedBar,
        composer: Composer,
        transcript: TranscriptView,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._context, self._talk, self._composer, self._transcript = context, talk, composer, transcript
        self._page = parent
        self._documents, self._mounts = context.documents, context.documents.mounts
        self.bar = bar
        self.bar.opened.connect(partial(open_document, context, parent))
        self.bar.removed.connect(self.remove)
        composer.mention.offer = self.offered
        composer.mention.chosen.connect(self.add)
        composer.mention.manage.connect(self.manage)
        composer.clip_menu = self.clip_menu
        transcript.action.connect(self._act)
        talk.chat_opened.connect(self._opened)
        ChatFollower(talk, self, message_added=self._look_up_one, chat_changed=self._chat_changed)
        self._mounts.changed.connect(self._mounts_changed)
        context.chats.changed.connect(self._chat_changed)
        self._documents.changed.connect(self._document_changed)
        self._documents.removed.connect(self._document_removed)
        context.cartridges.changed.connect(self.bar.refresh)
        context.grounding.cited.connect(self._cited)
        self._opened(talk.view)

    # which documents -----------------------------------------------------------------------

    @property
    def _place(self) -> tuple[str, str]:
        """Ids of the chat and of its folder, which the list of chats knows first."""
        chat = self._talk.view.chat
        return chat.id, next((one.folder for one in self._context.chats.chats if one.id == chat.id), chat.folder)

    @property
    def mounted(self) -> tuple[DocumentEntry, ...]:
        """The documents that the chat has, those of its project first."""
        found = map(self._documents.get, self._mounts.of_chat(*self._place))
        return tuple(entry for entry in found if entry is not None)

    def offered(self) -> list[DocumentEntry]:
        """Those that could be added, last added first."""
        there = {entry.id for entry in self.mounted}
        return [entry for entry in reversed(self._documents.entries) if entry.id not in there]

    def add(self, document: str) -> None:
        self._mounts.mount("chat", self._place[0], [document])

    def remove(self, document: str) -> None:
        self._mounts.unmount("chat", self._place[0], [document])
        self._composer.editor.setFocus()

    def clip_menu(self) -> QMenu | None:
        """Files, and the documents to add to the chat or to remove from it; None without documents."""
        if not self._documents.entries:
            return None
        menu, tint = QMenu(self._page), colors().dim
        files = translate("ChatDocuments", "Attach files…")
        menu.addAction(icon("paperclip", tint, 16), files, self._composer.attach.emit)
        menu.addSeparator()
        menu.addAction(translate("ChatDocuments", "Documents for this chat")).setEnabled(False)
        own = frozenset(self._mounts.of("chat", self._place[0]))
        there = self.mounted
        for at, entry in enumerate([*there, *self.offered()][: max(IN_MENU, len(there))]):
            name = entry.name.replace("&", "&&")
            mounted = at < len(there)
            does = self.remove if mounted else self.add
            # a style sheet gives the place of the tick to the icon
            picture = "check" if mounted else icon_of(entry)
            action = menu.addAction(icon(picture, tint, 16), name, partial(does, entry.id))
            action.setCheckable(True)
            action.setChecked(mounted)
            action.setEnabled(not mounted or entry.id in own)
        menu.addSeparator()
        menu.addAction(icon("files", tint, 16), translate("ChatDocuments", "Manage documents…"), self.manage.emit)
        return menu

    def _show(self) -> None:
        self.bar.show_documents(self.mounted, frozenset(self._mounts.of("chat", self._place[0])))

    def _mounts_changed(self, _level: str, _owner: str) -> None:
        self._show()

    def _document_changed(self, _: DocumentEntry) -> None:
        self._show()

    def _document_removed(self, _: str) -> None:
        self._show()

    def _chat_changed(self, _: object) -> None:
        self._show()

    # what replies cite -----------------------------------------------------------------------

    def _opened(self, view: ChatView) -> None:
        self._show()
        self._look_up(view.messages)

    def _look_up_one(self, message: Message) -> None:
        self._look_up([message])

    def _look_up(self, messages: Sequence[Message]) -> None:
        replies = [one.id for one in messages if one.role == "assistant" and one.state != "streaming"]
        if replies:
            self._context.grounding.citations(replies, self._found)

    def _found(self, found: dict[str, tuple[Citation, ...]]) -> None:
        for message, citations in found.items() if isValid(self) else ():
            self._cited(message, citations)

    def _cited(self, message: str, citations: tuple[Citation, ...]) -> None:
        item = self._transcript.item(message)
        if isinstance(item, MessageItem) and item.citations != citations:
            item.citations = citations
            self._transcript.refresh(message)

    def _act(self, what: str, key: str, argument: str) -> None:
        item = self._transcript.item(key)
        if not isinstance(item, MessageItem):
            return
        if what == "citation":
            cited = next((one for one in item.citations if one.number == int(argument)), None)
            if cited is not None:
                place = (cited.source_start, cited.source_end, cited.digest, cited.quote)
                open_document(self._context, self._page, cited.document, *place)
        elif what == "passages":
            preview = PassagesPreview(item.meta.passages, self._page.window())
            preview.opened.connect(self._open_given)
            preview.open()

    def _open_given(self, passage: GivenPassage) -> None:
        place = (passage.start, passage.end)
        open_document(self._context, self._page, passage.document, *place, quote=passage.text)
