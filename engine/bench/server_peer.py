"""Llama-server as a peer of ``bench server``: both with one model and context, each in a process of its own.

It is built from the same sources as the engine, without the patches: ``cmake --build . --target llama-server`` in
``vendor/llama.cpp`` of the sdist that ``native/engine_source.py`` pins.
"""

from __future__ import annotations

import contextlib
import http.client
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from engine.bench.harness import BenchError

START_SECONDS = 300.0


def peer(program: str, model: str, context: int, slots: int, threads: int) -> contextlib.AbstractContextManager[int]:
    """Inside, llama-server answers; its port. ``context``: tokens that its slots share. Raises BenchError."""
    command = [program, "-m", model, "-c", str(context), "-np", str(slots), "--kv-unified", "--jinja", "--log-disable"]
    return _started([*command, *(["-t", str(threads)] if threads else [])])


def own(model: str, context: int, chats: int, threads: int, folder: Path) -> contextlib.AbstractContextManager[int]:
    """The same of the server here, in a process of its own: clients in this one take nothing from it."""
    command = [sys.executable, "-m", "engine", "serve", model, "--context", str(context), "--chats", str(chats)]
    return _started([*command, "--threads", str(threads), "--folder", str(folder)])


@contextlib.contextmanager
def _started(command: list[str]) -> Iterator[int]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = int(free.getsockname()[1])
    try:
        child = subprocess.Popen([*command, "--port", str(port)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    except OSError as error:
        raise BenchError(f"Can't start {Path(command[0]).name}: {error.strerror}.") from error
    try:
        until = time.monotonic() + START_SECONDS
        while not _answers(port):
            if child.poll() is not None or time.monotonic() > until:
                raise BenchError(f"{Path(command[0]).name} doesn't answer.")
            time.sleep(0.1)
        yield port
    finally:
        child.terminate()
        child.wait()


def _answers(port: int) -> bool:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        connection.request("GET", "/health")
        return connection.getresponse().status == 200
    except OSError:
        return False
    finally:
        connection.close()
