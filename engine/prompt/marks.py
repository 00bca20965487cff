"""The marks that a model family writes around its thoughts, and how they become ``<think>`` and ``</think>``.

Whatever a model writes, the program is told ``<think> ... </think>`` and then the answer; in the memory its own marks
stay. Many of them are control tokens, which have no text otherwise.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

OPEN, CLOSE = "<think>", "</think>"

Meaning = Literal["open", "close", "nothing", "call"]


@dataclass(frozen=True)
class Marks:
    """How a model writes thoughts and answer.

    Attributes:
        open, close: what stands before and behind its thoughts; ``close`` reaches to where the answer begins.
        others: more of what it writes around its texts, and what that means.
        answer: what stands right before every answer, also one without thoughts ("": nothing does).
        keeps: whether thoughts of earlier replies stay; None: its template tells.
        sign: what in a template tells this family.
        calls: what begins a call of a tool, read where there are tools: the first stands for all in what is told.
        first_call: the same right where a reply begins.
        message_end: what ends a call, whose own marks are kept.
    """

    open: str
    close: str
    others: tuple[tuple[str, Meaning], ...] = ()
    answer: str = ""
    keeps: bool | None = None
    sign: str = ""
    calls: tuple[str, ...] = ()
    first_call: str = ""
    message_end: str = ""

    def with_calls(self) -> Marks:
        """The same for replies that may call tools."""
        if not self.calls:
            return self
        calls: tuple[tuple[str, Meaning], ...] = tuple(
            (text, "call") for text in (*self.calls, self.first_call) if text
        )
        return replace(self, others=(*self.others, *calls))

    @property
    def rules(self) -> dict[str, Meaning]:
        """What of the text is no text, and what it means; longer ones first."""
        found: dict[str, Meaning] = {self.open: "open", self.close: "close", **dict(self.others)}
        return {text: found[text] for text in sorted(found, key=len, reverse=True)}


def _harmony() -> Marks:
    """gpt-oss: every message names its channel; commentary, said between tool calls, is part of the answer."""
    turn, final, comment = (
        "<|end|><|start|>assistant",
        "<|channel|>final<|message|>",
        "<|channel|>commentary<|message|>",
    )
    thoughts = "<|channel|>analysis<|message|>"
    others: tuple[tuple[str, Meaning], ...] = (
        (f"{turn}{comment}", "close"), (f"{turn}{thoughts}", "open"), (final, "close"), (comment, "close"),
        ("<|channel|>", "nothing"), ("<|message|>", "nothing"), ("<|start|>", "nothing"), ("<|end|>", "nothing"),
        ("<|constrain|>", "nothing"),
    )  # fmt: skip
    channels = ("<|channel|>commentary to=", "<|channel|>analysis to=")
    calls = (*channels, *(turn + call for call in channels), f"{turn} to=", "<|start|>assistant to=")
    return Marks(
        thoughts, f"{turn}{final}", others, final, keeps=False, sign="<|channel|>analysis<|message|>",
        calls=calls, first_call=" to=", message_end="<|end|>",
    )  # fmt: skip


PLAIN = Marks(OPEN, CLOSE)

FAMILIES = (
    _harmony(),
    Marks("<|channel>thought\n", "<channel|>", sign="<|channel>thought"),  # Gemma 4
    Marks("[THINK]", "[/THINK]", sign="[THINK]"),  # Magistral, Ministral
    Marks(
        "<|START_THINKING|>", "<|END_THINKING|>",
        (("<|START_RESPONSE|>", "nothing"), ("<|END_RESPONSE|>", "nothing"),
         ("<|START_TEXT|>", "nothing"), ("<|END_TEXT|>", "nothing")), sign="<|START_THINKING|>",
    ),  # Command
    Marks("<|inner_prefix|>", "<|inner_suffix|>", sign="<|inner_prefix|>"),  # Apertus
    Marks("<seed:think>", "</seed:think>", sign="<seed:think>"),
    Marks("<mm:think>", "</mm:think>", sign="<mm:think>"),  # MiniMax M3
    Marks("<|think|>", "<|end|><|begin|>assistant<|content|>",
          (("<|content|>", "close"), ("<|begin|>", "nothing"), ("<|end|>", "nothing")),
          "<|content|>", keeps=False, sign="<|begin|>assistant<|think|>"),  # Solar
    Marks("<think:opensource>", "</think:opensource>", sign="'<think{}>'.format(HYTK)"),  # Hunyuan 3
)  # fmt: skip


def marks_of(source: str) -> Marks:
    """The marks of the family whose template this is; most write ``<think>``."""
    return next((marks for marks in FAMILIES if marks.sign in source), PLAIN)


class MarkReader:
    """Turns a model's own marks into ``<think>`` and ``</think>`` while a reply streams; what may become one waits.

    Attributes:
        thinking: thoughts are being written.
    """

    def __init__(self, marks: Marks, *, thinking: bool = False, said: bool = False) -> None:
        """``thinking``: the thoughts began before what is fed here; ``said``: so did the text."""
        self.thinking = thinking
        plain = (marks.open, marks.close, marks.others) == (OPEN, CLOSE, ())
        self._rules = {} if plain else {text.encode(): meaning for text, meaning in marks.rules.items()}
        self._held = b""
        self._said = said
        self._calling = False  # a call is written, and its marks are the reader's of calls
        self._call = next(iter(marks.calls), "").encode()
        self._first_call, self._message_end = marks.first_call.encode(), marks.message_end.encode()

    def feed(self, piece: bytes) -> bytes:
        """What can be shown after ``piece``."""
        if not self._rules:
            return piece
        self._held += piece
        shown = bytearray()
        while self._held:
            rules = [text for text in self._rules if self._holds(text)]
            found = next((text for text in rules if self._held.startswith(text)), None)
            longer = any(len(text) > len(self._held) and text.startswith(self._held) for text in rules)
            if longer:  # it may become a mark, or a longer one
                break
            if found is not None:
                self._held = self._held[len(found) :]
                shown += self._meant(self._rules[found])
            else:
                shown += self._held[:1]
                self._held = self._held[1:]
                self._said = True
        return bytes(shown)

    def finish(self) -> bytes:
        """What was held back, now that the reply is over; the beginning of a mark is none of its text."""
        held, self._held = self._held, b""
        for text in self._rules:
            held = held.replace(text, b"")
        return held

    def _holds(self, mark: bytes) -> bool:
        """Whether ``mark`` means anything here."""
        if self._calling:
            return mark.startswith(self._message_end)
        return mark != self._first_call or not (self._said or self.thinking)

    def _meant(self, meaning: Meaning) -> bytes:
        self._calling = meaning == "call"
        if meaning == "call":
            gap, self._said, self._calling = self._meant("close"), True, True
            return gap + self._call
        if meaning == "open":
            begins, self.thinking = not self.thinking, True
            return f"{OPEN}\n".encode() if begins and not self._said else b"\n\n"
        if meaning == "close":
            ends, self.thinking = self.thinking, False
            return f"\n{CLOSE}\n\n".encode() if ends else b"\n\n" if self._said else b""
        return b""
