"""``dev.py bench --device`` and ``test --vulkan``: the engine on a graphics card, as docs/DEVICES.md tells of it.

Standard library only.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

import native_tests as native
import system_packages
from setting_up import PYTHON, setup, starter_model
from steps import ROOT, call, last_line, step
from system_packages import Missing


def check_device(device: str) -> None:
    """Raises Missing where a device is not there for certain: its backend is built for half an hour."""
    ask = "from app.core.addons import nvidia_driver; raise SystemExit(not nvidia_driver())"
    if device == "cuda" and subprocess.run([str(PYTHON), "-c", ask], cwd=ROOT, check=False).returncode:
        raise Missing("There is no NVIDIA driver here. Run this on a computer with an NVIDIA card and its driver.")


def device_plugin(device: str) -> dict[str, str]:
    """The environment in which the engine loads a device's backend: the one that it names already, or it is built."""
    if given := os.environ.get("LONGTHREAD_PLUGINS"):
        return {"LONGTHREAD_PLUGINS": given}
    with step(f"backend: {device}"):
        folder = last_line(PYTHON, ROOT / "native" / "build_backend.py", "plugin", device)
    return {"LONGTHREAD_PLUGINS": folder}


def device_bench(
    device: str,
    arguments: Sequence[str],
    *,
    models: str = "",
    jobs: int = 1,
    env: Mapping[str, str] | None = None,
) -> None:
    """Native tests, a chat, quality, speed and resuming on a device, as its part of docs/DEVICES.md.

    Args:
        arguments: for ``engine bench``; they come last, so that they count.
        models: a pattern for the models of the native tests; all unless it is given.
        jobs: how many of them at once.

    Raises:
        Missing: ``LONGTHREAD_PLUGINS`` is a folder without that device's backend.
        subprocess.CalledProcessError: the chat failed; the part is written all the same.
    """
    env = {**(env or {}), **device_plugin(device)}
    plugin = next(iter(sorted(Path(env["LONGTHREAD_PLUGINS"]).glob(f"*ggml-{device}.*"))), None)
    if plugin is None:
        raise Missing(f"LONGTHREAD_PLUGINS is {env['LONGTHREAD_PLUGINS']}, where there is no backend for {device}.")

    def run(command: Sequence[str | Path], additions: dict[str, str]) -> None:
        call(*command, env={**env, **additions})

    times = native.run_on_device(plugin, run, python=PYTHON, step=step, models=models, jobs=jobs)
    chat, failure = chat_on_device(device, env)
    plain: list[str | Path] = [
        "--device",
        device,
        "--model",
        starter_model(),
        "--text",
        ROOT / "docs" / "ARCHITECTURE.md",
    ]
    plain += ["--native", times, "--chat", chat]
    if (stock := native.stock_library()).is_dir():
        plain += ["--stock", stock]
    with step(f"bench: {device}"):
        call(PYTHON, "-m", "engine", "bench", *plain, *arguments, env=env)
    if failure:
        raise failure


def chat_on_device(device: str, env: dict[str, str]) -> tuple[Path, subprocess.CalledProcessError | None]:
    """A chat that fills its context on a device, compacts, quits and resumes, without the window and in it.

    Returns:
        The JUnit file of both, and the failure.
    """
    result = Path(tempfile.mkdtemp(prefix="longthread-")) / "chat.xml"
    command = [
        "-m",
        "pytest",
        "tests/e2e/test_services.py::test_fill_compact_quit_and_resume",
        "tests/e2e/test_end_to_end.py::test_fill_compact_quit_resume",
    ]
    env = {**env, "LONGTHREAD_USE": device, "LONGTHREAD_TEST_MODEL": str(starter_model()),
           "QT_QPA_PLATFORM": "offscreen"}  # fmt: skip
    with step("a chat on it that compacts, quits and resumes"):
        try:
            call(PYTHON, *command, f"--junitxml={result}", env=env)
        except subprocess.CalledProcessError as error:
            return result, error
    return result, None


def vulkan(arguments: Sequence[str]) -> None:
    """What can be tried of graphics cards without one: the tests and benches on Mesa's software device.

    It compiles shaders for minutes in each process and computes slowly, so all of it is small.
    """
    with step("system packages"):
        system_packages.install()
        system_packages.install(wanted=system_packages.VULKAN)
    setup("dev")
    env = {"GGML_VK_VISIBLE_DEVICES": "0"}  # else the backend leaves out devices that are no cards
    small = ["--contexts", "768", "--quality-context", "768", "--windows", "2", "--steps", "8"]
    device_bench("vulkan", [*small, *arguments], models="gqa3", env=env)
