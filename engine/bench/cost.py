"""``bench cost``: what a compaction costs on a model with the cache of an 8B one, against reading the text with it.

The model is random and narrow but for its heads: 32 query and 8 KV heads of 128. ``layers`` of its 36 are measured, and
what grows with them is scaled: ``scaled_from_layers`` says from how many. All heads have the same budget, as before a
model is calibrated: none keeps all of its rows, which would cost nothing.

Reading is computed: ``prefill_s`` is 2 P n / rate + 2 layers heads head_size n^2 / attention rate, where P is how many
numbers the layers of the real model have and n the tokens. Both rates are measured with as many threads: the first on
one layer of its full width in Q4_0, the second on some tokens that attend to half of the context.

``_cpu`` has processor time on both sides: a machine that is busy with something else tells little by the clock.
"""

from __future__ import annotations

import tempfile
import time
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from engine.bench import presets
from engine.bench.cost_model import EIGHT_B, Bytes, Geometry, fill, write_narrow, write_wide
from engine.bench.harness import SEQ, BenchError, memory_bytes, prefill
from engine.bench.progress import BenchProgress
from engine.chat.compactor import SLICE
from engine.compaction.pipeline import begin, resumable
from engine.heads.calibration import random_tokens
from engine.model.compact_structs import Report
from engine.model.model import Model

RATE_TOKENS = 256
RATE_ROUNDS = 3


@dataclass(frozen=True)
class CostOptions:
    context: tuple[int, ...] = (8192, 32768)
    threads: tuple[int, ...] = (1, 2)
    ratio: float = 8.0
    preset: str = "default"
    layers: int = 4
    refine: bool = False


@dataclass
class _Measured:
    """One compaction of so many layers. Seconds, bytes."""

    report: Report
    slices: list[float]
    slices_cpu: list[float]
    refine_slices: list[float]
    begin_s: float
    commit_s: float
    commit_cpu_s: float
    cpu_s: float
    kv_bytes: int
    peak_work: int  # before the commit
    per_head: float  # what a head that is done leaves until then
    heads: int
    walked: int  # cells, before the commit


def steps(options: CostOptions) -> int:
    """Of the progress bar."""
    return len(options.context) * (1 + len(options.threads)) + len(options.threads)


def run(options: CostOptions, progress: BenchProgress) -> dict[str, Any]:
    """Measure; the keys are those of ``--json``, each a list over the contexts, and over the threads for each of them.

    ``select_s``, ``fit_s``, ``move_s``, ``total_s``: seconds of a compaction's steps, and of all; ``work_peak_bytes``:
    scratch beyond the cache while heads are worked on, ``peak_bytes``: with the commit; ``peak_share``: to the bytes of
    the keys and values. ``slice_ms_median``, ``slice_ms_max``: stretches at which a chat waits; ``commit_ms``: the last
    of them. ``walked``: cells that slices looked at, to those of the context. With ``refine``: ``refine_s`` is what is
    done while nobody waits, ``refine_share`` that to reading; ``select_s``, ``fit_s`` and the peaks hold it, too.
    """
    if not resumable(options.preset):
        raise BenchError(f"The preset {options.preset!r} does not work in slices.", "Measure another one.")
    for context in options.context:
        presets.kept_tokens(context, options.ratio)
    return measure(options, EIGHT_B, progress)


def measure(options: CostOptions, geometry: Geometry, progress: BenchProgress) -> dict[str, Any]:
    """As :func:`run`, for a model of any shape."""
    layers = min(options.layers, geometry.layers)
    rows: list[dict[str, Any]] = []
    with tempfile.TemporaryDirectory(prefix="longthread-bench-") as name:
        narrow, wide = Path(name) / "narrow.gguf", Path(name) / "wide.gguf"
        write_wide(wide, geometry)
        rates = {}
        for threads in options.threads:
            progress.stage(f"the machine's rate, {threads} threads")
            rates[threads] = _rates(wide, geometry, threads)
            progress.step()
        wide.unlink()
        write_narrow(narrow, geometry, layers)
        for context in options.context:
            progress.stage(f"a cache of {context} tokens")
            with _open(narrow, context, max(options.threads)) as model:
                state = fill(model, geometry, context)
                half = fill(model, geometry, context // 2)
            progress.step()
            for threads in options.threads:
                progress.stage(f"compacting {context} tokens, {threads} threads")
                with _open(narrow, context, threads) as model:
                    attention = _attention_rates(model, geometry, layers, half, context // 2)
                    model.clear()
                    measured = _compact(model, options, state, context)
                prefill_s = [
                    geometry.prefill_seconds(context, *pair) for pair in zip(rates[threads], attention, strict=True)
                ]
                rows.append(_row(geometry, layers, (context, threads), measured, prefill_s))
                progress.step()
            del state, half
    return {
        **{key: [row[key] for row in rows] for key in rows[0]},
        "layers": geometry.layers,
        "scaled_from_layers": layers,
        "prefill_share_most": max(row["prefill_share"] for row in rows),
        "peak_share_most": max(row["peak_share"] for row in rows),
    }


def _open(path: Path, context: int, threads: int) -> Model:
    return Model.open(path, n_ctx=context + presets.RECENT, n_threads=threads, n_gpu_layers=0)


def _rates(path: Path, geometry: Geometry, threads: int) -> tuple[float, float]:
    """Operations per second, and per second of processor time, of reading with one layer: the best of some rounds."""
    flops = 2.0 * geometry.layer_parameters * RATE_TOKENS
    best, best_cpu = 0.0, 0.0
    with Model.open(
        path, n_ctx=RATE_TOKENS, n_threads=threads, n_gpu_layers=0, n_ubatch=RATE_TOKENS, sample_queries=False
    ) as model:
        tokens = random_tokens(model, RATE_TOKENS)
        for _ in range(RATE_ROUNDS):
            model.clear()
            cpu = time.process_time()
            seconds = prefill(model, tokens) / 1000
            best, best_cpu = max(best, flops / seconds), max(best_cpu, flops / (time.process_time() - cpu))
    return best, best_cpu


def _attention_rates(model: Model, geometry: Geometry, layers: int, state: Bytes, depth: int) -> tuple[float, float]:
    """As :func:`_rates`, of tokens that attend to ``depth`` others, whose state is given."""
    n = min(RATE_TOKENS, depth)
    flops = 4.0 * layers * geometry.heads * geometry.head_size * n * (depth + n / 2)
    model.set_state(state, SEQ)
    tokens = random_tokens(model, n)
    cpu = time.process_time()
    seconds = prefill(model, tokens, depth) / 1000
    return flops / seconds, flops / (time.process_time() - cpu)


def _compact(model: Model, options: CostOptions, state: Bytes, context: int) -> _Measured:
    model.set_state(state, SEQ)
    kv_bytes = memory_bytes(model, context)
    at_start, start = time.process_time(), time.perf_counter()
    job = begin(model, presets.SINKS, context - presets.RECENT, kv_bytes / options.ratio, preset=options.preset)
    with job:
        begin_s = time.perf_counter() - start
        slices: list[float] = []
        slices_cpu: list[float] = []
        peaks = [0]
        done = False
        while not done:
            cpu, start = time.process_time(), time.perf_counter()
            done = job.step(SLICE)
            slices.append(time.perf_counter() - start)
            slices_cpu.append(time.process_time() - cpu)
            peaks.append(job.peak_extra_bytes)
        refine_slices: list[float] = []
        refined, refine_cpu = not options.refine, time.process_time()
        while not refined:
            start = time.perf_counter()
            refined = job.refine(SLICE)
            refine_slices.append(time.perf_counter() - start)
            peaks.append(job.peak_extra_bytes)
        at_start += time.process_time() - refine_cpu
        cpu, start = time.process_time(), time.perf_counter()
        walked = job.walked  # and once more in the commit
        _, report = job.commit()
        commit_s, commit_cpu_s = time.perf_counter() - start, time.process_time() - cpu
    cpu_s = time.process_time() - at_start
    # scratch is taken by the first heads; later ones add what they leave behind
    steps_up = [b - a for a, b in pairwise(peaks[1:]) if b > a]
    heads = len(model.compact_api.heads(model.context))
    return _Measured(
        report, slices, slices_cpu, refine_slices, begin_s, commit_s, commit_cpu_s, cpu_s, kv_bytes, peaks[-1],
        float(np.median(steps_up or [0])), heads, walked,
    )  # fmt: skip


def _row(
    geometry: Geometry, layers: int, point: tuple[int, int], one: _Measured, prefill_s: list[float]
) -> dict[str, Any]:
    context, threads = point
    times = geometry.layers / layers
    select, fit, move = (
        us * 1e-6 * times for us in (one.report.t_select_us, one.report.t_fit_us, one.report.t_move_us)
    )
    total = (one.begin_s + sum(one.slices) + one.commit_s) * times
    # what heads leave behind adds up; what one takes while it is worked on does not
    more = round(one.per_head * one.heads * (times - 1))
    work, peak = one.peak_work + more, int(one.report.peak_extra_bytes) + more
    seconds, cpu_seconds = prefill_s
    return {
        "contexts": context,
        "threads": threads,
        "total_s": total,
        "begin_s": one.begin_s,
        "select_s": select,
        "fit_s": fit,
        "move_s": move,
        "total_cpu_s": one.cpu_s * times,
        "prefill_s": seconds,
        "prefill_cpu_s": cpu_seconds,
        "prefill_share": total / seconds,
        "refine_s": sum(one.refine_slices) * times,
        "refine_share": sum(one.refine_slices) * times / seconds,
        "refine_slice_ms_max": max(one.refine_slices, default=0.0) * 1000,
        "prefill_share_cpu": one.cpu_s * times / cpu_seconds,
        "kv_bytes": round(one.kv_bytes * times),
        "work_peak_bytes": work,
        "peak_bytes": peak,
        "peak_share": peak / (one.kv_bytes * times),
        "slices": len(one.slices),
        "slice_ms_median": float(np.median(one.slices)) * 1000,
        "slice_ms_max": max(one.slices) * 1000,
        "slice_cpu_ms_median": float(np.median(one.slices_cpu)) * 1000,
        "slice_cpu_ms_max": max(one.slices_cpu) * 1000,
        "commit_ms": one.commit_s * times * 1000,
        "commit_cpu_ms": one.commit_cpu_s * times * 1000,
        "walked": one.walked / context,
    }
