"""Texts cut into passages by their structure, and passages in the store: searched, replaced, deleted."""

from __future__ import annotations

import re
import sqlite3
import struct
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from app.core.chat_values import Folder, new_id
from app.core.document_values import Citation, DocumentEntry, Passage, Project, WatchedFolder
from app.core.documents.chunks import LONGEST_WORD, MOST, passages_of
from app.core.documents.search import fused, joined, nearest, terms_of, within
from app.core.documents.terms import numbers, stem
from app.core.store import Store
from app.core.store.salvage import salvage
from tests.unit.core.store_helpers import converse, delete_for_good, fork_of, open_store

WORDS = st.text(st.sampled_from("abcdefgäßéО"), min_size=1, max_size=30)
GAPS = st.sampled_from([" ", "  ", "\n", "\n\n", ". ", "\t", "\n# ", "\n\nCHAPTER I. ", "\n[Page 3]\n", "\n```\n"])
TEXTS = st.lists(st.tuples(WORDS, GAPS), max_size=400).map(lambda parts: "".join(word + gap for word, gap in parts))
KINDS = st.sampled_from(["text", "markdown", "pdf", "code", "folder", "html", "docx"])


@given(TEXTS, KINDS)
@example("word " * 5000, "text")
@example("", "text")
def test_passages_are_all_of_a_text_and_end_between_words(text: str, kind: str) -> None:
    found = list(passages_of(text, kind))  # type: ignore[arg-type]
    assert "".join(one.text for one in found) == text
    assert [one.ordinal for one in found] == list(range(len(found)))
    at = 0
    for one in found:
        assert (one.start, one.end) == (at, at + len(one.text))
        at = one.end
        assert len(one.text) <= MOST + 40
        assert one.end == len(text) or not (text[one.end - 1].isalnum() and text[one.end].isalnum())


def test_a_word_without_an_end_is_cut_all_the_same() -> None:
    found = list(passages_of("x" * 20_000 + "/" + "y" * 3000, "text"))
    assert max(len(one.text) for one in found) <= LONGEST_WORD
    wide = list(passages_of("字" * 9000, "text"))
    assert max(len(one.text) for one in wide) <= MOST


def test_headings_pages_and_definitions_are_kept_with_their_passages() -> None:
    text = "# Guide\n\n" + "Intro words here. " * 20 + "\n\n## Setup\n\n" + "Install it first. " * 20
    assert [one.heading for one in passages_of(text, "markdown")] == ["Guide", "Guide › Setup"]
    assert [one.heading for one in passages_of(text, "docx")] == ["Guide", "Guide › Setup"]
    fenced = "# Guide\n\n```\n# no heading\n```\n" + "Words of the guide. " * 30
    assert {one.heading for one in passages_of(fenced, "markdown")} == {"Guide"}
    pages = "[Page 1]\nOne.\n\n[Page 2]\n" + "Two words. " * 10 + "\n\n[Page 5]\nFive."
    assert [one.page for one in passages_of(pages, "pdf")] == [1, 2, 5]
    plain = "A title\n\n\nCHAPTER I. Down\n\n" + "She fell. " * 60 + "\n\n§ 5 Fristen\n\n" + "Sie enden. " * 40
    assert [one.heading for one in passages_of(plain, "text")][-1] == "§ 5 Fristen"
    code = "import os\n\n" + "".join(f"def part_{n}():\n    return '{'x' * 400}'\n\n" for n in range(4))
    assert {"part_1", "part_3"} <= {one.symbol for one in passages_of(code, "code", "python")}
    rust = "".join(f"pub fn part_{n}(x: u8) -> u8 {{\n    {'y' * 400}\n}}\n" for n in range(3))
    assert {one.symbol for one in passages_of(rust, "code", "rust")} == {"part_0", "part_1", "part_2"}
    folder = f"=== a.py ===\ndef f():\n    {'z' * 500}\n\n=== docs/b.md ===\n# Title\n\n{'Words. ' * 60}"
    assert [(one.heading, one.symbol) for one in passages_of(folder, "folder")] == [
        ("a.py", "f"), ("docs/b.md › Title", ""),
    ]  # fmt: skip


def test_passages_of_a_folder_of_code_are_each_of_one_file() -> None:
    files = {
        "a.py": "x = 1\n# end ===\n\n",
        "b.py": "=== open\ny = 2\n\n",
        "notes.txt": "Words.\n\n",
        "c.py": "z = 3\n",
    }
    text = "".join(f"=== {name} ===\n{inside}" for name, inside in files.items())
    found = {one.heading: one.text.partition("\n")[2] for one in passages_of(text, "folder")}
    assert found == files


def entry(name: str = "notes.txt", **more: object) -> DocumentEntry:
    return DocumentEntry(id=new_id(), name=name, source=f"/there/{name}", added=1.0, **more)  # type: ignore[arg-type]


def put(store: Store, text: str, name: str = "notes.txt", digest: str = "d1") -> DocumentEntry:
    """A document that was read."""
    document = store.add_document(entry(name))
    store.begin_passages(document.id)
    passages = list(passages_of(text, "text"))
    assert store.add_passages(document.id, passages)
    done = DocumentEntry(
        **{name: getattr(document, name) for name in document.__struct_fields__} |
        {"status": "indexed", "digest": digest, "passages": len(passages), "characters": len(text)}
    )  # fmt: skip
    assert store.finish_passages(done)
    return done


FLOOD = "The dam at Ulmen broke in 1953.\n\n" + "Water everywhere, and mud. " * 60
BREAD = "Bread needs flour, water and salt.\n\n" + "Knead the dough well. " * 60


def test_a_document_comes_back_as_it_was_stored(store: Store) -> None:
    document = put(store, FLOOD)
    assert store.documents() == [document]
    assert store.document_text(document.id) == FLOOD
    assert store.passages_at(document.id, 4, 10)[0].start == 0
    again = store.add_document(entry())
    assert again == document  # of the same source


def test_a_search_finds_inflected_words_and_only_in_the_documents_asked_for(store: Store) -> None:
    flood, bread = put(store, FLOOD, "flood.txt"), put(store, BREAD, "bread.txt", "d2")
    everything = [flood.id, bread.id]
    assert store.search_passages("When did the dams break?", everything)[0].passage.text.startswith("The dam")
    assert store.search_passages("kneading", everything)[0].passage.document == bread.id
    assert {one.passage.document for one in store.search_passages("water", [bread.id])} == {bread.id}
    assert store.search_passages("what is the", everything) == []
    assert store.search_passages('"* OR NEAR( ) -', everything) == []
    german = put(store, "Die Verträge wurden in München geschlossen.", "vertrag.txt", "d3")
    for question in ("Wo wurde der Vertrag geschlossen?", "Munchen", "Muenchen"):
        assert [one.passage.document for one in store.relevant_passages(question, [german.id])] == [german.id]


def test_passages_that_have_little_of_a_question_are_not_given(store: Store) -> None:
    flood = put(store, FLOOD, "flood.txt")
    assert store.relevant_passages("Hello, how are you?", [flood.id]) == []
    assert store.relevant_passages("Write a sonnet on spring flowers, love letters, mud and doves", [flood.id]) == []
    assert store.relevant_passages("Which dam broke?", [flood.id])


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("Die Größe des Platzes ist bekannt.", "GRÖSSE"),
        ("Die Größe des Platzes ist bekannt.", "groesse"),
        ("Anna wohnt in der Straße am See.", "Straße"),
        ("Anna wohnt in der Strasse am See.", "Straßen"),
        ("Der Fluß ist breit.", "Fluss"),
        ("今日は東京駅で会議があります。", "東京"),
        ("今日は東京駅で会議があります。", "会議はどこですか。"),
        ("这个水坝在1953年建成，项目经理是王小明。", "水坝是什么时候建成的？"),
        ("这个水坝在1953年建成，项目经理是王小明。", "项目经理是谁？"),
        ("회의는 서울에서 열립니다.", "서울"),
    ],
)
def test_words_are_found_however_they_are_written(store: Store, text: str, question: str) -> None:
    written = put(store, text, "a.txt")
    other = put(store, "Bread needs flour. 小麦粉でパンを作ります。", "b.txt", "d2")
    both = [written.id, other.id]
    assert [one.passage.document for one in store.search_passages(question, both)] == [written.id]
    assert [one.passage.document for one in store.relevant_passages(question, both)] == [written.id]
    assert store.search_passages(question, [other.id]) == []


def test_words_and_pairs_of_letters_are_ranked_together(store: Store) -> None:
    texts = ("東京の会議。", "Python in 東京の会議。", "大阪の天気。")
    ids = [put(store, text, f"{n}.txt", f"d{n}").id for n, text in enumerate(texts)]
    assert [one.passage.document for one in store.search_passages("Python 会議", ids)] == [ids[1], ids[0]]
    assert store.search_passages("会議", ids, scan=False) == []


def test_vectors_add_what_no_word_finds(store: Store) -> None:
    flood, bread = put(store, FLOOD, "flood.txt"), put(store, BREAD, "bread.txt", "d2")
    passage = store.passages_of(bread.id)[0]
    number = passage.number
    gone = msgspec.structs.replace(store.passages_of(flood.id)[0], text="what had this number before")
    store.put_vectors("m", [(passage, b"\0" * 8), (gone, b"of another")])
    assert store.vectors("m", [flood.id, bread.id]) == {number: b"\0" * 8}
    assert number not in {one.number for one in store.without_vector("m", [flood.id, bread.id], 1000)}
    found = store.relevant_passages("dam", [flood.id, bread.id], near=[number])
    assert {one.passage.document for one in found} == {flood.id, bread.id}


def test_near_is_what_stands_out_from_all_others() -> None:
    def vector(*numbers: float) -> bytes:
        length = sum(number * number for number in numbers) ** 0.5
        return struct.pack(f"<{len(numbers)}f", *(number / length for number in numbers))

    question = vector(1, 0, 0)
    alike = {n: vector(0.2, 1, n / 100) for n in range(100)}  # as all texts are to each other
    assert nearest(alike, question) == ()
    assert nearest({**alike, 500: vector(0.9, 0.3, 0), 501: vector(0.8, 0.6, 0)}, question) == (500, 501)
    few = {1: vector(1, 0.1, 0), 2: vector(0, 1, 0)}
    assert nearest(few, question) == (1,)
    assert nearest({1: b"of another length"}, question) == () == nearest({}, question)


def test_reading_again_replaces_all_passages_at_once(store: Store) -> None:
    document = put(store, FLOOD)
    store.begin_passages(document.id)
    store.add_passages(document.id, passages_of(BREAD, "text"))
    assert store.document_text(document.id) == FLOOD  # until all are there
    assert not store.search_passages("knead", [document.id])
    store.drop_unfinished_passages()  # as after a crash
    store.add_passages(document.id, passages_of(BREAD, "text"))
    assert store.finish_passages(document)
    assert store.document_text(document.id) == BREAD
    assert not store.search_passages("dam", [document.id])


def test_a_removed_document_leaves_nothing_in_the_file(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    secret = "xylophonist quartermaster zeppelin"
    flood, bread = put(store, FLOOD + secret, "flood.txt"), put(store, BREAD, "bread.txt", "d2")
    chat, messages = converse(store, "question", "reply")
    store.set_mounts("chat", chat.id, [flood.id, bread.id])
    cited = Citation(
        number=1, start=0, end=5, document=flood.id, name="flood.txt", source_start=0, source_end=9, quote=secret
    )
    assert store.set_citations(messages[1].id, "reply", [cited])
    assert store.citations(messages[1].id) == (cited,)
    assert store.remove_documents([flood.id]) == ["d1"]
    assert store.citations(messages[1].id) == ()
    assert store.mounted_in(chat.id, "") == [bread.id]
    store.add_passages(flood.id, passages_of(FLOOD, "text"))  # of a reading that goes on
    store.tidy_file()
    store.close()
    data = b"".join(path.read_bytes() for path in tmp_path.iterdir() if path.is_file())
    for word in secret.split():
        assert word.encode() not in data
    with closing(sqlite3.connect(tmp_path / "longthread.db")) as db:
        assert db.execute("SELECT count(*) FROM passage WHERE document = ?", (flood.id,)).fetchone() == (0,)


def test_equal_texts_share_their_copy(store: Store) -> None:
    one, other = put(store, FLOOD, "a.txt", "same"), put(store, FLOOD, "b.txt", "same")
    assert store.remove_documents([one.id]) == []
    assert store.remove_documents([other.id]) == ["same"]


def test_mounts_go_with_their_chat_or_folder(store: Store) -> None:
    document = put(store, FLOOD)
    chat, _ = converse(store, "question", "reply")
    folder = Folder(new_id(), "Project")
    store.create_folder(folder)
    store.set_mounts("folder", folder.id, [document.id, "no such document"])
    store.set_mounts("chat", chat.id, [document.id])
    store.set_mounts("chat", "never begun", [document.id])
    store.put_project(Project(folder.id, "Be brief.", "Ask Anna."))
    assert store.projects()[folder.id] == Project(folder.id, "Be brief.", "Ask Anna.", (document.id,))
    assert store.mounted_in(chat.id, folder.id) == [document.id]
    store.set_mounts("chat", "shown at the end", [document.id])
    store.set_mounts("folder", "deleted before there was room for this", [document.id])
    store.drop_left_mounts(["shown at the end"])
    assert ("chat", "shown at the end") in store.mounts()
    store.drop_left_mounts()
    assert set(store.mounts()) == {("chat", chat.id), ("folder", folder.id)}
    removed = store.delete_folder(folder.id)
    assert removed is not None and set(store.mounts()) == {("chat", chat.id)}
    store.restore_folder(removed)
    assert store.projects()[folder.id] == Project(folder.id, "Be brief.", "Ask Anna.", (document.id,))
    store.delete_folder(folder.id)
    store.trash_chats([chat.id])
    delete_for_good(store, [chat.id])
    assert store.mounts() == {}


def test_citations_go_along_with_branches_and_earlier_versions(store: Store) -> None:
    document = put(store, FLOOD)
    chat, messages = converse(store, "question", "reply")
    cited = Citation(
        number=1, start=0, end=5, document=document.id, name="notes.txt", source_start=0, source_end=9, support=0.75
    )
    assert store.set_citations(messages[1].id, "reply", [cited])
    fork = fork_of(store, chat.id, messages[1].id, "Branch")
    assert fork is not None
    assert store.citations(fork.head) == (cited,)
    assert not store.set_citations("no such message", "reply", [cited])
    assert store.citations("no such message") == ()
    assert not store.set_citations(messages[1].id, "what it said before", [])
    assert store.citations(messages[1].id) == (cited,)


def test_documents_are_read_out_of_a_damaged_file(tmp_path: Path) -> None:
    before = open_store(tmp_path / "before")
    whole, torn = put(before, FLOOD, "flood.txt"), put(before, BREAD, "bread.txt", "d2")
    chat, messages = converse(before, "question", "reply")
    folder = before.add_watched_folder(WatchedFolder(new_id(), "/papers", 1.0))
    before.set_mounts("chat", chat.id, [whole.id])
    cited = Citation(
        number=1, start=0, end=5, document=whole.id, name="flood.txt", source_start=0, source_end=9, quote="The dam"
    )
    before.set_citations(messages[1].id, "reply", [cited])
    before.want_knowledge(whole.id, False)
    with before._write() as db:
        db.execute("DELETE FROM passage WHERE document = ? AND ordinal = 0", (torn.id,))
    before.close()
    after = open_store(tmp_path / "after")
    assert salvage(before.path, after._connection).messages == 2
    found = {entry.id: entry for entry in after.documents()}
    assert found[whole.id] == whole and after.document_text(whole.id) == FLOOD
    assert (found[torn.id].status, found[torn.id].digest) == ("waiting", "")  # it is read from its source again
    assert after.search_passages("dam", [whole.id])
    assert after.mounted_in(chat.id, "") == [whole.id]
    assert after.citations(messages[1].id) == (cited,)
    assert after.watched_folders() == [folder]
    assert after.knowledge_wanted() == {whole.id: False}, "nothing is read of what was left out"
    after.close()


def destroy(path: Path, *names: str) -> None:
    """The first pages of tables or indexes."""
    with closing(sqlite3.connect(path)) as db:
        pages = [
            db.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (name,)).fetchone()[0] for name in names
        ]
    with path.open("rb+") as file:
        for page in pages:
            file.seek((page - 1) * 4096)
            file.write(b"\xfa\x11" * 2048)


def test_documents_that_were_removed_do_not_come_back_from_a_copy(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    gone, kept = put(store, FLOOD, "flood.txt"), put(store, BREAD, "bread.txt", "d2")
    waiting = store.add_document(entry("later.txt"))
    empty = put(store, "", "empty.txt", "d3")
    chat, _ = converse(store, "question", "reply")
    store.set_mounts("chat", chat.id, [empty.id])
    assert store.backup_if_due() is not None
    store.remove_documents([gone.id])
    store.close()
    destroy(tmp_path / "longthread.db", "library_document")
    store = open_store(tmp_path)
    assert store.damaged is not None
    assert {one.id for one in store.documents()} == {kept.id, waiting.id, empty.id}
    assert store.document_text(kept.id) == BREAD
    assert store.mounted_in(chat.id, "") == [empty.id]
    store.close()


def test_passages_of_a_text_that_changed_since_do_not_come_back_from_a_copy(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    changed, same = put(store, FLOOD, "flood.txt"), put(store, BREAD, "bread.txt", "d2")
    assert store.backup_if_due() is not None
    with store._write() as db:
        db.execute("UPDATE library_document SET digest = 'new' WHERE id = ?", (changed.id,))
    store.close()
    destroy(tmp_path / "longthread.db", "passage")
    store = open_store(tmp_path)
    assert store.document_text(same.id) == BREAD
    assert not store.search_passages("dam", [changed.id])
    (found,) = (one for one in store.documents() if one.id == changed.id)
    assert (found.status, found.digest) == ("waiting", ""), "it is read from its source again"
    store.close()


def test_what_was_removed_from_watched_folders_is_read_out_with_these(tmp_path: Path) -> None:
    before = open_store(tmp_path / "before")
    kept, lost = (before.add_watched_folder(WatchedFolder(new_id(), path, 1.0)) for path in ("/papers", "/books"))
    for folder in (kept, lost):
        entry = DocumentEntry(id=new_id(), name="a.txt", source=f"{folder.path}/a.txt", folder=folder.id)
        before.add_document(entry)
        before.remove_documents([entry.id])
    assert before.left_out_sources() == {"/papers/a.txt": kept.id, "/books/a.txt": lost.id}
    before._connection.execute("PRAGMA foreign_keys = OFF")
    before._connection.execute("DELETE FROM watched_folder WHERE id = ?", (lost.id,))
    before.close()
    after = open_store(tmp_path / "after")
    salvage(before.path, after._connection)
    assert after.left_out_sources() == {"/papers/a.txt": kept.id}
    assert after._connection.execute("PRAGMA foreign_key_check").fetchall() == []
    after.close()


def test_weights_of_words_mend_a_damaged_index(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    put(store, FLOOD, "flood.txt")
    whole = store.rarity_of(["dam", "mill"])
    with store._write() as db:
        db.execute("UPDATE passage_words_data SET block = zeroblob(12) WHERE id > 10")
    store.close()
    store = open_store(tmp_path)
    assert store.rarity_of(["dam", "mill"]) == whole
    store.close()


def test_watched_folders(store: Store) -> None:
    folder = store.add_watched_folder(WatchedFolder(new_id(), "/papers", 1.0))
    assert store.add_watched_folder(WatchedFolder(new_id(), "/papers", 2.0)) == folder
    document = store.add_document(entry(folder=folder.id))
    assert store.remove_watched_folder(folder.id) == [document.id]
    assert store.watched_folders() == []
    assert store.documents()[0].folder == ""


def test_rankings_are_fused_by_their_ranks() -> None:
    order = [key for key, _ in fused([["a", "b", "c"], ["c", "b", "d"]])]
    assert order == ["b", "c", "a", "d"] or order == ["c", "b", "a", "d"]
    assert fused([["a"], ["a"]])[0][1] == pytest.approx(2 / 61)
    assert fused([]) == []


def passage(document: str, start: int, text: str, page: int = 0) -> Passage:
    return Passage(document=document, name=document, start=start, end=start + len(text), page=page, text=text)


def test_a_budget_is_kept_and_neighbours_become_one() -> None:
    from app.core.document_values import FoundPassage

    parts = [passage("a", 100, "later words"), passage("b", 0, "x" * 900), passage("a", 89, "early words")]
    chosen = within([FoundPassage(one, 1.0) for one in parts], 200, len)
    assert [one.start for one in chosen] == [89, 100]
    assert [one.text for one in joined(chosen)] == ["early words later words"]
    assert len(joined([passage("a", 0, "one", 1), passage("a", 3, "two", 2)])) == 2
    numbered = [msgspec.structs.replace(one, number=at) for at, one in enumerate(chosen)]
    assert [joined(numbered, by_facts)[0].linked for by_facts in ((), {0}, {1}, {7})] == [False, True, True, False]


@pytest.mark.parametrize(
    ("one", "other"),
    [("houses", "house"), ("companies", "company"), ("running", "runs"), ("Verträge", "Vertrag"),
     ("Vertrags", "vertrag"), ("Zahlungen", "Zahlung"), ("stopped", "stops"), ("contract’s", "Contracts")],
)  # fmt: skip
def test_inflected_words_are_the_same(one: str, other: str) -> None:
    assert stem(one) == stem(other) or stem(other).startswith(stem(one)) or stem(one).startswith(stem(other))


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [("1,500 cars", "1500 cars", True), ("1.500 Autos", "1,500", True), ("3.5 m", "3,5 m", True), ("3.5", "35", False),
     ("2 million", "2,000,000", True), ("2 Millionen", "2.000.000", True), ("2 million", "2 billion", False),
     ("three", "3", True), ("zwölf", "12", True), ("1990", "1991", False), ("1.5 million", "1,500,000", True)],
)  # fmt: skip
def test_numbers_are_the_same_where_they_may_mean_the_same(one: str, other: str, same: bool) -> None:
    assert bool(numbers(one)[0] & numbers(other)[0]) is same


def test_a_question_is_asked_by_its_words() -> None:
    assert terms_of("What is the height of the towers, and of the tower?") == [stem("height"), stem("tower")]
    assert len(terms_of(" ".join(f"word{n}" for n in range(500)))) <= 24
    assert re.fullmatch(r"\w+", terms_of("O'Brien")[0])
