"""Gets to know the heads of a model before it is measured, as the program does in a quiet moment after it was added."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from engine.errors import CannotCompact
from engine.gguf.header import read_facts
from engine.heads import profile
from engine.heads.calibration import calibrate

SECONDS = 120.0
BENCHES = (
    "quality",
    "recall",
    "pairs",
    "prediction",
    "tasks",
    "perplexity",
    "speed",
    "long",
    "stall",
    "cartridge",
    "all",
)  # what depends on them


def know(models: Sequence[str], seconds: float, threads: int) -> None:
    """Measure the heads of models without losses in a profile, for ``seconds`` each, and keep what was found; 0: none.

    Raises:
        BadModelFile, ModelLoadFailed: as :meth:`engine.model.model.Model.open`.
    """
    for model in models if seconds else ():
        facts = read_facts(model)
        fingerprint, known = facts.fingerprint, profile.load_for(facts)
        if known is not None and known.rows:
            continue
        print(f"The heads of {Path(model).name} are measured first (--calibrate 0: not).", file=sys.stderr)
        try:
            found = calibrate(model, n_threads=threads, seconds=None if seconds < 0 else seconds, progress=_shown)
        except CannotCompact:
            continue
        if sys.stderr.isatty():
            print(file=sys.stderr)
        if profile.save(fingerprint, found) is None:
            print("They could not be stored: every head counts alike.", file=sys.stderr)


def _shown(share: float) -> bool:
    if sys.stderr.isatty():
        print(f"\r{share:4.0%} ", end="", file=sys.stderr, flush=True)
    return False
