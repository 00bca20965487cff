"""What other programs get of whole messages: HTML of plain structure."""

from __future__ import annotations

import re
from functools import cache
from html import escape
from typing import TYPE_CHECKING, Any

from PySide6.QtGui import QGuiApplication

from app.ui.chat.transcript.fragments import rich_data
from app.ui.chat.transcript.items import MessageItem
from app.ui.chat.transcript.markdown import BOXES, NESTED, Chunk, bare_parser, safe_link, split
from app.ui.chat.transcript.plain import json_chunk, message_text
from app.ui.chat.transcript.thinking import part

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markdown_it import MarkdownIt
    from markdown_it.token import Token


@cache
def _parser() -> MarkdownIt:
    made = bare_parser()
    made.options["breaks"] = True
    made.add_render_rule("image", _image)
    made.add_render_rule("bullet_list_open", _list_open)
    made.add_render_rule("list_item_open", _item_open)
    for kind in ("math_inline", "math_inline_double", "math_block"):
        made.add_render_rule(kind, _math)
    made.add_render_rule("note_ref", lambda self, tokens, at, *_: f"<sup>{escape(tokens[at].content)}</sup>")
    made.add_render_rule("note_open", lambda self, tokens, at, *_: f"<p><sup>{escape(tokens[at].content)}</sup> ")
    made.add_render_rule("note_close", lambda *_: "</p>\n")
    return made


def _image(self: Any, tokens: Sequence[Token], at: int, *rest: Any) -> str:
    address, words = str(tokens[at].attrGet("src") or ""), escape(tokens[at].content or "image")
    return f'<a href="{escape(address)}">{words}</a>' if safe_link(address) else words


def _list_open(self: Any, tokens: Sequence[Token], at: int, *rest: Any) -> str:
    return "<ul>\n" if tokens[at].meta.get("task") is None else '<ul style="list-style-type: none">\n'


def _item_open(self: Any, tokens: Sequence[Token], at: int, *rest: Any) -> str:
    task = tokens[at].meta.get("task")
    return "<li>" if task is None else f"<li>{BOXES[task]} "


def _math(self: Any, tokens: Sequence[Token], at: int, *rest: Any) -> str:
    token = tokens[at]
    mark = "$" if token.type == "math_inline" else "$$"
    made = escape(f"{mark}{token.content.strip()}{mark}")
    return f"<p>{made}</p>\n" if token.type == "math_block" else made


def chunk_html(chunk: Chunk) -> str:
    """A piece of a reply."""
    from app.ui.chat.transcript.rules import mark_tasks

    if chunk.kind == "code":
        return f"<pre><code>{escape(chunk.source)}</code></pre>\n"
    if chunk.kind == "math":
        return f"<p>{escape(f'$${chunk.source.strip()}$$')}</p>\n"
    if chunk.kind == "plain":
        return text_html(chunk.source)
    tokens = _parser().parse(chunk.source)
    if any(token.level >= NESTED - 1 for token in tokens):  # what is deeper would be left out
        return text_html(chunk.source)
    mark_tasks(tokens)
    return str(_parser().renderer.render(tokens, _parser().options, {}))


def text_html(text: str) -> str:
    """Text as it is, in paragraphs."""
    paragraphs = re.split(r"\n{2,}", text.strip("\n"))
    return "".join(f"<p>{escape(one).replace(chr(10), '<br>')}</p>\n" for one in paragraphs)


def reply_html(source: str) -> str:
    """A reply's Markdown."""
    return "".join(map(chunk_html, split(source)))


def message_html(item: MessageItem) -> str:
    """A whole message, without the reasoning of a reply."""
    if item.role != "assistant":
        return text_html(item.text)
    answer = part(item.text)[1]
    made = json_chunk(item, answer)
    return reply_html(answer) if made is None else chunk_html(made)


def copy_message(item: MessageItem) -> None:
    """Put a whole message on the clipboard: as text, as rich text and as Markdown."""
    data = rich_data(message_text(item, markdown=False), message_html(item), message_text(item, markdown=True))
    QGuiApplication.clipboard().setMimeData(data)


def copy_source(item: MessageItem) -> None:
    """The same with the Markdown of a reply as its text."""
    source = part(item.text)[1] or item.text
    QGuiApplication.clipboard().setMimeData(rich_data(source, message_html(item), source))
