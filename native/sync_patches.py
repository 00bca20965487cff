"""Moves the patch series onto another llama.cpp, says what does not fit and what else changed under our code.

    python native/sync_patches.py --sdist llama_cpp_python-0.3.40.tar.gz --report report.md [--write]
    python native/sync_patches.py --tree llama.cpp --report report.md --out DIR --build [--quality MODEL.gguf]

``--sdist`` is any archive with llama.cpp in it, ``--tree`` its source tree, or a folder with some of its files: what
the patches and our code touch is compared as far as it is there. Each patch is laid over the new tree as a three-way
merge with the pinned release as the base, file by file. What both add at the same place is joined, and shown in the
report; any other conflict is shown with both sides, and its patch is left for a person. With ``--write`` the patches
that fit are written again for the new tree; pin the release in engine_source.py afterwards. ``--build`` compiles the
patched tree with our code and runs the native tests on it; ``--quality`` compares what compaction loses there with
what it loses with the engine of this environment.
docs/STAYING_CURRENT.md says what a step to a new release takes.
"""

from __future__ import annotations

import argparse
import difflib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import NamedTuple

import engine_source as source
import upstream_changes as upstream

NULL = "/dev/null"
OURS = {"native": (source.COMPACTION, source.NATIVE / "tests", source.NATIVE / "fuzz", source.NATIVE / "patches")}
ENGINE = source.NATIVE.parent / "engine"
LIMIT = 1.10  # times the loss of the engine of today that one on the new tree may have
LONGEST_DIFF = 300  # lines of one header's difference in the report

_MARK = "src/llama-kv-cache.cpp"  # tells a folder with llama.cpp


@dataclass
class Outcome:
    """How a patch fits. ``state``: fits, moved (other line numbers), merged (its surroundings changed), conflicts.

    ``joined``: what the new release and the patch both add at the same place.
    """

    patch: Path
    state: str = "fits"
    text: str = ""  # the patch for the new tree
    conflicts: list[str] = field(default_factory=list)
    joined: list[str] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)  # files that the new tree lacks


def touched_files(patch: str) -> list[str]:
    """The files that a patch changes, as paths in the tree."""
    lines = [line[4:].split("\t")[0].strip() for line in patch.splitlines() if line.startswith(("--- ", "+++ "))]
    return list(dict.fromkeys(line.partition("/")[2] for line in lines if line != NULL and "/" in line))


def header(patch: str) -> str:
    """What stands before the first changed file: subject and reason."""
    for number, line in enumerate(lines := patch.splitlines(keepends=True)):
        if line.startswith(("diff --git ", "--- a/", "--- /dev/null")):
            return "".join(lines[:number])
    return ""


def difference(name: str, before: str | None, after: str | None) -> str:
    """A unified diff of one file; ``None`` is a file that is not there."""
    old = (before or "").splitlines(keepends=True)
    new = (after or "").splitlines(keepends=True)
    from_name = NULL if before is None else f"a/{name}"
    to_name = NULL if after is None else f"b/{name}"
    body = "".join(difflib.unified_diff(old, new, from_name, to_name))
    return f"diff --git a/{name} b/{name}\n{body}" if body else ""


def _read(path: Path) -> str | None:
    return path.read_text(encoding="utf-8") if path.is_file() else None


def _write(path: Path, text: str | None) -> None:
    if text is None:
        path.unlink(missing_ok=True)
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")


def _changes_of(patch: str) -> list[str]:
    """The lines of a patch without what only says where they are."""
    return [line for line in patch.splitlines() if not line.startswith(("diff ", "index ", "@@", "--- ", "+++ "))]


class Merged(NamedTuple):
    """A file after a merge, and as text what both added at the same place, and what conflicts ("": nothing)."""

    text: str
    joined: str
    conflicts: str


_BOTH = re.compile(
    r"^<{7} [^\n]*\n(?P<theirs>.*?)^\|{7} [^\n]*\n(?P<base>.*?)^={7}\n(?P<ours>.*?)^>{7} [^\n]*\n",
    re.MULTILINE | re.DOTALL,
)


_OF_ANY_SWITCH = re.compile(r"(case [\w:]+|default):|(return( \w+)?|break|continue);")


def _said(text: str) -> set[str]:
    """The lines of a text that hold a word."""
    return {line.strip() for line in text.splitlines() if re.search(r"\w", line)}


def _in_both(theirs: str, ours: str) -> set[str]:
    """Lines that both have; what any switch has counts only where ours has nothing else."""
    said = _said(ours)
    return _said(theirs) & ({line for line in said if not _OF_ANY_SWITCH.fullmatch(line)} or said)


def _joined(theirs: str, base: str, ours: str) -> str:
    """Both changes of ``base``, where one of them adds before or after it and no more; "" otherwise."""
    new, kept, patched = (text.splitlines(keepends=True) for text in (theirs, base, ours))
    for one, other in ((new, patched), (patched, new)):
        more = len(one) - len(kept)
        behind, ahead = one[: len(kept)] == kept, one[more:] == kept
        if more > 0 and ahead and not (behind and kept):
            return "".join(one[:more] + other)
        if more > 0 and behind and not ahead:
            return "".join(other + one[len(kept) :])
    return ""


def merge(now: str, base: str, patched: str) -> Merged:
    """The change from ``base`` to ``patched`` made to ``now``.

    Lines that both add at the same place follow one another, those of ``now`` first, and so do lines that one adds
    beside what the other changes; where both changed the same lines, or ``now`` has some of ours already, the result
    has those of ``now``.
    """
    with tempfile.TemporaryDirectory(prefix="longthread-merge-") as scratch:
        files = [Path(scratch) / name for name in ("new release", "pinned release", "our patch")]
        for file, text in zip(files, (now, base, patched), strict=True):
            file.write_text(text, encoding="utf-8", newline="\n")
        names = [file.name for file in files]
        command = ["git", "merge-file", "-p", "--diff3", *(part for name in names for part in ("-L", name)), *names]
        marked = subprocess.run(command, cwd=scratch, capture_output=True, check=False)
    if marked.returncode > 127:
        raise source.SourceError(f"git merge-file: {marked.stderr.decode()}")
    joined, conflicts = [], []

    def resolved(both: re.Match[str]) -> str:
        text = _joined(both["theirs"], both["base"], both["ours"])
        if not text or _in_both(both["theirs"], both["ours"]) - _said(both["base"]):
            conflicts.append(both[0])
            return both["theirs"]
        joined.append(text)
        return text

    text = _BOTH.sub(resolved, marked.stdout.decode())
    return Merged(text, "\n".join(joined), "".join(conflicts))


def lay_over(tree: Path, base: Path, patch: Path) -> Outcome:
    """Apply ``patch`` to ``base``, which it was made for, and merge what it changes into ``tree``.

    Raises:
        source.SourceError: it does not apply to ``base``, or git is missing.
    """
    text = patch.read_text(encoding="utf-8")
    names = touched_files(text)
    before = {name: _read(base / name) for name in names}
    source.apply_patch(base, patch)
    outcome = Outcome(patch, text=header(text))
    expected = ""  # the same changes where they were made for
    for name in names:
        now, old, new = _read(tree / name), before[name], _read(base / name)
        if old is None:  # a file that the patch adds
            _write(tree / name, new)
            outcome.text += difference(name, None, new)
            expected += difference(name, None, new)
            continue
        if now is None:
            outcome.missing.append(name)
            continue
        merged, joined, conflict = merge(now, old, new or "")
        if conflict:
            outcome.conflicts.append(f"{name}:\n{conflict}")
        if joined:
            outcome.joined.append(f"{name}:\n{joined}")
        _write(tree / name, merged)
        outcome.text += difference(name, now, merged)
        expected += difference(name, old, new)
    if outcome.conflicts or outcome.missing:
        outcome.state = "conflicts" if outcome.conflicts else "missing"
    elif outcome.text != header(text) + expected:
        outcome.state = "moved" if _changes_of(outcome.text) == _changes_of(header(text) + expected) else "merged"
    return outcome


def lay_all(tree: Path, base: Path, patches: Sequence[Path]) -> list[Outcome]:
    """Lay the series over ``tree``; where a patch conflicts, ``tree`` keeps what it has and the next one follows."""
    return [lay_over(tree, base, patch) for patch in patches]


# ------------------------------------------------------------------ trees


def unpack_llama(archive: Path, target: Path) -> Path:
    """Unpack the llama.cpp of an archive into ``target``, and its Python part if it has one; llama.cpp's folder.

    Raises:
        source.SourceError: there is none in it.
    """
    with tarfile.open(archive) as file:
        names = [PurePosixPath(member.name) for member in file.getmembers() if member.name.endswith(_MARK)]
        roots = sorted((name.parents[1] for name in names), key=lambda path: len(path.parts))
        if not roots:
            raise source.SourceError(f"{archive} holds no llama.cpp.")
        starts = (f"{roots[0].as_posix()}/", f"{_package(roots[0]).as_posix()}/")
        wanted = (one for one in file.getmembers() if one.name.startswith(starts))
        members = [one for one in wanted if ".git" not in PurePosixPath(one.name).parts]  # git stumbles over it
        source.extract(file, target, members)
    return target / roots[0]


def _package(llama: PurePosixPath) -> PurePosixPath:
    """Where an sdist of llama-cpp-python has its Python part."""
    return llama.parent.parent / "llama_cpp"


def copy_tree(tree: Path, target: Path) -> Path:
    """A copy of a source tree, or of those of its files that are there.

    Raises:
        source.SourceError: it is no tree of llama.cpp.
    """
    if not any((tree / name).is_dir() for name in ("src", "include", "ggml")):
        raise source.SourceError(f"{tree} has none of llama.cpp's folders (src, include, ggml).")
    shutil.copytree(tree, target, ignore=shutil.ignore_patterns(".git"), dirs_exist_ok=True)
    return target


# ------------------------------------------------------------------ building


def build(tree: Path, folder: Path) -> str:
    """Compile the patched tree with our code and run the native tests; a line that says how that went."""
    shutil.copytree(source.COMPACTION, tree / "src" / "compaction", dirs_exist_ok=True)
    options = [f"-DLONGTHREAD_LLAMA_DIR={tree}", f"-DPython3_EXECUTABLE={sys.executable}", "-DCMAKE_BUILD_TYPE=Release"]
    options.append("-DCMAKE_PLATFORM_NO_VERSIONED_SONAME=ON")
    if shutil.which("ccache"):
        options += [f"-DCMAKE_{language}_COMPILER_LAUNCHER=ccache" for language in ("C", "CXX")]
    steps = {
        "configuring": ["cmake", "-S", str(source.NATIVE), "-B", str(folder), "-G", "Ninja", *options],
        "compiling": ["cmake", "--build", str(folder)],
        "native tests": ["ctest", "--test-dir", str(folder), "--output-on-failure", "--no-tests=error"],
    }
    for name, command in steps.items():
        if subprocess.run(command, check=False).returncode:
            return f"FAILED: {name} ({' '.join(command[:2])}); see the log"
    return "compiled, native tests passed"


def quality(model: Path, library: Path, package: Path | None) -> str:
    """What compaction at 8x loses with ``library`` against the engine of this environment; a line that tells it.

    Args:
        package: the folder of the Python package ``llama_cpp`` that knows the new structures; None: that of today.
    """
    losses = []
    more = {"LLAMA_CPP_LIB_PATH": str(library)} | ({"PYTHONPATH": str(package)} if package else {})
    for environment in ({}, more):
        text = ENGINE.parent / "docs" / "ARCHITECTURE.md"
        command = [sys.executable, "-m", "engine", "bench", "quality", "--json", "--ratio", "8", "--context", "1024"]
        result = subprocess.run(
            [*command, "--model", str(model), "--text", str(text)],
            cwd=ENGINE.parent, env={**os.environ, **environment}, capture_output=True, text=True, check=False,
        )  # fmt: skip
        try:
            losses.append(float(json.loads(result.stdout)["kl"]))
        except (ValueError, KeyError, TypeError):
            return f"FAILED: no result with {environment or 'the engine of today'}: {result.stderr[-400:].strip()}"
    word = "ok" if losses[1] <= LIMIT * losses[0] else f"FAILED: more than {LIMIT:.2f}×"
    return f"KL at 8×: {losses[1]:.4f}; today {losses[0]:.4f}; {word}"


# ------------------------------------------------------------------ the report


def _fenced(text: str, kind: str = "") -> str:
    return f"```{kind}\n{text.rstrip()}\n```\n"


def _clipped(text: str) -> str:
    lines = text.splitlines()
    left = len(lines) - LONGEST_DIFF
    return text if left <= 0 else "\n".join([*lines[:LONGEST_DIFF], f"... {left} more lines"])


def report(outcomes: Sequence[Outcome], changes: upstream.Changes, used: dict[str, list[str]], after: Path,
           checks: dict[str, str]) -> str:  # fmt: skip
    """What a person must know for the step, as Markdown."""
    new = upstream.versions(after)
    number = ".".join(new.get(f"LLAMA_VERSION_{part}", "?") for part in ("MAJOR", "MINOR", "PATCH"))
    parts = [f"# llama.cpp {number}: what the step takes\n", "| patch | |\n|---|---|"]
    for one in outcomes:
        missing = f" (not in this tree: {', '.join(one.missing)})" if one.missing else ""
        parts.append(f"| {one.patch.name} | {one.state}{missing} |")
    parts.append("")
    parts += [f"- {name}: {outcome}" for name, outcome in checks.items()]
    for title, pairs in (("Versions", changes.versions), ("Types of numbers", changes.types)):
        if pairs:
            listed = [f"- {name}: {old or 'none'} → {now or 'none'}" for name, (old, now) in pairs.items()]
            parts += [f"\n## {title}\n", *listed]
    listed_functions = {
        "Removed functions": changes.removed,
        "Newly deprecated": changes.deprecated,
        "Other parameters or results": sorted(changes.altered),
        "New functions": changes.added,
    }
    for title, names in listed_functions.items():
        if names:
            ours = [f"- **{name}**, called in {', '.join(used[name][:4])}" for name in names if name in used]
            rest = [name for name in names if name not in used]
            parts += [f"\n## {title}: {len(names)}, {len(ours)} of them ours\n", *ours]
            parts += [f"\nNot ours: {', '.join(rest)}"] if rest else []
    if changes.gone:
        parts.append("\n## Names that are gone from headers we include, and that our code has\n")
        parts += [f"- {name}: {', '.join(files[:6])}" for name, files in changes.gone.items()]
    if changes.missing:
        parts.append(f"\n## Headers that this tree lacks\n\n{', '.join(changes.missing)}")
    for one in outcomes:
        if one.conflicts:
            parts += [f"\n## Conflicts of {one.patch.name}\n", *(_fenced(text) for text in one.conflicts)]
        if one.joined:
            title = f"\n## {one.patch.name}: added at a place where the new release adds, too\n"
            parts += [title, *(_fenced(text) for text in one.joined)]
    if changes.headers:
        parts.append("\n## Headers that our code includes, as they changed\n")
        parts += [_fenced(_clipped(text), "diff") for text in changes.headers.values()]
    return "\n".join(parts) + "\n"


def sync(options: argparse.Namespace, scratch: Path) -> int:
    """Do what the person asked for; how many patches and checks failed."""
    pinned = unpack_llama(source.fetch_sdist(), scratch / "base")
    untouched = copy_tree(pinned, scratch / "untouched")
    if options.tree:
        new = copy_tree(options.tree, scratch / "new")
    else:
        new = unpack_llama(options.sdist or source.fetch_sdist(), scratch / "new")
    used = upstream.used_functions([*OURS["native"], ENGINE])
    changes = upstream.compare(untouched, new, OURS)
    outcomes = lay_all(new, pinned, source.patch_files())
    for one in outcomes:
        print(
            f"{one.patch.name}: {one.state}" + (f"; not in this tree: {', '.join(one.missing)}" if one.missing else "")
        )
        for conflict in one.conflicts:
            print("  " + conflict.replace("\n", "\n  ").rstrip())
        if options.write and one.state in ("moved", "merged"):
            _write(one.patch, one.text)
    misfits = sum(one.state in ("conflicts", "missing") for one in outcomes)
    checks: dict[str, str] = {}
    out = options.out.resolve() if options.out else scratch / "patched"
    if options.out or options.build:
        copy_tree(new, out)
    if options.build and not misfits:
        checks["build"] = build(out, out.with_name(f"{out.name}-build"))
        if options.quality and not checks["build"].startswith("FAILED"):
            package = new.parents[1] if (new.parents[1] / "llama_cpp").is_dir() else None
            checks["quality"] = quality(options.quality, out.with_name(f"{out.name}-build") / "bin", package)
    for name, outcome in checks.items():
        print(f"{name}: {outcome}")
    if options.report:
        _write(options.report, report(outcomes, changes, used, new, checks))
    return misfits + sum(outcome.startswith("FAILED") for outcome in checks.values())


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Move the patch series onto another llama.cpp.")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--sdist", type=Path, help="an archive with llama.cpp in it; default: the pinned one")
    where.add_argument("--tree", type=Path, help="llama.cpp's source tree, or a folder with some of its files")
    parser.add_argument("--write", action="store_true", help="write the patches that fit again")
    parser.add_argument("--report", type=Path, help="write what changed as Markdown")
    parser.add_argument("--out", type=Path, help="keep the patched tree there, and its build beside it")
    parser.add_argument("--build", action="store_true", help="compile it and run the native tests")
    parser.add_argument("--quality", type=Path, metavar="MODEL", help="with --build: compare what compaction loses")
    options = parser.parse_args(arguments)
    if not shutil.which("git"):
        print("This needs the program git; install it first.", file=sys.stderr)
        return 1
    try:
        with tempfile.TemporaryDirectory(prefix="longthread-sync-") as scratch:
            problems = sync(options, Path(scratch).resolve())
    except (source.SourceError, OSError, tarfile.TarError) as error:
        print(error, file=sys.stderr)
        return 1
    if problems:
        print(f"{problems} of them need a person.", file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
