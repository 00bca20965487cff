"""How a chat's memory grew and shrank, worked out from what the engine did in it. No widgets."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from app.core.work_values import Activity
from app.ui.numbers import count, decimal, duration, size, times

translate = QCoreApplication.translate


@dataclass(frozen=True)
class ChartPoint:
    """After one event: the chat's tokens so far, and how many uncompacted ones its memory would hold in its bytes."""

    activity: Activity
    tokens: int
    held: float


def history(activities: Iterable[Activity], bytes_per_token: float) -> list[ChartPoint]:
    """The course of a chat, oldest event first (``activities`` come newest first).

    Replies add what they read and wrote, compactions take away the bytes they freed until they are undone. What
    happened before the first event that is kept, or a cut of the chat, is not seen: an opening says how many tokens
    there are.
    """
    tokens, held = 0, 0.0
    points = []
    freed: list[float] = []  # by the compactions that hold
    for activity in reversed(list(activities)):
        if activity.kind == "reply":
            tokens += activity.prompt_tokens + activity.tokens
            held += activity.prompt_tokens + activity.tokens
        elif activity.kind == "compact" and bytes_per_token > 0:
            freed.append(min(held, activity.bytes / bytes_per_token))
            held -= freed[-1]
        elif activity.kind == "undo" and freed:
            held += freed.pop()
        elif activity.kind == "open":
            held = max(0.0, held + activity.tokens - tokens) if tokens else float(activity.tokens)
            tokens = activity.tokens
        if activity.kind in ("reply", "compact", "undo", "open"):
            points.append(ChartPoint(activity, tokens, min(held, float(tokens))))
    return points


def what(activity: Activity) -> str:
    """ "Reply", "Compaction", ..."""
    return {
        "load": translate("Activity", "Model loaded"),
        "open": translate("Activity", "Chat loaded"),
        "reply": translate("Activity", "Reply"),
        "compact": translate("Activity", "Compaction"),
        "undo": translate("Activity", "Undone"),
        "save": translate("Activity", "Saved"),
    }[activity.kind]


def _ending(how: str) -> str:
    """Why a reply ended; "" for its own end."""
    match how:
        case "length":
            return translate("Activity", "reply limit reached")
        case "cancelled":
            return translate("Activity", "stopped by you")
        case "memory":
            return translate("Activity", "context full")
    return ""


def _way(how: str) -> str:
    """How a chat's memory came back."""
    match how:
        case "empty":
            return translate("Activity", "nothing to restore")
        case "resumed":
            return translate("Activity", "from saved state")
        case "rebuilt":
            return translate("Activity", "reread")
    return how


def details(activity: Activity) -> str:
    """What an event took and did, in words: "read 1,240 tokens at 310/s · wrote 212 at 38.2/s · first after 0.31 s"."""
    parts: list[str] = []
    match activity.kind:
        case "load":
            parts = [activity.how, size(activity.bytes)]
        case "open":
            parts = [_way(activity.how), translate("Activity", "%Ln token(s)", "", activity.tokens)]
        case "reply":
            if activity.prompt_tokens:
                read = translate("Activity", "read %Ln token(s) at {speed} tok/s", "", activity.prompt_tokens)
                parts.append(read.format(speed=decimal(activity.prompt_per_second, 0)))
            if activity.tokens:
                speed = decimal(activity.tokens_per_second, 1)
                wrote = translate("Activity", "wrote {number} at {speed} tok/s")
                parts.append(wrote.format(number=count(activity.tokens), speed=speed))
            if activity.first_token_ms:
                first = translate("Activity", "{time} to first token")
                parts.append(first.format(time=duration(activity.first_token_ms / 1000)))
            parts.append(_ending(activity.how))
        case "compact":
            parts = [
                translate("Activity", "%Ln token(s)", "", activity.tokens),
                translate("Activity", "{size} freed").format(size=size(activity.bytes)),
                activity.how,
            ]
        case "undo":
            parts = [translate("Activity", "%Ln token(s) back in full detail", "", activity.tokens)]
        case "save":
            parts = [translate("Activity", "%Ln token(s)", "", activity.tokens), size(activity.bytes)]
    return " · ".join(part for part in parts if part)


def summary(points: list[ChartPoint], ratio: float = 0.0) -> str:
    """One line over the course of a chat; ``ratio``: of what is compacted in it now."""
    if not points:
        return translate("Activity", "No activity in this chat yet.")
    last = points[-1]
    compactions = sum(point.activity.kind == "compact" for point in points)
    replies = sum(point.activity.kind == "reply" for point in points)
    words = [
        translate("Activity", "%Ln token(s)", "", last.tokens),
        translate("Activity", "%Ln replies", "", replies),
    ]
    if compactions:
        words.append(translate("Activity", "%Ln compaction(s)", "", compactions))
    if ratio:
        words.append(translate("Activity", "{ratio}× compacted").format(ratio=times(ratio)))
    return " · ".join(words)
