"""What commands refuse at once, with a sentence: values that can't work, folders and files that can't be used."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from engine import cli
from engine.cartridges.store import CartridgeStore
from engine.cli import arguments, serve
from engine.heads import calibration
from engine.process.host import Host
from engine.server.loop import Loop
from tests.engine.embedding_models import embedding_model
from tests.engine.http_harness import TINY

MODEL = str(TINY)
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def unloaded(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No model may be loaded, and the tests' own process keeps its logs."""
    for name in ("start_logging", "catch_uncaught"):
        monkeypatch.setattr(serve, name, lambda *_: None)
    monkeypatch.setenv("LONGTHREAD_DATA", str(tmp_path / "data"))
    for place, name in ((Host, "handle"), (Loop, "ask"), (calibration, "calibrate")):
        monkeypatch.setattr(place, name, lambda *_, **__: pytest.fail("a model was loaded"))


def refused(capsys: pytest.CaptureFixture[str], *given: str) -> str:
    """What a command says of arguments that can't work."""
    with pytest.raises(SystemExit) as end:
        cli.main(given)
    assert end.value.code == 2
    return capsys.readouterr().err


@pytest.mark.parametrize("tokens", ["1", "-5", "255"])
@pytest.mark.parametrize("command", ["chat", "serve", "info", "estimate", "cartridges read"])
def test_a_context_that_is_too_small_is_refused(capsys: pytest.CaptureFixture[str], command: str, tokens: str) -> None:
    rest = [MODEL, "text"] if "read" in command else [MODEL]
    assert "use 0 or at least 256" in refused(capsys, *command.split(), *rest, "--context", tokens)


@pytest.mark.parametrize("command", ["chat", "serve", "estimate"])
def test_the_size_of_the_context_is_given_in_one_way(capsys: pytest.CaptureFixture[str], command: str) -> None:
    said = refused(capsys, command, MODEL, "--context", "512", "--memory", "100MB")
    assert "--memory: not allowed with argument --context" in said


def test_contexts_that_work_are_taken() -> None:
    assert [arguments.context_tokens(text) for text in ("0", "256", "8192")] == [0, 256, 8192]


@pytest.mark.parametrize("given", ["--quota nan", "--quota inf", "--quota -5", "--quota 1e308", "--quota x"])
def test_a_quota_that_is_none_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str], given: str) -> None:
    assert "--quota" in refused(capsys, "snapshots", "prune", "--folder", str(tmp_path), *given.split())


@pytest.mark.parametrize("seconds", ["nan", "inf", "-5"])
def test_a_calibration_that_would_never_end_is_refused(capsys: pytest.CaptureFixture[str], seconds: str) -> None:
    assert "--seconds" in refused(capsys, "calibrate", MODEL, "--seconds", seconds)


@pytest.mark.parametrize("given", ["--unload-after -5", "--unload-after nan", "--chats 0", "--chats -1", "--chats 257"])
def test_what_a_server_cannot_keep_to_is_refused(capsys: pytest.CaptureFixture[str], given: str) -> None:
    option = given.split()[0]
    assert option in refused(capsys, "serve", MODEL, *given.split())


def test_a_share_of_ram_is_no_quota_of_a_folder(capsys: pytest.CaptureFixture[str]) -> None:
    assert "argument --quota: '25%' is no size" in refused(capsys, "serve", MODEL, "--quota", "25%")


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("estimate", "1.5GB (powers of 1024)"), ("chat", "1.5GB (powers of 1024)"), ("serve", "1.5GB (powers of 1024)"),
        ("serve", "20GB (powers of 1000)"), ("rpc-worker", "12GB (powers of 1024)"),
    ],
)  # fmt: skip
def test_help_says_which_units_sizes_are_in(capsys: pytest.CaptureFixture[str], command: str, said: str) -> None:
    with pytest.raises(SystemExit):
        cli.main([command, "--help"])
    assert said in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize("threads", ["-5", "513", "1.5", "nan"])
@pytest.mark.parametrize("command", ["chat", "serve", "calibrate"])
def test_threads_that_cannot_be_are_refused(capsys: pytest.CaptureFixture[str], command: str, threads: str) -> None:
    assert f"argument --threads: '{threads}' is" in refused(capsys, command, MODEL, "--threads", threads)


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ("chat --temperature nan", "isn't a number"),
        ("chat --temperature inf", "isn't a number"),
        ("chat --temperature -0.1", "is too small; use at least 0"),
        ("chat --temperature 11", "is too large; use at most 10"),
        ("chat --max-tokens 0", "is too small; use at least 1"),
        ("chat --max-tokens -3", "is too small; use at least 1"),
        ("chat --max-tokens 99999999999", "is too large; use at most 2147483647"),
        ("serve --port 65536", "is too large; use at most 65535"),
        ("serve --port -1", "is too small; use at least 0"),
        ("estimate --gpu-layers -2", "is too small; use at least -1"),
        ("cartridges-read --ratio nan", "isn't a number"),
        ("cartridges-read --ratio 0.5", "is too small; use 0 or at least 1"),
        ("cartridges-read --ratio -8", "is too small"),
    ],
)
def test_numbers_that_cannot_work_are_refused(capsys: pytest.CaptureFixture[str], given: str, why: str) -> None:
    command, option, value = given.split()
    rest = ["read", MODEL, "text"] if command == "cartridges-read" else [MODEL]
    said = refused(capsys, command.partition("-")[0], *rest, option, value)
    assert f"argument {option}: '{value}' {why}" in said


def test_numbers_at_the_ends_are_taken() -> None:
    assert [arguments.threads(text) for text in ("0", "512")] == [0, 512]
    assert [arguments.port(text) for text in ("0", "65535")] == [0, 65535]
    assert [arguments.ratio(text) for text in ("0", "1", "16")] == [0, 1, 16]
    assert [arguments.number(0, 10)(text) for text in ("0", "10")] == [0, 10]
    assert arguments.whole(1)("1") == 1


@pytest.mark.parametrize("command", ["delete", "keep"])
@pytest.mark.parametrize("digest", ["", "abc"])
def test_a_document_is_named_by_more_than_a_letter(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, command: str, digest: str
) -> None:
    monkeypatch.setattr(CartridgeStore, "all", lambda _: pytest.fail("it was looked for"))
    assert "at least 4 characters" in refused(capsys, "cartridges", command, digest)


def test_a_server_says_what_it_cannot_use_before_it_loads(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "file"
    file.write_text("text")
    for given, told in {
        ("--embeddings", str(tmp_path / "missing.gguf")): "missing.gguf",
        ("--embeddings", MODEL): "doesn't make embeddings",
        ("--models", str(tmp_path / "missing")): "There is no folder",
        ("--folder", str(file)): "isn't a folder",
        ("--folder", str(file / "inside")): "Can't use the folder",
        ("--host", "0.0.0.0"): "it has no key",
    }.items():
        assert cli.main(["serve", MODEL, "--port", "0", *given]) == 1
        assert told in capsys.readouterr().err, given


@pytest.mark.parametrize("host", ["203.0.113.7", "nowhere.invalid", "2001:db8::7"])
def test_an_address_that_is_not_this_computers_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], host: str
) -> None:
    monkeypatch.setenv(serve.KEY_ENV, "secret")
    assert cli.main(["serve", MODEL, "--port", "0", "--host", host]) == 1
    told = capsys.readouterr().err
    assert told.startswith(f"Can't listen at {host}: ") and "--host" in told


@pytest.mark.parametrize("option", ["--output", "--plot"])
def test_a_calibration_says_where_it_cannot_write_before_it_measures(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], option: str
) -> None:
    (tmp_path / "file").write_text("text")
    assert cli.main(["calibrate", MODEL, option, str(tmp_path / "file" / "heads.svg")]) == 1
    assert "isn't a folder" in capsys.readouterr().err


@pytest.mark.parametrize(("passes", "why"), [("3", "use at least 4"), ("x", "isn't a whole number")])
def test_passes_that_tell_nothing_are_refused(capsys: pytest.CaptureFixture[str], passes: str, why: str) -> None:
    said = refused(capsys, "calibrate", MODEL, "--passes", passes)
    assert f"argument --passes: '{passes}' " in said and why in said


@pytest.mark.native
def test_a_server_takes_an_embedding_model_and_folders(tmp_path: Path) -> None:
    model = embedding_model(tmp_path / "embedder.gguf")
    options = serve._parser().parse_args(
        [MODEL, "--embeddings", str(model), "--models", str(tmp_path), "--folder", str(tmp_path / "a" / "b")]
    )
    assert serve._problem(options) == "" and (tmp_path / "a" / "b").is_dir()


@pytest.mark.native
def test_any_caller_gets_a_context_that_the_library_bears() -> None:
    """In a process of its own, which the library would end."""
    program = (
        "import sys; from engine.model.model import Model\n"
        "with Model.open(sys.argv[1], n_ctx=1, n_seq_max=8, n_threads=1) as model: print(model.n_ctx, model.n_ubatch)"
    )
    done = subprocess.run([sys.executable, "-c", program, MODEL], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stdout.split() == ["256", "256"], done.stderr
