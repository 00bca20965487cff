"""Chats out of Open WebUI: a list of objects with ``chat``, in which ``history`` is a tree of messages.

Each message has ``parentId``, ``childrenIds``, ``role`` and ``content``; reasoning stands in it as HTML ``<details>``.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Mapping

from app.core.transfer.tree import Imported, Node, build, go_on
from app.core.transfer.values import elements, in_order, members, role_of, text_of, time_of

_REASONING = re.compile(
    r'<details type="reasoning"[^>]{0,400}>\s*(?:<summary>[^<]{0,400}</summary>)?(.*?)</details>', re.S
)
_QUOTE = re.compile(r"(?m)^> ?")


def open_webui(record: Mapping[str, object], ask: Callable[[], None] = go_on) -> Imported | None:
    """One of the chats; None if it holds no text. ``ask``: as :func:`build` has it."""
    chat = members(record.get("chat"))
    history = members(chat.get("history"))
    mapping = members(history.get("messages"))
    nodes: list[Node] = []
    by_key: dict[str, Node] = {}
    model, left_out = "", 0
    for key, parent in in_order(mapping, ask, parent="parentId", children="childrenIds"):
        ask()
        entry = members(mapping[key])
        node = Node(by_key.get(parent), role_of(entry.get("role")), created=time_of(entry.get("timestamp")))
        node.text = text_of(entry.get("content"))
        if node.role == "assistant":
            _take_reasoning(node)
            model = text_of(entry.get("model")) or model
        left_out += len(elements(entry.get("files"))) + (node.role is None and bool(node.text.strip()))
        by_key[key] = node
        nodes.append(node)
    current = history.get("currentId")
    models = elements(chat.get("models"))
    return build(
        nodes,
        by_key.get(current) if isinstance(current, str) else None,
        title=text_of(record.get("title")) or text_of(chat.get("title")),
        created=time_of(record.get("created_at")) or time_of(chat.get("timestamp")),
        updated=time_of(record.get("updated_at")),
        system_prompt=text_of(members(chat.get("params")).get("system")) or text_of(chat.get("system")),
        model_name=model or text_of(models[0] if models else ""),
        pinned=record.get("pinned") is True,
        left_out=left_out,
        ask=ask,
    )


def _take_reasoning(node: Node) -> None:
    """Take the reasoning out of the text of a reply."""
    thoughts = [_QUOTE.sub("", html.unescape(found)).strip() for found in _REASONING.findall(node.text)]
    node.thinking = "\n\n".join(filter(None, thoughts))
    node.text = _REASONING.sub("", node.text)
