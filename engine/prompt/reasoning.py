"""What a model thinks before it answers, and the rule whether that stays in the chat's memory.

Models that think write ``<think> ... </think>`` before their answer. Most of their templates leave the thoughts of
earlier replies out, so the models were trained without them; others keep them. A memory that only grows would keep
them all. So when a reply has ended, its thoughts are taken out of the memory, and only the answer is read in again:
the prefix before the reply stays as it is, nothing is rendered anew.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from engine.errors import TemplateFailed
from engine.prompt.marks import CLOSE, OPEN, marks_of
from engine.prompt.prompt import Prompt
from engine.prompt.template import ChatTemplate
from engine.protocol import Thinking

# what templates call it: Qwen and most others; DeepSeek and Granite; Cohere
SWITCHES = ("enable_thinking", "thinking", "reasoning")
MODE = "thinking_mode"  # MiniMax, in words
BUDGET = "thinking_budget"  # Seed: tokens, of which 0 are none
EFFORTS = ("reasoning_effort", "thinking_effort", "reasoning_strength")  # most; Kimi K3; Muse

_QUESTION, _THOUGHT, _ANSWER = "Lt0Question", "Lt0Thought", "Lt0Answer"


def split(content: str) -> tuple[str, str]:
    """Thoughts and answer of a whole reply; without thoughts, or with thoughts that never ended, ("", ``content``)."""
    begin = content.lstrip()
    if not begin.startswith(OPEN) or CLOSE not in begin:
        return "", content
    thoughts, _, answer = begin[len(OPEN) :].partition(CLOSE)
    return thoughts.strip(), answer.strip()


def still_thinks(content: str) -> bool:
    """Whether a reply that goes on from ``content`` does so in its thoughts."""
    return content.lstrip().startswith(OPEN) and CLOSE not in content


def template_keeps(template: ChatTemplate) -> bool:
    """Whether a template renders the thoughts of earlier replies (also if it fails: nothing is known then)."""
    marks = marks_of(template.source)
    if marks.keeps is not None:
        return marks.keeps
    turns = [
        {"role": "user", "content": _QUESTION},
        {"role": "assistant", "content": f"{marks.open}\n{_THOUGHT}\n{marks.close}\n\n{_ANSWER}"},
        {"role": "user", "content": _QUESTION},
    ]
    try:
        text = template.render(turns, add_generation_prompt=True)
    except TemplateFailed:
        return True
    return _THOUGHT in text or _ANSWER not in text


def variables(template: ChatTemplate, thinking: Thinking) -> dict[str, str | bool]:
    """What ``thinking`` is in the template's own variables; of those it does not know, nothing."""
    found: dict[str, str | bool] = {}
    if thinking.enabled is not None:
        found.update({name: thinking.enabled for name in SWITCHES if name in template.reads})
        if MODE in template.reads:
            found[MODE] = "enabled" if thinking.enabled else "disabled"
        if BUDGET in template.reads and not thinking.enabled:
            found[BUDGET] = False
    effort: dict[str, str | bool] = {name: thinking.effort for name in EFFORTS if name in template.reads}
    return {**found, **effort} if thinking.effort and _takes(template, {**found, **effort}) else found


def _takes(template: ChatTemplate, variables: Mapping[str, str | bool]) -> bool:
    """Whether a template renders with these: some know only a few efforts, and refuse all others."""
    try:
        template.render([{"role": "user", "content": _QUESTION}], add_generation_prompt=True, variables=variables)
    except TemplateFailed:
        return False
    return True


Choice = Literal["switch", "effort"]


def choices(source: str, bos: str = "", eos: str = "") -> tuple[tuple[Choice, ...], bool]:
    """What a template (see ChatTemplate) can be told about thinking, and whether that changes a chat's beginning.

    Nothing if the template fails; that is said when a chat is opened.
    """
    known: list[Choice] = []
    try:
        template = ChatTemplate(source, bos, eos)
        if _differs(template, Thinking(True), Thinking(False)):
            known.append("switch")
        if _differs(template, Thinking(effort="low"), Thinking(effort="high")):
            known.append("effort")
        beginnings = {
            Prompt(template, "Be brief", variables(template, choice)).system
            for choice in (Thinking(), Thinking(True, "low"), Thinking(True, "high"), Thinking(False, "high"))
        }
    except TemplateFailed:
        return (), False
    return tuple(known), bool(known) and len(beginnings) > 1


def _differs(template: ChatTemplate, one: Thinking, other: Thinking) -> bool:
    """Whether it matters which of them the template is thinking."""
    turns = [{"role": "user", "content": _QUESTION}]
    both = [variables(template, one), variables(template, other)]
    first, second = (template.render(turns, add_generation_prompt=True, variables=each) for each in both)
    return first != second
