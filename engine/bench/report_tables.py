"""Tables of measured rows as Markdown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.bench.harness import BenchError
from engine.bench.sections import ReportSection, Row
from engine.errors import EngineError

Outcome = dict[str, Any] | EngineError


class NotMeasured(BenchError):
    """There was no time for a row."""


def table(section: ReportSection, outcomes: Sequence[Outcome], model: str, text: str | None) -> list[str]:
    """Lines of a section: heading, what it says, the command, the table. A row that failed says why.

    ``text``: name of the text it was measured on, None: on none.
    """
    rows = section.rows
    constant = [key for key in rows[0] if len({row[key] for row in rows}) == 1]
    varied = [key for key in rows[0] if key not in constant]
    settings = [f" --{key.replace('_', '-')} {_cell(key, rows[0][key])}" for key in constant]
    settings += [f" --{key.replace('_', '-')} {key.upper()}" for key in varied]
    lines = ["", f"### {section.heading}", "", section.says, "", "```"]
    on = f" --model {model}" + ("" if text is None else f" --text {text}")
    lines += [f"python -m engine bench {section.bench}{on}{''.join(settings)}", "```", ""]
    columns = section.columns if section.columns is not None else _numbers(outcomes)
    lines += [_row([*varied, *columns]), _row(["---"] * (len(varied) + len(columns)))]
    for row, outcome in zip(rows, outcomes, strict=True):
        cells = [_cell(key, row[key]) for key in varied]
        if isinstance(outcome, EngineError):
            why = "not measured" if isinstance(outcome, NotMeasured) else f"failed: {outcome.message}"
            lines.append(_row([*cells, why, *[""] * (len(columns) - 1)]))
            continue
        values = {**outcome, "kl_share": share(row, outcome, rows, outcomes)}
        lines.append(_row(cells + [_cell(column, values.get(column)) for column in columns]))
    return lines


def share(row: Row, outcome: dict[str, Any], rows: Sequence[Row], outcomes: Sequence[Outcome]) -> float | None:
    """The row's ``kl`` as a share of that of ``snapkv`` at the same settings, over the windows that both have."""
    for other, result in zip(rows, outcomes, strict=True):
        if {**row, "preset": "snapkv"} == other and isinstance(result, dict) and result.get("kl"):
            windows = [[float(one["kl"]) for one in each.get("per_window", [each])] for each in (outcome, result)]
            both = min(len(kl) for kl in windows)  # the windows that there was time for
            return sum(windows[0][:both]) / sum(windows[1][:both])
    return None


def _numbers(outcomes: Sequence[Outcome]) -> tuple[str, ...]:
    for outcome in outcomes:
        if isinstance(outcome, dict):
            return tuple(key for key, value in outcome.items() if isinstance(value, bool | int | float))
    return ("result",)


def _row(cells: list[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "/").replace("\n", " ") for cell in cells) + " |"


def _cell(key: str, value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return " ".join(f"{item:.3g}" if isinstance(item, float) else str(item) for item in value)
    if "bytes" in key:
        return f"{value / 1e6:.2f} MB"
    if isinstance(value, int):
        return str(value)
    if key.endswith("_ms"):
        return f"{value:.0f}"
    return f"{value:.4g}"
