"""The marks of model families, as they become ``<think>`` and ``</think>`` in what the program is told."""

from __future__ import annotations

import pytest

from engine.prompt.marks import PLAIN, MarkReader, marks_of

HARMONY = marks_of("<|channel|>analysis<|message|>")
THOUGHT = "<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant"


def told(source: str, text: str, *, size: int = 1) -> str:
    reader = MarkReader(marks_of(source))
    raw = text.encode()
    pieces = [reader.feed(raw[at : at + size]) for at in range(0, len(raw), size)]
    return (b"".join(pieces) + reader.finish()).decode()


@pytest.mark.parametrize("size", [1, 3, 1000])
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"{THOUGHT}<|channel|>final<|message|>Hello!", "<think>\nHm.\n</think>\n\nHello!"),
        ("<|channel|>final<|message|>Is a < b?", "Is a < b?"),
        (f"{THOUGHT}<|channel|>commentary<|message|>I look.<|end|><|start|>assistant<|channel|>final<|message|>Yes.",
         "<think>\nHm.\n</think>\n\nI look.\n\nYes."),
        (f"{THOUGHT}<|channel|>analysis<|message|>More.<|end|><|start|>assistant<|channel|>final<|message|>Yes.",
         "<think>\nHm.\n\nMore.\n</think>\n\nYes."),
        ("<|channel|>analysis<|message|>Stopped h", "<think>\nStopped h"),
        (f"{THOUGHT}<|channel|>final<|message|>Grüße 🦦<|end|>", "<think>\nHm.\n</think>\n\nGrüße 🦦"),
    ],
)  # fmt: skip
def test_channels_are_reasoning_and_reply(text: str, expected: str, size: int) -> None:
    assert told(HARMONY.sign, text, size=size) == expected


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("<|channel>thought", "<|channel>thought\nHm.<channel|>Hello!"),
        ("[THINK]", "[THINK]Hm.[/THINK]Hello!"),
        ("<|START_THINKING|>", "<|START_THINKING|>Hm.<|END_THINKING|><|START_RESPONSE|>Hello!<|END_RESPONSE|>"),
        ("<|inner_prefix|>", "<|inner_prefix|>Hm.<|inner_suffix|>Hello!"),
        ("<seed:think>", "<seed:think>Hm.</seed:think>Hello!"),
        ("<mm:think>", "<mm:think>Hm.</mm:think>Hello!"),
        ("<|begin|>assistant<|think|>", "<|think|>Hm.<|end|><|begin|>assistant<|content|>Hello!"),
    ],
)
def test_each_family_is_told_alike(source: str, text: str) -> None:
    assert told(source, text) == "<think>\nHm.\n</think>\n\nHello!"


def test_what_most_models_write_is_left_alone() -> None:
    text = "<think>\nHm.\n</think>\n\nHello <|channel|>!"
    assert marks_of("{{ '<think>' }}") is PLAIN and told("", text) == text


def test_a_reply_that_is_gone_on_with_knows_where_it_was() -> None:
    reader = MarkReader(HARMONY, thinking=True, said=True)
    assert reader.feed(b" still.<|end|><|start|>assistant<|channel|>final<|message|>So.") == b" still.\n</think>\n\nSo."
    assert not reader.thinking
