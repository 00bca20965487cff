"""``bench --device NAME``: what a device does, against the processor and the stock library, for docs/DEVICES.md.

Each measurement is a process of its own (``LONGTHREAD_USE`` says on which device), so that a driver that dies costs one
row. Parts of other devices in the file stay as they are; the part of this one is written anew.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from engine.bench.cost_model import EIGHT_B, write_wide
from engine.bench.speed import READ
from engine.model.plugins import NAMES, ONLY_ENV

HEAD = """# What ran on which device

Written by `python3 dev.py bench --device NAME`; the part of a device is replaced when it is measured again.
"""

RANDOM = "8b"  # for a model's file: one is made

GRAPHS_ENV = "LLAMA_COMPACT_GRAPHS_ONLY"  # a processor computes what devices do

LIMIT = 1.10  # the loss on a device, in times the processor's

Results = dict[str, Any]
Child = Callable[[Sequence[str], Mapping[str, str]], Results]
"""Runs ``engine bench ARGUMENTS --json`` with additions to the environment: its results, or ``{"failed": why}``."""


@dataclass(frozen=True)
class DeviceOptions:
    """What is measured; see :func:`parser`."""

    device: str
    model: str
    text: str
    contexts: tuple[int, ...]
    quality_context: int
    windows: int
    steps: int
    ratio: float
    speed_model: str = ""  # of the speeds at long contexts; "": the same
    stock: str = ""
    native: str = ""
    chat: str = ""


def child(arguments: Sequence[str], environment: Mapping[str, str], limit: float = 3600.0) -> Results:
    """See :data:`Child`; what takes longer than ``limit`` seconds is ended, as a driver can hang."""
    command = [sys.executable, "-m", "engine", "bench", *arguments, "--json"]
    env = {**os.environ, **environment}
    try:
        done = subprocess.run(command, capture_output=True, text=True, env=env, check=False, timeout=limit)
    except subprocess.TimeoutExpired:
        return {"failed": f"no result within {limit:g} s"}
    if done.returncode:
        said = done.stderr.strip().splitlines()
        return {"failed": said[-1] if said else f"exit status {done.returncode}"}
    return dict(json.loads(done.stdout))


def measure(options: DeviceOptions, run: Child = child, say: Callable[[str], None] = lambda text: None) -> list[str]:
    """The lines of the device's part: its name, what it was measured with, and a table."""
    here, processor = {ONLY_ENV: options.device}, {ONLY_ENV: "cpu"}
    rows: list[tuple[str, str]] = []

    def bench(name: str, environment: Mapping[str, str], **settings: object) -> Results:
        say(f"{name} {' '.join(f'{key}={value}' for key, value in settings.items())}")
        settings = {"model": options.model, **settings}
        given = [part for key, value in settings.items() for part in (f"--{key.replace('_', '-')}", str(value))]
        return run([name, *given], environment)

    plain = {"context": options.contexts[0], "steps": options.steps}
    own = bench("decode", here, **plain)
    names = [name for name in own.get("devices", []) if not name.startswith("CPU")]
    if not names:
        return ["", f"Nothing was measured: {own.get('failed', 'the device was not found')}."]
    rows.append(("native tests", outcome(options.native)))
    rows.append(("a chat that fills its context, compacts, quits and resumes", outcome(options.chat)))
    quality = {
        "text": options.text, "context": options.quality_context, "windows": options.windows, "ratio": options.ratio,
        "calibrate": 0,
    }  # fmt: skip
    graphs = {**processor, GRAPHS_ENV: "1"}
    own_loss, processor_loss, graphs_loss = (bench("quality", at, **quality) for at in (here, processor, graphs))
    rows += losses(own_loss, processor_loss, graphs_loss, options)
    if options.stock:
        stock = bench("decode", {**here, "LLAMA_CPP_LIB_PATH": options.stock}, **plain)
        rows.append(("decoding, nothing compacted, against the stock library", against(own, stock, "decode_tps")))
    at_length = {
        "model": options.speed_model or options.model, "steps": options.steps, "ratio": options.ratio, "calibrate": 0
    }  # fmt: skip
    for context in options.contexts:
        rows += speeds(bench("speed", here, context=context, **at_length), context)
    refined = bench("speed", here, context=options.contexts[0], preset="refined", **at_length)
    rows.append((f"the same of {options.contexts[0]:,} tokens, refined", compaction(refined)))
    rows += resumed(bench("resume", here, context=options.contexts[0], ratio=options.ratio))
    rows.append((f"device memory in use, {options.contexts[0]:,} tokens", f"{own['device_bytes'] / 1e6:,.0f} MB"))
    return [f"## {title(names, options.device)}", "", *head(own, options), "", *as_table(rows)]


def title(names: Sequence[str], device: str) -> str:
    """The card's name and how it is driven."""
    cards = ", ".join(name.partition(": ")[2] or name for name in names)
    return f"{cards} ({NAMES.get(device, device)})"


def head(own: Results, options: DeviceOptions) -> list[str]:
    """What it was measured with."""
    day = datetime.now(UTC).strftime("%Y-%m-%d")
    speeds = f" Speeds at long contexts: {Path(options.speed_model).name}." if options.speed_model else ""
    return [f"{Path(options.model).name}, {own.get('library', '')}, {day}. Compacted {options.ratio:g}×.{speeds}"]


def _passed(case: ElementTree.Element) -> bool:
    return case.get("status") not in ("fail", "notrun") and all(
        case.find(name) is None for name in ("failure", "error", "skipped")
    )


def outcome(junit: str) -> str:
    """How many of the tests in a JUnit file passed; none of them ran where there is no file."""
    if not junit or not Path(junit).is_file():
        return "not run"
    cases = list(ElementTree.parse(junit).getroot().iter("testcase"))
    failed = [case.get("name", "") for case in cases if not _passed(case)]
    passed = f"{len(cases) - len(failed)} of {len(cases)} passed"
    return passed + (f"; failed: {', '.join(sorted(failed))}" if failed else "")


def losses(own: Results, processor: Results, graphs: Results, options: DeviceOptions) -> list[tuple[str, str]]:
    """The loss by compaction on the device, beside those on the processor: its own way, and by a device's graphs."""
    name = f"loss at {options.ratio:g}× (KL, {options.quality_context:,} tokens, {options.windows} windows)"
    if failed := own.get("failed") or processor.get("failed"):
        return [(name, f"failed: {failed}")]
    share = own["kl"] / processor["kl"]
    word = "as it should be" if share <= LIMIT else f"more than {LIMIT:.2f}×"
    alike = graphs.get("failed") or f"{own['kl'] / graphs['kl']:.2f}× {graphs['kl']:.4f}"
    return [
        (name, f"{own['kl']:.4f}; processor {processor['kl']:.4f}; {share:.2f}×, {word}"),
        ("... against a processor that computes a device's graphs", alike),
        ("the same with every row kept", f"{own['kl_floor']:.5f}; processor {processor['kl_floor']:.5f}"),
    ]


def against(own: Results, other: Results, key: str) -> str:
    """A speed beside another one's."""
    if failed := own.get("failed") or other.get("failed"):
        return f"failed: {failed}"
    return f"{own[key]:.1f} tokens/s; {other[key]:.1f}; {own[key] / other[key]:.3f}×"


def speeds(own: Results, context: int) -> list[tuple[str, str]]:
    """Decoding and reading on over a compacted context and over a full one, and what the compaction took."""
    name = f"decoding at {context:,} tokens, compacted against full"
    if "failed" in own:
        return [(name, f"failed: {own['failed']}")]
    return [
        (name, f"{own['decode_tps']:.1f} tokens/s; {own['decode_tps_full']:.1f}; {own['speedup']:.2f}×"),
        (
            f"reading {READ} tokens more there, compacted against full",
            f"{own['read_tps']:,.0f} tokens/s; {own['read_tps_full']:,.0f}; {own['read_speedup']:.2f}×",
        ),
        (f"compaction of {context:,} tokens against their prefill", compaction(own)),
    ]


def compaction(own: Results) -> str:
    """What a compaction took, and the memory that it needed beside the cache."""
    if "failed" in own:
        return f"failed: {own['failed']}"
    took, prefill, peak = own["compaction_ms"] / 1000, own["prefill_ms"] / 1000, own["peak_extra_bytes"]
    times = f"{took:.2f} s; {prefill:.2f} s; {own['compaction_to_prefill']:.2f}×"
    return f"{times}; {peak / 1e6:,.0f} MB beside the cache, {100 * peak / own['bytes_before']:.0f} % of it"


def resumed(own: Results) -> list[tuple[str, str]]:
    """Coming back from a saved state."""
    if "failed" in own:
        return [("resuming", f"failed: {own['failed']}")]
    word = "the same reply" if own["same_tokens"] else "ANOTHER REPLY"
    times = f"{own['load_ms']:.0f} ms; {own['prefill_ms']:.0f} ms; {own['load_to_prefill']:.3f}×"
    return [(f"resuming {own['context_tokens']:,} tokens against their prefill", f"{times}; {word}")]


def as_table(rows: Sequence[tuple[str, str]]) -> list[str]:
    """Rows as Markdown."""
    return ["| | |", "|---|---|", *(f"| {name} | {value.replace('|', '/')} |" for name, value in rows)]


def put_in(text: str, part: Sequence[str]) -> str:
    """The file with ``part`` in the place of the one with the same heading, or at the end."""
    text = text if text.strip() else HEAD
    before, *parts = re.split(r"(?m)^(?=## )", text)
    kept = [one.rstrip() for one in parts if one.splitlines()[0] != part[0]]
    return "\n\n".join([before.rstrip(), *kept, "\n".join(part).rstrip()]) + "\n"


def parser() -> argparse.ArgumentParser:
    """The options of ``bench --device``."""
    root = argparse.ArgumentParser(prog="engine bench", description="Measure one device.")
    root.add_argument("--device", required=True, help="vulkan, cuda, ...: the name of its backend")
    root.add_argument("--model", required=True, help="a .gguf file")
    root.add_argument("--text", required=True, help="a UTF-8 text")
    root.add_argument("--contexts", type=int, nargs="+", default=[8192, 32768], help="tokens (default: 8192 32768)")
    root.add_argument("--quality-context", type=int, default=2048, help="tokens before the compaction (default: 2048)")
    root.add_argument("--windows", type=int, default=3, help="places in the text (default: 3)")
    root.add_argument("--steps", type=int, default=64, help="tokens decoded for each speed (default: 64)")
    root.add_argument("--ratio", type=float, default=8.0, help="bytes before : after (default: 8)")
    root.add_argument(
        "--speed-model", default="", metavar="FILE",
        help="of speeds at long contexts; 8b: a random one with the shape of an 8B model, made for it (4 GB)",
    )  # fmt: skip
    root.add_argument("--stock", default="", help="folder of the stock library, to compare decoding with")
    root.add_argument("--native", default="", help="JUnit file of the native tests on the device")
    root.add_argument("--chat", default="", help="JUnit file of a chat on the device")
    root.add_argument("--limit", type=float, default=3600.0, help="seconds for one measurement (default: 3600)")
    root.add_argument("--out", type=Path, default=Path("docs/DEVICES.md"), help="file (default: docs/DEVICES.md)")
    return root


def main(argv: Sequence[str], run: Child | None = None) -> int:
    """Measure, and write the device's part of the file; 1 when nothing could be measured."""
    given = vars(parser().parse_args(argv))
    out, limit = given.pop("out"), given.pop("limit")
    run = run or partial(child, limit=limit)
    options = DeviceOptions(**{**given, "contexts": tuple(given["contexts"])})
    with tempfile.TemporaryDirectory(prefix="longthread-bench-") as folder:
        if options.speed_model == RANDOM:
            path = Path(folder) / "random-8b-q4_0.gguf"
            write_wide(path, EIGHT_B, EIGHT_B.layers)
            options = replace(options, speed_model=str(path))
        part = measure(options, run, lambda text: print(text, file=sys.stderr, flush=True))
    print("\n".join(part))
    if not part[0].startswith("## "):
        return 1
    before = out.read_text(encoding="utf-8") if out.exists() else ""
    out.write_text(put_in(before, part), encoding="utf-8")
    return 0
