"""Which format of tool calls a model writes, told by its chat template."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from engine.prompt.tools import literals, marked, parameters
from engine.prompt.tools.events import Tool, ToolCallParser
from engine.prompt.tools.reader import MARKS, OPEN, CallReader


@dataclass(frozen=True)
class ToolFormat:
    """How a family of models writes calls.

    Attributes:
        name: of the format.
        parser: makes the reader of one reply, which is told the tools there are.
        marks: texts of control tokens that the parser has to see; others never become text.
        signs: what in a template tells this family; one is enough.
    """

    name: str
    parser: Callable[[Sequence[Tool]], ToolCallParser]
    marks: tuple[str, ...] = ()
    signs: tuple[str, ...] = ()


def _format(name: str, marking: marked.Marking | parameters.Tagging | literals.Enclosing, *signs: str) -> ToolFormat:
    return ToolFormat(name, marking.reader(), (*MARKS, *marking.marks), signs or marking.marks[:1])


HERMES = ToolFormat("hermes", CallReader, MARKS, signs=(OPEN,))

FAMILIES = (
    _format("harmony", marked.HARMONY, "<|channel|>analysis<|message|>"),
    _format("coder", parameters.CODER, "<function="),
    _format("minicpm", parameters.MINICPM),
    _format("hunyuan", parameters.HUNYUAN, "<tool_call:opensource>", "':opensource'"),
    _format("minimax tags", parameters.MINIMAX_TAGS, "]<]minimax[>["),
    _format("kimi tags", parameters.KIMI_TAGS, "call tool=", "open_tag('call'"),
    _format("atem", parameters.ATEM, "<atem:invoke"),
    _format("apertus", marked.APERTUS),
    _format("gigachat", marked.GIGACHAT),
    _format("gigachat roles", marked.GIGACHAT_ROLES, "function call<|role_sep|>", "'role': 'function call'"),
    _format("solar", marked.SOLAR),
    _format("glm", parameters.GLM, "<arg_key>"),
    _format("minimax", parameters.MINIMAX),
    _format("dsml", parameters.DSML, "｜DSML｜"),
    _format("lfm2", literals.LFM2, "<|tool_call_start|>", "<|tool_list_start|>", "List of tools: ["),
    _format("llama", literals.LLAMA, "<|python_tag|>", "Environment: ipython"),
    _format("gemma", literals.GEMMA),
    _format("mistral", marked.MISTRAL),
    _format("deepseek", marked.DEEPSEEK),
    _format("kimi", marked.KIMI, "<|tool_call_begin|>"),
    _format("command", marked.COMMAND),
    _format("granite", marked.GRANITE),
    _format("nemotron", marked.NEMOTRON),
    _format("firefunction", marked.FIREFUNCTION, "functools["),
    _format("listed", marked.LISTED),
    HERMES,
)


def format_of(source: str) -> ToolFormat:
    """The format of the model whose chat template that is; Hermes' is the one that most know."""
    return next((family for family in FAMILIES if any(sign in source for sign in family.signs)), HERMES)


def instructions(tools: Sequence[Tool]) -> str:
    """What a model is told of ``tools`` whose template knows of none: to write calls as Hermes' do."""
    listed = "\n".join(json.dumps(tool.declared(), ensure_ascii=False) for tool in tools)
    return (
        "You may call one or more functions to assist with the user query. These are their signatures:\n"
        f"<tools>\n{listed}\n</tools>\n\n"
        "For each call, write a JSON object with the function's name and arguments:\n"
        '<tool_call>\n{"name": <function-name>, "arguments": <args-json-object>}\n</tool_call>'
    )


def call_schema(tools: Sequence[Tool]) -> str:
    """The JSON schema of a call of one of ``tools``, as text: what a reply is held to that has to be one."""
    calls = []
    for i, tool in enumerate(tools):
        place = f"#{f'/anyOf/{i}' if len(tools) > 1 else ''}/properties/arguments"
        arguments = _placed(tool.parameters, place) or {"type": "object"}
        calls.append({
            "type": "object", "properties": {"name": {"const": tool.name}, "arguments": arguments},
            "required": ["name", "arguments"], "additionalProperties": False,
        })  # fmt: skip
    return json.dumps(calls[0] if len(calls) == 1 else {"anyOf": calls})


def _placed(schema: dict[str, Any], place: str) -> dict[str, Any]:
    """The same schema for standing at ``place`` of another: what it refers to in itself is there."""
    text = json.dumps(schema)
    if '"$ref"' not in text:
        return schema
    found: dict[str, Any] = json.loads(text)
    found.pop("$id", None)  # else references would be looked up in it, not in the whole
    todo: list[Any] = [found]
    while todo:
        node = todo.pop()
        if isinstance(node, dict):
            reference = node.get("$ref")
            if isinstance(reference, str) and (reference == "#" or reference.startswith("#/")):
                node["$ref"] = place + reference[1:]
            todo += node.values()
        elif isinstance(node, list):
            todo += node
    return found
