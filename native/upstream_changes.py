"""What differs between two trees of llama.cpp that code of ours stands on: functions, types, saved states, headers.

It reads text, not C++, and so works on a tree of which only some files are there; a file that the newer one lacks is
listed as missing. What it finds is where to look, the compiler has the last word.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

PUBLIC = ("include/llama.h", "ggml/include/*.h", "tools/mtmd/mtmd*.h")
INTERNAL = (
    *("src/llama-*.h", "ggml/src/ggml-impl.h", "ggml/src/ggml-backend-impl.h", "ggml/src/ggml-cpu/*.h"),
    "ggml/src/ggml-metal/*.h",  # an emulator of ours stands for the rest
)

_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_EXPORTED = re.compile(
    r"(DEPRECATED\s*\(\s*)?\b(?:LLAMA_API|GGML_API|GGML_BACKEND_API|MTMD_API)\b([^;{]*?\b(\w+)\s*\([^;{]*\))[^;{]*;"
)
_VERSION = re.compile(
    r"^\s*(?:set\(|#define\s+)((?:LLAMA|GGML)_(?:VERSION_(?:MAJOR|MINOR|PATCH)|SESSION_VERSION|STATE_SEQ_VERSION))"
    r"\s+(\d+)",
    re.MULTILINE,
)
_TYPE = re.compile(r"^\s*(GGML_TYPE_\w+)\s*=\s*(\d+)", re.MULTILINE)
_NAME = re.compile(r"\b[A-Za-z_]\w{3,}\b")
_INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)

_WHERE_VERSIONS = ("CMakeLists.txt", "ggml/CMakeLists.txt", "include/llama.h")


@dataclass(frozen=True)
class Function:
    """A function that a library exports; ``signature``: its words, one space between them."""

    name: str
    signature: str
    deprecated: bool


@dataclass
class Changes:
    """``versions`` and ``types``: name -> (before, after), "" where there is none. ``headers``: changed files that our
    code includes -> their unified diff; ``gone``: names that such a header lost -> files of ours that have the word.
    """

    versions: dict[str, tuple[str, str]] = field(default_factory=dict)
    types: dict[str, tuple[str, str]] = field(default_factory=dict)
    removed: list[str] = field(default_factory=list)
    deprecated: list[str] = field(default_factory=list)
    altered: dict[str, tuple[str, str]] = field(default_factory=dict)
    added: list[str] = field(default_factory=list)
    headers: dict[str, str] = field(default_factory=dict)
    gone: dict[str, list[str]] = field(default_factory=dict)
    missing: list[str] = field(default_factory=list)


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""


def functions(text: str) -> dict[str, Function]:
    """The functions that a header exports, by name."""
    found = {}
    for deprecated, declaration, name in _EXPORTED.findall(_COMMENT.sub(" ", text)):
        signature = " ".join(declaration.split()).replace(" (", "(")
        if deprecated:  # the hint follows the declaration, as the macro's second argument
            signature = re.sub(r'\s*,\s*"[^"]*"\s*\)?$', "", signature)
            name = (re.search(r"(\w+)\s*\(", signature) or [name, name])[1]
        found[name] = Function(name, signature, bool(deprecated))
    return found


def versions(tree: Path) -> dict[str, str]:
    """Version numbers of the libraries and of the formats that they save."""
    return dict(pair for name in _WHERE_VERSIONS for pair in _VERSION.findall(_read(tree / name)))


def _files(tree: Path, patterns: Iterable[str]) -> set[str]:
    return {path.relative_to(tree).as_posix() for pattern in patterns for path in tree.glob(pattern)}


def _words(folders: Iterable[Path]) -> dict[str, list[str]]:
    """Each word of our code, and of what patches add -> the files that have it."""
    found: dict[str, list[str]] = {}
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            if path.suffix not in (".cpp", ".h", ".py", ".patch"):
                continue
            text = _read(path)
            if path.suffix == ".patch":
                text = "\n".join(line[1:] for line in text.splitlines() if line.startswith("+") and line[:3] != "+++")
            for word in _names(text):
                found.setdefault(word, []).append(path.relative_to(folder.parent).as_posix())
    return found


def used_functions(folders: Iterable[Path]) -> dict[str, list[str]]:
    """Functions of llama.cpp that our code names -> the files that do."""
    start = ("llama_", "ggml_", "gguf_", "mtmd_")
    return {word: files for word, files in _words(folders).items() if word.startswith(start)}


def compare(before: Path, after: Path, ours: Mapping[str, Iterable[Path]]) -> Changes:
    """What changed from tree ``before`` to tree ``after``.

    Args:
        ours: folders of our code; ``native`` includes llama.cpp's headers, ``engine`` calls functions by name.
    """
    changes = Changes()
    old, new = versions(before), versions(after)
    changes.versions = _differences(old, new) if new else {}
    header = "ggml/include/ggml.h"
    if (after / header).is_file():
        changes.types = _differences(*(dict(_TYPE.findall(_read(tree / header))) for tree in (before, after)))
    _functions(before, after, changes)
    native = list(ours["native"])
    included = {Path(name).name for folder in native for path in folder.rglob("*.[ch]*") for name in _includes(path)}
    words = _words(native)
    here, there = set[str](), set[str]()
    for name in sorted(_files(before, (*PUBLIC, *INTERNAL))):
        if Path(name).name not in included:
            continue
        if not (after / name).is_file():
            changes.missing.append(name)
            continue
        texts = _read(before / name), _read(after / name)
        there |= _names(texts[1])
        if texts[0] == texts[1]:
            continue
        here |= _names(texts[0])
        old_lines, new_lines = (text.splitlines() for text in texts)
        lines = difflib.unified_diff(old_lines, new_lines, f"a/{name}", f"b/{name}", "", "", 2, "")
        changes.headers[name] = "\n".join(lines)
    # a word alone is too often one of ours as well
    changes.gone = {word: words[word] for word in sorted(here - there) if "_" in word and word in words}
    return changes


def _names(text: str) -> set[str]:
    return set(_NAME.findall(_COMMENT.sub(" ", text)))


def _includes(path: Path) -> list[str]:
    return _INCLUDE.findall(_read(path))


def _differences(old: Mapping[str, str], new: Mapping[str, str]) -> dict[str, tuple[str, str]]:
    names = [*old, *(name for name in new if name not in old)]
    return {name: (old.get(name, ""), new.get(name, "")) for name in names if old.get(name) != new.get(name)}


def _functions(before: Path, after: Path, changes: Changes) -> None:
    """Exported functions of the headers that both trees have; one that moves to another header stays."""
    names = [name for name in sorted(_files(before, PUBLIC)) if (after / name).is_file()]
    names += sorted(_files(after, PUBLIC) - _files(before, PUBLIC)) if names else []
    old, new = ({key: one for name in names for key, one in functions(_read(tree / name)).items()}
                for tree in (before, after))  # fmt: skip
    changes.removed = sorted(old.keys() - new.keys())
    changes.added = sorted(new.keys() - old.keys())
    for name in sorted(old.keys() & new.keys()):
        if new[name].deprecated and not old[name].deprecated:
            changes.deprecated.append(name)
        if new[name].signature != old[name].signature:
            changes.altered[name] = (old[name].signature, new[name].signature)
