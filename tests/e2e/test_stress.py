"""A short stress run as a person would start it: kills of the engine and of the program, and nothing lost."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

pytestmark = [pytest.mark.e2e, pytest.mark.model, pytest.mark.native]


@pytest.mark.skipif(os.name != "posix", reason="SIGKILL")
def test_nothing_is_lost(model_path: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.stress", "--model", str(model_path), "--actions", "12", "--seed", "8"]
    run = subprocess.run([*command, "--json", "--verbose"], cwd=ROOT, capture_output=True, text=True, check=False)
    outcome = json.loads(run.stdout)
    assert run.returncode == 0, run.stderr
    assert outcome.pop("actions") == 12
    assert outcome.pop("kills") == 4, run.stderr
    assert outcome == {"lost_messages": 0, "doubled_messages": 0, "failed_resumes": 0}
