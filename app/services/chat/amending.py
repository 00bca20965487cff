"""Giving a message another text where it stands."""

from __future__ import annotations

import time
from collections.abc import Callable

import msgspec

from app.core.chat_values import Attachment, Message, MessageMeta, new_id
from app.services.chat.chat_state import ChatState
from app.services.chat.reply import said
from app.services.chat.shared import SharedServices


def amended(old: Message, text: str, attachments: tuple[Attachment, ...]) -> tuple[Message, Message]:
    """A message with another text and other files, and a copy of it as it was: an earlier version at its place."""
    earlier = msgspec.structs.replace(old, id=new_id())
    meta = msgspec.structs.replace(old.meta, edited=True)
    if old.role == "assistant":  # the figures are of what a model wrote
        meta = MessageMeta(model=old.meta.model, output=old.meta.output, edited=True)
    siblings = (*(earlier.id if one == old.id else one for one in old.siblings), old.id)
    new = msgspec.structs.replace(
        old,
        content=text,
        attachments=attachments,
        state="done",
        meta=meta,
        created=max(time.time(), old.created + 1e-3),  # versions stand in order of time
        siblings=siblings,
    )
    return new, earlier


def amend(
    behind: SharedServices,
    state: ChatState,
    old: Message,
    text: str,
    attachments: tuple[Attachment, ...],
    done: Callable[[], None],
) -> None:
    """Show and store the message ``old`` of ``state`` with another text; what follows stays, and is read again.

    Nothing happens if it would say nothing, or the same. ``done``: it is stored. What cannot be is edited again.
    """
    nothing = not (text.strip() or attachments)
    same = attachments == old.attachments and text.strip() in (old.content.strip(), said(old))
    if nothing or same or old.state == "streaming":
        return
    new, earlier = amended(old, text, attachments)

    def show(message: Message) -> None:
        state.replace(message)
        behind.chats.renew(state.id, behind.for_engine(message))

    def refused(problem: Exception) -> None:
        show(old)
        if waited:
            behind.replies.save(old)
        behind.replies.tell(problem)
        behind.edit_again(old, text, attachments)

    def stored(_: None) -> None:
        behind.pictures.waiting.difference_update(file.digest for file in attachments)
        done()

    show(new)
    waited = behind.replies.supersede(old.id)
    behind.ops.store(lambda: behind.store.amend(new, earlier), stored, refused)
