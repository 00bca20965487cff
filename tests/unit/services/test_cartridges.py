"""Documents as the loaded model reads them: one after the other when idle, paused, kept, mounted with a message."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from app.core.document_values import DocumentEntry
from app.services.documents.cartridges import CartridgeState
from app.services.documents.text_copies import TextCopies
from engine import protocol
from engine.errors import DiskFull
from tests.attachment_files import put
from tests.fake_engine import Script
from tests.unit.services.conftest import Start
from tests.unit.services.harness import Harness
from tests.words import said

SCRIPT = Script(replies=(("Yes.",),), n_ctx=1000, states_apart=True)
FLOOD = "The dam at Ulmen broke on 3 May 1953 after eleven days of rain.\n"


def added(h: Harness, tmp_path: Path, name: str = "flood.txt", text: str = FLOOD) -> DocumentEntry:
    ids: list[tuple[str, ...]] = []
    h.context.documents.add([put(tmp_path, name, text)], ids.append)
    h.wait(lambda: ids and h.context.documents.idle)
    entry = h.context.documents.get(ids[0][0])
    assert entry is not None
    return entry


def mount(h: Harness, *entries: DocumentEntry) -> None:
    h.context.documents.mounts.mount("chat", h.conversation.view.chat.id, [entry.id for entry in entries])


def state(h: Harness, entry: DocumentEntry) -> CartridgeState:
    return h.context.cartridges.state_of(entry.id)


def ready(h: Harness, entry: DocumentEntry) -> None:
    h.wait(lambda: state(h, entry).phase == "ready")


def test_what_is_mounted_is_read_and_goes_with_the_next_message(start: Start, tmp_path: Path) -> None:
    h = start(SCRIPT)
    h.wait_idle()
    entry = added(h, tmp_path)
    assert state(h, entry).phase == "none"
    mount(h, entry)
    ready(h, entry)
    facts = state(h, entry).facts
    assert facts is not None and state(h, entry).model == facts.model and state(h, entry).bytes == facts.bytes
    h.send("When did it break?")
    request = h.requests(protocol.Generate)[-1]
    assert isinstance(request, protocol.Generate) and request.user is not None
    copy = h.context.paths.documents / f"{entry.digest}.txt"
    assert request.user.documents == (protocol.DocumentPart(entry.digest, "flood.txt", str(copy)),)
    h.send("And why?")
    request = h.requests(protocol.Generate)[-1]
    assert isinstance(request, protocol.Generate) and request.user is not None
    assert request.user.documents == ()  # it is in view
    assert h.stored() == list(h.messages)


def test_documents_of_a_folder_stay_behind_when_a_chat_leaves_it(start: Start, tmp_path: Path) -> None:
    h = start(SCRIPT)
    h.wait_idle()
    h.context.chats.create_folder("Floods")
    h.settle()
    (folder,) = h.context.store.folders()
    h.conversation.new_chat(folder.id)
    entry = added(h, tmp_path)
    h.context.documents.mounts.mount("folder", folder.id, [entry.id])
    ready(h, entry)
    h.send("When did it break?")
    assert h.messages[0].meta.documents
    h.context.chats.move([h.conversation.view.chat.id], "")
    h.wait(lambda: not h.messages[0].meta.documents)
    h.wait_idle()
    opened = h.requests(protocol.OpenChat)[-1]
    assert isinstance(opened, protocol.OpenChat)
    assert [message.documents for message in opened.messages] == [(), ()]


def test_another_model_reads_it_too_and_gets_passages_until_then(start: Start, tmp_path: Path) -> None:
    h = start(SCRIPT, models=2)
    h.wait_idle()
    entry = added(h, tmp_path)
    mount(h, entry)
    ready(h, entry)
    h.send("When did the dam break?")
    first = h.context.models.state.state_key
    h.context.cartridges.pause()
    h.context.models.load(str(h.context.paths.models / "other1.gguf"))
    h.wait(lambda: h.context.models.state.state_key not in ("", first))
    h.wait_idle()
    opened = h.requests(protocol.OpenChat)[-1]
    assert isinstance(opened, protocol.OpenChat)
    assert [message.documents for message in opened.messages] == [(), ()]
    assert state(h, entry).phase == "waiting"
    h.send("When did the dam at Ulmen break?")
    assert h.messages[-2].meta.documents == ()
    h.context.cartridges.pause(False)
    ready(h, entry)
    assert len(state(h, entry).models) == 2
    h.send("And then?")
    assert [one.model for one in h.messages[-2].meta.documents] == [h.context.models.state.state_key]


def test_reading_is_paused_and_goes_on_after_a_restart(start: Start, tmp_path: Path) -> None:
    h = start(msgspec.structs.replace(SCRIPT, hold_reading=True))
    h.wait_idle()
    entry = added(h, tmp_path)
    mount(h, entry)
    h.wait(lambda: (work := state(h, entry).work) is not None and work.done)
    h.context.cartridges.pause()
    h.wait(lambda: state(h, entry).phase == "waiting")
    h.send("A chat that stays")
    h.context.shutdown()
    again = start(SCRIPT)
    again.wait_idle()
    assert again.context.cartridges.paused
    assert state(again, entry).phase == "waiting"
    again.context.cartridges.pause(False)
    ready(again, entry)


def test_what_failed_is_told_and_tried_again_when_asked(start: Start, tmp_path: Path) -> None:
    h = start(msgspec.structs.replace(SCRIPT, reading_error="out_of_memory"))
    h.wait_idle()
    entry, other = added(h, tmp_path), added(h, tmp_path, "bread.txt", "Bread needs flour.")
    mount(h, entry, other)
    h.wait(lambda: state(h, entry).phase == state(h, other).phase == "failed")
    assert state(h, entry).problem is not None
    asked = len(h.requests(protocol.ReadDocument))
    h.context.cartridges.read(entry.id)
    h.wait(lambda: len(h.requests(protocol.ReadDocument)) == asked + 1 and state(h, entry).phase == "failed")


def test_a_text_that_cannot_be_put_where_models_read_it_is_told_and_holds_up_no_others(
    start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    h = start(SCRIPT)
    h.wait_idle()
    names = ("full.txt", "odd.txt", "other.txt", "last.txt")
    full, odd, other, last = (added(h, tmp_path, name, f"{FLOOD} {name}") for name in names)
    for entry in (full, odd, other):
        (h.context.paths.documents / f"{entry.digest}.txt").unlink()
    write, failing = TextCopies.write, True

    def refuse(copies: TextCopies, text: str, digest: str) -> None:
        if failing and digest == full.digest:
            raise DiskFull("disk.full", name=f"{digest}.txt")
        if digest == odd.digest:
            raise OSError(5, "Input/output error")
        write(copies, text, digest)

    text_of = h.context.store.document_text
    monkeypatch.setattr(TextCopies, "write", refuse)
    monkeypatch.setattr(h.context.store, "document_text", lambda one: text_of(one) if one != other.id else "changed")
    mount(h, full, odd, other, last)
    ready(h, last)
    assert [state(h, entry).phase for entry in (full, odd, other)] == ["failed"] * 3
    assert [said(state(h, entry).problem) for entry in (full, odd, other)] == [
        "Can't save full.txt: the disk is full.",
        "Can't read “odd.txt” (OSError).",
        "other.txt has changed since you added it.",
    ]
    failing = False
    h.context.cartridges.read(full.id)
    ready(h, full)


def test_a_document_that_is_removed_takes_its_cartridge_along(start: Start, tmp_path: Path) -> None:
    h = start(SCRIPT)
    h.wait_idle()
    entry = added(h, tmp_path)
    h.context.cartridges.read(entry.id)  # mounted nowhere
    ready(h, entry)
    h.context.cartridges.keep(entry.id, True)
    h.wait(lambda: (facts := state(h, entry).facts) is not None and facts.kept)
    mount(h, entry)
    h.send("When did it break?")
    assert h.messages[0].meta.documents
    h.context.documents.remove([entry.id])
    h.wait(lambda: h.requests(protocol.DeleteCartridge))
    h.wait_idle()
    assert h.messages[0].meta.documents == ()
    assert h.context.cartridges.bytes == 0
    opened = h.requests(protocol.OpenChat)[-1]
    assert isinstance(opened, protocol.OpenChat)
    assert all(not message.documents for message in opened.messages)
    assert h.stored() == list(h.messages)


def test_what_was_read_of_an_earlier_text_goes_with_it(start: Start, tmp_path: Path) -> None:
    h = start(SCRIPT)
    h.wait_idle()
    entry, other = added(h, tmp_path), added(h, tmp_path, "other.txt", "other words")
    for one in (entry, other):
        h.context.cartridges.read(one.id)
        ready(h, one)
    put(tmp_path, "flood.txt", "the dam held")
    h.context.documents.read_again(entry.id)
    h.wait(lambda: h.requests(protocol.DeleteCartridge))
    h.wait_idle()
    deleted = [one for one in h.requests(protocol.DeleteCartridge) if isinstance(one, protocol.DeleteCartridge)]
    assert [one.digest for one in deleted] == [entry.digest] and state(h, other).phase == "ready"


def test_what_was_read_of_a_document_that_is_removed_without_an_engine_goes_with_the_next_one(
    start: Start, tmp_path: Path
) -> None:
    h = start(SCRIPT)
    h.wait_idle()
    entry = added(h, tmp_path)
    h.context.cartridges.read(entry.id)
    ready(h, entry)
    h.context.shutdown()
    again = start(SCRIPT, safe=True)
    again.settle()
    assert not again.engine.running
    again.context.documents.remove([entry.id])
    again.settle()
    again.context.engine.start()
    again.wait(lambda: again.requests(protocol.DeleteCartridge))
    (deleted,) = again.requests(protocol.DeleteCartridge)
    assert isinstance(deleted, protocol.DeleteCartridge) and deleted.digest == entry.digest


def test_what_is_not_kept_any_more_while_it_is_read_may_make_room(start: Start, tmp_path: Path) -> None:
    h = start(msgspec.structs.replace(SCRIPT, hold_reading=True))
    h.wait_idle()
    entry = added(h, tmp_path)
    h.context.cartridges.keep(entry.id, True)
    h.context.cartridges.read(entry.id)
    h.wait(lambda: h.engine.holding)
    h.context.cartridges.keep(entry.id, False)
    h.engine.release()
    ready(h, entry)
    h.settle()
    keeps = [one.keep for one in h.requests(protocol.KeepCartridge) if isinstance(one, protocol.KeepCartridge)]
    assert keeps == [True, False]


def test_what_does_not_fit_the_context_is_left_to_passages(start: Start, tmp_path: Path) -> None:
    h = start(msgspec.structs.replace(SCRIPT, n_ctx=100))
    h.wait_idle()
    entry = added(h, tmp_path, text="The dam broke in the rain. " * 100)
    mount(h, entry)
    ready(h, entry)
    h.send("Which dam?")
    assert h.messages[0].meta.documents == ()


def test_it_is_not_read_ahead_where_that_is_off(start: Start, tmp_path: Path) -> None:
    h = start(SCRIPT)
    h.wait_idle()
    h.context.settings.set("documents.compact", False)
    entry = added(h, tmp_path)
    mount(h, entry)
    h.settle()
    assert state(h, entry).phase == "none" and not h.requests(protocol.ReadDocument)
    h.context.settings.set("documents.compact", True)
    ready(h, entry)
