"""python -m app.bench knowledge [--model FILE] [--ask N] ...: prints JSON."""

from __future__ import annotations

import argparse
import sys
from dataclasses import fields

from app.bench.knowledge import KnowledgeOptions, printed, run


def main(argv: list[str] | None = None) -> int:
    """Run what the arguments ask for; the exit status."""
    parser = argparse.ArgumentParser(prog="bench")
    commands = parser.add_subparsers(dest="command", required=True)
    knowledge = commands.add_parser("knowledge", help="questions that need two facts, with passages and the graph")
    for field in fields(KnowledgeOptions):
        knowledge.add_argument(f"--{field.name.replace('_', '-')}", type=type(field.default), default=field.default)
    knowledge.add_argument("--json", action="store_true", help="as it is printed anyway")
    values = vars(parser.parse_args(argv))
    options = KnowledgeOptions(**{field.name: values[field.name] for field in fields(KnowledgeOptions)})
    print(printed(run(options, lambda said: print(said, file=sys.stderr, flush=True))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
