"""Tokens of the parts of a chat, each as it continues the model's memory: its beginning, user turns, earlier replies.

Where a person's words hold what would be read as the model's marks, they are tokenized apart from what stands around
them, as plain text.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.prompt import reasoning
from engine.prompt.marks import PLAIN, marks_of
from engine.prompt.prompt import CONTENT, PICTURES, SYSTEM, Prompt, Tokenize, around_pictures, has_marks, placed_tokens
from engine.prompt.template import ChatTemplate
from engine.protocol import PromptMessage


class TurnTokens:
    """Tokens of the parts of one chat. ``history``: the messages that stand before what is asked for.

    Attributes:
        prompt: the text pieces that they are of, as the template is told by now.
    """

    def __init__(
        self, template: ChatTemplate, system_prompt: str, variables: Mapping[str, Any], tokenize: Tokenize
    ) -> None:
        """``variables``: for the template; ``tokenize``: as :func:`placed_tokens` takes it.

        Raises TemplateFailed when the template cannot render even a first question."""
        self._template, self._system_prompt, self._tokenize = template, system_prompt, tokenize
        self._marks = marks_of(template.source)
        self._system_place = SYSTEM if has_marks(tokenize, system_prompt) else ""
        self.prompt = self._prompt_with(variables)

    def _prompt_with(self, variables: Mapping[str, Any]) -> Prompt:
        return Prompt(self._template, self._system_place or self._system_prompt, variables)

    def tell(self, variables: Mapping[str, Any]) -> bool:
        """Tell the template these from now on. False: the chat would begin otherwise; nothing changed.

        Raises:
            TemplateFailed: the template cannot render a first question with them; nothing changed.
        """
        prompt = self._prompt_with(variables)
        if prompt.system != self.prompt.system:
            return False
        self.prompt = prompt
        return True

    def begin(self, variables: Mapping[str, Any]) -> None:
        """Tell the template these, and let it write the chat's beginning anew; raises TemplateFailed."""
        self.prompt = self._prompt_with(variables)

    def system(self, first: int | None) -> list[int]:
        """What stands before the first turn. ``first``: the token that every text of the model begins with, if any."""
        tokens = self._piece(self.prompt.system)
        if first is not None and tokens[:1] != [first] and not self._turn_brings(first):
            tokens.insert(0, first)
        return tokens

    def _turn_brings(self, token: int) -> bool:
        """Whether the template itself writes the begin token, only later than in the system part."""
        return not self.prompt.system and self._tokenize(self.prompt.user_turn([], "x"), True)[:1] == [token]

    def user(self, history: Sequence[PromptMessage], text: str) -> list[int]:
        """A user's turn that is text alone; raises TemplateFailed."""
        marks = has_marks(self._tokenize, text)
        opening, piece = self._user_turn(history, CONTENT if marks else text)
        return [*opening, *self._piece(piece, text if marks else None)]

    def around_attached(self, history: Sequence[PromptMessage], text: str) -> tuple[list[int], list[int]]:
        """A user's turn: what stands before its pictures and documents, and what behind them, its ``text`` included.

        Raises:
            TemplateFailed: the template failed, or leaves out that there is something.
        """
        place = CONTENT if has_marks(self._tokenize, text) else text
        opening, piece = self._user_turn(history, f"{PICTURES}\n{place}")
        before, behind = around_pictures(piece, place)
        end = self._piece(behind, text if place == CONTENT else None)
        return [*opening, *self._piece(before)], end

    def _user_turn(self, history: Sequence[PromptMessage], text: str) -> tuple[list[int], str]:
        """Tokens that come before a user's turn, and its text."""
        opening: list[int] = []
        if history and history[-1].role == "user":  # it never got its reply: give it an empty one
            opening = self._tokenize(self.opening(history)[0], True)
            history = [*history, PromptMessage(id="", role="assistant", content="")]
        return opening, self.prompt.user_turn(history, text)

    def opening(self, history: Sequence[PromptMessage]) -> tuple[str, bool]:
        """The text that opens a reply, and whether it opens thoughts as well; raises TemplateFailed."""
        last = history[-1].content if history and history[-1].role == "user" else "x"
        opening = self.prompt.reply_opening(last)
        return opening, opening.rstrip().endswith(self._marks.open.rstrip())

    def reply(self, content: str, opening: Callable[[], str], *, keep_thoughts: bool) -> list[int]:
        """A reply that was written earlier, its opening included; marks in its answer are plain text.

        ``opening``: gives the text that opens it; asked only where that is needed, since the template has to render it.

        Raises:
            TemplateFailed: as ``opening`` does.
        """
        thoughts, answer = reasoning.split(content)
        marks = self._marks
        if thoughts and keep_thoughts:
            gap = "\n" if marks is PLAIN else ""
            tokens = self._tokenize(opening().partition(marks.open)[0] + marks.open, True)
            tokens += [*self._tokenize(f"{gap}{thoughts}{gap}", False), *self._tokenize(marks.close, True)]
            tokens += self._tokenize(2 * gap, False)
        elif (past := self.prompt.past_opening) is not None:
            tokens = self._tokenize(past, True)  # as the template says an earlier answer
        else:
            begins = opening()
            tokens = self._tokenize((begins if keep_thoughts else begins.partition(marks.open)[0]) + marks.answer, True)
        return [*tokens, *self._tokenize(answer.strip(), False)]

    def _piece(self, piece: str, content: str | None = None) -> list[int]:
        """Tokens of a piece of the prompt; ``content``: what stands in it for a message that must not become marks."""
        texts = {SYSTEM: self._system_prompt} if self._system_place else {}
        return placed_tokens(self._tokenize, piece, texts if content is None else {**texts, CONTENT: content})
