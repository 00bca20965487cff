"""Chats of Jan: ``thread.json`` and, next to it, ``messages.jsonl`` with one ``thread.message`` a line."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from app.core.chat_values import MessageState
from app.core.transfer.tree import Imported, Node, build, go_on
from app.core.transfer.values import elements, members, role_of, text_of, time_of


def jan(thread: Mapping[str, object], lines: Sequence[object], ask: Callable[[], None] = go_on) -> Imported | None:
    """A ``thread.json`` with the lines of its ``messages.jsonl``; None if it holds no text.

    ``ask``: as :func:`build` has it.
    """
    nodes: list[Node] = []
    left_out = 0
    entries = [members(line) for line in lines]
    for entry in sorted(entries, key=lambda entry: time_of(entry.get("created_at"))):
        ask()
        state: MessageState = "interrupted" if entry.get("status") in ("pending", "stopped") else "done"
        node = Node(
            nodes[-1] if nodes else None, role_of(entry.get("role")), created=time_of(entry.get("created_at")),
            state=state,
        )  # fmt: skip
        content = entry.get("content")
        for part in elements(content) or ([content] if isinstance(content, str) else ()):
            value = members(part).get("text", part)
            text = text_of(value) or text_of(members(value).get("value"))
            if members(part).get("type") == "reasoning":
                node.thinking = "\n\n".join(filter(None, (node.thinking, text)))
            elif text:
                node.text = "\n\n".join(filter(None, (node.text, text)))
            else:
                left_out += 1
        if node.role is None and node.text:
            left_out += 1
        nodes.append(node)
    assistant = members(next(iter(elements(thread.get("assistants"))), None))
    model = members(assistant.get("model") or thread.get("model"))
    return build(
        nodes,
        nodes[-1] if nodes else None,
        title=text_of(thread.get("title")) or text_of(thread.get("summary")),
        created=time_of(thread.get("created")),
        updated=time_of(thread.get("updated")),
        system_prompt=text_of(assistant.get("instructions")),
        model_name=text_of(model.get("id")),
        pinned=thread.get("isFavorite") is True or members(thread.get("metadata")).get("is_favorite") is True,
        left_out=left_out,
        ask=ask,
    )
