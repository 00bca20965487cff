"""Chats out of the store into files and back, and files of other programs."""

from __future__ import annotations

import io
import itertools
import json
import os
import re
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from app.core.chat_values import Chat, ChatView, Folder, Message, MessageMeta, new_id
from app.core.store import Store
from app.core.store.transfer import renamed
from app.core.texts import say
from app.core.transfer import (
    Imported,
    ImportProgress,
    JsonExport,
    MarkdownWords,
    TransferError,
    file_name,
    imported,
    markdown,
    sources,
)
from app.core.transfer import reader as reader_module
from app.core.transfer.records import record_of
from app.core.transfer.sources import OpenArchive, holds_chats
from tests.effort import dear
from tests.unit.core.store_helpers import converse, open_store, reply, user


def export(store: Store) -> bytes:
    """All chats of a store as our own file."""
    names = {folder.id: folder.name for folder in store.folders()}
    writer = JsonExport()
    pieces = [writer.begin(1.0)]
    for chat in sorted(store.chats(), key=lambda chat: (chat.created, chat.title, chat.updated)):
        pieces.append(writer.chat(chat, store.messages_of(chat.id), names.get(chat.folder, "")))
    return b"".join([*pieces, writer.end()])


def read(path: Path) -> list[Imported]:
    return [one for one in imported(sources([path]), ImportProgress()) if one is not None]


def take_in(store: Store, chats: list[Imported]) -> None:
    store.stage_chats((one.chat, one.messages) for one in chats)
    store.finish_import((one.chat.id, one.folder) for one in chats)


def plain(data: bytes) -> object:
    """The file with ids as numbers in the order they come: what must be equal after a round trip."""
    value = json.loads(data)
    for chat in value["chats"]:
        numbers = {"": ""} | {one["id"]: str(at) for at, one in enumerate(chat["messages"])}
        chat["head"] = numbers[chat.get("head", "")]
        for one in chat["messages"]:
            one["id"] = numbers[one["id"]]
            one["parent"] = numbers[one.get("parent", "")]
    return value


# --------------------------------------------------------------------------- our own file

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=60)
TIME = st.floats(0, 4e9)
ERROR = st.builds(
    lambda name, n: say("grammar.at", line=n, what=say("grammar.rule_twice", name=name)), TEXT, st.integers(0, 99)
)
META = st.builds(
    MessageMeta, tokens=st.integers(0, 10**6), prompt_tokens=st.integers(0, 10**6), prefill_ms=TIME, decode_ms=TIME,
    reason=st.sampled_from(["", "eos", "length"]), error=TEXT | ERROR, hint=TEXT,
)  # fmt: skip


@st.composite
def chats(draw: st.DrawFn) -> tuple[Chat, list[Message]]:
    """A chat whose messages hang anywhere in its tree."""
    messages: list[Message] = []
    for _ in range(draw(st.integers(0, 7))):
        parent = draw(st.sampled_from(["", *(message.id for message in messages)]))
        messages.append(
            Message(
                id=new_id(), chat="", parent=parent, role=draw(st.sampled_from(["user", "assistant"])),
                content=draw(TEXT), state=draw(st.sampled_from(["done", "interrupted", "error"])), meta=draw(META),
                created=draw(TIME),
            )
        )  # fmt: skip
    head = draw(st.sampled_from(["", *(message.id for message in messages)]))
    chat = Chat(
        id="", title=draw(TEXT), pinned=draw(st.booleans()), head=head, system_prompt=draw(TEXT),
        model_fingerprint=draw(TEXT), model_name=draw(TEXT), created=draw(TIME), updated=draw(TIME),
        titled_by=draw(st.sampled_from(["first", "model", "person"])),
    )  # fmt: skip
    return renamed(chat, messages)


@dear(20)
@given(st.lists(chats(), max_size=3), st.sampled_from(["", "Work", "Über uns"]))
def test_our_own_file_round_trips(made: list[tuple[Chat, list[Message]]], folder: str) -> None:
    with tempfile.TemporaryDirectory() as place:
        first, second = (open_store(Path(place, name)) for name in ("one", "two"))
        try:
            take_in(first, [Imported(chat, tuple(messages), folder) for chat, messages in made])
            written = export(first)
            Path(place, "a.json").write_bytes(written)
            take_in(second, read(Path(place, "a.json")))
            assert plain(export(second)) == plain(written)
            assert len(second.chats()) == len(made)
        finally:
            first.close()
            second.close()


def test_branches_come_back_as_versions(store: Store, tmp_path: Path) -> None:
    chat, (question, _) = converse(store, "question", "one", title="Talk")
    store.save_reply(reply(chat, "two", question.id, "streaming"))
    store.add_user_message(user(chat, "another question"))
    store.select_version(chat.id, question.id)
    (tmp_path / "a.json").write_bytes(export(store))
    take_in(store, read(tmp_path / "a.json"))
    copy = next(one for one in store.chats() if one.id != chat.id)
    view = store.view(copy.id)
    assert view is not None
    assert [message.content for message in view.messages] == ["question", "two"]
    assert [len(message.siblings) for message in view.messages] == [2, 2]
    assert view.messages[1].state == "interrupted"


def test_an_import_never_touches_chats_that_are_there(store: Store, tmp_path: Path) -> None:
    chat, messages = converse(store, "question", "answer")
    (tmp_path / "a.json").write_bytes(export(store))
    take_in(store, read(tmp_path / "a.json"))
    take_in(store, read(tmp_path / "a.json"))
    assert len(store.chats()) == 3
    assert store.messages_of(chat.id) == [msgspec.structs.replace(message, siblings=()) for message in messages]


def test_ids_of_a_file_are_never_used(tmp_path: Path) -> None:
    """They would be names of folders."""
    record = {"title": "x", "id": "../../etc", "messages": [{"id": "../up", "role": "user", "content": "hi"}]}
    (tmp_path / "a.json").write_text(json.dumps({"format": "longthread-chats", "version": 1, "chats": [record]}))
    (one,) = read(tmp_path / "a.json")
    assert len(one.chat.id) == 24 and len(one.messages[0].id) == 24


CHAT: dict[str, object] = {
    "title": "x",
    "messages": [
        {"id": "a", "role": "user", "content": "hi"},
        {"id": "b", "role": "assistant", "content": "yo", "parent": "a"},
    ],
    "head": "b",
}  # fmt: skip


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"messages": [{"id": "a", "role": "tool", "content": "hi"}], "head": ""}, "role"),
        ({"messages": [{"id": "a", "role": "user", "content": 7}], "head": ""}, "content"),
        ({"messages": [{"id": "a", "role": "user", "content": "hi", "parent": "z"}], "head": ""}, "not there"),
        ({"messages": [{"id": "a", "role": "user", "content": "hi", "parent": "a"}], "head": ""}, "not there"),
        ({"messages": [{"id": "a", "role": "user", "content": "hi"}] * 2, "head": ""}, "twice"),
        ({"head": "z"}, "last message"),
        ({"title": None}, "title"),
        ({"title": "\ud800"}, "characters"),
        ({"model_fingerprint": "\ud800"}, "characters"),
        (
            {"messages": [{"id": "a", "role": "user", "content": "", "meta": {"model": "\ud800"}}], "head": ""},
            "characters",
        ),
        (
            {"messages": [{"id": "a", "role": "user", "content": "", "meta": {"code": "\ud800"}}], "head": ""},
            "characters",
        ),
        (
            {"messages": [{"id": "a", "role": "user", "content": "", "meta": {"output": "\ud800"}}], "head": ""},
            "characters",
        ),
        ({"created": 10**400}, "damaged"),
    ],
)
def test_a_broken_chat_is_refused_in_words(tmp_path: Path, change: dict[str, object], word: str) -> None:
    (tmp_path / "a.json").write_text(
        json.dumps({"format": "longthread-chats", "version": 1, "chats": [CHAT, CHAT | change]})
    )
    with pytest.raises(TransferError, match=word) as refused:
        read(tmp_path / "a.json")
    assert "a.json" in refused.value.message


@pytest.mark.parametrize(("more", "end"), [({}, "c"), ({"head": ""}, ""), ({"head": "b"}, "b")])
def test_a_chat_without_a_head_shows_its_last_message(tmp_path: Path, more: dict[str, str], end: str) -> None:
    messages = [
        {"id": "a", "role": "user", "content": "hi"},
        {"id": "b", "role": "assistant", "content": "yo", "parent": "a"},
        {"id": "c", "role": "assistant", "content": "hello", "parent": "a"},
    ]
    record = {"title": "x", "messages": messages, **more}
    (tmp_path / "a.json").write_text(json.dumps({"format": "longthread-chats", "version": 1, "chats": [record]}))
    (one,) = read(tmp_path / "a.json")
    shown = {message.id: message.content for message in one.messages}
    assert shown.get(one.chat.head, "") == {"c": "hello", "b": "yo", "": ""}[end]


@pytest.mark.parametrize("numbers", [{"tokens": 2**40}, {"thoughts_dropped": -1}, {"decode_ms": 1e300}])
def test_figures_that_cannot_be_are_left_out(tmp_path: Path, numbers: dict[str, float]) -> None:
    """A count beyond 32 bits cannot be said in the window; the text is worth more than that."""
    meta = {"reason": "length", "prompt_tokens": 3, **numbers}
    messages = [{"id": "a", "role": "assistant", "content": "yo", "meta": meta}]
    record = {"title": "x", "messages": messages, "head": "a"}
    (tmp_path / "a.json").write_text(json.dumps({"format": "longthread-chats", "version": 1, "chats": [record]}))
    (one,) = read(tmp_path / "a.json")
    assert one.messages[0].content == "yo"
    assert one.messages[0].meta == MessageMeta(reason="length")


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("", "valid JSON"),
        ("hello", "valid JSON"),
        ("[", "unexpected end of file"),
        ('{"format": "longthread-chats", "version": 1, "chats": [{"title": "x"', "unexpected end of file"),
        ('{"format": "longthread-chats", "version": 2, "chats": [{}]}', "newer version"),
        ('{"format": "longthread-chats", "version": "1", "chats": [{}]}', "version"),
        ('{"chats": [{}]}', "isn't a chat export"),
        ('{"format": "other"}', "isn't a chat export"),
        ("[1, 2]", "isn't a chat export"),
        ("[]]", "unexpected data after the end"),
        ('[{"mapping": {}} {"mapping": {}}]', "valid JSON"),
        ('{"a" 1}', "valid JSON"),
        ('{"a": NaN}', "NaN"),
        ("[" + "[" * 100_000, "nested"),
        ('{"a": ' + "1" * 5000 + "}", "number"),
    ],
)
def test_files_that_are_none_of_ours(tmp_path: Path, text: str, word: str) -> None:
    (tmp_path / "a.json").write_text(text)
    with pytest.raises(TransferError, match=word):
        read(tmp_path / "a.json")


@dear(40)
@given(st.data())
def test_a_cut_or_changed_file_is_refused_or_read_never_worse(data: st.DataObject) -> None:
    whole = json.dumps({"format": "longthread-chats", "version": 1, "chats": [CHAT, CHAT]}).encode()
    at = data.draw(st.integers(0, len(whole) - 1))
    cut = data.draw(st.sampled_from([whole[:at], whole[:at] + data.draw(st.binary(max_size=4)) + whole[at + 1 :]]))
    with tempfile.TemporaryDirectory() as place:
        Path(place, "a.json").write_bytes(cut)
        try:
            found = read(Path(place, "a.json"))
        except TransferError:
            return
        assert len(found) <= 2


class Dribble(io.BytesIO):
    """Gives a few bytes at a time, so that every border is met."""

    def read(self, size: int | None = -1, /) -> bytes:
        return super().read(3)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=12,
)


MEMBERS = st.dictionaries(st.text(max_size=5), VALUES, max_size=5)
LISTING = st.builds(lambda members, listed: {**members, "listed": listed}, MEMBERS, st.lists(VALUES, max_size=4))


@given(st.lists(VALUES, max_size=5) | MEMBERS | LISTING, st.booleans())
@example({"a": 1, "listed": [None, "é", {"b": [2.5]}]}, False)
def test_reading_in_pieces_is_reading(value: object, spaced: bool) -> None:
    text = json.dumps(value, indent=1 if spaced else None, ensure_ascii=spaced)
    file = Dribble(
        b"\xef\xbb\xbf" + text.encode("utf-8", "surrogatepass") if spaced else text.encode("utf-8", "replace")
    )
    reader = reader_module.JsonReader(file, "x")
    found = list(reader.items("listed"))
    value = json.loads(text.encode("utf-8", "replace"))
    if isinstance(value, list):
        assert [one for _, one in found] == value
    else:
        assert isinstance(value, dict)
        listed = value.pop("listed", None)
        assert {key: one for key, one in found if key != "listed"} == value
        if isinstance(listed, list):
            assert [one for key, one in found if key == "listed"] == listed


def test_a_chat_of_any_size_is_not_taken_into_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader_module, "LARGEST", 100_000)
    (tmp_path / "a.json").write_text(json.dumps({"format": "longthread-chats", "version": 1, "chats": [CHAT] * 5000}))
    assert len(read(tmp_path / "a.json")) == 5000
    (tmp_path / "b.json").write_text('[{"mapping": "' + "x" * 1_000_000)
    with pytest.raises(TransferError, match="unexpected end"):
        read(tmp_path / "b.json")
    (tmp_path / "c.json").write_text('[{"mapping": "' + "x" * 1_000_000 + '"}]')
    with pytest.raises(TransferError, match="too large"):
        read(tmp_path / "c.json")


def test_a_chat_that_is_too_large_keeps_back_no_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader_module, "LARGEST", 100_000)
    path, progress = tmp_path / "a.json", ImportProgress()
    large = CHAT | {"title": 'All of "War" \\', "system_prompt": '[{"]\\' * 60_000}
    path.write_text(json.dumps({"format": "longthread-chats", "version": 1, "chats": [CHAT, large, CHAT]}))
    assert len([one for one in imported(sources([path]), progress) if one is not None]) == 2
    (lost,) = progress.lost.too_large
    assert (lost.title, str(lost)) == (large["title"], f"The chat “{large['title']}” is too large to import.")
    path.write_text(json.dumps([{"title": "", "mapping": {"x": "y" * 300_000}}, *chatgpt_export()]))
    progress = ImportProgress()
    assert [one.chat.title for one in imported(sources([path]), progress) if one is not None] == ["Grey birds"]
    assert [one.title for one in progress.lost.too_large] == ["a.json"]


def test_a_file_that_is_one_chat_and_too_large_keeps_back_no_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reader_module, "LARGEST", 100_000)
    (tmp_path / "a.conversation.json").write_text(json.dumps({"name": "x", "messages": ["y" * 300_000]}))
    (tmp_path / "b.conversation.json").write_text(json.dumps(lm_studio_chat()))
    progress = ImportProgress()
    assert len([one for one in imported(sources([tmp_path]), progress) if one is not None]) == 1
    assert [one.title for one in progress.lost.too_large] == ["a.conversation.json"]


@pytest.mark.parametrize("window", [2, 3, 5, 1 << 16])
@given(value=st.recursive(
    st.text('\\"a,[{\n', max_size=8) | st.integers(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text('\\",{', max_size=3), inner, max_size=3),
))  # fmt: skip
def test_marks_in_strings_are_no_parts(value: object, window: int) -> None:
    def parts(one: object) -> int:
        if isinstance(one, dict):
            return 1 + max(0, len(one) - 1) + sum(map(parts, one.values()))
        return 1 + max(0, len(one) - 1) + sum(map(parts, one)) if isinstance(one, list) else 0

    text = json.dumps(value)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reader_module, "WINDOW", window)
        assert reader_module.parts_of(f"  {text}", 2, len(text) + 2) == parts(value)
        if not isinstance(value, (dict, list)):
            return
        patch.setattr(reader_module, "BLOCK", window)
        reader = reader_module.JsonReader(io.BytesIO(text.encode()), "x")
        reader._skip()
        assert reader.consumed == len(text) and reader._peek() == "", "it steps over exactly as much as it would read"


def test_a_table_is_not_too_large_for_its_commas(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader_module, "MOST_PARTS", 1000)
    table = {"name": "t.csv", "kind": "text", "text": "1,2,3\n" * 50_000}
    path = tmp_path / "a.json"
    path.write_text(json.dumps({"format": "longthread-chats", "version": 1, "chats": [CHAT | {"files": [table]}]}))
    assert len(read(path)) == 1
    many = CHAT | {"messages": [{"id": str(n), "role": "user", "content": "a"} for n in range(20_000)], "head": ""}
    path.write_text(json.dumps({"format": "longthread-chats", "version": 1, "chats": [many]}))
    with pytest.raises(TransferError, match="too large"):
        read(path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes in folders")
def test_a_pipe_is_no_file_to_import(tmp_path: Path) -> None:
    for name in ("conversations.json", "a.zip"):
        os.mkfifo(tmp_path / name)
    for path in (tmp_path, tmp_path / "conversations.json", tmp_path / "a.zip"):
        with pytest.raises(TransferError, match="it is no file"):
            read(path)
    assert holds_chats(tmp_path / "a.zip", b"PK\x03\x04") is False


def test_progress_counts_bytes_over_all_files(tmp_path: Path) -> None:
    for name in ("a.json", "b.json"):
        (tmp_path / name).write_text(json.dumps({"format": "longthread-chats", "version": 1, "chats": [CHAT] * 2000}))
    found = sources([tmp_path / "a.json", tmp_path / "b.json"])
    progress, seen = ImportProgress(), []
    for _ in imported(found, progress):
        seen.append(progress.done)
    assert seen == sorted(seen)
    assert len(set(seen)) > 4
    assert progress.done == sum(source.size for source in found)


# --------------------------------------------------------------------------- other programs


def node(key: str, parent: str | None, role: str, content: object, **more: object) -> dict[str, object]:
    if not isinstance(content, dict):
        content = {"content_type": "text", "parts": [content]}
    message = {"id": key, "author": {"role": role}, "content": content, "metadata": {}, "create_time": 1700000000.5}
    return {"id": key, "parent": parent, "children": [], "message": message | more}


def chatgpt_export() -> list[dict[str, object]]:
    nodes = [
        {"id": "root", "parent": None, "children": ["sys"], "message": None},
        node("sys", "root", "system", ""),
        node("me", "sys", "user", {"content_type": "user_editable_context", "user_profile": "I am"},
             metadata={"is_visually_hidden_from_conversation": True}),
        node("q", "me", "user", "Which bird\ud800 is grey?"),
        node("think", "q", "assistant",
             {"content_type": "thoughts", "thoughts": [{"summary": "Birds", "content": "Herons are grey."}]}),
        node("recap", "think", "assistant", {"content_type": "reasoning_recap", "content": "Thought for 6s"}),
        node("call", "recap", "assistant", {"content_type": "code", "language": "python", "text": "print('```')"}),
        node("tool", "call", "tool", {"content_type": "execution_output", "text": "```"}),
        node("a1", "tool", "assistant", "A heron.\ue200cite\ue202turn0search3\ue201", metadata={"model_slug": "gpt-5"}),
        node("a2", "q", "assistant", "A crane."),
        node("q2", "a1", "user", {"content_type": "multimodal_text",
                                  "parts": [{"content_type": "image_asset_pointer"}, "this?"]},
             metadata={"attachments": [{"name": "bird.png"}, {"name": "notes.pdf"}]}),
    ]  # fmt: skip
    mapping = {str(one["id"]): one for one in nodes}
    mapping["q"]["children"] = ["think", "a2"]
    return [
        {"title": "Grey  birds", "create_time": 1700000000.0, "update_time": 1700000900.0, "mapping": mapping,
         "current_node": "q2", "conversation_id": "c"},
        {"title": "Nothing", "mapping": {"root": {"id": "root", "parent": None, "children": [], "message": None}}},
    ]  # fmt: skip


def test_chatgpt(tmp_path: Path, store: Store) -> None:
    (tmp_path / "conversations.json").write_text(json.dumps(chatgpt_export()))
    (one,) = read(tmp_path / "conversations.json")
    take_in(store, [one])
    view = store.view(one.chat.id)
    assert view is not None
    assert (view.chat.title, view.chat.created, view.chat.updated) == ("Grey birds", 1700000000.0, 1700000900.0)
    assert view.chat.model_name == "gpt-5"
    question, answer, second = view.messages
    assert question.content == "Which bird? is grey?"
    assert len(answer.siblings) == 2
    assert (
        answer.content == "<think>\nBirds\n\nHerons are grey.\n</think>\n\n````python\nprint('```')\n````\n\nA heron."
    )
    assert second.content == "this?"
    assert one.left_out == 3  # a picture, a file, and what a tool said
    assert {message.content for message in one.messages} >= {"A crane."}


def test_chatgpt_archive(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "export.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("conversations.json", json.dumps(chatgpt_export()))
        archive.writestr("user.json", "{}")
        archive.writestr("chat.html", "<html>")
    assert [one.chat.title for one in read(tmp_path / "export.zip")] == ["Grey birds"]
    whole = (tmp_path / "export.zip").read_bytes()
    (tmp_path / "cut.zip").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(TransferError, match="damaged"):
        read(tmp_path / "cut.zip")
    at = whole.index(b"conversations.json") + 60
    (tmp_path / "bad.zip").write_bytes(whole[:at] + bytes(40) + whole[at + 40 :])
    with pytest.raises(TransferError):
        read(tmp_path / "bad.zip")


def packed(path: Path, name: str, method: int) -> bytes:
    """An archive of ChatGPT's chats whose one member has that name."""
    with zipfile.ZipFile(path, "w", method) as archive:
        archive.writestr(name, json.dumps(chatgpt_export()))
    return path.read_bytes()


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_archives_of_any_method_are_read(tmp_path: Path, method: int) -> None:
    packed(tmp_path / "export.zip", "conversations.json", method)
    assert [one.chat.title for one in read(tmp_path / "export.zip")] == ["Grey birds"]


def test_the_list_of_an_archive_is_not_read_again_for_each_chat_in_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chat = {
        "name": "A chat",
        "messages": [{"versions": [{"role": "user", "content": [{"type": "text", "text": "Hello"}]}]}],
    }
    for number in range(20):
        (tmp_path / "chats").mkdir(exist_ok=True)
        (tmp_path / "chats" / f"{number}.conversation.json").write_text(json.dumps(chat))
    jan_thread(tmp_path / "chats" / "t")
    path = zipped(tmp_path / "chats", tmp_path / "chats.zip")
    opened: list[object] = []
    make = zipfile.ZipFile.__init__
    monkeypatch.setattr(zipfile.ZipFile, "__init__", lambda self, *more: opened.append(self) or make(self, *more))
    assert len(read(path)) == 21
    assert len(opened) == 2, "to look what is in it, and to read that"
    assert all(one.fp is None for one in opened), "closed"  # type: ignore[attr-defined]


def test_a_damaged_member_is_refused(tmp_path: Path) -> None:
    for name, words in (("conversations.json", "damaged"), ("any name.json", "nothing to import")):
        whole = packed(tmp_path / "whole.zip", name, zipfile.ZIP_LZMA)
        at = whole.index(name.encode()) + len(name) + 9  # behind the settings of LZMA
        (tmp_path / "bad.zip").write_bytes(whole[:at] + b"\xff" * 40 + whole[at + 40 :])
        with pytest.raises(TransferError, match=words):
            read(tmp_path / "bad.zip")


def test_a_damaged_name_is_refused(tmp_path: Path) -> None:
    for name, words in (("\u00e9/conversations.json", "damaged"), ("\u00e9.json", "nothing to import")):
        whole = packed(tmp_path / "whole.zip", name, zipfile.ZIP_DEFLATED)
        good, bad = name.encode(), name.encode().replace(b"\xa9", b"(")
        (tmp_path / "all.zip").write_bytes(whole.replace(good, bad))
        with pytest.raises(TransferError, match=r"archive “all[.]zip” is damaged"):
            sources([tmp_path / "all.zip"])
        (tmp_path / "one.zip").write_bytes(whole.replace(good, bad, 1))  # only where the member begins
        with pytest.raises(TransferError, match=words):
            read(tmp_path / "one.zip")


def test_a_fault_of_ours_is_not_laid_to_an_archive(tmp_path: Path) -> None:
    (tmp_path / "own.json").write_text("[]")
    (source,) = sources([tmp_path / "own.json"])
    with pytest.raises(ValueError, match="ours"), source.open(OpenArchive()):
        raise ValueError("ours")


def test_circles_and_strangers_in_a_tree_do_no_harm(tmp_path: Path) -> None:
    mapping = {
        "a": node("a", "b", "user", "formed a loop"),
        "b": node("b", "a", "assistant", "formed a loop"),
        "c": node("c", "gone", "user", "kept"),
        "d": {"parent": 7, "children": "x", "message": []},
        "e": 5,
    }
    mapping["c"]["children"] = ["c", "nothing", 3]  # type: ignore[index]
    (tmp_path / "conversations.json").write_text(json.dumps([{"mapping": mapping, "current_node": ["x"]}]))
    (one,) = read(tmp_path / "conversations.json")
    assert [message.content for message in one.messages] == ["kept"]
    assert one.chat.title == "kept"


def lm_studio_chat() -> dict[str, object]:
    text = lambda words: [{"type": "text", "text": words}]  # noqa: E731
    return {
        "name": "Herons",
        "pinned": True,
        "createdAt": 1700000000000,
        "systemPrompt": "Be brief.",
        "lastUsedModel": {"identifier": "qwen3-4b"},
        "messages": [
            {
                "currentlySelected": 0,
                "versions": [{"type": "singleStep", "role": "user", "content": [*text("Hello"), {"type": "file"}]}],
            },
            {
                "currentlySelected": 1,
                "versions": [
                    {"type": "multiStep", "role": "assistant",
                     "steps": [{"type": "contentBlock", "content": text("First try")}]},
                    {"type": "multiStep", "role": "assistant", "senderInfo": {"senderName": "qwen3-4b"},
                     "steps": [
                         {"type": "contentBlock", "style": {"type": "thinking"}, "content": text("Hm.")},
                         {"type": "contentBlock", "content": text("Second try")},
                         {"type": "debugInfoBlock", "debugInfo": "x"},
                     ]},
                ],
            },
            {"currentlySelected": 0, "versions": [{"type": "singleStep", "role": "user", "content": text("Thanks")}]},
        ],
    }  # fmt: skip


def test_lm_studio(tmp_path: Path, store: Store) -> None:
    folder = tmp_path / "conversations" / "Sub"
    folder.mkdir(parents=True)
    (folder / "1700000000000.conversation.json").write_text(json.dumps(lm_studio_chat()))
    (folder / "2.conversation.json").write_text(json.dumps({"name": "Empty", "messages": []}))
    (one,) = read(tmp_path)
    take_in(store, [one])
    view = store.view(one.chat.id)
    assert view is not None
    assert (view.chat.title, view.chat.system_prompt, view.chat.model_name) == ("Herons", "Be brief.", "qwen3-4b")
    assert view.chat.pinned and view.chat.created == 1700000000.0
    assert [message.content for message in view.messages] == [
        "Hello", "<think>\nHm.\n</think>\n\nSecond try", "Thanks",
    ]  # fmt: skip
    assert len(view.messages[1].siblings) == 2
    assert one.left_out == 1


def claude_export() -> list[dict[str, object]]:
    block = lambda words: {"type": "text", "text": words, "citations": []}  # noqa: E731
    root = "00000000-0000-4000-8000-000000000000"
    return [
        {
            "uuid": "c", "name": "Grey birds", "summary": "", "created_at": "2023-11-14T22:13:20.000000Z",
            "updated_at": "2023-11-14T22:28:20+00:00", "account": {"uuid": "me"},
            "chat_messages": [
                {"uuid": "q", "sender": "human", "text": "Which bird?", "content": [block("Which bird?")],
                 "parent_message_uuid": root, "files": [{"file_name": "bird.png"}],
                 "attachments": [{"file_name": "notes.txt", "extracted_content": "Seen: ```heron```\n"}]},
                {"uuid": "a1", "sender": "assistant", "content": [block("A crane.")], "parent_message_uuid": "q"},
                {"uuid": "a2", "sender": "assistant", "parent_message_uuid": "q", "content": [
                    {"type": "thinking", "thinking": "Long legs."}, block("Let me see."),
                    {"type": "tool_use", "name": "web"}, {"type": "tool_result", "content": [block("x")]},
                    block("A heron.")]},
                {"uuid": "q2", "sender": "human", "text": "Thanks", "content": [], "parent_message_uuid": "a2"},
            ],
        },
        {"uuid": "d", "name": "", "chat_messages": []},
    ]  # fmt: skip


def test_claude(tmp_path: Path, store: Store) -> None:
    (tmp_path / "conversations.json").write_text(json.dumps(claude_export()))
    (one,) = read(tmp_path)
    take_in(store, [one])
    view = store.view(one.chat.id)
    assert view is not None
    assert (view.chat.title, view.chat.created, view.chat.updated) == ("Grey birds", 1700000000.0, 1700000900.0)
    assert [message.content for message in view.messages] == [
        "**notes.txt**\n\n````\nSeen: ```heron```\n````\n\nWhich bird?",
        "<think>\nLong legs.\n</think>\n\nLet me see.\n\nA heron.",
        "Thanks",
    ]
    assert len(view.messages[1].siblings) == 2 and one.left_out == 3
    flat = claude_export()[0]
    for message in flat["chat_messages"]:  # type: ignore[attr-defined]
        del message["parent_message_uuid"]  # as older exports have it
    (tmp_path / "conversations.json").write_text(json.dumps(flat))
    (one,) = read(tmp_path / "conversations.json")
    assert [message.role for message in one.messages] == ["user", "assistant", "user"]


def open_webui_export() -> list[dict[str, object]]:
    reasoning = '<details type="reasoning" done="true" duration="5">\n<summary>Thought for 5 seconds</summary>\n'
    messages = {
        "q": {"id": "q", "parentId": None, "childrenIds": ["a1", "a2"], "role": "user", "content": "Which bird?",
              "timestamp": 1700000000, "files": [{"type": "image", "url": "data:"}]},
        "a2": {"id": "a2", "parentId": "q", "childrenIds": ["q2"], "role": "assistant", "model": "qwen3:4b",
               "content": f"{reasoning}> Legs &gt; neck.\n> Grey.\n</details>\nA heron.", "timestamp": 1700000002},
        "a1": {"id": "a1", "parentId": "q", "childrenIds": [], "role": "assistant", "content": "A crane.",
               "timestamp": 1700000001},
        "q2": {"id": "q2", "parentId": "a2", "childrenIds": [], "role": "user", "content": "Thanks"},
    }  # fmt: skip
    return [
        {"id": "c", "user_id": "me", "title": "Grey birds", "updated_at": 1700000900, "created_at": 1700000000,
         "pinned": True, "chat": {"title": "x", "models": ["qwen3:4b"], "params": {"system": "Be brief."},
                                  "history": {"messages": messages, "currentId": "q2"}, "messages": []}},
        {"id": "d", "user_id": "me", "title": "Nothing", "chat": {}},
    ]  # fmt: skip


def test_open_webui(tmp_path: Path, store: Store) -> None:
    (tmp_path / "chat-export-1700000900123.json").write_text(json.dumps(open_webui_export()))
    (one,) = read(tmp_path)
    take_in(store, [one])
    view = store.view(one.chat.id)
    assert view is not None
    assert (view.chat.title, view.chat.system_prompt, view.chat.model_name) == ("Grey birds", "Be brief.", "qwen3:4b")
    assert view.chat.pinned and (view.chat.created, view.chat.updated) == (1700000000.0, 1700000900.0)
    assert [message.content for message in view.messages] == [
        "Which bird?", "<think>\nLegs > neck.\nGrey.\n</think>\n\nA heron.", "Thanks",
    ]  # fmt: skip
    assert next(message.content for message in one.messages if message.role == "assistant") == "A crane."
    assert len(view.messages[1].siblings) == 2 and one.left_out == 1


@pytest.mark.parametrize("export", [chatgpt_export, claude_export, open_webui_export])
def test_a_chat_that_an_export_lacks_keeps_back_no_others(
    tmp_path: Path, export: Callable[[], list[dict[str, object]]]
) -> None:
    (tmp_path / "conversations.json").write_text(json.dumps([None, *export(), {"mapping": None}]))
    assert [one.chat.title for one in read(tmp_path)] == ["Grey birds"]
    (tmp_path / "conversations.json").write_text(json.dumps([None, {"what": "is this"}]))
    with pytest.raises(TransferError, match="isn't a chat export"):
        read(tmp_path)


def test_names_that_chatgpt_marks_stay_in_the_text(tmp_path: Path) -> None:
    said = '\ue200entity\ue202["city","Paris","France"]\ue201 has \ue200url\ue202a tower\ue202turn0search1\ue201.'
    mapping = {"q": node("q", None, "user", "Where?"), "a": node("a", "q", "assistant", said)}
    (tmp_path / "conversations.json").write_text(json.dumps([{"mapping": mapping, "current_node": "a"}]))
    (one,) = read(tmp_path)
    assert one.messages[1].content == "Paris has a tower."


@pytest.mark.parametrize("export", [chatgpt_export, claude_export, open_webui_export])
def test_what_is_dragged_is_known_for_chats(tmp_path: Path, export: Callable[[], list[dict[str, object]]]) -> None:
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(export()))
    assert holds_chats(path, path.read_bytes()[:4096])
    path.write_text(json.dumps([{"user_id": "me", "chat": "Which bird?"}]))  # of anything
    assert not holds_chats(path, path.read_bytes())


def jan_thread(folder: Path) -> None:
    folder.mkdir(parents=True)
    thread = {
        "id": "t", "object": "thread", "title": "Ask Jan", "created": 1700000000, "updated": 1700000100,
        "assistants": [{"assistant_id": "jan", "model": {"id": "llama3"}, "instructions": "Be kind."}],
    }  # fmt: skip
    content = lambda words, kind="text": {"type": kind, "text": {"value": words, "annotations": []}}  # noqa: E731
    lines = [
        {"object": "thread.message", "role": "assistant", "created_at": 1700000002000, "status": "stopped",
         "content": [content("Hm", "reasoning"), content("Hi!"), {"type": "image_url", "image_url": {"url": "x"}}]},
        {"object": "thread.message", "role": "user", "created_at": 1700000001000, "status": "ready",
         "content": [content("Hello")]},
    ]  # fmt: skip
    (folder / "thread.json").write_text(json.dumps(thread))
    (folder / "messages.jsonl").write_text("\n".join(json.dumps(line) for line in lines) + "\n\n")


def test_jan(tmp_path: Path) -> None:
    jan_thread(tmp_path / "threads" / "t")
    for path in (tmp_path, tmp_path / "threads" / "t" / "thread.json", tmp_path / "threads" / "t" / "messages.jsonl"):
        (one,) = read(path)
        assert (one.chat.title, one.chat.system_prompt, one.chat.model_name) == ("Ask Jan", "Be kind.", "llama3")
        assert [message.content for message in one.messages] == ["Hello", "<think>\nHm\n</think>\n\nHi!"]
        assert [message.state for message in one.messages] == ["done", "interrupted"]
        assert one.left_out == 1
    (tmp_path / "threads" / "t" / "messages.jsonl").write_text('{"role": "user"\n')
    with pytest.raises(TransferError, match=r"messages\.jsonl"):
        read(tmp_path)
    (tmp_path / "threads" / "t" / "messages.jsonl").unlink()
    with pytest.raises(TransferError, match="Can't read"):
        read(tmp_path / "threads" / "t" / "thread.json")


def zipped(folder: Path, path: Path) -> Path:
    """An archive of all in ``folder``."""
    with zipfile.ZipFile(path, "w") as archive:
        for file in sorted(folder.rglob("*")):
            if file.is_file():
                archive.write(file, file.relative_to(folder).as_posix())
    return path


def test_threads_in_which_nothing_was_said_yet_keep_back_no_others(tmp_path: Path) -> None:
    jan_thread(tmp_path / "threads" / "t")
    (tmp_path / "threads" / "new").mkdir()
    (tmp_path / "threads" / "new" / "thread.json").write_text('{"object": "thread", "title": "New Thread"}')
    for path in (tmp_path / "threads", zipped(tmp_path / "threads", tmp_path / "jan.zip")):
        assert [one.chat.title for one in read(path)] == ["Ask Jan"]
    (tmp_path / "threads" / "t" / "messages.jsonl").unlink()
    for path in (tmp_path / "threads", zipped(tmp_path / "threads", tmp_path / "jan.zip")):
        with pytest.raises(TransferError, match="nothing to import"):
            read(path)


def test_what_macos_puts_beside_files_is_left_alone(tmp_path: Path) -> None:
    jan_thread(tmp_path / "chats" / "t")
    beside = tmp_path / "chats" / "__MACOSX" / "t"
    beside.mkdir(parents=True)
    for name in ("._thread.json", "._1.conversation.json", "._mine.longthread.json"):
        (beside / name).write_bytes(b"\0\5\x16\7\0\2\0\0Mac OS X        ")
    for path in (tmp_path / "chats", zipped(tmp_path / "chats", tmp_path / "mac.zip")):
        assert [one.chat.title for one in read(path)] == ["Ask Jan"]


@dear(50)
@given(st.data())
def test_any_change_of_a_foreign_file_is_read_or_refused(data: st.DataObject) -> None:
    """Every value anywhere replaced by any other: never an error of another kind, and the tree always holds."""
    whole: object = data.draw(
        st.sampled_from([chatgpt_export(), lm_studio_chat(), claude_export(), open_webui_export()])
    )
    spots: list[tuple[object, object]] = []

    def walk(value: object) -> None:
        pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
        for key, inner in pairs:
            spots.append((value, key))
            walk(inner)

    walk(whole)
    holder, key = data.draw(st.sampled_from(spots))
    holder[key] = data.draw(VALUES)  # type: ignore[index]
    with tempfile.TemporaryDirectory() as place:
        Path(place, "a.json").write_text(json.dumps(whole))
        try:
            found = read(Path(place, "a.json"))
        except TransferError:
            return
        store = open_store(Path(place))
        try:
            take_in(store, found)
            for chat in store.chats():
                view = store.view(chat.id)
                assert view is not None and view.messages
                roles = [message.role for message in view.messages]
                assert all(one != two for one, two in itertools.pairwise(roles))
        finally:
            store.close()


def test_nothing_to_import(tmp_path: Path) -> None:
    with pytest.raises(TransferError, match="nothing to import"):
        sources([tmp_path])
    with pytest.raises(TransferError, match="Can't read"):
        sources([tmp_path / "gone.json"])


# --------------------------------------------------------------------------- Markdown


def test_markdown_is_the_branch_shown() -> None:
    chat = Chat(id="c", title="Grey\nbirds", system_prompt="Be brief.", model_name="Smol", created=0.0)
    messages = (
        Message(id="1", chat="c", role="user", content="Which?"),
        Message(id="2", chat="c", role="assistant", content="<think>\nHm\n\nwell\n</think>\n\nA **heron**."),
        Message(id="3", chat="c", role="user", content="More"),
        Message(id="4", chat="c", role="assistant", content="It fi", state="interrupted"),
    )
    text = markdown(ChatView(chat, messages))
    assert text.startswith("# Grey birds\n")
    assert "\n*Smol*\n" in text
    assert "## System prompt\n\nBe brief.\n" in text
    assert "## Assistant\n\n> Hm\n>\n> well\n\nA **heron**.\n" in text
    assert text.endswith("It fi\n\n*(stopped here)*\n")
    assert "1970" not in text, "of other programs' chats, not all tell when they began"
    told = markdown(ChatView(msgspec.structs.replace(chat, created=1e9), messages))
    assert re.search(r"\n\*2001-09-0\d \d\d:\d\d · Smol\*\n", told)


@pytest.mark.parametrize(
    ("reply", "shown"),
    [
        ("Sure:\n\n```python\nprint(1)", "Sure:\n\n```python\nprint(1)\n```"),
        ("~~~~\n~~~\n```", "~~~~\n~~~\n```\n~~~~"),
        ("```\nwhole\n```", "```\nwhole\n```"),
        ("````\n```\n`````  \nend", "````\n```\n`````  \nend"),
        ("- item\n  ```\n  code", "- item\n  ```\n  code"),
        ("```inline``` words", "```inline``` words"),
    ],
)
def test_code_that_a_stop_left_open_ends_with_its_message(reply: str, shown: str) -> None:
    messages = (
        Message(id="1", chat="c", role="user", content="Which?"),
        Message(id="2", chat="c", role="assistant", content=reply, state="interrupted"),
        Message(id="3", chat="c", role="user", content="More"),
    )
    text = markdown(ChatView(Chat(id="c", title="T"), messages))
    assert f"## Assistant\n\n{shown}\n\n*(stopped here)*\n\n## You\n\nMore\n" in text


def test_markdown_takes_nothing_for_what_it_is_not() -> None:
    """Reasoning is a model's, a reply that failed was cut off as well, and a prompt may leave its code open."""
    messages = (
        Message(id="1", chat="c", role="user", content="<think>\nWhat is this?\n</think>\n\nTell me."),
        Message(id="2", chat="c", role="assistant", content="It is", state="error"),
    )
    text = markdown(ChatView(Chat(id="c", title="T", system_prompt="Write:\n\n```\ncode"), messages))
    assert "## System prompt\n\nWrite:\n\n```\ncode\n```\n\n## You\n" in text
    assert "## You\n\n<think>\nWhat is this?\n</think>\n\nTell me.\n" in text
    assert text.endswith("It is\n\n*(stopped here)*\n")


def test_markdown_speaks_the_language_of_the_window() -> None:
    chat = Chat(id="c", title="Vögel", system_prompt="Kurz.")
    messages = (
        Message(id="1", chat="c", role="user", content=""),
        Message(id="2", chat="c", role="assistant", content="Ein", state="interrupted"),
    )
    words = MarkdownWords("Sie", "Assistent", "System-Prompt", "Bild: {name}", "leer", "hier angehalten")
    assert markdown(ChatView(chat, messages), words).split("\n\n")[-7:] == [
        "## System-Prompt", "Kurz.", "## Sie", "*(leer)*", "## Assistent", "Ein", "*(hier angehalten)*\n",
    ]  # fmt: skip


@given(st.lists(st.text(max_size=200), max_size=6))
def test_file_names_are_names_anywhere(titles: list[str]) -> None:
    taken: set[str] = set()
    names = [file_name(title, ".md", taken) for title in titles]
    assert len({name.lower() for name in names}) == len(names)
    for name in names:
        assert not set(name) & set('\\/:*?"<>|\0') and name.endswith(".md") and not name.startswith(".")
        assert len(name.encode("utf-8", "ignore")) < 150
        assert name.split(".")[0].lower() not in ("con", "nul", "aux", "prn")


@pytest.mark.parametrize(
    "title",
    ["CON", "nul.txt", "Com1", "lpt9 .tar.gz", "COM\u00b9", "conin$", "CONOUT$.x", "aux. .", "prn ", "...", "\t"],
)
@pytest.mark.parametrize("suffix", [".md", ""])
def test_no_chat_is_named_as_a_device_of_windows(title: str, suffix: str) -> None:
    name = file_name(title, suffix, set())
    assert name.startswith("Chat") and name == name.rstrip(". ")


def test_names_that_a_system_takes_for_one_are_two() -> None:
    taken: set[str] = set()
    assert [file_name(title, ".md", taken) for title in ("Caf\u00e9", "cafe\u0301")] == [
        "Caf\u00e9.md", "cafe\u0301 2.md",
    ]  # fmt: skip
    assert file_name("Caf\u00e9", ".md", {"cafe\u0301.md"}) == "Caf\u00e9 2.md"  # as a disk may tell what it holds
    assert file_name("a\u202egnp.exe", ".md", taken) == "a gnp.exe.md"


def test_names_that_only_begin_like_a_device_stay() -> None:
    assert [file_name(title, ".md", set()) for title in ("Console", "Com10", "nulls. x", "Prn 2")] == [
        "Console.md", "Com10.md", "nulls. x.md", "Prn 2.md",
    ]  # fmt: skip


def test_records_name_what_they_hold(store: Store) -> None:
    """A field that is added to a chat must be thought of here: exported, or named as one that is not."""
    not_exported = {"id", "tokens", "fill", "compacted", "trashed_at", "state_key"}
    chat, messages = converse(store, "a", "b")
    record = record_of(chat, messages, "")
    assert set(Chat.__struct_fields__) - not_exported <= set(record.__struct_fields__)
    assert set(Message.__struct_fields__) - {"chat", "siblings"} == set(record.messages[0].__struct_fields__)


@pytest.fixture
def other(tmp_path: Path) -> Iterator[Store]:
    opened = open_store(tmp_path / "other")
    yield opened
    opened.close()


def test_folders_are_joined_by_name(store: Store, other: Store, tmp_path: Path) -> None:
    chat, _ = converse(store, "a", "b")
    folder = Folder(new_id(), "Work")
    store.create_folder(folder)
    store.move_chats([chat.id], folder.id)
    (tmp_path / "a.json").write_bytes(export(store))
    other.create_folder(Folder(new_id(), "Work"))
    take_in(other, read(tmp_path / "a.json"))
    take_in(other, read(tmp_path / "a.json"))
    assert [one.name for one in other.folders()] == ["Work"]
    assert {one.folder for one in other.chats()} == {other.folders()[0].id}
