"""Builds and runs the tests of the patched library; build folders live in the cache and outlast the checkout.

    python native/native_tests.py [release] [sanitized] [tsan]
    python native/native_tests.py fuzz [SECONDS]

``tsan`` and ``fuzz`` run when asked for only. ``fuzz`` needs Clang with its fuzzer library (Debian: clang,
libclang-rt-14-dev) and searches for SECONDS (600) for a saved state that breaks the loader; what it finds lies in the
build folder, and belongs, once mended, into fuzz/regressions, which the tests replay.

The sources are mirrored into the cache first: a fresh clone then compiles only what differs from the last one.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable, Sequence
from pathlib import Path

import engine_source as source

USUAL = ("release", "sanitized")
KINDS = (*USUAL, "tsan")

PARTS = ("CMakeLists.txt", "tests", "fuzz", "compaction")

Run = Callable[[Sequence[str | Path], dict[str, str]], None]
"""Runs a command with these additions to the environment; raises ``CalledProcessError`` when it fails."""


def _root() -> Path:
    # per processor and compiler: a carried cache must not serve code for another machine
    compilers = [os.environ.get(name, "") for name in ("CC", "CXX", "CFLAGS", "CXXFLAGS", "CMAKE_ARGS")]
    name = "\n".join([sysconfig.get_platform(), source.processor(), *compilers])
    return source.cache_root() / "ctest" / hashlib.sha256(name.encode()).hexdigest()[:12]


def _key(kind: str) -> str:
    """What the outcome of the tests depends on."""
    files = source.files_digest(
        source.NATIVE / "tests", source.NATIVE / "fuzz", source.NATIVE / "CMakeLists.txt", Path(__file__)
    )
    return f"{kind} {source.source_digest()} {files}"


def _configure(run: Run, sources: Path, build: Path, llama: Path, *options: str) -> None:
    command: list[str | Path] = ["cmake", "-S", sources, "-B", build, "-G", "Ninja"]
    command += [f"-DLONGTHREAD_LLAMA_DIR={llama}", *options]
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
        options = ["-DCMAKE_BUILD_TYPE=Release", "-DLONGTHREAD_TESTS=OFF"]
        _configure(run, sources, build, tree / source.LLAMA, *options)
        run(["cmake", "--build", build, "--target", "llama"], {})
        done.touch()
    return build / "bin"


def run_tests(kind: str, run: Run, *, python: Path, say: Callable[[str], None] = print) -> None:
    """Build and run the tests of ``kind`` (one of ``KINDS``); sources whose tests passed before are not run again.

    ``python`` makes the tests' models and has numpy.

    Raises:
        source.SourceError: the source tree cannot be prepared.
        subprocess.CalledProcessError: the build or a test failed.
    """
    root = _root()
    with source.locked(root):
        build, key = root / kind, _key(kind)
        passed = build / "passed"
        if passed.is_file() and passed.read_text() == key:
            say("  passed before with the same sources")
            return
        tree = source.prepare(root / "source", say=lambda text: say(f"  {text}"))
        sources = root / "native"
        source.mirror(source.NATIVE, sources, PARTS)
        if kind == "sanitized":  # with assertions, and optimised as far as the option says
            options = ["-DLONGTHREAD_SANITIZE=ON", "-DCMAKE_BUILD_TYPE=None"]
        elif kind == "tsan":
            options = ["-DLONGTHREAD_SANITIZE=thread", "-DCMAKE_BUILD_TYPE=None"]
        else:
            options = ["-DLONGTHREAD_SANITIZE=OFF", "-DCMAKE_BUILD_TYPE=Release"]
            if sys.platform == "linux":
                options.append(f"-DLONGTHREAD_STOCK_LIB_DIR={_stock(run, root, sources)}")
        options.append(f"-DPython3_EXECUTABLE={python}")
        _configure(run, sources, build, tree / source.LLAMA, *options)
        run(["cmake", "--build", build], {})
        environment = {
            "ASAN_OPTIONS": "detect_leaks=1:abort_on_error=0",
            "UBSAN_OPTIONS": "print_stacktrace=1",
            "TSAN_OPTIONS": "halt_on_error=1",
            "LT_THREADS": "2" if kind == "tsan" else "1",
            "OMP_WAIT_POLICY": "passive",  # waiting threads must not take the cores from working ones
        }
        run(["ctest", "--test-dir", build, "--output-on-failure", "--no-tests=error", "--timeout", "600"], environment)
        passed.write_text(key)


def fuzz(seconds: int, run: Run, *, python: Path, say: Callable[[str], None] = print) -> None:
    """Search for ``seconds`` for a state that breaks the loader, going on from the corpus of earlier searches.

    Raises:
        source.SourceError: the source tree cannot be prepared.
        subprocess.CalledProcessError: the build failed, or one was found.
    """
    root = _root()
    with source.locked(root):
        tree = source.prepare(root / "source", say=lambda text: say(f"  {text}"))
        sources, build = root / "native", root / "fuzz"
        source.mirror(source.NATIVE, sources, PARTS)
        compilers = ["-DCMAKE_C_COMPILER=clang", "-DCMAKE_CXX_COMPILER=clang++", "-DCMAKE_BUILD_TYPE=None"]
        _configure(run, sources, build, tree / source.LLAMA, "-DLONGTHREAD_FUZZ=ON", *compilers)
        run(["cmake", "--build", build, "--target", "fuzz-state"], {})
    models, corpus = build / "models", build / "corpus"
    run([python, source.NATIVE / "tests" / "make_models.py", models], {})
    corpus.mkdir(exist_ok=True)
    program = next(path for path in build.rglob("fuzz-state*") if path.is_file() and os.access(path, os.X_OK))
    environment = {
        "LT_FUZZ_MODEL": str(models / "gqa7.gguf"),
        "LT_FUZZ_SEEDS": str(corpus),
        "UBSAN_OPTIONS": "print_stacktrace=1:halt_on_error=1",
    }
    limits = ["-max_len=131072", "-timeout=20", "-rss_limit_mb=1500", "-malloc_limit_mb=256", "-print_final_stats=1"]
    command: list[str | Path] = [program, f"-max_total_time={seconds}", f"-artifact_prefix={build}/", *limits, corpus]
    run(command, environment)


def _run(command: Sequence[str | Path], environment: dict[str, str]) -> None:
    subprocess.run(command, env={**os.environ, **environment}, check=True)


def main(arguments: list[str] | None = None) -> int:
    kinds = (sys.argv[1:] if arguments is None else arguments) or list(USUAL)
    seconds = int(kinds[1]) if kinds[0] == "fuzz" and len(kinds) > 1 and kinds[1].isdigit() else 600
    if kinds[0] == "fuzz":
        kinds = []
    unknown = set(kinds) - set(KINDS)
    if unknown:
        print(f"Unknown: {', '.join(sorted(unknown))}. There are: {', '.join(KINDS)}.", file=sys.stderr)
        return 2
    try:
        for kind in kinds:
            run_tests(kind, _run, python=Path(sys.executable))
        if not kinds:
            fuzz(seconds, _run, python=Path(sys.executable))
    except source.SourceError as error:
        print(error, file=sys.stderr)
        return 1
    except subprocess.CalledProcessError as error:
        return error.returncode or 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
