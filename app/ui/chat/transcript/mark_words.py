"""What a compaction's marker says, from the mark. No widgets, so that each number can be tested."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from app.core.chat_values import CompactionMark, LayerError
from app.core.texts import say
from app.core.transcript import together
from app.services.wording import said_together
from app.ui.numbers import duration, percent, size, times
from app.ui.sentences import whole
from app.ui.widgets.likeness import next_words

translate = QCoreApplication.translate

LEAST_SEEN = 0.0005  # an error that is more than "< 0.1 %"


def label(mark: CompactionMark) -> str:
    """One line; its parts are separated by " · ", the ones in the middle can be left out."""
    parts = (
        translate("Compaction", "Older part compacted, {ratio}× smaller").format(ratio=times(mark.ratio)),
        translate("Compaction", "context {before} → {after}").format(
            before=size(mark.bytes_before), after=size(mark.bytes_after)
        ),
        duration(mark.ms / 1000),
        next_words(mark.same),
    )
    return " · ".join(part for part in parts if part)


def group_label(marks: Sequence[CompactionMark]) -> str:
    """One line for several compactions in one place; parts as in :func:`label`."""
    tokens, ratio = together(marks)
    times_done = translate("Compaction", "Compacted %Ln time(s)", "", len(marks))
    return " · ".join((times_done, translate("Compaction", "%Ln token(s)", "", tokens), f"{times(ratio)}×"))


def entries(marks: Sequence[CompactionMark]) -> str:
    """A line for each of several compactions, in order of time."""
    lines = []
    for mark in marks:
        parts = [
            translate("Compaction", "%Ln token(s)", "", mark.tokens),
            f"{times(mark.ratio)}×",
            f"{size(mark.bytes_before)} → {size(mark.bytes_after)}",
            duration(mark.ms / 1000),
        ]
        if mark.same >= 0:
            parts.append(next_words(mark.same))
        if mark.reason == "ahead":
            parts.append(translate("Compaction", "while idle"))
        lines.append(" · ".join(parts))
    return "\n".join(lines)


def detail(mark: CompactionMark) -> str:
    """What was done and how well, in sentences."""
    text = translate(
        "Compaction",
        "Longthread compacted %Ln older token(s), {ratio}× smaller, and kept the rest in full "
        "detail. The chat's context went from {before} to {after}; you can still read the full text.",
        "",
        mark.tokens,
    ).format(ratio=times(mark.ratio), before=size(mark.bytes_before), after=size(mark.bytes_after))
    if mark.same >= 0:
        text += " " + translate("Compaction", "Predicted: {words}.").format(words=next_words(mark.same))
    if why := reason(mark):
        text = said_together(why, text)
    if mark.asked:
        text += " " + translate(
            "Compaction", "Compacting {asked}× would have changed more next words than your limit allows."
        ).format(asked=times(mark.asked))
    text += " " + translate("Compaction", "Preset “{preset}”, %Ln KV row(s), {time}.", "", mark.rows).format(
        preset=mark.preset, time=duration(mark.ms / 1000)
    )
    return text


def reason(mark: CompactionMark) -> str:
    """Why it was done, where nobody asked for it."""
    if mark.reason == "ahead":
        return translate(
            "Compaction",
            "Longthread compacted this while idle, because the next message and its reply might not have fit.",
        )
    if mark.reason == "due":
        return translate("Compaction", "The context was nearly full, so Longthread compacted it.")
    return ""


def no_room(mark: CompactionMark) -> str:
    """Why it cannot be undone, as the engine would say."""
    return wrapped(whole(say("undo.no_room", tokens=mark.tokens)))


def differ(layers: Sequence[LayerError]) -> bool:
    """Whether there is an error to be seen in any of them."""
    return any(layer.worst >= LEAST_SEEN for layer in layers)


def forgotten_label(messages: int) -> str:
    """What the line says above which the model sees nothing."""
    return translate("Compaction", "The model no longer sees the %Ln message(s) above", "", messages)


def forgotten_detail() -> str:
    """Why, and what can be done."""
    return translate(
        "Compaction",
        "The context was full, so the model forgot the oldest messages. The text stays here to read. The system prompt "
        "is still in the context. To bring these messages back, load the model with a larger context and choose Undo.",
    )


def wrapped(text: str) -> str:
    """``text`` in lines: a tooltip of plain text is not wrapped."""
    return "\n".join(textwrap.wrap(text, 72))


def layer_line(layer: LayerError) -> str:
    """One layer, for a tooltip."""
    return translate("Compaction", "Layer {layer}: fit error {mean}, worst head {worst}").format(
        layer=layer.layer, mean=percent(layer.mean), worst=percent(layer.worst)
    )


def caption(layers: tuple[LayerError, ...]) -> tuple[str, str]:
    """What stands above the bars of the layers, left and right."""
    worst = max(layers, key=lambda layer: layer.mean)
    most = translate("Compaction", "highest in layer {layer}: {error}").format(
        layer=worst.layer, error=percent(worst.mean)
    )
    return translate("Compaction", "Fit error by layer"), most
