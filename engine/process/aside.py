"""Questions that belong to no chat, answered in the background in cells that nobody needs."""

from __future__ import annotations

from engine import protocol as p
from engine.chat.cached_chats import CachedChats
from engine.chat.listener import Aside
from engine.chat.session import Session
from engine.chat.usage import free_cells
from engine.errors import Cancelled, MemoryFull
from engine.model.model import Model
from engine.process.queue import Ticket
from engine.scheduling.steps import Steps


def complete(request: p.Complete, ticket: Ticket, model: Model, cached_chats: CachedChats) -> Steps[p.AnyEvent]:
    """The work that answers a question in a sequence of its own.

    Raises:
        MemoryFull: it would need room that the chats have.
    """
    if cached_chats.crowded:
        raise MemoryFull("request.context_taken")
    session = Session(
        model,
        system_prompt=request.system_prompt,
        policy=p.MemoryPolicy(auto=False),
        listener=Aside(ticket.cancel.is_set),
        seq_id=cached_chats.free_sequence() or 0,
        cached_chats=cached_chats,
    )
    session.add(p.PromptMessage(id="question", role="user", content=request.prompt), check=False)
    if len(session.log) + request.sampling.max_tokens + p.MemoryPolicy().reserve > free_cells(model):
        raise MemoryFull("request.no_room_beside")
    cached_chats.admit(session)
    return _steps(request, session, cached_chats)


def _steps(request: p.Complete, session: Session, cached_chats: CachedChats) -> Steps[p.AnyEvent]:
    session.active = session.background = True
    try:
        reply = yield from session.generate_steps("answer", sampling=request.sampling)
    finally:
        session.active = False
        cached_chats.leave(session)
    if reply.reason == "cancelled":
        raise Cancelled("request.stopped")
    return p.Completed(id=request.id, text=reply.text, logprobs=tuple(reply.logprobs))
