"""The local server runs while the person wants it and the engine is there, with a key that is made once."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import keyring
import msgspec
import pytest
from keyring.errors import KeyringLocked

from app.core.model_values import ModelPhase
from app.services import secrets
from app.services.local_server import LocalServerView
from app.services.secrets import SERVER_KEY
from engine import protocol as p
from tests.fake_engine import Script
from tests.secret_store import stand_in
from tests.unit.services.conftest import Start
from tests.unit.services.harness import Harness
from tests.words import said

READ = secrets._read


def shut(*_: object) -> str:
    raise KeyringLocked


@pytest.fixture(autouse=True)
def kept(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    return stand_in(monkeypatch)


def asked(program: Harness, kind: type[p.Request]) -> Sequence[p.Request]:
    return [request for request in program.engine.requests if isinstance(request, kind)]


def starts(program: Harness) -> list[p.ServerStart]:
    return [request for request in program.engine.requests if isinstance(request, p.ServerStart)]


def runs(program: Harness, url: str = "http://127.0.0.1:8080") -> None:
    program.qtbot.waitUntil(lambda: program.context.server.view.url == url, timeout=60_000)


def stopped(program: Harness) -> None:
    program.qtbot.waitUntil(lambda: not program.context.server.view.url, timeout=60_000)


def on(start: Start, script: Script | None = None) -> Harness:
    program = start(script)
    program.qtbot.waitUntil(lambda: program.context.models.state.phase is ModelPhase.LOADED)
    program.context.server.switch(True)
    return program


def test_it_is_off_until_it_is_wanted(start: Start, kept: dict[str, str]) -> None:
    program = start()
    with program.qtbot.waitSignal(program.context.settled):
        pass
    assert asked(program, p.ServerStart) == asked(program, p.ServerStop) == []
    assert kept == {}
    assert program.context.server.view == LocalServerView()


def test_it_listens_on_this_computer_only_and_with_a_key(start: Start, kept: dict[str, str]) -> None:
    program = on(start)
    runs(program)
    (request,) = starts(program)
    assert request.host == "127.0.0.1" and request.port == 8080
    assert len(request.key) >= 32 and request.key == kept[SERVER_KEY]
    assert request.folder == str(program.context.paths.server)
    assert request.policy == program.context.settings.policy()


def test_the_key_is_the_same_and_it_starts_again_with_the_next_start(start: Start) -> None:
    first = on(start)
    runs(first)
    first.context.shutdown()
    second = start()
    runs(second)
    assert starts(second)[0].key == starts(first)[0].key


def test_one_that_ended_by_itself_is_told_of_and_started_again(start: Start) -> None:
    program = on(start)
    runs(program)
    server = program.context.server
    program.engine.scripted.server_ended = True
    server.watch(True)
    stopped(program)
    assert said(server.view.problem) == "The local server stopped unexpectedly."
    assert len(starts(program)) == 1 and server.view.on
    server.switch(True)
    runs(program)
    assert server.view.problem is None and len(starts(program)) == 2


def test_it_comes_back_with_the_engine(start: Start) -> None:
    program = on(start)
    runs(program)
    program.engine.die()
    assert program.context.server.view.url == ""
    runs(program)
    assert len(starts(program)) == 2


def test_off_stops_it_also_while_it_starts(start: Start) -> None:
    program = on(start)
    program.qtbot.waitUntil(lambda: bool(starts(program)))
    program.context.server.switch(False)
    program.qtbot.waitUntil(lambda: bool(asked(program, p.ServerStop)))
    program.qtbot.waitUntil(lambda: program.engine.scripted.server_url == "")
    assert program.context.server.view.url == ""
    program.engine.die()
    program.qtbot.waitUntil(lambda: program.engine.starts == 2)
    assert len(starts(program)) == 1


def test_a_taken_port_is_told_and_another_one_is_tried(start: Start) -> None:
    program = on(start, Script(server_error="server.port_taken"))
    server = program.context.server
    program.qtbot.waitUntil(lambda: server.view.problem is not None)
    problem = server.view.problem
    assert problem is not None and said(problem) == "Can't listen on port 8080."
    assert server.view.on and not server.view.url
    program.engine.scripted.script = Script()
    server.set_port(8090)
    runs(program, "http://127.0.0.1:8090")
    assert server.view.problem is None


def test_a_port_that_is_stepped_through_is_tried_once(start: Start) -> None:
    program = on(start)
    runs(program)
    for port in range(8081, 8086):
        program.context.server.set_port(port)
    runs(program, "http://127.0.0.1:8085")
    assert [request.port for request in starts(program)] == [8080, 8085]


def test_another_rule_for_compactions_is_told_once_and_only_to_one_that_runs(start: Start) -> None:
    program = start()
    program.qtbot.waitUntil(lambda: program.context.models.state.phase is ModelPhase.LOADED)
    settings = program.context.settings
    settings.set("memory.threshold", 0.5)
    program.context.server.switch(True)
    runs(program)
    for threshold in (0.6, 0.7, 0.75):
        settings.set("memory.threshold", threshold)
    program.qtbot.waitUntil(lambda: len(starts(program)) > 1)
    assert [request.policy.threshold for request in starts(program)] == [0.5, 0.75]
    assert asked(program, p.ServerStop) == []


def test_a_new_key_is_in_force_at_once(start: Start, kept: dict[str, str]) -> None:
    program = on(start)
    runs(program)
    told: list[str] = []
    program.context.server.key_changed.connect(told.append)
    program.context.server.renew_key()
    program.qtbot.waitUntil(lambda: len(starts(program)) == 2)
    old, new = (request.key for request in starts(program))
    assert old != new == kept[SERVER_KEY] and told == [new]


def test_it_is_asked_only_while_somebody_looks(start: Start) -> None:
    served = (p.ServedRequest(1.0, "/v1/models", status=200),)
    program = on(start, Script(served=served))
    runs(program)
    assert asked(program, p.ServerStatus) == []
    program.context.server.watch(True)
    program.qtbot.waitUntil(lambda: len(asked(program, p.ServerStatus)) >= 2)
    assert program.context.server.view.recent == served
    program.context.server.watch(False)
    assert not program.context.server._look.isActive()


def test_without_a_secret_store_the_key_holds_for_this_run(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in(monkeypatch, lasting=False)
    program = on(start)
    runs(program)
    assert starts(program)[0].key and not program.context.server.key_lasts


def test_a_key_that_is_locked_away_is_not_written_over(
    start: Start, kept: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    kept[SERVER_KEY] = "lt-clients have it"
    with monkeypatch.context() as locked:
        locked.setattr(keyring, "get_password", shut)
        locked.setattr(secrets, "_read", READ)
        program = on(start)
        runs(program)
    assert kept == {SERVER_KEY: "lt-clients have it"} and not program.context.server.key_lasts
    program.context.shutdown()
    again = start()
    runs(again)
    assert starts(again)[0].key == "lt-clients have it"


def test_wiping_its_sessions_stops_it_before_and_starts_it_after(start: Start) -> None:
    program = on(start)
    runs(program)
    folder = program.context.paths.server
    folder.mkdir()
    (folder / "session.kvs").write_bytes(b"kv")
    program.context.privacy.wipe("server")
    program.qtbot.waitUntil(lambda: not program.context.privacy.busy)
    assert list(folder.iterdir()) == []
    runs(program)
    kinds = [type(one) for one in program.engine.requests if isinstance(one, p.ServerStart | p.ServerStop | p.Unload)]
    assert kinds[-3:] == [p.ServerStop, p.Unload, p.ServerStart]


def test_wiping_the_secrets_takes_the_key_too(start: Start, kept: dict[str, str]) -> None:
    program = on(start)
    runs(program)
    program.context.server.switch(False)
    stopped(program)
    assert kept[SERVER_KEY]
    program.context.privacy.wipe("secrets")
    program.qtbot.waitUntil(lambda: not program.context.privacy.busy and not kept[SERVER_KEY])


def facts(path: str) -> p.ModelFacts:
    """Of a library whose second model makes vectors."""
    pooling = "mean" if "other" in path else ""
    return p.ModelFacts(path=path, name=path, architecture="fake", pooling=pooling, fingerprint=path)


def test_the_embedding_model_of_the_library_is_served_beside_the_other(start: Start) -> None:
    program = start(models=2, facts=facts)
    program.qtbot.waitUntil(lambda: program.context.models.state.phase is ModelPhase.LOADED)
    program.qtbot.waitUntil(lambda: len(program.context.models.entries) == 2)
    program.context.server.switch(True)
    runs(program)
    first, second = (entry.path for entry in program.context.models.entries)
    model = first if "other" in first else second
    assert starts(program)[-1].embeddings == model
    Path(model).unlink()
    program.context.models.refresh()
    program.qtbot.waitUntil(lambda: starts(program)[-1].embeddings == "")
    alike = [msgspec.structs.replace(one, id=0, embeddings="") for one in starts(program)]
    assert alike == alike[:1] * len(alike)
