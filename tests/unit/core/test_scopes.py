"""Settings of chats and models: which value is in force, what is told, and what becomes of them with their chat."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.chat_values import Chat
from app.core.scopes import GENERAL, ScopedPlace
from app.core.settings import SETTINGS, Settings, Value
from app.core.store import Store
from app.core.transfer.records import chat_of, record_of
from tests.unit.core.store_helpers import a_chat, converse, copy_of, delete_for_good, fork_of

KEY = "sampling.temperature"
MODEL, CHAT = ScopedPlace("model", "m"), ScopedPlace("chat", "c")
LEVELS = st.sampled_from(["chat", "model", "general"])


def scopes(settings: Settings) -> dict[str, Settings]:
    chat, model = settings.scoped(chat="c", model="m"), settings.scoped(model="m")
    return {"chat": chat, "model": model, "general": settings}  # type: ignore[dict-item]


@given(st.lists(st.tuples(LEVELS, st.one_of(st.none(), st.floats(0.0, 2.0))), max_size=12))
def test_the_narrowest_value_is_in_force(steps: list[tuple[str, float | None]]) -> None:
    """In any order of setting and clearing; a plain account of what is set says the same, and so do the stored rows."""
    stored: dict[tuple[ScopedPlace, str], str] = {}

    def write(key: str, text: str | None, place: ScopedPlace) -> None:
        stored.pop((place, key), None)
        if text is not None:
            stored[place, key] = text

    settings = Settings({}, write)
    at = scopes(settings)
    values: dict[str, float] = {}
    told: dict[str, list[Value]] = {level: [] for level in at}
    for level, scope in at.items():
        scope.subscribe(lambda key, value, level=level: told[level].append(value))
    for level, value in steps:
        before = {name: scope.get(KEY) for name, scope in at.items()}
        count = {name: len(heard) for name, heard in told.items()}
        if value is None:
            at[level].clear(KEY)
            values.pop(level, None)
        else:
            at[level].set(KEY, value)
            values[level] = value
        for name, scope in at.items():
            order = ["chat", "model", "general"][["chat", "model", "general"].index(name) :]
            found = next((one for one in order if one in values), "default")
            assert scope.get(KEY) == values.get(found, settings.declared(KEY).default)
            assert scope.where_from(KEY) == found
            assert scope.is_set(KEY) == (name in values)
            assert (len(told[name]) > count[name]) == (scope.get(KEY) != before[name])
    again = Settings({key: text for (place, key), text in stored.items() if place == GENERAL})
    again.adopt_models({"m": {key: text for (place, key), text in stored.items() if place == MODEL}})
    again.adopt_chat("c", {key: text for (place, key), text in stored.items() if place == CHAT})
    assert {name: scope.get(KEY) for name, scope in scopes(again).items()} == {
        name: scope.get(KEY) for name, scope in at.items()
    }


def test_chats_and_models_do_not_hear_of_one_another() -> None:
    settings = Settings({})
    settings.scoped(chat="c", model="m").set(KEY, 0.1)
    settings.scoped(model="m").set("sampling.top_k", 3)
    other = settings.scoped(chat="d", model="n")
    assert other.get(KEY) == 0.7 and other.get("sampling.top_k") == 40
    assert settings.scoped(chat="d", model="m").sampling().top_k == 3
    assert settings.scoped(chat="c").sampling().temperature == 0.1


def test_what_would_be_in_force_without_it() -> None:
    settings = Settings({})
    chat = settings.scoped(chat="c", model="m")
    chat.set(KEY, 0.1)
    assert chat.inherited(KEY) == 0.7
    chat.wider.set(KEY, 0.5)
    assert chat.inherited(KEY) == 0.5 and chat.wider.inherited(KEY) == 0.7
    settings.set(KEY, 0.9)
    assert chat.wider.inherited(KEY) == 0.9 and settings.inherited(KEY) == 0.7
    assert [one.key for one in SETTINGS if chat.is_set(one.key)] == [KEY]


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.key)
def test_a_setting_is_refused_where_it_means_nothing(setting) -> None:  # type: ignore[no-untyped-def]
    for scope in scopes(Settings({})).values():
        if scope.here.level in setting.levels:
            scope.set(setting.key, setting.default)
            assert scope.is_set(setting.key)
        else:
            with pytest.raises(ValueError, match=setting.key):
                scope.set(setting.key, setting.default)


def test_watchers_hear_of_every_place() -> None:
    settings, heard = Settings({}), []
    end = settings.watch(lambda place, key: heard.append((place, key)))
    settings.scoped(model="m").set("memory.threshold", 0.85)  # the value in force is the same
    settings.set("memory.threshold", 0.6)
    settings.set("memory.threshold", 0.6)
    end()
    settings.clear("memory.threshold")
    assert heard == [(MODEL, "memory.threshold"), (GENERAL, "memory.threshold")]


def test_what_is_known_is_not_read_again() -> None:
    """A chat that is opened again brings what was stored when it was read, perhaps before the last change."""
    settings = Settings({})
    settings.adopt_chat("c", {KEY: "0.2"})
    settings.scoped(chat="c").set(KEY, 0.3)
    settings.adopt_chat("c", {KEY: "0.2"})
    assert settings.scoped(chat="c").get(KEY) == 0.3


@given(st.dictionaries(st.sampled_from([KEY, "window.geometry", "of.the.future"]), st.text(max_size=12)))
def test_any_stored_text_is_tolerated(stored: dict[str, str]) -> None:
    settings = Settings({})
    settings.adopt_chat("c", stored)
    scope = settings.scoped(chat="c")
    assert 0 <= scope.number(KEY) <= 2
    assert not scope.is_set("window.geometry")


def test_text_that_no_file_can_take_is_refused() -> None:
    for text in ("\ud800", "x" * (1 << 20) + "x"):
        with pytest.raises(ValueError, match="no text"):
            Settings({}).set("chat.system_prompt", text)


# --------------------------------------------------------------------------- in the store


def kept(store: Store, chat: Chat) -> dict[str, str]:
    return store.chat_settings(chat.id)


def fill(store: Store, chat: Chat) -> None:
    scope = Settings({}, store.put_setting).scoped(chat=chat.id, model="m")
    scope.set(KEY, 0.25)
    scope.set("sampling.seed", 7)
    scope.wider.set(KEY, 1.5)


def test_they_come_back_with_their_chat_and_model(store: Store) -> None:
    chat, _ = converse(store, "one", "two")
    fill(store, chat)
    view = store.view(chat.id)
    assert view is not None
    settings = Settings(store.all_settings())
    settings.adopt_models(store.model_settings())
    settings.adopt_chat(chat.id, view.settings)
    assert settings.scoped(chat=chat.id, model="m").sampling().temperature == 0.25
    assert settings.scoped(model="m").number(KEY) == 1.5
    assert settings.number(KEY) == 0.7
    Settings({}, store.put_setting).scoped(chat=chat.id).set("sampling.seed", 8)
    assert kept(store, chat) == {KEY: "0.25", "sampling.seed": "8"}
    settings = Settings({}, store.put_setting)
    settings.adopt_chat(chat.id, kept(store, chat))
    settings.scoped(chat=chat.id).clear(KEY)
    assert kept(store, chat) == {"sampling.seed": "8"}


def test_copies_and_forks_take_them_along(store: Store) -> None:
    chat, messages = converse(store, "one", "two")
    fill(store, chat)
    copy = copy_of(store, chat.id, "Copy")
    fork = fork_of(store, chat.id, messages[1].id, "Fork")
    assert copy is not None and fork is not None
    assert kept(store, copy) == kept(store, fork) == kept(store, chat) == {KEY: "0.25", "sampling.seed": "7"}


def test_they_go_with_their_chat_not_with_the_trash(store: Store) -> None:
    chat, _ = converse(store, "one", "two")
    other, _ = converse(store, "one", "two")
    fill(store, chat)
    fill(store, other)
    store.trash_chats([chat.id])
    store.restore_chats([chat.id])
    assert kept(store, chat)
    store.trash_chats([chat.id])
    delete_for_good(store, [chat.id])
    assert not kept(store, chat) and kept(store, other)
    assert store.model_settings() == {"m": {KEY: "1.5"}}


def test_those_of_a_chat_that_was_never_begun_go_at_the_next_start(store: Store) -> None:
    begun, _ = converse(store, "one", "two")
    never = a_chat()
    fill(store, begun)
    fill(store, never)
    store.drop_left_settings()
    assert kept(store, begun) and not kept(store, never)
    assert store.model_settings()


def test_they_travel_with_an_export(store: Store) -> None:
    chat, messages = converse(store, "one", "two")
    fill(store, chat)
    record = record_of(chat, messages, "", kept(store, chat))
    assert record.settings == {KEY: 0.25, "sampling.seed": 7}
    value = {"title": "T", "messages": [], "settings": dict(record.settings)}
    one = chat_of(json.loads(json.dumps(value)))
    store.stage_chats([(one.chat, one.messages)], {one.chat.id: one.settings})
    assert kept(store, one.chat) == kept(store, chat)
    store.delete_hidden([one.chat.id])
    assert not kept(store, one.chat)


def test_a_file_can_set_nothing_that_is_not_a_chats(tmp_path: Path) -> None:
    given_ = {KEY: 9.0, "sampling.top_k": 5, "window.geometry": "x", "model.n_ctx": 1, "sampling.seed": [1], "x": {}}
    assert chat_of({"title": "T", "messages": [], "settings": given_}).settings == {"sampling.top_k": "5"}


def test_an_applier_gets_the_values_of_its_own_setting() -> None:
    settings = Settings({})
    told: list[object] = []
    end = settings.apply({"memory.target": told.append, "memory.auto": told.append}, now=True)
    assert told == [0.45, True]
    settings.set("memory.target", 0.3)
    settings.set("memory.threshold", 0.8)
    settings.clear("memory.target")
    assert told == [0.45, True, 0.3, 0.45]
    end()
    settings.set("memory.auto", False)
    assert len(told) == 4
    with pytest.raises(KeyError):
        settings.apply({"memory.goal": told.append})


def test_a_watcher_hears_of_its_own_settings_at_every_place() -> None:
    settings = Settings({})
    heard: list[tuple[str, str]] = []
    end = settings.watch(lambda place, key: heard.append((place.level, key)), *settings.keys("sampling.to"))
    settings.scoped(chat="c").set("sampling.top_k", 3)
    settings.set("sampling.top_p", 0.5)
    settings.set("sampling.temperature", 0.5)
    assert heard == [("chat", "sampling.top_k"), ("general", "sampling.top_p")]
    end()
    settings.set("sampling.top_k", 4)
    assert len(heard) == 2
