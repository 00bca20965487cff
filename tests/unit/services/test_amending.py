"""Messages that get another text where they stand: what is shown, what is stored, what the engine reads."""

from __future__ import annotations

import pytest

from engine import protocol as p
from tests.fake_engine import Script
from tests.unit.core.store_helpers import a_file
from tests.unit.services.conftest import Start
from tests.unit.services.test_faults import read_only


@pytest.mark.parametrize("at", [0, 1])
def test_a_message_is_amended_where_it_stands(start: Start, at: int) -> None:
    h = start()
    h.wait_idle()
    h.send("one")
    h.send("two")
    before = h.messages
    h.conversation.amend(before[at].id, "Written by a person.")
    h.wait_idle()
    amended = h.messages[at]
    assert h.texts == [*h.texts[:at], "Written by a person.", *h.texts[at + 1 :]]
    assert [message.id for message in h.messages] == [message.id for message in before], "what follows it stays"
    assert amended.state == "done" and amended.meta.edited and not before[at].meta.edited
    assert amended.siblings[-1] == amended.id and len(amended.siblings) == 2
    assert h.stored() == list(h.messages)
    h.send("three")
    assert h.stored() == list(h.messages)
    opened = h.requests(p.OpenChat)[-1]
    assert isinstance(opened, p.OpenChat)
    assert [message.content for message in opened.messages] == h.texts[:4], "the model reads it as it is now"
    h.conversation.select_version(amended.siblings[0])
    h.wait(lambda: h.texts == [message.content for message in before[: at + 1]])
    h.conversation.select_version(amended.id)
    h.wait(lambda: len(h.messages) == 6)


def test_a_message_amended_to_nothing_or_to_itself_stays(start: Start) -> None:
    h = start()
    h.wait_idle()
    h.send("one")
    before = h.messages
    for text in ("", "  ", before[1].content, before[1].content + "\n"):
        h.conversation.amend(before[1].id, text)
    assert h.messages == before


def test_a_message_that_cannot_be_amended_on_disk_is_as_before(start: Start) -> None:
    h = start()
    h.wait_idle()
    h.send("one")
    before = h.messages
    with read_only(h.context.store):
        h.conversation.amend(before[0].id, "in vain")
        h.wait(lambda: h.messages == before)
    assert h.stored() == list(before)


@pytest.mark.parametrize("at", [0, 1])
def test_what_a_message_could_not_become_is_edited_again(start: Start, at: int) -> None:
    h = start()
    h.wait_idle()
    file = a_file("about owls")
    h.send("one")
    before, drafts = h.messages[at], h.context.drafts
    restored: list[str] = []
    drafts.edit_restored.connect(restored.append)
    with read_only(h.context.store):
        h.conversation.amend(before.id, "in vain", (file,))
        h.wait(lambda: restored)
        assert restored == [before.id] and h.messages[at] == before
        edit = drafts.edits[before.id]
        assert (edit.draft.text, edit.draft.attachments) == ("in vain", (file,)) and edit.changed
        drafts.edits[before.id].draft.text = "since then"
        h.conversation.amend(before.id, "in vain once more")
        h.wait(lambda: len(restored) == 2)
        assert edit.draft.text == "in vain once more\nsince then", "what was written since stays"
    drafts.edits.pop(before.id)
    h.conversation.amend(before.id, edit.draft.text, edit.draft.attachments)
    h.wait_idle()
    assert h.stored()[at].content == edit.draft.text and not drafts.edits and len(restored) == 2


def test_an_amended_message_has_the_files_it_has_now(start: Start) -> None:
    h = start()
    h.wait_idle()
    file, other = a_file("about owls"), a_file("about larks", "b.md")
    h.conversation.send("What do they eat?", (file,))
    h.wait_idle()
    h.conversation.amend(h.messages[0].id, "What do they eat?", (file, other))
    h.wait_idle()
    assert h.stored()[0].attachments == (file, other)
    h.conversation.amend(h.messages[0].id, "What do they eat?", ())
    h.wait_idle()
    assert h.stored() == list(h.messages) and h.messages[0].attachments == ()
    first = h.messages[0].siblings[0]
    h.conversation.select_version(first)
    h.wait(lambda: h.messages[0].attachments == (file,))


def test_a_question_that_waits_is_answered_as_it_says_now(start: Start) -> None:
    h = start(Script(hold_at=1))
    h.wait_idle()
    h.conversation.send("one")
    h.wait(lambda: h.engine.holding)
    h.conversation.send("two, as it was")
    h.settle()  # it is stored, and waits
    h.conversation.amend(h.messages[2].id, "two, as it is")
    h.engine.release()
    h.wait(lambda: h.engine.holding and len(h.requests(p.Generate)) == 2)
    h.engine.release()
    h.wait_idle()
    asked = [one.user.content for one in h.requests(p.Generate) if isinstance(one, p.Generate) and one.user is not None]
    assert asked == ["one", "two, as it is"] and h.texts[2] == "two, as it is"


def test_a_question_that_is_amended_before_it_is_stored_is_answered_as_it_says_now(start: Start) -> None:
    h = start()
    h.wait_idle()
    h.conversation.send("as it was")
    h.conversation.amend(h.messages[0].id, "as it is")
    h.wait_idle()
    asked = [one.user.content for one in h.requests(p.Generate) if isinstance(one, p.Generate) and one.user is not None]
    assert asked == ["as it is"] and h.texts[0] == "as it is" and h.stored() == list(h.messages)


def test_reasoning_that_a_person_has_written_is_amended_away(start: Start) -> None:
    """Of a reply that was pasted, say. What a model thought is not edited, and so is no change."""
    h = start()
    h.wait_idle()
    h.send("<think>Hm.</think>\n\nYes.")
    h.conversation.amend(h.messages[0].id, "Yes.")
    h.wait_idle()
    assert h.texts[0] == "Yes." and h.stored() == list(h.messages)
