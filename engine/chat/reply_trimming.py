"""What a reply leaves behind in log and memory that the next message must not find: thoughts, and stop strings."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Protocol

from engine.chat.compactor import Compactor
from engine.chat.token_log import TokenLog
from engine.prompt.marks import CLOSE, OPEN


class WritingChat(Protocol):
    """A chat as far as it is known here; see :class:`engine.chat.session.Session`."""

    log: TokenLog
    reread: bool

    @property
    def compactor(self) -> Compactor: ...

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
    _end_with(chat, span.start, tokens, content)
    return dropped


def let_go_of_stop(
    chat: WritingChat,
    said: str,
    n_shown: int,
    ends: Sequence[int],
    marks: Collection[int],
    tokenize_on: Callable[[str], list[int]],
) -> None:
    """Take the stop string that ended a reply out of it: nobody sees it, and what follows would go on behind it.

    Args:
        said: the reply; its last ``n_shown`` characters are of the tokens that were written just now.
        ends: characters that were there behind each of these.
        marks: tokens that say nothing but where thoughts or an answer begin: they stay.
        tokenize_on: the tokens of a text that goes on from another; for what a token says before the stop string.
    """
    first = len(chat.log) - len(ends)
    kept = max((end for end in ends if end <= n_shown), default=0)
    silent = (at + 1 for at, end in enumerate(ends) if end == kept and chat.log.tokens[first + at] in marks)
    at = first + max([ends.index(kept) + 1 if kept else 0, *silent])
    rest = said[len(said) - (n_shown - kept) :] if n_shown > kept else ""
    if OPEN in rest or CLOSE in rest:
        return
    chat.compactor.give_way(at)
    if chat.log.blocks_end > at or not chat.forget_after(at):
        return
    _end_with(chat, at, tokenize_on(rest) if rest else [])


def _end_with(chat: WritingChat, at: int, tokens: Sequence[int], content: str = "") -> None:
    """Have the last reply go on from ``at`` with ``tokens``. ``content``: its text, if it is known."""
    reply = chat.log.spans[-1].id
    chat.log.cut(at)
    if chat.log.spans[-1].id != reply:  # nothing of it is left, not even what replies begin with
        chat.log.open_span(reply, "assistant", content)
    chat.log.append(tokens)
    chat.reread = True
