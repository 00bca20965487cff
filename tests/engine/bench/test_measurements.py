"""The benchmarks on a tiny random model with the real library: what they promise to report, and that it is true."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path

import numpy as np
import pytest

from engine.bench import calibration, cli, controls, heads, presets, quality
from engine.bench.facts import make_facts
from engine.bench.grid import GridPoint
from engine.bench.harness import BenchError, SavedState, prefill, reset
from engine.bench.progress import BenchProgress
from engine.bench.recall import ask_all, planted_context, question_tokens
from engine.gguf.header import read_facts
from engine.heads import calibration as heads_calibration
from engine.heads import profile, sensitivity
from engine.model.metrics import token_log_probabilities
from engine.model.model import Model
from engine.model.reading import forced, greedy
from tests.engine.bench.test_command import PROMISED
from tests.engine.test_hybrid import make

pytestmark = [
    pytest.mark.native,
    pytest.mark.skipif(importlib.util.find_spec("llama_cpp") is None, reason="the engine library is not installed"),
]

ROOT = Path(__file__).resolve().parents[3]
COLOURS = ("red", "blue", "green", "grey")
TEXT = " ".join(f"Visitor {i} looked at the {COLOURS[i % 4]} door and left." for i in range(120))
LONG_TEXT = " ".join(f"On day {i} visitor {i * i} saw {COLOURS[i % 4]} doors." for i in range(400))


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    spec = importlib.util.spec_from_file_location("make_models", ROOT / "native" / "tests" / "make_models.py")
    make_models = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(make_models)
    folder = tmp_path_factory.mktemp("bench")
    make_models.make_text(folder / "text.gguf")
    (folder / "text.txt").write_text(TEXT, encoding="utf-8")
    return folder


@pytest.fixture
def model(folder):
    with Model.open(folder / "text.gguf", n_ctx=512, n_threads=1) as model:
        if model.why_not_compactable():
            pytest.skip(str(model.why_not_compactable()))
        yield model


def measure(folder, capsys, name, *options):
    files = ["--model", str(folder / "text.gguf"), "--threads", "1"]
    if name in heads.BENCHES:
        files += ["--calibrate", "0"]
    if name in ("quality", "prediction", "calibration", "recall", "perplexity", "long"):
        files += ["--text", str(folder / "text.txt")]
    status = cli.main([name, *files, *options, "--json"])
    out, err = capsys.readouterr()
    assert status == 0, err
    result = json.loads(out)
    assert PROMISED[name] <= set(result)
    return result


def test_the_same_memory_measures_as_identical(model):
    """Forcing, going back to a saved state and forcing again must give the same bits, or every distance is noise."""
    tokens = model.tokenize(TEXT)[:400]
    prefill(model, tokens[:300])
    saved = SavedState(model)
    first = forced(model, tokens[300:], 300)
    saved.restore()
    assert model.length() == 300
    assert np.array_equal(first, forced(model, tokens[300:], 300))


def test_forced_logits_are_those_of_each_token_in_turn(model):
    tokens = model.tokenize(TEXT)[:120]
    prefill(model, tokens[:100])
    rows = forced(model, tokens[100:], 100)
    model.remove_tail(100)
    for i, token in enumerate(tokens[100:]):
        said = greedy(model, token, 100 + i, 1)
        ranked = np.argsort(rows[i])[-2:]
        assert said[0] in ranked, "batches and single tokens round differently, but not that much"


def test_a_reset_memory_is_as_it_was_made(model):
    tokens = model.tokenize(TEXT)[:400]
    prefill(model, tokens)
    presets.shrink(model, 400, "even", 3.0)
    assert model.info().n_blocks == 1
    reset(model)
    assert model.info().n_blocks == 0
    prefill(model, tokens)
    with Model.open(model_path(model), n_ctx=512, n_threads=1) as fresh:
        prefill(fresh, tokens)
        assert np.array_equal(forced(model, tokens[:20], 400), forced(fresh, tokens[:20], 400))


def model_path(model):
    return model.facts.path


@pytest.mark.parametrize("preset", presets.NAMES)
def test_every_preset_takes_at_most_the_bytes_it_is_given(folder, preset):
    with Model.open(
        folder / "text.gguf",
        n_ctx=512,
        n_threads=1,
        n_recent_queries=presets.recent_queries_needed(preset),
    ) as model:
        if model.why_not_compactable():
            pytest.skip(str(model.why_not_compactable()))
        tokens = model.tokenize(TEXT)[:400]
        prefill(model, tokens)
        shrunk = presets.shrink(model, 400, preset, 3.0, tokens)
        assert 0.8 * shrunk.bytes_before / 3 < shrunk.bytes_after <= shrunk.bytes_before / 3
        assert model.length() == 400, "positions must not change"
        forced(model, [65, 66], 400)
        with pytest.raises(BenchError, match="verbatim"):
            presets.shrink(model, 400, preset, 30.0)


def test_quality(folder, capsys):
    result = measure(
        folder, capsys, "quality", "--context", "300", "--continuation", "40", "--windows", "2", "--ratio", "2.5",
        "--preset", "even",
    )  # fmt: skip
    assert len(result["per_window"]) == 2
    for key in ("kl", "top1", "cosine", "ppl_ratio", "bytes_after", "prefill_ms"):
        values = [window[key] for window in result["per_window"]]
        assert result[key] == pytest.approx(sum(values) / 2)
        assert key == "bytes_after" or values[0] != values[1], f"{key} is the same in both windows"
    assert 0 < result["kl"] <= result["kl_worst_window"] <= result["kl_max"]
    assert 0 <= result["top1"] <= 1
    assert result["bytes_after"] <= result["bytes_before"] / 2.5


def test_prediction(folder, capsys, tmp_path, monkeypatch):
    """A profile of any numbers: what is predicted with it is told beside what was measured."""
    monkeypatch.setattr(profile, "data_folder", lambda: tmp_path)
    facts = read_facts(folder / "text.gguf")
    with Model.open(folder / "text.gguf", n_ctx=128, n_threads=1) as model:
        if model.why_not_compactable():
            pytest.skip(str(model.why_not_compactable()))
        rows = model.compact_api.heads(model.context)
    heads = [
        profile.HeadProfile(row.layer, row.head, 0.1, [0.1, 0.01], [0.1, 0.01], {"8/2": 0.001, "2/2": 0.01})
        for row in rows
    ]
    profile.save(facts.fingerprint, profile.Profile(heads, tokens=300, rows=[16, 128]))
    common = ["--context", "400", "--continuation", "40", "--windows", "2", "--ratio", "3,4"]
    result = measure(folder, capsys, "prediction", *common)
    assert result["compactions"] == len(result["per_compaction"]) == 4
    third, quarter = (
        np.mean([one["kl_predicted"] for one in result["per_compaction"] if one["ratio"] == ratio]) for ratio in (3, 4)
    )
    assert 0 < third < quarter
    factors = [one["kl_predicted"] / one["kl"] for one in result["per_compaction"]]
    assert result["within_2"] == np.mean([0.5 <= factor <= 2 for factor in factors])
    assert result["factor_least"] == pytest.approx(min(factors)) and result["factor_most"] == pytest.approx(
        max(factors)
    )


def test_calibration(folder, capsys, tmp_path, monkeypatch):
    monkeypatch.setattr(profile, "data_folder", lambda: tmp_path)
    given = []

    def calibrated(path, *, n_threads, passes=None, seconds=None):
        """The ranking, as the tiny model has too few cells for the prose that is measured on."""
        given.append(passes if passes is not None else seconds)
        return heads_calibration.calibrate(path, n_threads=n_threads, n_tokens=96, seconds=0)

    monkeypatch.setattr(calibration, "calibrate", calibrated)
    options = ["--context", "400", "--continuation", "40", "--windows", "2", "--ratio", "3,4", "--passes", "4,0"]
    result = measure(folder, capsys, "calibration", *options)
    assert given == [0.0, 4]
    assert [(row["profile"], row["to_full"]) for row in result["profiles"]] == [("0", None), ("4", None)]
    one, other = (row["kl"] for row in result["profiles"])
    assert len(one) == 2 and 0 < one[0] < one[1] and one == other, "the same profile gives the same numbers"
    assert cli.main(["calibration", "--model", "m.gguf", "--text", "t.txt", "--passes", "2"]) == 1


def test_a_profile_is_compared_with_the_full_one():
    nats = np.array([[[0.002, 0.02], [0.001, 0.01]], [[0.004, 0.02], [0.003, 0.03]]])
    found = calibration.summary([("32", 32, 1.0), ("full", 0, 0.0)], [4.0, 8.0], nats)
    few, full = found["profiles"]
    assert few["to_full"] == pytest.approx([1.5, 1.0]) and full["to_full"] == [1.0, 1.0]
    assert found["to_full_worst"] == pytest.approx(1.5)


def test_keeping_more_is_closer(folder, capsys):
    common = ["--context", "400", "--continuation", "60", "--windows", "2", "--preset", "recent"]
    near = measure(folder, capsys, "quality", *common, "--ratio", "1.1")
    far = measure(folder, capsys, "quality", *common, "--ratio", "5")
    assert near["kl"] < far["kl"]
    assert near["top1"] >= far["top1"]


def test_recall(folder, capsys):
    result = measure(folder, capsys, "recall", "--context", "800", "--facts", "3", "--ratio", "3", "--preset", "even")
    facts = result["per_window"][0]["per_fact"]
    assert [fact["name"] for fact in facts] == [fact.name for fact in make_facts(3, 1)]
    assert result["recall_full"] == sum(fact["found_full"] for fact in facts) / 3
    assert result["logprob"] == pytest.approx(sum(fact["logprob"] for fact in facts) / 3)
    assert result["logprob"] != result["logprob_full"]
    assert result["context_tokens"] > 800, "facts come on top of the text"


def test_each_question_is_asked_from_the_same_state(model):
    facts = make_facts(3, 2)
    context = model.tokenize(TEXT[:200] + " ".join(fact.statement for fact in facts))
    prefill(model, context)
    questions = [question_tokens(model, fact) for fact in facts]
    for question, fact in zip(questions, facts, strict=True):
        assert model.text(question.prompt + question.answer) == fact.question + fact.answer
        assert fact.answer.strip() not in model.text(question.prompt)
    answers = ask_all(model, questions, len(context), SavedState(model))
    assert model.length() == len(context)
    backwards = ask_all(model, questions[::-1], len(context), SavedState(model))
    assert backwards[::-1] == answers, "an earlier question is seen by a later one"


def test_speed(folder, capsys):
    result = measure(folder, capsys, "speed", "--context", "400", "--ratio", "4", "--steps", "8", "--preset", "even")
    assert result["speedup"] == pytest.approx(result["decode_tps"] / result["decode_tps_full"])
    assert result["read_speedup"] == pytest.approx(result["read_tps"] / result["read_tps_full"])
    assert result["compaction_to_prefill"] == pytest.approx(result["compaction_ms"] / result["prefill_ms"])
    assert result["peak_extra_bytes"] > 0


@pytest.mark.parametrize("ratio", ["4", "1"])
def test_resume(folder, capsys, ratio):
    result = measure(folder, capsys, "resume", "--context", "500", "--ratio", ratio)
    assert result["same_tokens"] is True
    assert result["load_to_prefill"] == pytest.approx(result["load_ms"] / result["prefill_ms"])
    assert result["snapshot_bytes"] > 0
    assert (result["bytes_after"] > 0) is (ratio == "4")


def test_switch(folder, capsys):
    result = measure(folder, capsys, "switch", "--tokens", "400")
    assert result["switch_ms"] >= result["load_ms"] > 0
    assert result["save_ms_background"] > 0 and result["save_ms_blocking"] > 0
    assert 0 < result["second_save_bytes"] <= result["snapshot_bytes"]
    assert 300 < result["chat_tokens"] < 500


@pytest.mark.parametrize("kind", ["text", "deltanet"])
def test_rewind(folder, capsys, kind):
    model = folder / f"{kind}.gguf"
    if kind != "text":
        make(model, kind)
    options = ["--context", "600", "--turn", "60"]
    assert cli.main(["rewind", "--model", str(model), "--threads", "1", *options, "--json"]) == 0
    result = json.loads(capsys.readouterr()[0])
    assert PROMISED["rewind"] <= set(result)
    assert (result["rewind_tokens"], result["context_tokens"]) == (60, 600)
    assert result["rewind_to_read"] == pytest.approx(result["rewind_ms"] / result["full_read_ms"])
    assert (result["checkpoints"] > 0) == (kind != "text")


def test_undo(folder, capsys):
    result = measure(folder, capsys, "undo", "--context", "500", "--ratio", "4")
    assert result["undo_to_prefill"] == pytest.approx(result["undo_ms"] / result["prefill_ms"])
    assert result["same_tokens"] and result["reread_tokens"] == 0
    assert result["compacted_tokens"] > 300 and result["context_tokens"] == 500
    assert result["keep_ms"] > 0 and result["kept_bytes"] > 0


def test_share(folder, capsys):
    options = ("--sequences", "4", "--prefix", "300", "--suffix", "20")
    result = measure(folder, capsys, "share", *options)
    assert result["prefill_tokens_unshared"] == result["cells_unshared"] == 4 * 320
    assert result["prefill_tokens"] == result["cells"] == 300 + 4 * 20, "each further one reads only its own"
    assert result["same_tokens"] == 4
    assert result["wall_ratio"] == pytest.approx(result["wall_ms"] / result["wall_ms_unshared"])


def test_server(folder, capsys):
    options = ("--context", "512", "--turns", "6", "--tokens", "4", "--clients", "3", "--idle", "0.1")
    result = measure(folder, capsys, "server", *options)
    assert result["conversation_tokens"] > 4 * 512
    assert len(result["read_tokens"]) == len(result["plain_read_tokens"]) == 6
    assert result["late_to_early"] == pytest.approx(result["first_token_ms"][-1] / result["first_token_ms"][4])
    assert result["clients"]["n"] == 3
    assert {"overhead_ms", "idle_cpu"} <= result.keys()
    shorter = measure(folder, capsys, "server", *options[:-4], "--conversation", "1500", "--idle", "0.1")
    assert shorter["conversation_tokens"] < result["conversation_tokens"] / 2


def test_stall(folder, capsys):
    options = (
        "--turns",
        "8",
        "--context",
        "512",
        "--message",
        "80",
        "--reply",
        "16",
        "--think",
        "0.2",
        "--paste",
        "700",
    )
    result = measure(folder, capsys, "stall", *options)
    assert result["compactions"] >= 1 and result["paste_compactions"] >= 1
    assert 0 <= result["median_pause_ms"] <= result["max_pause_ms"]
    assert 0 < result["gap_p50_ms"] <= result["gap_p99_ms"] <= result["gap_max_ms"]
    assert result["paste_gap_p50_ms"] > 0 and result["paste_read_ms"] > 0


def test_a_text_too_short_is_refused_with_the_numbers(folder, capsys):
    files = ["--model", str(folder / "text.gguf"), "--text", str(folder / "text.txt")]
    assert cli.main(["quality", *files, "--calibrate", "0", "--context", "90000"]) == 1
    assert "needs 90257" in capsys.readouterr().err


def test_a_long_text_is_streamed_through_a_small_memory(folder, capsys):
    (folder / "text.txt").write_text(LONG_TEXT, encoding="utf-8")
    try:
        result = measure(folder, capsys, "long", "--context", "512", "--tokens", "4096", "--facts", "1")
    finally:
        (folder / "text.txt").write_text(TEXT, encoding="utf-8")
    # until it is full, a memory is what the full one is; afterwards it goes on within its bytes
    assert result["kl_compacted_kilo"][0] < result["kl_compacted_kilo"][-1]
    assert len(result["ppl_compacted_kilo"]) == len(result["ppl_recent_kilo"]) == len(result["ppl_full_kilo"]) == 4
    assert result["compactions"] >= 4 and result["thinned"] >= 2
    stock = 3 * 2 * 2 * 64 * 2 * 512  # bytes of the memory as it was made
    assert result["bytes_used"] <= result["bytes_total"] <= stock and result["bytes_total"] > 0.99 * stock
    assert result["squeezed"] == 0 and result["positions"] == 4096
    assert [fact["kilotoken"] for fact in result["facts"]] == [1, 2, 3, 4]
    assert all(np.isfinite(fact["logprob_compacted"]) for fact in result["facts"])


def test_the_stream_holds_its_facts_whole(model, folder, tmp_path):
    from engine.bench.long import LongOptions, make_stream

    (tmp_path / "long.txt").write_text(LONG_TEXT, encoding="utf-8")
    options = LongOptions(str(folder / "text.gguf"), str(tmp_path / "long.txt"), tokens=4096, facts=3)
    stream = make_stream(model, options)
    assert len(stream.tokens) == 4097
    for kilo, facts in stream.facts.items():
        text = model.text(stream.tokens[kilo * 1024 : (kilo + 1) * 1024])
        for fact in facts:
            assert fact.statement in text


# --------------------------------------------------------------------------- grids, floors, controls


def grid_of(folder, points, **options):
    settings = {"context": 300, "continuation": 40, "windows": 2, "threads": 1, **options}
    return quality.run_grid(
        quality.QualityOptions(str(folder / "text.gguf"), str(folder / "text.txt"), **settings),
        points,
        BenchProgress(1),
    )


def test_points_of_a_grid_measure_what_they_measure_alone(folder):
    points = [GridPoint("even", 2.5), GridPoint("snapkv", 2.5), GridPoint("recent", 4.0), GridPoint("even", 4.0)]
    together = grid_of(folder, points)
    for point in points:
        alone = grid_of(folder, [point]).outcome(point)
        for window, same in zip(together.outcome(point), alone, strict=True):
            for key in ("kl", "top1", "bytes_after", "kl_floor", "held_out_error"):
                assert window[key] == same[key], f"{key} of {point} depends on what else is measured"


def test_seeds_draw_other_queries_and_repeat_themselves(folder):
    point = GridPoint("even", 4.0)
    results = grid_of(folder, [point], seeds=2, context=1200).outcome(point)
    assert [result["seed"] for result in results] == [1, 2, 1, 2]
    assert results == [
        {**again, "compaction_ms": result["compaction_ms"], "prefill_ms": result["prefill_ms"]}
        for result, again in zip(results, grid_of(folder, [point], seeds=2, context=1200).outcome(point), strict=True)
    ]
    assert results[0]["kl"] != results[1]["kl"] and results[0]["bytes_after"] == results[1]["bytes_after"]
    means = quality.summary(results)
    assert means["kl_seeds"] == [np.mean([results[i]["kl"] for i in which]) for which in ((0, 2), (1, 3))]
    assert "seed" not in means


def test_the_floor_is_what_keeping_every_row_costs(folder):
    point = GridPoint("even", 4.0)
    for window in grid_of(folder, [point]).outcome(point):
        assert 0 <= window["kl_floor"] < 1e-4, "f32 weights: only the order of sums differs"
        assert window["kl"] > 100 * window["kl_floor"]
        assert window["top1_floor"] > 0.97


def test_held_out_errors_are_told_where_something_was_compacted(folder):
    points = [GridPoint("even", 2.5), GridPoint("even", 4.0), GridPoint("recent", 4.0)]
    grid = grid_of(folder, points)
    near, far, none = (quality.summary(grid.outcome(point)) for point in points)
    assert 0 < near["held_out_error"] < near["held_out_worst"]
    assert far["held_out_error"] > near["held_out_error"]
    assert none["held_out_error"] is None and none["held_out_worst"] is None


def test_keys_take_the_place_of_queries_and_nothing_else_changes(model):
    """The memory stays as it was but for the sampled queries, and those are the keys of the same tokens."""
    tokens = model.tokenize(TEXT)[:400]
    prefill(model, tokens)
    before = bytes(SavedState(model).data)
    info = model.info()
    controls.use_keys_as_queries(
        model, 400, lambda: presets.keep_all(model, 400), (presets.SINKS, 400 - presets.RECENT)
    )
    after = bytes(SavedState(model).data)
    assert len(after) == len(before)
    changed = [i for i in range(len(before)) if before[i] != after[i]]
    rows = info.bytes_queries
    assert changed and changed[0] >= len(before) - rows - 64 * info.n_queries, "only the queries' section changed"
    assert model.info() == info
    presets.shrink(model, 400, "even", 3.0)
    with pytest.raises(BenchError, match="before anything"):
        controls.use_keys_as_queries(model, 400, lambda: None, (4, 336))


def test_keys_are_those_of_the_block_that_is_compacted(model, monkeypatch):
    prefill(model, model.tokenize(TEXT)[:400])
    blocks = []

    def noted(model, n_tokens, keep_all, block):
        saved = SavedState(model)
        keep_all()
        blocks.append([block, *((one.p0, one.p1) for one in model.compact_api.blocks(model.context, 0))])
        saved.restore()

    monkeypatch.setattr(presets, "use_keys_as_queries", noted)
    presets.shrink(model, 400, "keys", 4.0)
    (done,) = model.compact_api.blocks(model.context, 0)
    assert blocks == [[(4, 384), (4, 384)]] and (done.p0, done.p1) == (4, 384)


@pytest.mark.parametrize(("preset", "kept"), [("recent", 4), ("earliest", 36)])
def test_removed_baselines_keep_what_their_name_says(model, preset, kept):
    """A quarter of 400 tokens: the four first and the 96 last ones, or the 84 first and the 16 last ones."""
    tokens = model.tokenize(TEXT)[:400]
    prefill(model, tokens)
    shrunk = presets.shrink(model, 400, preset, 4.0)
    assert shrunk.bytes_after * 4 <= shrunk.bytes_before
    first = int(model.functions.llama_memory_seq_pos_min(model.functions.llama_get_memory(model.context), 0))
    assert first == 0
    assert model.info().n_live == 100
    model.remove_tail(36)
    assert model.info().n_live == kept, "tokens that are left of the first 36"


def test_perplexity_is_that_of_the_second_halves(folder, capsys):
    result = measure(folder, capsys, "perplexity", "--context", "512", "--every", "200", "--ratio", "2",
                     "--preset", "even", "--max-tokens", "1200")  # fmt: skip
    assert result["chunks"] == 2 and result["compactions"] == 4
    assert result["scored_tokens"] == 2 * 255
    assert result["ppl_ratio"] == pytest.approx(result["ppl"] / result["ppl_full"])
    assert result["bytes"] < result["bytes_full"]
    with Model.open(folder / "text.gguf", n_ctx=512, n_threads=1) as model:
        tokens = model.tokenize(TEXT, special=False)
        if model.bos_token is not None:
            tokens.insert(0, model.bos_token)
        total = 0.0
        for at in (0, 512):
            piece = tokens[at : at + 512]
            if model.bos_token is not None:
                piece[0] = model.bos_token
            reset(model)
            rows = forced(model, piece, 0)
            total -= float(token_log_probabilities(rows[256:511], piece[257:]).sum())
    assert result["ppl_full"] == pytest.approx(np.exp(total / 510), rel=1e-5)


def test_perplexity_of_a_memory_that_forgets_is_another_one(folder, capsys):
    common = ["--context", "512", "--every", "200", "--max-tokens", "600"]
    near = measure(folder, capsys, "perplexity", *common, "--ratio", "1.01", "--preset", "recent")
    far = measure(folder, capsys, "perplexity", *common, "--ratio", "16", "--preset", "recent")
    assert near["bytes"] > 2 * far["bytes"]
    assert abs(np.log(near["ppl_ratio"])) < abs(np.log(far["ppl_ratio"]))


@pytest.mark.parametrize("option", [["--every", "100"], ["--every", "512"], ["--ratio", "1"], ["--context", "90000"]])
def test_perplexity_refuses_what_it_cannot_do(folder, capsys, option):
    files = ["--model", str(folder / "text.gguf"), "--text", str(folder / "text.txt"), "--context", "512"]
    assert cli.main(["perplexity", *files, "--calibrate", "0", *option]) == 1
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_seeds_plant_other_facts_in_the_same_window(folder, capsys):
    result = measure(folder, capsys, "recall", "--context", "800", "--facts", "2", "--ratio", "3", "--preset", "even",
                     "--seeds", "2")  # fmt: skip
    first, second = ({fact["name"] for fact in window["per_fact"]} for window in result["per_window"])
    assert first != second
    assert result["logprob_lost"] == pytest.approx(result["logprob_full"] - result["logprob"])
    assert result["recall_worst_window"] == min(window["recall"] for window in result["per_window"])


def test_a_text_that_says_an_answer_itself_is_refused(model):
    facts = make_facts(2, 1)
    with pytest.raises(BenchError, match="itself"):
        planted_context(model, TEXT + facts[1].answer, facts)
    planted = model.text(planted_context(model, TEXT, facts))
    assert all(planted.count(fact.answer.strip()) == 1 for fact in facts)


def test_an_unknown_models_heads_are_measured_once(folder, capsys, tmp_path, monkeypatch):
    prose = tmp_path / "prose.txt"  # a byte is a token here
    prose.write_text(sensitivity.PROSE.read_text(encoding="utf-8")[:1500], encoding="utf-8")
    monkeypatch.setattr(sensitivity, "PROSE", prose)
    path = str(folder / "text.gguf")
    fingerprint = read_facts(path).fingerprint
    assert profile.load(fingerprint) is None
    heads.know([path], 0.0, 1)
    assert profile.load(fingerprint) is None, "it was asked not to"
    heads.know([path], 20.0, 1)
    known = profile.load(fingerprint)
    assert known is not None and known.rows and all(one.prose for one in known.heads)
    assert "heads of text.gguf are measured" in capsys.readouterr().err
    heads.know([path], 20.0, 1)
    assert not capsys.readouterr().err and profile.load(fingerprint) == known


def test_decode(folder, capsys):
    result = measure(folder, capsys, "decode", "--context", "64", "--steps", "4")
    assert result["decode_tps"] > 0
    assert result["devices"][-1].startswith("CPU")
