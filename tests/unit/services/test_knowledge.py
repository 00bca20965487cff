"""Facts of documents and chats: extracted when idle, given up for anything else, resumed, deleted with their texts."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

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


def done(h: Harness, entry: DocumentEntry) -> bool:
    work = h.context.knowledge.work_of(entry.id)
    return work is not None and work.total > 0 and work.done == work.total


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
