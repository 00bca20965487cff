"""The command line: options, shape of the output, errors; with measurements that are made up."""

from __future__ import annotations

import dataclasses
import io
import json

import pytest

from engine.bench import cli, cost, heads, perplexity, presets, quality, recall, registry, resume, speed
from engine.bench.harness import BenchError, listed, windows
from engine.bench.progress import BenchProgress

PROMISED = {
    "quality": {
        "kl", "kl_floor", "kl_worst_window", "top1", "top1_floor", "cosine", "ppl_ratio", "held_out_error",
        "held_out_worst", "windows", "kl_seeds", "bytes_before", "bytes_after", "compaction_ms", "prefill_ms",
        "top1_predicted",
    },
    "recall": {
        "recall_full", "recall", "recall_worst_window", "logprob_full", "logprob", "logprob_lost", "bytes_before",
        "bytes_after",
    },
    "pairs": {
        "recall_full", "recall", "recall_worst_window", "logprob_full", "logprob", "bytes_before", "bytes_after",
    },
    "prediction": {"compactions", "within_2", "bias", "factor_least", "factor_most", "words_off", "per_compaction"},
    "calibration": {"ratios", "profiles", "to_full_worst"},
    "tasks": {"tasks", "mastered", "agreement_min", "agreement_mean", "bytes_before", "bytes_after"},
    "perplexity": {"ppl_full", "ppl", "ppl_ratio", "ppl_ratio_worst_chunk", "compactions", "bytes_full", "bytes"},
    "decode": {"decode_tps", "prefill_ms", "device_bytes", "devices"},
    "speed": {
        "decode_tps_full", "decode_tps", "speedup", "read_tps_full", "read_tps", "read_speedup", "compaction_ms",
        "prefill_ms", "compaction_to_prefill", "peak_extra_bytes",
    },
    "long": {
        "ppl_compacted", "ppl_recent", "ppl_compacted_kilo", "ppl_recent_kilo", "ppl_to_recent_worst", "facts",
        "compactions", "thinned", "squeezed", "positions", "recall_compacted_first", "recall_compacted_fresh",
        "bytes_total",
        "ppl_full", "kl_compacted", "kl_recent", "ages", "recall_full_ages", "recall_compacted_ages",
        "recall_recent_ages", "logprob_compacted_ages", "logprob_recent_ages", "read_ms_compacted", "read_ms_recent",
    },
    "cost": {
        "contexts", "threads", "select_s", "fit_s", "move_s", "total_s", "prefill_s", "prefill_share", "peak_bytes",
        "peak_share", "slice_ms_median", "slice_ms_max", "commit_ms", "scaled_from_layers",
    },
    "resume": {"prefill_ms", "save_ms", "load_ms", "load_to_prefill", "snapshot_bytes", "same_tokens"},
    "switch": {
        "switch_ms", "save_ms_blocking", "save_ms_background", "load_ms", "snapshot_bytes", "second_save_bytes",
    },
    "rewind": {"full_read_ms", "rewind_ms", "rewind_to_read"},
    "undo": {"prefill_ms", "undo_ms", "undo_to_prefill", "same_tokens", "keep_ms", "kept_bytes"},
    "server": {"read_tokens", "plain_read_tokens", "first_token_ms", "late_to_early", "conversation_tokens"},
    "share": {"prefill_tokens", "prefill_tokens_unshared", "wall_ratio", "cells", "cells_unshared", "same_tokens"},
    "stall": {
        "compactions", "median_pause_ms", "max_pause_ms", "gap_p50_ms", "gap_p99_ms", "gap_p99_ms_without",
        "paste_compactions", "paste_gap_p99_ms", "paste_gap_p99_ms_without",
    },
}  # fmt: skip


@pytest.fixture
def measured(monkeypatch):
    """Benchmarks that note their options and return what ``measured['result']`` says, or raise it."""
    seen: dict = {"result": {"kl": 0.25, "same_tokens": True, "bytes_after": 2_500_000, "per_window": [{"kl": 0.25}]}}

    def run(options, progress):
        seen["options"] = options
        progress.step()
        if isinstance(seen["result"], Exception):
            raise seen["result"]
        return seen["result"]

    for name, bench in registry.BENCHES.items():
        monkeypatch.setitem(registry.BENCHES, name, dataclasses.replace(bench, run=run))

    class Library:
        version = "a library"

    monkeypatch.setattr(registry, "runtime", Library)
    monkeypatch.setattr(heads, "know", lambda *asked: seen.update(heads=asked))
    return seen


def test_the_documented_command_lines_mean_what_they_say(measured, capsys):
    def options_of(line: str):
        assert cli.main([*line.split(), "--json"]) == 0
        return measured["options"]

    line = "quality --model m.gguf --text t.txt --context 2048 --continuation 256 --windows 3 --ratio 4 --preset recent"
    assert options_of(line) == quality.QualityOptions("m.gguf", "t.txt", 2048, 256, 3, 4.0, "recent")
    line = "recall --model m.gguf --text t.txt --context 1500 --facts 10 --ratio 8 --preset default"
    assert options_of(line) == recall.RecallOptions("m.gguf", "t.txt", 1500, 10, ratio=8.0, preset="default")
    assert options_of("speed --model m.gguf --context 4096 --ratio 8") == speed.SpeedOptions(
        "m.gguf", context=4096, ratio=8.0
    )
    assert options_of("recall --model m.gguf --text t.txt --seeds 3").seeds == 3
    line = "perplexity --model m.gguf --text t.txt --context 1024 --every 256 --ratio 4 --preset recent --max-tokens 9"
    assert options_of(line) == perplexity.PerplexityOptions("m.gguf", "t.txt", 1024, 256, 4.0, "recent", 9)
    line = "cost --context 8192 32768 --threads 1 2"
    assert options_of(line) == cost.CostOptions((8192, 32768), (1, 2))
    assert options_of("resume --model m.gguf --context 4096") == resume.ResumeOptions("m.gguf", context=4096)


def test_the_heads_of_a_model_are_known_before_it_is_measured(measured, capsys):
    def asked(line: str):
        measured.pop("heads", None)
        assert cli.main([*line.split(), "--json"]) == 0
        return measured.get("heads")

    assert asked("quality --model m.gguf --text t.txt") == (["m.gguf"], heads.SECONDS, 0)
    assert asked("long --model m.gguf --text t.txt --threads 2 --calibrate 7") == (["m.gguf"], 7.0, 2)
    assert asked("speed --model m.gguf --calibrate 0") is None
    assert asked("recall --model m.gguf --text t.txt --preset snapkv") is None, "it treats all heads alike"
    assert asked("resume --model m.gguf") is None


def test_json_is_one_object_on_stdout_and_nothing_else(measured, capsys):
    assert cli.main(["quality", "--model", "folder/m.gguf", "--text", "t.txt", "--json"]) == 0
    out, err = capsys.readouterr()
    result = json.loads(out)
    assert err == ""
    assert result["bench"] == "quality"
    assert result["kl"] == 0.25
    assert result["library"] == "a library"
    assert result["options"]["model"] == "m.gguf", "a path may tell who somebody is"
    assert result["per_window"] == [{"kl": 0.25}]


def test_without_json_the_numbers_stand_in_lines(measured, capsys):
    assert cli.main(["resume", "--model", "m.gguf"]) == 0
    out, _ = capsys.readouterr()
    lines = dict(line.split(maxsplit=1) for line in out.splitlines())
    assert lines == {"kl": "0.25", "same_tokens": "yes", "bytes_after": "2.50 MB"}


def test_an_error_is_a_sentence_and_a_status(measured, capsys):
    measured["result"] = BenchError("It cannot be.", "Do something else.")
    assert cli.main(["resume", "--model", "m.gguf", "--json"]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err.strip() == "It cannot be. Do something else."


def test_counts_below_one_are_refused_in_lists_too(measured, capsys):
    assert cli.main(["cost", "--context", "8192", "0"]) == 1


@pytest.mark.parametrize("option", ["--context", "--windows", "--facts"])
def test_counts_below_one_are_refused(measured, capsys, option):
    assert cli.main(["recall", "--model", "m.gguf", "--text", "t.txt", option, "0"]) == 1
    assert option in capsys.readouterr().err


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ("resume --threads -5", "at least 0"),
        ("resume --threads 513", "at most 512"),
        ("resume --ratio nan", "isn't a number"),
        ("resume --ratio 0.5", "at least 1"),
        ("rewind --turn -1", "at least 1"),
        ("stall --think -2", "at least 0"),
        ("stall --think inf", "isn't a number"),
        ("switch --tokens 0", "at least 1"),
        ("cost --threads 1 0", "at least 1"),
        ("quality --text t --calibrate nan", "isn't a number"),
        ("quality --text t --calibrate -2", "at least -1"),
    ],
)
def test_numbers_that_cannot_work_are_refused(measured, capsys, given, why):
    bench, *options = given.split()
    model = [] if bench == "cost" else ["--model", "m.gguf"]
    assert cli.main([bench, *model, *options]) == 1
    option = next(one for one in options if one.startswith("--") and one != "--text")
    assert f"{option}: " in (said := capsys.readouterr().err) and why in said


@pytest.mark.parametrize("given", ["--windows 0", "--minutes nan", "--minutes -1", "--threads -1", "--threads 513"])
def test_tables_refuse_numbers_that_cannot_work(monkeypatch, capsys, given):
    monkeypatch.setattr(cli, "write_report", lambda *_, **__: pytest.fail("it was measured"))
    command = ["all", "--models", "m.gguf", "--text", "t.txt", "--calibrate", "0", *given.split()]
    assert cli.main(command) == 1
    assert f"{given.split()[0]}: " in capsys.readouterr().err


@pytest.mark.parametrize("text", ["nan", "8,inf", "0.5", "x", "8,"])
def test_lists_of_ratios_are_numbers_from_one(text):
    with pytest.raises(BenchError, match="can't be measured"):
        listed(text, "ratio", 1)
    assert listed("1,8", "ratio", 1) == [1, 8]


def test_an_unknown_preset_is_refused_with_the_list(capsys):
    with pytest.raises(SystemExit):
        cli.main(["quality", "--model", "m.gguf", "--text", "t.txt", "--preset", "magic"])
    assert "snapkv" in capsys.readouterr().err


# --------------------------------------------------------------------------- budgets and windows


def test_the_budget_counts_the_verbatim_rows():
    assert presets.kept_tokens(2048, 4) == 512
    assert presets.kept_tokens(2048, 4.5) == 455
    with pytest.raises(BenchError, match="more than 68"):
        presets.kept_tokens(512, 8)


def test_an_eighth_of_what_is_kept_stays_verbatim_at_the_end():
    assert [presets.recent_of(2048 // ratio) for ratio in (2, 4, 8, 16, 32)] == [64, 64, 32, 16, 16]
    assert presets.recent_of(128, "snapkv") == presets.RECENT  # its window, as published


@pytest.mark.parametrize("ratio", [1.0, 0.0, -3.0, float("nan"), float("inf")])
def test_ratios_that_compact_nothing(ratio):
    with pytest.raises(BenchError, match="ratio"):
        presets.kept_tokens(2048, ratio)


def test_windows_are_spaced_through_the_text():
    pieces = windows(range(1000), 100, 3, None)
    assert [piece[0] for piece in pieces] == [0, 450, 900]
    assert all(len(piece) == 100 and piece == list(range(piece[0], piece[0] + 100)) for piece in pieces)
    assert windows(range(1000), 100, 1, None)[0][0] == 450
    assert windows(range(1000), 1000, 1, 7)[0][:2] == [7, 1]
    with pytest.raises(BenchError, match="99 tokens"):
        windows(range(99), 100, 1, None)


# --------------------------------------------------------------------------- progress


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_the_bar_shows_on_a_terminal_only_and_leaves_no_trace():
    for stream, shown in ((Terminal(), True), (io.StringIO(), False)):
        with BenchProgress(4, stream) as progress:
            progress.stage("prefill")
            progress.step()
        assert ("prefill" in stream.getvalue()) is shown
        assert ("1/4" in stream.getvalue()) is shown
        assert not shown or stream.getvalue().endswith("\r\x1b[K")
