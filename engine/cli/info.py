"""``info MODEL``: what a model file is, what it needs and what it would run on, without loading it."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence

import msgspec

from engine import protocol as p
from engine.cli.arguments import context_tokens
from engine.cli.estimate import CONTEXT_HELP, add_workers
from engine.errors import EngineError
from engine.process.devices import devices
from engine.process.load_plan import connect, planned, told_choice
from engine.sizing.estimate import available
from engine.texts import english


def main(argv: Sequence[str]) -> int:
    """Print the facts; 1 when the file is no usable model."""
    parser = argparse.ArgumentParser(prog="python -m engine info", description="What a model file is and needs.")
    parser.add_argument("model", help="a .gguf file")
    parser.add_argument("--context", type=context_tokens, default=0, metavar="TOKENS", help=CONTEXT_HELP)
    add_workers(parser)
    parser.add_argument("--json", action="store_true", help="JSON on stdout")
    options = parser.parse_args(argv)
    try:
        missing = connect(options.worker)
        request = p.Estimate(id=0, path=options.model, n_ctx=options.context, workers=tuple(options.worker))
        plan = planned(request, None)
        need = plan.need
    except EngineError as error:
        if options.json:
            print(json.dumps({"error": error.code, "message": error.message, "hint": error.hint}))
        else:
            print(f"{error.message}\n{error.hint}".rstrip(), file=sys.stderr)
        return 1
    found = devices(need.facts.n_layer, plan.n_gpu_layers, on=plan.used)
    free = available()
    facts = need.facts
    why_not, note = english.sentence(facts.why_not), english.sentence(need.note)
    if options.json:
        memory = {
            "n_ctx": need.n_ctx, "weights": need.weights, "kv": need.kv, "compute": need.compute, "note": note,
        }  # fmt: skip
        values = {**msgspec.to_builtins(facts), "compactable": facts.compactable, "why_not": why_not}
        left_out = [english.whole(text) for text in (*found.left_out, *missing)]
        there = {"found": found.found, "used": english.sentence(found.used), "left_out": left_out}
        print(json.dumps({**values, "estimate": {**memory, "available": free}, "devices": there}, indent=2))
        return 0
    told, size = told_choice(plan, request), english.memory
    trained = f"{facts.n_ctx_train} tokens" if facts.n_ctx_train else "unknown"
    rows = [
        ("name", facts.name),
        ("architecture", facts.architecture),
        ("shape", f"{facts.n_layer} layers, {facts.n_head} heads, {facts.n_head_kv} KV heads"),
        ("parameters", f"{facts.parameters / 1e6:.0f} M, {facts.quantization or 'unknown quantization'}"),
        ("trained for", trained),
        ("chat template", "yes" if facts.has_template else "no (ChatML is used)"),
        ("compaction", "yes" if facts.compactable else f"no: {why_not}"),
        ("cache", f"{facts.kv_bytes_per_token / 1024:.1f} KiB per token"),
        ("needs", f"{size(need.total)} for {need.n_ctx} tokens of context ({size(need.weights)} weights, "
                  f"{size(need.kv)} cache, {size(need.compute)} buffers); {size(free)} are free"),
        ("chosen", " ".join(map(english.sentence, [told.summary, *told.reasons]))),
        *([("note", note)] if note else []),
        ("devices", "; ".join(found.found)),
        ("runs on", english.sentence(found.used)),
        *(("not used", english.whole(text)) for text in (*found.left_out, *missing)),
        ("fingerprint", facts.fingerprint),
    ]  # fmt: skip
    for name, text in rows:
        print(f"{name:>14}  {text}")
    return 0
