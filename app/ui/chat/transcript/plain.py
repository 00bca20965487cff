"""What a message says without its markup: for finding and for copying. No widgets, so that it costs little."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.chat_values import Message
from app.ui.chat.transcript.items import THINKING, MessageItem
from app.ui.chat.transcript.markdown import Chunk, split
from app.ui.chat.transcript.thinking import part
from app.ui.chat.transcript.walk import Lead, pieces

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markdown_it.token import Token

BOXES = {" ": "☐ ", "x": "☑ "}


def plain(source: str, marks: bool) -> str:
    """Prose without markup. ``marks``: with bullets, numbers and the source of formulas, as a person would copy it;
    without them it is what the words of the document are, as they are searched."""
    lines: list[str] = []
    for piece in pieces(source):
        token = piece.token
        match piece.kind:
            case "words":
                lead = _lead(piece.lead) if piece.lead is not None and (marks or piece.lead.note) else ""
                words = _inline(token.children or (), marks) if token is not None else ""
                lines.append(lead + words)
            case "row":
                cells = (_inline(cell.children or (), marks) for cell in piece.cells)
                lines.append("\t".join(cell.replace("\n", " ") for cell in cells) if marks else "\n".join(cells))
            case "code" if token is not None:
                lines.append(token.content.rstrip("\n"))
            case "math" if token is not None:
                lines.append(f"$${token.content}$$" if marks else "")
            case "end" if token is not None:
                if marks and not piece.nested and not token.hidden and lines and lines[-1]:
                    lines.append("")
    return "\n".join(lines).strip("\n")


def _lead(lead: Lead) -> str:
    """A bullet, a box or a number, as far in as its list."""
    sign = BOXES.get(lead.task or "", "• ") if lead.number is None else f"{lead.number}. "
    return "  " * (lead.depth - 1) + sign


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


def chunks_of(item: MessageItem | Message, answer: str) -> list[Chunk]:
    """The pieces of a reply; ``answer``: what it says behind its reasoning."""
    made = json_chunk(item, answer)
    return split(answer) if made is None else [made]


def json_chunk(item: MessageItem | Message, answer: str) -> Chunk | None:
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
