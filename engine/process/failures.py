"""What failed, as it is told or logged."""

from __future__ import annotations

import logging

from engine import protocol as p
from engine.errors import EngineError
from engine.scheduling.scheduler import Task
from engine.texts import say

log = logging.getLogger("engine.process.failures")


def log_failure(task: Task[None]) -> None:
    """Note that work which nobody asked for failed."""
    if task.error is not None:
        log.error("work in the background failed", exc_info=task.error)


def error_event(request_id: int, error: Exception) -> p.Error:
    """An error as the event that closes a request."""
    if isinstance(error, EngineError):
        return p.Error(id=request_id, code=error.code, text=error.text)
    if isinstance(error, MemoryError):
        return p.Error(id=request_id, code="internal", text=say("request.out_of_memory"))
    log.error("a request failed", exc_info=error)
    text = say("request.failed", kind=type(error).__name__, reason=str(error))
    return p.Error(id=request_id, code="internal", text=text)
