"""Presets of compaction: points of the space query source x selection x fit x scope x budget, with what each costs.

A preset is a row of stages. A stage compacts some of the heads and leaves the others whole; the next one takes up the
block and compacts further heads, on queries that have seen what was done. Names are those of Attention Matching
(Zweiger et al., arXiv 2602.16284) where it has them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from engine.heads.profile import HeadProfile
from engine.model.compact_structs import Fit, Queries, Select

COPYING = 0.3  # share from which a head counts as one that copies

Chosen = Callable[[float, HeadProfile | None], bool]  # of a head's depth in [0, 1) and profile


class Replay(Enum):
    """What is read before a stage, at the positions after the text, for the queries it asks; forgotten afterwards."""

    NONE = "none"
    CONTEXT = "context"  # the text once more (repeat-prefill; KVzip, arXiv 2505.23416)
    SELF_STUDY = "self study"  # what the model says when it is asked about the text (Cartridges, arXiv 2506.06266)


@dataclass(frozen=True)
class Stage:
    """Queries, selection and fit of the heads that ``heads`` chooses (None: all)."""

    select: Select = Select.ATTENTION
    fit: Fit = Fit.VALUES
    queries: Queries = Queries.REROTATED
    replay: Replay = Replay.NONE
    n_queries: int = 0  # reference queries per KV head, 0: as many as there are by default
    heads: Chosen | None = None


@dataclass(frozen=True)
class PresetStages:
    """``profile``: rows by the model's head profile, else the same for all heads; ``quantize``: in fewer bits."""

    stages: tuple[Stage, ...]
    cost: str
    profile: bool = True
    quantize: bool = True
    chunk: int = 0  # tokens of text that are compacted on their own, one after another; 0: all at once


def _layers(first: float, last: float) -> Chosen:
    return lambda depth, _profile: first <= depth < last


def _copying(_depth: float, profile: HeadProfile | None) -> bool:
    return profile is not None and profile.share >= COPYING


def _not_copying(depth: float, profile: HeadProfile | None) -> bool:
    return not _copying(depth, profile)


_REPLAYED = Stage(queries=Queries.RECENT, replay=Replay.CONTEXT)
_STEPS = 3  # of sequential_on_policy

PRESETS: dict[str, PresetStages] = {
    "default": PresetStages((Stage(),), "a tenth of reading the text once"),
    "select": PresetStages((Stage(fit=Fit.NONE, n_queries=384),), "a fiftieth of reading the text once"),
    "solver": PresetStages((Stage(n_queries=4096),), "half of reading the text once", profile=False, quantize=False),
    "omp": PresetStages((Stage(Select.OMP),), "a third of reading the text once"),
    "nonuniform": PresetStages((Stage(),), "a tenth of reading the text once", quantize=False),
    "chunked": PresetStages((Stage(),), "a quarter of reading the text once", chunk=512),
    "context_prefill": PresetStages((_REPLAYED,), "a tenth of reading the text once, and reading its end again"),
    "self_study": PresetStages(
        (Stage(queries=Queries.RECENT, replay=Replay.SELF_STUDY),),
        "a tenth of reading the text once, and writing 400 tokens",
    ),
    "on_policy": PresetStages(
        (Stage(heads=_layers(0.0, 0.5)), Stage(queries=Queries.RECENT, replay=Replay.CONTEXT, heads=_layers(0.5, 1.0))),
        "a quarter of reading the text once, and reading its end again",
    ),
    "sequential_on_policy": PresetStages(
        tuple(
            Stage(queries=Queries.RECENT, replay=Replay.CONTEXT, heads=_layers(step / _STEPS, (step + 1) / _STEPS))
            for step in range(_STEPS)
        ),
        "a third of reading the text once, and reading its end three times",
    ),
    "thorough": PresetStages(
        (Stage(heads=_not_copying), Stage(fit=Fit.NONE, queries=Queries.RECENT, replay=Replay.CONTEXT, heads=_copying)),
        "a quarter of reading the text once, and reading its end again",
    ),
    "even": PresetStages((Stage(),), "a third of reading the text once", profile=False, quantize=False),
    "recent": PresetStages((Stage(Select.RECENT, Fit.NONE),), "nothing", profile=False, quantize=False),
    "expected_attention": PresetStages(
        (Stage(Select.EXPECTED, Fit.NONE),), "a tenth of reading the text once", profile=False, quantize=False
    ),
    "snapkv": PresetStages(
        (Stage(Select.POOLED, Fit.NONE, Queries.RECENT),),
        "a twentieth of reading the text once",
        profile=False,
        quantize=False,
    ),
}

REPLAYED = 512  # tokens that are read again, at most
SNAPKV_WINDOW = 64  # recent tokens whose queries SnapKV looks from


def recent_queries(name: str) -> int:
    """Most recent tokens whose queries a preset needs sampled (``Model.open``'s ``n_recent_queries``)."""
    stages = PRESETS[name].stages if name in PRESETS else ()
    if any(stage.replay is not Replay.NONE for stage in stages):
        return REPLAYED
    return SNAPKV_WINDOW if any(stage.queries is Queries.RECENT for stage in stages) else 0
