"""The planted set of ``bench knowledge``, and what a graph of its facts brings into view."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.bench.__main__ import main
from app.bench.knowledge import add_gold, fill, quality, shares
from app.bench.planted import planted
from tests.unit.core.store_helpers import open_store


def test_the_planted_set_is_the_same_each_time_and_needs_two_documents() -> None:
    made = planted(12, 4, 60, seed=3)
    assert made == planted(12, 4, 60, seed=3) != planted(12, 4, 60, seed=4)
    assert len(made.facts) == 12 and len(made.texts) == 4
    for fact in made.facts:
        assert fact.works_in != fact.stands_in
        assert fact.works in made.texts[fact.works_in] and fact.stands in made.texts[fact.stands_in]
        assert fact.town not in fact.question and fact.firm not in fact.question
        assert all(one.subject in said and one.object in said for said, one in fact.statements())


def test_the_graph_brings_into_view_what_words_do_not(tmp_path: Path) -> None:
    made = planted(12, 4, 1200, seed=3)
    store = open_store(tmp_path)
    documents = fill(store, made)
    alone = shares(store, documents, made, 1024, graph=True)
    assert alone["both"] < 0.5, "no facts are known yet"
    assert add_gold(store, documents, made.facts) >= 24
    assert quality(store, made)["planted_found"] == 1.0
    assert shares(store, documents, made, 1024, graph=True)["both"] == 1.0
    assert shares(store, documents, made, 1024, graph=False)["both"] == alone["both"]
    store.close()


def test_the_bench_prints_its_figures(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["knowledge", "--facts", "6", "--documents", "3", "--words", "200"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["facts"] == 6 and set(said["in_view"]) == {"passages", "gold_graph"}
