"""A model's chat template. It is not trusted: a process of its own renders it (engine.prompt.renderer)."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any

from engine.prompt.renderer import TemplateRequest, renderer

Turn = Mapping[str, Any]


class ChatTemplate:
    """One model's chat template.

    Attributes:
        reads: names of the variables that it asks for.
        source: its text.
        eos: the text of the model's end token.
        now: the time that it takes for the present one, in seconds since 1970: a chat's beginning must not change.
    """

    def __init__(self, source: str = "", bos: str = "", eos: str = "") -> None:
        """``source``: Jinja text ("": ChatML); ``bos`` and ``eos``: texts of the model's tokens.

        Raises:
            TemplateFailed: the template is not valid.
        """
        self.source, self._bos, self.eos = source, bos, eos
        self.now = time.time()
        self.reads = frozenset(renderer.ask(TemplateRequest(source, bos, eos)).reads)

    def render(
        self,
        messages: Sequence[Turn],
        *,
        add_generation_prompt: bool,
        variables: Mapping[str, Any] | None = None,
    ) -> str:
        """The prompt text of ``messages`` (each with ``role`` and ``content``, with ``tool_calls`` where it has some).

        ``variables``: some of ``reads``; ``tools`` among them as the protocols declare them.

        Raises:
            TemplateFailed: the template raised, tried something forbidden, or took more time or memory than it may.
        """
        return renderer.ask(self._question(messages, add_generation_prompt, variables)).text

    def render_all(self, chats: Sequence[Sequence[Turn]], *, variables: Mapping[str, Any] | None = None) -> list[str]:
        """The same for several lists of messages, no reply opened, at once. Raises as :meth:`render`."""
        answers = renderer.ask_all([self._question(messages, False, variables) for messages in chats])
        return [answer.text for answer in answers]

    def render_some(self, chats: Sequence[Sequence[Turn]], *, variables: Mapping[str, Any] | None = None) -> list[str]:
        """The same of the first of them: as many as are rendered at once, up to the first that the template fails at.

        Raises:
            TemplateFailed: the template took more time or memory than it may, or the first cannot be told it.
        """
        answers = renderer.ask_some([self._question(messages, False, variables) for messages in chats])
        return [answer.text for answer in answers if answer.failed is None]

    def _question(self, messages: Sequence[Turn], reply: bool, variables: Mapping[str, Any] | None) -> TemplateRequest:
        turns = [dict(message) for message in messages]
        return TemplateRequest(self.source, self._bos, self.eos, turns, reply, dict(variables or {}), self.now)
