"""What a reply leaves behind in log and memory that the next message must not find: thoughts, and stop strings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from engine.chat.token_log import TokenLog
from engine.prompt.marks import OPEN


class WritingChat(Protocol):
    """A chat as far as it is known here; see :class:`engine.chat.session.Session`."""

    log: TokenLog
    reread: bool

    @property
    def cached(self) -> int: ...

    def forget_after(self, n_tokens: int) -> bool: ...


def let_go_of_thoughts(chat: WritingChat, content: str, tokens: Sequence[int]) -> int:
    """Put ``tokens``, the reply that just ended without its thoughts, in its place, to be read in again.

    Returns:
        How many tokens the chat has less; 0 where it stays as it is.
    """
    span = chat.log.spans[-1]
    dropped = span.end - span.start - len(tokens)
    old = chat.log.tokens[span.start : span.end]
    same = next((i for i, (a, b) in enumerate(zip(old, tokens, strict=False)) if a != b), 0)
    if dropped <= 0 or not chat.forget_after(span.start + same):
        return 0
    chat.log.cut(span.start)
    chat.log.open_span(span.id, "assistant", content)
    chat.log.append(tokens)
    chat.reread = True
    return dropped


def let_go_of_stop(
    chat: WritingChat, ends: Sequence[int], shown: str, n_shown: int, tokenize: Callable[[str, bool], list[int]]
) -> None:
    """Take the stop string that ended a reply out of it: nobody sees it, and what follows would go on behind it.

    Args:
        ends: characters that were there behind each of the last tokens of the log, which were written just now.
        shown: the reply; its last ``n_shown`` characters are of these tokens.
        tokenize: of a text; for the beginning of a token that goes on as the stop string.
    """
    kept = max((end for end in ends if end <= n_shown), default=0)
    at = len(chat.log) - len(ends) + (ends.index(kept) + 1 if kept else 0)
    rest = shown[len(shown) - (n_shown - kept) :] if n_shown > kept else ""
    if chat.log.blocks_end > at or OPEN in rest or not chat.forget_after(at):
        return
    chat.log.cut(at)
    chat.log.append(tokenize(rest, False) if rest else [])
    chat.reread = True
