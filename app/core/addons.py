"""Add-ons: backends of graphics cards that the packages leave out, from a signed manifest of the program's own version.

A manifest comes in the envelope of updates (:mod:`app.core.updates`). An add-on is a ``.tar.gz`` of one folder with
libraries in it. It is unpacked into ``addons/VERSION/BACKEND`` of the data folder, where that version's engine looks
for backends; folders of other versions are deleted.
"""

from __future__ import annotations

import ctypes.util
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zlib
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path, PurePosixPath
from typing import Literal, get_args

import msgspec

from app.core.part_file import ROOM_LEFT, GoOn
from app.core.problem import Problem
from app.core.updates import MACHINES, UpdatePackage, UpdateProblem, sane, signed_text
from engine.files import put_in_place
from engine.protocol import UNREADABLE

Backend = Literal["cuda"]
BACKENDS: tuple[Backend, ...] = get_args(Backend)
NAMES: dict[Backend, str] = {"cuda": "CUDA"}

MOST_FILES = 64
LARGEST = 8 << 30  # bytes, unpacked
DOWNLOADS = "download"
LEAST_CAPABILITY = (7, 5)  # of a card that CUDA's add-on has code for, see native/build_backend.py: Turing
ASK_SECONDS = 20.0  # a card that sleeps takes some to wake
_NOTE = "addon.json"  # in an installed add-on's folder; written last
_SCRATCH = ".new"
_PIECE = 4 << 20
_FILE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]{0,120}")


class AddOnProblem(Problem):
    """There is no add-on to be had, or it cannot be unpacked."""


class AddOn(msgspec.Struct, frozen=True):
    """``unpacked``: bytes of its files."""

    backend: Backend
    unpacked: int
    package: UpdatePackage


class AddOns(msgspec.Struct, frozen=True):
    """What there is for one version of the program."""

    version: str
    addons: tuple[AddOn, ...]


def opened(answer: bytes, public_key: str, version: str) -> AddOns:
    """What a manifest says.

    Raises:
        UpdateProblem: it is none, or its signature is wrong.
        AddOnProblem: it is for another version of the program.
    """
    try:
        found = msgspec.json.decode(signed_text(answer, public_key), type=AddOns)
    except (*UNREADABLE,) as error:
        raise UpdateProblem("update.unreadable") from error
    if not all(sane(one.package) and 0 < one.unpacked <= LARGEST for one in found.addons):
        raise UpdateProblem("update.unreadable")
    if found.version != version:
        raise AddOnProblem("addon.other_version", version=found.version, ours=version)
    return found


def fitting(addons: AddOns, backend: Backend, system: str, machine: str) -> AddOn:
    """The add-on for a computer.

    Raises:
        AddOnProblem: there is none.
    """
    machine = MACHINES.get(machine.lower(), machine.lower())
    for one in addons.addons:
        if (one.backend, one.package.system, one.package.machine) == (backend, system, machine):
            return one
    raise AddOnProblem("addon.none", backend=NAMES[backend])


# ------------------------------------------------------------------ on the disk


def folder_of(root: Path, version: str, backend: Backend) -> Path:
    """Where an add-on lies, whether it is installed or not; ``root``: the folder of add-ons."""
    return root / version / backend


def search_path(root: Path, version: str, before: str = "") -> str:
    """The folders in which the engine looks for backends beside its own; ``before``: those that the person names."""
    folders = [before, *(str(folder_of(root, version, backend)) for backend in BACKENDS)]
    return os.pathsep.join(folder for folder in folders if folder)


def installed(root: Path, version: str, backend: Backend) -> bool:
    """Whether an add-on was unpacked whole."""
    return (folder_of(root, version, backend) / _NOTE).is_file()


def tidy(root: Path, version: str) -> None:
    """Delete add-ons of other versions, and what was not unpacked whole. Downloads begun may go on."""
    with suppress(OSError):
        for folder in root.iterdir():
            if folder.name not in (version, DOWNLOADS):
                shutil.rmtree(folder, ignore_errors=True)
        for folder in (root / version).iterdir():
            if not (folder / _NOTE).is_file():
                shutil.rmtree(folder, ignore_errors=True)


def unpack(archive: Path, addon: AddOn, target: Path, go_on: GoOn = lambda _share: True) -> bool:
    """Make ``target`` hold the files of ``archive``, all of them or none; False: told to stop.

    The archive was signed for, and yet nothing of it is believed: names without folders, plain files, no more bytes
    than were announced.

    Raises:
        AddOnProblem: there is no room, or it holds something else.
    """
    scratch = target.with_name(target.name + _SCRATCH)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        free = shutil.disk_usage(target.parent).free
        if addon.unpacked + ROOM_LEFT > free:
            room = max(0, free - ROOM_LEFT)
            raise AddOnProblem("addon.no_room", backend=NAMES[addon.backend], size=addon.unpacked, free=room)
        shutil.rmtree(scratch, ignore_errors=True)
        scratch.mkdir()
        if not _unpack_into(scratch, archive, addon, go_on):
            return False
        if not any(f"ggml-{addon.backend}" in file.name for file in scratch.iterdir()):
            raise AddOnProblem("addon.bad_archive", name=archive.name)
        (scratch / _NOTE).write_bytes(msgspec.json.encode(addon))
        shutil.rmtree(target, ignore_errors=True)
        put_in_place(scratch, target)
        return True
    except (tarfile.TarError, EOFError, zlib.error) as error:
        raise AddOnProblem("addon.bad_archive", name=archive.name) from error
    except OSError as error:
        raise AddOnProblem("addon.not_unpacked", name=archive.name, reason=error.strerror or str(error)) from error
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def _unpack_into(folder: Path, archive: Path, addon: AddOn, go_on: GoOn) -> bool:
    bad = AddOnProblem("addon.bad_archive", name=archive.name)
    done = files = 0
    with tarfile.open(archive, "r:gz") as packed:
        for member in packed:
            parts = PurePosixPath(member.name).parts
            if member.isdir() and len(parts) == 1:
                continue
            name = parts[-1] if len(parts) == 2 else ""
            files += 1
            plain = member.isreg() and not member.issparse() and _FILE.fullmatch(name) and ".." not in parts
            if not plain or name == _NOTE or files > MOST_FILES or done + member.size > addon.unpacked:
                raise bad
            source = packed.extractfile(member)
            if source is None or (folder / name).exists():
                raise bad
            with source, (folder / name).open("xb") as file:
                while piece := source.read(_PIECE):
                    file.write(piece)
                    done += len(piece)
                    if not go_on(done / addon.unpacked):
                        return False
                file.flush()
                os.fsync(file.fileno())  # the note must not outlive a power cut that these do not
    return True


# ------------------------------------------------------------------ the computer


def nvidia_driver() -> bool:
    """Whether an NVIDIA driver is installed, told by its files: no driver is loaded for it."""
    if sys.platform == "darwin":
        return False
    if shutil.which("nvidia-smi"):
        return True
    if sys.platform == "win32":
        return ctypes.util.find_library("nvcuda") is not None
    folders = ("/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib", "/usr/lib/wsl/lib")
    return any(Path(folder, "libcuda.so.1").exists() for folder in folders)


def cuda_of_use() -> bool:
    """Whether CUDA's add-on may be of use: there is an NVIDIA driver, and not only cards that it has no code for."""
    return nvidia_driver() and not too_old(_said_of_cards())


def too_old(lines: Sequence[str]) -> bool:
    """Whether these are the compute capabilities of cards, as "6.1", and all of them too low; ``lines``: one a card."""
    found = [re.fullmatch(r"(\d{1,3})\.(\d{1,3})", line.strip()) for line in lines]
    return bool(found) and all(one and (int(one[1]), int(one[2])) < LEAST_CAPABILITY for one in found)


def _said_of_cards() -> list[str]:
    """A line for each card, from the driver's own program; [] where it is not there or does not answer."""
    program = shutil.which("nvidia-smi")
    if program is None:
        return []
    try:
        said = subprocess.run(
            [program, "--query-gpu=compute_cap", "--format=csv,noheader"], stdin=subprocess.DEVNULL,
            capture_output=True, text=True, errors="replace", timeout=ASK_SECONDS, check=False,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )  # fmt: skip
    except (OSError, subprocess.SubprocessError):
        return []
    return [line for line in said.stdout.splitlines() if line.strip()] if said.returncode == 0 else []
