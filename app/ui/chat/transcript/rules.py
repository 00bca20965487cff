"""What a reply may hold beyond CommonMark, as rules for markdown-it: formulas, footnotes and task lists; and that
addresses for links are seen where no link has them.

Formulas: ``$...$`` and ``\\(...\\)`` in a line; ``$$...$$``, ``\\[...\\]`` and ``\\begin{align}...`` on lines of
their own. Models write them right after a line of text, so they may interrupt a paragraph. One that is still open
reaches to the next blank line, so that what comes before it stays as it is while more text arrives.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from markdown_it.rules_block import list_block
from markdown_it.token import Token
from mdit_py_plugins.dollarmath.index import math_inline_dollar

from app.ui.chat.transcript import addresses, definitions

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from markdown_it import MarkdownIt
    from markdown_it.rules_block import StateBlock
    from markdown_it.rules_core import StateCore
    from markdown_it.rules_inline import StateInline

ENVIRONMENTS = r"(?:align|aligned|alignat|gather|gathered|equation|multline|split|cases|array|[pbvBV]?matrix)\*?"
LONGEST = 2000  # characters of a formula in a line
INTERRUPTS = ["paragraph", "reference", "blockquote", "list"]
_BEGIN = re.compile(rf"\\begin{{({ENVIRONMENTS})}}")
_NOTE = re.compile(r"\[\^([0-9]{1,3}|[A-Za-z]\w{0,30})\]")
_WORDS = re.compile(r"(?:\[[ xX]\] )?(?:[*_\"'(]{0,3}[^\W\d_]|`[^`])")  # at the beginning of a line
_BREAK = re.compile(r"<br[ \t]*/?>", re.IGNORECASE)
_CITE = re.compile(r"\{\ufdd0([0-9]{1,6}(?:,[0-9]{1,6})*)\}")
_NOTE_LINE = re.compile(_NOTE.pattern + r":[ \t]*")
BARE = frozenset(("bullet_list_open", "ordered_list_open", "list_item_close"))  # behind its opening: an item is bare


def install(made: MarkdownIt) -> None:
    """Add the rules; their tokens: math_inline, math_inline_double, math_block, note_ref, note_open, note_close,
    cite_ref. ``<br>`` is a hardbreak, an address that stands bare a link."""
    addresses.install(made)
    made.inline.ruler.before("autolink", "line_break", _line_break)
    made.inline.ruler.before("escape", "math_dollar", math_inline_dollar(False, False, True))
    made.inline.ruler.before("escape", "math_bracket", _bracket)
    made.inline.ruler.before("link", "note_ref", _note_ref)
    made.inline.ruler.before("link", "cite_ref", _cite_ref)
    made.block.ruler.before("fence", "math_block", _math_block, {"alt": INTERRUPTS})
    made.block.ruler.before("reference", "note", _note, {"alt": INTERRUPTS})
    definitions.install(made)
    made.block.ruler.before("table", "one_line", _one_line)
    made.core.ruler.push("signs", _show_signs)


def _bracket(state: StateInline, silent: bool) -> bool:
    for opening, closing, kind in (("\\(", "\\)", "math_inline"), ("\\[", "\\]", "math_inline_double")):
        if state.src.startswith(opening, state.pos):
            end = state.src.find(closing, state.pos + 2, min(state.posMax, state.pos + LONGEST))
            if end < 0 or not state.src[state.pos + 2 : end].strip():
                return False
            if not silent:
                token = state.push(kind, "math", 0)
                token.content = state.src[state.pos + 2 : end]
                token.markup = opening
            state.pos = end + 2
            return True
    return False


def _line_break(state: StateInline, silent: bool) -> bool:
    """``<br>`` and ``<br/>``, the only HTML: a cell of a table has no other way to hold several lines."""
    found = _BREAK.match(state.src, state.pos)
    if found is None:
        return False
    if not silent:
        state.pending = state.pending.rstrip(" ")
        state.push("hardbreak", "br", 0)
    state.pos = found.end()
    while state.pos < state.posMax and state.src[state.pos] in " \n":
        state.pos += 1
    return True


def _one_line(state: StateBlock, first: int, last: int, silent: bool) -> bool:
    """A paragraph of one line that begins with a word, above nothing or an item of a list. No other rule takes such a
    line: in a long list, to ask each of them takes as long as all else."""
    start, end = state.bMarks[first] + state.tShift[first], state.eMarks[first]
    if silent or not _WORDS.match(state.src, start, end) or state.is_code_block(first):
        return False
    behind = first + 1
    if behind < state.lineMax and not state.isEmpty(behind) and not _begins_item(state, behind, last):
        return False
    state.line = behind
    opening = state.push("paragraph_open", "p", 1)
    inline = state.push("inline", "", 0)
    inline.content = state.src[start:end].strip()
    opening.map, inline.map, inline.children = [first, behind], [first, behind], []
    state.push("paragraph_close", "p", -1)
    return True


def _begins_item(state: StateBlock, line: int, last: int) -> bool:
    """Whether a line ends the paragraph above with an item of a list: then it makes that no heading and no table."""
    if state.sCount[line] < 0:  # goes on in a quote
        return False
    before, state.parentType = state.parentType, "paragraph"
    begins = list_block(state, line, last, True)
    state.parentType = before
    return begins


def _math_block(state: StateBlock, first: int, last: int, silent: bool) -> bool:
    if state.is_code_block(first):
        return False
    line = state.src[state.bMarks[first] + state.tShift[first] : state.eMarks[first]]
    begin = _BEGIN.match(line)
    if line.startswith("$$"):
        closing, skip = "$$", 2
    elif line.startswith("\\["):
        closing, skip = "\\]", 2
    elif begin is not None:
        closing, skip = f"\\end{{{begin[1]}}}", 0
    else:
        return False
    rest = line[skip:].rstrip()
    if closing in rest and not rest.endswith(closing):
        return False  # text goes on behind it: part of a paragraph
    if silent:
        return True
    at, closed = first, rest.endswith(closing)
    while not closed and at + 1 < last and not state.isEmpty(at + 1) and state.sCount[at + 1] >= state.blkIndent:
        at += 1
        closed = state.src[state.bMarks[at] : state.eMarks[at]].rstrip().endswith(closing)
    source = state.getLines(first, at + 1, state.blkIndent, False).strip()
    token = state.push("math_block", "math", 0)
    token.block = True
    token.content = source[skip : len(source) - skip].strip() if closed else source
    token.markup = closing if closed else ""
    token.map = [first, at + 1]
    state.line = at + 1
    return True


def _note_ref(state: StateInline, silent: bool) -> bool:
    """``[^1]``: told apart from a link by its caret."""
    return _reference(state, _NOTE, "note_ref", silent)


def _cite_ref(state: StateInline, silent: bool) -> bool:
    """Numbers of sources, which the program puts there itself: no model writes this."""
    return _reference(state, _CITE, "cite_ref", silent)


def _reference(state: StateInline, pattern: re.Pattern[str], kind: str, silent: bool) -> bool:
    """A link that is made of a mark alone; its content: the first group of ``pattern``."""
    found = pattern.match(state.src, state.pos)
    if found is None:
        return False
    if not silent:
        token = state.push(kind, "a", 0)
        token.content = found[1]
    state.pos = found.end()
    return True


def _note(state: StateBlock, first: int, last: int, silent: bool) -> bool:
    """``[^1]: text``: a footnote, shown where it stands; it goes on in indented lines."""
    if state.is_code_block(first):
        return False
    start = state.bMarks[first] + state.tShift[first]
    found = _NOTE_LINE.match(state.src, start, state.eMarks[first])
    if found is None:
        return False
    if silent:
        return True
    at = first
    while at + 1 < last and not state.isEmpty(at + 1) and state.sCount[at + 1] > state.blkIndent:
        at += 1
    lines = state.getLines(first, at + 1, state.blkIndent, False).strip()
    opening = state.push("note_open", "p", 1)
    opening.map, opening.content = [first, at + 1], found[1]
    inline = state.push("inline", "", 0)
    inline.content = " ".join(lines[found.end() - found.start() :].split("\n")).strip()
    inline.map, inline.children = [first, at + 1], []
    state.push("note_close", "p", -1)
    state.line = at + 1
    return True


def _show_signs(state: StateCore) -> None:
    """What has no words would not be seen: of a heading its signs are shown, of a link its address. A formula without
    an end is text."""
    for before, token in pairwise(state.tokens):
        if token.type == "inline" and before.type == "heading_open" and not token.content:
            token.content = before.markup
            token.children = [Token("text", "", 0, content=token.content)]
        elif token.type == "inline" and token.children and "[" in token.content:
            token.children = _with_words(token.children)
    if any(map(_is_open, state.tokens)):
        state.tokens = [one for token in state.tokens for one in (_paragraph(token) if _is_open(token) else (token,))]


def _is_open(token: Token) -> bool:
    return token.type == "math_block" and not token.markup


def _paragraph(formula: Token) -> Iterator[Token]:
    level = formula.level
    yield Token("paragraph_open", "p", 1, map=formula.map, level=level, block=True)
    words: list[Token] = []
    for line in formula.content.split("\n"):
        words += [Token("softbreak", "br", 0), Token("text", "", 0, content=line)]
    yield Token(
        "inline", "", 0, children=words[1:], level=level + 1, content=formula.content, map=formula.map, block=True
    )
    yield Token("paragraph_close", "p", -1, level=level, block=True)


def _with_words(tokens: Sequence[Token]) -> list[Token]:
    """The same; links without words are given some."""
    result: list[Token] = []
    opened: Token | None = None  # a link of which nothing was seen yet
    for token in tokens:
        if token.type == "link_open":
            opened = token
        elif token.type == "link_close" and opened is not None:
            words = str(opened.attrGet("href") or "[]()")
            result.append(Token("text", "", 0, content=words, level=opened.level + 1))
            opened = None
        elif token.type == "image" or token.content.strip():
            opened = None
        result.append(token)
    return result


def mark_tasks(tokens: Sequence[Token]) -> None:
    """Tell the items of task lists from others: ``meta["task"]`` is "" or the state of the box, " " or "x", else None.

    The opening and the closing of an item share their ``meta``; ``meta["last"]``: below it is no other of the list, nor
    of the one that list is in; ``meta["bare"]``: it is empty, or begins with a list.
    """
    lists: list[Token] = []
    items: list[Token] = []
    lowest = Token("list_item_open", "li", 1)  # the item opened last
    for at, token in enumerate(tokens):
        if token.type == "bullet_list_open":
            token.meta["task"] = None if _box(tokens, at + 1) is None else ""
            lists.append(token)
        elif token.type == "list_item_open":
            box = _box(tokens, at) if lists and lists[-1].meta["task"] is not None else None
            token.meta["task"] = box if box is not None else lists[-1].meta["task"] if lists else None
            token.meta["bare"] = tokens[at + 1].type in BARE
            items.append(token)
            lowest = token
            if box is not None:
                inline = _first_inline(tokens, at)
                assert inline is not None and inline.children
                inline.children[0].content = inline.children[0].content[4:]
        elif token.type == "ordered_list_open":
            token.meta["task"] = None
            lists.append(token)
        elif token.type in ("bullet_list_close", "ordered_list_close"):
            token.meta = lists.pop().meta
            if not lists:
                lowest.meta["last"] = True
        elif token.type == "list_item_close":
            token.meta = items.pop().meta


def _box(tokens: Sequence[Token], at: int) -> str | None:
    """The state of the box that the list item opening at ``at`` begins with; None if it has none."""
    follow = _first_inline(tokens, at)
    if follow is None or not follow.children or follow.children[0].type != "text":
        return None
    start = follow.children[0].content[:4].lower()
    return start[1] if start in ("[ ] ", "[x] ") else None


def _first_inline(tokens: Sequence[Token], at: int) -> Token | None:
    """The text that the list item opening at ``at`` begins with, if it begins with text."""
    return next((token for token in tokens[at + 1 : at + 3] if token.type == "inline"), None)
