"""What the server counts, in the text format that Prometheus reads."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterable

from engine import protocol as p

BUCKETS = (0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 300.0)  # seconds
PREFIX = "longthread_"

HELP = {
    "requests_total": ("counter", "Requests by path and status."),
    "prompt_tokens_total": ("counter", "Tokens of the conversations that were sent."),
    "read_tokens_total": ("counter", "Tokens of them that had to be read."),
    "cached_tokens_total": ("counter", "Tokens of them that the context still held."),
    "reply_tokens_total": ("counter", "Tokens that were written."),
    "embedded_tokens_total": ("counter", "Tokens of texts that were embedded."),
    "compactions_total": ("counter", "Compactions."),
    "compacted_tokens_total": ("counter", "Tokens that compactions took in."),
    "compaction_error": ("gauge", "Held-out error of the last compaction."),
    "first_token_seconds": ("histogram", "Time to the first token."),
    "reply_seconds": ("histogram", "Time to the end of a reply."),
    "requests_running": ("gauge", "Requests at work."),
    "requests_waiting": ("gauge", "Requests that wait for their turn."),
    "sessions": ("gauge", "Sessions, open and saved."),
    "kv_used_bytes": ("gauge", "KV cache in use."),
    "kv_total_bytes": ("gauge", "KV cache there may be."),
    "kv_compacted_tokens": ("gauge", "Tokens of open sessions that are compacted."),
}


class Metrics:
    """Counters and times; safe to use from several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._counts: Counter[tuple[str, str]] = Counter()
        self._gauges: dict[str, float] = {}
        self._times: dict[str, list[float]] = {name: [0.0] * (len(BUCKETS) + 2) for name in _histograms()}
        self._compacted: dict[str, int] = {}

    def count(self, name: str, n: float = 1, labels: str = "") -> None:
        """Add ``n`` to a counter; ``labels`` as they are written."""
        with self._lock:
            self._counts[name, labels] += n  # type: ignore[assignment]

    def took(self, name: str, seconds: float) -> None:
        """Note a time."""
        with self._lock:
            times = self._times[name]
            for i, most in enumerate(BUCKETS):
                times[i] += seconds <= most
            times[-2] += 1
            times[-1] += seconds

    def heard(self, event: p.AnyEvent) -> None:
        """Note what happened to a session."""
        with self._lock:
            if isinstance(event, p.Compacted):
                self._counts["compactions_total", ""] += 1
                self._counts["compacted_tokens_total", ""] += event.report.tokens
                self._gauges["compaction_error"] = event.report.error
            elif isinstance(event, p.Memory):
                self._gauges.update(kv_used_bytes=event.bytes_used, kv_total_bytes=event.bytes_total)
                self._compacted[event.chat_id] = sum(part.tokens for part in event.segments if part.kind == "compacted")

    def forget(self, sessions: Iterable[str]) -> None:
        """These sessions are not open any more."""
        with self._lock:
            for name in sessions:
                self._compacted.pop(name, None)

    def text(self, **gauges: float) -> str:
        """All of it, with ``gauges`` as they are now."""
        with self._lock:
            now = {**self._gauges, "kv_compacted_tokens": sum(self._compacted.values()), **gauges}
            lines: list[str] = []
            for name, (kind, told) in HELP.items():
                lines += [f"# HELP {PREFIX}{name} {told}", f"# TYPE {PREFIX}{name} {kind}"]
                if kind == "histogram":
                    times = self._times[name]
                    limits = [*map(str, BUCKETS), "+Inf"]
                    lines += [
                        f'{PREFIX}{name}_bucket{{le="{most}"}} {n:g}'
                        for most, n in zip(limits, times[:-1], strict=True)
                    ]
                    lines += [f"{PREFIX}{name}_sum {times[-1]:g}", f"{PREFIX}{name}_count {times[-2]:g}"]
                elif kind == "gauge":
                    lines.append(f"{PREFIX}{name} {now.get(name, 0):g}")
                else:
                    found = {labels: n for (counted, labels), n in self._counts.items() if counted == name}
                    lines += [
                        f"{PREFIX}{name}{{{labels}}} {n:g}" if labels else f"{PREFIX}{name} {n:g}"
                        for labels, n in sorted((found or {"": 0}).items())
                    ]
        return "\n".join(lines) + "\n"


def _histograms() -> list[str]:
    return [name for name, (kind, _) in HELP.items() if kind == "histogram"]
