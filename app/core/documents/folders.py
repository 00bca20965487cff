"""What documents a folder holds: each file one, and a folder of code as a whole."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from app.core.attachments.kinds import LANGUAGES, MARKDOWN, NAMES
from app.core.documents.chunks import FILE_MARK
from app.core.documents.ignoring import IgnoreRules, is_made, rules_in

MOST_FILES = 5000  # of a folder
MOST_ENTRIES = 100_000  # that are looked at
MOST_DEPTH = 30
MOST_CODE = 1_000_000  # bytes of a file of code: what is longer was made by a tool
PLAIN = frozenset({".txt", ".text", ".rst", ".csv", ".tsv", ".org", ".adoc"})
PAGES = frozenset({".html", ".htm", ".xhtml"})
PAPERS = frozenset({".pdf", ".docx", ".docm"})
_PROJECTS = """
.git pyproject.toml setup.py package.json cargo.toml go.mod cmakelists.txt pom.xml build.gradle build.gradle.kts
makefile meson.build gemfile composer.json mix.exs package.swift tsconfig.json
"""
PROJECTS = frozenset(_PROJECTS.split())


@dataclass(frozen=True)
class FolderScan:
    """What is in a folder. ``documents``: files that are one each; ``code``: those that belong to the folder as one
    document; ``left_out``: readable files beyond what a folder may have; ``folders``: all that were looked into.
    """

    documents: tuple[Path, ...] = ()
    code: tuple[Path, ...] = ()
    left_out: int = 0
    folders: tuple[Path, ...] = ()


def is_readable(path: Path) -> bool:
    """Whether a file is, by its name, something that documents are made of."""
    suffix = path.suffix.lower()
    return suffix in PAPERS | PAGES | PLAIN | MARKDOWN or suffix in LANGUAGES or path.name.lower() in NAMES


def is_nameable(path: Path) -> bool:
    """Whether a path can be written down: old systems left names of files that are bytes and no letters."""
    try:
        str(path).encode()
    except UnicodeEncodeError:
        return False
    return True


def is_code(path: Path) -> bool:
    """Whether a file is, by its name, code."""
    suffix = path.suffix.lower()
    return (suffix in LANGUAGES and suffix not in PAGES) or path.name.lower() in NAMES


def scan(folder: Path, stopped: Callable[[], bool] = lambda: False, own: Path | None = None) -> FolderScan:
    """Look through ``folder``; links are not followed. Never raises: what cannot be read is not there.

    ``own``: the program's data folder, which holds copies of documents and none of the person's; it is left out,
    whatever way leads there.
    """
    files: list[Path] = []
    seen: list[Path] = []
    left_out = 0
    for path in _walk(folder, seen, stopped, own):
        if len(files) < MOST_FILES:
            files.append(path)
        else:
            left_out += 1
    files.sort()
    if not _is_project(folder, files):
        return FolderScan(tuple(files), (), left_out, tuple(seen))
    code = tuple(path for path in files if path.suffix.lower() not in PAPERS | PAGES)
    return FolderScan(tuple(path for path in files if path not in frozenset(code)), code, left_out, tuple(seen))


def _is_project(folder: Path, files: list[Path]) -> bool:
    """Whether a folder is one of code: by what lies at its top, or since most of it is."""
    try:
        names = {entry.name.lower() for entry in os.scandir(folder)}
    except OSError:
        return False
    code = sum(map(is_code, files))
    return bool(names & PROJECTS and code) or (code >= 3 and code * 2 > len(files))


def _walk(top: Path, seen: list[Path], stopped: Callable[[], bool], data: Path | None) -> Iterator[Path]:
    ours = _identity(data) if data is not None else None
    if ours is not None and ours in map(_identity, _upwards(top)):
        return
    waiting: deque[tuple[Path, int, tuple[tuple[Path, IgnoreRules], ...]]] = deque([(top, 0, ())])
    looked = 0
    while waiting:
        folder, depth, rules = waiting.popleft()
        if stopped():
            return
        try:
            entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
        except OSError:
            continue
        seen.append(folder)
        own = rules_in(folder)
        here = (*rules, (folder, own)) if own is not None else rules
        for entry in entries:
            looked += 1
            if looked > MOST_ENTRIES:
                return
            try:
                inside = entry.is_dir(follow_symlinks=False)
                if not inside and not entry.is_file(follow_symlinks=False):
                    continue
                size = 0 if inside else entry.stat(follow_symlinks=False).st_size
            except OSError:
                continue
            path = Path(entry.path)
            if is_made(entry.name, inside) or _ignored(path, inside, here):
                continue
            if inside:
                if depth < MOST_DEPTH and (ours is None or _identity(path) != ours):
                    waiting.append((path, depth + 1, here))
            elif size and is_readable(path) and not (is_code(path) and size > MOST_CODE):
                yield path


def _identity(folder: Path) -> tuple[int, int] | None:
    """What tells a folder from all others, however it is reached; None: it is not there."""
    try:
        found = folder.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _upwards(folder: Path) -> list[Path]:
    """``folder`` and those it lies in, without links."""
    real = Path(os.path.realpath(folder))
    return [real, *real.parents]


def _ignored(path: Path, folder: bool, rules: tuple[tuple[Path, IgnoreRules], ...]) -> bool:
    for base, own in reversed(rules):  # the innermost file has the last word
        verdict = own.verdict(path.relative_to(base).as_posix(), folder)
        if verdict is not None:
            return verdict
    return False


def header(name: str) -> str:
    """The line above a file in the text of a folder of code."""
    return f"{FILE_MARK}{name} ===\n"
