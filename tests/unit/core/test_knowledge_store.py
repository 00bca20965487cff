"""The graph in the store: merged in any order, deleted with its texts, joined and parted by hand, asked."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from itertools import permutations
from pathlib import Path

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.core.chat_values import new_id
from app.core.document_values import DocumentEntry
from app.core.documents.chunks import passages_of
from app.core.knowledge.values import EntityKind, Statement
from app.core.store import Store
from tests.unit.core.store_helpers import converse, open_store

TABLES = ("fact", "entity_mention", "entity", "entity_word", "entity_choice", "extracted_passage", "extracted_message")


def said(subject: str, verb: str, other: str, kinds: str = "po") -> Statement:
    """A statement; ``kinds``: of both ends by first letter."""
    of: dict[str, EntityKind] = {"p": "person", "o": "organization", "l": "place", "t": "thing"}
    return Statement(subject=subject, verb=verb, object=other, subject_kind=of[kinds[0]], object_kind=of[kinds[1]])


def put(store: Store, name: str, *statements: Statement, text: str = "") -> DocumentEntry:
    """A document that was read, and states this."""
    document = store.add_document(DocumentEntry(id=new_id(), name=name, source=f"/there/{name}", added=1.0))
    store.begin_passages(document.id)
    passages = list(passages_of(text or f"{name} text.", "text"))
    store.add_passages(document.id, passages)
    fields = {one: getattr(document, one) for one in document.__struct_fields__}
    done = DocumentEntry(**fields | {"status": "indexed", "digest": name, "passages": len(passages)})
    assert store.finish_passages(done)
    waiting = store.to_extract(document.id, 100)
    assert store.add_statements(waiting, [list(statements), *([] for _ in waiting[1:])], "model")
    return done


def names_of_sources(store: Store, entity: int) -> list[str]:
    """The names of the documents, and the titles of the chats, that name an entity."""
    with store._read() as db:
        rows = db.execute("SELECT DISTINCT source FROM entity_mention WHERE entity = ?", (entity,)).fetchall()
        names = dict(db.execute("SELECT id, name FROM library_document UNION SELECT id, title FROM chat").fetchall())
    return sorted(names[source] for (source,) in rows)


def known(store: Store) -> dict[str, set[tuple[str, str]]]:
    """Entity, by its names and documents -> what it is linked with. The same for the same graph."""
    found = {}
    for one in store.search_entities("", 1000):
        facts = {(store.entities([fact.object])[0].name, fact.verb) for fact in store.facts_of(one.id)}
        sources = names_of_sources(store, one.id)
        found["|".join([*sorted({one.name, *one.aliases}), *sources])] = facts
    return found


def count(store: Store, table: str) -> int:
    with store._read() as db:
        number: int = db.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
    return number


def one(store: Store, text: str) -> int:
    """The only entity of that name."""
    (found,) = store.search_entities(text)
    return found.id


ANA = ("Dr. Ana Ruiz", "works for", "Norda GmbH")


def test_names_of_one_entity_are_found_by_any_of_them(store: Store) -> None:
    put(store, "a", said(*ANA), said("Ruiz", "likes", "tea", "pt"))
    put(store, "b", said("Norda", "is in", "Kiel", "ol"))
    (ana,) = store.search_entities("rui")
    assert (ana.name, ana.kind, ana.aliases, ana.mentions) == ("Dr. Ana Ruiz", "person", ("Ruiz",), 2)
    near = store.neighbours(ana.id, 2)
    assert {entity.name: near.hops[entity.id] for entity in near.entities} == {
        "Dr. Ana Ruiz": 0, "Norda GmbH": 1, "tea": 1, "Kiel": 2,
    }  # fmt: skip
    assert len(near.relations) == 3 and not near.more
    few = store.neighbours(ana.id, 2, most=2)
    assert len(few.entities) == 2 and few.more and len(few.relations) == 1
    assert store.neighbours(10_000, 2).entities == ()
    assert store.search_entities("nobody") == [] and store.search_entities("?!") == []
    assert [entity.name for entity in store.search_entities("", kind="place")] == ["Kiel"]
    size = store.knowledge_size()
    assert (size.entities, size.relations, size.documents, size.chats) == (4, 3, 2, 0) and size.bytes > 0


def test_two_persons_of_one_name_are_two_entities_in_any_order(tmp_path: Path) -> None:
    parts = [
        ("a", [said("Mia Keller", "works for", "St. Anna")]),
        ("b", [said("Mia Keller", "works for", "Air Nord")]),
        ("c", [said("Mia Keller", "trained at", "Air Nord"), said("Keller", "was born in", "Lund", "pl")]),
        ("d", [said("Air Nord", "is in", "Oslo", "ol")]),
    ]
    graphs = []
    for at, order in enumerate(permutations(parts)):
        if at % 5 == 0:
            (tmp_path / str(at)).mkdir()
            store = open_store(tmp_path / str(at))
            for name, statements in order:
                put(store, name, *statements)
            graphs.append(known(store))
            store.close()
    assert all(graph == graphs[0] for graph in graphs)
    assert {name for name in graphs[0] if "Keller" in name} == {"Keller|Mia Keller|b|c", "Mia Keller|a"}


NAMES = st.sampled_from(["Ana Ruiz", "Dr. Ruiz", "A. Ruiz", "Ana", "Bea Ruiz", "Norda", "Norda GmbH", "Kiel", "Oslo"])
STATED = st.builds(
    said, NAMES, st.sampled_from(["works for", "born in", "knows"]), NAMES, st.sampled_from(["po", "pp", "ol", "lo"])
)


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.lists(STATED, min_size=1, max_size=3), min_size=2, max_size=4), st.randoms(use_true_random=False))
def test_the_graph_is_the_same_whatever_came_first_or_was_there(
    tmp_path_factory: pytest.TempPathFactory, documents: list[list[Statement]], shuffler: random.Random
) -> None:
    numbered = [(str(n), statements) for n, statements in enumerate(documents)]
    graphs = []
    for _ in range(2):
        store = open_store(tmp_path_factory.mktemp("graph"))
        extra = put(store, "extra", said("Ana Ruiz", "works for", "Oslo"), said("Ruiz", "knows", "Norda"))
        for name, statements in numbered:
            put(store, name, *statements)
        before = known(store)
        store.tidy_knowledge()
        assert known(store) == before
        store.remove_documents([extra.id])
        store.tidy_knowledge()
        graphs.append(known(store))
        store.close()
        shuffler.shuffle(numbered)
    assert graphs[0] == graphs[1]


def test_a_removed_document_leaves_no_fact_and_no_byte(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    text = "Zeppelina Quartermaster plays for Xylophonia."
    gone = put(store, "gone", said("Zeppelina Quartermaster", "plays for", "Xylophonia"), said(*ANA), text=text)
    put(store, "stays", said("Ana Ruiz", "knows", "Bo", "pp"))
    other = one(store, "zeppelina")
    store.join_entities(other, one(store, "xylophonia"))
    store.remove_documents([gone.id])
    store.tidy_knowledge()
    assert [entity.name for entity in store.search_entities("")] == ["Ana Ruiz", "Bo"]
    store.remove_documents([document.id for document in store.documents()])
    assert [count(store, table) for table in TABLES] == [0] * len(TABLES)
    store.close()  # the journal is in the file by then
    data = b"".join(path.read_bytes() for path in tmp_path.iterdir() if path.is_file()).lower()
    for word in ("zeppelina", "quartermaster", "xylophonia", "plays for"):
        assert word.encode() not in data


def test_a_document_read_again_or_left_out_begins_anew(store: Store) -> None:
    document = put(store, "a", said(*ANA))
    assert store.to_extract(document.id, 9) == [] and store.extracted_counts()[document.id] == (1, 1, 1)
    store.want_knowledge(document.id, False)
    assert count(store, "entity") == 0 and store.knowledge_wanted() == {document.id: False}
    assert len(store.to_extract(document.id, 9)) == 1
    store.want_knowledge(document.id, True)
    old = store.to_extract(document.id, 9)
    store.begin_passages(document.id)
    store.add_passages(document.id, passages_of("Another text.", "text"))
    assert store.finish_passages(document)
    assert not store.add_statements(old, [[said(*ANA)]]), "the passage is another one now"
    assert count(store, "fact") == 0
    store.remove_documents([document.id])
    assert store.knowledge_wanted() == {}


def test_what_a_chat_said_leaves_with_it(store: Store) -> None:
    chat, (first, second) = converse(store, "Ana Ruiz works for Norda GmbH.", "So she does.")
    waiting = store.said_to_extract()
    assert waiting == (second.id, chat.id, second.content)
    assert store.add_said(second.id, second.content, [])
    assert store.said_to_extract() == (first.id, chat.id, first.content)
    assert not store.add_said(first.id, "another text", [said(*ANA)])
    assert store.add_said(first.id, first.content, [said("Ana Ruiz", "works for", "Norda GmbH")])
    assert store.said_to_extract() is None
    (relation,) = store.facts_of(one(store, "ana"))
    (source,) = relation.sources
    assert (source.chat, source.message, source.name) == (chat.id, first.id, "Chat")
    assert store.linked_passages("Where does Ana Ruiz work?", ["any"]) == []  # no passage of a document
    store.trash_chats([chat.id])
    assert [count(store, table) for table in TABLES] == [0] * len(TABLES)
    assert store.said_to_extract() is None
    store.restore_chats([chat.id])
    assert store.add_said(first.id, first.content, [said(*ANA)])
    store.delete_from(chat.id, first.id)
    assert count(store, "fact") == count(store, "entity") == 0


@pytest.mark.parametrize("way", ["deleted", "changed", "written anew"])
def test_a_name_that_only_a_deleted_message_told_goes_with_it(tmp_path: Path, way: str) -> None:
    store = open_store(tmp_path)
    chat, (first, second) = converse(store, "Ruiz likes tea.", "Annabella Ruiz works for Norda GmbH.")
    assert store.add_said(first.id, first.content, [said("Ruiz", "likes", "tea", "pt")])
    assert store.add_said(second.id, second.content, [said("Annabella Ruiz", "works for", "Norda GmbH")])
    (ruiz,) = store.search_entities("annabella")
    assert ruiz.mentions == 2
    other = msgspec.structs.replace(second, content="So does she.")
    if way == "deleted":
        store.delete_from(chat.id, second.id)
    elif way == "changed":
        store.amend(other, msgspec.structs.replace(second, id=new_id(), content="?"))
    else:
        store.save_reply(other)
    assert store.search_entities("annabella") == []
    (left,) = store.search_entities("ruiz")
    assert (left.name, left.mentions) == ("Ruiz", 1)
    for table in ("entity", "entity_mention", "entity_word"):
        with store._read() as db:
            rows = db.execute(f"SELECT * FROM {table}").fetchall()
        assert "annabella" not in repr(rows).casefold()
    store.close()


def test_a_short_name_is_that_of_the_only_person_it_fits_who_is_linked_with_the_same(store: Store) -> None:
    put(store, "a", said("Ana Ruiz", "works for", "Norda"))
    put(store, "b", said("Dr. Ruiz", "has a desk at", "Norda"))
    put(store, "c", said("Ruiz", "lives in", "Oslo", "pl"))
    put(store, "d", said("A. Ruiz", "knows", "Bo Lind", "pp"), said("A. Ruiz", "left", "Norda"))
    graph = known(store)
    assert {name for name in graph if "Ruiz" in name} == {"A. Ruiz|Ana Ruiz|Dr. Ruiz|a|b|d", "Ruiz|c"}
    two = put(store, "e", said("Eva Ruiz", "works for", "Air Nord"))
    names = {name for name in known(store) if "Ruiz" in name}
    assert names == {"A. Ruiz|Ana Ruiz|a|d", "Dr. Ruiz|Ruiz|b|c", "Eva Ruiz|e"}, "now it fits two"
    store.remove_documents([two.id])
    store.tidy_knowledge()
    assert known(store) == graph


def test_what_contradicts_a_whole_name_is_not_of_it(store: Store) -> None:
    put(store, "a", said("Ana Ruiz", "was born in", "Kiel", "pl"), said("Ana Ruiz", "likes", "tea", "pt"))
    put(store, "b", said("Ruiz", "was born in", "Oslo", "pl"), said("Ruiz", "likes", "tea", "pt"))
    put(store, "c", said("Ruiz", "is in", "Oslo", "ll"))
    assert sorted(name for name in known(store) if "Ruiz" in name) == ["Ana Ruiz|a", "Ruiz|b|c"]


def test_a_short_name_is_parted_by_hand_for_good(store: Store) -> None:
    put(store, "a", said("Ana Ruiz", "works for", "Norda"))
    other = put(store, "b", said("Ruiz", "has a desk at", "Norda"))
    (ana,) = store.search_entities("ruiz")
    assert store.split_entity(ana.id, other.id)
    put(store, "c", said("Ruiz", "likes", "Norda"))
    assert {name for name in known(store) if "Ruiz" in name} == {"Ana Ruiz|Ruiz|a|c", "Ruiz|b"}


def test_what_is_new_costs_no_more_where_much_is_known(store: Store) -> None:
    _, (first, second) = converse(store, "All like Norda.", "Some do.")
    known_facts = [said(f"Person{n} Name{n}", "likes", "Norda") for n in range(400)]
    assert store.add_said(first.id, first.content, known_facts)
    statements: list[str] = []
    steps: list[int] = []
    store._connection.set_trace_callback(statements.append)
    assert store.add_said(second.id, second.content, [said("Ana Ruiz", "likes", "Norda")])
    store._connection.set_trace_callback(None)
    assert len(statements) < 100, "who else likes Norda is not looked up again"
    new = [said(f"Other{n} Name", "likes", f"Firm{n}") for n in range(12)]
    for message in converse(store, "They do.", "They do not.")[1]:
        steps.append(0)

        def counted() -> int:
            steps[-1] += 1
            return 0

        store._connection.set_progress_handler(counted, 100)
        with store._write() as db:
            store._add(db, second.chat, "message", message.id, new[: 12 if len(steps) > 1 else 1])
            store._name(db, second.chat)
    store._connection.set_progress_handler(None, 100)
    assert steps[1] - steps[0] < 160, "no name is looked for among all of its source"


def test_entities_are_joined_and_parted_by_hand_for_good(store: Store) -> None:
    first = put(store, "a", said(*ANA))
    put(store, "b", said("Anita R.", "knows", "Bo", "pp"))
    assert store.join_entities(one(store, "ruiz"), one(store, "anita"))
    (ana,) = store.search_entities("ruiz")
    assert {ana.name, *ana.aliases} == {"Dr. Ana Ruiz", "Anita R."} and ana.mentions == 2
    put(store, "c", said("Ana Ruiz", "was born in", "Lyon", "pl"))
    assert store.entities([ana.id])[0].mentions == 3
    store.tidy_knowledge()
    assert store.entities([ana.id])[0].mentions == 3
    assert names_of_sources(store, ana.id) == ["a", "b", "c"]
    assert store.split_entity(ana.id, first.id)
    assert sorted(entity.mentions for entity in store.search_entities("ruiz")) == [1, 2]
    store.tidy_knowledge()
    assert sorted(entity.mentions for entity in store.search_entities("ruiz")) == [1, 2]
    assert not store.join_entities(ana.id, 10_000) and not store.join_entities(ana.id, ana.id)
    assert not store.split_entity(one(store, "lyon"), "nothing")


def test_single_facts_and_entities_are_deleted(store: Store) -> None:
    put(store, "a", said(*ANA), said("Bo", "works for", "Norda GmbH"))
    put(store, "b", said(*ANA))
    ana = one(store, "ruiz")
    (relation,) = store.facts_of(ana)
    assert len(relation.sources) == 2
    store.delete_relation(relation.id)
    assert [entity.name for entity in store.search_entities("")] == ["Bo", "Norda GmbH"]
    store.delete_entities([one(store, "norda")])
    assert [count(store, table) for table in TABLES[:4]] == [0] * 4


def test_questions_lead_to_passages_by_two_facts(store: Store) -> None:
    works = put(store, "a", said(*ANA), text="Ana Ruiz works for Norda GmbH.")
    place = put(store, "b", said("Norda", "is located in", "Kiel", "ol"), text="Norda is located in Kiel.")
    other = put(store, "c", said("Bo", "lives in", "Oslo", "pl"), text="Bo lives in Oslo.")
    everything = [works.id, place.id, other.id]
    question = "In which town does Dr. Ruiz work?"
    found = store.linked_passages(question, everything)
    documents = {passage.document for passage in store._numbered(found, everything)}
    assert documents == {works.id, place.id}
    assert len(store.linked_passages(question, [works.id])) == 1
    assert store.linked_passages("What is the weather like?", everything) == []
    given = store.relevant_passages(question, everything, linked=found)
    assert {one.passage.document for one in given} == {works.id, place.id}
    assert place.id not in {one.passage.document for one in store.relevant_passages(question, everything)}


def test_facts_are_not_made_of_names_that_are_none(store: Store) -> None:
    put(store, "a", said("?!", "is", "Kiel"), said(*ANA))
    assert count(store, "fact") == 1 and count(store, "entity") == 2


def test_all_is_forgotten(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    put(store, "a", said(*ANA))
    store.forget_knowledge()
    assert [count(store, table) for table in TABLES] == [0] * len(TABLES)
    assert len(store.documents()) == 1
    store.close()
    with closing(sqlite3.connect(tmp_path / "longthread.db")) as db:
        assert db.execute("PRAGMA foreign_key_check").fetchall() == []
