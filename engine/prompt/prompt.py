"""Turns messages into the text and tokens that continue a chat's memory.

A chat's memory only ever grows at its end, so what is asked for here is never a whole prompt but the next piece of
one: the system part, the next user turn, the words that open a reply. Each piece is the difference of two renderings
of the model's template, checked to have the same beginning; where a template rewrites what it rendered before
(drops old thoughts, moves the system prompt to the last turn), the piece is rendered from a two-message chat instead.
"""

from __future__ import annotations

import contextlib
import functools
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from engine.errors import TemplateFailed
from engine.prompt.template import ChatTemplate, Turn
from engine.protocol import PromptMessage

MARK = "Lt0Mark7Lt"
PICTURES = "Lt0Pictures7Lt"  # stands in a turn where its pictures are to stand
CONTENT = "Lt0Content7Lt"  # stands in a turn where its text is to stand
SYSTEM = "Lt0System7Lt"  # stands where the system prompt is to stand
NEAR = 16  # messages before a turn that are rendered with it: all of them each time would take a long chat minutes
AT_ONCE = 64  # messages whose turns are rendered at once
AT_ONCE_CHARACTERS = 1 << 16  # in them, each of which is told the template some thirty times


class Prompt:
    """Text pieces of one chat.

    Attributes:
        system: text of the system part, everything that stands before the first user turn.
    """

    def __init__(
        self, template: ChatTemplate, system_prompt: str = "", variables: Mapping[str, Any] | None = None
    ) -> None:
        """``variables``: for the template (engine.prompt.reasoning).

        Raises TemplateFailed when the template cannot render even a first question.
        """
        self._template = template
        self._variables = dict(variables or {})
        self._prompt = system_prompt.strip()
        self._folded = False
        self._ahead: dict[tuple[str, ...], tuple[str, str]] = {}
        self.system = self._system_with_prompt() if self._prompt else self._system_without_prompt()

    @contextlib.contextmanager
    def rendered_ahead(self, history: Sequence[PromptMessage], coming: Sequence[PromptMessage]) -> Iterator[None]:
        """Inside, :meth:`user_turn` is asked for the user turns among the messages ``coming`` after ``history``: the
        template has rendered the first of them at once.
        """
        known, chats = [*history, *coming], list[list[Turn]]()
        for at in range(len(history), len(known)):
            if at and known[at].role == "user" and known[at - 1].role == "assistant":
                marked, user = _marked(known[:at]), _turn("user", known[at].content)
                chats += [marked, [*marked, user]]
        texts: list[str] = []
        if chats:
            with contextlib.suppress(TemplateFailed):  # which is said of the turn that it is about
                texts = self._template.render_some(list(map(self._told, chats)), variables=self._variables)
        pairs = zip(chats[1::2], texts[::2], texts[1::2], strict=False)
        self._ahead = {_key(turns): (before, whole) for turns, before, whole in pairs}
        try:
            yield
        finally:
            self._ahead = {}

    def user_turn(self, history: Sequence[PromptMessage], text: str) -> str:
        """The text of a user turn after ``history``: the end of the reply before it included, no reply opened.

        ``history`` holds user and assistant messages, without the system prompt, and ends with a reply or is empty.

        Raises:
            TemplateFailed: the template raised or did not come to an end.
        """
        user = _turn("user", text)
        if not history:
            return self._closed([user]).removeprefix(self.system)
        marked = _marked(history)
        turns = [*marked, user]
        try:
            before, whole = self._ahead.get(_key(turns)) or self._both(marked, turns)
            whole = self._unended(whole, turns, self._render)
            if MARK in before and whole.startswith(before) and MARK not in text:
                piece = whole[whole.rindex(MARK) + len(MARK) :]
                if not self._prompt or piece.count(self._prompt) <= text.count(self._prompt):
                    return piece  # else the template says the system prompt again in every last turn
        except TemplateFailed:
            pass  # it may refuse this history (say, two replies in a row), but not the two-message one
        return self._after_a_reply(user)

    def reply_opening(self, user_text: str) -> str:
        """The text that opens a reply after a user turn ("" when the turn itself does).

        Raises:
            TemplateFailed: the template raised or did not come to an end.
        """
        user = [_turn("user", user_text)]
        closed, opened = self._closed(user), self._render(user, reply=True)
        return opened[len(closed) :] if opened.startswith(closed) else ""

    @functools.cached_property
    def past_opening(self) -> str | None:
        """What the template writes before the text of a reply that another turn follows: the mark of an answer, empty
        thoughts; None: it cannot be told.
        """
        user = [_turn("user", "Hello")]
        try:
            closed = self._closed(user)
            whole = self._render([*user, _turn("assistant", MARK), *user], reply=False)
        except TemplateFailed:
            return None
        at = whole.find(MARK)
        return whole[len(closed) : at] if at >= len(closed) and whole.startswith(closed) else None

    def _after_a_reply(self, user: Turn) -> str:
        bare = [_turn("user", "Hello"), _turn("assistant", MARK), user]
        whole = self._closed(bare, self._text)
        if MARK not in whole:
            raise TemplateFailed("template.no_replies")
        return whole[whole.index(MARK) + len(MARK) :]

    def _text(self, turns: Sequence[Turn], *, reply: bool) -> str:
        return self._template.render(turns, add_generation_prompt=reply, variables=self._variables)

    def _both(self, first: Sequence[Turn], second: Sequence[Turn]) -> tuple[str, str]:
        """The texts of two lists of turns; raises TemplateFailed."""
        [one, other] = self._template.render_all([self._told(first), self._told(second)], variables=self._variables)
        return one, other

    def _render(self, turns: Sequence[Turn], *, reply: bool) -> str:
        return self._text(self._told(turns), reply=reply)

    def _told(self, turns: Sequence[Turn]) -> Sequence[Turn]:
        """Turns with the system prompt before them, or in the first one."""
        if self._prompt and self._folded:
            first = _turn(turns[0]["role"], f"{self._prompt}\n\n{turns[0]['content']}")
            return [first, *turns[1:]]
        return [_turn("system", self._prompt), *turns] if self._prompt else turns

    def _closed(self, turns: Sequence[Turn], render: Callable[..., str] | None = None) -> str:
        """The text of turns that end with a user's, up to where a reply is opened."""
        render = render or self._render
        return self._unended(render(turns, reply=False), turns, render)

    def _unended(self, closed: str, turns: Sequence[Turn], render: Callable[..., str]) -> str:
        """The same from what the template makes of the turns.

        Some templates (Phi-3) end a whole prompt with the end token, which no reply may stand behind.
        """
        bare = closed.removesuffix(self._template.eos) if self._template.eos else closed
        return bare if bare != closed and not render(turns, reply=True).startswith(closed) else closed

    def _system_with_prompt(self) -> str:
        question = [_turn("user", MARK)]
        try:
            first = self._render(question, reply=False)
            self._folded = self._prompt not in first
        except TemplateFailed:
            self._folded = True  # the template knows no system role: put it into the first question
        if self._folded:
            first = self._render(question, reply=False)
        else:
            try:
                alone = self._text([_turn("system", self._prompt)], reply=False)
            except TemplateFailed:
                alone = ""
            if alone and self._prompt in alone and first.startswith(alone):
                return alone
        at = first.find(self._prompt)
        end = at + len(self._prompt)
        return first[:end] if at >= 0 and end <= first.find(MARK) else ""

    def _system_without_prompt(self) -> str:
        """What a template writes before the first turn by itself: a begin token, a system prompt of its own."""
        question = _turn("user", MARK + "?")
        first = self._text([question], reply=False)
        pair = [_turn("user", "Hello"), _turn("assistant", MARK)]
        try:
            closed = self._text(pair, reply=False)
            later = self._text([*pair, question], reply=False)
        except TemplateFailed:
            return ""
        if not later.startswith(closed):
            return ""
        turn = later[len(closed) :]
        return first[: len(first) - len(turn)] if turn and first.endswith(turn) else ""


def at_once(messages: Sequence[PromptMessage]) -> Iterator[list[PromptMessage]]:
    """The messages in groups for :meth:`Prompt.rendered_ahead`: several each, while they are short."""
    group: list[PromptMessage] = []
    characters = 0
    for message in messages:
        if group and (len(group) >= AT_ONCE or characters + len(message.content) > AT_ONCE_CHARACTERS):
            yield group
            group, characters = [], 0
        group.append(message)
        characters += len(message.content)
    if group:
        yield group


def _near(history: Sequence[PromptMessage]) -> Sequence[PromptMessage]:
    """The end of ``history``, from a user's message on."""
    first = max(0, len(history) - NEAR)
    return history[next((at for at in range(first, len(history)) if history[at].role == "user"), 0) :]


def _marked(history: Sequence[PromptMessage]) -> list[Turn]:
    """The turns of the end of ``history``, with the mark behind the last reply."""
    *earlier, reply = [_turn(message.role, message.content) for message in _near(history)]
    return [*earlier, _turn("assistant", reply["content"] + MARK)]


def _turn(role: str, content: str) -> Turn:
    return {"role": role, "content": content}


def _key(turns: Sequence[Turn]) -> tuple[str, ...]:
    return tuple(text for turn in turns for text in (turn["role"], turn["content"]))


def around_pictures(piece: str, content: str) -> tuple[str, str]:
    """What stands before and behind the pictures in a turn whose text is ``PICTURES``, a line break and ``content``.

    Raises:
        TemplateFailed: the template left the mark out.
    """
    at = piece.rfind(f"{PICTURES}\n{content}".strip())
    at = at if at >= 0 else piece.find(PICTURES)
    if at < 0:
        raise TemplateFailed("template.no_pictures")
    return piece[:at], piece[at + len(PICTURES) :]


Tokenize = Callable[[str, bool], list[int]]


def has_marks(tokenize: Tokenize, text: str) -> bool:
    """Whether a person's text holds what would be read as the model's marks, like ``<|im_end|>``.

    Such a text is rendered as ``CONTENT`` or ``SYSTEM`` and put in afterwards (:func:`placed_tokens`): a template may
    rewrite what it is given, and nobody could tell then which marks in the result are its own.
    """
    return tokenize(text, True) != tokenize(text, False)


def placed_tokens(tokenize: Tokenize, piece: str, texts: Mapping[str, str]) -> list[int]:
    """Tokens of a piece with ``texts`` in the places of their keys; no mark comes of them.

    ``tokenize(text, special)`` gives the tokens of a text, with marks like ``<|im_end|>`` read as such if special.

    Raises:
        TemplateFailed: the template left the message out.
    """
    if CONTENT in texts and CONTENT not in piece:
        raise TemplateFailed("template.no_message")
    tokens: list[int] = []
    for part in re.split(f"({CONTENT}|{SYSTEM})", piece) if texts else [piece]:
        tokens += tokenize(texts[part].strip(), False) if part in texts else tokenize(part, True)
    return tokens
