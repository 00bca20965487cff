"""The lock files say what pyproject.toml says, and name files by content, not where they come from."""

from __future__ import annotations

import re
import sys
from collections import Counter
from importlib.metadata import PackageNotFoundError, distribution

import lock
import pytest
from packaging.markers import Marker, default_environment
from packaging.requirements import Requirement

NAMES = sorted(lock.wanted())
APART = sorted(lock.apart())
SYSTEMS = [(system, machine) for system in ("linux", "darwin", "win32") for machine in ("x86_64", "arm64", "ARM64")]


def needed(marker: str | Marker | None, system: str, machine: str) -> bool:
    environment = {**default_environment(), "sys_platform": system, "platform_machine": machine, "extra": ""}
    return not marker or Marker(str(marker)).evaluate(environment)


@pytest.mark.parametrize("name", NAMES + APART)
@pytest.mark.parametrize(("system", "machine"), SYSTEMS)
def test_each_pin_is_locked_and_nothing_else_is_direct(name: str, system: str, machine: str) -> None:
    pins = [Requirement(text) for text in {**lock.wanted(), **lock.apart()}[name]]
    here = [pin for pin in pins if needed(pin.marker, system, machine)]
    locked = {one.name: one for one in lock.read(name) if needed(one.marker, system, machine)}
    for pin in here:
        assert pin.specifier.contains(locked[lock.normalised(pin.name)].version), pin
    assert {one.name for one in locked.values() if one.direct} == {lock.normalised(pin.name) for pin in here}


@pytest.mark.parametrize("name", NAMES)
def test_one_version_of_a_package_on_each_system_the_same_in_all_files(name: str) -> None:
    for system, machine in SYSTEMS:
        needed_there = (one for other in NAMES for one in lock.read(other) if needed(one.marker, system, machine))
        versions = Counter(package for package, _ in {(one.name, one.version) for one in needed_there})
        for one in lock.read(name):
            assert versions[one.name] <= 1, (system, machine, one)
        some = [one.name for one in lock.read(name) if needed(one.marker, system, machine)]
        assert len(some) == len(set(some))


@pytest.mark.parametrize("name", ["run", "dev"])
def test_what_a_package_needs_is_locked_too(name: str) -> None:
    locked = {one.name for one in lock.read(name)}
    seen = 0
    for package in sorted(locked):
        try:
            needs = distribution(package).requires or []
        except PackageNotFoundError:
            continue  # of another system
        for need in map(Requirement, needs):
            if needed(need.marker, sys.platform, "x86_64"):
                seen += 1
                assert lock.normalised(need.name) in locked, f"{package} needs {need}"
    assert seen


@pytest.mark.parametrize("name", NAMES + APART)
def test_no_place_is_named(name: str) -> None:
    assert not re.search(r"://|--index|--find|@ ", lock.path(name).read_text(encoding="utf-8"))


def test_there_is_no_file_without_a_purpose() -> None:
    assert sorted(file.stem for file in lock.LOCKS.glob("*.txt")) == sorted(NAMES + APART)


@pytest.mark.parametrize(
    "text", ["a==1\n", "a==1 \\\n    --hash=md5:00\n", "a>=1 \\\n    --hash=sha256:" + "0" * 64, "--index-url x\n"]
)
def test_what_is_not_locked_is_not_read(text: str) -> None:
    with pytest.raises(ValueError, match="not a package"):
        lock.parse(text)
