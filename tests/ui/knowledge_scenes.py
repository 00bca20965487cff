"""States of the page of knowledge."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from app.core.document_values import DocumentEntry, Passage
from app.core.knowledge.values import EntityKind, Statement
from app.core.store import Store
from app.ui.knowledge import KnowledgePage
from app.ui.knowledge.standing import CollectingState

if TYPE_CHECKING:
    from tests.ui.screens import Stage

KINDS: dict[str, EntityKind] = {
    "Ulmen": "place", "Eifel": "place", "Koblenz": "place", "Anna Weber": "person", "Josef Thelen": "person",
    "Provincial Water Board": "organization", "Commission of 1954": "organization", "Ulmen dam": "thing",
    "Lower mill": "thing", "Flood of 1953": "idea", "Clara Thelen": "person", "Weber & Sons": "organization",
}  # fmt: skip
FACTS = (
    ("Ulmen dam", "broke during", "Flood of 1953"), ("Ulmen dam", "stood above", "Ulmen"),
    ("Ulmen", "lies in", "Eifel"), ("Anna Weber", "designed", "Ulmen dam"),
    ("Josef Thelen", "ran", "Lower mill"), ("Flood of 1953", "destroyed", "Lower mill"),
    ("Lower mill", "stood in", "Ulmen"), ("Provincial Water Board", "owned", "Ulmen dam"),
    ("Provincial Water Board", "has its seat in", "Koblenz"), ("Commission of 1954", "examined", "Ulmen dam"),
    ("Anna Weber", "testified before", "Commission of 1954"), ("Clara Thelen", "is a daughter of", "Josef Thelen"),
    ("Weber & Sons", "built", "Ulmen dam"), ("Anna Weber", "was a partner of", "Weber & Sons"),
    ("Clara Thelen", "wrote about", "Flood of 1953"), ("Koblenz", "lies near", "Eifel"),
)  # fmt: skip
TEXT = "\n".join(f"{subject} {verb} {other}." for subject, verb, other in FACTS)
FLOOD = DocumentEntry(
    id="flood", name="The flood of 1953.pdf", source="/home/anna/flood.pdf", kind="pdf", status="indexed",
    digest="d1", size=84_000, pages=12, words=812, characters=len(TEXT), passages=1,
)  # fmt: skip
LETTER = DocumentEntry(
    id="letter", name="letter.txt", source="/home/anna/letter.txt", status="indexed", digest="d2", size=900, words=40,
    characters=60, passages=1,
)  # fmt: skip


def put(store: Store, entry: DocumentEntry, text: str, facts: tuple[tuple[str, str, str], ...]) -> None:
    """A document that is read, and what a model found in it."""
    store.add_document(entry)
    store.begin_passages(entry.id)
    store.add_passages(
        entry.id, [Passage(document=entry.id, start=0, end=len(text), page=4, heading="The night", text=text)]
    )
    store.finish_passages(entry)
    said = []
    for subject, verb, other in facts:
        words = f"{subject} {verb} {other}."
        start = max(0, text.find(words))
        said.append(
            Statement(
                subject=subject, verb=verb, object=other, subject_kind=KINDS[subject], object_kind=KINDS[other],
                start=start, end=start + len(words),
            )
        )  # fmt: skip
    assert store.add_statements(store.to_extract(entry.id, 9), [said])


def fill(store: Store) -> None:
    """Two documents with what is known of them."""
    put(store, FLOOD, TEXT, FACTS)
    again = FACTS[0]
    put(store, LETTER, f"{' '.join(again)}.", (again,))


def _page(stage: Stage) -> KnowledgePage:
    fill(stage.context.store)
    stage.context.documents._entries.update({one.id: one for one in (FLOOD, LETTER)})
    stage.window.show_knowledge()
    page = stage.window.pages.knowledge
    stage.until(lambda: bool(page.facts.facts))
    return page


def _empty(stage: Stage, state: CollectingState) -> None:
    stage.window.show_knowledge()
    page = stage.window.pages.knowledge
    stage.settle()
    page.show_state(state)


def knowledge(stage: Stage) -> None:
    """What is around a place."""
    page = _page(stage)
    page.show_state(CollectingState(True, 12, 140, working=True))


def knowledge_found(stage: Stage) -> None:
    """People that a search found; one was just deleted."""
    page = _page(stage)
    page.field.setText("thelen")
    page.field.returnPressed.emit()
    stage.until(lambda: len(page.entities.entities) == 2)
    page.delete_entity(page.entities.entities[1].id)
    stage.until(lambda: len(page.entities.entities) == 1 and page.undo_bar.isVisible())
    stage.until(lambda: page.name.text().startswith("Clara Thelen"))


def knowledge_empty(stage: Stage) -> None:
    """Without documents."""
    _empty(stage, CollectingState())


def knowledge_collecting(stage: Stage) -> None:
    """Documents, of which nothing is known yet."""
    _empty(stage, CollectingState(True, 12, 140, working=True))


def knowledge_paused(stage: Stage) -> None:
    """The person paused it."""
    _empty(stage, CollectingState(True, 12, 140, paused=True))


def knowledge_off(stage: Stage) -> None:
    """Turned off."""
    _empty(stage, CollectingState(True, 0, 140, collect=False))


SCENES: tuple[Callable[[Stage], None], ...] = (
    knowledge, knowledge_found, knowledge_empty, knowledge_collecting, knowledge_paused, knowledge_off,
)  # fmt: skip
