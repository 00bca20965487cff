"""``bench --device``: what it asks for, and what it writes of that. A stand-in runs the measurements."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from engine.bench import device
from engine.bench.cli import main
from engine.bench.cost_model import Geometry
from engine.bench.device import GRAPHS_ENV, DeviceOptions, Results, measure, outcome, put_in
from engine.bench.device import main as device_main
from engine.model.model import Model
from engine.model.plugins import ONLY_ENV

ANSWERS: dict[str, Results] = {
    "decode": {"decode_tps": 50.0, "device_bytes": 2_000_000_000, "devices": ["CUDA0: RTX 9", "CPU: a processor"],
               "library": "llama.cpp 1"},
    "quality": {"kl": 0.02, "kl_floor": 0.0001},
    "speed": {"decode_tps": 60.0, "decode_tps_full": 30.0, "speedup": 2.0,
              "read_tps": 4000.0, "read_tps_full": 5000.0, "read_speedup": 0.8,
              "compaction_ms": 500.0, "prefill_ms": 2000.0,
              "compaction_to_prefill": 0.25, "peak_extra_bytes": 90_000_000, "bytes_before": 1_000_000_000},
    "resume": {"load_ms": 20.0, "prefill_ms": 2000.0, "load_to_prefill": 0.01, "same_tokens": True,
               "context_tokens": 8192},
}  # fmt: skip

GIVEN = ["--device", "cuda", "--model", "m.gguf", "--text", "t.txt"]


class StandIn:
    """Answers measurements, and keeps what was asked for."""

    def __init__(self, answers: dict[str, Results] | None = None) -> None:
        self.answers = {**ANSWERS, **(answers or {})}
        self.asked: list[tuple[list[str], dict[str, str]]] = []

    def __call__(self, arguments: Sequence[str], environment: Mapping[str, str]) -> Results:
        self.asked.append((list(arguments), dict(environment)))
        result = self.answers[arguments[0]]
        on_processor = arguments[0] == "quality" and environment[ONLY_ENV] == "cpu"
        return {**result, "kl": result["kl"] / 1.05} if on_processor else result


def options(**more: object) -> DeviceOptions:
    plain = {"contexts": (8192, 32768), "quality_context": 2048, "windows": 3, "steps": 64, "ratio": 8.0}
    return DeviceOptions(**{"device": "cuda", "model": "m.gguf", "text": "t.txt", **plain, **more})  # type: ignore[arg-type]


def test_everything_is_measured_on_the_device_and_the_loss_on_the_processor_too() -> None:
    run = StandIn()
    part = "\n".join(measure(options(stock="/stock"), run))
    assert part.startswith("## RTX 9 (CUDA)\n")
    assert "1.05×, as it should be" in part
    assert "| decoding at 32,768 tokens, compacted against full | 60.0 tokens/s; 30.0; 2.00× |" in part
    assert "| reading 512 tokens more there, compacted against full | 4,000 tokens/s; 5,000; 0.80× |" in part
    assert part.count("0.50 s; 2.00 s; 0.25×; 90 MB beside the cache, 9 % of it |") == 3  # two contexts, and refined
    assert "| ... against a processor that computes a device's graphs | 1.05× 0.0190 |" in part
    assert "the same reply" in part
    assert "2,000 MB" in part
    assert [environment[ONLY_ENV] for arguments, environment in run.asked if arguments[0] == "quality"] == [
        "cuda", "cpu", "cpu",
    ]  # fmt: skip
    assert [GRAPHS_ENV in environment for arguments, environment in run.asked if arguments[0] == "quality"] == [
        False, False, True,
    ]  # fmt: skip
    assert {environment[ONLY_ENV] for arguments, environment in run.asked if arguments[0] != "quality"} == {"cuda"}
    decoded = [environment for arguments, environment in run.asked if arguments[0] == "decode"]
    assert [environment.get("LLAMA_CPP_LIB_PATH") for environment in decoded] == [None, "/stock"]


def test_speeds_can_be_those_of_a_random_model_of_a_larger_shape(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    small = Geometry(layers=2, heads=4, kv_heads=2, head_size=32, width=64, hidden=96)
    monkeypatch.setattr(device, "EIGHT_B", small)
    stand_in = StandIn()

    def run(arguments: Sequence[str], environment: Mapping[str, str]) -> Results:
        if arguments[0] == "speed":
            with Model.open(arguments[arguments.index("--model") + 1], n_ctx=64) as model:
                assert model.facts.kv_bytes_per_token == 2 * 2 * 2 * 32 * 2  # layers, KV heads, keys and values in F16
        return stand_in(arguments, environment)

    out = tmp_path / "DEVICES.md"
    assert device_main([*GIVEN, "--out", str(out), "--speed-model", "8b"], run) == 0
    models = {arguments[0]: Path(arguments[arguments.index("--model") + 1]).name for arguments, _ in stand_in.asked}
    assert models == {"decode": "m.gguf", "quality": "m.gguf", "speed": "random-8b-q4_0.gguf", "resume": "m.gguf"}
    assert "Speeds at long contexts: random-8b-q4_0.gguf" in out.read_text(encoding="utf-8")


def test_a_loss_beyond_the_limit_is_told() -> None:
    stand_in = StandIn()

    def run(arguments: Sequence[str], environment: Mapping[str, str]) -> Results:
        if arguments[0] != "quality":
            return stand_in(arguments, environment)
        return {"kl": 0.02 if environment[ONLY_ENV] == "cuda" else 0.015, "kl_floor": 0.0}

    assert any("1.33×, more than 1.10×" in line for line in measure(options(), run))


def test_a_measurement_that_dies_costs_its_row_alone() -> None:
    part = "\n".join(measure(options(), StandIn({"speed": {"failed": "exit status -11"}})))
    assert part.count("failed: exit status -11") == 3
    assert "the same reply" in part


@pytest.mark.parametrize("answer", [{"failed": "no driver"}, {**ANSWERS["decode"], "devices": ["CPU: a processor"]}])
def test_without_the_device_nothing_is_written(tmp_path: Path, answer: Results) -> None:
    out = tmp_path / "DEVICES.md"
    assert device_main([*GIVEN, "--out", str(out)], StandIn({"decode": answer})) == 1
    assert not out.exists()


def test_the_part_of_a_device_is_replaced_and_others_stay(tmp_path: Path) -> None:
    out = tmp_path / "DEVICES.md"
    assert device_main([*GIVEN, "--out", str(out)], StandIn()) == 0
    other = {**ANSWERS["decode"], "devices": ["CUDA0: GTX 1", "CPU: a processor"]}
    assert device_main([*GIVEN, "--out", str(out)], StandIn({"decode": other})) == 0
    before = out.read_text(encoding="utf-8")
    quicker = {**ANSWERS["speed"], "speedup": 3.0}
    assert device_main([*GIVEN, "--out", str(out)], StandIn({"speed": quicker})) == 0
    text = out.read_text(encoding="utf-8")
    assert text.count("## RTX 9 (CUDA)") == text.count("## GTX 1 (CUDA)") == 1
    assert "2.00×" in text and "3.00×" in text
    assert text.startswith(before.splitlines()[0])
    assert put_in(text, text[text.index("## GTX") :].split("\n\n## ")[0].rstrip().splitlines()).count("## ") == 2


def test_tests_are_counted(tmp_path: Path) -> None:
    file = tmp_path / "times.xml"
    file.write_text(
        '<testsuite><testcase name="a" status="run"/><testcase name="b" status="fail"><failure/></testcase>'
        '<testcase name="c"><skipped/></testcase></testsuite>'
    )
    assert outcome(str(file)) == "1 of 3 passed; failed: b, c"
    assert outcome("") == outcome(str(tmp_path / "none.xml")) == "not run"


def test_the_command_line_takes_a_device(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--device", "cuda"])
    assert "--model" in capsys.readouterr().err


def test_a_measurement_that_hangs_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    def hang(command: list[str], *, timeout: float, **_: object) -> None:
        raise subprocess.TimeoutExpired(command, timeout)

    monkeypatch.setattr(subprocess, "run", hang)
    assert device.child(["speed"], {}, limit=90) == {"failed": "no result within 90 s"}
