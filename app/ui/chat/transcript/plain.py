"""What a message says without its markup: for finding and for copying. No widgets, so that it costs little."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.ui.chat.transcript.items import THINKING, MessageItem
from app.ui.chat.transcript.markdown import Chunk, parser, split
from app.ui.chat.transcript.rules import mark_tasks
from app.ui.chat.transcript.thinking import part

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markdown_it.token import Token

BOXES = {" ": "☐ ", "x": "☑ "}


def plain(source: str, marks: bool) -> str:
    """Prose without markup. ``marks``: with bullets, numbers and the source of formulas, as a person would copy it;
    without them it is what the words of the document are, as they are searched."""
    tokens = parser().parse(source, {})
    mark_tasks(tokens)
    lines: list[str] = []
    counts: list[int | None] = []
    lead, shown = "", False  # what stands before the next words, and whether the document has it as text
    cells: list[str] | None = None
    for token in tokens:
        match token.type:
            case "bullet_list_open":
                counts.append(None)
            case "ordered_list_open":
                counts.append(int(token.attrGet("start") or 1))
            case "bullet_list_close" | "ordered_list_close":
                counts.pop()
            case "list_item_open":
                number = counts[-1]
                bullet = BOXES.get(token.meta["task"] or "", "• ") if number is None else f"{number}. "
                lead = "  " * (len(counts) - 1) + bullet
                if number is not None:
                    counts[-1] = number + 1
            case "tr_open":
                cells = []
            case "tr_close":
                lines.append(("\t" if marks else "\n").join(cells or ()))
                cells = None
            case "note_open":
                lead, shown = f"{token.content}. ", True
            case "inline":
                text = _inline(token.children or (), marks)
                if cells is not None:
                    cells.append(text)
                else:
                    lines.append(lead + text if marks or shown else text)
                lead, shown = "", False
            case "fence" | "code_block":
                lines.append(token.content.rstrip("\n"))
            case "math_block":
                lines.append(f"$${token.content}$$" if marks else "")
            case "paragraph_close" | "heading_close" | "table_close" | "blockquote_close":
                if marks and not counts and not token.hidden and lines and lines[-1]:
                    lines.append("")
    return "\n".join(lines).strip("\n")


def _inline(tokens: Sequence[Token], marks: bool) -> str:
    text = ""
    for token in tokens:
        match token.type:
            case "text" | "code_inline" | "text_special":
                text += token.content
            case "softbreak" | "hardbreak":
                text += "\n"
            case "image":
                text += token.content or "image"
            case "note_ref":
                text += f"[{token.content}]" if marks else token.content
            case "math_inline":
                text += f"${token.content}$" if marks else "\ufffc"
            case "math_inline_double":
                text += f"$${token.content}$$" if marks else "\ufffc"
    return text


def chunk_text(chunk: Chunk, marks: bool) -> str:
    """The text of a piece of a reply, as :func:`plain`."""
    if chunk.kind in ("code", "plain") or not chunk.closed:
        return chunk.source
    if chunk.kind == "math":
        return f"$${chunk.source}$$" if marks else ""
    return plain(chunk.source, marks)


def chunks_of(item: MessageItem, answer: str) -> list[Chunk]:
    """The pieces of a reply; ``answer``: what it says behind its reasoning."""
    made = json_chunk(item, answer)
    return split(answer) if made is None else [made]


def json_chunk(item: MessageItem, answer: str) -> Chunk | None:
    """A reply that was held to JSON, as code; None if it is another."""
    text = answer.strip()
    if item.meta.output not in ("json", "schema") or not text.startswith(("{", "[")):
        return None
    return Chunk("code", text, 0, "json", closed=item.state != "streaming")


def parts_of(item: MessageItem) -> list[tuple[int, str]]:
    """The parts of a message by their numbers, as they are searched."""
    if item.role == "user":
        return [(0, item.text)]
    thinking, answer, _ = part(item.text)
    parts = [(at, chunk_text(chunk, marks=False)) for at, chunk in enumerate(chunks_of(item, answer))]
    return [(THINKING, thinking), *parts] if thinking else parts


def message_text(item: MessageItem, markdown: bool) -> str:
    """A whole message for the clipboard, without what the model thought."""
    answer = part(item.text)[1] if item.role == "assistant" else item.text
    if markdown or item.role == "user":
        return answer.strip()
    return "\n\n".join(text for chunk in chunks_of(item, answer) if (text := chunk_text(chunk, marks=True)))
