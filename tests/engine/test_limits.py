"""What containers and services are given of a machine, by files as Linux has them."""

from __future__ import annotations

import os
from pathlib import Path

import psutil  # type: ignore[import-untyped]
import pytest

from engine.sizing import estimate, limits, machine
from engine.sizing.limits import Limits

GB = 1 << 30
GROUPS = "sys/fs/cgroup"


@pytest.fixture(autouse=True)
def on_linux(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits.sys, "platform", "linux")


def write(root: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        file = root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"{text}\n")
    return root


def test_a_container_of_version_2(tmp_path: Path) -> None:
    stat = f"anon {GB}\nactive_file {GB}\ninactive_file {GB // 2}\nshmem 0"
    root = write(
        tmp_path,
        {
            "proc/self/cgroup": "0::/",
            f"{GROUPS}/memory.max": str(4 * GB), f"{GROUPS}/memory.current": str(3 * GB), f"{GROUPS}/memory.stat": stat,
            f"{GROUPS}/cpu.max": "250000 100000",
        },
    )  # fmt: skip
    assert limits.limits(root) == Limits(4 * GB, 4 * GB - 3 * GB // 2, 2)


def test_the_least_of_a_service_and_the_groups_above_it_counts(tmp_path: Path) -> None:
    slice_, service = f"{GROUPS}/system.slice", f"{GROUPS}/system.slice/chat.service"
    root = write(
        tmp_path,
        {
            "proc/self/cgroup": "0::/system.slice/chat.service",
            f"{slice_}/memory.max": str(8 * GB), f"{slice_}/memory.current": str(7 * GB), f"{slice_}/memory.stat": "",
            f"{service}/memory.max": str(6 * GB), f"{service}/memory.current": str(GB),
            f"{slice_}/cpu.max": "50000 100000", f"{service}/cpu.max": "max 100000",
        },
    )  # fmt: skip
    assert limits.limits(root) == Limits(6 * GB, GB, 1)


@pytest.mark.parametrize("seen", ["", "docker/abc/"], ids=["in the container", "on the machine"])
def test_a_container_of_version_1(tmp_path: Path, seen: str) -> None:
    memory, cpu = f"{GROUPS}/memory/{seen}", f"{GROUPS}/cpu,cpuacct/{seen}"
    stat = f"active_file 0\ninactive_file 0\ntotal_inactive_file {GB}\ntotal_active_file 5"
    root = write(
        tmp_path,
        {
            "proc/self/cgroup": "4:memory:/docker/abc\n2:cpu,cpuacct:/docker/abc\n1:name=systemd:/x\n0::/",
            f"{memory}memory.limit_in_bytes": str(2 * GB), f"{memory}memory.usage_in_bytes": str(GB + GB // 2),
            f"{memory}memory.stat": stat, f"{cpu}cpu.cfs_quota_us": "400000", f"{cpu}cpu.cfs_period_us": "100000",
        },
    )  # fmt: skip
    assert limits.limits(root) == Limits(2 * GB, 2 * GB - GB // 2 + 5, 4)


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_controllers_are_found_whatever_their_order(tmp_path: Path) -> None:
    """As on machines of Red Hat."""
    cpu = f"{GROUPS}/cpu,cpuacct"
    root = write(
        tmp_path,
        {
            "proc/self/cgroup": "4:cpuacct,cpu:/docker/abc",
            f"{cpu}/cpu.cfs_quota_us": "200000", f"{cpu}/cpu.cfs_period_us": "100000",
        },
    )  # fmt: skip
    (root / GROUPS / "cpu").symlink_to("cpu,cpuacct")
    assert limits.limits(root) == Limits(processors=2)


@pytest.mark.parametrize(
    "files",
    [
        {},
        {"proc/self/cgroup": "0::/a", f"{GROUPS}/a/memory.max": "max", f"{GROUPS}/a/cpu.max": "max 100000"},
        {"proc/self/cgroup": "4:memory:/\n3:cpu:/", f"{GROUPS}/memory/memory.limit_in_bytes": "9223372036854771712",
         f"{GROUPS}/cpu/cpu.cfs_quota_us": "-1", f"{GROUPS}/cpu/cpu.cfs_period_us": "100000"},
        {"proc/self/cgroup": "what\n0::/\n::", f"{GROUPS}/memory.max": "much", f"{GROUPS}/cpu.max": "5 0"},
    ],
    ids=["no groups", "version 2", "version 1", "what nobody writes"],
)  # fmt: skip
def test_what_is_no_limit(tmp_path: Path, files: dict[str, str]) -> None:
    assert limits.limits(write(tmp_path, files)) == Limits()


def test_a_container_gets_no_more_than_it_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (limits, machine):
        monkeypatch.setattr(module, "limits", lambda: allowed)
    allowed = Limits(total=2 << 20, free=1 << 20, processors=1)
    assert estimate.available(5) == (1 << 20) + 5
    here = machine.this_machine((), 1 << 20)
    assert here.usable == 1 and machine.default_threads(here) == 1
    allowed = Limits(total=2 << 20, free=0)
    assert limits.main_memory() == (2 << 20, 0)
    allowed = Limits(total=1 << 60, free=1 << 60, processors=1 << 20)
    assert estimate.available() <= psutil.virtual_memory().total
    here = machine.this_machine((), 1 << 20)
    assert here.usable < 1 << 20
