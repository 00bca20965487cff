"""Writes docs/ARCHITECTURES.md: what becomes of a full context with each architecture that llama.cpp knows.

    python native/architectures.py [--check]

The facts stand in native/tests/architectures.json, which the native test ``test-archs`` writes after it has put a tiny
random model of each architecture through what a chat does to its cache, and which it compares with the library since.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
FACTS = ROOT / "native" / "tests" / "architectures.json"
PAGE = ROOT / "docs" / "ARCHITECTURES.md"

COMPACTS = "compacts"
NOTHING = "nothing to compact"
FORGETS = "forgets the oldest turns"

_HEAD = """\
# Architectures

What happens to a chat whose context is full, for every architecture of the vendored llama.cpp. This page is written by
`python native/architectures.py`. Its facts come from the native test `test-archs`: it makes a tiny random model of each
architecture, and puts those that compact through all that a chat does to its cache.

- Keeping every row gives the logits of the uncompacted cache, within 1/1000 of their range.
- Budgets that differ from head to head give finite logits and a held-out error.
- Saving and resuming, forking, cutting the end, undoing a compaction, squeezing positions and a second chat in the same
  cache leave the logits as they should be.
- Where a cache cannot be compacted, every call says so and changes nothing.
- The estimate of the context's size before a load equals the bytes that the library takes.

Random weights show that the arithmetic is right. How much a trained model of a family still knows after a compaction is
measured in [BENCHMARKS.md](BENCHMARKS.md) and with the [trained fixtures](../tests/fixtures/models/README.md).
"""

_NOT_MADE = """\
## Without a test model

The test has no model of these, because upstream's description of them is not complete.
"""


@dataclass(frozen=True)
class Architecture:
    """One entry of the facts. ``metadata``: the header of its test model, as far as it decides the cache's layout.

    ``tensors``: shapes of the token embedding and of what attends or is recurrent. ``bytes``: what the library's
    context takes with so many tokens, two sequences and batches of 256 tokens.
    """

    name: str
    experts: bool
    outcome: str
    why: str
    not_made: str
    why_not_squeezed: str
    bytes: dict[int, int]
    metadata: dict[str, Any]
    tensors: dict[str, list[int]]


def read_facts(path: Path = FACTS) -> list[Architecture]:
    """All entries, in llama.cpp's order; architectures with a dense and an expert form have two."""
    return [
        Architecture(
            entry["architecture"],
            entry["experts"],
            entry.get("outcome", ""),
            entry.get("why", ""),
            entry.get("not_made", ""),
            entry.get("why_not_squeezed", ""),
            {int(n): size for n, size in entry.get("bytes", {}).items()},
            entry.get("metadata", {}),
            entry.get("tensors", {}),
        )
        for entry in json.loads(path.read_text(encoding="utf-8"))
    ]


def page(facts: list[Architecture]) -> str:
    """The text of the page."""
    parts = [_HEAD]
    compacting = _by_name([one for one in facts if one.outcome == COMPACTS])
    parts.append(f"## Compacts ({len(compacting)})\n\n" + ", ".join(f"`{name}`" for name in compacting) + "\n")
    fixed = {one.name: one.why_not_squeezed for one in facts if one.why_not_squeezed}
    if fixed:
        parts.append("Squeezing positions was refused in the test's short chats with these:\n")
        parts.append(_table(fixed))
    for outcome, title, text in (
        (
            NOTHING,
            "Nothing to compact",
            "These have no context that grows with a chat, or write no text token by token.",
        ),
        (FORGETS, "Forgets the oldest turns", "The library refuses to compact these, and says why."),
    ):
        found = _by_name([one for one in facts if one.outcome == outcome])
        whys = {name: one.why or "it does not write text token by token" for name, one in found.items()}
        parts.append(f"## {title} ({len(found)})\n\n{text}\n")
        parts.append(_table(whys))
    left = {one.name: one.not_made for one in facts if one.not_made}
    parts.append(_NOT_MADE)
    parts.append(_table(left))
    return "\n".join(parts)


def _by_name(facts: list[Architecture]) -> dict[str, Architecture]:
    return {one.name: one for one in sorted(facts, key=lambda one: one.name)}


def _table(rows: dict[str, str]) -> str:
    lines = ["| architecture | why |", "|---|---|"]
    return "\n".join([*lines, *(f"| `{name}` | {why} |" for name, why in sorted(rows.items()))]) + "\n"


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Write docs/ARCHITECTURES.md.")
    parser.add_argument("--check", action="store_true", help="only say whether it is current")
    options = parser.parse_args(arguments)
    text = page(read_facts())
    if options.check:
        current = PAGE.is_file() and PAGE.read_text(encoding="utf-8") == text
        print("current" if current else "not current: run python native/architectures.py")
        return 0 if current else 1
    PAGE.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
