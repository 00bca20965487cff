from __future__ import annotations

import pytest

from engine.bench.facts import make_facts, plant

TEXT = " ".join(f"Sentence number {i} says nothing new." for i in range(200))


def test_the_same_seed_gives_the_same_facts():
    assert make_facts(10, 3) == make_facts(10, 3)
    assert make_facts(10, 3) != make_facts(10, 4)


def test_names_and_answers_are_all_different():
    facts = make_facts(20, 5)
    assert len({fact.name for fact in facts}) == len({fact.answer for fact in facts}) == 20
    lasts = {fact.name.split()[1] for fact in facts}
    assert len(lasts) == 20, "a shared surname would make two questions alike"


@pytest.mark.parametrize("seed", range(20))
def test_no_question_holds_an_answer(seed):
    facts = make_facts(10, seed)
    for fact in facts:
        assert fact.statement == fact.question.strip() + fact.answer + "."
        assert not any(other.answer.strip() in fact.question for other in facts)


@pytest.mark.parametrize("n", [0, 21])
def test_a_number_of_facts_that_cannot_be(n):
    with pytest.raises(ValueError, match="between 1 and 20"):
        make_facts(n, 1)


def test_facts_stand_whole_in_order_at_even_depths_between_sentences():
    statements = [fact.statement for fact in make_facts(10, 1)]
    planted = plant(TEXT, statements)
    at = [planted.index(statement) for statement in statements]
    assert at == sorted(at)
    for i, position in enumerate(at):
        assert position / len(planted) == pytest.approx((i + 0.5) / 10, abs=0.03)
        assert planted[:position].endswith(". ")
    rest = planted
    for statement in statements:
        assert rest.count(statement) == 1
        rest = rest.replace(statement + " ", "")
    assert rest == TEXT, "planting changed the text around"


def test_a_text_with_barely_enough_sentences_takes_one_fact_at_each_end():
    text = "One. Two. Three. Four."
    planted = plant(text, ["A.", "B.", "C."])
    assert planted == "One. A. Two. B. Three. C. Four."
    with pytest.raises(ValueError, match="too few"):
        plant(text, ["A.", "B.", "C.", "D."])
