"""Freezes Longthread into a folder that needs neither Python nor the source tree, and tries it.

python installers/build.py --dist DIR [--smoke-test MODEL.gguf]

Run it with the Python of an environment that has the program's packages, the patched llama-cpp-python and PyInstaller.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import licences
import llama_libs
import sbom
import translations

ROOT = Path(__file__).resolve().parent.parent
SMOKE_SECONDS = 240
LONGEST_INSIDE = 120  # characters of a path in the folder for Windows; longthread.nsi counts on it
# must come out of the frozen folder, wherever else they lie on this machine
OURS = ("libllama", "libggml", "libmtmd", "libpython", "libQt6", "libpyside6", "libshiboken6")


def executable(dist: Path) -> Path:
    """The program inside ``dist``."""
    if sys.platform == "win32":
        return dist / "Longthread" / "Longthread.exe"
    if sys.platform == "darwin":
        return dist / "Longthread.app" / "Contents" / "MacOS" / "Longthread"
    return dist / "Longthread" / "longthread"


def freeze(dist: Path, work: Path) -> None:
    """Run PyInstaller.

    Raises:
        subprocess.CalledProcessError: it failed; what it said is on stderr.
    """
    shutil.rmtree(dist / "Longthread", ignore_errors=True)
    spec = ROOT / "installers" / "longthread.spec"
    command = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--clean", "--log-level", "WARN"]
    subprocess.run([*command, "--distpath", str(dist), "--workpath", str(work), str(spec)], check=True, cwd=ROOT)


def size(folder: Path) -> int:
    """Bytes of all files below ``folder``; links count nothing."""
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file() and not file.is_symlink())


def too_long(folder: Path) -> list[str]:
    """Paths below ``folder`` that Windows may not take where a person installs the program."""
    inside = (file.relative_to(folder).as_posix() for file in folder.rglob("*"))
    return sorted(path for path in inside if len(path) > LONGEST_INSIDE)


def clean_environment(folder: Path) -> dict[str, str]:
    """An environment that leads to no Python, no library and no data of this machine."""
    dropped = ("PYTHON", "LD_", "DYLD_", "LLAMA_", "QT_", "VIRTUAL_ENV", "LONGTHREAD_")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(dropped)}
    return kept | {"QT_QPA_PLATFORM": "offscreen", "LONGTHREAD_DATA": str(folder / "data"), "HOME": str(folder)}


def smoke_test(program: Path, model: Path) -> str:
    """Let the frozen program talk to its own engine process; what is wrong, "" if a reply came.

    On Linux it is also checked that each library of ours comes from the frozen folder, and from one place.
    """
    with tempfile.TemporaryDirectory(prefix="longthread-frozen-") as name:
        folder = Path(name)
        with (folder / "out").open("w+", encoding="utf-8", errors="replace") as out:
            process = subprocess.Popen(
                [str(program), "--smoke-test", str(model.resolve())],
                cwd=folder,
                env=clean_environment(folder),
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.STDOUT,
            )
            libraries: set[str] = set()
            engines: set[int] = set()
            end = time.monotonic() + SMOKE_SECONDS
            while process.poll() is None and time.monotonic() < end:
                libraries |= mapped(process.pid)
                for child in children(process.pid):
                    engines.add(child)
                    libraries |= mapped(child)
                time.sleep(0.1)
            if process.poll() is None:
                process.kill()
                process.wait()
                return f"no reply within {SMOKE_SECONDS} s\n{_said(out)}"
            said = _said(out)
        print(said.strip())
        if process.returncode != 0:
            return f"the frozen program ended with {process.returncode}"
    if not any(program.resolve().parent.parent.rglob("*mtmd.*")):
        return "the library that looks at pictures is not in it"
    if sys.platform == "linux":
        inside = str(program.resolve().parent)
        foreign = sorted(path for path in libraries if not path.startswith(inside))
        if foreign:
            return "it used libraries from outside its folder: " + ", ".join(foreign)
        names = [path.rpartition("/")[2] for path in libraries]
        twice = sorted({path for path in libraries if names.count(path.rpartition("/")[2]) > 1})
        if twice:
            return "it loaded a library from two places: " + ", ".join(twice)
        if not any("libllama" in path for path in libraries) or not engines:
            return "no engine process with the native library was seen"
        print(f"{len(libraries)} libraries seen in {1 + len(engines)} processes, all from {inside}")
    return ""


def _said(out: object) -> str:
    out.seek(0)  # type: ignore[attr-defined]
    return str(out.read())  # type: ignore[attr-defined]


def children(pid: int) -> list[int]:
    """Child processes of ``pid`` (Linux; elsewhere none)."""
    try:
        tasks = list(Path(f"/proc/{pid}/task").iterdir())
        return [int(child) for task in tasks for child in (task / "children").read_text().split()]
    except OSError:
        return []


def mapped(pid: int) -> set[str]:
    """Paths of our libraries in the memory of ``pid`` (Linux; elsewhere none)."""
    try:
        lines = Path(f"/proc/{pid}/maps").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return set()
    paths = {fields[5] for line in lines if len(fields := line.split(None, 5)) == 6}
    return {path for path in paths if path.rpartition("/")[2].startswith(OURS)}


def main() -> int:
    """Freeze, measure, try; the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--dist", type=Path, default=ROOT / "dist", help="where the folder is put (default: dist)")
    parser.add_argument("--work", type=Path, default=ROOT / "build" / "freeze", help="PyInstaller's own files")
    parser.add_argument("--smoke-test", type=Path, metavar="MODEL", help="then let it give one real reply with MODEL")
    parser.add_argument("--no-freeze", action="store_true", help="only try what is in --dist")
    given = parser.parse_args()
    dist = given.dist.resolve()
    if given.smoke_test and not given.smoke_test.is_file():
        parser.error(f"{given.smoke_test} is not a file")
    if not given.no_freeze:
        try:
            translations.compile_stale()
        except subprocess.CalledProcessError as problem:
            print(f"freeze: the translations cannot be compiled\n{problem.stdout}{problem.stderr}", file=sys.stderr)
            return 1
        try:
            freeze(dist, given.work.resolve())
        except subprocess.CalledProcessError as problem:
            print(f"freeze: PyInstaller failed with {problem.returncode}", file=sys.stderr)
            return 1
    program = executable(dist)
    if not program.is_file():
        print(f"freeze: {program} was not made", file=sys.stderr)
        return 1
    folder = dist / ("Longthread.app" if sys.platform == "darwin" else "Longthread")
    print(f"freeze: {folder}, {size(folder) / 1e6:.0f} MB")
    if sys.platform == "win32" and (paths := too_long(folder)):
        print("freeze: too long for Windows: " + ", ".join(paths), file=sys.stderr)
        return 1
    # which the smoke test would not tell: this machine has a compiler's
    if sys.platform == "win32" and (lacking := llama_libs.without_runtime(folder / "_internal")):
        print("freeze: not in the folder: " + ", ".join(lacking), file=sys.stderr)
        return 1
    if not given.no_freeze:
        try:
            sbom.write(dist / "Longthread.cdx.json")
        except licences.Unknown as problem:
            print(f"freeze: {problem}", file=sys.stderr)
            return 1
    if given.smoke_test:
        problem = smoke_test(program, given.smoke_test)
        if problem:
            print(f"freeze: smoke test failed: {problem}", file=sys.stderr)
            return 1
        print("freeze: smoke test passed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
