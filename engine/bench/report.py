"""``bench all``: the published tables. Every table stands under the commands that made it, whatever they showed."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from typing import Any

from engine.errors import EngineError
from engine.files import replacing

# (subcommand, heading, what it says, options of each row, columns)
SECTIONS: tuple[tuple[str, str, str, tuple[dict[str, Any], ...], tuple[str, ...]], ...] = (
    (
        "quality",
        "Closeness to the full memory",
        "KL divergence (nats) of the next-token distributions and agreement of the first choice over 256 further "
        "tokens; lower KL is better. All presets use the same bytes.",
        tuple(
            {"preset": preset, "ratio": ratio}
            for ratio in (4.0, 8.0)
            for preset in ("default", "even", "snapkv", "recent")
        ),
        ("kl", "kl_worst_window", "top1", "cosine", "ppl_ratio", "bytes_before", "bytes_after", "compaction_ms"),
    ),
    (
        "recall",
        "Planted facts",
        "Ten facts in 1500 tokens, each asked alone after the compaction.",
        tuple({"preset": preset, "ratio": ratio} for ratio in (4.0, 8.0) for preset in ("default", "snapkv", "recent")),
        ("recall_full", "recall", "logprob_full", "logprob", "bytes_before", "bytes_after"),
    ),
    (
        "speed",
        "Decoding speed",
        "Tokens per second at the end of the context, full against compacted, and the price of the compaction.",
        ({"ratio": 4.0}, {"ratio": 8.0}),
        ("decode_tps_full", "decode_tps", "speedup", "compaction_ms", "prefill_ms", "compaction_to_prefill",
         "peak_extra_bytes"),
    ),
    (
        "resume",
        "Coming back",
        "Reading a chat from its snapshot against reading its text again.",
        ({"ratio": 4.0}, {"ratio": 1.0}),
        ("prefill_ms", "save_ms", "load_ms", "load_to_prefill", "snapshot_bytes", "same_tokens"),
    ),
)  # fmt: skip


def write_report(out: Path, model: str, text: str, threads: int) -> None:
    """Run every row and write the tables to ``out``. A row that fails is written as such, with its reason.

    Raises:
        DiskFull: the file cannot be written; what was there is untouched.
    """
    from engine.bench.cli import BENCHES, measure

    def run(name: str, row: dict[str, Any]) -> dict[str, Any]:
        accepted = {field.name for field in fields(BENCHES[name].options)}
        settings = {"model": model, "text": text, "threads": threads, **row}
        options = BENCHES[name].options(**{key: value for key, value in settings.items() if key in accepted})
        print(f"{name} {row}", file=sys.stderr)
        return measure(name, options, shown=True)

    body = markdown(run, Path(model).name, Path(text).name)
    with replacing(out) as file:
        file.write(body.encode("utf-8"))


def markdown(run: Callable[[str, dict[str, Any]], dict[str, Any]], model: str, text: str) -> str:
    """The document; ``run`` measures one row of a section."""
    lines = [
        "# Benchmarks",
        "",
        f"Measured by `python -m engine bench all --model {model} --text {text}`. Ratios are of physical KV bytes,",
        "tokens kept verbatim included. Times are of one machine in one run: compare columns, not machines.",
    ]
    library = ""
    for name, heading, says, rows, columns in SECTIONS:
        varied = list(rows[0])
        lines += ["", f"## {heading}", "", says, "", "```"]
        for row in rows:
            settings = "".join(f" --{key} {_cell(key, value)}" for key, value in row.items())
            lines.append(f"python -m engine bench {name} --model {model} --text {text}{settings}")
        lines += ["```", "", _row([*varied, *columns]), _row(["---"] * (len(varied) + len(columns)))]
        for row in rows:
            settings_cells = [_cell(key, value) for key, value in row.items()]
            try:
                results = run(name, row)
            except EngineError as error:
                lines.append(_row([*settings_cells, f"failed: {error.message}", *[""] * (len(columns) - 1)]))
                continue
            library = str(results.get("library", library))
            lines.append(_row(settings_cells + [_cell(column, results[column]) for column in columns]))
    if library:
        lines += ["", f"Engine: {library}."]
    return "\n".join(lines) + "\n"


def _row(cells: list[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "/").replace("\n", " ") for cell in cells) + " |"


def _cell(key: str, value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return value
    if "bytes" in key:
        return f"{value / 1e6:.2f} MB"
    if key.endswith("_ms"):
        return f"{value:.0f}"
    return f"{value:.4g}"
