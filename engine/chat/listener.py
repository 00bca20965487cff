"""Who hears what a session does: the listener, and those that hear nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, Protocol

from engine.protocol import CompactionReport, TokenLogprob

ProgressKind = Literal["prefill", "compact", "rebuild"]


class Listener(Protocol):
    """Hears what a session does, on the thread that does it."""

    def progress(self, what: ProgressKind, done: int, total: int, tokens_per_second: float) -> None: ...
    def token(self, text: str, n: int) -> None: ...
    def sampled(self, logprob: TokenLogprob) -> None: ...
    def memory_changed(self) -> None: ...
    def compacted(self, report: CompactionReport, after: str) -> None: ...
    def log_changed(self) -> None: ...
    def cancelled(self) -> bool: ...


class Silent:
    """A listener that hears nothing and never cancels."""

    def progress(self, what: ProgressKind, done: int, total: int, tokens_per_second: float) -> None: ...
    def token(self, text: str, n: int) -> None: ...
    def sampled(self, logprob: TokenLogprob) -> None: ...
    def memory_changed(self) -> None: ...
    def compacted(self, report: CompactionReport, after: str) -> None: ...
    def log_changed(self) -> None: ...
    def cancelled(self) -> bool:
        return False


class Aside(Silent):
    """A listener that hears nothing, and cancels when ``stopped`` says so."""

    def __init__(self, stopped: Callable[[], bool]) -> None:
        self._stopped = stopped

    def cancelled(self) -> bool:
        return self._stopped()
