"""Chats of other programs, each by what its files look like.

* ChatGPT, "Export data": ``conversations.json``, a list of conversations with ``mapping`` (a tree of nodes with
  ``message``, ``parent``, ``children``) and ``current_node``.
* LM Studio: ``*.conversation.json`` with ``messages``, each with ``versions`` (of one step, or of several with
  ``contentBlock`` steps) and ``currentlySelected``.
* Jan: ``thread.json`` and, next to it, ``messages.jsonl`` with one ``thread.message`` a line.

Claude and Open WebUI have modules of their own. Only the first is documented by many; all of them change. So nothing is
taken for granted but what text needs, and what is not understood is counted as left out.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime

from app.core.chat_values import MessageState, Role
from app.core.transfer.markdown import fence_of
from app.core.transfer.tree import LATEST, Imported, Node, build, go_on

# where ChatGPT puts links to what it found, which are not there, and names that it has a card for
_MARKS = re.compile("\ue200([^\ue200\ue201]{0,4000})\ue201")


def text_of(value: object) -> str:
    """``value`` if it is text (halves of characters replaced), else ""."""
    return value.encode("utf-8", "replace").decode("utf-8") if isinstance(value, str) else ""


def time_of(value: object) -> float:
    """Seconds since the epoch, also from milliseconds and ISO 8601 (UTC, if no zone is told); 0 if it is no time."""
    if isinstance(value, str):
        with suppress(ValueError, OverflowError):
            moment = datetime.fromisoformat(value[:40])
            value = (moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)).timestamp()
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        return 0.0
    seconds = float(value) / 1000 if value > 1e11 else float(value)
    return seconds if 0 < seconds < LATEST else 0.0


def members(value: object) -> Mapping[str, object]:
    """``value`` if it is an object, else an empty one."""
    return value if isinstance(value, dict) else {}


def elements(value: object) -> Sequence[object]:
    """``value`` if it is a list, else an empty one."""
    return value if isinstance(value, list) else ()


def role_of(value: object) -> Role | None:
    if value == "user":
        return "user"
    return "assistant" if value == "assistant" else None


# --------------------------------------------------------------------------- ChatGPT


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
            missed = _chatgpt_content(node, members(entry.get("content")))
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


def in_order(
    mapping: Mapping[str, object], ask: Callable[[], None], *, parent: str = "parent", children: str = "children"
) -> list[tuple[str, str]]:
    """Keys of a tree with their parents, parents first; what is not reached from a root (a circle) is left out.

    ``parent``, ``children``: the members of its nodes that name others.
    """
    parents: dict[str, str] = {}
    following: dict[str, list[str]] = {}
    for key, value in mapping.items():
        ask()
        above = members(value).get(parent)
        parents[key] = above if isinstance(above, str) and above in mapping else ""
    for value in mapping.values():  # children in the order of their versions, where that is told
        ask()
        for child in elements(members(value).get(children)):
            if isinstance(child, str) and child in parents:
                following.setdefault(parents[child], []).append(child)
    for key, above in parents.items():
        following.setdefault(above, []).append(key)
    order: list[tuple[str, str]] = []
    seen: set[str] = set()
    waiting = list(reversed(following.get("", ())))
    while waiting:
        key = waiting.pop()
        if key not in seen:
            seen.add(key)
            order.append((key, parents[key]))
            waiting.extend(reversed(following.get(key, ())))
    return order


def _chatgpt_content(node: Node, content: Mapping[str, object]) -> int:
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
    """What a reader saw in place of one of ChatGPT's marks: a name, the title of a link, or nothing."""
    kind, *rest = mark[1].split("\ue202")
    if kind == "entity" and rest:
        with suppress(ValueError, RecursionError):  # ["city", "Paris", ...]
            told = elements(json.loads(rest[0]))
            return text_of(told[1]) if len(told) > 1 else ""
    return rest[0] if kind == "url" and len(rest) > 1 else ""


def fenced(code: str, language: str = "") -> str:
    """``code`` as a block of Markdown whose fence is not in it."""
    fence = fence_of(code)
    return f"{fence}{language}\n{code}\n{fence}"


# --------------------------------------------------------------------------- LM Studio


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
            left_out += _lm_studio_content(node, members(version))
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


def _lm_studio_content(node: Node, version: Mapping[str, object]) -> int:
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


# --------------------------------------------------------------------------- Jan


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
