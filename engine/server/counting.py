"""How many tokens a conversation takes, without reading it."""

from __future__ import annotations

from engine.model.model import Model
from engine.server.conversation import unheard_session
from engine.server.replies import Asked
from engine.server.turns import messages_of


def prompt_tokens(model: Model, asked: Asked) -> int:
    """The tokens that would be read, the mark that opens a reply included. Raises as :meth:`Session.add`."""
    session = unheard_session(model, asked.beginning)
    session.add_all(messages_of(asked.turns))
    return session.expected_tokens()
