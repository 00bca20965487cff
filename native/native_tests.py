"""Builds and runs the tests of the patched library; build folders live in the cache and outlast the checkout.

    python native/native_tests.py [release] [sanitized] [tsan] [wine]
    python native/native_tests.py metal
    python native/native_tests.py fuzz [SECONDS]

``metal`` runs the topics that a device can take part in on this Mac's GPU, and compiles all of its shaders with that.

``tsan``, ``wine`` and ``fuzz`` run when asked for only. ``wine`` compiles all of it for Windows, with MinGW-w64, and
runs it under Wine (Debian: g++-mingw-w64-x86-64-posix, wine). ``fuzz`` needs Clang with its fuzzer library (Debian:
clang, libclang-rt-14-dev) and searches for SECONDS (600) for a saved state that breaks the loader; what it finds lies
in the build folder, and belongs, once mended, into fuzz/regressions, which the tests replay.

The sources are mirrored into the cache first: a fresh clone then compiles only what differs from the last one.

llama.cpp is compiled once, for the wheel; on Linux with Ninja the tests link its object files:
  release    all of them, so that what is tested is what is shipped
  stock      those that no change of ours reaches; the others are compiled from upstream's sources
  sanitized  those of upstream's own sources; ours and the patched ones of libllama are compiled with sanitizers
Elsewhere, for ``wine``, and for ``tsan`` and ``fuzz``, which must see all of it, the tests compile the library
themselves.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from pathlib import Path

import build_backend
import engine_source as source

# Apple's sanitizer finds no leaks and refuses to be asked to, Microsoft's compiler and MinGW have not all of them
USUAL = ("release", "sanitized") if sys.platform == "linux" else ("release",)
KINDS = ("release", "sanitized", "tsan", "wine")

# topics that run through the tests' own models and contexts: those that a device can take part in
ON_DEVICE = (
    "keep-all|attention|scores|append|budget|select|merge|positions|mount|beside|"
    "remove|abort|job|refine|repeat|params|grow|types|hybrid|own|long|parts"
)

PARTS = ("CMakeLists.txt", "mingw.cmake", "tests", "fuzz", "compaction")

Run = Callable[[Sequence[str | Path], dict[str, str]], None]
"""Runs a command with these additions to the environment; raises ``CalledProcessError`` when it fails."""

Step = Callable[[str], AbstractContextManager[None]]
"""Says what is done and, afterwards, how long it took."""


def _root() -> Path:
    # per processor and compiler: a carried cache must not serve code for another machine
    names = ("CC", "CXX", "CFLAGS", "CXXFLAGS", "CMAKE_ARGS", "LONGTHREAD_RELEASE")
    settings = [os.environ.get(name, "") for name in names]
    name = "\n".join([sysconfig.get_platform(), source.processor(), *settings])
    return source.cache_root() / "ctest" / hashlib.sha256(name.encode()).hexdigest()[:12]


def _key(kind: str) -> str:
    """What the outcome of the tests depends on."""
    parts = ("tests", "fuzz", "CMakeLists.txt", "mingw.cmake", "build_backend.py", Path(__file__).name)
    files = source.files_digest(*(source.NATIVE / part for part in parts))
    return f"{kind} {source.source_digest()} {files}"


def _configure(run: Run, sources: Path, build: Path, llama: Path, *options: str) -> None:
    if sys.platform == "win32" and not shutil.which("cl"):  # CMake would take what other compiler there is
        raise source.SourceError("Start this where Visual Studio's compiler is found: call vcvars64.bat before.")
    command: list[str | Path] = ["cmake", "-S", sources, "-B", build, "-G", "Ninja"]
    command += [f"-DLONGTHREAD_LLAMA_DIR={llama}", *options]
    command.append("-DCMAKE_PLATFORM_NO_VERSIONED_SONAME=ON")  # backends are built so, and ask for libraries by name
    if shutil.which("ccache"):
        command += [f"-DCMAKE_{language}_COMPILER_LAUNCHER=ccache" for language in ("C", "CXX")]
    run(command, {})


def _patched() -> set[str]:
    """Upstream's files that a patch changes, as paths under llama.cpp."""
    texts = (patch.read_text(encoding="utf-8") for patch in source.patch_files())
    return {name for text in texts for name in re.findall(r"^[+]{3} b/(\S+)", text, re.MULTILINE)}


def _is_ours(file: str) -> bool:
    return file.startswith("src/compaction/")


def _objects(run: Run, root: Path, python: Path) -> Path | None:
    """The folder of the wheel's object files, brought up to date; None where the tests compile all themselves."""
    if sys.platform != "linux" or os.environ.get("CMAKE_ARGS"):  # options for a wheel that the tests do not take
        return None
    folder = root / "objects" / "all"
    run([python, source.NATIVE / "build_backend.py", "objects", folder], {})
    return folder


def _select(objects: Path, target: Path, wanted: Callable[[str, list[str]], bool]) -> list[str]:
    """Make ``target`` hold the objects of which ``wanted(object, files that it was made of)`` is true; their names."""
    made_of: dict[str, list[str]] = json.loads((objects / build_backend.MADE_OF).read_text())
    names = sorted(name for name, files in made_of.items() if wanted(name, files))
    source.mirror(objects, target, names)
    return names


def _stock(run: Run, root: Path, sources: Path, objects: Path) -> Path:
    """The library as upstream made it; the folder of its files. Compiled anew only where what is reused changes."""
    patched = _patched()
    reused = root / "objects" / "stock"

    def untouched(_: str, files: list[str]) -> bool:
        return bool(files) and not any(file in patched or _is_ours(file) for file in files)

    names = _select(objects, reused, untouched)
    build = root / "stock"
    done = build / "done"
    key = "\n".join([source.SDIST_SHA256, *(f"{name} {source.file_sha256(reused / name)}" for name in names)])
    key += source.file_sha256(sources / "CMakeLists.txt") + " unversioned"
    if not done.exists() or done.read_text() != key:
        tree = root / f"stock-{source.SDIST_SHA256[:12]}"
        if not (tree / "unpacked").exists():
            shutil.rmtree(tree, ignore_errors=True)
            tree.mkdir(parents=True)
            source.unpack(source.fetch_sdist(), tree)
            (tree / "unpacked").touch()
        options = ["-DCMAKE_BUILD_TYPE=Release", "-DLONGTHREAD_TESTS=OFF", f"-DLONGTHREAD_OBJECTS={reused}"]
        _configure(run, sources, build, tree / source.LLAMA, *options)
        run(["cmake", "--build", build, "--target", "llama"], {})
        done.write_text(key)
    return build / "bin"


def _for_sanitizers(objects: Path, target: Path) -> Path:
    """The objects that tell nothing of our code when they are sanitized: all but ours and the patched of libllama."""
    patched = {f"llama/{Path(name).name}.o" for name in _patched() if name.startswith("src/")}
    _select(objects, target, lambda name, _: "/compaction/" not in name and name not in patched)
    return target


def run_tests(kind: str, run: Run, *, python: Path, step: Step) -> None:
    """Build and run the tests of ``kind`` (one of ``KINDS``); sources whose tests passed before are not run again.

    ``python`` makes the tests' models and has numpy; it has scikit-build-core, too, where the engine is not built yet.

    Raises:
        source.SourceError: the source tree cannot be prepared.
        subprocess.CalledProcessError: the build or a test failed.
    """
    root = _root()
    with source.locked(root):
        build, key = root / kind, _key(kind)
        passed = build / "passed"
        if passed.is_file() and passed.read_text() == key:
            with step(f"native tests ({kind}): passed before with the same sources"):
                return
        _build(kind, root, run, python=python, step=step)
        environment = {
            "ASAN_OPTIONS": "detect_leaks=1:abort_on_error=0",
            "UBSAN_OPTIONS": "print_stacktrace=1",
            "TSAN_OPTIONS": "halt_on_error=1",
            "LT_THREADS": "2" if kind == "tsan" else "1",
            "OMP_WAIT_POLICY": "passive",  # waiting threads must not take the cores from working ones
        }
        command: list[str | Path] = ["ctest", "--test-dir", build, "--output-on-failure", "--no-tests=error"]
        command += ["--parallel", str(_cores()), "--output-junit", build / "times.xml"]
        if kind == "wine":
            environment |= _wine(root / "wine-prefix")
            with step("Wine: a Windows of its own"):  # before the tests, each of which would wait for it
                run(["wine", "wineboot", "--update"], environment)
        with step(f"native tests ({kind})"), _kept_up(environment) if kind == "wine" else nullcontext():
            run(command, environment)
        passed.write_text(key)


def _cores() -> int:
    """How many of them this process may use."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


def _wine(prefix: Path) -> dict[str, str]:
    """The environment in which Wine keeps its Windows in ``prefix``, shows nothing and offers no downloads."""
    return {
        "WINEPREFIX": str(prefix),
        "WINEDEBUG": "-all",
        "WINEDLLOVERRIDES": "mscoree=;mshtml=;winemenubuilder.exe=",  # .NET, a browser; entries in the person's menus
        "DISPLAY": "",
        "WAYLAND_DISPLAY": "",
        "LC_ALL": "C.UTF-8",  # names of files
    }


@contextmanager
def _kept_up(environment: dict[str, str]) -> Iterator[None]:
    """Keep Wine's Windows running: else it would start anew for each test. It ends with this process at the latest."""
    quiet = subprocess.DEVNULL
    shell = subprocess.Popen(
        ["wine", "cmd"], env={**os.environ, **environment}, stdin=subprocess.PIPE, stdout=quiet, stderr=quiet
    )
    try:
        yield
    finally:
        with suppress(subprocess.TimeoutExpired):
            shell.communicate(timeout=60)  # it ends with its input
        shell.kill()


def stock_library() -> Path:
    """The folder of the stock library that :func:`run_tests` and :func:`run_on_device` build."""
    return _root() / "stock" / "bin"


def run_on_device(plugin: Path | None, run: Run, *, python: Path, step: Step, models: str = "", jobs: int = 1) -> Path:
    """Run the tests with models and caches on the device of the backend in ``plugin``.

    Args:
        plugin: ``None``: the backend is built in, as Metal is; then tests that fail raise.
        models: a pattern for their names; all unless it is given.
        jobs: how many at once; more than one for a device that computes for itself.

    Returns:
        The JUnit file of how each of them went; those that failed are told there.

    Raises:
        source.SourceError: the source tree cannot be prepared.
        subprocess.CalledProcessError: the build failed.
    """
    root = _root()
    name = plugin.stem if plugin else "built-in"
    environment = {"LT_PLUGIN": str(plugin or ""), "LT_THREADS": "1", "OMP_WAIT_POLICY": "passive"}
    if not plugin:
        environment["LT_VERBOSE"] = "1"  # what a compiler of shaders says
    with source.locked(root):
        _build("release", root, run, python=python, step=step)
        times = root / "release" / f"{name}.xml"
        with step(f"native tests ({name})"):
            pattern = rf"^compaction\.({ON_DEVICE})(\.plain)?\.({models or '[^.]*'})$"
            command: list[str | Path] = ["ctest", "--test-dir", root / "release", "--output-on-failure", "-R", pattern]
            command += ["--no-tests=error", "--output-junit", times, "--parallel", str(jobs)]
            with suppress(subprocess.CalledProcessError) if plugin else nullcontext():
                run(command, environment)
        return times


def _build(kind: str, root: Path, run: Run, *, python: Path, step: Step) -> None:
    with step(f"native tests ({kind}): sources"):
        tree = source.prepare(root / "source", say=_say)
        sources = root / "native"
        source.mirror(source.NATIVE, sources, PARTS)
        objects = None if kind in ("tsan", "wine") else _objects(run, root, python)
    options = [f"-DPython3_EXECUTABLE={python}", f"-DCMAKE_BUILD_TYPE={'None' if kind == 'tsan' else 'Release'}"]
    if kind == "sanitized":
        options.append("-DLONGTHREAD_SANITIZE=ON")
        if objects:
            options.append(f"-DLONGTHREAD_OBJECTS={_for_sanitizers(objects, root / 'objects' / kind)}")
    elif kind == "tsan":
        options.append("-DLONGTHREAD_SANITIZE=thread")
    elif kind == "wine":
        # the compiler's own OpenMP, inside of the library: CMake looks for it in the target's folders alone. Without it
        # threads of ggml spin while they wait, which takes the cores from working ones
        toolchain, known = sources / "mingw.cmake", root / kind / "CMakeCache.txt"
        options += [f"-DCMAKE_TOOLCHAIN_FILE={toolchain}", "-DGGML_OPENMP=ON"]
        for language in ("C", "CXX"):
            options += [f"-DOpenMP_{language}_FLAGS=-fopenmp", f"-DOpenMP_{language}_LIB_NAMES=gomp"]
        options.append("-DOpenMP_gomp_LIBRARY=gomp")
        # for this processor alone cannot be asked for from here: as the packages' variant "haswell", ten times as quick
        options += [f"-DGGML_{name}=ON" for name in ("SSE42", "AVX", "F16C", "FMA", "BMI2", "AVX2")]
        if known.is_file() and known.stat().st_mtime < toolchain.stat().st_mtime:
            known.unlink()  # CMake would go by what the file said before
    else:
        options.append("-DLONGTHREAD_SANITIZE=OFF")
        if objects:
            with step(f"native tests ({kind}): the library without patches"):
                options.append(f"-DLONGTHREAD_STOCK_LIB_DIR={_stock(run, root, sources, objects)}")
            options.append(f"-DLONGTHREAD_OBJECTS={objects}")
    with step(f"native tests ({kind}): build"):
        _configure(run, sources, root / kind, tree / source.LLAMA, *options)
        run(["cmake", "--build", root / kind], {})


def fuzz(seconds: int, run: Run, *, python: Path) -> None:
    """Search for ``seconds`` for a state that breaks the loader, going on from the corpus of earlier searches.

    Raises:
        source.SourceError: the source tree cannot be prepared.
        subprocess.CalledProcessError: the build failed, or one was found.
    """
    root = _root()
    with source.locked(root):
        tree = source.prepare(root / "source", say=_say)
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


def _say(text: str) -> None:
    print(f"  {text}", flush=True)


@contextmanager
def _timed(title: str) -> Iterator[None]:
    start = time.monotonic()
    yield
    _say(f"{title}: {time.monotonic() - start:.1f} s")


def main(arguments: list[str] | None = None) -> int:
    kinds = (sys.argv[1:] if arguments is None else arguments) or list(USUAL)
    seconds = int(kinds[1]) if kinds[0] == "fuzz" and len(kinds) > 1 and kinds[1].isdigit() else 600
    special = kinds[0] if kinds[0] in ("fuzz", "metal") else None
    if special:
        kinds = []
    unknown = set(kinds) - set(KINDS)
    if unknown:
        print(f"Unknown: {', '.join(sorted(unknown))}. There are: {', '.join(KINDS)}, metal, fuzz.", file=sys.stderr)
        return 2
    source.also_find(Path(sys.executable).parent)
    try:
        for kind in kinds:
            run_tests(kind, _run, python=Path(sys.executable), step=_timed)
        if special == "fuzz":
            fuzz(seconds, _run, python=Path(sys.executable))
        elif special == "metal" and sys.platform != "darwin":
            raise source.SourceError("metal needs macOS.")
        elif special == "metal":
            run_on_device(None, _run, python=Path(sys.executable), step=_timed)
    except source.SourceError as error:
        print(error, file=sys.stderr)
        return 1
    except subprocess.CalledProcessError as error:
        return error.returncode or 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
