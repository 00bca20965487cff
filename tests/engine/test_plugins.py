"""Backends that are libraries of their own: tried in a child, trusted, left out."""

from __future__ import annotations

import contextlib
import importlib.util
import logging
import os
import shutil
import signal
import subprocess
import sys
import tarfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import psutil
import pytest

from app.core import addons
from app.core.updates import UpdatePackage
from engine import protocol
from engine.errors import ModelLoadFailed
from engine.model import drivers
from engine.model import plugins as module
from engine.model import trial as trial_of
from engine.model.drivers import driver_signs
from engine.model.ggml import Device, Ggml
from engine.model.plugins import LeftOut, Plugins, Verdicts, find
from engine.model.runtime import runtime
from engine.model.trial import Trial, tried
from engine.process.devices import used, why_left_out
from engine.texts import english
from tests.engine.http_harness import until

OK = Trial("ok", ("Vulkan0: a card",))


class Killed(BaseException):
    """Stands for the end of the process, whatever it does then."""


class StandInGgml:
    """Counts what it is asked to load."""

    def __init__(self, linked: bool = False) -> None:
        self.linked = linked
        self.loaded: list[str] = []
        self.during: Callable[[], None] = lambda: None

    def ggml_backend_dev_count(self) -> int:
        return 1 if self.linked else len(self.loaded)

    def ggml_backend_reg_by_name(self, name: bytes) -> int:
        return int(any("rpc" in file for file in self.loaded))

    def load(self, file: Path) -> int:
        self.during()
        self.loaded.append(file.name)
        return 1

    def devices(self, backend: int = 0) -> tuple[Device, ...]:
        return ()


class Package:
    """A folder of libraries, and how their trials go."""

    def __init__(self, folder: Path, outcomes: dict[str, Trial]) -> None:
        self.folder, self.outcomes = folder, outcomes
        self.tried: list[str] = []
        for name in ("libggml-base.so", "libggml.so", "libllama.so", *outcomes):
            (folder / name).write_bytes(b"no library")

    def attempt(self, folder: Path, file: Path) -> Trial:
        assert folder == self.folder
        self.tried.append(file.name)
        return self.outcomes[file.name]

    def start(self, ggml: StandInGgml | None = None) -> tuple[StandInGgml, Plugins]:
        ggml = ggml or StandInGgml()
        plugins = Plugins(ggml, self.folder, attempt=self.attempt)  # type: ignore[arg-type]
        plugins.load()
        return ggml, plugins


CPUS = {f"libggml-cpu-{name}.so": Trial("ok", ("CPU: a processor",)) for name in ("sse42", "haswell", "zen4")}
SCORES = {"libggml-cpu-sse42.so": 5, "libggml-cpu-haswell.so": 64, "libggml-cpu-zen4.so": 0}


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Package]:
    """Makes a package; ``package({"libggml-vulkan.so": Trial(...)})``."""
    monkeypatch.setenv("LONGTHREAD_DATA", str(tmp_path / "data"))
    for name in (module.ONLY_ENV, module.FOLDER_ENV):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(module, "_score", lambda file: SCORES[file.name])
    folder = tmp_path / "lib"
    folder.mkdir()
    return lambda outcomes: Package(folder, {**CPUS, **outcomes})


def test_libraries_are_told_from_backends(package: Callable[..., Package]) -> None:
    made = package({"libggml-vulkan.so": OK})
    (made.folder / "ggml-cuda.dll").write_bytes(b"")
    found = [(plugin.name, plugin.variant) for plugin in find([made.folder])]
    assert found == [("cpu", "haswell"), ("cpu", "sse42"), ("cpu", "zen4"), ("cuda", ""), ("vulkan", "")]


def test_the_processor_comes_last_and_in_its_best_variant(package: Callable[..., Package]) -> None:
    ggml, plugins = package({"libggml-vulkan.so": OK}).start()
    assert ggml.loaded == ["libggml-vulkan.so", "libggml-cpu-haswell.so"]
    assert plugins.processor == "haswell"
    assert plugins.left_out == []


def test_the_way_to_workers_is_loaded_when_it_is_wanted(package: Callable[..., Package]) -> None:
    """It is no device: no trial, and nothing to say where it has none."""
    made = package({"libggml-rpc.so": Trial("no_device")})
    ggml, plugins = made.start()
    assert "libggml-rpc.so" not in made.tried and ggml.loaded == ["libggml-cpu-haswell.so"]
    assert plugins.left_out == []
    plugins.load_rpc()
    plugins.load_rpc()
    assert ggml.loaded[1:] == ["libggml-rpc.so"]


def test_the_way_to_workers_may_lie_in_any_of_several_further_folders(
    package: Callable[..., Package], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    further = tmp_path / "further"
    further.mkdir()
    (further / "libggml-rpc.so").write_bytes(b"no library")
    monkeypatch.setenv(module.FOLDER_ENV, os.pathsep.join([str(further), str(tmp_path / "none")]))
    ggml, plugins = package({}).start()
    plugins.load_rpc()
    assert ggml.loaded[1:] == ["libggml-rpc.so"]


def test_a_trial_is_made_once(package: Callable[..., Package]) -> None:
    made = package({"libggml-vulkan.so": OK, "libggml-cuda.so": Trial("failed", why="it died")})
    made.start()
    made.tried.clear()
    ggml, plugins = made.start()
    assert made.tried == []
    assert ggml.loaded == ["libggml-vulkan.so", "libggml-cpu-haswell.so"]
    assert plugins.left_out == [LeftOut("CUDA", "failed", "it died", new=False)]


def test_another_library_is_tried_anew(package: Callable[..., Package]) -> None:
    made = package({"libggml-vulkan.so": OK})
    made.start()
    made.tried.clear()
    (made.folder / "libggml-vulkan.so").write_bytes(b"a newer library")
    made.start()
    assert made.tried == ["libggml-vulkan.so"]


@pytest.mark.parametrize("outcome", ["absent", "no_device", "failed"])
def test_what_did_not_work_is_tried_again_with_another_driver(
    package: Callable[..., Package], monkeypatch: pytest.MonkeyPatch, outcome: Any
) -> None:
    """As people are told: update the driver and restart."""
    signs = ["old"]
    monkeypatch.setattr(module, "driver_signs", lambda: signs[-1])
    made = package({"libggml-vulkan.so": Trial(outcome), "libggml-cuda.so": OK})
    made.start()
    made.start()
    assert made.tried.count("libggml-vulkan.so") == 1
    signs.append("new")
    made.outcomes["libggml-vulkan.so"] = OK
    ggml, plugins = made.start()
    assert (made.tried.count("libggml-vulkan.so"), made.tried.count("libggml-cuda.so")) == (2, 1)
    assert "libggml-vulkan.so" in ggml.loaded and plugins.left_out == []


def test_drivers_show_by_their_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def made(name: str, text: str = "") -> Path:
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        return file

    for windows, files in (
        (False, ("etc/ld.so.cache", "usr/share/vulkan/icd.d/nvidia.json", "sys/module/nvidia/version", "dev/kfd")),
        (True, ("System32/vulkan-1.dll", "System32/nvcuda.dll", "System32/DriverStore/FileRepository/nv.inf/a")),
    ):
        signs = [driver_signs(tmp_path, windows=windows)]
        for name in files:
            made(name)
            signs.append(driver_signs(tmp_path, windows=windows))
        assert len(set(signs)) == len(files) + 1
        assert driver_signs(tmp_path, windows=windows) == signs[-1]
    before = driver_signs(tmp_path, windows=False)
    made("sys/module/nvidia/version", "570.1")
    assert driver_signs(tmp_path, windows=False) != before
    made("dev/dri/renderD128")
    before = driver_signs(tmp_path, windows=False)
    monkeypatch.setattr(drivers.os, "access", lambda path, mode: False)
    assert driver_signs(tmp_path, windows=False) != before, "who may use the card counts"


def test_a_folder_of_backends_that_is_damaged_ends_nobody(
    package: Callable[..., Package], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    further, file = tmp_path / "further", tmp_path / "file"
    further.mkdir()
    file.write_bytes(b"")
    (further / "libggml-cuda.so").symlink_to("gone")
    (further / "libggml-vulkan.so").mkdir()
    monkeypatch.setenv(module.FOLDER_ENV, os.pathsep.join([str(file), str(further)]))
    made = package({})
    ggml, plugins = made.start()
    assert ggml.loaded == ["libggml-cpu-haswell.so"] and plugins.left_out == []


def test_what_failed_is_tried_again_a_day_later(
    package: Callable[..., Package], monkeypatch: pytest.MonkeyPatch
) -> None:
    made = package({"libggml-vulkan.so": Trial("absent", why="libvulkan.so.1")})
    made.start()
    made.tried.clear()
    now = module.time.time()
    monkeypatch.setattr(module.time, "time", lambda: now + module.AGAIN_SECONDS + 1)
    made.outcomes["libggml-vulkan.so"] = OK
    ggml, plugins = made.start()
    assert made.tried == ["libggml-vulkan.so"]
    assert ggml.loaded[0] == "libggml-vulkan.so"
    assert plugins.left_out == []


def test_a_start_that_dies_while_a_driver_loads_makes_the_next_one_try_it(package: Callable[..., Package]) -> None:
    made = package({"libggml-vulkan.so": OK})
    made.start()
    made.tried.clear()
    dying = StandInGgml()

    def die() -> None:
        raise KeyboardInterrupt

    dying.during = die
    with pytest.raises(KeyboardInterrupt):
        made.start(dying)
    made.outcomes["libggml-vulkan.so"] = Trial("failed", why="exit status -11")
    ggml, plugins = made.start()
    assert "libggml-vulkan.so" in made.tried
    assert ggml.loaded == ["libggml-cpu-haswell.so"]
    assert plugins.left_out == [LeftOut("Vulkan", "failed", "exit status -11", new=True)]


def test_a_driver_that_hangs_until_the_engine_is_ended_is_left_out(package: Callable[..., Package]) -> None:
    """The window offers to end an engine that says nothing for a minute, and starts another one."""
    made = package({"libggml-vulkan.so": OK, "libggml-cuda.so": OK})
    hanging = "libggml-vulkan.so"
    attempt = made.attempt

    def ended(folder: Path, file: Path) -> Trial:
        trial = attempt(folder, file)
        if file.name == hanging:
            raise Killed
        return trial

    made.attempt = ended  # type: ignore[method-assign]
    for _ in range(2):
        with pytest.raises(Killed):
            made.start()
    ggml, plugins = made.start()
    assert (made.tried.count(hanging), made.tried.count("libggml-cuda.so")) == (2, 1)
    assert ggml.loaded == ["libggml-cuda.so", "libggml-cpu-haswell.so"]
    (left_out,) = plugins.left_out
    assert (left_out.name, left_out.outcome) == ("Vulkan", "failed")
    made.start()
    assert made.tried.count(hanging) == 2
    made.attempt = attempt  # type: ignore[method-assign]
    (made.folder / hanging).write_bytes(b"a newer library")
    assert hanging in made.start()[0].loaded


def test_a_trial_that_was_ended_once_is_made_again(package: Callable[..., Package]) -> None:
    made = package({"libggml-vulkan.so": OK})
    attempt = made.attempt

    def ended(folder: Path, file: Path) -> Trial:
        raise Killed

    for _ in range(3):
        made.attempt = ended  # type: ignore[method-assign]
        with pytest.raises(Killed):
            made.start()
        made.attempt = attempt  # type: ignore[method-assign]
        (made.folder / "libggml-vulkan.so").write_bytes(os.urandom(8))
        assert "libggml-vulkan.so" in made.start()[0].loaded
        (made.folder / "libggml-vulkan.so").write_bytes(os.urandom(9))


def test_a_trial_that_is_interrupted_on_a_terminal_is_made_again(package: Callable[..., Package]) -> None:
    made = package({"libggml-vulkan.so": OK})
    attempt = made.attempt

    def interrupted(folder: Path, file: Path) -> Trial:
        raise KeyboardInterrupt

    made.attempt = interrupted  # type: ignore[method-assign]
    for _ in range(3):
        with pytest.raises(KeyboardInterrupt):
            made.start()
    made.attempt = attempt  # type: ignore[method-assign]
    assert "libggml-vulkan.so" in made.start()[0].loaded


def test_a_variant_that_dies_gives_way_to_the_next(package: Callable[..., Package]) -> None:
    ggml, plugins = package({"libggml-cpu-haswell.so": Trial("failed", why="exit status -4")}).start()
    assert ggml.loaded == ["libggml-cpu-sse42.so"]
    assert plugins.processor == "sse42"


def test_a_processor_without_any_variant_is_a_sentence(
    package: Callable[..., Package], monkeypatch: pytest.MonkeyPatch
) -> None:
    made = package({})
    monkeypatch.setattr(module, "_score", lambda file: 0)
    with pytest.raises(ModelLoadFailed, match="processor"):
        made.start()


def test_one_can_be_asked_for_alone(package: Callable[..., Package], monkeypatch: pytest.MonkeyPatch) -> None:
    made = package({"libggml-vulkan.so": OK, "libggml-cuda.so": OK})
    monkeypatch.setenv(module.ONLY_ENV, "cpu")
    assert made.start()[0].loaded == ["libggml-cpu-haswell.so"]
    monkeypatch.setenv(module.ONLY_ENV, "cuda")
    assert made.start()[0].loaded == ["libggml-cuda.so", "libggml-cpu-haswell.so"]


def test_linked_backends_are_left_as_they_are(
    package: Callable[..., Package], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = package({"libggml-vulkan.so": OK})
    assert made.start(StandInGgml(linked=True))[0].loaded == []
    further = tmp_path / "further"
    further.mkdir()
    (made.folder / "libggml-vulkan.so").rename(further / "libggml-vulkan.so")
    monkeypatch.setenv(module.FOLDER_ENV, str(further))
    assert made.start(StandInGgml(linked=True))[0].loaded == ["libggml-vulkan.so"]


@pytest.mark.parametrize("content", ["{", '{"x": ' + "[" * 100_000])
def test_a_broken_file_of_verdicts_costs_trials_alone(
    package: Callable[..., Package], tmp_path: Path, caplog: pytest.LogCaptureFixture, content: str
) -> None:
    made = package({"libggml-vulkan.so": OK})
    made.start()
    (tmp_path / "data" / "devices.json").write_text(content)
    made.tried.clear()
    with caplog.at_level(logging.WARNING):
        assert made.start()[0].loaded[0] == "libggml-vulkan.so"
    assert "libggml-vulkan.so" in made.tried
    kept = msgspec.json.decode((tmp_path / "data" / "devices.json").read_bytes(), type=Verdicts)
    assert kept.of["libggml-vulkan.so"].trial == OK
    assert kept.loading == []


# --------------------------------------------------------------------------- sentences

CPU = Device("CPU", "a processor", "cpu", 1, 1)
CARD = Device("Vulkan0", "RTX 9", "gpu", 1, 1)


@pytest.mark.parametrize(
    ("found", "layers", "wanted", "expected"),
    [
        ((CPU,), -1, -1, "The model runs on the processor: Longthread found no graphics card that it can use."),
        ((CARD, CPU), -1, -1, "The model runs on RTX 9."),
        ((CARD, CPU), 33, 40, "The model runs on RTX 9."),
        ((CARD, CPU), 13, 12, "12 of 32 layers run on RTX 9, the others on the processor."),
        ((CARD, CPU), 0, 0, "The model runs on the processor, because GPU layers is 0."),
        ((CARD, CPU), 0, -1, "The model runs on the processor: none of its layers fits on RTX 9."),
    ],
)
def test_what_a_model_runs_on_is_said(found: tuple[Device, ...], layers: int, wanted: int, expected: str) -> None:
    assert english.sentence(used(found, 32, layers, wanted)) == expected


@pytest.mark.parametrize("outcome", ["absent", "no_device", "failed"])
def test_why_a_backend_is_left_out_is_said(outcome: Any) -> None:
    said = english.sentence(why_left_out(LeftOut("Vulkan", outcome, "exit status -11", new=True)))
    assert said.startswith("Vulkan isn't used")


# --------------------------------------------------------------------------- real libraries


def library_folder() -> Path:
    spec = importlib.util.find_spec("llama_cpp")
    assert spec is not None and spec.origin is not None
    return Path(os.environ.get("LLAMA_CPP_LIB_PATH") or Path(spec.origin).parent / "lib")


@pytest.fixture(scope="module")
def stand_ins(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of backends that fail in ways of their own."""
    folder = tmp_path_factory.mktemp("backends")
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if sys.platform != "linux" or compiler is None:
        pytest.skip("needs a C compiler on Linux")
    bodies = {
        "refuses": "return 0;",
        "dies": "*(volatile int *) 0 = 1; return 0;",
        "aborts": "abort(); return 0;",
        "hangs": "for (;;) pause(); return 0;",
        "interrupts": "signal(SIGINT, SIG_DFL); raise(SIGINT); return 0;",  # shells may have it ignored
        "terminates": "signal(SIGTERM, SIG_DFL); raise(SIGTERM); return 0;",
        "other": "static struct { int version; } other = { 99 }; return &other;",
    }
    for name, body in bodies.items():
        source = folder / f"{name}.c"
        heads = "".join(f"#include <{head}.h>\n" for head in ("signal", "stdlib", "unistd"))
        source.write_text(f"{heads}void * ggml_backend_init(void) {{ {body} }}\n")
        subprocess.run([compiler, "-shared", "-fPIC", "-o", folder / f"libggml-{name}.so", source], check=True)
    (folder / "libggml-broken.so").write_bytes(b"no library")
    return folder


@pytest.mark.native
@pytest.mark.parametrize("name", ["refuses", "dies", "aborts", "other", "broken"])
def test_a_backend_that_fails_fails_in_the_child(stand_ins: Path, name: str) -> None:
    trial = tried(library_folder(), stand_ins / f"libggml-{name}.so")
    assert trial.outcome == "failed"
    assert trial.why


@pytest.mark.native
def test_a_backend_that_hangs_is_given_up(stand_ins: Path) -> None:
    trial = tried(library_folder(), stand_ins / "libggml-hangs.so", seconds=1)
    assert trial == Trial("failed", why="no result within 1 s")


@pytest.mark.native
def test_ctrl_c_tells_nothing_of_a_driver(stand_ins: Path) -> None:
    """A terminal sends it to the child as well."""
    with pytest.raises(KeyboardInterrupt):
        tried(library_folder(), stand_ins / "libggml-interrupts.so")


@pytest.mark.native
def test_a_signal_to_all_tells_nothing_of_a_driver(stand_ins: Path) -> None:
    """A service manager sends it to the child as well, which may end first."""
    with pytest.raises(SystemExit) as ended:
        tried(library_folder(), stand_ins / "libggml-terminates.so")
    assert ended.value.code == 128 + signal.SIGTERM


@pytest.mark.native
@pytest.mark.parametrize("number", ["SIGTERM", "SIGINT", "SIGHUP"])
def test_a_signal_ends_the_trial_with_its_process(stand_ins: Path, tmp_path: Path, number: str) -> None:
    environment = {
        **os.environ, "LONGTHREAD_DATA": str(tmp_path), module.FOLDER_ENV: str(stand_ins), module.ONLY_ENV: "hangs",
    }  # fmt: skip
    kept = tmp_path / "devices.json"
    model = Path(__file__).parents[1] / "fixtures" / "models" / "plain.gguf"
    command = [sys.executable, "-m", "engine", "serve", str(model), "--port", "0", "--folder", str(tmp_path / "s")]
    with subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment,
        cwd=Path(__file__).parents[2], start_new_session=True,
    ) as engine:  # fmt: skip
        try:
            until(lambda: kept.exists() and msgspec.json.decode(kept.read_bytes(), type=Verdicts).unfinished)
            until(lambda: psutil.Process(engine.pid).children())
            children = psutil.Process(engine.pid).children(recursive=True)
            engine.send_signal(signal.Signals[number])
            assert engine.wait(20) == 128 + signal.Signals[number]
            assert not psutil.wait_procs(children, 5)[1], "the child goes on with the driver"
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(engine.pid, signal.SIGKILL)
    assert msgspec.json.decode(kept.read_bytes(), type=Verdicts) == Verdicts(), "the next start is as the first"


@pytest.mark.native
def test_a_second_signal_keeps_no_trial_alive(stand_ins: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The end of a session sends SIGTERM and SIGHUP: one may come before the child is killed for the other."""
    started = list[Any]()

    class Told(subprocess.Popen[bytes]):
        def communicate(self, *_arguments: Any, **_named: Any) -> Any:
            started.append(self)
            signal.raise_signal(signal.SIGTERM)

        def kill(self) -> None:
            signal.raise_signal(signal.SIGHUP)
            super().kill()

        def wait(self, timeout: float | None = None) -> int:
            return super().wait(5 if timeout is None else timeout)

    monkeypatch.setattr(trial_of.subprocess, "Popen", Told)
    try:
        with pytest.raises(SystemExit) as ended:
            tried(library_folder(), stand_ins / "libggml-hangs.so")
        assert ended.value.code == 128 + signal.SIGHUP
        assert started[0].returncode == -signal.SIGKILL
    finally:
        started[0].send_signal(signal.SIGKILL)


def test_handlers_of_signals_come_back_although_one_comes_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers, handle = (signal.SIGINT, *trial_of.TOLD_TO_END), signal.signal
    monkeypatch.setattr(signal, "signal", handle)  # so that it is undone first
    at_start = [signal.getsignal(number) for number in numbers]
    for number in numbers:
        handle(number, signal.default_int_handler)  # whoever started the tests may have them ignored
    before = [signal.getsignal(number) for number in numbers]

    def interrupted(number: int, handler: Any) -> Any:
        found = handle(number, handler)
        if number == signal.SIGINT:
            signal.raise_signal(signal.SIGTERM)
        return found

    signals = trial_of._Signals()
    try:
        signals.__enter__()
        signals.may_raise()
        monkeypatch.setattr(signal, "signal", interrupted)
        with pytest.raises(SystemExit) as ended:
            signals.__exit__()
        assert ended.value.code == 128 + signal.SIGTERM
        assert [signal.getsignal(number) for number in numbers] == before
    finally:
        for number, handler in zip(numbers, at_start, strict=True):
            handle(number, handler)


@pytest.mark.native
def test_a_child_that_hangs_ends_although_nobody_waits_for_it(stand_ins: Path) -> None:
    """The engine may have been ended meanwhile, and a driver that hangs keeps its card."""
    soon = "import sys; from engine.model import trial; trial.SECONDS, trial.LATE = 0.5, 0.0; trial.main(sys.argv[1:])"
    command = [sys.executable, "-c", soon, str(library_folder()), str(stand_ins / "libggml-hangs.so")]
    done = subprocess.run(command, cwd=Path(__file__).parents[2], capture_output=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (1, b"")


@pytest.mark.native
@pytest.mark.parametrize("quits", [True, False])
def test_quitting_during_a_trial_is_no_death_of_a_driver(stand_ins: Path, tmp_path: Path, quits: bool) -> None:
    """The program asks its engine to quit and kills it soon after: no trial is over by then."""
    environment = {
        **os.environ, "LONGTHREAD_DATA": str(tmp_path), module.FOLDER_ENV: str(stand_ins), module.ONLY_ENV: "hangs",
    }  # fmt: skip
    kept = tmp_path / "devices.json"

    def unfinished() -> dict[str, int]:
        return msgspec.json.decode(kept.read_bytes(), type=Verdicts).unfinished if kept.exists() else {}

    with subprocess.Popen(
        [sys.executable, "-m", "engine", "worker"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL, env=environment, cwd=Path(__file__).parents[2], start_new_session=True,
    ) as engine:  # fmt: skip
        try:
            until(unfinished)
            assert engine.stdin is not None and unfinished() == {"libggml-hangs.so": 1}
            if quits:
                engine.stdin.write(protocol.encode(protocol.Quit(id=1)))
            engine.stdin.close()
            if quits:
                until(lambda: not unfinished())
                assert engine.poll() is None, "its trial goes on"
        finally:
            os.killpg(engine.pid, signal.SIGKILL)  # with the child that tries the driver
    assert unfinished() == ({} if quits else {"libggml-hangs.so": 1})


@pytest.mark.native
def test_a_library_that_is_missing_is_a_driver_that_is_not_installed(stand_ins: Path) -> None:
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang") or ""
    source, driver = stand_ins / "needs.c", stand_ins / "libdriver.so"
    source.write_text("extern int driver; void * ggml_backend_init(void) { return &driver; }\n")
    (stand_ins / "driver.c").write_text("int driver;\n")
    subprocess.run([compiler, "-shared", "-fPIC", "-o", driver, stand_ins / "driver.c"], check=True)
    file = stand_ins / "libggml-needs.so"
    subprocess.run([compiler, "-shared", "-fPIC", "-o", file, source, driver], check=True)
    driver.unlink()
    assert tried(library_folder(), file).outcome == "absent"


@pytest.mark.native
def test_the_engine_starts_beside_backends_that_fail(stand_ins: Path, tmp_path: Path) -> None:
    environment = {
        **os.environ, "LONGTHREAD_DATA": str(tmp_path), module.FOLDER_ENV: str(stand_ins), module.ONLY_ENV: "dies",
    }  # fmt: skip
    command = [sys.executable, "-m", "engine", "diagnostics"]
    for _ in range(2):  # never a loop of crashes
        done = subprocess.run(command, capture_output=True, text=True, env=environment, check=True)
        assert [device["kind"] for device in msgspec.json.decode(done.stdout)["devices"]][-1] == "cpu"
    kept = msgspec.json.decode((tmp_path / "devices.json").read_bytes(), type=Verdicts)
    assert {name: verdict.trial.outcome for name, verdict in kept.of.items() if "cpu" not in name} == {
        "libggml-dies.so": "failed"
    }


@pytest.mark.native
def test_a_downloaded_add_on_is_tried_in_a_child_as_others_are(stand_ins: Path, tmp_path: Path) -> None:
    archive = tmp_path / "longthread-cuda-linux-x86_64.tar.gz"
    with tarfile.open(archive, "w:gz") as packed:
        packed.add(stand_ins / "libggml-dies.so", "cuda/libggml-cuda.so")
    size = (stand_ins / "libggml-dies.so").stat().st_size
    package = UpdatePackage("linux", "x86_64", archive.name, "https://example.org/x", archive.stat().st_size, "0" * 64)
    target = addons.folder_of(tmp_path / "addons", "1.0.0", "cuda")
    assert addons.unpack(archive, addons.AddOn("cuda", size, package), target)
    folders = addons.search_path(tmp_path / "addons", "1.0.0", str(tmp_path / "none"))
    environment = {**os.environ, "LONGTHREAD_DATA": str(tmp_path), module.FOLDER_ENV: folders, module.ONLY_ENV: "cuda"}
    done = subprocess.run(
        [sys.executable, "-m", "engine", "diagnostics"], capture_output=True, text=True, env=environment, check=True
    )
    assert [device["kind"] for device in msgspec.json.decode(done.stdout)["devices"]][-1] == "cpu"
    kept = msgspec.json.decode((tmp_path / "devices.json").read_bytes(), type=Verdicts)
    assert kept.of["libggml-cuda.so"].trial.outcome == "failed"


@pytest.mark.native
def test_results_of_a_device_are_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    runtime()
    ggml = Ggml(library_folder())
    processor = ggml.device_pointers()[-1]
    assert trial_of._wrong(ggml, processor) == ""
    monkeypatch.setattr(trial_of, "WORST", 0.0)
    assert "a product is off by" in trial_of._wrong(ggml, processor)
