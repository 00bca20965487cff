"""The environment of tests/clients: packages of others that talk to the local server, in Python and JavaScript.

They want other versions than the program, so they lie in ``.venv-clients`` and in tests/clients/node_modules.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import lock
from setting_up import usable
from system_packages import Missing

FOLDER = lock.ROOT / "tests" / "clients"
PLACE = lock.ROOT / ".venv-clients"


def npm() -> str:
    """The command that installs packages of JavaScript.

    Raises:
        Missing: there is none.
    """
    found = shutil.which("npm")
    if found is None:
        raise Missing("npm isn't installed. Install Node.js 18 or newer.")
    return found


def prepared() -> dict[str, str]:
    """Install what is missing; the environment that has pytest find it.

    Raises:
        Missing: npm is not installed. subprocess.CalledProcessError: something could not be installed.
    """
    python = PLACE / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if not usable(python):
        subprocess.run([sys.executable, "-m", "venv", "--clear", str(PLACE)], check=True)
    pip: list[str | Path] = [python, "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
    locked: list[str | Path] = ["--require-hashes", "--no-deps", "--only-binary", ":all:", "-r", lock.path("clients")]
    subprocess.run([*pip, *locked], check=True)
    subprocess.run([npm(), "ci", "--no-fund", "--no-audit", "--prefix", str(FOLDER)], check=True)
    return {"LONGTHREAD_CLIENTS": str(python)}
