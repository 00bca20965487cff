"""What the packages tell the systems about themselves: the parts that can be tried on this one."""

from __future__ import annotations

import os
import plistlib
import re
import shutil
import subprocess
from pathlib import Path
from xml.etree import ElementTree

import pytest

from app.ui.language import LANGUAGES

INSTALLERS = Path(__file__).resolve().parents[3] / "installers"
FILES = ("install.sh", "longthread.desktop", "longthread-gguf.xml")


@pytest.mark.skipif(shutil.which("sh") is None, reason="a POSIX shell")
def test_the_menu_entry_takes_files_and_goes_without_a_trace(tmp_path: Path) -> None:
    here, data = tmp_path / "a folder", tmp_path / "data"
    here.mkdir()
    for name in FILES:
        shutil.copy(INSTALLERS / "linux" / name, here)
    (here / "longthread.png").write_bytes(b"")
    environment = {**os.environ, "XDG_DATA_HOME": str(data)}
    subprocess.run(["sh", here / "install.sh"], check=True, env=environment, capture_output=True)
    entry = (data / "applications" / "longthread.desktop").read_text(encoding="utf-8").splitlines()
    assert f'Exec="{here}/longthread" %F' in entry
    assert "MimeType=application/x-gguf;" in entry
    assert (data / "mime" / "packages" / "longthread-gguf.xml").is_file()
    subprocess.run(["sh", here / "install.sh", "--remove"], check=True, env=environment, capture_output=True)
    left = [file.name for file in data.rglob("*") if "longthread" in file.name or "gguf" in file.name]
    assert left == []


@pytest.mark.skipif(shutil.which("sh") is None or os.name == "nt", reason="a POSIX shell, and names that it can have")
@pytest.mark.parametrize("name", ["100% local", "$HOME", 'say "x"', "back\\slash", "`id`", "mein Ordner ä"])
def test_the_menu_entry_starts_the_program_wherever_it_lies(tmp_path: Path, name: str) -> None:
    here, data = tmp_path / name, tmp_path / "data"
    here.mkdir()
    for file in FILES:
        shutil.copy(INSTALLERS / "linux" / file, here)
    (here / "longthread.png").write_bytes(b"")
    environment = {**os.environ, "XDG_DATA_HOME": str(data)}
    subprocess.run(["sh", here / "install.sh"], check=True, env=environment, capture_output=True)
    entry = (data / "applications" / "longthread.desktop").read_text(encoding="utf-8")
    (line,) = re.findall(r"^Exec=(.*)$", entry, re.MULTILINE)
    string = re.sub(r"\\(.)", r"\1", line)  # as the Desktop Entry Specification reads a value, then a command
    quoted = re.fullmatch(r'"((?:[^"`$\\]|\\["`$\\])*)" %F', string)
    assert quoted is not None
    assert re.fullmatch(r"(?:[^%]|%%)*", quoted[1]), "no other field"
    assert re.sub(r"\\(.)", r"\1", quoted[1]).replace("%%", "%") == f"{here}/longthread"


def test_the_file_type_is_known_by_name_and_content() -> None:
    space = "{http://www.freedesktop.org/standards/shared-mime-info}"
    (kind,) = ElementTree.parse(INSTALLERS / "linux" / "longthread-gguf.xml").getroot()
    assert kind.get("type") == "application/x-gguf"
    assert [glob.get("pattern") for glob in kind.iter(f"{space}glob")] == ["*.gguf"]
    assert [match.get("value") for match in kind.iter(f"{space}match")] == ["GGUF"]


def test_the_bundle_opens_models_and_exports_beside_others() -> None:
    with (INSTALLERS / "macos" / "Info.plist").open("rb") as file:
        bundle = plistlib.load(file)
    kinds = {kind["LSItemContentTypes"][0]: kind for kind in bundle["CFBundleDocumentTypes"]}
    assert set(kinds) == {"app.longthread.gguf", "public.json"}
    assert {(kind["CFBundleTypeRole"], kind["LSHandlerRank"]) for kind in kinds.values()} == {("Viewer", "Alternate")}
    (told,) = bundle["UTImportedTypeDeclarations"]
    assert told["UTTypeIdentifier"] in kinds
    assert told["UTTypeTagSpecification"]["public.filename-extension"] == ["gguf"]


def test_the_bundle_speaks_the_languages_of_the_window_and_says_why_it_asks_for_the_network() -> None:
    """macOS tells a program of no language that its bundle does not name, and keeps one from the network unasked."""
    with (INSTALLERS / "macos" / "Info.plist").open("rb") as file:
        bundle = plistlib.load(file)
    assert bundle["CFBundleLocalizations"] == [name.replace("zh", "zh-Hans") for name in LANGUAGES]
    assert bundle["CFBundleDevelopmentRegion"] == "en"
    assert "Workers" in bundle["NSLocalNetworkUsageDescription"]
