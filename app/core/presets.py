"""Presets: a system prompt and the settings of replies under a name. They are kept in a setting of their own."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress

import msgspec

from app.core.chat_values import new_id
from app.core.reply_settings import REPLY_SETTINGS
from app.core.scopes import Scope, Value
from app.core.settings import PROMPT, chat_values
from engine.protocol import UNREADABLE

NAME_LENGTH = 80


class ReplyPreset(msgspec.Struct, frozen=True):
    """``values``: what differs from the defaults, by key, the system prompt (``PROMPT``) included."""

    id: str
    name: str
    values: dict[str, object] = {}


def stored(text: str) -> tuple[ReplyPreset, ...]:
    """Presets from the setting they are kept in; those of another version that cannot be read are left out."""
    found: list[ReplyPreset] = []
    with suppress(*UNREADABLE):
        for one in msgspec.json.decode(text, type=list[msgspec.Raw]):
            with suppress(*UNREADABLE):
                found.append(msgspec.json.decode(one, type=ReplyPreset))
    return tuple(sorted(found, key=lambda preset: (preset.name.casefold(), preset.id)))


def preset_of(name: str, scope: Scope, system_prompt: str) -> ReplyPreset:
    """What is in force in ``scope``, under a name."""
    values: dict[str, object] = {
        setting.key: scope.get(setting.key) for setting in REPLY_SETTINGS if scope.get(setting.key) != setting.default
    }
    if system_prompt:
        values[PROMPT] = system_prompt
    return ReplyPreset(new_id(), " ".join(name.split())[:NAME_LENGTH], values)


def settings_of(values: Mapping[str, object]) -> dict[str, Value]:
    """The settings in a preset that are known and allowed, without the system prompt."""
    return chat_values(values)


def prompt_of(preset: ReplyPreset) -> str:
    """The system prompt in a preset."""
    text = preset.values.get(PROMPT, "")
    return text if isinstance(text, str) else ""


def apply(preset: ReplyPreset, scope: Scope) -> None:
    """Make what is in force in ``scope`` what the preset says; the system prompt is left to the caller."""
    values = settings_of(preset.values)
    for setting in REPLY_SETTINGS:
        wanted = values.get(setting.key, setting.default)
        if scope.inherited(setting.key) == wanted:
            scope.clear(setting.key)
        else:
            scope.set(setting.key, wanted)


def matching(presets: tuple[ReplyPreset, ...], scope: Scope, system_prompt: str) -> ReplyPreset | None:
    """The preset that says what is in force, if there is one."""
    now = preset_of("", scope, system_prompt)
    return next((preset for preset in presets if says_the_same(preset, now)), None)


def says_the_same(one: ReplyPreset, other: ReplyPreset) -> bool:
    """Whether two presets differ in their names alone."""
    return settings_of(one.values) == settings_of(other.values) and prompt_of(one) == prompt_of(other)
