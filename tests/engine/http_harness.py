"""A local server in this process, and a client that speaks HTTP as it is told to."""

from __future__ import annotations

import http.client
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engine import protocol as p
from engine.server.local import LocalServer
from engine.server.loop import Loop
from engine.server.options import ServerOptions

TINY = Path(__file__).parents[1] / "fixtures" / "models" / "plain.gguf"
SECONDS = 120


@dataclass
class Answer:
    """What came back."""

    status: int
    headers: dict[str, str]
    data: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.data)

    @property
    def events(self) -> list[tuple[str, Any]]:
        """Server-sent events: names, and what they hold."""
        found = []
        for block in self.data.decode().split("\n\n"):
            lines = dict(line.split(": ", 1) for line in block.splitlines())
            if "data" in lines:
                data = lines["data"]
                found.append((lines.get("event", ""), data if data == "[DONE]" else json.loads(data)))
        return found


@dataclass
class ServerHarness:
    """A server that runs, with its engine on a thread of its own."""

    folder: Path
    model: Path = TINY
    n_ctx: int = 1024
    chats: int = 4
    mmproj: Path | None = None
    options: dict[str, Any] = field(default_factory=dict)

    def __enter__(self) -> ServerHarness:
        self.loop = Loop()
        load = p.Load(
            id=1, path=str(self.model), n_ctx=self.n_ctx, chats=self.chats, n_threads=1,
            mmproj=str(self.mmproj or ""),
        )  # fmt: skip
        loaded = self.loop.ask(load)
        assert isinstance(loaded, p.Loaded), loaded
        asked = {"host": "127.0.0.1", "port": 0, "load": load, **self.options}
        self.server = LocalServer(self.loop.host, self.loop.wake, ServerOptions(folder=self.folder, **asked))
        self._thread = threading.Thread(target=self.loop.run)
        self._thread.start()
        self.server.start()
        return self

    def __exit__(self, *_exc: object) -> None:
        self.server.stop()
        self.loop.end()
        self._thread.join()
        self.loop.host.unload()

    # ------------------------------------------------------------------ a client

    def connection(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=SECONDS)

    def ask(self, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None) -> Answer:
        connection = self.connection()
        try:
            data = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
            head = {"Content-Type": "application/json", **(headers or {})} if data is not None else headers or {}
            connection.request(method, path, data, head)
            response = connection.getresponse()
            told = {name.lower(): value for name, value in response.getheaders()}
            return Answer(response.status, told, response.read())
        finally:
            connection.close()

    def get(self, path: str, **headers: str) -> Answer:
        return self.ask("GET", path, headers=headers)

    def post(self, path: str, body: Any, **headers: str) -> Answer:
        return self.ask("POST", path, body, headers)

    def chat(self, messages: list[dict[str, Any]], **fields: Any) -> Any:
        """A chat completion, greedy and short if nothing else is said."""
        body = {"messages": messages, "temperature": 0, "max_tokens": 8, **fields}
        answer = self.post("/v1/chat/completions", body)
        assert answer.status == 200, answer.data
        return answer.json

    def begin(self, path: str, body: Any) -> socket.socket:
        """Send a request and leave it; the socket it was sent on."""
        data = json.dumps(body).encode()
        head = (
            f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(data)}\r\n\r\n"
        )
        found = socket.create_connection(("127.0.0.1", self.server.port), timeout=SECONDS)
        found.sendall(head.encode() + data)
        return found


def until(condition: Callable[[], object]) -> None:
    """Wait until something holds that other threads or processes bring about."""
    late = time.monotonic() + SECONDS
    while not condition():
        assert time.monotonic() < late, "it never came to that"


def user(text: str) -> dict[str, Any]:
    return {"role": "user", "content": text}


def replied(completion: Any) -> dict[str, Any]:
    """The message that a completion holds, as a client sends it back."""
    return {"role": "assistant", "content": completion["choices"][0]["message"]["content"]}


def running(folder: Path, **fields: Any) -> Iterator[ServerHarness]:
    with ServerHarness(folder, **fields) as served:
        yield served
