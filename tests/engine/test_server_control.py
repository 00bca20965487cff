"""The local server of an engine process: started and stopped by the program's requests."""

from __future__ import annotations

import asyncio
import http.client
import io
import json
import socket
import threading
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from engine import protocol as p
from engine.process.host import Host
from engine.process.queue import Work
from engine.process.worker import Worker
from engine.server import local
from engine.server.control import ServerControl
from engine.server.loop import Loop
from tests.engine.embedding_models import N_EMBD, embedding_model
from tests.engine.http_harness import TINY, replied, until, user

pytestmark = pytest.mark.native


def ask(url: str, path: str, body: Any = None) -> tuple[int, Any]:
    connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=60)
    try:
        data = json.dumps(body).encode() if body is not None else None
        connection.request("POST" if data else "GET", path, data, {"Content-Type": "application/json"} if data else {})
        response = connection.getresponse()
        return response.status, json.loads(response.read())
    finally:
        connection.close()


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("text")
    loop = Loop()
    for folder in (tmp_path / "file", tmp_path / "file" / "inside"):
        with pytest.raises(local.CannotServe, match=f"Can't save {folder.name}"):
            ServerControl(loop.host, loop.wake).carry_out(p.ServerStart(id=1, folder=str(folder), port=0))


def test_the_program_starts_asks_about_and_stops_it(start_engine: Any, tmp_path: Path) -> None:
    engine = start_engine()
    assert engine.ask(p.ServerState, p.ServerStatus).url == ""
    folder = str(tmp_path / "server")
    state = engine.ask(p.ServerState, p.ServerStart, folder=folder, port=0)
    assert ask(state.url, "/health") == (200, {"status": "ok"})
    body = {"messages": [user("A heron.")], "max_tokens": 4}
    assert ask(state.url, "/v1/chat/completions", body)[0] == 503  # no model is loaded yet
    engine.ask(p.Loaded, p.Load, path=str(TINY), n_ctx=512)
    status, completion = ask(state.url, "/v1/chat/completions", body)
    assert status == 200
    chat = tmp_path / "chat"
    engine.ask(p.Opened, p.OpenChat, chat_id="c", folder=str(chat))
    engine.ask(p.Done, p.CloseChat)  # of the program's chats, all
    state = engine.ask(p.ServerState, p.ServerStatus)
    assert (state.answered, state.sessions) == (1, 1)
    assert state.recent[0].tokens == completion["usage"]["completion_tokens"]
    other = engine.ask(p.ServerState, p.ServerStart, folder=folder, port=0)
    assert ask(other.url, "/v1/models")[1]["data"][0]["id"] == "plain"
    assert engine.ask(p.ServerState, p.ServerStop).url == ""
    with pytest.raises(OSError):
        ask(other.url, "/health")
    assert engine.close() == 0


def test_conversations_go_on_when_it_is_started_anew(start_engine: Any, tmp_path: Path) -> None:
    engine = start_engine()
    engine.ask(p.Loaded, p.Load, path=str(TINY), n_ctx=1024, n_threads=1)
    start = {"folder": str(tmp_path / "server"), "port": 0}
    state = engine.ask(p.ServerState, p.ServerStart, **start)
    messages = [user("The heron counted the stars over the river.")]
    body = {"messages": messages, "temperature": 0, "max_tokens": 8}
    first = ask(state.url, "/v1/chat/completions", body)[1]
    messages += [replied(first), user("And then?")]
    engine.ask(p.ServerState, p.ServerStop)
    for quota in (0, 1 << 30):  # switched on again, then with another setting
        state = engine.ask(p.ServerState, p.ServerStart, **start, quota=quota)
        told = ask(state.url, "/v1/chat/completions", body)[1]
        assert told["usage"]["prompt_tokens_details"]["cached_tokens"] > 0
        assert told["choices"][0]["message"]["content"]
    assert engine.close() == 0


def test_it_is_stopped_at_once_when_the_program_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    stopped: list[int] = []
    step = Host.step

    def busy_step(host: Host) -> None:  # its clients ask again as long as it answers
        step(host)
        if not stopped and len(asked) < 1000:
            asked.append(0)
            host.submit(Work(lambda _: p.Done(), lambda _: None))

    monkeypatch.setattr(Host, "step", busy_step)
    monkeypatch.setattr(Worker, "_read", Worker._end)
    state = p.ServerState(id=0)
    worker = Worker(io.BytesIO(), io.BytesIO(), lambda _host, _wake: (lambda _: state, lambda: stopped.append(0)))
    worker._end()
    worker.host.submit(Work(lambda _: p.Done(), lambda _: None))
    worker.run()
    assert stopped and not asked and not worker.host.busy


def test_one_whose_thread_died_does_not_count_as_running(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    died, dies = threading.Event(), threading.Event()

    async def dying(_: object) -> None:
        await asyncio.to_thread(dies.wait)
        died.set()
        raise RuntimeError("out of descriptors")

    monkeypatch.setattr(local._SignallingServer, "main_loop", dying)
    monkeypatch.setattr(threading, "excepthook", lambda _: None)
    control = ServerControl(Loop().host, lambda: None)
    start = p.ServerStart(id=1, folder=str(tmp_path / "server"), port=0)
    assert control.carry_out(start).url
    server = control._server
    assert server is not None and server.alive
    dies.set()
    server._thread.join()
    assert died.is_set()
    with pytest.raises(local.CannotServe, match="stopped unexpectedly"):
        control.carry_out(p.ServerStatus(id=2))
    assert control.carry_out(p.ServerStatus(id=3)).url == ""
    monkeypatch.undo()
    state = control.carry_out(start)
    assert ask(state.url, "/health") == (200, {"status": "ok"})
    control.stop()


def test_one_that_starts_too_late_does_not_keep_the_port(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    ready, startup = threading.Event(), local._SignallingServer.startup

    async def late(server: Any, sockets: Any = None) -> None:
        await asyncio.to_thread(ready.wait, 20)
        await startup(server, sockets)

    loop = Loop()
    control = ServerControl(loop.host, loop.wake)
    start = p.ServerStart(id=1, folder=str(tmp_path), port=port)
    with monkeypatch.context() as patch:
        patch.setattr(local._SignallingServer, "startup", late)
        patch.setattr(local, "START_SECONDS", 0.0)
        patch.setattr(local, "STOP_SECONDS", 0.0)
        with pytest.raises(local.CannotServe, match="start"):
            control.carry_out(start)
        ready.set()
        until(lambda: not [one for one in threading.enumerate() if one.name == "server"])
    assert ask(control.carry_out(start).url, "/health") == (200, {"status": "ok"})
    control.stop()


def test_it_stops_at_once_while_a_reply_is_written(start_engine: Any, tmp_path: Path) -> None:
    engine = start_engine()
    engine.ask(p.Loaded, p.Load, path=str(TINY), n_ctx=512, n_threads=1)
    state = engine.ask(p.ServerState, p.ServerStart, folder=str(tmp_path / "server"), port=0)
    form = {"type": "json_schema", "json_schema": {"schema": {"type": "string", "minLength": 100_000}}}
    body = {"messages": [user("Count.")], "max_tokens": 100_000, "stream": True, "response_format": form}
    connection = http.client.HTTPConnection(urlsplit(state.url).netloc, timeout=60)
    connection.request("POST", "/v1/chat/completions", json.dumps(body).encode(), {"Content-Type": "application/json"})
    with connection.getresponse() as response:
        assert response.read(16)
        assert engine.ask(p.ServerState, p.ServerStop).url == ""
    connection.close()
    chat = tmp_path / "chat"
    engine.ask(p.Opened, p.OpenChat, chat_id="c", folder=str(chat))
    question = p.PromptMessage(id="q", role="user", content="A heron.")
    engine.ask(p.Replied, p.Generate, chat_id="c", reply_id="r", user=question, sampling=p.Sampling(max_tokens=4))
    assert engine.close() == 0


def test_why_it_cannot_be_started_is_told(start_engine: Any, tmp_path: Path) -> None:
    engine = start_engine()
    refused = engine.refused(p.ServerStart, folder=str(tmp_path), host="0.0.0.0", port=0)
    assert (refused.code, refused.text.code) == ("cannot_serve", "server.key_missing")
    assert engine.close() == 0


def test_another_policy_holds_for_its_sessions_without_a_new_start(start_engine: Any, tmp_path: Path) -> None:
    engine = start_engine()
    engine.ask(p.Loaded, p.Load, path=str(TINY), n_ctx=512, n_threads=1)
    start = {"folder": str(tmp_path / "server"), "port": 0}
    state = engine.ask(p.ServerState, p.ServerStart, **start, policy=p.CompactionPolicy(auto=False))
    messages = [user("A heron.")]
    begun = {"messages": messages, "max_tokens": 2, "temperature": 0}
    completion = ask(state.url, "/v1/chat/completions", begun)[1]
    more = {**begun, "messages": [*messages, replied(completion), user("The heron left a letter. " * 120)]}
    status, refused = ask(state.url, "/v1/chat/completions", more)
    assert (status, refused["error"]["code"]) == (400, "context_length_exceeded")
    assert engine.ask(p.ServerState, p.ServerStart, **start, policy=p.CompactionPolicy()).url == state.url
    assert ask(state.url, "/v1/chat/completions", more)[0] == 200
    assert engine.close() == 0


def test_another_embedding_model_is_served_without_a_new_start(start_engine: Any, tmp_path: Path) -> None:
    engine = start_engine()
    engine.ask(p.Loaded, p.Load, path=str(TINY), n_ctx=512, n_threads=1)
    start = {"folder": str(tmp_path / "server"), "port": 0}
    state = engine.ask(p.ServerState, p.ServerStart, **start)
    status, refused = ask(state.url, "/v1/embeddings", {"input": "a"})
    assert status == 400 and "Add one to the library" in refused["error"]["message"]
    model = embedding_model(tmp_path / "tiny-embed.gguf", "nomic-bert")
    again = engine.ask(p.ServerState, p.ServerStart, **start, embeddings=str(model))
    assert again.url == state.url
    status, found = ask(state.url, "/v1/embeddings", {"input": "the heron"})
    assert status == 200 and found["model"] == "tiny-embed" and len(found["data"][0]["embedding"]) == N_EMBD
    assert [one["id"] for one in ask(state.url, "/v1/models")[1]["data"]] == ["plain", "tiny-embed"]
    assert ask(state.url, "/v1/chat/completions", {"messages": [user("A heron.")], "max_tokens": 2})[0] == 200
    assert engine.close() == 0
