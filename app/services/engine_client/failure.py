"""Why an engine process ended, in words for people."""

from __future__ import annotations

import signal
from collections.abc import Sequence

import msgspec


class EngineDied(msgspec.Struct, frozen=True):
    """The end of an engine process nobody asked to end.

    ``reason`` and ``hint``: sentences for people; ``signal``: its name or ""; ``lines``: the last lines it wrote.
    ``restarting``: whether it is being started again by itself.
    """

    reason: str
    hint: str = ""
    signal: str = ""
    code: int = 0
    lines: tuple[str, ...] = ()
    restarting: bool = False


_KNOWN = (
    (("out of memory", "failed to allocate", "bad_alloc", "MemoryError"), "The engine ran out of memory.",
     "Choose a smaller memory size in the settings, or a smaller model."),
    (("CUDA error", "ggml_cuda", "VK_ERROR", "ggml_metal"), "The graphics driver failed inside the engine.",
     "Try with 0 layers on the GPU in the settings."),
    (("No module named", "ImportError", "ModuleNotFoundError"), "The engine is not installed completely.",
     "Run the setup again."),
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
    for marks, reason, hint in _KNOWN:
        if any(mark in text for mark in marks):
            return EngineDied(reason, hint, name, code, tail)
    if name == "SIGKILL":
        return EngineDied(
            "The engine was ended by the system, most likely because memory ran out.",
            "Close other programs, or choose a smaller memory size in the settings.", name, code, tail,
        )  # fmt: skip
    assertion = next((line for line in reversed(tail) if "GGML_ASSERT" in line or "assert" in line.lower()), "")
    if assertion:
        return EngineDied("The engine stopped because a check inside it failed.", assertion.strip(), name, code, tail)
    how = f"({name})" if name else f"(code {code})"
    return EngineDied(f"The engine stopped unexpectedly {how}.", "", name, code, tail)
