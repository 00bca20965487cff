"""What chats of other programs may hold: nothing that was said gets lost, and what has no place here is counted."""

from __future__ import annotations

import importlib
import json
import time
from pathlib import Path

import pytest

from app.core.transfer import ImportProgress, TransferError, imported, sources, tree
from app.core.transfer.chatgpt import chatgpt
from app.core.transfer.claude import claude
from app.core.transfer.jan import jan
from app.core.transfer.lm_studio import lm_studio
from app.core.transfer.open_webui import open_webui
from app.core.transfer.tree import Imported
from app.core.transfer.values import time_of
from tests.unit.core.test_transfer import claude_export, lm_studio_chat, node, open_webui_export


def said(one: Imported | None) -> list[str]:
    """What stands in the branch that is shown."""
    assert one is not None
    known = {message.id: message for message in one.messages}
    shown, at = [], one.chat.head
    while at:
        shown.append(known[at].content)
        at = known[at].parent
    return shown[::-1]


def test_what_chatgpt_hides_stays_hidden() -> None:
    hidden = {"is_visually_hidden_from_conversation": True}
    told = node("told", None, "user", {"content_type": "text", "parts": ["About me", {"picture": 1}]}, metadata=hidden)
    mapping = {"told": told, "q": node("q", "told", "user", "Hello"), "a": node("a", "q", "assistant", "Hi")}
    one = chatgpt({"mapping": mapping, "current_node": "a"})
    assert said(one) == ["Hello", "Hi"]
    assert one is not None and one.left_out == 0, "nobody misses what was never seen"


def test_what_was_spoken_to_chatgpt_is_text() -> None:
    spoken = {"content_type": "audio_transcription", "text": "Which bird?"}
    parts = {"content_type": "multimodal_text", "parts": [spoken, {"content_type": "audio_asset_pointer"}]}
    one = chatgpt({"mapping": {"q": node("q", None, "user", parts)}, "current_node": "q"})
    assert said(one) == ["Which bird?"]
    assert one is not None and one.left_out == 1, "the sound"


def test_the_branch_that_claude_showed_is_shown() -> None:
    export = claude_export()[0]
    assert said(claude({**export, "current_leaf_message_uuid": "a1"}))[1:] == ["A crane."]
    assert said(claude({**export, "current_leaf_message_uuid": "gone"}))[-1] == "Thanks"


def test_what_claude_wrote_before_there_were_blocks_stands_below_its_files() -> None:
    files = [{"file_name": "a.txt", "extracted_content": "A"}, {"file_name": "b.pdf", "extracted_content": " \n"}]
    one = claude({"chat_messages": [{"uuid": "q", "sender": "human", "text": "Which bird?", "attachments": files}]})
    assert said(one) == ["**a.txt**\n\n```\nA\n```\n\nWhich bird?"]
    assert one is not None and one.left_out == 1, "a file without a text"


def test_what_others_than_the_two_said_is_counted() -> None:
    line = {"role": "system", "content": "Be kind."}
    one = jan({}, [line, {"role": "user", "content": "Hello"}])
    assert said(one) == ["Hello"]
    assert one is not None and one.left_out == 1
    chat = lm_studio_chat()
    system = {"role": "system", "content": [{"type": "text", "text": "Be kind."}]}
    empty = {"role": "system", "content": []}
    messages = chat["messages"]
    assert isinstance(messages, list)
    chat["messages"] = [{"versions": [system], "currentlySelected": 0}, {"versions": [empty]}, *messages]
    before, after = lm_studio({**chat, "messages": messages}), lm_studio(chat)
    assert said(before) == said(after)
    assert before is not None and after is not None and after.left_out == before.left_out + 1
    record = open_webui_export()[0]
    record["chat"]["history"]["messages"]["s"] = {"role": "system", "content": "Be kind."}  # type: ignore[index]
    one = open_webui(record)
    assert one is not None and one.left_out == 2, "a picture, too"


def test_a_chat_that_is_too_large_once_it_is_joined_keeps_back_no_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each of many versions repeats what stands before it, so that the chat may be far more than its file."""
    monkeypatch.setattr(tree, "LARGEST", 50)
    long = {"name": "Long", "chat_messages": [{"uuid": "q", "sender": "human", "text": "x" * 51}]}
    short = {"name": "Short", "chat_messages": [{"uuid": "q", "sender": "human", "text": "x" * 50}]}
    (tmp_path / "conversations.json").write_text(json.dumps([long, short]))
    progress = ImportProgress()
    found = [one for one in imported(sources([tmp_path]), progress) if one is not None]
    assert [one.chat.title for one in found] == ["Short"]
    assert [one.title for one in progress.lost.too_large] == ["Long"]


def test_a_thread_of_jan_under_any_name_is_read_with_what_lies_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    thread = tmp_path / "my thread.json"
    thread.write_text('{"object": "thread", "title": "Ask Jan"}')
    (tmp_path / "messages.jsonl").write_text('\n{"role": "user", "content": "Hello"}\n\n')
    (one,) = imported(sources([thread]), ImportProgress())
    assert said(one) == ["Hello"]
    monkeypatch.setattr(importlib.import_module("app.core.transfer.sources"), "MOST_LINE", 20)
    with pytest.raises(TransferError, match="message that is too large"):
        list(imported(sources([thread]), ImportProgress()))


def test_the_branch_that_open_webui_showed_is_shown() -> None:
    record = open_webui_export()[0]
    assert said(open_webui(record))[-1] == "Thanks"
    record["chat"]["history"]["currentId"] = "a1"  # type: ignore[index]
    assert said(open_webui(record)) == ["Which bird?", "A crane."]


def test_what_open_webui_tells_in_older_files_is_found_there() -> None:
    record = open_webui_export()[0]
    chat = record["chat"]
    assert isinstance(chat, dict)
    older = {**chat, "title": "Grey birds", "timestamp": 1600000000000, "system": "Be brief.", "params": {}}
    one = open_webui({"chat": older})
    assert one is not None
    assert (one.chat.title, one.chat.created, one.chat.system_prompt) == ("Grey birds", 1.6e9, "Be brief.")


def test_a_thread_of_jan_of_any_version_has_its_title_star_and_model() -> None:
    lines = [{"role": "user", "content": "Hello"}]
    older = {"summary": "Ask Jan", "metadata": {"is_favorite": True}, "model": {"id": "llama3"}}
    newer = {"title": "Ask Jan", "summary": "x", "isFavorite": True, "assistants": [{"model": {"id": "llama3"}}]}
    for thread in (older, newer):
        one = jan(thread, lines)
        assert one is not None
        assert (one.chat.title, one.chat.pinned, one.chat.model_name) == ("Ask Jan", True, "llama3")


def test_a_chat_is_as_old_as_what_was_said_last_where_nothing_else_tells() -> None:
    lines = [
        {"role": "user", "content": "Hello", "created_at": 1.7e9, "status": "pending"},
        {"role": "assistant", "content": "Hi", "created_at": 1.7e9 + 9, "status": "pending"},
    ]
    one = jan({}, lines)
    assert one is not None
    assert (one.chat.created, one.chat.updated) == (1.7e9, 1.7e9 + 9)
    assert [message.state for message in one.messages] == ["done", "interrupted"], "only replies are stopped"
    other = lm_studio(lm_studio_chat())
    assert other is not None and {message.created for message in other.messages} == {1.7e9}, "of no other time"


def test_the_version_that_lm_studio_showed_goes_on() -> None:
    chat = lm_studio_chat()
    chat["messages"][1]["currentlySelected"] = 0  # type: ignore[index]
    chat["messages"].insert(1, {"versions": []})  # type: ignore[attr-defined]
    one = lm_studio(chat)
    assert said(one) == ["Hello", "First try", "Thanks"]
    assert one is not None and len(one.messages) == 4


def test_pieces_of_a_text_of_lm_studio_stay_together() -> None:
    pieces = [{"type": "text", "text": "Hello, "}, {"type": "text", "text": "you."}]
    assert said(lm_studio({"messages": [{"versions": [{"role": "user", "content": pieces}]}]})) == ["Hello, you."]


def test_versions_stay_in_the_order_that_their_parent_tells() -> None:
    mapping = {key: node(key, "q", "assistant", key) for key in ("a", "c", "b")}
    mapping["q"] = {**node("q", None, "user", "Which?"), "children": ["b", "a", "c"]}
    one = chatgpt({"mapping": mapping, "current_node": "a"})
    assert one is not None and [message.content for message in one.messages] == ["Which?", "b", "a", "c"]


def test_a_reply_that_went_on_in_two_ways_is_told_as_far_as_each_goes() -> None:
    """The one that a question follows is a version of its own."""
    mapping = {
        "q": node("q", None, "user", "Which?"), "a": node("a", "q", "assistant", "A heron."),
        "more": node("more", "a", "assistant", "It is grey."), "thanks": node("thanks", "a", "user", "Thanks."),
    }  # fmt: skip
    assert said(chatgpt({"mapping": mapping, "current_node": "more"})) == ["Which?", "A heron.\n\nIt is grey."]
    assert said(chatgpt({"mapping": mapping, "current_node": "thanks"})) == ["Which?", "A heron.", "Thanks."]


@pytest.mark.parametrize(
    ("told", "at"),
    [
        ("2023-11-14T22:13:20", 1.7e9), ("2023-11-14T23:13:20+01:00", 1.7e9), (1.7e12, 1.7e9), (1.7e9, 1.7e9),
        ("soon", 0.0), (-5, 0.0), (True, 0.0), (float("nan"), 0.0), ("4000-01-01T00:00:00", 0.0), (None, 0.0),
    ],
)  # fmt: skip
@pytest.mark.skipif(not hasattr(time, "tzset"), reason="the zone cannot be set")
def test_times_of_any_form(told: object, at: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """What has no zone is UTC, as those who write it mean it, wherever it is read."""
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    time.tzset()
    try:
        assert time_of(told) == at
    finally:
        monkeypatch.undo()
        time.tzset()


def test_a_version_of_lm_studio_that_is_not_there_is_the_last_one() -> None:
    chat = lm_studio_chat()
    for chosen in (7, -1, None):
        chat["messages"][1]["currentlySelected"] = chosen  # type: ignore[index]
        assert said(lm_studio(chat)) == ["Hello", "<think>\nHm.\n</think>\n\nSecond try", "Thanks"]
