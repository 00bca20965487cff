"""Memory runs out under the engine, at load and at work: the text stays, and the program goes on."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from app.core.paths import Paths
from engine import protocol as p
from engine.texts import english
from tests.stress.driver import Child
from tests.stress.ledger import Contents
from tests.stress.program import Told

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.model,
    pytest.mark.native,
    pytest.mark.skipif(sys.platform != "linux", reason="prlimit"),
]


def limit(pid: int, more: int | None) -> None:
    """Allow a process ``more`` bytes of addresses than it has now; None: as many as it likes."""
    import resource

    status = Path(f"/proc/{pid}/status").read_text()
    size = next(int(line.split()[1]) * 1024 for line in status.splitlines() if line.startswith("VmSize"))
    soft = resource.RLIM_INFINITY if more is None else size + more
    resource.prlimit(pid, resource.RLIMIT_AS, (soft, resource.RLIM_INFINITY))


@pytest.mark.parametrize("megabytes", [48, 130])  # not the header, not the weights
def test_a_load_that_does_not_fit_is_refused_and_the_next_one_works(
    start_engine: Callable[[], Any], model_path: Path, megabytes: int
) -> None:
    engine = start_engine()
    assert engine.ask(p.Ready, p.Hello)
    limit(engine.child.pid, megabytes << 20)
    refused = engine.refused(p.Load, path=str(model_path), n_ctx=4096, n_threads=1)
    assert refused.code in ("bad_model_file", "model_load_failed", "model_too_large")
    assert "other programs" in english.hint(refused.text) or "smaller" in english.hint(refused.text)
    limit(engine.child.pid, None)
    assert engine.ask(p.Loaded, p.Load, path=str(model_path), n_ctx=512, n_threads=1)


@pytest.mark.parametrize("busy", ["reading", "compacting"])
def test_it_runs_out_at_work(model_path: Path, tmp_path: Path, busy: str) -> None:
    paths = Paths(tmp_path / "data")
    paths.create()
    (paths.models / model_path.name).symlink_to(model_path)
    told: list[Told] = []
    settings: dict[str, object] = {
        "model.n_ctx": 512, "model.threads": 1, "sampling.max_tokens": 16, "sampling.temperature": 0.0,
        "memory.keep_recent": 64, "memory.reserve": 64,
    }  # fmt: skip
    program = Child(paths.data, settings, told.append, tmp_path / "stderr.txt")

    def engine() -> int:
        return [line.pid for line in told if line.what == "launched"][-1]

    def settle() -> Told:
        return program.done(program.order("settle"))

    program.until(lambda line: line.what == "launched")
    settle()
    program.order("send", "The keeper counts the ships that pass the rocks. " * (4 if busy == "reading" else 20))
    settle()
    first = engine()
    limit(first, 0)
    program.order("send" if busy == "reading" else "compact", "A heron stands by the mill. " * 10)
    settle()
    notices = [line.text for line in told if line.what == "notice"]
    if engine() != first:
        assert any("ran out of RAM or VRAM" in text or "memory" in text.lower() for text in notices), notices
    limit(engine(), None)
    program.order("send", "Are you there?")
    shown = settle()
    program.done(program.order("quit"))
    assert program.end() == 0
    stored = Contents.read(paths.database)
    assert [row.id for row in stored.branch(shown.chat)] == shown.shown
    said = [row.content for row in stored.branch(shown.chat) if row.role == "user"]
    assert said[-1] == "Are you there?"
    assert len(said) == (3 if busy == "reading" else 2)
    assert stored.branch(shown.chat)[-1].content.strip(), "it answers again"
    assert not [line.text for line in told if line.what == "failed"]
