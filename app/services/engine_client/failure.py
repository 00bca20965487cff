"""Why an engine process ended, in words for people."""

from __future__ import annotations

import signal
from collections.abc import Sequence

import msgspec

from app.core.texts import Text, say

DRIVER = say("engine.graphics_driver")


class EngineDied(msgspec.Struct, frozen=True):
    """The end of an engine process nobody asked to end.

    ``reason``: what to tell; ``signal``: its name or ""; ``lines``: the last lines it wrote.
    ``restarting``: whether it is being started again by itself.
    """

    reason: Text
    signal: str = ""
    code: int = 0
    lines: tuple[str, ...] = ()
    restarting: bool = False

    @property
    def driver_failed(self) -> bool:
        """Whether a graphics driver ended it."""
        return self.reason == DRIVER


_KNOWN = (
    (("out of memory", "failed to allocate", "bad_alloc", "MemoryError"), say("engine.out_of_memory")),
    # what they say when they fail, not the names that they say as they start
    (("CUDA error", "VK_ERROR", "DeviceLost", "ggml-cuda.cu:", "ggml-vulkan.cpp:", "command buffer"), DRIVER),
    (("Remote RPC server", "Failed to connect to", "RPC handshake"), say("engine.worker_lost")),
    (("No module named", "ImportError", "ModuleNotFoundError"), say("engine.incomplete")),
)  # fmt: skip


def signal_name(number: int) -> str:
    """SIGSEGV for 11; "" if there is no such signal here."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return ""


def explain(code: int, crashed: bool, lines: Sequence[str]) -> EngineDied:
    """What a process's end means. ``code``: exit status, or the signal's number where ``crashed``."""
    name = signal_name(code) if crashed else ""
    tail = tuple(lines)
    text = "\n".join(tail[-40:])
    for marks, known in _KNOWN:
        if any(mark in text for mark in marks):
            return EngineDied(known, name, code, tail)
    if name == "SIGKILL":
        return EngineDied(say("engine.killed"), name, code, tail)
    assertion = next((line for line in reversed(tail) if "GGML_ASSERT" in line or "assert" in line.lower()), "")
    if assertion:
        return EngineDied(say("engine.check_failed", line=assertion.strip()), name, code, tail)
    reason = say("engine.signal", signal=name) if name else say("engine.status", status=str(code))
    return EngineDied(reason, name, code, tail)
