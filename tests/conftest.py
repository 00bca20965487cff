"""Fixtures for all tests. The Qt platform is chosen here, before anything imports Qt."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

MODEL_ENV = "LONGTHREAD_TEST_MODEL"


@pytest.fixture(autouse=True)
def _own_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test touches the data of the person who runs it."""
    monkeypatch.setenv("LONGTHREAD_DATA", str(tmp_path / "data"))


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
