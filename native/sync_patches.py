"""Moves the patch series onto another release of the sdist and says what does not fit.

    python native/sync_patches.py --sdist llama_cpp_python-0.3.40.tar.gz [--write]

Each patch is applied with ``patch``, which finds moved lines. A hunk that finds no place is listed with what it wants
to change, and its patch is left for a person. With ``--write`` the patches that apply are written again with the line
numbers of the new release; pin the release in engine_source.py afterwards and run the native tests.
"""

from __future__ import annotations

import argparse
import difflib
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

import engine_source as source

NULL = "/dev/null"


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


def apply(tree: Path, patch: Path) -> tuple[list[str], str]:
    """Apply ``patch`` to ``tree`` as far as it fits: the failed hunks (empty if none), and the patch written anew."""
    text = patch.read_text(encoding="utf-8")
    names = touched_files(text)
    before = {name: _read(tree / name) for name in names}
    command = ["patch", "-p1", "--batch", "--forward", "--no-backup-if-mismatch", "-i", str(patch)]
    result = subprocess.run(command, cwd=tree, capture_output=True, text=True, check=False)
    failed = []
    for name in names:
        rejected = tree / f"{name}.rej"
        if rejected.is_file():
            failed.append(f"{name}:\n{rejected.read_text(encoding='utf-8')}")
            rejected.unlink()
        elif before[name] is None and not (tree / name).is_file():
            failed.append(f"{name}: no such file in this release\n")
    if result.returncode and not failed:
        failed.append(result.stdout + result.stderr)
    anew = "".join(difference(name, before[name], _read(tree / name)) for name in names)
    return failed, header(text) + anew


def sync(sdist: Path, write: bool) -> int:
    """Try the series on ``sdist``; the number of patches that do not fit."""
    misfits = 0
    with tempfile.TemporaryDirectory(prefix="longthread-sync-") as scratch:
        source.unpack(sdist, Path(scratch))
        tree = Path(scratch) / source.LLAMA
        if not tree.is_dir():
            raise source.SourceError(f"{sdist} holds no {source.LLAMA.as_posix()}: not an sdist of llama-cpp-python.")
        for patch in source.patch_files():
            failed, anew = apply(tree, patch)
            if failed:
                misfits += 1
                print(f"{patch.name}: DOES NOT FIT")
                for hunk in failed:
                    print("  " + hunk.replace("\n", "\n  ").rstrip())
            elif anew == patch.read_text(encoding="utf-8"):
                print(f"{patch.name}: fits as it is")
            elif write:
                patch.write_text(anew, encoding="utf-8", newline="\n")
                print(f"{patch.name}: fits; written with the new line numbers")
            else:
                print(f"{patch.name}: fits")
    return misfits


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Move the patch series onto another release.")
    parser.add_argument("--sdist", type=Path, help="the release's sdist; default: the pinned one")
    parser.add_argument("--write", action="store_true", help="write the patches that fit again")
    options = parser.parse_args(arguments)
    if not shutil.which("patch"):
        print("This needs the program patch; install it first.", file=sys.stderr)
        return 1
    try:
        misfits = sync(options.sdist or source.fetch_sdist(), options.write)
    except (source.SourceError, OSError, tarfile.TarError) as error:
        print(error, file=sys.stderr)
        return 1
    if misfits:
        print(f"{misfits} patch(es) need a person.", file=sys.stderr)
    return 1 if misfits else 0


if __name__ == "__main__":
    sys.exit(main())
