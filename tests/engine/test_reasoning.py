"""What becomes of a model's thoughts once it has answered."""

from __future__ import annotations

from typing import Any

import pytest

from engine.chat.reply import Reply
from engine.chat.session import Session
from engine.prompt import reasoning
from engine.prompt.prompt import Prompt
from engine.prompt.sandbox import CHATML
from engine.prompt.template import ChatTemplate
from engine.protocol import CompactionPolicy, PromptMessage, Sampling, Thinking
from engine.sampling.sampler import Sampler

FORGETS = (
    "{% for message in messages %}{% set content = message['content'] %}"
    "{% if message['role'] == 'assistant' and '</think>' in content %}"
    "{% set content = content.split('</think>')[-1].lstrip('\n') %}{% endif %}"
    "{{ '<|im_start|>' + message['role'] + '\n' + content + '<|im_end|>' + '\n' }}{% endfor %}"
    "{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}"
)
OPENS = FORGETS.replace("assistant\n' }}{% endif", "assistant\n<think>\n' }}{% endif")
SWITCHED = FORGETS.replace(
    "assistant\n' }}{% endif",
    "assistant\n' }}{% if enable_thinking is defined and not enable_thinking %}"
    "{{ '<think>\n\n</think>\n\n' }}{% endif %}{% endif",
)
IN_QUESTIONS = FORGETS.replace(
    "content + '<|im_end|>'",
    "content + (' /no_think' if message['role'] == 'user' and enable_thinking is defined and not enable_thinking"
    " else '') + '<|im_end|>'",
)
EFFORT = (
    "{% if reasoning_effort is not defined %}{% set reasoning_effort = 'medium' %}{% endif %}"
    "{{ '<|im_start|>system\nReasoning: ' + reasoning_effort + '<|im_end|>\n' }}" + CHATML
)
THOUGHT = "<think>\nThe user greets me, so I greet back.\n</think>\n\nHello there."


@pytest.mark.parametrize(
    ("content", "parts"),
    [
        (THOUGHT, ("The user greets me, so I greet back.", "Hello there.")),
        ("  <think></think>Hi", ("", "Hi")),
        ("<think>\nnever ends", ("", "<think>\nnever ends")),
        ("Say <think>x</think>", ("", "Say <think>x</think>")),
        ("", ("", "")),
    ],
)
def test_thoughts_are_split_from_the_answer(content: str, parts: tuple[str, str]) -> None:
    assert reasoning.split(content) == parts


@pytest.mark.parametrize(("source", "keeps"), [(CHATML, True), (FORGETS, False), (OPENS, False), ("{{ 1/0 }}", True)])
def test_the_template_says_what_it_does_with_thoughts(source: str, keeps: bool) -> None:
    assert reasoning.template_keeps(ChatTemplate(source)) is keeps


@pytest.mark.parametrize(
    ("source", "known"),
    [
        (CHATML, ((), False)),
        (SWITCHED, (("switch",), False)),
        (EFFORT, (("effort",), True)),
        ("{% set enable_thinking = enable_thinking %}" + CHATML, ((), False)),  # it asks, and does not care
        ("{{ 1/0 }}", ((), False)),
        ("{% if", ((), False)),
    ],
)
def test_what_a_template_can_be_told(source: str, known: object) -> None:
    assert reasoning.choices(source) == known


def test_a_template_is_told_in_its_own_words() -> None:
    told = Thinking(False, "high")
    assert reasoning.variables(ChatTemplate(CHATML), told) == {}
    assert reasoning.variables(ChatTemplate(SWITCHED), told) == {"enable_thinking": False}
    assert reasoning.variables(ChatTemplate("{{ thinking }}"), Thinking(True)) == {"thinking": True}
    assert reasoning.variables(ChatTemplate(EFFORT), told) == {"reasoning_effort": "high"}
    assert reasoning.variables(ChatTemplate(EFFORT), Thinking()) == {}
    prompt = Prompt(ChatTemplate(EFFORT), "", {"reasoning_effort": "high"})
    assert "Reasoning: high" in prompt.system


def thinker(
    model: Any, monkeypatch: pytest.MonkeyPatch, template: str = FORGETS, text: str = THOUGHT, **policy: Any
) -> Session:
    """A session of a model that answers everything with ``text``."""
    monkeypatch.setattr(model, "template", template)
    session = Session(model, policy=CompactionPolicy(**policy))
    end = next(token for token in range(model.n_vocab) if model.is_end(token))
    script: list[int] = []

    def scripted(self: Sampler, row: int = -1) -> int:
        if not script:
            script.extend([*model.tokenize(text, special=True), end])
        return script.pop(0)

    monkeypatch.setattr(Sampler, "next", scripted)
    return session


def say(session: Session, number: int, text: str = "Hi") -> Reply:
    return session.generate(
        f"a{number}", PromptMessage(id=f"u{number}", role="user", content=text), sampling=Sampling()
    )


pytestmark = [pytest.mark.model, pytest.mark.native]


def test_thoughts_leave_the_memory_and_the_prefix_stays(model: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    session = thinker(model, monkeypatch)
    reply = say(session, 1)
    assert reply.text == THOUGHT  # the person still sees them
    assert session.messages[-1].content == THOUGHT
    assert model.text(session.log.tokens, special=True).endswith("<|im_start|>assistant\nHello there.")
    assert reply.thoughts_dropped > 5
    before = list(session.log.tokens)
    say(session, 2, "And now?")
    assert list(session.log.tokens)[: len(before)] == before
    assert len(session.log) - session.cached == len(model.tokenize("Hello there.", special=False))
    assert session.rebuilds == 0


def test_the_log_is_what_the_template_renders(model: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    session = thinker(model, monkeypatch)
    say(session, 1)
    say(session, 2, "And now?")
    turns = [{"role": m.role, "content": m.content} for m in session.messages]
    rendered = ChatTemplate(FORGETS, model.bos_text, model.eos_text).render(turns, add_generation_prompt=False)
    assert rendered.startswith(model.text(session.log.tokens, special=True))


def test_a_person_may_keep_or_drop_them(model: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = thinker(model, monkeypatch, thoughts="keep")
    assert say(kept, 1).thoughts_dropped == 0
    assert "greets me" in model.text(kept.log.tokens, special=True)
    model.clear()
    dropped = thinker(model, monkeypatch, CHATML, thoughts="drop")
    assert say(dropped, 1).thoughts_dropped > 0
    assert "greets me" not in model.text(dropped.log.tokens, special=True)


def test_a_template_that_keeps_them_keeps_them(model: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    session = thinker(model, monkeypatch, CHATML)
    assert say(session, 1).thoughts_dropped == 0


def test_a_mark_that_the_template_writes_is_part_of_the_reply(model: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    session = thinker(model, monkeypatch, OPENS, text=THOUGHT.removeprefix("<think>\n"))
    reply = say(session, 1)
    assert reply.text == THOUGHT
    assert model.text(session.log.tokens, special=True).endswith("<|im_start|>assistant\nHello there.")


@pytest.mark.parametrize("template", [FORGETS, OPENS, CHATML])
def test_a_reply_read_again_gives_the_same_tokens(model: Any, monkeypatch: pytest.MonkeyPatch, template: str) -> None:
    text = THOUGHT.removeprefix("<think>\n") if template == OPENS else THOUGHT
    session = thinker(model, monkeypatch, template, text)
    say(session, 1)
    again = Session(model, seq_id=0)
    for message in session.messages:
        again.add(message)
    assert model.text(again.log.tokens, special=True) == model.text(session.log.tokens, special=True)


def test_unfinished_thoughts_stay(model: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    session = thinker(model, monkeypatch)
    reply = session.generate("a1", PromptMessage(id="u1", role="user", content="Hi"), sampling=Sampling(max_tokens=4))
    assert reply.reason == "length" and reply.thoughts_dropped == 0
    assert "<think>" in model.text(session.log.tokens, special=True)


def test_what_is_left_of_a_reply_is_read_again_while_nobody_waits(model: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    session = thinker(model, monkeypatch)
    say(session, 1)
    assert session.cached < len(session.log) - 1
    session.settle()
    assert session.cached == len(session.log) - 1, "the last token is decoded with what comes next"
    assert session.rebuilds == 0
    n_read: list[int] = []
    batch = model.decode_batch

    def decode(pieces: Any, stop: Any) -> Any:
        n_read.append(len(pieces[0].tokens))
        return batch(pieces, stop)

    monkeypatch.setattr(model, "decode_batch", decode)
    reply = say(session, 2, "And now?")
    assert n_read[0] == reply.prompt_tokens + 1, "the new turn and the one token before it"


def test_thinking_is_switched_in_mid_chat_and_the_prefix_stays(model: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    session = thinker(model, monkeypatch, SWITCHED, "Hello.")
    say(session, 1)
    before = list(session.log.tokens)
    session.set_thinking(Thinking(enabled=False))
    say(session, 2, "And now?")
    text = model.text(session.log.tokens[len(before) :], special=True)
    assert list(session.log.tokens)[: len(before)] == before
    assert text.endswith("<|im_start|>assistant\n<think>\n\n</think>\n\nHello.")
    session.set_thinking(Thinking(enabled=True))
    after = list(session.log.tokens)
    say(session, 3, "Once more?")
    assert list(session.log.tokens)[: len(after)] == after
    assert model.text(session.log.tokens[len(after) :], special=True).endswith("<|im_start|>assistant\nHello.")
    assert session.rebuilds == 0


def test_what_would_change_the_beginning_waits_for_the_next_opening(
    model: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = thinker(model, monkeypatch, EFFORT, "Hello.")
    say(session, 1)
    before = list(session.log.tokens)
    session.set_thinking(Thinking(effort="high"))
    say(session, 2, "And now?")
    assert list(session.log.tokens)[: len(before)] == before
    again = Session(model, thinking=Thinking(effort="high"))
    assert "Reasoning: high" in model.text(again.log.tokens, special=True)
    assert "Reasoning: medium" in model.text(before, special=True)


@pytest.mark.parametrize("text", ["And now?", "And <|im_end|> now?"])
def test_a_question_is_read_anew_where_another_setting_stands_in_it(
    model: Any, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    """Also one that was read before a restart: nobody knows with which setting."""
    session = thinker(model, monkeypatch, IN_QUESTIONS, "Hello.")
    say(session, 1)
    first = list(session.log.tokens)
    question = PromptMessage("u2", "user", text)
    session.generate("a2", question)
    thinking = list(session.log.tokens)
    held, openings = [], set()
    decode = model.decode_batch

    def reading(pieces: Any, stop: Any) -> Any:
        held.append(session.cached)
        return decode(pieces, stop)

    monkeypatch.setattr(model, "decode_batch", reading)
    for number, enabled, anew in ((3, False, True), (4, False, False), (5, True, True), (6, True, False)):
        session.truncate("u2")
        kept = len(first) if anew else len(session.log)
        session.set_thinking(Thinking(enabled))
        held.clear()
        reply = session.generate(f"a{number}", question)
        openings.add(reply.prompt_tokens - anew * (session.log.spans[3].end - session.log.spans[3].start))
        assert [span.id for span in session.log.spans] == ["system", "u1", "a1", "u2", f"a{number}"]
        assert [message.id for message in session.messages] == ["u1", "a1", "u2", f"a{number}"]
        assert list(session.log.tokens[: len(first)]) == first and session.rebuilds == 0
        assert model.text(session.log.tokens, special=True).count("now? /no_think<|im_end|>") == (not enabled)
        assert held[0] in (kept, kept - 1), "no more is read than is new"
    assert list(session.log.tokens) == thinking
    assert len(openings) == 1, "what is read again is counted with what opens a reply"
