"""Long texts are tokenized on a thread of their own, so that others are served meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from engine.errors import Cancelled
from engine.model.vocabulary import Vocabulary
from engine.protocol import DocumentPart, PromptMessage
from engine.scheduling.steps import Steps
from engine.scheduling.thread_steps import background_steps

T = TypeVar("T")

LONG = 1 << 15  # characters, which take some hundredths of a second


def takes_long(message: PromptMessage) -> bool:
    """Whether a message is better tokenized on that thread. Pictures have to be looked at on the engine's."""
    if message.pictures:
        return False
    return len(message.content) > LONG or any(is_long(part) for part in message.documents)


def is_long(part: DocumentPart) -> bool:
    """Whether a document is."""
    try:
        return Path(part.path).stat().st_size > LONG
    except (OSError, ValueError):
        return False  # it is told what is wrong with it


def tokenize_steps(model: Vocabulary, long: bool, function: Callable[[], T], cancelled: Callable[[], bool]) -> Steps[T]:
    """What a function gives that tokenizes something, on that thread if it is ``long``.

    Raises what the function raises, and Cancelled once it was ``cancelled``.
    """
    if not long:
        return function()

    def look() -> None:
        if cancelled():
            raise Cancelled("request.stopped")

    return (yield from background_steps(model.background, function, look))
