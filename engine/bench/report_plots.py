"""Two pictures of the published tables: KL by ratio, and planted facts by ratio, a panel for each model."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from engine.bench.harness import BenchError
from engine.bench.report_summary import MeasuredModel
from engine.bench.sections import CLOSENESS, FACTS
from engine.files import replacing

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    Panel = Callable[[Axes, MeasuredModel], None]

PLOTS = {"kl.svg": "KL to the full cache by ratio", "facts.svg": "planted facts by ratio"}

# preset -> what the legend says, the line's colour and its style
_LINES = {
    "default": ("Longthread", "#8e4ec6", "-"),
    "expected_attention": ("Expected Attention", "#2f7d6d", "--"),
    "snapkv": ("SnapKV", "#c2571a", "--"),
    "recent": ("most recent tokens", "#6b7280", ":"),
}


def require_library() -> None:
    """Before anything is measured that is to be drawn.

    Raises:
        BenchError: matplotlib is not installed.
    """
    if find_spec("matplotlib") is None:
        raise BenchError("The plots need matplotlib.", "Install it: pip install -r locks/dev.txt")


def write(models: Sequence[MeasuredModel], folder: Path) -> list[str]:
    """Draw both into ``folder``; the names of the files. Nothing is drawn of what was not measured.

    Raises:
        DiskFull: a file cannot be written.
    """
    drawn = {"kl.svg": _draw(models, CLOSENESS, _kl), "facts.svg": _draw(models, FACTS, _facts)}
    names = []
    for name, svg in drawn.items():
        if svg is not None:
            folder.mkdir(parents=True, exist_ok=True)
            with replacing(folder / name) as file:
                file.write(svg)
            names.append(name)
    return names


def _draw(models: Sequence[MeasuredModel], heading: str, panel: Panel) -> bytes | None:
    shown = [measured for measured in models if measured.rows(heading)]
    if not shown:
        return None
    import matplotlib
    from matplotlib.figure import Figure

    # the same numbers give the same bytes, and text stays text
    with matplotlib.rc_context({"svg.hashsalt": "longthread", "svg.fonttype": "none", "font.size": 9}):
        figure = Figure(figsize=(3.6 * len(shown) + 0.4, 3.0), layout="constrained")
        for place, (axes, measured) in enumerate(
            zip(figure.subplots(1, len(shown), squeeze=False)[0], shown, strict=True)
        ):
            panel(axes, measured)
            axes.set_title(measured.model, fontsize=9)
            axes.set_xlabel("ratio of bytes")
            axes.grid(color="#d9dbe0", linewidth=0.6)
            axes.spines[["top", "right"]].set_visible(False)
            if place == len(shown) - 1:
                axes.legend(frameon=False, fontsize=8)
        file = io.BytesIO()
        figure.savefig(file, format="svg", metadata={"Date": None})
    return file.getvalue()


def _points(measured: MeasuredModel, heading: str, preset: str, column: str) -> tuple[list[float], list[float]]:
    found = [(row["ratio"], outcome[column]) for row, outcome in measured.rows(heading) if row["preset"] == preset]
    return [ratio for ratio, _ in found], [value for _, value in found]


def _ratios(axes: Axes, measured: MeasuredModel, heading: str) -> None:
    ratios = sorted({row["ratio"] for row, _ in measured.rows(heading)})
    axes.set_xscale("log", base=2)
    axes.set_xticks(ratios, [f"{ratio:g}x" for ratio in ratios])


def _kl(axes: Axes, measured: MeasuredModel) -> None:
    for preset, (label, color, style) in _LINES.items():
        ratios, values = _points(measured, CLOSENESS, preset, "kl")
        if ratios:
            axes.plot(ratios, values, color=color, linestyle=style, marker="o", markersize=3, label=label)
    floors = [outcome["kl_floor"] for _, outcome in measured.rows(CLOSENESS) if outcome.get("kl_floor")]
    if floors:
        axes.axhline(floors[0], color="#9aa0a6", linewidth=0.8, linestyle="-.", label="noise")
    axes.set_yscale("log")
    # as people write them, and as programs draw them that know no raised text
    axes.yaxis.set_major_formatter(lambda nats, _: f"{nats:.9f}".rstrip("0").rstrip("."))
    axes.minorticks_off()
    axes.set_ylabel("KL, nats")
    _ratios(axes, measured, CLOSENESS)


def _facts(axes: Axes, measured: MeasuredModel) -> None:
    for preset, (label, color, style) in _LINES.items():
        ratios, values = _points(measured, FACTS, preset, "recall")
        if ratios:
            axes.plot(ratios, values, color=color, linestyle=style, marker="o", markersize=3, label=label)
    ratios, values = _points(measured, FACTS, "default", "recall_full")
    axes.plot(ratios, values, color="#9aa0a6", linewidth=0.8, linestyle="-.", label="full cache")
    axes.set_ylim(-0.03, 1.03)
    axes.set_ylabel("share of facts said")
    _ratios(axes, measured, FACTS)
