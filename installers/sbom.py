"""What the frozen program consists of, as a CycloneDX 1.6 file: packages, the engine's native parts, fonts, icons.

Written by ``build.py`` beside the frozen folder, from the environment that it is frozen from. A writer of our own over
``importlib.metadata``: half of the parts are no Python packages, which no generator would find, and the freezing
environment stays small.
"""

from __future__ import annotations

import datetime
import json
import os
import platform
import re
import sys
import tomllib
import uuid
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

import licences
import lock

sys.path.insert(0, str(lock.ROOT / "native"))

import engine_source as source

Component = dict[str, Any]
PARTS = (
    ("library", "llama.cpp", "", "MIT", "vendor/llama.cpp"),
    ("library", "ggml", "", "MIT", "vendor/llama.cpp/ggml"),
    ("library", "libmtmd", "", "MIT", "vendor/llama.cpp/tools/mtmd"),
    ("library", "stb_image", "", "MIT OR Unlicense", "vendor/llama.cpp/vendor/stb"),
    ("library", "miniaudio", "", "Unlicense OR MIT-0", "vendor/llama.cpp/vendor/miniaudio"),
    ("library", "subprocess.h", "", "Unlicense", "vendor/llama.cpp/vendor/sheredom"),
    ("library", "nlohmann-json", "", "MIT", "vendor/llama.cpp/vendor/nlohmann"),
)
FILES = (
    ("Inter", "3.019", "OFL-1.1", "fonts", "Inter-*.otf"),
    ("JetBrains Mono", "2.242", "OFL-1.1", "fonts", "JetBrainsMono-*.ttf"),
    ("Lucide", "1.62.0", "ISC AND MIT", "icons", "*.svg"),
)
FONTS_INSIDE: tuple[tuple[str, str, str, Component], ...] = (
    ("ziamath", "STIX Two Math", "2.11", {"expression": "OFL-1.1"}),
    ("ziafont", "DejaVu Sans", "2.37", {"license": {"name": "Bitstream Vera AND Arev"}}),
)


def _licences(text: str) -> list[dict[str, Any]]:
    return [{"expression": text}]


def _program(version: str) -> Component:
    return {
        "type": "application",
        "bom-ref": "longthread",
        "name": "Longthread",
        "version": version,
        "licenses": _licences("MIT"),
    }


def _ref(name: str) -> str:
    return f"part:{lock.normalised(name).replace(' ', '-')}"


def _packages() -> tuple[list[Component], dict[str, list[str]]]:
    """The Python packages that are installed of those the program runs with, and what each needs of them."""
    parts: list[Component] = []
    found = {}
    for name, versions in licences.packages().items():
        for package in filter(None, map(licences.installed, versions)):
            found[name] = package
    for name, package in found.items():
        purl = f"pkg:pypi/{name}@{package.version}"
        parts.append(
            {
                "type": "library",
                "bom-ref": purl,
                "name": name,
                "version": package.version,
                "purl": purl,
                "licenses": _licences(licences.licence(package)),
            }
        )
    refs = {name: f"pkg:pypi/{name}@{package.version}" for name, package in found.items()}
    needs = {}
    for name, package in found.items():
        names = {lock.normalised(re.split(r"[^\w.-]", text, maxsplit=1)[0]) for text in package.requires or []}
        needs[refs[name]] = sorted(refs[other] for other in names & refs.keys())
    return parts, needs


def _engine() -> list[Component]:
    """The library that is built here: the sdist it is made from, our patches, and what is inside."""
    version = distribution(lock.OURS).version
    if version != source.VERSION:
        raise licences.Unknown(f"{lock.OURS} {version} is installed, not {source.VERSION}")
    patches = [
        {"type": "unofficial", "diff": {"url": f"native/patches/{file.name}#sha256={source.file_sha256(file)}"}}
        for file in source.patch_files()
    ]
    library = {
        "type": "library",
        "bom-ref": f"pkg:pypi/{lock.OURS}@{source.UPSTREAM}",
        "name": lock.OURS,
        "version": version,
        "purl": f"pkg:pypi/{lock.OURS}@{source.UPSTREAM}",
        "licenses": _licences("MIT"),
        "pedigree": {"patches": patches, "notes": "patched and built with native/compaction"},
        "externalReferences": [
            {
                "type": "source-distribution",
                "url": source.SDIST_NAME,
                "hashes": [{"alg": "SHA-256", "content": source.SDIST_SHA256}],
            }
        ],
    }
    inside = [
        {
            "type": kind,
            "bom-ref": _ref(name),
            "name": name,
            "version": version or f"of {source.SDIST_NAME}",
            "licenses": _licences(said),
            "properties": [{"name": "longthread:place", "value": place}],
        }
        for kind, name, version, said, place in PARTS
    ]
    return [library, *inside]


def _resources() -> list[Component]:
    parts: list[Component] = []
    for name, version, said, folder, pattern in FILES:
        files = sorted((lock.ROOT / "resources" / folder).glob(pattern))
        if not files:
            raise licences.Unknown(f"{name} is not in resources/{folder}")
        inside = [
            {"type": "file", "name": file.name, "hashes": [{"alg": "SHA-256", "content": source.file_sha256(file)}]}
            for file in files
        ]
        parts.append(
            {
                "type": "data",
                "bom-ref": _ref(name),
                "name": name,
                "version": version,
                "licenses": _licences(said),
                "components": inside,
            }
        )
    for package, name, version, named in FONTS_INSIDE:
        about = [{"name": "longthread:place", "value": f"inside {package}"}]
        parts.append(
            {
                "type": "data",
                "bom-ref": _ref(name),
                "name": name,
                "version": version,
                "licenses": [named],
                "properties": about,
            }
        )
    return parts


def _frame() -> list[Component]:
    """The interpreter and what starts it."""
    python = platform.python_version()
    parts: list[tuple[str, str, Component]] = [("CPython", python, {"expression": "PSF-2.0"})]
    loader = next((one for one in lock.read("freeze") if one.name == "pyinstaller"), None)
    if loader:
        named: Component = {"license": {"name": "GPL-2.0-or-later with the bootloader's exception"}}
        parts.append(("PyInstaller bootloader", loader.version, named))
    return [
        {"type": "framework", "bom-ref": _ref(name), "name": name, "version": version, "licenses": [said]}
        for name, version, said in parts
    ]


def document() -> dict[str, Any]:
    """The whole of it, for JSON. ``SOURCE_DATE_EPOCH`` sets its time.

    Raises:
        licences.Unknown: the engine that is installed is another, or a package does not say its licence.
    """
    project = tomllib.loads((lock.ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    packages, needs = _packages()
    engine = _engine()
    others = [*_resources(), *_frame()]
    direct = {one.name for one in lock.read(lock.RUN) if one.direct}
    top = [part["bom-ref"] for part in packages if part["name"] in direct]
    top += [engine[0]["bom-ref"], *(part["bom-ref"] for part in others)]
    needs["longthread"] = sorted(top)
    needs[engine[0]["bom-ref"]] = sorted(part["bom-ref"] for part in engine[1:])
    parts = [*packages, *engine, *others]
    refs = ["longthread", *(part["bom-ref"] for part in parts)]
    seconds = int(os.environ.get("SOURCE_DATE_EPOCH") or datetime.datetime.now(datetime.UTC).timestamp())
    told = json.dumps([project["version"], parts], sort_keys=True)
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_OID, told)}",
        "version": 1,
        "metadata": {
            "timestamp": datetime.datetime.fromtimestamp(seconds, datetime.UTC).isoformat(),
            "component": _program(project["version"]),
            "properties": [{"name": "longthread:system", "value": f"{sys.platform} {platform.machine()}"}],
        },
        "components": parts,
        "dependencies": [{"ref": ref, "dependsOn": needs.get(ref, [])} for ref in refs],
    }


def write(target: Path) -> None:
    """Write it to ``target``.

    Raises:
        licences.Unknown: see ``document``.
    """
    target.write_text(json.dumps(document(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
