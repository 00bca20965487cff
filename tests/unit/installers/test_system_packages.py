"""Packages of the system: installed by root on Debian, named with their command for anybody else."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

ROOT = Path(__file__).parents[3]

import system_packages

import dev

THERE = {"apt-get", "cmake", "wine"}


@pytest.fixture
def ran(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Commands that were run on a Linux that has ``THERE``, and libEGL of the libraries."""
    commands: list[list[str]] = []

    def run(command: list[str], **_: object) -> SimpleNamespace:
        if command[0].endswith("ldconfig"):
            return SimpleNamespace(stdout="libEGL.so.1 => /lib/libEGL.so.1")
        commands.append(command)
        return SimpleNamespace(stdout="")

    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(shutil, "which", lambda name: name if name in THERE or "ldconfig" in name else None)
    monkeypatch.setattr(subprocess, "run", run)
    monkeypatch.setattr("os.geteuid", lambda: 0, raising=False)
    return commands


def test_root_gets_what_is_missing_and_nothing_else(ran: list[list[str]]) -> None:
    system_packages.install(
        wanted={"cmake": "cmake", "libegl1": "libEGL.so.1", "glslc": "glslc", "libgl1": "libGL.so.1"}
    )
    assert ran == [
        ["apt-get", "update", "-qq"],
        ["apt-get", "install", "-y", "--no-install-recommends", "glslc", "libgl1"],
    ]


def test_where_all_is_there_nothing_is_run(ran: list[list[str]], capsys: pytest.CaptureFixture[str]) -> None:
    system_packages.install(wanted={"cmake": "cmake", "libegl1": "libEGL.so.1", "python3-venv": ""})
    assert ran == []
    assert "nothing is missing" in capsys.readouterr().out


def test_a_file_proves_a_package_that_has_neither_program_nor_library(ran: list[list[str]], tmp_path: Path) -> None:
    (tmp_path / "there").touch()
    system_packages.install(wanted={"one": f"{tmp_path / 'there'}", "another": f"{tmp_path / 'missing'}"})
    assert ran[-1][-1] == "another"
    assert "one" not in ran[-1]


def test_headers_are_not_taken_to_be_there_for_their_library(
    ran: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    libraries = "libvulkan.so.1 => /lib/libvulkan.so.1\nlibvulkan_lvp.so => /lib/libvulkan_lvp.so"
    monkeypatch.setattr(system_packages, "_libraries", lambda: libraries)
    monkeypatch.setattr(Path, "exists", lambda _: False)
    system_packages.install(wanted=system_packages.VULKAN)
    assert "libvulkan-dev" in ran[-1] and "mesa-vulkan-drivers" not in ran[-1]


@pytest.mark.parametrize("wanted", [system_packages.VULKAN, system_packages.WINE])
def test_every_package_that_is_asked_for_can_be_missed(wanted: dict[str, str]) -> None:
    assert all(wanted.values())


def test_programs_of_the_build_are_not_asked_for_where_nothing_is_built(ran: list[list[str]]) -> None:
    system_packages.install(build=False, wanted={"g++": "g++", "libegl1": "libEGL.so.1"})
    assert ran == []


def test_anybody_else_is_told_the_command(ran: list[list[str]], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 1000, raising=False)
    with pytest.raises(system_packages.Missing, match=r"sudo apt-get install .* ninja-build patch g\+\+-mingw-w64"):
        system_packages.install(wanted=system_packages.WINE)
    assert ran == []


def test_the_nightly_job_under_wine_has_all_packages() -> None:
    workflow = (ROOT / ".github/workflows/ci.yml").read_text(encoding="utf-8")
    job = re.split(r"^  (?=\w+:)", workflow.partition("\n  wine:")[2], flags=re.MULTILINE)[0]
    libraries = {package for package, proof in system_packages.USUAL.items() if proof.startswith("lib")}
    assert {*system_packages.WINE, *libraries} - set(job.split()) == set()


@pytest.mark.parametrize(("system", "machine"), [("darwin", "x86_64"), ("win32", "AMD64"), ("linux", "aarch64")])
def test_windows_programs_run_under_wine_on_linux_on_x86_64_only(
    system: str, machine: str, monkeypatch: pytest.MonkeyPatch, ran: list[list[str]]
) -> None:
    monkeypatch.setattr(sys, "platform", system)
    monkeypatch.setattr("platform.machine", lambda: machine)
    with pytest.raises(dev.Missing, match=r"native/native_tests\.py release"):
        dev.wine()
    assert ran == []
