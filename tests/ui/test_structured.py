"""Replies that were held to a format: the chat names it, and shows JSON as code."""

from __future__ import annotations

import pytest

from app.core.chat_values import MessageMeta
from app.ui.chat.transcript import MessageItem, TranscriptView
from app.ui.chat.transcript.code import CodeBlock
from app.ui.chat.transcript.plain import parts_of
from app.ui.chat.transcript.reply_row import AssistantRow
from app.ui.chat.transcript.rich import message_html
from app.ui.chat.transcript.text import TextBlock
from tests.ui.conftest import Launch

JSON = '{\n  "name": "a*b*",\n  "size": 1\n}'


def reply(view: TranscriptView, output: str, text: str = JSON, state: str = "done") -> AssistantRow:
    view.set_items([MessageItem("r", role="assistant", text=text, state=state, meta=MessageMeta(output=output))])
    row = view.visible_rows["r"]
    assert isinstance(row, AssistantRow)
    return row


@pytest.mark.parametrize(("output", "name"), [("json", "JSON"), ("schema", "JSON schema"), ("grammar", "Grammar")])
def test_a_chip_names_the_format(view: TranscriptView, output: str, name: str) -> None:
    row = reply(view, output)
    assert row.format.isVisible() and row.format.name == name
    assert name in row.format.accessibleName()
    assert row.format.geometry().bottom() < row.blocks[0].y()
    free = reply(view, "")
    assert not free.format.isVisible() and free.blocks[0].y() == 0


def test_json_is_code_and_is_searched_and_copied_as_such(view: TranscriptView) -> None:
    row = reply(view, "schema")
    (block,) = row.blocks
    assert isinstance(block, CodeBlock) and block.code == JSON
    item = row.item
    assert isinstance(item, MessageItem)
    assert parts_of(item) == [(0, JSON)]
    assert message_html(item).startswith("<pre><code>{") and "a*b*" in message_html(item)
    assert row.source(0) == JSON


def test_json_is_code_while_it_is_written(view: TranscriptView) -> None:
    row = reply(view, "json", "", "streaming")
    for end in range(2, len(JSON) + 1, 5):
        view.set_text("r", JSON[:end])
        view.refresh("r")
    view.set_text("r", JSON)
    view.refresh("r")
    (block,) = row.blocks
    assert isinstance(block, CodeBlock) and block.code == JSON and not block.coloured


def test_other_replies_stay_prose(view: TranscriptView) -> None:
    assert isinstance(reply(view, "grammar").blocks[0], TextBlock)
    assert isinstance(reply(view, "").blocks[0], TextBlock)
    assert isinstance(reply(view, "json", "Sorry.").blocks[0], TextBlock)


def test_a_reply_keeps_the_format_it_was_held_to(launch: Launch) -> None:
    program = launch()
    program.idle()
    program.context.settings.set("sampling.output", "json")
    program.say("Which?")
    program.idle()
    program.context.settings.set("sampling.output", "text")
    program.say("And now?")
    program.idle()
    replies = [one.meta.output for one in program.window.talk.view.messages if one.role == "assistant"]
    assert replies == ["json", ""]
    rows = [row for row in program.window.chat.transcript.visible_rows.values() if isinstance(row, AssistantRow)]
    assert [row.format.name for row in rows] == ["JSON", ""]
