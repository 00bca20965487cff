"""Words that people look for a setting by, beside those that stand in its row; they are never shown.

In all languages of the window at once, as people use English ones in each.
"""

from __future__ import annotations

_CONTEXT = "memory context window Speicher Gedächtnis Kontextfenster"
_REASONING = "thinking thoughts Denken Gedanken"
_SIZE = "font zoom Schrift Textgröße"

SEARCH_WORDS = {
    "appearance.theme": "colors colours Farben",
    "appearance.language": "language Sprache langue idioma 语言",
    "appearance.text_size": _SIZE,
    "appearance.scale": _SIZE,
    "appearance.motion": "animations Animationen",
    "window.global_keys": "hotkey Tastenkürzel",
    "window.notify": "alerts Hinweise Meldungen",
    "chat.system_prompt": "instructions persona Anweisungen Rolle",
    "memory.when_full": _CONTEXT,
    "memory.auto": _CONTEXT,
    "memory.thoughts": _REASONING,
    "sampling.temperature": "creative random kreativ zufällig",
    "sampling.max_tokens": "reply limit answer Antwortgrenze",
    "sampling.output": "structured output strukturierte Ausgabe",
    "reply.thinking": _REASONING,
    "reply.effort": _REASONING,
    "model.n_ctx": _CONTEXT,
    "model.memory_mb": _CONTEXT,
    "model.memory_share": _CONTEXT,
    "model.gpu_layers": "graphics card VRAM Grafikkarte",
    "model.threads": "processor cores Prozessor Kerne",
    "power.save": "energy laptop Strom Notebook",
    "power.awake": "sleep standby suspend Ruhezustand schlafen",
    "power.rest": "free memory VRAM Speicher freigeben",
    "privacy.offline": "internet",
    "privacy.updates": "new version neue Version",
}
