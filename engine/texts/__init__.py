"""What is said to a person: codes with arguments, and the English sentences that the codes stand for."""

from __future__ import annotations

from engine.texts.chat import CHAT
from engine.texts.device import DEVICE
from engine.texts.document import DOCUMENT
from engine.texts.error import TextError
from engine.texts.model import MODEL
from engine.texts.output import OUTPUT
from engine.texts.picture import PICTURE
from engine.texts.sentences import Entry, Sentences
from engine.texts.server import SERVER
from engine.texts.snapshot import SNAPSHOT
from engine.texts.text import Arg, Text, say, why

__all__ = ["ENGINE", "Arg", "Entry", "Sentences", "Text", "TextError", "english", "say", "why"]

ENGINE: dict[str, Entry] = {**MODEL, **DEVICE, **CHAT, **DOCUMENT, **PICTURE, **OUTPUT, **SNAPSHOT, **SERVER}
english = Sentences(ENGINE)  # of the engine's own codes, for its command line and its log
