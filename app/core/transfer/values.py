"""What the files of other programs hold, with nothing taken for granted but what text needs.

Only ChatGPT's are documented by many; all of them change. What is not understood is counted as left out.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime

from app.core.chat_values import Role
from app.core.transfer.markdown import fence_of
from app.core.transfer.tree import LATEST


def text_of(value: object) -> str:
    """``value`` if it is text (halves of characters replaced), else ""."""
    return value.encode("utf-8", "replace").decode("utf-8") if isinstance(value, str) else ""


def time_of(value: object) -> float:
    """Seconds since the epoch, also from milliseconds and ISO 8601 (UTC, if no zone is told); 0 if it is no time."""
    if isinstance(value, str):
        with suppress(ValueError, OverflowError):
            moment = datetime.fromisoformat(value[:40])
            value = (moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)).timestamp()
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        return 0.0
    seconds = float(value) / 1000 if value > 1e11 else float(value)
    return seconds if 0 < seconds < LATEST else 0.0


def members(value: object) -> Mapping[str, object]:
    """``value`` if it is an object, else an empty one."""
    return value if isinstance(value, dict) else {}


def elements(value: object) -> Sequence[object]:
    """``value`` if it is a list, else an empty one."""
    return value if isinstance(value, list) else ()


def role_of(value: object) -> Role | None:
    if value == "user":
        return "user"
    return "assistant" if value == "assistant" else None


def in_order(
    mapping: Mapping[str, object], ask: Callable[[], None], *, parent: str = "parent", children: str = "children"
) -> list[tuple[str, str]]:
    """Keys of a tree with their parents, parents first; what is not reached from a root (a circle) is left out.

    ``parent``, ``children``: the members of its nodes that name others.
    """
    parents: dict[str, str] = {}
    following: dict[str, list[str]] = {}
    for key, value in mapping.items():
        ask()
        above = members(value).get(parent)
        parents[key] = above if isinstance(above, str) and above in mapping else ""
    for value in mapping.values():  # children in the order of their versions, where that is told
        ask()
        for child in elements(members(value).get(children)):
            if isinstance(child, str) and child in parents:
                following.setdefault(parents[child], []).append(child)
    for key, above in parents.items():
        following.setdefault(above, []).append(key)
    order: list[tuple[str, str]] = []
    seen: set[str] = set()
    waiting = list(reversed(following.get("", ())))
    while waiting:
        key = waiting.pop()
        if key not in seen:
            seen.add(key)
            order.append((key, parents[key]))
            waiting.extend(reversed(following.get(key, ())))
    return order


def fenced(code: str, language: str = "") -> str:
    """``code`` as a block of Markdown whose fence is not in it."""
    fence = fence_of(code)
    return f"{fence}{language}\n{code}\n{fence}"
