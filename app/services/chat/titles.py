"""Titles that are made for chats.

A chat gets its first line as a title when its first message is sent. Once the first reply is done, a better one may be
asked for; where it comes from is a function, so that nothing here knows the engine. Where that gives none, or one that
is about something else (of SmolLM2 135M three in six), one is made from the first message. A title that the person gave
is never replaced: the store sees to that.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Signal

from app.core.chat_values import ChatView, Message
from app.core.store import Store
from app.core.transcript import TITLE_LENGTH, title_of
from app.services.background import Ops
from app.services.chat.conversations import Conversations

Told = Callable[[str], None]
Ask = Callable[[str, Sequence[Message], Told], None]
"""Ask for a title of chat ``id`` that begins with these messages; calls back once, with "" where there is none."""

WORDS = 8  # of a title that is made from the first message
WORDS_OF_MODEL = 10  # six are asked for; more are an answer, not a title
MOST = 600  # characters of a message that a title is made from

STEM = 4  # first letters by which words are compared
ASKED = {"user", "assi", "ques", "titl", "conv", "writ"}  # of words of the question itself
_WORD = re.compile(r"(?:(?![\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff])[^\W\d_]){4,}")  # in scripts with spaces
_LEADING = re.compile(
    r"(?i)^(?:(?:hi|hello|hey|hallo|moin|guten (?:tag|morgen|abend)|good (?:morning|evening|day))(?: there)?\b[\s,.!]*"
    r"|(?:please|bitte)\b[\s,]*"
    r"|(?:can|could|would|will) you (?:please )?(?:help me (?:to |with )?|tell me |explain (?:to me )?)?"
    r"|(?:give|show|tell|write|explain)(?: to)? (?:me|us) (?:an? |the |some )?"
    r"|(?:write|create|make) (?:an? |the |some )"
    r"|how (?:do|can|could|should|would) (?:i|we|you) "
    r"|what(?:'s| is| are| was| were) (?:the |an? )?"
    r"|i (?:want|need|would like|'d like) (?:you )?(?:to |an? )"
    r"|(?:können sie|kannst du|könntest du|könnten sie) (?:mir |uns )?(?:bitte )?"
    r"|(?:gib|zeig|nenne?|schreibe?|erkläre?|sag)(?: mir| uns)? (?:bitte )?(?:ein(?:e[nmrs]?)? |die |den |das |der )?"
    r"|was (?:ist|sind|war|waren) (?:die |der |das |den |ein(?:e[nmrs]?)? )?"
    r"|wie (?:kann|soll|könnte|mache|macht) (?:ich|man|wir) )"
)
_COURTESY = re.compile(r"(?i)[\s,]*\b(?:please|bitte|thanks|thank you|danke)\W*$")
_WRAPPED = re.compile(r"^[\s\"'“”„«»*#`_-]+|[\s\"'“”„«»*#`_.-]+$")
_LABEL = re.compile(r"(?i)^(title|titel)\s*:\s*")
_THOUGHT = re.compile(r"(?s)^\s*<think>.*?(</think>|\Z)")


def tidy(text: str) -> str:
    """A title out of what a model answered: one line without quotes, marks and label; "" if there is none in it."""
    line = next((line for line in _THOUGHT.sub("", text).splitlines() if line.strip()), "")
    line = _WRAPPED.sub("", _LABEL.sub("", _WRAPPED.sub("", line)))
    return title_of(line) if len(line) <= TITLE_LENGTH and len(line.split()) <= WORDS_OF_MODEL else ""


def fits(title: str, messages: Sequence[Message]) -> bool:
    """Whether a title is about these messages: a small model answers the question, or tells of something else.

    A word of it stands in them; where it has none of some length, as in Chinese, nothing speaks against it.
    """
    words = {word[:STEM] for word in _WORD.findall(title.lower())}
    said = {word[:STEM] for message in messages for word in _WORD.findall(message.content[:MOST].lower())}
    return not words or bool((words & said) - ASKED)


def topic_of(text: str) -> str:
    """A title out of a first message: what is asked for, without greeting and courtesy.

    "" if that is all there is, or no word with a meaning is left ("Good morning to you"), or if all of it is short and
    stands for itself.
    """
    line = " ".join(next((line for line in text[:MOST].splitlines() if line.strip()), "").split())
    whole, before = line.rstrip(" ,.;:!?"), None
    while line != before:
        before, line = line, _LEADING.sub("", line)
    line = _COURTESY.sub("", re.split(r"(?<=[\w)])[.?!:;](?:\s|$)", line)[0]).strip(" ,.;:!?-")
    words = line.split()
    if len(words) < 2 or max(map(len, words)) < STEM or (line == whole and len(words) <= WORDS):
        return ""
    short = " ".join(words[:WORDS])
    return title_of(short[0].upper() + short[1:] + ("…" if len(words) > WORDS else ""))


def question(messages: Sequence[Message]) -> str:
    """What a model is asked for a title: the beginning of the chat, shortened."""
    parts = [f"{message.role.capitalize()}: {_beginning(message)}" for message in messages[:2]]
    return "\n\n".join(
        [*parts, "Write a title for this conversation in at most six words. Answer with the title alone."]
    )


def _beginning(message: Message) -> str:
    files = ", ".join(file.name for file in message.attachments)
    return "\n".join(filter(None, (f"(with {files})" if files else "", message.content.strip()[:MOST])))


class Titles(QObject):
    """Asks for a title after the first reply of a chat.

    Signals:
        titled(str, str): chat and the title it got.
    """

    titled = Signal(str, str)

    def __init__(self, conversations: Conversations, store: Store, ops: Ops, parent: QObject) -> None:
        super().__init__(parent)
        self._store, self._ops = store, ops
        self.ask: Ask | None = None
        self._asked: set[str] = set()
        conversations.reply_ended.connect(self._ended)

    def _ended(self, view: ChatView, message: Message) -> None:
        """Once the first reply of a chat is done."""
        if self.ask is None or message.role != "assistant" or message.state != "done":
            return
        first = len(view.messages) == 2 and view.messages[1].id == message.id
        if not first or view.chat.titled_by != "first" or message.chat in self._asked:
            return
        self._asked.add(message.chat)
        self.ask(message.chat, view.messages, lambda text: self._told(message.chat, text, view.messages))

    def _told(self, chat: str, text: str, messages: Sequence[Message]) -> None:
        title = tidy(text)
        if not title or not fits(title, messages):
            title = topic_of(messages[0].content)
        if not title:
            return

        def done(changed: bool) -> None:
            if changed:
                self.titled.emit(chat, title)

        self._ops.store(lambda: self._store.title_chat(chat, title), done)
