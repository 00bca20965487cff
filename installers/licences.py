"""LICENSES/ as it has to be for what is installed: the table of packages in THIRD_PARTY.md, and their licence texts.

``python3 dev.py licences`` runs this file with the Python of the environment. Which packages there are says the lock
file, those of other systems included; what each one's licence is says the package where it is installed. What is told
of one that is not installed here stays as it is. The part of THIRD_PARTY.md above the mark is kept by hand, and so are
LICENSES/texts and the texts of packages whose wheels bring none.
"""

from __future__ import annotations

import re
import shutil
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path, PurePosixPath

import lock

FOLDER = lock.ROOT / "LICENSES"
DOCUMENT = FOLDER / "THIRD_PARTY.md"
PACKAGES = FOLDER / "packages"
MARK = "<!-- from here on: python3 dev.py licences -->\n"
# SPDX names for what older packages say in words of their own
SPDX = {"MIT License": "MIT", "PSFL": "PSF-2.0", "Apache 2.0": "Apache-2.0"}
SAID_ELSEWHERE = {
    "jinja2": "BSD-3-Clause",  # its classifier says BSD alone
    "pypdfium2": "(Apache-2.0 OR BSD-3-Clause) AND LicenseRef-PdfiumThirdParty",  # "dependency licenses" in its words
    "pywin32-ctypes": "BSD-3-Clause",  # of Windows
    "pyside6-essentials": "LGPL-3.0-only OR GPL-2.0-only OR GPL-3.0-only",
    "shiboken6": "LGPL-3.0-only OR GPL-2.0-only OR GPL-3.0-only",
}
SHARED_TEXTS = dict.fromkeys(("pyside6-essentials", "shiboken6"), ("texts/LGPL-3.0.txt", "texts/GPL-3.0.txt"))
_TEXT = re.compile(r"(LICEN[CS]E|COPYING|NOTICE|AUTHORS)", re.IGNORECASE)


class Unknown(Exception):
    """A package whose licence or licence text is nowhere to be found."""


def installed(one: lock.Locked) -> Distribution | None:
    """The package as it is installed here; None if it is not, or in another version."""
    try:
        found = distribution(one.name)
    except PackageNotFoundError:
        return None
    return found if found.version == one.version else None


def licence(package: Distribution) -> str:
    """The SPDX expression of an installed package's licence, as far as it says.

    Raises:
        Unknown: it says nothing.
    """
    facts = package.metadata
    name = lock.normalised(facts["Name"])
    classifiers = [line for line in facts.get_all("Classifier") or [] if line.startswith("License ::")]
    said = [
        SAID_ELSEWHERE.get(name),
        *(facts[field] for field in ("License-Expression", "License") if field in facts),
        *(line.rpartition(" :: ")[2] for line in classifiers),
    ]
    for text in said:
        if text:
            return SPDX.get(text, text)
    raise Unknown(f"{name} does not say its licence")


def texts(package: Distribution) -> dict[str, bytes]:
    """An installed package's licence texts: names without folders -> contents."""
    found = {}
    for file in package.files or []:
        inner = PurePosixPath(file.as_posix())
        if not inner.parts[0].endswith(".dist-info"):
            continue
        if inner.parts[1] != "licenses" and not _TEXT.search(inner.name):
            continue
        parts = inner.parts[2:] if inner.parts[1] == "licenses" else inner.parts[1:]
        found["-".join(parts)] = Path(str(file.locate())).read_bytes()
    return found


def _rows() -> dict[str, str]:
    """Package -> licence, as THIRD_PARTY.md has it now."""
    rows = re.findall(r"^\| ([a-z0-9-]+) \| [^|]+ \| [^|]+ \| ([^|]+) \|.*\|$", _parts()[1], re.MULTILINE)
    return dict(rows)


def _parts() -> tuple[str, str]:
    by_hand, mark, made = DOCUMENT.read_text(encoding="utf-8").partition(MARK)
    if not mark:
        raise Unknown(f"{DOCUMENT.name} has no mark")
    return by_hand, made


def packages() -> dict[str, list[lock.Locked]]:
    """What the program runs with, by name; more than one where systems have different versions."""
    found: dict[str, list[lock.Locked]] = {}
    for one in lock.read(lock.RUN):
        found.setdefault(one.name, []).append(one)
    return found


def document() -> str:
    """THIRD_PARTY.md for what is locked and installed now.

    Raises:
        Unknown: a package's licence is not known, or its text is not under LICENSES.
    """
    before = _rows()
    lines = ["| package | version | where | licence | text |", "|---|---|---|---|---|"]
    for name, versions in packages().items():
        here = next(filter(None, map(installed, versions)), None)
        said = licence(here) if here else before.get(name) or SAID_ELSEWHERE.get(name)
        files = [f"packages/{name}/{file.name}" for file in sorted((PACKAGES / name).glob("*"))]
        files += SHARED_TEXTS.get(name, ())
        if not said or not files:
            raise Unknown(f"{name}: no licence or no text of it; put the text into {PACKAGES / name}")
        where = versions[0].marker if len(versions) == 1 else ""
        numbers = ", ".join(one.version for one in reversed(versions))
        links = ", ".join(f"[{PurePosixPath(file).name}]({file})" for file in files)
        lines.append(f"| {name} | {numbers} | {f'`{where}`' if where else 'everywhere'} | {said} | {links} |")
    return _parts()[0] + MARK + "\n" + "\n".join(lines) + "\n"


def renew() -> None:
    """Write texts and table.

    Raises:
        Unknown: a package's licence is not known, or its text is not under LICENSES.
    """
    known = packages()
    for folder in PACKAGES.glob("*"):
        if folder.name not in known:
            shutil.rmtree(folder)
    for name, versions in known.items():
        for package in filter(None, map(installed, versions)):
            found = texts(package)
            if found:
                shutil.rmtree(PACKAGES / name, ignore_errors=True)
                (PACKAGES / name).mkdir(parents=True)
            for file, content in found.items():
                (PACKAGES / name / file).write_bytes(content)
    DOCUMENT.write_text(document(), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    renew()
