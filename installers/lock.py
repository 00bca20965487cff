"""The lock files: every package that is installed for a purpose, all that it needs included, with its files' hashes.

``python3 dev.py lock`` runs this; ``pip install --require-hashes --no-deps -r locks/NAME.txt`` takes what comes of it.
One resolution holds for all but those of :func:`apart`, for Python 3.11 and newer on Linux, macOS and Windows
(environment markers say where a package is needed), and all files of a version that the index has are listed, so that
any mirror of it will do.
The patched llama-cpp-python is built here and is in none of them. Standard library only.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
import tomllib
import venv
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCKS = ROOT / "locks"
OURS = "llama-cpp-python"
RUN = "run"
APART = ("clients",)
OLDEST_PYTHON = "3.11"
HEAD = "# Made by `python3 dev.py lock` from pyproject.toml. Install with --require-hashes --no-deps.\n"


@dataclass(frozen=True, slots=True)
class Locked:
    """One package of a lock file."""

    name: str  # normalised: lower case, hyphens
    version: str
    marker: str  # where it is needed, "" everywhere
    hashes: tuple[str, ...]  # SHA-256 of its files, hex
    direct: bool  # named in pyproject.toml, not only needed by another package


def normalised(name: str) -> str:
    """A package's name as the lock files spell it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def wanted() -> dict[str, list[str]]:
    """Lock file -> the requirements in pyproject.toml that it is made from: the program's own and each extra's."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    run = [text for text in project["dependencies"] if not text.startswith(OURS)]
    return {RUN: run, **project["optional-dependencies"]}


def apart() -> dict[str, list[str]]:
    """The same for what is installed in environments of its own, beside no other file, so that versions may differ."""
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["dependency-groups"]
    return {name: groups[name] for name in APART}


def path(name: str) -> Path:
    """Where the lock file ``name`` is."""
    return LOCKS / f"{name}.txt"


def parse(text: str) -> list[Locked]:
    """The packages of a lock file.

    Raises:
        ValueError: a line is no pinned requirement, no hash of one and no comment.
    """
    found: list[Locked] = []
    for entry in re.split(r"\n(?=[^\s#])", "\n" + text.strip())[1:]:
        head, *lines = entry.splitlines()
        pinned = re.fullmatch(r"([a-z0-9-]+)==([^\s;]+)(?: ; (.+?))?(?: \\)?", head)
        hashes = [re.fullmatch(r"    --hash=sha256:([0-9a-f]{64})(?: \\)?", line) for line in lines if "#" not in line]
        if not pinned or not hashes or not all(hashes):
            raise ValueError(f"not a package with its hashes: {head}")
        direct = any(re.search(r"#.* -r [a-z]+[.]in$", line) for line in lines)
        hexes = tuple(one[1] for one in hashes if one)
        found.append(Locked(pinned[1], pinned[2], pinned[3] or "", hexes, direct))
    return found


def read(name: str) -> list[Locked]:
    """The packages of the lock file ``name``."""
    return parse(path(name).read_text(encoding="utf-8"))


def _kept() -> str:
    """What the present files pin, as preferences of the next resolution."""
    pins = {f"{one.name}=={one.version}" for name in wanted() if path(name).exists() for one in read(name)}
    return "".join(f"{pin}\n" for pin in sorted(pins))


def _resolver(scratch: Path) -> Path:
    """The program that resolves, installed apart, checked by its own lock file while that holds for its pin."""
    (pin,) = wanted()["lock"]
    venv.create(scratch / "uv", with_pip=True)
    place = scratch / "uv" / ("Scripts" if os.name == "nt" else "bin")
    known = path("lock").exists() and [f"{one.name}=={one.version}" for one in read("lock")] == [pin]
    arguments = ["--require-hashes", "-r", str(path("lock"))] if known else [pin]
    command = [place / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *arguments]
    subprocess.run([str(part) for part in command], check=True)
    return place / "uv"


def renew(*, upgrade: bool) -> None:
    """Write all lock files for what pyproject.toml says now.

    Args:
        upgrade: take the newest versions that it allows; else the present ones wherever they are still right.

    Raises:
        subprocess.CalledProcessError: no set of versions fits, or the index cannot be reached.
    """
    LOCKS.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="longthread-lock-") as name:
        scratch = Path(name)
        uv = _resolver(scratch)
        options = ["pip", "compile", "--quiet", "--universal", "--generate-hashes", "--no-header"]
        options += ["--python-version", OLDEST_PYTHON, "--no-emit-index-url", "--no-emit-find-links"]

        def resolve(sources: list[str], target: str, *more: str) -> str:
            command = [str(uv), *options, *more, *sources, "-o", target]
            subprocess.run(command, check=True, cwd=scratch, env={**os.environ, "UV_CUSTOM_COMPILE_COMMAND": ""})
            return (scratch / target).read_text(encoding="utf-8")

        for extra, lines in wanted().items():
            (scratch / f"{extra}.in").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        (scratch / "all.txt").write_text("" if upgrade else _kept(), encoding="utf-8")
        everything = parse(resolve([f"{extra}.in" for extra in wanted()], "all.txt"))
        pins = "".join(f"{one.name}=={one.version}{f' ; {one.marker}' if one.marker else ''}\n" for one in everything)
        made = {}
        for extra in wanted():
            (scratch / f"{extra}.txt").write_text(pins, encoding="utf-8")  # preferences, so that all agree
            made[extra] = resolve([f"{extra}.in"], f"{extra}.txt")
        for name, lines in apart().items():
            (scratch / f"{name}.in").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
            kept = "" if upgrade or not path(name).exists() else path(name).read_text(encoding="utf-8")
            (scratch / f"{name}.txt").write_text(kept, encoding="utf-8")
            made[name] = resolve([f"{name}.in"], f"{name}.txt")
        for file in LOCKS.glob("*.txt"):
            if file.stem not in made:
                file.unlink()
        for extra, text in made.items():
            path(extra).write_text(HEAD + text, encoding="utf-8", newline="\n")


def main() -> int:
    """Renew; the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--upgrade", action="store_true", help="the newest versions that pyproject.toml allows")
    options = parser.parse_args()
    try:
        renew(upgrade=options.upgrade)
    except subprocess.CalledProcessError as problem:
        print(f"lock: {Path(problem.cmd[0]).name} failed with {problem.returncode}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
