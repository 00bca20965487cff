"""``bench all``: the published tables. Every table stands under the command that made it, whatever it showed."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

from engine.bench import presets, report_plots
from engine.bench.clock import Clock
from engine.bench.grid import Grid, GridPoint
from engine.bench.progress import BenchProgress
from engine.bench.registry import BENCHES, measure
from engine.bench.report_plots import PLOTS
from engine.bench.report_summary import MeasuredModel, summary
from engine.bench.report_tables import NotMeasured, Outcome, table
from engine.bench.results import Results, WindowResults, code_digest, file_digest, profile_digest
from engine.bench.sections import ReportSection, Row, missing, sections
from engine.compaction.presets import recent_queries
from engine.errors import EngineError
from engine.files import replacing
from engine.gguf.header import read_facts
from engine.model.runtime import runtime

Measure = Callable[[str, str, Sequence[Row]], list[Outcome]]

_NOT_PART = ("model", "text", "preset", "ratio")  # of what a grid's windows are told apart by


def write_report(
    out: Path,
    models: Sequence[str],
    text: str,
    threads: int,
    *,
    quick: bool = False,
    results: Path | None = None,
    windows: int | None = None,
    minutes: float | None = None,
) -> None:
    """Run every row and write the tables to ``out``, with pictures in a folder of its name beside it.

    A row that fails is written as such, with its reason.

    What was measured is kept in ``results`` (beside ``out`` unless given), so that a run that was stopped goes on
    where it was; results of other code, models, texts or profiles are not used.

    Args:
        windows: places in the text, None: as many as the tables say.
        minutes: time for everything, None: as long as it takes. Each table gets its share of it: one window and one row
            at least. What was left out is measured by the next run.

    Raises:
        BenchError: matplotlib is not installed; nothing was measured.
        DiskFull: a file cannot be written; what was there is untouched.
    """
    report_plots.require_library()
    planned = sections(quick, windows=windows)
    tables = [section for section in planned if section.bench in BENCHES]
    for section in planned:
        if section.bench not in BENCHES:
            _tell(f"skipped: there is no benchmark {section.bench!r} here")
    for name in missing(presets.NAMES):
        _tell(f"skipped: there is no preset {name!r} here")
    clock = Clock(minutes, [section.share for section in tables] * len(models))
    runner = Runner(text, threads, Results(results or out.with_suffix(".jsonl")), clock)
    command = f"python -m engine bench all --models {' '.join(Path(m).name for m in models)} --text {Path(text).name}"
    given = {"--windows": windows, "--minutes": minutes}
    command += (" --quick" if quick else "") + "".join(f" {name} {n:g}" for name, n in given.items() if n is not None)
    pictures = out.parent / out.stem.lower()
    body = markdown(
        runner.measure, tables, models, text, command, runtime().version,
        lambda measured: [f"{pictures.name}/{name}" for name in report_plots.write(measured, pictures)],
    )  # fmt: skip
    with replacing(out) as file:
        file.write(body.encode("utf-8"))


class Runner:
    """Measures rows: those of a grid together, all others one by one; what is known already is not measured again."""

    def __init__(self, text: str, threads: int, results: Results, clock: Clock | None = None) -> None:
        self._text, self._threads, self._results = text, threads, results
        self._clock = clock or Clock(None, [])
        self._on = {"text": file_digest(text), "library": runtime().version, "code": code_digest()}

    def measure(self, name: str, model: str, rows: Sequence[Row]) -> list[Outcome]:
        """The outcome of each row, in order."""
        _tell(f"{name}: {Path(model).name}, {len(rows)} rows")
        self._clock.next_table()
        if BENCHES[name].grid is None:
            return [self._alone(name, model, row, first=i == 0) for i, row in enumerate(rows)]
        outcomes: dict[int, Outcome] = {}
        groups: dict[str, list[int]] = {}
        for i, row in enumerate(rows):
            alike = sorted((key, row[key]) for key in row if key not in _NOT_PART)
            groups.setdefault(repr((alike, recent_queries(row["preset"]))), []).append(i)
        todo = len(rows)
        for members in groups.values():
            self._clock.next_part(len(members) / todo)
            todo -= len(members)
            outcomes.update(zip(members, self._grid(name, model, [rows[i] for i in members]), strict=True))
        return [outcomes[i] for i in range(len(rows))]

    def _grid(self, name: str, model: str, rows: Sequence[Row]) -> list[Outcome]:
        bench = BENCHES[name]
        assert bench.grid is not None
        run_grid, summary = bench.grid
        options = self._options(name, model, rows[0])
        kept = WindowResults(self._results, self._what(name, model, options, _NOT_PART), self._clock.is_up)
        points = [GridPoint(row["preset"], row["ratio"]) for row in rows]
        try:
            with BenchProgress.on_stderr(bench.steps(options), True) as progress:
                grid: Grid = run_grid(options, points, progress, kept)
        except EngineError as error:
            return [error] * len(rows)
        outcomes: list[Outcome] = []
        for point in points:
            try:
                outcomes.append(summary(grid.outcome(point)))
            except EngineError as error:
                _tell(f"  {point.preset} {point.ratio:g}: failed: {error.message}")
                outcomes.append(error)
        return outcomes

    def _alone(self, name: str, model: str, row: Row, *, first: bool) -> Outcome:
        options = self._options(name, model, row)
        what = self._what(name, model, options, ("model", "text"))
        known = self._results.get(what)
        if known is not None:
            return known
        if self._clock.is_up() and not first:
            return NotMeasured("The time was up.", "Run it again to go on.")
        try:
            result = measure(name, options, shown=True)
        except EngineError as error:
            _tell(f"  {row}: failed: {error.message}")
            return error
        self._results.put(what, result)
        return result

    def _options(self, name: str, model: str, row: Row) -> Any:
        accepted = {field.name for field in fields(BENCHES[name].options)}
        settings = {"model": model, "text": self._text, "threads": self._threads, **row}
        return BENCHES[name].options(**{key: value for key, value in settings.items() if key in accepted})

    def _what(self, name: str, model: str, options: Any, without: Sequence[str]) -> dict[str, Any]:
        facts = read_facts(model)
        settings = {key: value for key, value in asdict(options).items() if key not in without}
        return {
            "bench": name,
            "model_name": Path(model).name,
            "model": facts.fingerprint,
            "profile": profile_digest(facts),
            **self._on,
            **settings,
        }


def markdown(
    measure: Measure,
    tables: Sequence[ReportSection],
    models: Sequence[str],
    text: str,
    command: str,
    library: str,
    draw: Callable[[Sequence[MeasuredModel]], Sequence[str]] = lambda models: (),
) -> str:
    """The document; ``measure`` gives the outcomes of a section's rows on a model, ``draw`` the pictures' paths."""
    measured = [
        MeasuredModel(Path(model).name, [(section, measure(section.bench, model, section.rows)) for section in tables])
        for model in models
    ]
    lines = [
        "# Benchmarks",
        "",
        *summary(measured),
        "",
        *(f"![{PLOTS[Path(path).name]}]({path})" for path in draw(measured)),
        "",
        f"Measured by `{command}` with {library}.",
        "Ratios are of physical KV bytes, tokens kept verbatim and log-weights included. Times are of one machine in",
        "one run: compare columns, not machines. Every row that was measured is here, the bad ones too.",
    ]
    for each in measured:
        lines += ["", f"## {each.model}"]
        for section, outcomes in each.tables:
            takes_text = any(field.name == "text" for field in fields(BENCHES[section.bench].options))
            lines += table(section, outcomes, each.model, Path(text).name if takes_text else None)
    return "\n".join(lines) + "\n"


def _tell(line: str) -> None:
    print(line, file=sys.stderr, flush=True)
