"""Finds the shared libraries of the installed llama_cpp package without loading them."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

LIBRARY = re.compile(r"\.(so(\.\d+)*|dylib|dll)$")


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
