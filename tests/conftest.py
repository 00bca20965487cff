"""Fixtures for all tests. The Qt platform is chosen here, before anything imports Qt."""

from __future__ import annotations

import importlib.util
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests import effort

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

effort.register()  # before any test module is read

MODEL_ENV = "LONGTHREAD_TEST_MODEL"
MEMORY_FOLDER = Path("/dev/shm")
ROOM = 2 << 30  # bytes
PATIENCE_MS = 60_000
LAYERS = 4  # of the starter model's 30


def pytest_configure() -> None:
    """Where tests write, and on which cores: before the first of them, in each process that runs some."""
    _write_into_memory()
    _take_a_share_of_the_cores()


def _write_into_memory() -> None:
    """Give the tests folders that are no disk's, where there are such: waiting for flushes took a third of their time.

    What they prove of flushed files they prove by killing processes, which forgets nothing that was written.
    """
    chosen = {"TMPDIR", "PYTEST_DEBUG_TEMPROOT"} & os.environ.keys()
    if not chosen and os.access(MEMORY_FOLDER, os.W_OK | os.X_OK) and shutil.disk_usage(MEMORY_FOLDER).free > ROOM:
        os.environ["TMPDIR"] = os.environ["PYTEST_DEBUG_TEMPROOT"] = str(MEMORY_FOLDER)
        tempfile.tempdir = None  # it is found anew


def _take_a_share_of_the_cores() -> None:
    """Keep one of several test processes, and the engines that it starts, to its share of the cores.

    An engine takes a thread for each core that it may use. Two engines with two threads each on two cores wait for one
    another at every layer.
    """
    worker, count = os.environ.get("PYTEST_XDIST_WORKER"), os.environ.get("PYTEST_XDIST_WORKER_COUNT")
    if not worker or not count or not hasattr(os, "sched_setaffinity"):
        return
    number, cores = int(worker.removeprefix("gw")), sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, cores[number % len(cores) :: int(count)])


@pytest.fixture(autouse=True)
def _own_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test touches the data of the person who runs it."""
    monkeypatch.setenv("LONGTHREAD_DATA", str(tmp_path / "data"))


@pytest.fixture(scope="session")
def translations() -> ModuleType:
    """installers/translations.py, which makes the catalogues."""
    file = Path(__file__).parents[1] / "installers" / "translations.py"
    spec = importlib.util.spec_from_file_location("translations", file)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules["translations"] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def qapp(qapp: QApplication, translations: ModuleType) -> QApplication:
    """The application in English, whatever the language of this machine; its catalogues are made if they are stale."""
    from app.ui import language

    translations.compile_stale()
    language.install(qapp, "en")
    return qapp


@pytest.fixture(scope="module")
def limits_once() -> Iterator[None]:
    """The limits of this process are read once: the program reads a dozen files for them with each model it lists."""
    from engine.sizing import limits

    known = limits.limits()
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(limits, "limits", lambda: known)
        yield


class PatientBot(QtBot):
    """Waits for as long as a busy machine may take: its limits catch what hangs, not what is slow."""

    def waitUntil(self, callback: Any, *, timeout: int = PATIENCE_MS) -> None:
        super().waitUntil(callback, timeout=timeout)

    def waitSignal(self, signal: Any, *, timeout: int = PATIENCE_MS, **more: Any) -> Any:
        return super().waitSignal(signal, timeout=timeout, **more)

    def waitSignals(self, signals: Any, *, timeout: int = PATIENCE_MS, **more: Any) -> Any:
        return super().waitSignals(signals, timeout=timeout, **more)


@pytest.fixture
def qtbot(qapp: QApplication, request: pytest.FixtureRequest) -> QtBot:
    """pytest-qt's, with more patience."""
    return PatientBot(request)


@pytest.fixture(scope="session")
def starter_path() -> Path:
    """The starter model, for tests of what it can. Missing is a failure, not a skip: ``dev.py test`` provides it."""
    named = os.environ.get(MODEL_ENV)
    if not named:
        pytest.fail(f"{MODEL_ENV} does not name the starter model; run the tests through dev.py test")
    path = Path(named)
    if not path.is_file():
        pytest.fail(f"{MODEL_ENV} names {path}, which is not there")
    return path


@pytest.fixture(scope="session")
def model_path(starter_path: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The starter model with a few of its layers: same tokens, template and heads, at a sixth of the time."""
    from tests.changed_models import shortened

    return shortened(starter_path, tmp_path_factory.mktemp("model") / "short.gguf", LAYERS)
