"""``bench knowledge``: questions that need two facts from two documents, with passages, the graph, and documents that
models read.

The documents, their facts and the questions are generated (:mod:`app.bench.planted`). ``in_view``: share of the
questions for which both sentences are among what the model is given, within the budget of passages, without any model:
with passages by words alone, and with those of a graph. The graph is of the planted facts themselves (``gold``: what a
faultless extraction gives, which tells what the graph is worth), or of what ``--model`` extracts from the texts
(``extracted``). ``replied``: share of ``--ask`` of the questions whose reply by ``--model`` names the town, the program
itself being asked: with passages, with the graph, with cartridges, with all.

What a model takes part in is measured with a smaller set (``with_model``), and a budget of passages as much smaller: a
small model on two cores takes a minute to extract 150 words.
"""

from __future__ import annotations

import json
import os
import random
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.bench.planted import PlantedFact, PlantedSet, planted
from app.core.attachments.text import estimated
from app.core.document_values import DocumentEntry
from app.core.documents.chunks import passages_of
from app.core.documents.search import within
from app.core.store import Store

LONGEST_WAIT = 1800.0  # s for one thing
LEAST_CONTEXT = 2048  # tokens: in less than that, no extraction has room beside a chat
REPLY = 32  # tokens: the town is said in the first sentence, or not at all


@dataclass(frozen=True)
class KnowledgeOptions:
    """``model``: a GGUF file, "": retrieval alone; ``ask``: questions it is asked in each way; ``words``: of each
    document, at least; ``budget``: tokens that passages may take. ``model_facts``, ``model_words``, ``model_budget``:
    the same of the set that ``model`` extracts and is asked about; ``context``: tokens it has; ``threads``: it computes
    with, 0: as the program measures, which takes a while.
    """

    model: str = ""
    facts: int = 60
    documents: int = 8
    words: int = 700
    budget: int = 1024
    ask: int = 10
    seed: int = 1
    model_facts: int = 16
    model_words: int = 90
    model_budget: int = 384
    context: int = 4096
    threads: int = 2


def fill(store: Store, made: PlantedSet) -> list[str]:
    """Put the documents into a store; their ids."""
    for number, text in enumerate(made.texts):
        name = f"part{number + 1}"
        passages = list(passages_of(text, "markdown", ""))
        entry = DocumentEntry(
            id=name, name=name, source=f"/{name}", kind="markdown", status="indexed", digest=name,
            passages=len(passages), characters=len(text),
        )  # fmt: skip
        store.add_document(entry)
        store.begin_passages(name)
        store.add_passages(name, passages)
        store.finish_passages(entry)
    return [f"part{number + 1}" for number in range(len(made.texts))]


def add_gold(store: Store, documents: Sequence[str], facts: Sequence[PlantedFact]) -> int:
    """Keep the planted facts, each with the passage it stands in; how many."""
    said = [pair for fact in facts for pair in fact.statements()]
    count = 0
    for document in documents:
        while passages := store.to_extract(document, 20):
            found = [[one for sentence, one in said if sentence in passage.text] for passage in passages]
            store.add_statements(passages, found, "gold")
            count += sum(map(len, found))
    return count


def in_view(
    store: Store, documents: Sequence[str], fact: PlantedFact, budget: int, *, graph: bool
) -> tuple[bool, bool]:
    """Whether a question is given the first sentence it needs, and the second."""
    linked = store.linked_passages(fact.question, documents) if graph else ()
    found = store.relevant_passages(fact.question, documents, (), linked)
    text = " ".join(one.text for one in within(found, budget - estimated(fact.question) // 8, estimated))
    return fact.works in text, fact.stands in text


def shares(store: Store, documents: Sequence[str], made: PlantedSet, budget: int, *, graph: bool) -> dict[str, float]:
    """Over all questions: share with the first sentence in view, the second, both; and ms that the search takes."""
    start = time.perf_counter()
    seen = [in_view(store, documents, fact, budget, graph=graph) for fact in made.facts]
    ms = (time.perf_counter() - start) * 1000 / len(seen)
    return {
        "first": sum(one for one, _ in seen) / len(seen),
        "second": sum(other for _, other in seen) / len(seen),
        "both": sum(one and other for one, other in seen) / len(seen),
        "ms": round(ms, 2),
    }


def quality(store: Store, made: PlantedSet) -> dict[str, Any]:
    """How many of the planted facts a graph has (between the right names), and how many it has in all."""
    found = 0
    for fact in made.facts:
        for subject, other in ((fact.person, fact.firm), (fact.firm, fact.town)):
            pairs = [(a.id, b.id) for a in store.search_entities(subject, 3) for b in store.search_entities(other, 3)]
            found += any(store.facts_between(a, b) for a, b in pairs)
    return {"planted_found": found / (2 * len(made.facts)), "relations": store.knowledge_size().relations}


def run(options: KnowledgeOptions, told: Callable[[str], None] = lambda _: None) -> dict[str, Any]:
    """The figures."""
    if options.model and options.context < LEAST_CONTEXT:
        raise ValueError(f"the model needs {LEAST_CONTEXT} tokens of context")
    made = planted(options.facts, options.documents, options.words, options.seed)
    result: dict[str, Any] = {
        "bench": "knowledge", "facts": len(made.facts), "documents": len(made.texts), "budget": options.budget,
        "words": sum(len(text.split()) for text in made.texts), "seed": options.seed,
    }  # fmt: skip
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder, "bench.db"), Path(folder, "backups"))
        try:
            start = time.perf_counter()
            documents = fill(store, made)
            result["words_per_second"] = round(result["words"] / (time.perf_counter() - start))
            views = {"passages": shares(store, documents, made, options.budget, graph=False)}
            add_gold(store, documents, made.facts)
            views["gold_graph"] = shares(store, documents, made, options.budget, graph=True)
            result["gold"] = quality(store, made)
        finally:
            store.close()
    result["in_view"] = views
    if options.model:
        with tempfile.TemporaryDirectory() as folder:
            result["with_model"] = _with_model(options, Path(folder), told)
    return result


def _with_model(options: KnowledgeOptions, folder: Path, told: Callable[[str], None]) -> dict[str, Any]:
    """The program itself with a model: what it extracts, what it is given for questions, and what it replies."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from app.bench.program import BenchProgram  # Qt only where it is needed

    made = planted(options.model_facts, options.documents, options.model_words, options.seed)
    asked = random.Random(options.seed).sample(made.facts, min(options.ask, len(made.facts)))
    budget = options.model_budget
    result: dict[str, Any] = {
        "model": Path(options.model).name, "facts": len(made.facts), "documents": len(made.texts), "budget": budget,
        "words": sum(len(text.split()) for text in made.texts), "asked": len(asked), "in_view": {}, "replied": {},
        "seconds": {},
    }  # fmt: skip
    start = time.perf_counter()

    def timed(what: str) -> None:
        nonlocal start
        result["seconds"][what] = round(time.perf_counter() - start, 1)
        told(f"{what}: {result['seconds'][what]} s")
        start = time.perf_counter()

    program = BenchProgram(folder, options.model, (options.context, options.threads), LONGEST_WAIT, told)
    try:
        files = []
        for number, text in enumerate(made.texts):
            file = folder / f"part{number + 1}.md"
            file.write_text(text, encoding="utf-8")
            files.append(file)
        documents = program.add(files)
        store = program.context.store
        settings = {"sampling.temperature": 0.0, "sampling.max_tokens": REPLY, "documents.budget": budget}
        for key, value in settings.items():
            program.context.settings.set(key, value)
        timed("load")

        def ask(way: str, *, passages: bool, graph: bool) -> None:
            program.context.settings.set("documents.passages", passages)
            program.context.settings.set("knowledge.use", graph)
            if passages:
                result["in_view"][way] = shares(store, documents, made, budget, graph=graph)
            right = 0
            for number, fact in enumerate(asked, 1):
                reply = program.ask(fact.question, documents)
                right += fact.town.casefold() in reply.casefold()
                told(f"{way}: {right} of {number}")
            result["replied"][way] = right / len(asked)
            timed(way)

        ask("passages", passages=True, graph=False)
        program.extract(documents)
        result["extracted"] = quality(store, made)
        timed("extraction")
        told(f"extracted: {result['extracted']}")
        ask("extracted_graph", passages=True, graph=True)
        store.forget_knowledge()
        add_gold(store, documents, made.facts)
        ask("gold_graph", passages=True, graph=True)
        result["cartridges_read"] = program.read(documents) / len(documents)
        timed("reading")
        ask("cartridges", passages=False, graph=False)
        ask("all", passages=True, graph=True)
    finally:
        program.close()
    return result


def printed(result: dict[str, Any]) -> str:
    """The figures as JSON."""
    return json.dumps(result, indent=2)
