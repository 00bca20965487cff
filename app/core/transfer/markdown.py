"""A chat as Markdown for reading elsewhere: the branch shown, without branches beside it."""

from __future__ import annotations

import re
import time
import unicodedata
from dataclasses import dataclass

from app.core.chat_values import ChatView, Message
from app.core.transcript import LONGEST_LINE, line_of

THINK = re.compile(r"\s*<think>(.*?)(?:</think>|\Z)\s*", re.DOTALL)
UNSAFE = re.compile(r'[\\/:*?"<>|\x00-\x1f\x7f\u200e\u200f\u202a-\u202e\u2066-\u2069]+')  # also what turns text around
FENCE = re.compile(r"(`{3,})[^`]*|(~{3,}).*")
LONGEST_NAME = 120  # bytes of a file's name before its number and suffix
RESERVED = re.compile(r"(?i)(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[\d¹²³]) *(\..*)?$")  # by Windows, for devices


@dataclass(frozen=True)
class MarkdownWords:
    """What the program says in such a text. ``picture``: with a place for the ``name`` of one."""

    user: str = "You"
    assistant: str = "Assistant"
    system: str = "System prompt"
    picture: str = "an image, not in this file: {name}"
    empty: str = "empty"
    stopped: str = "stopped here"


ENGLISH = MarkdownWords()


def markdown(view: ChatView, words: MarkdownWords = ENGLISH) -> str:
    """The branch shown."""
    chat = view.chat
    speakers = {"user": words.user, "assistant": words.assistant}
    about = " · ".join(filter(None, (_day(chat.created), line_of(chat.model_name))))
    lines = [f"# {line_of(chat.title) or 'Chat'}", "", *((f"*{about}*", "") if about else ())]
    if chat.system_prompt:
        lines += [f"## {words.system}", "", _closed(chat.system_prompt.strip()), ""]
    for message in view.messages:
        lines += [f"## {speakers[message.role]}", "", *_files(message, words), *_body(message, words), ""]
    return "\n".join(lines)


def _day(at: float) -> str:
    """Day and time of day here; "" for what no calendar knows, and where no time is told."""
    if at <= 0:
        return ""
    try:
        return time.strftime("%Y-%m-%d %H:%M", time.localtime(at))
    except (OverflowError, ValueError, OSError):
        return ""


def fence_of(text: str) -> str:
    """A fence of Markdown that is not in ``text``."""
    return "`" * max([3, *(len(run) + 1 for run in re.findall("`{3,}", text))])


def _closed(text: str) -> str:
    """``text`` whose last block of code has its end: a reply that was stopped in one would take all that follows."""
    fence = ""
    for line in text.split("\n"):
        if not fence:
            opened = FENCE.fullmatch(line)  # those of lists and quotes end with these
            fence = (opened[1] or opened[2]) if opened else ""
        elif line.strip() and not line.strip().strip(fence[0]) and len(line.strip()) >= len(fence):
            fence = ""
    return f"{text}\n{fence}" if fence else text


def _files(message: Message, words: MarkdownWords) -> list[str]:
    """What came with the message, each below its name and fenced, so that nothing in it is taken for this document."""
    lines = []
    for file in message.attachments:
        if file.kind == "picture":
            lines += [f"*({words.picture.format(name=line_of(file.name))})*", ""]
            continue
        fence = fence_of(file.text)
        lines += [f"**{line_of(file.name)}**", "", fence + file.language, file.text.strip("\n"), fence, ""]
    return lines


def _body(message: Message, words: MarkdownWords) -> list[str]:
    text, lines = message.content, []
    thought = THINK.match(text) if message.role == "assistant" else None
    if thought is not None:
        lines += [*(f"> {line}".rstrip() for line in thought[1].strip().splitlines()), ""]
        text = text[thought.end() :]
    if text.strip() or not message.attachments:
        lines.append(_closed(text.strip()) or f"*({words.empty})*")
    if message.state in ("interrupted", "error"):
        lines += ["", f"*({words.stopped})*"]
    return lines


def file_name(title: str, suffix: str, taken: set[str]) -> str:
    """A name for a file that any system takes, unlike all in ``taken`` (which it joins, in lower case)."""
    stem = line_of(UNSAFE.sub(" ", title[: 4 * LONGEST_LINE])).strip(". ")
    encoded = stem.encode("utf-8", "ignore")
    if len(encoded) > LONGEST_NAME:
        stem = encoded[:LONGEST_NAME].decode("utf-8", "ignore").rstrip(". ")
    if not stem or RESERVED.match(stem):
        stem = f"Chat {stem}".strip()
    composed, apart = (unicodedata.normalize(form, stem).lower() for form in ("NFC", "NFD"))  # one name for macOS
    end, number = suffix, 1
    while composed + end in taken or apart + end in taken:
        number += 1
        end = f" {number}{suffix}"
    taken.update((composed + end, apart + end))
    return stem + end
