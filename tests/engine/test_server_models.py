"""``serve`` as a process, models that are loaded when they are asked for, and unloaded when nobody does."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import http.client
import json
import os
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from starlette.requests import Request

from engine.gguf.facts import layers
from engine.gguf.reader import read_header
from engine.process.queue import Ticket, Work
from engine.protocol import Done
from engine.server.loop import Loop
from engine.server.serving import ServedReply
from engine.sizing.estimate import sequences
from tests.engine.conftest import ROOT
from tests.engine.http_harness import TINY, ServerHarness, replied, until, user
from tests.unreachable import shut

pytestmark = pytest.mark.native


def test_models_are_loaded_by_name_and_sessions_stay_with_them(tmp_path: Path) -> None:
    models = tmp_path / "models"
    models.mkdir()
    for name in ("plain", "sinks"):
        shutil.copy(TINY.with_name(f"{name}.gguf"), models)
    with ServerHarness(tmp_path / "served", n_ctx=512, options={"models": models}) as served:
        assert [one["id"] for one in served.get("/v1/models").json["data"]] == ["plain", "sinks"]
        messages = [user("The heron left a letter at the mill. " * 4)]
        first = served.chat(messages, model="plain")
        other = served.chat(messages, model="sinks")
        assert (first["model"], other["model"]) == ("plain", "sinks")
        messages += [replied(first), user("Where?")]
        again = served.chat(messages, model="plain")
        assert again["usage"]["prompt_tokens_details"]["cached_tokens"] >= first["usage"]["prompt_tokens"] - 1
        unknown = served.post("/v1/chat/completions", {"messages": messages, "model": "../plain"})
        assert (unknown.status, unknown.json["error"]["code"]) == (404, "model_not_found")


def test_files_that_cannot_be_reached_hide_no_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    models = tmp_path / "models"
    models.mkdir()
    for name in ("plain", "sinks"):
        shutil.copy(TINY.with_name(f"{name}.gguf"), models)
    with ServerHarness(tmp_path / "served", n_ctx=512, options={"models": models}) as served:
        served.chat([user("A heron.")], model="plain")
        with monkeypatch.context() as away:
            shut(away, models / "sinks.gguf", errno.EIO)
            assert [one["id"] for one in served.get("/v1/models").json["data"]] == ["plain"]
        shut(monkeypatch, models, errno.EIO)
        assert [one["id"] for one in served.get("/v1/models").json["data"]] == ["plain"], "it is loaded"


def test_a_model_outside_of_the_folder_stays_listed(tmp_path: Path) -> None:
    """It is served after another one was asked for, too."""
    models = tmp_path / "models"
    models.mkdir()
    shutil.copy(TINY.with_name("sinks.gguf"), models)
    with ServerHarness(tmp_path / "served", n_ctx=512, options={"models": models}) as served:
        for asked, listed in (("sinks", ["sinks", "plain"]), ("plain", ["plain", "sinks"])):
            assert served.chat([user("A heron.")], model=asked)["model"] == asked
            assert [one["id"] for one in served.get("/v1/models").json["data"]] == listed
            assert served.get("/v1/models/plain").status == 200


@pytest.mark.parametrize("streamed", [False, True])
def test_all_choices_of_a_completion_are_of_one_model(tmp_path: Path, streamed: bool) -> None:
    models = tmp_path / "models"
    models.mkdir()
    for name in ("plain", "sinks"):
        shutil.copy(TINY.with_name(f"{name}.gguf"), models)
    with ServerHarness(tmp_path / "served", n_ctx=512, options={"models": models}) as served:
        serving, asked = served.server.serving, list[str]()
        reply, messages, others = serving.reply, [user("A heron.")], list[str]()
        client = threading.Thread(target=lambda: others.append(served.chat(messages, model="sinks")["model"]))

        @contextlib.asynccontextmanager
        async def with_another(request: Request, *given: Any) -> AsyncIterator[ServedReply]:
            asked.append(request.url.path)
            if asked == ["/v1/completions"] * 2:  # between the two, another client wants another model
                client.start()
                while not serving.models._switch.locked() and serving.models.loaded() != "sinks":
                    await asyncio.sleep(0)
            async with reply(request, *given) as found:
                yield found

        serving.reply = with_another  # type: ignore[method-assign]
        body = {"prompt": ["The mill", "The dam"], "max_tokens": 4, "temperature": 0, "stream": streamed}
        answer = served.post("/v1/completions", body)
        client.join()
        assert answer.status == 200 and others == ["sinks"]
        told = [json.loads(line[6:]) for line in answer.data.decode().splitlines() if line.startswith("data: {")]
        assert {one["model"] for one in (told if streamed else [answer.json])} == {"plain"}


def test_no_more_chats_are_held_than_their_memory_was_counted_for() -> None:
    caches = {name: layers(read_header(TINY.with_name(f"{name}.gguf"))) for name in ("plain", "sliding", "hybrid")}
    assert {name: sequences(cache, 8) for name, cache in caches.items()} == {"plain": 8, "sliding": 2, "hybrid": 4}
    assert sequences(caches["plain"]) == 4 and sequences(caches["plain"], 1) == 1


def test_a_model_that_nobody_uses_is_unloaded_and_comes_back(tmp_path: Path) -> None:
    with ServerHarness(tmp_path, n_ctx=512, options={"unload_seconds": 0.05}) as served:
        until(lambda: served.loop.host.model is None)
        assert served.get("/health").status == 200
        assert served.chat([user("A heron.")])["model"] == "plain"


def unloaded(served: ServerHarness) -> None:
    """Wait until nobody has asked for long enough."""
    until(lambda: served.loop.host.model is None)


@pytest.mark.parametrize("folder", [False, True])
def test_what_the_next_request_loads_is_listed(tmp_path: Path, folder: bool) -> None:
    models = TINY.parent if folder else None
    with ServerHarness(tmp_path, n_ctx=512, options={"unload_seconds": 0.05, "models": models}) as served:
        unloaded(served)
        listed = [one["id"] for one in served.get("/v1/models").json["data"]]
        assert listed[0] == "plain" and listed.count("plain") == 1 and (len(listed) > 1) == folder
        assert served.get("/v1/models/plain").json["capabilities"] == ["completion"]
        assert served.loop.host.model is None


def test_what_needs_a_model_loads_it(tmp_path: Path) -> None:
    with ServerHarness(tmp_path, n_ctx=512, options={"unload_seconds": 0.05}) as served:
        unloaded(served)
        tokens = served.post("/tokenize", {"content": "A heron."}).json["tokens"]
        unloaded(served)
        assert served.post("/detokenize", {"tokens": tokens}).json["content"] == "A heron."
        unloaded(served)
        assert served.get("/props").status == 503 and served.loop.host.model is None, "who watches keeps none loaded"


@pytest.mark.skipif(sys.platform == "win32", reason="there a process is only killed")
def test_serve_answers_until_it_is_told_to_end(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "engine", "serve", str(TINY), "--port", "0", "--folder", str(tmp_path / "s")]
    child = subprocess.Popen(
        [*command, "--context", "512", "--threads", "1"], cwd=ROOT, stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT), "LONGTHREAD_DATA": str(tmp_path / "data")},
    )  # fmt: skip
    assert child.stderr is not None
    try:
        with child.stderr:
            address = next(line for line in iter(child.stderr.readline, b"") if line.startswith(b"ready "))
            port = int(address.rpartition(b":")[2])
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
            body = json.dumps({"messages": [user("A heron.")], "max_tokens": 4}).encode()
            connection.request("POST", "/v1/chat/completions", body, {"Content-Type": "application/json"})
            assert connection.getresponse().status == 200
            connection.close()
            child.send_signal(signal.SIGTERM)
            child.stderr.read()
        assert child.wait(60) == 0
        assert list((tmp_path / "s").glob("*/memory.kvs"))  # saved at the end
    finally:
        child.kill()
        child.wait()


def test_a_signal_stops_what_holds_up_the_engines_thread() -> None:
    """A model that a client asks for may take minutes to load."""
    loop, stopped = Loop(), list[bool]()

    def load(ticket: Ticket) -> Done:
        threading.Timer(0.1, loop.end_by_signal, (signal.SIGTERM, None)).start()
        stopped.append(ticket.cancel.wait(30))
        return Done(id=0)

    loop.host.submit(Work(load, lambda _: None, alone=True))
    loop.run()
    assert stopped == [True]


def test_serve_says_what_is_wrong(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "engine", "serve", str(tmp_path / "none.gguf")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, env={**os.environ, "PYTHONPATH": str(ROOT)})
    assert done.returncode == 1
    assert b"none.gguf" in done.stderr
