"""The settings of replies: how words are chosen, when a reply ends, what form it has, how much is thought before it.

They may be set for all chats, for a model, and for a chat. ``sampling.*`` are the fields of the engine's ``Sampling``.
"""

from __future__ import annotations

from app.core.scopes import Setting
from engine.protocol import Sampling

REPLIES = "Replies"
DEFAULT = Sampling()  # the engine's own
PROBABILITIES = "reply.probabilities"
ALTERNATIVES = 5  # likeliest tokens that are kept for each token of a reply
CHOICE, MORE, REPEATING, END, FORM, INSIGHT, THINKING = (
    "Sampling", "Advanced sampling", "Repetition", "Length and stopping", "Output format", "Token details", "Reasoning",
)  # fmt: skip

REPLY_SETTINGS: tuple[Setting, ...] = (
    Setting("sampling.temperature", DEFAULT.temperature, "Temperature", "0 always picks the likeliest word; higher is "
            "more varied.", REPLIES, group=CHOICE, minimum=0.0, maximum=2.0, step=0.05),
    Setting("sampling.top_k", DEFAULT.top_k, "Top k", "Picks from the k likeliest words. 0 for all.", REPLIES,
            group=CHOICE, minimum=0, maximum=1000),
    Setting("sampling.top_p", DEFAULT.top_p, "Top p", "Picks from the likeliest words that together reach this share.",
            REPLIES, group=CHOICE, minimum=0.0, maximum=1.0, step=0.01),
    Setting("sampling.min_p", DEFAULT.min_p, "Min p", "Skips words less likely than this share of the likeliest.",
            REPLIES, group=CHOICE, minimum=0.0, maximum=1.0, step=0.01),
    Setting("sampling.seed", DEFAULT.seed, "Seed", "The same seed gives the same reply. -1 picks a random seed.",
            REPLIES, group=CHOICE, minimum=-1, maximum=2**31 - 1),
    Setting("sampling.temperature_range", DEFAULT.temperature_range, "Temperature range", "How far the temperature "
            "varies with the model's uncertainty. 0 keeps it fixed.", REPLIES, group=MORE, minimum=0.0, maximum=2.5,
            step=0.05),
    Setting("sampling.temperature_exponent", DEFAULT.temperature_exponent, "Temperature curve", "Below 1, the "
            "temperature reacts early to uncertainty; above 1, late. Needs a temperature range.", REPLIES, group=MORE,
            minimum=0.1, maximum=10.0, step=0.1, above=("sampling.temperature_range", 0)),
    Setting("sampling.typical_p", DEFAULT.typical_p, "Typical p", "Keeps words about as surprising as the model "
            "expects, up to this share. 100 % for all.", REPLIES, group=MORE, minimum=0.05, maximum=1.0, step=0.01),
    Setting("sampling.top_n_sigma", DEFAULT.top_n_sigma, "Top n sigma", "Keeps words within this many standard "
            "deviations of the likeliest. 0 for all.", REPLIES, group=MORE, minimum=0.0, maximum=10.0, step=0.1),
    Setting("sampling.xtc_probability", DEFAULT.xtc_probability, "Skip likely words", "How often the likeliest words "
            "are skipped (XTC) so that less common ones get a chance.", REPLIES, group=MORE, minimum=0.0, maximum=1.0,
            step=0.01),
    Setting("sampling.xtc_threshold", DEFAULT.xtc_threshold, "Skip threshold", "Words at least this likely can be "
            "skipped; one of them always stays.", REPLIES, group=MORE, minimum=0.0, maximum=0.5, step=0.01,
            above=("sampling.xtc_probability", 0)),
    Setting("sampling.mirostat", DEFAULT.mirostat, "Mirostat", "Keeps the text evenly surprising instead of limiting "
            "the choice. Replaces top k, top p and similar limits.", REPLIES, group=MORE),
    Setting("sampling.mirostat_tau", DEFAULT.mirostat_tau, "Mirostat surprise", "How surprising the text should be. "
            "Lower is plainer.", REPLIES, group=MORE, minimum=0.5, maximum=20.0, step=0.5,
            needs=("sampling.mirostat", (True,))),
    Setting("sampling.mirostat_eta", DEFAULT.mirostat_eta, "Mirostat speed", "How quickly Mirostat adapts.", REPLIES,
            group=MORE, minimum=0.01, maximum=1.0, step=0.01, needs=("sampling.mirostat", (True,))),
    Setting("sampling.repeat_penalty", DEFAULT.repeat_penalty, "Repeat penalty", "Above 1 avoids recently used words.",
            REPLIES, group=REPEATING, minimum=0.5, maximum=2.0, step=0.01),
    Setting("sampling.frequency_penalty", DEFAULT.frequency_penalty, "Frequency penalty", "Avoids words more the more "
            "often they were used; below 0 prefers them.", REPLIES, group=REPEATING, minimum=-2.0, maximum=2.0,
            step=0.05),
    Setting("sampling.presence_penalty", DEFAULT.presence_penalty, "Presence penalty", "Avoids words that were "
            "already used; below 0 prefers them.", REPLIES, group=REPEATING, minimum=-2.0, maximum=2.0, step=0.05),
    Setting("sampling.repeat_window", DEFAULT.repeat_window, "Penalty range", "How many recent tokens these three "
            "penalties consider; -1 for all.", REPLIES, group=REPEATING, minimum=-1, maximum=1048576, step=64,
            unit="tokens"),
    Setting("sampling.dry_multiplier", DEFAULT.dry_multiplier, "Phrase penalty", "How strongly to avoid repeated "
            "phrases (DRY). 0 turns this off.", REPLIES, group=REPEATING, minimum=0.0, maximum=5.0, step=0.05),
    Setting("sampling.dry_base", DEFAULT.dry_base, "Phrase penalty growth", "How much the penalty grows with each "
            "repeated word.", REPLIES, group=REPEATING, minimum=1.0, maximum=4.0, step=0.05,
            above=("sampling.dry_multiplier", 0)),
    Setting("sampling.dry_allowed_length", DEFAULT.dry_allowed_length, "Allowed phrase length",
            "Phrases up to this length may repeat.", REPLIES, group=REPEATING, minimum=1, maximum=100, unit="tokens",
            above=("sampling.dry_multiplier", 0)),
    Setting("sampling.dry_window", DEFAULT.dry_window, "Phrase search range", "How many recent tokens to search for "
            "repeated phrases; -1 for all.", REPLIES, group=REPEATING, minimum=-1, maximum=1048576, step=64,
            unit="tokens", above=("sampling.dry_multiplier", 0)),
    Setting("sampling.max_tokens", DEFAULT.max_tokens, "Maximum reply length", "Replies stop at this length. You can "
            "continue them.", REPLIES, group=END, minimum=1, maximum=65536, step=64, unit="tokens"),
    Setting("sampling.stop", DEFAULT.stop, "Stop sequences", "Replies end before any of these texts appears. Write \\n "
            "for a new line.", REPLIES, group=END),
    Setting("sampling.output", DEFAULT.output, "Format", "Text leaves replies free. JSON, a JSON schema or a grammar "
            "structures the reply, but not the reasoning.", REPLIES, group=FORM,
            choices=("text", "json", "schema", "grammar"), labels=("Text", "JSON", "Schema", "Grammar")),
    Setting("sampling.form", DEFAULT.form, "Schema or grammar", "A JSON schema, or a GBNF grammar with a “root” rule.",
            REPLIES, group=FORM, needs=("sampling.output", ("schema", "grammar"))),
    Setting(PROBABILITIES, False, "Token probabilities", "Keeps how likely each token of a reply was, and what else "
            "could have stood in its place. A button below the reply shows this.", REPLIES, group=INSIGHT),
    Setting("reply.thinking", "auto", "Use reasoning", "Whether the model reasons before it replies, if supported. "
            "Auto: model default.", REPLIES, group=THINKING, choices=("auto", "on", "off"),
            labels=("Auto", "On", "Off")),
    Setting("reply.effort", "auto", "Reasoning effort", "How much the model reasons, if supported. Auto: model "
            "default.", REPLIES, group=THINKING, choices=("auto", "low", "medium", "high"),
            labels=("Auto", "Low", "Medium", "High"),
            needs=("reply.thinking", ("auto", "on"))),
)  # fmt: skip
