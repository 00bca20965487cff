"""Names as they are compared, entities told apart by their contexts, and what is taken of a model's reply."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterable, Iterator

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from app.core.knowledge import extraction, merging
from app.core.knowledge.asking import LinkedFact, longest, ranked, spans_of
from app.core.knowledge.extraction import MOST_FACTS, SCHEMA, question, statements_in
from app.core.knowledge.merging import NameContext, of_whole, parted
from app.core.knowledge.names import Named, key_of, keys_in, main_kind, may_be_short_for, short_forms, singular
from app.core.knowledge.values import KINDS, EntityKind, Statement
from engine.sampling.output_format import schema_grammar


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("Dr. Ana Ruiz", "ana ruiz"),
        ("ANA RUIZ's", "ana ruiz"),
        ("the Norda Werke GmbH", "norda werke"),
        ("Der Spiegel", "spiegel"),
        ("Müller-Lüdenscheidt", "muller ludenscheidt"),
        ("C++", "c++"),
        ("The", "the"),
        ("?!", ""),
    ],
)
def test_a_name_is_compared_without_what_changes(name: str, key: str) -> None:
    assert key_of(name) == key


WORDS = st.sampled_from(["a", "ana", "b", "bo", "maria", "ruiz", "r"])
WHOLE = st.lists(WORDS, min_size=1, max_size=4).map(" ".join)


@given(WHOLE, WHOLE)
def test_short_forms_are_those_that_may_be(short: str, full: str) -> None:
    assert (short in short_forms(full)) == may_be_short_for(short, full)


def test_a_short_name_is_of_a_whole_one_only_with_a_shared_neighbour() -> None:
    whole = [NameContext("a", ("person",), frozenset({"norda"}), frozenset({("works", "norda")}))]
    near = NameContext("b", ("person",), frozenset({"norda", "tea"}))
    next_to_it = NameContext("c", ("person",), frozenset({"tea"}))
    alone = NameContext("d", ("person",), frozenset({"oslo"}))
    place = NameContext("e", ("place",), frozenset({"norda"}))
    against = NameContext("f", ("person",), frozenset({"norda", "air"}), frozenset({("works", "air")}))
    assert of_whole([alone, next_to_it, near], whole) == {"b", "c"}
    assert of_whole([place], whole) == of_whole([against], whole) == of_whole([], whole) == frozenset()


@given(st.text(max_size=40))
def test_a_key_is_its_own_key(name: str) -> None:
    assert key_of(key_of(name)) == key_of(name)


def test_short_forms_are_of_the_one_long_form_they_fit() -> None:
    names: list[Named] = [
        ("Dr. Ana Ruiz", "person"), ("Ruiz", "person"), ("A. Ruiz", "person"), ("Norda Werke GmbH", "organization"),
        ("Norda", "organization"), ("European Space Agency", "organization"), ("ESA", "organization"),
        ("solar panels", "thing"), ("solar panel", "thing"),
    ]  # fmt: skip
    keys = keys_in(names)
    assert keys["Dr. Ana Ruiz"] == keys["Ruiz"] == keys["A. Ruiz"] == "ana ruiz"
    assert keys["Norda"] == "norda werke" and keys["ESA"] == "european space agency"
    assert keys["solar panels"] == keys["solar panel"] == "solar panel"
    two = keys_in([*names, ("Bea Ruiz", "person")])
    assert two["Ruiz"] == "ruiz", "it may be either"
    assert two["A. Ruiz"] == "ana ruiz", "it may be one"
    assert set(keys_in([("A. Ruiz", "person"), ("Ruiz", "person")]).values()) == {"a ruiz"}
    assert singular("glass") == "glass" and singular("companies") == "company"


KIND = st.sampled_from(KINDS)
SHORT = st.sampled_from(
    [
        "Ana Ruiz",
        "Dr. Ruiz",
        "Ruiz",
        "A. Ruiz",
        "Bea Ruiz",
        "Norda",
        "Norda GmbH",
        "ESA",
        "European Space Agency",
        "Ana",
    ]
)


@given(st.lists(st.tuples(SHORT, KIND), max_size=12), st.randoms(use_true_random=False))
def test_keys_do_not_depend_on_the_order_of_names(names: list[Named], shuffler: random.Random) -> None:
    other = list(names)
    shuffler.shuffle(other)
    assert keys_in(names) == keys_in(other)


SOURCES = st.lists(
    st.builds(
        NameContext,
        st.sampled_from("abcdefgh"),
        st.lists(KIND, min_size=1, max_size=3).map(tuple),
        st.frozensets(st.sampled_from("klmnop"), max_size=3),
        st.frozensets(st.tuples(st.sampled_from(["works", "born"]), st.sampled_from("klm")), max_size=2),
    ),
    max_size=8,
    unique_by=lambda one: one.source,
)


@given(SOURCES, st.randoms(use_true_random=False))
def test_entities_do_not_depend_on_the_order_of_documents(contexts: list[NameContext], shuffler: random.Random) -> None:
    found = parted(contexts)
    assert sorted(source for group in found for source in group) == sorted(one.source for one in contexts)
    other = list(contexts)
    shuffler.shuffle(other)
    assert parted(other) == found


def test_a_name_of_thousands_of_sources_is_looked_at_once_in_each(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[int] = []

    def counted(kinds: Iterable[str]) -> EntityKind:
        looked.append(1)
        return main_kind(kinds)

    monkeypatch.setattr(merging, "main_kind", counted)
    towns = [NameContext(f"{n}", ("place",), frozenset({f"{n}x", f"{n}y"})) for n in range(300)]
    assert parted(towns) == [frozenset(one.source for one in towns)]
    assert len(looked) == 300


def test_persons_of_one_name_in_different_contexts_stay_apart() -> None:
    surgeon = NameContext("a", ("person",), frozenset({"hospital"}), frozenset({("works", "hospital")}))
    pilot = NameContext("b", ("person",), frozenset({"airline"}), frozenset({("works", "airline")}))
    assert parted([surgeon, pilot]) == [frozenset("a"), frozenset("b")]
    same = NameContext("c", ("person",), frozenset({"airline", "lyon"}), frozenset({("born", "lyon")}))
    silent = NameContext("d", ("person",))
    assert parted([surgeon, pilot, same, silent]) == [frozenset("a"), frozenset("bcd")]
    elsewhere = NameContext("e", ("person",), frozenset({"lyon"}), frozenset({("born", "lyon")}))
    assert parted([surgeon, elsewhere]) == [frozenset("ae")], "nothing speaks against it"
    town = NameContext("f", ("place",), frozenset({"river"}))
    assert parted([surgeon, town]) == [frozenset("a"), frozenset("f")]
    firm, other = (NameContext(one, ("organization",), frozenset({one + "x"})) for one in "gh")
    assert parted([firm, other]) == [frozenset("gh")]


TEXT = "Ana Ruiz works for Norda GmbH. She likes tea. Norda GmbH is located in Kiel."


def fact(subject: object, relation: object, other: object, **more: object) -> dict[str, object]:
    return {"subject": subject, "relation": relation, "object": other, **more}


def reply(*facts: object) -> str:
    return json.dumps({"facts": facts})


def test_facts_are_taken_with_where_they_stand() -> None:
    said = fact("ana  ruiz", "works for", '"Norda GmbH"', subject_kind="person", object_kind="organization")
    assert statements_in(reply(said, said), TEXT, 100) == [
        Statement(
            subject="Ana Ruiz", verb="works for", object="Norda GmbH", subject_kind="person",
            object_kind="organization", start=100, end=130,
        )
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "subject", "other"),
    [
        ("王小明自2019年起在上海汽车集团工作。", "王小明", "上海汽车集团"),
        ("据说她在Apple公司工作，住在北京。", "Apple", "北京"),
        ("田中さんは大阪の研究所で働いている。", "田中", "研究所"),
    ],
)
def test_names_are_found_where_no_spaces_tell_words_apart(text: str, subject: str, other: str) -> None:
    (one,) = statements_in(reply(fact(subject, "在", other)), text)
    assert (one.subject, one.object) == (subject, other)
    assert key_of(subject) in spans_of(f"请问{subject}在哪里？")


def test_a_letter_within_words_is_no_name() -> None:
    assert statements_in(reply(fact("明", "在", "北京")), "小明天明就去北京。") == []


@pytest.mark.parametrize(
    "said",
    [
        fact("Ana Ruiz", "works for", "Siemens"),  # not in the text
        fact("Ana", "works for", "orda"),  # within a word
        fact("She", "likes", "tea"),
        fact("Ana Ruiz", "is", "ANA RUIZ"),
        fact("Ana Ruiz", "", "Norda GmbH"),
        fact("Ana Ruiz", "?!", "Norda GmbH"),
        fact("Ana Ruiz", "works " * 40, "Norda GmbH"),
        fact("Ana Ruiz works for Norda GmbH. She likes tea. Norda GmbH is", "located in", "Kiel"),
        fact(["Ana Ruiz"], "works for", {"name": "Norda GmbH"}),
        fact(None, 3, "Kiel"),
        "Ana Ruiz works for Norda GmbH",
        ["Ana Ruiz", "works for", "Norda GmbH"],
        {},
    ],
)
def test_what_the_text_does_not_name_is_refused(said: object) -> None:
    assert statements_in(reply(said), TEXT) == []


def test_signs_that_nobody_sees_are_not_taken_from_a_reply() -> None:
    """They would turn the words around them about wherever the fact is shown."""
    (one,) = statements_in(reply(fact("Ana Ruiz", "works\u202e for\u200b\x07", "Norda GmbH")), TEXT)
    assert one.verb == "works for"


def test_a_reply_without_end_gives_no_more_facts_than_were_asked_for() -> None:
    said = [fact("Ana Ruiz", f"works for {number}", "Norda GmbH") for number in range(MOST_FACTS + 5)]
    assert len(statements_in(reply(*said), TEXT)) == MOST_FACTS
    late = " " * extraction.LONGEST_REPLY + reply(said[0])
    assert statements_in(late, TEXT) == []


def test_nothing_is_linked_with_itself() -> None:
    assert statements_in(reply(fact("Ana Ruiz", "met", "Dr. Ana Ruiz")), "Ana Ruiz met Dr. Ana Ruiz in Kiel.") == []


@pytest.mark.parametrize("name", ["1953", "3.5", "7 + 8", "it"])
def test_a_number_is_nobodys_name(name: str) -> None:
    text = f"Ana Ruiz saw {name} in Kiel."
    assert statements_in(reply(fact(name, "is in", "Kiel")), text) == []
    assert statements_in(reply(fact("Ana Ruiz", "saw", name)), text) == []
    assert len(statements_in(reply(fact("Ana Ruiz", "is in", "Kiel")), text)) == 1


@given(st.text("ab .", max_size=60))
@example("Ab ab. " * 3)
def test_of_names_that_stand_often_the_nearest_pair_is_taken(text: str) -> None:
    subjects, others = ([match.span() for match in re.finditer(one, text)] for one in ("a", "b+a?"))
    pairs = [
        (max(one[0], other[0]) - min(one[1], other[1]), one, other)
        for one in subjects
        for other in others
        if one[1] <= other[0] or other[1] <= one[0]
    ]
    assert extraction._nearest(subjects, others) == (min(pairs)[1:] if pairs else None)


def test_names_that_stand_often_are_not_all_compared_with_each_other() -> None:
    class Places(list[tuple[int, int]]):
        rounds = 0

        def __iter__(self) -> Iterator[tuple[int, int]]:
            self.rounds += 1
            return super().__iter__()

    places = Places((n * 4 + 2, n * 4 + 3) for n in range(500))
    assert extraction._nearest([(n * 4, n * 4 + 1) for n in range(500)], places) == ((0, 1), (2, 3))
    assert places.rounds < 5


def test_an_article_is_no_part_of_a_name() -> None:
    (one,) = statements_in(reply(fact("A. Ruiz", "owns", "a boat")), "A. Ruiz owns a boat.")
    assert (one.subject, one.object) == ("A. Ruiz", "boat")


def test_a_reply_that_is_cut_off_gives_what_is_whole() -> None:
    whole = reply(fact("Ana Ruiz", "works for", "Norda GmbH"), fact("Norda GmbH", "is in", "Kiel"))
    assert len(statements_in(whole, TEXT)) == 2
    assert len(statements_in(whole[:-20], TEXT)) == 1
    assert len(statements_in(f"Here you are:\n```json\n{whole}\n```", TEXT)) == 2


@given(st.text(max_size=300), st.text(max_size=200))
@example("{" * 5000, TEXT)
@example('{"facts": [{"subject": "\\ud800", "relation": "is", "object": "Kiel"}]}', TEXT)
@example(reply(fact("Ana\x00 Ruiz\u202e", "works\nfor", "Norda GmbH")), TEXT)
@example('{"facts": {"facts": [1, null, "x"]}}', TEXT)
def test_any_reply_is_harmless(said: str, text: str) -> None:
    found = statements_in(said, text)
    assert len(found) <= MOST_FACTS
    for one in found:
        assert one.subject and one.object and 0 <= one.start < one.end <= len(text)
        assert not set("\n\x00\u202e") & set(one.subject + one.verb + one.object)


ODD = st.recursive(
    st.none() | st.booleans() | st.integers() | st.sampled_from(["Ana Ruiz", "Norda GmbH", "Kiel", "she", "facts"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["facts", "subject", "relation", "object", "object_kind"]), inner, max_size=5)
    ),
    max_leaves=20,
)


NAMES = ("Ana Ruiz", "ANA  RUIZ", "a Norda GmbH", "Kiel", "she", "Mira Toll", "Oslo", "")
FACTS = st.fixed_dictionaries(
    {
        "subject": st.sampled_from(NAMES),
        "relation": st.sampled_from(["works for", "?"]),
        "object": st.sampled_from(NAMES),
    },
    optional={"subject_kind": st.sampled_from([*KINDS, "animal", None]), "object_kind": ODD},
)


@given(st.lists(FACTS | ODD, max_size=6))
@example([fact("Ana Ruiz", "works for", "Norda GmbH"), fact("Mira Toll", "works for", "Norda GmbH")])
def test_facts_name_only_what_the_text_does(said: list[object]) -> None:
    found = statements_in(json.dumps({"facts": said}), TEXT)
    for one in found:
        assert one.subject in TEXT and one.object in TEXT
        assert one.subject_kind in KINDS and one.object_kind in KINDS
    assert bool(found) or fact("Ana Ruiz", "works for", "Norda GmbH") not in said


def test_the_schema_can_be_kept() -> None:
    assert schema_grammar(SCHEMA)
    assert question("  A text. ").endswith("Text: A text.\nFacts:")


def test_longer_names_of_a_question_come_before_what_is_within() -> None:
    spans = spans_of("Where does Dr. Ana Ruiz of Norda Werke live?")
    assert longest(spans, ["ruiz", "ana ruiz", "norda werke", "norda"]) == ["ana ruiz", "norda werke"]


def test_a_way_of_two_facts_brings_both_passages() -> None:
    works = LinkedFact(1, 10, 20, "works for", "organization", 101)
    likes = LinkedFact(2, 10, 30, "likes", "thing", 102)
    stands = LinkedFact(3, 20, 40, "is in", "place", 103)
    grows = LinkedFact(4, 30, 50, "grows in", "idea", 104)
    back = LinkedFact(5, 20, 10, "works for", "person", 101)
    found = ranked("In which town does Ana work?", [10], [works, likes], [stands, grows, back])
    assert set(found[:2]) == {101, 103}
    assert ranked("Who?", [], [], []) == []
