"""How a model's template writes calls of tools, and what these gave, in turns before the reply."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

import xxhash

from engine.errors import TemplateFailed
from engine.prompt.characters import whole_characters
from engine.prompt.prompt import MARK
from engine.prompt.template import ChatTemplate, Turn
from engine.prompt.tools.events import ToolCall

SHORT_ID = 9  # characters; Mistral's templates take ids of no other length
_QUESTION = {"role": "user", "content": "Hello"}
_LAST_MARK = re.compile(r"(?:<\|?[^<>\s]{1,40}\|?>|\[/?[A-Z_]{1,40}\])$")
_LONGEST_MARK = 44  # characters


def called(text: str, calls: Sequence[ToolCall], *, as_text: bool = False, short: bool = False) -> dict[str, Any]:
    """A reply with calls as templates take it; ``as_text``: arguments as JSON text, ``short``: ids of their own."""
    return {
        "role": "assistant",
        "content": text,
        "tool_calls": [
            {
                "id": short_id(call.id) if short else call.id or short_id(call.name),
                "type": "function",
                "function": {"name": call.name, "arguments": call.arguments if as_text else object_of(call.arguments)},
            }
            for call in calls
        ],
    }


def short_id(name: str) -> str:
    """An id that every template takes."""
    return xxhash.xxh3_64_hexdigest(name.encode("utf-8", "surrogatepass"))[:SHORT_ID]


def object_of(arguments: str) -> dict[str, Any]:
    """The JSON object that ``arguments`` hold; an empty one if they hold none."""
    try:
        found = value_of(arguments)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def value_of(arguments: str) -> Any:
    """What JSON text says, in whole characters.

    Raises:
        ValueError: it is no JSON, or nested too deeply.
    """
    try:
        found = json.loads(arguments)
        text = json.dumps(found, ensure_ascii=False)
        whole = whole_characters(text)
        return found if whole == text else json.loads(whole)
    except RecursionError:
        raise ValueError("nested too deeply") from None


def results_piece(
    template: ChatTemplate, variables: Mapping[str, Any], results: Sequence[Turn], calls: Sequence[ToolCall]
) -> str | None:
    """What continues a chat after a reply with ``calls``: its end, and the turns ``results``; no reply is opened.

    None: the template knows no results of tools.
    """
    short = [
        {**turn, "tool_call_id": short_id(turn["tool_call_id"])} if "tool_call_id" in turn else turn for turn in results
    ]
    for given in (results, short):
        piece = _after_mark(template, variables, given)
        if piece is not None and _holds(piece, given):
            return piece
    for given, as_text in ((results, False), (short, False), (results, True), (short, True)):
        before = [_QUESTION, called("", calls, as_text=as_text, short=given is short)]
        try:
            [head, whole] = template.render_all([before, [*before, *given]], variables=variables)
        except TemplateFailed:
            continue
        end = _last_mark(head)
        if whole.startswith(head) and end >= 0 and _holds(whole[len(head) :], given):
            return whole[end:]
    return None


def _last_mark(text: str) -> int:
    """Where the mark begins that ``text`` ends with, the blanks before it included; -1: it ends with none."""
    bare = text.rstrip()
    found = _LAST_MARK.search(bare, max(0, len(bare) - _LONGEST_MARK))
    return len(bare[: found.start()].rstrip()) if found else -1


def _after_mark(template: ChatTemplate, variables: Mapping[str, Any], results: Sequence[Turn]) -> str | None:
    """By way of a reply without calls: what stands behind a mark in it."""
    turns = [_QUESTION, {"role": "assistant", "content": MARK}, *results]
    try:
        whole = template.render(turns, add_generation_prompt=False, variables=variables)
    except TemplateFailed:
        return None
    return whole[whole.rindex(MARK) + len(MARK) :] if MARK in whole else None


def _holds(piece: str, results: Sequence[Turn]) -> bool:
    """Whether a piece says what the tools gave, as it is or as JSON."""
    return all(
        turn["content"].strip() in piece or json.dumps(turn["content"], ensure_ascii=False)[1:-1] in piece
        for turn in results
    )


def calls_piece(
    template: ChatTemplate,
    variables: Mapping[str, Any],
    text: str,
    calls: Sequence[ToolCall],
    marks: Sequence[str] = (),
) -> str | None:
    """A reply with calls as an earlier turn, its opening included and its end left out; None: the template fails.

    ``marks``: of the calls; where one of their closing tags comes last, turns have no end.
    """
    for as_text, short in ((False, False), (False, True), (True, False), (True, True)):
        reply = called(text, calls, as_text=as_text, short=short)
        try:
            [asked, whole] = template.render_all([[_QUESTION], [_QUESTION, reply]], variables=variables)
        except TemplateFailed:
            continue
        if whole.startswith(asked) and all(call.name in whole[len(asked) :] for call in calls):
            piece = whole[len(asked) :]
            closing = tuple(mark for mark in marks if mark.startswith("</"))
            end = -1 if piece.rstrip().endswith(closing) else _last_mark(piece)
            return piece[:end] if end >= 0 else piece
    return None
