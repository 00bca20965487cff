from __future__ import annotations

import pytest

from app.core.keymap import KEY, Keymap, unfit
from app.core.settings import Settings

DEFAULTS = {"new": "Ctrl+N", "find": "Ctrl+F", "trash": ""}


def keymap(settings: Settings) -> Keymap:
    return Keymap(settings, DEFAULTS)


def test_changes_are_kept_and_defaults_are_not_stored() -> None:
    settings = Settings({})
    keymap(settings).set("trash", "Ctrl+T")
    again = keymap(settings)
    assert (again.keys("trash"), again.keys("new")) == ("Ctrl+T", "Ctrl+N")
    assert again.changed("trash")
    again.reset("trash")
    assert settings.text(KEY) == ""


def test_keys_belong_to_one_action() -> None:
    settings = Settings({})
    one = keymap(settings)
    assert one.user_of("Ctrl+F") == "find"
    assert one.user_of("Ctrl+F", besides="find") == ""
    assert one.user_of("") == ""
    one.set("new", "Ctrl+F")
    assert (one.keys("new"), one.keys("find")) == ("Ctrl+F", "")
    assert one.reset("find") == "new"  # the default comes back to where it belongs
    assert (one.keys("new"), one.keys("find")) == ("", "Ctrl+F")
    one.reset_all()
    assert [one.keys(action) for action in DEFAULTS] == list(DEFAULTS.values())


def test_a_new_default_leaves_a_person_the_keys_that_are_theirs() -> None:
    settings = Settings({})
    settings.set(KEY, '{"trash": "Ctrl+F"}')  # of a version in which "find" had others
    one = keymap(settings)
    assert (one.keys("trash"), one.keys("find"), one.user_of("Ctrl+F")) == ("Ctrl+F", "", "trash")
    assert one.reset("find") == "trash" and (one.keys("trash"), one.keys("find")) == ("", "Ctrl+F")


@pytest.mark.parametrize("text", ["", "[]", '{"gone": "Ctrl+G"}', '{"new": 3}', "{"])
def test_what_cannot_be_read_or_is_not_there_any_more_is_left_out(text: str) -> None:
    settings = Settings({})
    settings.set(KEY, text)
    one = keymap(settings)
    assert [one.keys(action) for action in DEFAULTS] == list(DEFAULTS.values())


@pytest.mark.parametrize(
    ("keys", "plain", "function", "fine"),
    [
        ("A", True, False, False),
        ("F5", True, True, True),
        ("Ctrl+C", False, False, False),
        ("Alt+A", False, False, True),
    ],
)
def test_what_can_be_a_shortcut(keys: str, plain: bool, function: bool, fine: bool) -> None:
    assert (unfit(keys, plain, function) is None) is fine
