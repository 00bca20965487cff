"""``bench quality``: how far the next-token distributions move when the context before them is compacted.

Per window: prefill ``context`` tokens, compact them to 1/ratio of their bytes, teacher-force ``continuation`` further
tokens at unchanged positions, and compare the logits of each with those of the full context.

With ``seeds`` above 1 every window is compacted so many times, each time with reference queries drawn anew (from four
times as many samples); ``kl_seeds`` are the means of each drawing. A difference that is smaller than theirs means
nothing.

The same is done with a block that keeps every row (``kl_floor``, ``top1_floor``): the sums of attention are the same
then, only their order is another one. With quantized weights the activations are rounded, and any change of order
moves the result, so this is noise that no compaction can be better than (KL 0.0028 on a 135M model in Q4_1, nothing
on the same weights in F16). A ``kl`` near its floor is as good as the full cache.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

import numpy as np

from engine.bench import presets
from engine.bench.grid import Grid, GridPoint, Result, ResultCache, means
from engine.bench.harness import SavedState, prefill, read_text, reset, windows
from engine.bench.progress import BenchProgress
from engine.model.metrics import Rows, distance, kl_divergence, top1_agreement
from engine.model.model import Model
from engine.model.reading import forced

SAMPLES = 4  # times as many queries, to draw some from

Run = Callable[[GridPoint, Callable[[], Result]], None]


@dataclass(frozen=True)
class QualityOptions:
    model: str
    text: str
    context: int = 2048
    continuation: int = 256
    windows: int = 3
    ratio: float = 4.0
    preset: str = "default"
    kv_type: str = "f16"
    seeds: int = 1
    threads: int = 0


def run(options: QualityOptions, progress: BenchProgress) -> dict[str, Any]:
    """Measure; the keys are those of ``--json``. Times in milliseconds, sizes in bytes, ``kl`` in nats.

    ``held_out_error`` is the relative error of attention outputs on queries that nothing was fitted on, mean over
    heads, and ``held_out_worst`` that of the worst head; None for presets that compact nothing. ``queries``: reference
    queries that chose a head's rows, the fewest of all heads. ``kl_predicted``, ``top1_predicted``: what the
    compaction predicted of the next words, None for presets that predict nothing.
    """
    presets.kept_tokens(options.context, options.ratio)
    point = GridPoint(options.preset, options.ratio)
    return summary(run_grid(options, [point], progress).outcome(point))


def run_grid(
    options: QualityOptions, points: Sequence[GridPoint], progress: BenchProgress, kept: ResultCache | None = None
) -> Grid:
    """Measure all points on the same windows; ``options.preset`` and ``options.ratio`` do not count."""
    text = read_text(options.text)
    grid = Grid(points, kept)
    slack = options.context // 16 + 64  # of the block that keeps every row: it has log-weights, and its rows are padded
    with Model.open(
        options.model,
        n_ctx=options.context + options.continuation + slack,
        n_threads=options.threads,
        kv_type=options.kv_type,
        n_recent_queries=presets.recent_queries_needed(*(point.preset for point in points)),
        query_samples=1 if options.seeds == 1 else SAMPLES,
    ) as model:
        size = options.context + options.continuation + 1
        pieces = windows(model.tokenize(text, special=False), size, options.windows, model.bos_token)
        for number, piece in enumerate(pieces):
            window = _Window(model, piece, options, points, progress)
            for seed in range(1, options.seeds + 1) if options.seeds > 1 else (0,):
                name = f"{number}/{options.windows}" + (f" seed {seed}" if seed else "")
                grid.window(name, partial(window.measure, seed))
                progress.step()
    return grid


def summary(results: Sequence[Result]) -> dict[str, Any]:
    """Means over windows, and the windows."""
    worst = max(results, key=lambda result: float(result["kl"]))
    seeds = sorted({result["seed"] for result in results})
    drawn = [float(np.mean([result["kl"] for result in results if result["seed"] == seed])) for seed in seeds]
    mean = means(results, whole=("bytes_before", "bytes_after"), worst=("kl_max", "held_out_worst"))
    return {
        **{key: value for key, value in mean.items() if key != "seed"},
        "kl_worst_window": worst["kl"],
        "top1_worst_window": min(result["top1"] for result in results),
        "kl_seeds": drawn,
        "windows": len(results) // len(seeds),
        "per_window": list(results),
    }


class _Window:
    """One place in the text: the full run first, then each point from the same memory."""

    def __init__(
        self,
        model: Model,
        piece: list[int],
        options: QualityOptions,
        points: Sequence[GridPoint],
        progress: BenchProgress,
    ) -> None:
        n = options.context
        self._model, self._points, self._progress, self._n = model, points, progress, n
        self._context, self._going_on, self._targets = piece[:n], piece[n:-1], piece[n + 1 :]
        self._full: tuple[SavedState, Rows, Result] | None = None

    def measure(self, seed: int, run: Run, name: str) -> None:
        label = f"window {name}: "
        saved, full, shared = self._read(label)
        for point in self._points:
            self._progress.stage(f"{label}{point.preset} {point.ratio:g}x")
            run(point, partial(self._point, point, seed, saved, full, shared))

    def _read(self, label: str) -> tuple[SavedState, Rows, Result]:
        """The memory, the logits of the full run and what all points share; done once for all seeds."""
        if self._full is not None:
            return self._full
        self._progress.stage(label + "prefill")
        reset(self._model)
        prefill_ms = prefill(self._model, self._context)
        saved = SavedState(self._model)
        self._progress.stage(label + "full")
        full = forced(self._model, self._going_on, self._n)
        self._progress.stage(label + "floor")
        saved.restore()
        self._full = saved, full, {**self._floor(full), "prefill_ms": prefill_ms}
        return self._full

    def _floor(self, full: Rows) -> Result:
        if self._model.why_not_compactable():
            return {"kl_floor": None, "top1_floor": None}
        presets.keep_all(self._model, self._n)
        same = forced(self._model, self._going_on, self._n)
        return {"kl_floor": float(kl_divergence(full, same).mean()), "top1_floor": top1_agreement(full, same)}

    def _point(self, point: GridPoint, seed: int, saved: SavedState, full: Rows, shared: Result) -> Result:
        presets.kept_tokens(self._n, point.ratio)
        saved.restore()
        shrunk = presets.shrink(self._model, self._n, point.preset, point.ratio, self._context, seed)
        compacted = forced(self._model, self._going_on, self._n)
        return {
            **asdict(distance(full, compacted, self._targets)),
            **shared,
            "bytes_before": shrunk.bytes_before,
            "bytes_after": shrunk.bytes_after,
            "compaction_ms": shrunk.ms,
            "held_out_error": shrunk.error,
            "held_out_worst": shrunk.error_max,
            "profiled": shrunk.profiled,
            "queries": shrunk.queries,
            "kl_predicted": shrunk.nats,
            "top1_predicted": shrunk.same,
            "seed": seed,
        }
