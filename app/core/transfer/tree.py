"""Chats of other programs as ours: a tree in which the person and the model take turns."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field

from app.core.chat_values import Chat, Message, MessageMeta, MessageState, Role, new_id
from app.core.store.transfer import ExportedFolder
from app.core.transcript import line_of, title_of
from app.core.transfer.errors import TooLarge

LARGEST = 64 << 20  # characters of one chat, branches counted each
LATEST = 32_503_680_000.0  # the year 3000: no calendar of a system that the program runs on ends before it


class ImportStopped(Exception):
    """The person has cancelled the import."""


@dataclass
class ImportLosses:
    """What an import had to leave out. ``too_large``: chats, each as it was refused; ``damaged``: names of databases,
    each with how many messages could be read out of it.
    """

    too_large: list[TooLarge] = field(default_factory=list)
    damaged: list[tuple[str, int]] = field(default_factory=list)


def go_on() -> None:
    """What is asked between the pieces of a chat where nobody can stop the import."""


def moment(at: float) -> float:
    """``at`` as seconds since the epoch that any calendar knows: 0 for what is none, the ends for what is beyond."""
    return min(max(at, 0.0), LATEST) if math.isfinite(at) else 0.0


@dataclass(slots=True)
class Node:
    """A message of another program. ``role``: "" for what is not shown here (tools, settings); children take its place.

    ``parent``: the node before it, which must come before it in the list.
    """

    parent: Node | None
    role: Role | None
    text: str = ""
    thinking: str = ""
    created: float = 0.0
    state: MessageState = "done"
    before: Node | None = field(default=None, repr=False)  # same speaker: its text goes in front of this one's
    message: Message | None = field(default=None, repr=False)

    @property
    def shown(self) -> bool:
        return self.role is not None and bool(self.text.strip() or self.thinking.strip())


@dataclass(frozen=True)
class Imported:
    """A chat that was read. ``left_out``: pieces that have no place here (pictures, tool calls).

    ``settings``: its own, key to JSON text. ``folder``: the name of its folder; ``project``: that folder, where
    the file tells what it has of its own.
    """

    chat: Chat
    messages: tuple[Message, ...]
    folder: str = ""
    left_out: int = 0
    settings: dict[str, str] = field(default_factory=dict)
    project: ExportedFolder | None = None


def build(
    nodes: list[Node],
    head: Node | None,
    *,
    title: str,
    created: float,
    updated: float,
    system_prompt: str = "",
    model_name: str = "",
    pinned: bool = False,
    left_out: int = 0,
    ask: Callable[[], None] = go_on,
) -> Imported | None:
    """The chat; None if it holds no text. Neighbours of the same speaker become one message.

    ``ask``: called for each message; raises ImportStopped when the person does not want the chat any more.

    Raises:
        TooLarge: it is.
    """
    title, model_name = line_of(title), line_of(model_name)
    place: dict[int, Node | None] = {}  # id(node) -> the message that it is, or that stands for it
    kept: list[Node] = []
    for node in nodes:
        ask()
        above = place[id(node.parent)] if node.parent is not None else None
        if not node.shown:
            place[id(node)] = above
            continue
        if above is not None and above.role == node.role:
            node.before, node.parent = above, above.parent
        else:
            node.parent = above
        place[id(node)] = node
        kept.append(node)
    answered = {id(node.parent) for node in kept if node.parent is not None}
    joined = {id(node.before) for node in kept if node.before is not None}
    chat_id, total = new_id(), 0
    messages: list[Message] = []
    for node in kept:
        ask()
        if id(node) in joined and id(node) not in answered:
            continue  # all that follows it has its text
        content = _content(node)
        total += len(content)
        if total > LARGEST:
            raise TooLarge("import.titled_chat_too_large", title=title)
        parent = node.parent.message.id if node.parent is not None and node.parent.message is not None else ""
        assert node.role is not None
        node.message = Message(
            id=new_id(), chat=chat_id, parent=parent, role=node.role, content=content,
            state=node.state if node.role == "assistant" else "done",
            meta=MessageMeta(), created=node.created or created,
        )  # fmt: skip
        messages.append(node.message)
    if not messages:
        return None
    end = place.get(id(head)) if head is not None else None
    last = end.message if end is not None and end.message is not None else messages[-1]
    times = [message.created for message in messages if message.created]
    begun = created or min(times, default=0.0)
    chat = Chat(
        id=chat_id,
        title=title or title_of(messages[0].content) or "Chat",
        pinned=pinned,
        head=last.id,
        system_prompt=system_prompt,
        model_name=model_name,
        created=begun,
        updated=updated or max(times, default=begun),
        titled_by="person",
    )
    return Imported(chat, tuple(messages), left_out=left_out)


def _content(node: Node) -> str:
    parts: list[Node] = []
    step: Node | None = node
    while step is not None:
        parts.append(step)
        step = step.before
    parts.reverse()
    text = "\n\n".join(part.text.strip("\n") for part in parts if part.text.strip())
    thinking = "\n\n".join(part.thinking.strip() for part in parts if part.thinking.strip())
    return f"<think>\n{thinking}\n</think>\n\n{text}" if thinking else text
