"""The command line of the benchmarks: options in, JSON or a short table out."""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

from engine.bench import device, heads, presets
from engine.bench.ranges import MOST_THREADS
from engine.bench.registry import BENCHES, check, in_range, measure
from engine.bench.report import write_report
from engine.compaction.presets import PRESETS
from engine.errors import EngineError
from engine.gguf.ggml_types import KV_TYPES

_HELP = {
    "model": "a .gguf file",
    "text": "a UTF-8 text",
    "context": "tokens of the context, before the compaction",
    "continuation": "tokens compared after it",
    "tokens": "tokens read",
    "windows": "places in the text, averaged over",
    "ratio": "physical bytes before : after, verbatim rows included",
    "preset": "how the context is brought down",
    "documents": "documents, which share the facts among them",
    "order": "of the documents in the chat, numbers with commas between (as in the text)",
    "mid_chat": "two turns come before the documents",
    "cartridges": "folder where cartridges are kept, and those of before are found",
    "facts": "facts planted (of a text: at even depths)",
    "pairs": "pairs of words planted, at even depths",
    "passes": "readings of the calibration text, with commas between (0: the ranking alone)",
    "tasks": "names of tasks, with commas between (all of them)",
    "seed": "seed of names and numbers",
    "seeds": "in every window: sets of facts, or drawings of reference queries",
    "every": "tokens between two compactions",
    "max_tokens": "tokens read of the text (0: all)",
    "kv_type": "row type of the full cache",
    "layers": "layers that are measured, of 36; the rest is scaled",
    "refine": "refine it before the commit, as is done while nobody waits",
    "steps": "tokens decoded for each speed",
    "sequences": "chats",
    "turns": "messages with their replies",
    "message": "tokens of a message",
    "turn": "tokens of a message with its reply",
    "reply": "most tokens of a reply",
    "think": "seconds between a reply and the next message",
    "paste": "tokens of a text read meanwhile",
    "prefix": "tokens they have in common",
    "suffix": "tokens each has of its own",
    "conversation": "tokens of the conversation (0: eight times the context)",
    "peer": "llama-server to compare with",
    "rounds": "times that both are asked, in turns",
    "idle": "seconds without a request whose processor time is measured",
    "clients": "conversations at once (0: leave that out)",
    "threads": "threads (0: as many as there are cores)",
}


def parser() -> argparse.ArgumentParser:
    """The parser; each option of a benchmark is a field of its options."""
    root = argparse.ArgumentParser(prog="engine bench", description="Measure what compaction keeps, costs and saves.")
    commands = root.add_subparsers(dest="bench", required=True, metavar="|".join([*BENCHES, "all"]))
    for name, bench in BENCHES.items():
        command = commands.add_parser(
            name,
            help=bench.help,
            description=sys.modules[bench.run.__module__].__doc__,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        for field in fields(bench.options):
            required = field.name == "model" or (field.name == "text" and field.default != "")
            if str(field.type) == "bool":
                option = f"--{field.name.replace('_', '-')}"
                command.add_argument(option, action="store_true", help=_HELP[field.name])
                continue
            if str(field.type) == "tuple[int, ...]":
                numbers: Any = field.default
                shown = " ".join(map(str, numbers))
                command.add_argument(
                    f"--{field.name}",
                    type=int,
                    nargs="+",
                    default=numbers,
                    help=f"{_HELP[field.name]} (default: {shown})",
                )
                continue
            kind: Any = {"int": int, "float": float, "str": str}[str(field.type)]
            choices = {"preset": presets.NAMES, "kv_type": tuple(KV_TYPES)}.get(field.name)
            if name == "tasks":
                choices = None  # several with commas between, and baselines of its own
            command.add_argument(
                f"--{field.name.replace('_', '-')}",
                type=kind,
                required=required,
                default=None if required else field.default,
                choices=choices,
                help=_HELP[field.name]
                + ("" if required else f" (default: {'none' if field.default == '' else field.default})"),
            )
        command.add_argument("--json", action="store_true", help="print one JSON object on stdout, nothing else")
        if name in heads.BENCHES:
            _add_calibrate(command)
    everything = commands.add_parser("all", help="the published tables, as Markdown")
    everything.add_argument("--models", nargs="+", required=True, metavar="MODEL", help=".gguf files")
    everything.add_argument("--text", required=True, help=_HELP["text"])
    everything.add_argument("--out", default="docs/BENCHMARKS.md", help="file to write (default: docs/BENCHMARKS.md)")
    everything.add_argument("--quick", action="store_true", help="fewer presets, ratios and windows")
    everything.add_argument("--windows", type=int, help="places in the text (default: 6, or 2 with --quick)")
    everything.add_argument("--minutes", type=float, help="time for all tables; another run measures what was left out")
    everything.add_argument("--results", type=Path, help="where results are kept (default: beside --out, as .jsonl)")
    everything.add_argument("--threads", type=int, default=0, help=_HELP["threads"])
    _add_calibrate(everything)
    return root


def _add_calibrate(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--calibrate",
        type=float,
        default=heads.SECONDS,
        metavar="SECONDS",
        help="time to measure the heads of a model that is not known yet, first (default: %(default)g; 0: not, "
        "-1: as long as it takes)",
    )


def main(argv: Sequence[str] | None = None) -> int:
    """See :func:`engine.bench.main`."""
    given = list(sys.argv[1:] if argv is None else argv)
    if given[:1] == ["--device"]:
        return device.main(given)
    arguments = vars(parser().parse_args(given))
    name = str(arguments.pop("bench"))
    seconds = float(arguments.pop("calibrate", 0.0))
    try:
        in_range("calibrate", seconds, -1)
        if name == "all":
            _check_all(arguments)
            heads.know(arguments["models"], seconds, arguments["threads"])
            write_report(
                Path(arguments["out"]), arguments["models"], arguments["text"], arguments["threads"],
                quick=arguments["quick"], results=arguments["results"], windows=arguments["windows"],
                minutes=arguments["minutes"],
            )  # fmt: skip
            return 0
        as_json = bool(arguments.pop("json"))
        lists = {key: tuple(value) for key, value in arguments.items() if isinstance(value, list)}
        options = BENCHES[name].options(**arguments | lists)
        check(options)
        if seconds and _asks_for_heads(options):
            heads.know([options.model], seconds, options.threads)
        results = measure(name, options, shown=not as_json)
    except EngineError as error:
        print(f"{error.message} {error.hint}".strip(), file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    print(json.dumps(results, indent=2) if as_json else table(results))
    return 0


def _check_all(arguments: dict[str, Any]) -> None:
    """Raises BenchError for numbers that can't work."""
    for key, least, most in (("windows", 1, math.inf), ("minutes", 0, math.inf), ("threads", 0, MOST_THREADS)):
        if arguments[key] is not None:
            in_range(key, arguments[key], least, most)


def _asks_for_heads(options: Any) -> bool:
    names = getattr(options, "preset", "default").split(",")
    return any(name in PRESETS and PRESETS[name].profile for name in names)


def table(results: dict[str, Any]) -> str:
    """The numbers of a result, one a line."""
    rows = [(key, _numbers(key, value)) for key, value in results.items() if not isinstance(value, str | dict)]
    width = max(len(key) for key, text in rows if text)
    return "\n".join(f"{key:<{width}}  {text}" for key, text in rows if text)


def _numbers(key: str, value: Any) -> str:
    if isinstance(value, list):
        return " ".join(_number(key, item) for item in value if isinstance(item, int | float))
    return _number(key, value)


def _number(key: str, value: bool | float) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if key.endswith("bytes") or key.startswith("bytes"):
        return f"{value / 1e6:.2f} MB"
    if isinstance(value, int):
        return str(value)
    return f"{value:.0f}" if key.endswith("_ms") else f"{value:.4g}"
