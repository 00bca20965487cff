"""What a client sends of a conversation, whatever protocol it speaks, and how it becomes messages of a chat.

A chat alternates: what stands between two replies, be it a question or the results of tools, is one message of the
user's. Ids of messages are their numbers; what they are recognised by is their text, and their calls in one spelling.
Spacing within a reply does not count, as clients send replies back in their own way; within a user's text it does.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec
import xxhash

from engine.chat.token_log import Span, exact_digest, text_digest, told_by
from engine.prompt.marks import CLOSE, OPEN
from engine.prompt.tools.events import Tool, ToolCall, joined
from engine.prompt.tools.formats import ToolFormat
from engine.prompt.tools.turns import value_of
from engine.protocol import Picture, PromptMessage, Thinking


class Turn(msgspec.Struct, frozen=True, omit_defaults=True):
    """One message as the client sent it. ``call_id``, ``name``: of the call that a tool's result answers; ``tokens``:
    what plain text is made of, where the client sent tokens.
    """

    role: Literal["user", "assistant", "tool"]
    text: str = ""
    calls: tuple[ToolCall, ...] = ()
    call_id: str = ""
    name: str = ""
    thoughts: str = ""
    pictures: tuple[Picture, ...] = ()
    tokens: tuple[int, ...] = ()


class TurnMessage(PromptMessage, frozen=True, omit_defaults=True):
    """A message of a served chat: ``content`` is what it is recognised by, ``turns`` what it is made of."""

    turns: tuple[Turn, ...] = ()


class TurnBeginning(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a conversation begins with. ``raw``: plain text goes on, no chat template is asked."""

    system: str = ""
    tools: tuple[Tool, ...] = ()
    thinking: Thinking = Thinking()
    raw: bool = False

    def digest(self, fingerprint: str) -> str:
        """What conversations have in common that begin alike on the model with that fingerprint."""
        return xxhash.xxh3_128_hexdigest(msgspec.json.encode([fingerprint, self.system, self.tools, self.raw]))


def messages_of(turns: Sequence[Turn]) -> tuple[TurnMessage, ...]:
    """The messages that ``turns`` come to; a reply at the end that is not begun yet is none."""
    messages: list[TurnMessage] = []
    for replies, run in itertools.groupby(turns, lambda turn: turn.role == "assistant"):
        number, together = len(messages), list(run)
        messages.append(_replied(number, _one_reply(together)) if replies else _asked(number, together))
    if messages and messages[-1].role == "assistant" and not (messages[-1].content or messages[-1].turns[0].thoughts):
        messages.pop()
    return tuple(messages)


def _asked(number: int, run: Sequence[Turn]) -> TurnMessage:
    pictures = tuple(picture for turn in run for picture in turn.pictures)
    if all(turn.role == "user" for turn in run):
        if len(run) == 1:
            return TurnMessage(str(number), "user", run[0].text, pictures, turns=(run[0],))
        text = "\n\n".join(turn.text for turn in run)
        return TurnMessage(str(number), "user", text, pictures, turns=(Turn("user", text, pictures=pictures),))
    text = "\n".join(f"[{turn.role}] {turn.text}" for turn in run)
    return TurnMessage(str(number), "user", text, pictures, turns=tuple(run))


def _replied(number: int, turn: Turn) -> TurnMessage:
    return TurnMessage(str(number), "assistant", _told(turn.text, turn.calls), turns=(turn,))


def _one_reply(run: Sequence[Turn]) -> Turn:
    """Replies in a row as one."""
    if len(run) == 1:
        return run[0]
    text = "\n".join(turn.text for turn in run if turn.text.strip())
    return Turn("assistant", text.strip(), tuple(call for turn in run for call in turn.calls))


def _told(text: str, calls: Iterable[ToolCall]) -> str:
    return "\n".join([text, *(f"[call] {call.name} {_spelled(call.arguments)}" for call in calls)]).strip()


def _spelled(arguments: str) -> str:
    """JSON in one spelling; what is none stays as it is."""
    try:
        return json.dumps(value_of(arguments), ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    except ValueError:
        return arguments


def said(content: str) -> str:
    """What a reply says after its thoughts, also if these never ended."""
    begin = content.lstrip()
    if not begin.startswith(OPEN):
        return content
    _, closed, answer = begin.partition(CLOSE)
    return answer.strip() if closed else ""


def reply_of(number: int, content: str, calls_as: ToolFormat | None, tools: Sequence[Tool] = ()) -> TurnMessage:
    """The message of a reply that was written as ``content``; ``calls_as``: how it writes calls of ``tools``."""
    text, calls = said(content), ()  # type: tuple[str, tuple[ToolCall, ...]]
    if calls_as is not None:
        parser = calls_as.parser(tools)
        text, found = joined([*parser.feed(text), *parser.finish()])
        calls = tuple(found)
    return _replied(number, Turn("assistant", text, calls))


# --------------------------------------------------------------------------- hash chains


def chain_of(root: str, messages: Iterable[PromptMessage]) -> list[str]:
    """A hash for each message: of it and all before it, down to the ``root``."""
    return _chain(root, ((message.role, _digest(message)) for message in messages))


def chain_of_spans(root: str, spans: Iterable[Span]) -> list[str]:
    """The same from the spans of a token log."""
    return _chain(root, ((span.role, _digest_of_span(span)) for span in spans if span.role != "system"))


def _digest(message: PromptMessage) -> str:
    return (text_digest if message.role == "assistant" else exact_digest)(told_by(message))


def _digest_of_span(span: Span) -> str:
    """As :func:`_digest`; where an earlier version noted no spacing, one that no message has."""
    if span.role == "assistant":
        return span.digest
    return span.exact or (f"{span.digest} without spacing" if span.digest else "")


def _chain(root: str, messages: Iterable[tuple[str, str]]) -> list[str]:
    found: list[str] = []
    before = root
    for role, digest in messages:
        before = xxhash.xxh3_128_hexdigest(f"{before} {role} {digest}".encode())
        found.append(before)
    return found
