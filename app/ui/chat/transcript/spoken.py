"""What a message says when it is read aloud: its words, without markup and without code."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from app.core.spoken import for_voice
from app.ui.chat.transcript.markdown import Chunk, split
from app.ui.chat.transcript.thinking import part
from app.ui.chat.transcript.walk import pieces

if TYPE_CHECKING:
    from markdown_it.token import Token

translate = QCoreApplication.translate


def spoken_reply(text: str) -> str:
    """A reply, without its reasoning."""
    return spoken_markdown(part(text)[1])


def spoken_markdown(source: str) -> str:
    """Markdown, such as a selection across messages; code and formulas are only named."""
    return for_voice(line for chunk in split(source) for line in _chunk(chunk))


def spoken_text(text: str) -> str:
    """Text as it was selected inside one block."""
    return for_voice(text.replace("\ufffc", f" {_formula()} ").split("\n"))


def _chunk(chunk: Chunk) -> Iterator[str]:
    match chunk.kind:
        case "code":
            yield _code()
        case "math":
            yield _formula()
        case "plain":
            yield from chunk.source.split("\n")
        case _:
            yield from _lines(chunk.source)


def _lines(source: str) -> Iterator[str]:
    for piece in pieces(source):
        match piece.kind:
            case "words":
                number = piece.lead.number if piece.lead is not None and not piece.lead.note else None
                words = _inline(piece.token.children or ()) if piece.token is not None else ""
                yield ("" if number is None else f"{number}. ") + words
            case "row":
                yield ", ".join(filter(None, (_inline(cell.children or ()) for cell in piece.cells)))
            case "code":
                yield _code()
            case "math":
                yield _formula()


def _inline(tokens: Sequence[Token]) -> str:
    text = ""
    for token in tokens:
        match token.type:
            case "text" | "code_inline" | "text_special" | "image":
                text += token.content
            case "softbreak" | "hardbreak":
                text += " "
            case "math_inline" | "math_inline_double":
                text += f" {_formula()} "
    return text


def _code() -> str:
    return translate("Transcript", "Code.", "read aloud instead of a code block")


def _formula() -> str:
    return translate("Transcript", "Formula")
