"""``calibrate MODEL``: measure which heads of a model copy from far back, once, and keep it as its head profile."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec

from engine.cli.arguments import make_folder, number, plain_text, threads, whole
from engine.cli.interrupts import INTERRUPTED, interrupts
from engine.errors import Cancelled, EngineError
from engine.heads import profile
from engine.heads.passes import LEAST_PASSES
from engine.texts import why


def main(argv: Sequence[str]) -> int:
    """Measure and store; 1 when the model cannot be used."""
    parser = argparse.ArgumentParser(
        prog="python -m engine calibrate", description="Measure a model's heads (needed once)."
    )
    parser.add_argument("model", help="a .gguf file")
    parser.add_argument("--threads", type=threads, default=0, help="0: as many as suit the machine")
    parser.add_argument(
        "--seconds",
        type=number(-1),
        default=300,
        help="time for measuring losses (default %(default)s); 0: ranking only, -1: no limit",
    )
    parser.add_argument(
        "--passes",
        type=whole(LEAST_PASSES),
        metavar="N",
        help="so many readings of the text instead, however many heads there are (32 do): each pays for many short "
        "measurements, which correct what heads like these lost in other models",
    )
    parser.add_argument(
        "--for",
        dest="other",
        metavar="MODEL",
        help="save the profile for this file with the same weights in fewer bits; without their rounding, "
        "smaller losses show",
    )
    given = parser.add_mutually_exclusive_group()
    given.add_argument("--export", type=Path, metavar="FILE", help="measure nothing: write the known profile here")
    given.add_argument(
        "--import", dest="profile", type=Path, metavar="FILE", help="measure nothing: take the profile in this file"
    )
    parser.add_argument("--output", type=Path, help="write the profile here instead of the data folder")
    parser.add_argument(
        "--plot", type=Path, metavar="FILE", help="plot layers x heads as .svg or .png, and here as text"
    )
    parser.add_argument("--json", action="store_true", help="print the profile as one JSON object on stdout")
    options = parser.parse_args(argv)
    if options.plot and options.plot.suffix.lower() not in (".svg", ".png"):
        parser.error("--plot needs the name of an .svg or a .png")
    if options.export or options.profile:
        return _carried(options.other or options.model, options.profile, options.export, options.json)
    for path in (options.output, options.plot):
        if path and (problem := make_folder(path.absolute().parent)):
            print(problem, file=sys.stderr)
            return 1

    from engine.gguf.header import read_facts
    from engine.heads.calibration import calibrate

    def progress(share: float) -> bool:
        if sys.stderr.isatty():
            print(f"\rmeasuring the heads: {share:4.0%} ", end="", file=sys.stderr, flush=True)
        return pressed.came

    try:
        fingerprint = read_facts(options.other or options.model).fingerprint
        seconds = None if options.seconds < 0 else options.seconds
        with interrupts() as pressed:
            heads = calibrate(
                options.model, n_threads=options.threads, seconds=seconds, passes=options.passes, progress=progress
            )
        path = profile.save(fingerprint, heads, options.output)
    except Cancelled:
        return INTERRUPTED
    except EngineError as error:
        print(f"{error.message}\n{error.hint}".rstrip(), file=sys.stderr)
        return 1
    if sys.stderr.isatty():
        print(file=sys.stderr)
    if path is None:
        print("Can't save the profile.", file=sys.stderr)
        return 1
    if options.plot:
        from engine.cli import heads_plot

        try:
            heads_plot.write(options.plot, heads, plain_text(Path(options.model).name))
        except OSError as error:
            print(f"Can't write {options.plot}: {why(error)}. The profile is stored in {path}.", file=sys.stderr)
            return 1
        print(heads_plot.text(heads), file=sys.stderr if options.json else sys.stdout)
    if options.json:
        print(msgspec.json.encode(heads).decode())
        return 0
    best = sorted(heads.heads, key=lambda head: -head.share)
    sharpest = ", ".join(f"layer {one.layer} head {one.head} {one.share:.0%}" for one in best[:8])
    print(f"{len(best)} heads; the sharpest: {sharpest}")
    if not heads.rows and options.seconds:
        print("There was no time to measure losses. Give more --seconds.")
    print(f"stored in {path}")
    return 0


def _carried(model: str, given: Path | None, export: Path | None, as_json: bool) -> int:
    """Take the profile ``given`` for ``model``, or write the one that is known to ``export``; 1 when that fails."""
    from engine.gguf.header import read_facts

    try:
        facts = read_facts(model)
    except EngineError as error:
        print(f"{error.message}\n{error.hint}".rstrip(), file=sys.stderr)
        return 1
    found = profile.read(given) if given else profile.load_for(facts)
    if found is None:
        print(f"{given} is no head profile." if given else "No head profile is known.", file=sys.stderr)
        return 1
    fits = all(one.layer < facts.n_layer and one.head < facts.n_head_kv for one in found.heads)
    if given and (not fits or (found.weights and facts.weights and found.weights != facts.weights)):
        print(f"{given} is the profile of another model.", file=sys.stderr)
        return 1
    found = msgspec.structs.replace(found, weights=facts.weights)
    path = profile.save(facts.fingerprint, found, export)
    if path is None:
        print("Can't save the profile.", file=sys.stderr)
        return 1
    print(msgspec.json.encode(found).decode() if as_json else f"stored in {path}")
    return 0
