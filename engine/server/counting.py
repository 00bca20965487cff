"""How many tokens a conversation takes, without reading it."""

from __future__ import annotations

from engine.chat.cached_chats import CachedChats
from engine.model.model import Model
from engine.protocol import MemoryPolicy
from engine.server.conversation import ServedSession
from engine.server.replies import Asked
from engine.server.turns import messages_of


def prompt_tokens(model: Model, asked: Asked) -> int:
    """The tokens that would be read, the mark that opens a reply included. Raises as :meth:`Session.add`.

    A session is made for it that the model's memory never hears of.
    """
    session = ServedSession(
        model, beginning=asked.beginning, policy=MemoryPolicy(auto=False), cached_chats=CachedChats(model),
        thinking=asked.beginning.thinking,
    )  # fmt: skip
    for message in messages_of(asked.turns):
        session.add(message, check=False)
    return session.expected_tokens()
