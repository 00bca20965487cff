"""Workers on this computer for tests."""

from __future__ import annotations

import os
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
