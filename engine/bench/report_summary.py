"""What the published tables come to, in ten lines; each is made of measured rows, and left out without them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.bench.report_tables import Outcome, share
from engine.bench.sections import (
    CLOSENESS,
    FACTS,
    GATE_RATIO,
    LONG,
    RESUME,
    SPEED,
    TASKS,
    UNDO,
    ReportSection,
    Row,
)
from engine.bench.task_baselines import CUT_TURNS, SUMMARY

Found = dict[str, Any]


@dataclass(frozen=True)
class MeasuredModel:
    """The tables of one model: sections with the outcome of each of their rows."""

    model: str
    tables: Sequence[tuple[ReportSection, Sequence[Outcome]]]

    def rows(self, heading: str) -> list[tuple[Row, Found]]:
        """The rows of a table that were measured."""
        return [
            (row, outcome)
            for section, outcomes in self.tables
            if section.heading == heading
            for row, outcome in zip(section.rows, outcomes, strict=True)
            if isinstance(outcome, dict)
        ]

    def find(self, heading: str, **wanted: Any) -> Found | None:
        """The first measured row of a table with these settings."""
        for row, outcome in self.rows(heading):
            if all(row.get(key) == value for key, value in wanted.items()):
                return outcome
        return None

    def share(self, ratio: float) -> float | None:
        """KL of the default at ``ratio`` as a share of snapkv's."""
        for section, outcomes in self.tables:
            if section.heading == CLOSENESS:
                for row, outcome in zip(section.rows, outcomes, strict=True):
                    if row["preset"] == "default" and row["ratio"] == ratio and isinstance(outcome, dict):
                        return share(row, outcome, section.rows, outcomes)
        return None


def summary(models: Sequence[MeasuredModel]) -> list[str]:
    """Lines of Markdown, a bullet each."""
    lines = []
    for title, say in _LINES.items():
        said = [(measured.model, text) for measured in models if (text := say(measured)) is not None]
        if said:
            lines.append(f"- **{title}** " + "; ".join(f"{text} ({model})" for model, text in said) + ".")
    return lines


def _closeness(ratio: float) -> Callable[[MeasuredModel], str | None]:
    def say(measured: MeasuredModel) -> str | None:
        found = measured.find(CLOSENESS, preset="default", ratio=ratio)
        of_snapkv = measured.share(ratio)
        if found is None:
            return None
        part = "" if of_snapkv is None else f", {of_snapkv:.3f} of SnapKV's"
        return f"{found['kl']:.3g} nats{part}"

    return say


def _first_choices(measured: MeasuredModel) -> str | None:
    found = measured.find(CLOSENESS, preset="default", ratio=GATE_RATIO)
    if found is None:
        return None
    other = measured.find(CLOSENESS, preset="snapkv", ratio=GATE_RATIO)
    return f"{100 * found['top1']:.0f} of 100" + (f", SnapKV {100 * other['top1']:.0f}" if other else "")


def _floor(measured: MeasuredModel) -> str | None:
    found = measured.find(CLOSENESS, preset="default", ratio=GATE_RATIO)
    return None if found is None or found.get("kl_floor") is None else f"{found['kl_floor']:.2g} nats"


def _facts(measured: MeasuredModel) -> str | None:
    shares = []
    for ratio in (8.0, 16.0):
        found = measured.find(FACTS, preset="default", ratio=ratio)
        if found is None or not found["recall_full"]:
            return None
        others = [measured.find(FACTS, preset=name, ratio=ratio) for name in ("snapkv", "expected_attention", "recent")]
        best = max((other["recall"] for other in others if other), default=None)
        shares.append(
            f"{found['recall']:.2g} of {found['recall_full']:.2g} at {ratio:g}x"
            + ("" if best is None else f", the best other way {best:.2g}")
        )
    return ", ".join(shares)


def _tasks(measured: MeasuredModel) -> str | None:
    said = []
    for name, words in (("default", "compacted"), (SUMMARY, "summarised"), (CUT_TURNS, "oldest turns dropped")):
        found = measured.find(TASKS, preset=name, ratio=GATE_RATIO)
        if found is None or found["agreement_mean"] is None:
            continue
        said.append(f"{found['agreement_mean']:.2f} {words}")
        if name == "default":
            said[-1] += f", lowest {found['agreement_min']:.2f}"
    return ", ".join(said) or None


def _long(measured: MeasuredModel) -> str | None:
    rows = measured.rows(LONG)
    if not rows:
        return None
    row, found = rows[0]
    full = f", {found['ppl_full']:.4g} with the full cache" if found.get("ppl_full") is not None else ""
    return (
        f"{row['tokens']:,} tokens through {row['context']:,}: perplexity {found['ppl_compacted']:.4g}{full}, "
        f"{found['ppl_recent']:.4g} with the most recent only"
    )


def _speed(measured: MeasuredModel) -> str | None:
    found = measured.find(SPEED, ratio=GATE_RATIO)
    return None if found is None else f"{found['speedup']:.1f} times as fast"


def _price(measured: MeasuredModel) -> str | None:
    found = measured.find(SPEED, ratio=GATE_RATIO)
    return None if found is None else f"{100 * found['compaction_to_prefill']:.0f} % of reading the text"


def _resume(measured: MeasuredModel) -> str | None:
    said = []
    if found := measured.find(RESUME, ratio=4.0):
        said.append(f"resumed in {found['load_to_prefill']:.4f}")
    if found := measured.find(UNDO):
        said.append(f"undone in {found['undo_to_prefill']:.3f}")
    return " and ".join(said) + " of the time for reading the text" if said else None


_LINES: Mapping[str, Callable[[MeasuredModel], str | None]] = {
    "KL to the full cache at 8x:": _closeness(8.0),
    "at 16x:": _closeness(16.0),
    "at 32x:": _closeness(32.0),
    "Noise of the arithmetic, below which no KL means anything:": _floor,
    "Next words that stay the first choice at 8x:": _first_choices,
    "Planted facts that are still said:": _facts,
    "Replies to questions on old turns that stay right at 8x:": _tasks,
    "A long text through a small context:": _long,
    "Writing at 4,096 tokens, compacted 8x:": _speed,
    "The compaction takes:": _price,
    "A compacted chat of 4,096 tokens is": _resume,
}
