"""What documents give to replies: passages put before a question, and citations linked to what was replied."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence

import msgspec
from PySide6.QtCore import QObject, Signal

from app.core.attachments.text import estimated
from app.core.chat_values import ChatView, Message
from app.core.document_values import Citation, GivenPassage, Passage
from app.core.documents.citing import Candidate, cite
from app.core.documents.search import joined, terms_of, within
from app.core.documents.sentences import spoken
from app.core.settings import SettingsView
from app.core.store import Store, StoreError
from app.services.background import Ops
from app.services.documents.vectors import Near, PassageVectors

log = logging.getLogger("documents")

PASSAGES, BUDGET, LINKED = "documents.passages", "documents.budget", "knowledge.use"
RECENT = 3  # turns whose passages are not given again
FEW_WORDS = 3  # of a question that is looked for with the one before it
MOST_SENTENCES = 60  # of a reply that passages are looked for
FOR_A_SENTENCE = 4  # passages
AT_ONCE = 3  # sentences that are looked for before the store has its next turn
MOST_TERMS = 400  # of a reply, weighed by how rare they are

Ground = Callable[[Message, Sequence[int]], Message]


class QuestionGrounding:
    """Gives one question its passages: at once, or where there are vectors, after its own was made."""

    def __init__(self, ground: Ground, ops: Ops, near: Callable[[str, Near], None] | None) -> None:
        self._ground, self._ops, self._near = ground, ops, near

    def now(self, message: Message) -> Message:
        """On the store's thread, with what stores the question: with its passages, unless vectors are to be asked."""
        return message if self._near is not None else self._ground(message, ())

    def then(self, message: Message, go_on: Callable[[Message], None]) -> None:
        """The question is stored: ``go_on`` with it and its passages, now or later."""
        if self._near is None:
            go_on(message)
            return
        if not terms_of(message.content):  # "Hello, how are you?" is near to something, too
            self._ops.store(lambda: self._ground(message, ()), go_on, lambda _: go_on(message))
            return

        def found(near: Sequence[int]) -> None:
            self._ops.store(lambda: self._ground(message, near), go_on, lambda _: go_on(message))

        self._near(message.content, found)


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
        self.vectors: PassageVectors | None = None  # set by whoever has them

    # before a reply ---------------------------------------------------------------------

    def ground(self, view: ChatView, most: int | None) -> QuestionGrounding:
        """What gives a question of the chat its passages once it is stored.

        ``most``: tokens that a message may have, None if that is not known: passages take half of it at most.
        """
        vectors = self.vectors
        if vectors is None or not vectors.serves(view.chat.id, view.chat.folder):
            return QuestionGrounding(self._ground(view, most), self._ops, None)

        def near(question: str, then: Near) -> None:
            vectors.near(question, view.chat.id, view.chat.folder, then)

        return QuestionGrounding(self._ground(view, most), self._ops, near)

    def _ground(self, view: ChatView, most: int | None) -> Ground:
        settings = self._settings_of(view.chat.id)
        if not settings.flag(PASSAGES):
            return lambda message, near: message
        budget = settings.integer(BUDGET)
        if most is not None:
            budget = min(budget, most // 2)
        earlier = [message for message in view.messages if message.role == "user"]
        folder, use_graph = view.chat.folder, settings.flag(LINKED)

        def work(message: Message, near: Sequence[int]) -> Message:
            try:
                return self._grounded(message, folder, earlier, budget, near, use_graph)
            except StoreError as problem:  # the question is stored, and is replied to without them
                log.warning("no passages: %s", problem.text.code)
                return message

        return work

    def _grounded(
        self,
        message: Message,
        folder: str,
        earlier: Sequence[Message],
        budget: int,
        near: Sequence[int],
        use_graph: bool,
    ) -> Message:
        documents = self._store.mounted_in(message.chat, folder)
        if not documents:
            return message
        before = [one for one in earlier if one.id != message.id]
        question = message.content
        if before and len(terms_of(question)) < FEW_WORDS:
            question = f"{question}\n{before[-1].content}"
        known = {
            (one.document, at) for turn in before[-RECENT:] for one in turn.meta.passages for at in (one.start, one.end)
        }
        linked = self._store.linked_passages(question, documents) if use_graph else ()
        budget -= estimated(message.content) // 8

        def chosen(linked: Sequence[int]) -> list[Passage]:
            found = self._store.relevant_passages(question, documents, near, linked)
            new = [
                one
                for one in found
                if not {(one.passage.document, one.passage.start), (one.passage.document, one.passage.end)} & known
            ]
            return within(new, budget, estimated)

        passages = chosen(linked)
        # said of those that would not be there without the facts, not of all that the facts lead to as well
        by_facts = {*linked} - {one.number for one in chosen(())} if linked else set()
        given = tuple(joined(passages, by_facts))
        if not given:
            return message
        message = msgspec.structs.replace(message, meta=msgspec.structs.replace(message.meta, passages=given))
        self._store.give_passages(message.id, given)
        return message

    # after it -----------------------------------------------------------------------------

    def replied(self, view: ChatView, reply: Message) -> None:
        """A reply is over: link what it says to the passages that support it. ``cited`` follows if any do."""
        if reply.role != "assistant" or not reply.content.strip() or reply.state not in ("done", "interrupted"):
            return
        given = [one for message in view.messages for one in message.meta.passages]
        if not self._settings_of(view.chat.id).flag(PASSAGES):
            return

        said: list[str] = []
        found: dict[tuple[str, int], Candidate] = {}

        def search(documents: dict[str, str], at: int) -> None:
            """Look for some sentences, then for the next: what else waits for the store waits no longer."""
            if documents and at < len(said):
                part, then = said[at : at + AT_ONCE], at + AT_ONCE
                self._ops.store(lambda: self._search(documents, part, found), lambda _: search(documents, then), failed)
            elif found:
                terms = terms_of(" ".join(said), most=MOST_TERMS)
                self._ops.store(lambda: self._store.rarity_of(terms), compare, failed)

        def compare(rarity: dict[str, float]) -> None:
            self._ops.run(lambda: cite(reply.content, list(found.values()), rarity), keep, failed)

        def keep(citations: tuple[Citation, ...]) -> None:
            def kept(still_said: bool) -> None:
                if still_said:
                    self.cited.emit(reply.id, citations)

            if citations:
                self._ops.store(lambda: self._store.set_citations(reply.id, reply.content, citations), kept, failed)

        def failed(problem: Exception) -> None:  # the reply is there, and is read without them
            log.warning("no citations: %s", type(problem).__name__)

        def first() -> dict[str, str]:
            documents = self._take_given(view.chat.id, view.chat.folder, given, found)
            if documents or found:  # long replies take a while
                said.extend(reply.content[start:end] for start, end in spoken(reply.content)[:MOST_SENTENCES])
            if not said:
                found.clear()
            return documents if said else {}

        self._ops.store(first, lambda documents: search(documents, 0), failed)

    def _take_given(
        self, chat: str, folder: str, given: Sequence[GivenPassage], found: dict[tuple[str, int], Candidate]
    ) -> dict[str, str]:
        """Take the passages that the chat's questions were given, if they are there as they were; the documents that
        the chat sees, with the digests of their texts.
        """
        mounted = self._store.mounted_in(chat, folder)
        if not mounted and not given:
            return {}
        digests = {entry.id: entry.digest for entry in self._store.documents()}
        for one in given:
            if one.document in digests:
                for passage in self._store.passages_at(one.document, one.start, one.end):
                    if passage.text.strip() in one.text:  # the document may have been read again since
                        found[one.document, passage.start] = Candidate(passage, digests[one.document])
        return {document: digests[document] for document in mounted if document in digests}

    def _search(self, documents: dict[str, str], said: Sequence[str], found: dict[tuple[str, int], Candidate]) -> None:
        """Take passages that may support some sentences of a reply."""
        for sentence in said:
            for hit in self._store.search_passages(sentence, documents, FOR_A_SENTENCE, scan=False):
                passage = hit.passage
                found.setdefault((passage.document, passage.start), Candidate(passage, documents[passage.document]))

    def citations(self, messages: Sequence[str], then: Callable[[dict[str, tuple[Citation, ...]]], None]) -> None:
        """Look up the citations of replies; ``then`` gets those that have any, by message."""
        wanted = tuple(messages)

        def work() -> dict[str, tuple[Citation, ...]]:
            found = {message: self._store.citations(message) for message in wanted}
            return {message: citations for message, citations in found.items() if citations}

        self._ops.store(work, then)
