"""A bundle for a report of a fault: what runs where, how fast, what was logged. Never a word of a chat.

One zip file: ``report.json`` and the log files. The person's home folder is written as ``~``.
"""

from __future__ import annotations

import importlib.metadata
import json
import os
import platform
import re
import shutil
import sqlite3
import time
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing, suppress
from pathlib import Path, PurePath, PureWindowsPath
from typing import Any

import msgspec
import psutil  # type: ignore[import-untyped]

from app.core.outside_files import replacing_outside
from app.core.paths import Paths
from app.core.read_only import open_read_only
from app.core.settings import SETTINGS
from app.core.store.tables import readable_activities
from engine.logs import error_text

PACKAGES = ("longthread", "PySide6-Essentials", "llama-cpp-python", "numpy", "msgspec", "jinja2", "xxhash", "blake3")
TOLD_SETTINGS = (bool, int, float)  # texts may be the person's own; of those only whether they were changed is told
MAX_LOG = 2_000_000  # bytes of each file, from its end
ACTIVITIES = 300


def versions() -> dict[str, str]:
    """The program and what it is built on."""
    found = {"python": platform.python_version()}
    for name in PACKAGES:
        with suppress(importlib.metadata.PackageNotFoundError):
            found[name] = importlib.metadata.version(name)
    return found


def machine(folder: Path) -> dict[str, object]:
    """The computer, in bytes where it is about room."""
    memory = psutil.virtual_memory()
    report: dict[str, object] = {
        "system": platform.platform(),
        "processor": platform.processor() or platform.machine(),
        "cores": os.cpu_count() or 0,
        "memory": memory.total,
        "memory_free": memory.available,
    }
    with suppress(OSError):
        report["disk_free"] = shutil.disk_usage(folder).free
    return report


def told_settings(stored: Mapping[str, str]) -> dict[str, object]:
    """Settings that were changed and are known: numbers and choices as they are, texts as their length."""
    told: dict[str, object] = {}
    for setting in SETTINGS:
        if setting.key not in stored:
            continue
        try:
            value = setting.check(json.loads(stored[setting.key]))
        except ValueError:
            told[setting.key] = "not readable"
            continue
        plain = isinstance(value, TOLD_SETTINGS) or setting.choices
        told[setting.key] = value if plain else f"{len(str(value))} characters"
    return told


def database(path: Path) -> dict[str, object]:
    """What the database tells without its texts, read beside a program that may be using it."""
    report: dict[str, object] = {}
    try:
        report["bytes"] = path.stat().st_size
        with closing(open_read_only(path, timeout=2)) as db:
            report["version"] = db.execute("PRAGMA user_version").fetchone()[0]
            for table in ("chat", "message", "mark", "model"):
                report[table] = db.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
            report["settings"] = told_settings(dict(db.execute("SELECT key, value FROM setting")))
            query = "SELECT figures FROM activity ORDER BY n DESC LIMIT ?"
            figures = [text for (text,) in db.execute(query, (ACTIVITIES,))]
            report["activity"] = msgspec.to_builtins(readable_activities(figures))
            query = "SELECT facts FROM model WHERE facts != '' ORDER BY last_used DESC LIMIT 5"
            report["models"] = [_model(text) for (text,) in db.execute(query)]
    except (OSError, sqlite3.Error) as problem:
        report["problem"] = error_text(problem)
    return report


def _model(facts: str) -> dict[str, object]:
    try:
        known: dict[str, object] = json.loads(facts)
    except ValueError:
        return {}
    return {**known, "path": Path(str(known.get("path", ""))).name}


def memories(chats: Path) -> dict[str, int]:
    """How many files the saved states are, and how many bytes."""
    sizes = []
    with suppress(OSError):
        for path in chats.rglob("*"):
            with suppress(OSError):
                if path.is_file():
                    sizes.append(path.stat().st_size)
    return {"files": len(sizes), "bytes": sum(sizes)}


def report(paths: Paths, engine: Mapping[str, Any], lines: Sequence[str] = ()) -> dict[str, object]:
    """All of ``report.json``. ``engine``: what it says of itself; ``lines``: the last it wrote to its stderr."""
    return {
        "made": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        "versions": versions(),
        "machine": machine(paths.data),
        "engine": dict(engine),
        "engine_lines": list(lines),
        "database": database(paths.database),
        "memories": memories(paths.chats),
    }


def write_bundle(target: Path, paths: Paths, engine: Mapping[str, Any], lines: Sequence[str] = ()) -> Path:
    """Write the bundle to ``target``, whole or not at all; the path.

    Raises:
        OSError: it cannot be written there.
    """
    with replacing_outside(target) as file, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as bundle:
        text = json.dumps(report(paths, engine, lines), indent=1, ensure_ascii=False)
        bundle.writestr("report.json", without_home(text))
        for log in _logs(paths.logs):
            with suppress(OSError):  # it may be rotated away meanwhile
                bundle.writestr(f"logs/{log.name}", without_home(_end_of(log)))
    return target


def _logs(folder: Path) -> Iterable[Path]:
    return sorted(path for path in folder.glob("*.log*") if path.is_file())


def _end_of(path: Path) -> str:
    with path.open("rb") as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(max(0, size - MAX_LOG))
        return file.read(MAX_LOG).decode("utf-8", "replace")


def without_home(text: str, home: PurePath | None = None) -> str:
    """``text`` with "~" for the person's home folder, also as JSON has it, and as Qt writes paths on Windows, where
    capitals make no difference.
    """
    home = home or Path.home()
    if home == home.parent:
        return text
    plain = {str(home), home.as_posix()}
    written = {json.dumps(one, ensure_ascii=escaped)[1:-1] for one in plain for escaped in (False, True)}
    forms = sorted(map(re.escape, plain | written), key=len, reverse=True)
    flags = re.IGNORECASE if isinstance(home, PureWindowsPath) else 0
    return re.sub("|".join(forms), "~", text, flags=flags)
