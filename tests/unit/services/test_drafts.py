"""Drafts behind the window: saved while they are written, sent once, and given back by the next launch."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import textwrap
import threading
import time
from contextlib import closing
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.core.chat_values import Attachment
from app.core.document_values import Project
from app.core.draft import SETUP, ChatSetup, Draft, DraftFile, StoredDraft, Unsent, entries
from app.core.pictures import Pictures
from app.core.store import StoreFull
from app.services.app_context import AppContext
from app.services.chat import drafts as module
from app.services.chat.drafts import Drafts
from tests.unit.core.store_helpers import a_file
from tests.unit.services.conftest import Start
from tests.unit.services.harness import Harness
from tests.words import said

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits a second for a test."""
    monkeypatch.setattr(module, "SAVE_MS", 10)
    monkeypatch.setattr(module, "AGAIN_MS", 20)


def stored(harness: Harness) -> dict[str, Unsent]:
    harness.settle()
    return {one.chat: one.unsent for one in harness.context.store.drafts()}


def write(harness: Harness, draft: Draft, text: str, *files: Attachment) -> None:
    draft.text, draft.files = text, entries(files)
    harness.context.drafts.changed()


def held(harness: Harness, holder: str = "window") -> tuple[str, Draft]:
    """The draft of the chat shown, held as a composer does."""
    view = harness.conversation.view
    return view.chat.id, harness.context.drafts.open(holder, view.chat.id, view.stored)


def test_what_is_written_is_saved_soon_and_what_is_emptied_goes(start: Start) -> None:
    harness = start()
    chat, draft = held(harness)
    write(harness, draft, "half a thou", a_file("egrets"))
    draft.files.append(DraftFile("job", "still-read.pdf"))
    harness.wait(lambda: stored(harness))
    assert stored(harness) == {chat: Unsent("half a thou", draft.attachments)}
    write(harness, draft, " \n")
    harness.wait(lambda: not stored(harness))
    write(harness, draft, "half a thou")  # undone
    harness.wait(lambda: stored(harness))
    assert stored(harness) == {chat: Unsent("half a thou")}


def test_it_is_saved_though_the_writing_never_pauses(
    start: Start, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "SAVE_MS", 60)  # longer than between two letters
    harness = start()
    _, draft = held(harness)
    letters = 0

    def more() -> bool:
        nonlocal letters
        letters += 1
        write(harness, draft, "a" * letters)
        return bool(harness.context.store.drafts())

    qtbot.waitUntil(more)


def test_two_that_show_one_chat_may_both_let_go_of_it(start: Start) -> None:
    harness = start()
    for holder in ("window", "other"):
        held(harness, holder)
    for holder in ("window", "other"):
        harness.context.drafts.release(holder)
    chat, draft = held(harness)
    write(harness, draft, "half a thou")
    harness.wait(lambda: stored(harness) == {chat: Unsent("half a thou")})


def test_the_one_that_still_shows_a_chat_writes_its_draft(start: Start) -> None:
    harness = start()
    held(harness, "window")
    chat, draft = held(harness, "other")
    harness.context.drafts.release("window")
    write(harness, draft, "half a thou")
    harness.wait(lambda: stored(harness) == {chat: Unsent("half a thou")})


def test_another_chat_saves_at_once(start: Start) -> None:
    harness = start()
    harness.wait_idle()
    harness.send("hello")
    chat, draft = held(harness)
    draft.text = "unsaid"
    harness.conversation.new_chat()
    _, other = held(harness)
    assert other.empty
    assert stored(harness) == {chat: Unsent("unsaid")}
    assert harness.context.drafts.waiting == {chat: "unsaid"}


def test_the_next_launch_gives_it_back(start: Start) -> None:
    harness = start()
    harness.wait_idle()
    harness.send("hello")
    chat, draft = held(harness)
    draft.text, draft.files = "unsaid", entries([a_file("egrets")])
    wanted = draft.unsent
    harness.context.shutdown()  # saves, without a word of the composer
    harness = start()
    assert harness.context.drafts.waiting == {chat: "unsaid"}
    harness.open(chat)
    assert held(harness)[1].unsent == wanted
    assert harness.context.drafts.waiting == {}


def test_what_was_sent_never_comes_back(start: Start) -> None:
    """The draft is ordered to be saved before the message is: both wait for the store."""
    harness = start()
    harness.wait_idle()
    gate = threading.Event()
    harness.context.ops.store(lambda: gate.wait(10))
    chat, draft = held(harness)
    draft.text = "to be sen"
    harness.context.drafts.save()
    draft.text = "to be sent"
    harness.context.drafts.changed()
    after = harness.context.drafts.sent(chat)
    harness.conversation.send("to be sent")
    harness.context.drafts.save()
    gate.set()
    harness.wait_idle()
    assert stored(harness) == {}
    assert harness.texts[0] == "to be sent"
    write(harness, after, "the next one")
    harness.wait(lambda: stored(harness))
    assert stored(harness) == {chat: Unsent("the next one")}


def test_what_could_not_be_sent_is_a_draft_again(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    harness = start()
    harness.wait_idle()
    chat, draft = held(harness)
    draft.text = "to be sent"
    harness.context.drafts.save()

    def full(*_: object) -> None:
        raise StoreFull("store.disk_full")

    with monkeypatch.context() as broken:
        broken.setattr(harness.context.store, "add_user_message", full)
        after = harness.context.drafts.sent(chat)
        harness.conversation.send("to be sent")
        harness.wait(lambda: harness.refused)
    assert stored(harness) == {chat: Unsent("to be sent")}, "at no moment it was in neither place"
    assert not harness.conversation.view.stored
    assert after.text == "to be sent"
    write(harness, after, "to be sent now")
    harness.conversation.new_chat()
    moved, draft = held(harness)
    assert draft.text == "to be sent now"
    assert stored(harness) == {moved: Unsent("to be sent now")}


def test_chats_that_were_not_begun_hand_their_draft_on(start: Start) -> None:
    harness = start()
    first, draft = held(harness)
    draft.text = "in the first window"
    other = harness.context.drafts.open("other window", "empty-2", False)
    assert other.empty, "the first one is shown"
    other.text = "in the other"
    harness.context.drafts.release("other window")
    third = harness.context.drafts.open("third window", "empty-3", False)
    assert third is other
    harness.context.shutdown()
    harness = start()
    chat, again = held(harness)
    assert (chat, again.text) == (first, "in the first window"), "it was in this window"
    harness.context.drafts.sent(chat)
    harness.conversation.send("in the first window")
    harness.wait_idle()
    harness.conversation.new_chat()
    assert held(harness)[1].text == "in the other"
    assert first not in stored(harness)
    assert len(stored(harness)) == 1


def pirate_in_folder(harness: Harness) -> tuple[str, str, Draft]:
    """A chat that is not begun, with a system prompt of its own, in a folder: the folder's id, its own, its draft."""
    harness.wait_idle()
    harness.context.chats.create_folder("Work")
    harness.settle()
    (folder,) = (one.id for one in harness.context.store.folders())
    harness.conversation.new_chat(folder)
    chat, draft = held(harness)
    harness.conversation.set_system_prompt("Be a pirate.")
    return folder, chat, draft


def test_a_chat_that_was_not_begun_comes_back_as_it_was(start: Start) -> None:
    harness = start()
    folder, chat, draft = pirate_in_folder(harness)
    harness.conversation.settings.set("sampling.temperature", 0.25)
    write(harness, draft, "half a thou")
    for text in ("half a thou", ""):  # with a draft, and without one
        harness.context.shutdown()
        harness = start()
        harness.wait_idle()
        now, draft = held(harness)
        shown = harness.conversation.view.chat
        assert (now, draft.text, shown.system_prompt, shown.folder) == (chat, text, "Be a pirate.", folder)
        assert harness.conversation.settings.number("sampling.temperature") == 0.25
        harness.conversation.follow_prompt()
        assert harness.conversation.view.chat.system_prompt == "Be a pirate.", "it is its own"
        write(harness, draft, "")
        harness.settle()
    harness.context.drafts.sent(chat)
    harness.send("hello")
    kept = harness.context.store.chat(chat)
    assert kept is not None and (kept.system_prompt, kept.folder) == ("Be a pirate.", folder)
    assert stored(harness) == {} and harness.context.store.chat_settings(chat) == {"sampling.temperature": "0.25"}


def test_a_new_chat_has_all_that_one_left_with_a_draft_had(start: Start) -> None:
    harness = start()
    harness.wait_idle()
    harness.send("hello")
    begun = harness.conversation.view.chat.id
    harness.conversation.new_chat()
    _, draft = held(harness)
    harness.conversation.set_system_prompt("Be a pirate.")
    harness.conversation.settings.set("sampling.temperature", 0.25)
    write(harness, draft, "half a thou")

    def look() -> tuple[str, str, float]:
        harness.conversation.new_chat()
        prompt = harness.conversation.view.chat.system_prompt
        return held(harness)[1].text, prompt, harness.conversation.settings.number("sampling.temperature")

    assert look() == ("half a thou", "Be a pirate.", 0.25), "the one that is shown"
    harness.open(begun)
    held(harness)
    assert look() == ("half a thou", "Be a pirate.", 0.25), "one that was left"
    harness.open(begun)
    held(harness)
    harness.context.shutdown()
    harness = start()
    harness.wait_idle()
    held(harness)
    assert look() == ("half a thou", "Be a pirate.", 0.25), "one that an earlier run left"
    harness.context.settings.set("chat.system_prompt", "General.")
    assert harness.conversation.view.chat.system_prompt == "Be a pirate.", "it is its own"
    write(harness, held(harness)[1], "")
    assert look() == ("", "General.", 0.7), "nothing leads back to one without a draft"


def left_with_a_draft(harness: Harness) -> str:
    """A chat that is not begun, with a draft and more of its own, was left for another one, which is shown. The folder
    that it is in, which has a prompt, too.
    """
    harness.wait_idle()
    harness.send("hello")
    begun = harness.conversation.view.chat.id
    harness.context.chats.create_folder("Work")
    harness.settle()
    (folder,) = (one.id for one in harness.context.store.folders())
    harness.context.documents.mounts.set_system_prompt(folder, "Of the folder.")
    harness.conversation.new_chat(folder)
    _, draft = held(harness)
    harness.conversation.set_system_prompt("Be a pirate.")
    harness.conversation.settings.set("sampling.temperature", 0.25)
    write(harness, draft, "half a thou")
    harness.open(begun)
    held(harness)
    return folder


def test_a_window_that_opens_has_all_that_a_chat_left_with_a_draft_had(start: Start) -> None:
    harness = start()
    folder = left_with_a_draft(harness)
    talk = harness.context.conversations.add()
    draft = harness.context.drafts.open("other window", talk.state.id, talk.state.stored)
    chat = talk.view.chat
    assert (draft.text, chat.system_prompt, chat.folder) == ("half a thou", "Be a pirate.", folder)
    assert talk.settings.number("sampling.temperature") == 0.25


def test_a_start_takes_nothing_from_a_chat_left_with_a_draft(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first window is there, with its composer, before the last chat is shown."""
    harness = start()
    folder = left_with_a_draft(harness)
    harness.context.shutdown()
    begin = AppContext.start

    def with_a_window(context: AppContext, safe: bool = False) -> None:
        context.drafts.open("window", context.conversation.state.id, context.conversation.state.stored)
        begin(context, safe)

    monkeypatch.setattr(AppContext, "start", with_a_window)
    harness = start()
    harness.wait_idle()
    assert held(harness)[1].text == "" and harness.texts[0] == "hello"
    harness.conversation.new_chat(folder)
    shown = held(harness)[1].text, harness.conversation.view.chat.system_prompt
    assert shown == ("half a thou", "Be a pirate.")
    assert harness.conversation.settings.number("sampling.temperature") == 0.25


def test_a_new_chat_waits_for_no_work_of_the_store(start: Start) -> None:
    """Which may be a copy of all of it, or wait for another program that holds the file."""
    harness = start()
    left_with_a_draft(harness)
    harness.context.shutdown()
    harness = start()
    harness.wait_idle()
    held(harness)
    busy, shown, ends = threading.Event(), threading.Event(), list[bool]()

    def work() -> bool:
        with harness.context.store._lock:
            busy.set()
            return shown.wait(10)

    harness.context.ops.store(work, ends.append)
    assert busy.wait(10)
    harness.conversation.new_chat()
    shown.set()
    harness.settle()
    assert ends == [True]
    assert harness.conversation.settings.number("sampling.temperature") == 0.25


def test_a_draft_that_moves_between_folders_has_the_prompt_of_its_folder(start: Start) -> None:
    harness = start()
    folder, _, draft = pirate_in_folder(harness)
    write(harness, draft, "half a thou")
    mounts = harness.context.documents.mounts

    def moved(to: str) -> tuple[str, str]:
        harness.conversation.new_chat(to)
        chat = harness.conversation.view.chat
        assert held(harness)[1].text == "half a thou"
        return chat.system_prompt, chat.folder

    assert moved("") == ("Be a pirate.", ""), "what the person wrote comes along"
    mounts.set_system_prompt(folder, "Of the folder.")
    assert moved(folder) == ("Of the folder.", folder)
    assert moved(folder) == ("Of the folder.", folder)
    assert moved("") == ("", ""), "that of a folder stays in it"
    assert moved(folder) == ("Of the folder.", folder)
    harness.conversation.set_system_prompt("Be a pirate.")
    assert moved(folder) == ("Be a pirate.", folder)


def test_an_empty_system_prompt_and_settings_alone_come_back(start: Start) -> None:
    harness = start()
    harness.wait_idle()
    harness.context.settings.set("chat.system_prompt", "General.")
    harness.conversation.new_chat()
    held(harness)
    harness.conversation.set_system_prompt("")
    harness.context.shutdown()
    harness = start()
    harness.wait_idle()
    assert harness.conversation.view.chat.system_prompt == ""
    harness.conversation.new_chat()
    chat, _ = held(harness)
    assert harness.conversation.view.chat.system_prompt == "General.", "a chat that was left goes with what it had"
    harness.conversation.settings.set("sampling.seed", 7)
    harness.context.shutdown()
    harness = start()
    harness.wait_idle()
    assert stored(harness) == {} and harness.conversation.view.chat.id == chat
    assert harness.conversation.settings.integer("sampling.seed") == 7
    harness.context.settings.set("chat.system_prompt", "Other.")
    assert harness.conversation.view.chat.system_prompt == "Other.", "it has none of its own"


def test_what_a_chat_had_of_its_own_stays_where_its_first_message_is_refused(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise StoreFull("store.full")

    harness = start()
    harness.wait_idle()
    chat, _ = held(harness)
    harness.conversation.set_system_prompt("Be a pirate.")
    with monkeypatch.context() as broken:
        broken.setattr(harness.context.store, "add_user_message", full)
        harness.context.drafts.sent(chat)
        harness.conversation.send("hello")
        harness.context.drafts.save()
        harness.wait(lambda: harness.refused)
    harness.context.shutdown()
    harness = start()
    harness.wait_idle()
    assert held(harness)[1].text == "hello"
    assert harness.conversation.view.chat.system_prompt == "Be a pirate."


def test_a_chat_that_was_not_begun_leaves_a_folder_that_is_deleted(start: Start) -> None:
    harness = start()
    folder, chat, _ = pirate_in_folder(harness)
    harness.context.chats.delete_folder(folder)
    harness.wait(lambda: not harness.conversation.view.chat.folder)
    assert SETUP + chat in stored(harness)
    harness.wait(lambda: ChatSetup.of(stored(harness)[SETUP + chat]) == ChatSetup("Be a pirate."))
    harness.send("hello")
    kept = harness.context.store.chat(chat)
    assert kept is not None and (kept.system_prompt, kept.folder) == ("Be a pirate.", "")


def test_a_safe_start_takes_nothing_from_what_it_leaves_out(start: Start) -> None:
    harness = start()
    harness.wait_idle()
    chat, draft = held(harness)
    harness.conversation.set_system_prompt("Be a pirate.")
    harness.conversation.settings.set("sampling.temperature", 0.25)
    write(harness, draft, "half a thou")
    harness.context.shutdown()
    harness = start(safe=True)
    harness.conversation.new_chat()
    harness.context.shutdown()
    harness = start()
    harness.wait_idle()
    now, draft = held(harness)
    assert (now, draft.text) == (chat, "half a thou")
    assert harness.conversation.view.chat.system_prompt == "Be a pirate."
    assert harness.conversation.settings.number("sampling.temperature") == 0.25


def test_a_folder_that_is_gone_and_a_setup_that_cannot_be_read(start: Start) -> None:
    harness = start()
    harness.wait_idle()
    chat, draft = held(harness)
    write(harness, draft, "half a thou")
    harness.context.drafts.set_up(chat, ChatSetup("Be a pirate.", "gone"))
    harness.context.shutdown()
    harness = start()
    harness.wait_idle()
    held(harness)
    assert harness.conversation.view.chat.folder == ""
    assert harness.conversation.view.chat.system_prompt == "Be a pirate."
    harness.context.drafts.close()
    harness.settle()
    harness.context.store.put_draft(SETUP + chat, Unsent('{"system_prompt": 3}'))
    harness.context.shutdown()
    harness = start()
    harness.wait_idle()
    assert held(harness)[1].text == "half a thou"
    assert harness.conversation.view.chat.system_prompt == ""
    harness.wait(lambda: list(stored(harness)) == [chat])


def test_chats_in_the_trash_keep_it_and_deleted_ones_do_not(start: Start) -> None:
    harness = start()
    harness.wait_idle()
    harness.send("hello")
    chat, draft = held(harness)
    draft.text = "unsaid"
    harness.context.chats.trash([chat])
    harness.wait(lambda: harness.conversation.view.chat.id != chat)
    assert held(harness)[1].empty
    assert stored(harness) == {chat: Unsent("unsaid")}
    harness.context.chats.restore([chat])
    harness.open(chat)
    assert held(harness)[1].text == "unsaid"
    harness.context.chats.trash([chat])
    harness.wait(lambda: harness.conversation.view.chat.id != chat)
    held(harness)
    draft.text = "read to the end by now"  # a file of it, say, after the chat was left
    harness.context.chats.delete_for_good([chat])
    harness.context.drafts.save()
    harness.wait(lambda: not harness.context.drafts.waiting)
    assert stored(harness) == {}


def test_the_draft_of_a_chat_that_was_in_the_trash_for_long_does_not_come_back(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    harness = start()
    harness.wait_idle()
    harness.send("old")
    chat, draft = held(harness)
    write(harness, draft, "and more")
    harness.settle()
    harness.context.drafts.save()
    harness.settle()
    harness.context.store.trash_chats([chat], now=time.time() - 40 * 86400)
    harness.context.store._connection.execute("UPDATE chat SET created = 1.0")
    harness.context.shutdown()
    again = start()
    again.wait(lambda: again.context.store.chat(chat) is None)
    again.settle()
    assert chat not in again.context.drafts.waiting

    def full(*_: object) -> None:
        raise StoreFull("store.full")

    with monkeypatch.context() as patch:
        patch.setattr(again.context.store, "put_draft", full)
        _, other = held(again)
        write(again, other, "new words")
        again.wait(lambda: again.notices)
    again.wait(lambda: [unsent.text for unsent in stored(again).values()] == ["new words"])


def test_a_draft_that_was_not_saved_before_another_chat_took_it_is_saved_there(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    harness = start()
    drafts, store = harness.context.drafts, harness.context.store
    _, draft = held(harness)
    put, refused = store.put_draft, list[str]()

    def full(chat: str, unsent: Unsent) -> None:
        if not refused:
            refused.append(chat)
            raise StoreFull("store.full")
        put(chat, unsent)

    monkeypatch.setattr(store, "put_draft", full)
    draft.text = "half a thought"
    drafts.release("window")
    assert drafts.open("other", "next", False) is draft
    harness.wait(lambda: stored(harness) == {"next": Unsent("half a thought")})


def test_wiping_empties_what_is_shown_too(start: Start, qtbot: QtBot) -> None:
    harness = start()
    harness.wait_idle()
    harness.send("hello")
    chat, draft = held(harness)
    draft.text = "unsaid"
    held(harness, "other")
    harness.conversation.new_chat()
    _, shown = held(harness)
    shown.text = "shown"
    harness.context.drafts.save()
    with qtbot.waitSignal(harness.context.drafts.wiped):
        harness.context.privacy.wipe("chats")
    harness.wait(lambda: not harness.context.privacy.busy)
    assert shown.empty
    assert chat not in harness.context.drafts.waiting
    harness.context.drafts.save()
    assert stored(harness) == {}


def test_wiping_leaves_nothing_of_what_was_being_changed(start: Start) -> None:
    harness = start()
    harness.wait_idle()
    harness.send("hello")
    drafts, message = harness.context.drafts, harness.messages[0]
    drafts.edit(message, "hello").draft.text = "given up"
    drafts.give_up_edit(message.id)
    drafts.edit(message, "hello").draft.text = "unsaid"
    drafts.prompts["chat"], drafts.projects["folder"] = "unsaid", Project("folder", notes="unsaid")
    (undo,) = (notice for notice in harness.notices if notice.action == "undo_edit")
    harness.context.privacy.wipe("chats")
    harness.wait(lambda: not harness.context.privacy.busy)
    harness.context.act(undo)
    drafts.save()
    assert drafts.edits == drafts.prompts == drafts.projects == {} and stored(harness) == {}


def test_pictures_of_drafts_outlive_the_sweep_of_the_next_launch(start: Start) -> None:
    harness = start()
    folder = harness.context.paths.pictures
    digest = harness.context.pictures.keep(b"a picture")
    picture = Attachment(id="p", name="p.png", kind="picture", text="", digest=digest, width=1, height=1)
    _, draft = held(harness)
    write(harness, draft, "", picture)
    harness.context.shutdown()
    harness = start()  # sweeps
    harness.settle()
    assert Pictures(folder).path(digest).is_file()
    assert held(harness)[1].attachments == (picture,)


def test_a_full_disk_is_told_once_and_tried_again(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    harness = start()
    chat, draft = held(harness)
    tries: list[str] = []

    def full(chat_id: str, unsent: Unsent) -> None:
        tries.append(unsent.text)
        raise StoreFull("store.disk_full")

    with monkeypatch.context() as broken:
        broken.setattr(harness.context.store, "put_draft", full)
        write(harness, draft, "unsaid")
        harness.wait(lambda: len(tries) > 2)
    harness.wait(lambda: stored(harness) == {chat: Unsent("unsaid")})
    assert sum("Can't save" in said(notice.text) for notice in harness.notices) == 1


def test_opening_and_leaving_chats_writes_nothing(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    harness = start()
    context = harness.context
    puts: list[str] = []
    monkeypatch.setattr(context.store, "put_draft", lambda chat, unsent: puts.append(chat))
    kept = [StoredDraft("one", Unsent("a", (a_file("egrets"),)), True), StoredDraft("two", Unsent("b"), True)]
    drafts = Drafts(context.store, context.ops, kept)
    for chat in ("one", "two", "three", "one"):
        drafts.open("window", chat, True)
        drafts.changed()
    drafts.close()
    harness.settle()
    assert puts == []


CHILD = """
    import sys
    from pathlib import Path
    from PySide6.QtCore import QCoreApplication
    from app.core.library import Library
    from app.core.paths import Paths
    from app.services.app_context import AppContext
    from tests.fake_engine import Script, in_process_engine
    from tests.unit.services.conftest import read_anything

    app = QCoreApplication([])
    paths = Paths(Path(sys.argv[1]))
    context = AppContext(paths, engine=in_process_engine(Script()), library=Library(paths.models, read_anything))
    context.start()
    view = context.conversation.view
    draft = context.drafts.open("window", view.chat.id, view.stored)
    draft.text = "written and never sent"
    context.drafts.changed()
    app.exec()
"""


@pytest.mark.skipif(os.name != "posix", reason="SIGKILL")
def test_a_killed_program_gives_back_what_was_written(tmp_path: Path, start: Start, qtbot: QtBot) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(CHILD), str(tmp_path / "data")],
        cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    database = tmp_path / "data" / "longthread.db"

    def there() -> bool:
        assert process.poll() is None
        if not database.exists():
            return False
        with closing(sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True)) as db:
            try:
                return bool(db.execute("SELECT 1 FROM draft").fetchone())
            except sqlite3.Error:
                return False  # it is just being made

    try:
        qtbot.waitUntil(there, timeout=30_000)
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
    harness = start()
    assert held(harness)[1].text == "written and never sent"
