"""``bench recall``: facts planted in a text and asked for after it was compacted.

Each fact is asked alone, from the same state; its question ends where the answer begins and never holds it. A fact
counts as recalled when greedy decoding says the whole answer; ``logprob`` is the answer's log-probability (nats,
summed over its tokens, mean over facts).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.bench import presets
from engine.bench.facts import Fact, make_facts, plant
from engine.bench.harness import BenchError, SavedState, forced, prefill, read_text, reset, windows
from engine.bench.metrics import token_log_probabilities
from engine.bench.progress import Progress
from engine.model import Model


@dataclass(frozen=True)
class RecallOptions:
    model: str
    text: str
    context: int = 1500
    facts: int = 10
    windows: int = 1
    ratio: float = 8.0
    preset: str = "default"
    seed: int = 1
    threads: int = 0


@dataclass(frozen=True)
class Question:
    """Tokens of a question and of the answer that should follow."""

    prompt: list[int]
    answer: list[int]


def run(options: RecallOptions, progress: Progress) -> dict[str, Any]:
    """Measure; the keys are those of ``--json``."""
    presets.kept_tokens(options.context, options.ratio)
    text = read_text(options.text)
    per_fact = 64  # tokens of a statement or a question with its answer, at most
    with Model.open(
        options.model,
        n_ctx=options.context + per_fact * (options.facts + 1),
        n_threads=options.threads,
        n_recent_queries=presets.recent_queries_needed(options.preset),
    ) as model:
        results = []
        pieces = windows(model.tokenize(text, special=False), options.context, options.windows, None)
        for number, piece in enumerate(pieces):
            facts = make_facts(options.facts, options.seed + number)
            results.append(_window(model, piece, facts, options, progress))
            progress.step()
    means: dict[str, Any] = {
        key: float(np.mean([result[key] for result in results]))
        for key in results[0]
        if isinstance(results[0][key], int | float)
    }
    means["profiled"] = results[0]["profiled"]
    for key in ("bytes_before", "bytes_after", "context_tokens"):
        means[key] = round(means[key])
    return {**means, "per_window": results}


def _window(
    model: Model, piece: list[int], facts: list[Fact], options: RecallOptions, progress: Progress
) -> dict[str, Any]:
    planted = plant(model.text(piece), [fact.statement for fact in facts])
    context = model.tokenize(planted, special=False)
    if model.bos_token is not None:
        context.insert(0, model.bos_token)
    n = len(context)
    questions = [question_tokens(model, fact) for fact in facts]

    progress.stage("prefill")
    reset(model)
    prefill_ms = prefill(model, context)
    full_state = SavedState(model)
    progress.stage("compaction")
    shrunk = presets.shrink(model, n, options.preset, options.ratio)
    progress.stage("questions, compacted")
    compacted = ask_all(model, questions, n, SavedState(model))
    progress.stage("questions, full")
    full_state.restore()
    full = ask_all(model, questions, n, full_state)
    return {
        "recall_full": float(np.mean([found for found, _ in full])),
        "recall": float(np.mean([found for found, _ in compacted])),
        "logprob_full": float(np.mean([logprob for _, logprob in full])),
        "logprob": float(np.mean([logprob for _, logprob in compacted])),
        "context_tokens": n,
        "bytes_before": shrunk.bytes_before,
        "bytes_after": shrunk.bytes_after,
        "compaction_ms": shrunk.ms,
        "prefill_ms": prefill_ms,
        "profiled": shrunk.profiled,
        "per_fact": [
            {"name": fact.name, "found_full": f[0], "found": c[0], "logprob_full": f[1], "logprob": c[1]}
            for fact, f, c in zip(facts, full, compacted, strict=True)
        ],
    }


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
