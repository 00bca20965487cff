"""Chats out of ChatGPT's "Export data": ``conversations.json``, a list of conversations with ``mapping`` (a tree of
nodes with ``message``, ``parent``, ``children``) and ``current_node``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from contextlib import suppress

from app.core.transfer.tree import Imported, Node, build, go_on
from app.core.transfer.values import elements, fenced, in_order, members, role_of, text_of, time_of

# where it puts links to what it found, which are not there, and names that it has a card for
_MARKS = re.compile("\ue200([^\ue200\ue201]{0,4000})\ue201")


def chatgpt(conversation: Mapping[str, object], ask: Callable[[], None] = go_on) -> Imported | None:
    """A conversation of ``conversations.json``; None if it holds no text. ``ask``: as :func:`build` has it."""
    mapping = members(conversation.get("mapping"))
    nodes: list[Node] = []
    by_key: dict[str, Node] = {}
    model, left_out = "", 0
    for key, parent in in_order(mapping, ask):
        ask()
        entry = members(members(mapping[key]).get("message"))
        meta = members(entry.get("metadata"))
        role = role_of(members(entry.get("author")).get("role"))
        node = Node(by_key.get(parent), role, created=time_of(entry.get("create_time")))
        if entry and not meta.get("is_visually_hidden_from_conversation"):
            missed = _content(node, members(entry.get("content")))
            missed = max(missed, len(elements(meta.get("attachments"))))  # pictures are in both
            left_out += missed if role else bool(node.text.strip() or missed)
        if not node.shown or meta.get("is_visually_hidden_from_conversation"):
            node.role = None
        if node.role == "assistant":
            model = text_of(meta.get("model_slug")) or model
        by_key[key] = node
        nodes.append(node)
    current = conversation.get("current_node")
    return build(
        nodes,
        by_key.get(current) if isinstance(current, str) else None,
        title=text_of(conversation.get("title")),
        created=time_of(conversation.get("create_time")),
        updated=time_of(conversation.get("update_time")),
        model_name=model,
        left_out=left_out,
        ask=ask,
    )


def _content(node: Node, content: Mapping[str, object]) -> int:
    """Put the text into ``node``; how many pieces have no place here."""
    left_out = 0
    match content.get("content_type"):
        case "code":
            language = text_of(content.get("language"))
            language = "" if language in ("unknown", "") else language
            code = text_of(content.get("text")).strip("\n")
            node.text = fenced(code, language) if code else ""
        case "thoughts":
            pieces = []
            for thought in elements(content.get("thoughts")):
                pieces += [text_of(members(thought).get("summary")), text_of(members(thought).get("content"))]
            node.thinking = "\n\n".join(filter(None, pieces))
        case "reasoning_recap" | "user_editable_context" | "model_editable_context":
            pass  # "Thought for 6 s", and what the account said about itself
        case _:
            texts = [text_of(content.get("text"))]
            for part in elements(content.get("parts")):
                text = _MARKS.sub(_said_by_mark, text_of(part) or text_of(members(part).get("text")))
                texts.append(text)
                left_out += not text and bool(part)
            node.text = "\n\n".join(filter(None, texts))
    return left_out


def _said_by_mark(mark: re.Match[str]) -> str:
    """What a reader saw in place of one of its marks: a name, the title of a link, or nothing."""
    kind, *rest = mark[1].split("\ue202")
    if kind == "entity" and rest:
        with suppress(ValueError, RecursionError):  # ["city", "Paris", ...]
            told = elements(json.loads(rest[0]))
            return text_of(told[1]) if len(told) > 1 else ""
    return rest[0] if kind == "url" and len(rest) > 1 else ""
