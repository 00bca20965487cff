"""Fixtures of the engine's tests: one loaded model for all that need one, an engine process, a text to read."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest

from engine import protocol as p

ROOT = Path(__file__).resolve().parents[2]
E = TypeVar("E")


@pytest.fixture(scope="session")
def shared_model(model_path: Path) -> Iterator[Any]:
    """The starter model with a memory of 512 tokens; use ``model``, which gives it empty."""
    from engine.model.model import Model

    with Model.open(model_path, n_ctx=512) as model:
        yield model


@pytest.fixture
def model(shared_model: Any) -> Any:
    shared_model.clear()
    return shared_model


@pytest.fixture
def chats(tmp_path: Path) -> Path:
    """The folder of the chats' folders."""
    return tmp_path / "chats"


@pytest.fixture
def store(chats: Path) -> Any:
    """Where the memories of the chats below ``chats`` are kept (a ``SnapshotStore``)."""
    from engine.snapshots.store import CHUNKS, SnapshotStore

    return SnapshotStore(chats / CHUNKS)


@pytest.fixture(scope="session")
def long_text() -> str:
    """Several thousand tokens of plain, never repeating text."""
    animals = ["heron", "otter", "badger", "lynx", "owl", "marten", "toad", "crane", "hare", "boar", "swift"]
    places = ["river", "mill", "orchard", "bridge", "harbour", "chapel", "meadow", "quarry", "lighthouse"]
    deeds = ["counted the stars over", "left a letter at", "slept beside", "painted", "sold apples near", "forgot"]
    return " ".join(
        f"On day {i}, the {animals[i % 11]} {deeds[i % 6]} the {places[i * i % 9]} and paid {i * 37 % 1000} coins."
        for i in range(400)
    )


class EngineProcess:
    """A real engine process, spoken to as the program does."""

    def __init__(self, data: Path) -> None:
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "LONGTHREAD_DATA": str(data)}
        self.child = subprocess.Popen(
            [sys.executable, "-m", "engine", "worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=ROOT,
            env=environment,
        )
        self.stderr: list[bytes] = []
        self._drain = threading.Thread(target=self._read_stderr)
        self._drain.start()
        self._events = self._read()
        self._last = 0
        self.seen: list[Any] = []
        assert isinstance(self.next(), p.Ready)

    def send(self, request: type[Any], **fields: Any) -> int:
        """Send a request; its id."""
        self._last += 1
        assert self.child.stdin is not None
        self.child.stdin.write(p.encode(request(id=self._last, **fields)))
        self.child.stdin.flush()
        return self._last

    def next(self) -> Any:
        event = next(self._events)
        self.seen.append(event)
        return event

    def until(self, kind: type[E], request: int | None = None) -> E:
        """The next event of a kind (and of a request), errors of that request raised."""
        while True:
            event = self.next()
            if isinstance(event, kind) and request in (None, event.id):  # type: ignore[attr-defined]
                return event
            if isinstance(event, p.Error) and event.id == request:
                raise AssertionError(event)

    def ask(self, answer: type[E], request: type[Any], **fields: Any) -> E:
        """Send a request and wait for its answer."""
        return self.until(answer, self.send(request, **fields))

    def refused(self, request: type[Any], **fields: Any) -> p.Error:
        number = self.send(request, **fields)
        while True:
            event = self.next()
            if event.id == number and isinstance(event, (request.closes, p.Error)):
                assert isinstance(event, p.Error), event
                return event

    def close(self) -> int:
        """Close its stdin, as a dying parent would; its exit status."""
        assert self.child.stdin is not None and self.child.stdout is not None
        if not self.child.stdin.closed:
            self.child.stdin.close()
        self.seen += list(self._events)
        status = self.child.wait(timeout=60)
        self._drain.join()
        self.child.stdout.close()
        return status

    def kill(self) -> None:
        self.child.kill()
        self.close()

    def _read(self) -> Iterator[Any]:
        assert self.child.stdout is not None
        frames = p.FrameBuffer()
        while data := os.read(self.child.stdout.fileno(), 1 << 16):
            for body in frames.feed(data):
                yield p.decode_event(body)

    def _read_stderr(self) -> None:
        assert self.child.stderr is not None
        with self.child.stderr as stream:
            self.stderr.extend(stream)


@pytest.fixture
def unrefined(monkeypatch: pytest.MonkeyPatch) -> None:
    """Documents are committed as soon as they are fitted: refining them takes longer than all else."""
    from engine.cartridges.refining import Refining

    monkeypatch.setattr(Refining, "begins", lambda _: False)
    monkeypatch.setattr("engine.process.documents._RefiningBesideChats.begins", lambda _: False)


@pytest.fixture
def start_engine(tmp_path: Path) -> Iterator[Any]:
    """A function that starts engine processes; those left over are killed."""
    started: list[EngineProcess] = []

    def start() -> EngineProcess:
        started.append(EngineProcess(tmp_path / "data"))
        return started[-1]

    yield start
    for engine in started:
        if engine.child.poll() is None:
            engine.kill()


@pytest.fixture
def reading(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """An engine that reads documents and mounts them (an ``Asked``)."""
    from engine.model.mounts import why_not_mountable
    from tests.engine.test_documents_in_chats import Asked

    monkeypatch.setenv("LONGTHREAD_DATA", str(tmp_path / "data"))
    harness = Asked(tmp_path / "chats")
    assert harness.host.model is not None
    if why_not_mountable(harness.host.model) is not None:
        pytest.skip("the library mounts nothing")
    yield harness
    harness.host.unload()
