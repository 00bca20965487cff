"""Chats of LM Studio: ``*.conversation.json`` with ``messages``, each with ``versions`` (of one step, or of several
with ``contentBlock`` steps) and ``currentlySelected``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from app.core.transfer.tree import Imported, Node, build, go_on
from app.core.transfer.values import elements, members, role_of, text_of, time_of


def lm_studio(conversation: Mapping[str, object], ask: Callable[[], None] = go_on) -> Imported | None:
    """A ``*.conversation.json``; None if it holds no text. Versions of a message become versions; the chosen go on.

    ``ask``: as :func:`build` has it.
    """
    nodes: list[Node] = []
    last: Node | None = None
    model = text_of(members(conversation.get("lastUsedModel")).get("identifier"))
    left_out = 0
    for entry in elements(conversation.get("messages")):
        versions = elements(members(entry).get("versions"))
        chosen = members(entry).get("currentlySelected")
        at = chosen if isinstance(chosen, int) and 0 <= chosen < len(versions) else len(versions) - 1
        following = last
        for number, version in enumerate(versions):
            ask()
            node = Node(last, role_of(members(version).get("role")))
            missed = _content(node, members(version))
            left_out += missed if node.role else bool(node.text.strip() or missed)
            model = model or text_of(members(members(version).get("senderInfo")).get("senderName"))
            nodes.append(node)
            if number == at:
                following = node
        last = following
    return build(
        nodes,
        last,
        title=text_of(conversation.get("name")),
        created=time_of(conversation.get("createdAt")),
        updated=max(
            time_of(conversation.get("assistantLastMessagedAt")), time_of(conversation.get("userLastMessagedAt"))
        ),
        system_prompt=text_of(conversation.get("systemPrompt")),
        model_name=model,
        pinned=conversation.get("pinned") is True,
        left_out=left_out,
        ask=ask,
    )


def _content(node: Node, version: Mapping[str, object]) -> int:
    left_out = 0
    texts: list[str] = []
    thoughts: list[str] = []
    steps = elements(version.get("steps")) or [{"type": "contentBlock", "content": version.get("content")}]
    for step in steps:
        if members(step).get("type") != "contentBlock":
            left_out += members(step).get("type") not in ("debugInfoBlock", "status", "toolStatus")
            continue
        thinking = members(members(step).get("style")).get("type") == "thinking"
        piece = ""
        for part in elements(members(step).get("content")):
            if members(part).get("type") == "text":
                piece += text_of(members(part).get("text"))
            else:
                left_out += 1
        (thoughts if thinking else texts).append(piece)
    node.text = "\n\n".join(text for text in texts if text.strip())
    node.thinking = "\n\n".join(text for text in thoughts if text.strip())
    return left_out
