#!/usr/bin/env python3
"""What a developer or a new user runs, from an empty checkout: ``python3 dev.py run``, ``unit`` and ``test``.

Standard library only. Each step says what it does and how long it took; what is missing and cannot be installed here is
named with the command that installs it.
"""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import sys
from collections.abc import Sequence
from contextlib import nullcontext
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
from device_bench import check_device, device_bench, vulkan  # noqa: E402
from setting_up import PYTHON, environment, setup, starter_model, translations  # noqa: E402
from steps import call, say_what_took_how_long, stdout_as_stderr, step  # noqa: E402
from system_packages import Missing  # noqa: E402


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
    passes_on = options.command in ("run", "unit", "bench") or (
        options.command == "test" and not (options.hostile or options.wine)
    )
    if rest and not passes_on:
        parser.error(f"unrecognized arguments: {' '.join(rest)}")
    source.also_find(PYTHON.parent)
    try:
        if options.command == "test" and options.hostile:
            hostile(options.minutes)
        elif options.command == "test" and options.clients:
            clients.npm()  # before minutes of setting up
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
