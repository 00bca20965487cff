"""The settings of chats and models over a scripted engine: what the engine is given, and what comes back."""

from __future__ import annotations

import pytest

from app.core.presets import apply, stored
from app.core.settings import Settings
from app.core.texts import Text
from engine import protocol as p
from tests.fake_engine import Script
from tests.unit.services.conftest import Start
from tests.unit.services.harness import Harness
from tests.words import advised, said


def last_sampling(h: Harness) -> p.Sampling:
    request = h.requests(p.Generate)[-1]
    assert isinstance(request, p.Generate)
    return request.sampling


def test_a_chats_own_sampling_is_what_the_engine_is_given(start: Start) -> None:
    h = start()
    h.wait_idle()
    h.conversation.settings.set("sampling.temperature", 0.2)  # before the chat is stored
    h.send("one")
    first = h.conversation.view.chat.id
    assert last_sampling(h).temperature == 0.2
    h.conversation.new_chat()
    h.send("two")
    assert last_sampling(h).temperature == 0.7
    h.context.settings.set("sampling.temperature", 1.0)
    h.conversation.settings.set("sampling.top_k", 3)
    h.send("three")
    assert (last_sampling(h).temperature, last_sampling(h).top_k) == (1.0, 3)
    h.open(first)
    h.wait_idle()
    h.send("four")
    assert (last_sampling(h).temperature, last_sampling(h).top_k) == (0.2, 40)


def test_they_are_there_after_a_restart(start: Start) -> None:
    h = start()
    h.wait_idle()
    h.send("one")
    h.conversation.settings.set("sampling.seed", 11)
    h.context.settings.scoped(model=h.context.models.fingerprint).set("memory.threshold", 0.5)
    h.settle()
    h.context.shutdown()
    again = start()
    again.wait_idle()
    assert again.conversation.settings.integer("sampling.seed") == 11
    assert again.context.settings.scoped(model=again.context.models.fingerprint).number("memory.threshold") == 0.5


def test_a_copy_has_them_and_its_own(start: Start) -> None:
    h = start()
    h.wait_idle()
    h.send("one")
    h.conversation.settings.set("sampling.seed", 11)
    first = h.conversation.view.chat.id
    copies: list[str] = []
    h.context.chats.duplicate(first, copies.append)
    h.wait(lambda: copies)
    h.open(copies[0])
    assert h.conversation.settings.integer("sampling.seed") == 11
    h.conversation.settings.set("sampling.seed", 12)
    h.open(first)
    assert h.conversation.settings.integer("sampling.seed") == 11


def last_opened(h: Harness) -> p.OpenChat:
    request = h.requests(p.OpenChat)[-1]
    assert isinstance(request, p.OpenChat)
    return request


def test_all_that_is_offered_reaches_the_engine(start: Start) -> None:
    """Each field of the engine's parameters has a setting, and what is set there arrives."""
    h = start()
    h.wait_idle()
    other = p.Sampling(
        temperature=0.5, top_k=7, top_p=0.5, min_p=0.1, repeat_penalty=1.2, seed=3, max_tokens=99, stop=("a", "b\n"),
        temperature_range=0.4, temperature_exponent=2.0, typical_p=0.8, top_n_sigma=1.5, xtc_probability=0.2,
        xtc_threshold=0.3, repeat_window=128, frequency_penalty=0.1, presence_penalty=0.2, dry_multiplier=0.7,
        dry_base=2.0, dry_allowed_length=4, dry_window=512, mirostat=True, mirostat_tau=4.0, mirostat_eta=0.2,
        output="grammar", form='root ::= "x"',
    )  # fmt: skip
    for field in set(p.Sampling.__struct_fields__) - {"top_logprobs"}:
        assert getattr(other, field) != getattr(p.Sampling(), field), field
        h.conversation.settings.set(f"sampling.{field}", getattr(other, field))
    h.send("one")
    assert last_sampling(h) == other
    h.conversation.settings.set("sampling.output", "json")
    h.send("two")
    assert last_sampling(h).form == ""
    h.conversation.new_chat()
    h.send("three")
    assert last_sampling(h) == p.Sampling()


def test_thinking_counts_from_the_next_reply_on(start: Start) -> None:
    h = start(Script(thinking=("switch",)))
    h.wait_idle()
    h.send("one")
    opened = len(h.requests(p.OpenChat))
    h.conversation.settings.set("reply.thinking", "off")
    h.send("two")
    request = h.requests(p.Generate)[-1]
    assert isinstance(request, p.Generate) and request.thinking == p.Thinking(enabled=False)
    assert len(h.requests(p.OpenChat)) == opened  # nothing is read again


def test_effort_at_the_beginning_opens_the_chat_anew(start: Start) -> None:
    h = start(Script(thinking=("effort",), thinking_at_start=True))
    h.wait_idle()
    h.send("one")
    opened = len(h.requests(p.OpenChat))
    h.context.settings.scoped(chat="another").set("reply.effort", "high")
    assert len(h.requests(p.OpenChat)) == opened
    h.conversation.settings.set("reply.effort", "low")
    h.wait(lambda: len(h.requests(p.OpenChat)) == opened + 1)
    h.wait_idle()
    assert last_opened(h).thinking == p.Thinking(effort="low")


def test_another_system_prompt_in_a_chat_that_has_begun(start: Start) -> None:
    h = start()
    h.wait_idle()
    h.context.settings.set("chat.system_prompt", "Be brief.")
    assert h.conversation.view.chat.system_prompt == "Be brief."
    h.send("one")
    assert last_opened(h).system_prompt == "Be brief."
    h.context.settings.set("chat.system_prompt", "Be long.")  # for new chats
    h.conversation.set_system_prompt("Be kind.")
    h.wait(lambda: last_opened(h).system_prompt == "Be kind.")
    h.wait_idle()
    assert [message.content for message in last_opened(h).messages] == h.texts
    h.send("two")
    assert last_opened(h).system_prompt == "Be kind."
    h.settle()
    stored = h.context.store.chat(h.conversation.view.chat.id)
    assert stored is not None and stored.system_prompt == "Be kind."


def test_it_waits_for_a_reply_that_runs(start: Start) -> None:
    h = start(Script(hold_at=2))
    h.wait_idle()
    h.conversation.send("one")
    h.wait(lambda: h.streamed)
    opened = len(h.requests(p.OpenChat))
    h.conversation.set_system_prompt("Be kind.")
    assert len(h.requests(p.OpenChat)) == opened
    h.engine.release()
    h.wait(lambda: len(h.requests(p.OpenChat)) == opened + 1)
    h.wait_idle()
    assert h.states == ["done", "done"]


def test_a_chat_that_was_not_begun_follows_the_settings_until_it_has_its_own(start: Start) -> None:
    h = start()
    h.wait_idle()
    h.context.settings.set("chat.system_prompt", "General.")
    h.context.settings.scoped(model=h.context.models.fingerprint).set("chat.system_prompt", "Of the model.")
    assert h.conversation.view.chat.system_prompt == "Of the model."
    h.conversation.set_system_prompt("Mine.")
    h.context.settings.set("chat.system_prompt", "Another.")
    assert h.conversation.view.chat.system_prompt == "Mine."
    h.send("one")
    assert last_opened(h).system_prompt == "Mine."
    h.conversation.new_chat()
    assert h.conversation.view.chat.system_prompt == "Of the model."


def test_presets_are_saved_applied_renamed_and_come_back(start: Start) -> None:
    h = start()
    h.wait_idle()
    presets, scope = h.context.presets, h.conversation.settings
    scope.set("sampling.temperature", 0.2)
    scope.set("sampling.stop", ("END",))
    presets.save("  Strict \n one ", scope, "Be exact.")
    presets.save(" ", scope, "")
    (preset,) = presets.all
    assert preset.name == "Strict one" and presets.matching(scope, "Be exact.") == preset
    assert presets.matching(scope, "") is None
    h.conversation.new_chat()
    fresh, prompts = h.conversation.settings, list[str]()
    fresh.set("sampling.top_k", 3)
    h.context.settings.set("sampling.min_p", 0.2)
    presets.apply(preset.id, fresh, prompts.append)
    assert fresh.sampling() == p.Sampling(temperature=0.2, stop=("END",)) and prompts == ["Be exact."]
    assert not fresh.is_set("sampling.top_k") and fresh.is_set("sampling.min_p")
    presets.rename(preset.id, "Exact")
    presets.delete(preset.id)
    assert presets.all == () and h.notices[-1].action == "undo_preset"
    h.context.act(h.notices[-1])
    assert [one.name for one in presets.all] == ["Exact"]
    presets.save("EXACT", fresh, "New.")
    assert [one.values["chat.system_prompt"] for one in presets.all] == ["New."]
    assert "Replaced" in h.notices[-1].text and h.notices[-1].action == "undo_preset"
    h.context.act(h.notices[-1])
    assert [one.values["chat.system_prompt"] for one in presets.all] == ["Be exact."]
    presets.save("EXACT", fresh, "New.")
    told = len(h.notices)
    presets.save("exact", fresh, "New.")
    assert len(h.notices) == told, "nothing was lost"
    presets.save("Other", fresh, "")
    other = next(one for one in presets.all if one.name == "Other")
    presets.rename(other.id, "Exact")
    assert {one.name for one in presets.all} == {"exact", "Other"} and "already" in h.notices[-1].text
    presets.rename(other.id, "OTHER")
    presets.delete(other.id)
    presets.rename(presets.all[0].id, "EXACT")
    h.settle()
    h.context.shutdown()
    again = start()
    assert [one.name for one in again.context.presets.all] == ["EXACT"]


@pytest.mark.parametrize("text", ["", "nonsense", "[1, {}]", '[{"id": "a", "name": "A", "values": {"x": 1}}]'])
def test_presets_of_any_stored_text(text: str) -> None:
    settings = Settings({})
    settings.set("chat.presets", text)
    for preset in stored(settings.text("chat.presets")):
        apply(preset, settings.scoped(chat="c"))


def test_there_is_no_room_for_endless_presets(start: Start) -> None:
    h = start()
    h.wait_idle()
    for name in ("a", "b"):
        h.context.presets.save(name, h.conversation.settings, "x" * 600_000)
    assert len(h.context.presets.all) == 1 and h.notices[-1].level == "error"


def test_what_there_is_no_room_for_can_be_brought_back_later(start: Start) -> None:
    h = start()
    h.wait_idle()
    presets, scope = h.context.presets, h.conversation.settings
    presets.save("a", scope, "x" * 600_000)
    presets.delete(presets.all[0].id)
    notice = h.notices[-1]
    presets.save("b", scope, "x" * 600_000)
    h.context.act(notice)
    again = h.notices[-1]
    assert (again.level, again.action, again.detail) == ("error", notice.action, notice.detail)
    presets.delete(presets.all[0].id)
    h.context.act(again)
    assert [one.name for one in presets.all] == ["a"]


def test_a_form_is_checked_by_the_engine(start: Start) -> None:
    h = start()
    h.wait_idle()
    told: list[Text | None] = []
    h.context.conversations.check_form("grammar", "nonsense", told.append)
    h.context.conversations.check_form("schema", "{}", told.append)
    h.wait(lambda: len(told) == 2)
    assert said(told[0]).startswith("Line 1") and advised(told[0]) and told[1] is None
