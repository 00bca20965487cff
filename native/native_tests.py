"""Builds and runs the tests of the patched library; build folders live in the cache and outlast the checkout.

    python native/native_tests.py [release] [sanitized]

The sources are mirrored into the cache first: a fresh clone then compiles only what differs from the last one.
"""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import engine_source as source

KINDS = ("release", "sanitized")

Run = Callable[[Sequence[str | Path], dict[str, str]], None]
"""Runs a command with these additions to the environment; raises ``CalledProcessError`` when it fails."""


def _root() -> Path:
    # per processor and compiler: a carried cache must not serve code for another machine
    compilers = [os.environ.get(name, "") for name in ("CC", "CXX", "CFLAGS", "CXXFLAGS", "CMAKE_ARGS")]
    cpu = Path("/proc/cpuinfo")
    flags = [line for line in cpu.read_text().splitlines() if line.startswith(("flags", "Features", "model name"))][:2]
    name = "\n".join([platform.platform(), *flags, *compilers]) if cpu.exists() else platform.platform()
    return source.cache_root() / "ctest" / hashlib.sha256(name.encode()).hexdigest()[:12]


def _configure(run: Run, sources: Path, build: Path, llama: Path, *options: str) -> None:
    command: list[str | Path] = ["cmake", "-S", sources, "-B", build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release"]
    command += [f"-DLONGTHREAD_LLAMA_DIR={llama}", f"-DPython3_EXECUTABLE={sys.executable}", *options]
    if shutil.which("ccache"):
        command += [f"-DCMAKE_{language}_COMPILER_LAUNCHER=ccache" for language in ("C", "CXX")]
    run(command, {})


def _stock(run: Run, root: Path, sources: Path) -> Path:
    """The library as upstream made it, built once per sdist and processor; the folder of its files."""
    build = root / f"stock-{source.SDIST_SHA256[:12]}"
    done = build / "done"
    if not done.exists():
        tree = root / "stock-source"
        shutil.rmtree(tree, ignore_errors=True)
        tree.mkdir(parents=True)
        source.unpack(source.fetch_sdist(), tree)
        _configure(run, sources, build, tree / source.LLAMA, "-DLONGTHREAD_TESTS=OFF")
        run(["cmake", "--build", build], {})
        done.touch()
    return build / "bin"


def run_tests(kind: str, run: Run, *, say: Callable[[str], None] = print) -> None:
    """Build and run the tests of ``kind`` (one of ``KINDS``).

    Raises:
        source.SourceError: the source tree cannot be prepared.
        subprocess.CalledProcessError: the build or a test failed.
    """
    root = _root()
    with source.locked(root):
        tree = source.prepare(root / "source", say=say)
        sources = root / "native"
        source.mirror(source.NATIVE, sources, ("CMakeLists.txt", "tests", "compaction"))
        build = root / kind
        options = [f"-DLONGTHREAD_SANITIZE={'ON' if kind == 'sanitized' else 'OFF'}"]
        if kind == "release" and sys.platform == "linux":
            options.append(f"-DLONGTHREAD_STOCK_LIB_DIR={_stock(run, root, sources)}")
        _configure(run, sources, build, tree / source.LLAMA, *options)
        run(["cmake", "--build", build], {})
        environment = {
            "ASAN_OPTIONS": "detect_leaks=1:abort_on_error=0",
            "UBSAN_OPTIONS": "print_stacktrace=1",
            "OMP_WAIT_POLICY": "passive",  # waiting threads must not take the cores from working ones
        }
        run(["ctest", "--test-dir", build, "--output-on-failure", "--no-tests=error", "-j", "2"], environment)


def _run(command: Sequence[str | Path], environment: dict[str, str]) -> None:
    subprocess.run(command, env={**os.environ, **environment}, check=True)


def main(arguments: list[str] | None = None) -> int:
    kinds = (sys.argv[1:] if arguments is None else arguments) or list(KINDS)
    unknown = set(kinds) - set(KINDS)
    if unknown:
        print(f"Unknown: {', '.join(sorted(unknown))}. There are: {', '.join(KINDS)}.", file=sys.stderr)
        return 2
    try:
        for kind in kinds:
            run_tests(kind, _run)
    except source.SourceError as error:
        print(error, file=sys.stderr)
        return 1
    except subprocess.CalledProcessError as error:
        return error.returncode or 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
