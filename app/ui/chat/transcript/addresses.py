"""Addresses of pages that stand bare in a text, as links: ``https://...``, ``http://...`` and ``www....``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from markdown_it.token import Token

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_core import StateCore

_QUOTES = r"\"`\u201c\u201d\u201e\u00ab\u00bb"
_CJK = r"\u3000-\u3002\u300a-\u3011\uff01\uff08\uff09\uff0c\uff1a\uff1b\uff1f"  # of Chinese and Japanese sentences
_REST = rf"[^\s<>|\\\u0000-\u001f\u2026{_QUOTES}{_CJK}]*"  # up to what stands in no address
_ADDRESS = re.compile(rf"(?<![\w/@.+-])(?:https?://[^\W_]|www\.[^\W_]+[.-]){_REST}", re.IGNORECASE)
_HOST = re.compile(r"www\.(?:[\w-]+\.)+[^\W\d_]{2,}(?![\w-])", re.IGNORECASE)
_HINT = re.compile(r"://|www\.", re.IGNORECASE)
_END = frozenset(".,;:!?'*_~\u2019\u2018")  # ends the sentence, not the address
_PAIRS = {")": "(", "]": "[", "}": "{"}


def install(made: MarkdownIt) -> None:
    """Add the rule; its links are marked as those in angle brackets are."""
    made.core.ruler.after("inline", "addresses", _addresses)


def found(text: str) -> Iterator[tuple[int, int]]:
    """From where to where each address reaches."""
    for match in _ADDRESS.finditer(text):
        end = match.start() + len(_trimmed(match[0]))
        bare = text[match.start() : end]
        if bare[:4].lower() != "www." or _HOST.match(bare):
            yield match.start(), end


def _trimmed(address: str) -> str:
    """Without the signs behind it, and without brackets that were opened before it."""
    spare = {close: address.count(close) - address.count(opening) for close, opening in _PAIRS.items()}
    end = len(address)
    while end:
        last = address[end - 1]
        if last in _PAIRS:
            if spare[last] <= 0:
                break
            spare[last] -= 1
        elif last not in _END:
            break
        end -= 1
    return address[:end]


def _addresses(state: StateCore) -> None:
    for token in state.tokens:
        if token.type == "inline" and token.children and _HINT.search(token.content):
            token.children = _linked(state.md, token.children)


def _linked(made: MarkdownIt, tokens: list[Token]) -> list[Token]:
    """The same with links; what is in a link stays as it is."""
    result: list[Token] = []
    inside = 0
    for token in tokens:
        inside += (token.type == "link_open") - (token.type == "link_close")
        if token.type == "text" and not inside and _HINT.search(token.content):
            escaped = bool(result) and result[-1].type == "text_special"
            result += _pieces(made, token, escaped)
        else:
            result.append(token)
    return result


def _pieces(made: MarkdownIt, token: Token, escaped: bool) -> Iterator[Token]:
    """A text, cut at its addresses. ``escaped``: a sign stands before it that was to be one alone."""
    text, at = token.content, 0
    for start, end in found(text):
        bare = text[start:end]
        address = made.normalizeLink(f"https://{bare}" if bare[:4].lower() == "www." else bare)
        if (escaped and start == 0) or not made.validateLink(address):
            continue
        if start > at:
            yield _text(text[at:start], token.level)
        opening = Token("link_open", "a", 1, attrs={"href": address}, markup="autolink", info="auto", level=token.level)
        yield opening
        yield _text(bare, token.level + 1)
        yield Token("link_close", "a", -1, markup="autolink", info="auto", level=token.level)
        at = end
    if at < len(text):
        yield _text(text[at:], token.level)


def _text(content: str, level: int) -> Token:
    return Token("text", "", 0, content=content, level=level)
