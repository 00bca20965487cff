"""``bench recall``: facts planted in a text and asked for after it was compacted.

Each fact is asked alone, from the same state; its question ends where the answer begins and never holds it, and the
answer stands nowhere in the text but in the planted statement. A fact counts as recalled when greedy decoding says the
whole answer; ``logprob`` is the answer's log-probability (nats, summed over its tokens, mean over facts) and
``logprob_lost`` how much of it the compaction took, which says more than recall about a model whose full cache finds
only some of the facts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from engine.bench import presets
from engine.bench.facts import Fact, make_facts, plant
from engine.bench.grid import Grid, GridPoint, Result, ResultCache, means
from engine.bench.harness import BenchError, SavedState, prefill, read_text, reset, windows
from engine.bench.progress import BenchProgress
from engine.bench.quality import Run
from engine.model.metrics import token_log_probabilities
from engine.model.model import Model
from engine.model.reading import forced


@dataclass(frozen=True)
class RecallOptions:
    model: str
    text: str
    context: int = 1500
    facts: int = 10
    windows: int = 1
    seeds: int = 1
    ratio: float = 8.0
    preset: str = "default"
    seed: int = 1
    threads: int = 0


@dataclass(frozen=True)
class Question:
    """Tokens of a question and of the answer that should follow."""

    prompt: list[int]
    answer: list[int]


def run(options: RecallOptions, progress: BenchProgress) -> dict[str, Any]:
    """Measure; the keys are those of ``--json``. Means over windows and, in each, over ``seeds`` sets of facts."""
    presets.kept_tokens(options.context, options.ratio)
    point = GridPoint(options.preset, options.ratio)
    return summary(run_grid(options, [point], progress).outcome(point))


def run_grid(
    options: RecallOptions, points: Sequence[GridPoint], progress: BenchProgress, kept: ResultCache | None = None
) -> Grid:
    """Measure all points on the same windows; ``options.preset`` and ``options.ratio`` do not count."""
    text = read_text(options.text)
    grid = Grid(points, kept)
    per_fact = 64  # tokens of a statement or a question with its answer, at most
    with Model.open(
        options.model,
        n_ctx=options.context + per_fact * (options.facts + 1),
        n_threads=options.threads,
        n_recent_queries=presets.recent_queries_needed(*(point.preset for point in points)),
    ) as model:
        pieces = windows(model.tokenize(text, special=False), options.context, options.windows, None)
        for number, piece in enumerate(pieces):
            for seed in range(options.seeds):
                facts = make_facts(options.facts, options.seed + number + options.windows * seed)
                window = _RecallWindow(model, model.text(piece), facts, points, progress)
                grid.window(f"{number}/{options.windows} seed {seed}", window.measure)
                progress.step()
    return grid


def summary(results: Sequence[Result]) -> dict[str, Any]:
    """Means over windows and seeds, and the windows."""
    whole = ("bytes_before", "bytes_after", "context_tokens")
    worst = {
        "recall_worst_window": min(result["recall"] for result in results),
        "logprob_lost_worst_window": max(result["logprob_lost"] for result in results),
    }
    return {**means(results, whole=whole), **worst, "per_window": list(results)}


class _RecallWindow:
    """One place in the text with one set of facts: asked with the full memory first, then at each point."""

    def __init__(
        self, model: Model, text: str, facts: list[Fact], points: Sequence[GridPoint], progress: BenchProgress
    ) -> None:
        self._model, self._facts, self._points, self._progress = model, facts, points, progress
        self._context = planted_context(model, text, facts)
        self._questions = [question_tokens(model, fact) for fact in facts]

    def measure(self, run: Run, name: str) -> None:
        self._progress.stage(f"window {name}: prefill")
        reset(self._model)
        n = len(self._context)
        prefill_ms = prefill(self._model, self._context)
        saved = SavedState(self._model)
        self._progress.stage(f"window {name}: full")
        full = ask_all(self._model, self._questions, n, saved)

        def measured(point: GridPoint) -> Result:
            saved.restore()
            shrunk = presets.shrink(self._model, n, point.preset, point.ratio, self._context)
            compacted = ask_all(self._model, self._questions, n, SavedState(self._model))
            return {**self._compare(full, compacted), "prefill_ms": prefill_ms, "context_tokens": n, **cost_of(shrunk)}

        for point in self._points:
            self._progress.stage(f"window {name}: {point.preset} {point.ratio:g}x")
            run(point, partial(measured, point))

    def _compare(self, full: list[tuple[bool, float]], compacted: list[tuple[bool, float]]) -> Result:
        logprob_full, logprob = (float(np.mean([logprob for _, logprob in said])) for said in (full, compacted))
        return {
            "recall_full": float(np.mean([found for found, _ in full])),
            "recall": float(np.mean([found for found, _ in compacted])),
            "logprob_full": logprob_full,
            "logprob": logprob,
            "logprob_lost": logprob_full - logprob,
            "per_fact": [
                {"name": fact.name, "found_full": f[0], "found": c[0], "logprob_full": f[1], "logprob": c[1]}
                for fact, f, c in zip(self._facts, full, compacted, strict=True)
            ],
        }


def cost_of(shrunk: presets.Shrunk) -> Result:
    return {
        "bytes_before": shrunk.bytes_before,
        "bytes_after": shrunk.bytes_after,
        "compaction_ms": shrunk.ms,
        "held_out_error": shrunk.error,
        "profiled": shrunk.profiled,
    }


def planted_context(model: Model, text: str, facts: Sequence[Fact]) -> list[int]:
    """Tokens of ``text`` with the facts in it, with BOS where the model wants one.

    Raises:
        BenchError: the text says an answer, or a name, by itself.
    """
    for fact in facts:
        if fact.answer.strip() in text or fact.name in text:
            raise BenchError(f"The text itself speaks of {fact.name} or {fact.answer.strip()}.", "Use another seed.")
    tokens = model.tokenize(plant(text, [fact.statement for fact in facts]), special=False)
    return tokens if model.bos_token is None else [model.bos_token, *tokens]


def question_tokens(model: Model, fact: Fact) -> Question:
    """The question up to where it and question + answer differ, and the rest: tokens may cross the border of words.

    Raises:
        BenchError: the prompt would hold a part of the answer.
    """
    whole = model.tokenize(fact.question + fact.answer, special=False)
    prompt = model.tokenize(fact.question, special=False)
    shared = 0
    while shared < min(len(prompt), len(whole)) and prompt[shared] == whole[shared]:
        shared += 1
    if fact.answer.strip() in model.text(whole[:shared]) or shared == len(whole):
        raise BenchError("A question of this tokenizer would hold its own answer.", "Use another seed.")
    return Question(whole[:shared], whole[shared:])


def ask_all(model: Model, questions: list[Question], pos: int, state: SavedState) -> list[tuple[bool, float]]:
    """Ask each question at ``pos`` from the memory as it is now: (said by greedy decoding, log-probability)."""
    answers = []
    for question in questions:
        rows = forced(model, question.prompt + question.answer[:-1], pos)[len(question.prompt) - 1 :]
        # greedy decoding says the answer exactly when every token of it is the most probable after those before it
        found = bool((rows.argmax(axis=-1) == np.asarray(question.answer)).all())
        answers.append((found, float(token_log_probabilities(rows, question.answer).sum())))
        if not model.remove_tail(pos):
            state.restore()
    return answers
