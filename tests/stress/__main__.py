"""``python -m tests.stress --model M --actions 200 --seed N --json``"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
from pathlib import Path

import msgspec

from tests.stress.driver import Driver


def main(argv: list[str] | None = None) -> int:
    """Run it; 0 when nothing was lost or doubled and every chat came back, 1 otherwise."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.stress",
        description="Random actions with random kills of the engine and of the program; nothing may be lost.",
    )
    parser.add_argument("--model", type=Path, required=True, help="a .gguf file")
    parser.add_argument("--actions", type=int, default=200, help="how many, kills included (default %(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="which actions (default %(default)s)")
    parser.add_argument("--json", action="store_true", help="JSON on stdout")
    parser.add_argument("--folder", type=Path, help="work here and leave the data behind; it must not exist")
    parser.add_argument("--verbose", action="store_true", help="tell every action on stderr")
    options = parser.parse_args(argv)
    if not options.model.is_file():
        print(f"There is no model at {options.model}.", file=sys.stderr)
        return 2

    def say(text: str) -> None:
        if options.verbose or text.startswith("!!"):
            print(text, file=sys.stderr, flush=True)

    with tempfile.TemporaryDirectory(prefix="longthread-stress-", ignore_cleanup_errors=True) as scratch:
        folder = options.folder or Path(scratch)
        driver = Driver(options.model, options.seed, folder, say)
        outcome = driver.run(options.actions)
    if driver.usable:
        middle, worst = statistics.median(driver.usable), max(driver.usable)
        print(f"after a kill usable again in {middle:.2f} s (median), {worst:.2f} s at most", file=sys.stderr)
    if options.json:
        print(msgspec.json.encode(outcome).decode())
    else:
        for name, value in msgspec.structs.asdict(outcome).items():
            print(f"{name.replace('_', ' '):>18}  {value}")
    return 0 if outcome.clean else 1


if __name__ == "__main__":
    sys.exit(main())
