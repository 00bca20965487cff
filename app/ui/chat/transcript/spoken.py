"""What a message says when it is read aloud: its words, without markup and without code."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from app.core.spoken import for_voice
from app.ui.chat.transcript.markdown import Chunk, parser, split
from app.ui.chat.transcript.thinking import part

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
            yield from _lines(parser().parse(chunk.source, {}))


def _lines(tokens: Sequence[Token]) -> Iterator[str]:
    cells: list[str] | None = None
    counts: list[int | None] = []
    number = ""
    for token in tokens:
        match token.type:
            case "bullet_list_open":
                counts.append(None)
            case "ordered_list_open":
                counts.append(int(token.attrGet("start") or 1))
            case "bullet_list_close" | "ordered_list_close":
                counts.pop()
            case "list_item_open":
                count = counts[-1]
                number = "" if count is None else f"{count}. "
                counts[-1] = None if count is None else count + 1
            case "tr_open":
                cells = []
            case "tr_close":
                yield ", ".join(filter(None, cells or ()))
                cells = None
            case "inline":
                text = _inline(token.children or ())
                if cells is None:
                    yield number + text
                    number = ""
                else:
                    cells.append(text)
            case "fence" | "code_block":
                yield _code()
            case "math_block":
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
    return text.removeprefix("[ ] ").removeprefix("[x] ")


def _code() -> str:
    return translate("Transcript", "Code.", "read aloud instead of a code block")


def _formula() -> str:
    return translate("Transcript", "Formula")
