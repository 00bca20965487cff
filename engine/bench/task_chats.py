"""Tasks as chats of a given length: messages of a few hundred tokens, each with a reply, in the model's template."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.bench.harness import BenchError
from engine.bench.recall import Question
from engine.bench.task_kinds import TaskQuestion, TaskText
from engine.model.model import Model
from engine.prompt.prompt import Prompt
from engine.prompt.template import ChatTemplate
from engine.protocol import PromptMessage

PART = 180  # tokens of a message, about
TAIL = 128  # tokens behind the last evidence, at least: more than any preset keeps verbatim
TRIES = 8  # of coming nearer to a length
NEAR = 0.01  # of the length
ANYWHERE = 64  # sentences from whose first ones a text may begin

_SENTENCE = re.compile(r".+?(?:[.!?]['\")]*(?=\s)|$)", re.DOTALL)


class Exchange(NamedTuple):
    """A message and its reply."""

    user: str
    reply: str


@dataclass(frozen=True)
class TaskChat:
    """A chat of about the length asked for: its exchanges, its tokens, and what is asked behind them."""

    exchanges: list[Exchange]
    tokens: list[int]
    questions: list[TaskQuestion]


class ChatWriter:
    """Tokens of chats in a model's template."""

    def __init__(self, model: Model) -> None:
        """Raises TemplateFailed when the model's template cannot be used."""
        self._model = model
        self._prompt = Prompt(ChatTemplate(model.template, model.bos_text, model.eos_text))

    def tokens(self, exchanges: Sequence[Exchange]) -> list[int]:
        """A chat from its beginning to the end of the last reply's text."""
        text = self._prompt.system
        for n, exchange in enumerate(exchanges):
            text += self._opened(exchanges[:n], exchange.user) + exchange.reply
        tokens = self._model.tokenize(text)
        first = self._model.bos_token
        return tokens if first is None or tokens[:1] == [first] else [first, *tokens]

    def message(self, exchanges: Sequence[Exchange], text: str) -> list[int]:
        """What follows the chat of ``exchanges`` when ``text`` is sent, up to where its reply begins."""
        return self._model.tokenize(self._opened(exchanges, text))

    def question(self, exchanges: Sequence[Exchange], asked: TaskQuestion) -> Question:
        """The question behind a chat, up to where the reply it asks for begins, and that reply.

        Raises:
            BenchError: the reply is a single token, or the question holds it.
        """
        lead = self._model.tokenize(asked.lead, special=False)
        whole = self._model.tokenize(asked.lead + asked.reply, special=False)
        same = 0
        while same < min(len(lead), len(whole)) and lead[same] == whole[same]:
            same += 1
        if len(whole) - same < 2 or asked.reply.strip() in asked.ask + asked.lead:
            raise BenchError(f"{asked.reply.strip()!r} says nothing as a reply.", "Use another seed.")
        return Question(self.message(exchanges, asked.ask) + whole[:same], whole[same:])

    def _opened(self, before: Sequence[Exchange], text: str) -> str:
        history: list[PromptMessage] = []
        for exchange in before:
            history.append(PromptMessage(id="", role="user", content=exchange.user))
            history.append(PromptMessage(id="", role="assistant", content=exchange.reply))
        opening = self._prompt.past_opening
        return self._prompt.user_turn(history, text) + (
            self._prompt.reply_opening(text) if opening is None else opening
        )


def sentences(text: str) -> list[str]:
    """The sentences of a text, each on one line."""
    return [" ".join(one.split()) for one in _SENTENCE.findall(text) if one.strip()]


def task_chat(model: Model, writer: ChatWriter, text: TaskText, prose: Sequence[str], n: int, seed: int) -> TaskChat:
    """``text`` as a chat of about ``n`` tokens; ``prose``: sentences to fill it with.

    Raises:
        BenchError: it does not fit, there is too little to fill it with, or a reply stands in its end.
    """
    size, best = n, None
    for _ in range(TRIES):
        try:
            exchanges = _laid_out(model, text, prose, size, seed)
        except BenchError:
            if best is None:
                raise
            break
        tokens = writer.tokens(exchanges)
        if best is None or abs(len(tokens) - n) < abs(len(best.tokens) - n):
            best = TaskChat(exchanges, tokens, text.questions)
        if abs(len(tokens) - n) <= NEAR * n:
            break
        size += n - len(tokens)
    assert best is not None
    if abs(len(best.tokens) - n) > n / 8:
        raise BenchError(f"A chat of {n} tokens came out with {len(best.tokens)}.", "Give a longer --context.")
    end = model.text(best.tokens[-TAIL:])
    for asked in text.questions:
        if asked.reply.strip() in end:
            raise BenchError(f"{asked.reply.strip()!r} stands in the end of the text.", "Use another seed.")
    return best


def _laid_out(model: Model, text: TaskText, prose: Sequence[str], size: int, seed: int) -> list[Exchange]:
    """The messages of about ``size`` tokens, without what the template adds."""

    def length(piece: str) -> int:
        return len(model.tokenize(piece, special=False)) + 1

    evidence = [length(piece) for piece in text.evidence]
    room = size - sum(evidence) - TAIL
    if room < 0:
        raise BenchError(f"The evidence takes {sum(evidence)} of {size} tokens.", "Give a longer --context.")
    source = iter(text.filler) if text.filler else _prose(prose, seed)
    pieces: list[tuple[str, int, bool]] = []  # text, tokens, whether it is evidence
    filled = 0
    for i, piece in enumerate([*text.evidence, ""]):
        until = room * (i + 0.5) / len(text.evidence) if piece else max(room, filled) + TAIL
        while filled < until:
            try:
                one = next(source)
            except StopIteration:
                raise BenchError("There is too little text.", "Give a longer --text.") from None
            pieces.append((one, length(one), False))
            filled += pieces[-1][1]
        if piece:
            pieces.append((piece, evidence[i], True))
    rng = random.Random(seed)
    return list(_said(text, pieces, rng) if text.exchanges else _parts(text, pieces, "\n" if text.filler else " "))


def _parts(text: TaskText, pieces: Sequence[tuple[str, int, bool]], between: str) -> Iterator[Exchange]:
    """A document in numbered parts."""
    yield Exchange(text.opening, "Please send it.")
    part: list[str] = []
    n = number = 0
    for i, (piece, tokens, _) in enumerate(pieces):
        part.append(piece)
        n += tokens
        if n >= PART or i == len(pieces) - 1:
            number += 1
            yield Exchange(f"Part {number}:\n{between.join(part)}", "Noted.")
            part, n = [], 0


def _said(text: TaskText, pieces: Sequence[tuple[str, int, bool]], rng: random.Random) -> Iterator[Exchange]:
    """Evidence in messages of its own, what is between them in others."""
    yield Exchange(text.opening, "Hello! I am happy to.")
    part: list[str] = []
    n = 0
    for i, (piece, tokens, evidence) in enumerate(pieces):
        if not evidence:
            part.append(piece)
            n += tokens
        last = i == len(pieces) - 1
        if part and (n >= PART / 2 or last or evidence):
            yield Exchange(f"I have read this: {' '.join(part)}", rng.choice(text.replies))
            part, n = [], 0
        if evidence:
            yield Exchange(piece, rng.choice(text.replies))


def _prose(prose: Sequence[str], seed: int) -> Iterator[str]:
    """All sentences once, from a drawn one on."""
    start = random.Random(seed).randrange(max(1, min(ANYWHERE, len(prose) // 4)))
    yield from prose[start:]
    yield from prose[:start]


def newest(exchanges: Sequence[Exchange], fits: Callable[[list[Exchange]], bool]) -> list[Exchange]:
    """As many of the last exchanges as fit together; those before are left out."""
    for n in range(len(exchanges)):
        if fits(list(exchanges[n:])):
            return list(exchanges[n:])
    return []
