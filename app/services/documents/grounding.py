"""What documents give to replies: passages put before a question, and citations linked to what was replied."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence

import msgspec
from PySide6.QtCore import QObject, Signal

from app.core.attachments.text import estimated
from app.core.document_values import Citation, GivenPassage
from app.core.documents.citing import Candidate, cite
from app.core.documents.search import joined, terms_of, within
from app.core.documents.sentences import spoken
from app.core.documents.terms import content_words
from app.core.settings import SettingsView
from app.core.store import Store, StoreError
from app.core.types import ChatView, Message
from app.services.background import Ops

log = logging.getLogger("documents")

PASSAGES, BUDGET = "documents.passages", "documents.budget"
RECENT = 3  # turns whose passages are not given again
FEW_WORDS = 3  # of a question that is looked for with the one before it
MOST_SENTENCES = 60  # of a reply that passages are looked for
FOR_A_SENTENCE = 4  # passages

Ground = Callable[[Message], Message]


class Grounding(QObject):
    """``ctx.grounding``: passages before a reply, citations after it.

    The passages that a question was given are in its message (``message.meta.passages``), as the model got them: show
    them folded. ``citations`` looks up those of a reply; ``cited`` tells when a reply that just ended has some.
    ``documents.passages`` and ``documents.budget`` are settings of a chat (``conversation.settings``).

    Signals:
        cited(str, tuple[Citation, ...]): a reply, and what of it documents support, in its order.
    """

    cited = Signal(str, object)

    def __init__(self, store: Store, ops: Ops, settings_of: Callable[[str], SettingsView], parent: QObject) -> None:
        """``settings_of``: the settings in force in a chat."""
        super().__init__(parent)
        self._store, self._ops, self._settings_of = store, ops, settings_of

    # before a reply ---------------------------------------------------------------------

    def ground(self, view: ChatView, most: int | None) -> Ground:
        """What gives a question of the chat its passages, on the store's thread, once it is stored.

        ``most``: tokens that a message may have, None if that is not known: passages take half of it at most.
        """
        settings = self._settings_of(view.chat.id)
        if not settings.flag(PASSAGES):
            return lambda message: message
        budget = settings.integer(BUDGET)
        if most is not None:
            budget = min(budget, most // 2)
        earlier = [message for message in view.messages if message.role == "user"]
        folder = view.chat.folder

        def work(message: Message) -> Message:
            try:
                return self._grounded(message, folder, earlier, budget)
            except StoreError as problem:  # the question is stored, and is replied to without them
                log.warning("no passages: %s", problem.text.code)
                return message

        return work

    def _grounded(self, message: Message, folder: str, earlier: Sequence[Message], budget: int) -> Message:
        documents = self._store.mounted_in(message.chat, folder)
        if not documents:
            return message
        before = [one for one in earlier if one.id != message.id]
        question = message.content
        if before and len(content_words(question)) < FEW_WORDS:
            question = f"{question}\n{before[-1].content}"
        known = {
            (one.document, at) for turn in before[-RECENT:] for one in turn.meta.passages for at in (one.start, one.end)
        }
        found = [
            one
            for one in self._store.relevant_passages(question, documents)
            if not {(one.passage.document, one.passage.start), (one.passage.document, one.passage.end)} & known
        ]
        given = tuple(joined(within(found, budget - estimated(message.content) // 8, estimated)))
        if not given:
            return message
        message = msgspec.structs.replace(message, meta=msgspec.structs.replace(message.meta, passages=given))
        self._store.save_reply(message)
        return message

    # after it -----------------------------------------------------------------------------

    def replied(self, view: ChatView, reply: Message) -> None:
        """A reply is over: link what it says to the passages that support it. ``cited`` follows if any do."""
        if reply.role != "assistant" or not reply.content.strip() or reply.state not in ("done", "interrupted"):
            return
        given = [one for message in view.messages for one in message.meta.passages]
        if not self._settings_of(view.chat.id).flag(PASSAGES):
            return

        def look() -> tuple[list[Candidate], dict[str, float]]:
            return self._candidates(view.chat.id, view.chat.folder, reply.content, given)

        def compare(found: tuple[list[Candidate], dict[str, float]]) -> None:
            candidates, rarity = found
            if candidates:
                self._ops.run(lambda: cite(reply.content, candidates, rarity), keep)

        def keep(citations: tuple[Citation, ...]) -> None:
            if citations:
                self._ops.store(
                    lambda: self._store.set_citations(reply.id, citations),
                    lambda _: self.cited.emit(reply.id, citations),
                )

        self._ops.store(look, compare)

    def _candidates(
        self, chat: str, folder: str, reply: str, given: Sequence[GivenPassage]
    ) -> tuple[list[Candidate], dict[str, float]]:
        """Passages that may support sentences of ``reply``: those given, and what a search for each sentence finds."""
        entries = {entry.id: entry for entry in self._store.documents()}
        documents = [one for one in self._store.mounted_in(chat, folder) if one in entries]
        found: dict[tuple[str, int], Candidate] = {}
        for one in given:
            entry = entries.get(one.document)
            if entry is not None:
                for passage in self._store.passages_at(one.document, one.start, one.end):
                    if passage.text.strip() in one.text:  # the document may have been read again since
                        found[one.document, passage.start] = Candidate(passage, entry.digest)
        for start, end in spoken(reply)[:MOST_SENTENCES]:
            for hit in self._store.search_passages(reply[start:end], documents, FOR_A_SENTENCE):
                passage = hit.passage
                found.setdefault(
                    (passage.document, passage.start), Candidate(passage, entries[passage.document].digest)
                )
        rarity = self._store.rarity_of(terms_of(reply, most=400)) if found else {}
        return list(found.values()), rarity

    def citations(self, messages: Sequence[str], then: Callable[[dict[str, tuple[Citation, ...]]], None]) -> None:
        """Look up the citations of replies; ``then`` gets those that have any, by message."""
        wanted = tuple(messages)

        def work() -> dict[str, tuple[Citation, ...]]:
            found = {message: self._store.citations(message) for message in wanted}
            return {message: citations for message, citations in found.items() if citations}

        self._ops.store(work, then)
