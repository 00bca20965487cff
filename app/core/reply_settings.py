"""The settings of replies: how words are chosen, when a reply ends, what form it has, how much is thought before it.

They may be set for all chats, for a model, and for a chat. ``sampling.*`` are the fields of the engine's ``Sampling``.
"""

from __future__ import annotations

from app.core.scopes import Setting
from engine.protocol import Sampling

REPLIES = "Replies"
DEFAULT = Sampling()  # the engine's own
CHOICE, MORE, REPEATING, END, FORM, THINKING = (
    "Choice of words", "More on the choice", "Repetition", "Length and end", "Form of the reply", "Thinking",
)  # fmt: skip

REPLY_SETTINGS: tuple[Setting, ...] = (
    Setting("sampling.temperature", DEFAULT.temperature, "Temperature",
            "0 always takes the likeliest word; higher is freer.",
            REPLIES, group=CHOICE, minimum=0.0, maximum=2.0, step=0.05),
    Setting("sampling.top_k", DEFAULT.top_k, "Top k",
            "Choose among the k likeliest words; 0 for all.", REPLIES, group=CHOICE,
            minimum=0, maximum=1000),
    Setting("sampling.top_p", DEFAULT.top_p, "Top p",
            "Choose among the likeliest words that make up this share.", REPLIES,
            group=CHOICE, minimum=0.0, maximum=1.0, step=0.01),
    Setting("sampling.min_p", DEFAULT.min_p, "Min p", "Leave out words less likely than this share of the likeliest.",
            REPLIES, group=CHOICE, minimum=0.0, maximum=1.0, step=0.01),
    Setting("sampling.seed", DEFAULT.seed, "Seed",
            "The same seed gives the same reply; -1 for chance.", REPLIES, group=CHOICE,
            minimum=-1, maximum=2**31 - 1),
    Setting("sampling.temperature_range", DEFAULT.temperature_range, "Temperature range",
            "How far the temperature may rise and fall with "
            "the model's doubt; 0 keeps it as it is.", REPLIES, group=MORE, minimum=0.0, maximum=2.5, step=0.05),
    Setting("sampling.temperature_exponent", DEFAULT.temperature_exponent, "Temperature curve",
            "Below 1 doubt counts early, above 1 late. "
            "Needs a temperature range.", REPLIES, group=MORE, minimum=0.1, maximum=10.0, step=0.1),
    Setting("sampling.typical_p", DEFAULT.typical_p, "Typical p",
            "Keep words about as surprising as the model expects, up to this "
            "share; 100 % for all.", REPLIES, group=MORE, minimum=0.05, maximum=1.0, step=0.01),
    Setting("sampling.top_n_sigma", DEFAULT.top_n_sigma, "Top n sigma",
            "Keep words within so many standard deviations of the "
            "likeliest; 0 for all.", REPLIES, group=MORE, minimum=0.0, maximum=10.0, step=0.1),
    Setting("sampling.xtc_probability", DEFAULT.xtc_probability, "Leave out the obvious",
            "How often the likeliest words are left out "
            "(XTC), so that less common ones get a chance.", REPLIES, group=MORE, minimum=0.0, maximum=1.0, step=0.01),
    Setting("sampling.xtc_threshold", DEFAULT.xtc_threshold, "Obvious from",
            "Words at least this likely count as obvious; one of them "
            "always stays.", REPLIES, group=MORE, minimum=0.0, maximum=0.5, step=0.01),
    Setting("sampling.mirostat", DEFAULT.mirostat, "Mirostat",
            "Steer towards an even surprise instead of cutting the choice. "
            "Top k, top p and the like are not used then.", REPLIES, group=MORE),
    Setting("sampling.mirostat_tau", DEFAULT.mirostat_tau, "Mirostat surprise",
            "The surprise to aim at; lower is plainer.", REPLIES,
            group=MORE, minimum=0.5, maximum=20.0, step=0.5, needs=("sampling.mirostat", (True,))),
    Setting("sampling.mirostat_eta", DEFAULT.mirostat_eta, "Mirostat speed",
            "How quickly it steers.", REPLIES, group=MORE,
            minimum=0.01, maximum=1.0, step=0.01, needs=("sampling.mirostat", (True,))),
    Setting("sampling.repeat_penalty", DEFAULT.repeat_penalty, "Repeat penalty",
            "Above 1 avoids words that were just used.", REPLIES,
            group=REPEATING, minimum=0.5, maximum=2.0, step=0.01),
    Setting("sampling.frequency_penalty", DEFAULT.frequency_penalty, "Frequency penalty",
            "Avoids words the more, the more often they were "
            "used; below 0 prefers them.", REPLIES, group=REPEATING, minimum=-2.0, maximum=2.0, step=0.05),
    Setting("sampling.presence_penalty", DEFAULT.presence_penalty, "Presence penalty",
            "Avoids words that were used at all; below 0 "
            "prefers them.", REPLIES, group=REPEATING, minimum=-2.0, maximum=2.0, step=0.05),
    Setting("sampling.repeat_window", DEFAULT.repeat_window, "Look back",
            "How many of the last tokens these three look at; -1 for all.",
            REPLIES, group=REPEATING, minimum=-1, maximum=1048576, step=64, unit="tokens"),
    Setting("sampling.dry_multiplier", DEFAULT.dry_multiplier, "Repeated phrases",
            "How strongly phrases that were there before are "
            "avoided (DRY); 0 not at all.", REPLIES, group=REPEATING, minimum=0.0, maximum=5.0, step=0.05),
    Setting("sampling.dry_base", DEFAULT.dry_base, "Phrase growth",
            "How much worse each further word of a repeated phrase is.",
            REPLIES, group=REPEATING, minimum=1.0, maximum=4.0, step=0.05),
    Setting("sampling.dry_allowed_length", DEFAULT.dry_allowed_length, "Free phrases",
            "Phrases up to this length may be repeated.", REPLIES,
            group=REPEATING, minimum=1, maximum=100, unit="tokens"),
    Setting("sampling.dry_window", DEFAULT.dry_window, "Look back for phrases",
            "How many of the last tokens are searched for "
            "phrases; -1 for all.", REPLIES, group=REPEATING, minimum=-1, maximum=1048576, step=64, unit="tokens"),
    Setting("sampling.max_tokens", DEFAULT.max_tokens, "Longest reply",
            "A reply stops here and can be continued.", REPLIES,
            group=END, minimum=1, maximum=65536, step=64, unit="tokens"),
    Setting("sampling.stop", DEFAULT.stop, "Stop at",
            "A reply ends before the first of these texts. Write \\n for a new line.",
            REPLIES, group=END),
    Setting("sampling.output", DEFAULT.output, "Form",
            "Text is free. JSON, a JSON schema or a grammar keep the model to a "
            "form, after what it thinks.", REPLIES, group=FORM, choices=("text", "json", "schema", "grammar")),
    Setting("sampling.form", DEFAULT.form, "Schema or grammar",
            "A JSON schema, or a grammar in GBNF with a rule “root”.",
            REPLIES, group=FORM, needs=("sampling.output", ("schema", "grammar"))),
    Setting("reply.thinking", "auto", "Think first", "Whether the model thinks before it answers, where its template "
            "has a switch for it. Auto: as it is made.", REPLIES, group=THINKING, choices=("auto", "on", "off")),
    Setting("reply.effort", "auto", "Effort", "How much the model thinks, where its template knows. Auto: as it is "
            "made.", REPLIES, group=THINKING, choices=("auto", "low", "medium", "high")),
)  # fmt: skip
