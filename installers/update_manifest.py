"""The signed manifest that tells the program of a new version, and the key that signs it.

    python installers/update_manifest.py key --url https://.../longthread-update.json
        makes a pair of keys: the public one goes into resources/updates.json, the private one is printed once, to be
        kept as the secret LONGTHREAD_UPDATE_KEY of the release workflow and nowhere else
    python installers/update_manifest.py make --version 1.2.3 --notes NOTES.md --base-url URL --out FILE PACKAGE...
        signs a manifest of the packages, which lie at URL/NAME; the private key comes from LONGTHREAD_UPDATE_KEY
    python installers/update_manifest.py renew --out FILE MANIFEST
        signs a manifest again that is about to expire, while its version is still the newest one
    python installers/update_manifest.py addons --version 1.2.3 --base-url URL --out FILE ARCHIVE...
        signs the manifest of that version's add-ons, longthread-BACKEND-SYSTEM-MACHINE.tar.gz, in the same way

Packages are told apart by their names as release.yml makes them.
"""

from __future__ import annotations

import argparse
import base64
import datetime
import hashlib
import json
import os
import re
import sys
import tarfile
from collections.abc import Sequence
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

ROOT = Path(__file__).resolve().parent.parent
KEY_ENV = "LONGTHREAD_UPDATE_KEY"
_PACKAGES = (
    (re.compile(r".*-(arm64|x86_64)\.dmg"), "darwin"),
    (re.compile(r".*-setup\.exe"), "win32"),
    (re.compile(r".*-(aarch64|x86_64)\.AppImage"), "linux"),
    (re.compile(r".*-linux-(aarch64|x86_64)\.tar\.gz"), "linux"),
)


DAYS = 180  # a manifest holds that long: then the program refuses it, since it may hide a newer version
LONGEST_NOTES = 20_000  # characters; the program reads no more (app/core/updates.py)
_CUT = "\n\n…\n\nThe rest is in CHANGELOG.md."
_ADDON = re.compile(r"longthread-(cuda)-(linux|win32)-(aarch64|x86_64)\.tar\.gz")


def new_key(url: str, target: Path, addons: str = "") -> str:
    """Write the source of updates with a new public key; returns the private one in base64."""
    private = Ed25519PrivateKey.generate()
    public = private.public_key().public_bytes(serialization.Encoding.Raw, serialization.PublicFormat.Raw)
    source = {"url": url, "public_key": base64.b64encode(public).decode(), "addons": addons}
    target.write_text(json.dumps(source, indent=2) + "\n", encoding="utf-8")
    raw = private.private_bytes(
        serialization.Encoding.Raw, serialization.PrivateFormat.Raw, serialization.NoEncryption()
    )
    return base64.b64encode(raw).decode()


def package(path: Path, base_url: str) -> dict[str, object] | None:
    """What a manifest says of a file; None: it is no package."""
    for pattern, system in _PACKAGES:
        match = pattern.fullmatch(path.name)
        if match and not _ADDON.fullmatch(path.name):
            return _described(path, base_url, system, match[1] if match.groups() else "x86_64")
    return None


def _described(path: Path, base_url: str, system: str, machine: str) -> dict[str, object]:
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    return {
        "system": system, "machine": machine.replace("aarch64", "arm64"), "name": path.name,
        "url": f"{base_url.rstrip('/')}/{path.name}", "size": path.stat().st_size, "sha256": digest,
    }  # fmt: skip


def addon(path: Path, base_url: str) -> dict[str, object] | None:
    """What a manifest of add-ons says of a file; None: it is none."""
    match = _ADDON.fullmatch(path.name)
    if not match:
        return None
    with tarfile.open(path, "r:gz") as archive:
        unpacked = sum(member.size for member in archive if member.isreg())
    return {"backend": match[1], "unpacked": unpacked, "package": _described(path, base_url, match[2], match[3])}


def manifest(version: str, notes: str, packages: Sequence[dict[str, object]], private: str, days: int = DAYS) -> str:
    """The signed manifest as JSON text. ``private``: the key in base64; ``days``: how long it holds from today on.

    Raises:
        ValueError: the version is none, or the key is no key.
    """
    content = {"version": version, "date": _in_days(0), "notes": shortened(notes), "packages": list(packages)}
    return _signed({**content, "expires": _in_days(days)}, private)


def renewed(signed: str, private: str, days: int = DAYS) -> str:
    """A signed manifest, as JSON text, that holds for ``days`` from today on; as :func:`manifest` otherwise.

    Raises:
        ValueError: it is none, or another key signed it.
    """
    try:
        envelope = json.loads(signed)
        text, signature = str(envelope["manifest"]), base64.b64decode(envelope["signature"], validate=True)
        _private_key(private).public_key().verify(signature, text.encode())
    except (KeyError, TypeError, InvalidSignature) as error:
        raise ValueError("this is no manifest that this key signed") from error
    content = json.loads(text)
    if "packages" not in content:
        raise ValueError("add-ons are for one version, and their manifests do not expire")
    return _signed({**content, "expires": _in_days(days)}, private)


def _in_days(days: int) -> str:
    return (datetime.datetime.now(datetime.UTC).date() + datetime.timedelta(days)).isoformat()


def _private_key(private: str) -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(base64.b64decode(private, validate=True))


def shortened(notes: str) -> str:
    """``notes``, cut at a line's end where they are longer than the program reads."""
    if len(notes) <= LONGEST_NOTES:
        return notes
    begun = notes[: LONGEST_NOTES - len(_CUT)]
    return (begun.rpartition("\n")[0] or begun).rstrip() + _CUT


def addon_manifest(version: str, addons: Sequence[dict[str, object]], private: str) -> str:
    """The signed manifest of a version's add-ons; as :func:`manifest` otherwise."""
    return _signed({"version": version, "addons": list(addons)}, private)


def _signed(content: dict[str, object], private: str) -> str:
    if not re.fullmatch(r"\d+\.\d+\.\d+", str(content["version"])):
        raise ValueError(f"{content['version']!r} is not a version such as 1.2.3")
    text = json.dumps(content)
    signature = base64.b64encode(_private_key(private).sign(text.encode())).decode()
    return json.dumps({"manifest": text, "signature": signature})


def main(argv: Sequence[str]) -> int:
    """Run a command; 1 when it cannot be done."""
    parser = argparse.ArgumentParser(description="Signed manifests of new versions.")
    commands = parser.add_subparsers(dest="command", required=True)
    key = commands.add_parser("key", help="make a pair of keys")
    key.add_argument("--url", required=True, help="where the manifest will lie")
    key.add_argument("--addons-url", default="", help="where a version's add-ons will lie, with {version} in it")
    key.add_argument("--source", type=Path, default=ROOT / "resources" / "updates.json")
    make = commands.add_parser("make", help="sign a manifest")
    make.add_argument("--version", required=True)
    make.add_argument("--notes", type=Path, required=True, help="Markdown, as it is shown")
    more = commands.add_parser("addons", help="sign a manifest of add-ons")
    more.add_argument("--version", required=True)
    renew = commands.add_parser("renew", help="sign a manifest again, so that it holds longer")
    renew.add_argument("--out", type=Path, required=True)
    renew.add_argument("manifest", type=Path)
    for one in (make, renew):
        one.add_argument("--days", type=int, default=DAYS, help="how long it holds (%(default)s)")
    for one in (make, more):
        one.add_argument("--base-url", required=True, help="where the packages lie")
        one.add_argument("--out", type=Path, required=True)
        one.add_argument("packages", type=Path, nargs="+")
    options = parser.parse_args(argv)
    if options.command == "key":
        print(new_key(options.url, options.source, options.addons_url))
        return 0
    private = os.environ.get(KEY_ENV, "")
    if not private:
        print(f"{KEY_ENV} is not set", file=sys.stderr)
        return 1
    if options.command == "renew":
        again = renewed(options.manifest.read_text(encoding="utf-8"), private, options.days)
        options.out.write_text(again, encoding="utf-8")
        return 0
    describe = addon if options.command == "addons" else package
    found = [one for one in (describe(path, options.base_url) for path in options.packages) if one is not None]
    if not found:
        print("none of these files is a package", file=sys.stderr)
        return 1
    if options.command == "addons":
        options.out.write_text(addon_manifest(options.version, found, private), encoding="utf-8")
        return 0
    notes = options.notes.read_text(encoding="utf-8")
    options.out.write_text(manifest(options.version, notes, found, private, options.days), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
