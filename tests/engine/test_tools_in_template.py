"""Tools reach a model's template, and calls of them in earlier turns."""

from __future__ import annotations

import json
import time

import pytest

from engine.errors import TemplateFailed
from engine.prompt.template import ChatTemplate
from engine.prompt.tools.events import Tool, ToolCall
from engine.prompt.tools.turns import calls_piece, object_of, value_of

TEMPLATE = (
    "{%- if tools %}{% for tool in tools %}{{ tool.function | tojson }}{% endfor %}|{% endif %}"
    "{%- for message in messages %}{{ message.role }}:{{ message.content }}"
    "{%- for call in message.tool_calls or [] %}<{{ call.function.name }} {{ call.function.arguments | tojson }}>"
    "{%- endfor %};{% endfor %}"
)
TOOL = Tool("look", "Look up", {"type": "object"})


def test_a_template_gets_tools_and_calls() -> None:
    template = ChatTemplate(TEMPLATE)
    call = {"type": "function", "function": {"name": "look", "arguments": {"word": "a"}}}
    turns = [
        {"role": "user", "content": "Q"},
        {"role": "assistant", "content": "", "tool_calls": [call]},
        {"role": "tool", "content": "R"},
    ]
    text = template.render(turns, add_generation_prompt=False, variables={"tools": [TOOL.declared()]})
    declared = '{"name": "look", "description": "Look up", "parameters": {"type": "object"}}'
    assert text == declared + '|user:Q;assistant:<look {"word": "a"}>;tool:R;'


def test_without_tools_a_template_is_told_of_none() -> None:
    assert ChatTemplate(TEMPLATE).render([{"role": "user", "content": "Q"}], add_generation_prompt=False) == "user:Q;"


def test_a_template_made_for_tools_alone_goes_without() -> None:
    text = ChatTemplate("{% for tool in tools %}x{% endfor %}{{ messages[0].content }}").render(
        [{"role": "user", "content": "Q"}], add_generation_prompt=False
    )
    assert text == "Q"


@pytest.mark.parametrize("end", ["<|im_end|>\n", "[/END] ", "x", "", "<two words>"])
def test_a_call_goes_without_the_mark_that_ends_its_turn(end: str) -> None:
    template = ChatTemplate(TEMPLATE.replace("{%- endfor %};", f"{{%- endfor %}} \n{end}"))
    piece = calls_piece(template, {}, "I look.", [ToolCall("look", '{"a": "<b>"}')])
    told = 'assistant:I look.<look {"a": "<b>"}>'
    assert piece == (told if end.startswith(("<|", "[")) else f"{told} \n{end}")


def test_blanks_in_a_call_are_looked_through_once() -> None:
    blanks = ToolCall("look", json.dumps({"a": " " * 60_000 + "b"}))
    begun = time.process_time()
    piece = calls_piece(ChatTemplate(TEMPLATE), {}, "", [blanks])
    assert piece is not None and len(piece) > 60_000
    assert time.process_time() - begun < 2  # it was fifteen


def test_arguments_that_clients_send_become_values_or_none() -> None:
    assert object_of('{"a": "\\ud800b", "c": "\\ud83d\\ude00"}') == {"a": "\ufffdb", "c": "\U0001f600"}
    assert object_of("[" * 100_000) == object_of("[1]") == object_of("{") == {}
    with pytest.raises(ValueError, match="nested"):
        value_of("[" * 100_000)


@pytest.mark.parametrize("content", ["\ud800", 1 << 70])
def test_what_cannot_be_given_to_a_template_fails_as_one(content: object) -> None:
    with pytest.raises(TemplateFailed, match="can't be encoded"):
        ChatTemplate(TEMPLATE).render([{"role": "user", "content": content}], add_generation_prompt=False)
