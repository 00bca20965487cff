"""States of the window around a chat: starts, first steps, shortcuts, privacy."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from app.core.types import ModelPhase, ModelState
from app.ui.application import safe_notice
from tests.ui import scenes

if TYPE_CHECKING:
    from tests.ui.screens import Stage


def safe_mode(stage: Stage) -> None:
    """A start that left out the last chat and the model."""
    stage.talk.chat_opened.emit(stage.talk.view)
    stage.context.models.state_changed.emit(ModelState())
    stage.window.tell(safe_notice(asked=False), stay=True)


def left_alone(stage: Stage) -> None:
    """A model that the engine did not survive."""
    problem = f"The engine stopped the last 2 times {scenes.LOADED.name} was loaded, so it is left alone now."
    state = msgspec.structs.replace(
        scenes.LOADED, phase=ModelPhase.FAILED, problem=problem,
        hint="Try again with fewer layers on the GPU or a smaller memory size, or choose another model.",
    )  # fmt: skip
    stage.talk.chat_opened.emit(stage.talk.view)
    stage.context.models.state_changed.emit(state)


SCENES: tuple[Callable[[Stage], None], ...] = (safe_mode, left_alone)
