"""Binds the page of knowledge to the services."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal
from shiboken6 import isValid

from app.core.knowledge.values import Entity, FactSource, Neighbourhood, Relation
from app.core.model_values import ModelPhase
from app.services.app_context import AppContext
from app.services.knowledge import CHATS, EXTRACT
from app.ui.documents.viewer import open_document
from app.ui.knowledge.arranging import arranged
from app.ui.knowledge.page import KnowledgePage
from app.ui.knowledge.standing import CollectingState

HOPS, MOST = 2, 36  # of the picture: relations away from its centre, and entities
LISTED = 200  # entities of the list
SOON_MS = 400  # what changes often is shown at most so often


class KnowledgeActions(QObject):
    """Made with the page; does what it asks for. ``chat_asked(chat, message)``: a fact of a chat is to be shown."""

    chat_asked = Signal(str, str)

    def __init__(self, context: AppContext, page: KnowledgePage) -> None:
        super().__init__(page)
        self._context, self._page = context, page
        knowledge = context.knowledge
        self._again = QTimer(self, singleShot=True, interval=SOON_MS)
        self._again.timeout.connect(self.refresh)
        self._stand = QTimer(self, singleShot=True, interval=SOON_MS)
        self._stand.timeout.connect(self.show_state)
        page.search.connect(self._search)
        page.entity_opened.connect(self._open)
        page.entity_chosen.connect(self._choose)
        page.source_opened.connect(self._open_source)
        page.forget_entity.connect(knowledge.forget_entity)
        page.forget_relation.connect(knowledge.forget_relation)
        page.join.connect(knowledge.join)
        page.split.connect(knowledge.split)
        page.pause.connect(knowledge.pause)
        page.collect.connect(lambda on: context.settings.set(EXTRACT, on))
        page.from_chats.connect(lambda on: context.settings.set(CHATS, on))
        knowledge.changed.connect(self._again.start)
        knowledge.progress.connect(lambda *_: self._soon())
        knowledge.paused_changed.connect(lambda _: self.show_state())
        knowledge.working_changed.connect(lambda _: self._soon())
        context.power.changed.connect(lambda _: self._soon())
        context.documents.changed.connect(lambda _: self._soon())
        context.documents.removed.connect(lambda _: self._soon())
        context.documents.added.connect(lambda _: self._soon())
        context.documents.mounts.changed.connect(lambda *_: self._soon())
        context.models.state_changed.connect(lambda _: self._soon())
        context.settings.watch(lambda *_: self._soon(), EXTRACT, CHATS)
        self.refresh()

    def refresh(self) -> None:
        """Ask again for all that is shown."""
        self.show_state()
        self._search(self._page.searched)
        if self._page.center:
            self._open(self._page.center)

    def _soon(self) -> None:
        if not self._stand.isActive():
            self._stand.start()

    def show_state(self) -> None:
        """How far collecting is."""
        context = self._context
        works = context.knowledge.works()
        self._page.show_state(
            CollectingState(
                documents=bool(context.documents.entries),
                done=sum(work.done for work in works),
                total=sum(work.total for work in works),
                collect=context.settings.flag(EXTRACT),
                chats=context.settings.flag(CHATS),
                paused=context.knowledge.paused,
                working=context.knowledge.working,
                model=context.models.state.phase is ModelPhase.LOADED,
                saving=context.power.saving,
            )
        )

    def _alive(self, then: Callable[[], None]) -> None:
        if isValid(self._page):
            then()

    def _search(self, text: str) -> None:
        def found(entities: list[Entity]) -> None:
            self._alive(lambda: self._page.show_found(text, entities))

        self._context.knowledge.search(text, found, LISTED)

    def _open(self, entity: int) -> None:
        def there(shown: Neighbourhood) -> None:
            self._context.ops.run(
                lambda: arranged(shown), lambda places: self._alive(lambda: self._page.show_graph(shown, places))
            )

        self._context.knowledge.neighbours(entity, HOPS, there, MOST)

    def _choose(self, entity: int) -> None:
        knowledge = self._context.knowledge

        def named(facts: list[Relation], entities: list[Entity]) -> None:
            names = {one.id: one.name for one in entities}
            own = next((one for one in entities if one.id == entity), None)
            self._alive(lambda: self._page.show_facts(own, facts if own is not None else (), names))

        def there(facts: list[Relation]) -> None:
            wanted = {one for fact in facts for one in (fact.subject, fact.object)} | {entity}
            knowledge.entities(sorted(wanted), lambda entities: named(facts, entities))

        knowledge.facts_of(entity, there)

    def _open_source(self, source: FactSource) -> None:
        if source.document:
            open_document(self._context, self._page, source.document, source.start, source.end)
        elif source.chat:
            self.chat_asked.emit(source.chat, source.message)
