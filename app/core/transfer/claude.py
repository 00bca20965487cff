"""Chats out of Claude's "Export data": ``conversations.json``, a list of conversations with ``chat_messages``.

Each message has ``sender``, ``content`` (blocks of text, thinking, tool calls and their results) and, in older exports
alone, ``text``; ``parent_message_uuid``, where it is told, makes a tree of them. ``attachments`` have texts of files.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from app.core.chat_values import Role
from app.core.transcript import line_of
from app.core.transfer.tree import Imported, Node, build, go_on
from app.core.transfer.values import elements, fenced, members, text_of, time_of

SENDERS: dict[object, Role] = {"human": "user", "assistant": "assistant"}


def claude(conversation: Mapping[str, object], ask: Callable[[], None] = go_on) -> Imported | None:
    """A conversation of ``conversations.json``; None if it holds no text. ``ask``: as :func:`build` has it."""
    nodes: list[Node] = []
    by_key: dict[str, Node] = {}
    left_out = 0
    for value in elements(conversation.get("chat_messages")):
        ask()
        entry = members(value)
        sender, above = entry.get("sender"), entry.get("parent_message_uuid")
        before = nodes[-1] if nodes else None
        parent = by_key.get(above) if isinstance(above, str) else before
        node = Node(
            parent, SENDERS.get(sender) if isinstance(sender, str) else None, created=time_of(entry.get("created_at"))
        )
        missed = _content(node, entry)
        left_out += missed if node.role else bool(node.text.strip() or missed)
        if key := text_of(entry.get("uuid")):
            by_key[key] = node
        nodes.append(node)
    current = conversation.get("current_leaf_message_uuid")
    return build(
        nodes,
        by_key.get(current) if isinstance(current, str) else nodes[-1] if nodes else None,
        title=text_of(conversation.get("name")),
        created=time_of(conversation.get("created_at")),
        updated=time_of(conversation.get("updated_at")),
        model_name=text_of(conversation.get("model")),
        left_out=left_out,
        ask=ask,
    )


def _content(node: Node, entry: Mapping[str, object]) -> int:
    """Put the text into ``node``; how many pieces have no place here."""
    left_out = len(elements(entry.get("files")))
    texts: list[str] = []
    thoughts: list[str] = []
    for value in elements(entry.get("attachments")):
        file = members(value)
        text = text_of(file.get("extracted_content"))
        left_out += not text.strip()
        if text.strip():
            texts.append(f"**{line_of(text_of(file.get('file_name'))) or '…'}**\n\n{fenced(text.strip(chr(10)))}")
    said = False
    for value in elements(entry.get("content")):
        block = members(value)
        text = text_of(block.get("text"))
        if block.get("type") == "thinking":
            thoughts.append(text_of(block.get("thinking")))
        elif text:
            texts.append(text)
            said = True
        else:
            left_out += block.get("type") not in ("text", "token_budget", "flag")
    if not said:
        texts.append(text_of(entry.get("text")))
    node.text = "\n\n".join(text for text in texts if text.strip())
    node.thinking = "\n\n".join(text for text in thoughts if text.strip())
    return left_out
