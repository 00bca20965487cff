"""``bench pairs``: pairs of words planted in prose, and asked for after it was compacted.

A pair is a line of two words that have nothing to do with each other, drawn from the model's own vocabulary so that
each is one token. Asked for, its first word stands on a line once more; the pair counts as recalled when the most
probable next token is its second word. Each is asked alone, from the same state, and none stands among the last tokens,
which all presets keep. No word of a pair stands anywhere else in the text.

It asks for nothing but looking up what stands in the context, which a model does with a few of its heads. That is what
makes it a measure of a compaction: what the heads that look things up have lost shows at once.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from engine.bench import presets
from engine.bench.grid import Grid, GridPoint, Result, ResultCache, means
from engine.bench.harness import BenchError, SavedState, prefill, read_text, reset, windows
from engine.bench.progress import BenchProgress
from engine.bench.quality import Run
from engine.bench.recall import Question, ask_all, cost_of
from engine.heads.sensitivity import PROSE
from engine.model.model import Model

_WORD = re.compile(rb" [a-z]{3,}")
_LINE = "\n"


@dataclass(frozen=True)
class PairsOptions:
    model: str
    pairs: int = 32
    context: int = 1024
    windows: int = 2
    ratio: float = 8.0
    preset: str = "default"
    seed: int = 1
    text: str = ""
    threads: int = 0


def run(options: PairsOptions, progress: BenchProgress) -> dict[str, Any]:
    """Measure; the keys are those of ``--json``: shares of the pairs, means over windows."""
    presets.kept_tokens(options.context, options.ratio)
    point = GridPoint(options.preset, options.ratio)
    return summary(run_grid(options, [point], progress).outcome(point))


def run_grid(
    options: PairsOptions, points: Sequence[GridPoint], progress: BenchProgress, kept: ResultCache | None = None
) -> Grid:
    """Measure all points on the same windows; ``options.preset`` and ``options.ratio`` do not count."""
    text = read_text(options.text or PROSE).replace("\r\n", "\n")
    grid = Grid(points, kept)
    with Model.open(
        options.model,
        n_ctx=options.context + 64,
        n_threads=options.threads,
        n_recent_queries=presets.recent_queries_needed(*(point.preset for point in points)),
    ) as model:
        pieces = windows(model.tokenize(text, special=False), options.context, options.windows, None)
        words = single_words(model, text)
        for number, piece in enumerate(pieces):
            pairs = draw_pairs(words, options.pairs, options.seed + number)
            window = _PairsWindow(model, piece, pairs, points, progress)
            grid.window(f"{number}/{options.windows}", window.measure)
            progress.step()
    return grid


def summary(results: Sequence[Result]) -> dict[str, Any]:
    """Means over windows, and the windows."""
    worst = {"recall_worst_window": min(result["recall"] for result in results)}
    whole = ("bytes_before", "bytes_after", "context_tokens", "pairs")
    return {**means(results, whole=whole), **worst, "per_window": list(results)}


def single_words(model: Model, text: str) -> list[int]:
    """Tokens that are one whole word, also in a line of a pair, and that ``text`` does not hold."""
    used = set(re.findall(r"[a-z]+", text.lower()))
    found = []
    for token, piece in enumerate(model.pieces()):
        if _WORD.fullmatch(piece) and piece[1:].decode() not in used and _line(model, token, token)[-2:] == [token] * 2:
            found.append(token)
    return found


def draw_pairs(words: Sequence[int], n: int, seed: int) -> list[tuple[int, int]]:
    """``n`` pairs of different words, the same for the same seed.

    Raises:
        BenchError: there are too few words.
    """
    if len(words) < 2 * n:
        raise BenchError(f"This vocabulary has {len(words)} words for {n} pairs.", "Ask for fewer pairs.")
    drawn = np.random.default_rng(seed).permutation(np.asarray(words))[: 2 * n].tolist()
    return list(zip(drawn[:n], drawn[n:], strict=True))


def planted(model: Model, prose: Sequence[int], pairs: Sequence[tuple[int, int]]) -> list[int]:
    """As many tokens as ``prose`` has: its beginning with the pairs in it at even depths; BOS first where one is due.

    Raises:
        BenchError: the pairs do not fit before the last tokens, which are kept verbatim.
    """
    first = [] if model.bos_token is None else [model.bos_token]
    lines = [[*_line(model, key, value), *model.tokenize(_LINE, special=False)] for key, value in pairs]
    room = len(prose) - presets.RECENT - presets.SINKS - len(first) - sum(map(len, lines))
    if room < 0:
        raise BenchError(f"{len(pairs)} pairs do not fit {len(prose)} tokens.", "Give a longer context or fewer pairs.")
    tokens = [*first, *prose[: presets.SINKS]]
    told = presets.SINKS
    for i, line in enumerate(lines):
        until = presets.SINKS + room * (i + 1) // len(lines)
        tokens += [*prose[told:until], *line]
        told = until
    return tokens + list(prose[told : told + len(prose) - len(tokens)])


def _line(model: Model, key: int, value: int) -> list[int]:
    return model.tokenize(_LINE + model.text([key]) + model.text([value]), special=False)


class _PairsWindow:
    """One place in the text with one set of pairs: asked with the full memory first, then at each point."""

    def __init__(
        self,
        model: Model,
        prose: Sequence[int],
        pairs: Sequence[tuple[int, int]],
        points: Sequence[GridPoint],
        progress: BenchProgress,
    ) -> None:
        self._model, self._points, self._progress = model, points, progress
        self._context = planted(model, prose, pairs)
        self._questions = [Question(_line(model, key, value)[:-1], [value]) for key, value in pairs]

    def measure(self, run: Run, name: str) -> None:
        self._progress.stage(f"window {name}: full")
        reset(self._model)
        n = len(self._context)
        prefill_ms = prefill(self._model, self._context)
        saved = SavedState(self._model)
        full = ask_all(self._model, self._questions, n, saved)

        def measured(point: GridPoint) -> Result:
            saved.restore()
            shrunk = presets.shrink(self._model, n, point.preset, point.ratio, self._context)
            compacted = ask_all(self._model, self._questions, n, SavedState(self._model))
            (found_full, logprob_full), (found, logprob) = (np.mean(said, axis=0) for said in (full, compacted))
            return {
                "pairs": len(full),
                "recall_full": float(found_full),
                "recall": float(found),
                "logprob_full": float(logprob_full),
                "logprob": float(logprob),
                "prefill_ms": prefill_ms,
                "context_tokens": n,
                **cost_of(shrunk),
            }

        for point in self._points:
            self._progress.stage(f"window {name}: {point.preset} {point.ratio:g}x")
            run(point, partial(measured, point))
