"""Settings: declared once, checked, tolerant of what an older or newer version wrote."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.settings import SETTINGS, Settings, Value
from app.core.store import Store


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.key)
def test_each_default_is_allowed_and_explained(setting) -> None:  # type: ignore[no-untyped-def]
    assert setting.check(setting.default) == setting.default
    assert setting.label
    assert setting.help
    assert setting.page


from engine.compaction.policy import effective

NAMES = {"f16", "q8_0", "q5_0", "q4_0"}  # of types of numbers, the same in every language


@pytest.mark.parametrize("setting", [one for one in SETTINGS if one.choices], ids=lambda setting: setting.key)
def test_each_choice_has_a_label(setting) -> None:  # type: ignore[no-untyped-def]
    assert len(setting.labels) in (0, len(setting.choices))
    labels = setting.labels or ("",) * len(setting.choices)
    assert {choice for choice, label in zip(setting.choices, labels, strict=True) if not label} <= NAMES
    assert not any(label[0].islower() for label in labels if label)


def test_keys_are_unique() -> None:
    assert len({setting.key for setting in SETTINGS}) == len(SETTINGS)


def test_values_survive_in_the_store(store: Store) -> None:
    settings = Settings(store.all_settings(), store.put_setting)
    settings.set("memory.threshold", 0.7)
    settings.set("appearance.theme", "dark")
    settings.set("memory.auto", False)
    settings.set("model.n_ctx", 2048)
    again = Settings(store.all_settings())
    assert again.number("memory.threshold") == 0.7
    assert again.text("appearance.theme") == "dark"
    assert again.flag("memory.auto") is False
    assert again.integer("model.n_ctx") == 2048
    settings.clear("appearance.theme")
    assert Settings(store.all_settings()).text("appearance.theme") == "system"


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("memory.threshold", 1.5),
        ("memory.threshold", float("nan")),
        ("memory.threshold", "0.5"),
        ("memory.threshold", True),
        ("memory.auto", 1),
        ("appearance.theme", "purple"),
        ("model.n_ctx", -1),
        ("model.n_ctx", 1.5),
    ],
)
def test_wrong_values_are_refused_and_change_nothing(key: str, value: object) -> None:
    written: list[str] = []
    settings = Settings({}, lambda key, text, place: written.append(key))
    before = settings.get(key)
    with pytest.raises(ValueError, match=key):
        settings.set(key, value)
    assert settings.get(key) == before
    assert written == []


@given(st.text(max_size=20))
def test_any_stored_text_is_tolerated(text: str) -> None:
    settings = Settings({"memory.threshold": text, "of.the.future": text})
    assert 0.3 <= settings.number("memory.threshold") <= 0.98


def test_listeners_hear_changes_only(store: Store) -> None:
    settings, heard = Settings({}), []
    end = settings.subscribe(lambda key, value: heard.append((key, value)))
    settings.set("memory.threshold", 0.85)  # the default: stored, but no change
    settings.set("memory.threshold", 0.6)
    settings.set("memory.threshold", 0.6)
    settings.clear("memory.threshold")
    end()
    settings.set("memory.threshold", 0.5)
    assert heard == [("memory.threshold", 0.6), ("memory.threshold", 0.85)]


def test_an_int_is_a_float_where_one_is_wanted() -> None:
    settings = Settings({})
    settings.set("sampling.temperature", 1)
    value: Value = settings.get("sampling.temperature")
    assert value == 1.0
    assert type(value) is float


def test_the_target_stays_below_the_threshold() -> None:
    settings = Settings({})
    settings.set("memory.threshold", 0.5)
    settings.set("memory.target", 0.9)
    policy = effective(settings.policy(), 4096)
    assert policy.target < policy.threshold == 0.5
    assert policy.least_same == 0.8


def test_the_limit_of_changed_words_is_a_share_for_the_engine() -> None:
    assert Settings({"memory.same_words": "95"}).policy().least_same == 0.95
    assert effective(Settings({"memory.same_words": "99"}).policy(), 4096).least_same == 0.99


def test_sampling_is_what_was_set() -> None:
    settings = Settings({})
    settings.set("sampling.temperature", 0.0)
    settings.set("sampling.seed", 7)
    sampling = settings.sampling()
    assert (sampling.temperature, sampling.seed, sampling.top_k) == (0.0, 7, 40)


def test_unknown_key() -> None:
    with pytest.raises(KeyError):
        Settings({}).get("no.such")


def test_the_policy_says_what_becomes_of_thoughts() -> None:
    settings = Settings({})
    assert settings.policy().thoughts == "auto"
    settings.set("memory.thoughts", "drop")
    assert settings.policy().thoughts == "drop"


@pytest.mark.parametrize(
    ("by", "bytes_", "share"), [("tokens", False, 0.0), ("size", True, 0.0), ("share", False, 0.5)]
)
def test_the_size_of_the_context_is_set_in_one_way_at_a_time(by: str, bytes_: bool, share: float) -> None:
    settings = Settings({})
    settings.set("model.memory_mb", 512)
    settings.set("model.memory_share", 0.5)
    settings.set("model.memory_by", by)
    for request in (settings.load("m.gguf"), settings.estimate("m.gguf")):
        assert (request.kv_budget > 0, request.kv_share) == (bytes_, share)


def test_workers_are_named_to_the_engine_where_they_are_wanted() -> None:
    settings = Settings({})
    settings.set("workers.addresses", "10.0.0.2, studio:5000")
    assert settings.load("m.gguf").workers == settings.estimate("m.gguf").workers == ()
    settings.set("workers.on", True)
    assert settings.load("m.gguf").workers == settings.estimate("m.gguf").workers == ("10.0.0.2:50052", "studio:5000")
    settings.set("privacy.offline", True)
    assert settings.load("m.gguf").workers == settings.estimate("m.gguf").workers == ()
    settings.set("privacy.offline", False)
    settings.set("workers.addresses", "no address: at all")
    assert settings.load("m.gguf").workers == ()
