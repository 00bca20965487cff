"""What other programs do when a chat is too long: they cut its oldest turns, or have the model sum them up as text."""

from __future__ import annotations

from collections.abc import Callable

from engine.bench.harness import SEQ, prefill, reset
from engine.bench.task_chats import ChatWriter, Exchange, TaskChat, newest
from engine.model.model import Model
from engine.model.reading import last_logits

CUT_TURNS, SUMMARY = "cut_turns", "summary"
SUMMARY_PART = 2 / 3  # of the room; the newest turns get the rest
_ASK = (
    "Sum up everything in our conversation so far in at most {words} words, for somebody who cannot read it. "
    "Keep every name, number, code and decision. Leave out everything else."
)
_SUMMED_UP = "This is what we have talked about so far:\n{}"
_REPLY = "Thank you. Let us go on."


def cut_turns(model: Model, writer: ChatWriter, chat: TaskChat, kept: int) -> list[Exchange]:
    """Read the newest exchanges that fit ``kept`` tokens, and nothing else; these."""
    left = newest(chat.exchanges, lambda some: len(writer.tokens(some)) <= kept)
    _read(model, writer, left)
    return left


def summary(model: Model, writer: ChatWriter, chat: TaskChat, kept: int) -> list[Exchange]:
    """Have the model, which has read the whole chat, sum it up, then read that and the newest exchanges; these.

    Together they fit ``kept`` tokens of the model.
    """
    beside = len(writer.tokens([Exchange(_SUMMED_UP.format(""), _REPLY)]))
    most = max(0, int((kept - beside) * SUMMARY_PART))
    request = writer.message(chat.exchanges, _ASK.format(words=max(10, most // 2)))
    text = _written(model, request, len(chat.tokens), most)
    first = Exchange(_SUMMED_UP.format(text), _REPLY)
    left = newest(chat.exchanges, _fitting(writer, first, kept))
    _read(model, writer, [first, *left])
    return [first, *left]


def _fitting(writer: ChatWriter, first: Exchange, kept: int) -> Callable[[list[Exchange]], bool]:
    return lambda some: len(writer.tokens([first, *some])) <= kept


def _written(model: Model, request: list[int], pos: int, most: int) -> str:
    """What the model replies greedily to ``request`` at ``pos``, at most so many tokens."""
    prefill(model, request, pos)
    pos += len(request)
    said: list[int] = []
    while len(said) < most:
        token = int(last_logits(model).argmax())
        if model.is_end(token):
            break
        said.append(token)
        model.decode([token], pos, SEQ)
        pos += 1
    return model.text(said).strip()


def _read(model: Model, writer: ChatWriter, exchanges: list[Exchange]) -> None:
    reset(model)
    tokens = writer.tokens(exchanges)
    if tokens:
        prefill(model, tokens)
