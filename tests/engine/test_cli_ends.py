"""How commands end: unknown ones, Ctrl-C, a reader that is gone; processes of their own, as a shell starts them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from engine import cli
from engine import protocol as p
from engine.cli import chat
from engine.cli.interrupts import interrupts
from engine.heads import calibration, profile
from engine.process.host import Host
from tests.engine.http_harness import TINY

ROOT = Path(__file__).resolve().parents[2]
COMMAND = [sys.executable, "-m", "engine"]

unix = pytest.mark.skipif(os.name == "nt", reason="closed pipes and signals as Unix has them")


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LONGTHREAD_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


def press() -> None:
    """Ctrl-C."""
    os.kill(os.getpid(), signal.SIGINT)


# ---------------------------------------------------------------------- what is no command


def test_what_is_no_command_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["cht"]) == 2
    told = capsys.readouterr()
    assert told.out == "" and told.err.startswith("There is no command 'cht'.\n\nusage: python -m engine COMMAND")


def test_the_trial_of_a_backend_needs_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["try-backend"]) == 2
    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.parametrize("given", [[], ["help"], ["--help"], ["-h"]])
def test_the_commands_are_told_on_stdout(given: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(given) == 0
    told = capsys.readouterr()
    assert told.out.startswith("usage: python -m engine COMMAND") and told.err == ""


def test_a_python_without_the_packages_is_told() -> None:
    """As another Python than that of .venv is: ``-S`` leaves out what is installed."""
    run = subprocess.run(
        [sys.executable, "-S", "-m", "engine", "info", "x.gguf"], cwd=ROOT, capture_output=True, check=False
    )
    assert run.returncode == 1
    assert run.stderr.decode().startswith("The package ") and "python3 dev.py setup" in run.stderr.decode()
    assert b"Traceback" not in run.stderr


# ---------------------------------------------------------------------- a reader that is gone


def _unread(arguments: Sequence[str], unbuffered: str, typed: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """Run a command whose stdout nobody reads."""
    reader, writer = os.pipe()
    os.close(reader)
    try:
        return subprocess.run(
            [*COMMAND, *arguments], cwd=ROOT, input=typed, stdout=writer, stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONUNBUFFERED": unbuffered}, timeout=120, check=False,
        )  # fmt: skip
    finally:
        os.close(writer)


@unix
@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("arguments", [["--help"], ["info", "--help"], ["cartridges", "list"], ["diagnostics"]])
def test_a_reader_that_is_gone_is_no_fault(arguments: list[str], unbuffered: str) -> None:
    done = _unread(arguments, unbuffered)
    assert done.stderr == b"" and done.returncode in (0, 1)  # argparse counts its own help as read


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="a disk that is always full")
@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("arguments", [["info", str(TINY)], ["cartridges", "list"], ["help"]])
def test_a_full_disk_is_told_in_a_line(arguments: list[str], unbuffered: str) -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [*COMMAND, *arguments], cwd=ROOT, stdout=full, stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONUNBUFFERED": unbuffered}, timeout=120, check=False,
        )  # fmt: skip
        assert (done.returncode, done.stderr) == (1, b"Can't write the output: No space left on device.\n")
        both = subprocess.run([*COMMAND, *arguments], cwd=ROOT, stdout=full, stderr=full, timeout=120, check=False)
        assert both.returncode == 1


@unix
@pytest.mark.native
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_chat_that_nobody_reads_ends(tmp_path: Path, unbuffered: str) -> None:
    options = ["--context", "512", "--threads", "1", "--max-tokens", "4", "--folder", str(tmp_path / "chat")]
    done = _unread(["chat", str(TINY), *options], unbuffered, b"one\ntwo\n")
    assert done.stderr == b"" and done.returncode == 1


@pytest.mark.native
def test_a_reply_that_nobody_reads_is_stopped_and_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = iter(["one", "two"])
    monkeypatch.setattr(chat, "_lines", lambda: lines)
    written: list[str] = []

    def write(text: str) -> None:
        if len(written) == 2:  # what is said at first, and the beginning of a reply
            raise BrokenPipeError
        written.append(text)

    monkeypatch.setattr(chat, "_write", write)
    options = ["--context", "512", "--threads", "1", "--max-tokens", "200", "--folder", str(tmp_path / "chat")]
    assert cli.main(["chat", str(TINY), *options]) == 1
    user, reply = json.loads((tmp_path / "chat" / chat.MESSAGES).read_text())
    assert user["content"] == "one" and reply["role"] == "assistant"
    assert next(lines) == "two" and capsys.readouterr().err == ""


@unix
@pytest.mark.native
@pytest.mark.parametrize("gap", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_a_stream_that_is_closed_is_no_fault(gap: str, tmp_path: Path) -> None:
    """No file of the chat may get the number of stdout or stderr, where the library prints."""
    chatting = ["chat", str(TINY), "--context", "512", "--threads", "1", "--max-tokens", "4"]
    run = subprocess.run(
        ["sh", "-c", f'exec "$@" {gap}', "sh", *COMMAND, *chatting, "--folder", str(tmp_path / "chat")],
        cwd=ROOT, input="one\n", capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert run.returncode == 0 and run.stderr == ""
    assert (tmp_path / "chat" / chat.MESSAGES).exists() == ("<&-" not in gap)
    assert bool(run.stdout) == (" >&-" not in f" {gap}")


@unix
def test_errors_stay_out_of_stdout_where_stderr_is_closed() -> None:
    run = subprocess.run(
        ["sh", "-c", 'exec "$@" 2>&-', "sh", *COMMAND, "info", "missing.gguf"],
        cwd=ROOT, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert (run.returncode, run.stdout, run.stderr) == (1, "", "")


# ---------------------------------------------------------------------- Ctrl-C


def test_ctrl_c_ends_a_command_without_a_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from engine.cli import diagnostics

    def read(_model: str | None) -> dict[str, object]:
        raise KeyboardInterrupt

    monkeypatch.setattr(diagnostics, "facts", read)
    assert cli.main(["diagnostics"]) == 130
    assert capsys.readouterr() == ("", "")


@unix
def test_the_first_ctrl_c_asks_and_the_second_breaks_off() -> None:
    asked: list[bool] = []
    usual = signal.signal(signal.SIGINT, signal.default_int_handler)  # shells have it ignored in the background
    try:
        with_interrupts(asked)
    finally:
        signal.signal(signal.SIGINT, usual)


def with_interrupts(asked: list[bool]) -> None:
    before = signal.getsignal(signal.SIGINT)
    with interrupts(lambda: asked.append(True)) as pressed:
        assert not pressed.came
        press()
        assert pressed.came and asked == [True]
        with pytest.raises(KeyboardInterrupt):
            press()
    assert asked == [True] and signal.getsignal(signal.SIGINT) is before


@unix
@pytest.mark.native
def test_ctrl_c_ends_a_calibration_and_stores_nothing(
    data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    calibrate = calibration.calibrate

    def measured(path: str, *, progress: Callable[[float], bool], **options: object) -> profile.Profile:
        def told(share: float) -> bool:
            press()
            return progress(share)

        return calibrate(path, progress=told, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(calibration, "calibrate", measured)
    assert cli.main(["calibrate", str(TINY), "--threads", "1", "--seconds", "0"]) == 130
    assert capsys.readouterr() == ("", "") and not list(data.rglob("*.json"))


@unix
@pytest.mark.native
def test_ctrl_c_ends_the_reading_of_a_document(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """While the model reads, when an exception would be lost in what the library calls."""
    text = tmp_path / "letter.txt"
    text.write_text("The heron left a letter at the mill. " * 12)
    handle = Host.handle

    def handled(host: Host, request: p.AnyRequest) -> None:
        if isinstance(request, p.ReadDocument):
            host.submit(request)
            host.step()
            press()
            while host.busy:
                host.step()
        else:
            handle(host, request)

    monkeypatch.setattr(Host, "handle", handled)
    command = ["cartridges", "read", str(TINY), str(text), "--ratio", "4", "--context", "1024", "--json"]
    assert cli.main(command) == 130
    assert capsys.readouterr() == ("", "")
    assert cli.main(["cartridges", "list", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["cartridges"] == []


@pytest.fixture
def pressed_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C comes when a request was just taken in."""

    def handled(host: Host, request: p.AnyRequest) -> None:
        host.submit(request)
        press()
        while host.busy:
            host.step()

    monkeypatch.setattr(Host, "handle", handled)


@unix
@pytest.mark.native
@pytest.mark.usefixtures("pressed_at_once")
def test_ctrl_c_ends_the_load_of_a_server(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from engine.cli import serve
    from engine.server.local import LocalServer

    for name in ("start_logging", "catch_uncaught"):
        monkeypatch.setattr(serve, name, lambda *_: None)
    monkeypatch.setattr(LocalServer, "start", lambda _: pytest.fail("it was started"))
    assert cli.main(["serve", str(TINY), "--port", "0", "--folder", str(tmp_path / "s")]) == 130


@unix
@pytest.mark.native
@pytest.mark.usefixtures("pressed_at_once")
def test_ctrl_c_ends_the_load_of_a_chat(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["chat", str(TINY), "--context", "512"]) == 130
    assert capsys.readouterr() == ("", "")
