"""``bench tasks``: whether a chat that was compacted is still replied to as the full one is.

Each task (:mod:`engine.bench.task_kinds`) is a chat of about ``context`` tokens in the model's template. Its questions
are asked one at a time, from the same state, each with the beginning of its reply; a question counts as right when
every token of the reply asked for is the most probable after those before it. ``full`` is the share that the full
cache gets right. ``agreement`` is the share of those that is right after the compaction as well, ``logprob_lost`` the
mean of the log-probability (nats, of the whole reply) that it took from them. ``agreement_min`` is the lowest agreement
of the tasks that the full cache masters: ``full`` of at least 0.7.

Replies never stand in the last 128 tokens of a chat, nor in a question, and are never one token only.

``--ratio`` and ``--preset`` take several values with commas between: each chat is read once for all of them. Beside
presets there is what other programs do (:mod:`engine.bench.task_baselines`), at the same bytes of an f16 cache:
``cut_turns``, and ``summary``, written by the model itself.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from engine.bench import presets, task_baselines
from engine.bench.grid import Grid, GridPoint, Result, ResultCache
from engine.bench.harness import BenchError, SavedState, listed, memory_bytes, prefill, read_text, reset
from engine.bench.progress import BenchProgress
from engine.bench.quality import Run
from engine.bench.recall import Question, ask_all
from engine.bench.task_baselines import CUT_TURNS, SUMMARY
from engine.bench.task_chats import ChatWriter, Exchange, TaskChat, sentences, task_chat
from engine.bench.task_kinds import RESOURCES, TASKS, TaskQuestion
from engine.errors import EngineError
from engine.model.model import Model

MASTERED = 0.7  # share of a task's questions from which a full cache masters it
_ROOM = 512  # tokens of a question with its reply, and of a summary
_BASELINES = {CUT_TURNS: task_baselines.cut_turns, SUMMARY: task_baselines.summary}


@dataclass(frozen=True)
class TasksOptions:
    model: str
    context: int = 4096
    ratio: str = "8"
    preset: str = "default"
    tasks: str = ""
    seeds: int = 1
    seed: int = 1
    text: str = ""
    threads: int = 0


def points_of(options: TasksOptions) -> list[GridPoint]:
    """Every preset at every ratio.

    Raises:
        BenchError: a ratio is no number, or there is no such preset.
    """
    ratios = listed(options.ratio, "ratio", 1)
    names = options.preset.split(",")
    for name in names:
        if name not in _BASELINES:
            presets.check(name)
    return [GridPoint(name, ratio) for name in names for ratio in ratios]


def names_of(options: TasksOptions) -> list[str]:
    """The tasks asked for, or all.

    Raises:
        BenchError: there is no such task.
    """
    names = options.tasks.split(",") if options.tasks else list(TASKS)
    for name in names:
        if name not in TASKS:
            raise BenchError(f"There is no task {name!r}.", f"Choose from {', '.join(TASKS)}.")
    return names


def steps(options: TasksOptions) -> int:
    """Steps of the progress bar: chats."""
    return len(names_of(options)) * options.seeds


def run(options: TasksOptions, progress: BenchProgress) -> dict[str, Any]:
    """Measure; the keys are those of ``--json``. With several points also ``points``, the same for each of them.

    Raises:
        BenchError: the only point cannot be measured.
    """
    points = points_of(options)
    grid = run_grid(options, points, progress)
    if len(points) == 1:
        return summary(grid.outcome(points[0]))
    rows: list[dict[str, Any]] = []
    for point in points:
        row: dict[str, Any] = {"preset": point.preset, "ratio": point.ratio}
        try:
            rows.append({**row, **summary(grid.outcome(point))})
        except EngineError as error:
            rows.append({**row, "failed": error.message})
    return {**next((row for row in rows if "tasks" in row), {}), "points": rows}


def run_grid(
    options: TasksOptions, points: Sequence[GridPoint], progress: BenchProgress, kept: ResultCache | None = None
) -> Grid:
    """Measure all points on the same chats; ``options.preset`` and ``options.ratio`` do not count."""
    prose = sentences(read_text(options.text or RESOURCES / "prose.txt"))
    grid = Grid(points, kept)
    with Model.open(
        options.model,
        n_ctx=options.context + options.context // 32 + _ROOM,
        n_threads=options.threads,
        n_recent_queries=presets.recent_queries_needed(*(point.preset for point in points)),
    ) as model:
        writer = ChatWriter(model)
        for name in names_of(options):
            for seed in range(options.seed, options.seed + options.seeds):
                text = TASKS[name](random.Random(f"{name} {seed}"))
                chat = task_chat(model, writer, text, prose, options.context, seed)
                grid.window(f"{name} {seed}", _TaskWindow(model, writer, name, chat, points, progress).measure)
                progress.step()
    return grid


def summary(results: Sequence[Result]) -> dict[str, Any]:
    """Tasks by name, from the results of their chats."""
    tasks: dict[str, dict[str, Any]] = {}
    for name in dict.fromkeys(result["task"] for result in results):
        asked = [one for result in results if result["task"] == name for one in result["questions"]]
        right = [one for one in asked if one["full"]]
        tasks[name] = {
            "full": len(right) / len(asked),
            "agreement": float(np.mean([one["same"] for one in right])) if right else None,
            "logprob_lost": float(np.mean([one["logprob_full"] - one["logprob"] for one in right])) if right else None,
            "questions": len(asked),
        }
    mastered = [task["agreement"] for task in tasks.values() if task["full"] >= MASTERED]
    return {
        "tasks": tasks,
        "mastered": len(mastered),
        "agreement_min": min(mastered, default=None),
        "agreement_mean": float(np.mean(mastered)) if mastered else None,
        "bytes_before": round(float(np.mean([result["bytes_before"] for result in results]))),
        "bytes_after": round(float(np.mean([result["bytes_after"] for result in results]))),
        "prefill_ms": float(np.mean([result["prefill_ms"] for result in results])),
        "compaction_ms": float(np.mean([result["compaction_ms"] for result in results])),
        "per_chat": list(results),
    }


class _TaskWindow:
    """One chat: asked with the full cache first, then at each point."""

    def __init__(
        self,
        model: Model,
        writer: ChatWriter,
        name: str,
        chat: TaskChat,
        points: Sequence[GridPoint],
        progress: BenchProgress,
    ) -> None:
        self._model, self._writer, self._name, self._chat = model, writer, name, chat
        self._points, self._progress = points, progress

    def measure(self, run: Run, name: str) -> None:
        self._progress.stage(f"{name}: full")
        reset(self._model)
        prefill_ms = prefill(self._model, self._chat.tokens)
        saved = SavedState(self._model)
        questions = self._questions(self._chat.exchanges)
        full = ask_all(self._model, questions, len(self._chat.tokens), saved)
        for point in self._points:
            self._progress.stage(f"{name}: {point.preset} {point.ratio:g}x")
            run(point, partial(self._point, point, saved, questions, full, prefill_ms))

    def _questions(self, exchanges: Sequence[Exchange]) -> list[Question]:
        return [self._writer.question(exchanges, one) for one in self._chat.questions]

    def _point(
        self,
        point: GridPoint,
        saved: SavedState,
        questions: list[Question],
        full: list[tuple[bool, float]],
        prefill_ms: float,
    ) -> Result:
        model, n = self._model, len(self._chat.tokens)
        saved.restore()
        before = memory_bytes(model, n)
        if baseline := _BASELINES.get(point.preset):
            left = baseline(model, self._writer, self._chat, presets.kept_tokens(n, point.ratio))
            length = model.length()
            after, ms, error = memory_bytes(model, length), 0.0, None
            questions = self._questions(left)
        else:
            shrunk = presets.shrink(model, n, point.preset, point.ratio, self._chat.tokens)
            length, after, ms, error = n, shrunk.bytes_after, shrunk.ms, shrunk.error
        replies = ask_all(model, questions, length, SavedState(model))
        return {
            "task": self._name,
            "context_tokens": n,
            "bytes_before": before,
            "bytes_after": after,
            "prefill_ms": prefill_ms,
            "compaction_ms": ms,
            "held_out_error": error,
            "questions": [
                _compared(one, was, now) for one, was, now in zip(self._chat.questions, full, replies, strict=True)
            ],
        }


def _compared(asked: TaskQuestion, full: tuple[bool, float], now: tuple[bool, float]) -> Result:
    return {
        "ask": asked.ask,
        "reply": asked.reply.strip(),
        "full": full[0],
        "same": now[0],
        "logprob_full": full[1],
        "logprob": now[1],
    }
