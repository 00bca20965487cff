"""What a model thinks before it answers, and the rule whether that stays in the chat's memory.

Models that think write ``<think> ... </think>`` before their answer. Most of their templates leave the thoughts of
earlier replies out, so the models were trained without them; others keep them. A memory that only grows would keep
them all. So when a reply has ended, its thoughts are taken out of the memory, and only the answer is read in again:
the prefix before the reply stays as it is, nothing is rendered anew.
"""

from __future__ import annotations

from engine.errors import TemplateFailed
from engine.template import ChatTemplate

OPEN, CLOSE = "<think>", "</think>"

_QUESTION, _THOUGHT, _ANSWER = "Lt0Question", "Lt0Thought", "Lt0Answer"


def split(content: str) -> tuple[str, str]:
    """Thoughts and answer of a whole reply; without thoughts, or with thoughts that never ended, ("", ``content``)."""
    begin = content.lstrip()
    if not begin.startswith(OPEN) or CLOSE not in begin:
        return "", content
    thoughts, _, answer = begin[len(OPEN) :].partition(CLOSE)
    return thoughts.strip(), answer.strip()


def template_keeps(template: ChatTemplate) -> bool:
    """Whether a template renders the thoughts of earlier replies (also if it fails: nothing is known then)."""
    turns = [
        {"role": "user", "content": _QUESTION},
        {"role": "assistant", "content": f"{OPEN}\n{_THOUGHT}\n{CLOSE}\n\n{_ANSWER}"},
        {"role": "user", "content": _QUESTION},
    ]
    try:
        text = template.render(turns, add_generation_prompt=True)
    except TemplateFailed:
        return True
    return _THOUGHT in text or _ANSWER not in text
