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


_WINDOWS = {  # how processes end there, by NTSTATUS
    0xC0000005: "STATUS_ACCESS_VIOLATION",
    0xC0000017: "STATUS_NO_MEMORY",
    0xC000001D: "STATUS_ILLEGAL_INSTRUCTION",
    0xC000007B: "STATUS_INVALID_IMAGE_FORMAT",
    0xC0000094: "STATUS_INTEGER_DIVIDE_BY_ZERO",
    0xC00000FD: "STATUS_STACK_OVERFLOW",
    0xC000012D: "STATUS_COMMITMENT_LIMIT",
    0xC0000135: "STATUS_DLL_NOT_FOUND",
    0xC0000139: "STATUS_ENTRYPOINT_NOT_FOUND",
    0xC0000142: "STATUS_DLL_INIT_FAILED",
    0xC0000374: "STATUS_HEAP_CORRUPTION",
    0xC0000409: "STATUS_STACK_BUFFER_OVERRUN",  # abort() in C, too
    0xE06D7363: "C++ exception",
}
_WITHOUT_LINES = {  # Windows has said it by the status alone, before the process could say anything
    "STATUS_NO_MEMORY": say("engine.out_of_memory"),
    "STATUS_COMMITMENT_LIMIT": say("engine.out_of_memory"),
    "STATUS_INVALID_IMAGE_FORMAT": say("engine.incomplete"),
    "STATUS_DLL_NOT_FOUND": say("engine.incomplete"),
    "STATUS_ENTRYPOINT_NOT_FOUND": say("engine.incomplete"),
    "STATUS_DLL_INIT_FAILED": say("engine.incomplete"),
}


def signal_name(number: int) -> str:
    """SIGSEGV for 11, STATUS_ACCESS_VIOLATION for -1073741819 (Windows); 0xC0000420 for one without a name there, and
    "" if there is no such signal here.
    """
    if number < 0:
        status = number & 0xFFFFFFFF
        return _WINDOWS.get(status, f"0x{status:08X}")
    try:
        return signal.Signals(number).name
    except ValueError:
        return ""


def explain(code: int, crashed: bool, lines: Sequence[str]) -> EngineDied:
    """What a process's end means. ``code``: exit status, or where ``crashed`` the signal's number (on Windows: the
    NTSTATUS, as Qt gives it, below zero; Qt takes some of them for an exit status, which is never so elsewhere).
    """
    name = signal_name(code) if crashed or code < 0 else ""
    tail = tuple(lines)
    text = "\n".join(tail[-40:])
    for marks, known in _KNOWN:
        if any(mark in text for mark in marks):
            return EngineDied(known, name, code, tail)
    if name in _WITHOUT_LINES:
        return EngineDied(_WITHOUT_LINES[name], name, code, tail)
    if name == "SIGKILL":
        return EngineDied(say("engine.killed"), name, code, tail)
    assertion = next((line for line in reversed(tail) if "GGML_ASSERT" in line or "assert" in line.lower()), "")
    if assertion:
        return EngineDied(say("engine.check_failed", line=assertion.strip()), name, code, tail)
    reason = say("engine.signal", signal=name) if name else say("engine.status", status=str(code))
    return EngineDied(reason, name, code, tail)
