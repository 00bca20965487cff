"""Who and what documents and chats are about: a search, a picture of what is linked, and facts with their places."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from PySide6.QtCore import QCoreApplication, QModelIndex, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QMenu, QVBoxLayout, QWidget

from app.core.knowledge.values import Entity, Neighbourhood, Relation
from app.ui.documents.page import DocumentsView
from app.ui.knowledge.arranging import Places
from app.ui.knowledge.knowledge_words import about, fact_words, source_place
from app.ui.knowledge.lists import ENTITY, FACT, EntityModel, EntityRows, FactModel, FactRows
from app.ui.knowledge.picture import STEP, GraphPicture
from app.ui.knowledge.standing import CollectingState, empty_words, progress_words
from app.ui.theme import colors, icon, theme
from app.ui.widgets.buttons import IconButton, Switch, TextButton
from app.ui.widgets.card import Card
from app.ui.widgets.empty_page import EmptyPage
from app.ui.widgets.keeping import show_keeping
from app.ui.widgets.keys import in_menu
from app.ui.widgets.labels import ElidedLabel, dim
from app.ui.widgets.page import Page
from app.ui.widgets.search_field import PageSearchField

translate = QCoreApplication.translate

UNDO_MS = 8000  # until something is really deleted
WIDE = 700  # px from which the list stands beside the picture
LIST_WIDE = 290  # px
LEAST_HIGH = 220  # px of the picture
EMPTY_WIDE = 640  # px


class KnowledgePage(Page):
    """Signals: ``search(text)``, ``entity_opened(id)`` (show what is around it), ``entity_chosen(id)`` (show its
    facts), ``source_opened(FactSource)``, ``forget_entity(id)``, ``forget_relation(id)``, ``join(id, other)``,
    ``split(id, id of a document or chat)``, ``pause(bool)``, ``collect(bool)``, ``from_chats(bool)``,
    ``to_documents()``.

    What is deleted is deleted after a while, until which it can be undone, or when the page is left.
    """

    WIDTH = 1180

    search = Signal(str)
    entity_opened = Signal(int)
    entity_chosen = Signal(int)
    source_opened = Signal(object)
    forget_entity = Signal(int)
    forget_relation = Signal(int)
    join = Signal(int, int)
    split = Signal(int, str)
    pause = Signal(bool)
    collect = Signal(bool)
    from_chats = Signal(bool)
    to_documents = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(translate("Knowledge", "Knowledge"), parent)
        self.entities, self.facts = EntityModel(self), FactModel(self)
        self.state = CollectingState()
        self._searched, self._known = "", False
        self._listed_for = ""  # the search that the list is of
        self._entity: Entity | None = None  # whose facts are shown
        self._center = 0
        self._was_center = 0  # before what was deleted last
        self._names: Mapping[int, str] = {}
        self._wants_focus = False
        self._gone: tuple[Callable[[], None], set[int], set[int]] | None = None  # what deletes it; entities, facts
        self._make_search()
        self._make_notes()
        self._make_parts()
        self._make_foot()
        theme().changed.connect(self._restyle)
        self._restyle()
        self._refresh()

    def _make_search(self) -> None:
        self.field = PageSearchField(translate("Knowledge", "Search people, places and things"))
        self.field.asked.connect(self._search)
        self.body.addWidget(self.field)

    def _make_notes(self) -> None:
        """How far collecting is, and what was just deleted."""
        self.progress = dim("", "dim", wrap=True)
        self.pause_button = TextButton("", "small")
        self.pause_button.clicked.connect(lambda: self.pause.emit(not self.state.paused))
        self.notes = QWidget()
        line = QHBoxLayout(self.notes)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(self.progress, 1)
        line.addWidget(self.pause_button)
        self.undo_words = ElidedLabel()
        self.undo_button = TextButton(translate("Knowledge", "Undo"), "small", "undo-2")
        self.undo_button.clicked.connect(self.undo)
        self.undo_bar = QWidget()
        line = QHBoxLayout(self.undo_bar)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(self.undo_words, 1)
        line.addWidget(self.undo_button)
        self._undo_time = QTimer(self, singleShot=True, interval=UNDO_MS)
        self._undo_time.timeout.connect(self.settle)
        self.body.addWidget(self.notes)
        self.body.addWidget(self.undo_bar)

    def _make_parts(self) -> None:
        self.list = DocumentsView(translate("Knowledge", "People, places and things"), EntityRows(self), several=True)
        self.list.setModel(self.entities)
        self.list.opened.connect(lambda index: self.open_entity(index.data(ENTITY).id))
        self.list.clicked.connect(lambda index: self.open_entity(index.data(ENTITY).id))
        self.list.selectionModel().currentChanged.connect(self._listed)
        self.list.removal_asked.connect(self._delete_listed)
        self.list.menu_asked.connect(self._list_menu)
        self.picture = GraphPicture()
        self.picture.chosen.connect(self.entity_chosen)
        self.picture.opened.connect(self.open_entity)
        self.picture.removal_asked.connect(self.delete_entity)
        self.picture.menu_asked.connect(lambda entity, place: self._popup(self.menu_of_entity(entity), place))
        self.name = ElidedLabel()
        self.name.setProperty("role", "")
        smaller = IconButton("minus", translate("Knowledge", "Zoom out"), size=16, box=28)
        larger = IconButton("plus", translate("Knowledge", "Zoom in"), size=16, box=28)
        whole = TextButton(translate("Knowledge", "Fit"), "small")
        whole.setAccessibleName(translate("Knowledge", "Show the whole graph"))
        smaller.clicked.connect(lambda: self.picture.zoom_by(1 / STEP))
        larger.clicked.connect(lambda: self.picture.zoom_by(STEP))
        whole.clicked.connect(self.picture.fit)
        self.tools = (smaller, whole, larger)
        tools = QHBoxLayout()
        tools.setSpacing(4)
        tools.addWidget(self.name, 1)
        for tool in self.tools:
            tools.addWidget(tool)
        self.fact_list = DocumentsView(translate("Knowledge", "Facts"), FactRows(self), several=False)
        self.fact_list.setModel(self.facts)
        self.fact_list.opened.connect(lambda index: self._open_source(index.data(FACT)))
        self.fact_list.removal_asked.connect(self._delete_listed_fact)
        self.fact_list.menu_asked.connect(self._fact_menu)
        self.nothing = dim("", "dim", wrap=True)
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        right = QVBoxLayout()
        right.setSpacing(8)
        right.addWidget(self.picture, 3)
        right.addLayout(tools)
        right.addWidget(self.fact_list, 2)
        self.parts = QWidget()
        self._sides = QBoxLayout(QBoxLayout.Direction.LeftToRight, self.parts)
        self._sides.setContentsMargins(0, 0, 0, 0)
        self._sides.setSpacing(12)
        self._sides.addWidget(self.list)
        self._sides.addLayout(right, 1)
        self.body.addWidget(self.nothing)
        self.body.addWidget(self.parts, 1)

    def _make_foot(self) -> None:
        self.empty = EmptyPage("waypoints", "", "")
        self.empty.setMaximumWidth(EMPTY_WIDE)
        self.act_button = TextButton("")
        self.act_button.clicked.connect(self._act)
        self.empty.add(self.act_button)
        self._middle = QWidget()  # hidden with what is in it, so that it takes no room from the lists
        line = QHBoxLayout(self._middle)
        line.setContentsMargins(0, 0, 0, 0)
        line.addStretch(1)
        line.addWidget(self.empty, 1000)
        line.addStretch(1)
        self.body.addWidget(self._middle, 1)
        words = translate("Knowledge", "Collect facts from chats, too")
        self.chats = Switch(words)
        self.chats.clicked.connect(lambda: self.from_chats.emit(self.chats.isChecked()))
        row = QWidget()
        line = QHBoxLayout(row)
        line.setContentsMargins(16, 8, 14, 8)
        line.addWidget(dim(words, "", wrap=True), 1)
        line.addWidget(self.chats)
        self.foot = Card()
        self.foot.add(row)
        self.body.addWidget(self.foot)

    def _restyle(self) -> None:
        self.empty.restyle()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        beside = self.width() >= WIDE
        directions = QBoxLayout.Direction
        self._sides.setDirection(directions.LeftToRight if beside else directions.TopToBottom)
        self.list.setFixedWidth(LIST_WIDE) if beside else self.list.setMaximumWidth(1 << 20)
        if not beside:
            self.list.setMinimumWidth(0)
        self.picture.setMinimumHeight(LEAST_HIGH if beside else LEAST_HIGH + 80)  # the page scrolls there

    # what it shows ----------------------------------------------------------------------

    def show_state(self, state: CollectingState) -> None:
        """How far collecting is, and what stops it."""
        self.state = state
        self._refresh()

    def show_found(self, text: str, entities: Sequence[Entity]) -> None:
        """What the search for ``text`` ("": those named most often) found."""
        if text != self._searched:
            return  # something else is looked for by now
        hidden = self._gone[1] if self._gone is not None else set()
        shown = [one for one in entities if one.id not in hidden]
        again = text == self._listed_for
        if again:
            show_keeping(self.list, ENTITY, partial(self.entities.show, shown))
        else:
            self.entities.show(shown)
        self._listed_for = text
        if not text:
            self._known = bool(self.entities.entities)
        self._mark_listed()
        if self.entities.entities and (not self._center or (text and self.entities.row_of(self._center) < 0)):
            self.open_entity(self.entities.entities[0].id)
            if not again:
                self.show_facts(None, (), {})  # those of what is not listed go at once, not when the next are there
        elif text and not again and self.entities.row_of(self.picture.current) < 0:
            self.picture.choose(self._center)
        self._refresh()

    def show_graph(self, shown: Neighbourhood, places: Places) -> None:
        """What is around the entity that was asked for; an empty one: it is gone."""
        if shown.center != self._center:
            return
        hidden, facts = self._gone[1:] if self._gone is not None else (set[int](), set[int]())
        entities = tuple(one for one in shown.entities if one.id not in hidden)
        relations = tuple(one for one in shown.relations if one.id not in facts)
        self.picture.show_graph(
            Neighbourhood(shown.center, entities, relations, shown.hops, shown.more),
            {one: place for one, place in places.items() if one not in hidden},
        )
        if self.picture.current:
            self.entity_chosen.emit(self.picture.current)
        else:
            self.show_facts(None, (), {})

    def show_facts(self, entity: Entity | None, facts: Sequence[Relation], names: Mapping[int, str]) -> None:
        """The facts of an entity; ``names``: of all that they name."""
        if entity is not None and (entity.id != self.picture.current or self.picture.shown.center != self._center):
            return  # another one is looked at by now, or is about to be
        entities, relations = self._gone[1:] if self._gone is not None else (set[int](), set[int]())
        same = self._entity is not None and entity is not None and self._entity.id == entity.id
        self._entity, self._names = entity, names
        shown = [one for one in facts if one.id not in relations and not entities & {one.subject, one.object}]
        if same:
            show_keeping(self.fact_list, FACT, partial(self.facts.show, shown, names))
        else:
            self.facts.show(shown, names)
        self.name.setText(f"{entity.name}  ·  {about(entity)}" if entity is not None else "")
        if shown and not self.fact_list.currentIndex().isValid():
            self.fact_list.setCurrentIndex(self.facts.index(0))
        self._refresh()

    def open_entity(self, entity: int) -> None:
        """Show what is around an entity."""
        self._center = entity
        self._mark_listed()
        self.entity_opened.emit(entity)

    def take_focus(self) -> None:
        """Give the focus to what is used first, also if it is not there yet."""
        self._wants_focus = True
        (self.field if not self.field.isHidden() else self.act_button).setFocus()
        self._hand_over()

    def _hand_over(self) -> None:
        if self._wants_focus and not self.field.isHidden():
            focus = self.focusWidget()
            if focus is None or focus in (self.act_button, self.chats, self.field):
                self.field.setFocus()
            self._wants_focus = False

    @property
    def center(self) -> int:
        """The entity whose neighbourhood is shown; 0: none."""
        return self._center

    @property
    def searched(self) -> str:
        return self._searched

    def _mark_listed(self) -> None:
        row = self.entities.row_of(self._center)
        if row >= 0 and self.list.currentIndex().row() != row:
            self.list.setCurrentIndex(self.entities.index(row))

    def _refresh(self) -> None:
        some, searching = self._known, bool(self._searched)
        found = bool(self.entities.entities)
        self.field.setVisible(some or searching)
        self.parts.setVisible(found)
        self.nothing.setVisible(searching and not found)
        words = translate("Knowledge", "Nothing found for “{searched}”.").format(searched=self._searched)
        self.nothing.setText(words)
        progress = progress_words(self.state)
        self.progress.setText(progress)
        self.notes.setVisible(bool(progress) and (some or searching))
        going = self.state.left > 0 or self.state.paused
        paused = self.state.paused
        words = translate("Knowledge", "Resume") if paused else translate("Knowledge", "Pause")
        self.pause_button.set_text(words)
        self.pause_button.set_icon("play" if paused else "pause")
        self.pause_button.setAccessibleName(
            translate("Knowledge", "Resume collecting") if paused else translate("Knowledge", "Pause collecting")
        )
        self.pause_button.setVisible(going)
        empty = not some and not searching
        self._middle.setVisible(empty)
        title, text, action = empty_words(self.state)
        self.empty.show_words(title, text)
        self.act_button.set_text(action)
        self.act_button.setVisible(empty and bool(action))
        self.chats.setChecked(self.state.chats)
        self.undo_bar.setVisible(self._gone is not None)
        self._hand_over()

    # what the person does ---------------------------------------------------------------

    def _search(self, text: str) -> None:
        if text != self._searched:
            self._searched = text
            self.search.emit(text)

    def _act(self) -> None:
        """What the empty page offers."""
        if not self.state.collect:
            self.collect.emit(True)
        elif self.state.left:
            self.pause.emit(not self.state.paused)
        else:
            self.to_documents.emit()

    def _listed(self, index: QModelIndex, _: QModelIndex) -> None:
        """The arrow keys go from one to the next."""
        if self.list.hasFocus() and index.isValid() and index.data(ENTITY).id != self._center:
            self.open_entity(index.data(ENTITY).id)

    def _open_source(self, fact: Relation, at: int = 0) -> None:
        if at < len(fact.sources):
            self.source_opened.emit(fact.sources[at])

    # deleting, to be undone for a while -------------------------------------------------

    def delete_entity(self, entity: int) -> None:
        """Take an entity and its facts out of sight, and delete them if that is not undone."""
        self.delete_entities([entity])

    def delete_entities(self, entities: Sequence[int]) -> None:
        """The same of several at once."""
        names = {one.id: one.name for one in (*self.entities.entities, *self.picture.entities.values())}
        words = translate("Knowledge", "Deleted “{name}”").format(name=names.get(entities[0], ""))
        if len(entities) > 1:
            words = translate("Knowledge", "Deleted %Ln name(s)", "", len(entities))

        def forget() -> None:
            for entity in entities:
                self.forget_entity.emit(entity)

        center, gone = self._center, set(entities)
        self._delete(words, forget, gone, set())
        self._was_center = center if center in gone else 0
        if self._was_center:
            self._center = 0

    def delete_fact(self, fact: Relation) -> None:
        """The same of a fact."""
        words = translate("Knowledge", "Deleted “{name}”").format(name=fact_words(fact, self._names))
        self._delete(words, partial(self.forget_relation.emit, fact.id), set(), {fact.id})

    def _delete(self, words: str, work: Callable[[], None], entities: set[int], facts: set[int]) -> None:
        self.settle()
        self._gone, self._was_center = (work, entities, facts), 0
        self.undo_words.setText(words)
        self._undo_time.start()
        had_focus = self.focusWidget()
        self._show_again()
        if had_focus is None or not had_focus.isVisible():
            self.undo_button.setFocus()

    def undo(self) -> None:
        """What was deleted last is there again."""
        if self._gone is not None:
            self._center = self._was_center or next(iter(self._gone[1]), self._center)
            self._gone = None
            self._undo_time.stop()
            self._show_again()

    def settle(self) -> None:
        """Really delete what was deleted last."""
        if self._gone is not None:
            work, self._gone = self._gone[0], None
            self._undo_time.stop()
            work()
            self._refresh()

    def _show_again(self) -> None:
        self._refresh()
        self.search.emit(self._searched)
        if self._center and not (self._gone is not None and self._center in self._gone[1]):
            self.entity_opened.emit(self._center)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if not event.spontaneous():  # the window was not just minimized
            self.settle()

    def _listed_chosen(self) -> list[int]:
        return [index.data(ENTITY).id for index in self.list.selectionModel().selectedIndexes()]

    def _delete_listed(self) -> None:
        chosen, current = self._listed_chosen(), self.list.currentIndex()
        if chosen or current.isValid():
            self.delete_entities(chosen or [current.data(ENTITY).id])

    def _delete_listed_fact(self) -> None:
        if self.fact_list.currentIndex().isValid():
            self.delete_fact(self.fact_list.currentIndex().data(FACT))

    # menus ------------------------------------------------------------------------------

    def _popup(self, menu: QMenu, place: QPoint) -> None:
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(place)

    def _list_menu(self, place: QPoint) -> None:
        menu = self.menu_of_entity(self.list.currentIndex().data(ENTITY).id, self._listed_chosen())
        self._popup(menu, place)

    def menu_of_entity(self, entity: int, chosen: Sequence[int] = ()) -> QMenu:
        """What can be done with an entity; ``chosen``: all that are chosen in the list."""
        menu, tint = QMenu(self), colors().dim
        known = {one.id: one for one in (*self.entities.entities, *self.picture.entities.values())}
        show = in_menu(translate("Knowledge", "Show what is linked"), "Return")
        menu.addAction(icon("waypoints", tint, 16), show, partial(self.open_entity, entity))
        others = [one for one in chosen if one != entity and one in known]
        if len(others) == 1 and entity in known:
            words = translate("Knowledge", "Combine with “{name}”").format(name=known[others[0]].name)
            menu.addAction(words.replace("&", "&&"), partial(self.join.emit, entity, others[0]))
        sources: dict[str, str] = {}
        if self._entity is not None and self._entity.id == entity:
            for one in (one for fact in self.facts.facts for one in fact.sources):
                sources[one.document or one.chat] = one.name or translate("Knowledge", "Untitled chat")
        if len(sources) > 1:
            apart = menu.addMenu(translate("Knowledge", "Separate in"))
            for source, name in sources.items():
                apart.addAction(name.replace("&", "&&"), partial(self.split.emit, entity, source))
        menu.addSeparator()
        gone = [entity, *others]
        words = translate("Knowledge", "Delete with its facts")
        if others:
            words = translate("Knowledge", "Delete %Ln name(s) with their facts", "", len(gone))
        menu.addAction(icon("trash-2", colors().error, 16), in_menu(words, "Del"), partial(self.delete_entities, gone))
        return menu

    def _fact_menu(self, place: QPoint) -> None:
        self._popup(self.menu_of_fact(self.fact_list.currentIndex().data(FACT)), place)

    def menu_of_fact(self, fact: Relation) -> QMenu:
        """Its places, to open, and deleting it."""
        menu, tint = QMenu(self), colors().dim
        for at, source in enumerate(fact.sources):
            name = "file-text" if source.document else "message-square"
            words = source_place(source).replace("&", "&&")
            menu.addAction(icon(name, tint, 16), words, partial(self._open_source, fact, at))
        menu.addSeparator()
        menu.addAction(
            icon("trash-2", colors().error, 16),
            in_menu(translate("Knowledge", "Delete fact"), "Del"),
            partial(self.delete_fact, fact),
        )
        return menu
