"""Questions that belong to no chat: answered in cells that nobody needs, or without the model's memory."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine import protocol as p
from engine.chat.attached import attached
from engine.chat.cached_chats import CachedChats
from engine.chat.listener import Aside
from engine.chat.long_texts import takes_long, tokenize_steps
from engine.chat.mounting import room_taken
from engine.chat.session import Session
from engine.chat.usage import free_cells
from engine.errors import BadForm, Cancelled, ContextFull
from engine.model.model import Model
from engine.model.vision import ImageChunk
from engine.sampling.output_format import form_of
from engine.scheduling.steps import Steps

AROUND = 8  # tokens of a template around a system prompt, about


def complete(
    request: p.Complete, stopped: Callable[[], bool], model: Model, cached_chats: CachedChats
) -> Steps[p.AnyEvent]:
    """The work that answers a question in a sequence of its own, until it is ``stopped``.

    Raises:
        ContextFull: it would need room that the chats have, or for an idle one that anybody has.
        Cancelled: it is stopped already.
    """
    if stopped():
        raise Cancelled("request.stopped")
    if cached_chats.full if request.idle else cached_chats.crowded:
        raise ContextFull("request.context_taken")
    session = Session(
        model,
        system_prompt=request.system_prompt,
        policy=p.CompactionPolicy(auto=False),
        listener=Aside(stopped),
        seq_id=cached_chats.free_sequence() or 0,
        cached_chats=cached_chats,
    )
    session.add(p.PromptMessage(id="question", role="user", content=request.prompt), check=False)
    while len(session.log) + request.sampling.max_tokens + p.CompactionPolicy().reserve > free_cells(model):
        if request.idle or not cached_chats.evict_background():
            break
    if len(session.log) + request.sampling.max_tokens + p.CompactionPolicy().reserve > free_cells(model):
        raise ContextFull("request.no_room_beside")
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


def check_form(request: p.CheckForm) -> p.FormChecked:
    """Whether a reply can have a form."""
    try:
        form_of(p.Sampling(output=request.output, form=request.form))
    except BadForm as error:
        return p.FormChecked(id=request.id, problem=error.text)
    return p.FormChecked(id=request.id)


def count(
    request: p.Tokenize, stopped: Callable[[], bool], model: Model, cached_chats: CachedChats | None
) -> p.Tokenized | Steps[p.AnyEvent]:
    """The tokens of a text, and what a new chat could take; the work that counts them where it is long."""
    message = p.PromptMessage("", "user", request.text, request.pictures, request.documents)

    def chunks() -> list[ImageChunk]:
        return [*attached(model, message), ImageChunk(model.tokenize(request.text, special=False))]

    def steps() -> Steps[p.AnyEvent]:
        return _counted(request, (yield from tokenize_steps(model, True, chunks, stopped)), model, cached_chats)

    return steps() if takes_long(message) else _counted(request, chunks(), model, cached_chats)


def _counted(
    request: p.Tokenize, chunks: Sequence[ImageChunk], model: Model, cached_chats: CachedChats | None
) -> p.Tokenized:
    tokens = sum(room_taken(cached_chats.mounts if cached_chats is not None else None, chunks))
    if request.new_chat is None or cached_chats is None:
        return p.Tokenized(id=request.id, tokens=tokens)
    system = len(model.tokenize(request.system_prompt, special=False)) + AROUND
    found = cached_chats.limits_of_new(request.new_chat, system)
    return p.Tokenized(id=request.id, tokens=tokens, room=found.room, longest=found.longest, most=found.most)
