"""LICENSES/ tells of each package what is installed, and has its text."""

from __future__ import annotations

import re
import sys

import licences
import lock
import pytest


def test_the_table_is_what_is_installed() -> None:
    assert licences.DOCUMENT.read_text(encoding="utf-8") == licences.document(), "python3 dev.py licences"


def test_every_text_that_is_named_is_there() -> None:
    named = re.findall(r"\]\((\w[^)]*)\)", licences.DOCUMENT.read_text(encoding="utf-8"))
    assert [name for name in named if not (licences.FOLDER / name).read_bytes().strip()] == []
    there = {file.relative_to(licences.FOLDER).as_posix() for file in licences.FOLDER.rglob("*") if file.is_file()}
    assert there == {*named, licences.DOCUMENT.name}


@pytest.mark.skipif(sys.platform != "linux", reason="some wheels have other texts on other systems")
def test_texts_are_those_of_the_packages() -> None:
    compared = 0
    for name, versions in licences.packages().items():
        for package in filter(None, map(licences.installed, versions)):
            for file, content in licences.texts(package).items():
                compared += 1
                assert (licences.PACKAGES / name / file).read_bytes() == content, "python3 dev.py licences"
    assert compared


def test_a_package_that_nothing_is_known_of_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    unknown = lock.Locked("no-such-package", "1", "", ("0" * 64,), True)
    monkeypatch.setattr(licences.lock, "read", lambda name: [unknown])
    with pytest.raises(licences.Unknown, match="no-such-package"):
        licences.document()


def test_what_is_not_installed_here_keeps_its_line(monkeypatch: pytest.MonkeyPatch) -> None:
    before = licences.document()
    monkeypatch.setattr(licences, "installed", lambda one: None)
    assert licences.document() == before
