"""The server of ``bench server`` in this process, and a client that times what it answers."""

from __future__ import annotations

import http.client
import json
import queue
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine import protocol as p
from engine.bench.harness import BenchError
from engine.server.local import LocalServer
from engine.server.loop import Loop
from engine.server.options import ServerOptions
from engine.texts import english


@dataclass
class TimedReply:
    """A reply as its client saw it. ``first_ms``: until its first text, ``first_cpu_ms``: processor time of this
    process until then. ``session``: where the conversation goes on.
    """

    text: str
    first_ms: float
    first_cpu_ms: float
    ms: float
    usage: dict[str, Any]
    session: str

    @property
    def read(self) -> int:
        return int(self.usage["prompt_tokens"] - self.usage["prompt_tokens_details"]["cached_tokens"])


class BenchLoop(Loop):
    """The engine's thread, which also carries out requests of a chat that is not served."""

    def __init__(self) -> None:
        self._told: queue.SimpleQueue[p.AnyEvent] = queue.SimpleQueue()
        super().__init__()

    def _hear(self, event: p.AnyEvent) -> None:
        super()._hear(event)
        self._told.put(event)

    def carry_out(self, request: p.AnyRequest) -> p.AnyEvent:
        """What closes ``request``; from another thread than the engine's."""
        return self.said(request)[0]

    def said(self, request: p.AnyRequest) -> tuple[p.AnyEvent, str]:
        """What closes ``request``, and the text of its tokens."""
        self.host.submit(request)
        self.wake()
        text = ""
        while True:
            event = self._told.get()
            if event.id != request.id:
                continue
            if isinstance(event, p.Token):
                text += event.text
            elif isinstance(event, type(request).closes | p.Error):
                return event, text


class BenchClient:
    """A client of chat completions. ``loop``: of the engine that answers; None: another program does."""

    def __init__(self, port: int, loop: BenchLoop) -> None:
        self._port, self.loop = port, loop

    def count(self, text: str) -> int:
        """The tokens of a text."""
        with self.post("/tokenize", {"content": text}) as response:
            return len(json.loads(response.read())["tokens"])

    def reply(self, messages: list[dict[str, str]], tokens: int) -> TimedReply:
        """Ask for a reply of at most so many tokens, streamed and greedy."""
        start, used = time.perf_counter(), time.process_time()
        body = {
            "messages": messages, "max_tokens": tokens, "temperature": 0, "stream": True,
            "stream_options": {"include_usage": True},
        }  # fmt: skip
        text, first, first_cpu = "", 0.0, 0.0
        usage: dict[str, Any] = {}
        with self.post("/v1/chat/completions", body) as response:
            session = response.getheader("X-Longthread-Session", "")
            for line in response:
                if not line.startswith(b"data: {"):
                    continue
                event = json.loads(line[6:])
                if "choices" not in event:
                    raise BenchError(f"The server ended the reply with: {line[6:].decode('utf-8', 'replace').strip()}")
                usage = event.get("usage") or usage
                said = event["choices"][0]["delta"].get("content") or "" if event["choices"] else ""
                if said and not first:
                    first, first_cpu = time.perf_counter(), time.process_time()
                text += said
        end = time.perf_counter()
        first, first_cpu = first or end, first_cpu or time.process_time()
        return TimedReply(text, (first - start) * 1000, (first_cpu - used) * 1000, (end - start) * 1000, usage, session)

    def manage(self, path: str) -> dict[str, Any]:
        """Post nothing to an address of sessions; what it answers."""
        with self.post(path, {}) as response:
            return dict(json.loads(response.read()))

    @contextmanager
    def post(self, path: str, body: dict[str, Any]) -> Iterator[http.client.HTTPResponse]:
        """Inside, the answer to ``body``; raises BenchError when it is refused."""
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=3600)
        try:
            connection.request("POST", path, json.dumps(body).encode(), {"Content-Type": "application/json"})
            with connection.getresponse() as response:
                if response.status != 200:
                    told = response.read(500).decode("utf-8", "replace")
                    raise BenchError(f"The server answered {response.status}: {told}")
                yield response
        finally:
            connection.close()


@contextmanager
def served(model: str, context: int, chats: int, threads: int, folder: Path) -> Iterator[BenchClient]:
    """Inside, a server answers; its client. Raises BenchError."""
    loop = BenchLoop()
    load = p.Load(id=1, path=model, n_ctx=context, n_threads=threads, chats=chats)
    loaded = loop.ask(load)
    if not isinstance(loaded, p.Loaded):
        raise BenchError(english.whole(loaded.text) if isinstance(loaded, p.Error) else "The model can't be loaded.")
    thread = threading.Thread(target=loop.run, name="engine")
    thread.start()
    server = LocalServer(loop.host, loop.wake, ServerOptions(folder=folder, port=0, load=load))
    try:
        server.start()
        yield BenchClient(server.port, loop)
    finally:
        server.stop()
        loop.end()
        thread.join()
        loop.host.unload()
