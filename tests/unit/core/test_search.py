"""Search over titles and messages: what is found, where it is shown, and queries that want to break it."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.found import SearchHit
from app.core.store import Store
from app.core.store.words import MAX_SPELLINGS, Words, fold, spellings
from tests.effort import dear
from tests.unit.core.store_helpers import a_chat, a_file, converse, open_store, reply, user


def shown(found: SearchHit) -> list[str]:
    return [found.snippet[start:end] for start, end in found.snippet_spans]


@pytest.mark.parametrize(
    "typed",
    ["München", "munchen", "muenchen", "MÜNCHEN", "mün", "mu", "MUENCH", "unchen", "ünch", "uench"],
)
def test_umlauts_fold(store: Store, typed: str) -> None:
    chat, _ = converse(store, "Eine Reise nach München", "Gern.")
    (found,) = store.search(typed)
    assert found.chat.id == chat.id
    assert len(shown(found)) == 1
    assert fold(shown(found)[0]) in ("munchen", "mun", "mu", "munch", "unchen", "unch")


@pytest.mark.parametrize(
    ("text", "typed"),
    [
        ("die Straße am See", "strasse"),
        ("die Strasse am See", "straße"),
        ("un café noir", "cafe"),
        ("a naïve idea", "naive"),
        ("Mu\u0308nchen written in two pieces", "muenchen"),
        ("Mu\u0308nchen written in two pieces", "munchen"),
        ("wunderschön", "schon"),
        ("ŒUVRE complète", "complete"),
    ],
)
def test_accents_do_not_matter(store: Store, text: str, typed: str) -> None:
    converse(store, text, "ok")
    (found,) = store.search(typed)
    assert shown(found)


def test_other_spellings_find_nothing_that_is_not_there(store: Store) -> None:
    converse(store, "a blurb about burnt toast", "yes")
    assert store.search("blue") == []  # "blu" is no way to write it
    assert store.search("buerste") == []


def test_a_hit_names_its_message_and_shows_the_place(store: Store) -> None:
    long = "word " * 200
    _, messages = converse(store, "first", f"{long}\n\nthe **needle** lies\nhere {long}", "needle again, later", "end")
    (found,) = store.search("needle lies")
    assert found.message == messages[1].id  # has both words; the later message only one
    assert found.snippet.startswith("… ") and found.snippet.endswith(" …")
    assert "\n" not in found.snippet
    assert shown(found) == ["needle", "lies"]
    (found,) = store.search("needle")
    assert found.message == messages[2].id  # the latest of equals
    assert found.snippet == "needle again, later"


def test_titles_are_found_and_marked(store: Store) -> None:
    converse(store, "hello", "hi", title="Über Reiher und Störche")
    (found,) = store.search("storch")
    assert found.message == "" and found.snippet == ""
    assert [found.chat.title[a:b] for a, b in found.title_spans] == ["Störch"]
    (found,) = store.search("hello reiher")
    assert found.message and shown(found) == ["hello"]


def test_deleted_trashed_and_streaming_text_is_not_found(store: Store) -> None:
    chat, messages = converse(store, "visible secretword", "answer")
    store.save_reply(reply(chat, "streaming flamingo", messages[0].id, "streaming"))
    assert store.search("flamingo") == []
    assert store.search("flä") == []
    store.delete_from(chat.id, messages[0].id)
    assert store.search("secretword") == []
    other, _ = converse(store, "another penguin", "ok")
    store.trash_chats([other.id])
    assert store.search("penguin") == []


def test_versions_beside_the_branch_shown_are_found(store: Store) -> None:
    chat, messages = converse(store, "question", "an old answer about ibises")
    store.save_reply(reply(chat, "a new answer", messages[0].id))
    (found,) = store.search("ibises")
    assert found.message == messages[1].id
    view = store.view_with(chat.id, found.message)
    assert view is not None
    assert [message.id for message in view.messages] == [message.id for message in messages]
    again = store.view(chat.id)
    assert again is not None and again.chat.head == messages[1].id


def test_a_message_that_is_gone_leaves_the_branch_alone(store: Store) -> None:
    chat, messages = converse(store, "a", "b")
    view = store.view_with(chat.id, "nothing")
    assert view is not None
    assert view.chat.head == messages[-1].id
    assert store.view_with("nothing", "nothing") is None


def test_the_index_follows_edits(store: Store) -> None:
    _, messages = converse(store, "the heron", "part")
    store.save_reply(msgspec.structs.replace(messages[1], content="the crane"))
    assert store.search("part") == []
    assert [found.message for found in store.search("crane")] == [messages[1].id]


@given(st.text(alphabet="aeouäöüßs", max_size=30))
def test_spellings_are_bounded_and_hold_the_word(word: str) -> None:
    forms = spellings(word)
    assert word in forms
    assert len(forms) <= MAX_SPELLINGS


@given(st.text(max_size=60), st.text(max_size=300))
def test_places_lie_in_the_text(query: str, text: str) -> None:
    words = Words(query)
    snippet, spans = words.snippet(text)
    for places, of in ((words.spans(text), text), (spans, snippet)):
        last = 0
        for start, end in places:
            assert last <= start < end <= len(of)
            last = end


@pytest.fixture(scope="module")
def filled() -> Iterator[Store]:
    with tempfile.TemporaryDirectory() as folder:
        store = open_store(Path(folder))
        converse(store, 'some "quoted" text -- with * and NEAR(a b)', "col:umn ^start (brackets) {x} \0 nul", title="T")
        store.add_user_message(user(chat := a_chat("日本"), "日本語のテキスト"), chat)
        yield store
        store.close()


HOSTILE = st.one_of(
    st.text(max_size=80),
    st.text(alphabet="\"'*()^:{}-+ ANDORTNE\0\\%_;äß", max_size=60),
    st.text(alphabet=st.characters(categories=["Cs", "Cc", "Mn", "Lo"]), max_size=30),
)


@dear(100)
@given(HOSTILE)
def test_no_query_raises(filled: Store, query: str) -> None:
    for found in filled.search(query):
        assert found.title_spans or found.snippet_spans


@pytest.mark.parametrize(
    "query", ['"', '""', "NEAR(", "a AND", "content:x", "*", "^", "\ud800", "\0", "'; DROP TABLE chat", "x" * 100_000]
)
def test_known_hostile_queries(filled: Store, query: str) -> None:
    filled.search(query)
    assert len(filled.chats()) == 2


PLAIN_WORDS = st.from_regex("[A-Za-z0-9]{1,12}", fullmatch=True)


@given(st.lists(PLAIN_WORDS, min_size=1, max_size=3), st.text(max_size=20))
@dear(20)
def test_what_was_written_is_found(plain: list[str], other: str) -> None:
    """Every plain word of a message, as written, finds that message, whatever stands beside it."""
    text = " ".join((*plain, other))
    with tempfile.TemporaryDirectory() as folder:
        store = open_store(Path(folder))
        try:
            converse(store, f"before {text} after", "ok")
            for word in plain:
                assert store.search(word), word
        finally:
            store.close()


def test_all_messages_of_a_chat_that_hold_the_words_are_its_places(store: Store) -> None:
    chat, messages = converse(store, "Herons in the reeds", "The heron stands.", "And terns?", "No heron is a tern.")
    converse(store, "Herons elsewhere", "Yes.")
    places = store.places(chat.id, "heron")
    assert [hit.message for hit in places.hits] == [messages[at].id for at in (0, 1, 3)] and not places.more
    assert all(hit.chat.id == chat.id and shown(hit) for hit in places.hits)
    both = store.places(chat.id, "heron tern")
    assert [hit.message for hit in both.hits] == [messages[3].id], "where all the words stand, if they do anywhere"
    assert shown(both.hits[0]) == ["heron", "tern"]
    apart = store.places(chat.id, "reeds stands")
    assert [hit.message for hit in apart.hits] == [messages[0].id, messages[1].id]
    assert store.places(chat.id, "owl").hits == () and store.places("gone", "heron").hits == ()
    assert store.places(chat.id, "  ").hits == ()


def test_the_places_of_a_chat_are_told_up_to_a_number(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.core.store.search.MOST_PLACES", 3)
    chat, messages = converse(store, *(f"heron {n}" for n in range(6)))
    places = store.places(chat.id, "heron")
    assert [hit.message for hit in places.hits] == [message.id for message in messages[:3]] and places.more
    assert not store.places(chat.id, "2").more


def test_a_place_in_a_file_names_it(store: Store) -> None:
    chat = a_chat()
    asked = msgspec.structs.replace(user(chat, "What is this?"), attachments=(a_file("all about herons", "birds.md"),))
    store.add_user_message(asked, chat)
    (hit,) = store.places(chat.id, "heron").hits
    assert hit.message == asked.id and hit.snippet == "birds.md: all about herons" and shown(hit) == ["heron"]
