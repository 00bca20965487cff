"""What ``bench all`` measures: the tables, their rows and columns."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from engine.bench import presets

Row = dict[str, Any]

RATIOS = (2.0, 4.0, 8.0, 16.0, 32.0)
LARGE = 32.0  # from this ratio on a context has to be twice as long, or its verbatim rows alone would fill the budget
GATE_RATIO, GATE_KL, GATE_SHARE = 8.0, 0.010, 0.15  # what a good way must reach on a 135M model, of snapkv's KL
FIRST = ("default", "thorough")  # what people use; the other presets follow, then the baselines


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
    rest = [name for name in known if name not in (*FIRST, *presets.BASELINES, *presets.CONTROLS)]
    return [name for name in (*FIRST, *rest, *presets.BASELINES) if name in known]


def sections(
    quick: bool, known: Collection[str] = presets.NAMES, windows: int | None = None
) -> tuple[ReportSection, ...]:
    """The tables; ``quick``: the ratios 4 and 8 of what people use and of the baselines, on fewer windows.

    ``windows``: places in the text, in place of 6 (2).
    """
    names = ordered(known)
    short = [name for name in names if name in (*FIRST, *presets.BASELINES)]
    ratios = (4.0, 8.0) if quick else RATIOS
    windows = windows or (2 if quick else 6)
    return (
        ReportSection(
            "quality",
            "Closeness to the full cache",
            "KL divergence (nats) of the next-token distributions and agreement of the first choice over 256 further "
            "tokens, means over windows; lower KL is better. `kl_share` is the share of `snapkv`'s at the same bytes. "
            "`kl_floor` and `top1_floor` are the noise of the arithmetic: the same, with a block that keeps every row, "
            "so that only the order of the sums differs. A `kl` near its floor is as good as the full cache; with "
            "quantized weights the floor is high, because activations are rounded. `held_out_error` is what a person "
            "is shown: the relative error of attention outputs on queries that nothing was fitted on, mean over heads; "
            "`held_out_worst` is the worst head of any window.",
            _rows(short if quick else names, ratios, context=2048, windows=windows),
            ("kl", "kl_share", "kl_worst_window", "kl_floor", "top1", "top1_floor", "ppl_ratio", "held_out_error",
             "held_out_worst", "windows", "bytes_before", "bytes_after", "compaction_ms"),
            share=9.0,
        ),
        ReportSection(
            "quality",
            "What must fail",
            "The same measure on ways that are known to be bad: the earliest tokens, the most recent ones, and the "
            f"cache's keys in place of the queries. The gate at {GATE_RATIO:g}x is a `kl_share` of at most "
            f"{GATE_SHARE} and (on SmolLM2-135M) a `kl` of at most {GATE_KL:.3f}; a measure that lets these through "
            "measures nothing.",
            _rows([name for name in ("default", "snapkv", "recent", *presets.CONTROLS) if name in known], (GATE_RATIO,),
                  context=2048, windows=windows),
            ("kl", "kl_share", "kl_worst_window", "top1", "cosine", "held_out_error", "windows", "bytes_before",
             "bytes_after"),
        ),
        ReportSection(
            "recall",
            "Planted facts",
            "Ten facts in a text, each asked alone after the compaction. `recall` counts answers that greedy decoding "
            "says in full; `logprob_lost` is how much log-probability (nats) the answers lost against the full cache, "
            "and tells more where the full cache itself finds only some.",
            _rows(short, ratios, context=1500, windows=1 if quick else min(windows, 2),
                  seeds=1 if quick else 2),
            ("recall_full", "recall", "recall_worst_window", "logprob_full", "logprob", "logprob_lost", "bytes_before",
             "bytes_after"),
            share=3.0,
        ),
        ReportSection(
            "perplexity",
            "A whole text",
            "Perplexity of the second half of each chunk, with the full cache and compacted every 512 tokens. Bytes "
            "are those at the end of a chunk.",
            _rows(short[:1] if quick else short, (8.0,) if quick else (4.0, 8.0), context=2048, every=512,
                  max_tokens=4096 if quick else 16384),
            ("ppl_full", "ppl", "ppl_ratio", "ppl_ratio_worst_chunk", "compactions", "bytes_full", "bytes"),
            share=2.0,
        ),
        ReportSection(
            "long",
            "A long text through a small memory",
            "Compacted again and again, against the most recent tokens in as many bytes and (where it fits the trained "
            "context) the full memory. Lists: perplexity per kilotoken; recall and log-probability of planted facts by "
            "their age in tokens.",
            ({"memory": 2048, "tokens": 8192},) if quick else (
                {"memory": 2048, "tokens": 8192}, {"memory": 2048, "tokens": 24576}),
            ("ppl_full", "ppl_memory", "ppl_recent", "kl_memory", "kl_recent", "ppl_to_recent_worst", "ages",
             "recall_full_ages", "recall_memory_ages", "recall_recent_ages", "logprob_memory_ages",
             "logprob_recent_ages", "ppl_memory_kilo", "ppl_recent_kilo", "compactions", "squeezed", "bytes_total",
             "read_ms_memory", "read_ms_recent"),
            share=3.0,
        ),
        ReportSection(
            "speed",
            "Decoding speed",
            "Tokens per second at the end of the context, full against compacted, and the price of the compaction.",
            ({"ratio": 8.0, "context": 4096},) if quick else (
                {"ratio": 4.0, "context": 4096}, {"ratio": 8.0, "context": 4096}, {"ratio": 8.0, "context": 7936}),
            ("decode_tps_full", "decode_tps", "speedup", "compaction_ms", "prefill_ms", "compaction_to_prefill",
             "peak_extra_bytes"),
        ),
        ReportSection(
            "resume",
            "Coming back",
            "Reading a chat from its snapshot against reading its text again.",
            ({"ratio": 4.0},) if quick else ({"ratio": 4.0}, {"ratio": 1.0}),
            ("prefill_ms", "save_ms", "load_ms", "load_to_prefill", "snapshot_bytes", "same_tokens"),
        ),
    )  # fmt: skip


def _rows(names: Sequence[str], ratios: Sequence[float], *, context: int, **fixed: Any) -> tuple[Row, ...]:
    return tuple(
        {"ratio": ratio, "preset": name, "context": context * 2 if ratio >= LARGE else context, **fixed}
        for ratio in ratios
        for name in names
    )
