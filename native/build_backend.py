"""PEP 517 backend of the patched ``llama-cpp-python``: pinned sdist, patches, compaction, then scikit-build-core.

    pip wheel ./native                        the wheel, from the cache when nothing changed
    python native/build_backend.py prepare DIR  the patched source tree alone, for work on the C++
    python native/build_backend.py plugin NAME  the backend of a device, for LONGTHREAD_PLUGINS; prints its folder
    python native/build_backend.py wheel        the wheel as pip would get it, built if needed; prints its path

Environment:
    CMAKE_ARGS            more options for CMake, e.g. ``-DGGML_BLAS=ON``
    LONGTHREAD_RELEASE=1  for any processor instead of for this one: backends are plugins (Linux, Windows), and the
                          CPU's comes in the variants of ``CPU_VARIANTS``
    LONGTHREAD_DEVICES    for a release: backends beside the CPU's, e.g. ``vulkan``
    LONGTHREAD_CACHE      the folder for trees, build folders and wheels
    LONGTHREAD_SDIST      a copy of the sdist, instead of the package index
"""

from __future__ import annotations

import argparse
import functools
import hashlib
import json
import os
import platform
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

# pip runs hooks with the folder on the path; a person calling this file has it there as well
import cuda_toolkit
import engine_source as source

WHEELS_KEPT = 6

BUILT = "built"  # in a build folder: the key of the wheel that it was last built for
MADE_OF = "made-of.json"


# Of upstream's fourteen, each of which compiles for a minute: those that people have and that gain from code of their
# own. What lies between takes the next lower one: Skylake-X and Cascade Lake haswell, Sapphire Rapids zen4, and
# processors without AVX2, sold until 2015 or so, sse42. NumPy asks for SSE4.2 as well. MSVC cannot make zen4.
CPU_VARIANTS = ("sse42", "haswell", "alderlake", "icelake", "zen4")

DEVICES = ("vulkan", "cuda")

# Compute capabilities of packages: Turing, Ampere (data centre, GeForce), Ada, Hopper, Blackwell (data centre,
# GeForce). The last one is kept as PTX, too, for cards to come.
CUDA_ARCHITECTURES = "75-real;80-real;86-real;89-real;90-real;100-real;120"

# Row types of K and V that CUDA's attention has kernels for. Upstream's, and those that the split chooses from beside
# them: without q5_0 Qwen2.5-Coder-0.5B loses 1.6 times as much at 8x, and Gemma-3-270M three times without three and
# two bits (docs/EXPERIMENTS.md). The engine asks the backend for them.
CUDA_ROW_TYPES = ",".join(
    [
        *("f16-f16", "bf16-bf16", "q8_0-q8_0", "q8_0-q5_0", "q8_0-q4_0", "q5_0-q5_0", "q5_0-q4_0", "q4_0-q4_0"),
        *("q4_0-n3_0", "q4_0-n2_0", "n3_0-n3_0", "n3_0-n2_0", "n2_0-n2_0"),
    ]
)


def devices_wanted() -> tuple[str, ...]:
    """The backends beside the CPU's that the environment asks for.

    Raises:
        source.SourceError: one of them is none that this build knows.
    """
    wanted = [name.strip().lower() for name in os.environ.get("LONGTHREAD_DEVICES", "").split(",") if name.strip()]
    unknown = sorted(set(wanted) - set(DEVICES))
    if unknown:
        raise source.SourceError(f"LONGTHREAD_DEVICES: {', '.join(unknown)}. There are: {', '.join(DEVICES)}.")
    return tuple(name for name in DEVICES if name in wanted)


def as_plugins() -> bool:
    """Whether the backends are libraries of their own that the engine loads at its start.

    Not in builds for this machine alone: there the one backend has code for this very processor, which is quicker to
    compile than two variants, and the native tests link its object files; those of devices are plugins even so, see
    :func:`build_plugin`. Not on macOS: each Mac that the program runs on has Metal and one kind of processor.
    """
    return sys.platform != "darwin" and os.environ.get("LONGTHREAD_RELEASE") == "1"


def _plugin_definitions() -> dict[str, str]:
    if not as_plugins():
        return {}
    definitions = {"GGML_BACKEND_DL": "ON", "GGML_CPU_ALL_VARIANTS": "ON", "GGML_NATIVE": "OFF"}
    if platform.machine().lower() in ("x86_64", "amd64"):
        definitions["GGML_CPU_VARIANTS"] = ";".join(CPU_VARIANTS)
    for name in devices_wanted():
        definitions |= _device_definitions(name)
    return definitions


def _device_definitions(name: str) -> dict[str, str]:
    definitions = {f"GGML_{name.upper()}": "ON"}
    if name == "cuda":
        definitions["GGML_CUDA_NCCL"] = "OFF"  # for several cards that share one layer, which compaction refuses
        definitions["GGML_CUDA_FA_QUANTS"] = CUDA_ROW_TYPES
        if os.environ.get("LONGTHREAD_RELEASE") == "1":
            definitions["CMAKE_CUDA_ARCHITECTURES"] = CUDA_ARCHITECTURES
    return definitions


def cmake_definitions() -> dict[str, str]:
    """Our options for CMake. ``CMAKE_ARGS`` comes after them and so wins."""
    release = os.environ.get("LONGTHREAD_RELEASE") == "1"
    return {
        "LLAVA_BUILD": "ON",  # libmtmd, for pictures; not its programs
        "MTMD_VIDEO": "OFF",  # it would start ffmpeg
        "LLAMA_BUILD_TOOLS": "OFF",
        "LLAMA_BUILD_SERVER": "OFF",
        "LLAMA_BUILD_EXAMPLES": "OFF",
        "LLAMA_BUILD_TESTS": "OFF",
        "LLAMA_BUILD_APP": "OFF",
        "LLAMA_CURL": "OFF",
        "LLAMA_OPENSSL": "OFF",
        "GGML_NATIVE": "OFF" if release else "ON",
        "GGML_RPC": "ON",  # for workers; a plugin where the others are, and it connects to nobody unasked
        "GGML_RPC_RDMA": "OFF",  # it would link what network cards bring
        # one folder holds the libraries, and one copy of each: wheels turn links into copies
        "CMAKE_INSTALL_BINDIR": "llama_cpp/lib",
        "CMAKE_INSTALL_LIBDIR": "llama_cpp/lib",
        "CMAKE_INSTALL_INCLUDEDIR": "llama_cpp/include",
        "CMAKE_PLATFORM_NO_VERSIONED_SONAME": "ON",
        **_plugin_definitions(),
    }


def _options() -> str:
    """Everything beside the sources that the wheel depends on."""
    backend = "\n".join(f"{name}={value}" for name, value in cmake_definitions().items())
    # a library for this very processor must not be served from a cache carried to another
    processor = "" if os.environ.get("LONGTHREAD_RELEASE") == "1" else source.processor()
    compilers = [os.environ.get(name, "") for name in ("CC", "CXX", "CFLAGS", "CXXFLAGS", "CMAKE_ARGS")]
    return "\n".join([backend, processor, *compilers, sysconfig.get_platform(), platform.machine()])


def wheel_key() -> str:
    """Names the wheel by content: sdist, patches, compaction sources, options and platform."""
    parts = [source.source_digest(), source.file_sha256(Path(__file__)), _options()]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:24]


def cached_wheel() -> Path | None:
    """The wheel that a build now would give, when it has been built before."""
    folder = source.cache_root() / "wheels" / wheel_key()
    wheels = sorted(folder.glob("*.whl"))
    if not wheels:
        return None
    os.utime(folder)
    return wheels[0]


def _work() -> Path:
    """One tree and build folder per set of options, so that a change to one file compiles one file."""
    # resolved, as the compiler names the files in there
    return (source.cache_root() / "build" / hashlib.sha256(_options().encode()).hexdigest()[:12]).resolve()


def build_cached() -> Path:
    """Build the wheel unless the cache has it; the path of the wheel in the cache.

    Raises:
        source.SourceError: the tree cannot be prepared.
        Exception: what scikit-build-core raises when CMake or the compiler fails.
    """
    found = cached_wheel()
    if found:
        return found
    with source.locked(_work()):
        found = cached_wheel()  # another build may have made it while this one waited
        return found or _build_now()


def _build_now() -> Path:
    """Build the wheel into the cache; the caller holds the lock of ``_work()``."""
    key, work = wheel_key(), _work()
    built = work / BUILT
    built.unlink(missing_ok=True)
    tree = source.prepare(work / "source", say=lambda text: print(f"  {text}", flush=True))
    with tempfile.TemporaryDirectory(dir=work) as scratch:
        wheel = Path(scratch) / _build(tree, work / "cmake", Path(scratch))
        folder = source.cache_root() / "wheels" / key
        folder.mkdir(parents=True, exist_ok=True)
        wheel.replace(folder / wheel.name)
    built.write_text(key)
    _forget_old_wheels()
    return folder / wheel.name


def build_plugin(name: str) -> Path:
    """Build the backend ``name`` of :data:`DEVICES` alone; the folder of its library.

    It is of the same sources as the wheel, so that the engine of any wheel of them can load it.

    Raises:
        source.SourceError: there is none of that name, or the tree cannot be prepared.
        subprocess.CalledProcessError: CMake or a compiler failed.
    """
    if name not in DEVICES:
        raise source.SourceError(f"There is no backend {name}, but {', '.join(DEVICES)}.")
    definitions = {
        **{key: value for key, value in cmake_definitions().items() if key.startswith("LLAMA_")},
        **_device_definitions(name),
        "CMAKE_BUILD_TYPE": "Release",
        "BUILD_SHARED_LIBS": "ON",
        "GGML_BACKEND_DL": "ON",
        "GGML_NATIVE": "OFF",
        "CMAKE_PLATFORM_NO_VERSIONED_SONAME": "ON",  # as in the wheel: the library that it needs is loaded by this name
        "CMAKE_BUILD_WITH_INSTALL_RPATH": "ON",
        "CMAKE_INSTALL_RPATH": "$ORIGIN",
    }
    if shutil.which("ccache"):
        definitions |= {f"CMAKE_{language}_COMPILER_LAUNCHER": "ccache" for language in ("C", "CXX", "CUDA")}
    environment = dict(os.environ)
    if name == "cuda" and sys.platform == "win32" and "CUDA_PATH" not in environment:
        raise source.SourceError("CUDA_PATH is not set. Install NVIDIA's CUDA toolkit, which sets it.")
    if name == "cuda" and sys.platform == "linux" and not cuda_toolkit.installed():
        cuda = source.cache_root() / "cuda"
        with source.locked(cuda):
            root = cuda_toolkit.fetched(cuda)
        definitions |= {"CUDAToolkit_ROOT": str(root), "CMAKE_INSTALL_RPATH": f"$ORIGIN;{root / 'lib'}"}
        environment |= {"CUDACXX": str(root / "bin" / "nvcc"), "CUDA_PATH": str(root)}
    options = [f"-D{key}={value}" for key, value in definitions.items()]
    arguments = shlex.split(os.environ.get("CMAKE_ARGS", ""))
    digest = hashlib.sha256("\n".join([*options, *arguments, source.processor()]).encode()).hexdigest()[:12]
    root = source.cache_root() / "plugins"
    work, folder = root / f"{name}-{digest}", root / name
    with source.locked(work):
        tree = source.prepare(work / "source", say=lambda text: print(f"  {text}", file=sys.stderr, flush=True))
        build = work / "cmake"
        # on Windows where Visual Studio's variables are set, as else only its own generator finds its compiler
        compiler = sys.platform != "win32" or shutil.which("cl")
        ninja = ["-G", "Ninja"] if shutil.which("ninja") and compiler else []
        run = functools.partial(subprocess.run, check=True, stdout=sys.stderr, env=environment)
        run(["cmake", "-S", str(tree / source.LLAMA), "-B", str(build), *ninja, *options, *arguments])
        run(["cmake", "--build", str(build), "--config", "Release", "--target", f"ggml-{name}"])
        folder.mkdir(parents=True, exist_ok=True)
        for file in build.rglob(f"*ggml-{name}*"):
            if file.suffix in (".so", ".dll", ".dylib") and file.is_file() and not file.is_symlink():
                shutil.copy2(file, folder)
        if name == "cuda" and sys.platform == "win32":
            _add_cuda_libraries(folder, Path(environment["CUDA_PATH"]))
    return folder


def _add_cuda_libraries(folder: Path, toolkit: Path) -> None:
    """NVIDIA's libraries beside CUDA's backend, where Windows finds them without a search path."""
    for name in ("cudart64_*.dll", "cublas64_*.dll", "cublasLt64_*.dll"):
        found = sorted((toolkit / "bin").glob(name))
        if not found:
            raise source.SourceError(f"{toolkit / 'bin'} has no {name}")
        shutil.copy2(found[-1], folder)


def export_objects(target: Path) -> None:
    """Make ``target`` hold the object files that the wheel's libraries were linked of, as ``TARGET/SOURCE.o``.

    ``made-of.json`` names for each of them the files under llama.cpp that it was compiled from. Builds the wheel first
    unless the build folder is of these very sources. Only files that differ are written; without Ninja there are none.

    Raises:
        source.SourceError: the tree cannot be prepared.
        Exception: what scikit-build-core raises when CMake or the compiler fails.
    """
    work = _work()
    with source.locked(work), tempfile.TemporaryDirectory() as scratch:
        built = work / BUILT
        if not built.is_file() or built.read_text() != wheel_key():
            _build_now()
        made_of: dict[str, list[str]] = {}
        for name, files in _dependencies(work / "cmake", work / "source" / source.LLAMA).items():
            found = re.search(r"CMakeFiles/([^/]+)[.]dir/(.+[.]o)$", name)
            if found:
                inner = f"{found[1]}/{found[2]}"
                made_of[inner] = files
                copy = Path(scratch) / inner
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(work / "cmake" / name, copy)
        (Path(scratch) / MADE_OF).write_text(json.dumps(made_of, indent=1, sort_keys=True))
        source.mirror(Path(scratch), target)


def _dependencies(build_folder: Path, llama: Path) -> dict[str, list[str]]:
    """The files under ``llama`` that each object file was compiled from, as Ninja noted them."""
    cache = (build_folder / "CMakeCache.txt").read_text(encoding="utf-8")
    program = re.search(r"^CMAKE_MAKE_PROGRAM:\w+=(.*ninja.*)$", cache, re.MULTILINE)
    if not program:
        return {}
    command = [program[1], "-C", str(build_folder), "-t", "deps"]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    found: dict[str, list[str]] = {}
    name = ""
    for line in text.splitlines():
        if line.startswith(" "):
            file = Path(os.path.normpath(build_folder / line.strip()))
            if file.is_relative_to(llama):
                found[name].append(file.relative_to(llama).as_posix())
        elif ": #deps" in line and "(VALID)" in line:
            name = line.partition(": #deps")[0]
            found[name] = []
    return found


def _build(tree: Path, build_folder: Path, wheels: Path) -> str:
    """Hand the tree to scikit-build-core; the wheel's file name in ``wheels``."""
    from scikit_build_core import build as scikit

    settings: dict[str, str | list[str]] = {
        f"cmake.define.{name}": value for name, value in cmake_definitions().items()
    }
    settings |= {
        "cmake.build-type": "Release",
        "cmake.verbose": "false",  # upstream's settings say true
        "build-dir": str(build_folder),
        # CMake package files name the build machine, and nothing here links against them
        "wheel.exclude": "llama_cpp/lib/cmake;llama_cpp/lib/cmake/**;llama_cpp/lib/pkgconfig/**",
    }
    if shutil.which("ccache"):
        for language in ("C", "CXX"):
            settings[f"cmake.define.CMAKE_{language}_COMPILER_LAUNCHER"] = "ccache"
    before = Path.cwd()
    os.chdir(tree)
    try:
        return str(scikit.build_wheel(str(wheels), settings))
    finally:
        os.chdir(before)


def _forget_old_wheels() -> None:
    folders = sorted((source.cache_root() / "wheels").iterdir(), key=lambda path: path.stat().st_mtime, reverse=True)
    for folder in folders[WHEELS_KEPT:]:
        shutil.rmtree(folder, ignore_errors=True)


# --------------------------------------------------------------------------- PEP 517


def get_requires_for_build_wheel(config_settings: Mapping[str, Any] | None = None) -> list[str]:
    """CMake and Ninja from the index where the system has none."""
    needed = []
    if not shutil.which("cmake"):
        needed.append("cmake>=3.21")
    if not (shutil.which("ninja") or shutil.which("ninja-build")):
        needed.append("ninja>=1.5")
    return needed


def build_wheel(
    wheel_directory: str,
    config_settings: Mapping[str, Any] | None = None,
    metadata_directory: str | None = None,
) -> str:
    """Build or copy the wheel into ``wheel_directory``; its file name."""
    wheel = build_cached()
    shutil.copy2(wheel, wheel_directory)
    return wheel.name


def get_requires_for_build_sdist(config_settings: Mapping[str, Any] | None = None) -> list[str]:
    return []


def build_sdist(sdist_directory: str, config_settings: Mapping[str, Any] | None = None) -> str:
    """Refused: the folder itself is the source package."""
    raise source.SourceError("This package is built from its folder: pip wheel ./native")


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="The patched engine library.")
    commands = parser.add_subparsers(dest="command", required=True)
    prepare = commands.add_parser("prepare", help="prepare the patched source tree")
    prepare.add_argument("folder", type=Path)
    commands.add_parser("key", help="print the name of the wheel in the cache")
    objects = commands.add_parser("objects", help="copy the wheel's object files, built if needed, into a folder")
    objects.add_argument("folder", type=Path)
    plugin = commands.add_parser("plugin", help="build the backend of a device and print its folder")
    plugin.add_argument("name", choices=DEVICES)
    commands.add_parser("wheel", help="build the wheel if needed and print its path (needs scikit-build-core)")
    options = parser.parse_args(arguments)
    source.also_find(Path(sys.executable).parent)
    try:
        if options.command == "prepare":
            tree = source.prepare(options.folder.resolve(), say=lambda text: print(f"  {text}", flush=True))
            print(tree / source.LLAMA)
        elif options.command == "key":
            print(wheel_key())
        elif options.command == "plugin":
            print(build_plugin(options.name))
        elif options.command == "objects":
            export_objects(options.folder.resolve())
        else:
            print(build_cached())
    except source.SourceError as error:
        print(error, file=sys.stderr)
        return 1
    except subprocess.CalledProcessError as error:
        print(f"failed ({error.returncode}): {' '.join(map(str, error.cmd))}", file=sys.stderr)
        return 1
    except FileNotFoundError as error:
        print(f"{error.filename} was not found. Install it and try again.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
