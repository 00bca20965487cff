"""The folders of native/compaction include what stands below them in its README's map, and no file includes itself."""

from __future__ import annotations

import graphlib
import re
from pathlib import Path

ROOT = Path(__file__).parents[3] / "native" / "compaction"
UPWARDS = ("compute", "cpu", "cache", "store", "pipeline", "api")
PUBLIC = "llama-compact.h"
FILES = sorted(path for path in ROOT.rglob("*") if path.suffix in {".h", ".cpp"})


def includes(path: Path) -> list[Path]:
    """Our own files that ``path`` includes; those of llama.cpp are found by name alone and left out."""
    names = re.findall(r'^#include "([^"]+)"', path.read_text(encoding="utf-8"), re.MULTILINE)
    found = [(path.parent / name).resolve() for name in names]
    return [file for file in found if file.is_file() and file.is_relative_to(ROOT)]


def floor(path: Path) -> int:
    """How far up in the map a file stands."""
    return UPWARDS.index(path.relative_to(ROOT).parts[0].removesuffix(path.suffix))


def test_a_file_includes_what_stands_below_it() -> None:
    for path in FILES:
        if path.name != PUBLIC:
            upwards = [file.name for file in includes(path) if file.name != PUBLIC and floor(file) > floor(path)]
            assert not upwards, path


def test_no_file_includes_itself_over_others() -> None:
    graph = {path: includes(path) for path in FILES}
    assert sum(map(len, graph.values())) > len(FILES)  # they were found
    graphlib.TopologicalSorter(graph).prepare()


def test_the_readme_lists_the_folders() -> None:
    rows = re.findall(r"^\| `(\w+)(?:/|\.h)` \|", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert rows == list(reversed(UPWARDS))
