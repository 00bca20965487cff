"""Facts of documents and chats: extracted when idle, given up for anything else, resumed, deleted with their texts."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import msgspec
import pytest

from app.core.document_values import DocumentEntry
from app.core.knowledge.values import Entity, KnowledgeWork
from engine import protocol
from tests.attachment_files import put
from tests.fake_engine import Script
from tests.unit.services.conftest import Start
from tests.unit.services.harness import Harness

T = TypeVar("T")

TEXT = "Ana Ruiz works for Norda. She likes tea.\n"
FACT = {
    "subject": "Ana Ruiz", "subject_kind": "person", "relation": "works for", "object": "Norda",
    "object_kind": "organization",
}  # fmt: skip
FOUND = json.dumps({"facts": [FACT]})
SCRIPT = Script(replies=(("Yes.",),), n_ctx=1000, facts=(FOUND,))


def added(h: Harness, tmp_path: Path, text: str = TEXT, name: str = "people.md") -> DocumentEntry:
    """A document that is in the library, mounted nowhere."""
    ids: list[tuple[str, ...]] = []
    h.context.documents.add([put(tmp_path, name, text)], ids.append)
    h.wait(lambda: ids and h.context.documents.idle)
    entry = h.context.documents.get(ids[0][0])
    assert entry is not None
    return entry


def mount(h: Harness, entry: DocumentEntry) -> None:
    h.context.knowledge.quiet_ms = 0
    h.context.documents.mounts.mount("chat", h.conversation.view.chat.id, [entry.id])


def asked(h: Harness, ask: Callable[[Callable[[T], None]], None]) -> T:
    """What a method of the service hands to ``then``."""
    got: list[T] = []
    ask(got.append)
    h.wait(lambda: got)
    return got[0]


def names(h: Harness) -> list[str]:
    found: list[Entity] = asked(h, lambda then: h.context.knowledge.search("", then))
    return sorted(one.name for one in found)


def copies(h: Harness) -> int:
    """Of how many chats there are facts."""
    found = asked(h, lambda then: h.context.knowledge.search("ruiz", then))
    (relation,) = asked(h, lambda then: h.context.knowledge.facts_of(found[0].id, then))
    return len({source.chat for source in relation.sources})


def done(h: Harness, entry: DocumentEntry) -> bool:
    work = h.context.knowledge.work_of(entry.id)
    return work is not None and work.total > 0 and work.done == work.total


def nothing_to_do(h: Harness) -> None:
    """Until it looked for texts and found none that is left."""
    h.settle()
    h.wait(lambda: not h.context.knowledge._quiet.isActive() and not h.context.knowledge._busy)
    h.settle()


def extractions(h: Harness) -> list[protocol.Complete]:
    every = [one for one in h.requests(protocol.Complete) if isinstance(one, protocol.Complete)]
    return [one for one in every if one.sampling.output == "schema"]


def test_what_is_mounted_is_extracted_when_idle(start: Start, tmp_path: Path) -> None:
    h = start(SCRIPT)
    h.wait_idle()
    entry = added(h, tmp_path)
    assert h.context.knowledge.work_of(entry.id) is None and names(h) == []
    told: list[KnowledgeWork] = []
    h.context.knowledge.progress.connect(lambda _, work: told.append(work))
    mount(h, entry)
    h.wait(lambda: done(h, entry) and names(h) == ["Ana Ruiz", "Norda"])
    (request,) = extractions(h)
    assert request.idle and TEXT.strip() in request.prompt
    assert told[-1] == KnowledgeWork(1, 1, 1, waiting=False)
    found = asked(h, lambda then: h.context.knowledge.search("ruiz", then))
    (relation,) = asked(h, lambda then: h.context.knowledge.facts_of(found[0].id, then))
    (source,) = relation.sources
    assert (source.document, source.name, relation.verb) == (entry.id, "people.md", "works for")
    assert TEXT[source.start : source.end] == source.quote == "Ana Ruiz works for Norda."


def test_nothing_is_extracted_of_code_or_where_it_is_switched_off(start: Start, tmp_path: Path) -> None:
    h = start(SCRIPT)
    h.wait_idle()
    h.context.settings.set("knowledge.extract", False)
    entry, code = added(h, tmp_path), added(h, tmp_path, "def work():\n    return 1\n", "work.py")
    mount(h, entry)
    mount(h, code)
    h.settle()
    assert h.context.knowledge.work_of(entry.id) is None
    h.context.settings.set("knowledge.extract", True)
    h.context.documents.mounts.mount("chat", h.conversation.view.chat.id, [entry.id, code.id])
    h.wait(lambda: done(h, entry))
    assert h.context.knowledge.work_of(code.id) is None and len(extractions(h)) == 1
    h.context.knowledge.extract(code.id)
    h.wait(lambda: done(h, code))


def test_a_reply_has_the_engine_at_once_and_the_rest_is_extracted_after_it(start: Start, tmp_path: Path) -> None:
    h = start(msgspec.structs.replace(SCRIPT, hold_facts=True))
    h.wait_idle()
    entry = added(h, tmp_path)
    mount(h, entry)
    h.wait(lambda: h.engine.holding and h.context.knowledge.working)
    h.context.knowledge.quiet_ms = 3_600_000
    h.conversation.send("Hello?")
    h.wait(lambda: h.messages and h.messages[-1].state == "done" and h.messages[-1].content == "Yes.")
    h.wait(lambda: not h.context.knowledge.working)
    h.settle()
    assert not done(h, entry) and names(h) == []
    h.context.knowledge.quiet_ms = 0
    h.context.knowledge.pause()
    h.context.knowledge.pause(False)
    h.wait(lambda: h.engine.holding)
    assert len(extractions(h)) == 2
    h.engine.release()
    h.wait(lambda: done(h, entry) and names(h) == ["Ana Ruiz", "Norda"])


def test_nothing_is_asked_while_a_reply_is_written(start: Start, tmp_path: Path) -> None:
    h = start(msgspec.structs.replace(SCRIPT, hold_at=1))
    h.wait_idle()
    entry = added(h, tmp_path)
    h.conversation.send("Hello?")
    h.wait(lambda: h.engine.holding)
    idle, looked = h.context.knowledge.idle, list[bool]()

    def seen() -> bool:
        looked.append(idle())
        return looked[-1]

    h.context.knowledge.idle = seen
    mount(h, entry)
    h.wait(lambda: len(looked) >= 3)
    assert not any(looked) and extractions(h) == []
    h.engine.release()
    h.wait(lambda: done(h, entry))


def test_paused_and_gone_on_with(start: Start, tmp_path: Path) -> None:
    h = start(msgspec.structs.replace(SCRIPT, hold_facts=True))
    h.wait_idle()
    entry = added(h, tmp_path)
    mount(h, entry)
    h.wait(lambda: h.engine.holding)
    h.context.knowledge.pause()
    h.wait(lambda: not h.context.knowledge.working)
    work = h.context.knowledge.work_of(entry.id)
    assert work == KnowledgeWork(0, 1, 0, waiting=True) and h.context.knowledge.paused
    h.context.knowledge.pause(False)
    h.wait(lambda: h.engine.holding)
    h.engine.release()
    h.wait(lambda: done(h, entry))


def test_documents_that_models_read_come_first_unless_that_is_paused(start: Start, tmp_path: Path) -> None:
    h = start(msgspec.structs.replace(SCRIPT, states_apart=True, hold_reading=True))
    h.wait_idle()
    entry = added(h, tmp_path)
    mount(h, entry)
    h.wait(lambda: h.engine.holding)
    assert h.context.cartridges.waiting and extractions(h) == []
    h.context.cartridges.pause()
    h.wait(lambda: done(h, entry))


LONG = "".join(
    f"# Part {n}\n\nAna Ruiz works for Norda. " + "She likes tea very much. " * 50 + "\n\n" for n in range(6)
)


def test_after_the_end_of_the_program_it_goes_on_where_it_was(start: Start, tmp_path: Path) -> None:
    h = start(msgspec.structs.replace(SCRIPT, hold_facts=True))
    h.wait_idle()
    entry = added(h, tmp_path, LONG)
    total = entry.passages
    assert total >= 6
    mount(h, entry)
    h.send("Hello?")  # so that the chat is kept
    h.wait(lambda: h.engine.holding)
    h.engine.release()
    h.wait(lambda: 0 < h.context.store.extracted_counts()[entry.id][0] < total and h.engine.holding)
    so_far = h.context.store.extracted_counts()[entry.id]
    assert so_far[2] == so_far[0], "one fact of each"
    h.engine.die()  # in the middle of the next
    h.context.shutdown()
    again = start(SCRIPT)
    again.context.knowledge.quiet_ms = 0
    again.wait_idle()
    again.wait(lambda: done(again, entry))
    assert again.context.store.extracted_counts()[entry.id] == (total, total, total)
    asked_again = sum(request.prompt.count("# Part") for request in extractions(again))
    assert asked_again <= total - so_far[0]


def test_a_text_the_engine_dies_of_is_left_out(start: Start, tmp_path: Path) -> None:
    h = start(msgspec.structs.replace(SCRIPT, hold_facts=True))
    h.wait_idle()
    entry = added(h, tmp_path)
    mount(h, entry)
    for _ in range(2):
        h.wait(lambda: h.engine.holding and h.context.knowledge.working)
        h.engine.die()
        h.wait_idle()
    h.wait(lambda: done(h, entry))
    assert names(h) == []


def test_a_document_that_is_removed_or_forgotten_meanwhile_leaves_nothing(start: Start, tmp_path: Path) -> None:
    h = start(msgspec.structs.replace(SCRIPT, hold_facts=True))
    h.wait_idle()
    entry, other = added(h, tmp_path), added(h, tmp_path, TEXT + "And more.", "more.md")
    mount(h, entry)
    h.wait(lambda: h.engine.holding)
    h.context.documents.remove([entry.id])
    h.engine.release()
    h.wait(lambda: not h.context.knowledge.working)
    assert names(h) == [] and h.context.store.extracted_counts().keys() == {other.id}
    h.context.knowledge.extract(other.id)
    h.wait(lambda: h.engine.holding)
    h.context.knowledge.forget(other.id)
    h.wait(lambda: not h.context.knowledge.working)
    h.settle()
    assert names(h) == [] and h.context.knowledge.work_of(other.id) is None
    h.context.knowledge.extract(other.id)
    h.wait(lambda: h.engine.holding)
    h.engine.release()
    h.wait(lambda: names(h) == ["Ana Ruiz", "Norda"])
    h.context.documents.remove([other.id])
    h.wait(lambda: names(h) == [])


def test_what_is_forgotten_before_it_is_asked_for_does_not_come_back(start: Start, tmp_path: Path) -> None:
    h = start(SCRIPT)
    h.wait_idle()
    entry = added(h, tmp_path)
    knowledge, looked = h.context.knowledge, list[bool]()

    def forgotten_meanwhile() -> bool:
        """Asked right before the store is."""
        if not looked:
            knowledge.forget(entry.id)
        looked.append(True)
        return True

    knowledge.idle = forgotten_meanwhile
    mount(h, entry)
    h.wait(lambda: looked)
    nothing_to_do(h)
    assert names(h) == [] and extractions(h) == []


def test_a_reply_that_comes_after_its_document_was_forgotten_is_not_kept(
    start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    h = start(msgspec.structs.replace(SCRIPT, hold_facts=True))
    h.wait_idle()
    entry = added(h, tmp_path)
    mount(h, entry)
    h.wait(lambda: h.engine.holding)
    monkeypatch.setattr(h.context.engine, "cancel", lambda target: None)  # it comes too late: the reply is on its way
    h.context.knowledge.forget(entry.id)
    h.engine.release()
    h.wait(lambda: not h.context.knowledge.working)
    h.settle()
    assert names(h) == [] and h.context.knowledge.work_of(entry.id) is None


def test_chats_are_extracted_only_where_the_person_wants_it(start: Start, tmp_path: Path) -> None:
    h = start(SCRIPT)
    h.context.knowledge.quiet_ms = 0
    h.wait_idle()
    h.send(TEXT.strip())
    h.settle()
    assert extractions(h) == []
    h.context.settings.set("knowledge.chats", True)
    h.wait(lambda: names(h) == ["Ana Ruiz", "Norda"])
    found = asked(h, lambda then: h.context.knowledge.search("ruiz", then))
    (relation,) = asked(h, lambda then: h.context.knowledge.facts_of(found[0].id, then))
    assert [source.message for source in relation.sources] == [h.messages[0].id]
    told: list[bool] = []
    h.context.knowledge.changed.connect(lambda: told.append(True))
    chat = h.conversation.view.chat.id
    h.context.chats.trash([chat])
    h.wait(lambda: told and names(h) == [])
    h.context.chats.restore([chat])
    h.wait(lambda: names(h) == ["Ana Ruiz", "Norda"])
    h.context.settings.set("knowledge.chats", False)
    h.wait(lambda: names(h) == [])


def test_what_a_deleted_message_told_is_not_shown_any_longer(start: Start) -> None:
    h = start(SCRIPT)
    h.context.knowledge.quiet_ms = 0
    h.wait_idle()
    h.context.settings.set("knowledge.chats", True)
    h.send(TEXT.strip())
    h.wait(lambda: names(h) == ["Ana Ruiz", "Norda"] and not h.context.knowledge.working)
    shown: list[list[str]] = []
    h.context.knowledge.changed.connect(
        lambda: h.context.knowledge.search("", lambda found: shown.append(sorted(one.name for one in found)))
    )
    h.conversation.delete_from(h.messages[0].id)
    h.wait(lambda: shown and shown[-1] == [])


def test_what_is_said_changes_nothing_that_is_known(start: Start) -> None:
    """Else what is shown of it would be read anew with each message, and here all names were counted."""
    h = start(SCRIPT)
    h.context.knowledge.quiet_ms = 0
    h.wait_idle()
    h.context.settings.set("knowledge.chats", True)
    h.send(TEXT.strip())
    h.wait(lambda: names(h) == ["Ana Ruiz", "Norda"] and not h.context.knowledge.working)
    h.context.knowledge.pause()
    h.settle()
    told: list[bool] = []
    h.context.knowledge.changed.connect(lambda: told.append(True))
    reads: list[str] = []
    with h.context.store._read() as db:
        db.set_trace_callback(reads.append)
    h.send("More of it.")
    h.settle()
    with h.context.store._read() as db:
        db.set_trace_callback(None)
    assert reads and told == []
    assert not [sql for sql in reads if "FROM entity_mention" in sql]


def test_chats_that_are_imported_or_copied_are_extracted_too(start: Start, tmp_path: Path) -> None:
    h = start(SCRIPT)
    h.context.knowledge.quiet_ms = 0
    h.wait_idle()
    h.send(TEXT.strip())
    chat, written = h.conversation.view.chat.id, tmp_path / "chats.json"
    h.context.transfers.export_json([chat], written)
    h.wait(lambda: written.exists() and h.context.transfers.present is None)
    h.context.chats.trash([chat])
    h.context.settings.set("knowledge.chats", True)
    nothing_to_do(h)
    assert names(h) == []
    h.context.transfers.import_paths([written])
    h.wait(lambda: names(h) == ["Ana Ruiz", "Norda"])
    (came,) = h.context.store.chats()
    h.context.chats.duplicate(came.id)
    h.wait(lambda: copies(h) == 2)


def test_what_is_said_later_in_a_chat_is_extracted_too(start: Start, tmp_path: Path) -> None:
    h = start(SCRIPT)
    h.context.knowledge.quiet_ms = 0
    h.wait_idle()
    h.context.settings.set("knowledge.chats", True)
    nothing_to_do(h)
    assert extractions(h) == []
    h.send(TEXT.strip())
    h.wait(lambda: names(h) == ["Ana Ruiz", "Norda"])


def test_a_document_read_again_is_extracted_again(start: Start, tmp_path: Path) -> None:
    h = start(SCRIPT)
    h.wait_idle()
    entry = added(h, tmp_path)
    mount(h, entry)
    h.wait(lambda: names(h) == ["Ana Ruiz", "Norda"])
    told: list[bool] = []
    h.context.knowledge.changed.connect(lambda: told.append(True))
    put(tmp_path, "people.md", "Nobody is named here any more.")
    h.context.documents.read_again(entry.id)
    h.wait(lambda: told and done(h, entry) and names(h) == [])
    assert "Nobody is named here" in extractions(h)[-1].prompt


def test_what_the_model_cannot_do_is_not_asked_without_end(start: Start, tmp_path: Path) -> None:
    h = start(msgspec.structs.replace(SCRIPT, facts=("I am no JSON at all",)))
    h.wait_idle()
    entry = added(h, tmp_path)
    mount(h, entry)
    h.wait(lambda: done(h, entry))
    assert names(h) == [] and len(extractions(h)) == 1


def test_a_question_is_given_the_passages_that_facts_lead_to(start: Start, tmp_path: Path) -> None:
    place = {**FACT, "subject": "Norda", "subject_kind": "organization", "relation": "is in", "object": "Kiel"}
    script = msgspec.structs.replace(SCRIPT, n_ctx=0, facts=(json.dumps({"facts": [FACT, place]}),))
    h = start(script)
    h.wait_idle()
    h.context.cartridges.pause()
    people = added(h, tmp_path, "Ana Ruiz works for Norda.")
    places = added(h, tmp_path, "The yard of Norda is in Kiel, by the canal.", "places.md")
    h.context.documents.mounts.mount("chat", h.conversation.view.chat.id, [people.id, places.id])
    h.context.knowledge.extract(people.id)
    h.context.knowledge.quiet_ms = 0
    h.context.knowledge.extract(places.id)
    h.wait(lambda: done(h, people) and done(h, places))
    question = "In which town does Ana Ruiz work?"
    h.send(question)
    # the sentence that names her is found by its words, the other one only by what is known of her
    assert {one.document: one.linked for one in h.messages[0].meta.passages} == {people.id: False, places.id: True}
    h.conversation.new_chat()
    h.wait_idle()
    h.context.documents.mounts.mount("chat", h.conversation.view.chat.id, [people.id, places.id])
    h.conversation.settings.set("knowledge.use", False)
    h.send(question)
    assert {one.document: one.linked for one in h.messages[0].meta.passages} == {people.id: False}


def test_the_privacy_page_lists_and_wipes_all(start: Start, tmp_path: Path) -> None:
    odd = {**FACT, "subject": "Zeppelina", "object": "Xylophonia"}
    h = start(msgspec.structs.replace(SCRIPT, facts=(json.dumps({"facts": [odd]}),)))
    h.wait_idle()
    entry = added(h, tmp_path, "Zeppelina works for Xylophonia.")
    mount(h, entry)
    h.wait(lambda: done(h, entry))
    h.send("Hello?")
    measured: list[tuple[int, int]] = []
    h.context.privacy.measured.connect(
        lambda kinds: measured.extend((one.files, one.bytes) for one in kinds if one.part == "knowledge")
    )
    h.context.privacy.look()
    h.wait(lambda: measured)
    assert measured[0][0] == 1 and measured[0][1] > 50
    over: list[str] = []
    h.context.privacy.working.connect(lambda part, share: over.append(part) if share == 1.0 else None)
    h.context.privacy.wipe("knowledge")
    h.wait(lambda: over == ["knowledge"] and measured[-1] == (0, 0))
    h.settle()
    assert names(h) == [] and h.context.knowledge.work_of(entry.id) is None
    assert len(extractions(h)) == 1, "it is not extracted again"
    with h.context.store._read() as db:
        left = [db.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in ("entity_mention", "fact")]
    assert left == [0, 0] and h.context.documents.get(entry.id) is not None
