"""``bench all``: what it measures, what it writes, and that a stopped run goes on where it was."""

from __future__ import annotations

import dataclasses
import json
import sys
from functools import partial
from pathlib import Path

import pytest

from engine.bench import cli, presets, registry, report, report_plots, sections
from engine.bench import clock as clock_module
from engine.bench.clock import Clock
from engine.bench.grid import Grid, GridPoint
from engine.bench.harness import BenchError
from engine.bench.report_summary import MeasuredModel, summary
from engine.bench.results import Results, WindowResults
from engine.compaction import presets as product
from tests.engine.bench.test_command import PROMISED

KNOWN = ("default", "thorough", "even", "select", "snapkv", "expected_attention", "recent", *presets.CONTROLS)


def commands(text):
    lines = text.splitlines()
    return [lines[i + 1] for i, line in enumerate(lines) if line == "```" and lines[i + 1].startswith("python")]


@pytest.fixture
def written():
    """A document with made-up numbers, in which snapkv's recall and whatever is at 32x fail."""

    def measure(name, model, rows):
        outcomes = []
        for row in rows:
            if (name == "recall" and row["preset"] == "snapkv") or row.get("ratio") == 32:
                outcomes.append(BenchError("It cannot | be."))
            else:
                kl = 0.4 if row.get("preset") == "snapkv" else 0.1
                outcomes.append({**dict.fromkeys(PROMISED.get(name, {"ppl"}), 0.5), "kl": kl, "same_tokens": False})
        return outcomes

    tables = sections.sections(False, KNOWN)
    text = report.markdown(measure, tables, ["a/m.gguf", "b/n.gguf"], "t/t.txt", "the command", "a library")
    return tables, text


def test_every_table_stands_under_a_command_that_is_one(written):
    tables, text = written
    assert len(commands(text)) == 2 * len(tables), "each table of both models"
    for line in commands(text):
        cli.parser().parse_args(
            line.replace("PRESET", "default").replace("RATIO", "4").replace("CONTEXT", "9").split()[4:]
        )
    for name in ("m.gguf", "n.gguf"):
        assert f"## {name}" in text
    assert "a library" in text and "the command" in text


def test_bad_rows_stay_and_shares_are_of_snapkv_at_the_same_ratio(written):
    _, text = written
    assert "failed: It cannot / be." in text
    assert "| no |" in text, "tokens that differ are told"
    line = next(line for line in text.splitlines() if line.startswith("| 8 | default | 2048 |"))
    assert line.split(" | ")[3:5] == ["0.1", "0.25"]


def test_rows_of_a_table_are_as_wide_as_its_head(written):
    _, text = written
    table: list[str] = []
    for line in [*text.splitlines(), ""]:
        if line.startswith("|"):
            table.append(line)
        elif table:
            assert len({row.count("|") for row in table}) == 1
            assert len(table) > 2
            table = []


def test_the_tables_cover_models_presets_and_ratios():
    quality = next(section for section in sections.sections(False, KNOWN) if section.bench == "quality")
    measured = {(row["preset"], row["ratio"]) for row in quality.rows}
    wanted = set(KNOWN) - set(presets.CONTROLS)
    compared = {"default", *presets.BASELINES}
    assert measured == {(name, ratio) for name in compared for ratio in (4, 8, 16, 32)}
    every = next(section for section in sections.sections(False, KNOWN) if section.heading == "Every preset")
    assert {row["preset"] for row in every.rows} == wanted
    for row in quality.rows:
        presets.kept_tokens(row["context"], row["ratio"])
    facts = next(section for section in sections.sections(False, KNOWN) if section.bench == "recall")
    for row in facts.rows:
        presets.kept_tokens(row["context"], row["ratio"])
    quick = sections.sections(True, KNOWN)[0]
    assert {row["ratio"] for row in quick.rows} == {4, 8}
    assert set(presets.BASELINES) <= {row["preset"] for row in quick.rows}


def test_columns_are_promised_by_the_benchmarks():
    for section in sections.sections(False, KNOWN):
        if section.columns is not None:
            assert set(section.columns) <= PROMISED[section.bench] | {"kl_share"}


def test_what_is_missing_is_told():
    assert sections.missing(["default", "recent", "snapkv"]) == ["expected_attention"]
    assert sections.missing(KNOWN) == []
    assert "magic" not in sections.ordered(product.PRESETS)


# --------------------------------------------------------------------------- results that outlive a run


@pytest.fixture
def told():
    return []


def test_results_are_found_again_by_what_was_measured(tmp_path, told):
    file = tmp_path / "r.jsonl"
    what = {"bench": "quality", "ratio": 4.0, "code": "1"}
    Results(file, told.append).put(what, {"kl": 0.5})
    file.write_text(file.read_text() + "{half a li", encoding="utf-8")
    again = Results(file, told.append)
    assert again.get(what) == {"kl": 0.5}
    assert again.get({**what, "code": "2"}) is None, "of other code"
    assert again.get({**what, "ratio": 8.0}) is None
    assert len(told) == 1 and "kl 0.5" in told[0]


def test_a_grid_measures_only_what_is_not_known(tmp_path, told):
    a, b = GridPoint("default", 4.0), GridPoint("recent", 4.0)
    done = []

    def run_all(points):
        grid = Grid(points, WindowResults(Results(tmp_path / "r.jsonl", told.append), {"bench": "quality"}))
        for window in ("0/2", "1/2"):

            def measure(run, name):
                done.append(("read", name))
                for point in points:
                    run(point, lambda point=point: done.append((point.preset, name)) or {"kl": len(name)})

            grid.window(window, measure)
        return grid

    assert run_all([a]).outcome(a) == [{"kl": 3}, {"kl": 3}]
    assert done == [("read", "0/2"), ("default", "0/2"), ("read", "1/2"), ("default", "1/2")]
    done.clear()
    assert run_all([a]).outcome(a) == [{"kl": 3}, {"kl": 3}]
    assert done == [], "all of it was known"
    grid = run_all([a, b])
    assert done == [("read", "0/2"), ("recent", "0/2"), ("read", "1/2"), ("recent", "1/2")]
    assert grid.outcome(a) == grid.outcome(b)


def test_windows_without_time_are_left_out_but_for_the_first(tmp_path, told):
    a, b = GridPoint("default", 4.0), GridPoint("recent", 4.0)
    clock = Clock(0.0, [1.0])
    clock.next_table()
    grid = Grid([a, b], WindowResults(Results(tmp_path / "r.jsonl", told.append), {"bench": "quality"}, clock.is_up))

    def measure(run, name):
        for point in (a, b):
            run(point, lambda: {"kl": 1.0})

    for window in ("0/3", "1/3", "2/3"):
        grid.window(window, measure)
    assert grid.outcome(a) == grid.outcome(b) == [{"kl": 1.0}]


def test_tables_share_the_time_and_leave_what_they_do_not_need(monkeypatch):
    now = [100.0]
    monkeypatch.setattr(clock_module.time, "monotonic", lambda: now[0])
    clock = Clock(10, [3.0, 1.0, 1.0])

    clock.next_table()
    clock.next_part(0.5)
    now[0] = 100 + 179.0
    assert not clock.is_up()
    now[0] = 100 + 181.0
    assert clock.is_up(), "half of three fifths of ten minutes"
    clock.next_part(1.0)
    assert not clock.is_up()
    clock.next_table()
    now[0] += 209.0
    assert not clock.is_up(), "half of the seven minutes that are left"
    now[0] += 1.0
    assert clock.is_up()

    endless = Clock(None, [])
    endless.next_table()
    endless.next_part(0.1)
    assert not endless.is_up()


def test_a_point_that_fails_does_not_take_the_others_along():
    good, bad = GridPoint("default", 4.0), GridPoint("recent", 99.0)
    tried = []

    def refuse():
        tried.append(1)
        raise BenchError("No.")

    def measure(run, name):
        run(bad, refuse)
        run(good, lambda: {"kl": 1.0})

    grid = Grid([bad, good])
    grid.window("0/2", measure)
    grid.window("1/2", measure)
    assert grid.outcome(good) == [{"kl": 1.0}] * 2
    assert len(tried) == 1, "it is not tried in every window"
    with pytest.raises(BenchError, match="No"):
        grid.outcome(bad)


def test_the_command_writes_the_document_and_goes_on_after_a_stop(tmp_path, monkeypatch, capsys):
    """Two runs of the real runner over made-up benchmarks; the second finds everything measured."""
    model, text = tmp_path / "m.gguf", tmp_path / "t.txt"
    model.write_bytes(b"")
    text.write_text("words", encoding="utf-8")
    ran: list[str] = []

    class Facts:
        fingerprint = "f"
        weights = "w"

    def alone(options, progress):
        ran.append(type(options).__name__)
        return dict.fromkeys(set().union(*(PROMISED[name] for name in ("speed", "resume", "long", "undo"))), 1.0)

    def made_up(point):
        ran.append(point.preset)
        return dict.fromkeys(PROMISED["quality"] | PROMISED["recall"] | PROMISED["tasks"], 2.0)

    def grid(options, points, progress, kept):
        result = Grid(points, kept)

        def measure(run, name):
            for point in points:
                run(point, partial(made_up, point))

        result.window("0/1", measure)
        return result

    for name, bench in registry.BENCHES.items():
        fake = (grid, lambda results: results[0]) if bench.grid else None
        monkeypatch.setitem(registry.BENCHES, name, dataclasses.replace(bench, run=alone, grid=fake))
    monkeypatch.setattr(report, "read_facts", lambda path: Facts)
    monkeypatch.setattr(report, "code_digest", lambda: "code")
    runtime = type("R", (), {"version": "lib"})
    monkeypatch.setattr(report, "runtime", lambda: runtime)
    monkeypatch.setattr(registry, "runtime", lambda: runtime)
    out = tmp_path / "docs" / "B.md"
    out.parent.mkdir()
    command = ["all", "--models", str(model), "--text", str(text), "--out", str(out), "--calibrate", "0", "--quick"]
    assert cli.main(command) == 0
    first, written = len(ran), out.read_text(encoding="utf-8")
    assert first > 0 and "python -m engine bench all --models m.gguf --text t.txt --quick" in written
    lines = (tmp_path / "docs" / "B.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(lines) == first
    assert all("key" in json.loads(line) for line in lines)
    (tmp_path / "docs" / "B.jsonl").write_text("\n".join(lines[:-3]) + "\n", encoding="utf-8")
    assert cli.main(command) == 0
    assert len(ran) == first + 3, "only what the stopped run lacked"
    assert out.read_text(encoding="utf-8") == written
    assert Path(tmp_path / "docs" / "B.md").exists()

    (tmp_path / "docs" / "B.jsonl").unlink()
    ran.clear()
    assert cli.main([*command[:-1], "--minutes", "0", "--windows", "1"]) == 0
    short = out.read_text(encoding="utf-8")
    assert "--text t.txt --windows 1 --minutes 0" in short
    assert "not measured" in short and "default" in ran
    assert [ran.count(name) for name in ("LongOptions", "SpeedOptions", "ResumeOptions")] == [1, 1, 1], "a row each"
    capsys.readouterr()


# --------------------------------------------------------------------------- what it comes to


def measured(model, **better):
    """Made-up tables in which the default is ``better`` than the rest by numbers of its own."""
    tables = []
    for section in sections.sections(False, KNOWN):
        outcomes = []
        for row in section.rows:
            numbers = dict.fromkeys(PROMISED[section.bench], 0.5)
            if row.get("preset") == "default":
                numbers |= better
            outcomes.append({**numbers, "kl": numbers.get("kl", 0.5), "kl_floor": 1e-6})
        tables.append((section, outcomes))
    return MeasuredModel(model, tables)


def test_the_summary_is_made_of_measured_rows():
    lines = summary([measured("a.gguf", kl=0.05, recall=0.4, agreement_mean=0.97), measured("b.gguf", kl=0.25)])
    assert len(lines) == 11
    assert lines[0].startswith("- **KL to the full cache at 8x:** 0.05 nats, 0.100 of SnapKV's (a.gguf); 0.25 nats")
    assert any(
        "0.97 compacted, lowest 0.50, 0.50 summarised, 0.50 oldest turns dropped (a.gguf)" in line for line in lines
    )
    assert any("8,192 tokens through 2,048: perplexity 0.5, 0.5 with the full cache" in line for line in lines)


def test_the_summary_leaves_out_what_was_not_measured():
    tables = [(section, [BenchError("No.")] * len(section.rows)) for section in sections.sections(False, KNOWN)]
    assert summary([MeasuredModel("a.gguf", tables)]) == []
    only = [(section, outcomes) for section, outcomes in measured("a.gguf").tables if section.heading == sections.SPEED]
    assert [line.split("**")[1] for line in summary([MeasuredModel("a.gguf", only)])] == [
        "Writing at 4,096 tokens, compacted 8x:",
        "The compaction takes:",
    ]


def test_two_pictures_are_drawn_the_same_each_time(tmp_path):
    models = [measured("a.gguf", kl=0.05), measured("b.gguf")]
    assert report_plots.write(models, tmp_path / "one") == list(report_plots.PLOTS)
    report_plots.write(models, tmp_path / "two")
    for name in report_plots.PLOTS:
        svg = (tmp_path / "one" / name).read_text(encoding="utf-8")
        assert svg == (tmp_path / "two" / name).read_text(encoding="utf-8")
        assert "a.gguf" in svg and "b.gguf" in svg and "Longthread" in svg and "SnapKV" in svg
        assert "<tspan" not in svg, "powers of ten as raised text, which not every program draws"
    assert report_plots.write([], tmp_path / "none") == [] and not (tmp_path / "none").exists()


def test_nothing_is_measured_that_could_not_be_drawn(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.setattr(report, "Runner", lambda *_: pytest.fail("it was measured"))
    with pytest.raises(BenchError, match="matplotlib"):
        report.write_report(tmp_path / "B.md", [], "text.txt", 1)


def test_the_document_begins_with_the_summary_and_the_pictures():
    def measure(name, model, rows):
        return [dict.fromkeys(PROMISED[name], 0.5) for _ in rows]

    text = report.markdown(
        measure, sections.sections(True, KNOWN), ["a/m.gguf"], "t.txt", "the command", "a library",
        lambda models: ["benchmarks/kl.svg"],
    )  # fmt: skip
    top = text.split("## m.gguf")[0].splitlines()
    assert top[2].startswith("- **KL to the full cache at 8x:**")
    assert "![KL to the full cache by ratio](benchmarks/kl.svg)" in top
