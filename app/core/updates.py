"""New versions of the program: what a signed manifest offers, and which package fits this computer.

A manifest is JSON in an envelope that holds it as text beside its Ed25519 signature, so that what is signed is what is
read. The public key comes with the program (``resources/updates.json``); ``installers/update_manifest.py`` makes the
rest. Nothing of an answer is believed before its signature was found right. A manifest expires, so that an old one
can't hide newer versions for ever.
"""

from __future__ import annotations

import base64
import binascii
import datetime
import re
from contextlib import suppress
from pathlib import Path
from typing import Literal

import msgspec

from app.core.problem import Problem
from engine.protocol import UNREADABLE

LONGEST = 256 << 10  # bytes of a manifest
_LONGEST_NOTES = 20_000  # characters
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_VERSION = re.compile(r"(\d{1,5})\.(\d{1,5})\.(\d{1,5})")
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,120}\.(dmg|exe|AppImage|tar\.gz)")
MACHINES = {"amd64": "x86_64", "aarch64": "arm64"}
KINDS = {"darwin": ".dmg", "win32": ".exe"}

System = Literal["linux", "darwin", "win32"]


class UpdateProblem(Problem):
    """There is no update to be had of what came."""


class UpdatePackage(msgspec.Struct, frozen=True):
    """A file to install from. ``machine``: x86_64 or arm64; ``size`` in bytes, ``sha256`` in hex."""

    system: System
    machine: str
    name: str
    url: str
    size: int
    sha256: str


class Update(msgspec.Struct, frozen=True):
    """A version of the program. ``notes``: Markdown; ``date``: of the release, ISO; ``expires``: the last day (UTC,
    ISO) on which the manifest may say that this is the newest version.
    """

    version: str
    date: str
    notes: str
    packages: tuple[UpdatePackage, ...]
    expires: str = ""


class SignedUpdate(msgspec.Struct, frozen=True):
    """``manifest``: an :class:`Update` as JSON text; ``signature``: of its UTF-8 bytes, in base64."""

    manifest: str
    signature: str


class UpdateSource(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where manifests come from, and the Ed25519 key that signs them, in base64. Empty: this build cannot check.

    ``addons``: where the manifest of a version's add-ons is; ``{version}`` in it stands for that one.
    """

    url: str
    public_key: str
    addons: str = ""


def read_source(path: Path) -> UpdateSource:
    """The source as ``resources/updates.json`` declares it.

    Raises:
        OSError, msgspec.MsgspecError: the program's own file is missing or damaged.
    """
    return msgspec.json.decode(path.read_bytes(), type=UpdateSource)


def numbered(version: str) -> tuple[int, ...]:
    """A version as numbers that can be compared; (): it is none."""
    match = _VERSION.fullmatch(version)
    return tuple(map(int, match.groups())) if match else ()


def signed_text(answer: bytes, public_key: str) -> bytes:
    """The text in an envelope, whose signature was found right.

    Raises:
        UpdateProblem: it is no envelope (a page to sign in to a network, for instance), or its signature is wrong.
    """
    from cryptography.exceptions import InvalidSignature  # seldom needed, and slow to import
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        signed = msgspec.json.decode(answer, type=SignedUpdate)
    except (*UNREADABLE,) as error:
        raise UpdateProblem("update.unreadable") from error
    try:
        key = Ed25519PublicKey.from_public_bytes(base64.b64decode(public_key, validate=True))
        key.verify(base64.b64decode(signed.signature, validate=True), signed.manifest.encode())
    except (InvalidSignature, ValueError, binascii.Error) as error:
        raise UpdateProblem("update.bad_signature") from error
    return signed.manifest.encode()


def opened(answer: bytes, public_key: str) -> Update:
    """What a manifest says.

    Raises:
        UpdateProblem: it is none, its signature is wrong, or what was signed makes no sense.
    """
    text = signed_text(answer, public_key)
    try:
        update = msgspec.json.decode(text, type=Update)
    except (*UNREADABLE,) as error:
        raise UpdateProblem("update.unreadable") from error
    known = bool(numbered(update.version) and _day(update.expires))
    if not known or len(update.notes) > _LONGEST_NOTES or not all(map(sane, update.packages)):
        raise UpdateProblem("update.unreadable")
    return update


def _day(text: str) -> datetime.date | None:
    if not _DAY.fullmatch(text):
        return None
    try:
        return datetime.date.fromisoformat(text)
    except ValueError:
        return None


def sane(package: UpdatePackage) -> bool:
    """Whether a package has a plain name, a secure address, a size and a checksum."""
    secure = package.url.startswith(("https://", "http://127.0.0.1:"))
    return bool(
        secure and _NAME.fullmatch(package.name) and package.size > 0 and re.fullmatch(r"[0-9a-f]{64}", package.sha256)
    )


def offered(update: Update, current: str, seen: str, today: datetime.date) -> bool:
    """Whether ``update`` is newer than the ``current`` version.

    Args:
        seen: the newest version that a manifest named before, "" if none did.
        today: in UTC.

    Raises:
        UpdateProblem: it is older than one that was offered before, or its manifest has expired: somebody may be hiding
            a newer one.
    """
    expires = _day(update.expires)
    if expires is None or today > expires:
        raise UpdateProblem("update.expired", day=update.expires)
    if numbered(update.version) < numbered(seen):
        raise UpdateProblem("update.older", version=update.version, seen=seen)
    return numbered(update.version) > numbered(current)


def tidy(folder: Path, current: str) -> None:
    """Delete packages in ``folder`` that are not newer than the ``current`` version, whole ones and parts."""
    for file in folder.glob("*"):
        match = _VERSION.search(file.name)
        if match and numbered(match[0]) <= numbered(current):
            with suppress(OSError):
                file.unlink()


def package_for(update: Update, system: str, machine: str, appimage: bool = False) -> UpdatePackage | None:
    """The package for a computer; None: there is none. ``appimage``: the program runs as one (Linux)."""
    machine = MACHINES.get(machine.lower(), machine.lower())
    ending = KINDS.get(system, ".AppImage" if appimage else ".tar.gz")
    fitting = (one for one in update.packages if (one.system, one.machine) == (system, machine))
    return next((one for one in fitting if one.name.endswith(ending)), None)
