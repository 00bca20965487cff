"""How a chat's memory grew and shrank, worked out from what the engine did in it. No widgets."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from app.core.types import Activity
from app.ui.widgets.labels import count, duration, percent, size


@dataclass(frozen=True)
class Point:
    """After one event: the chat's tokens so far, and how many uncompacted ones its memory would hold in its bytes."""

    activity: Activity
    tokens: int
    held: float


def history(activities: Iterable[Activity], bytes_per_token: float) -> list[Point]:
    """The course of a chat, oldest event first (``activities`` come newest first).

    Replies add what they read and wrote, compactions take away the bytes they freed. What happened before the first
    event that is kept, or a cut of the chat, is not seen: an opening says how many tokens there really are.
    """
    tokens, held = 0, 0.0
    points = []
    for activity in reversed(list(activities)):
        if activity.kind == "reply":
            tokens += activity.prompt_tokens + activity.tokens
            held += activity.prompt_tokens + activity.tokens
        elif activity.kind == "compact" and bytes_per_token > 0:
            held = max(0.0, held - activity.bytes / bytes_per_token)
        elif activity.kind == "open" and activity.tokens:
            held = max(0.0, held + min(0, activity.tokens - tokens)) if tokens else float(activity.tokens)
            tokens = activity.tokens
        if activity.kind in ("reply", "compact", "open"):
            points.append(Point(activity, tokens, min(held, float(tokens))))
    return points


def what(activity: Activity) -> str:
    """ "Reply", "Compaction", ..."""
    return {"load": "Model loaded", "open": "Memory back", "reply": "Reply", "compact": "Compaction", "save": "Saved"}[
        activity.kind
    ]


_ENDINGS = {"length": "stopped at its longest", "cancelled": "stopped by you", "memory": "memory full"}
_WAYS = {"empty": "nothing to read", "resumed": "from its snapshot", "rebuilt": "read again"}


def details(activity: Activity) -> str:
    """What an event took and did, in words: "read 1,240 tokens at 310/s · wrote 212 at 38.2/s · first after 0.31 s"."""
    parts: list[str] = []
    match activity.kind:
        case "load":
            parts = [activity.how, size(activity.bytes)]
        case "open":
            parts = [_WAYS.get(activity.how, activity.how), f"{count(activity.tokens)} tokens"]
        case "reply":
            if activity.prompt_tokens:
                parts.append(f"read {count(activity.prompt_tokens)} tokens at {activity.prompt_per_second:.0f}/s")
            if activity.tokens:
                parts.append(f"wrote {count(activity.tokens)} at {activity.tokens_per_second:.1f}/s")
            if activity.first_token_ms:
                parts.append(f"first after {duration(activity.first_token_ms / 1000)}")
            if activity.how in _ENDINGS:
                parts.append(_ENDINGS[activity.how])
        case "compact":
            parts = [f"{count(activity.tokens)} tokens", f"{size(activity.bytes)} freed", activity.how]
        case "save":
            parts = [f"{count(activity.tokens)} tokens", size(activity.bytes)]
    return " · ".join(part for part in parts if part)


def summary(points: list[Point]) -> str:
    """One line over the course of a chat."""
    if not points:
        return "Nothing has happened in this chat yet."
    last = points[-1]
    compactions = sum(point.activity.kind == "compact" for point in points)
    replies = sum(point.activity.kind == "reply" for point in points)
    words = [f"{count(last.tokens)} tokens", f"{replies} {'reply' if replies == 1 else 'replies'}"]
    if compactions:
        words.append(f"{compactions} {'compaction' if compactions == 1 else 'compactions'}")
        if last.tokens:
            words.append(f"memory of {percent(last.held / last.tokens)} of their size")
    return " · ".join(words)
