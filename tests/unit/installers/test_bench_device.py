"""``dev.py bench --device``: what is not there is said before its backend is built."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import device_bench
import pytest

import dev


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Devices whose backend was built, on a computer without an NVIDIA driver."""
    devices: list[str] = []
    monkeypatch.setattr(dev, "setup", lambda *_: None)
    monkeypatch.setattr(dev, "device_bench", lambda device, *_, **__: devices.append(device))
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: SimpleNamespace(returncode=1))
    return devices


def bench(device: str) -> int:
    """The exit status of ``dev.py bench --device``."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["dev.py", "bench", "--device", device])
        return dev.main()


def test_cuda_without_a_driver_is_said_before_anything_is_built(
    built: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert bench("cuda") == 1
    assert not built
    assert "NVIDIA driver" in capsys.readouterr().err


def test_other_devices_and_cuda_with_a_driver_are_measured(built: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert bench("vulkan") == 0
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: SimpleNamespace(returncode=0))
    assert bench("cuda") == 0
    assert built == ["vulkan", "cuda"]


def test_a_backend_that_was_built_before_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LONGTHREAD_PLUGINS", str(tmp_path))
    with pytest.raises(device_bench.Missing, match="no backend for cuda"):
        device_bench.device_bench("cuda", [])
    (tmp_path / "libggml-cuda.so").touch()
    called: list[Path] = []
    monkeypatch.setattr(
        device_bench.native, "run_on_device", lambda plugin, *_, **__: called.append(plugin) or tmp_path
    )
    monkeypatch.setattr(device_bench, "chat_on_device", lambda *_: (tmp_path, None))
    monkeypatch.setattr(device_bench, "starter_model", lambda: tmp_path)
    monkeypatch.setattr(device_bench, "call", lambda *_, **__: None)
    device_bench.device_bench("cuda", [])
    assert called == [tmp_path / "libggml-cuda.so"]
