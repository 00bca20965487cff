"""States of the drawer with the settings of a chat, and of the page with those of all chats."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from app.core.chat_values import Message
from app.core.texts import say
from app.ui.chat.chat_settings import ChatSettings
from app.ui.chat.chat_settings.drawer import FORM
from tests.ui import scenes

if TYPE_CHECKING:
    from tests.ui.screens import Stage

THINKS = msgspec.structs.replace(
    scenes.LOADED, facts=msgspec.structs.replace(scenes.FACTS, thinking=("switch", "effort"))
)
PROMPT = "You are a patient teacher of physics. Answer in short paragraphs, name your sources, and say when you guess."
GRAMMAR = 'root   ::= answer "\\n" reason\nanswer ::= "yes" | "no" | "unsure"\nreason ::= [^\\n]{10,200}'


def _drawer(stage: Stage, *, begun: bool) -> ChatSettings:
    drawer = stage.window.chat.drawer
    messages: tuple[Message, ...] = (*scenes.EARLIER, scenes.QUESTION, scenes.REPLY) if begun else ()
    view = scenes.view(*messages)
    view = msgspec.structs.replace(view, chat=msgspec.structs.replace(view.chat, system_prompt=PROMPT))
    stage.talk.chat_opened.emit(view)
    stage.context.models.state_changed.emit(THINKS)
    if begun:
        stage.talk.state.memory_changed.emit(scenes.memory(compacted=False, live=5200))
    stage.window.chat.toggle_drawer()
    return drawer


def chat_settings(stage: Stage) -> None:
    """What holds for this chat, some of it changed here."""
    drawer = _drawer(stage, begun=True)
    stage.context.settings.set("sampling.top_k", 64)
    drawer.scope.set("sampling.temperature", 0.3)
    drawer.scope.set("sampling.stop", ("\n\n", "END", "Question:"))
    stage.context.presets.save("Physics teacher", drawer.scope, PROMPT)
    stage.settle()
    drawer.refresh()


def chat_settings_prompt(stage: Stage) -> None:
    """Another system prompt in a chat that has begun: what it takes is said first."""
    drawer = _drawer(stage, begun=True)
    drawer.prompt.editor.setPlainText(f"{PROMPT} Speak German.")


def chat_settings_form(stage: Stage) -> None:
    """A reply kept to a grammar in which something is wrong."""
    drawer = _drawer(stage, begun=True)
    drawer.scope.set("sampling.output", "grammar")
    drawer.scope.set("sampling.form", GRAMMAR.replace('"no" |', '"no |'))
    drawer.scope.set("sampling.seed", 42)
    stage.settle()
    drawer.refresh()
    drawer.form.show_verdict(
        drawer.form.control.toPlainText(), say("grammar.at", line=2, column=26, what=say("grammar.open_quote"))
    )
    stage.settle()
    drawer.area.ensureWidgetVisible(drawer.groups[FORM], 0, 20)


def chat_settings_model(stage: Stage) -> None:
    """What holds for the model, with all groups open."""
    drawer = _drawer(stage, begun=False)
    drawer.choose("model")
    drawer.scope.set("sampling.mirostat", True)
    drawer.scope.set("sampling.dry_multiplier", 0.8)
    for group in drawer.groups.values():
        group.head.setChecked(True)
    stage.settle()
    drawer.area.verticalScrollBar().setValue(drawer.area.verticalScrollBar().maximum() - 520)


def settings_context(stage: Stage) -> None:
    """What is left of the context's settings while nothing is compacted automatically."""
    stage.context.settings.set("memory.auto", False)
    stage.window.show_settings()
    stage.window.pages.settings.show_section("Context")


def settings_search(stage: Stage) -> None:
    """A search finds settings of all sections, and says what those need that mean nothing now."""
    stage.context.settings.set("memory.auto", False)
    stage.window.show_settings()
    stage.window.pages.settings.search.setText("compact")


def settings_replies(stage: Stage) -> None:
    """The settings of replies on the page with all settings."""
    stage.context.settings.set("sampling.output", "schema")
    stage.context.settings.set("sampling.form", '{\n  "type": "object"\n}')
    stage.window.show_settings()
    stage.settle()
    stage.window.pages.settings.show_section("Replies")


SCENES: tuple[Callable[[Stage], None], ...] = (
    chat_settings,
    chat_settings_prompt,
    chat_settings_form,
    chat_settings_model,
    settings_context,
    settings_search,
    settings_replies,
)
