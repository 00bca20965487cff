"""Sentences of replies and the passages that support them: the right ones are cited, wrong ones never."""

from __future__ import annotations

import pytest

from app.core.document_values import Passage
from app.core.documents.citing import Candidate, cite
from app.core.documents.sentences import sentences, spoken
from app.core.documents.terms import stem


def sources(*texts: str, heading: str = "", name: str = "report.pdf") -> list[Candidate]:
    return [
        Candidate(Passage(number=n, document=f"d{n}", name=name, text=text, end=len(text), heading=heading))
        for n, text in enumerate(texts, 1)
    ]


# what a document says, what a reply makes of it, and what other documents say that must not be cited for it
FACTS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("The dam at Ulmen broke on 3 May 1953 after eleven days of rain.",
     "The dam at Ulmen broke on 3 May 1953.",
     ("The dam at Ulmen broke on 3 May 1963 after eleven days of rain.",
      "The dam at Daun broke on 3 May 1953 after eleven days of rain.",
      "The dam at Ulmen did not break on 3 May 1953.")),
    ("Acme Corporation reported revenue of $4.2 million in 2021, up from $3.9 million the year before.",
     "Acme Corporation's revenue in 2021 was $4.2 million.",
     ("Acme Corporation reported revenue of $4.2 billion in 2021.",
      "Acme Corporation reported revenue of $3.9 million in 2020.",
      "Apex Corporation reported revenue of $4.2 million in 2021.",
      "Acme Corporation reported a loss for 2021. Its revenue was $2.4 million.")),
    ("Employees may carry over at most five days of unused vacation into the next year.",
     "Up to 5 days of unused vacation may be carried over into the next year by employees.",
     ("Employees may not carry over unused vacation days into the next year; five days are paid out.",
      "Employees may carry over at most ten days of unused vacation into the next year.",
      "Employees receive five weeks of vacation each year.")),
    ("Marie Keller designed the bridge, which opened to traffic in March 1931.",
     "The bridge was designed by Marie Keller and opened in March 1931.",
     ("Anna Keller designed the bridge, which opened to traffic in March 1931.",
      "Marie Keller designed the bridge, which closed to traffic in March 1931.",
      "Marie Keller designed the tower, which opened in June 1931.")),
    ("The pump must be switched off before the filter is removed.",
     "Switch the pump off before removing the filter.",
     ("The pump must be switched off after the filter is removed.",
      "The pump must never be switched off while the filter is removed.",
      "The heater must be switched off before the lid is opened.")),
    ("Rosa's bakery sold 1,250 loaves of rye bread on Saturday.",
     "On Saturday, Rosa's bakery sold 1250 loaves of rye bread.",
     ("Rosa's bakery sold 1,520 loaves of rye bread on Saturday.",
      "Rosa's bakery sold 1,250 loaves of rye bread on Sunday.",
      "Rosa's bakery bought 1,250 loaves of rye bread on Saturday.")),
    ("Unemployment in Norland fell to 3.5 percent in the second quarter.",
     "In the second quarter, unemployment in Norland fell to 3.5 percent.",
     ("Unemployment in Norland rose to 3.5 percent in the second quarter.",
      "Unemployment in Norland fell to 5.3 percent in the second quarter.",
      "Unemployment in Southland fell to 3.5 percent in the second quarter.")),
    ("The warranty covers defects in material for twenty-four months from delivery.",
     "The warranty covers material defects for twenty-four months from delivery.",
     ("The warranty covers defects in material for thirty-six months from delivery.",
      "The warranty does not cover defects in material after delivery.")),
    ("def retry(count): calls the handler again until it succeeds or count attempts have failed.",
     "The retry function calls the handler again until it succeeds or count attempts have failed.",
     ("def cancel(token): stops the handler and releases the token.",)),
    ("Der Damm bei Ulmen brach am 3. Mai 1953 nach elf Tagen Regen.",
     "Am 3. Mai 1953 brach der Damm bei Ulmen.",
     ("Der Damm bei Daun brach am 3. Mai 1953 nach elf Tagen Regen.",
      "Der Damm bei Ulmen brach am 3. Mai 1963 nach elf Tagen Regen.",
      "Der Damm bei Ulmen brach am 3. Mai 1953 nicht.")),
    ("Die Kündigungsfrist beträgt drei Monate zum Ende eines Quartals.",
     "Demnach beträgt die Kündigungsfrist 3 Monate zum Ende des Quartals.",
     ("Die Kündigungsfrist beträgt sechs Monate zum Ende eines Quartals.",
      "Die Probezeit beträgt drei Monate und endet mit dem Ende des Quartals.",
      "Eine Kündigungsfrist von drei Monaten zum Ende eines Quartals gibt es nicht.")),
    ("Das Werk in Ulm wird seit 2019 von Petra Schmidt geleitet.",
     "Petra Schmidt leitet das Werk in Ulm seit 2019.",
     ("Das Werk in Bonn wird seit 2019 von Petra Schmidt geleitet.",
      "Das Werk in Ulm wird seit 2019 von Jens Meier geleitet.",
      "Das Werk in Ulm wurde 2019 geschlossen, sagt Petra Schmidt.")),
    ("Die Miete wurde zum 1. Juli um 4,5 Prozent erhöht.",
     "Zum 1. Juli wurde die Miete um 4,5 Prozent erhöht.",
     ("Die Miete wurde zum 1. Juli um 4,5 Prozent gesenkt.",
      "Die Miete wurde zum 1. Juli um 5,4 Prozent erhöht.",
      "Die Miete wurde zum 1. Juni um 4,5 Prozent erhöht.")),
    ("Der Filter darf erst entfernt werden, nachdem die Pumpe ausgeschaltet wurde.",
     "Entfernt werden darf der Filter erst, nachdem die Pumpe ausgeschaltet wurde.",
     ("Der Deckel darf erst geöffnet werden, nachdem die Heizung ausgeschaltet wurde.",
      "Der Filter darf nicht entfernt werden, solange die Pumpe läuft.")),
    ("Im Lager liegen 1.250 Dosen Lack, davon 300 Dosen Klarlack.",
     "Von den 1250 Dosen Lack im Lager sind 300 Dosen Klarlack.",
     ("Im Lager liegen 1.520 Dosen Lack, davon 300 Dosen Klarlack.",
      "Im Lager liegen 1.250 Kisten Holz.")),
    ("小明一九九〇年出生于北京。", "小明一九九〇年出生于北京。",
     ("小明一九九〇年出生于上海。", "小明一九八〇年出生于北京。", "并非小明一九九〇年出生于北京。",
      "小明一九九〇年出生。小红出生于北京。")),
    ("据报道，工厂自2019年起由李华领导，在苏州。", "工厂自2019年起由李华领导。",
     ("据报道，工厂自2018年起由李华领导，在苏州。", "据报道，工厂自2019年起由王芳领导，在苏州。")),
    ("田中さんは2015年から大阪の研究所で働いている。", "田中さんは2015年から大阪の研究所で働いている。",
     ("田中さんは2015年から東京の研究所で働いている。", "田中さんは2015年から大阪の研究所で働いていない。",
      "鈴木さんは2015年から大阪の研究所で働いている。")),
)  # fmt: skip
FAR = (
    "Bread needs flour, water and salt. Knead the dough for ten minutes and let it rest for an hour.",
    "Der Garten ist im Sommer täglich geöffnet. Hunde sind an der Leine zu führen.",
    "The quick brown fox jumps over the lazy dog near the river bank.",
)


@pytest.mark.parametrize("fact", FACTS, ids=[fact[0][:30] for fact in FACTS])
def test_what_a_passage_supports_is_cited_at_its_place(fact: tuple[str, str, tuple[str, ...]]) -> None:
    said, reply, wrong = fact
    text = f"An introduction comes first. {said} More follows here."
    (found,) = cite(f"Sure! {reply} Anything else?", sources(FAR[0], text, *wrong))
    assert (found.document, found.quote) == ("d2", said)
    assert text[found.source_start : found.source_end] == said
    assert f"Sure! {reply}"[found.start : found.end] == reply


@pytest.mark.parametrize("fact", FACTS, ids=[fact[0][:30] for fact in FACTS])
def test_wrong_passages_give_no_citation(fact: tuple[str, str, tuple[str, ...]]) -> None:
    _, reply, wrong = fact
    for source in (*wrong, *FAR):
        assert cite(reply, sources(source)) == (), source
    assert cite(reply, sources(" ".join(wrong))) == ()
    assert cite(reply, sources(*FAR)) == ()


def test_no_fact_is_cited_for_another() -> None:
    replies = [reply for _, reply, _ in FACTS]
    for at, (said, _, _) in enumerate(FACTS):
        for other, reply in enumerate(replies):
            if at != other:
                assert cite(reply, sources(said)) == (), (said, reply)


def test_parallel_sentences_are_not_mixed() -> None:
    text = "The plant in Ulm is led by Petra Schmidt. The plant in Bonn is led by Jens Meier."
    assert cite("The plant in Ulm is led by Jens Meier.", sources(text)) == ()
    assert len(cite("The plant in Bonn is led by Jens Meier.", sources(text))) == 1


@pytest.mark.parametrize("weight", [0.0, 3.0])
def test_a_passage_is_cited_however_common_its_words_are(weight: float) -> None:
    """Words that all passages have weigh nothing more than others."""
    said = "The dam at Ulmen broke on 3 May 1953."
    rarity = {stem(word): weight for word in said.split()}
    assert len(cite(said, sources(said), rarity)) == 1


def test_two_sentences_that_follow_one_another_support_together() -> None:
    text = "Acme Corporation was founded in Ulm in 1990. Its founder was the chemist Petra Schmidt."
    (found,) = cite("Acme Corporation was founded in Ulm in 1990 by the chemist Petra Schmidt.", sources(text))
    assert found.quote == text


def test_a_reply_that_says_nothing_of_its_own_cites_nothing() -> None:
    source = sources("The dam at Ulmen broke on 3 May 1953.")
    for reply in ("", "I'm sorry, I don't know.", "Hello! How can I help you today?", "Did the dam at Ulmen break?"):
        assert cite(reply, source) == ()
    thought = "<think>The dam at Ulmen broke on 3 May 1953.</think>\n\nI am not sure."
    assert cite(thought, source) == ()
    assert cite("```\nThe dam at Ulmen broke on 3 May 1953.\n```", source) == ()
    assert cite("# The dam at Ulmen broke on 3 May 1953", source) == ()


def test_the_same_place_has_the_same_number() -> None:
    text = "The dam at Ulmen broke on 3 May 1953. Forty houses along the river were destroyed."
    reply = "- The dam at Ulmen broke on 3 May 1953.\n- 40 houses along the river were destroyed.\n\n" + (
        "So: **the dam at Ulmen broke** on 3 May 1953."
    )
    found = cite(reply, sources(text))
    assert [one.number for one in found] == [1, 2, 1]
    assert reply[found[0].start : found[0].end] == "The dam at Ulmen broke on 3 May 1953."


def test_names_may_stand_in_the_heading() -> None:
    text = "Opened in March 1931, it carries 900 cars an hour."
    said = "Keller Bridge opened in March 1931 and carries 900 cars an hour."
    assert len(cite(said, sources(text, heading="Keller Bridge"))) == 1
    assert cite(said, sources(text, heading="Miller Bridge")) == ()


def test_many_and_strange_texts_are_compared_without_harm() -> None:
    assert cite("x" * 5000 + ". " * 5000, sources("y" * 5000, "", "\0" * 100)) == ()
    assert cite("The dam broke. " * 300, sources(*["The rain fell for days. " * 40] * 20)) == ()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Dr. Keller came. She left.", ["Dr. Keller came.", "She left."]),
        ("Am 3. Mai kam z. B. Herr Dr. Meier. Er ging.", ["Am 3. Mai kam z. B. Herr Dr. Meier.", "Er ging."]),
        ("It cost 3.5 million. Why?", ["It cost 3.5 million.", "Why?"]),
        ("- One thing\n- Another thing\n\nA paragraph", ["One thing", "Another thing", "A paragraph"]),
        ("他说：“来！”她走了。「はい。」と言った。", ["他说：“来！”", "她走了。", "「はい。」", "と言った。"]),
        ("", []),
    ],
)
def test_sentences(text: str, expected: list[str]) -> None:
    assert [text[start:end] for start, end in sentences(text)] == expected


def test_spoken_sentences_keep_their_places() -> None:
    reply = "<think>Hmm.</think>\n\nThe answer is forty-two. `code` is fine.\n\n```py\nx = 1. y\n```\n"
    assert [reply[start:end] for start, end in spoken(reply)] == ["The answer is forty-two.", "`code` is fine."]
