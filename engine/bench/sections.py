"""What ``bench all`` measures: the tables, their rows and columns."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from engine.bench import presets
from engine.bench.task_baselines import CUT_TURNS, SUMMARY

Row = dict[str, Any]

RATIOS = (4.0, 8.0, 16.0, 32.0)
LARGE = 32.0  # from this ratio on a context has to be twice as long, or its verbatim rows alone would fill the budget
GATE_RATIO, GATE_KL, GATE_SHARE = 8.0, 0.010, 0.15  # what a good way must reach on a 135M model, of snapkv's KL
PRODUCT = ("default", presets.REFINED)  # what people use, waiting for it or not
READ_AGAIN = ("thorough",)  # what they may choose, at the price of reading the text again

CLOSENESS = "Closeness to the full cache"
CONTROLS = "What must fail"
FACTS = "Planted facts"
TASKS = "Questions on what stands far back"
LONG = "A long text through a small context"
SPEED = "Decoding speed"
RESUME = "Coming back"
UNDO = "Taking a compaction back"


@dataclass(frozen=True)
class ReportSection:
    """A table: ``bench`` measures its ``rows`` (options by name) into ``columns`` (None: all numbers there are)."""

    bench: str
    heading: str
    says: str
    rows: tuple[Row, ...]
    columns: tuple[str, ...] | None
    share: float = 1.0  # of the time for all tables, where that is limited


def missing(known: Collection[str]) -> list[str]:
    """Baselines that the tables should have and that this engine has not."""
    return [name for name in presets.BASELINES if name not in known]


def ordered(known: Collection[str]) -> list[str]:
    """Presets in the order of the tables, without the controls."""
    first = (*PRODUCT, *READ_AGAIN)
    rest = [name for name in known if name not in (*first, *presets.BASELINES, *presets.CONTROLS)]
    return [name for name in (*first, *rest, *presets.BASELINES) if name in known]


def sections(
    quick: bool, known: Collection[str] = presets.NAMES, windows: int | None = None
) -> tuple[ReportSection, ...]:
    """The tables; ``quick``: the ratios 4 and 8, shorter texts and no tasks.

    ``windows``: places in the text, in place of 3 (1).
    """
    names = ordered(known)
    compared = [name for name in (*PRODUCT, *presets.BASELINES) if name in known]
    ratios = (4.0, 8.0) if quick else RATIOS
    windows = windows or (1 if quick else 3)
    tables = (
        ReportSection(
            "quality",
            CLOSENESS,
            "KL divergence (nats) of the next-token distributions and agreement of the first choice over 256 further "
            "tokens, means over windows; lower KL is better. `kl_share` is the share of `snapkv`'s at the same bytes. "
            "`kl_floor` is the noise of the arithmetic: the same, with a block that keeps every row, so that only the "
            "order of the sums differs. A `kl` near its floor is as good as the full cache; with quantized weights the "
            "floor is high, because activations are rounded. `top1_predicted` is what a person was told: the share of "
            "next words that stay as they were.",
            _rows(compared, ratios, context=2048, windows=windows),
            ("kl", "kl_share", "kl_worst_window", "kl_floor", "top1", "top1_predicted", "ppl_ratio", "windows",
             "bytes_before", "bytes_after", "compaction_ms"),
            share=6.0,
        ),
        ReportSection(
            "quality",
            "Every preset",
            f"The same at {GATE_RATIO:g}x on one window: what each way of choosing and fitting rows is worth, and what "
            "it costs.",
            _rows(names, (GATE_RATIO,), context=2048, windows=1),
            ("kl", "kl_share", "top1", "ppl_ratio", "held_out_error", "compaction_ms"),
            share=2.0,
        ),
        ReportSection(
            "quality",
            CONTROLS,
            "The same measure on ways that are known to be bad: the earliest tokens, the most recent ones, and the "
            f"cache's keys in place of the queries. The gate at {GATE_RATIO:g}x is a `kl_share` of at most "
            f"{GATE_SHARE} and (on SmolLM2-135M) a `kl` of at most {GATE_KL:.3f}; a measure that lets these through "
            "measures nothing.",
            _rows([name for name in ("default", "snapkv", "recent", *presets.CONTROLS) if name in known], (GATE_RATIO,),
                  context=2048, windows=windows),
            ("kl", "kl_share", "kl_worst_window", "top1", "cosine", "held_out_error"),
        ),
        ReportSection(
            "recall",
            FACTS,
            "Ten facts in a text, each asked alone after the compaction. `recall` counts answers that greedy decoding "
            "says in full; `logprob_lost` is how much log-probability (nats) the answers lost against the full cache, "
            "and tells more where the full cache itself finds only some.",
            _rows(compared, ratios, context=1500, windows=1, seeds=1 if quick else 2),
            ("recall_full", "recall", "recall_worst_window", "logprob_lost"),
            share=3.0,
        ),
        ReportSection(
            "tasks",
            TASKS,
            "Chats with questions on what stands far back in them (needles, variables, word counts, passages, JSON, a "
            "conversation with corrections, code). `agreement` is the share of the replies that the full cache gets "
            "right and that stay right, over the tasks that it masters (at least 0.7 right): their mean, and the "
            "lowest. Beside presets there is what other programs do at the same bytes: `cut_turns` drops the oldest "
            "turns, `summary` has the model itself summarise them.",
            () if quick else _rows([*PRODUCT, "snapkv", CUT_TURNS, SUMMARY], (8.0, 16.0), context=2048),
            ("mastered", "agreement_mean", "agreement_min", "bytes_before", "bytes_after"),
            share=4.0,
        ),
        ReportSection(
            "long",
            LONG,
            "Compacted again and again, against the most recent tokens in as many bytes and (where it fits the trained "
            "context) the full cache. Lists: perplexity per kilotoken; recall and log-probability of planted facts by "
            "their age in tokens.",
            ({"context": 2048, "tokens": 4096 if quick else 8192},),
            ("ppl_full", "ppl_compacted", "ppl_recent", "kl_compacted", "kl_recent", "ppl_to_recent_worst", "ages",
             "recall_full_ages", "recall_compacted_ages", "recall_recent_ages", "logprob_compacted_ages",
             "logprob_recent_ages", "compactions"),
            share=3.0,
        ),
        ReportSection(
            "speed",
            SPEED,
            "Tokens per second at the end of the context, full against compacted, and the price of the compaction.",
            tuple({"ratio": ratio, "context": 4096} for ratio in ((8.0,) if quick else (4.0, 8.0))),
            ("decode_tps_full", "decode_tps", "speedup", "compaction_ms", "prefill_ms", "compaction_to_prefill",
             "peak_extra_bytes"),
        ),
        ReportSection(
            "resume",
            RESUME,
            "Reading a chat from its saved state against reading its text again.",
            ({"ratio": 4.0},) if quick else ({"ratio": 4.0}, {"ratio": 1.0}),
            ("prefill_ms", "save_ms", "load_ms", "load_to_prefill", "snapshot_bytes", "same_tokens"),
        ),
        ReportSection(
            "undo",
            UNDO,
            "Undoing the last compaction of a chat of 4,096 tokens against reading its text again.",
            ({"ratio": 8.0, "context": 4096},),
            ("prefill_ms", "undo_ms", "undo_to_prefill", "same_tokens", "keep_ms", "kept_bytes"),
        ),
    )  # fmt: skip
    return tuple(table for table in tables if table.rows)


def _rows(names: Sequence[str], ratios: Sequence[float], *, context: int, **fixed: Any) -> tuple[Row, ...]:
    return tuple(
        {"ratio": ratio, "preset": name, "context": context * 2 if ratio >= LARGE else context, **fixed}
        for ratio in ratios
        for name in names
    )
