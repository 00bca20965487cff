"""Llama-server as a peer of ``bench server``: the same model and context in a process of its own, asked the same.

It is built from the same sources as the engine, without the patches: ``cmake --build . --target llama-server`` in
``vendor/llama.cpp`` of the sdist that ``native/engine_source.py`` pins.
"""

from __future__ import annotations

import contextlib
import http.client
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

from engine.bench.harness import BenchError

START_SECONDS = 300.0


@contextlib.contextmanager
def peer(program: str, model: str, *, context: int, slots: int, threads: int) -> Iterator[int]:
    """Inside, it answers; its port. ``context``: tokens that its slots share.

    Raises:
        BenchError: it does not start.
    """
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = int(free.getsockname()[1])
    command = [program, "-m", model, "--port", str(port), "-c", str(context), "-np", str(slots), "--kv-unified",
               "--jinja", "--log-disable", *(["-t", str(threads)] if threads else [])]  # fmt: skip
    try:
        child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    except OSError as error:
        raise BenchError(f"Can't start {Path(program).name}: {error.strerror}.") from error
    try:
        until = time.monotonic() + START_SECONDS
        while not _answers(port):
            if child.poll() is not None or time.monotonic() > until:
                raise BenchError(f"{Path(program).name} doesn't answer.")
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
