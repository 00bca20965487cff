"""Fixtures for all tests. The Qt platform is chosen here, before anything imports Qt."""

from __future__ import annotations

import importlib.util
import os
import sys
from pathlib import Path
from types import ModuleType

import pytest
from PySide6.QtWidgets import QApplication

from tests import effort

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

effort.register()  # before any test module is read

MODEL_ENV = "LONGTHREAD_TEST_MODEL"


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


@pytest.fixture(scope="session")
def model_path() -> Path:
    """The starter model. Missing is a failure, not a skip: ``dev.py test`` provides it."""
    named = os.environ.get(MODEL_ENV)
    if not named:
        pytest.fail(f"{MODEL_ENV} does not name the starter model; run the tests through dev.py test")
    path = Path(named)
    if not path.is_file():
        pytest.fail(f"{MODEL_ENV} names {path}, which is not there")
    return path
