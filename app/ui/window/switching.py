"""Another model for the chats that are shown: what it costs is said first, where it costs something."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from app.services.app_context import AppContext
from app.services.chat.switching import SwitchCost
from app.services.wording import said_together
from app.ui.numbers import count
from app.ui.widgets.ask import SureSheet, ask_sure

translate = QCoreApplication.translate


def cost_words(cost: SwitchCost) -> str:
    """ "Reading this chat again takes about 2 minutes." """
    if cost.seconds is None:
        words = translate("Switch", "Reading this chat again ({n} tokens) may take a few minutes.")
        return words.format(n=count(cost.tokens))
    if cost.seconds < 90:
        return translate("Switch", "Reading this chat again takes about {n} seconds.").format(
            n=max(10, round(cost.seconds / 10) * 10)
        )
    return translate("Switch", "Reading this chat again takes about {n} minutes.").format(
        n=max(2, round(cost.seconds / 60))
    )


def use_model(parent: QWidget, context: AppContext, path: str) -> SureSheet | None:
    """Load a model in place of the one in use; asks first where the chat shown has to be read again for long, or where
    replies are being written, maybe in other windows."""
    cost, writing = context.switching.cost(path), len(context.conversations.at_work)
    entry = context.models.entry(path)
    if entry is None or not (cost.matters or writing):
        context.models.load(path)
        return None
    question = translate("Switch", "Use {model} in this chat?").format(model=entry.name)
    details = []
    if writing:
        details.append(translate("Switch", "This interrupts the reply in %Ln chat(s).", "", writing))
    if cost.matters:
        details.append(cost_words(cost))
        if context.models.state.name:
            back = translate("Switch", "You can go back to {model} at any time: its saved state is kept.")
            details.append(back.format(model=context.models.state.name))
    word = translate("Switch", "Switch model")
    return ask_sure(parent, question, said_together(*details), word, lambda: context.models.load(path), "accent")
