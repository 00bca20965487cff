"""What a message will take of the memory, in words. No widgets, so that each sentence can be tested."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from app.core.types import MemoryState
from app.ui.widgets.labels import count
from engine.compaction.policy import Fill, effective, longest_message, room_before
from engine.protocol import MemoryPolicy

translate = QCoreApplication.translate


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
    """The limits for the next message, as the engine tells them.

    ``memory`` None: of a chat that has none yet, in which only ``system`` tokens will be, by the engine's own rules;
    ``n_ctx``: tokens that an uncompacted memory holds, 0 while there is none.
    """
    if memory is not None and memory.bytes_total > 0:
        return Limits(memory.room, memory.longest)
    if n_ctx <= 0:
        return Limits()
    empty = Fill(bytes_total=n_ctx, bytes_blocks=0, bytes_per_token=1.0, n_live=system, capacity=n_ctx)
    limited, compacts = effective(policy, n_ctx), compactable and policy.auto
    most = longest_message(empty, limited, system, compacts)
    return Limits(room_before(empty, limited) if compacts else None, most)


def unseen() -> Cost:
    """The line for a message with pictures while no model is loaded that looks at them."""
    return Cost(
        translate(
            "Composer",
            "This model can't see images. Load a model with a vision projector (mmproj), or remove the images.",
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
            next_step = translate("Composer", "Remove a file or reload the model with a larger context.")
        else:
            next_step = translate("Composer", "Shorten the message or reload the model with a larger context.")
        text = translate("Composer", "{tokens} · too long, the limit is {most} tokens. {next}")
        return Cost(text.format(tokens=amount, most=most, next=next_step), "error")
    if limits.room is not None and tokens > limits.room:
        return Cost(translate("Composer", "{tokens} · compacts first").format(tokens=amount), "warn")
    return Cost(amount)
