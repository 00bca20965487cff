"""What a compaction's marker says, from the mark. No widgets, so that each number can be tested."""

from __future__ import annotations

import textwrap

from app.core.types import CompactionMark, LayerError
from app.ui.widgets.labels import count, duration, percent, size


def label(mark: CompactionMark) -> str:
    """One line; its parts are separated by " · ", the ones in the middle can be left out."""
    return " · ".join(
        (
            f"Older part compacted {mark.ratio:.1f}×",
            f"{size(mark.bytes_before)} → {size(mark.bytes_after)}",
            duration(mark.ms / 1000),
            f"error {percent(mark.error)}",
        )
    )


def detail(mark: CompactionMark) -> str:
    """What was done and how well, in sentences."""
    text = (
        f"{count(mark.tokens)} tokens above this line were compacted, and the memory of the chat went from "
        f"{size(mark.bytes_before)} to {size(mark.bytes_after)}. The text stays here to read; the model remembers it "
        "through the compacted memory. Checked with queries that nothing was fitted on, its attention differs by "
        f"{percent(mark.error)} on average and by {percent(mark.error_max)} in the worst head. "
    )
    if mark.asked:
        text += f"At {mark.asked:.1f}× it would have gone below the quality floor. "
    return text + f"Preset “{mark.preset}”, {count(mark.rows)} rows, {duration(mark.ms / 1000)}."


def tip(mark: CompactionMark) -> str:
    """:func:`detail` in lines: a tooltip of plain text is not wrapped."""
    return "\n".join(textwrap.wrap(detail(mark), 72))


def layer_line(layer: LayerError) -> str:
    """One layer, for a tooltip."""
    return f"Layer {layer.layer}: error {percent(layer.mean)}, worst head {percent(layer.worst)}"


def caption(layers: tuple[LayerError, ...]) -> tuple[str, str]:
    """What stands above the bars of the layers, left and right."""
    worst = max(layers, key=lambda layer: layer.mean)
    return "Error by layer", f"most in layer {worst.layer}: {percent(worst.mean)}"
