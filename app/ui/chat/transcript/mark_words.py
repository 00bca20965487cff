"""What a compaction's marker says, from the mark. No widgets, so that each number can be tested."""

from __future__ import annotations

import textwrap

from PySide6.QtCore import QCoreApplication

from app.core.types import CompactionMark, LayerError
from app.ui.widgets.labels import duration, percent, size, times

translate = QCoreApplication.translate


def label(mark: CompactionMark) -> str:
    """One line; its parts are separated by " · ", the ones in the middle can be left out."""
    return " · ".join(
        (
            translate("Compaction", "Older part compacted {ratio}×").format(ratio=times(mark.ratio)),
            translate("Compaction", "memory {before} → {after}").format(
                before=size(mark.bytes_before), after=size(mark.bytes_after)
            ),
            duration(mark.ms / 1000),
            translate("Compaction", "error {error}").format(error=percent(mark.error)),
        )
    )


def detail(mark: CompactionMark) -> str:
    """What was done and how well, in sentences."""
    text = translate(
        "Compaction",
        "%Ln token(s) above this line were compacted {ratio}×. With the rest, which stays word for word, the memory "
        "of the chat went from {before} to {after}. The text stays here to read; the model remembers it "
        "through the compacted memory. Checked with queries that nothing was fitted on, its "
        "attention differs by {mean} on average and by {worst} in the worst head.",
        "",
        mark.tokens,
    ).format(
        ratio=times(mark.ratio),
        before=size(mark.bytes_before),
        after=size(mark.bytes_after),
        mean=percent(mark.error),
        worst=percent(mark.error_max),
    )
    if mark.asked:
        text += " " + translate("Compaction", "At {asked}× it would have gone below the quality floor.").format(
            asked=times(mark.asked)
        )
    text += " " + translate("Compaction", "Preset “{preset}”, %Ln row(s), {time}.", "", mark.rows).format(
        preset=mark.preset, time=duration(mark.ms / 1000)
    )
    return text


def tip(mark: CompactionMark) -> str:
    """:func:`detail` in lines: a tooltip of plain text is not wrapped."""
    return "\n".join(textwrap.wrap(detail(mark), 72))


def layer_line(layer: LayerError) -> str:
    """One layer, for a tooltip."""
    return translate("Compaction", "Layer {layer}: error {mean}, worst head {worst}").format(
        layer=layer.layer, mean=percent(layer.mean), worst=percent(layer.worst)
    )


def caption(layers: tuple[LayerError, ...]) -> tuple[str, str]:
    """What stands above the bars of the layers, left and right."""
    worst = max(layers, key=lambda layer: layer.mean)
    most = translate("Compaction", "most in layer {layer}: {error}").format(
        layer=worst.layer, error=percent(worst.mean)
    )
    return translate("Compaction", "Error by layer"), most
