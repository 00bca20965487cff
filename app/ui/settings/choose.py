"""Which control a setting gets."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication

from app.core import reply_settings as groups
from app.core.scopes import Setting
from app.core.settings import POWER, WORKERS
from app.ui.settings.fields import ChoiceField, Field, NumberField, ShareField, SwitchField, TextField
from app.ui.settings.keys_field import KeysField
from app.ui.settings.languages_field import LanguagesField
from app.ui.settings.menu_field import MenuField
from app.ui.settings.reply_fields import FormField, SeedField, TextsField
from app.ui.settings.split_field import SplitField
from app.ui.settings.workers_field import WorkersField

translate = QCoreApplication.translate

OWN: dict[str, Callable[[Setting], Field]] = {
    "appearance.language": MenuField,
    "sampling.seed": SeedField,
    "sampling.form": FormField,
    "model.gpu_split": SplitField,
    "workers.addresses": WorkersField,
    "chat.spelling_languages": LanguagesField,
    "window.global_keys": KeysField,
}


def field_for(setting: Setting) -> Field:
    """The control for a setting, by its key, type and range."""
    if setting.key in OWN:
        return OWN[setting.key](setting)
    if isinstance(setting.default, bool):
        return SwitchField(setting)
    if setting.choices:
        return ChoiceField(setting)
    if isinstance(setting.default, tuple):
        return TextsField(setting)
    if isinstance(setting.default, float) and setting.maximum is not None and setting.maximum <= 1.0:
        return ShareField(setting)
    if isinstance(setting.default, (int, float)):
        return NumberField(setting)
    return TextField(setting)


def of_group(group: str) -> str:
    """A group of settings in the language of the window."""
    return {
        groups.CHOICE: translate("Setting", "Sampling"),
        groups.MORE: translate("Setting", "Advanced sampling"),
        groups.REPEATING: translate("Setting", "Repetition"),
        groups.END: translate("Setting", "Length and stopping"),
        groups.FORM: translate("Setting", "Output format"),
        groups.INSIGHT: translate("Setting", "Token details"),
        groups.THINKING: translate("Setting", "Reasoning"),
        POWER: translate("Setting", "Power"),
        WORKERS: translate("Setting", "Other computers"),
    }.get(group, group)
