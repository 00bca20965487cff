"""What a message will take of the memory, in words. No widgets, so that each sentence can be tested."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from app.core.types import MemoryState
from app.ui.chat.meter.words import bytes_of_free_token, bytes_per_token
from app.ui.widgets.labels import count
from engine.protocol import MemoryPolicy

translate = QCoreApplication.translate

SHRINKS = 8  # how much smaller a compaction makes text at most without blurring it; as the engine's own rule says


@dataclass(frozen=True)
class Limits:
    """``room``: tokens that fit before a compaction begins by itself; ``most``: the longest message there can be.

    None: unknown, or there is no such limit.
    """

    room: int | None = None
    most: int | None = None


@dataclass(frozen=True)
class Cost:
    """What the line of the composer says. ``role``: faint, warn or error, as of labels."""

    text: str = ""
    role: str = "faint"


def limits_of(memory: MemoryState | None, n_ctx: int, policy: MemoryPolicy, compactable: bool, system: int) -> Limits:
    """The limits for the next message.

    ``memory`` None: of a chat that has none yet, in which only ``system`` tokens will be; ``n_ctx``: tokens that an
    uncompacted memory holds, 0 while there is none.
    """
    if memory is not None and memory.bytes_total > 0:
        each = bytes_per_token(memory, n_ctx)
        free = bytes_of_free_token(memory)
        total, used, free_tokens = memory.bytes_total, memory.bytes_used, memory.free_tokens
        system = sum(part.tokens for part in memory.segments if part.kind == "system")
    else:
        each = free = 1.0
        total, used, free_tokens = n_ctx, system, n_ctx - system
    if total <= 0 or each <= 0:
        return Limits()
    eighth = max(1, int(total / each) // 8)  # a small memory keeps less free, as the engine does it
    reserve, recent = max(1, min(policy.reserve, eighth)), max(1, min(policy.keep_recent, eighth))
    if not compactable or not policy.auto:
        return Limits(None, max(0, free_tokens - reserve))
    room = int((policy.threshold * total - used) / free) if free else 0
    kept = (system + recent + reserve) * each
    return Limits(max(0, room), max(0, int((policy.threshold * total - kept) * SHRINKS / each)))


def unseen() -> Cost:
    """The line for a message with pictures while no model is loaded that looks at them."""
    return Cost(
        translate(
            "Composer",
            "The model in use cannot look at pictures. Load one with its vision part, or remove the pictures.",
        ),
        "error",
    )


def cost_of(tokens: int, counted: bool, limits: Limits, files: int = 0) -> Cost:
    """The line for a message of ``tokens``; ``files``: how many of it are attached."""
    if tokens <= 0:
        return Cost()
    amount = translate("Composer", "%Ln token(s)", "", tokens)
    if not counted:
        amount = translate("Composer", "≈ {tokens}").format(tokens=amount)
    if limits.most is not None and tokens > limits.most:
        most = count(limits.most)
        if files:
            next_step = translate("Composer", "Remove a file, or load the model with a larger memory.")
        else:
            next_step = translate("Composer", "Send less at once, or load the model with a larger memory.")
        text = translate("Composer", "{tokens} · does not fit: the memory takes at most {most}. {next}")
        return Cost(text.format(tokens=amount, most=most, next=next_step), "error")
    if limits.room is not None and tokens > limits.room:
        return Cost(translate("Composer", "{tokens} · will compact first").format(tokens=amount), "warn")
    return Cost(amount)
