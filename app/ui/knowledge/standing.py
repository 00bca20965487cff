"""How far facts were collected, what stops that, and what the page says of it."""

from __future__ import annotations

import math
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from app.ui.numbers import count

translate = QCoreApplication.translate

AT_ONCE = 3  # passages that one request to the model is about


@dataclass(frozen=True)
class CollectingState:
    """``documents``: there are some; ``done``, ``total``: passages of those to be collected from; ``collect``,
    ``chats``: the settings; ``working``: the model is at it; ``model``: one is loaded; ``saving``: power is saved.
    """

    documents: bool = False
    done: int = 0
    total: int = 0
    collect: bool = True
    chats: bool = False
    paused: bool = False
    working: bool = False
    model: bool = True
    saving: bool = False

    @property
    def left(self) -> int:
        """Passages that are still to be read."""
        return max(0, self.total - self.done) if self.collect else 0


def progress_words(state: CollectingState) -> str:
    """ "Collecting facts: 12 of 140 passages read"; "" if all is done."""
    if not state.left:
        return ""
    done = _passages(state)
    if state.paused:
        why = translate("Knowledge", "Collecting is paused")
    elif not state.model:
        why = translate("Knowledge", "Waiting for a model")
    elif state.working:
        why = translate("Knowledge", "Collecting facts…")
    elif state.saving:
        why = translate("Knowledge", "Waiting until your computer is plugged in")
    else:
        why = translate("Knowledge", "Waiting for an idle moment")
    return f"{why} · {done}"


def _passages(state: CollectingState) -> str:
    """ "12 of 140 passages read"."""
    return translate("Knowledge", "{done} of %Ln passages read", "", state.total).format(done=count(state.done))


def empty_words(state: CollectingState) -> tuple[str, str, str]:
    """What the page says while nothing is known: title, text, and what its button does."""
    what = translate(
        "Knowledge",
        "The model lists the people, organizations and places in your documents and how they're linked, with the "
        "sentence each fact comes from.",
    )
    if not state.collect:
        title = translate("Knowledge", "No facts yet") if state.chats else translate(
            "Knowledge", "Collecting facts is off"
        )  # fmt: skip
        return title, what, translate("Knowledge", "Collect facts from documents")
    if state.left:
        replies = translate("Knowledge", "%Ln replies", "", math.ceil(state.left / AT_ONCE))
        cost = translate(
            "Knowledge",
            "The rest takes about as long as {replies}. Collecting runs when the model is idle and pauses for every "
            "message.",
        ).format(replies=replies)
        title = translate("Knowledge", "Collecting is paused") if state.paused else translate(
            "Knowledge", "No facts yet"
        )  # fmt: skip
        button = translate("Knowledge", "Resume") if state.paused else translate("Knowledge", "Pause")
        done = _passages(state) if state.paused else progress_words(state)  # the title says that it is paused
        return title, f"{done}\n\n{cost}", button
    if state.total:
        title = translate("Knowledge", "No facts found")
        text = translate(
            "Knowledge", "The model read your documents and found no people, organizations or places that are linked."
        )
        return title, text, ""
    if not state.documents:
        return translate("Knowledge", "No facts yet"), what, translate("Knowledge", "Add documents")
    text = translate(
        "Knowledge",
        "Facts come from documents that a chat uses. Type “@” in a chat to add one, or choose “Collect facts” in the "
        "menu of a document.",
    )
    return translate("Knowledge", "No facts yet"), text, translate("Knowledge", "Documents")
