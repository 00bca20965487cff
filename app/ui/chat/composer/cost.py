"""What a message will take of the memory, in words. No widgets, so that each sentence can be tested."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from app.core.work_values import CompactionEstimate, MessageLimits
from app.services.wording import said_together
from app.ui.numbers import count, times
from app.ui.widgets.likeness import next_words

translate = QCoreApplication.translate

SHORT_S, LONG_S = 10, 90  # of reading, from which on it is told, in seconds or in minutes


@dataclass(frozen=True)
class Cost:
    """What the line of the composer says. ``role``: faint, warn or error, as of labels; ``long``: whole sentences.

    ``anyway``: the message is sent only if the person says so once more. ``refused``: the model would not take it.
    """

    text: str = ""
    role: str = "faint"
    long: bool = False
    anyway: bool = False
    refused: bool = False


def unseen(loaded: bool) -> Cost:
    """The line for a message with pictures while no model is loaded that looks at them. ``loaded``: one is that does
    not.
    """
    return Cost(
        translate(
            "Composer",
            "This model can't see images. Load a model with a vision projector (mmproj), or remove the images.",
        ),
        "error",
        long=True,
        refused=loaded,
    )


def cost_of(
    tokens: int,
    counted: bool,
    limits: MessageLimits,
    files: int = 0,
    loss: CompactionEstimate | None = None,
    context: int = 0,
    speed: float = 0.0,
    full: bool = False,
) -> Cost:
    """The line for a message of ``tokens``; ``files``: how many of it are attached.

    ``loss``: what it would be compacted to, if it is longer than text bears well. ``context``: tokens that the model
    has in view uncompacted; ``speed``: tokens that it reads in a second. 0: unknown. ``full``: where no message fits,
    messages take the most of the context, not the system prompt.
    """
    if tokens <= 0:
        return Cost()
    amount = translate("Composer", "%Ln token(s)", "", tokens)
    if not counted:
        amount = translate("Composer", "≈ {tokens}").format(tokens=amount)
    if limits.longest is not None and limits.longest < tokens <= (limits.most or 0):
        return Cost(_too_much(amount, limits.longest, loss), "warn", long=True, anyway=True)
    if limits.longest is not None and max(limits.longest, limits.most or 0) <= 0:
        return Cost(_no_room(amount, full), "error", long=True, refused=counted)
    if limits.longest is not None and tokens > limits.longest:
        most = count(limits.longest or limits.most or 0)
        if files:
            text = translate(
                "Composer",
                "{tokens} · too long, the limit is {most} tokens. Remove a file or reload the model with a larger "
                "context.",
            )
        else:
            text = translate(
                "Composer",
                "{tokens} · too long, the limit is {most} tokens. Shorten the message or reload the model with a "
                "larger context.",
            )
        return Cost(text.format(tokens=amount, most=most), "error", long=True, refused=counted)
    if limits.unread:
        return Cost(_behind(amount, limits.unread, limits.unread / speed if speed > 0 else 0.0), "warn", long=True)
    if limits.room is not None and 0 < context < tokens:
        return Cost(_longer(amount, tokens / speed if speed > 0 else 0.0), "warn", long=True)
    if limits.room is not None and tokens > limits.room:
        return Cost(translate("Composer", "{tokens} · compacts older text").format(tokens=amount), "warn")
    return Cost(amount)


def _no_room(amount: str, full: bool) -> str:
    """Why no message fits at all: the context is ``full`` of messages, or of the system prompt."""
    if full:
        text = translate(
            "Composer",
            "{tokens} · the context is full. Continue in a new chat, or reload the model with a larger context.",
        )
    else:
        text = translate(
            "Composer",
            "{tokens} · no room: the system prompt fills the context. Shorten it in Chat settings, or reload the model "
            "with a larger context.",
        )
    return text.format(tokens=amount)


def _longer(amount: str, seconds: float) -> str:
    """What happens with a message that is longer than the context; it is read for ``seconds`` (0: unknown)."""
    text = translate(
        "Composer", "{tokens} · longer than the context. Longthread compacts the message while reading it."
    )
    return said_together(text.format(tokens=amount), _reading(seconds))


def _behind(amount: str, unread: int, seconds: float) -> str:
    """What comes before the message: the rest of the chat is read for ``seconds`` (0: unknown)."""
    text = translate("Composer", "{tokens} · the model first reads {number} more tokens of this chat.")
    return said_together(text.format(tokens=amount, number=count(unread)), _reading(seconds))


def _reading(seconds: float) -> str:
    """For how long something is read, where that is long enough to be told."""
    if seconds >= LONG_S:
        return translate("Composer", "Reading takes about {n} minutes.").format(n=max(2, round(seconds / 60)))
    if seconds >= SHORT_S:
        return translate("Composer", "Reading takes about {n} seconds.").format(n=round(seconds / 10) * 10)
    return ""


def _too_much(amount: str, most: int, loss: CompactionEstimate | None) -> str:
    """What reading a message costs that is longer than text bears well."""
    text = translate("Composer", "{tokens} · more than the recommended {most}.")
    parts = [text.format(tokens=amount, most=count(most))]
    if loss is not None and loss.same >= 0:
        far = translate("Composer", "“Read anyway” compacts the message about {ratio}×: {words}.")
        parts.append(far.format(ratio=times(round(loss.block_ratio)), words=next_words(loss.same)))
    parts.append(translate("Composer", "Names, numbers and details may be lost."))
    return said_together(*parts)
