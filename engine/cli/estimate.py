"""``estimate MODEL``: what a model will take, told before it is loaded."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence

from engine import protocol as p
from engine.cli.arguments import context_tokens, whole
from engine.errors import EngineError
from engine.process.load_plan import planned, told_choice
from engine.sizing.cache import KV_BYTES
from engine.sizing.choose import AUTOMATIC
from engine.sizing.estimate import available
from engine.sizing.sizes import parse_bytes, parse_disk_bytes
from engine.texts import english

MEMORY_HELP = "size of the KV cache, as 512MB, 1.5GB (powers of 1024) or 25%% of free RAM, instead of --context"
CONTEXT_HELP = "tokens of context; 0: as many as suit the machine"


def memory_size(text: str) -> int:
    """An argument's bytes of memory; argparse tells what is wrong with it."""
    try:
        return parse_bytes(text, available())
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def disk_size(text: str) -> int:
    """An argument's bytes on a disk; argparse tells what is wrong with it."""
    try:
        return parse_disk_bytes(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def worker(text: str) -> str:
    """An argument's address; argparse tells what is wrong with it."""
    try:
        return p.worker_address(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def add_size(parser: argparse.ArgumentParser, *others: str, told: str = CONTEXT_HELP) -> None:
    """The options for how large the context is, one of which may be given: ``--context`` (by its ``others`` names, too)
    and ``--memory``.
    """
    size = parser.add_mutually_exclusive_group()
    size.add_argument("--context", *others, type=context_tokens, default=0, metavar="TOKENS", help=told)
    size.add_argument("--memory", type=memory_size, default=0, metavar="SIZE", help=MEMORY_HELP)


def add_workers(parser: argparse.ArgumentParser) -> None:
    """The option that names workers, once for each."""
    parser.add_argument(
        "--worker", type=worker, action="append", default=[], metavar="HOST[:PORT]",
        help="a computer that lends its RAM or VRAM (engine rpc-worker); no encryption: trusted networks only",
    )  # fmt: skip


def main(argv: Sequence[str]) -> int:
    """Print the estimate; 1 when the file is no usable model or the memory asked for is too little."""
    parser = argparse.ArgumentParser(prog="python -m engine estimate", description="What loading a model takes.")
    parser.add_argument("model", help="a .gguf file")
    add_size(parser, "--n-ctx")
    parser.add_argument(
        "--kv-type", default=AUTOMATIC, choices=(AUTOMATIC, *KV_BYTES), help="number format of the KV cache"
    )
    parser.add_argument("--gpu-layers", type=whole(-1), default=-1, help="layers on the GPU; -1: as many as fit")
    add_workers(parser)
    parser.add_argument("--json", action="store_true", help="JSON on stdout")
    options = parser.parse_args(argv)
    try:
        request = p.Estimate(
            id=0, path=options.model, n_ctx=options.context, kv_type=options.kv_type, kv_budget=options.memory,
            n_gpu_layers=options.gpu_layers, workers=tuple(options.worker),
        )  # fmt: skip
        plan = planned(request, None)
        need = plan.need
    except EngineError as error:
        if options.json:
            print(json.dumps({"error": error.code, "message": error.message, "hint": error.hint}))
        else:
            print(f"{error.message}\n{error.hint}".rstrip(), file=sys.stderr)
        return 1
    free = available()
    note = english.sentence(need.note)
    if options.json:
        values = {
            "name": need.facts.name, "n_ctx": need.n_ctx, "weights": need.weights, "kv": need.kv,
            "compute": need.compute, "total": need.total, "learned": need.learned, "available": free, "note": note,
        }  # fmt: skip
        print(json.dumps(values, indent=2))
        return 0
    told = english.memory
    source = "measured at an earlier load" if need.learned else "estimated from the file"
    print(f"{need.facts.name} with a context of {need.n_ctx} tokens: {told(need.total)} of {told(free)} free")
    print(f"  {told(need.weights)} weights, {told(need.compute)} buffers ({source})")
    print(f"  {told(need.kv)} KV cache, once the context is full")
    print(f"  {english.sentence(told_choice(plan, request).summary)}")
    if note:
        print(f"  {note}")
    return 0
