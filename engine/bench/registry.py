"""The benchmarks by name, and one run of them."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from engine.bench import (
    calibration,
    cartridge,
    cost,
    decode,
    long,
    pairs,
    perplexity,
    prediction,
    quality,
    recall,
    resume,
    rewind,
    server,
    share,
    speed,
    stall,
    switch,
    tasks,
    undo,
)
from engine.bench.grid import Grid, Result
from engine.bench.harness import BenchError
from engine.bench.progress import BenchProgress
from engine.bench.ranges import MOST_THREADS, problem
from engine.model.runtime import runtime


@dataclass(frozen=True)
class Bench:
    """One subcommand: its options (a dataclass), what runs it, and how many steps its progress bar has.

    ``grid``: measures many presets and ratios on the same windows, and puts a point's windows together.
    """

    options: type[Any]
    run: Callable[[Any, BenchProgress], dict[str, Any]]
    steps: Callable[[Any], int]
    help: str
    grid: tuple[Callable[..., Grid], Callable[[Sequence[Result]], dict[str, Any]]] | None = None


BENCHES: dict[str, Bench] = {
    "quality": Bench(
        quality.QualityOptions,
        quality.run,
        lambda o: int(o.windows * o.seeds),
        "how far next-token distributions move",
        (quality.run_grid, quality.summary),
    ),
    "prediction": Bench(
        prediction.PredictionOptions,
        prediction.run,
        lambda o: int(o.windows),
        "whether the next words change as much as a compaction says",
    ),
    "calibration": Bench(
        calibration.CalibrationOptions,
        calibration.run,
        lambda _: 1,
        "what measuring heads in few passes is worth",
    ),
    "recall": Bench(
        recall.RecallOptions,
        recall.run,
        lambda o: int(o.windows * o.seeds),
        "whether planted facts are still known",
        (recall.run_grid, recall.summary),
    ),
    "pairs": Bench(
        pairs.PairsOptions,
        pairs.run,
        lambda o: int(o.windows),
        "whether planted pairs of words are still known",
        (pairs.run_grid, pairs.summary),
    ),
    "tasks": Bench(
        tasks.TasksOptions,
        tasks.run,
        tasks.steps,
        "whether replies to what stands far back in a chat stay the same",
        (tasks.run_grid, tasks.summary),
    ),
    "perplexity": Bench(
        perplexity.PerplexityOptions, perplexity.run, lambda _: 1, "a whole text, compacted on the way and not"
    ),
    "decode": Bench(decode.DecodeOptions, decode.run, lambda _: 1, "decoding speed with nothing compacted"),
    "speed": Bench(speed.SpeedOptions, speed.run, lambda _: speed.ROUNDS + 2, "decoding speed, and what it costs"),
    "cost": Bench(cost.CostOptions, cost.run, cost.steps, "what a compaction costs with the cache of an 8B model"),
    "long": Bench(long.LongOptions, long.run, lambda _: 3, "a long text streamed through a small context"),
    "resume": Bench(resume.ResumeOptions, resume.run, lambda _: resume.STEPS, "saving and loading against prefilling"),
    "rewind": Bench(rewind.RewindOptions, rewind.run, lambda _: rewind.STEPS, "saying the last turn of a chat anew"),
    "undo": Bench(undo.UndoOptions, undo.run, lambda _: undo.STEPS, "taking back the last compaction of a long chat"),
    "switch": Bench(switch.SwitchOptions, switch.run, switch.steps, "from one long chat to another and back"),
    "server": Bench(server.ServerBenchOptions, server.run, server.steps, "a long chat over HTTP, and many clients"),
    "cartridge": Bench(
        cartridge.CartridgeOptions,
        cartridge.run,
        cartridge.steps,
        "documents mounted into a chat, against reading them",
    ),
    "share": Bench(share.ShareOptions, share.run, lambda _: share.STEPS, "chats with a common beginning, side by side"),
    "stall": Bench(stall.StallOptions, stall.run, stall.steps, "how long a person waits when a chat compacts"),
}


def measure(name: str, options: Any, shown: bool) -> dict[str, Any]:
    """Run one benchmark: its results, with what they were measured on and with."""
    bench = BENCHES[name]
    check(options)
    with BenchProgress.on_stderr(bench.steps(options), shown) as progress:
        results = bench.run(options, progress)
    settings = asdict(options)
    for key in ("model", "text"):
        if settings.get(key):
            settings[key] = Path(settings[key]).name
    return {"bench": name, **results, "options": settings, "library": runtime().version}


def check(options: Any) -> None:
    """Raises BenchError for numbers that can't work: counts and ratios below 1 (0 where that is the default), others
    below 0, and what is no number at all.
    """
    for field in fields(options):
        given = getattr(options, field.name)
        for value in given if isinstance(given, tuple) else (given,):
            if field.name == "seed" or isinstance(value, bool) or not isinstance(value, int | float):
                continue
            counted = isinstance(value, int) or field.name == "ratio"
            least = min(1, field.default) if counted and isinstance(field.default, int | float) else int(counted)
            in_range(field.name, value, least, MOST_THREADS if field.name == "threads" else math.inf)


def in_range(name: str, value: float, least: float, most: float = math.inf) -> None:
    """Raises BenchError unless the option's value is a number in this range."""
    if wrong := problem(value, least, most):
        raise BenchError(f"--{name.replace('_', '-')}: {value:g} {wrong}.")
