"""The planted set of ``bench knowledge``, and what a graph of its facts brings into view."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import ClassVar

import pytest

from app.bench import program
from app.bench.__main__ import main
from app.bench.knowledge import KnowledgeOptions, add_gold, fill, quality, run, shares
from app.bench.planted import PlantedSet, planted
from app.core.attachments.text import estimated
from app.core.documents.search import within
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


class ScriptedProgram:
    """A model that finds half of the planted facts, and says what it has in view."""

    made: ClassVar[PlantedSet]

    def __init__(self, folder: Path, model: str, load: tuple[int, int], patience: float, told: object) -> None:
        (folder / "store").mkdir()
        self.store = open_store(folder / "store")
        self.settings: dict[str, object] = {}
        self.context = SimpleNamespace(store=self.store, settings=SimpleNamespace(set=self.settings.__setitem__))
        self._read: list[str] = []

    def add(self, files: Sequence[Path]) -> list[str]:
        assert [file.read_text(encoding="utf-8") for file in files] == list(self.made.texts)
        return fill(self.store, self.made)

    def extract(self, documents: Sequence[str]) -> None:
        add_gold(self.store, documents, self.made.facts[::2])

    def read(self, documents: Sequence[str]) -> int:
        self._read = list(documents)
        return len(documents)

    def ask(self, question: str, documents: Sequence[str]) -> str:
        if self._read and not self.settings["documents.passages"]:
            return " ".join(self.store.document_text(one) for one in self._read)
        linked = self.store.linked_passages(question, documents) if self.settings["knowledge.use"] else ()
        found = within(self.store.relevant_passages(question, documents, (), linked), 1024, estimated)
        return " ".join(one.text for one in found)

    def close(self) -> None:
        self.store.close()


def test_a_model_is_asked_in_each_way(monkeypatch: pytest.MonkeyPatch) -> None:
    options = KnowledgeOptions(
        model="m.gguf", facts=4, documents=4, words=60, ask=4, model_facts=8, model_words=700, model_budget=1024
    )
    monkeypatch.setattr(ScriptedProgram, "made", planted(8, 4, 700, options.seed), raising=False)
    monkeypatch.setattr(program, "BenchProgram", ScriptedProgram)
    told: list[str] = []
    found = run(options, told.append)["with_model"]
    ways = ["passages", "extracted_graph", "gold_graph", "cartridges", "all"]
    assert list(found["replied"]) == ways and list(found["in_view"]) == [ways[0], ways[1], ways[2], ways[4]]
    assert found["extracted"]["planted_found"] == 0.5 and found["cartridges_read"] == 1.0 and found["asked"] == 4
    passages, extracted, gold, cartridges, every = found["replied"].values()
    assert passages <= extracted <= gold == cartridges == every == 1.0 and passages < gold
    assert [line for line in told if line.startswith("gold_graph: ")][:2] == [
        "gold_graph: 1 of 1",
        "gold_graph: 2 of 2",
    ]
    with pytest.raises(ValueError, match="2048 tokens"):
        run(replace(options, context=1024))


def test_the_bench_prints_its_figures(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["knowledge", "--facts", "6", "--documents", "3", "--words", "200"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["facts"] == 6 and set(said["in_view"]) == {"passages", "gold_graph"}
