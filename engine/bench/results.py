"""Results that outlive a stopped run: a JSON line each, found again by what was measured, on what and with what."""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import engine
from engine.bench.grid import GridPoint, Result
from engine.bench.harness import BenchError
from engine.heads import profile
from engine.model.runtime import runtime
from engine.protocol import ModelFacts

_PARTS = (
    "bench",
    "chat",
    "compaction",
    "heads",
    "model",
    "snapshots",
)  # of the engine, that decide what a measurement gives
_UNRELATED = ("cli.py", "clock.py", "registry.py", "report*.py", "results.py", "sections.py")  # what, not how


class Results:
    """A file of results, read at the start and appended to. Lines that cannot be read are left alone."""

    def __init__(self, path: Path, tell: Callable[[str], None] = lambda line: print(line, file=sys.stderr)) -> None:
        self._path = path
        self._tell = tell
        self._known: dict[str, Result] = {}
        if path.exists():
            for line in path.read_text(encoding="utf-8").splitlines():
                try:
                    entry = json.loads(line)
                    self._known[entry["key"]] = entry["result"]
                except (ValueError, KeyError, TypeError):
                    continue

    def get(self, what: dict[str, Any]) -> Result | None:
        """The result of a measurement described by ``what``, None when it was not made yet."""
        return self._known.get(_key(what))

    def put(self, what: dict[str, Any], result: Result) -> None:
        """Keep a result; raises DiskFull."""
        key = _key(what)
        self._known[key] = result
        line = json.dumps({"key": key, **{name: what[name] for name in what if name != "code"}, "result": result})
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with self._path.open("a", encoding="utf-8") as file:
                file.write(line + "\n")
        except OSError as error:
            raise BenchError(
                f"The results cannot be written to {self._path}: {error}", "Make room for them."
            ) from error
        self._tell(_line(what, result))


class WindowResults:
    """The windows of one grid in a :class:`Results`; see engine.bench.grid.ResultCache."""

    def __init__(self, results: Results, what: dict[str, Any], time_is_up: Callable[[], bool] = lambda: False) -> None:
        self._results, self._what, self._time_is_up = results, what, time_is_up

    def get(self, window: str, point: GridPoint) -> Result | None:
        return self._results.get(self._of(window, point))

    def put(self, window: str, point: GridPoint, result: Result) -> None:
        self._results.put(self._of(window, point), result)

    def more(self) -> bool:
        return not self._time_is_up()

    def _of(self, window: str, point: GridPoint) -> dict[str, Any]:
        return {**self._what, "preset": point.preset, "ratio": point.ratio, "window": window}


def code_digest() -> str:
    """Digest of the native library and of the engine's sources: results of other ones are not taken for these."""
    digest = hashlib.sha256()
    library = Path(str(runtime().c._lib._name))
    folder = Path(engine.__path__[0])
    sources = [path for part in _PARTS for path in folder.glob(f"{part}/**/*.py")]
    related = [path for path in sources if not any(path.match(f"bench/{name}") for name in _UNRELATED)]
    for path in [*sorted(related), *([library] if library.is_file() else [])]:
        digest.update(path.read_bytes())
    return digest.hexdigest()


def profile_digest(facts: ModelFacts) -> str:
    """Digest of a model's head profile, "" without one."""
    heads = profile.load_for(facts)
    return hashlib.sha256(repr(heads).encode()).hexdigest() if heads else ""


def file_digest(path: str) -> str:
    """Digest of a file's bytes, "" for no file."""
    return hashlib.sha256(Path(path).read_bytes()).hexdigest() if path and Path(path).is_file() else ""


def _key(what: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(what, sort_keys=True).encode()).hexdigest()


def _line(what: dict[str, Any], result: Result) -> str:
    shown = [
        key for key in ("kl", "recall", "logprob_lost", "ppl_ratio", "speedup", "load_to_prefill") if key in result
    ]
    where = " ".join(
        str(what[key]) for key in ("bench", "model_name", "preset", "ratio", "context", "window") if key in what
    )
    return f"  {where}: " + ", ".join(f"{key} {result[key]:.4g}" for key in shown[:3])
