"""Finds the shared libraries of the installed llama_cpp package without loading them."""

from __future__ import annotations

import importlib.util
import ntpath
import re
from collections.abc import Iterable
from pathlib import Path

LIBRARY = re.compile(r"\.(so(\.\d+)*|dylib|dll)$")
_VISUAL_C = r"(?:concrt|msvcp|vccorlib|vcomp|vcruntime)140\w*\.dll"  # its runtime, which not every Windows has
# among the names of libraries that one imports from
_ASKED_FOR = re.compile(rb"(?<=\0)" + _VISUAL_C.encode() + rb"(?=\0)", re.IGNORECASE)


def find() -> list[Path]:
    """The library files, each under a name that others ask for; links are kept only where they carry such a name.

    Raises:
        SystemExit: the package, or its libraries, or the compaction in them, are missing.
    """
    spec = importlib.util.find_spec("llama_cpp")
    if spec is None or spec.origin is None:
        raise SystemExit("llama_cpp is not installed here: run 'python3 dev.py setup', or 'pip install ./native'.")
    folder = Path(spec.origin).parent / "lib"
    files = sorted(file for file in folder.glob("*") if LIBRARY.search(file.name))
    mains = [file for file in files if re.fullmatch(r"(lib)?llama\.(so|dylib|dll)", file.name)]
    if not mains:
        raise SystemExit(f"No llama library in {folder}: install the wheel that 'pip wheel ./native' makes.")
    if b"llama_compact_" not in mains[0].read_bytes():
        raise SystemExit(f"{mains[0]} cannot compact: it is the stock library, not the one of ./native.")
    # libx.so.0.25.3 is reached through libx.so (ctypes) and libx.so.0 (other libraries), never by its own name
    return [file for file in files if not re.search(r"\.so(\.\d+){2,}$", file.name)]


def runtime_for_all(binaries: Iterable[tuple[str, str, str]]) -> list[tuple[str, str, str]]:
    """What PyInstaller has to put at the top of the folder for Windows: Visual C++'s runtime, which all processes find
    there.

    It takes the copies that shiboken6 brings and leaves them in that folder, where only a process with a window looks:
    the engine's would not start on a Windows without a runtime of its own (PyInstaller #9216).

    Args:
        binaries: what it has collected: place in the folder, file, kind.
    """
    places = {name.replace("/", "\\").lower(): (name, file, kind) for name, file, kind in binaries}
    found: dict[str, tuple[str, str, str]] = {}
    for place, (_, file, kind) in sorted(places.items()):
        name = ntpath.basename(place)
        if name != place and re.fullmatch(_VISUAL_C, name) and name not in places:
            found.setdefault(name, (name, file, kind))
    return list(found.values())


def without_runtime(folder: Path) -> list[str]:
    """Libraries of Visual C++ that the engine's need and that are not at the top of the frozen ``folder``."""
    there = {file.name.lower() for file in folder.iterdir()}
    libraries = (folder / "llama_cpp" / "lib").glob("*.dll")
    needed = {name.decode().lower() for file in libraries for name in _ASKED_FOR.findall(file.read_bytes())}
    return sorted(needed - there)
