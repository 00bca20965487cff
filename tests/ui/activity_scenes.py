"""What the engine did in a chat, as screens and tests show it."""

from __future__ import annotations

from app.core.work_values import Activity

CHAT = "c1"


def course(n: int = 18) -> list[Activity]:
    """A chat of ``n`` replies with a compaction at every sixth, newest first as the store gives them."""
    events = [Activity(kind="open", chat=CHAT, at=1_790_000_000.0, ms=21, how="resumed", tokens=2200)]
    for i in range(n):
        at = 1_790_000_100.0 + 95 * i
        if i % 6 == 5:
            events.append(
                Activity(kind="compact", chat=CHAT, at=at, ms=640, how="default", tokens=2900, bytes=2400 * 46_080)
            )
        reading = 340 + 97 * (i % 5)
        events.append(
            Activity(kind="reply", chat=CHAT, at=at + 9, ms=reading * 3 + 4100, how="length" if i == 4 else "eos",
                     tokens=160 + 13 * (i % 7), prompt_tokens=reading, prefill_ms=reading * 3.1,
                     first_token_ms=reading * 3.1 + 40, decode_ms=4100)
        )  # fmt: skip
    events.append(Activity(kind="save", chat=CHAT, at=events[-1].at + 1, ms=84, tokens=8100, bytes=61_400_000))
    return events[::-1]


LINES = tuple(f"INFO engine.chat.usage: compacted {900 + i} tokens 8.0x in {600 + i} ms, error 0.09" for i in range(12))
