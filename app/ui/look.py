"""How the program looks as the settings say: what applies each setting, at the start and when it changes."""

from __future__ import annotations

from collections.abc import Mapping

from app.core.scopes import Applier, Value
from app.ui.theme import Theme
from app.ui.theme.motion import system_reduces_motion


def appliers(look: Theme) -> Mapping[str, Applier]:
    """What brings each setting of the look into force."""

    def move(value: Value) -> None:
        look.reduced_motion = not value or system_reduces_motion()

    return {
        "appearance.theme": look.set_mode,  # type: ignore[arg-type]
        "appearance.motion": move,
        "appearance.text_size": lambda size: look.set_text_size(int(size)),  # type: ignore[arg-type]
        "appearance.density": lambda density: look.set_compact(density == "compact"),
    }
