"""Short ways to make what a store holds."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from app.core.chat_values import Attachment, Chat, Message, new_id
from app.core.store import Store


def open_store(folder: Path) -> Store:
    """The store of a data folder."""
    return Store(folder / "longthread.db", folder / "backups")


def a_chat(title: str = "Chat", updated: float = 1000.0) -> Chat:
    """A chat that is not stored yet."""
    return Chat(id=new_id(), title=title, created=updated, updated=updated)


def put_chat(store: Store, chat: Chat) -> None:
    """Store a chat without messages."""
    store.stage_chats([(chat, [])])
    store.finish_import([(chat.id, "")])


def a_file(text: str, name: str = "notes.md") -> Attachment:
    """What was read out of a Markdown file."""
    return Attachment(
        id=new_id(), name=name, kind="markdown", text=text, size=len(text.encode()), digest="d0", note="n"
    )


def user(chat: Chat, text: str, parent: str = "") -> Message:
    return Message(id=new_id(), chat=chat.id, parent=parent, role="user", content=text, created=chat.updated)


def reply(chat: Chat, text: str, parent: str, state: str = "done") -> Message:
    return Message(
        id=new_id(),
        chat=chat.id,
        parent=parent,
        role="assistant",
        content=text,
        state=state,  # type: ignore[arg-type]
        created=chat.updated,
    )


def converse(store: Store, *texts: str, title: str = "Chat", updated: float = 1000.0) -> tuple[Chat, list[Message]]:
    """A stored chat in which user and reply take turns."""
    chat, messages = a_chat(title, updated), []
    for index, text in enumerate(texts):
        parent = messages[-1].id if messages else ""
        if index % 2 == 0:
            message = user(chat, text, parent)
            store.add_user_message(message, None if messages else chat)
        else:
            message = reply(chat, text, parent)
            store.save_reply(message)
        messages.append(message)
    return chat, messages


def fork_of(store: Store, chat_id: str, message_id: str, title: str) -> Chat | None:
    """A new chat with the messages up to one, whole; None if there is none such."""
    copy = store.fork_chat(chat_id, message_id, title)
    return store.chat(copy.chat.id) if copy is not None else None


def copy_of(store: Store, chat_id: str, title: str) -> Chat | None:
    """A copy of a chat, whole; None if there is no such chat."""
    copy = store.duplicate_chat(chat_id, title)
    return store.chat(copy.chat.id) if copy is not None else None


def delete_for_good(store: Store, ids: Iterable[str]) -> list[str]:
    """Delete chats that are in the trash; those that were in it."""
    return store.delete_hidden(store.hide_trashed(ids))


def purge(store: Store, before: float) -> list[str]:
    """As ``delete_for_good``, of all that was put into the trash before a time."""
    return store.delete_hidden(store.hide_expired(before))
