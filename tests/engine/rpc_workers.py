"""Workers on this computer for tests, and a line between that counts what goes over it."""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import sys
import threading
from pathlib import Path

from engine.model.runtime import runtime

ROOT = Path(__file__).parents[2]


def built() -> bool:
    """Whether the library in use has the RPC backend."""
    library = runtime()
    library._plugins.load_rpc()
    return bool(library._ggml.ggml_backend_reg_by_name(b"RPC"))


class LocalWorker:
    """A worker in a process of its own, at any free port."""

    def __init__(self, *options: str) -> None:
        command = [sys.executable, "-m", "engine", "rpc-worker", "--port", "0", "--threads", "1", *options]
        self.process = subprocess.Popen(
            command, cwd=ROOT, env={**os.environ, "OMP_NUM_THREADS": "1"}, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        self.said: list[str] = []
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.said.append(line.strip())
            if line.startswith("ready "):
                break
        assert self.said and self.said[-1].startswith("ready "), self.said
        self.address = self.said[-1].split()[1]
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stderr is not None
        self.said += [line.strip() for line in self.process.stderr]

    def end(self, number: int) -> int:
        """Ask it to end by a signal; its exit status."""
        self.process.send_signal(number)
        return self._ended()

    def kill(self) -> None:
        self.process.kill()
        self._ended()

    def _ended(self) -> int:
        status = self.process.wait(30)
        self._reader.join()
        if self.process.stderr is not None:
            self.process.stderr.close()
        return status


class CountingLine:
    """Passes connections on to a worker and counts the bytes ``to`` it and ``back``."""

    def __init__(self, target: str) -> None:
        self._target = target
        self._server = socket.create_server(("127.0.0.1", 0))
        self.address = f"127.0.0.1:{self._server.getsockname()[1]}"
        self.to = self.back = 0
        threading.Thread(target=self._accept, daemon=True).start()

    def taken(self) -> tuple[int, int]:
        """Bytes since the last call, to the worker and back."""
        found = self.to, self.back
        self.to = self.back = 0
        return found

    def close(self) -> None:
        self._server.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = self._server.accept()
                host, port = self._target.split(":")
                far = socket.create_connection((host, int(port)))
                for line in (near, far):
                    line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                threading.Thread(target=self._pass, args=(near, far, "to"), daemon=True).start()
                threading.Thread(target=self._pass, args=(far, near, "back"), daemon=True).start()

    def _pass(self, source: socket.socket, target: socket.socket, name: str) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(1 << 16):
                setattr(self, name, getattr(self, name) + len(data))
                target.sendall(data)
        for line in (source, target):
            with contextlib.suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)
