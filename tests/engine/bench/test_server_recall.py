"""Facts in the first turns of a served conversation: where they stand, and that all are asked in every way."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from engine.bench import server
from engine.bench.harness import BenchError
from engine.bench.progress import BenchProgress
from engine.bench.server_recall import FactsInTurns

TINY = Path(__file__).parents[2] / "fixtures" / "models" / "plain.gguf"
TURN = "The heron stood by the river. It waited. Then the wind turned."


def test_facts_stand_in_the_first_turns_and_are_asked_without_their_answers() -> None:
    planted = FactsInTurns([TURN] * 40, 8)
    assert planted.last == 5 and planted.turns[5:] == [TURN] * 35
    told = [sum(fact.statement in turn for fact in planted.facts) for turn in planted.turns]
    assert sum(told) == 8 and min(told[:5]) >= 1
    for fact, other in itertools.product(planted.facts, planted.facts):
        assert fact.answer.strip() not in other.question


def test_names_and_answers_of_the_text_are_no_facts() -> None:
    first = FactsInTurns([TURN] * 8, 2).facts
    again = FactsInTurns([TURN, *[f"{TURN} Of {fact.name}." for fact in first], *[TURN] * 5], 2).facts
    assert not {fact.name for fact in first} & {fact.name for fact in again}


def test_turns_without_sentences_hold_no_facts() -> None:
    with pytest.raises(BenchError, match="too short"):
        FactsInTurns(["word"] * 8, 2)


@pytest.mark.native
def test_all_facts_are_asked_over_http_in_a_chat_and_uncompacted() -> None:
    options = server.ServerBenchOptions(
        str(TINY), context=512, turns=8, tokens=4, conversation=1800, threads=1, idle=0.0, facts=2
    )
    progress = BenchProgress(server.steps(options), None)
    found = server.run(options, progress)
    assert [set(fact) for fact in found["per_fact"]] == [
        {"name", "repeated", "found", "found_chat", "found_full"}
    ] * 2  # fmt: skip
    for key in ("recall", "recall_chat", "recall_full"):
        assert 0.0 <= found[key] <= 1.0
    assert found["conversation_tokens"] > options.context, "and no request was refused"
