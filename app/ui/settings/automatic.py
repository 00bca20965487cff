"""What "automatic" stands for in settings of loads: in words, for the model in use or the one that is looked at."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication

from app.ui.settings.fields import ChoiceField, Field, NumberField
from engine.protocol import LoadChoice

translate = QCoreApplication.translate

KEYS = {
    "model.n_ctx": "n_ctx", "model.gpu_layers": "n_gpu_layers", "model.kv_type": "kv_type",
    "model.threads": "n_threads", "model.batch": "n_ubatch",
}  # fmt: skip


def words_of(choice: LoadChoice | None) -> dict[str, str]:
    """By key of the setting: what the engine chose, "" where it chose nothing."""
    if choice is None:
        return dict.fromkeys(KEYS, "")
    layers = (
        translate("Automatic", "all layers")
        if choice.n_gpu_layers >= choice.n_layer
        else translate("Automatic", "%Ln layer(s)", "", choice.n_gpu_layers)
    )
    found = {
        "model.n_ctx": translate("Automatic", "%Ln token(s)", "", choice.n_ctx),
        "model.gpu_layers": layers,
        "model.kv_type": choice.kv_type,
        "model.threads": translate("Automatic", "%Ln thread(s)", "", choice.n_threads),
        "model.batch": translate("Automatic", "%Ln token(s)", "", choice.n_ubatch),
    }
    return {key: words if KEYS[key] in choice.automatic else "" for key, words in found.items()}


def show_choice(fields: Mapping[str, Field], choice: LoadChoice | None) -> None:
    """Say what "automatic" stands for in those of ``fields`` (by key) that can be."""
    values = {} if choice is None else {key: getattr(choice, name) for key, name in KEYS.items()}
    for key, words in words_of(choice).items():
        field = fields.get(key)
        if isinstance(field, NumberField):
            field.show_automatic(words, int(values.get(key, 0)) if words else 0)
        elif isinstance(field, ChoiceField):
            field.show_automatic(words)
