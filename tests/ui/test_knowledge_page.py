"""The page of knowledge: search, picture, facts with their places, deleting with undo, and what stands there before."""

from __future__ import annotations

import math

import msgspec
import pytest
from PySide6.QtCore import QItemSelectionModel, QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from app.core.document_values import DocumentEntry
from app.core.knowledge.values import Entity, FactSource, Neighbourhood, Relation
from app.services.documents.cartridges import CartridgeState
from app.services.knowledge import CHATS, EXTRACT
from app.ui import language
from app.ui.documents.rows import DocumentModel
from app.ui.documents.viewer import DocumentViewer
from app.ui.knowledge import KnowledgePage
from app.ui.knowledge.arranging import ROOM_X, ROOM_Y, arranged
from app.ui.knowledge.knowledge_actions import KnowledgeActions
from app.ui.knowledge.lists import ENTITY, FACT, EntityModel, FactModel
from app.ui.knowledge.standing import CollectingState, empty_words, progress_words
from tests.ui.conftest import Launch, Program
from tests.ui.knowledge_scenes import FLOOD, LETTER, fill


@pytest.fixture
def program(launch: Launch) -> Program:
    """With two documents that facts are known of."""
    started = launch()
    started.idle()
    fill(started.context.store)
    started.context.documents._entries.update({one.id: one for one in (FLOOD, LETTER)})
    return started


def opened(program: Program) -> KnowledgePage:
    program.window.show_knowledge()
    page = program.window.pages.knowledge
    program.wait(lambda: page.facts.facts)
    return page


def listed(page: KnowledgePage) -> list[str]:
    return [one.name for one in page.entities.entities]


def facts(page: KnowledgePage) -> list[str]:
    return [str(page.facts.index(row).data()) for row in range(page.facts.rowCount())]


def around(page: KnowledgePage) -> str:
    """Whose neighbourhood is shown."""
    return page.picture.entities[page.picture.shown.center].name


def looked_at(page: KnowledgePage) -> str:
    return page.picture.entities[page.picture.current].name


def labels(menu: QMenu) -> list[str]:
    return [action.text().partition("\t")[0] for action in menu.actions() if action.text()]


def test_what_is_named_most_often_is_shown_first(program: Program) -> None:
    page = opened(program)
    assert listed(page)[0] == around(page) == looked_at(page) == "Ulmen dam"
    assert facts(page)[0] == "Ulmen dam broke during Flood of 1953"
    assert len(page.picture.entities) == len(page.picture.places) > 8
    assert page.name.text() == "Ulmen dam  ·  Thing · 7 facts"
    assert page.field.hasFocus()


def test_lists_and_picture_reach_to_the_foot_of_the_page(program: Program) -> None:
    page = opened(program)
    QApplication.processEvents()  # the layout
    assert page.foot.y() - page.parts.geometry().bottom() <= 12
    assert page.picture.height() > 250


def test_tooltips_show_markup_of_documents_letter_by_letter(qtbot: QtBot) -> None:
    markup = '<img src="file:/home/anna/secret.png">'
    entities, facts = EntityModel(), FactModel()
    entities.show([Entity(1, markup, "thing")])
    source = FactSource(document="flood", name="flood.txt", quote="It broke.")
    facts.show([Relation(1, 1, "is", 1, (source,))], {1: markup})
    documents = DocumentModel(lambda _: None, lambda _: CartridgeState())
    documents.show([msgspec.structs.replace(FLOOD, source=markup)])
    for model in (entities, facts, documents):
        tip = str(model.index(0).data(Qt.ItemDataRole.ToolTipRole))
        assert "&lt;img" in tip and "<img" not in tip
    for model in (entities, facts):
        assert markup in str(model.index(0).data(Qt.ItemDataRole.AccessibleTextRole))


def test_a_search_leads_to_an_entity_by_the_keyboard(program: Program) -> None:
    page = opened(program)
    QTest.keyClicks(page.field, "thel")
    QTest.keyClick(page.field, Qt.Key.Key_Return)
    program.wait(lambda: listed(page) == ["Clara Thelen", "Josef Thelen"])
    program.wait(lambda: around(page) == "Clara Thelen")
    page.list.setFocus()
    QTest.keyClick(page.list, Qt.Key.Key_Down)
    program.wait(lambda: around(page) == "Josef Thelen" and "Josef Thelen ran Lower mill" in facts(page))
    page.field.setText("nobody")
    QTest.keyClick(page.field, Qt.Key.Key_Return)
    program.wait(page.nothing.isVisible)
    assert page.nothing.text() == "Nothing found for “nobody”."
    assert not page.parts.isVisible()
    page.field.clear()
    program.wait(lambda: len(listed(page)) > 5 and page.parts.isVisible())


def test_a_search_shows_facts_of_what_it_found_not_of_what_the_picture_looked_at(program: Program) -> None:
    page = opened(program)
    clara = next(one.id for one in page.entities.entities if one.name == "Clara Thelen")
    page.open_entity(clara)
    program.wait(lambda: page.name.text().startswith("Clara Thelen"))
    flood = next(one for one in page.picture.linked(clara) if page.picture.entities[one].name == "Flood of 1953")
    page.picture.choose(flood)
    program.wait(lambda: page.name.text().startswith("Flood of 1953"))
    page.field.setText("thelen")
    QTest.keyClick(page.field, Qt.Key.Key_Return)
    program.wait(lambda: page.name.text().startswith("Clara Thelen"))
    assert listed(page) == ["Clara Thelen", "Josef Thelen"] and looked_at(page) == "Clara Thelen"
    page.picture.choose(flood)  # what the person looks at in the picture stays
    program.wait(lambda: page.name.text().startswith("Flood of 1953"))
    page.show_found("thelen", page.entities.entities)
    assert looked_at(page) == "Flood of 1953"


def test_facts_of_what_is_not_listed_go_at_once(qtbot: QtBot) -> None:
    page = KnowledgePage()
    qtbot.addWidget(page)
    dam, clara = Entity(1, "Ulmen dam", "thing", 1), Entity(2, "Clara Thelen", "person", 1)
    fact, names = Relation(1, 1, "broke", 1), {1: dam.name}
    page.show_found("", [dam, clara])
    page.show_graph(Neighbourhood(1, (dam,), (fact,), {1: 0}), {1: (0.0, 0.0)})
    page.show_facts(dam, [fact], names)
    assert facts(page) and page.name.text()
    page.field.setText("clara")
    QTest.keyClick(page.field, Qt.Key.Key_Return)
    page.show_found("clara", [clara])
    assert facts(page) == [] and page.name.text() == ""
    page.show_facts(dam, [fact], names)  # was asked for before the search
    assert facts(page) == []
    page.show_graph(Neighbourhood(2, (clara,), (), {2: 0}), {2: (0.0, 0.0)})
    page.show_facts(clara, (), {})
    assert page.name.text().startswith("Clara Thelen")


def test_the_arrow_keys_walk_the_picture_and_enter_opens(program: Program) -> None:
    page = opened(program)
    picture = page.picture
    picture.setFocus()
    before = picture.places[picture.current]
    linked = picture.linked(picture.current)
    QTest.keyClick(picture, Qt.Key.Key_Left)
    assert picture.current in linked and picture.places[picture.current][0] < before[0]
    chosen = looked_at(page)
    program.wait(lambda: page.name.text().startswith(chosen))
    assert chosen in picture.accessibleDescription()
    assert picture.accessibleName() == "Graph around Ulmen dam"
    QTest.keyClick(picture, Qt.Key.Key_Return)
    program.wait(lambda: around(page) == chosen)
    QTest.keyClick(picture, Qt.Key.Key_Home)
    assert looked_at(page) == chosen


def test_the_picture_zooms_and_moves(program: Program) -> None:
    page = opened(program)
    picture = page.picture
    first = picture.zoom
    QTest.keyClick(picture, Qt.Key.Key_Plus)
    assert picture.zoom > first
    QTest.keyClick(picture, Qt.Key.Key_0)
    assert picture.zoom == first
    place, angle = QPointF(40, 40), QPoint(0, 120)
    for modifier in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier):
        wheel = QWheelEvent(
            place, picture.mapToGlobal(place), QPoint(), angle, Qt.MouseButton.NoButton, modifier,
            Qt.ScrollPhase.NoScrollPhase, False,
        )  # fmt: skip
        QApplication.sendEvent(picture, wheel)
        assert (picture.zoom > first) == (modifier == Qt.KeyboardModifier.ControlModifier)
    page.tools[1].click()
    assert picture.zoom == first
    for entity in picture.places:
        assert picture.rect().contains(picture.place_of(entity).toPoint())


def test_a_click_looks_at_an_entity_and_a_double_click_opens_it(program: Program) -> None:
    page = opened(program)
    picture = page.picture
    other = picture.linked(picture.current)[0]
    place = picture.place_of(other).toPoint()
    assert picture.entity_at(QPointF(place)) == other
    QTest.mouseClick(picture, Qt.MouseButton.LeftButton, pos=place)
    assert picture.current == other
    QTest.mouseDClick(picture, Qt.MouseButton.LeftButton, pos=place)
    program.wait(lambda: picture.shown.center == other)


def test_a_fact_opens_its_document_at_the_sentence(program: Program) -> None:
    page = opened(program)
    page.fact_list.setFocus()
    QTest.keyClick(page.fact_list, Qt.Key.Key_Return)
    program.wait(lambda: program.window.findChild(DocumentViewer) is not None)
    viewer = program.window.findChild(DocumentViewer)
    assert viewer.marked_text == "Ulmen dam broke during Flood of 1953."
    viewer.accept()
    assert labels(page.menu_of_fact(page.facts.facts[0])) == [
        "The flood of 1953.pdf · page 4 · The night", "letter.txt · page 4 · The night", "Delete fact",
    ]  # fmt: skip


def test_what_was_deleted_can_be_undone_when_the_window_was_minimized(program: Program) -> None:
    page = opened(program)
    gone = page.entities.entities[0]
    page.delete_entity(gone.id)
    program.window.showMinimized()
    program.wait(program.window.isMinimized)
    program.window.showNormal()
    assert page.undo_bar.isVisible()
    page.undo_button.click()
    program.wait(lambda: gone.name in listed(page))


def test_a_deleted_entity_comes_back_when_that_is_undone(program: Program) -> None:
    page = opened(program)
    gone = page.entities.entities[2]
    page.list.setFocus()
    page.list.setCurrentIndex(page.entities.index(2))
    QTest.keyClick(page.list, Qt.Key.Key_Delete)
    program.wait(lambda: gone.name not in listed(page))
    assert page.undo_words.text() == f"Deleted “{gone.name}”"
    page.undo_button.click()
    program.wait(lambda: gone.name in listed(page))
    assert not page.undo_bar.isVisible()
    assert program.context.store.entities([gone.id])


def test_all_that_is_chosen_is_deleted_and_comes_back(program: Program) -> None:
    page = opened(program)
    kept, *gone = page.entities.entities[:3]
    page.list.setFocus()
    page.list.setCurrentIndex(page.entities.index(1))
    page.list.selectionModel().select(page.entities.index(2), QItemSelectionModel.SelectionFlag.Select)
    menu = page.menu_of_entity(gone[1].id, [one.id for one in gone])
    assert any(label.startswith("Delete 2 name") for label in labels(menu)), "plurals are the catalogue's"
    QTest.keyClick(page.list, Qt.Key.Key_Delete)
    program.wait(lambda: not {one.name for one in gone} & set(listed(page)))
    assert kept.name in listed(page) and page.undo_words.text().startswith("Deleted 2 name")
    page.undo_button.click()
    program.wait(lambda: {one.name for one in gone} <= set(listed(page)))
    page.delete_entities([one.id for one in gone])
    program.window.show_chat()
    program.wait(lambda: not program.context.store.entities([one.id for one in gone]))


def test_what_is_deleted_is_gone_once_the_page_is_left(program: Program) -> None:
    page = opened(program)
    gone, fact = page.entities.entities[2], page.facts.facts[1]
    words = facts(page)[1]
    page.delete_entity(gone.id)
    page.delete_fact(fact)
    program.wait(lambda: not program.context.store.entities([gone.id]))  # by what is deleted next
    program.wait(lambda: words not in facts(page))
    program.window.show_chat()
    program.wait(lambda: fact.id not in [one.id for one in program.context.store.facts_of(fact.subject)])
    assert not page.undo_bar.isVisible()


def test_deleting_what_is_in_the_middle_shows_another(program: Program) -> None:
    page = opened(program)
    page.delete_entity(page.center)
    program.wait(lambda: page.center and around(page) != "Ulmen dam")
    page.undo()
    program.wait(lambda: around(page) == "Ulmen dam")


def test_two_entities_are_combined_and_made_apart_again(program: Program) -> None:
    page = opened(program)
    first, second = page.entities.entities[:2]
    menu = page.menu_of_entity(first.id, [first.id, second.id])
    assert f"Combine with “{second.name}”" in labels(menu)
    assert "Separate in" in labels(menu)
    next(one for one in menu.actions() if "Combine" in one.text()).trigger()
    program.wait(lambda: len({first.name, second.name} & set(listed(page))) == 1)


def test_new_facts_leave_what_is_chosen_and_the_lists_where_they_are(program: Program) -> None:
    page = opened(program)
    program.window.resize(900, 600)
    QApplication.processEvents()
    chosen = [page.entities.entities[row].id for row in (0, 1)]
    page.list.selectionModel().select(page.entities.index(1), QItemSelectionModel.SelectionFlag.Select)
    page.fact_list.setCurrentIndex(page.facts.index(3))
    fact = page.facts.facts[3].id
    bars = page.list.verticalScrollBar(), page.fact_list.verticalScrollBar()
    for bar in bars:
        bar.setValue(bar.maximum())
    places = [bar.value() for bar in bars]
    assert all(places)
    resets: list[str] = []
    page.entities.modelReset.connect(lambda: resets.append("entities"))
    page.facts.modelReset.connect(lambda: resets.append("facts"))
    program.context.knowledge.changed.emit()
    program.wait(lambda: {"entities", "facts"} <= set(resets))
    assert [index.data(ENTITY).id for index in page.list.selectionModel().selectedIndexes()] == chosen
    assert page.fact_list.currentIndex().data(FACT).id == fact
    assert [bar.value() for bar in bars] == places


def test_a_large_library_is_looked_through_once_to_say_how_far_it_is(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened(program)
    knowledge, documents = program.context.knowledge, program.context.documents
    many = {f"d{at}": msgspec.structs.replace(FLOOD, id=f"d{at}") for at in range(300)}
    documents._entries.update(many)
    documents.mounts._mounts["folder", "f"] = tuple(many)
    looked: list[str] = []
    get = documents.get

    def counted(document: str) -> DocumentEntry | None:
        looked.append(document)
        return get(document)

    monkeypatch.setattr(documents, "get", counted)
    actions = program.window.pages.findChild(KnowledgeActions)
    assert isinstance(actions, KnowledgeActions)
    actions.show_state()
    knowledge._counts = dict.fromkeys(many, (0, 1, 0))
    knowledge._tell_all()
    assert len(looked) <= 2 * len(documents.entries)
    assert len(knowledge.works()) >= 300
    looked.clear()
    assert all(knowledge.work_of(one) is not None for one in many)  # as the menu of many chosen documents asks
    assert len(looked) <= len(many)


def test_chats_are_added_by_a_switch(program: Program) -> None:
    page = opened(program)
    assert not page.chats.isChecked()
    page.chats.click()
    program.wait(lambda: program.context.settings.flag(CHATS))


def test_the_empty_page_leads_on(launch: Launch) -> None:
    program = launch()
    program.idle()
    program.window.show_knowledge()
    page = program.window.pages.knowledge
    program.wait(page.empty.isVisible)
    assert page.act_button.text() == "Add documents"
    program.context.settings.set(EXTRACT, False)
    program.wait(lambda: page.act_button.text() == "Collect facts from documents")
    page.act_button.click()
    program.wait(lambda: program.context.settings.flag(EXTRACT) and page.act_button.text() == "Add documents")
    page.act_button.click()
    assert program.window.pages.currentWidget() is program.window.pages.documents


@pytest.mark.parametrize(
    ("state", "said"),
    [
        (CollectingState(True, 12, 140, working=True), "Collecting facts…"),
        (CollectingState(True, 12, 140, paused=True), "Collecting is paused"),
        (CollectingState(True, 12, 140, model=False), "Waiting for a model"),
        (CollectingState(True, 12, 140), "Waiting for an idle moment"),
    ],
)
def test_how_far_collecting_is_stands_there(state: CollectingState, said: str) -> None:
    assert progress_words(state) == f"{said} · 12 of 140 passages read"
    _, text, button = empty_words(state)
    assert "about as long as 43 replies" in text and button == ("Resume" if state.paused else "Pause")
    assert progress_words(CollectingState(True, 140, 140)) == ""
    assert empty_words(CollectingState(True, 140, 140))[0] == "No facts found"


@pytest.mark.parametrize(
    ("state", "button", "done"),
    [
        (CollectingState(True, 0, 9, collect=False), "Collect facts from documents", "collect"),
        (CollectingState(False, collect=False, chats=True), "Collect facts from documents", "collect"),
        (CollectingState(True, 140, 140, collect=False, chats=True), "Collect facts from documents", "collect"),
        (CollectingState(True, 0, 9, paused=True), "Resume", "go on"),
        (CollectingState(True, 0, 9), "Pause", "pause"),
        (CollectingState(paused=True), "Add documents", "documents"),
        (CollectingState(True, paused=True), "Documents", "documents"),
    ],
)
def test_the_empty_pages_button_does_what_it_says(qtbot: QtBot, state: CollectingState, button: str, done: str) -> None:
    page = KnowledgePage()
    qtbot.addWidget(page)
    asked: list[str] = []
    page.collect.connect(lambda on: asked.append("collect" if on else "off"))
    page.pause.connect(lambda on: asked.append("pause" if on else "go on"))
    page.to_documents.connect(lambda: asked.append("documents"))
    page.show_state(state)
    assert page.act_button.text() == button
    page.act_button.click()
    assert asked == [done]


@pytest.mark.parametrize(
    ("spoken", "one", "some"),
    [
        ("en", "0 of 1 passage read", "1 of 2 passages read"),
        ("de", "0 von 1 Stelle gelesen", "1 von 2 Stellen gelesen"),
    ],
)
def test_one_passage_is_counted_as_one(qapp: QApplication, spoken: str, one: str, some: str) -> None:
    language.install(qapp, spoken)
    said = [progress_words(CollectingState(True, total - 1, total)) for total in (1, 2)]
    language.install(qapp, "en")
    assert said[0].endswith(one) and said[1].endswith(some)


def test_that_collecting_is_paused_is_said_once() -> None:
    title, text, _ = empty_words(CollectingState(True, 12, 140, paused=True))
    assert title == "Collecting is paused" and text.startswith("12 of 140 passages read\n")


def test_a_picture_is_arranged_the_same_each_time_without_overlaps() -> None:
    entities = tuple(Entity(number, f"E{number}", "thing") for number in range(1, 37))
    relations = tuple(Relation(at, 1 + at % 5, "knows", at + 2) for at in range(34))
    shown = Neighbourhood(1, entities, relations, {one.id: min(2, one.id // 6) for one in entities})
    places = arranged(shown)
    assert places == arranged(shown)
    assert places[1] == (0.0, 0.0)
    overlapping = [
        (one, other)
        for one, (x, y) in places.items()
        for other, (u, v) in places.items()
        if one < other and abs(x - u) < ROOM_X * 0.8 and abs(y - v) < ROOM_Y * 0.8
    ]
    assert len(overlapping) <= 2
    assert all(math.isfinite(part) for place in places.values() for part in place)
    assert arranged(Neighbourhood(1)) == {}
