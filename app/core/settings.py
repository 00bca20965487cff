"""Settings: each one declared once, with its type, default, range and the words that explain it.

The settings page is made from :data:`SETTINGS`; values live in the store's setting table as JSON text. A value that
cannot be understood (written by another version, or by hand) counts as not set.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from typing import Literal

import msgspec

from app.core.reply_settings import ALTERNATIVES, PROBABILITIES, REPLY_SETTINGS
from app.core.scopes import GENERAL, Scope, ScopedPlace, Setting, Value, Values, Write
from engine.protocol import (
    LEAST_SAME,
    CompactionPolicy,
    Estimate,
    FlashAttention,
    Load,
    Sampling,
    Thinking,
    worker_addresses,
)

__all__ = [
    "ALWAYS_OPEN",
    "LOAD_KEYS",
    "ONE_LINE",
    "PROMPT",
    "SETTINGS",
    "WORKERS",
    "Setting",
    "Settings",
    "SettingsView",
    "Value",
    "chat_values",
    "split_of",
    "workers_of",
]  # fmt: skip

ONE_LINE, ALWAYS_OPEN = "one line", "always open"  # the meter
MOST_GPUS = 16
LANGUAGES = {"en": "English", "de": "Deutsch", "fr": "Français", "es": "Español", "zh": "简体中文"}  # in themselves
POWER, WORKERS = "Power", "Other computers"  # groups of settings
MB = 1_000_000  # as the window writes sizes
PROMPT = "chat.system_prompt"  # of new chats; a chat that has begun keeps its own

SETTINGS: tuple[Setting, ...] = (
    Setting("appearance.theme", "system", "Theme", "Follow the system, or always use light or dark.", "Appearance",
            choices=("system", "light", "dark"), labels=("System", "Light", "Dark")),
    Setting("appearance.language", "system", "Language", "Interface language. Applies after restart; the model "
            "replies in the language you write in.", "Appearance", choices=("system", *LANGUAGES),
            labels=("System", *LANGUAGES.values())),
    Setting("appearance.motion", True, "Motion", "Animates interface changes. Always off if your system reduces "
            "motion.", "Appearance"),
    Setting("appearance.text_size", 15, "Chat text size", "Size of the text in messages and in the message field.",
            "Appearance", minimum=11, maximum=28, unit="px"),
    Setting("appearance.density", "comfortable", "Density", "Space between lines, messages and chats.", "Appearance",
            choices=("comfortable", "compact"), labels=("Comfortable", "Dense")),
    Setting("appearance.meter", ONE_LINE, "Context meter", "Show one line that opens when you click it or when the "
            "context is being read or compacted, or always show the details.", "Appearance",
            choices=("one line", "always open"), labels=("One line", "Always open")),
    Setting("appearance.scale", 100, "Interface scale", "Size of text, buttons and images in the whole window. "
            "Applies after restart.", "Appearance", minimum=80, maximum=200, step=5, unit="%"),
    Setting("chat.enter_sends", True, "Send with Enter", "Enter sends and Shift+Enter adds a line. When off, the "
            "other way around.", "Chat"),
    Setting("chat.system_prompt", "", "System prompt", "Instructions at the start of every new chat. They are never "
            "compacted.", "Chat"),
    Setting("chat.titles", True, "Generate titles", "The model names a chat after its first reply, when it's idle. "
            "When off, the first line of your message is the title.", "Chat"),
    Setting("chat.own_model", "ask", "Load a chat's model", "When you open a chat that was last used with another "
            "model: ask whether to load that model, always load it, or stay with the current model.", "Chat",
            choices=("ask", "always", "never"), labels=("Ask", "Always", "Never")),
    Setting("chat.spelling", True, "Check spelling", "Underlines words in your message that your system's dictionary "
            "doesn't know.", "Chat"),
    Setting("chat.spelling_languages", "", "Spelling languages", "Dictionaries your messages are checked with. Your "
            "system provides them. Automatic: the languages of the system and of the window.", "Chat",
            needs=("chat.spelling", (True,))),
    Setting("chat.spelling_words", "", "Your words", "Words you added to the dictionary.", "Chat", hidden=True),
    Setting("documents.passages", True, "Passages from documents", "Gives the model passages of the chat's documents "
            "that match your message, and cites them in the reply.", "Chat"),
    Setting("documents.budget", 1024, "Space for passages", "The most that passages may add to a message. More gives "
            "the model more to go by but fills the context sooner.", "Chat", minimum=128, maximum=16384, step=128,
            unit="tokens", needs=("documents.passages", (True,))),
    Setting("documents.compact", True, "Prepare documents", "When models are idle, they prepare the documents of your "
            "chats, so that chats have all of them in view. When off, only matching passages are used.", "Chat"),
    Setting("documents.disk_quota", 0, "Space for documents", "If prepared documents need more space, the least "
            "recently used are deleted and prepared again when needed.", "Chat", minimum=0,
            maximum=100000, unit="GB", automatic=True),
    Setting("documents.paused", False, "Preparing paused", "Whether preparing documents is paused.", "Chat",
            hidden=True),
    Setting("knowledge.use", True, "Follow linked facts", "Passages for your message also come from facts about the "
            "people and things you name, and from facts linked with those.", "Chat",
            needs=("documents.passages", (True,))),
    Setting("knowledge.extract", True, "Collect facts from documents", "The model lists the people, organizations and "
            "places in your chats' documents and how they're linked, when it's idle. Code is left out.", "Chat"),
    Setting("knowledge.chats", False, "Collect facts from chats", "The model also lists who and what your chats are "
            "about, when it's idle. When you turn this off, facts from chats are deleted.", "Chat"),
    Setting("knowledge.paused", False, "Collecting paused", "Whether collecting facts is paused.", "Chat",
            hidden=True),
    Setting("memory.when_full", "compact", "When the context is full", "Compacts the oldest part, or forgets the "
            "oldest messages: the text stays, but the model no longer sees it. Models that can't compact always "
            "forget.", "Context", choices=("compact", "forget"), labels=("Compact", "Forget")),
    Setting("memory.auto", True, "Compact automatically", "Compacts the older part of a chat when its context fills "
            "up.", "Context", needs=("memory.when_full", ("compact",))),
    Setting("memory.threshold", 0.85, "Start compacting at", "Share of the context in use at which compaction starts.",
            "Context", minimum=0.3, maximum=0.98, step=0.01, needs=("memory.auto", (True,))),
    Setting("memory.target", 0.45, "Compact down to", "Share of the context in use after compaction. Lower frees more "
            "space but keeps less detail.", "Context", minimum=0.05, maximum=0.9, step=0.01),
    Setting("memory.same_words", round(100 * LEAST_SAME), "Minimum unchanged words", "If a compaction would leave "
            "fewer of the next 100 words unchanged, Longthread compacts less, as long as that frees enough space. 0 "
            "for no limit.", "Context", minimum=0, maximum=99, unit="of 100"),
    Setting("memory.keep_recent", 256, "Keep recent tokens", "The most recent tokens of a chat, kept in full detail.",
            "Context", minimum=0, maximum=65536, step=64, unit="tokens"),
    Setting("memory.reserve", 256, "Reserved for reply", "Tokens that stay free for the next reply.", "Context",
            minimum=16, maximum=65536, step=64, unit="tokens"),
    Setting("memory.disk_quota", 0, "Space for saved states", "If saved states need more space, the least recently "
            "used are deleted and Longthread rereads those chats when you open them. Automatic is a tenth of the free "
            "space, at most 20 GB.", "Context", minimum=0, maximum=100000, unit="GB", automatic=True),
    Setting("memory.thoughts", "auto", "Reasoning in context", "Whether reasoning stays in the context after the "
            "reply; you can always read it. Auto: model default.", "Context", choices=("auto", "keep", "drop"),
            labels=("Auto", "Keep", "Drop")),
    *REPLY_SETTINGS,
    Setting("model.memory_by", "tokens", "Context size in", "Set the context size in tokens, in MB, or as a share of "
            "free RAM and VRAM. Applies the next time a model is loaded.", "Model",
            choices=("tokens", "size", "share"), labels=("Tokens", "Size", "Share")),
    Setting("model.n_ctx", 0, "Context in tokens", "Tokens that fit before compaction starts. Automatic: as many as "
            "suit your computer and the model.", "Model", minimum=0, maximum=1048576, step=512, unit="tokens",
            needs=("model.memory_by", ("tokens",)), automatic=True),
    Setting("model.memory_mb", 512, "Context in MB", "Maximum size of the KV cache.", "Model", minimum=0,
            maximum=1048576, step=64, unit="MB", needs=("model.memory_by", ("size",))),
    Setting("model.memory_share", 0.25, "Context as a share", "Share of the RAM and VRAM that is free when no model "
            "is loaded.", "Model", minimum=0.01, maximum=0.95, step=0.01, needs=("model.memory_by", ("share",))),
    Setting("model.threads", 0, "Threads", "CPU threads to use. Automatic: measured when you first load a model.",
            "Model", minimum=0, maximum=512, automatic=True),
    Setting("model.gpu_layers", -1, "GPU layers", "Model layers that run on the GPU, 0 for none. Automatic: as many as "
            "fit.", "Model", minimum=-1, maximum=1000, automatic=True),
    Setting("model.gpu_split", "", "Split across GPUs", "Share of the layers on each GPU, such as 3, 1. Leave empty to "
            "split by free VRAM.", "Model"),
    Setting("model.kv_type", "auto", "KV cache type", "Number format of the KV cache. q8_0 needs half of f16 with "
            "almost no loss; q5_0 and q4_0 need a third and lose some quality.", "Model",
            choices=("auto", "f16", "q8_0", "q5_0", "q4_0"),
            labels=("Auto", "", "", "", "")),
    Setting("model.batch", 0, "Batch size", "Tokens the model reads at once. Smaller batches need less RAM or VRAM and "
            "read more slowly.", "Model", minimum=0, maximum=2048, step=64, unit="tokens", automatic=True),
    Setting("model.flash_attention", "on", "Flash attention", "Required for compaction and smaller KV cache types. "
            "Auto: best choice for your device.", "Model", choices=("on", "auto", "off"), labels=("On", "Auto", "Off")),
    Setting("power.save", True, "Save power on battery", "While your computer runs on battery, Longthread doesn't "
            "prepare documents, collect facts, measure models or refine compactions, unless you ask it to.", "Model",
            group=POWER),
    Setting("power.rest", "", "Unload when idle", "Frees the model's RAM and VRAM when it wasn't used for a while. It "
            "loads again when you write or send a message. Not while the local server runs.", "Model", group=POWER,
            choices=("", "5", "15", "60"), labels=("Never", "5 min", "15 min", "1 hour")),
    Setting("power.awake", True, "Stay awake while working", "Your computer doesn't go to sleep automatically "
            "while a reply is written, or a model is downloaded or measured.", "Model", group=POWER),
    Setting("workers.on", False, "Use other computers", "Puts as many layers as fit on computers that lend their RAM "
            "or VRAM, for models that are too large for this one. Replies are slower over the network.", "Model",
            group=WORKERS),
    Setting("workers.addresses", "", "Workers", "Addresses of computers that run “Longthread --rpc-worker”, such as "
            "192.168.1.20:50052.", "Model", group=WORKERS, needs=("workers.on", (True,))),
    Setting("library.folders", "[]", "Model folders", "Folders in which models are looked for.", "Model", hidden=True),
    Setting("model.last", "", "Last model", "The model loaded at start.", "Model", hidden=True),
    Setting("model.unfinished", "", "Loads without an end", "Models whose loads the engine did not survive.", "Model",
            hidden=True),
    Setting("model.read_speed", 0.0, "Reading speed", "Tokens per second, as measured last.", "Model", minimum=0.0,
            hidden=True),
    Setting("chat.presets", "[]", "Presets", "Presets of chats.", "Chat", hidden=True),
    Setting("chat.prompts", "", "Saved prompts", "Prompts with a command.", "Chat", hidden=True),
    Setting("window.last_start", 0.0, "Last start", "When the program was started last.", "Window", hidden=True),
    Setting("window.last_chat", "", "Last chat", "The chat opened at start.", "Window", hidden=True),
    Setting("window.more_chats", "", "Other windows", "Ids of the chats in further windows.", "Window", hidden=True),
    Setting("window.places", "", "Window places", "Size and place of the window by the screens there are.", "Window",
            hidden=True),
    Setting("window.geometry", "", "Window place", "Size and place of the window.", "Window", hidden=True),
    Setting("window.keys", "", "Shortcuts", "Keys that are not the default.", "Window", hidden=True),
    Setting("window.notify", True, "Notify when a reply is ready", "Alerts you when a longer reply finishes while you "
            "use another window. Notifications need a tray icon and never show the reply.", "Chat"),
    Setting("window.tray", False, "Tray icon", "Shows an icon if the system has a tray. Closing the window still "
            "quits.", "Appearance"),
    Setting("window.global_keys", "", "Global shortcut", "Brings Longthread to the front, whichever program you use.",
            "Appearance"),
    Setting("privacy.offline", False, "Stay offline", "Blocks all network requests, including searches, downloads and "
            "workers.",
            "Privacy"),
    Setting("privacy.updates", False, "Check for updates weekly", "Asks Longthread's release page once a week whether "
            "there is a new version. Nothing is installed without you.", "Privacy"),
    Setting("updates.last_check", 0.0, "Last check", "When Longthread last looked.", "Privacy", hidden=True),
    Setting("updates.last_told", 0.0, "Last told", "When it last said that it can't tell.", "Privacy", hidden=True),
    Setting("updates.seen", "", "Newest version", "The newest version that was offered.", "Privacy", hidden=True),
    Setting("server.on", False, "Local server", "Whether the local server runs.", "Server", hidden=True),
    Setting("server.port", 8080, "Port", "Where the local server listens.", "Server", minimum=1024, maximum=65535,
            hidden=True),
    Setting("window.sidebar", True, "Sidebar", "Show the list of chats.", "Window", hidden=True),
)  # fmt: skip


LOAD_KEYS = ("model.memory_by", "model.n_ctx", "model.memory_mb", "model.memory_share", "model.threads",
             "model.gpu_layers", "model.gpu_split", "model.kv_type", "model.batch",
             "model.flash_attention", "workers.on", "workers.addresses",
             "privacy.offline")  # used by the next load  # fmt: skip


def workers_of(text: str) -> tuple[str, ...] | None:
    """The addresses of workers in a text; (): it is empty, None: one of them is none."""
    try:
        return worker_addresses(text)
    except ValueError:
        return None


def split_of(text: str) -> tuple[float, ...] | None:
    """The shares in a text such as "3, 1"; (): it is empty, None: it is something else."""
    parts = [part for part in re.split(r"[\s,;:/]+", text.strip()) if part]
    if len(parts) > MOST_GPUS or not all(re.fullmatch(r"\d{1,6}(\.\d{1,3})?", part) for part in parts):
        return None
    shares = tuple(float(part) for part in parts)
    return shares if any(shares) or not shares else None


def _flash(choice: str) -> FlashAttention:
    return "off" if choice == "off" else "auto" if choice == "auto" else "on"


def _thoughts(choice: str) -> Literal["auto", "keep", "drop"]:
    return "keep" if choice == "keep" else "drop" if choice == "drop" else "auto"


class SettingsView(Scope):
    """A scope with what the engine is given of it."""

    def policy(self) -> CompactionPolicy:
        """The memory policy in force, as it was set: the engine limits it to what a memory can bear."""
        return CompactionPolicy(
            auto=self.flag("memory.auto"),
            threshold=self.number("memory.threshold"),
            target=self.number("memory.target"),
            keep_recent=self.integer("memory.keep_recent"),
            reserve=self.integer("memory.reserve"),
            least_same=self.integer("memory.same_words") / 100,
            disk_quota=self.integer("memory.disk_quota") * 10**9,
            thoughts=_thoughts(self.text("memory.thoughts")),
            when_full="forget" if self.text("memory.when_full") == "forget" else "compact",
        )

    def sampling(self) -> Sampling:
        """The sampling parameters in force; a form that is not asked for is left out."""
        names = [setting.key.removeprefix("sampling.") for setting in SETTINGS if setting.key.startswith("sampling.")]
        values = {name: self.get(f"sampling.{name}") for name in names}
        if not self.applies("sampling.form"):
            values["form"] = ""
        return msgspec.convert({**values, "top_logprobs": ALTERNATIVES if self.flag(PROBABILITIES) else -1}, Sampling)

    def thinking(self) -> Thinking:
        """What the model's template is told about thinking."""
        switch, effort = self.text("reply.thinking"), self.text("reply.effort")
        return Thinking(None if switch == "auto" else switch == "on", "" if effort == "auto" else effort)

    def workers(self) -> tuple[str, ...]:
        """The computers that may be asked to lend memory."""
        if not self.flag("workers.on") or self.flag("privacy.offline"):
            return ()
        return workers_of(self.text("workers.addresses")) or ()

    def load(self, path: str) -> Load:
        """The request that loads the model in ``path`` as these settings say."""
        by = self.text("model.memory_by")
        return Load(
            id=0,
            path=path,
            n_ctx=self.integer("model.n_ctx"),
            kv_budget=self.integer("model.memory_mb") * MB if by == "size" else 0,
            kv_share=self.number("model.memory_share") if by == "share" else 0.0,
            n_threads=self.integer("model.threads"),
            n_gpu_layers=self.integer("model.gpu_layers"),
            kv_type=self.text("model.kv_type"),
            flash_attention=_flash(self.text("model.flash_attention")),
            n_ubatch=self.integer("model.batch"),
            split=split_of(self.text("model.gpu_split")) or (),
            measure=True,
            workers=self.workers(),
        )

    def estimate(self, path: str) -> Estimate:
        """The request that tells what :meth:`load` would take."""
        load = self.load(path)
        return Estimate(
            id=0,
            path=path,
            n_ctx=load.n_ctx,
            kv_budget=load.kv_budget,
            kv_share=load.kv_share,
            n_threads=load.n_threads,
            n_gpu_layers=load.n_gpu_layers,
            kv_type=load.kv_type,
            flash_attention=load.flash_attention,
            n_ubatch=load.n_ubatch,
            split=load.split,
            workers=load.workers,
        )


class Settings(SettingsView):
    """The general settings, and the way to those of models and chats."""

    def __init__(self, stored: Mapping[str, str], write: Write | None = None) -> None:
        """``stored``: key to JSON text; ``write(key, text, place)``: told of each change (text None: cleared)."""
        values = Values({setting.key: setting for setting in SETTINGS}, write)
        values.adopt(GENERAL, stored)
        super().__init__(values, (GENERAL,))

    def scoped(self, *, chat: str = "", model: str = "") -> SettingsView:
        """The settings of a chat with a model, of a model, or ("" and "") the general ones.

        ``chat``: its id; ``model``: its fingerprint. What is set there is set for the narrowest of them.
        """
        places = [ScopedPlace("chat", chat)] if chat else []
        places += [ScopedPlace("model", model)] if model else []
        return SettingsView(self._values, (*places, GENERAL))

    def adopt_chat(self, chat: str, stored: Mapping[str, str]) -> None:
        """Take in what is stored for a chat (key to JSON text), when it is opened."""
        self._values.adopt(ScopedPlace("chat", chat), stored)

    def adopt_models(self, stored: Mapping[str, Mapping[str, str]]) -> None:
        """Take in what is stored for models, by fingerprint."""
        for model, values in stored.items():
            self._values.adopt(ScopedPlace("model", model), values)


def chat_values(given: Mapping[str, object]) -> dict[str, Value]:
    """Those of ``given`` (out of a file) that are settings of a chat, and allowed."""
    found: dict[str, Value] = {}
    for setting in SETTINGS:
        if "chat" in setting.levels and setting.key in given:
            with suppress(ValueError):
                found[setting.key] = setting.check(given[setting.key])
    return found
